import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { RelativeDay, byName, dataText } from './data.ts';

const day = (text: string) => v.parse(CalendarDate, text);

it.each([
  ['{today}', '2026-03-01'],
  ['{today-1}', '2026-02-28'],
  ['{today+31}', '2026-04-01'],
  ['2019-07-04', '2019-07-04'],
])('%s is a day seen from the first of March', (text, expected) => {
  expect(v.parse(RelativeDay, text)(day('2026-03-01'))).toBe(expected);
});

it('what is no day is refused', () => {
  expect(() => v.parse(RelativeDay, '{yesterday}')(day('2026-03-01'))).toThrow();
});

it('a text has its days in the forms that it asks for, and the files that it names', async () => {
  const document = await dataText('record/care-document.xml', day('2026-03-15'));
  expect(document).toContain('<effectiveTime value="20260301101500-0500"/>');
  expect(document).toContain('Blood tests of 02/22/2026');
  expect(await dataText('record/treatment-items.json', day('2026-03-15'))).toContain('in July 2024.');
  const notes = await dataText('record/notes.json', day('2026-03-15'));
  expect(notes).toContain(`"data": "${Buffer.from('%PDF-1.4\n').toString('base64').slice(0, 12)}`);
  for (const text of [document, notes]) expect(text).not.toMatch(/\{(today|base64)/);
});

it('a name that stands for nothing is told', () => {
  expect(() => byName('patient', new Map([['Juniper', 1]]))('Juno')).toThrow('The demo has no patient "Juno".');
});
