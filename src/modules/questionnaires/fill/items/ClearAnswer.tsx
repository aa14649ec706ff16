import { type Answer, isAnswered } from '@portal/api';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { X } from '../../../../ui/icons.ts';
import { plainText } from '../../../../ui/RichText.tsx';
import { useWords } from '../../../../words/index.ts';
import type { AnswerSheet } from '../answerSheet.ts';
import { type Clearable, canBeCleared, clearedEntries, inRow } from '../typed.ts';
import { clearAnswer } from './items.css.ts';
import { questionId } from './itemParts.ts';

interface ClearAnswerProps {
  item: Clearable;
  sheet: AnswerSheet;
  entries: readonly Answer[];
}

/** Clears the answer. The button goes with it, so the first answer gets the focus before. */
function useClear({ item, sheet }: ClearAnswerProps): () => void {
  return () => {
    const id = item.questionnaireItemId;
    const part = document.getElementById(questionId(id, sheet.rowPath));
    (part?.matches('input') ? part : part?.querySelector('input'))?.focus();
    sheet.change(id, inRow(sheet.rowPath, clearedEntries(item, sheet.view(id).entries)));
  };
}

/** "Clear answer" under an optional question that is answered; a required one is changed, not cleared. */
export function ClearAnswer(props: ClearAnswerProps): ReactNode {
  const { t } = useWords();
  const { item, entries } = props;
  const clear = useClear(props);
  if (!canBeCleared(item) || !isAnswered(item, entries)) return null;
  return (
    <Button
      variant="quiet"
      size="small"
      icon={X}
      className={clearAnswer}
      aria-label={`${t('questionnaires.clearAnswer')}: ${plainText(item.formattedText)}`}
      onClick={clear}
    >
      {t('questionnaires.clearAnswer')}
    </Button>
  );
}

/** The same in a row of a matrix, where nothing may move when a row is answered. */
export function ClearRow(props: ClearAnswerProps): ReactNode {
  const { t } = useWords();
  const { item, entries } = props;
  const clear = useClear(props);
  if (!canBeCleared(item) || !isAnswered(item, entries)) return null;
  return (
    <IconButton
      icon={X}
      size="s"
      label={`${t('questionnaires.clearAnswer')}: ${plainText(item.formattedText)}`}
      onClick={clear}
    />
  );
}
