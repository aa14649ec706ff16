import { expect, test } from 'vitest';
import { CallError } from './errors.ts';
import { needsProof, provideProof, proveWho } from './proof.ts';
import { refused } from '../../tests/apps/data/refused.ts';

const refusedWith = (error: string) => new CallError('changeEmail', refused(403, error));

test('only a call that was refused for want of a proof asks for one', () => {
  expect(needsProof(refusedWith('password_needed'))).toBe(true);
  expect(needsProof(refusedWith('terms_required'))).toBe(false);
  expect(needsProof(new CallError('changeEmail', { kind: 'offline' }))).toBe(false);
});

test('calls that wait share one question, and the next call asks anew', async () => {
  let asked = 0;
  let answer: (proved: boolean) => void = () => undefined;
  const stop = provideProof(() => {
    asked += 1;
    return new Promise((resolve) => {
      answer = resolve;
    });
  });
  const both = Promise.all([proveWho(), proveWho()]);
  answer(true);
  expect(await both).toEqual([true, true]);
  expect(asked).toBe(1);
  const next = proveWho();
  answer(false);
  expect(await next).toBe(false);
  expect(asked).toBe(2);
  stop();
  expect(await proveWho()).toBe(false);
});
