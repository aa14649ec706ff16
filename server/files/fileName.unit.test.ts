import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { storedFileName } from './fileName.ts';

const kept = (name: string, type: 'jpg' | 'png' | 'pdf' | 'txt' = 'jpg') =>
  storedFileName(encodeURIComponent(name), type);

const misleading = /[/\\<>:"|?*\p{C}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]|^[.\s]/u;
const ending = { jpg: /.\.jpe?g$/i, png: /.\.png$/i, pdf: /.\.pdf$/i, txt: /.\.txt$/i };

describe('the name of a file', () => {
  test.each([
    ['photo.jpg', 'photo.jpg'],
    ['Photo of my hand.JPEG', 'Photo of my hand.JPEG'],
    ['IMG_1234.HEIC', 'IMG_1234.jpg'],
    ['scan.png', 'scan.jpg'],
    ['scan.pdf.exe', 'scan.pdf.exe.jpg'],
    ['../../etc/passwd', 'passwd.jpg'],
    ['C:\\Users\\ana\\foto.jpg', 'foto.jpg'],
    ['ends with a slash/', 'file.jpg'],
    ['.jpg', 'file.jpg'],
    ['..', 'file.jpg'],
    ['\u202egpj.exe', 'gpj.exe.jpg'],
    ['a\u200b\u2066b\u0000\u0007\ufeffc.jpg', 'abc.jpg'],
    ['a<b>:"|?*c.jpg', 'abc.jpg'],
    ['two\u2028lines\r\nof it.jpg', 'two lines of it.jpg'],
    ['e\u0301te\u0301.jpg', 'été.jpg'],
    ['a\t\u0000\tb.jpg', 'a b.jpg'],
    ['手.jpg', '手.jpg'],
  ])('%j is kept as %j', (name, expected) => {
    expect(kept(name)).toBe(expected);
  });

  test('has the ending of what the file is', () => {
    expect(kept('notes', 'txt')).toBe('notes.txt');
    expect(kept('report.final', 'pdf')).toBe('report.final.pdf');
    expect(kept('drawing.gif', 'png')).toBe('drawing.png');
  });

  test('is read as it stands where it is not percent-encoded', () => {
    expect(storedFileName('100%.jpg', 'jpg')).toBe('100%.jpg');
  });

  test('never has a path, a control, a mark of direction or more than 200 characters, and is kept as it is the second time', () => {
    const hard = fc.constantFrom(
      '/',
      '\\',
      '\u202e',
      '\u2066',
      '\u200d',
      '\0',
      '.',
      ' ',
      '\u0301',
      'K',
      '😀',
      '\u{e0041}',
    );
    const any = fc
      .array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 60 })
      .map((points) => String.fromCodePoint(...points));
    const names = fc.array(fc.oneof(hard, any), { maxLength: 6 });
    fc.assert(
      fc.property(names, fc.constantFrom('jpg', 'png', 'pdf', 'txt'), (parts, type) => {
        const name = kept(parts.join('').toWellFormed(), type);
        expect(name).not.toMatch(misleading);
        expect(name).toMatch(ending[type]);
        expect(Array.from(name).length).toBeLessThanOrEqual(200);
        expect(name.isWellFormed()).toBe(true);
        expect(kept(name, type)).toBe(name);
      }),
    );
  });
});
