import { CalendarDate, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, type AuditEntry, auditAll } from '../../audit/audit.ts';
import { type Db, statement } from '../../db/pool.ts';
import { MadeTurn, planSeries, VisitDay } from './plan.ts';
import { SeriesRule } from './rule.ts';

const Series = v.object({
  id: v.number(),
  patientId: PatientId,
  templateId: v.number(),
  rule: SeriesRule,
  opensDaysBefore: v.number(),
  missedAfterDays: v.number(),
  today: CalendarDate,
});
type Series = v.InferOutput<typeof Series>;

/** `$now` is the current instant. */
const columns = `s.id, s.patient_id as "patientId", s.template_id as "templateId", s.rule, s.opens_days_before as "opensDaysBefore",
  s.missed_after_days as "missedAfterDays", ($now::timestamptz at time zone f.time_zone)::date as today
  from questionnaire_series s join patients p on p.id = s.patient_id join facilities f on f.id = p.home_facility_id`;
// One series at a time: a transaction that holds one series locks nothing that another one needs.
const takeDue = statement(
  'series.takeDue',
  `select ${columns} where s.look_at <= $now and s.stopped_at is null order by s.look_at, s.id limit 1 for update of s skip locked`,
  Series,
);
const takeOne = statement('series.takeOne', `select ${columns} where s.id = $seriesId for update of s`, Series);
const visitsOf = statement(
  'series.visits',
  `select id, listed_day as day from appointments
   where patient_id = $patientId and kind = 'ExternalAppointment' and not is_cancelled and listed_day > $today::date - 800
     and ($visitType::text is null or lower(type) = lower($visitType)) order by listed_day, id`,
  VisitDay,
);
const madeOf = statement(
  'series.made',
  `select a.id, a.series_key as key, a.due_date as due,
     a.status <> 'Assigned' or a.first_opened_at is not null or exists (select from questionnaire_drafts d where d.assigned_questionnaire_id = a.id) as "isBegun"
   from assigned_questionnaires a where a.series_id = $seriesId order by a.id for update of a`,
  MadeTurn,
);
const make = statement(
  'series.make',
  `insert into assigned_questionnaires (patient_id, template_id, due_date, opens_on, missed_after_days, series_id, series_key)
   values ($patientId, $templateId, $dueDate, $opensOn, $missedAfterDays, $seriesId, $seriesKey)
   on conflict (series_id, series_key) where series_id is not null do nothing returning id`,
  v.object({ id: v.number() }),
);
const move = statement(
  'series.move',
  'update assigned_questionnaires set due_date = $dueDate, opens_on = $opensOn where id = $assignedQuestionnaireId',
);
const withdraw = statement(
  'series.withdraw',
  'delete from assigned_questionnaires where id = $assignedQuestionnaireId',
);
// Looks at the patient's notices again, so that a queued notice about a questionnaire that is gone is withdrawn.
const noticesAgain = statement(
  'series.noticesAgain',
  "update notice_agenda set look_at = '-infinity' where patient_id = $patientId and look_at <> '-infinity'",
);
/** The next look is when the next day begins at the patient's home facility. */
const lookTomorrow = statement(
  'series.lookTomorrow',
  `update questionnaire_series s set look_at = ($today::date + 1)::timestamp at time zone f.time_zone
   from patients p join facilities f on f.id = p.home_facility_id where p.id = s.patient_id and s.id = $seriesId`,
);
const lookNever = statement('series.lookNever', 'update questionnaire_series set look_at = null where id = $seriesId');
const putOff = statement(
  'series.putOff',
  `update questionnaire_series set look_at = $now::timestamptz + interval '1 hour'
   where id = (select id from questionnaire_series where look_at <= $now and stopped_at is null order by look_at, id limit 1 for update skip locked)`,
);
const takeLooks = statement(
  'series.takeLooks',
  `delete from questionnaire_series_looks where id = any(array(select id from questionnaire_series_looks order by id limit 500 for update skip locked))
   returning patient_id as "patientId"`,
  v.object({ patientId: PatientId }),
);
const lookNow = statement(
  'series.lookNow',
  `update questionnaire_series set look_at = $now where id in (
     select s.id from questionnaire_series s join patients p on p.id = s.patient_id and p.deceased_since is null
     where s.patient_id = any($patientIds::bigint[]) and s.stopped_at is null and s.rule ->> 'kind' = 'visits' order by s.id for update of s)`,
);

