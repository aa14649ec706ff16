import {
  type AssignedQuestionnaireId,
  type AssignedQuestionnaireSummary,
  CalendarDate,
  faultsOf,
  Instant,
  type PatientId,
  submittedAnswers,
} from '@portal/api';
import * as v from 'valibot';
import { type Actor, type Handlers, type Refuse, notFound } from '../app/handler.ts';
import { audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import {
  type Assigned,
  closedAssigned,
  countNew,
  countOpen,
  isDue,
  isMissed,
  isOpen,
  isStartableAndDue,
  lockedAssignedRowOf,
  openAssigned,
  questionnaireOf,
  seesOnlyDue,
  type AssignedQuestionnaireRow,
  assignedRowOf,
  standingDraft,
  summaryOf,
} from '../questionnaires/assigned.ts';
import { revisionOf } from '../questionnaires/revisions.ts';
import { isOpenOnTablet } from './ownTablets.ts';
import { scoresOf } from '../questionnaires/scoring.ts';

const markStarted = statement(
  'questionnaire.started',
  "update assigned_questionnaires set status = 'Started', first_opened_at = coalesce(first_opened_at, now()) where id = $assignedQuestionnaireId and status = 'Assigned'",
);
/** The completion and the end of the draft in one statement. `closed_at` in milliseconds, as it leaves. */
const complete = statement(
  'questionnaire.complete',
  `with draft as (delete from questionnaire_drafts where assigned_questionnaire_id = $assignedQuestionnaireId)
   update assigned_questionnaires set status = 'Completed', closed_at = date_trunc('milliseconds', now()), first_opened_at = coalesce(first_opened_at, now()),
     answered_revision = $answeredRevision, completion_key = $completionKey, answers = $answers, scores = $scores where id = $assignedQuestionnaireId`,
);
const decline = statement(
  'questionnaire.decline',
  `with draft as (delete from questionnaire_drafts where assigned_questionnaire_id = $assignedQuestionnaireId)
   update assigned_questionnaires set status = 'Declined', closed_at = date_trunc('milliseconds', now()) where id = $assignedQuestionnaireId`,
);
const writeDraft = statement(
  'draft.write',
  `insert into questionnaire_drafts (assigned_questionnaire_id, answers, template_revision, saved_at) values ($assignedQuestionnaireId, $answers, $templateRevision, $savedAt)
   on conflict (assigned_questionnaire_id) do update set answers = excluded.answers, template_revision = excluded.template_revision, saved_at = excluded.saved_at`,
);
const discardDraft = statement(
  'draft.discard',
  `insert into questionnaire_drafts as d (assigned_questionnaire_id, discarded_at) values ($assignedQuestionnaireId, $discardedAt)
   on conflict (assigned_questionnaire_id) do update set
     discarded_at = greatest(d.discarded_at, excluded.discarded_at),
     answers = case when d.saved_at > excluded.discarded_at then d.answers end,
     template_revision = case when d.saved_at > excluded.discarded_at then d.template_revision end,
     saved_at = case when d.saved_at > excluded.discarded_at then d.saved_at end`,
);

/**
 * True when a session may know of the questionnaire: the patient and representatives of all of theirs, a tablet or a link only of
 * what is due and opened to the patient. `alsoClosedToday`: for writes that come again, or too late by a moment.
 */
const mayReach = (actor: Actor, assigned: AssignedQuestionnaireRow, alsoClosedToday: boolean): boolean =>
  !seesOnlyDue(actor.role) ||
  isStartableAndDue(assigned) ||
  (alsoClosedToday && assigned.closedToday && assigned.canStart && assigned.isDue);

/** The questionnaire for a write, or the refusal that its state asks for. Open ones that the facility has not opened are not there. */
async function assignedForWrite(
  tx: Db,
  actor: Actor,
  patientId: PatientId,
  id: AssignedQuestionnaireId,
): Promise<AssignedQuestionnaireRow> {
  const assigned = await lockedAssignedRowOf(tx, patientId, id);
  if (!assigned || !mayReach(actor, assigned, true) || (isOpen(assigned) && !assigned.canStart)) throw notFound();
  return assigned;
}

async function alreadyCompleted(
  tx: Db,
  assigned: AssignedQuestionnaireRow,
  refuse: Refuse<'already_completed'>,
): Promise<Error> {
  return refuse('already_completed', {
    completed: questionnaireOf(assigned, await revisionOf(tx, assigned.revisionKey)),
  });
}
async function summariesOf(db: Db, all: readonly Assigned[]): Promise<AssignedQuestionnaireSummary[]> {
  const summaries: AssignedQuestionnaireSummary[] = [];
  // One after another: the statements of a read share one connection.
  for (const one of all) summaries.push(summaryOf(one, await revisionOf(db, one.revisionKey)));
  return summaries;
}
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
  `select f.id from sessions m join kiosk_manager_facilities k on k.user_id = m.user_id join facilities f on f.id = k.facility_id
   where m.id = $sessionId and f.kiosk_enabled and ${isOpenOnTablet}`,
  v.object({ id: v.number() }),
);
/** A questionnaire of a later day is listed for its day and not yet active. The kiosk itself searches (`kioskVisitors.ts`); this list has an end all the same. */
const kioskPatients = statement(
  'kiosk.patients',
  `select p.id as "patientId", p.first_name as "firstName", p.last_name as "lastName", p.date_of_birth as "dateOfBirth", p.mrn, f.short_name as "facilityShortName",
     array_agg(t.title order by t.title, a.id) as "questionnaireTitles", bool_or(a.can_start_by_patient and ${isDue}) as "canStartByPatient"
   from assigned_questionnaires a
     join questionnaire_templates t on t.id = a.template_id
     join patients p on p.id = a.patient_id
     join facilities f on f.id = p.home_facility_id
   where a.due_date = $dueDate and f.id = any($facilityIds::bigint[]) and a.status in ('Assigned', 'Started')
     and not ${isMissed} is true
   group by p.id, f.id order by p.last_name, p.first_name, p.id limit 500`,
  KioskRow,
);
const startable = statement(
  'kiosk.startable',
  `select exists (select from assigned_questionnaires a
     join questionnaire_templates t on t.id = a.template_id join patients p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
     where a.patient_id = $patientId and a.status in ('Assigned', 'Started') and a.can_start_by_patient and ${isDue} and not ${isMissed} is true) as "isThere"`,
  v.object({ isThere: v.boolean() }),
);

