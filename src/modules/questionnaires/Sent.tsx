import type { AssignedQuestionnaire } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useFacility } from '../../data/facility.ts';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Check, Phone, Printer } from '../../ui/icons.ts';
import { formatInstant, useWords } from '../../words/index.ts';
import { FacilityNumber } from './FacilityNumber.tsx';
import { AlertMessages } from './AlertMessages.tsx';
import { Receipt } from './Receipt.tsx';
import { Result } from './Result.tsx';
import { ScoresLink, type ScoresLinkTarget } from './ScoresLink.tsx';
import { nextList, nextSection, sentHead, sentMark } from './Sent.css.ts';
import { scoring } from './Scoring.css.ts';
import { screenOnly } from '../../ui/text.css.ts';

interface SentProps {
  completed: AssignedQuestionnaire;
  onReview: () => void;
  /** The link to the scores over time; null where the person has none. */
  scoresLink: ScoresLinkTarget;
  /** The next visit; left out where there is none. */
  visit?: ReactNode;
  /** The questionnaires that are left. */
  rest: ReactNode;
}

/** Who has the answers and since when, the result, and what is left to do. */
export function Sent({ completed, onReview, scoresLink, visit, rest }: SentProps): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const { completedDate } = completed;
  const id = useId();
  return (
    <div className={scoring}>
      <AlertMessages completed={completed} />
      <div className={sentHead}>
        <span className={sentMark}>
          <Icon of={Check} size="l" />
        </span>
        <p lang={completed.language}>{completed.templateTitle}</p>
        <h1>{t('questionnaires.sentTitle')}</h1>
        {completedDate === null ? null : (
          <p>{t('questionnaires.sentOn', { when: formatInstant(locale, completedDate, timeZone) })}</p>
        )}
        <Receipt completed={completed} />
      </div>
      <Result completed={completed} />
      <ScoresLink completed={completed} link={scoresLink} />
      <ButtonRow className={screenOnly}>
        <Button variant="secondary" onClick={onReview}>
          {t('questionnaires.seeAnswers')}
        </Button>
        <Button variant="quiet" icon={Printer} onClick={() => window.print()}>
          {t('records.print')}
        </Button>
      </ButtonRow>
      <section className={nextSection} aria-labelledby={id}>
        <h2 id={id}>{t('questionnaires.whatNext')}</h2>
        <ul className={nextList}>
          {visit}
          <li>
            <Icon of={Phone} />
            <span>
              {t('questionnaires.ifWorse')} <FacilityNumber />
            </span>
          </li>
        </ul>
      </section>
      {rest}
    </div>
  );
}
