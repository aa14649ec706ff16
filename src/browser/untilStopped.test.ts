import { expect, test } from 'vitest';
import { untilStopped } from './untilStopped.ts';

test('passes on how a promise ends, and nothing once it is stopped', async () => {
  const heard: unknown[] = [];
  const hear = (what: unknown): void => void heard.push(what);
  untilStopped(Promise.resolve('value'), hear, hear);
  untilStopped(Promise.reject(new Error('failed')), hear, hear);
  untilStopped(Promise.resolve('late value'), hear, hear)();
  untilStopped(Promise.reject(new Error('late failure')), hear, hear)();
  await Promise.resolve();
  expect(heard).toEqual(['value', new Error('failed')]);
});
