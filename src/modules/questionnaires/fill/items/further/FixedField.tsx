import { type Answer, isAnswered, type QuestionnaireItem } from '@portal/api';
import type { ReactNode } from 'react';
import { FieldGroup } from '../../../../../ui/FieldGroup.tsx';
import { useWords } from '../../../../../words/index.ts';
import { type AnswerSheet, useSheetProgress } from '../../answerSheet.ts';
import { useQuestionText } from '../QuestionText.tsx';
import { useQuestion } from '../useQuestion.ts';
import { fixedNothing, fixedValue } from './further.css.ts';

/** The entries of an item that nobody types: those of the sheet, else its initial ones. */
const fixedEntries = (item: QuestionnaireItem, entries: readonly Answer[]): readonly Answer[] =>
  entries.length > 0 || item.calculated !== undefined
    ? entries
    : (item.initial ?? []).map((value) => ({ questionnaireItemId: item.questionnaireItemId, ...value }));

/** A computed or fixed value as text; its question says where it comes from. */
export function FixedField({
  item,
  sheet,
  renderValue,
}: {
  item: QuestionnaireItem;
  sheet: AnswerSheet;
  renderValue: (entries: readonly Answer[]) => ReactNode;
}): ReactNode {
  const { t } = useWords();
  const question = useQuestion(sheet, item);
  const label = useQuestionText(item);
  const entries = fixedEntries(item, question.entries);
  const isWorkedOut = item.calculated !== undefined;
  const hasValue = isAnswered(item, entries);
  const { isOverBudget } = useSheetProgress(sheet);
  const notYet = isOverBudget ? 'questionnaires.tooMuchToWorkOut' : 'questionnaires.notWorkedOutYet';
  const nothing = isWorkedOut ? notYet : 'questionnaires.notAnswered';
  return (
    <FieldGroup
      id={question.id}
      label={label}
      hint={t(isWorkedOut ? 'questionnaires.workedOut' : 'questionnaires.filledIn')}
    >
      <div className={hasValue ? fixedValue : fixedNothing}>{hasValue ? renderValue(entries) : t(nothing)}</div>
    </FieldGroup>
  );
}
