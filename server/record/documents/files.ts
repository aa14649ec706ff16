import { open } from 'node:fs/promises';
import { xmlLimits } from '../ccda/xml/readXml.ts';

/** Whether the first bytes look like XML in any encoding: a byte order mark, or "<" after blanks. */
export function beginsAsXml(start: Uint8Array): boolean {
  const [one, other] = start;
  if ((one === 0xff && other === 0xfe) || (one === 0xfe && other === 0xff)) return true;
  const text = Buffer.from(start)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .replaceAll('\u0000', '');
  return /^\s*</.test(text);
}

/** The bytes of a document in a file; or why it is not read; or null if the file is something else. */
export async function documentIn(file: string): Promise<Buffer | string | null> {
  const handle = await open(file);
  try {
    const start = Buffer.alloc(1024);
    const { bytesRead } = await handle.read(start, 0, start.length, 0);
    if (!beginsAsXml(start.subarray(0, bytesRead))) return null;
    const { size } = await handle.stat();
    if (size > xmlLimits.bytes) return `it is larger than ${String(Math.floor(xmlLimits.bytes / 1_000_000))} MB`;
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}
