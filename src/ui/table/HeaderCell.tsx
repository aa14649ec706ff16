import { memo, type ReactNode } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../Icon.tsx';
import { ArrowDown, ArrowUp, ChevronsUpDown } from '../icons.ts';
import { tableRoles } from './CaptionedTable.tsx';
import { sortButton, sortMark, unsortable } from './DataTable.css.ts';
import { ariaSortOf, nextSort, type Sort } from './sorting.ts';

interface HeaderCellProps {
  readonly field: string;
  readonly name: string;
  readonly isSortable: boolean;
  /** null: not sorted by this one. */
  readonly sorted: Sort['direction'] | null;
  readonly onSort: (next: Sort) => void;
}

/** The header of a column; a button where the column can be sorted. */
export const HeaderCell = memo(function HeaderCell({
  field,
  name,
  isSortable,
  sorted: direction,
  onSort,
}: HeaderCellProps): ReactNode {
  const sort = direction === null ? null : { field, direction };
  return (
    <th
      {...tableRoles.columnheader}
      scope="col"
      className={classes(!isSortable && unsortable)}
      aria-sort={isSortable ? ariaSortOf(sort, field) : undefined}
    >
      {isSortable ? (
        <button type="button" className={sortButton} onClick={() => onSort(nextSort(sort, field))}>
          {name}
          <span className={sortMark}>
            <Icon of={ChevronsUpDown} size="xs" />
            <Icon of={ArrowUp} size="xs" />
            <Icon of={ArrowDown} size="xs" />
          </span>
        </button>
      ) : (
        name
      )}
    </th>
  );
});
