import type { Answer, ItemOf } from '@portal/api';
import { type ReactNode, useCallback, useState } from 'react';
import { TextField } from '../../../../ui/Field.tsx';
import { formatNumber, useWords } from '../../../../words/index.ts';
import { numberEntries, typedNumber } from '../typed.ts';
import type { BoxProps, ItemParts } from './itemParts.ts';
import { useBox } from './useBox.ts';

const saySame = ([a]: readonly Answer[], [b]: readonly Answer[]): boolean =>
  a?.numberAnswer === b?.numberAnswer && a?.textAnswer === b?.textAnswer;

/** A typed number; also the box of a quantity. */
export function NumberBox({
  item,
  entries,
  onChange,
  onLeave,
  unit,
  ...box
}: Omit<BoxProps<'NumberQuestion'>, 'item'> & {
  readonly item: ItemOf<'NumberQuestion' | 'QuantityQuestion'>;
  readonly unit?: ReactNode;
}): ReactNode {
  const { locale } = useWords();
  const id = item.questionnaireItemId;
  // "99.10" is the number 99.1: the typed text stays for as long as it equals the sheet's value.
  const [typed, setTyped] = useState<string | null>(null);
  const shown =
    typed !== null && saySame(numberEntries(id, locale, typed), entries) ? typed : typedNumber(locale, entries);
  const change = useCallback(
    (next: string) => {
      setTyped(next);
      onChange(numberEntries(id, locale, next));
    },
    [onChange, id, locale],
  );
  // Number pads of phones have no minus sign.
  const mayBeNegative = item.minValue !== null && item.minValue < 0;
  return (
    <TextField
      {...box}
      unit={unit}
      inputMode={mayBeNegative ? 'text' : item.decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={shown}
      onChange={change}
      onBlur={onLeave}
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

function NumberQuestionBox(props: BoxProps<'NumberQuestion'>): ReactNode {
  return <NumberBox {...props} unit={props.item.unitOfMeasure} />;
}

export const numberQuestion: ItemParts<'NumberQuestion'> = {
  Field: (props) => <NumberQuestionBox {...useBox(props)} />,
  Box: NumberQuestionBox,
  Review: NumberAnswer,
};
