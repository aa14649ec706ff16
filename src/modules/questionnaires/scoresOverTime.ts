import type { ScoreHistory } from '@portal/api';
import { drawingOf, type TrendDrawing } from '../../records/trend/drawing.ts';

export type ScoreOverTime = ScoreHistory['scores'][number];
export type ScoreRange = ScoreOverTime['ranges'][number];
export type ScoreOnDay = ScoreOverTime['values'][number];

const holds = ({ from, to }: ScoreRange, value: number): boolean =>
  (from === null || value >= from) && (to === null || value <= to);

/** The range of a value; null where the facility has none for it. */
export const rangeOf = ({ ranges }: Pick<ScoreOverTime, 'ranges'>, value: number): ScoreRange | null =>
  ranges.find((range) => holds(range, value)) ?? null;

/** The facts of a history: its newest value, and the lowest and the highest where they differ. */
interface ScoreFacts {
  readonly newest: ScoreOnDay;
  readonly range: ScoreRange | null;
  readonly ends: { readonly lowest: ScoreOnDay; readonly highest: ScoreOnDay } | null;
}

export function factsOf(score: ScoreOverTime): ScoreFacts | null {
  const newest = score.values.at(-1);
  if (newest === undefined) return null;
  // Among equal scores the newest is used.
  const byValue = score.values.toReversed().toSorted((one, other) => one.scoreValue - other.scoreValue);
  const lowest = byValue[0] ?? newest;
  const highest = score.values.findLast(({ scoreValue }) => scoreValue === byValue.at(-1)?.scoreValue) ?? newest;
  return {
    newest,
    range: rangeOf(score, newest.scoreValue),
    ends: lowest.scoreValue === highest.scoreValue ? null : { lowest, highest },
  };
}

/** The drawing with the facility's ranges, that of the newest value tinted; null below three values. */
export function scoreDrawing(score: ScoreOverTime, textOf: (value: number) => string): TrendDrawing | null {
  const { ranges, scoreMaximum, values } = score;
  const newest = values.at(-1);
  if (newest === undefined) return null;
  const range = rangeOf(score, newest.scoreValue);
  const marks = new Set(ranges.flatMap(({ from }) => from ?? []));
  // Where the highest possible score is known, the drawing starts at 0, unless a value is lower.
  const ends = [
    ...marks,
    ...(scoreMaximum === null ? [] : [scoreMaximum, Math.min(0, ...values.map((one) => one.scoreValue))]),
  ];
  return drawingOf({
    series: values.map(({ completedDate, scoreValue }) => ({
      takenOn: completedDate,
      value: scoreValue,
      text: textOf(scoreValue),
      kind: 'in',
    })),
    // A range without an end reaches the edge of the drawing, and a range that borders the next one meets its line.
    range:
      range === null
        ? null
        : { low: range.from, high: ranges[ranges.indexOf(range) + 1]?.from ?? scoreMaximum ?? range.to },
    ends: [...new Set(ends)].map((value) => ({ value, text: textOf(value) })),
    limits: [...marks],
  });
}
