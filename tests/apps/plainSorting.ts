import type { Sort } from '../../src/ui/table/sorting.ts';

type Compare<Row> = (one: Row, other: Row) => number;

/** The rows in the order of a sort, by comparing each with each; equal rows keep theirs. */
export const sorted = <Row>(rows: readonly Row[], compare: Compare<Row>, direction: Sort['direction']): Row[] =>
  rows.toSorted((one, other) => (direction === 'ASC' ? compare(one, other) : compare(other, one)));

const isEmpty = (value: string | null | undefined): value is null | undefined | '' =>
  value === null || value === undefined || value.trim() === '';

/** Empty values come first. */
function compareValues(
  one: string | null | undefined,
  other: string | null | undefined,
  compare: (one: string, other: string) => number,
): number {
  if (isEmpty(one) || isEmpty(other)) return Number(isEmpty(other)) - Number(isEmpty(one)) || 0;
  return compare(one, other);
}

/** Compares texts in the order of a language, ignoring case; numbers in them by their value. */
export function byText<Row>(textOf: (row: Row) => string | null | undefined, locale: string): Compare<Row> {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  return (one, other) => compareValues(textOf(one), textOf(other), compare);
}

/** The first line of a text with line breaks, of the keyboard or of HTML. */
const firstLine = (text: string): string => text.split(/\r\n|[\r\n]|<br\s*\/?>/i)[0]?.trim() ?? '';

/** Compares the text before the first line break. */
export function byFirstLine<Row>(textOf: (row: Row) => string | null | undefined, locale: string): Compare<Row> {
  return byText((row) => firstLine(textOf(row) ?? ''), locale);
}
