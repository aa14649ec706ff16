import { parseArgs } from 'node:util';
import {
  type CalendarDate,
  type OwnContactDetail,
  type PatientId,
  isEmailAddress,
  ownContactDetails,
  phoneShown,
} from '@portal/api';
import * as v from 'valibot';
import { arrivalsOf } from '../kiosk/arrivals.ts';
import {
  type ContactChange,
  acceptChange,
  declineChange,
  lockChange,
  waitingChanges,
} from '../kiosk/contactChanges.ts';
import { audit, auditAll } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { actor, type Command, type Io } from './command.ts';
import { CommandFailed } from './failure.ts';
import { oneFacility } from './people.ts';
import { dateOption } from './questionnaire.ts';
import { correctEmailOf } from './users.ts';

const set = statement(
  'admin.setCheckIn',
  `update facilities set kiosk_birth_date = coalesce($kioskBirthDate, kiosk_birth_date), kiosk_arrival = coalesce($kioskArrival, kiosk_arrival), kiosk_contact_check = coalesce($kioskContactCheck, kiosk_contact_check),
     front_desk_email = case when $setsFrontDesk then $frontDeskEmail else front_desk_email end where id = $facilityId
   returning kiosk_birth_date as "kioskBirthDate", kiosk_arrival as "kioskArrival", kiosk_contact_check as "kioskContactCheck", front_desk_email as "frontDeskEmail"`,
  v.object({
    kioskBirthDate: v.boolean(),
    kioskArrival: v.boolean(),
    kioskContactCheck: v.boolean(),
    frontDeskEmail: v.nullable(v.string()),
  }),
);

function onOffOption(name: string, text: string | undefined): boolean | null {
  if (text === undefined) return null;
  if (text !== 'on' && text !== 'off') throw new CommandFailed(`--${name} is on or off, not "${text}".`, true);
  return text === 'on';
}

const facilityCheckIn: Command = {
  words: ['facility', 'check-in'],
  help: `facility check-in NAME|ID [--birth-date on|off] [--arrival on|off] [--contact-details on|off] [--front-desk ADDRESS|none]

What a tablet asks a patient before the questionnaires. It takes effect with the next patient.

  --birth-date        whether the tablet shows the birth date below first name and initial when it asks a patient "Is that you?". Off: the
                      name alone, since a waiting room may read along
  --arrival           whether they are here for today's visits; who is shows in the kiosk's list and in: arrival list
  --contact-details   whether address, telephones and email are still right, once a day; what they say has changed waits for staff,
                      see: contact-changes list
  --front-desk        who is told by email that a change waits; the mail says neither who nor what`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'birth-date': text, arrival: text, 'contact-details': text, 'front-desk': text },
    });
    const [named, ...more] = positionals;
    const kioskBirthDate = onOffOption('birth-date', values['birth-date']);
    const kioskArrival = onOffOption('arrival', values.arrival);
    const kioskContactCheck = onOffOption('contact-details', values['contact-details']);
    const frontDesk = values['front-desk']?.trim();
    if (
      named === undefined ||
      more.length > 0 ||
      (kioskBirthDate === null && kioskArrival === null && kioskContactCheck === null && frontDesk === undefined)
    )
      throw new CommandFailed(
        'facility check-in needs one facility, and --birth-date, --arrival, --contact-details or --front-desk.',
        true,
      );
    if (frontDesk !== undefined && frontDesk !== 'none' && !isEmailAddress(frontDesk))
      throw new CommandFailed(`--front-desk is not an email address: "${frontDesk}".`, true);
    const { name, after } = await io.database((pool) =>
      pool.tx(async (tx) => {
        const facility = await oneFacility(tx, named);
        const done = await tx.one(set, {
          facilityId: facility.id,
          kioskBirthDate,
          kioskArrival,
          kioskContactCheck,
          setsFrontDesk: frontDesk !== undefined,
          frontDeskEmail: frontDesk === undefined || frontDesk === 'none' ? null : frontDesk,
        });
        await audit(tx, {
          type: 'facility.updated',
          actor,
          patientId: null,
          facilityId: facility.id,
          detail: {
            birthDate: done.kioskBirthDate,
            arrival: done.kioskArrival,
            contactDetails: done.kioskContactCheck,
          },
        });
        return { name: facility.name, after: done };
      }),
    );
    const said = (isOn: boolean) => (isOn ? 'on' : 'off');
    io.out(
      `${name}: birth date ${said(after.kioskBirthDate)}, arrival ${said(after.kioskArrival)}, contact details ${said(after.kioskContactCheck)}, ${after.frontDeskEmail === null ? 'nobody is told of changes' : `changes are told to ${after.frontDeskEmail}`}.`,
    );
    return 0;
  },
};

const arrivalList: Command = {
  words: ['arrival', 'list'],
  help: `arrival list --facility NAME|ID [--on DATE]

Lists who said at a tablet that they are here, the earliest first: when, record number, name, the visit and its time, its id.

  --on   another day than today, like 2026-11-30`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { facility: { type: 'string' }, on: { type: 'string' } } });
    const { facility: named } = values;
    if (named === undefined) throw new CommandFailed('arrival list needs --facility.', true);
    const day: CalendarDate | null = dateOption('on', values.on);
    const rows = await io.database((pool) =>
      pool.tx(async (tx) => {
        const { id: facilityId } = await oneFacility(tx, named);
        const found = await arrivalsOf(tx, facilityId, day);
        await audit(tx, {
          type: 'arrivals.listed',
          actor,
          patientId: null,
          facilityId,
          detail: { arrivals: found.length },
        });
        return found;
      }),
    );
    for (const { arrivedTime, mrn, lastName, firstName, type, startTime, appointmentId } of rows)
      io.out(
        `${arrivedTime}  ${mrn}  ${lastName}, ${firstName}  ${type}${startTime === null ? '' : ` at ${startTime}`}  (appointment ${String(appointmentId)})`,
      );
    if (rows.length === 0) io.out('Nobody has checked in.');
    return 0;
  },
};

