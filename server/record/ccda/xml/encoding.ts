import { DocumentRefused } from '../tree.ts';

const marks: readonly { readonly start: readonly number[]; readonly name: string | null }[] = [
  { start: [0xff, 0xfe, 0x00, 0x00], name: null },
  { start: [0x00, 0x00, 0xfe, 0xff], name: null },
  { start: [0x3c, 0x00, 0x00, 0x00], name: null },
  { start: [0x00, 0x00, 0x00, 0x3c], name: null },
  // EBCDIC
  { start: [0x4c, 0x6f, 0xa7, 0x94], name: null },
  { start: [0xef, 0xbb, 0xbf], name: 'utf-8' },
  { start: [0xff, 0xfe], name: 'utf-16le' },
  { start: [0xfe, 0xff], name: 'utf-16be' },
  { start: [0x3c, 0x00], name: 'utf-16le' },
  { start: [0x00, 0x3c], name: 'utf-16be' },
];

/** Encodings that a declaration may name, and the encoding with which each is read. */
const declared = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'ascii'],
  ['ascii', 'ascii'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  // Bytes that are clearly not UTF-16 but are declared so were converted to UTF-8 without changing the declaration.
  ['utf-16', 'utf-8'],
  ['utf-16le', 'utf-8'],
  ['utf-16be', 'utf-8'],
  ['unicode', 'utf-8'],
]);

const unreadable =
  'it is in an encoding that is not read: only UTF-8, UTF-16, ISO-8859-1, windows-1252 and US-ASCII are';

/** The encoding of a document from its first bytes: by their byte order mark, else by the declaration, else UTF-8. */
function encodingOf(start: Uint8Array): string {
  const mark = marks.find(({ start: bytes }) => bytes.every((byte, at) => start[at] === byte));
  if (mark) {
    if (mark.name === null) throw new DocumentRefused(unreadable);
    return mark.name;
  }
  const head = Buffer.from(start.subarray(0, 1024)).toString('latin1');
  const [, named] = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"'<>]*)["']/.exec(head) ?? [];
  if (named === undefined) return 'utf-8';
  const known = declared.get(named.trim().toLowerCase());
  if (known === undefined) throw new DocumentRefused(unreadable);
  return known;
}

/** Decodes piece by piece. Bytes that are invalid in the encoding refuse the document. */
export class Decoder {
  readonly #decoder: InstanceType<typeof TextDecoder>;
  readonly #isAscii: boolean;
  readonly #name: string;

  constructor(start: Uint8Array) {
    this.#name = encodingOf(start);
    this.#isAscii = this.#name === 'ascii';
    this.#decoder = new TextDecoder(this.#isAscii ? 'utf-8' : this.#name, { fatal: true });
  }

  /** The text of the next bytes (null: the end). `isWhole` is false if invalid bytes follow the text. */
  text(bytes: Uint8Array | null): { readonly text: string; readonly isWhole: boolean } {
    const foreign = this.#isAscii && bytes !== null ? bytes.findIndex((byte) => byte > 0x7f) : -1;
    try {
      const known = foreign === -1 ? bytes : (bytes?.subarray(0, foreign) ?? null);
      const text = known === null ? this.#decoder.decode() : this.#decoder.decode(known, { stream: true });
      return { text, isWhole: foreign === -1 };
    } catch {
      return { text: bytes === null ? '' : this.#before(bytes), isWhole: false };
    }
  }

  /** The text before the first invalid byte, to find its place. */
  #before(bytes: Uint8Array): string {
    const decoder = new TextDecoder(this.#isAscii ? 'utf-8' : this.#name, { fatal: true });
    // The remaining bytes of a character that began in the piece before are skipped.
    let at = 0;
    while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
    let text = '';
    try {
      for (; at < bytes.length; at += 1) text += decoder.decode(bytes.subarray(at, at + 1), { stream: true });
    } catch {
      // The invalid byte is here.
    }
    return text;
  }

  get refusal(): string {
    return `it has bytes that are no ${this.#isAscii ? 'US-ASCII' : this.#name.toUpperCase()}`;
  }
}
