import type { ComponentProps, ReactNode } from 'react';
import { VisuallyHidden } from '../VisuallyHidden.tsx';

/** Roles are repeated, because browsers forget a table's semantics when its display changes. */
export const tableRoles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

export const columnHeaders = (...names: readonly string[]): ReactNode =>
  names.map((name) => (
    <th key={name} {...tableRoles.columnheader} scope="col">
      {name}
    </th>
  ));

interface CaptionedTableProps extends ComponentProps<'table'> {
  /** The name of the table, for screen readers. */
  readonly caption: string;
  readonly headers: ReactNode;
}

/** A table with its name and a row of headers; its groups of rows are the children. */
export const CaptionedTable = ({ caption, headers, children, ...rest }: CaptionedTableProps): ReactNode => (
  <table {...tableRoles.table} {...rest}>
    <caption>
      <VisuallyHidden>{caption}</VisuallyHidden>
    </caption>
    <thead {...tableRoles.rowgroup}>
      <tr {...tableRoles.row}>{headers}</tr>
    </thead>
    {children}
  </table>
);