/** True when a tablet may be handed to this patient: something is due, opened to the patient and not yet closed. */
export async function hasStartableDueQuestionnaire(db: Db, patientId: PatientId): Promise<boolean> {
  return (await db.one(startable, { patientId })).isThere;
}

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

  countOpenQuestionnaires: ({ db, params }) => countOpen(db, params.patientId),

  async getQuestionnaire({ db, actor, isAhead, params, query }) {
    const assigned = await assignedRowOf(db, params.patientId, params.assignedQuestionnaireId);
    if (!assigned || !mayReach(actor, assigned, false) || (isOpen(assigned) && !assigned.canStart)) throw notFound();
    const revision = await revisionOf(db, assigned.revisionKey);
    // Who looks for the patient leaves it new for them; what is written for them begins it. On a tablet one questionnaire is opened to be
    // looked at and the next one filled in: there the first answer begins it.
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
        if (assigned.completionKey !== key) throw await alreadyCompleted(db, assigned, refuse);
        return questionnaireOf(assigned, await revisionOf(db, assigned.revisionKey));
      }
      if (!isOpen(assigned)) throw refuse('no_longer_open');
      const revision = await revisionOf(db, assigned.revisionKey);
      if (body.templateRevision !== assigned.revision)
        throw refuse('template_revised', { questionnaire: questionnaireOf(assigned, revision) });
      const faults = faultsOf(revision.items, body.patientQuestionAnswerList);
      if (faults.length > 0) {
        throw refuse('answers_invalid', {
          faults: faults.map(({ questionnaireItemId, fault }) => ({ questionnaireItemId, fault: fault.kind })),
        });
      }
      const answers = submittedAnswers(revision.items, body.patientQuestionAnswerList);
      const scores = scoresOf(revision.items, revision.scores, answers, assigned.language);
      await db.run(complete, {
        assignedQuestionnaireId: assigned.id,
        answeredRevision: assigned.revision,
        completionKey: key,
        answers: JSON.stringify(answers),
        scores: JSON.stringify(scores),
      });
      const completed = await assignedRowOf(db, params.patientId, assigned.id);
      if (!completed) throw new Error('the completed questionnaire is gone');
      await audit(db, {
        type: 'questionnaire.submitted',
        actor,
        patientId: params.patientId,
        detail: { assignedQuestionnaireId: assigned.id, templateRevision: assigned.revision },
      });
      return questionnaireOf(completed, revision);
    });
  },

  declineQuestionnaire(context) {
    const { actor, params, body, refuse } = context;
    return context.tx(async (db) => {
      const assigned = await assignedForWrite(db, actor, params.patientId, body.assignedQuestionnaireId);
      if (assigned.status === 'Completed') throw await alreadyCompleted(db, assigned, refuse);
      const revision = await revisionOf(db, assigned.revisionKey);
      // Asked again, after an answer that was lost on its way: it stays declined.
      if (assigned.status === 'Declined') return summaryOf(assigned, revision);
      if (!isOpen(assigned)) throw refuse('no_longer_open');
      await db.run(decline, { assignedQuestionnaireId: assigned.id });
      const declined = await assignedRowOf(db, params.patientId, assigned.id);
      if (!declined) throw new Error('the declined questionnaire is gone');
      await audit(db, {
        type: 'questionnaire.declined',
        actor,
        patientId: params.patientId,
        detail: { assignedQuestionnaireId: assigned.id },
      });
      return summaryOf(declined, revision);
    });
  },

  async listQuestionnaireHistory({ db, params }) {
    return summariesOf(db, await closedAssigned(db, params.patientId));
  },

  async getQuestionnaireHistory({ db, params }) {
    const assigned = await assignedRowOf(db, params.patientId, params.assignedQuestionnaireId);
    if (!assigned || isOpen(assigned)) throw notFound();
    return questionnaireOf(assigned, await revisionOf(db, assigned.revisionKey));
  },

  putDraft(context) {
    const { actor, params, body, refuse } = context;
    return context.tx(async (db) => {
      const assigned = await assignedForWrite(db, actor, params.patientId, params.assignedQuestionnaireId);
      if (assigned.status === 'Completed') throw await alreadyCompleted(db, assigned, refuse);
      if (!isOpen(assigned)) throw refuse('no_longer_open');
      const savedAt = instantOf(body.savedAt);
      const isDiscarded = assigned.discardedAt !== null && isAtOrBefore(savedAt, assigned.discardedAt);
      const isOlder = assigned.savedAt !== null && Date.parse(savedAt) < Date.parse(assigned.savedAt);
      if (isDiscarded || isOlder) throw refuse('draft_superseded', { draft: standingDraft(assigned) });
      await db.run(writeDraft, {
        assignedQuestionnaireId: assigned.id,
        answers: JSON.stringify(body.answers),
        templateRevision: body.templateRevision,
        savedAt,
      });
      if (assigned.status === 'Assigned') await db.run(markStarted, { assignedQuestionnaireId: assigned.id });
      return null;
    });
  },

  deleteDraft(context) {
    const { actor, params, query } = context;
    return context.tx(async (db) => {
      const assigned = await assignedForWrite(db, actor, params.patientId, params.assignedQuestionnaireId);
      if (isOpen(assigned))
        await db.run(discardDraft, {
          assignedQuestionnaireId: assigned.id,
          discardedAt: instantOf(query.discardedAt ?? new Date().toISOString()),
        });
      return null;
    });
  },

  async listKioskPatients({ db, actor, query, refuse }) {
    const facilities = await db.many(kioskFacilities, { sessionId: actor.sessionId });
    if (facilities.length === 0) throw refuse('feature_inactive');
    return db.many(kioskPatients, { facilityIds: facilities.map((facility) => facility.id), dueDate: query.dueDate });
  },
};
