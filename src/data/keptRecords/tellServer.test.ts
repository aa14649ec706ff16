import { expect, test } from 'vitest';
import { whatToTell } from './tellServer.ts';

test('a device tells that it keeps records, and that it does no more', () => {
  expect(whatToTell({ kind: 'on', entries: [], signedInAt: 0 })).toBe(true);
  expect(whatToTell({ kind: 'off', wasAsked: true })).toBe(false);
});
test('it tells nothing where nobody ever said yes or no, or it cannot know', () => {
  expect(whatToTell({ kind: 'off', wasAsked: false })).toBeNull();
  expect(whatToTell({ kind: 'closed' })).toBeNull();
  expect(whatToTell({ kind: 'newer' })).toBeNull();
});
