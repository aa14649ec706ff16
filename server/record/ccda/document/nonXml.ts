import { inflateRawSync, inflateSync, gunzipSync } from 'node:zlib';
import { wordsOfHtml } from '../../../html/htmlText.ts';
import { type DocumentBody, DocumentRefused, refuse, type XmlElement } from '../tree.ts';
import { attributeOf, childOf, isElement, rawTextOf } from '../xml/elements.ts';

/** The most bytes of an unpacked body, as large as a phone can take. */
const largestBody = 25_000_000;
/** The most characters of HTML that are converted to words, which takes far longer than plain text. */
const largestHtml = 1_000_000;
const longestReference = 2000;
/** Uses a character class without groups: a pattern with groups runs out of stack on megabytes. */
function isBase64(packed: string): boolean {
  const filled = packed.replace(/={1,2}$/, '');
  return filled.length % 4 !== 1 && !/[^A-Za-z0-9+/]/.test(filled);
}

/** Kinds of files by their first bytes, which decide and not the type that a document declares. */
const signatures: readonly { readonly hex: string; readonly mediaType: string }[] = [
  { hex: '89504e470d0a1a0a', mediaType: 'image/png' },
  { hex: 'ffd8ff', mediaType: 'image/jpeg' },
  { hex: '474946383761', mediaType: 'image/gif' },
  { hex: '474946383961', mediaType: 'image/gif' },
  { hex: '49492a00', mediaType: 'image/tiff' },
  { hex: '4d4d002a', mediaType: 'image/tiff' },
  { hex: '7b5c727466', mediaType: 'text/rtf' },
  { hex: 'd0cf11e0a1b11ae1', mediaType: 'application/msword' },
];
function kindOf(bytes: Buffer): string | null {
  if (bytes.subarray(0, 1024).includes('%PDF-')) return 'application/pdf';
  const start = bytes.subarray(0, 8).toString('hex');
  return signatures.find(({ hex }) => start.startsWith(hex))?.mediaType ?? null;
}

/** The text in bytes, in the encoding of its byte order mark, UTF-8 or Windows-1252. Null if they are not text. */
function wordsIn(bytes: Buffer): string | null {
  const encodings = bytes[0] === 0xff && bytes[1] === 0xfe ? ['utf-16le'] : ['utf-8', 'windows-1252'];
  for (const encoding of encodings)
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // oxlint-disable-next-line no-control-regex -- that is what is looked for
      return /[\0-\x08\x0e-\x1f\x7f]/.test(text) ? null : text;
    } catch {
      // It is not in this encoding.
    }
  return null;
}

const looksLikeHtml = (text: string): boolean =>
  /^\s*(?:<!doctype html|<html[\s>]|<\?xml[^>]*>\s*(?:<!doctype html[^>]*>\s*)?<html[\s>])/i.test(text);

function unpacked(bytes: Buffer, compression: string, text: XmlElement): Buffer {
  const bound = { maxOutputLength: largestBody };
  try {
    switch (compression) {
      case 'DF':
        return inflateRawSync(bytes, bound);
      case 'ZL':
        return inflateSync(bytes, bound);
      case 'GZ':
        return gunzipSync(bytes, bound);
      default:
        return refuse('its body is packed in a way that is not read', text);
    }
  } catch (error) {
    if (error instanceof DocumentRefused) throw error;
    return refuse('its body cannot be unpacked, or is larger than 25 MB', text);
  }
}

/** The text of an element, with each child element on a line of its own. */
const linesOf = (text: XmlElement): string =>
  text.children.some(isElement)
    ? text.children.map((child) => (isElement(child) ? `${linesOf(child)}\n` : child)).join('')
    : rawTextOf(text);

function bodyOfWords(words: string, mediaType: string): DocumentBody {
  // HTML is never shown as HTML; only its words are.
  const isHtml = mediaType.includes('html') || looksLikeHtml(words);
  if (isHtml && words.length > largestHtml) return { kind: 'elsewhere', reference: null, mediaType: 'text/html' };
  return { kind: 'text', text: isHtml ? wordsOfHtml(words) : words };
}

function bodyOfBytes(bytes: Buffer, mediaType: string): DocumentBody {
  const kind = kindOf(bytes);
  switch (kind) {
    case 'application/pdf':
      return { kind: 'pdf', base64: bytes.toString('base64') };
    case 'image/png':
    case 'image/jpeg':
    case 'image/gif':
      return { kind: 'picture', mediaType: kind, base64: bytes.toString('base64') };
    case null:
      break;
    default:
      return { kind: 'elsewhere', reference: null, mediaType: kind };
  }
  const words = wordsIn(bytes);
  return words === null
    ? { kind: 'elsewhere', reference: null, mediaType: mediaType === '' ? null : mediaType }
    : bodyOfWords(words, mediaType);
}

/** A body without sections: a text, a picture, a PDF, or something that is not shown. Nothing is fetched. */
export function unstructuredBody(body: XmlElement): DocumentBody {
  const text = childOf(body, 'text');
  if (text === null) return { kind: 'elsewhere', reference: null, mediaType: null };
  const mediaType = (attributeOf(text, 'mediaType') ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9/.+-]/g, '')
    .slice(0, 100);
  const reference = attributeOf(childOf(text, 'reference'), 'value');
  const content = linesOf(text);
  if (content.trim() === '')
    return reference === null
      ? { kind: 'text', text: '' }
      : { kind: 'elsewhere', reference: reference.slice(0, longestReference), mediaType: mediaType || null };
  const packed = content.replace(/\s+/g, '');
  const canBeBase64 = isBase64(packed);
  const saysBase64 = attributeOf(text, 'representation') === 'B64';
  if (saysBase64 && !canBeBase64) refuse('its body is no base64', text);
  const isText = mediaType === '' || mediaType.startsWith('text/');
  // Some documents do not declare base64. Content that is a file and not text must be base64.
  const bytes = saysBase64 || (canBeBase64 && !isText) ? Buffer.from(packed, 'base64') : null;
  const compression = attributeOf(text, 'compression');
  if (bytes === null) {
    if (/^\s*\{\\rtf/.test(content)) return { kind: 'elsewhere', reference: null, mediaType: 'text/rtf' };
    return bodyOfWords(content, mediaType);
  }
  return bodyOfBytes(compression === null ? bytes : unpacked(bytes, compression, text), mediaType);
}
