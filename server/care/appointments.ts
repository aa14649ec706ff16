import { AppointmentId, type CalendarDate, type FacilityId, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { safeHtml } from '../html/richText.ts';
import { linkVisits } from './sameVisit.ts';

/** A day and a time (`09:30`) at the facility. Null, or exactly 12:00 unless `isAtNoon`, means that the visit has no time. */
export interface VisitTime {
  readonly day: CalendarDate;
  readonly time: string | null;
  readonly isAtNoon?: boolean;
}

export interface NewAppointment {
  readonly patientId: PatientId;
  /** Null means the patient's home facility. */
  readonly facilityId: FacilityId | null;
  readonly at: VisitTime;
  readonly durationMinutes: number | null;
  readonly providerFirstName: string | null;
  readonly providerLastName: string | null;
  readonly type: string;
  readonly subtype: string | null;
  /** HTML; only plain markup of it is stored. */
  readonly location: string;
  readonly instructions: readonly string[];
  readonly shortLocation: string | null;
  readonly place: string | null;
  readonly status: string;
  readonly isConfirmed: boolean;
  readonly isCancelled: boolean;
  /** The recommended follow-up for which the visit was booked. */
  readonly followUpId: AppointmentId | null;
}

/** `$day` and `$time` are local to the facility; the database converts them to an instant. */
const insert = statement(
  'care.addAppointment',
  `insert into appointments (patient_id, facility_id, kind, day, starts_at, duration_minutes, provider_first_name, provider_last_name, type, subtype, location, short_location, place,
     status, is_confirmed, is_cancelled, follow_up_id, instructions, is_at_noon)
   select p.id, f.id, 'ExternalAppointment', $day::date, ($day::date + $time::time) at time zone f.time_zone, $durationMinutes, $providerFirstName,
     $providerLastName, $type, $subtype, $location, $shortLocation, $place, $status, $isConfirmed, $isCancelled, $followUpId, $instructions, $isAtNoon
   from patients p join facilities f on f.id = coalesce($facilityId::bigint, p.home_facility_id) where p.id = $patientId returning id`,
  v.object({ id: AppointmentId }),
);

export async function addAppointment(tx: Db, one: NewAppointment): Promise<AppointmentId> {
  const { id } = await tx.one(insert, {
    ...one,
    day: one.at.day,
    time: one.at.time,
    location: safeHtml(one.location),
    instructions: one.instructions.join('\n'),
    isAtNoon: one.at.isAtNoon ?? false,
  });
  await linkVisits(tx, one.patientId);
  return id;
}
