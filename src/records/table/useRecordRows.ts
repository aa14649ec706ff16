import { startTransition, useCallback, useMemo, useState } from 'react';
import { useValueAfterPaint } from '../../browser/painting/useValueAfterPaint.ts';
import type { TableGroup, TableRow } from '../../ui/table/DataTable.tsx';
import type { Sort } from '../../ui/table/sorting.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import {
  type ChoiceFilter,
  type ChosenFilters,
  choicesOf,
  type FilterState,
  isFiltering,
  matching,
  nothingChosen,
  type OptionFilter,
  pageOf,
  stillOffered,
} from './filters.ts';
import { type SortKeys, sorterOf } from './sorting.ts';

export interface RowGroup<Row> extends TableGroup<Row> {
  /** How many rows the agenda shows until the rest is asked for; left out: all. */
  readonly shownAtFirst?: number;
}

/** What a list of records consists of. Every part must be the same object from render to render unless it has changed. */
export interface RecordRows<Row extends TableRow, Option extends string> {
  readonly rows: readonly Row[];
  readonly option?: OptionFilter<Row, Option> | null;
  readonly choices?: readonly ChoiceFilter<Row>[];
  readonly sortKeys?: SortKeys<Row>;
  /** Groups of the list with headings, while it is not sorted; the rows come in this order. */
  readonly groups?: readonly RowGroup<Row>[];
  /** Rows on a page of the screen, for lists too long to read at once; paper has all of them. */
  readonly pageSize?: number | null;
}

const noChoices: readonly never[] = [];
const noKeys = {};
const noGroups: readonly never[] = [];

/**
 * The rows that a list shows: filtered, sorted, one page of them, and all on paper. Controls show a press at once; the rows follow in the
 * frame after the one that shows the press.
 */
export function useRecordRows<Row extends TableRow, Option extends string>(
  {
    rows,
    option: optionFilter = null,
    choices = noChoices,
    sortKeys = noKeys,
    groups = noGroups,
    pageSize = null,
  }: RecordRows<Row, Option>,
  option: Option | null,
  locale: string,
  { isUnsorted = false }: { readonly isUnsorted?: boolean } = {},
) {
  const isPrinting = usePrinting();
  const [chosen, setChosen] = useState<ChosenFilters>(nothingChosen);
  const [sort, setSort] = useState<Sort | null>(null);
  const [turned, setTurned] = useState({ question: '', page: 1 });

  const sortBy = useMemo(() => sorterOf(rows, sortKeys, locale), [rows, sortKeys, locale]);
  const offered = useMemo<Readonly<Record<string, readonly string[]>>>(
    () => Object.fromEntries(choices.map(({ field, textOf }) => [field, choicesOf(rows, textOf, locale)])),
    [rows, choices, locale],
  );
  const narrowed = useMemo(() => stillOffered(chosen, offered), [chosen, offered]);
  const held = isUnsorted ? null : sort;
  const pressed = useMemo(() => ({ sort: held, chosen: narrowed, option }), [held, narrowed, option]);
  const state = useValueAfterPaint(pressed);

  const filters = useMemo(() => ({ choices, option: optionFilter }), [choices, optionFilter]);
  const sorted = useMemo(() => sortBy(state.sort), [sortBy, state.sort]);
  const found = useMemo(() => matching(sorted, filters, state), [sorted, filters, state]);
  const question = useMemo(() => JSON.stringify(state), [state]);
  const grouped = useMemo(
    () =>
      state.sort === null && groups.length > 0
        ? groups.map((group) => ({ ...group, count: found.filter(group.has).length }))
        : null,
    [state.sort, groups, found],
  );
  // Changed rows start at their first page.
  if (turned.question !== question) setTurned({ question, page: 1 });
  const {
    page,
    pages,
    rows: onPage,
  } = useMemo(() => pageOf(found, turned.page, pageSize), [found, turned.page, pageSize]);

  return {
    /** What the controls show. */
    sort: held,
    chosen: narrowed,
    offered,
    setSort,
    choose: useCallback((field: string, text: string | null) => setChosen((last) => ({ ...last, [field]: text })), []),
    clear: useCallback(() => setChosen(nothingChosen), []),
    isFiltering: isFiltering<Row, Option>(filters, state satisfies FilterState<Option>),
    /** What the rows show. */
    question,
    rows: isPrinting ? found : onPage,
    /** The groups with all their rows, on whatever page; null while the rows are sorted by a column. */
    groups: grouped,
    found: found.length,
    page,
    pages,
    turn: (next: number) => startTransition(() => setTurned({ question, page: next })),
  };
}
