import type { QuestionnaireItem } from '@portal/api';
import { type ReactNode, memo } from 'react';
import type { AnswerSheet } from './answerSheet.ts';
import { safetyTextBelow } from './formChunks.tsx';
import { fieldOf } from './items/index.tsx';

/**
 * One question with its control, of any type; a matrix heading brings its rows. It renders again only when its own answer
 * or its shown fault changes; what the facility says about that answer stands below it. `kiosk`: the large form with numbered buttons in place of a slider.
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
  const safetyText = safetyTextBelow(sheet, item, kiosk);
  return safetyText === null ? (
    fieldOf(item, sheet, kiosk)
  ) : (
    <>
      {fieldOf(item, sheet, kiosk)}
      {safetyText}
    </>
  );
});
