import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type ToDoEntry, ToDoRow } from '../../records/toDo/ToDoRow.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown, ChevronUp } from '../../ui/icons.ts';
import { section } from '../../ui/Page.css.ts';
import { Section } from '../../ui/Page.tsx';
import { chevron, row, rowMain, rows, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { headingRow } from './dashboard.css.ts';

/** Steps that help somebody begin. Beside things to do it is one row that opens. */
export function SetUpList({
  entries,
  isBesideToDos,
}: {
  entries: readonly ToDoEntry[];
  isBesideToDos: boolean;
}): ReactNode {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const [hasDeclined, setHasDeclined] = useState(false);
  const declined = useRef<{ readonly key: string; readonly at: number } | null>(null);
  const region = useRef<HTMLDivElement>(null);
  const listId = useId();

  // The pressed button is gone with its row: the next step gets the focus, after the last one the text that nothing is left.
  useEffect(() => {
    const last = declined.current;
    if (last === null || entries.some(({ key }) => key === last.key)) return;
    declined.current = null;
    const left = [...(region.current?.querySelectorAll('li') ?? [])];
    const next = left[Math.min(last.at, left.length - 1)]?.querySelector<HTMLElement>('a, button');
    (next ?? region.current)?.focus();
  }, [entries]);

  const withFocusKept = (entry: ToDoEntry, at: number): ToDoEntry => {
    const { key, decline } = entry;
    if (decline === undefined) return entry;
    const press = () => {
      declined.current = { key, at };
      setHasDeclined(true);
      decline.press();
    };
    return { ...entry, decline: { ...decline, press } };
  };

  if (entries.length === 0)
    return hasDeclined ? (
      <div ref={region} tabIndex={-1}>
        <VisuallyHidden>{t('dashboard.setUpDone')}</VisuallyHidden>
      </div>
    ) : null;
  const steps = (
    <ul id={listId} className={rows}>
      {entries.map((entry, at) => (
        <ToDoRow key={entry.key} entry={withFocusKept(entry, at)} isFirst={false} isOffline={false} />
      ))}
    </ul>
  );
  return (
    <div ref={region} className={screenOnly}>
      {isBesideToDos ? (
        <section className={`${section} ${headingRow}`} aria-labelledby="dashboard-set-up-title">
          <Card flush>
            <h2>
              <button
                type="button"
                className={row}
                aria-expanded={isOpen}
                aria-controls={isOpen ? listId : undefined}
                onClick={() => setOpen(!isOpen)}
              >
                <span className={rowMain}>
                  <span className={rowTitle} id="dashboard-set-up-title">
                    {t('dashboard.setUp')}
                  </span>
                  <span className={rowSub}>{t('dashboard.setUpSteps', { count: entries.length })}</span>
                </span>
                <span className={chevron}>
                  <Icon of={isOpen ? ChevronUp : ChevronDown} size="s" />
                </span>
              </button>
            </h2>
            {isOpen ? steps : null}
          </Card>
        </section>
      ) : (
        <Section id="dashboard-set-up" title={t('dashboard.setUp')}>
          <Card flush>{steps}</Card>
        </Section>
      )}
    </div>
  );
}
