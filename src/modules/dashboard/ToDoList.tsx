import { type ReactNode, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { LoadFailed } from '../../records/QueryBoundary.tsx';
import { type ToDoEntry, ToDoRow } from '../../records/toDo/ToDoRow.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyRow } from '../../ui/EmptyRow.tsx';
import { Check } from '../../ui/icons.ts';
import { Section } from '../../ui/Page.tsx';
import { rows } from '../../ui/Row.css.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { usePrinting } from '../../ui/usePrinting.ts';
import { useWords } from '../../words/index.ts';
import { ShowAll } from '../../records/list/ShowAll.tsx';
import { inOrderOfRisk, shownAtFirst } from './toDo.ts';

interface ToDoListProps {
  /** null: loading. */
  readonly entries: readonly ToDoEntry[] | null;
  /** Some of it could not be loaded. */
  readonly hasFailed: boolean;
  readonly onAgain: () => void;
  /** The patient's first name, where the reader is somebody else. */
  readonly patient: string | null;
}

/** What waits for the patient until it is done; what is at risk comes first. */
export function ToDoList({ entries, hasFailed, onAgain, patient }: ToDoListProps): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const [isWhole, setWhole] = useState(false);
  const isPrinting = usePrinting();
  const all = inOrderOfRisk(entries ?? []);
  const shown = isWhole || isPrinting ? all : all.slice(0, shownAtFirst);
  const title =
    patient === null
      ? t('dashboard.toDo')
      : t('dashboard.toDoOf', { name: patient, count: entries === null ? 0 : all.length });
  return (
    <Section
      id="dashboard-to-do"
      title={entries === null && patient !== null ? t('dashboard.toDo') : title}
      end={
        all.length > shownAtFirst ? (
          <ShowAll label={t('dashboard.showAll', { count: all.length })} isWhole={isWhole} onChange={setWhole} />
        ) : null
      }
    >
      {entries === null && !hasFailed ? (
        <Card>
          <Skeleton lines={4} />
        </Card>
      ) : (
        <Card flush>
          {entries !== null && all.length === 0 && !hasFailed ? (
            <EmptyRow icon={Check} title={t('dashboard.nothingToDo')}>
              {t('dashboard.nothingToDoText')}
            </EmptyRow>
          ) : null}
          {all.length > 0 ? (
            <ul className={rows}>
              {shown.map((entry, at) => (
                <ToDoRow key={entry.key} entry={entry} isFirst={at === 0} isOffline={isOffline} />
              ))}
            </ul>
          ) : null}
          {hasFailed ? <LoadFailed isOffline={isOffline} level={3} isPart onAgain={onAgain} /> : null}
        </Card>
      )}
    </Section>
  );
}
