import { AppointmentId, Instant } from '@portal/api';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { checkInOf, newArrivals, stepOf } from './state.ts';

const visit = (id: number, arrivedAt: string | null = null) => ({
  appointmentId: v.parse(AppointmentId, id),
  startsAt: null,
  timeZoneId: 'America/New_York',
  type: 'Blood draw',
  provider: null,
  place: null,
  arrivedAt: arrivedAt === null ? null : v.parse(Instant, arrivedAt),
});
const at = '2026-11-23T14:00:00.000Z';
const recorded = {
  address1: null,
  address2: null,
  city: null,
  zipCode: null,
  state: null,
  country: null,
  homePhone: null,
  mobilePhone: null,
  emailAddress: null,
};
const contact = { recorded, asked: {} };

it('asks who is here before how they can be reached, and leaves out what is not wanted or was answered', () => {
  expect(stepOf(checkInOf({ visits: [visit(1)], contact }))).toBe('arrival');
  expect(stepOf({ ...checkInOf({ visits: [visit(1)], contact }), isArrivalDone: true })).toBe('contact');
  expect(stepOf(checkInOf({ visits: [], contact }))).toBe('contact');
  expect(stepOf(checkInOf({ visits: [visit(1, at)], contact }))).toBe('contact');
  expect(stepOf(checkInOf({ visits: [visit(1, at), visit(2)], contact: null }))).toBe('arrival');
  expect(stepOf(checkInOf({ visits: [], contact: null }))).toBeNull();
});

it('ticks every visit, and sends those that are ticked and new', () => {
  const checkIn = checkInOf({ visits: [visit(1, at), visit(2), visit(3)], contact: null });
  expect(newArrivals(checkIn)).toEqual([2, 3]);
  expect(newArrivals({ ...checkIn, here: checkIn.here.slice(0, 2) })).toEqual([2]);
  expect(newArrivals({ ...checkIn, here: [] })).toEqual([]);
});
