import { CalendarDate, FollowUpPlan, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const { timeZoneAbbreviation: _, ...planEntries } = FollowUpPlan.entries;
/**
 * Plans as JSON, the current one first. `$includeArchived` adds those that were replaced. A follow-up that was booked has the date of its
 * visit, as in the list of appointments: the schedule may have moved it since.
 */
const plans = statement(
  'followUp.plans',
  `select p.archived_at is null as "isCurrent", p.start_date as "startDate", p.memo_to_patient as "memoToPatient", f.time_zone as "timeZoneId",
     coalesce((select json_agg(json_build_object('key', c.category_key, 'value', c.name) order by c.sort_order, c.category_key) from follow_up_categories c where c.plan_id = p.id), '[]') as "taskNames",
     coalesce((select json_agg(json_build_object('templateDisplayName', t.display_name, 'effectiveDate', t.effective_date) order by t.sort_order) from follow_up_templates t where t.plan_id = p.id), '[]') as templates,
     coalesce((select json_agg(json_build_object(
         'ptFollowUpAppointmentId', a.id, 'label', a.follow_up_label, 'provider', nullif(concat_ws(', ', a.provider_last_name, a.provider_first_name), ''),
         'actualDate', coalesce(to_char(shown.starts_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), shown.day::text), 'targetDate', a.target_date, 'statusDesc', a.status,
         'hasTimePart', shown.starts_at is not null, 'durationMinutes', coalesce(b.duration_minutes, a.duration_minutes),
         'visit', case when b.id is not null then json_build_object('appointmentId', b.id, 'status', b.status) end,
         'tasks', coalesce((select json_agg(json_build_object('propertyCategoryId', k.category_key, 'isAddressed', k.is_addressed, 'taskNote', k.note) order by c.sort_order, k.category_key)
           from follow_up_tasks k join follow_up_categories c on c.plan_id = p.id and c.category_key = k.category_key where k.appointment_id = a.id), '[]'))
       order by coalesce(shown.day, a.target_date), shown.starts_at nulls last, a.id)
       from appointments a left join lateral (
         select id, starts_at, day, status, duration_minutes from appointments booked where booked.follow_up_id = a.id and not booked.is_cancelled order by listed_day, id limit 1) b on true
         cross join lateral (select case when b.id is null then a.starts_at else b.starts_at end as starts_at, case when b.id is null then a.day else b.day end as day) shown
       where a.plan_id = p.id), '[]') as appointments
   from follow_up_plans p join patients on patients.id = p.patient_id join facilities f on f.id = patients.home_facility_id
   where p.patient_id = $patientId and (p.archived_at is null or $includeArchived)
   order by p.archived_at is null desc, p.created_at desc, p.id desc`,
  v.object({ ...planEntries, isCurrent: v.boolean(), startDate: v.nullable(CalendarDate), timeZoneId: v.string() }),
);

export const readPlans = (db: Db, patientId: PatientId, includeArchived: boolean) =>
  db.many(plans, { patientId, includeArchived });

export const taskName = ({ taskNames }: Pick<FollowUpPlan, 'taskNames'>, key: string): string =>
  taskNames.find((task) => task.key === key)?.value ?? key;
