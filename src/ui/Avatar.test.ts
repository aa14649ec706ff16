import { expect, test } from 'vitest';
import { initialsOf } from './Avatar.tsx';

test('initials are in the order in which the name is read', () => {
  expect(initialsOf('Linnea', 'Applewhistle')).toBe('LA');
  expect(initialsOf('', ' étoile')).toBe('É');
  expect(initialsOf('美', '林')).toBe('林美');
});
