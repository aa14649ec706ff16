import type { ReactNode } from 'react';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { useWords } from '../../../words/index.ts';
import { type AnswerSheet, useQuestionChanges } from './answerSheet.ts';

/** Tells a screen reader, once, that an answer has added or removed questions. */
export function FollowNews({ sheet }: { sheet: AnswerSheet }): ReactNode {
  const { t } = useWords();
  const asking = useQuestionChanges(sheet);
  const hasAppeared = asking.appeared + asking.appearedAbove > 0;
  const [below, above] = hasAppeared ? [asking.appeared, asking.appearedAbove] : [asking.gone, asking.goneAbove];
  return (
    <VisuallyHidden>
      <span role="status">
        {above + below + asking.toRead > 0 ? (
          <span key={asking.at}>
            {above > 0
              ? t(hasAppeared ? 'questionnaires.moreAbove' : 'questionnaires.goneAbove', { count: above })
              : null}
            {above > 0 && below > 0 ? ' ' : null}
            {below > 0
              ? t(hasAppeared ? 'questionnaires.moreFollow' : 'questionnaires.followGone', { count: below })
              : null}
            {asking.toRead > 0 ? ` ${t('questionnaires.moreToRead', { count: asking.toRead })}` : null}
          </span>
        ) : null}
      </span>
    </VisuallyHidden>
  );
}
