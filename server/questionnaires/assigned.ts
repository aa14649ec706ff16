import {
  type Answer,
  type AssignedQuestionnaire,
  type AssignedQuestionnaireSummary,
  AssignedQuestionnaireId,
  CalendarDate,
  type Draft,
  faultsOf,
  FormPatient,
  Instant,
  PatientId,
  progressOf,
  type Repetition,
  type Role,
} from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { type AssignedRevision, dependsOnDay } from './asked.ts';
import type { Progress } from './progress.ts';
import { alertMessagesOf, safetyTextsOf } from './metAlerts.ts';
import { shownScores } from './scoring.ts';
import { StoredScore, StoredAnswers } from './template.ts';
import { lastDueDay, SeriesRule } from './series/rule.ts';
import { CurrentTexts } from './texts.ts';

const status = v.picklist(['Assigned', 'Started', 'Completed', 'Declined']);

/** One assignment with what follows from its dates. */
const Assigned = v.object({
  id: AssignedQuestionnaireId,
  patientId: PatientId,
  dueDate: v.nullable(CalendarDate),
  canStart: v.boolean(),
  status,
  isOpened: v.boolean(),
  closedAt: v.nullable(Instant),
  /** When an open questionnaire became missed; null while it can be filled in. */
  missedAt: v.nullable(Instant),
  /** The first day on which it can be begun, if that is in the future. */
  opensOn: v.nullable(CalendarDate),
  /** The rule of its series, while the series goes on. */
  rule: v.nullable(SeriesRule),
  /** Its due date is today or has passed, at the patient's home facility. */
  isDue: v.boolean(),
  /** Closed today, at the patient's home facility. */
  closedToday: v.boolean(),
  /** Today's date at the patient's home facility; for a closed one the date on which it was answered. */
  today: CalendarDate,
  revision: v.number(),
  revisionKey: v.string(),
  texts: CurrentTexts,
  /** The language of the patient's account: any tag, even an invalid one. */
  accountLanguage: v.nullable(v.string()),
  /** For a completion: the language in which it was shown, and the facility's texts of that time. */
  answeredLanguage: v.nullable(v.string()),
  answeredTexts: v.nullable(v.number()),
  /** For a completion: the parts of the patient's profile that its expressions used. */
  answeredProfile: v.nullable(FormPatient),
  draftAnswers: v.nullable(StoredAnswers),
});
export type Assigned = v.InferOutput<typeof Assigned>;

/** SQL: the last day on which it can be filled in, by its series, else by its template. */
const lastDay = `(a.due_date + coalesce(a.missed_after_days, t.missed_after_days))`;

/**
 * An open questionnaire is missed from the day after its due date plus the template's `missed_after_days` (30 by default; null: never; a
 * series has its own number), by the date at the patient's home facility. It is computed from the date and not stored (README, decisions).
 */
export const isMissed = `(a.status in ('Assigned', 'Started') and ${lastDay} < today_in(f.time_zone))`;

/** SQL: the patient may begin it, because the facility has opened it and its window has begun. */
export const canStart = `(a.can_start_by_patient and coalesce(a.opens_on <= today_in(f.time_zone), true))`;

/**
 * SQL: its day has come at the patient's home facility. Staff who serve several facilities pick one day for all of them, so for a tablet it
 * is enough that the day has come at one of their facilities.
 */
export const isDue = `(a.due_date is not null and (a.due_date <= today_in(f.time_zone) or (a.due_date = today_in(f.time_zone) + 1 and a.due_date <= (
  select max(today_in(g.time_zone)) from kiosk_manager_facilities mine join kiosk_manager_facilities theirs on theirs.user_id = mine.user_id
    join facilities g on g.id = theirs.facility_id where mine.facility_id = f.id) is true)))`;

const columns = `a.id, a.patient_id as "patientId", a.due_date as "dueDate", ${canStart} as "canStart", a.status,
  a.first_opened_at is not null as "isOpened", a.closed_at as "closedAt",
  case when ${isMissed} then (${lastDay} + 1)::timestamp at time zone f.time_zone end as "missedAt",
  case when a.opens_on > today_in(f.time_zone) then a.opens_on end as "opensOn", s.rule,
  ${isDue} as "isDue",
  coalesce((a.closed_at at time zone f.time_zone)::date = today_in(f.time_zone), false) as "closedToday",
  coalesce(a.answered_on, (a.closed_at at time zone f.time_zone)::date, today_in(f.time_zone)) as today,
  r.revision, r.key as "revisionKey", t.current_texts as texts, coalesce(p.language, (select u.language from users u where u.id = p.user_id)) as "accountLanguage",
  a.answered_language as "answeredLanguage", a.answered_texts as "answeredTexts", a.answered_profile as "answeredProfile", d.answers as "draftAnswers"`;
