import type { Sort } from '../../ui/table/sorting.ts';

/** How rows are sorted by a field: by a text in the reader's language, or by an order of their own. */
type SortKey<Row> =
  | { readonly kind: 'text'; readonly textOf: (row: Row) => string }
  | { readonly kind: 'order'; readonly compare: (one: Row, other: Row) => number };

export type SortKeys<Row> = Readonly<Record<string, SortKey<Row>>>;

/** The place of each text in a language's order, ignoring case, empty ones first. Only different texts are compared, which is slow. */
function placesOf(texts: readonly string[], locale: string): ReadonlyMap<string, number> {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  const isEmpty = (text: string) => text.trim() === '';
  const inOrder = (one: string, other: string) =>
    Number(isEmpty(other)) - Number(isEmpty(one)) || (isEmpty(one) ? 0 : compare(one, other));
  const places = new Map<string, number>();
  let [place, last] = [0, ''];
  for (const text of [...new Set(texts)].toSorted(inOrder)) {
    if (inOrder(last, text) !== 0) place += 1;
    places.set(text, place);
    last = text;
  }
  return places;
}

/** Sorts rows by a field; equal rows keep their order in either direction. */
type Sorter<Row> = (sort: Sort | null) => readonly Row[];

/** Computes what it needs of a field only once, because a press on a header must be answered at once. */
export function sorterOf<Row>(rows: readonly Row[], keys: SortKeys<Row>, locale: string): Sorter<Row> {
  const known = new Map<string, ReadonlyMap<string, number>>();
  return (sort) => {
    const key = sort === null ? undefined : keys[sort.field];
    if (sort === null || key === undefined) return rows;
    const turn = sort.direction === 'ASC' ? 1 : -1;
    if (key.kind === 'order') return rows.toSorted((one, other) => turn * key.compare(one, other));
    const { textOf } = key;
    const places = known.get(sort.field) ?? placesOf(rows.map(textOf), locale);
    known.set(sort.field, places);
    const placeOf = (row: Row) => places.get(textOf(row)) ?? 0;
    return rows.toSorted((one, other) => turn * (placeOf(one) - placeOf(other)));
  };
}
