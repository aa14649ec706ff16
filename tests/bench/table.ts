/** What we want of a line. */
export interface Target {
  /** `ratio`: ours to the yardstick; `value`: ours alone. */
  readonly of: 'ratio' | 'value';
  readonly at: 'most' | 'least';
  readonly number: number;
  /** With a ratio: a value that is good enough whatever the yardstick's is. */
  readonly orValue?: number;
}

/** One line of the bench: what was measured, ours and the yardstick's, and what we want of it. */
export interface Row {
  readonly what: string;
  readonly ours: number;
  readonly yardstick: number | null;
  readonly unit: 'KB' | 'ms' | 's' | 'MB' | '/s';
  readonly target: Target | null;
  /** What the bare page took in each round: a miss no larger than its swing says nothing of ours. */
  readonly control?: readonly number[];
  readonly note?: string;
}

/** A target for what ours alone is, or for its ratio to the yardstick. */
export const most = (of: Target['of'], number: number): Target => ({ of, at: 'most', number });

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
  return (low + high) / 2;
}

/** Three digits that count. */
export const show = (value: number | null) =>
  value === null ? '' : value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

export type Verdict = 'met' | 'within swing' | 'MISSED';

/** The most by which the control was above its own median, as a factor. */
const swingOf = (control: readonly number[]) =>
  control.length === 0 ? 1 : Math.max(1, Math.max(...control) / median(control));

/** Whether a line reaches its target; null where it has none. */
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

/** Prints the rows of one part, side by side with their targets. Nothing is asserted. */
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

/** Prints what each run said of each target: it is met when two of three runs meet it. */
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
/** What does not fit into rows of ours and the yardstick's. */
export interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly cells: readonly (readonly string[])[];
}

/** Prints lines under their heads, the first column flush left. */
export function printTable({ title, head, cells }: Table, write: (text: string) => void): void {
  const columns = head.map((name, index) => Math.max(name.length, ...cells.map((cell) => (cell[index] ?? '').length)));
  const line = (cell: readonly string[]) =>
    cell
      .map((value, index) => (index === 0 ? value.padEnd(columns[index] ?? 0) : value.padStart(columns[index] ?? 0)))
      .join('  ')
      .trimEnd();
  write(`\n${title}\n${line(head)}\n${cells.map((cell) => line(cell)).join('\n')}\n`);
}
