import { askContactChange } from '@portal/api';
import { expect, it } from 'vitest';
import { CallError, type Failure } from '../../src/data/errors.ts';
import { refused } from '../../tests/apps/data/refused.ts';
import { checkInOutcomeOf } from './checkIn.ts';

const endAfter = (failure: Failure) =>
  checkInOutcomeOf(() => Promise.reject(new CallError(askContactChange.name, failure)));

it('tells what is not asked any more from what did not go through', async () => {
  expect(await checkInOutcomeOf(() => Promise.resolve())).toBe('done');
  expect(await endAfter(refused(404, 'not_found'))).toBe('changed');
  expect(await endAfter({ kind: 'offline' })).toBe('failed');
  expect(await endAfter(refused(503, 'unavailable'))).toBe('failed');
});

it('says how long to wait after too many', async () => {
  expect(await endAfter(refused(429, 'too_many_requests', { minutes: 12 }))).toEqual({ tooOften: { minutes: 12 } });
});
