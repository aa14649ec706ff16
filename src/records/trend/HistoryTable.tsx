import type { ReactNode } from 'react';
import { CaptionedTable, columnHeaders } from '../../ui/table/CaptionedTable.tsx';
import { miniTable } from './trend.css.ts';

/** One line of a history: its date, and a text for each further column. */
export interface HistoryRow {
  readonly key: string | number;
  readonly date: ReactNode;
  readonly texts: readonly string[];
}

export const HistoryTable = ({
  caption,
  columns,
  rows,
}: {
  caption: string;
  /** Their names, that of the dates first. */
  columns: readonly string[];
  rows: readonly HistoryRow[];
}): ReactNode => (
  <CaptionedTable className={miniTable} caption={caption} headers={columnHeaders(...columns)}>
    <tbody>
      {rows.map(({ key, date, texts }) => (
        <tr key={key}>
          <th scope="row">{date}</th>
          {columns.slice(1).map((column, at) => (
            <td key={column}>{texts[at]}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </CaptionedTable>
);
