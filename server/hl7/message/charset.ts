import { NotHl7, separatorsOf } from './er7.ts';

/** A message in a character set that nobody here can read, or that is not the one that it names. */
export class CharsetRefused extends Error {}

/** The character sets of HL7 table 0211 that are read, as `TextDecoder` calls them. ASCII is part of UTF-8. */
const charsets: Readonly<Record<string, string>> = {
  ASCII: 'utf-8',
  'UNICODE UTF-8': 'utf-8',
  'UTF-8': 'utf-8',
  UTF8: 'utf-8',
  'GB 18030-2000': 'gb18030',
  'BIG-5': 'big5',
  'WINDOWS-1252': 'windows-1252',
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8, 15].map((part) => [`8859/${String(part)}`, `iso-8859-${String(part)}`]),
  ),
  '8859/9': 'windows-1254',
};

/** The names of all character sets that can be read. */
export const charsetNames: readonly string[] = Object.keys(charsets);

export const isCharset = (name: string): boolean => Object.hasOwn(charsets, name);

/** MSH-18 of bytes of which only the separators are known to be ASCII. */
function namedIn(bytes: Buffer): string {
  const [line = ''] = bytes
    .subarray(0, 4000)
    .toString('latin1')
    .split(/[\r\n]/, 1);
  const { field, repetition } = separatorsOf(line);
  const [first = ''] = (line.split(field)[17] ?? '').split(repetition === '' ? field : repetition);
  return first.trim().toUpperCase();
}

const decodedAs = (bytes: Buffer, label: string): string | null => {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Decodes a message in the character set of its MSH-18, or in its sender's where it names none. Nothing is guessed: a name that is wrong by a
 * letter would keep its owner out. Throws `NotHl7` and `CharsetRefused`.
 */
export function decodeMessage(bytes: Buffer, senders: string | null): string {
  const withoutMark = bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? bytes.subarray(3) : bytes;
  if (!withoutMark.subarray(0, 3).equals(Buffer.from('MSH'))) throw new NotHl7('it does not begin with MSH');
  const named = namedIn(withoutMark);
  const label = charsets[named === '' ? (senders ?? 'ASCII') : named];
  if (label === undefined) throw new CharsetRefused('MSH-18 names a character set that is not read here');
  const text =
    decodedAs(withoutMark, label) ??
    (named === 'ASCII' ? decodedAs(withoutMark, charsets[senders ?? ''] ?? label) : null);
  if (text === null) throw new CharsetRefused('the text is not in the character set of MSH-18, or of its sender');
  if (text.includes('\u0000')) throw new NotHl7('it has a character that cannot be stored');
  return text;
}

/** Writes an answer in the character set of the message that it answers; what that cannot express becomes a question mark. */
export function encodeAnswer(text: string, named: string): Buffer {
  const label = charsets[named.toUpperCase()] ?? 'utf-8';
  if (label === 'utf-8') return Buffer.from(text, 'utf8');
  const most = label === 'iso-8859-1' || label === 'windows-1252' ? 0xff : 0x7f;
  return Buffer.from(Array.from(text, (letter) => (letter.charCodeAt(0) > most ? '?' : letter)).join(''), 'latin1');
}

/** A message with a line for each segment, for people; null if it cannot be read. */
export function printable(bytes: Buffer, senders: string | null): string | null {
  try {
    return decodeMessage(bytes, senders).trim().replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  } catch {
    return null;
  }
}
