import { type FlagMeaning, type ReadValue, type RecordDate, recordDay } from '@portal/api';

/** The fewest values for which a line is drawn. With fewer, the text is enough. */
export const leastForLine = 3;

/** A value of a history that reads as a number. */
export interface DrawnValue {
  readonly takenOn: RecordDate;
  readonly value: number;
  readonly text: string;
  readonly kind: 'in' | 'outside' | 'critical' | 'less' | 'more';
}

/** How a value is drawn: as "less" or "more" if only that is known, else by its laboratory's flag or its range. */
export function pointKind(
  comparator: ReadValue['comparator'],
  flag: FlagMeaning | null,
  isOutOfRange = false,
): DrawnValue['kind'] {
  if (comparator === '<' || comparator === '<=') return 'less';
  if (comparator === '>' || comparator === '>=') return 'more';
  if (flag?.kind === 'critical') return 'critical';
  return flag?.kind === 'outside' || isOutOfRange ? 'outside' : 'in';
}

/** A point of the drawing; positions in percent, from the left and from the top. */
interface TrendPoint {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly kind: DrawnValue['kind'];
  /** True for a point of the second series, which is labelled below. */
  readonly isSecond: boolean;
}
export interface TrendDrawing {
  readonly points: readonly TrendPoint[];
  /** The lines between neighbouring points whose values are both exact. */
  readonly lines: readonly string[];
  /** Those of the second series, dashed. */
  readonly secondLines: readonly string[];
  readonly band: { readonly top: number; readonly height: number } | null;
  /** Values that are labelled at the side. */
  readonly ends: readonly { readonly y: number; readonly text: string }[];
  /** The positions of lines across it, where another range begins. */
  readonly limits: readonly number[];
}

/** What is drawn: the oldest value first; a second series has the same unit. */
interface TrendSeries {
  readonly series: readonly DrawnValue[];
  readonly second?: readonly DrawnValue[];
  readonly range?: { readonly low: number | null; readonly high: number | null } | null;
  readonly ends: readonly { readonly value: number; readonly text: string }[];
  /** Values at which a line is drawn across. */
  readonly limits?: readonly number[];
}

/** Positions of the edges in percent, with room so that no mark is cut off. */
const [left, right, top, bottom] = [2, 97, 10, 90];

/** The instant of a date on the axis; for an inexact date the earliest that it can mean. */
export const timeOf = (date: RecordDate): number =>
  Date.parse(date.length > 10 ? date : `${recordDay(date, 'UTC')}-01-01`.slice(0, 10));

/** The lines of a series, without those whose value is only known to be less or more. */
function linesOf(points: readonly TrendPoint[]): string[] {
  const lines: string[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 1) lines.push(`M${open.join('L')}`);
    open = [];
  };
  for (const { x, y, kind } of points) {
    if (kind === 'less' || kind === 'more') close();
    else open.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  close();
  return lines;
}

/** The drawing of a history, time to scale; null below three values. */
export function drawingOf({ series, second = [], range = null, ends, limits = [] }: TrendSeries): TrendDrawing | null {
  if (series.length < leastForLine) return null;
  const all = [...series, ...second];
  const marked = [range?.low, range?.high, ...limits].filter((end): end is number => typeof end === 'number');
  const numbers = [...all.map(({ value }) => value), ...marked, ...ends.map(({ value }) => value)];
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const yOf = (value: number) => (most === least ? 50 : bottom - ((value - least) / (most - least)) * (bottom - top));
  const times = all.map(({ takenOn }) => timeOf(takenOn));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const xOf = (time: number) => (last === first ? 50 : left + ((time - first) / (last - first)) * (right - left));
  const pointsOf = (values: readonly DrawnValue[], isSecond: boolean) =>
    values.map(({ takenOn, value, text, kind }): TrendPoint => ({
      x: xOf(timeOf(takenOn)),
      y: yOf(value),
      text,
      kind,
      isSecond,
    }));
  const [points, secondPoints] = [pointsOf(series, false), pointsOf(second, true)];
  const [from, to] = [range?.high ?? null, range?.low ?? null];
  const bandTop = from === null ? 0 : yOf(from);
  const bandEnd = to === null ? 100 : yOf(to);
  return {
    points: [...points, ...secondPoints],
    lines: linesOf(points),
    secondLines: linesOf(secondPoints),
    band: range === null ? null : { top: bandTop, height: bandEnd - bandTop },
    ends: ends.map(({ value, text }) => ({ y: yOf(value), text })),
    limits: limits.map(yOf),
  };
}
