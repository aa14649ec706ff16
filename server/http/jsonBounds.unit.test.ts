import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fitsJsonBounds, lengthCheck } from './jsonBounds.ts';

const fits = (text: string) => fitsJsonBounds(Buffer.from(text));

test('an answer sheet and a file fit, however its texts are spelled', () => {
  expect(fits(JSON.stringify(Array.from({ length: 5000 }, (_, item) => ({ item, textAnswer: '[{,"\\' }))))).toBe(true);
  expect(fits(JSON.stringify({ data: '[{,'.repeat(1_000_000) }))).toBe(true);
  expect(fits(`${'['.repeat(64)}${']'.repeat(64)}`)).toBe(true);
});

test('a body of members alone, or of levels alone, is not', () => {
  expect(fits(`[${'{},'.repeat(200_000)}{}]`)).toBe(false);
  expect(fits(`[${'1,'.repeat(400_000)}1]`)).toBe(false);
  expect(fits('['.repeat(65))).toBe(false);
  expect(fits(`["\\\\",${'{"a":'.repeat(65)}`)).toBe(false);
});

test('a list or a text that is too long is told before any member is looked at', () => {
  let looked = 0;
  const member = v.looseObject({
    text: v.optional(
      v.pipe(
        v.string(),
        v.check(() => (looked += 1) > 0),
        v.maxLength(3),
      ),
    ),
  });
  const check = lengthCheck(
    v.object({ list: v.optional(v.pipe(v.pipe(v.array(member), v.maxLength(2)), v.minLength(0)), []) }),
  );
  expect(check?.({ list: [{ text: 'abc' }, {}] })).toBe(true);
  expect(check?.({ list: [{}, {}, {}] })).toBe(false);
  expect(check?.({ list: [{ text: 'abcd' }] })).toBe(false);
  expect(check?.({})).toBe(true);
  expect(check?.('another shape')).toBe(true);
  expect(looked).toBe(0);
});
