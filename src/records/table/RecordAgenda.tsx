import { type ReactNode, useId, useMemo } from 'react';
import type { TableRow } from '../../ui/table/DataTable.tsx';
import { Card } from '../../ui/Card.tsx';
import { rows as rowList } from '../../ui/Row.css.ts';
import { agenda, agendaHead } from './table.css.ts';
import type { RowGroup } from './useRecordRows.ts';

interface CountedGroup<Row> extends RowGroup<Row> {
  readonly count: number;
}

/** The rows of a page as an agenda: one below the other, under the headings of their groups. */
export function RecordAgenda<Row extends TableRow>({
  rows,
  groups,
  drawRow,
  groupCount,
}: {
  rows: readonly Row[];
  groups: readonly CountedGroup<Row>[];
  drawRow: (row: Row) => ReactNode;
  groupCount: ((count: number) => string) | undefined;
}): ReactNode {
  const parts = useMemo(
    () => groups.map((group) => ({ group, some: rows.filter(group.has) })).filter(({ some }) => some.length > 0),
    [groups, rows],
  );
  return parts.map(({ group, some }) => (
    <Part key={group.key} title={group.title} count={groupCount?.(group.count) ?? null}>
      {some.map((row) => (
        <li key={row.id}>{drawRow(row)}</li>
      ))}
    </Part>
  ));
}

function Part({ title, count, children }: { title: string; count: string | null; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className={agenda} aria-labelledby={id}>
      <div className={agendaHead}>
        <h2 id={id}>{title}</h2>
        {count === null ? null : <p>{count}</p>}
      </div>
      <Card flush>
        <ul className={rowList}>{children}</ul>
      </Card>
    </section>
  );
}
