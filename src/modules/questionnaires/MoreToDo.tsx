import {
  type AssignedQuestionnaireId,
  type AssignedQuestionnaireSummary,
  type PatientId,
  listQuestionnaires,
} from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useFacility } from '../../data/facility.ts';
import { useUnsentDrafts } from '../../data/drafts/portal.ts';
import { useCall } from '../../data/query/query.ts';
import { currentTime } from '../../data/serverClock.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { rowMain, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { formatDate, useWords } from '../../words/index.ts';
import { dueState } from './fill/due.ts';
import { howFar } from './fill/howFar.ts';
import { moreToDo } from './fill/moreToDo.ts';
import { screenOnly } from './Scoring.css.ts';
import { restBack, restRow, restSection } from './Sent.css.ts';

/** As many as one looks at after a questionnaire; the list has them all. */
const mostShown = 4;

export interface MoreToDoProps {
  patientId: PatientId;
  /** The one that was just done. */
  done: AssignedQuestionnaireId;
  onOpen: (id: AssignedQuestionnaireId) => void;
  backLabel: string;
  onBack: () => void;
}

/** How many questionnaires are left, the next one as the one thing to press. */
export function MoreToDo({ patientId, done, onOpen, backLabel, onBack }: MoreToDoProps): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const id = useId();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const { data } = useCall(listQuestionnaires, { params: { patientId } });
  const drafts = useUnsentDrafts() ?? [];
  const left = moreToDo(data ?? [], drafts, done);
  const lineOf = (one: AssignedQuestionnaireSummary): string =>
    [
      one.dueDate === null
        ? ''
        : t(
            dueState(one.dueDate, timeZone, new Date(currentTime())) === 'due'
              ? 'questionnaires.due'
              : 'questionnaires.overdue',
            { date: formatDate(locale, one.dueDate) },
          ),
      howFar(words, one),
    ]
      .filter((part) => part !== '')
      .join(' · ');
  return (
    <section className={screenOnly} aria-labelledby={left.length > 0 ? id : undefined}>
      {left.length === 0 ? null : (
        <div className={restSection}>
          <h2 id={id}>{t('questionnaires.moreToDo', { count: left.length })}</h2>
          <Card flush>
            <ul>
              {left.slice(0, mostShown).map(({ one, isBegun }, at) => {
                const label = t(
                  isBegun
                    ? 'questionnaires.continue'
                    : at === 0
                      ? 'questionnaires.startNext'
                      : 'questionnaires.chapters.start',
                );
                return (
                  <li key={one.assignedQuestionnaireId} className={restRow}>
                    <span className={rowMain}>
                      <span className={rowTitle} lang={one.language}>
                        {one.templateTitle}
                      </span>
                      <span className={rowSub}>{lineOf(one)}</span>
                    </span>
                    <Button
                      size="small"
                      variant={at === 0 ? 'primary' : 'secondary'}
                      aria-label={`${label}: ${one.templateTitle}`}
                      onClick={() => onOpen(one.assignedQuestionnaireId)}
                    >
                      {label}
                    </Button>
                  </li>
                );
              })}
            </ul>
          </Card>
        </div>
      )}
      <p className={restBack}>
        <Button variant={left.length === 0 ? 'primary' : 'quiet'} onClick={onBack}>
          {backLabel}
        </Button>
      </p>
    </section>
  );
}