const labels: Readonly<Record<OwnContactDetail, string>> = {
  address1: 'Address',
  address2: 'Address, line 2',
  city: 'City',
  zipCode: 'ZIP or postal code',
  state: 'State',
  country: 'Country',
  homePhone: 'Home phone',
  mobilePhone: 'Mobile phone',
  emailAddress: 'Email',
};

function valueShown(name: OwnContactDetail, value: string | null | undefined): string {
  if (value === null || value === undefined || value.trim() === '') return '(none)';
  return name === 'homePhone' || name === 'mobilePhone' ? phoneShown(value) : value;
}

/** What a change would change, a line each. */
const linesOf = ({ oldDetails, newDetails }: ContactChange): string[] =>
  ownContactDetails.flatMap((name) =>
    newDetails[name] === undefined
      ? []
      : [
          `         ${labels[name].padEnd(20)}${valueShown(name, oldDetails[name])}  ->  ${valueShown(name, newDetails[name])}`,
        ],
  );

const changesList: Command = {
  words: ['contact-changes', 'list'],
  help: `contact-changes list [--facility NAME|ID]

Lists what patients said at a tablet has changed about address, telephones and email and nobody has decided yet: number, record number,
name, when it was said; below what the record had and what is to stand there. Each patient's audit says that it was looked at.`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { facility: { type: 'string' } } });
    const changes = await io.database((pool) =>
      pool.tx(async (tx) => {
        const facility = values.facility === undefined ? null : await oneFacility(tx, values.facility);
        const found = await waitingChanges(tx, facility?.id ?? null);
        await auditAll(
          tx,
          found.map(({ id, patientId, facilityId }) => ({
            type: 'contactChanges.listed',
            actor,
            patientId,
            facilityId,
            detail: { changeId: id },
          })),
        );
        return found;
      }),
    );
    for (const change of [...changes].sort((a, b) => a.requestedAt.localeCompare(b.requestedAt))) {
      const { id, mrn, facility, lastName, firstName, requestedAt } = change;
      io.out(
        `${String(id).padStart(7)}  ${mrn} (${facility})  ${lastName}, ${firstName}  ${requestedAt.slice(0, 16).replace('T', ' ')} UTC`,
      );
      for (const line of linesOf(change)) io.out(line);
    }
    if (changes.length === 0) io.out('No changes wait.');
    return 0;
  },
};

const dropEmail = statement('admin.dropPatientEmail', 'update patients set email_address = null where id = $patientId');

/** The email of an accepted change; what there is to say of it. */
async function acceptEmail(
  tx: Db,
  io: Io,
  patientId: PatientId,
  address: string | null | undefined,
): Promise<readonly string[]> {
  if (address === undefined) return [];
  if (address !== null) return correctEmailOf(tx, io, patientId, address);
  await tx.run(dropEmail, { patientId });
  return ['The record has no email address any more. A sign-in keeps its own; see: user email'];
}

/** Decides the change of a number that stands in the arguments. */
async function decide(
  io: Io,
  words: string,
  args: string[],
  work: (tx: Db, change: ContactChange) => Promise<readonly string[]>,
): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0 || !/^[1-9]\d{0,14}$/.test(given))
    throw new CommandFailed(`${words} needs the number of one change. See: contact-changes list`, true);
  const lines = await io.database((pool) =>
    pool.tx(async (tx) => {
      const change = await lockChange(tx, Number(given));
      if (change === null) throw new CommandFailed(`No change ${given} waits. See: contact-changes list`);
      return work(tx, change);
    }),
  );
  for (const line of lines) io.out(line);
  return 0;
}

const changesAccept: Command = {
  words: ['contact-changes', 'accept'],
  help: `contact-changes accept NUMBER

Writes a change into the patient's record. Check it with them first. A new email address is unconfirmed until its mailbox has answered, and
the old one is told, as with: user email --address`,
  run: (args, io) =>
    decide(io, 'contact-changes accept', args, async (tx, change) => {
      const said = await acceptEmail(tx, io, change.patientId, change.newDetails.emailAddress);
      await acceptChange(tx, actor, change);
      return [`The record of ${change.mrn} (${change.facility}) has the change.`, ...said];
    }),
};

const changesDecline: Command = {
  words: ['contact-changes', 'decline'],
  help: `contact-changes decline NUMBER

Ends a change without one: the patient's record stays as it is.`,
  run: (args, io) =>
    decide(io, 'contact-changes decline', args, async (tx, change) => {
      await declineChange(tx, actor, change);
      return [`The record of ${change.mrn} (${change.facility}) stays as it is.`];
    }),
};

export const checkInCommands: readonly Command[] = [
  facilityCheckIn,
  arrivalList,
  changesList,
  changesAccept,
  changesDecline,
];
