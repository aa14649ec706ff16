/** The target of a row. */
export interface Target {
  /** `ratio`: our value divided by the yardstick's; `value`: our value alone. */
  readonly of: 'ratio' | 'value';
  readonly at: 'most' | 'least';
  readonly number: number;
  /** With a ratio: our value also passes if it is no worse than this. */
  readonly orValue?: number;
}

/** One row of the bench: what was measured, our value, the yardstick's, and the target. */
export interface Row {
  readonly what: string;
  readonly ours: number;
  readonly yardstick: number | null;
  readonly unit: 'KB' | 'ms' | 's' | 'MB' | '/s';
  readonly target: Target | null;
  /** The bare page's time in each round. A miss that is no larger than its variation says nothing about our page. */
  readonly control?: readonly number[];
  readonly note?: string;
}

/** A target for our value, or for its ratio to the yardstick. */
export const most = (of: Target['of'], number: number): Target => ({ of, at: 'most', number });

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
  return (low + high) / 2;
}

/** The number with three significant digits. */
export const show = (value: number | null) =>
  value === null ? '' : value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

export type Verdict = 'met' | 'within swing' | 'MISSED';

/** The largest control value divided by the median of the control. */
const swingOf = (control: readonly number[]) =>
  control.length === 0 ? 1 : Math.max(1, Math.max(...control) / median(control));

/** Whether a row reaches its target; null if it has none. */
export function verdictOf({ ours, yardstick, target, control = [] }: Row): Verdict | null {
  if (target === null) return null;
  const value = target.of === 'ratio' ? ours / (yardstick ?? Number.NaN) : ours;
  if (target.at === 'least') return value >= target.number ? 'met' : 'MISSED';
  if (value <= target.number || ours <= (target.orValue ?? 0)) return 'met';
  return value <= target.number * swingOf(control) ? 'within swing' : 'MISSED';
}

const wordsOf = ({ of, at, number, orValue }: Target, unit: Row['unit']) =>
  [
    `${at === 'most' ? '≤' : '≥'} ${number}${of === 'ratio' ? '×' : ` ${unit}`}`,
    ...(orValue === undefined ? [] : [`${orValue} ${unit}`]),
  ].join(' or ');

/** Prints the rows of one part with their targets. Asserts nothing. */
export function print(title: string, rows: readonly Row[], write: (text: string) => void): void {
  const cells = rows.map((row) => [
    row.what,
    `${show(row.ours)} ${row.unit}`,
    row.yardstick === null ? '' : `${show(row.yardstick)} ${row.unit}`,
    row.yardstick === null ? '' : `${(row.ours / row.yardstick).toFixed(2)}×`,
    row.target === null ? '' : wordsOf(row.target, row.unit),
    verdictOf(row) ?? '',
    row.note ?? '',
  ]);
  printTable({ title, head: ['', 'ours', 'yardstick', 'ratio', 'target', '', ''], cells }, write);
}

/** Prints the verdict of each run on each target; a target is met when two of three runs meet it. */
export function printRuns(runs: readonly (readonly Row[])[], write: (text: string) => void): void {
  const [first = []] = runs;
  const cells = first.flatMap((row, index) => {
    const { target } = row;
    if (target === null) return [];
    const rows = runs.flatMap((run) => run[index] ?? []);
    const met = rows.filter((one) => verdictOf(one) === 'met').length;
    const values = rows.map((one) =>
      target.of === 'ratio' && one.yardstick !== null
        ? `${show(one.ours)}/${show(one.yardstick)} = ${(one.ours / one.yardstick).toFixed(2)}×`
        : show(one.ours),
    );
    const isExcused = rows.every((one) => verdictOf(one) !== 'MISSED');
    const verdict = met * 3 >= rows.length * 2 ? 'met' : isExcused ? 'within swing' : 'MISSED';
    return [[row.what, wordsOf(target, row.unit), `${met} of ${rows.length}`, verdict, values.join(', ')]];
  });
  printTable({ title: `Over ${runs.length} runs`, head: ['', 'target', 'met in', '', 'values'], cells }, write);
}
/** A table for results that do not fit into rows. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly cells: readonly (readonly string[])[];
}

/** Prints lines under their headings, the first column left-aligned. */
export function printTable({ title, head, cells }: Table, write: (text: string) => void): void {
  const columns = head.map((name, index) => Math.max(name.length, ...cells.map((cell) => (cell[index] ?? '').length)));
  const line = (cell: readonly string[]) =>
    cell
      .map((value, index) => (index === 0 ? value.padEnd(columns[index] ?? 0) : value.padStart(columns[index] ?? 0)))
      .join('  ')
      .trimEnd();
  write(`\n${title}\n${line(head)}\n${cells.map((cell) => line(cell)).join('\n')}\n`);
}
