import * as v from 'valibot';
import { declareCall } from './call.ts';
import { AssignedQuestionnaireId, IdempotencyKey, ListAnswerId, PatientId, QuestionnaireItemId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { CalendarDate, Instant } from './values.ts';

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
  v.object({ ...common, questionnaireItemType: v.literal('TextQuestion'), isMultiline: v.boolean(), maxLength: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(freeTextMaximum)) }),
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
const Answers = v.pipe(v.array(Answer), v.maxLength(5000));

export const Draft = v.object({
  answers: Answers,
  templateRevision: v.number(),
  /** When the device wrote it. */
  savedAt: Instant,
});
export type Draft = v.InferOutput<typeof Draft>;

export const Score = v.object({
  scoreName: v.string(),
  scoreValue: v.number(),
  patientMessageOnCompletion: v.nullable(v.string()),
});
export type Score = v.InferOutput<typeof Score>;

const summary = {
  assignedQuestionnaireId: AssignedQuestionnaireId,
  templateTitle: v.string(),
  templateDescription: v.nullable(v.string()),
  /** `Assigned` and `Started` can be filled in; the rest are history. */
  statusDescription: v.picklist(['Assigned', 'Started', 'Completed', 'Declined', 'Missed']),
  dueDate: v.nullable(CalendarDate),
  /** When it was completed, declined or missed. */
  completedDate: v.nullable(Instant),
  isNew: v.boolean(),
  /** False while the facility has not opened it to the patient. */
  canStartByPatient: v.boolean(),
};

export const AssignedQuestionnaireSummary = v.object(summary);
export type AssignedQuestionnaireSummary = v.InferOutput<typeof AssignedQuestionnaireSummary>;

export const AssignedQuestionnaire = v.object({
  ...summary,
  patientInstructions: v.nullable(v.string()),
  /** Grows with each change of the template. */
  templateRevision: v.number(),
  questionnaireItems: v.array(QuestionnaireItem),
  patientQuestionAnswerList: Answers,
  patientScoreList: v.array(Score),
  defaultMsgOnCompletion: v.nullable(v.string()),
  isValid: v.boolean(),
  draft: v.nullable(Draft),
});
export type AssignedQuestionnaire = v.InferOutput<typeof AssignedQuestionnaire>;

const fillers = ['patient', 'representative', 'kioskPatient', 'linkUser'] as const;
const one = { patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId };
const base = '/api/patients/{patientId}/assignedquestionnaires';
const listsOfQuestionnaires = ['listQuestionnaires', 'countNewQuestionnaires', 'listQuestionnaireHistory'] as const;

export const listQuestionnaires = declareCall({
  ...reading,
  name: 'listQuestionnaires',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  path: base,
  params: { patientId: PatientId },
  access: fillers,
  answer: v.array(AssignedQuestionnaireSummary),
  freshFor: 30_000,
  offline: 'keep',
  audited: true,
});

export const countNewQuestionnaires = declareCall({
  ...reading,
  name: 'countNewQuestionnaires',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  path: `${base}/newcount`,
  params: { patientId: PatientId },
  access: ['patient', 'representative'],
  answer: v.pipe(v.number(), v.integer(), v.minValue(0)),
  freshFor: 30_000,
  offline: 'keep',
  audited: false,
});

/**
 * Opening it the first time makes it `Started` and no longer new. `ahead=true` only fetches it for when there is no
 * connection: nobody has opened it then, and its status and newness stay (the read is audited all the same).
 */
export const getQuestionnaire = declareCall({
  ...reading,
  name: 'getQuestionnaire',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  path: `${base}/{assignedQuestionnaireId}`,
  params: one,
  query: { ahead: v.optional(v.literal('true')) },
  access: fillers,
  answer: AssignedQuestionnaire,
  freshFor: 30_000,
  offline: 'keep',
  audited: true,
});

