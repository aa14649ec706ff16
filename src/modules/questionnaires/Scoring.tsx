import type { AssignedQuestionnaire } from '@portal/api';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { Check } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { AlertMessages } from './AlertMessages.tsx';
import { Result } from './Result.tsx';
import { scoring, scoringHead, scoringMark } from './Scoring.css.ts';

interface QuestionnaireScoringProps {
  completed: AssignedQuestionnaire;
  /** Left out: thanks are shown. The kiosk passes a title, because it thanks once, at the end of the visit. */
  title?: string;
}

/** The kiosk's result with thanks; the portal's is `Sent`. */
export function QuestionnaireScoring({ completed, title }: QuestionnaireScoringProps): ReactNode {
  const { t } = useWords();
  return (
    <div className={scoring}>
      <AlertMessages completed={completed} noLinks />
      <div className={scoringHead}>
        <span className={scoringMark}>
          <Icon of={Check} size="l" />
        </span>
        <h1>{title ?? t('questionnaires.thankYou')}</h1>
        <p>{t('questionnaires.thankYouText')}</p>
        <p lang={completed.language}>{completed.templateTitle}</p>
      </div>
      <Result completed={completed} noLinks />
    </div>
  );
}
