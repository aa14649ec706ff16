import type { AssignedQuestionnaire } from '@portal/api';
import type { ReactNode } from 'react';
import type { DraftHandle } from '../../../../data/drafts/types.ts';
import { Banner } from '../../../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../../../ui/Button.tsx';
import { useWords } from '../../../../words/index.ts';
import { AlertMessages } from '../../AlertMessages.tsx';
import { SentBefore } from '../../SentBefore.tsx';
import { noteSection } from '../Fill.css.ts';
import { FormReady } from '../FormReady.tsx';
import type { FillPhase } from '../phase.ts';
import { AnswerList } from './AnswerList.tsx';
import { DifferingAnswers } from './LostAnswers.tsx';

export interface EndedProps {
  readonly phase: Extract<FillPhase, { kind: 'already' | 'closed' }>;
  readonly handle: DraftHandle;
  readonly questionnaire: AssignedQuestionnaire;
  readonly onLeave: () => void;
}

/** Replaces the questions once somebody else has sent or closed them. */
export function Ended({ phase, handle, questionnaire, onLeave }: EndedProps): ReactNode {
  const { t } = useWords();
  const back = <Button onClick={onLeave}>{t('questionnaires.backToQuestionnaires')}</Button>;
  // Answers that can never be sent stay on the device until the person has seen them and confirmed.
  const discard = (
    <Button variant="dangerQuiet" onClick={() => void handle.discard().then(onLeave, onLeave)}>
      {t('questionnaires.discardMine')}
    </Button>
  );
  if (phase.kind === 'closed')
    return (
      <>
        <Banner kind="warning" title={t('questionnaires.closedTitle')}>
          {t('questionnaires.closedText')}
        </Banner>
        <AnswerList questionnaire={questionnaire} answers={phase.mine} />
        <ButtonRow>
          {back}
          {phase.mine.length === 0 ? null : discard}
        </ButtonRow>
      </>
    );
  const isSame = phase.differing.length === 0;
  return (
    <>
      <AlertMessages completed={phase.completed} isReview={isSame} />
      {isSame ? (
        <SentBefore completed={phase.completed} />
      ) : (
        <>
          <Banner kind="info" title={t('questionnaires.alreadyTitle')}>
            {t('questionnaires.alreadyText')}
          </Banner>
          <section className={noteSection}>
            <h2>{t('questionnaires.differing')}</h2>
            <p>{t('questionnaires.differingText')}</p>
            <DifferingAnswers
              items={phase.completed.questionnaireItems}
              one={phase.completed.patientQuestionAnswerList}
              oneLabel={t('questionnaires.sentAnswer')}
              other={phase.mine}
              otherLabel={t('questionnaires.yourAnswerHere')}
              only={phase.differing}
            />
          </section>
        </>
      )}
      <FormReady questionnaire={phase.completed}>
        <AnswerList questionnaire={phase.completed} answers={phase.completed.patientQuestionAnswerList} />
      </FormReady>
      <ButtonRow>
        {back}
        {isSame ? null : discard}
      </ButtonRow>
    </>
  );
}
