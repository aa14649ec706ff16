import { PrintSize, languageCodes, readRecordDate, recordDateText, sharedTexts } from '@portal/api';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  labDetails as details,
  labValue as value,
  paperHead as head,
  printedAt,
} from '../../tests/server/paperResults.ts';
import { readTaggedPdf } from '../../tests/support/taggedPdf.ts';
import { sharedTextIn } from '../html/fillText.ts';
import { locales } from '../process/locales.ts';
import { drawPdf, pdfContent } from './pdf.ts';
import { flagWords, pdfTexts } from './pdfTexts.ts';

const settings = { language: 'en', printedAt, print: 'normal' } as const;

describe('a test result on paper', () => {
  test('says of whom it is, when it was taken, and what each value is', () => {
    const content = pdfContent(
      head,
      [
        details('2026-11-12T13:05:00Z', [
          { ...value, testDisplayName: 'Potassium', testValue: '6.2', unitOfMeasure: 'mmol/L', abnormalFlag: 'HH' },
          { ...value, testDisplayName: 'Bilirubin', testValue: null, valueKind: 'none' },
          { ...value, testDisplayName: 'Magnesium', testValue: null, externalStatus: 'cancelled' },
          { ...value, testDisplayName: 'Platelets', testValue: '212', comment: 'Seen again', firstGiven: '312' },
          { ...value, testDisplayName: 'Antibodies', testValue: 'true', valueKind: 'yesNo', abnormalFlag: 'A*' },
        ]),
      ],
      settings,
    );
    expect(content.head).toBe(
      'Northlight Cancer Centre · Juniper Applewhistle · born Mar 14, 1971 · record number NL-40127 · printed Nov 23, 2026, 10:00 AM EST',
    );
    expect(content.results[0]?.facts).toEqual([
      ['Date Collected', 'Nov 12, 2026, 8:05 AM EST'],
      ['Ordered by', 'Dr. Ottoline Fernbrook'],
      ['Lab', 'Not known'],
    ]);
    expect(content.results[0]?.groups[0]?.rows.map(({ comment }) => comment)).toContain(
      'Seen again Corrected. First given as 312.',
    );
    expect(content.results[0]?.groups[0]?.rows.map(({ value: said, flag }) => [said, flag])).toEqual([
      ['6.2', 'Critical, high'],
      ['Not given', ''],
      ['Cancelled', ''],
      ['212', ''],
      ['Yes', '“A*”'],
    ]);
  });

  test('tells an instant as the page and the CSV do, in every zone and language', () => {
    const zones = ['Etc/GMT+12', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe', 'Etc/GMT-14'];
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2000-01-01'), max: new Date('2050-01-01'), noInvalidDate: true }),
        fc.constantFrom(...zones),
        fc.constantFrom(...languageCodes),
        (instant, timeZone, language) => {
          const text = instant.toISOString();
          const date = readRecordDate(text);
          const content = pdfContent({ ...head, timeZone }, [details(text)], { ...settings, language });
          expect(content.results[0]?.facts[0][1]).toBe(
            date === null ? null : recordDateText(locales[language], date, timeZone),
          );
        },
      ),
    );
  });

  test.each(languageCodes)('can be read by everybody in %s, over many pages with numbers', async (language) => {
    const rows = Array.from({ length: 90 }, (_, index) => ({
      ...value,
      testResultDetailId: index + 1,
      testDisplayName: `Test ${String(index)} 钾 ≤`,
      testValue: '1.5',
    }));
    const asked = { ...settings, language };
    const content = pdfContent(head, [details('2026-11-12', rows)], asked);
    const { findings, parts, drawn } = await readTaggedPdf(await drawPdf(content, asked));
    const texts = pdfTexts[language];
    expect(findings).toEqual([]);
    expect(parts.filter(({ role }) => role.startsWith('H')).map(({ role, text }) => [role, text])).toEqual([
      ['H1', texts.title],
      ['H2', 'Metabolic Panel'],
      ['H3', 'Metabolic Panel'],
    ]);
    expect(parts.filter(({ scope }) => scope === 'Column').map(({ text }) => text.trim())).toContain(
      sharedTexts[language]['testResults.result'],
    );
    expect(parts.filter(({ scope }) => scope === 'Row')).toHaveLength(90);
    expect(parts.filter(({ text }) => text.includes(head.mrn))).toHaveLength(1);
    expect(drawn).toContain(texts.page.replace('{page}', '3').replace(/\{pages\}.*/, ''));
  });

  test('says the same facts in large print, one test after the other', async () => {
    const rows = [
      { ...value, testDisplayName: 'Potassium', testValue: '6.2', unitOfMeasure: 'mmol/L', abnormalFlag: 'HH' },
      { ...value, testDisplayName: 'Platelets', testValue: '212', referencesRange: '150 – 400', comment: 'Seen again' },
    ];
    const content = pdfContent(head, [details('2026-11-12', rows)], settings);
    const { findings, parts } = await readTaggedPdf(await drawPdf(content, { ...settings, print: 'large' }));
    expect(findings).toEqual([]);
    const from = parts.findIndex(({ text }) => text.startsWith('Potassium'));
    expect(parts.slice(from).map(({ role, text }) => [role, text])).toEqual([
      ['H4', 'Potassium · Critical, high'],
      ['P', '6.2 mmol/L'],
      ['H4', 'Platelets'],
      ['P', '212'],
      ['P', 'Reference range: 150 – 400'],
      ['P', 'Seen again'],
    ]);
  });

  test('draws whatever a laboratory writes, and ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.constantFrom(...PrintSize.options),
        async (text, print) => {
          const rows = [
            { ...value, testDisplayName: text, testValue: text, comment: text },
            { ...value, testResultDetailId: 2, testDisplayName: 'b', testValue: 'x'.repeat(500) },
          ];
          const bytes = await drawPdf(pdfContent(head, [details('2026', rows)], settings), { ...settings, print });
          expect((await readTaggedPdf(bytes)).findings.filter((finding) => !finding.endsWith('is empty'))).toEqual([]);
        },
      ),
      { numRuns: 15 },
    );
  }, 60_000);

  test('says of one long text what a row of the table says, and of a date what the page says', () => {
    const said = (row: object) => {
      const content = pdfContent(
        head,
        [details('2026-11-12', [{ ...value, testDisplayName: 'Culture', ...row }])],
        settings,
      );
      const [group] = content.results[0]?.groups ?? [];
      return { isText: group?.isText, ...group?.rows[0] };
    };
    expect(
      said({
        testValue: 'Many Gram negative rods were found',
        valueKind: 'text',
        abnormalFlag: 'AA',
        referencesRange: 'No growth',
        comment: 'Called at 09:40',
        firstGiven: 'No growth',
      }),
    ).toEqual({
      isText: true,
      test: 'Culture',
      value: 'Many Gram negative rods were found',
      unit: '',
      range: 'No growth',
      flag: 'Critical',
      comment: 'Called at 09:40 Corrected. First given as No growth.',
    });
    expect(said({ testValue: '2026-11-12T09:00:00.000-05:00', valueKind: 'time' })).toMatchObject({
      isText: false,
      value: 'Nov 12, 2026, 9:00 AM EST',
    });
    expect(said({ testValue: '2026-11-10 – 2026-11-12', valueKind: 'time' }).value).toBe('Nov 10, 2026 – Nov 12, 2026');
    expect(said({ testValue: null, valueKind: 'none', absentReason: 'Specimen clotted' })).toMatchObject({
      value: 'Not given',
      comment: 'The laboratory sent no value: “Specimen clotted”.',
    });
    expect(said({ testValue: '93.98765432101234', valueKind: 'number' }).value).toBe('93.98765432101234');
  });

  test('quotes a flag that nobody knows', () => {
    expect(flagWords(sharedTextIn('fr'), 'A*')).toBe('«\u00a0A*\u00a0»');
    expect(flagWords(sharedTextIn('en'), 'N')).toBe('');
  });
});
