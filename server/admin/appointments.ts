import { AppointmentId, CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { addAppointment } from '../care/appointments.ts';
import { statement } from '../db/pool.ts';
import { htmlOfText } from '../html/richText.ts';
import { auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { type OptionReader, argument, flag, option, repeated, required } from './parameters.ts';
import { contactOf, oneFacility, onePatient, patientOptions } from './people.ts';
import { date, numberFrom, rowNumber } from './readers.ts';
import { column, linesOf } from './text.ts';

const wallTime: OptionReader<string> = (text, name) => {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text))
    throw new NotUnderstood(`${name} needs a time like 09:30, not "${text}".`);
  return text;
};

const isWallTime = statement(
  'admin.isWallTime',
  'select (($day::date + $time::time) at time zone f.time_zone) at time zone f.time_zone = $day::date + $time::time as exists from facilities f where f.id = $facilityId',
  v.object({ exists: v.boolean() }),
);
const listed = statement(
  'admin.appointments',
  `select a.id, a.kind, a.listed_day as day, to_char(a.starts_at at time zone f.time_zone, 'HH24:MI') as time, coalesce(a.follow_up_label, a.type) as type,
     nullif(concat_ws(', ', a.provider_last_name, a.provider_first_name), '') as provider, a.status, a.is_cancelled as "isCancelled"
   from appointments a join facilities f on f.id = a.facility_id where a.patient_id = $patientId order by a.listed_day, a.starts_at nulls first, a.id`,
  v.object({
    id: AppointmentId,
    kind: v.string(),
    day: CalendarDate,
    time: v.nullable(v.string()),
    type: v.string(),
    provider: v.nullable(v.string()),
    status: v.string(),
    isCancelled: v.boolean(),
  }),
);
const cancel = statement(
  'admin.cancelAppointment',
  `update appointments set is_cancelled = true, is_confirmed = false, status = $status
     where id = $appointmentId and patient_id = $patientId and kind = 'ExternalAppointment' and not is_cancelled
   returning listed_day as day, type`,
  v.object({ day: CalendarDate, type: v.string() }),
);

const addCommand = command({
  name: 'appointment add',
  does: "Adds a visit to a patient's appointments.",
  parameters: {
    ...patientOptions,
    type: required('TEXT', 'what it is'),
    on: required('DATE', 'the day, like 2026-11-30', date, '--on with a date.'),
    time: option('HH:MM', 'when it begins, by the clocks where it is; 12:00 is noon', wallTime),
    minutes: option('N', 'how long it takes', numberFrom(1, 1440)),
    provider: option('LAST[,FIRST]', 'whom it is with: last name, a comma, first name; or the name of a service'),
    subtype: option('TEXT', ''),
    location: option('TEXT', 'where it is, as it is shown'),
    place: option('TEXT', 'the address in one line, for maps; left out for a visit by video'),
    status: option('TEXT', 'as it is shown; "Scheduled" where it is left out'),
    instruction: repeated(
      'TEXT',
      'what the patient does before it, such as "Arrive 20 minutes early"; once for each',
      (text) => text.replace(/\s+/g, ' ').trim(),
    ),
    confirmed: flag('it is certain to take place'),
    at: option('FACILITY', "another facility than the patient's, whose clocks count"),
  },
  async inTransaction(
    tx,
    { type, on: day, time, minutes, subtype, place, status, instruction, confirmed, at, ...values },
  ) {
    const patient = await onePatient(tx, values);
    const facilityId = at === null ? (await contactOf(tx, patient.id)).facilityId : (await oneFacility(tx, at)).id;
    if (time !== null && !(await tx.one(isWallTime, { facilityId, day, time })).exists)
      throw new CommandFailed(`There is no ${time} on ${day} there: the clocks are put forward.`);
    const [lastName, firstName] = (values.provider ?? '').split(',').map((part) => part.trim());
    const location = values.location?.trim() ?? '';
    const appointmentId = await addAppointment(tx, {
      patientId: patient.id,
      facilityId,
      // A person who types 12:00 means noon; only scheduling systems write 12:00 for "no time".
      at: { day, time, isAtNoon: time === '12:00' },
      durationMinutes: minutes,
      providerFirstName: firstName || null,
      providerLastName: lastName || null,
      type,
      subtype,
      location: htmlOfText(location),
      instructions: instruction.filter((one) => one !== ''),
      shortLocation: location || null,
      place,
      status: status ?? 'Scheduled',
      isConfirmed: confirmed,
      isCancelled: false,
      followUpId: null,
    });
    await auditOperator(tx, 'appointment.added', { patientId: patient.id }, { appointmentId });
    return `${patient.shown} has appointment ${String(appointmentId)} on ${day}${time === null ? '' : ` at ${time}`}.`;
  },
});

const listCommand = command({
  name: 'appointment list',
  does: "Lists a patient's appointments and follow-ups, earliest first: id, day, time where it is, what, with whom, status.",
  parameters: patientOptions,
  async inTransaction(tx, values) {
    const { id: patientId } = await onePatient(tx, values);
    const found = await tx.many(listed, { patientId });
    await auditOperator(tx, 'appointments.listed', { patientId }, { appointments: found.length });
    return linesOf(
      found,
      ({ id, kind, day, time, type, provider, status, isCancelled }) =>
        `${column(id, 7)}  ${day} ${time ?? '     '}  ${type}${provider === null ? '' : ` with ${provider}`}  ${status}${isCancelled ? ' (cancelled)' : ''}${kind === 'FollowUpAppointment' ? '  follow-up' : ''}`,
      'There are no appointments.',
    );
  },
});

const cancelCommand = command({
  name: 'appointment cancel',
  does: 'Cancels a visit: it stays in the list and is no longer among what comes next.',
  more: 'A follow-up that it was booked for is recommended again.',
  parameters: {
    id: argument('ID', 'the id of one appointment.', rowNumber),
    ...patientOptions,
    status: option('TEXT', 'as it is shown; "Cancelled by facility" where it is left out'),
  },
  async inTransaction(tx, { id: appointmentId, status, ...values }) {
    const { id: patientId, shown } = await onePatient(tx, values);
    const done = await tx.maybe(cancel, { patientId, appointmentId, status: status ?? 'Cancelled by facility' });
    if (done === null)
      throw new CommandFailed(
        `${shown} has no appointment ${String(appointmentId)} that could be cancelled. See: appointment list`,
      );
    await auditOperator(tx, 'appointment.cancelled', { patientId }, { appointmentId });
    return `Appointment ${String(appointmentId)} on ${done.day} (${done.type}) is cancelled.`;
  },
});

export const appointmentCommands = [addCommand, listCommand, cancelCommand];
