import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type FileKind, kindOf } from './fileKind.ts';
import { plainText } from './plainText.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
/** The beginning of a ZIP archive with one entry. */
const zip = (inside: Buffer): Buffer =>
  Buffer.concat([latin1('PK\x03\x04\x14\0\0\0\x08\0'), Buffer.alloc(16), latin1('a.zip'), deflateRawSync(inside)]);
const nested = zip(zip(zip(Buffer.alloc(1_000_000))));

const taken: readonly (readonly [string, Buffer, FileKind])[] = [
  ['a JPEG', latin1('\xff\xd8\xff\xe0 anything'), 'jpeg'],
  ['a PNG', latin1('\x89PNG\r\n\x1a\n anything'), 'png'],
  ['a GIF', latin1('GIF89a anything'), 'gif'],
  ['a WebP', latin1('RIFF\0\0\0\0WEBPVP8 '), 'webp'],
  ['a PDF', latin1('%PDF-1.7\n'), 'pdf'],
  ['a PDF after a line of something else', latin1('\n\n%!PS junk\n%PDF-1.4\n'), 'pdf'],
  ['a text', Buffer.from('Dolor: 3 de 10\n\tpeor por la mañana 疼痛 😀\r\n'), 'text'],
  ['a text that begins with a sign', Buffer.from('<3 thank you'), 'text'],
  ['a text with a byte order mark', Buffer.from('\ufeffday 1'), 'text'],
  ['a text in UTF-16', Buffer.from('\ufeffday 1: fièvre', 'utf16le'), 'text'],
];
const refused: readonly (readonly [string, Buffer])[] = [
  ['a ZIP archive in ZIP archives', nested],
  ['a ZIP archive that has the mark of a PDF', Buffer.concat([zip(Buffer.alloc(9)), latin1('%PDF-1.7')])],
  ['a Windows program', latin1('MZ\x90\0\x03\0\0\0')],
  ['a Windows program that has the mark of a PDF', latin1('MZ\x90\0%PDF-1.7')],
  ['a program', latin1('\x7fELF\x02\x01\x01\0')],
  ['an old office document', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')],
  ['rich text', latin1('{\\rtf1\\ansi hello}')],
  ['HTML', Buffer.from('<!DOCTYPE html><script>alert(1)</script>')],
  ['HTML after blanks and a byte order mark', Buffer.from('\ufeff \n\t<HTML><body>')],
  ['HTML in UTF-16', Buffer.from('\ufeff<html>', 'utf16le')],
  ['HTML with the mark of a PDF', Buffer.from('<html>%PDF-1.7')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['SVG after its declaration', Buffer.from('<?xml version="1.0"?><svg/>')],
  ['SVG after a comment', Buffer.from('<!-- --><svg/>')],
  ['a script element', Buffer.from('<script>alert(1)</script>')],
  ['text that is no UTF-8', latin1('fi\xe8vre')],
  ['text with U+0000', Buffer.from('a\0b')],
  ['text with escapes of a terminal', Buffer.from('a\u001b[2Jb')],
  ['text in UTF-16 without its mark', Buffer.from('day 1', 'utf16le')],
  ['text that ends in half a character of UTF-16', Buffer.from('\ufeffa\ud83d', 'utf16le')],
  ['AVIF and HEIC', latin1('\0\0\0\x1cftypheic\0\0\0\0')],
  ['TIFF', latin1('II*\0\x08\0\0\0')],
];

describe('what a file is', () => {
  test.each(taken)('%s is known by its bytes', (_, bytes, kind) => {
    expect(kindOf(bytes)).toBe(kind);
  });
  test.each(refused)('%s is not taken', (_, bytes) => {
    expect(kindOf(bytes)).toBeNull();
  });
  test('a text loses its byte order mark and keeps the rest, whichever encoding it says it has', () => {
    const text = 'día 1\r\n\t疼痛 😀';
    for (const bytes of [
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ])
      expect(plainText(bytes)).toBe(text);
  });
});
