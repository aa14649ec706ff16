import type { QuestionnaireItem } from '@portal/api';
import { type ReactNode, memo } from 'react';
import type { AnswerSheet } from './answerSheet.ts';
import { fieldOf } from './items/index.tsx';

/**
 * One question with its control, of any type; a matrix heading brings its rows. It renders again only when its own answer
 * or its shown fault changes. `kiosk`: the large form with numbered buttons in place of a slider.
 */
export const ItemField = memo(function ItemField({
  sheet,
  item,
  kiosk = false,
}: {
  sheet: AnswerSheet;
  item: QuestionnaireItem;
  kiosk?: boolean;
}): ReactNode {
  return fieldOf(item, sheet, kiosk);
});
