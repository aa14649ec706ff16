import * as v from 'valibot';
import { ListAnswerId, QuestionnaireItemId } from './ids.ts';
import { CalendarDate } from './values.ts';

/** Free text and the text of an "other" option (specification 2, sections 5 and 9). */
export const freeTextMaximum = 2000;
/** Rows that a multi-line text shows (specification 2, section 9). */
export const multilineRows = 3;

export const itemTypes = [
  'TextQuestion',
  'SectionHeader',
  'SingleSelectionRadioButtonQuestion',
  'BooleanQuestion',
  'NumberQuestion',
  'DateQuestion',
  'SingleSelectionDropdownQuestion',
  'MultiSelectionQuestion',
  'QuestionMatrixGrouping',
  'SliderQuestion',
] as const;
export const ItemType = v.picklist(itemTypes);
export type ItemType = v.InferOutput<typeof ItemType>;

export const ListAnswer = v.object({
  listAnswerId: ListAnswerId,
  answerText: v.string(),
  sortOrder: v.number(),
  isOtherOption: v.boolean(),
  score: v.nullable(v.number()),
});
export type ListAnswer = v.InferOutput<typeof ListAnswer>;

const common = {
  questionnaireItemId: QuestionnaireItemId,
  sortOrder: v.number(),
  questionMatrixGuid: v.nullable(v.string()),
  /** Allow-listed HTML; show it only through the rich-text part of the interface. */
  formattedText: v.string(),
  isRequired: v.boolean(),
};
const choices = { listAnswers: v.pipe(v.array(ListAnswer), v.minLength(1)) };

/** One item of a questionnaire (specification 2, section 3; rulings, section 8). */
export const QuestionnaireItem = v.variant('questionnaireItemType', [
  v.object({
    ...common,
    questionnaireItemType: v.literal('TextQuestion'),
    isMultiline: v.boolean(),
    maxLength: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(freeTextMaximum)),
  }),
  v.object({ ...common, questionnaireItemType: v.literal('SectionHeader') }),
  v.object({ ...common, questionnaireItemType: v.literal('SingleSelectionRadioButtonQuestion'), ...choices }),
  v.object({ ...common, questionnaireItemType: v.literal('BooleanQuestion') }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('NumberQuestion'),
    minValue: v.nullable(v.number()),
    maxValue: v.nullable(v.number()),
    /** Digits after the decimal sign that an answer may have. */
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)),
    unitOfMeasure: v.nullable(v.string()),
  }),
  v.object({ ...common, questionnaireItemType: v.literal('DateQuestion') }),
  v.object({ ...common, questionnaireItemType: v.literal('SingleSelectionDropdownQuestion'), ...choices }),
  v.object({ ...common, questionnaireItemType: v.literal('MultiSelectionQuestion'), ...choices }),
  v.object({ ...common, questionnaireItemType: v.literal('QuestionMatrixGrouping') }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('SliderQuestion'),
    minValue: v.number(),
    maxValue: v.number(),
    step: v.pipe(v.number(), v.gtValue(0)),
    minLabel: v.nullable(v.string()),
    maxLabel: v.nullable(v.string()),
  }),
]);
export type QuestionnaireItem = v.InferOutput<typeof QuestionnaireItem>;
/** The item of one type. */
export type ItemOf<T extends ItemType> = Extract<QuestionnaireItem, { questionnaireItemType: T }>;

/**
 * One entry of an answer sheet. A multi-selection has one per ticked option. In a draft, `textAnswer` of a number or date
 * item holds what was typed while it is not (yet) a number or a date, so that nothing typed is lost; it is never submitted.
 */
export const Answer = v.object({
  questionnaireItemId: QuestionnaireItemId,
  textAnswer: v.optional(v.pipe(v.string(), v.maxLength(10_000))),
  numberAnswer: v.optional(v.pipe(v.number(), v.finite())),
  dateAnswer: v.optional(CalendarDate),
  listAnswerId: v.optional(ListAnswerId),
  otherOptionText: v.optional(v.pipe(v.string(), v.maxLength(10_000))),
  isChecked: v.optional(v.boolean()),
});
export type Answer = v.InferOutput<typeof Answer>;