const tables = `assigned_questionnaires a
  join questionnaire_templates t on t.id = a.template_id
  join questionnaire_revisions r on r.template_id = t.id and r.revision = coalesce(a.answered_revision, t.current_revision)
  join patients p on p.id = a.patient_id
  join facilities f on f.id = p.home_facility_id
  left join questionnaire_series s on s.id = a.series_id and s.stopped_at is null
  left join questionnaire_drafts d on d.assigned_questionnaire_id = a.id`;

const openOnes = statement(
  'assigned.open',
  `select ${columns} from ${tables} where a.patient_id = $patientId and a.status in ('Assigned', 'Started') and not ${isMissed} is true order by a.due_date nulls last, a.id`,
  Assigned,
);
const closedOnes = statement(
  'assigned.closed',
  `select ${columns} from ${tables} where a.patient_id = $patientId and (a.status in ('Completed', 'Declined') or ${isMissed} is true) order by coalesce(a.closed_at, (${lastDay} + 1)::timestamp at time zone f.time_zone) desc, a.id desc`,
  Assigned,
);
const newOnes = statement(
  'assigned.countNew',
  `select count(*)::int as count from assigned_questionnaires a join questionnaire_templates t on t.id = a.template_id join patients p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
   where a.patient_id = $patientId and a.status = 'Assigned' and a.first_opened_at is null and ${canStart} and not ${isMissed} is true`,
  v.object({ count: v.number() }),
);

const allOpen = statement(
  'assigned.countOpen',
  `select count(*)::int as count from assigned_questionnaires a join questionnaire_templates t on t.id = a.template_id join patients p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
   where a.patient_id = $patientId and a.status in ('Assigned', 'Started') and ${canStart} and not ${isMissed} is true`,
  v.object({ count: v.number() }),
);

const AssignedQuestionnaireRow = v.object({
  ...Assigned.entries,
  completionKey: v.nullable(v.string()),
  receiptNumber: v.nullable(v.string()),
  answers: v.nullable(StoredAnswers),
  scores: v.nullable(v.array(StoredScore)),
  draftRevision: v.nullable(v.number()),
  savedAt: v.nullable(Instant),
  discardedAt: v.nullable(Instant),
});
export type AssignedQuestionnaireRow = v.InferOutput<typeof AssignedQuestionnaireRow>;

const assignedRowColumns = `${columns}, a.completion_key as "completionKey", a.receipt_number as "receiptNumber", a.answers, a.scores, d.template_revision as "draftRevision",
  d.saved_at as "savedAt", d.discarded_at as "discardedAt"`;
const readAssignedRow = statement(
  'assigned.sheet',
  `select ${assignedRowColumns} from ${tables} where a.patient_id = $patientId and a.id = $assignedQuestionnaireId`,
  AssignedQuestionnaireRow,
);
const lockAssignedRow = statement(
  'assigned.lock',
  'select id from assigned_questionnaires where patient_id = $patientId and id = $assignedQuestionnaireId for update',
);

export const openAssigned = (db: Db, patientId: PatientId): Promise<Assigned[]> => db.many(openOnes, { patientId });
export const closedAssigned = (db: Db, patientId: PatientId): Promise<Assigned[]> => db.many(closedOnes, { patientId });
export const countNew = async (db: Db, patientId: PatientId): Promise<number> =>
  (await db.one(newOnes, { patientId })).count;
export const countOpen = async (db: Db, patientId: PatientId): Promise<number> =>
  (await db.one(allOpen, { patientId })).count;
/** The assignment with its answers and draft; null if it is not this patient's. */
export const assignedRowOf = (
  db: Db,
  patientId: PatientId,
  id: AssignedQuestionnaireId,
): Promise<AssignedQuestionnaireRow | null> => db.maybe(readAssignedRow, { patientId, assignedQuestionnaireId: id });
/** The same, locked until the transaction ends. The lock comes first and everything is read after it. */
export async function lockedAssignedRowOf(
  tx: Db,
  patientId: PatientId,
  id: AssignedQuestionnaireId,
): Promise<AssignedQuestionnaireRow | null> {
  return (await tx.has(lockAssignedRow, { patientId, assignedQuestionnaireId: id }))
    ? assignedRowOf(tx, patientId, id)
    : null;
}

