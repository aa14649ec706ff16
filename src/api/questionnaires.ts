import * as v from 'valibot';
import { SafetyTexts } from './alertConditions.ts';
import { declareAuditEvent } from './auditEvent.ts';
import { declareCall } from './call.ts';
import { refusalBody } from './errors.ts';
import { FormLogic } from './formLogic.ts';
import { AnswerAttachmentId, AssignedQuestionnaireId, IdempotencyKey, PatientId, QuestionnaireItemId } from './ids.ts';
import { givingFile, inReadersLanguage } from './presets.ts';
import { AssignedQuestionnaireSummary, summaryFields } from './questionnaireLists.ts';
import { Answer, AnswerAttachment, QuestionnaireItem } from './questionnaireItems.ts';
import { answering, assignedPath, questionnaireFillers, readingQuestionnaires } from './questionnairePresets.ts';
import { takingFile } from './messageFiles.ts';
import { CalendarDate, Instant, LanguageTag, orNull, SmallNumber } from './values.ts';

/** Room for two hundred answers of 2,000 three-byte characters, and again for what somebody signed of them. */
const largestSheet = 3_000_000;
const Answers = v.pipe(v.array(Answer), v.maxLength(5000));

export const Draft = v.object({
  answers: Answers,
  templateRevision: SmallNumber,
  /** When the device wrote it. */
  savedAt: Instant,
});
export type Draft = v.InferOutput<typeof Draft>;

export const Score = v.object({
  /** Not in the specification; without a name only the message is shown. */
  scoreName: v.optional(v.string(), ''),
  /** Not in the specification. Null when the facility shows messages without numbers. */
  scoreValue: orNull(v.number()),
  /** The highest possible score, if it is known. */
  scoreMaximum: v.optional(v.nullable(v.number())),
  patientMessageOnCompletion: orNull(v.string()),
});
export type Score = v.InferOutput<typeof Score>;

/** The scores of one questionnaire over all completions, as far as they can be compared. */
export const ScoreHistory = v.object({
  templateTitle: v.string(),
  language: v.optional(LanguageTag),
  scores: v.array(
    v.object({
      scoreName: v.string(),
      scoreMaximum: v.nullable(v.number()),
      /** The facility's text for ranges of values, both ends inclusive, lowest first; null is open. */
      ranges: v.array(v.object({ from: v.nullable(v.number()), to: v.nullable(v.number()), message: v.string() })),
      /** Oldest first. */
      values: v.array(
        v.object({
          assignedQuestionnaireId: AssignedQuestionnaireId,
          completedDate: Instant,
          scoreValue: v.number(),
        }),
      ),
      /** The number of values from before or after a change of the questionnaire, with another maximum. */
      leftOut: v.number(),
    }),
  ),
});
export type ScoreHistory = v.InferOutput<typeof ScoreHistory>;

export const AssignedQuestionnaire = v.object({
  ...summaryFields,
  patientInstructions: orNull(v.string()),
  /** Increases with each change of the template (rulings, section 8); left out: it never changes. */
  templateRevision: v.optional(SmallNumber, 0),
  questionnaireItems: v.array(QuestionnaireItem),
  /** Not in the specification: what conditions and calculations by expression need; absent when there are none. */
  formLogic: v.optional(FormLogic),
  /** Not in the specification: the day at the patient's facility, for bounds like "not after today". */
  today: v.optional(CalendarDate),
  patientQuestionAnswerList: v.optional(Answers, []),
  patientScoreList: v.optional(v.array(Score), []),
  /**
   * Not in the specification: the facility's immediate message to somebody who gave certain answers, allow-listed HTML. Absent when there
   * is none.
   */
  alertMessages: v.optional(v.array(v.string())),
  /**
   * Not in the specification: what decides those messages, so that a device shows them as soon as the answer is given. Absent when there is
   * none, and once it is closed.
   */
  safetyTexts: v.optional(SafetyTexts),
  /** Not in the specification: of answers that were sent; whoever has it can check it (`checkReceipt`). */
  receiptNumber: v.optional(v.string()),
  defaultMsgOnCompletion: orNull(v.string()),
  isValid: v.boolean(),
  draft: orNull(Draft),
});
export type AssignedQuestionnaire = v.InferOutput<typeof AssignedQuestionnaire>;

const one = { patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId };
const listsOfQuestionnaires = [
  'listQuestionnaires',
  'countNewQuestionnaires',
  'countOpenQuestionnaires',
  'listQuestionnaireHistory',
  'getScoreHistory',
] as const;

/**
 * The first opening makes it `Started` and no longer new. `ahead=true` only fetches it for use without a connection: nobody has opened it
 * then, and its status and newness stay (the read is audited anyway). On a tablet that was handed over, the first answer makes it
 * `Started`.
 */
export const getQuestionnaire = declareCall({
  ...readingQuestionnaires,
  name: 'getQuestionnaire',
  path: `${assignedPath}/{assignedQuestionnaireId}`,
  params: one,
  query: { ahead: v.optional(v.literal('true')) },
  headers: inReadersLanguage,
  access: questionnaireFillers,
  answer: AssignedQuestionnaire,
  audited: true,
});

/** The answer to a second completion: the stored one, so that the person can see where their answers differ. */
export const AlreadyCompleted = refusalBody('already_completed', { completed: AssignedQuestionnaire });
/** The questions have changed since the answers, by a revision or with the patient's record. Contains the current questionnaire. */
export const TemplateRevised = refusalBody('template_revised', { questionnaire: AssignedQuestionnaire });

/**
 * What somebody signed is not what they send, or not what the facility's texts say now, or its hash is another one. Contains the current
 * questionnaire, to be signed again.
 */
