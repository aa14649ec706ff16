import { expect, it } from 'vitest';
import { idleLimits } from './limits.ts';

const facility = { kioskIdleSeconds: 60, inactivitySeconds: 900 };

it('a patient is warned after a minute and has half a minute to answer', () => {
  expect(idleLimits('patient', facility, false)).toEqual({ seconds: 90, warnBefore: 30 });
});

it('staff are signed out after a quarter of an hour, warned two minutes before', () => {
  expect(idleLimits('staff', facility, false)).toEqual({ seconds: 900, warnBefore: 120 });
});

it('there is always time to answer, however short a facility sets it', () => {
  expect(idleLimits('patient', { ...facility, kioskIdleSeconds: 0 }, false).warnBefore).toBeGreaterThanOrEqual(20);
  const { seconds, warnBefore } = idleLimits('staff', { ...facility, inactivitySeconds: 1 }, false);
  expect(warnBefore).toBeGreaterThanOrEqual(20);
  expect(warnBefore).toBeLessThan(seconds);
});

it('who waits for the connection after Send has five minutes before the warning, and no less than everybody else', () => {
  expect(idleLimits('patient', facility, true)).toEqual({ seconds: 330, warnBefore: 30 });
  expect(idleLimits('patient', { ...facility, kioskIdleSeconds: 600 }, true).seconds).toBe(630);
});
