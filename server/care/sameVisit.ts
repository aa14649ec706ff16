import type { PatientId } from '@portal/api';
import { type Db, statement } from '../db/pool.ts';

/**
 * Finds pairs of a booked visit and a planned follow-up that are the same visit, although neither names the other: the same instant and the
 * same provider. Cancelled visits, missed follow-ups, and pairs in which either side is already linked are left out.
 */
const link = statement(
  'care.linkVisits',
  `update appointments visit set follow_up_id = planned.id
   from (
     select distinct on (f.starts_at, lower(f.provider_last_name)) f.id, f.starts_at, f.provider_first_name, f.provider_last_name
     from follow_up_plans plan join appointments f on f.plan_id = plan.id and f.patient_id = $patientId
     where plan.patient_id = $patientId and plan.archived_at is null and f.starts_at is not null and f.status in ('Pending', 'Completed')
       and not exists (select from appointments booked where booked.follow_up_id = f.id and not booked.is_cancelled)
     order by f.starts_at, lower(f.provider_last_name), f.id) planned
   where visit.patient_id = $patientId and visit.kind = 'ExternalAppointment' and not visit.is_cancelled and visit.starts_at = planned.starts_at
     and lower(visit.provider_last_name) = lower(planned.provider_last_name)
     and coalesce(lower(visit.provider_first_name) = lower(planned.provider_first_name), true)
     and not exists (
       select from appointments named join follow_up_plans plan on plan.id = named.plan_id where named.id = visit.follow_up_id and plan.archived_at is null)`,
);

/** Links a patient's visits to the follow-ups that they are for. Call it whenever a visit or a plan is written. */
export const linkVisits = (tx: Db, patientId: PatientId): Promise<unknown> => tx.run(link, { patientId });
