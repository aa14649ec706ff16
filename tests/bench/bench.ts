import type { Browser } from 'playwright';
import type { Facility } from '../support/facility.ts';
import type { FaultProxy } from '../support/proxy.ts';
import { type Row, show, median } from './table.ts';

/** The options of the routes part: which paths, and whether to name every request. */
export interface RouteOptions {
  readonly paths: readonly string[];
  readonly naming: boolean;
}

/** What every part of the bench gets. */
export interface Bench {
  readonly browser: Browser;
  readonly facility: Facility;
  /** A facility on the build with which this one is compared (`--beside`). */
  readonly before: Facility | null;
  readonly bare: FaultProxy;
  readonly rounds: number;
  readonly seconds: number;
  readonly routeOptions: RouteOptions;
}

export const say = (text: string) => process.stdout.write(text);

/** A login form, with or without its app. */
export const form = 'input[type=password]';
/** The form once its app answers. */
export const answeringForm = `#root:not([data-waiting]) ${form}`;

/** Runs each measure once per round, one after the other, so that other work on the machine affects all of them. */
export async function inRounds<T>(rounds: number, measures: readonly (() => Promise<T>)[]): Promise<readonly T[][]> {
  const all: T[][] = measures.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, measure] of measures.entries()) all[index]?.push(await measure());
    say('.');
  }
  return all;
}

/** The results of one measure, round by round. */
interface Found {
  readonly what: string;
  readonly unit: Row['unit'];
  readonly ours: readonly number[];
  readonly bare: readonly number[];
  /** The values of the build before; empty without one. */
  readonly before: readonly number[];
  /** The largest allowed ratio to the bare page; without one the row has no target. */
  readonly target: number | null;
  /** A value that passes whatever the bare page's is. */
  readonly orValue?: number;
  readonly note?: string;
}

/**
 * The row beside the bare page and, if given, beside the build before: it may be worse than that only by as much as the bare page varies.
 */
export function rowsOf({ what, unit, ours, bare, before, target, orValue, note }: Found): readonly Row[] {
  const row = { ours: median(ours), unit, control: bare };
  const besideBare: Row = {
    ...row,
    what,
    yardstick: median(bare),
    target:
      target === null
        ? null
        : { of: 'ratio', at: 'most', number: target, ...(orValue === undefined ? {} : { orValue }) },
    note: note ?? `${show(Math.min(...ours))} to ${show(Math.max(...ours))}`,
  };
  if (before.length === 0) return [besideBare];
  // Bytes do not vary between rounds.
  const number = unit === 'KB' ? 1.02 : 1;
  const besideBefore: Row = {
    ...row,
    what: '  beside the build before',
    yardstick: median(before),
    target: { of: 'ratio', at: 'most', number },
    note: `${show(Math.min(...before))} to ${show(Math.max(...before))}`,
  };
  return [besideBare, besideBefore];
}

/** A measure that is timed on both builds. */
export interface Line {
  readonly what: string;
  readonly target: number | null;
  /** Makes on a facility what the measure needs, and returns the measure. */
  readonly on: (facility: Facility) => (() => Promise<number>) | Promise<() => Promise<number>>;
}

/** Times the measures on each build, and the bare page, round by round. */
export async function timeLines(bench: Bench, lines: readonly Line[], bare: () => Promise<number>): Promise<Row[]> {
  const prepared = await Promise.all(lines.map(async ({ on }) => [await on(bench.facility)]));
  if (bench.before !== null)
    for (const [index, { on }] of lines.entries()) prepared[index]?.push(await on(bench.before));
  const [control = [], ...found] = await inRounds(bench.rounds, [bare, ...prepared.flat()]);
  const builds = bench.before === null ? 1 : 2;
  return lines.flatMap(({ what, target }, index) => {
    const [ours = [], before = []] = found.slice(index * builds, (index + 1) * builds);
    return rowsOf({ what, unit: 'ms', target, ours, before, bare: control });
  });
}
