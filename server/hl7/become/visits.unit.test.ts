import { FacilityId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { hl7 } from '../../../tests/server/mllp.ts';
import type { ScheduledVisit } from '../../care/scheduledVisits.ts';
import { parseMessage } from '../message/er7.ts';
import { readInbound } from './inboundMessage.ts';
import { visitOf } from './visits.ts';

type Fields = Readonly<Record<number, string>>;
const line = (name: string, fields: Fields): string =>
  [name, ...Array.from({ length: 20 }, (_, at) => fields[at + 1] ?? '')].join('|');

/** The visit of an SIU S14 in which fields say something, besides its number. */
function visitWith(fields: Readonly<Record<string, Fields>>): ScheduledVisit {
  const names = ['SCH', 'TQ1', 'NTE', 'PV1', 'AIS', 'AIG', 'AIL', 'AIP'];
  const lines = names.flatMap((name) => {
    const own = name === 'SCH' ? { 2: '61', ...fields[name] } : fields[name];
    return own === undefined ? [] : [line(name, own)];
  });
  const told = readInbound(parseMessage(hl7('SIU^S14', [lines[0] ?? '', 'PID|1||7^^^NORTH^MR', ...lines.slice(1)])), {
    id: 1,
    createdAt: '2026-03-06T20:43:11.000Z',
    name: 'Scheduling',
    interfaceId: 1,
    facilityId: v.parse(FacilityId, 1),
    zone: 'America/New_York',
    recordNumbers: null,
  });
  return visitOf({ ...told, patientId: v.parse(PatientId, 1) }).visit;
}

const [half, noon] = [
  { day: '2027-03-01', time: '09:30' },
  { day: '2027-03-01', time: '12:00' },
];
const fern = { lastName: 'Fern', firstName: 'Ida' };
const read: readonly (readonly [string, number, keyof ScheduledVisit, string, unknown])[] = [
  ['SCH', 7, 'type', 'CHECK^Check-up', 'Check-up'],
  ['SCH', 8, 'type', 'CHECK^Check-up', 'Check-up'],
  ['AIS', 3, 'type', 'CHECK^Check-up', 'Check-up'],
  ['SCH', 9, 'durationMinutes', '30', 30],
  ['AIS', 7, 'durationMinutes', '30', 30],
  ['TQ1', 7, 'at', '20270301093000', half],
  ['SCH', 11, 'at', '^^^20270301120000', noon],
  ['AIS', 4, 'at', '20270301093000', half],
  ['AIP', 6, 'at', '20270301093000', half],
  ['AIL', 6, 'at', '20270301093000', half],
  ['AIP', 3, 'provider', '88^Fern^Ida', fern],
  ['AIG', 3, 'provider', '88^Fern^Ida', fern],
  ['PV1', 7, 'provider', '88^Fern^Ida', fern],
  ['AIL', 3, 'location', 'Ward 4^12', 'Ward 4, 12'],
  ['PV1', 3, 'location', 'Ward 4^12', 'Ward 4, 12'],
];

describe.each(read)('%s-%i', (segment, field, element, written, expected) => {
  const what = (text: string) => visitWith({ [segment]: { [field]: text } })[element];

  test('left out or empty changes nothing, "" deletes, and what is given is taken', () => {
    expect(visitWith({})[element]).toBeUndefined();
    expect(what('')).toBeUndefined();
    // A visit without a time is no visit: its time cannot be deleted.
    expect(what('""')).toBe(element === 'at' ? undefined : null);
    expect(what(written)).toEqual(expected);
  });
});

test('what to do before a visit stays where no NTE comes, and "" deletes it', () => {
  const instructions = (...notes: readonly Fields[]) =>
    visitWith(notes[0] === undefined ? {} : { NTE: notes[0] }).instructions;
  expect(instructions()).toBeUndefined();
  expect(instructions({ 3: '""' })).toEqual([]);
  expect(instructions({ 3: 'Bring a list.~Eat nothing.' })).toEqual(['Bring a list.', 'Eat nothing.']);
});
