import type { Answer } from '@portal/api';
import { type ReactNode, useCallback, useState } from 'react';
import { TextField } from '../../../../ui/Field.tsx';
import { formatNumber, useWords } from '../../../../words/index.ts';
import { useItem } from '../answerSheet.ts';
import { faultText } from '../faultText.ts';
import { numberEntries, typedNumber } from '../typed.ts';
import { type ItemFieldProps, type ItemParts, questionId } from './itemParts.ts';
import { useQuestionText } from './QuestionText.tsx';

const saySame = ([a]: readonly Answer[], [b]: readonly Answer[]): boolean =>
  a?.numberAnswer === b?.numberAnswer && a?.textAnswer === b?.textAnswer;

function NumberQuestion({ item, sheet }: ItemFieldProps<'NumberQuestion'>): ReactNode {
  const words = useWords();
  const { locale } = words;
  const id = item.questionnaireItemId;
  const { entries, fault } = useItem(sheet, id);
  const label = useQuestionText(item);
  // "99.10" is the number 99.1: what is being typed stays as it is for as long as it says what the sheet says.
  const [typed, setTyped] = useState<string | null>(null);
  const shown =
    typed !== null && saySame(numberEntries(id, locale, typed), entries) ? typed : typedNumber(locale, entries);
  const change = useCallback(
    (next: string) => {
      setTyped(next);
      sheet.change(id, numberEntries(id, locale, next));
    },
    [sheet, id, locale],
  );
  const leave = useCallback(() => sheet.leave(id), [sheet, id]);
  // Number pads of phones have no minus sign.
  const mayBeNegative = item.minValue !== null && item.minValue < 0;
  return (
    <TextField
      id={questionId(id)}
      look="question"
      label={label}
      required={item.isRequired}
      error={fault ? faultText(words, fault) : null}
      unit={item.unitOfMeasure}
      inputMode={mayBeNegative ? 'text' : item.decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={shown}
      onChange={change}
      onBlur={leave}
    />
  );
}

function NumberAnswer({
  item,
  entries,
}: {
  item: { unitOfMeasure: string | null };
  entries: readonly Answer[];
}): ReactNode {
  const { locale } = useWords();
  const value = entries[0]?.numberAnswer;
  const written =
    value === undefined ? entries[0]?.textAnswer : formatNumber(locale, value, { maximumFractionDigits: 10 });
  return item.unitOfMeasure ? `${written} ${item.unitOfMeasure}` : written;
}

export const numberQuestion: ItemParts<'NumberQuestion'> = { Field: NumberQuestion, Review: NumberAnswer };
