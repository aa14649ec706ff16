import * as v from 'valibot';
import { declareCall } from './call.ts';
import { AssignedQuestionnaireId, PatientId } from './ids.ts';
import { inReadersLanguage } from './presets.ts';
import { assignedPath, questionnaireFillers, readingQuestionnaires } from './questionnairePresets.ts';
import { CalendarDate, Instant, LanguageTag, orNull, SmallNumber } from './values.ts';

/** How a questionnaire repeats: until its last due day, or a number of days before (below 0) or after each visit. */
export const Repetition = v.variant('kind', [
  v.object({
    kind: v.literal('calendar'),
    unit: v.picklist(['day', 'week', 'month']),
    every: SmallNumber,
    until: CalendarDate,
  }),
  v.object({ kind: v.literal('visits'), days: v.number() }),
]);
export type Repetition = v.InferOutput<typeof Repetition>;

const statuses = ['Assigned', 'Started', 'Completed', 'Declined', 'Missed'] as const;
type QuestionnaireStatus = (typeof statuses)[number];

/** What a list and the questionnaire itself say of it. */
export const summaryFields = {
  assignedQuestionnaireId: AssignedQuestionnaireId,
  templateTitle: v.string(),
  /** Not in the specification: its language, if it is known. */
  language: v.optional(LanguageTag),
  /** Not in the specification: true when it is not available in the reader's language, so that it is in `language`. */
  isFallbackLanguage: v.optional(v.literal(true)),
  templateDescription: orNull(v.string()),
  /** `Assigned` and `Started`, and any other status of a facility, can be filled in; the rest are history. */
  statusDescription: v.pipe(
    v.string(),
    v.transform((status): QuestionnaireStatus => statuses.find((one) => one === status) ?? 'Assigned'),
  ),
  dueDate: orNull(CalendarDate),
  /** When it was completed, declined or missed. */
  completedDate: orNull(Instant),
  /** Not in the specification. */
  isNew: v.optional(v.boolean(), false),
  /** Not in the specification here: false while the facility has not opened it to the patient. */
  canStartByPatient: v.optional(v.boolean(), true),
  /** Not in the specification: the first day on which it can be started, while that is in the future. */
  opensOn: v.optional(CalendarDate),
  /** Not in the specification: how it repeats, when it is one of a series. */
  repeats: v.optional(Repetition),
  /** Not in the specification: the number of questions, 0 when it is not known, and the progress of the server's draft. */
  questionCount: v.optional(v.number(), 0),
  answeredCount: v.optional(v.number(), 0),
};

export const AssignedQuestionnaireSummary = v.object(summaryFields);
export type AssignedQuestionnaireSummary = v.InferOutput<typeof AssignedQuestionnaireSummary>;

export const listQuestionnaires = declareCall({
  ...readingQuestionnaires,
  name: 'listQuestionnaires',
  path: assignedPath,
  params: { patientId: PatientId },
  headers: inReadersLanguage,
  access: questionnaireFillers,
  answer: v.array(AssignedQuestionnaireSummary),
  audited: true,
});

export const countNewQuestionnaires = declareCall({
  ...readingQuestionnaires,
  name: 'countNewQuestionnaires',
  isBackground: true,
  path: `${assignedPath}/newcount`,
  params: { patientId: PatientId },
  answer: v.pipe(v.number(), v.integer(), v.minValue(0)),
  audited: false,
});

/** The number of questionnaires that wait for the patient: not sent yet, and opened to the patient. */
export const countOpenQuestionnaires = declareCall({
  ...readingQuestionnaires,
  name: 'countOpenQuestionnaires',
  isOurs: true,
  isBackground: true,
  isBadge: true,
  path: `${assignedPath}/opencount`,
  params: { patientId: PatientId },
  answer: v.pipe(v.number(), v.integer(), v.minValue(0)),
  audited: false,
});

export const listQuestionnaireHistory = declareCall({
  ...readingQuestionnaires,
  name: 'listQuestionnaireHistory',
  path: `${assignedPath}/history`,
  params: { patientId: PatientId },
  headers: inReadersLanguage,
  answer: v.array(AssignedQuestionnaireSummary),
  audited: true,
});
