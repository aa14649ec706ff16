import type { Answer, ItemOf, ItemType, QuestionnaireItem, QuestionnaireItemId } from '@portal/api';
import type { ReactNode } from 'react';
import type { AnswerSheet } from '../answerSheet.ts';
import type { MatrixRow } from '../screens.ts';
import { booleanQuestion } from './boolean.tsx';
import { dateQuestion } from './date.tsx';
import { dropdownQuestion } from './dropdown.tsx';
import { sectionHeader } from './heading.tsx';
import type { ItemParts } from './itemParts.ts';
import { matrixQuestion } from './matrix.tsx';
import { multiSelectionQuestion } from './multiSelection.tsx';
import { numberQuestion } from './number.tsx';
import { radioQuestion } from './radio.tsx';
import { sliderQuestion } from './slider.tsx';
import { textQuestion } from './text.tsx';

/** Every item type with its field and its review. A type that is missing here does not compile. */
const parts: { readonly [T in ItemType]: ItemParts<T> } = {
  TextQuestion: textQuestion,
  SectionHeader: sectionHeader,
  SingleSelectionRadioButtonQuestion: radioQuestion,
  BooleanQuestion: booleanQuestion,
  NumberQuestion: numberQuestion,
  DateQuestion: dateQuestion,
  SingleSelectionDropdownQuestion: dropdownQuestion,
  MultiSelectionQuestion: multiSelectionQuestion,
  QuestionMatrixGrouping: matrixQuestion,
  SliderQuestion: sliderQuestion,
};

/** The field of any item. */
export const fieldOf = (item: QuestionnaireItem, sheet: AnswerSheet, kiosk: boolean): ReactNode => {
  const draw = <T extends ItemType>(type: T, typed: ItemOf<T>): ReactNode => {
    const { Field } = parts[type];
    return <Field item={typed} sheet={sheet} kiosk={kiosk} />;
  };
  return draw(item.questionnaireItemType, item);
};

/** What was answered to any item. */
export const reviewOf = (
  item: QuestionnaireItem,
  entries: readonly Answer[],
  rows: readonly MatrixRow[],
  entriesOf: (id: QuestionnaireItemId) => readonly Answer[],
): ReactNode => {
  const draw = <T extends ItemType>(type: T, typed: ItemOf<T>): ReactNode => {
    const { Review } = parts[type];
    return <Review item={typed} entries={entries} rows={rows} entriesOf={entriesOf} />;
  };
  return draw(item.questionnaireItemType, item);
};
