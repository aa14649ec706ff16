import type { AssignedQuestionnaireSummary, Repetition } from '@portal/api';
import type { ReactNode } from 'react';
import type { UnsentDraft } from '../../data/drafts/types.ts';
import { useFacility } from '../../data/facility.ts';
import { type ToDoEntry, ToDoRow } from '../../records/toDo/ToDoRow.tsx';
import { useNow } from '../../data/useNow.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { CircleAlert, CloudUpload, Hourglass, Pencil } from '../../ui/icons.ts';
import { RichText } from '../../ui/RichText.tsx';
import { useWords, formatDate, type Words } from '../../words/index.ts';
import { shownDay } from './fill/due.ts';
import { isBegun } from './fill/howFar.ts';
import { cardDate, cardLine } from './QuestionnaireList.css.ts';
import { waitingRow } from './waitingRow.ts';

/** "Every 2 weeks until Mar 3, 2027": how a questionnaire repeats. */
function repeatsText({ t, locale }: Pick<Words, 't' | 'locale'>, repeats: Repetition): string {
  switch (repeats.kind) {
    case 'visits': {
      const { days } = repeats;
      if (days === 0) return t('questionnaires.repeatsOnDay');
      return days < 0 ? t('questionnaires.repeatsBefore', { days: -days }) : t('questionnaires.repeatsAfter', { days });
    }
    case 'calendar': {
      const { unit, every, until } = repeats;
      const values = { every, date: formatDate(locale, until, 'medium') };
      switch (unit) {
        case 'day':
          return t('questionnaires.repeatsDay', values);
        case 'week':
          return t('questionnaires.repeatsWeek', values);
        case 'month':
          return t('questionnaires.repeatsMonth', values);
      }
    }
  }
}

interface CurrentRowProps {
  one: AssignedQuestionnaireSummary;
  /** All questionnaires of the list, for their titles. */
  all: readonly AssignedQuestionnaireSummary[];
  /** True for the one thing to do next, whose button is the page's primary one. */
  isNext: boolean;
  draft: UnsentDraft | undefined;
  isOnline: boolean;
  /** null: the reader may not answer. */
  onOpen: (() => void) | null;
  onDecline: () => void;
}

export function CurrentRow({ one, all, isNext, draft, isOnline, onOpen, onDecline }: CurrentRowProps): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const now = useNow();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const isOnItsWay = draft?.submission === 'waiting' || draft?.submission === 'sending';
  const label = isOnItsWay ? 'questionnaires.show' : isBegun(one, draft) ? 'core.continue' : 'questionnaires.toDoStart';
  const entry: ToDoEntry = {
    ...waitingRow({ t, locale, now, timeZone }, one, all),
    key: String(one.assignedQuestionnaireId),
    rank: 2,
    action:
      one.canStartByPatient && onOpen !== null
        ? { kind: 'press', label: t(label), press: () => Promise.resolve(onOpen()), offlineReason: null }
        : null,
    ...(one.canStartByPatient && onOpen !== null && !isOnItsWay
      ? {
          decline: {
            label: t('questionnaires.decline'),
            press: onDecline,
            offlineReason: t('questionnaires.needsConnection'),
          },
        }
      : {}),
  };
  return (
    <ToDoRow
      entry={entry}
      isFirst={isNext}
      isOffline={!isOnline}
      level="h2"
      mark={one.isNew ? <Badge kind="new">{t('records.change_new')}</Badge> : null}
    >
      {one.templateDescription ? (
        <p className={cardLine}>
          <RichText html={one.templateDescription} lang={one.language} inline />
        </p>
      ) : null}
      {one.repeats === undefined ? null : <p className={cardLine}>{repeatsText(words, one.repeats)}</p>}
      {draft === undefined ? null : (
        <div className={cardDate}>
          <DraftChip draft={draft} />
        </div>
      )}
      {one.canStartByPatient ? null : one.opensOn !== undefined ? (
        <p className={cardLine}>
          <strong>{t('questionnaires.opensOn', { date: shownDay({ locale, now, timeZone }, one.opensOn) })}</strong>
        </p>
      ) : (
        <p className={cardLine}>
          <strong>{t('questionnaires.notStartable')}</strong> {t('questionnaires.notStartableText')}
        </p>
      )}
    </ToDoRow>
  );
}

/** Where unfinished answers are stored; nothing once the facility has them. */
export function DraftChip({ draft }: { draft: UnsentDraft | undefined }): ReactNode {
  const { t } = useWords();
  switch (draft?.submission) {
    case 'waiting':
      return (
        <Chip kind="offline" icon={Hourglass}>
          {t('questionnaires.waitingToSend')}
        </Chip>
      );
    case 'sending':
      return (
        <Chip kind="draft" icon={CloudUpload}>
          {t('questionnaires.sending')}
        </Chip>
      );
    case 'refused':
      return (
        <Chip kind="error" icon={CircleAlert}>
          {t('questionnaires.notSent')}
        </Chip>
      );
    case 'none':
      return (
        <Chip kind="draft" icon={Pencil}>
          {t(draft.onServer ? 'questionnaires.draft' : 'questionnaires.draftOnDevice')}
        </Chip>
      );
    case undefined:
      return null;
  }
}
