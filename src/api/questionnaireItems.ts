import * as v from 'valibot';
import { EnableWhen, Expression } from './formLogic.ts';
import { AnswerAttachmentId, ListAnswerId, QuestionnaireItemId } from './ids.ts';
import { Signature } from './signatures.ts';
import { CalendarDate, isCalendarDate, orNull } from './values.ts';

/** Most characters of a free text and of the text of an "other" option (specification 2, sections 5 and 9). */
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
  'QuestionGroup',
  'DateTimeQuestion',
  'TimeQuestion',
  'QuantityQuestion',
  'UrlQuestion',
  'AttachmentQuestion',
  'LookupQuestion',
  'SignatureQuestion',
] as const;
export const ItemType = v.picklist(itemTypes);
export type ItemType = v.InferOutput<typeof ItemType>;

/** A picture of a question or an option, inside the questionnaire itself, so that it is there without a network. */
export const ItemImage = v.object({
  dataUrl: v.pipe(
    v.string(),
    v.regex(/^data:image\/(?:png|jpeg|gif|webp);base64,[A-Za-z0-9+/=]+$/),
    v.maxLength(400_000),
  ),
  alternativeText: v.string(),
});
export type ItemImage = v.InferOutput<typeof ItemImage>;

/** The least and the most answers, or rows of a group. A null `most` means no limit of its own (at most `mostRows`). */
export const Occurs = v.object({
  least: v.pipe(v.number(), v.integer(), v.minValue(0)),
  most: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1))),
});
export type Occurs = v.InferOutput<typeof Occurs>;
/** Most rows of a group, or answers to one question. */
export const mostRows = 100;

/** A day, or a number of days, months or years from today (negative: before it). */
export const DateBound = v.union([
  CalendarDate,
  v.object({ fromToday: v.pipe(v.number(), v.integer()), unit: v.picklist(['days', 'months', 'years']) }),
]);
export type DateBound = v.InferOutput<typeof DateBound>;

/** `hh:mm` or `hh:mm:ss`. */
export const TimeOfDay = v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/), v.brand('TimeOfDay'));
export type TimeOfDay = v.InferOutput<typeof TimeOfDay>;
/** A date and time on the clock of the patient's facility, `YYYY-MM-DDThh:mm`. */
export const LocalDateTime = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/),
  v.check((text) => isCalendarDate(text.slice(0, 10)), 'not a date'),
  v.brand('LocalDateTime'),
);
export type LocalDateTime = v.InferOutput<typeof LocalDateTime>;

