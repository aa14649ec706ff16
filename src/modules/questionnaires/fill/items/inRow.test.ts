import { expect, it } from 'vitest';
import { fitInRow } from './inRow.ts';

it.each<[boolean, readonly string[]]>([
  [true, ['Strongly disagree', 'Disagree', 'Neither agree nor disagree', 'Agree', 'Strongly agree']],
  [true, ['1', '2', '3', '4', '5', '6', '7']],
  [true, ['非常不同意', '不同意', '一般', '同意', '非常同意']],
  [false, ['1', '2', '3', '4', '5', '6', '7', '8']],
  [false, ['Yes', 'I would rather not say anything about it']],
  [false, ['Not at all', 'Incomprehensible']],
  [false, ['Never', 'Rarely', 'Sometimes', 'Often', 'Always', 'Does not apply to me']],
])('fits in a row: %s, %j', (fits, texts) => {
  expect(fitInRow(texts)).toBe(fits);
});
