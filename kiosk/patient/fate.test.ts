import { expect, it } from 'vitest';
import { fateOf, fateOfDraft } from './fate.ts';

it('answers are kept only where the facility has all of them', () => {
  expect(
    (['none', 'waiting', 'writing', 'saved'] as const).map((server) => fateOfDraft({ server, submission: 'none' })),
  ).toEqual([null, 'lost', 'lost', 'kept']);
});

it('a visit without a questionnaire has no answers to tell of', () => {
  expect(fateOf({ open: null, completed: null, checkIn: null })).toBeNull();
});

it('changes of an address that were typed and not sent are told of, whatever else there is', () => {
  const checkIn = { visits: [], here: [], isArrivalDone: true, hasArrived: false, contact: null, check: null };
  expect(fateOf({ open: null, completed: null, checkIn: { ...checkIn, hasUnsent: true } })).toBe('unsent');
  expect(fateOf({ open: null, completed: null, checkIn: { ...checkIn, hasUnsent: false } })).toBeNull();
});
