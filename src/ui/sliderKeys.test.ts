import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextChoice } from './choiceRules.ts';
import { announcedSecond } from './countdown.ts';
import { mostScaleSteps } from './scaleLines.ts';
import { firstAnswer, middleOf, stepsOf } from './sliderKeys.ts';

describe('a slider that is not answered', () => {
  const pain = { min: 0, max: 10, step: 1 };

  test('waits in the middle, on a step', () => {
    expect(middleOf(pain)).toBe(5);
    expect(middleOf({ min: 1, max: 4, step: 1 })).toBe(3);
    expect(middleOf({ min: 0, max: 1, step: 0.1 })).toBe(0.5);
    expect(middleOf({ min: -10, max: 10, step: 5 })).toBe(0);
  });

  test.each(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Enter', ' '])(
    'takes the place where it waits with %j',
    (key) => {
      expect(firstAnswer(key, pain)).toBe(5);
    },
  );

  test('goes to its ends with Home and End', () => {
    expect(firstAnswer('Home', pain)).toBe(0);
    expect(firstAnswer('End', pain)).toBe(10);
    expect(firstAnswer('End', { min: 0, max: 10, step: 4 })).toBe(8);
  });

  test('stops on its steps, whatever their fractions, and never beyond its end', () => {
    const eighths = fc.integer({ min: -40, max: 40 }).map((one) => one / 8);
    const range = fc.record({ min: eighths, step: fc.constantFrom(0.1, 0.25, 0.3, 1, 2), count: fc.nat(60) });
    fc.assert(
      fc.property(range, ({ min, step, count }) => {
        const max = Number((min + count * step).toFixed(6));
        const steps = Array.from({ length: count + 1 }, (_, at) => Number((min + at * step).toFixed(6)));
        expect(stepsOf({ min, max, step }, 61)).toEqual(steps);
        expect(firstAnswer('End', { min, max, step })).toBe(max);
        expect(steps).toContain(middleOf({ min, max, step }));
      }),
    );
  });

  test.each(['Tab', 'Escape', 'a', 'Shift'])('is left alone by %s', (key) => {
    expect(firstAnswer(key, pain)).toBeNull();
  });
});

test('a scale has a number for each step, unless there are too many', () => {
  expect(stepsOf({ min: 0, max: 10, step: 1 }, mostScaleSteps)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(stepsOf({ min: 0, max: 0.3, step: 0.1 }, mostScaleSteps)).toEqual([0, 0.1, 0.2, 0.3]);
  expect(stepsOf({ min: 0, max: 11, step: 1 }, mostScaleSteps)).toBeNull();
});

describe('a press on a choice', () => {
  const options = [{ value: 'tea' }, { value: 'rest' }, { value: 'other' }];

  test('replaces the answer of a radio group', () => {
    expect(nextChoice('radio', options, ['tea'], 'rest')).toEqual(['rest']);
    expect(nextChoice('radio', options, ['tea'], 'tea')).toEqual(['tea']);
  });

  test('adds and takes away a box, in the order of the options', () => {
    expect(nextChoice('checkbox', options, ['other'], 'tea')).toEqual(['tea', 'other']);
    expect(nextChoice('checkbox', options, ['tea', 'other'], 'tea')).toEqual(['other']);
  });
});

test('the countdown is announced at 30, 20 and 10 seconds only', () => {
  const said = new Set(Array.from({ length: 40 }, (_, index) => announcedSecond(40 - index)));
  expect([...said]).toEqual([null, 30, 20, 10]);
  expect(announcedSecond(30)).toBe(30);
  expect(announcedSecond(21)).toBe(30);
  expect(announcedSecond(20)).toBe(20);
  expect(announcedSecond(0)).toBeNull();
});
