import { AppointmentId, CalendarDate, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { linkVisits } from './sameVisit.ts';

const text = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(2000));
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99));
const date = v.pipe(v.string(), CalendarDate);

export const PlanFile = v.strictObject({
  startDate: v.optional(v.nullable(date), null),
  memoToPatient: v.optional(v.nullable(text), null),
  /** The columns of the plan's table, in order. */
  categories: v.array(v.strictObject({ key: text, name: text })),
  templates: v.optional(v.array(v.strictObject({ name: text, effectiveDate: v.optional(v.nullable(date), null) })), []),
  appointments: v.array(
    v.pipe(
      v.strictObject({
        label: text,
        after: v.optional(v.nullable(v.strictObject({ years: count, months: count })), null),
        provider: v.optional(
          v.nullable(v.strictObject({ firstName: v.optional(v.nullable(text), null), lastName: text })),
          null,
        ),
        targetDate: v.optional(v.nullable(date), null),
        actualDate: v.optional(v.nullable(date), null),
        /** Local time at the patient's facility. */
        actualTime: v.optional(
          v.nullable(v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'needs a time like 09:30'))),
          null,
        ),
        status: v.optional(v.picklist(['Pending', 'Completed', 'Missed', 'Cancelled']), 'Pending'),
        tasks: v.optional(
          v.array(v.strictObject({ category: text, addressed: v.boolean(), note: v.optional(v.nullable(text), null) })),
          [],
        ),
      }),
      v.check(
        ({ targetDate, actualDate }) => targetDate !== null || actualDate !== null,
        'needs a targetDate or an actualDate',
      ),
      v.check(
        ({ actualDate, actualTime }) => actualTime === null || actualDate !== null,
        'has an actualTime and no actualDate',
      ),
    ),
  ),
});
export type PlanFile = v.InferOutput<typeof PlanFile>;

const archive = statement(
  'care.archivePlans',
  'update follow_up_plans set archived_at = now() where patient_id = $patientId and archived_at is null',
);
const addPlan = statement(
  'care.addPlan',
  'insert into follow_up_plans (patient_id, start_date, memo_to_patient) values ($patientId, $startDate, $memoToPatient) returning id',
  v.object({ id: v.number() }),
);
const addCategory = statement(
  'care.addCategory',
  'insert into follow_up_categories (plan_id, category_key, name, sort_order) values ($planId, $categoryKey, $name, $sortOrder)',
);
const addTemplate = statement(
  'care.addTemplate',
  'insert into follow_up_templates (plan_id, display_name, effective_date, sort_order) values ($planId, $displayName, $effectiveDate, $sortOrder)',
);
const addItem = statement(
  'care.addFollowUp',
  `insert into appointments (patient_id, facility_id, kind, plan_id, follow_up_label, follow_up_years, follow_up_months, type, provider_first_name, provider_last_name, target_date, day, starts_at, status)
   select p.id, f.id, 'FollowUpAppointment', $planId, $followUpLabel, $followUpYears, $followUpMonths, $followUpLabel, $providerFirstName, $providerLastName,
     $targetDate::date, $day::date, ($day::date + $actualTime::time) at time zone f.time_zone, $status
   from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId returning id`,
  v.object({ id: AppointmentId }),
);
const addTask = statement(
  'care.addTask',
  'insert into follow_up_tasks (appointment_id, category_key, is_addressed, note) values ($appointmentId, $categoryKey, $isAddressed, $note)',
);

/** Tasks whose category the plan does not have, and categories that occur twice. Empty: the plan may be saved. */
export function planFaults({ categories, appointments }: PlanFile): string[] {
  const keys = categories.map(({ key }) => key);
  return [
    ...keys.filter((key, place) => keys.indexOf(key) !== place).map((key) => `categories has "${key}" twice`),
    ...appointments.flatMap(({ tasks }, place) => {
      const own = tasks.map(({ category }) => category);
      return [
        ...own
          .filter((category) => !keys.includes(category))
          .map((category) => `appointments.${String(place)} has a task of "${category}", which is no category`),
        ...own
          .filter((category, at) => own.indexOf(category) !== at)
          .map((category) => `appointments.${String(place)} has two tasks of "${category}"`),
      ];
    }),
  ];
}

/** Makes this the patient's plan and archives the previous one. Gives the ids of its follow-ups in order. */
export async function savePlan(tx: Db, patientId: PatientId, plan: PlanFile): Promise<AppointmentId[]> {
  await tx.run(archive, { patientId });
  const { id: planId } = await tx.one(addPlan, {
    patientId,
    startDate: plan.startDate,
    memoToPatient: plan.memoToPatient,
  });
  for (const [place, { key, name }] of plan.categories.entries())
    await tx.run(addCategory, { planId, categoryKey: key, name, sortOrder: place });
  for (const [place, { name, effectiveDate }] of plan.templates.entries())
    await tx.run(addTemplate, { planId, displayName: name, effectiveDate, sortOrder: place });
  const ids: AppointmentId[] = [];
  for (const { label, after, provider, targetDate, actualDate, actualTime, status, tasks } of plan.appointments) {
    const { id } = await tx.one(addItem, {
      patientId,
      planId,
      followUpLabel: label,
      followUpYears: after?.years ?? null,
      followUpMonths: after?.months ?? null,
      providerFirstName: provider?.firstName ?? null,
      providerLastName: provider?.lastName ?? null,
      targetDate,
      day: actualDate,
      actualTime,
      status,
    });
    for (const { category, addressed, note } of tasks)
      await tx.run(addTask, { appointmentId: id, categoryKey: category, isAddressed: addressed, note });
    ids.push(id);
  }
  await linkVisits(tx, patientId);
  return ids;
}
