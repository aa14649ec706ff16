import { AppointmentId, type CalendarDate, CheckInVisit, type FacilityId, Instant, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

/** Visits booked for today at the patient's own facility, if it wants to know who has arrived. */
export const isVisitToCheckIn =
  "a.kind = 'ExternalAppointment' and not a.is_cancelled and a.facility_id = f.id and f.kiosk_arrival and a.day = today_in(f.time_zone)" as const;

const visitsOfToday = statement(
  'arrivals.ofToday',
  `select a.id as "appointmentId", a.starts_at as "startsAt", f.time_zone as "timeZoneId", a.type,
     nullif(concat_ws(' ', a.provider_first_name, a.provider_last_name), '') as provider, a.short_location as place, a.arrived_at as "arrivedAt"
   from appointments a join patients p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
   where a.patient_id = $patientId and ${isVisitToCheckIn} order by a.starts_at nulls first, a.id`,
  CheckInVisit,
);
/** Locks the visits in the order of their ids, so that two confirmations of one visit come one after the other. */
const lockVisits = statement(
  'arrivals.lock',
  `select a.id from appointments a join patients p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
   where a.patient_id = $patientId and a.id = any($appointmentIds::bigint[]) and ${isVisitToCheckIn} order by a.id for update of a`,
  v.object({ id: AppointmentId }),
);
const arrive = statement(
  'arrivals.arrive',
  'update appointments set arrived_at = now() where id = any($appointmentIds::bigint[]) and arrived_at is null returning id',
  v.object({ id: AppointmentId }),
);

/** Today's visits about which the patient is asked; none if the facility does not ask. */
export const visitsToCheckIn = (db: Db, patientId: PatientId): Promise<CheckInVisit[]> =>
  db.many(visitsOfToday, { patientId });

/** Whether there is a visit today that the facility asks about and for which the patient has not checked in yet. */
export const isAwaited = async (db: Db, patientId: PatientId): Promise<boolean> =>
  (await visitsToCheckIn(db, patientId)).some(({ arrivedAt }) => arrivedAt === null);

/** Stores the patient's arrival for these visits, all or none. Gives those that are new; null if one was not asked about. */
export async function noteArrival(
  tx: Db,
  patientId: PatientId,
  appointmentIds: readonly AppointmentId[],
): Promise<readonly AppointmentId[] | null> {
  const wanted = [...new Set(appointmentIds)];
  const found = await tx.many(lockVisits, { patientId, appointmentIds: wanted });
  if (found.length < wanted.length) return null;
  return (await tx.many(arrive, { appointmentIds: wanted })).map(({ id }) => id);
}

const listed = statement(
  'arrivals.list',
  `select a.id as "appointmentId", a.arrived_at as "arrivedAt", to_char(a.arrived_at at time zone f.time_zone, 'HH24:MI') as "arrivedTime",
     to_char(a.starts_at at time zone f.time_zone, 'HH24:MI') as "startTime", a.arrived_by is not null as "isByPhone", a.type, p.mrn, p.last_name as "lastName", p.first_name as "firstName"
   from appointments a join facilities f on f.id = a.facility_id join patients p on p.id = a.patient_id
   where a.facility_id = $facilityId and a.day = coalesce($day::date, today_in(f.time_zone)) and a.arrived_at is not null order by a.arrived_at, a.id`,
  v.object({
    appointmentId: AppointmentId,
    arrivedAt: Instant,
    arrivedTime: v.string(),
    startTime: v.nullable(v.string()),
    isByPhone: v.boolean(),
    type: v.string(),
    mrn: v.string(),
    lastName: v.string(),
    firstName: v.string(),
  }),
);

/** Who checked in at a facility, at a tablet or on a phone, on a day (null: today), earliest first. */
export const arrivalsOf = (
  db: Db,
  facilityId: FacilityId,
  day: CalendarDate | null,
): Promise<v.InferOutput<typeof listed.row>[]> => db.many(listed, { facilityId, day });
