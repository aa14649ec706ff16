import { plainText } from './plainText.ts';

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
/** Archives and programs that may contain a PDF's mark: ZIP (also office documents), 7z, RAR, gzip, OLE, ELF, Windows. */
const noPdf = ['PK', '7z\xbc\xaf', 'Rar!', '\x1f\x8b', '\xd0\xcf\x11\xe0', '\x7fELF', 'MZ'].map(bytesOf);
const pdfMark = bytesOf('%PDF-');
/** Readers accept a PDF's mark anywhere within so many bytes. */
const pdfMarkWithin = 1024;
/** What a browser or an office program would treat as markup. */
const markup = /^\s*(?:<[a-z!?/]|\{\\rtf)/i;

const startsWith = (bytes: Buffer, at: number, mark: Buffer): boolean =>
  bytes.subarray(at, at + mark.length).equals(mark);

/** The kind of a file, judged by its bytes alone; null if it is not accepted. */
export function kindOf(bytes: Buffer): FileKind | null {
  const picture = pictures.find(({ parts }) => parts.every(([at, mark]) => startsWith(bytes, at, mark)));
  if (picture !== undefined) return picture.kind;
  const head = bytes.subarray(0, pdfMarkWithin);
  if (markup.test(head.toString('latin1').replace(/^\u00ef\u00bb\u00bf/, ''))) return null;
  if (head.includes(pdfMark)) return noPdf.some((mark) => startsWith(bytes, 0, mark)) ? null : 'pdf';
  const text = plainText(bytes);
  return text === null || markup.test(text) ? null : 'text';
}