export const isOpen = (one: Assigned): boolean =>
  (one.status === 'Assigned' || one.status === 'Started') && one.missedAt === null;

/** Whether a session sees only due questionnaires, as on a tablet and by an emailed link (rulings, sections 4 and 6). */
export const seesOnlyDue = (role: Role): boolean => role === 'kioskPatient' || role === 'linkUser';

/** Whether a tablet or a link may open it: due, open to the patient, not closed yet. */
export const isStartableAndDue = (one: Assigned): boolean => one.isDue && one.canStart && isOpen(one);

const statusOf = (one: Assigned): AssignedQuestionnaireSummary['statusDescription'] =>
  one.missedAt === null ? one.status : 'Missed';

function repetitionOf(rule: SeriesRule): Repetition {
  switch (rule.kind) {
    case 'calendar':
      return { kind: 'calendar', unit: rule.unit, every: rule.every, until: lastDueDay(rule) };
    case 'visits':
      return { kind: 'visits', days: rule.days };
  }
}

/** An assignment in a list. If the number of questions is not known, it says only whether something was answered. */
export function summaryOf(
  one: Assigned,
  revision: AssignedRevision,
  progress: Progress | null,
): AssignedQuestionnaireSummary {
  return {
    assignedQuestionnaireId: one.id,
    templateTitle: revision.title,
    ...(revision.language === undefined ? {} : { language: revision.language }),
    ...(revision.isFallbackLanguage === true ? { isFallbackLanguage: true } : {}),
    templateDescription: revision.description,
    statusDescription: statusOf(one),
    dueDate: one.dueDate,
    completedDate: one.closedAt ?? one.missedAt,
    isNew: isOpen(one) && one.canStart && !one.isOpened,
    canStartByPatient: one.canStart,
    ...(one.opensOn === null || !isOpen(one) ? {} : { opensOn: one.opensOn }),
    // Only for open ones: what is said of a completion never changes, but a series may end.
    ...(one.rule === null || !isOpen(one) ? {} : { repeats: repetitionOf(one.rule) }),
    questionCount: progress?.total ?? 0,
    answeredCount: progress?.answered ?? one.draftAnswers?.length ?? 0,
  };
}

const draftOf = (assigned: AssignedQuestionnaireRow): Draft | null =>
  assigned.draftAnswers === null || assigned.draftRevision === null || assigned.savedAt === null
    ? null
    : { answers: assigned.draftAnswers, templateRevision: assigned.draftRevision, savedAt: assigned.savedAt };

/** The current draft; for a discarded draft an empty one with the time at which it was discarded. */
export const standingDraft = (assigned: AssignedQuestionnaireRow): Draft | null =>
  draftOf(assigned) ??
  (assigned.discardedAt === null
    ? null
    : { answers: [], templateRevision: assigned.revision, savedAt: assigned.discardedAt });

/** A questionnaire as it is sent. A completion is built from what was stored with it, so that it is the same every time. */
export function questionnaireOf(assigned: AssignedQuestionnaireRow, revision: AssignedRevision): AssignedQuestionnaire {
  const { isOverBudget, ...progress } = progressOf(revision, assigned.draftAnswers ?? []);
  const open = isOpen(assigned);
  const draft = open ? draftOf(assigned) : null;
  const answers: readonly Answer[] = assigned.answers ?? [];
  const safetyTexts = open ? safetyTextsOf(revision) : null;
  const alertMessages = alertMessagesOf(revision, answers, assigned.scores ?? []);
  return {
    ...summaryOf(assigned, revision, isOverBudget === true ? null : progress),
    patientInstructions: revision.instructions,
    templateRevision: assigned.revision,
    questionnaireItems: revision.items,
    ...(revision.formLogic === undefined ? {} : { formLogic: revision.formLogic }),
    ...(dependsOnDay(revision) ? { today: revision.today } : {}),
    patientQuestionAnswerList: [...answers],
    patientScoreList: shownScores(assigned.scores ?? [], revision),
    ...(safetyTexts === null ? {} : { safetyTexts }),
    ...(alertMessages.length === 0 ? {} : { alertMessages }),
    ...(assigned.receiptNumber === null ? {} : { receiptNumber: assigned.receiptNumber }),
    defaultMsgOnCompletion: revision.defaultMessage,
    isValid: assigned.status === 'Completed' || (open && faultsOf(revision, draft?.answers ?? []).length === 0),
    draft,
  };
}