export const SignatureMismatch = refusalBody('signature_mismatch', { questionnaire: AssignedQuestionnaire });

/** Answers that break a rule (rulings, section 8): 422 with the items at fault. */
export const AnswersInvalid = refusalBody('answers_invalid', {
  faults: v.array(
    v.object({
      questionnaireItemId: QuestionnaireItemId,
      /** The row of each repeating group around it; absent when there is none. */
      rowPath: v.optional(v.array(v.number())),
      fault: v.string(),
    }),
  ),
});

/**
 * Submits (rulings, section 2). The same key always gets the first answer, whatever its body. Another key for a completed questionnaire
 * gets 409 `already_completed`, an older `templateRevision` 409 `template_revised`, a void signature 409 `signature_mismatch`, broken rules 422 `answers_invalid` (`template_revised`
 * if the rules read the patient's record, which may have changed), a declined or missed one 409 `no_longer_open`.
 */
export const submitQuestionnaire = declareCall({
  ...answering,
  name: 'submitQuestionnaire',
  method: 'PUT',
  path: `${assignedPath}/{assignedQuestionnaireId}`,
  params: one,
  headers: { 'idempotency-key': IdempotencyKey, ...inReadersLanguage },
  body: v.object({
    templateRevision: SmallNumber,
    patientQuestionAnswerList: Answers,
    /** The day by which the device decided which questions are asked, if it had one: answers may be sent days after they were given. */
    today: v.optional(CalendarDate),
  }),
  largestBody: largestSheet,
  answer: AssignedQuestionnaire,
  errors: ['already_completed', 'template_revised', 'signature_mismatch', 'answers_invalid', 'no_longer_open'],
  invalidates: [...listsOfQuestionnaires, 'getQuestionnaire'],
  offline: 'draft',
});

export const declineQuestionnaire = declareCall({
  ...answering,
  name: 'declineQuestionnaire',
  method: 'PUT',
  path: `${assignedPath}/declinequestionnaire`,
  params: { patientId: PatientId },
  headers: inReadersLanguage,
  body: v.object({ assignedQuestionnaireId: AssignedQuestionnaireId }),
  answer: AssignedQuestionnaireSummary,
  errors: ['already_completed', 'no_longer_open'],
  invalidates: [...listsOfQuestionnaires, 'getQuestionnaire'],
});

export const getQuestionnaireHistory = declareCall({
  ...readingQuestionnaires,
  name: 'getQuestionnaireHistory',
  path: `${assignedPath}/history/{assignedQuestionnaireId}`,
  params: one,
  headers: inReadersLanguage,
  answer: AssignedQuestionnaire,
  audited: true,
});

/** For a completion; 404 for anything else. Without numbers, if the facility shows none. */
export const getScoreHistory = declareCall({
  ...readingQuestionnaires,
  name: 'getScoreHistory',
  isOurs: true,
  path: `${assignedPath}/history/{assignedQuestionnaireId}/scores`,
  params: one,
  headers: inReadersLanguage,
  answer: ScoreHistory,
  audited: true,
});

/**
 * Saves unsent answers. A draft older than the stored one (`savedAt`) or than a completion changes nothing and is answered with the stored
 * one: 409 `draft_superseded` with `{draft}`, or `already_completed`, `no_longer_open`.
 */
export const putDraft = declareCall({
  ...answering,
  name: 'putDraft',
  isOptional: true,
  method: 'PUT',
  path: `${assignedPath}/{assignedQuestionnaireId}/draft`,
  params: one,
  headers: inReadersLanguage,
  body: Draft,
  largestBody: largestSheet,
  errors: ['draft_superseded', 'already_completed', 'no_longer_open'],
  offline: 'draft',
});
export const DraftSuperseded = refusalBody('draft_superseded', { draft: Draft });

/** Discards the draft. The server remembers `discardedAt`, so that a draft saved before it never comes back. */
export const deleteDraft = declareCall({
  ...answering,
  name: 'deleteDraft',
  isOptional: true,
  method: 'DELETE',
  path: `${assignedPath}/{assignedQuestionnaireId}/draft`,
  params: one,
  query: { discardedAt: v.optional(Instant) },
  invalidates: ['getQuestionnaire'],
  offline: 'draft',
});

/** Most files of one questionnaire, and their bytes together; each file has the limits of a message's file. */
export const answerFileLimits = { files: 20, allBytes: 40_000_000 } as const;

/**
 * Adds a file to a question; the body is its bytes. With the same key a second try is the same file. It belongs to this questionnaire:
 * submitted answers may name no other, and files that they do not name are deleted with the draft.
 */
export const addAnswerAttachment = declareCall({
  ...answering,
  ...takingFile,
  name: 'addAnswerAttachment',
  isOurs: true,
  method: 'POST',
  path: `${assignedPath}/{assignedQuestionnaireId}/items/{questionnaireItemId}/attachments`,
  params: { ...one, questionnaireItemId: QuestionnaireItemId },
  answer: AnswerAttachment,
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
  ...answering,
  name: 'removeAnswerAttachment',
  isOurs: true,
  method: 'DELETE',
  path: `${assignedPath}/{assignedQuestionnaireId}/attachments/{attachmentId}`,
  params: { ...one, attachmentId: AnswerAttachmentId },
});
/** A file of a questionnaire, sent or not, with a download ticket. */
export const getAnswerAttachment = declareCall({
  ...readingQuestionnaires,
  ...givingFile,
  name: 'getAnswerAttachment',
  isOurs: true,
  path: `${assignedPath}/{assignedQuestionnaireId}/attachments/{attachmentId}/content`,
  params: { ...one, attachmentId: AnswerAttachmentId },
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