/** A second completion that loses: what stands, so that the loser can see where its answers differ. */
export const AlreadyCompleted = v.object({ error: v.literal('already_completed'), completed: AssignedQuestionnaire });
/** The template has changed since the answers were given: the questionnaire as it is now. */
export const TemplateRevised = v.object({ error: v.literal('template_revised'), questionnaire: AssignedQuestionnaire });

/** Answers that break a rule (rulings, section 8): 422 with the items at fault. */
export const AnswersInvalid = v.object({
  error: v.literal('answers_invalid'),
  faults: v.array(v.object({ questionnaireItemId: QuestionnaireItemId, fault: v.string() })),
});

/**
 * Submits (rulings, section 2). The same key always gets the first answer back, whatever it carries; another key on a
 * completed questionnaire gets 409 `already_completed`, an older `templateRevision` 409 `template_revised`, broken rules 422
 * `answers_invalid`, a declined or missed one 409 `no_longer_open`.
 */
export const submitQuestionnaire = declareCall({
  ...changing,
  name: 'submitQuestionnaire',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  right: 'answer',
  method: 'PUT',
  path: `${base}/{assignedQuestionnaireId}`,
  params: one,
  headers: { 'idempotency-key': IdempotencyKey },
  access: fillers,
  body: v.object({ templateRevision: v.number(), patientQuestionAnswerList: Answers }),
  bodyType: 'json',
  answer: AssignedQuestionnaire,
  answerType: 'json',
  errors: ['already_completed', 'template_revised', 'answers_invalid', 'no_longer_open'],
  makesStale: [...listsOfQuestionnaires, 'getQuestionnaire'],
  offline: 'draft',
});

export const declineQuestionnaire = declareCall({
  ...changing,
  name: 'declineQuestionnaire',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  right: 'answer',
  method: 'PUT',
  path: `${base}/declinequestionnaire`,
  params: { patientId: PatientId },
  access: fillers,
  body: v.object({ assignedQuestionnaireId: AssignedQuestionnaireId }),
  bodyType: 'json',
  answer: AssignedQuestionnaireSummary,
  answerType: 'json',
  errors: ['already_completed', 'no_longer_open'],
  makesStale: [...listsOfQuestionnaires, 'getQuestionnaire'],
});

export const listQuestionnaireHistory = declareCall({
  ...reading,
  name: 'listQuestionnaireHistory',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  path: `${base}/history`,
  params: { patientId: PatientId },
  access: ['patient', 'representative'],
  answer: v.array(AssignedQuestionnaireSummary),
  freshFor: 30_000,
  offline: 'keep',
  audited: true,
});

export const getQuestionnaireHistory = declareCall({
  ...reading,
  name: 'getQuestionnaireHistory',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  path: `${base}/history/{assignedQuestionnaireId}`,
  params: one,
  access: ['patient', 'representative'],
  answer: AssignedQuestionnaire,
  freshFor: 30_000,
  offline: 'keep',
  audited: true,
});

/**
 * Unsent answers. A draft older than the one that stands (`savedAt`) or than a completion changes nothing and is answered
 * with what stands: 409 `draft_superseded` with `{draft}`, or `already_completed`, `no_longer_open`.
 */
export const putDraft = declareCall({
  ...changing,
  name: 'putDraft',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  right: 'answer',
  method: 'PUT',
  path: `${base}/{assignedQuestionnaireId}/draft`,
  params: one,
  access: fillers,
  body: Draft,
  bodyType: 'json',
  errors: ['draft_superseded', 'already_completed', 'no_longer_open'],
  offline: 'draft',
});
export const DraftSuperseded = v.object({ error: v.literal('draft_superseded'), draft: Draft });

/** Discards. The server remembers `discardedAt`, so that a draft saved before it never comes back. */
export const deleteDraft = declareCall({
  ...changing,
  name: 'deleteDraft',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  right: 'answer',
  method: 'DELETE',
  path: `${base}/{assignedQuestionnaireId}/draft`,
  params: one,
  query: { discardedAt: v.optional(Instant) },
  access: fillers,
  makesStale: ['getQuestionnaire'],
  offline: 'draft',
});
