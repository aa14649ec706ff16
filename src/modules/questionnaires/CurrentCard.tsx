import type { AssignedQuestionnaireSummary } from '@portal/api';
import type { ReactNode } from 'react';
import type { UnsentDraft } from '../../data/drafts/types.ts';
import { useFacility } from '../../data/facility.ts';
import { useNow } from '../../records/useNow.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { CircleAlert, Clock, CloudUpload, Hourglass, Pencil } from '../../ui/icons.ts';
import { RichText } from '../../ui/RichText.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatDate, useWords } from '../../words/index.ts';
import { loadConfirmDialog } from './declineDialog.ts';
import { isBegun } from './fill/howFar.ts';
import { repeatsText } from './repeatsText.ts';
import { dueState } from './fill/due.ts';
import { cardActions, cardBody, cardDate, cardLine, cardTop } from './QuestionnaireList.css.ts';

interface CurrentCardProps {
  one: AssignedQuestionnaireSummary;
  /** The one thing to do next: its button is the page's primary one. */
  isNext: boolean;
  draft: UnsentDraft | undefined;
  isOnline: boolean;
  onOpen: () => void;
  onDecline: () => void;
}

/** A questionnaire that is to be filled in. */
export function CurrentCard({ one, isNext, draft, isOnline, onOpen, onDecline }: CurrentCardProps): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const isOnItsWay = draft?.submission === 'waiting' || draft?.submission === 'sending';
  const hasAnswers = isBegun(one, draft);
  const title = <VisuallyHidden> {one.templateTitle}</VisuallyHidden>;
  return (
    <Card>
      <div className={cardBody}>
        <div>
          <div className={cardTop}>
            <h2 lang={one.language}>{one.templateTitle}</h2>
            {one.isNew ? <Badge kind="new">{t('questionnaires.new')}</Badge> : null}
          </div>
          {one.templateDescription ? (
            <p className={cardLine}>
              <RichText html={one.templateDescription} lang={one.language} inline />
            </p>
          ) : null}
          {one.repeats === undefined ? null : <p className={cardLine}>{repeatsText(words, one.repeats)}</p>}
          <div className={cardDate}>
            <DueDate one={one} />
            <DraftChip draft={draft} />
          </div>
        </div>
        {one.canStartByPatient ? (
          <div className={cardActions}>
            <Button variant={isNext ? 'primary' : 'secondary'} onClick={onOpen}>
              {t(
                isOnItsWay ? 'questionnaires.show' : hasAnswers ? 'questionnaires.continue' : 'questionnaires.startNow',
              )}
              {title}
            </Button>
            {isOnItsWay ? null : (
              <Button
                variant="quiet"
                disabledReason={isOnline ? null : t('questionnaires.needsConnection')}
                onClick={onDecline}
                onPointerEnter={() => void loadConfirmDialog().catch(() => undefined)}
              >
                {t('questionnaires.decline')}
                {title}
              </Button>
            )}
          </div>
        ) : one.opensOn !== undefined ? (
          <p className={cardLine}>
            <strong>{t('questionnaires.opensOn', { date: formatDate(locale, one.opensOn, 'medium') })}</strong>
          </p>
        ) : (
          <p className={cardLine}>
            <strong>{t('questionnaires.notStartable')}</strong> {t('questionnaires.notStartableText')}
          </p>
        )}
      </div>
    </Card>
  );
}

function DueDate({ one }: { one: AssignedQuestionnaireSummary }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const now = useNow();
  if (one.dueDate === null) return null;
  const date = formatDate(locale, one.dueDate);
  return dueState(one.dueDate, timeZone, new Date(now)) === 'due' ? (
    <Chip icon={Clock}>{t('questionnaires.due', { date })}</Chip>
  ) : (
    <Chip kind="error" icon={CircleAlert}>
      {t('questionnaires.overdue', { date })}
    </Chip>
  );
}

/** Where begun answers are: nowhere to be seen once the facility has them. */
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
