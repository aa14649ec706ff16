import { expect, test } from 'vitest';
import { standingFrom } from './ownTablets.ts';

const own = { isRequired: true, tabletId: 7, isRevoked: false, isOfFacility: true };
const unknown = { isRequired: true, tabletId: null, isRevoked: false, isOfFacility: false };

test('a facility that wants its own tablets opens on these and on no others', () => {
  expect(standingFrom(own)).toBe('setUp');
  expect(standingFrom({ ...own, isOfFacility: false })).toBe('notSetUp');
  expect(standingFrom(unknown)).toBe('notSetUp');
});

test('any other facility opens on every tablet that was not revoked', () => {
  expect(standingFrom({ ...own, isRequired: false })).toBe('setUp');
  expect(standingFrom({ ...own, isRequired: false, isOfFacility: false })).toBe('setUp');
  expect(standingFrom({ ...unknown, isRequired: false })).toBe('open');
});

test('a revoked tablet is closed everywhere', () => {
  for (const isRequired of [true, false])
    for (const isOfFacility of [true, false])
      expect(standingFrom({ ...own, isRevoked: true, isRequired, isOfFacility })).toBe('notSetUp');
});
