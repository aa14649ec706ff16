import { expect, test } from 'vitest';
import { newTotpKey, stepOf, totpUri } from './totp.ts';

/** RFC 6238, appendix B: "12345678901234567890" in base32, and the last six digits of its codes. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('the code of second %i is %s, and counts one step before and after', (seconds, code) => {
  const step = Math.floor(seconds / 30);
  for (const off of [-30, 0, 30]) expect(stepOf(key, code, seconds + off)).toBe(step);
  for (const off of [-60, 60]) expect(stepOf(key, code, seconds + off)).toBeNull();
});

test('an app can read the address of a key', () => {
  const made = newTotpKey();
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri(made, 'Mein Portal & Co', 'jo@example.org'));
  expect(uri.searchParams.get('issuer')).toBe('Mein Portal & Co');
  expect(uri.searchParams.get('secret')).toBe(made);
  expect(decodeURIComponent(uri.pathname)).toContain('Mein Portal & Co:jo@example.org');
});
