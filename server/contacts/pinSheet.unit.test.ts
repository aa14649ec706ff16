import { inflateSync } from 'node:zlib';
import { languageCodes } from '@portal/api';
import { PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { linesOf } from '../pdf/lines.ts';
import { embedNotoSans } from '../pdf/notoSans.ts';
import { pinSheet } from './pinSheet.ts';
import { sheetTexts } from './sheetTexts.ts';

const sheet = {
  pin: '048213',
  portalName: 'Northlight Patient Portal',
  lastDay: new Date('2026-12-04T03:00:00Z'),
  timeZone: 'America/New_York',
};
const opened = async (more: Partial<Parameters<typeof pinSheet>[0]>) =>
  PDFDocument.load(await pinSheet({ ...sheet, language: 'en', ...more }), { updateMetadata: false });

/** All text that the page writes in a standard font, in order. */
function latinOf(document: PDFDocument): string {
  const streams = document.context
    .enumerateIndirectObjects()
    .flatMap(([, one]) => (one instanceof PDFRawStream ? [one] : []));
  const content =
    streams
      .map((stream) =>
        stream.dict.get(PDFName.of('Filter')) === undefined ? '' : inflateSync(stream.getContents()).toString('latin1'),
      )
      .find((text) => /\bTj\b/.test(text)) ?? '';
  return Array.from(content.matchAll(/\/Helvetica[^]*?<([0-9A-F]+)> Tj/g), ([, codes = '']) =>
    Buffer.from(codes, 'hex').toString('latin1'),
  ).join('\n');
}

/** How many fonts are embedded in the document. */
const fontFilesOf = (document: PDFDocument): number =>
  document.context
    .enumerateIndirectObjects()
    .filter(([, one]) => one instanceof PDFDict && one.has(PDFName.of('FontFile2'))).length;

describe('the page with the PIN', () => {
  test.each(languageCodes)(
    'opens in %s: one page, a title, its language, the PIN, and what the portal is called',
    async (language) => {
      const document = await opened({ language });
      expect(document.getPageCount()).toBe(1);
      expect(document.getTitle()).toBe(sheetTexts[language].title);
      expect(document.catalog.get(PDFName.of('Lang'))?.toString()).toMatch(new RegExp(`^\\(${language}-`));
      const text = latinOf(document);
      expect(text).toContain('048 213');
      expect(text).toContain('Northlight Patient Portal');
    },
  );

  test('tells the last day as it is at the facility', async () => {
    expect(latinOf(await opened({}))).toContain('December 3, 2026');
    expect(latinOf(await opened({ timeZone: 'Europe/Paris' }))).toContain('December 4, 2026');
  });

  test('has a glyph for every Chinese sign that it uses, and carries them in the page', async () => {
    const used = new Set(Array.from(JSON.stringify(sheetTexts.zh) + '年月日').filter((char) => char > '\u2e7f'));
    const known = new Set((await embedNotoSans(await PDFDocument.create())).getCharacterSet());
    expect([...used].filter((char) => !known.has(char.codePointAt(0) ?? 0))).toEqual([]);
    expect(fontFilesOf(await opened({ language: 'zh' }))).toBe(1);
    expect(fontFilesOf(await opened({ portalName: '北光患者门户 Клиника 門戶' }))).toBe(1);
    expect(fontFilesOf(await opened({}))).toBe(0);
  });

  test.each([
    'Łódź Vårdcentral “Sol”',
    '北光患者门户',
    'Клиника',
    '😀 Clinic',
    'A very long name of a portal that goes on and on, over more than a single line of any paper that there is',
  ])('writes whatever a portal is called: %s', async (portalName) => {
    for (const language of languageCodes) expect((await opened({ portalName, language })).getPageCount()).toBe(1);
  });

  test('says a letter that it has not by the one most like it', async () => {
    expect(latinOf(await opened({ portalName: 'Łódź' }))).toContain('Lódz');
  });

  test('breaks lines at spaces, and where there are none between two signs, never before a mark that closes', () => {
    const within = (most: number) => (line: string) => line.length <= most;
    expect(linesOf('one two three', within(7))).toEqual(['one two', 'three']);
    expect(linesOf('输入验证码，然后设置。', within(6))).toEqual(['输入验证码，', '然后设置。']);
    expect(linesOf('输入验证码，然后设置。', within(5))).toEqual(['输入验证', '码，然后设', '置。']);
  });
});
