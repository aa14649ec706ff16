import {
  type Answer,
  type AssignedQuestionnaire,
  type QuestionnaireItem,
  type QuestionnaireItemId,
  entriesByItem,
} from '@portal/api';
import type { ReactNode } from 'react';
import { sameAnswers } from '../../../data/drafts/record.ts';
import { RichText } from '../../../ui/RichText.tsx';
import { useWords } from '../../../words/index.ts';
import { AnswerText } from './AnswerList.tsx';
import { answerItem, answerList, answerText } from './AnswerList.css.ts';

/** Answers by the words of their questions, for those that cannot be shown in their fields any more; nothing is dropped in silence. */
export function LostAnswers({
  answers,
  from,
}: {
  answers: readonly Answer[];
  from: AssignedQuestionnaire | null;
}): ReactNode {
  const { t } = useWords();
  return (
    <dl className={answerList}>
      {[...entriesByItem(answers)].map(([id, entries]) => {
        const item = from?.questionnaireItems.find((one) => one.questionnaireItemId === id);
        return (
          <div className={answerItem} key={id}>
            <dt>{item ? <RichText html={item.formattedText} inline noLinks /> : t('questionnaires.formerQuestion')}</dt>
            <dd className={answerText}>
              <AnswerText item={item} entries={entries} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

export interface DifferingAnswersProps {
  items: readonly QuestionnaireItem[];
  one: readonly Answer[];
  oneLabel: string;
  other: readonly Answer[];
  otherLabel: string;
  /** The questions to show; without it, those on which the two say something else. */
  only?: readonly QuestionnaireItemId[];
}

const noEntries: readonly Answer[] = [];

/** Two sheets where they differ: the question, and both answers in words. */
export function DifferingAnswers({ items, one, oneLabel, other, otherLabel, only }: DifferingAnswersProps): ReactNode {
  const { t } = useWords();
  const [ones, others] = [entriesByItem(one), entriesByItem(other)];
  const ids =
    only ??
    items
      .map((item) => item.questionnaireItemId)
      .filter((id) => !sameAnswers(ones.get(id) ?? noEntries, others.get(id) ?? noEntries));
  return (
    <dl className={answerList}>
      {ids.map((id) => {
        const item = items.find((candidate) => candidate.questionnaireItemId === id);
        return (
          <div className={answerItem} key={id}>
            <dt>{item ? <RichText html={item.formattedText} inline noLinks /> : t('questionnaires.formerQuestion')}</dt>
            <dd>
              {oneLabel}: <AnswerText item={item} entries={ones.get(id) ?? noEntries} />
            </dd>
            <dd className={answerText}>
              {otherLabel}: <AnswerText item={item} entries={others.get(id) ?? noEntries} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
