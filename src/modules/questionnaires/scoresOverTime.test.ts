import { AssignedQuestionnaireId, Instant } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { factsOf, rangeOf, scoreDrawing, type ScoreOverTime } from './scoresOverTime.ts';

const mood = (values: readonly number[]): ScoreOverTime => ({
  scoreName: 'Mood',
  scoreMaximum: 18,
  ranges: [
    { from: 0, to: 5, message: 'Well' },
    { from: 6, to: 11, message: 'Hard' },
    { from: 12, to: null, message: 'Call us' },
  ],
  values: values.map((scoreValue, week) => ({
    assignedQuestionnaireId: v.parse(AssignedQuestionnaireId, week + 1),
    completedDate: v.parse(Instant, new Date(Date.UTC(2026, 8, 1 + 7 * week, 15)).toISOString()),
    scoreValue,
  })),
  leftOut: 0,
});

describe('scores over time', () => {
  test('say the newest, its range, and the lowest and highest where they differ', () => {
    expect(factsOf(mood([]))).toBeNull();
    expect(factsOf(mood([7]))).toMatchObject({ newest: { scoreValue: 7 }, range: { message: 'Hard' }, ends: null });
    expect(factsOf(mood([4, 4]))?.ends).toBeNull();
    const facts = factsOf(mood([9, 3, 14, 3, 14, 8]));
    expect(facts?.newest.scoreValue).toBe(8);
    expect([facts?.ends?.lowest.assignedQuestionnaireId, facts?.ends?.highest.assignedQuestionnaireId]).toEqual([4, 5]);
  });

  test('a value between ranges is in none', () => {
    expect(rangeOf(mood([]), 5.5)).toBeNull();
    expect(rangeOf(mood([]), 5)?.message).toBe('Well');
    expect(rangeOf(mood([]), 40)?.message).toBe('Call us');
  });

  test('are no line below three', () => {
    expect(scoreDrawing(mood([3]), String)).toBeNull();
    expect(scoreDrawing(mood([3, 4]), String)).toBeNull();
    expect(scoreDrawing(mood([3, 4, 5]), String)?.points).toHaveLength(3);
  });

  test('higher values are drawn higher, within the picture, and the tint holds the newest', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(18), { minLength: 3, maxLength: 60 }), (values) => {
        const drawing = scoreDrawing(mood(values), String);
        if (drawing === null) throw new Error('nothing is drawn');
        const ys = drawing.points.map(({ y }) => y);
        for (const [at, y] of ys.entries()) {
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(100);
          for (const [other, otherY] of ys.entries())
            if ((values[at] ?? 0) > (values[other] ?? 0)) expect(y).toBeLessThan(otherY);
        }
        const newest = ys.at(-1) ?? 0;
        const { top, height } = drawing.band ?? { top: 0, height: 0 };
        expect(newest).toBeGreaterThanOrEqual(top - 0.001);
        expect(newest).toBeLessThanOrEqual(top + height + 0.001);
        expect(drawing.limits).toHaveLength(3);
        expect(drawing.ends.map(({ text }) => text)).toEqual(['0', '6', '12', '18']);
        const plain = scoreDrawing({ ...mood(values), ranges: [] }, String);
        expect(plain?.ends.map(({ text }) => text)).toEqual(['18', '0']);
      }),
    );
  });
});
