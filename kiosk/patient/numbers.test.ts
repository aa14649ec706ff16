import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numbersOn, questionCount } from './numbers.ts';

const screensOf = (sizes: readonly number[]) => sizes.map((size) => ({ answerable: { length: size } }));

it('a matrix counts by its rows, a closing text not at all', () => {
  const screens = screensOf([1, 1, 3, 1, 0]);
  expect(questionCount(screens)).toBe(6);
  expect(screens.map((_, index) => numbersOn(screens, index))).toEqual([
    { first: 1, last: 1 },
    { first: 2, last: 2 },
    { first: 3, last: 5 },
    { first: 6, last: 6 },
    null,
  ]);
});

it('every question has one number, from one to how many there are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(6)), (sizes) => {
      const screens = screensOf(sizes);
      const all = screens.flatMap((_, index) => {
        const numbers = numbersOn(screens, index);
        return numbers
          ? Array.from({ length: numbers.last - numbers.first + 1 }, (__, place) => numbers.first + place)
          : [];
      });
      expect(all).toEqual(Array.from({ length: questionCount(screens) }, (_, place) => place + 1));
    }),
  );
});
