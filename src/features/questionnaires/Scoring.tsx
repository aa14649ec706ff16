import type { AssignedQuestionnaire } from '@portal/api';
import type { ReactNode } from 'react';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Check, Printer } from '../../ui/icons.ts';
import { RichText } from '../../ui/RichText.tsx';
import { formatNumber, useWords } from '../../words/index.ts';
import { scoreMessage, scoreName, scoreValue, scoring, scoringHead, scoringMark, screenOnly } from './Scoring.css.ts';

export interface QuestionnaireScoringProps {
  /** The completed questionnaire as the server gave it. */
  completed: AssignedQuestionnaire;
  backLabel: string;
  onBack: () => void;
  /** Offers to print; off on the kiosk. */
  canPrint?: boolean;
}

/** Thanks, then each score with its value and the patient's message; without one, the default message (rulings, section 8). */
export function QuestionnaireScoring({ completed, backLabel, onBack, canPrint = false }: QuestionnaireScoringProps): ReactNode {
  const { t, locale } = useWords();
  const scores = completed.patientScoreList;
  const hasMessage = scores.some((score) => score.patientMessageOnCompletion);
  return (
    <div className={scoring}>
      <div className={scoringHead}>
        <span className={scoringMark}>
          <Icon of={Check} size="l" />
        </span>
        <h1>{t('questionnaires.thankYou')}</h1>
        <p>{t('questionnaires.thankYouText')}</p>
        <p>{completed.templateTitle}</p>
      </div>
      {scores.map((score) => (
        <Card key={score.scoreName}>
          <h2 className={scoreName}>{score.scoreName}</h2>
          <p className={scoreValue}>{formatNumber(locale, score.scoreValue)}</p>
          {score.patientMessageOnCompletion ? (
            <div className={scoreMessage}>
              <RichText html={score.patientMessageOnCompletion} noLinks={!canPrint} />
            </div>
          ) : null}
        </Card>
      ))}
      {!hasMessage && completed.defaultMsgOnCompletion ? (
        <Card>
          <RichText html={completed.defaultMsgOnCompletion} noLinks={!canPrint} />
        </Card>
      ) : null}
      <ButtonRow className={screenOnly}>
        <Button onClick={onBack}>{backLabel}</Button>
        {canPrint ? (
          <Button variant="quiet" icon={Printer} onClick={() => window.print()}>
            {t('questionnaires.print')}
          </Button>
        ) : null}
      </ButtonRow>
    </div>
  );
}
