import { type ReactNode, useEffect } from 'react';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { RichText } from '../../../ui/RichText.tsx';
import { useWords } from '../../../words/index.ts';
import { type AnswerSheet, type Problem, useProblems } from './answerSheet.ts';
import { placeRowsOf } from './formChunks.tsx';
import { otherTextId, questionId } from './items/itemParts.ts';
import { headingOf } from './sheetWalk.ts';

const problemHref = ({ item, rowPath, fault }: Problem): `#${string}` =>
  fault.kind === 'otherTextMissing' || (fault.kind === 'tooLong' && 'listAnswers' in item)
    ? `#${otherTextId(item.questionnaireItemId, rowPath)}`
    : `#${questionId(item.questionnaireItemId, rowPath)}`;

/** The text of a problem's link: the question, with its matrix and row before it; for a missing "other" text its label. */
function ProblemText({ sheet, problem }: { sheet: AnswerSheet; problem: Problem }): ReactNode {
  const { t } = useWords();
  const { item, fault } = problem;
  const heading = headingOf(sheet, item);
  return (
    <span>
      {placeRowsOf(sheet, problem)}
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

/** The summary of problems that prevent sending; each goes once it is corrected. */
export function Problems({
  sheet,
  focus,
  onErrorsShown,
  onSelect,
}: {
  sheet: AnswerSheet;
  focus: number;
  onErrorsShown?: (shown: boolean) => void;
  /** Goes to a question that may not be on the page. */
  onSelect?: ((question: Pick<Problem, 'item' | 'rowPath' | 'slot'>, part: string) => void) | undefined;
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
        ...(onSelect ? { onSelect: () => onSelect(problem, problemHref(problem).slice(1)) } : {}),
      }))}
    />
  );
}
