import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type LanguageCode, PrintSize, languageCodes } from '@portal/api';
import { expect, test } from 'vitest';
import { pinSheet } from '../../server/contacts/pinSheet.ts';
import { pdfOf } from '../../server/healthSummary/write/pdf.ts';
import { drawPdf, pdfContent } from '../../server/testResults/pdf.ts';
import { juniper } from '../server/juniper.ts';
import { labDetails, labValue, paperHead, printedAt } from '../server/paperResults.ts';
import { readTaggedPdf } from './taggedPdf.ts';

const value = { ...labValue, unitOfMeasure: 'mmol/L', abnormalFlag: 'HH' };
const result = labDetails(
  '2026-11-12T13:05:00Z',
  [
    { ...value, testDisplayName: 'Potassium', testValue: '6.2', referencesRange: '3.5 – 5.1' },
    { ...value, testResultDetailId: 2, testDisplayName: '钾 µ', testValue: '≤ 4', referencesRange: null },
  ],
  'Seen again',
);

/** Every PDF that the server writes, by the file that writes it. */
const kinds: Readonly<Record<string, (language: LanguageCode, print: PrintSize) => Promise<Uint8Array>>> = {
  'server/contacts/pinSheet.ts': (language, print) =>
    pinSheet({
      pin: '048213',
      portalName: 'Northlight Patient Portal',
      lastDay: new Date('2026-12-04T03:00:00Z'),
      timeZone: 'America/New_York',
      language,
      print,
    }),
  'server/testResults/pdf.ts': (language, print) => {
    const settings = { language, print, printedAt };
    return drawPdf(pdfContent(paperHead, [result], settings), settings);
  },
  'server/healthSummary/write/pdf.ts': (language, print) =>
    pdfOf({ ...juniper, scope: { ...juniper.scope, language } }, print),
};

test('each file that writes a PDF is among those that are checked', () => {
  const writers = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((file) => join('server', file))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => /\bcreateDocument\(|PDFDocument\.create\(/.test(readFileSync(file, 'utf8')));
  expect(writers.toSorted()).toEqual(
    // It makes the documents of the others.
    [...Object.keys(kinds), 'server/pdf/document.ts'].toSorted(),
  );
});

test.each(
  Object.keys(kinds).flatMap((file) =>
    languageCodes.flatMap((language) => PrintSize.options.map((print) => ({ file, language, print }))),
  ),
)('$file keeps what a machine can check of PDF/UA-1: $language, $print', async ({ file, language, print }) => {
  const bytes = await kinds[file]?.(language, print);
  expect((await readTaggedPdf(bytes ?? new Uint8Array())).findings).toEqual([]);
});
