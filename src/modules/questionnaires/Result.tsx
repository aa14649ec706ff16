import type { AssignedQuestionnaire } from '@portal/api';
import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { formatNumber, useWords } from '../../words/index.ts';
import { scoreMessage, scoreMost, scoreName, scoreValue } from './Scoring.css.ts';

/** Each score with its value and the patient's message; without one, the default message (rulings, section 8). */
export function Result({
  completed,
  noLinks = false,
}: {
  completed: AssignedQuestionnaire;
  noLinks?: boolean;
}): ReactNode {
  const { t, locale } = useWords();
  const scores = completed.patientScoreList;
  const hasMessage = scores.some((score) => score.patientMessageOnCompletion);
  return (
    <>
      {scores.map((score) => (
        <Card key={score.scoreName}>
          <h2 className={scoreName}>{score.scoreName}</h2>
          {score.scoreValue === null ? null : (
            <p className={scoreValue}>
              <b>{formatNumber(locale, score.scoreValue)}</b>
              {score.scoreMaximum === null || score.scoreMaximum === undefined ? null : (
                <>
                  {' '}
                  <span className={scoreMost}>
                    {t('questionnaires.scoreOf', { maximum: formatNumber(locale, score.scoreMaximum) })}
                  </span>
                </>
              )}
            </p>
          )}
          {score.patientMessageOnCompletion ? (
            <div className={scoreMessage}>
              <RichText html={score.patientMessageOnCompletion} noLinks={noLinks} />
            </div>
          ) : null}
        </Card>
      ))}
      {!hasMessage && completed.defaultMsgOnCompletion ? (
        <Card>
          <RichText html={completed.defaultMsgOnCompletion} noLinks={noLinks} />
        </Card>
      ) : null}
    </>
  );
}
