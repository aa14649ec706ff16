import { expect, test } from 'vitest';
import { faultOf } from '../process/errorCode.ts';
import { safeError } from './loggedError.ts';

test('a logged fault has its place in the code, and nothing of a text that could not be parsed', () => {
  let fault: unknown = null;
  try {
    JSON.parse('Juniper Applewhistle');
  } catch (error) {
    fault = error;
  }
  const logged = safeError(fault);
  expect(JSON.stringify(logged)).not.toContain('Juniper');
  expect(logged).toMatchObject({ type: 'SyntaxError', stack: expect.stringContaining('loggedError.unit.test.ts') });
});

test('a fault of a job has its place and code, and nothing of what the job worked on', () => {
  const fault = Object.assign(new Error('Juniper Applewhistle has no address'), { code: '23505' });
  const logged = faultOf(fault);
  expect(logged).toMatchObject({ type: 'Error', code: '23505', stack: expect.stringContaining('loggedError.unit') });
  expect(JSON.stringify(logged)).not.toContain('Juniper');
  expect(faultOf('Juniper')).toEqual({ type: 'string' });
});
