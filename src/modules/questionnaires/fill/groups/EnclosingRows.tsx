import { type ItemPlace, entriesByPlace } from '@portal/api';
import type { ReactNode } from 'react';
import { rowNamesOf } from '../answers/rowNames.ts';
import { RowWords } from '../answers/RowWords.tsx';
import type { AnswerSheet } from '../answerSheet.ts';

/** The rows around a question of a sheet, before its text. */
export const EnclosingRows = ({
  sheet,
  place,
}: {
  readonly sheet: AnswerSheet;
  readonly place: Pick<ItemPlace, 'item' | 'rowPath'>;
}): ReactNode => <RowWords rows={rowNamesOf(sheet.items, entriesByPlace(sheet.answers()), place)} />;
