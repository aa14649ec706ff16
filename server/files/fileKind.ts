import { plainText } from './plainText.ts';

/** What we take. */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'pdf' | 'text';

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1');
const pictures: readonly { readonly kind: FileKind; readonly parts: readonly (readonly [number, Buffer])[] }[] = [
  { kind: 'jpeg', parts: [[0, bytesOf('\xff\xd8\xff')]] },
  { kind: 'png', parts: [[0, bytesOf('\x89PNG\r\n\x1a\n')]] },
  { kind: 'gif', parts: [[0, bytesOf('GIF87a')]] },
  { kind: 'gif', parts: [[0, bytesOf('GIF89a')]] },
  {
    kind: 'webp',
    parts: [
      [0, bytesOf('RIFF')],
      [8, bytesOf('WEBP')],
    ],
  },
];
/** Archives and programs, which could have a PDF's mark a little further on: ZIP (and what offices write), 7z, RAR, gzip, OLE, ELF, Windows. */
const noPdf = ['PK', '7z\xbc\xaf', 'Rar!', '\x1f\x8b', '\xd0\xcf\x11\xe0', '\x7fELF', 'MZ'].map(bytesOf);
const pdfMark = bytesOf('%PDF-');
/** Readers look for a PDF's mark within so many bytes. */
const pdfMarkWithin = 1024;
/** What a browser or an office program would take for markup. */
const markup = /^\s*(?:<[a-z!?/]|\{\\rtf)/i;

const startsWith = (bytes: Buffer, at: number, mark: Buffer): boolean =>
  bytes.subarray(at, at + mark.length).equals(mark);

/** What a file is, which its bytes alone decide; null for what is not taken. */
export function kindOf(bytes: Buffer): FileKind | null {
  const picture = pictures.find(({ parts }) => parts.every(([at, mark]) => startsWith(bytes, at, mark)));
  if (picture !== undefined) return picture.kind;
  const head = bytes.subarray(0, pdfMarkWithin);
  if (markup.test(head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, ''))) return null;
  if (head.includes(pdfMark)) return noPdf.some((mark) => startsWith(bytes, 0, mark)) ? null : 'pdf';
  const text = plainText(bytes);
  return text === null || markup.test(text) ? null : 'text';
}
