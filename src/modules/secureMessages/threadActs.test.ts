import { expect, test } from 'vitest';
import { CallError } from '../../data/errors.ts';
import { refused } from '../../../tests/apps/data/refused.ts';
import { failureMessageOf } from './threadActs.ts';

const failed = (failure: CallError['failure']) => new CallError('patchThread', failure);
const serverFailed = failed(refused(500, 'unexpected'));

test('archive or unarchive failure: securemessagearchivefailed, not shown on a session timeout', () => {
  const archiving = (error: CallError) => failureMessageOf(error, 'securemessagearchivefailed')?.code ?? null;
  expect(archiving(serverFailed)).toBe('securemessagearchivefailed');
  expect(archiving(failed({ kind: 'malformed' }))).toBe('securemessagearchivefailed');
  expect(archiving(failed({ kind: 'sessionEnded' }))).toBeNull();
  // The message names the missing connection, because only a connection helps.
  expect(archiving(failed({ kind: 'offline' }))).toBe('noConnection');
});

test('mark-reviewed failure: the generic error; a session timeout adds no extra message, and neither does a missing connection', () => {
  expect(failureMessageOf(serverFailed)?.code).toBe('unspecified');
  expect(failureMessageOf(failed({ kind: 'sessionEnded' }))).toBeNull();
  expect(failureMessageOf(failed({ kind: 'offline' }))).toBeNull();
});
