import { expect, test } from 'vitest';
import { type Asked, shownOf } from './asked.ts';
import { CallError, type Failure } from './errors.ts';

const refused = (status: number): Failure => ({ kind: 'refused', status, body: { error: 'a_code' } });
const offline: Failure = { kind: 'offline' };
const asked = (data: string | undefined, failure: Failure | null, isPending = false): Asked<string> => ({
  data,
  isPending,
  error: failure === null ? null : new CallError('aCall', failure),
  dataUpdatedAt: 0,
  refetch: () => null,
});

test.each([
  ['nothing yet', asked(undefined, null, true), true, { kind: 'waiting' }],
  ['an answer', asked('x', null), true, { kind: 'there', data: 'x', isCopy: false }],
  ['an answer of before, known to be offline', asked('x', null), false, { kind: 'there', data: 'x', isCopy: true }],
  ['an answer of before, and now no connection', asked('x', offline), true, { kind: 'there', data: 'x', isCopy: true }],
  ['no connection', asked(undefined, offline), true, { kind: 'failed', isOffline: true }],
  ['no connection, known to be offline', asked(undefined, offline), false, { kind: 'failed', isOffline: true }],
  ['a fault', asked(undefined, refused(500)), true, { kind: 'failed', isOffline: false }],
  ['a fault after an answer', asked('x', refused(500)), true, { kind: 'failed', isOffline: false }],
  ['an answer of the wrong shape', asked('x', { kind: 'malformed' }), true, { kind: 'failed', isOffline: false }],
  ['not there', asked(undefined, refused(404)), true, { kind: 'notFound' }],
  ['not there any more', asked('x', refused(404)), true, { kind: 'notFound' }],
  ['not for this person', asked(undefined, refused(403)), true, { kind: 'notFound' }],
])('%s', (_, query, isOnline, shown) => {
  expect(shownOf(query, isOnline)).toEqual(shown);
});
