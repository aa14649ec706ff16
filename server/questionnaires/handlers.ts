import {
  type AssignedQuestionnaireId,
  type AssignedQuestionnaireSummary,
  type CalendarDate,
  type PatientId,
  slotOf,
  submittedAnswers,
} from '@portal/api';
import { answersInWords } from '@portal/api/signedText';
import { type Actor, type Handlers, notFound } from '../http/handler.ts';
import { audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { answersWithoutFile, keepSentFiles, removeUnsentFiles } from './answerFiles.ts';
import { assignedRevision, type Reader } from './asked.ts';
import {
  type Assigned,
  closedAssigned,
  countNew,
  countOpen,
  isOpen,
  isStartableAndDue,
  openAssigned,
  questionnaireOf,
  seesOnlyDue,
  assignedRowOf,
  summaryOf,
} from './assigned.ts';
import { alreadyCompleted, assignedForWrite, markStarted, mayReach, readerOf } from './assignedAccess.ts';
import { progressOfMany } from './progress.ts';
import { entryShown } from './alertRecords.ts';
import { raiseAlerts } from './alerts.ts';
import { newReceiptNumber } from './receipts.ts';
import { scoreHistoryOf } from './scoreHistory.ts';
import { scoresOf } from './scoring.ts';
import { haveTrueHashes, languageSigned, signedItems, withSigner } from './signatures.ts';
import { yesNoIn } from './texts.ts';
import { answersOutsideValueSets } from './valueSets.ts';
import { submissionFaults } from './submission.ts';

/** Stores the completion and deletes the draft in one statement. `closed_at` is cut off after the milliseconds, as it is sent. */
const complete = statement(
  'questionnaire.complete',
  `with draft as (delete from questionnaire_drafts where assigned_questionnaire_id = $assignedQuestionnaireId)
   update assigned_questionnaires set status = 'Completed', closed_at = date_trunc('milliseconds', now()), first_opened_at = coalesce(first_opened_at, now()),
     answered_revision = $answeredRevision, answered_on = $answeredOn, answered_language = $answeredLanguage, answered_texts = $answeredTexts, answered_profile = $answeredProfile, completion_key = $completionKey, receipt_number = $receiptNumber, answers = $answers, scores = $scores where id = $assignedQuestionnaireId`,
);
const decline = statement(
  'questionnaire.decline',
  `with draft as (delete from questionnaire_drafts where assigned_questionnaire_id = $assignedQuestionnaireId)
   update assigned_questionnaires set status = 'Declined', closed_at = date_trunc('milliseconds', now()) where id = $assignedQuestionnaireId`,
);
async function summariesOf(db: Db, all: readonly Assigned[], reader: Reader): Promise<AssignedQuestionnaireSummary[]> {
  const summaries: AssignedQuestionnaireSummary[] = [];
  // One after another, because the statements of a read share one connection.
  const progressIn = progressOfMany();
  for (const one of all) {
    const revision = await assignedRevision(db, one, reader);
    summaries.push(summaryOf(one, revision, await progressIn(revision, one.draftAnswers ?? [])));
  }
  return summaries;
}
/** How long ago answers that are sent now may have been given. */
const longestOnTheWay = 31 * 86_400_000;
/** The date of the answers: what the device says, unless it is in the future or too long ago. */
const dayOfAnswers = (today: CalendarDate, said: CalendarDate | undefined): CalendarDate =>
  said !== undefined && said <= today && Date.parse(today) - Date.parse(said) <= longestOnTheWay ? said : today;
type Area = Pick<
  Handlers,
  | 'listQuestionnaires'
  | 'countNewQuestionnaires'
  | 'countOpenQuestionnaires'
  | 'getQuestionnaire'
  | 'submitQuestionnaire'
  | 'declineQuestionnaire'
  | 'listQuestionnaireHistory'
  | 'getQuestionnaireHistory'
  | 'getScoreHistory'
>;

/** Answers that were sent just now. */
export interface Completed {
  readonly actor: Actor;
  readonly patientId: PatientId;
  readonly assignedQuestionnaireId: AssignedQuestionnaireId;
  /** What was asked and answered, in words. */
  readonly said: ReturnType<typeof answersInWords>;
}
export interface QuestionnaireServices {
  /** What else becomes of answers, in the transaction that stores them. */
  readonly onCompleted: (tx: Db, completed: Completed) => Promise<void>;
}

/** Assigned questionnaires, their answers and drafts (specification 2; rulings, sections 2, 6 and 8). */
export const questionnaireHandlers = ({ onCompleted }: QuestionnaireServices): Area => ({
  async listQuestionnaires(context) {
    const { db, actor, params } = context;
    const all = await openAssigned(db, params.patientId);
    const seen = seesOnlyDue(actor.role) ? all.filter(isStartableAndDue) : all;
    return summariesOf(db, seen, readerOf(context));
  },

  countNewQuestionnaires: ({ db, params }) => countNew(db, params.patientId),

  countOpenQuestionnaires: ({ db, params }) => countOpen(db, params.patientId),

  async getQuestionnaire(context) {
    const { db, actor, isAhead, params, query } = context;
    const assigned = await assignedRowOf(db, params.patientId, params.assignedQuestionnaireId);
    if (!assigned || !mayReach(actor, assigned, false) || (isOpen(assigned) && !assigned.canStart)) throw notFound();
    const revision = await assignedRevision(db, assigned, readerOf(context));
    // If somebody else opens it for the patient it stays new for the patient; it begins when they save an answer. On a tablet it also
    // begins with the first answer, because patients look at one questionnaire and then fill in another.
    const isOwn = params.patientId === actor.patientId;
    const begins = isOwn && !isAhead && query.ahead !== 'true' && actor.role !== 'kioskPatient';
    if (assigned.status !== 'Assigned' || !isOpen(assigned) || !begins) return questionnaireOf(assigned, revision);
    await db.run(markStarted, { assignedQuestionnaireId: assigned.id });
    return questionnaireOf({ ...assigned, status: 'Started', isOpened: true }, revision);
  },

  submitQuestionnaire(context) {
    const { actor, params, headers, body, refuse } = context;
    const key = headers['idempotency-key'];
    return context.tx(async (db) => {
      const assigned = await assignedForWrite(db, actor, params.patientId, params.assignedQuestionnaireId);
      if (assigned.status === 'Completed') {
        if (assigned.completionKey !== key) throw await alreadyCompleted(db, assigned, refuse, readerOf(context));
        return questionnaireOf(assigned, await assignedRevision(db, assigned, readerOf(context)));
      }
      if (!isOpen(assigned)) throw refuse('no_longer_open');
      const reader = readerOf(context);
      const revision = await assignedRevision(db, assigned, {
        ...reader,
        language: languageSigned(body.patientQuestionAnswerList) ?? reader.language,
      });
      const current = async () => ({
        questionnaire: questionnaireOf(assigned, await assignedRevision(db, assigned, reader)),
      });
      if (body.templateRevision !== assigned.revision) throw refuse('template_revised', await current());
      const answeredOn = dayOfAnswers(assigned.today, body.today);
      const form = { ...revision, today: answeredOn };
      const faults = submissionFaults(form, body.patientQuestionAnswerList);
      if (
        faults.some(({ fault }) => fault.kind === 'signatureVoid') ||
        !(await haveTrueHashes(body.patientQuestionAnswerList))
      )
        throw refuse('signature_mismatch', await current());
      // A device checks the answers before it sends them, so the faults may come from a change in the patient's record since the device
      // loaded the form.
      if (faults.length > 0 && revision.formLogic?.patientElements) throw refuse('template_revised', await current());
      // The concepts of a value set are in the database, so the rules cannot check them.
      for (const { questionnaireItemId, rowPath = [] } of await answersOutsideValueSets(
        db,
        revision.items,
        body.patientQuestionAnswerList,
      ))
        faults.push({
          slot: slotOf(questionnaireItemId, rowPath),
          questionnaireItemId,
          rowPath,
          fault: { kind: 'unknownOption' },
        });
      if (faults.length > 0) {
        throw refuse('answers_invalid', {
          faults: faults.map(({ questionnaireItemId, rowPath, fault }) => ({
            questionnaireItemId,
            ...(rowPath.length === 0 ? {} : { rowPath: [...rowPath] }),
            fault: fault.kind,
          })),
        });
      }
      const answers = withSigner(submittedAnswers(form, body.patientQuestionAnswerList), actor, params.patientId);
      const scores = scoresOf(revision.items, revision.scores, answers);
      const fileless = await answersWithoutFile(db, assigned.id, answers);
      if (fileless.length > 0)
        throw refuse('answers_invalid', {
          faults: fileless.map(({ questionnaireItemId }) => ({ questionnaireItemId, fault: 'wrongFile' })),
        });
      await db.run(complete, {
        assignedQuestionnaireId: assigned.id,
        answeredRevision: assigned.revision,
        answeredOn,
        answeredLanguage: revision.language ?? null,
        answeredTexts: revision.textsId,
        answeredProfile: revision.formLogic?.patient ? JSON.stringify(revision.formLogic.patient) : null,
        completionKey: key,
        receiptNumber: newReceiptNumber(),
        answers: JSON.stringify(answers),
        scores: JSON.stringify(scores),
      });
      await keepSentFiles(db, assigned.id, answers);
      const completed = await assignedRowOf(db, params.patientId, assigned.id);
      if (!completed) throw new Error('the completed questionnaire is gone');
      await audit(db, {
        type: 'questionnaire.submitted',
        actor,
        patientId: params.patientId,
        detail: { assignedQuestionnaireId: assigned.id, templateRevision: assigned.revision },
      });
      for (const signed of signedItems(answers))
        await audit(db, {
          type: 'questionnaire.signed',
          actor,
          patientId: params.patientId,
          detail: { assignedQuestionnaireId: assigned.id, ...signed },
        });
      const { patientId } = params;
      await raiseAlerts(db, actor, { patientId, assignedQuestionnaireId: assigned.id, revision, answers, scores });
      const yesNo = yesNoIn([revision.language, reader.language, assigned.accountLanguage]);
      const said = answersInWords(form, answers, (item, entry) => entryShown(item, entry, yesNo));
      await onCompleted(db, { actor, patientId, assignedQuestionnaireId: assigned.id, said });
      return questionnaireOf(completed, await assignedRevision(db, completed, readerOf(context)));
    });
  },

  declineQuestionnaire(context) {
    const { actor, params, body, refuse } = context;
    return context.tx(async (db) => {
      const assigned = await assignedForWrite(db, actor, params.patientId, body.assignedQuestionnaireId);
      if (assigned.status === 'Completed') throw await alreadyCompleted(db, assigned, refuse, readerOf(context));
      const revision = await assignedRevision(db, assigned, readerOf(context));
      const summary = async (one: Assigned) =>
        summaryOf(one, revision, await progressOfMany()(revision, one.draftAnswers ?? []));
      // A repeated request after an answer that got lost: it stays declined.
      if (assigned.status === 'Declined') return summary(assigned);
      if (!isOpen(assigned)) throw refuse('no_longer_open');
      await db.run(decline, { assignedQuestionnaireId: assigned.id });
      await removeUnsentFiles(db, assigned.id);
      const declined = await assignedRowOf(db, params.patientId, assigned.id);
      if (!declined) throw new Error('the declined questionnaire is gone');
      await audit(db, {
        type: 'questionnaire.declined',
        actor,
        patientId: params.patientId,
        detail: { assignedQuestionnaireId: assigned.id },
      });
      return summary(declined);
    });
  },

  async listQuestionnaireHistory(context) {
    const { db, params } = context;
    return summariesOf(db, await closedAssigned(db, params.patientId), readerOf(context));
  },

  async getQuestionnaireHistory(context) {
    const { db, params } = context;
    const assigned = await assignedRowOf(db, params.patientId, params.assignedQuestionnaireId);
    if (!assigned || isOpen(assigned)) throw notFound();
    return questionnaireOf(assigned, await assignedRevision(db, assigned, readerOf(context)));
  },

  async getScoreHistory(context) {
    const { db, params } = context;
    const assigned = await assignedRowOf(db, params.patientId, params.assignedQuestionnaireId);
    if (assigned?.status !== 'Completed') throw notFound();
    return scoreHistoryOf(db, assigned, await assignedRevision(db, assigned, readerOf(context)));
  },
});
