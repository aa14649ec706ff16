import { CalendarDate, Instant, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../../db/pool.ts';

const Visit = v.object({
  id: v.number(),
  kind: v.picklist(['ExternalAppointment', 'FollowUpAppointment']),
  startsAt: v.nullable(Instant),
  day: v.nullable(CalendarDate),
  durationMinutes: v.nullable(v.number()),
  provider: v.nullable(v.string()),
  type: v.string(),
  subtype: v.nullable(v.string()),
  place: v.nullable(v.string()),
  status: v.string(),
  isCancelled: v.boolean(),
  instructions: v.string(),
  facility: v.string(),
  /** When it was said that they are here. */
  arrivedAt: v.nullable(v.string()),
  /** Who said it on a phone; null: at a tablet, or not at all. */
  arrivedBy: v.nullable(v.string()),
  /** When it was said that they will come, and by whom. */
  attendanceConfirmedAt: v.nullable(v.string()),
  attendanceConfirmedBy: v.nullable(v.string()),
});
export type Visit = v.InferOutput<typeof Visit>;
const visits = statement(
  'personalData.visits',
  `select a.id, a.kind, a.starts_at as "startsAt", a.listed_day as day, a.duration_minutes as "durationMinutes",
     nullif(concat_ws(' ', a.provider_first_name, a.provider_last_name), '') as provider, coalesce(a.follow_up_label, a.type) as type, a.subtype,
     coalesce(a.place, a.short_location) as place, a.status, a.is_cancelled as "isCancelled", a.instructions, f.name as facility, a.arrived_at as "arrivedAt",
     (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = a.arrived_by) as "arrivedBy",
     a.attendance_confirmed_at as "attendanceConfirmedAt",
     (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = a.attendance_confirmed_by) as "attendanceConfirmedBy"
   from appointments a join facilities f on f.id = a.facility_id where a.patient_id = $patientId order by a.listed_day, a.id`,
  Visit,
);

/** All visits of a patient, follow-ups that are only recommended among them. */
export const readVisits = (db: Db, patientId: PatientId): Promise<Visit[]> => db.many(visits, { patientId });
