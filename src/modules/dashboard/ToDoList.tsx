import { type ReactNode, useId, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { LoadFailed } from '../../records/QueryBoundary.tsx';
import { useFacilityPhone } from '../../records/useFacilityPhone.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyRow } from '../../ui/EmptyRow.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Check, type IconGlyph } from '../../ui/icons.ts';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { Section } from '../../ui/Page.tsx';
import { row, rowMain, rows, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { useWords } from '../../words/index.ts';
import type { Way } from './links.ts';
import { ShowAll } from './ShowAll.tsx';
import { toDoReason, toDoRow } from './toDo.css.ts';
import { inOrderOfRisk, type Ranked, shownAtFirst } from './toDo.ts';

/** What a press on the button of a thing to do does. */
export type ToDoPress =
  | { readonly kind: 'link'; readonly label: string; readonly way: Way; readonly needsConnection: boolean }
  | {
      readonly kind: 'press';
      readonly label: string;
      readonly press: () => Promise<unknown>;
      readonly offlineReason: string;
    };

/** One thing that waits, in words of the language. */
export interface ToDoEntry extends Ranked {
  readonly key: string;
  readonly title: string;
  readonly lang?: string;
  readonly line: string;
  readonly icon?: IconGlyph;
  readonly badge?: string;
  readonly progress?: { readonly done: number; readonly total: number };
  readonly action: ToDoPress | null;
}

export interface ToDoListProps {
  /** null: not known yet. */
  readonly entries: readonly ToDoEntry[] | null;
  /** Some of it could not be loaded. */
  readonly hasFailed: boolean;
  readonly onAgain: () => void;
  /** First name of the patient, where that is another than the reader. */
  readonly patient: string | null;
}

/** What waits for the patient, until it is done: what is at risk first. */
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
                <Entry key={entry.key} entry={entry} isFirst={at === 0} isOffline={isOffline} />
              ))}
            </ul>
          ) : null}
          {hasFailed ? <LoadFailed isOffline={isOffline} level={3} isPart onAgain={onAgain} /> : null}
        </Card>
      )}
    </Section>
  );
}

function Entry({
  entry: { title, lang, line, icon, badge, progress, action },
  isFirst,
  isOffline,
}: {
  entry: ToDoEntry;
  isFirst: boolean;
  isOffline: boolean;
}): ReactNode {
  const titleId = useId();
  const buttonId = useId();
  const reasonId = useId();
  const reason = useOfflineReason(isOffline ? action : null);
  const variant = isFirst ? 'primary' : 'secondary';
  const off = reason === null ? undefined : reasonId;
  return (
    <li className={classes(row, toDoRow)}>
      <div className={rowMain}>
        <h3 id={titleId} className={rowTitle} lang={lang}>
          {title}
        </h3>
        {badge !== undefined || line !== '' ? (
          <p className={rowSub}>
            {badge === undefined ? null : <Badge kind="warning">{badge}</Badge>}
            {icon === undefined ? null : <Icon of={icon} size="xs" />}
            {line}
          </p>
        ) : null}
        {progress === undefined ? null : <ProgressBar {...progress} />}
      </div>
      {action === null ? null : action.kind === 'link' && reason === null ? (
        <ButtonLink
          variant={variant}
          size="small"
          className={screenOnly}
          id={buttonId}
          aria-labelledby={`${buttonId} ${titleId}`}
          {...action.way}
        >
          {action.label}
        </ButtonLink>
      ) : (
        <PressButton
          variant={variant}
          label={action.label}
          id={buttonId}
          labelledBy={`${buttonId} ${titleId}`}
          describedBy={off}
          isOff={reason !== null}
          onPress={action.kind === 'press' ? action.press : null}
        />
      )}
      {reason === null ? null : (
        <p className={toDoReason} id={reasonId}>
          {reason}
        </p>
      )}
    </li>
  );
}

function PressButton({
  variant,
  label,
  id,
  labelledBy,
  describedBy,
  isOff,
  onPress,
}: {
  variant: 'primary' | 'secondary';
  label: string;
  id: string;
  labelledBy: string;
  describedBy: string | undefined;
  isOff: boolean;
  onPress: (() => Promise<unknown>) | null;
}): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const press = () => {
    if (onPress === null) return;
    setBusy(true);
    void onPress()
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <Button
      variant={variant}
      size="small"
      className={screenOnly}
      id={id}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      disabled={isOff}
      busy={isBusy}
      onClick={press}
    >
      {label}
    </Button>
  );
}

/** Why a button cannot be pressed without a connection, with another way where there is one. */
function useOfflineReason(action: ToDoPress | null): string | null {
  const { t } = useWords();
  const phone = useFacilityPhone();
  if (action === null) return null;
  if (action.kind === 'press') return action.offlineReason;
  if (!action.needsConnection) return null;
  return phone === null ? t('dashboard.needsConnection') : t('dashboard.needsConnectionOrCall', { phone: phone.shown });
}
