import type { QuestionnaireItemId } from '@portal/api';
import { type ReactNode, useEffect } from 'react';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { RichText } from '../../../ui/RichText.tsx';
import { useWords } from '../../../words/index.ts';
import { type AnswerSheet, type Problem, useProblems } from './answerSheet.ts';
import { otherTextId, questionId } from './items/itemParts.ts';

const problemHref = ({ item, fault }: Problem): `#${string}` =>
  fault.kind === 'otherTextMissing' || (fault.kind === 'tooLong' && 'listAnswers' in item)
    ? `#${otherTextId(item.questionnaireItemId)}`
    : `#${questionId(item.questionnaireItemId)}`;

/** The words of a problem's link: the question, of a matrix row its heading too, of a missing "other" text what is asked. */
function ProblemText({ sheet, problem: { item, fault } }: { sheet: AnswerSheet; problem: Problem }): ReactNode {
  const { t } = useWords();
  const heading = sheet.blocks.find((block) => block.rows.some((row) => row === item))?.item;
  return (
    <span>
      {heading ? (
        <>
          <RichText html={heading.formattedText} inline noLinks />{' '}
        </>
      ) : null}
      <RichText html={item.formattedText} inline noLinks />
      {fault.kind === 'otherTextMissing' ? ` ${t('questionnaires.pleaseSayWhich')}` : null}
    </span>
  );
}

/** The summary of what keeps the answers from being sent; it goes as they are mended. */
export function Problems({
  sheet,
  focus,
  onErrorsShown,
  onSelect,
}: {
  sheet: AnswerSheet;
  focus: number;
  onErrorsShown?: (shown: boolean) => void;
  /** Leads to a question that may not be on the page. */
  onSelect?: ((id: QuestionnaireItemId, part: string) => void) | undefined;
}): ReactNode {
  const { t } = useWords();
  const problems = useProblems(sheet);
  const areShown = problems.length > 0;
  useEffect(() => {
    onErrorsShown?.(areShown);
  }, [areShown, onErrorsShown]);
  useEffect(() => () => onErrorsShown?.(false), [onErrorsShown]);
  if (!areShown) return null;
  return (
    <ErrorSummary
      title={t('bar.questionnairevalidatefailed')}
      focus={focus}
      problems={problems.map((problem) => ({
        href: problemHref(problem),
        text: <ProblemText sheet={sheet} problem={problem} />,
        ...(onSelect
          ? { onSelect: () => onSelect(problem.item.questionnaireItemId, problemHref(problem).slice(1)) }
          : {}),
      }))}
    />
  );
}
