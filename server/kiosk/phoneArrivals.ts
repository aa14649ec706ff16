import { type AppointmentId, Instant, PhoneCheckIn } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { statement } from '../db/pool.ts';
import { type Handlers, orNotFound } from '../http/handler.ts';

/** SQL: visits at the own facility, if it wants to be told on a phone who has arrived, with the hours in which it can be told. */
const askedOnPhone =
  `from appointments a join patients p on p.id = a.patient_id join facilities f on f.id = p.home_facility_id
     cross join lateral check_in_hours(a.starts_at, a.day, f.time_zone, f.check_in_opens_minutes, f.check_in_closes_minutes) hours
   where a.patient_id = $patientId and a.kind = 'ExternalAppointment' and a.facility_id = f.id and f.kiosk_arrival and f.check_in_opens_minutes is not null` as const;

/** A visit stays listed for a day after its hours, so that its page says that they are over. */
const listed = statement(
  'phoneArrivals.list',
  `select a.id as "appointmentId", lower(hours) as "opensAt", upper(hours) as "closesAt", a.arrived_at as "arrivedAt", a.arrived_by is not null as "isByPhone"
   ${askedOnPhone} and not a.is_cancelled and a.day >= today_in(f.time_zone) - 1 and upper(hours) > now() - interval '1 day' order by a.day, a.id`,
  PhoneCheckIn,
);
/** Locks the visit, so that two reports of one arrival come one after the other. */
const lockVisit = statement(
  'phoneArrivals.lock',
  `select a.is_cancelled as "isCancelled", a.arrived_at as "arrivedAt", a.arrived_by is not null as "isByPhone", now() < lower(hours) as "isEarly", now() >= upper(hours) as "isLate"
   ${askedOnPhone} and a.id = $appointmentId for update of a`,
  v.object({
    isCancelled: v.boolean(),
    arrivedAt: v.nullable(Instant),
    isByPhone: v.boolean(),
    isEarly: v.boolean(),
    isLate: v.boolean(),
  }),
);
const arrive = statement(
  'phoneArrivals.arrive',
  'update appointments set arrived_at = now(), arrived_by = $userId where id = $appointmentId',
);
const withdraw = statement(
  'phoneArrivals.withdraw',
  'update appointments set arrived_at = null, arrived_by = null where id = $appointmentId',
);

const about = (appointmentId: AppointmentId) => ({ appointmentIds: String(appointmentId) });

/** "I am here" on the patient's own phone, or on that of somebody who acts for them. */
export const phoneArrivalHandlers = {
  listPhoneCheckIns: async ({ db, params: { patientId } }) => db.many(listed, { patientId }),

  async reportPhoneArrival({ tx, actor, params: { patientId, appointmentId }, refuse }) {
    await tx(async (within) => {
      const visit = orNotFound(await within.maybe(lockVisit, { patientId, appointmentId }));
      if (visit.isCancelled) throw refuse('visit_cancelled');
      // A reply may have been lost: who says it again is not late.
      if (visit.arrivedAt !== null) return;
      if (visit.isEarly) throw refuse('arrival_too_early');
      if (visit.isLate) throw refuse('arrival_too_late');
      const { facilityId, userId } = actor;
      await within.run(arrive, { appointmentId, userId });
      await audit(within, { type: 'arrival.reported', actor, patientId, facilityId, detail: about(appointmentId) });
    });
    return null;
  },

  async withdrawPhoneArrival({ tx, actor, params: { patientId, appointmentId }, refuse }) {
    await tx(async (within) => {
      const visit = orNotFound(await within.maybe(lockVisit, { patientId, appointmentId }));
      if (visit.arrivedAt === null) return;
      if (!visit.isByPhone || visit.isLate) throw refuse('no_longer_open');
      await within.run(withdraw, { appointmentId });
      const { facilityId } = actor;
      await audit(within, { type: 'arrival.withdrawn', actor, patientId, facilityId, detail: about(appointmentId) });
    });
    return null;
  },
} satisfies Partial<Handlers>;
