import { type ReactNode, useId, useMemo, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { TableRow } from '../../ui/table/DataTable.tsx';
import { Card } from '../../ui/Card.tsx';
import { rows as rowList } from '../../ui/Row.css.ts';
import { useWords } from '../../words/index.ts';
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
    <Part
      key={group.key}
      title={group.title}
      count={groupCount?.(group.count) ?? null}
      shownAtFirst={group.shownAtFirst ?? some.length}
      rows={some}
      drawRow={drawRow}
    />
  ));
}

function Part<Row extends TableRow>({
  title,
  count,
  shownAtFirst,
  rows,
  drawRow,
}: {
  title: string;
  count: string | null;
  shownAtFirst: number;
  rows: readonly Row[];
  drawRow: (row: Row) => ReactNode;
}): ReactNode {
  const { t } = useWords();
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, shownAtFirst);
  const more = rows.length - shownAtFirst;
  return (
    <section className={agenda} aria-labelledby={id}>
      <div className={agendaHead}>
        <h2 id={id}>{title}</h2>
        {count === null ? null : <p>{count}</p>}
      </div>
      <Card flush>
        <ul className={rowList}>
          {shown.map((row) => (
            <li key={row.id}>{drawRow(row)}</li>
          ))}
        </ul>
      </Card>
      {more > 0 ? (
        <Button variant="quiet" size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('records.showFewer') : t('records.showMore', { count: more })}
        </Button>
      ) : null}
    </section>
  );
}
