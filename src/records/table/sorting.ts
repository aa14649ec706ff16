import type { Sort } from '../../ui/table/sorting.ts';

/** How rows are sorted by a field: by a text in the reader's language, or by an order of their own. */
type SortKey<Row> =
  | { readonly kind: 'text'; readonly textOf: (row: Row) => string }
  | { readonly kind: 'order'; readonly compare: (one: Row, other: Row) => number };

export type SortKeys<Row> = Readonly<Record<string, SortKey<Row>>>;

/** The rank of each row by a field, from 0; equal rows share a rank. */
interface Ranks {
  readonly of: Uint32Array;
  readonly count: number;
}

/** Numbers values that are in order already, equal ones alike. Returns how many ranks there are. */
function ranked<Value>(
  ordered: readonly Value[],
  isSame: (one: Value, other: Value) => boolean,
  give: (value: Value, rank: number) => void,
): number {
  let rank = -1;
  let last: { readonly value: Value } | null = null;
  for (const value of ordered) {
    if (last === null || !isSame(last.value, value)) rank += 1;
    give(value, rank);
    last = { value };
  }
  return rank + 1;
}

/** Ranks by a text in a language's order, ignoring case, empty ones first. Only different texts are compared, which is slow. */
function ranksByText(texts: readonly string[], locale: string): Ranks {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  const isEmpty = (text: string) => text.trim() === '';
  const different = [...new Set(texts)].toSorted(
    (one, other) => Number(isEmpty(other)) - Number(isEmpty(one)) || compare(one, other),
  );
  const ranks = new Map<string, number>();
  const count = ranked(
    different,
    (one, other) => (isEmpty(one) ? isEmpty(other) : compare(one, other) === 0),
    (text, rank) => ranks.set(text, rank),
  );
  return { of: Uint32Array.from(texts, (text) => ranks.get(text) ?? 0), count };
}

function ranksByOrder<Row>(rows: readonly Row[], compare: (one: Row, other: Row) => number): Ranks {
  const of = new Uint32Array(rows.length);
  const ordered = rows.map((row, index) => ({ row, index })).toSorted((one, other) => compare(one.row, other.row));
  const count = ranked(
    ordered,
    (one, other) => compare(one.row, other.row) === 0,
    ({ index }, rank) => {
      of[index] = rank;
    },
  );
  return { of, count };
}

/** Puts each row where its rank begins, in one pass; rows of one rank keep their order in either direction. */
function inRanks<Row>(rows: readonly Row[], { of, count }: Ranks, direction: Sort['direction']): Row[] {
  const rankOf = (index: number) => (direction === 'ASC' ? (of[index] ?? 0) : count - 1 - (of[index] ?? 0));
  const next = new Uint32Array(count + 1);
  for (let index = 0; index < rows.length; index += 1) {
    const after = rankOf(index) + 1;
    next[after] = (next[after] ?? 0) + 1;
  }
  for (let rank = 1; rank <= count; rank += 1) next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
  const order = new Uint32Array(rows.length);
  for (let index = 0; index < rows.length; index += 1) {
    const rank = rankOf(index);
    const at = next[rank] ?? 0;
    order[at] = index;
    next[rank] = at + 1;
  }
  const sorted: Row[] = [];
  for (const index of order) {
    const row = rows[index];
    if (row !== undefined) sorted.push(row);
  }
  return sorted;
}

/** Sorts rows by a field; equal rows keep their order in either direction. */
type Sorter<Row> = (sort: Sort | null) => readonly Row[];

/** Computes what it needs of a field only once, because a press on a header must be answered at once. */
export function sorterOf<Row>(rows: readonly Row[], keys: SortKeys<Row>, locale: string): Sorter<Row> {
  const known = new Map<string, Ranks>();
  return (sort) => {
    const key = sort === null ? undefined : keys[sort.field];
    if (sort === null || key === undefined) return rows;
    let ranks = known.get(sort.field);
    if (ranks === undefined) {
      ranks = key.kind === 'text' ? ranksByText(rows.map(key.textOf), locale) : ranksByOrder(rows, key.compare);
      known.set(sort.field, ranks);
    }
    return inRanks(rows, ranks, sort.direction);
  };
}
