import { type AssignedQuestionnaireId, type AssignedQuestionnaireSummary, CalendarDate, faultsOf, Instant, type PatientId, submittedAnswers } from '@portal/api';
import * as v from 'valibot';
import { type Actor, type Handlers, notFound, Refusal } from '../app/handler.ts';
import { audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { type Assigned, closedAssigned, countNew, isDue, isMissed, isOpen, isStartableAndDue, lockedSheetOf, openAssigned, questionnaireOf, seesOnlyDue, type Sheet, sheetOf, standingDraft, summaryOf } from '../questionnaires/assigned.ts';
import { revisionOf } from '../questionnaires/revisions.ts';
import { scoresOf } from '../questionnaires/scoring.ts';

const markStarted = statement('questionnaire.started', "update assigned_questionnaires set status = 'Started', first_opened_at = coalesce(first_opened_at, now()) where id = $1 and status = 'Assigned'");
/** The completion and the end of the draft in one statement. `closed_at` in milliseconds, as it leaves. */
const complete = statement(
  'questionnaire.complete',
  `with draft as (delete from questionnaire_drafts where assigned_questionnaire_id = $1)
   update assigned_questionnaires set status = 'Completed', closed_at = date_trunc('milliseconds', now()), first_opened_at = coalesce(first_opened_at, now()),
     answered_revision = $2, completion_key = $3, answers = $4, scores = $5 where id = $1`,
);
const decline = statement(
  'questionnaire.decline',
  `with draft as (delete from questionnaire_drafts where assigned_questionnaire_id = $1)
   update assigned_questionnaires set status = 'Declined', closed_at = date_trunc('milliseconds', now()) where id = $1`,
);
const writeDraft = statement(
  'draft.write',
  `insert into questionnaire_drafts (assigned_questionnaire_id, answers, template_revision, saved_at) values ($1, $2, $3, $4)
   on conflict (assigned_questionnaire_id) do update set answers = excluded.answers, template_revision = excluded.template_revision, saved_at = excluded.saved_at`,
);
const discardDraft = statement(
  'draft.discard',
  `insert into questionnaire_drafts as d (assigned_questionnaire_id, discarded_at) values ($1, $2)
   on conflict (assigned_questionnaire_id) do update set
     discarded_at = greatest(d.discarded_at, excluded.discarded_at),
     answers = case when d.saved_at > excluded.discarded_at then d.answers end,
     template_revision = case when d.saved_at > excluded.discarded_at then d.template_revision end,
     saved_at = case when d.saved_at > excluded.discarded_at then d.saved_at end`,
);

/**
 * True when a session may know of the sheet: the patient and representatives of all of theirs, a tablet or a link only of
 * what is due and opened to the patient. `alsoClosedToday`: for writes that come again, or too late by a moment.
 */
const mayReach = (actor: Actor, sheet: Sheet, alsoClosedToday: boolean): boolean =>
  !seesOnlyDue(actor.role) || isStartableAndDue(sheet) || (alsoClosedToday && sheet.closedToday && sheet.canStart && sheet.isDue);

/** The sheet for a write, or the refusal that its state asks for. Open sheets that the facility has not opened are not there. */
async function sheetForWrite(tx: Db, actor: Actor, patientId: PatientId, id: AssignedQuestionnaireId): Promise<Sheet> {
  const sheet = await lockedSheetOf(tx, patientId, id);
  if (!sheet || !mayReach(actor, sheet, true) || (isOpen(sheet) && !sheet.canStart)) throw notFound();
  return sheet;
}

async function alreadyCompleted(tx: Db, sheet: Sheet): Promise<Refusal> {
  return new Refusal(409, 'already_completed', { completed: questionnaireOf(sheet, await revisionOf(tx, sheet.revisionKey)) });
}
async function summariesOf(db: Db, all: readonly Assigned[]): Promise<AssignedQuestionnaireSummary[]> {
  const summaries: AssignedQuestionnaireSummary[] = [];
  // One after another: the statements of a read share one connection.
  for (const one of all) summaries.push(summaryOf(one, await revisionOf(db, one.revisionKey)));
  return summaries;
}
const noLongerOpen = () => new Refusal(409, 'no_longer_open');
const instantOf = (text: string) => v.parse(Instant, new Date(text).toISOString());
const isAtOrBefore = (a: string, b: string) => Date.parse(a) <= Date.parse(b);

const KioskRow = v.object({
  patientId: v.number(),
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: CalendarDate,
  mrn: v.string(),
  facilityShortName: v.string(),
  questionnaireTitles: v.array(v.string()),
  canStartByPatient: v.boolean(),
});
const kioskFacilities = statement(
  'kiosk.facilities',
  'select f.id from kiosk_manager_facilities m join facilities f on f.id = m.facility_id where m.user_id = $1 and f.kiosk_enabled',
  v.object({ id: v.number() }),
);
/** A questionnaire of a later day is listed for its day and not yet active. */
const kioskPatients = statement(
  'kiosk.patients',
  `select p.id as "patientId", p.first_name as "firstName", p.last_name as "lastName", p.date_of_birth as "dateOfBirth", p.mrn, f.short_name as "facilityShortName",
     array_agg(t.title order by t.title, a.id) as "questionnaireTitles", bool_or(a.can_start_by_patient and ${isDue}) as "canStartByPatient"
   from assigned_questionnaires a
     join questionnaire_templates t on t.id = a.template_id
     join patients p on p.id = a.patient_id
     join facilities f on f.id = p.home_facility_id
   where a.due_date = $2 and f.id = any($1::bigint[]) and a.status in ('Assigned', 'Started')
     and not ${isMissed} is true
   group by p.id, f.id order by p.last_name, p.first_name, p.id`,
  KioskRow,
);
const startable = statement(
  'kiosk.startable',
  `select exists (select from assigned_questionnaires a
     join questionnaire_templates t on t.id = a.template_id join patients p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
     where a.patient_id = $1 and a.status in ('Assigned', 'Started') and a.can_start_by_patient and ${isDue} and not ${isMissed} is true) as "isThere"`,
  v.object({ isThere: v.boolean() }),
);

/** True when a tablet may be handed to this patient: something is due, opened to the patient and not yet closed. */
export async function hasStartableDueQuestionnaire(db: Db, patientId: PatientId): Promise<boolean> {
  return (await db.one(startable, [patientId])).isThere;
}

type Area = Pick<
  Handlers,
  | 'listQuestionnaires'
  | 'countNewQuestionnaires'
  | 'getQuestionnaire'
  | 'submitQuestionnaire'
  | 'declineQuestionnaire'
  | 'listQuestionnaireHistory'
  | 'getQuestionnaireHistory'
  | 'putDraft'
  | 'deleteDraft'
  | 'listKioskPatients'
>;

/** Assigned questionnaires, their answers and drafts, and the list of whom is due (specification 2; rulings, sections 2, 6 and 8). */
export const questionnaireHandlers: Area = {
  async listQuestionnaires({ db, actor, params }) {
    const all = await openAssigned(db, params.patientId);
    const seen = seesOnlyDue(actor.role) ? all.filter(isStartableAndDue) : all;
    return summariesOf(db, seen);
  },

  countNewQuestionnaires: ({ db, params }) => countNew(db, params.patientId),

  async getQuestionnaire({ db, actor, params, query }) {
    const sheet = await sheetOf(db, params.patientId, params.assignedQuestionnaireId);
    if (!sheet || !mayReach(actor, sheet, false) || (isOpen(sheet) && !sheet.canStart)) throw notFound();
    const revision = await revisionOf(db, sheet.revisionKey);
    if (sheet.status !== 'Assigned' || !isOpen(sheet) || query.ahead === 'true') return questionnaireOf(sheet, revision);
    await db.run(markStarted, [sheet.id]);
    return questionnaireOf({ ...sheet, status: 'Started', isOpened: true }, revision);
  },

  submitQuestionnaire(context) {
    const { actor, params, headers, body } = context;
    const key = headers['idempotency-key'];
    return context.tx(async (db) => {
      const sheet = await sheetForWrite(db, actor, params.patientId, params.assignedQuestionnaireId);
      if (sheet.status === 'Completed') {
        if (sheet.completionKey !== key) throw await alreadyCompleted(db, sheet);
        return questionnaireOf(sheet, await revisionOf(db, sheet.revisionKey));
      }
      if (!isOpen(sheet)) throw noLongerOpen();
      const revision = await revisionOf(db, sheet.revisionKey);
      if (body.templateRevision !== sheet.revision) throw new Refusal(409, 'template_revised', { questionnaire: questionnaireOf(sheet, revision) });
      const faults = faultsOf(revision.items, body.patientQuestionAnswerList);
      if (faults.length > 0) {
        throw new Refusal(422, 'answers_invalid', { faults: faults.map(({ questionnaireItemId, fault }) => ({ questionnaireItemId, fault: fault.kind })) });
      }
      const answers = submittedAnswers(revision.items, body.patientQuestionAnswerList);
      const scores = scoresOf(revision.items, revision.scores, answers, sheet.language);
      await db.run(complete, [sheet.id, sheet.revision, key, JSON.stringify(answers), JSON.stringify(scores)]);
      const completed = await sheetOf(db, params.patientId, sheet.id);
      if (!completed) throw new Error('the completed questionnaire is gone');
      await audit(db, { type: 'questionnaire.submitted', actor, patientId: params.patientId, detail: { assignedQuestionnaireId: sheet.id, templateRevision: sheet.revision } });
      return questionnaireOf(completed, revision);
    });
  },

  declineQuestionnaire(context) {
    const { actor, params, body } = context;
    return context.tx(async (db) => {
      const sheet = await sheetForWrite(db, actor, params.patientId, body.assignedQuestionnaireId);
      if (sheet.status === 'Completed') throw await alreadyCompleted(db, sheet);
      const revision = await revisionOf(db, sheet.revisionKey);
      // Asked again, after an answer that was lost on its way: it stays declined.
      if (sheet.status === 'Declined') return summaryOf(sheet, revision);
      if (!isOpen(sheet)) throw noLongerOpen();
      await db.run(decline, [sheet.id]);
      const declined = await sheetOf(db, params.patientId, sheet.id);
      if (!declined) throw new Error('the declined questionnaire is gone');
      await audit(db, { type: 'questionnaire.declined', actor, patientId: params.patientId, detail: { assignedQuestionnaireId: sheet.id } });
      return summaryOf(declined, revision);
    });
  },

  async listQuestionnaireHistory({ db, params }) {
    return summariesOf(db, await closedAssigned(db, params.patientId));
  },

  async getQuestionnaireHistory({ db, params }) {
    const sheet = await sheetOf(db, params.patientId, params.assignedQuestionnaireId);
    if (!sheet || isOpen(sheet)) throw notFound();
    return questionnaireOf(sheet, await revisionOf(db, sheet.revisionKey));
  },

  putDraft(context) {
    const { actor, params, body } = context;
    return context.tx(async (db) => {
      const sheet = await sheetForWrite(db, actor, params.patientId, params.assignedQuestionnaireId);
      if (sheet.status === 'Completed') throw await alreadyCompleted(db, sheet);
      if (!isOpen(sheet)) throw noLongerOpen();
      const savedAt = instantOf(body.savedAt);
      const isDiscarded = sheet.discardedAt !== null && isAtOrBefore(savedAt, sheet.discardedAt);
      const isOlder = sheet.savedAt !== null && Date.parse(savedAt) < Date.parse(sheet.savedAt);
      if (isDiscarded || isOlder) throw new Refusal(409, 'draft_superseded', { draft: standingDraft(sheet) });
      await db.run(writeDraft, [sheet.id, JSON.stringify(body.answers), body.templateRevision, savedAt]);
      if (sheet.status === 'Assigned') await db.run(markStarted, [sheet.id]);
      return null;
    });
  },

  deleteDraft(context) {
    const { actor, params, query } = context;
    return context.tx(async (db) => {
      const sheet = await sheetForWrite(db, actor, params.patientId, params.assignedQuestionnaireId);
      if (isOpen(sheet)) await db.run(discardDraft, [sheet.id, instantOf(query.discardedAt ?? new Date().toISOString())]);
      return null;
    });
  },

  async listKioskPatients({ db, actor, query }) {
    const facilities = await db.many(kioskFacilities, [actor.userId]);
    if (facilities.length === 0) throw new Refusal(400, 'feature_inactive');
    return db.many(kioskPatients, [facilities.map((facility) => facility.id), query.dueDate]);
  },
};
