import { type ReactNode, useCallback } from 'react';
import { TextField } from '../../../../../ui/Field.tsx';
import { useWords } from '../../../../../words/index.ts';
import { exampleAddress } from '../../faultText.ts';
import { textEntries, typedText } from '../../typed.ts';
import type { BoxProps, ItemParts } from '../itemParts.ts';
import { useBox } from '../useBox.ts';

function UrlBox({ item, entries, onChange, onLeave, ...box }: BoxProps<'UrlQuestion'>): ReactNode {
  const { t } = useWords();
  const change = useCallback(
    (typed: string) => onChange(textEntries(item.questionnaireItemId, typed)),
    [onChange, item],
  );
  return (
    <TextField
      {...box}
      hint={t('questionnaires.dateHint', { example: exampleAddress })}
      inputMode="url"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      autoComplete="off"
      value={typedText(entries)}
      onChange={change}
      onBlur={onLeave}
    />
  );
}

export const urlQuestion: ItemParts<'UrlQuestion'> = {
  Field: (props) => <UrlBox {...useBox(props)} />,
  Box: UrlBox,
  // As text and not as a link, because somebody typed it.
  Review: ({ entries }) => typedText(entries),
};
