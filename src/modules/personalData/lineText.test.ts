import { type ActivityLine, AuditRowId, Instant } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { byDay } from './Activity.tsx';
import { whatOf, whoOf } from './lineText.ts';

const words = {
  t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' '),
  locale: 'en-US',
};
const line = (more: Partial<ActivityLine> = {}): ActivityLine => ({
  id: v.parse(AuditRowId, 1),
  at: v.parse(Instant, '2026-11-23T04:30:00.000Z'),
  act: 'looked',
  parts: ['Appointments', 'CareTeam'],
  who: 'you',
  name: null,
  device: { kind: 'phone', browser: null },
  title: null,
  opened: [],
  ...more,
});

test('says who did it and on whose behalf, and what was refused to whom', () => {
  expect(whatOf(line(), words, 'UTC')).toBe(
    'personalData.act_looked personalData.part_Appointments and personalData.part_CareTeam',
  );
  const refused = line({ act: 'refused', parts: ['Education'], who: 'representative', name: 'Tansy' });
  expect(whatOf(refused, words, 'UTC')).toBe('personalData.refusedOf personalData.part_Education');
  const message = line({ act: 'messageSent', parts: [], title: 'Dr. Fernbrook' });
  expect(whatOf(message, words, 'UTC')).toBe('personalData.act_messageSent  Dr. Fernbrook');
  expect(whoOf(refused, words, null)).toBe('personalData.noRight Tansy');
  expect(whoOf(line(), words, null)).toBe('personalData.you');
  expect(whoOf(line(), words, 'Juniper')).toBe('personalData.youFor Juniper');
  expect(whoOf(line({ act: 'signedIn', parts: [] }), words, 'Juniper')).toBe('personalData.you');
  expect(whoOf(line({ who: 'representative', name: 'Linnea' }), words, null)).toBe('personalData.onYourBehalf Linnea');
  expect(whoOf(line({ who: 'staff' }), words, null)).toBe('personalData.staffUnnamed');
});

test('the day is that of the clock of the facility', () => {
  const lines = [line(), line({ at: v.parse(Instant, '2026-11-23T05:30:00.000Z') })];
  const days = (zone: string) => byDay(lines, zone).map(([, ofDay]) => ofDay.length);
  expect(days('America/New_York')).toEqual([1, 1]);
  expect(days('Pacific/Kiritimati')).toEqual([2]);
  expect(days('Etc/GMT+12')).toEqual([2]);
});

test('names what was opened one by one, with its day at the facility where that is known', () => {
  const opened: ActivityLine['opened'] = [
    { kind: 'note', name: 'Progress note', date: v.parse(Instant, '2026-11-04T03:00:00Z') },
    { kind: 'result', name: 'Lipids', date: null },
  ];
  expect(whatOf(line({ parts: ['MedicalNotes', 'TestResults'], opened }), words, 'America/New_York')).toBe(
    'personalData.withOpened personalData.act_looked personalData.part_MedicalNotes and personalData.part_TestResults personalData.openedOn Progress note Nov 3, 2026 and personalData.openedNamed Lipids',
  );
});
