import { expect, test } from 'vitest';
import { type QueryAnswer, queryStateOf } from './queryState.ts';
import { CallError, type Failure } from '../errors.ts';
import { refused } from '../../../tests/apps/data/refused.ts';

const refusedWith = (status: number): Failure => refused(status, 'a_code');
const offline: Failure = { kind: 'offline' };
const answer = (data: string | undefined, failure: Failure | null, isPending = false): QueryAnswer<string> => ({
  data,
  isPending,
  error: failure === null ? null : new CallError('aCall', failure),
  dataUpdatedAt: 0,
  refetch: () => null,
});

test.each([
  ['nothing yet', answer(undefined, null, true), true, { kind: 'waiting' }],
  ['nothing yet, and no connection', answer(undefined, null, true), false, { kind: 'failed', isOffline: true }],
  ['an answer', answer('x', null), true, { kind: 'there', data: 'x', isCopy: false }],
  ['an answer of before, known to be offline', answer('x', null), false, { kind: 'there', data: 'x', isCopy: true }],
  [
    'an answer of before, and now no connection',
    answer('x', offline),
    true,
    { kind: 'there', data: 'x', isCopy: true },
  ],
  ['no connection', answer(undefined, offline), true, { kind: 'failed', isOffline: true }],
  ['no connection, known to be offline', answer(undefined, offline), false, { kind: 'failed', isOffline: true }],
  ['a fault', answer(undefined, refusedWith(500)), true, { kind: 'failed', isOffline: false }],
  ['a fault after an answer', answer('x', refusedWith(500)), true, { kind: 'failed', isOffline: false }],
  ['an answer of the wrong shape', answer('x', { kind: 'malformed' }), true, { kind: 'failed', isOffline: false }],
  ['not there', answer(undefined, refusedWith(404)), true, { kind: 'notFound' }],
  ['not there any more', answer('x', refusedWith(404)), true, { kind: 'notFound' }],
  ['not for this person', answer(undefined, refusedWith(403)), true, { kind: 'notFound' }],
])('%s', (_, query, isOnline, shown) => {
  expect(queryStateOf(query, isOnline)).toEqual(shown);
});
