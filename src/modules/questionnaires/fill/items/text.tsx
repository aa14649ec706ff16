import { multilineRows } from '@portal/api';
import { type ReactNode, useCallback } from 'react';
import { TextArea, TextField } from '../../../../ui/Field.tsx';
import { useWords } from '../../../../words/index.ts';
import { textEntries, typedText } from '../typed.ts';
import type { BoxProps, ItemParts } from './itemParts.ts';
import { useBox } from './useBox.ts';

function TextBox({ item, entries, onChange, onLeave, ...box }: BoxProps<'TextQuestion'>): ReactNode {
  const { t } = useWords();
  const change = useCallback(
    (typed: string) => onChange(textEntries(item.questionnaireItemId, typed)),
    [onChange, item],
  );
  const common = {
    ...box,
    hint: item.entryFormat ? t('questionnaires.writtenLike', { format: item.entryFormat }) : undefined,
    value: typedText(entries),
    onChange: change,
    onBlur: onLeave,
    autoComplete: 'off',
  } as const;
  return item.isMultiline ? (
    <TextArea {...common} rows={multilineRows} limit={item.maxLength} />
  ) : (
    <TextField {...common} />
  );
}

export const textQuestion: ItemParts<'TextQuestion'> = {
  Field: (props) => <TextBox {...useBox(props)} />,
  Box: TextBox,
  Review: ({ entries }) => typedText(entries),
};
