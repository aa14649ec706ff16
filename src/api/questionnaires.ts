import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { refusalBody } from './errors.ts';
import { AssignedQuestionnaireId, IdempotencyKey, PatientId, QuestionnaireItemId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { Answer, QuestionnaireItem } from './questionnaireItems.ts';
import { CalendarDate, Instant, LanguageTag, SmallNumber } from './values.ts';

/** Two hundred answers of 2,000 three-byte characters fit. */
const largestSheet = 2_000_000;
const Answers = v.pipe(v.array(Answer), v.maxLength(5000));

export const Draft = v.object({
  answers: Answers,
  templateRevision: SmallNumber,
  /** When the device wrote it. */
  savedAt: Instant,
});
export type Draft = v.InferOutput<typeof Draft>;

export const Score = v.object({
  scoreName: v.string(),
  /** Null where the facility shows messages without numbers. */
  scoreValue: v.nullable(v.number()),
  /** The most that it can be, where that is known. */
  scoreMaximum: v.optional(v.nullable(v.number())),
  patientMessageOnCompletion: v.nullable(v.string()),
});
export type Score = v.InferOutput<typeof Score>;

const summary = {
  assignedQuestionnaireId: AssignedQuestionnaireId,
  templateTitle: v.string(),
  /** Ours: what it is written in, where its file says so. */
  language: v.optional(LanguageTag),
  templateDescription: v.nullable(v.string()),
  /** `Assigned` and `Started` can be filled in; the rest are history. */
  statusDescription: v.picklist(['Assigned', 'Started', 'Completed', 'Declined', 'Missed']),
  dueDate: v.nullable(CalendarDate),
  /** When it was completed, declined or missed. */
  completedDate: v.nullable(Instant),
  isNew: v.boolean(),
  /** False while the facility has not opened it to the patient. */
  canStartByPatient: v.boolean(),
  /** Ours: how long it is, 0 where nobody says, and how far the server's draft is. */
  questionCount: v.optional(v.number(), 0),
  answeredCount: v.optional(v.number(), 0),
};

export const AssignedQuestionnaireSummary = v.object(summary);
export type AssignedQuestionnaireSummary = v.InferOutput<typeof AssignedQuestionnaireSummary>;

export const AssignedQuestionnaire = v.object({
  ...summary,
  patientInstructions: v.nullable(v.string()),
  /** Grows with each change of the template. */
  templateRevision: SmallNumber,
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
const listsOfQuestionnaires = [
  'listQuestionnaires',
  'countNewQuestionnaires',
  'countOpenQuestionnaires',
  'listQuestionnaireHistory',
] as const;

export const listQuestionnaires = declareCall({
  ...reading,
  name: 'listQuestionnaires',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  path: base,
  params: { patientId: PatientId },
  access: fillers,
  answer: v.array(AssignedQuestionnaireSummary),
  staleTime: 30_000,
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
  staleTime: 30_000,
  offline: 'keep',
  audited: false,
});

/** How many wait for the patient: open until they are sent, and opened to the patient. */
export const countOpenQuestionnaires = declareCall({
  ...reading,
  name: 'countOpenQuestionnaires',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  path: `${base}/opencount`,
  params: { patientId: PatientId },
  access: ['patient', 'representative'],
  answer: v.pipe(v.number(), v.integer(), v.minValue(0)),
  staleTime: 30_000,
  offline: 'keep',
  audited: false,
});

/**
 * Opening it the first time makes it `Started` and no longer new. `ahead=true` only fetches it for when there is no
 * connection: nobody has opened it then, and its status and newness stay (the read is audited all the same). On a tablet that was
 * handed over, the first answer does it.
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
  staleTime: 30_000,
  offline: 'keep',
  audited: true,
});

/** A second completion that loses: what stands, so that the loser can see where its answers differ. */
export const AlreadyCompleted = refusalBody('already_completed', { completed: AssignedQuestionnaire });
/** The template has changed since the answers were given: the questionnaire as it is now. */
export const TemplateRevised = refusalBody('template_revised', { questionnaire: AssignedQuestionnaire });

/** Answers that break a rule (rulings, section 8): 422 with the items at fault. */
export const AnswersInvalid = refusalBody('answers_invalid', {
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
  body: v.object({ templateRevision: SmallNumber, patientQuestionAnswerList: Answers }),
  bodyType: 'json',
  largestBody: largestSheet,
  answer: AssignedQuestionnaire,
  answerType: 'json',
  errors: ['already_completed', 'template_revised', 'answers_invalid', 'no_longer_open'],
  invalidates: [...listsOfQuestionnaires, 'getQuestionnaire'],
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
  invalidates: [...listsOfQuestionnaires, 'getQuestionnaire'],
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
  staleTime: 30_000,
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
  staleTime: 30_000,
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
  largestBody: largestSheet,
  errors: ['draft_superseded', 'already_completed', 'no_longer_open'],
  offline: 'draft',
});
export const DraftSuperseded = refusalBody('draft_superseded', { draft: Draft });

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
  invalidates: ['getQuestionnaire'],
  offline: 'draft',
});

export const questionnairesListed = declareAuditEvent({
  auditEventType: 'questionnairelistauditevent',
  section: 'Questionnaires',
});
export const questionnaireViewed = declareAuditEvent({
  auditEventType: 'questionnaireviewauditevent',
  section: 'Questionnaires',
});
export const questionnaireReviewed = declareAuditEvent({
  auditEventType: 'questionnairereviewauditevent',
  section: 'Questionnaires',
});
