import type { Browser } from 'playwright';
import type { Facility } from '../support/facility.ts';
import type { FaultProxy } from '../support/proxy.ts';
import { type Row, show, median } from './table.ts';

/** What the routes part is told on the command line: which paths, and whether to name every request. */
export interface RouteOptions {
  readonly paths: readonly string[];
  readonly naming: boolean;
}

/** What each part of the bench is given. */
export interface Bench {
  readonly browser: Browser;
  readonly facility: Facility;
  /** The same on the build that this one is compared with (`--beside`). */
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

/** Runs each measure once per round, side by side, so that what else the machine does falls on all of them. */
export async function inRounds<T>(rounds: number, measures: readonly (() => Promise<T>)[]): Promise<readonly T[][]> {
  const all: T[][] = measures.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, measure] of measures.entries()) all[index]?.push(await measure());
    say('.');
  }
  return all;
}

/** What one line found, round by round. */
interface Found {
  readonly what: string;
  readonly unit: Row['unit'];
  readonly ours: readonly number[];
  readonly bare: readonly number[];
  /** Of the build before; empty without one. */
  readonly before: readonly number[];
  /** Ours to the bare page's at most; without one the line only says what there is. */
  readonly target: number | null;
  /** Good enough whatever the bare page's is. */
  readonly orValue?: number;
  readonly note?: string;
}

/** The line beside the bare page and, where there is one, beside the build before: no worse than that beyond the bare page's swing. */
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
  // Bytes do not swing.
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

/** Something that is timed on both builds. */
export interface Line {
  readonly what: string;
  readonly target: number | null;
  /** Makes on a facility what the measure needs. */
  readonly on: (facility: Facility) => (() => Promise<number>) | Promise<() => Promise<number>>;
}

/** Times lines on each build, and the bare page, round by round. */
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
