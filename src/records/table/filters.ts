/** A filter by one of the texts that rows have in a field. */
export interface ChoiceFilter<Row> {
  readonly field: string;
  readonly label: string;
  /** The text of the box while nothing is chosen. */
  readonly any: string;
  readonly textOf: (row: Row) => string;
}

/** A filter of two to four fixed options, saved with the account as a preference. */
export interface OptionFilter<Row, Option extends string> {
  readonly label: string;
  readonly preference: string;
  /** The first lets every row pass; it is the default. */
  readonly options: readonly [FilterOption<Option>, ...FilterOption<Option>[]];
  readonly passes: (row: Row, option: Option) => boolean;
}
interface FilterOption<Option extends string> {
  readonly value: Option;
  readonly label: string;
}

/** The chosen text of each choice filter, by field; null or missing: none. */
export type ChosenFilters = Readonly<Record<string, string | null>>;
export const nothingChosen: ChosenFilters = {};

/** The state of all filters: the choices, and the option where the list has one. */
export interface FilterState<Option extends string> {
  readonly chosen: ChosenFilters;
  readonly option: Option | null;
}

interface Filters<Row, Option extends string> {
  readonly choices: readonly ChoiceFilter<Row>[];
  readonly option: OptionFilter<Row, Option> | null;
}

/** The distinct texts of a field in the order of the language; empty ones are left out. */
export function choicesOf<Row>(rows: readonly Row[], textOf: (row: Row) => string, locale: string): string[] {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'variant', numeric: true });
  return [...new Set(rows.map(textOf))].filter((text) => text.trim() !== '').toSorted(compare);
}

/** The choices that some row still has: new data must not leave a list empty for no visible reason. */
export const stillOffered = (
  chosen: ChosenFilters,
  offered: Readonly<Record<string, readonly string[]>>,
): ChosenFilters =>
  Object.fromEntries(
    Object.entries(chosen).map(([field, text]) => [field, offered[field]?.find((one) => one === text) ?? null]),
  );

const isOptionFiltering = <Row, Option extends string>(
  filter: OptionFilter<Row, Option> | null,
  option: Option | null,
): boolean => filter !== null && option !== null && option !== filter.options[0].value;

/** Whether anything is filtered, so that there is something to clear. */
export const isFiltering = <Row, Option extends string>(
  { option: filter }: Pick<Filters<Row, Option>, 'option'>,
  { chosen, option }: FilterState<Option>,
): boolean => isOptionFiltering(filter, option) || Object.values(chosen).some((text) => text !== null);

/** The rows that pass every filter, in their order; the same array if nothing filters. */
export function matching<Row, Option extends string>(
  rows: readonly Row[],
  filters: Filters<Row, Option>,
  state: FilterState<Option>,
): readonly Row[] {
  if (!isFiltering(filters, state)) return rows;
  const { option } = state;
  const active = filters.choices.flatMap(({ field, textOf }) => {
    const text = state.chosen[field] ?? null;
    return text === null ? [] : [{ text, textOf }];
  });
  const filter = isOptionFiltering(filters.option, option) ? filters.option : null;
  return rows.filter(
    (row) =>
      active.every(({ text, textOf }) => textOf(row) === text) &&
      (filter === null || option === null || filter.passes(row, option)),
  );
}

/** The rows of a page, counted from 1; the last page where there are fewer. Without a size all rows are one page. */
export function pageOf<Row>(
  rows: readonly Row[],
  wanted: number,
  size: number | null,
): { readonly page: number; readonly pages: number; readonly rows: readonly Row[] } {
  if (size === null) return { page: 1, pages: 1, rows };
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(Math.max(1, wanted), pages);
  return { page, pages, rows: rows.slice((page - 1) * size, page * size) };
}
