import { type ReactNode, type RefObject, useCallback, useMemo } from 'react';
import { afterPaint } from '../../browser/painting/afterPaint.ts';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable, type TableRow } from '../../ui/table/DataTable.tsx';
import { Paging } from '../../ui/table/Paging.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { listFoot } from './table.css.ts';
import { RecordFilters } from './RecordFilters.tsx';
import { type RecordRows, useRecordRows } from './useRecordRows.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { RecordAgenda } from './RecordAgenda.tsx';

/** The table of a list of records and the texts around it. */
export interface RecordTableSpec<Row extends TableRow, Option extends string> extends RecordRows<Row, Option> {
  /** The name of the table, for screen readers only. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** What an opened row shows in place of label and value pairs. */
  readonly expansion?: (row: Row) => ReactNode;
  /** Shown where no row passes the filters. */
  readonly noMatch: ReactNode;
  /** Below 992 px each row is drawn by this, under the headings of the groups, in place of the table. */
  readonly agendaRow?: (row: Row) => ReactNode;
  /** Shown beside the title of a group's heading there. */
  readonly groupCount?: (count: number) => string;
  /** With these texts the filters are in a panel of their own, above a line with the counts. */
  readonly panel?: FilterPanelTexts | null;
}

interface FilterPanelTexts {
  /** The label of the button that opens it. */
  readonly open: string;
  readonly name: string;
  readonly clear: string;
  readonly count: (shown: number, all: number) => string;
}

interface RecordTableProps<Row extends TableRow, Option extends string> {
  readonly spec: RecordTableSpec<Row, Option>;
  /** The current option; null where the list has none. */
  readonly option: Option | null;
  readonly onOption: (next: Option) => void;
  readonly panelId: string;
  readonly isPanelOpen: boolean;
  /** The control that opens the panel; it takes the focus when the focused control goes. */
  readonly opener: RefObject<HTMLButtonElement | null>;
}

/** Filters, counts, table and pages of a list of records. */
export function RecordTable<Row extends TableRow, Option extends string>({
  spec,
  option,
  onOption,
  panelId,
  isPanelOpen,
  opener,
}: RecordTableProps<Row, Option>): ReactNode {
  const { locale } = useWords();
  const size = useWindowSize();
  const { agendaRow, groupCount } = spec;
  // Paper gets the table, whatever its width.
  const isAgenda = !usePrinting() && agendaRow !== undefined && (size === 'XSmall' || size === 'Small');
  const { sort, chosen, offered, setSort, choose, clear, isFiltering, question, rows, groups, found, ...paging } =
    useRecordRows(spec, option, locale, { isUnsorted: isAgenda });
  const { caption, columns, expansion, noMatch, sortKeys, panel = null, option: optionFilter = null, choices } = spec;
  const sortable = useMemo(
    () => columns.map((column) => (sortKeys?.[column.field] === undefined ? column : { ...column, isSortable: true })),
    [columns, sortKeys],
  );
  // The same elements when only another control was pressed, so that React skips them and the press shows sooner.
  const table = useMemo(
    () =>
      isAgenda ? (
        rows.length === 0 ? (
          noMatch
        ) : (
          <RecordAgenda rows={rows} groups={groups ?? []} drawRow={agendaRow} groupCount={groupCount} />
        )
      ) : (
        <DataTable
          caption={caption}
          columns={sortable}
          rows={rows}
          sort={sort}
          question={question}
          groups={groups}
          onSort={setSort}
          expansion={expansion}
          empty={noMatch}
        />
      ),
    [isAgenda, agendaRow, groupCount, caption, sortable, rows, groups, sort, question, setSort, expansion, noMatch],
  );
  const filters = useMemo(
    () =>
      panel === null ? null : (
        <RecordFilters
          option={optionFilter}
          optionValue={option}
          onOption={onOption}
          choices={choices ?? []}
          offered={offered}
          chosen={chosen}
          onChoice={choose}
        />
      ),
    [panel, optionFilter, option, onOption, choices, offered, chosen, choose],
  );
  const clearAll = useCallback(() => {
    clear();
    if (optionFilter !== null) onOption(optionFilter.options[0].value);
    // Moving the focus makes the browser lay out the page, which the frame of the press need not wait for.
    afterPaint(() => opener.current?.focus());
  }, [clear, optionFilter, onOption, opener]);
  return (
    <>
      {panel === null ? null : (
        <>
          <section id={panelId} aria-label={panel.name} hidden={!isPanelOpen} className={screenOnly}>
            {filters}
          </section>
          <div className={listFoot}>
            <p role="status">{panel.count(found, spec.rows.length)}</p>
            {isFiltering ? (
              <Button variant="quiet" size="small" onClick={clearAll}>
                {panel.clear}
              </Button>
            ) : null}
          </div>
        </>
      )}
      {table}
      <div className={screenOnly}>
        <Paging page={paging.page} pages={paging.pages} onPage={paging.turn} />
      </div>
    </>
  );
}
