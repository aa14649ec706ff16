import * as v from 'valibot';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall, FileAnswer, languageHeader } from './call.ts';
import { refusalBody } from './errors.ts';
import { FormLogic } from './formLogic.ts';
import { AnswerAttachmentId, IdempotencyKey, PatientId, QuestionnaireItemId, brandedId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { Answer, AnswerAttachment, QuestionnaireItem } from './questionnaireItems.ts';
import { attachmentLimits } from './secureMessages.ts';
import { CalendarDate, Instant, LanguageTag, orNull, SmallNumber } from './values.ts';

export const AssignedQuestionnaireId = brandedId('AssignedQuestionnaireId');
export type AssignedQuestionnaireId = v.InferOutput<typeof AssignedQuestionnaireId>;

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
  /** Ours; without a name the message stands alone. */
  scoreName: v.optional(v.string(), ''),
  /** Ours. Null where the facility shows messages without numbers. */
  scoreValue: orNull(v.number()),
  /** The most that it can be, where that is known. */
  scoreMaximum: v.optional(v.nullable(v.number())),
  patientMessageOnCompletion: orNull(v.string()),
});
export type Score = v.InferOutput<typeof Score>;

/** How a questionnaire comes again: up to its last due day, or so many days before (below 0) or after each visit. */
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

/** The scores of one questionnaire over all of its completions, as far as they can be compared. */
export const ScoreHistory = v.object({
  templateTitle: v.string(),
  language: v.optional(LanguageTag),
  scores: v.array(
    v.object({
      scoreName: v.string(),
      scoreMaximum: v.nullable(v.number()),
      /** What the facility says of a value, by ranges with both ends in them, lowest first; null is open. */
      ranges: v.array(v.object({ from: v.nullable(v.number()), to: v.nullable(v.number()), message: v.string() })),
      /** Oldest first. */
      values: v.array(
        v.object({
          assignedQuestionnaireId: AssignedQuestionnaireId,
          completedDate: Instant,
          scoreValue: v.number(),
        }),
      ),
      /** Values from before or after a change of the questionnaire, with another maximum. */
      leftOut: v.number(),
    }),
  ),
});
export type ScoreHistory = v.InferOutput<typeof ScoreHistory>;

const statuses = ['Assigned', 'Started', 'Completed', 'Declined', 'Missed'] as const;
type QuestionnaireStatus = (typeof statuses)[number];

const summary = {
  assignedQuestionnaireId: AssignedQuestionnaireId,
  templateTitle: v.string(),
  /** Ours: what it is written in, where that is known. */
  language: v.optional(LanguageTag),
  /** Ours: it is not there in the language of the reader, so that they read `language`. */
  isFallbackLanguage: v.optional(v.literal(true)),
  templateDescription: orNull(v.string()),
  /** `Assigned` and `Started` can be filled in, as can what a facility calls otherwise; the rest are history. */
  statusDescription: v.pipe(
    v.string(),
    v.transform((status): QuestionnaireStatus => statuses.find((one) => one === status) ?? 'Assigned'),
  ),
  dueDate: orNull(CalendarDate),
  /** When it was completed, declined or missed. */
  completedDate: orNull(Instant),
  /** Ours. */
  isNew: v.optional(v.boolean(), false),
  /** Ours in this place: false while the facility has not opened it to the patient. */
  canStartByPatient: v.optional(v.boolean(), true),
  /** Ours: the first day on which it can be begun, while that is to come. */
  opensOn: v.optional(CalendarDate),
  /** Ours: it is one of several that come again and again. */
  repeats: v.optional(Repetition),
  /** Ours: how long it is, 0 where nobody says, and how far the server's draft is. */
  questionCount: v.optional(v.number(), 0),
  answeredCount: v.optional(v.number(), 0),
};

export const AssignedQuestionnaireSummary = v.object(summary);
export type AssignedQuestionnaireSummary = v.InferOutput<typeof AssignedQuestionnaireSummary>;

export const AssignedQuestionnaire = v.object({
  ...summary,
  patientInstructions: orNull(v.string()),
  /** Grows with each change of the template (rulings, section 8); left out, it never changes. */
  templateRevision: v.optional(SmallNumber, 0),
  questionnaireItems: v.array(QuestionnaireItem),
  /** Ours: what conditions and calculations by expression need; absent where there are none. */
  formLogic: v.optional(FormLogic),
  /** Ours: the day at the patient's facility, for bounds like "not after today". */
  today: v.optional(CalendarDate),
  patientQuestionAnswerList: v.optional(Answers, []),
  patientScoreList: v.optional(v.array(Score), []),
  /** Ours: what the facility says at once to somebody who gave such answers, allow-listed HTML. Absent where there is nothing to say. */
  alertMessages: v.optional(v.array(v.string())),
  defaultMsgOnCompletion: orNull(v.string()),
  isValid: v.boolean(),
  draft: orNull(Draft),
});
export type AssignedQuestionnaire = v.InferOutput<typeof AssignedQuestionnaire>;

const inReadersLanguage = { [languageHeader]: v.optional(LanguageTag) } as const;

const fillers = ['patient', 'representative', 'kioskPatient', 'linkUser'] as const;
const one = { patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId };
const base = '/api/patients/{patientId}/assignedquestionnaires';
const listsOfQuestionnaires = [
  'listQuestionnaires',
  'countNewQuestionnaires',
  'countOpenQuestionnaires',
  'listQuestionnaireHistory',
  'getScoreHistory',
] as const;

