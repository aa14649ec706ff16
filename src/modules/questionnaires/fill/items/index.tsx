import {
  type Answer,
  isAnswered,
  isRepeatingQuestion,
  type ItemOf,
  type ItemType,
  type QuestionnaireItem,
  type QuestionnaireItemId,
  type RepeatingType,
} from '@portal/api';
import type { ReactNode } from 'react';
import type { AnswerSheet } from '../answerSheet.ts';
import type { MatrixRow } from '../screens.ts';
import { booleanQuestion } from './boolean.tsx';
import { cardsQuestion } from './choiceCards.tsx';
import { dateQuestion } from './date.tsx';
import { dropdownQuestion } from './dropdown.tsx';
import type * as Further from './further/index.ts';
import { sectionHeader } from './heading.tsx';
import type { ItemParts } from './itemParts.ts';
import { lookupQuestion } from './lookup.tsx';
import { matrixQuestion } from './matrix.tsx';
import { numberQuestion } from './number.tsx';
import type * as Signature from './signature/index.ts';
import { sliderQuestion } from './slider.tsx';
import { textQuestion } from './text.tsx';

/** Groups are drawn by `BlockView` and `AnswerList`, so they have no field here. */
const drawnByBlock: ItemParts<'QuestionGroup'> = { Field: () => null, Review: () => null };

/** Types whose code is loaded only with a questionnaire that has them. */
type FurtherType = keyof typeof Further.furtherParts;
type SignatureType = keyof typeof Signature.signatureParts;

/** Every other item type with its field and its review. A type that is missing in both does not compile. */
const parts: { readonly [T in Exclude<ItemType, FurtherType | SignatureType>]: ItemParts<T> } = {
  TextQuestion: textQuestion,
  SectionHeader: sectionHeader,
  SingleSelectionRadioButtonQuestion: cardsQuestion,
  BooleanQuestion: booleanQuestion,
  NumberQuestion: numberQuestion,
  DateQuestion: dateQuestion,
  SingleSelectionDropdownQuestion: dropdownQuestion,
  MultiSelectionQuestion: cardsQuestion,
  QuestionMatrixGrouping: matrixQuestion,
  SliderQuestion: sliderQuestion,
  QuestionGroup: drawnByBlock,
  LookupQuestion: lookupQuestion,
};

const isPlainType = (type: ItemType): boolean => type in parts;
/** True for an item whose value the person cannot type. */
const isFixed = (item: QuestionnaireItem): boolean => item.isReadOnly === true || item.calculated !== undefined;
/** True for items that only the further parts can show. */
const needsFurther = (item: QuestionnaireItem): boolean =>
  !needsSignature(item) && (!isPlainType(item.questionnaireItemType) || isFixed(item) || isRepeatingQuestion(item));
const needsSignature = ({ questionnaireItemType }: QuestionnaireItem): boolean =>
  questionnaireItemType === 'SignatureQuestion';

let further: typeof Further | null = null;
let signature: typeof Signature | null = null;
let loaded: { readonly [T in ItemType]?: ItemParts<T> } = parts;

/** Loads what the fields and reviews of these items need; does nothing for a plain questionnaire. Until then such an item shows nothing. */
export async function loadItemParts(items: readonly QuestionnaireItem[]): Promise<void> {
  if (hasItemParts(items)) return;
  if (items.some(needsFurther)) further ??= await import('./further/index.ts');
  if (items.some(needsSignature)) signature ??= await import('./signature/index.ts');
  loaded = { ...further?.furtherParts, ...signature?.signatureParts, ...parts };
}
/** Whether everything is loaded that these items need. */
export const hasItemParts = (items: readonly QuestionnaireItem[]): boolean =>
  (further !== null || !items.some(needsFurther)) && (signature !== null || !items.some(needsSignature));

const noEntries: readonly Answer[] = [];

/** The field of any item; nothing for a hidden one. */
export const fieldOf = (item: QuestionnaireItem, sheet: AnswerSheet, kiosk: boolean): ReactNode => {
  if (item.isHidden) return null;
  const draw = <T extends ItemType>(type: T, typed: ItemOf<T>): ReactNode => {
    const drawn: ItemParts<T> | undefined = loaded[type];
    if (!drawn) return null;
    const { Field } = drawn;
    return <Field item={typed} sheet={sheet} kiosk={kiosk} />;
  };
  const drawBoxes = <T extends RepeatingType>(
    type: T,
    typed: ItemOf<T>,
    repeating: ItemOf<RepeatingType>,
  ): ReactNode => {
    const drawn: ItemParts<T> | undefined = loaded[type];
    if (!further || !drawn?.Box) return null;
    const { Box } = drawn;
    return <further.RepeatedField item={repeating} sheet={sheet} renderBox={(box) => <Box {...box} item={typed} />} />;
  };
  if (isFixed(item))
    return further ? (
      <further.FixedField
        item={item}
        sheet={sheet}
        renderValue={(entries) => reviewOf(item, entries, [], () => noEntries)}
      />
    ) : null;
  return isRepeatingQuestion(item)
    ? drawBoxes(item.questionnaireItemType, item, item)
    : draw(item.questionnaireItemType, item);
};

export const reviewOf = (
  item: QuestionnaireItem,
  entries: readonly Answer[],
  rows: readonly MatrixRow[],
  entriesOf: (id: QuestionnaireItemId) => readonly Answer[],
): ReactNode => {
  const draw = <T extends ItemType>(type: T, typed: ItemOf<T>, said: readonly Answer[]): ReactNode => {
    const drawn: ItemParts<T> | undefined = loaded[type];
    if (!drawn) return null;
    const { Review } = drawn;
    return <Review item={typed} entries={said} rows={rows} entriesOf={entriesOf} />;
  };
  if (!isRepeatingQuestion(item)) return draw(item.questionnaireItemType, item, entries);
  const answers = entries.filter((entry) => isAnswered(item, [entry]));
  if (answers.length < 2) return draw(item.questionnaireItemType, item, answers);
  return (
    <ul>
      {answers.map((answer, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- answers have no name of their own, and keep their places here
        <li key={index}>{draw(item.questionnaireItemType, item, [answer])}</li>
      ))}
    </ul>
  );
};
