import { Appointment, UpcomingAppointment } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { rowsOf, timed } from '../appointments/list.ts';
import { followUpAge, timeZoneItems, visitOf } from './upcoming.ts';

const item = v.parse(UpcomingAppointment, {
  id: 1,
  upcomingAppointmentType: 'ExternalAppointment',
  date: '',
  rawDate: '2026-11-24T14:30:00.000Z',
  hasTimePart: true,
  timeZoneId: 'America/New_York',
  timeZoneAbbreviation: 'EST',
  shortLocation: 'Willow Wing',
  externalAppointmentType: 'Oncology follow-up',
  provider: 'Fernbrook, Ottoline',
  durationMinutes: 45,
  instructions: ['Bring a list.'],
  status: 'Confirmed: please arrive 20 minutes early with your lab form',
  followUpLabel: null,
  followUpLabelParts: null,
  linkedToOtherTypeCount: 0,
});
const words = { t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ') };

test('what to do before it stands whole, and the status word alone', () => {
  expect(visitOf(words, item)).toMatchObject({
    name: 'Oncology follow-up',
    status: 'records.visitConfirmed',
    who: 'Ottoline Fernbrook',
    instructions: ['Please arrive 20 minutes early with your lab form', 'Bring a list.'],
  });
});

test('Home and the list call one visit alike', () => {
  const booked = { externalAppointmentType: 'Survivorship visit', followUpLabel: 'Nine month visit' };
  const [row] = rowsOf(
    words,
    timed([
      v.parse(Appointment, {
        ...item,
        kind: 'ExternalAppointment',
        date: item.rawDate,
        type: booked.externalAppointmentType,
        followUpLabel: booked.followUpLabel,
        providerFirstName: null,
        providerLastName: null,
        subtype: null,
        location: 'Willow Wing',
        place: null,
        isConfirmed: false,
        isCancelled: false,
      }),
    ]),
    Date.parse('2026-11-20T12:00:00Z'),
  );
  const { name, otherType, status, state, who, instructions, moment } = visitOf(words, { ...item, ...booked });
  expect({ ...row }).toMatchObject({ name, otherType, status, state, who, instructions, moment });
});

test('a recommended follow-up is called by its label, with its age below it', () => {
  expect(
    visitOf(words, {
      ...item,
      upcomingAppointmentType: 'FollowUpAppointment',
      externalAppointmentType: null,
      status: 'Recommended',
      followUpLabel: 'Bone density test',
      followUpLabelParts: { y: 0, m: 9 },
    }),
  ).toMatchObject({
    name: 'Bone density test',
    otherType: 'dashboard.followUpAfter dashboard.months 9',
    status: 'records.visitRecommended',
    isRecommended: true,
  });
});

test('a follow-up is labelled by its years and months, where it has any', () => {
  expect(followUpAge({ followUpLabelParts: { y: 1, m: 6 } })).toEqual({ y: 1, m: 6 });
  expect(followUpAge({ followUpLabelParts: { y: 0, m: 3 } })).toEqual({ y: 0, m: 3 });
  expect(followUpAge({ followUpLabelParts: { y: 0, m: 0 } })).toBeNull();
  expect(followUpAge({ followUpLabelParts: null })).toBeNull();
});

describe('a time zone note shows when any item has a time part', () => {
  const item = (hasTimePart: boolean, timeZoneId = 'America/New_York', timeZoneAbbreviation = 'EST') => ({
    hasTimePart,
    timeZoneId,
    timeZoneAbbreviation,
  });
  test('and not otherwise', () => {
    expect(timeZoneItems([])).toEqual([]);
    expect(timeZoneItems([item(false), item(false)])).toEqual([]);
  });
  test('telling each name that a clock has there once: another facility, and both sides of a change', () => {
    const [first, again, summer, west] = [
      item(true),
      item(true),
      item(true, 'America/New_York', 'EDT'),
      item(true, 'America/Los_Angeles', 'PST'),
    ];
    expect(timeZoneItems([item(false), first, again])).toEqual([first]);
    expect(timeZoneItems([item(false), first, again, summer, west])).toEqual([first, summer, west]);
  });
});