export const AnswerAttachment = v.object({
  attachmentId: AnswerAttachmentId,
  fileName: v.pipe(v.string(), v.maxLength(255)),
  contentType: v.pipe(v.string(), v.maxLength(100)),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
export type AnswerAttachment = v.InferOutput<typeof AnswerAttachment>;

/** The value of an entry, without its item. */
export const AnswerValue = v.object({
  textAnswer: v.optional(v.pipe(v.string(), v.maxLength(10_000))),
  numberAnswer: v.optional(v.pipe(v.number(), v.finite())),
  dateAnswer: v.optional(CalendarDate),
  dateTimeAnswer: v.optional(LocalDateTime),
  timeAnswer: v.optional(TimeOfDay),
  unitKey: v.optional(v.pipe(v.string(), v.maxLength(255))),
  listAnswerId: v.optional(ListAnswerId),
  otherOptionText: v.optional(v.pipe(v.string(), v.maxLength(10_000))),
  isChecked: v.optional(v.boolean()),
  /** A concept of a large value set. */
  coding: v.optional(
    v.object({
      system: v.optional(v.pipe(v.string(), v.maxLength(1000))),
      code: v.pipe(v.string(), v.maxLength(255)),
      display: v.pipe(v.string(), v.maxLength(2000)),
    }),
  ),
  attachment: v.optional(AnswerAttachment),
});
export type AnswerValue = v.InferOutput<typeof AnswerValue>;

/** A unit of a quantity; answers name it by its `key`. */
export const QuantityUnit = v.object({ key: v.string(), label: v.string() });
export type QuantityUnit = v.InferOutput<typeof QuantityUnit>;

/** A rule over answers (SDC targetConstraint): `message` is shown when the expression is false. */
export const Constraint = v.object({ key: v.string(), expression: Expression, message: v.string() });
export type Constraint = v.InferOutput<typeof Constraint>;

export const ListAnswer = v.object({
  listAnswerId: ListAnswerId,
  answerText: v.string(),
  sortOrder: v.number(),
  isOtherOption: v.boolean(),
  score: orNull(v.number()),
  /** "None of these": it can only be chosen alone. */
  isExclusive: v.optional(v.literal(true)),
  image: v.optional(ItemImage),
});
export type ListAnswer = v.InferOutput<typeof ListAnswer>;

const common = {
  questionnaireItemId: QuestionnaireItemId,
  sortOrder: v.number(),
  questionMatrixGuid: orNull(v.string()),
  /** Allow-listed HTML; show it only with `RichText`. */
  formattedText: v.string(),
  isRequired: v.boolean(),
  /** The group, heading or question that contains it: it is asked only if that one is. */
  parentItemId: v.optional(QuestionnaireItemId),
  enableWhen: v.optional(EnableWhen),
  enableWhenExpression: v.optional(Expression),
  /** Never shown; its value (`initial`, `calculated`) is sent anyway. */
  isHidden: v.optional(v.literal(true)),
  /** Shown as a text that cannot be changed. */
  isReadOnly: v.optional(v.literal(true)),
  /** The initial answer, as entries without an item; the person's own answer replaces it. */
  initial: v.optional(v.array(AnswerValue)),
  /** The initial values are one for each of the first rows of the group, in turn; without this, all of them in every row. */
  isInitialByRow: v.optional(v.literal(true)),
  /** Its answer is computed from others and never typed. */
  calculated: v.optional(Expression),
  constraints: v.optional(v.array(Constraint)),
  image: v.optional(ItemImage),
};
/** How often it may be answered. Absent: once; for a multi-selection: how many options, if the source says. */
const repeating = { occurs: v.optional(Occurs) };
const choices = { listAnswers: v.pipe(v.array(ListAnswer), v.minLength(1)) };

/** One item of a questionnaire (specification 2, section 3; rulings, section 8). */
export const QuestionnaireItem = v.variant('questionnaireItemType', [
  v.object({
    ...common,
    questionnaireItemType: v.literal('TextQuestion'),
    isMultiline: v.optional(v.boolean(), false),
    maxLength: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(freeTextMaximum)), freeTextMaximum),
    minLength: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    /** The pattern that the whole text must match; the server has checked that it is safe to run. */
    pattern: v.optional(v.string()),
    /** The required format as text, such as "nnn-nn-nnnn". */
    entryFormat: v.optional(v.string()),
    ...repeating,
  }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('SectionHeader'),
    /** True for a text between the questions, which is not the heading of those below. */
    isText: v.optional(v.literal(true)),
  }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('SingleSelectionRadioButtonQuestion'),
    ...choices,
    /** True when the source wants the options side by side. */
    isHorizontal: v.optional(v.literal(true)),
  }),
  v.object({ ...common, questionnaireItemType: v.literal('BooleanQuestion') }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('NumberQuestion'),
    minValue: orNull(v.number()),
    maxValue: orNull(v.number()),
    /** Most digits after the decimal point; left out: digits only (specification 3, section 5). */
    decimals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)), 0),
    unitOfMeasure: orNull(v.string()),
    ...repeating,
  }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('DateQuestion'),
    earliest: v.optional(DateBound),
    latest: v.optional(DateBound),
    ...repeating,
  }),
  v.object({ ...common, questionnaireItemType: v.literal('SingleSelectionDropdownQuestion'), ...choices }),
  v.object({ ...common, questionnaireItemType: v.literal('MultiSelectionQuestion'), ...choices, ...repeating }),
  v.object({ ...common, questionnaireItemType: v.literal('QuestionMatrixGrouping') }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('SliderQuestion'),
    minValue: v.number(),
    maxValue: v.number(),
    step: v.optional(v.pipe(v.number(), v.gtValue(0)), 1),
    minLabel: orNull(v.string()),
    maxLabel: orNull(v.string()),
  }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('QuestionGroup'),
    /** Null: a group without rows, for the layout or for a condition. */
    occurs: v.nullable(Occurs),
    /** `table`: a row of the group is a row of a table; `grid`: each group in it is one. */
    layout: v.picklist(['list', 'table', 'grid']),
    /** The number of rows at the start, if that is more than required. */
    rowsAtFirst: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostRows))),
  }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('DateTimeQuestion'),
    earliest: v.optional(DateBound),
    latest: v.optional(DateBound),
    ...repeating,
  }),
  v.object({ ...common, questionnaireItemType: v.literal('TimeQuestion'), ...repeating }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('QuantityQuestion'),
    minValue: v.nullable(v.number()),
    maxValue: v.nullable(v.number()),
    decimals: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)),
    units: v.pipe(v.array(QuantityUnit), v.minLength(1)),
    ...repeating,
  }),
  v.object({ ...common, questionnaireItemType: v.literal('UrlQuestion'), ...repeating }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('AttachmentQuestion'),
    contentTypes: v.array(v.string()),
    /** In bytes. */
    maxSize: v.number(),
    /** A photo of a card, such as that of an insurance: the app helps to take one that can be read. */
    isCardPhoto: v.optional(v.boolean()),
    ...repeating,
  }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('LookupQuestion'),
    /** The key of its value set (`getValueSet`). */
    valueSetKey: v.string(),
    isMultiple: v.boolean(),
    /** True when the person's own text is an answer too. */
    isOpen: v.boolean(),
    ...repeating,
  }),
  v.object({
    ...common,
    questionnaireItemType: v.literal('SignatureQuestion'),
    /** The item that is signed, with all that is under it; null: the whole questionnaire. */
    signs: v.nullable(QuestionnaireItemId),
    /** What kind of signature the source wants, such as a consent signature; exported with the answer. */
    signatureTypes: v.array(
      v.object({ system: v.optional(v.string()), code: v.string(), display: v.optional(v.string()) }),
    ),
  }),
]);
export type QuestionnaireItem = v.InferOutput<typeof QuestionnaireItem>;
export type ItemOf<T extends ItemType> = Extract<QuestionnaireItem, { questionnaireItemType: T }>;

const RowNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));

/**
 * One entry of a set of answers. A multi-selection has one entry per ticked option, a repeating question one per answer. In a draft,
 * `textAnswer` of a number or date item is what was typed while it is not (yet) a number or a date, so that nothing typed is lost; it is
 * never submitted.
 */
export const Answer = v.object({
  questionnaireItemId: QuestionnaireItemId,
  /** The row of each repeating group around the item, the outermost first; absent when there is none. */
  rowPath: v.optional(v.pipe(v.array(RowNumber), v.minLength(1), v.maxLength(8))),
  /** Only for a repeating group: its rows in their order. A number is never reused for another row of the same draft. */
  rows: v.optional(v.pipe(v.array(RowNumber), v.maxLength(mostRows))),
  ...AnswerValue.entries,
  /** Never a value to begin with. */
  signature: v.optional(Signature),
});
export type Answer = v.InferOutput<typeof Answer>;
