/** One line of the bench: what was measured, ours and the yardstick's, and what we want of it. */
export interface Row {
  readonly what: string;
  readonly ours: number;
  readonly yardstick: number | null;
  readonly unit: 'KB' | 'ms' | 's' | 'MB' | '/s';
  /** `ratio`: ours to the yardstick; `value`: ours alone. */
  readonly target: { readonly of: 'ratio' | 'value'; readonly at: 'most' | 'least'; readonly number: number } | null;
  /** Both at once may be wanted. */
  readonly and?: { readonly of: 'ratio' | 'value'; readonly at: 'most' | 'least'; readonly number: number };
  readonly note?: string;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
  return (low + high) / 2;
}

/** Three digits that count. */
export const show = (value: number | null) => (value === null ? '' : value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2));

type Target = NonNullable<Row['target']>;

function verdict({ ours, yardstick, unit }: Row, { of, at, number }: Target): { text: string; isMet: boolean } {
  const value = of === 'ratio' ? ours / (yardstick ?? Number.NaN) : ours;
  return { text: `${at === 'most' ? '≤' : '≥'} ${number}${of === 'ratio' ? '×' : ` ${unit}`}`, isMet: at === 'most' ? value <= number : value >= number };
}

/** Prints the rows of one part, side by side with their targets. Nothing is asserted. */
export function print(title: string, rows: readonly Row[], write: (text: string) => void): void {
  const cells = rows.map((row) => {
    const targets = [row.target, row.and ?? null].filter((target) => target !== null).map((target) => verdict(row, target));
    return [
      row.what,
      `${show(row.ours)} ${row.unit}`,
      row.yardstick === null ? '' : `${show(row.yardstick)} ${row.unit}`,
      row.yardstick === null ? '' : `${(row.ours / row.yardstick).toFixed(2)}×`,
      targets.map(({ text }) => text).join(', '),
      targets.length === 0 ? '' : targets.every(({ isMet }) => isMet) ? 'met' : 'MISSED',
      row.note ?? '',
    ];
  });
  printTable({ title, head: ['', 'ours', 'yardstick', 'ratio', 'target', '', ''], cells }, write);
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
  const line = (cell: readonly string[]) => cell.map((value, index) => (index === 0 ? value.padEnd(columns[index] ?? 0) : value.padStart(columns[index] ?? 0))).join('  ').trimEnd();
  write(`\n${title}\n${line(head)}\n${cells.map((cell) => line(cell)).join('\n')}\n`);
}
