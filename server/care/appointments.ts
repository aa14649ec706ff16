import { AppointmentId, type CalendarDate, type FacilityId, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { safeHtml } from '../questionnaires/richText.ts';

/** A day at the facility, and a time there (`09:30`); without one, or at 12:00 exactly, it has none. */
export interface VisitTime {
  readonly day: CalendarDate;
  readonly time: string | null;
}

export interface NewAppointment {
  readonly patientId: PatientId;
  /** Null: at the patient's home facility. */
  readonly facilityId: FacilityId | null;
  readonly at: VisitTime;
  readonly durationMinutes: number | null;
  readonly providerFirstName: string | null;
  readonly providerLastName: string | null;
  readonly type: string;
  readonly subtype: string | null;
  /** HTML; only plain markup of it is kept. */
  readonly location: string;
  readonly shortLocation: string | null;
  readonly place: string | null;
  readonly status: string;
  readonly isConfirmed: boolean;
  readonly isCancelled: boolean;
  /** The recommended follow-up that it was booked for. */
  readonly followUpId: AppointmentId | null;
}

/** `$3`, `$4`: day and time where it is, which the database makes a moment of. */
const insert = statement(
  'care.addAppointment',
  `insert into appointments (patient_id, facility_id, kind, day, starts_at, duration_minutes, provider_first_name, provider_last_name, type, subtype, location, short_location, place,
     status, is_confirmed, is_cancelled, follow_up_id)
   select p.id, f.id, 'ExternalAppointment', $3::date, ($3::date + $4::time) at time zone f.time_zone, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16
   from patients p join facilities f on f.id = coalesce($2::bigint, p.home_facility_id) where p.id = $1 returning id`,
  v.object({ id: AppointmentId }),
);

/** Adds a visit as a scheduling system knows it. */
export async function addAppointment(tx: Db, one: NewAppointment): Promise<AppointmentId> {
  const { id } = await tx.one(insert, [
    one.patientId,
    one.facilityId,
    one.at.day,
    one.at.time,
    one.durationMinutes,
    one.providerFirstName,
    one.providerLastName,
    one.type,
    one.subtype,
    safeHtml(one.location),
    one.shortLocation,
    one.place,
    one.status,
    one.isConfirmed,
    one.isCancelled,
    one.followUpId,
  ]);
  return id;
}
