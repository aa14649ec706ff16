import type { Answer } from '@portal/api';
import { type FocusEvent, type ReactNode, useCallback, useState } from 'react';
import { DateField } from '../../../../ui/DateField.tsx';
import type { DateParts } from '../../../../ui/dates.ts';
import { dateOrder, formatDate, useWords } from '../../../../words/index.ts';
import { dateEntries, typedDate } from '../typed.ts';
import type { BoxProps, ItemParts } from './itemParts.ts';
import { contents } from './items.css.ts';
import { useBox } from './useBox.ts';

const saySame = ([a]: readonly Answer[], [b]: readonly Answer[]): boolean =>
  a?.dateAnswer === b?.dateAnswer && a?.textAnswer === b?.textAnswer;

const example = { year: '2026', month: '11', day: '3' } as const;
/** "11 3 2026": the three boxes in the reader's order. */
export const exampleDate = (locale: string): string =>
  dateOrder(locale)
    .map((part) => example[part])
    .join(' ');

function DateBox({ item, entries, label, onChange, onLeave, ...box }: BoxProps<'DateQuestion'>): ReactNode {
  const { t, locale } = useWords();
  const id = item.questionnaireItemId;
  // "09" and "9" are the same month: the boxes keep what was typed for as long as it equals the sheet's value.
  const [typed, setTyped] = useState<DateParts | null>(null);
  const shown = typed !== null && saySame(dateEntries(id, typed), entries) ? typed : typedDate(entries);
  const change = useCallback(
    (next: DateParts) => {
      setTyped(next);
      onChange(dateEntries(id, next));
    },
    [onChange, id],
  );
  // Moving between the boxes is not leaving the question.
  const blur = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onLeave();
  };
  return (
    <div className={contents} onBlur={blur}>
      <DateField
        {...box}
        legend={label}
        hint={t('questionnaires.dateHint', { example: exampleDate(locale) })}
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

export const dateQuestion: ItemParts<'DateQuestion'> = {
  Field: (props) => <DateBox {...useBox(props)} />,
  Box: DateBox,
  Review: DateAnswer,
};