export const listQuestionnaires = declareCall({
  ...reading,
  name: 'listQuestionnaires',
  capability: 'Questionnaires',
  section: 'Questionnaires',
  path: base,
  params: { patientId: PatientId },
  headers: inReadersLanguage,
  access: fillers,
  answer: v.array(AssignedQuestionnaireSummary),
  staleTime: 30_000,
  offline: 'keep',
  audited: true,
});

export const countNewQuestionnaires = declareCall({
  ...reading,
  name: 'countNewQuestionnaires',
  isBackground: true,
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
  isOurs: true,
  isBackground: true,
  isBadge: true,
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
  headers: inReadersLanguage,
  access: fillers,
  answer: AssignedQuestionnaire,
  staleTime: 30_000,
  offline: 'keep',
  audited: true,
});

/** A second completion that loses: what stands, so that the loser can see where its answers differ. */
export const AlreadyCompleted = refusalBody('already_completed', { completed: AssignedQuestionnaire });
/** What is asked has changed since the answers were given, by a new revision or with the patient's record: the questionnaire as it is now. */
export const TemplateRevised = refusalBody('template_revised', { questionnaire: AssignedQuestionnaire });

/** Answers that break a rule (rulings, section 8): 422 with the items at fault. */
export const AnswersInvalid = refusalBody('answers_invalid', {
  faults: v.array(
    v.object({
      questionnaireItemId: QuestionnaireItemId,
      /** In which row of each repeating group around it; absent where there is none. */
      rowPath: v.optional(v.array(v.number())),
      fault: v.string(),
    }),
  ),
});

/**
 * Submits (rulings, section 2). The same key always gets the first answer back, whatever it carries; another key on a
 * completed questionnaire gets 409 `already_completed`, an older `templateRevision` 409 `template_revised`, broken rules 422
 * `answers_invalid` (`template_revised` where the rules look at the patient's record, which may have changed), a declined or missed one
 * 409 `no_longer_open`.
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
  headers: { 'idempotency-key': IdempotencyKey, ...inReadersLanguage },
  access: fillers,
  body: v.object({
    templateRevision: SmallNumber,
    patientQuestionAnswerList: Answers,
    /** The day by which the device decided what is asked, where it had one: answers may be sent days after they were given. */
    today: v.optional(CalendarDate),
  }),
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
  headers: inReadersLanguage,
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
  headers: inReadersLanguage,
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
  headers: inReadersLanguage,
  access: ['patient', 'representative'],
  answer: AssignedQuestionnaire,
  staleTime: 30_000,
  offline: 'keep',
  audited: true,
});

/** Of a completion; 404 for anything else. Without numbers, where the facility shows none. */
export const getScoreHistory = declareCall({
  ...reading,
  name: 'getScoreHistory',
  isOurs: true,
  capability: 'Questionnaires',
  section: 'Questionnaires',
  path: `${base}/history/{assignedQuestionnaireId}/scores`,
  params: one,
  headers: inReadersLanguage,
  access: ['patient', 'representative'],
  answer: ScoreHistory,
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
  isOptional: true,
  capability: 'Questionnaires',
  section: 'Questionnaires',
  right: 'answer',
  method: 'PUT',
  path: `${base}/{assignedQuestionnaireId}/draft`,
  params: one,
  headers: inReadersLanguage,
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
  isOptional: true,
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

/** Most files of one questionnaire, and their bytes together; each has the bounds of a file of a message. */
export const answerFileLimits = { files: 20, allBytes: 40_000_000 } as const;

/**
 * Adds a file to a question, as its bytes alone. Its key makes a second try the same file. It belongs to this questionnaire: sent answers may
 * name no other, and what they do not name is deleted with the draft.
 */
export const addAnswerAttachment = declareCall({
  ...changing,
  name: 'addAnswerAttachment',
  isOurs: true,
  capability: 'Questionnaires',
  section: 'Questionnaires',
  right: 'answer',
  method: 'POST',
  path: `${base}/{assignedQuestionnaireId}/items/{questionnaireItemId}/attachments`,
  params: { ...one, questionnaireItemId: QuestionnaireItemId },
  headers: {
    'idempotency-key': IdempotencyKey,
    /** Percent-encoded UTF-8. */
    'file-name': v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  },
  access: fillers,
  bodyType: 'bytes',
  body: v.custom<Uint8Array>((value) => value instanceof Uint8Array),
  largestBody: attachmentLimits.fileBytes,
  answer: AnswerAttachment,
  answerType: 'json',
  errors: [
    'file_type',
    'file_broken',
    'file_infected',
    'file_empty',
    'file_unchecked',
    'attachments_too_large',
    'no_longer_open',
  ],
});
export const removeAnswerAttachment = declareCall({
  ...changing,
  name: 'removeAnswerAttachment',
  isOurs: true,
  capability: 'Questionnaires',
  section: 'Questionnaires',
  right: 'answer',
  method: 'DELETE',
  path: `${base}/{assignedQuestionnaireId}/attachments/{attachmentId}`,
  params: { ...one, attachmentId: AnswerAttachmentId },
  access: fillers,
});
/** A file of a questionnaire, sent or not, with a download ticket. */
export const getAnswerAttachment = declareCall({
  ...reading,
  name: 'getAnswerAttachment',
  isOurs: true,
  capability: 'Questionnaires',
  section: 'Questionnaires',
  path: `${base}/{assignedQuestionnaireId}/attachments/{attachmentId}/content`,
  params: { ...one, attachmentId: AnswerAttachmentId },
  query: { token: v.optional(v.pipe(v.string(), v.maxLength(100))) },
  access: ['patient', 'representative'],
  answer: FileAnswer,
  answerType: 'file',
  staleTime: 0,
  offline: 'never',
  audited: true,
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