interface Kept {
  readonly made: readonly { readonly id: number; readonly due: CalendarDate; readonly opens: CalendarDate }[];
  readonly moved: number;
  readonly withdrawn: number;
}

/** Makes, moves and withdraws questionnaires by the rule and the patient's visits. The caller's transaction has locked the series. */
async function keepSeries(tx: Db, series: Series, actor: AuditActor | null): Promise<Kept> {
  const { id: seriesId, patientId, templateId, rule, missedAfterDays, today } = series;
  const visits = rule.kind === 'visits' ? await tx.many(visitsOf, { patientId, today, visitType: rule.visitType }) : [];
  const made = await tx.many(madeOf, { seriesId });
  const plan = planSeries({ ...series, visits, made });
  const entries: AuditEntry[] = [];
  const tell = (type: AuditEntry['type'], assignedQuestionnaireId: number, dueDate: CalendarDate) =>
    entries.push({ type, actor, patientId, detail: { assignedQuestionnaireId, templateId, seriesId, dueDate } });
  const kept: { id: number; due: CalendarDate; opens: CalendarDate }[] = [];
  for (const { key, due, opens } of plan.make) {
    const row = await tx.maybe(make, {
      patientId,
      templateId,
      dueDate: due,
      opensOn: opens,
      missedAfterDays,
      seriesId,
      seriesKey: key,
    });
    if (row === null) continue;
    kept.push({ id: row.id, due, opens });
    tell('questionnaire.assigned', row.id, due);
  }
  for (const { id, due, opens } of plan.move) {
    await tx.run(move, { assignedQuestionnaireId: id, dueDate: due, opensOn: opens });
    tell('questionnaire.moved', id, due);
  }
  for (const { id, due } of plan.withdraw) {
    await tx.run(withdraw, { assignedQuestionnaireId: id });
    tell('questionnaire.withdrawn', id, due);
  }
  if (plan.withdraw.length > 0) await tx.run(noticesAgain, { patientId });
  await (plan.isOver ? tx.run(lookNever, { seriesId }) : tx.run(lookTomorrow, { seriesId, today }));
  await auditAll(tx, entries);
  return { made: kept, moved: plan.move.length, withdrawn: plan.withdraw.length };
}

/** Looks at the series that has waited longest, in the caller's transaction; null if none is due. */
export async function keepNextSeries(tx: Db, now: Date): Promise<Kept | null> {
  const series = await tx.maybe(takeDue, { now });
  return series === null ? null : keepSeries(tx, series, null);
}

/** Looks at one series now, after waiting for whoever holds it. */
async function keepOneSeries(tx: Db, seriesId: number, now: Date, actor: AuditActor): Promise<Kept> {
  return keepSeries(tx, await tx.one(takeOne, { seriesId, now }), actor);
}

/** Marks the series of patients whose visits have changed as due for a look. Gives the number of changes. */
export async function noteChangedVisits(tx: Db, now: Date): Promise<number> {
  const changed = await tx.many(takeLooks);
  if (changed.length > 0)
    await tx.run(lookNow, { now, patientIds: [...new Set(changed.map(({ patientId }) => patientId))] });
  return changed.length;
}

/** Puts the series that has waited longest off for an hour, so that an error in it does not delay the others. */
export const putOffOneSeries = (db: Db, now: Date): Promise<number> => db.run(putOff, { now });

const addSeries = statement(
  'series.add',
  `insert into questionnaire_series (patient_id, template_id, rule, opens_days_before, missed_after_days)
   values ($patientId, $templateId, $rule::jsonb, $opensDaysBefore, $missedAfterDays) returning id`,
  v.object({ id: v.number() }),
);

