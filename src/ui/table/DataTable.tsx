import { type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import { type Words, useWords } from '../../words/index.ts';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';
import { IconButton } from '../IconButton.tsx';
import { ChevronDown, TriangleAlert } from '../icons.ts';
import { VisuallyHidden } from '../VisuallyHidden.tsx';
import {
  cellLabel,
  expandedRow,
  expansionRow,
  flagged,
  flagWords,
  groupHead,
  inRow,
  sortWords,
  table,
  toggleCell,
  unsortable,
} from './DataTable.css.ts';
import { CaptionedTable, tableRoles } from './CaptionedTable.tsx';
import { frame } from './CaptionedTable.css.ts';
import { HeaderCell } from './HeaderCell.tsx';
import type { Sort } from './sorting.ts';

/** The fields of a row besides its data. */
export interface TableRow {
  readonly id: string | number;
  /** Highlights the row, for example a value outside its range; its text says the same. */
  readonly flag?: string | null;
}

/** A column (specification 3, section 9). */
export interface Column<Row extends TableRow> {
  /** The data field, which also names a sort. */
  readonly field: string;
  /** Its name in the language of the page. */
  readonly name: string;
  /** The cell's text, which also names the row. */
  readonly text: (row: Row) => string;
  /** Renders the cell where its text is not enough. */
  readonly render?: (row: Row) => ReactNode;
  readonly hidden?: boolean;
  /** Makes the header a sort button. */
  readonly isSortable?: boolean;
  /** Stays visible when the row is collapsed; the first column always does. */
  readonly inCollapsedRow?: boolean;
}

export interface TableGroup<Row> {
  readonly key: string;
  readonly title: string;
  readonly has: (row: Row) => boolean;
}

interface DataTableProps<Row extends TableRow> {
  /** The name of the table, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  /** In the order of `sort`. */
  readonly rows: readonly Row[];
  readonly sort?: Sort | null;
  readonly onSort?: (sort: Sort) => void;
  /** A key for the owner's filter or sort: rows under another key are rendered anew, which takes less than moving them. */
  readonly question?: string;
  /** Groups of the table, each under its heading; the rows come in this order. */
  readonly groups?: readonly TableGroup<Row>[] | null;
  /** What an opened row shows in place of label and value pairs. Rows close when new data arrives. */
  readonly expansion?: (row: Row) => ReactNode;
  /** Shown in place of a table without rows. */
  readonly empty: ReactNode;
}

/** Caches the rows, so that a press that changes few does not render fifty again: React skips an identical element. */
function drawnOnce<Row extends TableRow>(
  draw: (row: Row, isOpen: boolean) => ReactNode,
): (row: Row, isOpen: boolean) => ReactNode {
  const known = new WeakMap<Row, { readonly isOpen: boolean; readonly element: ReactNode }>();
  return (row, isOpen) => {
    const last = known.get(row);
    if (last?.isOpen === isOpen) return last.element;
    const element = draw(row, isOpen);
    known.set(row, { isOpen, element });
    return element;
  };
}

const doNothing = (): void => undefined;

/** A table where there is room; in a container narrower than 688 px, rows that open to label and value pairs. */
export function DataTable<Row extends TableRow>({
  caption,
  columns,
  rows,
  sort = null,
  onSort = doNothing,
  question,
  groups = null,
  expansion,
  empty,
}: DataTableProps<Row>): ReactNode {
  const words = useWords();
  const { t } = words;
  const tableId = useId();
  const [opened, setOpened] = useState<{ readonly rows: readonly Row[]; readonly ids: ReadonlySet<Row['id']> }>({
    rows,
    ids: new Set(),
  });
  // New data closes opened rows. The same data in a new array, as when time passes, closes none.
  if (expansion && !areSameEntries(opened.rows, rows)) setOpened({ rows, ids: new Set() });
  const shown = useMemo(() => columns.filter(({ hidden }) => hidden !== true), [columns]);
  const toggle = useCallback(
    (id: Row['id']) =>
      setOpened((last) => {
        const ids = new Set(last.ids);
        if (!ids.delete(id)) ids.add(id);
        return { ...last, ids };
      }),
    [],
  );
  const drawn = useMemo(
    () =>
      drawnOnce((row: Row, isOpen) => (
        <DataRow
          key={row.id}
          words={words}
          row={row}
          columns={shown}
          detailId={`${tableId}-${row.id}`}
          isOpen={isOpen}
          expansion={expansion}
          onToggle={toggle}
        />
      )),
    [words, shown, tableId, expansion, toggle],
  );
  const columnCount = shown.length + 1;
  // The same element when only the header changes, so that a press on it shows before the rows change.
  const rowGroups = useMemo(() => {
    const draw = (some: readonly Row[]) => some.map((row) => drawn(row, opened.ids.has(row.id)));
    if (groups === null)
      return (
        <tbody key={question} {...tableRoles.rowgroup}>
          {draw(rows)}
        </tbody>
      );
    return groups.flatMap(({ key, title, has }) => {
      const some = rows.filter(has);
      return some.length === 0
        ? []
        : [
            <tbody key={`${question} ${key}`} {...tableRoles.rowgroup}>
              <tr {...tableRoles.row}>
                <th {...tableRoles.rowheader} scope="rowgroup" colSpan={columnCount} className={groupHead}>
                  {title}
                </th>
              </tr>
              {draw(some)}
            </tbody>,
          ];
    });
  }, [question, rows, drawn, opened.ids, groups, columnCount]);
  if (rows.length === 0) return empty;
  const hasSort = shown.some(({ isSortable }) => isSortable);

  return (
    <div className={frame}>
      <CaptionedTable
        className={table}
        caption={caption}
        data-expansion={expansion ? '' : undefined}
        data-sortless={hasSort ? undefined : ''}
        headers={
          <>
            <td className={sortWords} {...tableRoles.cell}>
              {t('table.sortBy')}
            </td>
            {shown.map(({ field, name, isSortable = false }) => (
              <HeaderCell
                key={field}
                field={field}
                name={name}
                isSortable={isSortable}
                sorted={sort?.field === field ? sort.direction : null}
                onSort={onSort}
              />
            ))}
            <th {...tableRoles.columnheader} scope="col" className={classes(toggleCell, unsortable)}>
              <VisuallyHidden>{t('table.details')}</VisuallyHidden>
            </th>
          </>
        }
      >
        {rowGroups}
      </CaptionedTable>
    </div>
  );
}

interface DataRowProps<Row extends TableRow> {
  readonly words: Words;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly detailId: string;
  readonly isOpen: boolean;
  readonly expansion: DataTableProps<Row>['expansion'];
  readonly onToggle: (id: Row['id']) => void;
}

const areSameEntries = (before: readonly TableRow[], after: readonly TableRow[]): boolean =>
  before === after || (before.length === after.length && before.every(({ id }, place) => id === after[place]?.id));

function DataRow<Row extends TableRow>({
  words: { t },
  row,
  columns,
  detailId,
  isOpen,
  expansion,
  onToggle,
}: DataRowProps<Row>): ReactNode {
  const [lead] = columns;
  return (
    <>
      <tr
        {...tableRoles.row}
        id={expansion ? undefined : detailId}
        className={classes(row.flag && flagged, isOpen && !expansion && expandedRow)}
      >
        {columns.map((column) => (
          <Cell key={column.field} column={column} row={row} isLead={column === lead} />
        ))}
        <td {...tableRoles.cell} className={toggleCell}>
          <IconButton
            icon={ChevronDown}
            label={t('table.showMore', { name: lead?.text(row) ?? '' })}
            aria-expanded={isOpen}
            aria-controls={detailId}
            onClick={() => onToggle(row.id)}
          />
        </td>
      </tr>
      {expansion && isOpen ? (
        <tr {...tableRoles.row} id={detailId} className={expansionRow}>
          <td {...tableRoles.cell} colSpan={columns.length + 1}>
            {expansion(row)}
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Cell<Row extends TableRow>({
  column,
  row,
  isLead,
}: {
  column: Column<Row>;
  row: Row;
  isLead: boolean;
}): ReactNode {
  const { name, text, render, inCollapsedRow } = column;
  return (
    <td {...(isLead ? tableRoles.rowheader : tableRoles.cell)} className={classes((isLead || inCollapsedRow) && inRow)}>
      <span className={cellLabel}>{name}</span>
      <div>{render ? render(row) : text(row)}</div>
      {isLead && row.flag ? (
        <span className={flagWords}>
          <Icon of={TriangleAlert} size="xs" />
          {row.flag}
        </span>
      ) : null}
    </td>
  );
}
