import { PrintSize, languageCodes } from '@portal/api';
import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { readTaggedPdf } from '../../tests/support/taggedPdf.ts';
import { embedFont } from '../pdf/fonts.ts';
import { linesOf } from '../pdf/lines.ts';
import { pinSheet } from './pinSheet.ts';
import { sheetTexts } from './sheetTexts.ts';

const sheet = {
  pin: '048213',
  portalName: 'Northlight Patient Portal',
  lastDay: new Date('2026-12-04T03:00:00Z'),
  timeZone: 'America/New_York',
  language: 'en',
  print: 'normal',
} as const;
const opened = async (more: Partial<Parameters<typeof pinSheet>[0]>) =>
  PDFDocument.load(await pinSheet({ ...sheet, ...more }), { updateMetadata: false });
const read = async (more: Partial<Parameters<typeof pinSheet>[0]>) =>
  readTaggedPdf(await pinSheet({ ...sheet, ...more }));

/** How many fonts are embedded in the document. */
const fontFilesOf = (document: PDFDocument): number =>
  document.context
    .enumerateIndirectObjects()
    .filter(([, one]) => one instanceof PDFDict && one.has(PDFName.of('FontFile2'))).length;

describe('the page with the PIN', () => {
  test.each(languageCodes.flatMap((language) => PrintSize.options.map((print) => ({ language, print }))))(
    'can be read by everybody in $language, $print: one page, a title, its language, the PIN, and what the portal is called',
    async (wanted) => {
      const document = await opened(wanted);
      const texts = sheetTexts[wanted.language];
      expect(document.getPageCount()).toBe(1);
      expect(document.getTitle()).toBe(texts.title);
      expect(document.catalog.get(PDFName.of('Lang'))?.toString()).toMatch(new RegExp(`^\\(${wanted.language}-`));
      const { findings, parts } = await read(wanted);
      expect(findings).toEqual([]);
      expect(parts.flatMap(({ role, text }) => (text === '' ? [] : [`${role} ${text}`])).slice(0, 2)).toEqual([
        'P Northlight Patient Portal',
        `H1 ${texts.title}`,
      ]);
      expect(parts.filter(({ role }) => role === 'P').map(({ text }) => text)).toContain('048 213');
      expect(parts.filter(({ role }) => role === 'LI')).toHaveLength(texts.steps.length);
    },
  );

  test('tells the last day as it is at the facility', async () => {
    expect((await read({})).drawn).toContain('December 3, 2026');
    expect((await read({ timeZone: 'Europe/Paris' })).drawn).toContain('December 4, 2026');
  });

  test('says the name of the portal as it is, dollar signs too', async () => {
    const portalName = "Cash $$ Care $& $'";
    const { parts } = await read({ portalName });
    const said = parts.filter(({ text }) => text.includes('Cash'));
    expect(said.length).toBeGreaterThan(1);
    for (const { text } of said) expect(text.replaceAll(/\s+/g, ' ')).toContain(portalName);
  });

  test('has a glyph for every Chinese sign that it uses, and carries them in the page', async () => {
    const used = new Set(Array.from(JSON.stringify(sheetTexts.zh) + '年月日').filter((char) => char > '\u2e7f'));
    const known = new Set((await embedFont(await PDFDocument.create(), 'otherStrong')).getCharacterSet());
    expect([...used].filter((char) => !known.has(char.codePointAt(0) ?? 0))).toEqual([]);
    expect(fontFilesOf(await opened({ language: 'zh' }))).toBe(4);
    expect(fontFilesOf(await opened({ portalName: 'Клиника' }))).toBe(3);
    expect(fontFilesOf(await opened({}))).toBe(2);
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

  test('says every letter of a name, and one that no font has by the one most like it', async () => {
    expect((await read({ portalName: 'Łódź' })).drawn).toContain('Łódź');
    expect((await read({ portalName: '𝐁 Clinic' })).drawn).toContain('B Clinic');
  });

  test('breaks lines at spaces, and where there are none between two signs, never before a mark that closes', () => {
    const within = (most: number) => (line: string) => line.length <= most;
    expect(linesOf('one two three', within(7))).toEqual(['one two ', 'three']);
    expect(linesOf('输入验证码，然后设置。', within(6))).toEqual(['输入验证码，', '然后设置。']);
    expect(linesOf('输入验证码，然后设置。', within(5))).toEqual(['输入验证', '码，然后设', '置。']);
  });
});
