import type { AssignedQuestionnaire } from '@portal/api';
import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { plainText, RichText } from '../../ui/RichText.tsx';
import { formatNumber, useWords } from '../../words/index.ts';
import { scoreMessage, scoreMost, scoreName, scoreValue } from './Scoring.css.ts';

/** False for a message whose markup contains no text. */
const saysSomething = (html: string | null): html is string => html !== null && plainText(html).trim() !== '';

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
  const hasMessage = scores.some((score) => saysSomething(score.patientMessageOnCompletion));
  const message = completed.defaultMsgOnCompletion;
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
          {saysSomething(score.patientMessageOnCompletion) ? (
            <div className={scoreMessage}>
              <RichText html={score.patientMessageOnCompletion} noLinks={noLinks} />
            </div>
          ) : null}
        </Card>
      ))}
      {!hasMessage && saysSomething(message) ? (
        <Card>
          <RichText html={message} noLinks={noLinks} />
        </Card>
      ) : null}
    </>
  );
}
