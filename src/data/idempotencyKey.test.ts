import { expect, test } from 'vitest';
import { keysByBody } from './idempotencyKey.ts';

test('what is sent again has its key again, and what was changed after a lost reply is not taken for it', () => {
  const keyOf = keysByBody();
  const first = keyOf({ to: 'ada@example.org', text: '' });
  expect(keyOf({ to: 'ada@example.org', text: '' })).toBe(first);
  expect(keyOf({ to: 'ana@example.org', text: '' })).not.toBe(first);
});
