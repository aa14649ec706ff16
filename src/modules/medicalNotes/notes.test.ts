import { offlineFileOf } from './notes.ts';
import { MedicalNote, RecordDate } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { dateFilters } from '../../records/dateFilter.ts';
import { dayAt, isoDay, zoneOf } from '../../records/zone.ts';
import { firstForm, pageTyped, passesDate, versionOf, withReviewed } from './notes.ts';
import { listDay, serviceDay } from './serviceDay.ts';

const date = (text: string) => v.parse(RecordDate, text);
const newYork = zoneOf('America/New_York');
const today = dayAt(newYork, Date.parse('2026-11-23T15:00:00Z'));
const form = (kind: 'text' | 'html' | 'pdf' | 'picture') =>
  ({ kind, title: null, language: null, firstPage: 1, pages: 1, isWhole: false }) as const;
const note = (id: number, more: Partial<MedicalNote> = {}): MedicalNote => ({
  ...v.parse(MedicalNote, {
    ptMedicalNoteId: id,
    patientId: 1,
    serviceDate: '2026-11-01',
    documentType: 'Progress note',
    authoredBy: null,
    noteToPatient: null,
    pages: 1,
    isReviewedByPatient: false,
    forms: [form('text')],
    state: null,
    replacesEarlier: false,
    changedAt: null,
  }),
  ...more,
});

describe('date filter: All, Last 3 months, Last 6 months, Last 9 months; default All', () => {
  test('the first option holds while nothing is kept, and lets everything pass', () => {
    expect(dateFilters[0]).toBe('All');
    for (const serviceDate of [null, date('1950'), date('2026-11-23')])
      expect(passesDate({ serviceDate }, 'All', today, newYork)).toBe(true);
  });

  test.each([
    ['2026-08-23', 'Last3Months', true],
    ['2026-08-22', 'Last3Months', false],
    ['2026-05-23', 'Last6Months', true],
    ['2026-05-22', 'Last6Months', false],
    ['2026-02-23', 'Last9Months', true],
    ['2026-02-22', 'Last9Months', false],
    // A month without a day counts as its last day at the facility.
    ['2026-08', 'Last3Months', true],
    ['2026-07', 'Last3Months', false],
    ['2026', 'Last3Months', true],
    ['2025', 'Last9Months', false],
    ['2026-08-23T03:59:00Z', 'Last3Months', false],
    ['2026-08-23T04:01:00Z', 'Last3Months', true],
  ] as const)('%s in %s: %s', (text, filter, passes) => {
    expect(passesDate({ serviceDate: date(text) }, filter, today, newYork)).toBe(passes);
  });

  test('a note without a date is of no time', () => {
    expect(passesDate({ serviceDate: null }, 'Last9Months', today, newYork)).toBe(false);
  });

  test('a longer time never leaves out what a shorter one has, on any day', () => {
    const instant = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2030-01-01') });
    fc.assert(
      fc.property(instant, instant, (now, at) => {
        const serviceDate = date(isoDay(dayAt(newYork, at)));
        const [, three, six, nine] = dateFilters.map((filter) =>
          passesDate({ serviceDate }, filter, dayAt(newYork, now), newYork),
        );
        expect([three && !six, six && !nine]).toEqual([false, false]);
      }),
    );
  });
});

describe('dates', () => {
  test('details have the medium form, as exactly as it is known', () => {
    expect(serviceDay('en-US', date('2026-11-04'), newYork)).toBe('Nov 4, 2026');
    expect(serviceDay('en-US', date('2012-03'), newYork)).toBe('March 2012');
    expect(serviceDay('en-US', date('2012'), newYork)).toBe('2012');
    // An instant is shown as the day that it is at the facility.
    expect(serviceDay('en-US', date('2026-11-04T04:30:00.000Z'), newYork)).toBe('Nov 3, 2026');
    expect(serviceDay('en-US', date('2026-11-04T04:30:00.000Z'), zoneOf('Asia/Tokyo'))).toBe('Nov 4, 2026');
  });

  test('in lists: the same day shows time only, the same year MMM D, older the medium date; 12:00:00 is hidden', () => {
    const inList = (text: string) => listDay('en-US', date(text), newYork, today).replace(/\s/g, ' ');
    expect(inList('2026-11-23T14:05:00.000Z')).toBe('9:05 AM');
    expect(inList('2026-11-23T17:00:00.000Z')).toBe('Nov 23');
    expect(inList('2026-11-23')).toBe('Nov 23');
    expect(inList('2026-01-04')).toBe('Jan 4');
    expect(inList('2025-12-31')).toBe('Dec 31, 2025');
    expect(inList('2025')).toBe('2025');
  });
});

describe('what is said of a version', () => {
  test.each([
    [{ state: 'preliminary', changedAt: '2026-11-01T00:00:00Z' }, 'medicalNotes.preliminary'],
    [{ state: 'amended' }, 'medicalNotes.amended'],
    [{ state: 'corrected' }, 'medicalNotes.corrected'],
    [{ state: 'appended' }, 'medicalNotes.appended'],
    [{ replacesEarlier: true }, 'medicalNotes.corrected'],
    [{ changedAt: '2026-11-01T00:00:00Z' }, 'medicalNotes.changed'],
  ] as const)('%o', (more, text) => {
    expect(versionOf({ ...note(1), ...v.parse(v.partial(MedicalNote.pipe[0]), more) })?.text).toBe(text);
  });

  test('nothing of one that is final and was never changed', () => {
    expect(versionOf(note(1))).toBeNull();
  });
});

test('reading begins with words where there are any', () => {
  expect(firstForm([form('pdf'), form('text')])).toBe(1);
  expect(firstForm([form('picture'), form('html')])).toBe(1);
  expect(firstForm([form('pdf'), form('picture')])).toBe(0);
});

test('page input accepts Enter only with a number from 1 to the total', () => {
  expect(['1', ' 6 ', '3'].map((typed) => pageTyped(typed, 6))).toEqual([1, 6, 3]);
  for (const typed of ['0', '7', '', 'two', '1.5', '-1', '99999999']) expect(pageTyped(typed, 6), typed).toBeNull();
});

test('a note that was reviewed changes that note alone, once', () => {
  const list = [note(1), note(2)];
  const after = withReviewed(list, note(2).ptMedicalNoteId);
  expect(after.map(({ isReviewedByPatient }) => isReviewedByPatient)).toEqual([false, true]);
  expect(withReviewed(after, note(2).ptMedicalNoteId)).toBe(after);
  expect(withReviewed(after, note(9).ptMedicalNoteId)).toBe(after);
});

test('of a page without a connection there is the whole PDF at that page, or the page itself', () => {
  const forms = [
    { kind: 'text', firstPage: 1, pages: 1 },
    { kind: 'pdf', firstPage: 2, pages: 3 },
    { kind: 'picture', firstPage: 5, pages: 1 },
  ] as const;
  expect(offlineFileOf(forms, 4)).toEqual({ pageNumber: 2, isWhole: true, page: 3 });
  expect(offlineFileOf(forms, 2)).toEqual({ pageNumber: 2, isWhole: true, page: 1 });
  expect(offlineFileOf(forms, 5)).toEqual({ pageNumber: 5, isWhole: false, page: null });
  expect(offlineFileOf(forms, 1)).toEqual({ pageNumber: 1, isWhole: false, page: null });
});
