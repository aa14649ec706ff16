import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { momentOf, zoneOf } from '../zone.ts';
import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import {
  calledName,
  instructionsOf,
  otherType,
  statusParts,
  statusWord,
  visitName,
  visitState,
  isSourceWord,
  writtenMonth,
  writtenWeekday,
} from './visit.ts';

const words = { t: (key: string, values: object = {}) => [key, ...Object.values(values)].join(' ') };

describe('a status and what it tells to do', () => {
  it.each([
    ['Confirmed', 'Confirmed', null],
    ['Confirmed: please arrive 20 minutes early', 'Confirmed', 'Please arrive 20 minutes early'],
    ['已确认：请提前到达', '已确认', '请提前到达'],
    ['Confirmed:', 'Confirmed:', null],
    ['', '', null],
    [
      `${'Very long words that are no status '.repeat(2)}: x`,
      `${'Very long words that are no status '.repeat(2)}: x`,
      null,
    ],
  ])('%s', (status, word, instruction) => expect(statusParts(status)).toEqual({ word, instruction }));

  it('loses nothing and cuts nothing, whatever its length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        (one, other) => {
          const { word, instruction } = statusParts(`${one}: ${other}`);
          const squeezed = (text: string) => text.replace(/[\s:：]/g, '').toUpperCase();
          expect(squeezed(word + (instruction ?? ''))).toBe(squeezed(one + other));
        },
      ),
    );
  });

  it('comes before what the facility says besides', () => {
    expect(instructionsOf({ status: 'Confirmed: come early', instructions: ['Bring a list.'] })).toEqual([
      'Come early',
      'Bring a list.',
    ]);
    expect(instructionsOf({ status: 'Confirmed', instructions: [] })).toEqual([]);
  });
});

describe('the state of a visit', () => {
  const moment = momentOf(v.parse(CalendarDate, '2026-11-20'), zoneOf('America/Toronto'));
  const facts = { moment, minutes: null, isCancelled: false, isClosed: false, isPendingFollowUp: false };
  const [before, after] = [Date.parse('2026-11-20T20:00:00Z'), Date.parse('2026-11-22T20:00:00Z')];
  it.each([
    ['to come', {}, before, 'upcoming'],
    ['over', {}, after, 'past'],
    ['cancelled, before its day', { isCancelled: true }, before, 'cancelled'],
    ['cancelled, after its day', { isCancelled: true, isPendingFollowUp: true }, after, 'cancelled'],
    ['done before its day', { isClosed: true }, before, 'past'],
    ['recommended and its day gone', { isPendingFollowUp: true }, after, 'overdue'],
    ['recommended without a day', { isPendingFollowUp: true, moment: null }, after, 'upcoming'],
  ] as const)('%s', (_, more, now, state) => expect(visitState({ ...facts, ...more }, now)).toBe(state));
});

describe('the word for it', () => {
  it.each([
    ['Confirmed: come early', 'upcoming', 'records.visitConfirmed'],
    ['SCHEDULED', 'upcoming', 'records.visitScheduled'],
    ['Recommended', 'upcoming', 'records.visitRecommended'],
    ['Recommended', 'overdue', 'records.visitOverdue'],
    ['Waitlisted', 'upcoming', 'Waitlisted'],
    ['Canceled by facility', 'cancelled', 'records.visitCancelledByFacility'],
    ['Cancelada por el centro', 'cancelled', 'Cancelada por el centro'],
    ['Annulé', 'cancelled', 'Annulé'],
    ['Rescheduled', 'cancelled', 'records.visitCancelledAs records.visitRescheduled'],
    ['Moved', 'cancelled', 'records.visitCancelledAs Moved'],
    ['', 'cancelled', 'records.visitCancelled'],
    ['Cancelled', 'cancelled', 'records.visitCancelled'],
  ] as const)('%s, %s', (status, state, word) => expect(statusWord(words, status, state)).toBe(word));
});

test('a visit is called after its follow-up, else by its type, else simply a visit', () => {
  expect(visitName(words, { type: 'Check-up', followUpLabel: 'Six month visit' })).toBe('Six month visit');
  expect(visitName(words, { type: 'Check-up', followUpLabel: null })).toBe('Check-up');
  expect(visitName(words, { type: ' ', followUpLabel: '' })).toBe('records.visit');
  expect(otherType({ type: 'Check-up', followUpLabel: 'Six month visit' })).toBe('Check-up');
  expect(otherType({ type: 'Six month visit', followUpLabel: 'Six month visit' })).toBeNull();
  expect(otherType({ type: 'Check-up', followUpLabel: null })).toBeNull();
});

describe('a provider’s name', () => {
  it.each([
    ['Fernbrook, Ottoline', 'Ottoline Fernbrook'],
    ['Fernbrook,Ottoline M.', 'Ottoline M. Fernbrook'],
    ['Fernbrook, Ottoline, MD', 'Ottoline, MD Fernbrook'],
    ['Northlight Imaging', 'Northlight Imaging'],
    [', Ottoline', 'Ottoline'],
    [' ', ''],
    [null, ''],
  ])('%s', (provider, called) => expect(calledName(provider)).toBe(called));
});

test('a state is in the language of the facility where it is its own word, and in that of the page where it is ours', () => {
  const t = (key: string) => key;
  const isSource = (status: string, state: 'upcoming' | 'overdue' | 'cancelled') =>
    isSourceWord({ t }, { status, state });
  expect(isSource('Booked', 'upcoming')).toBe(true);
  expect(isSource('records.visitScheduled', 'upcoming')).toBe(false);
  expect(isSource('records.visitOverdue', 'overdue')).toBe(false);
  expect(isSource('records.visitCancelledAs', 'cancelled')).toBe(false);
});

test('a month is a word, and in Chinese a figure with or without its year', () => {
  const zone = zoneOf('America/Detroit');
  const november = momentOf(v.parse(CalendarDate, '2026-11-05'), zone);
  const [near, far] = [Date.parse('2026-10-01T00:00:00Z'), Date.parse('2025-10-01T00:00:00Z')];
  expect(writtenMonth('en-US', november, near)).toBe('November');
  expect(writtenMonth('zh-CN', november, near)).toBe('11月');
  expect(writtenMonth('zh-CN', november, far)).toBe('2026年11月');
});

test('a short day with its weekday reads as the day does elsewhere', () => {
  const day = (locale: string) => writtenWeekday(locale, { day: Date.UTC(2026, 10, 30) / 86_400_000 }, 'short');
  expect(day('es-MX')).toBe('lun, 30 nov 2026');
  expect(day('en-US')).toBe('Mon, Nov 30, 2026');
  expect(day('fr-CA')).toBe('lun. 30 nov. 2026');
  expect(day('pt-BR')).toBe('seg., 30 de nov. de 2026');
});
