/** How a table is sorted: by which data field, in which direction (specification 3, section 9). */
export interface Sort {
  readonly field: string;
  readonly direction: 'ASC' | 'DESC';
}
export type Compare<Row> = (one: Row, other: Row) => number;

/** The sort after a press on a header: a field starts at DESC and toggles. */
export const nextSort = (current: Sort | null, field: string): Sort => ({
  field,
  direction: current?.field === field && current.direction === 'DESC' ? 'ASC' : 'DESC',
});

export const ariaSortOf = (sort: Sort | null, field: string): 'ascending' | 'descending' | 'none' =>
  sort?.field !== field ? 'none' : sort.direction === 'ASC' ? 'ascending' : 'descending';

/** The rows in the order of a sort; equal rows keep theirs. */
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

/** Compares ISO dates or instants. */
export function byDate<Row>(dateOf: (row: Row) => string | null | undefined): Compare<Row> {
  return (one, other) =>
    compareValues(dateOf(one), dateOf(other), (first, second) => Date.parse(first) - Date.parse(second));
}

/** The first line of a text with line breaks, of the keyboard or of HTML. */
export const firstLine = (text: string): string => text.split(/\r\n|[\r\n]|<br\s*\/?>/i)[0]?.trim() ?? '';

/** Compares the text before the first line break. */
export function byFirstLine<Row>(textOf: (row: Row) => string | null | undefined, locale: string): Compare<Row> {
  return byText((row) => firstLine(textOf(row) ?? ''), locale);
}
