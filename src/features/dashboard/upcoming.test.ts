import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutStatus, followUpAge, timeZoneItems, viewMorePath } from './upcoming.ts';

describe('status text is cut to 30 characters plus an ellipsis', () => {
  test.each([
    ['', ''],
    ['Scheduled', 'Scheduled'],
    ['a'.repeat(30), 'a'.repeat(30)],
    ['a'.repeat(31), `${'a'.repeat(30)}…`],
    ['Confirmed: please arrive 20 minutes early', 'Confirmed: please arrive 20 mi…'],
    ['Confirmed, please arrive early or call', 'Confirmed, please arrive early…'],
    ['é'.repeat(31), `${'é'.repeat(30)}…`],
    ['👩‍⚕️'.repeat(31), `${'👩‍⚕️'.repeat(30)}…`],
  ])('%s', (status, shown) => expect(cutStatus(status)).toBe(shown));

  test('any text: no more than 30 letters of it, from its beginning, and all of it where it is short', () => {
    const count = (text: string) => [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length;
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (status) => {
      const shown = cutStatus(status);
      if (count(status) <= 30) expect(shown).toBe(status);
      else {
        expect(shown.endsWith('…')).toBe(true);
        expect(status.startsWith(shown.slice(0, -1))).toBe(true);
        expect(count(shown)).toBeLessThanOrEqual(31);
      }
    }));
  });
});

test.each([
  ['FollowUpAppointment', 0, '/followup-plan'],
  ['FollowUpAppointment', 2, '/followup-plan'],
  ['ExternalAppointment', 0, '/appointments'],
  ['ExternalAppointment', 1, '/followup-plan'],
] as const)('View More of %s linked to %i goes to %s', (upcomingAppointmentType, linkedToOtherTypeCount, path) => expect(viewMorePath({ upcomingAppointmentType, linkedToOtherTypeCount })).toBe(path));

test('a follow-up is labelled by its years and months, where it has any', () => {
  expect(followUpAge({ followUpLabelParts: { y: 1, m: 6 } })).toEqual({ y: 1, m: 6 });
  expect(followUpAge({ followUpLabelParts: { y: 0, m: 3 } })).toEqual({ y: 0, m: 3 });
  expect(followUpAge({ followUpLabelParts: { y: 0, m: 0 } })).toBeNull();
  expect(followUpAge({ followUpLabelParts: null })).toBeNull();
});

describe('a time zone note shows when any item has a time part', () => {
  const item = (hasTimePart: boolean, timeZoneId = 'America/New_York', timeZoneAbbreviation = 'EST') => ({ hasTimePart, timeZoneId, timeZoneAbbreviation });
  test('and not otherwise', () => {
    expect(timeZoneItems([])).toEqual([]);
    expect(timeZoneItems([item(false), item(false)])).toEqual([]);
  });
  test('telling each name that a clock has there once: another facility, and both sides of a change', () => {
    const [first, again, summer, west] = [item(true), item(true), item(true, 'America/New_York', 'EDT'), item(true, 'America/Los_Angeles', 'PST')];
    expect(timeZoneItems([item(false), first, again])).toEqual([first]);
    expect(timeZoneItems([item(false), first, again, summer, west])).toEqual([first, summer, west]);
  });
});