/** Begins a series and makes its open and its next questionnaires. Call it in a transaction. */
export async function beginSeries(
  tx: Db,
  actor: AuditActor,
  series: Pick<Series, 'patientId' | 'templateId' | 'rule' | 'opensDaysBefore' | 'missedAfterDays'>,
): Promise<Kept & { readonly seriesId: number }> {
  const { patientId, templateId, rule, opensDaysBefore, missedAfterDays } = series;
  const { id: seriesId } = await tx.one(addSeries, {
    patientId,
    templateId,
    rule: JSON.stringify(rule),
    opensDaysBefore,
    missedAfterDays,
  });
  const kept = await keepOneSeries(tx, seriesId, new Date(), actor);
  await auditAll(tx, [{ type: 'questionnaire.series_begun', actor, patientId, detail: { seriesId, templateId } }]);
  return { ...kept, seriesId };
}

const stopSeries = statement(
  'series.stop',
  'update questionnaire_series set stopped_at = now(), look_at = null where id = $seriesId and patient_id = $patientId and stopped_at is null returning template_id as "templateId"',
  v.object({ templateId: v.number() }),
);
/** Missed ones stay, because they document that they were missed. */
const withdrawOpen = statement(
  'series.withdrawOpen',
  `delete from assigned_questionnaires a using patients p join facilities f on f.id = p.home_facility_id
   where a.series_id = $seriesId and p.id = a.patient_id and a.status = 'Assigned' and a.first_opened_at is null
     and a.due_date + a.missed_after_days >= today_in(f.time_zone)
     and not exists (select from questionnaire_drafts d where d.assigned_questionnaire_id = a.id)
   returning a.id, a.due_date as due`,
  v.object({ id: v.number(), due: CalendarDate }),
);

/** Ends a series and withdraws the questionnaires that nobody has begun; null if the patient has no such active series. */
export async function endSeries(
  tx: Db,
  actor: AuditActor,
  { patientId, seriesId }: { readonly patientId: PatientId; readonly seriesId: number },
): Promise<{ readonly withdrawn: number } | null> {
  const ended = await tx.maybe(stopSeries, { seriesId, patientId });
  if (ended === null) return null;
  const { templateId } = ended;
  const withdrawn = await tx.many(withdrawOpen, { seriesId });
  if (withdrawn.length > 0) await tx.run(noticesAgain, { patientId });
  await auditAll(tx, [
    ...withdrawn.map(({ id, due }): AuditEntry => ({
      type: 'questionnaire.withdrawn',
      actor,
      patientId,
      detail: { assignedQuestionnaireId: id, templateId, seriesId, dueDate: due },
    })),
    { type: 'questionnaire.series_ended', actor, patientId, detail: { seriesId, templateId } },
  ]);
  return { withdrawn: withdrawn.length };
}

const listed = statement(
  'series.list',
  `select s.id, p.mrn, t.title, s.rule, s.opens_days_before as "opensDaysBefore", s.missed_after_days as "missedAfterDays", s.stopped_at is not null as "isStopped",
     (select min(a.due_date) from assigned_questionnaires a where a.series_id = s.id and a.status in ('Assigned', 'Started') and a.due_date >= today_in(f.time_zone)) as "nextDue",
     (select count(*)::int from assigned_questionnaires a where a.series_id = s.id) as made,
     (select count(*)::int from assigned_questionnaires a where a.series_id = s.id and a.status = 'Completed') as completed
   from questionnaire_series s join patients p on p.id = s.patient_id join facilities f on f.id = p.home_facility_id join questionnaire_templates t on t.id = s.template_id
   where s.patient_id = $patientId order by s.stopped_at is not null, s.id`,
  v.object({
    id: v.number(),
    mrn: v.string(),
    title: v.string(),
    rule: SeriesRule,
    opensDaysBefore: v.number(),
    missedAfterDays: v.number(),
    isStopped: v.boolean(),
    nextDue: v.nullable(CalendarDate),
    made: v.number(),
    completed: v.number(),
  }),
);
export type ListedSeries = v.InferOutput<typeof listed.row>;
/** A patient's series, active ones first. */
export const seriesOf = (db: Db, patientId: PatientId): Promise<ListedSeries[]> => db.many(listed, { patientId });
