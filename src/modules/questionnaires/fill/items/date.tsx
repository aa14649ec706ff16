import type { Answer } from '@portal/api';
import { type FocusEvent, type ReactNode, useCallback, useState } from 'react';
import { DateField } from '../../../../ui/DateField.tsx';
import { dateOrder, formatDate, useWords } from '../../../../words/index.ts';
import { useItem } from '../answerSheet.ts';
import { faultText } from '../faultText.ts';
import { type DateParts, dateEntries, typedDate } from '../typed.ts';
import { type ItemFieldProps, type ItemParts, questionId } from './itemParts.ts';
import { contents } from './items.css.ts';
import { useQuestionText } from './QuestionText.tsx';

const saySame = ([a]: readonly Answer[], [b]: readonly Answer[]): boolean =>
  a?.dateAnswer === b?.dateAnswer && a?.textAnswer === b?.textAnswer;

const example = { year: '2026', month: '11', day: '3' } as const;
/** "11 3 2026": the three boxes in the reader's order. */
const exampleDate = (locale: string): string =>
  dateOrder(locale)
    .map((part) => example[part])
    .join(' ');

function DateQuestion({ item, sheet }: ItemFieldProps<'DateQuestion'>): ReactNode {
  const words = useWords();
  const id = item.questionnaireItemId;
  const { entries, fault } = useItem(sheet, id);
  const legend = useQuestionText(item);
  // "09" and "9" are the same month: the boxes keep what was typed for as long as it says what the sheet says.
  const [typed, setTyped] = useState<DateParts | null>(null);
  const shown = typed !== null && saySame(dateEntries(id, typed), entries) ? typed : typedDate(entries);
  const change = useCallback(
    (next: DateParts) => {
      setTyped(next);
      sheet.change(id, dateEntries(id, next));
    },
    [sheet, id],
  );
  // Going from one box to the next is not leaving the question.
  const blur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) sheet.leave(id);
  };
  return (
    <div className={contents} onBlur={blur}>
      <DateField
        id={questionId(id)}
        legend={legend}
        hint={words.t('questionnaires.dateHint', { example: exampleDate(words.locale) })}
        required={item.isRequired}
        error={fault ? faultText(words, fault) : null}
        value={shown}
        onChange={change}
      />
    </div>
  );
}

function DateAnswer({ entries }: { entries: readonly Answer[] }): ReactNode {
  const { locale } = useWords();
  const date = entries[0]?.dateAnswer;
  return date === undefined ? entries[0]?.textAnswer : formatDate(locale, date);
}

export const dateQuestion: ItemParts<'DateQuestion'> = { Field: DateQuestion, Review: DateAnswer };
