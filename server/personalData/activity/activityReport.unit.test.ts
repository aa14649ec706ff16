import { type ActivityLine, AuditRowId, Instant, acts, activityParts, languageCodes, sharedTexts } from '@portal/api';
import * as fc from 'fast-check';
import * as v from 'valibot';
import partNames from 'virtual:part-names';
import { expect, test } from 'vitest';
import { allTypes, actOf } from './acts.ts';
import { activityCsv, csvCell, momentWriter } from './activityReport.ts';

const line = (more: Partial<ActivityLine> = {}): ActivityLine => ({
  id: v.parse(AuditRowId, 1),
  at: v.parse(Instant, '2026-11-01T05:30:00.000Z'),
  act: 'looked',
  parts: ['Appointments', 'CareTeam'],
  who: 'you',
  name: null,
  device: { kind: 'phone', browser: 'Firefox' },
  title: null,
  opened: [],
  ...more,
});
const bodyOf = (csv: string) => csv.replace('\uFEFF', '').split('\r\n').slice(1, -1);

test('every kind of row has an act with words in five languages, and every part and device has its words', () => {
  expect(allTypes().length).toBeGreaterThan(80);
  for (const type of allTypes()) expect(actOf(type).act, type).not.toBe('other');
  for (const language of languageCodes) {
    const names = Object.keys(acts).map((act) => `personalData.act_${act}`);
    expect(Object.keys(sharedTexts[language])).toEqual(expect.arrayContaining(names));
    expect(Object.keys(partNames[language]).toSorted(), language).toEqual([...activityParts].toSorted());
  }
});

test('en-US writes MM/DD/YYYY h:mm A, and each other language its own way, by the clock of the facility across daylight saving', () => {
  const at = '2026-11-01T05:30:00.000Z';
  const later = '2026-11-01T06:30:00.000Z';
  const written = Object.fromEntries(
    languageCodes.map((language) => [language, momentWriter(language, 'America/New_York')(at)]),
  );
  expect(written).toEqual({
    en: '11/01/2026 1:30 AM',
    es: '01/11/2026 01:30',
    fr: '2026-11-01 01:30',
    pt: '01/11/2026 01:30',
    zh: '2026/11/01 01:30',
  });
  // The clock is set back in between.
  expect(momentWriter('en', 'America/New_York')(later)).toBe('11/01/2026 1:30 AM');
  expect(momentWriter('en', 'Pacific/Kiritimati')(at)).toBe('11/01/2026 7:30 PM');
  expect(momentWriter('en', 'Etc/GMT+12')(at)).toBe('10/31/2026 5:30 PM');
});

test('says what, when, who and with what, for the patient and for whoever acted', () => {
  expect(bodyOf(activityCsv([line()], 'en', 'America/New_York', null))).toEqual([
    'Looked at appointments and the care team,11/01/2026 1:30 AM,You,"Phone, Firefox"',
  ]);
  const others = [
    line({ who: 'representative', name: 'Linnea Applewhistle' }),
    line({ act: 'refused', parts: ['Education'], who: 'representative', name: 'Tansy Quillfeather' }),
    line({ who: 'staff', name: null, device: { kind: 'clinic', browser: null }, act: 'recordReceived', parts: [] }),
    line({
      act: 'questionnaireAnswered',
      parts: [],
      title: 'How are you doing?',
      device: { kind: 'kiosk', browser: null },
    }),
  ];
  expect(bodyOf(activityCsv(others, 'en', 'UTC', null)).map((row) => row.replaceAll('"', ''))).toEqual([
    'Looked at appointments and the care team,11/01/2026 5:30 AM,Linnea Applewhistle, on your behalf,Phone, Firefox',
    'Tried to open education articles and was refused,11/01/2026 5:30 AM,Tansy Quillfeather, who has no right to see it,Phone, Firefox',
    'Received records from another system,11/01/2026 5:30 AM,The facility,The facility’s own system',
    'Answered a questionnaire (How are you doing?),11/01/2026 5:30 AM,You,Tablet at the facility',
  ]);
  const opened: ActivityLine['opened'] = [
    { kind: 'note', name: 'Progress note', date: v.parse(Instant, '2026-11-04T03:00:00Z') },
  ];
  expect(bodyOf(activityCsv([line({ parts: ['MedicalNotes'], opened })], 'en', 'America/New_York', null))[0]).toMatch(
    /^"Looked at medical notes: “Progress note” \(Nov 3, 2026\)",/,
  );
  expect(activityCsv([line()], 'es', 'UTC', 'Juniper Applewhistle')).toContain(
    'Usted, en nombre de Juniper Applewhistle',
  );
});

test('no cell is a formula to a table program, and every text comes back whole', () => {
  expect(csvCell('=HYPERLINK("http://x")')).toBe(`"'=HYPERLINK(""http://x"")"`);
  for (const sign of ['=', '+', '-', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'])
    for (const blank of ['', ' ', '\t', '\r', '\n', ' \r\n\t', '\u00A0', '\u3000'])
      expect(csvCell(`${blank}${sign}1`).replace(/^"/, '')).toBe(`'${blank}${sign}1${/[\r\n]/.test(blank) ? '"' : ''}`);
  for (const plain of ['Signed in', ' Signed in', 'a=1', '2026-11-01']) expect(csvCell(plain)).toBe(plain);
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '-', '"', ',', 'a', ' ', '\n', '\uFF0B') })),
      (text) => {
        const cell = csvCell(text);
        expect(cell.replace(/^"/, '')).not.toMatch(/^(\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/);
        const inner = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect([text, `'${text}`]).toContain(inner);
      },
    ),
  );
});
