import { CalendarDate, Instant } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { statement } from '../db/pool.ts';
import { type Handlers, orNotFound } from '../http/handler.ts';

/** Locks the visit: it may be moved at the same moment. */
const lockVisit = statement(
  'attendance.lock',
  `select a.is_cancelled as "isCancelled", a.attendance_confirmed_at is not null as "isConfirmed", coalesce(a.starts_at <= now(), a.day < today_in(f.time_zone)) as "isOver",
     a.starts_at as "startsAt", a.day
   from appointments a join patients p on p.id = a.patient_id join facilities f on f.id = a.facility_id
   where a.patient_id = $patientId and a.id = $appointmentId
     and a.kind = 'ExternalAppointment' and a.facility_id = p.home_facility_id and takes_confirmations(a.facility_id) for update of a`,
  v.object({
    isCancelled: v.boolean(),
    isConfirmed: v.boolean(),
    isOver: v.boolean(),
    startsAt: v.nullable(Instant),
    day: CalendarDate,
  }),
);
const confirm = statement(
  'attendance.confirm',
  'update appointments set attendance_confirmed_at = now(), attendance_confirmed_by = $userId where id = $appointmentId',
);

/** "I will come", said by the patient or by somebody who acts for them. */
export const attendanceHandlers = {
  async confirmAttendance({ tx, actor, params: { patientId, appointmentId }, body, refuse }) {
    await tx(async (within) => {
      const visit = orNotFound(await within.maybe(lockVisit, { patientId, appointmentId }));
      if (visit.isCancelled) throw refuse('visit_cancelled');
      if ((visit.startsAt ?? visit.day) !== body.date) throw refuse('visit_moved');
      // A reply may have been lost.
      if (visit.isConfirmed) return;
      if (visit.isOver) throw refuse('no_longer_open');
      const { facilityId, userId } = actor;
      await within.run(confirm, { appointmentId, userId });
      const detail = { appointmentIds: String(appointmentId) };
      await audit(within, { type: 'attendance.confirmed', actor, patientId, facilityId, detail });
    });
    return null;
  },
} satisfies Partial<Handlers>;
