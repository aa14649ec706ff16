import { type OwnContactDetail, type PatientId, ownContactDetails, phoneShown } from '@portal/api';
import * as v from 'valibot';
import { auditAll } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { arrivalsOf } from '../kiosk/arrivals.ts';
import {
  type ContactChange,
  acceptChange,
  declineChange,
  lockChange,
  waitingChanges,
} from '../kiosk/contactChanges.ts';
import { type Context, actor, auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { argument, option, required } from './parameters.ts';
import { facilityIdOf, oneFacility } from './people.ts';
import { date, emailOrNone, onOrOff, rowNumber } from './readers.ts';
import { column, linesOf, minute, onOff } from './text.ts';
import { correctEmailOf } from './users.ts';

const set = statement(
  'admin.setCheckIn',
  `update facilities set kiosk_birth_date = coalesce($kioskBirthDate, kiosk_birth_date), kiosk_arrival = coalesce($kioskArrival, kiosk_arrival), kiosk_contact_check = coalesce($kioskContactCheck, kiosk_contact_check),
     front_desk_email = case when $setsFrontDesk then $frontDeskEmail else front_desk_email end where id = $facilityId
   returning kiosk_birth_date as "birthDate", kiosk_arrival as arrival, kiosk_contact_check as "contactDetails", front_desk_email as "frontDeskEmail"`,
  v.object({
    birthDate: v.boolean(),
    arrival: v.boolean(),
    contactDetails: v.boolean(),
    frontDeskEmail: v.nullable(v.string()),
  }),
);

const needs = 'one facility, and --birth-date, --arrival, --contact-details or --front-desk.';
export const facilityCheckIn = command({
  name: 'facility check-in',
  does: 'Says what a tablet shows and asks a patient before the questionnaires. It takes effect with the next patient.',
  more: `In the folder of "facility import", settings.kioskBirthDate, kioskArrival, kioskContactCheck and frontDeskEmail say the same.`,
  parameters: {
    facility: argument('NAME|ID', needs),
    birthDate: option(
      'on|off',
      'whether the tablet shows the birth date below first name and initial when it asks a patient "Is that you?". Off: the name alone, since a waiting room may read along',
      onOrOff,
    ),
    arrival: option(
      'on|off',
      "whether they are here for today's visits; who is shows in the kiosk's list and in: arrival list",
      onOrOff,
    ),
    contactDetails: option(
      'on|off',
      'whether address, telephones and email are still right, once a day; what they say has changed waits for staff, see: contact-changes list',
      onOrOff,
    ),
    frontDesk: option(
      'ADDRESS|none',
      'who is told by email that a change waits; the mail says neither who nor what',
      emailOrNone,
    ),
  },
  run({ facility: where, frontDesk, ...shown }, io) {
    if (frontDesk === null && shown.birthDate === null && shown.arrival === null && shown.contactDetails === null)
      throw new NotUnderstood(`facility check-in needs ${needs}`);
    return io.transaction(async (tx) => {
      const { id: facilityId, name } = await oneFacility(tx, where);
      const { frontDeskEmail, ...after } = await tx.one(set, {
        facilityId,
        kioskBirthDate: shown.birthDate,
        kioskArrival: shown.arrival,
        kioskContactCheck: shown.contactDetails,
        setsFrontDesk: frontDesk !== null,
        frontDeskEmail: frontDesk === 'none' ? null : frontDesk,
      });
      await auditOperator(tx, 'facility.updated', { facilityId }, after);
      return `${name}: birth date ${onOff(after.birthDate)}, arrival ${onOff(after.arrival)}, contact details ${onOff(after.contactDetails)}, ${frontDeskEmail === null ? 'nobody is told of changes' : `changes are told to ${frontDeskEmail}`}.`;
    });
  },
});

const arrivalList = command({
  name: 'arrival list',
  does: 'Lists who said at a tablet or on a phone that they are here, the earliest first: when, record number, name, the visit and its time, its id.',
  parameters: {
    facility: required('NAME|ID', ''),
    on: option('DATE', 'another day than today, like 2026-11-30', date),
  },
  async inTransaction(tx, { facility, on }) {
    const { id: facilityId } = await oneFacility(tx, facility);
    const found = await arrivalsOf(tx, facilityId, on);
    await auditOperator(tx, 'arrivals.listed', { facilityId }, { arrivals: found.length });
    return linesOf(
      found,
      ({ arrivedTime, mrn, lastName, firstName, type, startTime, appointmentId, isByPhone }) =>
        `${arrivedTime}  ${mrn}  ${lastName}, ${firstName}  ${type}${startTime === null ? '' : ` at ${startTime}`}  (appointment ${String(appointmentId)})${isByPhone ? '  by phone' : ''}`,
      'Nobody has checked in.',
    );
  },
});

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

const changeShown = (change: ContactChange): string =>
  [
    `${column(change.id, 7)}  ${change.mrn} (${change.facility})  ${change.lastName}, ${change.firstName}  ${minute(change.requestedAt)}`,
    ...ownContactDetails
      .filter((name) => change.newDetails[name] !== undefined)
      .map((name) => {
        const [before, after] = [change.oldDetails[name], change.newDetails[name]];
        return `         ${labels[name].padEnd(20)}${valueShown(name, before)}  ->  ${valueShown(name, after)}`;
      }),
  ].join('\n');

const changesList = command({
  name: 'contact-changes list',
  does: 'Lists what patients said at a tablet has changed about address, telephones and email and nobody has decided yet.',
  more: `A change has number, record number, name, when it was said; below what the record had and what is to stand there. Each patient's audit says
that it was looked at.`,
  parameters: { facility: option('NAME|ID', 'of one facility') },
  async inTransaction(tx, { facility }) {
    const found = await waitingChanges(tx, await facilityIdOf(tx, facility));
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
    return linesOf(
      found.toSorted((a, b) => a.requestedAt.localeCompare(b.requestedAt)),
      changeShown,
      'No changes wait.',
    );
  },
});

const dropEmail = statement('admin.dropPatientEmail', 'update patients set email_address = null where id = $patientId');

/** Corrects the email address of an accepted change; gives the lines to print. */
async function acceptEmail(
  tx: Db,
  io: Context,
  patientId: PatientId,
  address: string | null | undefined,
): Promise<readonly string[]> {
  if (address === undefined) return [];
  if (address !== null) return correctEmailOf(tx, io, patientId, address);
  await tx.run(dropEmail, { patientId });
  return ['The record has no email address any more. A sign-in keeps its own; see: user email'];
}

const number = argument('NUMBER', 'the number of one change. See: contact-changes list', rowNumber);

async function waitingChange(tx: Db, id: number): Promise<ContactChange> {
  const change = await lockChange(tx, id);
  if (change === null) throw new CommandFailed(`No change ${String(id)} waits. See: contact-changes list`);
  return change;
}

const changesAccept = command({
  name: 'contact-changes accept',
  does: "Writes a change into the patient's record. Check it with them first.",
  more: `A new email address is unconfirmed until its mailbox has answered, and the old one is told, as with: user email --address`,
  parameters: { number },
  async inTransaction(tx, { number: id }, io) {
    const change = await waitingChange(tx, id);
    const said = await acceptEmail(tx, io, change.patientId, change.newDetails.emailAddress);
    await acceptChange(tx, actor, change);
    return [`The record of ${change.mrn} (${change.facility}) has the change.`, ...said];
  },
});

const changesDecline = command({
  name: 'contact-changes decline',
  does: "Ends a change without one: the patient's record stays as it is.",
  parameters: { number },
  async inTransaction(tx, { number: id }) {
    const change = await waitingChange(tx, id);
    await declineChange(tx, actor, change);
    return `The record of ${change.mrn} (${change.facility}) stays as it is.`;
  },
});

export const checkInCommands = [arrivalList, changesList, changesAccept, changesDecline];
