import type { AssignedQuestionnaire } from '@portal/api';
import type { ReactNode } from 'react';
import { useRepresented } from '../../data/profile.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink, type TextLinkProps } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';

export type ScoresLinkTarget = Pick<TextLinkProps, 'href' | 'onClick'> | null;

/** The link to the scores over time, where the facility shows a number and the person has the page. */
export function ScoresLink({
  completed,
  link,
}: {
  completed: AssignedQuestionnaire;
  link: ScoresLinkTarget;
}): ReactNode {
  const { t } = useWords();
  const isRepresentative = useRepresented() !== null;
  if (link === null || !completed.patientScoreList.some(({ scoreValue }) => scoreValue !== null)) return null;
  return (
    <p className={screenOnly}>
      <TextLink standalone {...link}>
        {t(isRepresentative ? 'questionnaires.scoresTitleOther' : 'questionnaires.titleScores')}
      </TextLink>
    </p>
  );
}
