import { type ReactNode, useId, useState } from 'react';
import { failureOf } from '../../data/errors.ts';
import { showFailure } from '../../data/showFailure.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconGlyph } from '../../ui/icons.ts';
import { ButtonLink } from '../../ui/LinkButton.tsx';
import { ProgressBar } from '../../ui/Progress.tsx';
import { row, rowMain, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { useFacilityPhone } from '../useFacilityPhone.ts';
import type { LinkProps } from '../links.ts';
import { toDoHead, toDoReason, toDoRow, toDoTwoWays } from './toDo.css.ts';

/** A button of a thing to do that runs something and opens no page. */
export interface ToDoRun {
  readonly kind: 'press';
  readonly label: string;
  readonly press: () => Promise<unknown>;
  /** Why it cannot be pressed without a connection; null: it can be. */
  readonly offlineReason: string | null;
}
/** The result of a press on the button of a thing to do. */
export type ToDoPress =
  | { readonly kind: 'link'; readonly label: string; readonly way: LinkProps; readonly needsConnection: boolean }
  | ToDoRun;

/** A thing to do, without its buttons. */
export interface ToDoText {
  readonly key: string;
  /** 0: about to be lost or late, 1: not sent, 2: the rest. Within a rank the earlier day comes first. */
  readonly rank: 0 | 1 | 2;
  /** `YYYY-MM-DD`; null where there is none. */
  readonly day: string | null;
  readonly title: string;
  /** The language of the title, where it may differ from the page's. */
  readonly lang?: string;
  /** Date, duration, progress: one line. */
  readonly line: string;
  readonly icon?: IconGlyph;
  /** A highlighted word such as "Overdue". */
  readonly badge?: string;
  readonly progress?: { readonly done: number; readonly total: number };
}

export interface ToDoEntry extends ToDoText {
  readonly action: ToDoPress | null;
  /** A second, quiet button that declines it. */
  readonly decline?: { readonly label: string; readonly press: () => void; readonly offlineReason?: string };
}

/** One thing to do in a list: what, by when, how far, and the button that opens it. */
export function ToDoRow({
  entry: { title, lang, line, icon, badge, progress, action, decline },
  isFirst,
  isOffline,
  level: Heading = 'h3',
  mark = null,
  children,
}: {
  entry: ToDoEntry;
  isFirst: boolean;
  isOffline: boolean;
  level?: 'h2' | 'h3';
  /** Beside the title. */
  mark?: ReactNode;
  /** More about it, below its line. */
  children?: ReactNode;
}): ReactNode {
  const titleId = useId();
  const buttonId = useId();
  const declineId = useId();
  const reasonId = useId();
  const reason = useOfflineReason(isOffline ? action : null);
  const variant = isFirst ? 'primary' : 'secondary';
  const off = reason === null ? undefined : reasonId;
  return (
    <li className={classes(row, toDoRow, decline !== undefined && toDoTwoWays)}>
      <div className={rowMain}>
        <div className={toDoHead}>
          <Heading id={titleId} className={rowTitle} lang={lang}>
            {title}
          </Heading>
          {mark}
        </div>
        {badge !== undefined || line !== '' ? (
          <p className={rowSub}>
            {badge === undefined ? null : <Badge kind="warning">{badge}</Badge>}
            {icon === undefined ? null : <Icon of={icon} size="xs" />}
            {line}
          </p>
        ) : null}
        {progress === undefined ? null : <ProgressBar {...progress} />}
        {children}
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
      {decline === undefined ? null : (
        <Button
          variant="quiet"
          size="small"
          className={screenOnly}
          id={declineId}
          aria-labelledby={`${declineId} ${titleId}`}
          disabledReason={isOffline ? (decline.offlineReason ?? null) : null}
          onClick={decline.press}
        >
          {decline.label}
        </Button>
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
      .catch((error: unknown) => showFailure(failureOf(error)))
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
  return phone === null ? t('records.needsConnection') : t('records.needsConnectionOrCall', { phone: phone.shown });
}
