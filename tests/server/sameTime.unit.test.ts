import { describe, expect, test } from 'vitest';
import { medianInterval } from './sameTime.ts';

/** Differences of two noisy times: most within a few milliseconds, some with the long pauses of a busy machine. */
function differences(shift: number, count: number): number[] {
  const time = () => 12 + Math.random() * 4 + (Math.random() < 0.1 ? Math.random() * 60 : 0);
  return Array.from({ length: count }, () => time() + shift - time());
}

describe('the interval of a median', () => {
  test('holds the truth: of three thousand samples none misses it by more than a hair', () => {
    for (let sample = 0; sample < 3000; sample += 1) {
      const { low, high } = medianInterval(differences(0, 120));
      expect(low).toBeLessThan(0.5);
      expect(high).toBeGreaterThan(-0.5);
    }
  });

  test('finds three milliseconds among pauses of sixty', () => {
    for (let sample = 0; sample < 300; sample += 1)
      expect(medianInterval(differences(3, 240)).low).toBeGreaterThan(0.5);
  });

  test('says nothing of a sample that is too small', () => {
    expect(medianInterval([1, 2, 3])).toEqual({ low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY });
  });
});
