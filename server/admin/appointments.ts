import { parseArgs } from 'node:util';
import { AppointmentId, CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { addAppointment } from '../care/appointments.ts';
import { statement } from '../db/pool.ts';
import { htmlOfText } from '../html/richText.ts';
import { named } from './accounts.ts';
import { homeOf, numberOption, patientOptions } from './careOptions.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { oneFacility, onePatient } from './people.ts';
import { dateOption } from './questionnaire.ts';

function timeOption(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text))
    throw new CommandFailed(`--time needs a time like 09:30, not "${text}".`, true);
  return text;
}

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

const appointmentAdd: Command = {
  words: ['appointment', 'add'],
  help: `appointment add --patient MRN|USERNAME --on DATE --type TEXT [--time HH:MM] [--minutes N] [--provider LAST[,FIRST]]
    [--subtype TEXT] [--location TEXT] [--place TEXT] [--status TEXT] [--instruction TEXT]... [--confirmed] [--at FACILITY] [--facility NAME]

Adds a visit to a patient's appointments.

${patientOptions}
  --on              the day, like 2026-11-30
  --time            when it begins, by the clocks where it is; 12:00 is noon
  --minutes         how long it takes
  --provider        whom it is with: last name, a comma, first name; or the name of a service
  --location        where it is, as it is shown
  --place           the address in one line, for maps; left out for a visit by video
  --status          as it is shown; "Scheduled" where it is left out
  --instruction     what the patient does before it, such as "Arrive 20 minutes early"; once for each
  --confirmed       it is certain to take place
  --at              another facility than the patient's, whose clocks count`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args,
      options: {
        patient: text,
        on: text,
        type: text,
        time: text,
        minutes: text,
        provider: text,
        subtype: text,
        location: text,
        place: text,
        status: text,
        instruction: { type: 'string', multiple: true },
        confirmed: { type: 'boolean' },
        at: text,
        facility: text,
      },
    });
    const who = named(values.patient, 'patient', 'appointment add');
    const type = named(values.type, 'type', 'appointment add');
    const day = dateOption('on', values.on);
    if (day === null) throw new CommandFailed('appointment add needs --on with a date.', true);
    const time = timeOption(values.time);
    const durationMinutes = numberOption('minutes', values.minutes, 1, 1440);
    const [lastName = '', firstName = ''] = (values.provider ?? '').split(',').map((part) => part.trim());
    const location = values.location?.trim() ?? '';
    return io.database(async (pool) => {
      const { id, mrn, facility } = await pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const facilityId =
          values.at === undefined
            ? (await tx.one(homeOf, { patientId: patient.id })).id
            : (await oneFacility(tx, values.at)).id;
        if (time !== null && !(await tx.one(isWallTime, { facilityId, day, time })).exists)
          throw new CommandFailed(`There is no ${time} on ${day} there: the clocks are put forward.`);
        const made = await addAppointment(tx, {
          patientId: patient.id,
          facilityId,
          // Whoever types 12:00 means noon; only interfaces write it where they know no time.
          at: { day, time, isAtNoon: time === '12:00' },
          durationMinutes,
          providerFirstName: firstName === '' ? null : firstName,
          providerLastName: lastName === '' ? null : lastName,
          type,
          subtype: values.subtype ?? null,
          location: htmlOfText(location),
          instructions: (values.instruction ?? [])
            .map((one) => one.replace(/\s+/g, ' ').trim())
            .filter((one) => one !== ''),
          shortLocation: location === '' ? null : location,
          place: values.place ?? null,
          status: values.status ?? 'Scheduled',
          isConfirmed: values.confirmed === true,
          isCancelled: false,
          followUpId: null,
        });
        await audit(tx, { type: 'appointment.added', actor, patientId: patient.id, detail: { appointmentId: made } });
        return { id: made, mrn: patient.mrn, facility: patient.facility };
      });
      io.out(`${mrn} (${facility}) has appointment ${String(id)} on ${day}${time === null ? '' : ` at ${time}`}.`);
      return 0;
    });
  },
};

const appointmentList: Command = {
  words: ['appointment', 'list'],
  help: `appointment list --patient MRN|USERNAME [--facility NAME]

Lists a patient's appointments and follow-ups, earliest first: id, day, time where it is, what, with whom, status.

${patientOptions}`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { patient: { type: 'string' }, facility: { type: 'string' } } });
    const who = named(values.patient, 'patient', 'appointment list');
    const rows = await io.database((pool) =>
      pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const found = await tx.many(listed, { patientId: patient.id });
        await audit(tx, {
          type: 'appointments.listed',
          actor,
          patientId: patient.id,
          detail: { appointments: found.length },
        });
        return found;
      }),
    );
    for (const { id, kind, day, time, type, provider, status, isCancelled } of rows) {
      io.out(
        `${String(id).padStart(7)}  ${day} ${time ?? '     '}  ${type}${provider === null ? '' : ` with ${provider}`}  ${status}${isCancelled ? ' (cancelled)' : ''}${kind === 'FollowUpAppointment' ? '  follow-up' : ''}`,
      );
    }
    if (rows.length === 0) io.out('There are no appointments.');
    return 0;
  },
};

const appointmentCancel: Command = {
  words: ['appointment', 'cancel'],
  help: `appointment cancel ID --patient MRN|USERNAME [--status TEXT] [--facility NAME]

Cancels a visit: it stays in the list and is no longer among what comes next. A follow-up that it was booked for is recommended again.

${patientOptions}
  --status          as it is shown; "Cancelled by facility" where it is left out`,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { patient: { type: 'string' }, status: { type: 'string' }, facility: { type: 'string' } },
    });
    const [given, ...more] = positionals;
    if (given === undefined || more.length > 0 || !/^[1-9]\d{0,14}$/.test(given))
      throw new CommandFailed('appointment cancel needs the id of one appointment.', true);
    const who = named(values.patient, 'patient', 'appointment cancel');
    return io.database(async (pool) => {
      const { day, type } = await pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const done = await tx.maybe(cancel, {
          patientId: patient.id,
          appointmentId: Number(given),
          status: values.status ?? 'Cancelled by facility',
        });
        if (done === null)
          throw new CommandFailed(
            `${patient.mrn} (${patient.facility}) has no appointment ${given} that could be cancelled. See: appointment list`,
          );
        await audit(tx, {
          type: 'appointment.cancelled',
          actor,
          patientId: patient.id,
          detail: { appointmentId: Number(given) },
        });
        return done;
      });
      io.out(`Appointment ${given} on ${day} (${type}) is cancelled.`);
      return 0;
    });
  },
};

export const appointmentCommands: readonly Command[] = [appointmentAdd, appointmentList, appointmentCancel];
