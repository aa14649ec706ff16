import { type AssignedQuestionnaireId, type PatientId, listQuestionnaires } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useFacility } from '../../data/facility.ts';
import { useUnsentDrafts } from '../../data/drafts/unsentDrafts.ts';
import { useCall } from '../../data/query/query.ts';
import { currentTime } from '../../data/serverClock.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { type ToDoEntry, ToDoRow } from '../../records/toDo/ToDoRow.tsx';
import { rows } from '../../ui/Row.css.ts';
import { useWords } from '../../words/index.ts';
import { moreToDo } from './fill/moreToDo.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { restBack, restSection } from './Sent.css.ts';
import { waitingRow } from './waitingRow.ts';

/** The most to show after a questionnaire; the list has all of them. */
const mostShown = 4;

interface MoreToDoProps {
  patientId: PatientId;
  /** The one that was just sent. */
  done: AssignedQuestionnaireId;
  onOpen: (id: AssignedQuestionnaireId) => void;
  onBack: () => void;
}

/** How many questionnaires are left, with a button for the next one. */
export function MoreToDo({ patientId, done, onOpen, onBack }: MoreToDoProps): ReactNode {
  const { t, locale } = useWords();
  const id = useId();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const { data } = useCall(listQuestionnaires, { params: { patientId } });
  const drafts = useUnsentDrafts() ?? [];
  const left = moreToDo(data ?? [], drafts, done);
  const facts = { t, locale, now: currentTime(), timeZone };
  return (
    <section className={screenOnly} aria-labelledby={left.length > 0 ? id : undefined}>
      {left.length === 0 ? null : (
        <div className={restSection}>
          <h2 id={id}>{t('questionnaires.moreToDo', { count: left.length })}</h2>
          <Card flush>
            <ul className={rows}>
              {left.slice(0, mostShown).map(({ one, isBegun }, at) => {
                const label = isBegun
                  ? 'core.continue'
                  : at === 0
                    ? 'questionnaires.startNext'
                    : 'questionnaires.toDoStart';
                const entry: ToDoEntry = {
                  ...waitingRow(
                    facts,
                    one,
                    left.map((other) => other.one),
                  ),
                  key: String(one.assignedQuestionnaireId),
                  rank: 2,
                  action: {
                    kind: 'press',
                    label: t(label),
                    press: () => Promise.resolve(onOpen(one.assignedQuestionnaireId)),
                    offlineReason: null,
                  },
                };
                return <ToDoRow key={entry.key} entry={entry} isFirst={at === 0} isOffline={false} />;
              })}
            </ul>
          </Card>
        </div>
      )}
      <p className={restBack}>
        <Button variant={left.length === 0 ? 'primary' : 'quiet'} onClick={onBack}>
          {t('questionnaires.backToQuestionnaires')}
        </Button>
      </p>
    </section>
  );
}
