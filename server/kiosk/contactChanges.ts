import {
  FacilityId,
  type IdempotencyKey,
  Instant,
  LanguageCode,
  PatientId,
  RecordedContactDetails,
  differingDetails,
} from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { enqueueMail } from '../mail/queue.ts';
import { readRegistration } from '../account/accountSettings.ts';
import { lockPatient, stateOfPatient } from '../contacts/contactRecords.ts';

export const ContactChangeId = v.pipe(v.number(), v.brand('ContactChangeId'));
export const SomeDetails = v.partial(RecordedContactDetails);
export type SomeDetails = v.InferOutput<typeof SomeDetails>;

const facilityAsks = statement(
  'contactChanges.facilityAsks',
  `select f.id as "facilityId", f.kiosk_contact_check as "isAsked",
     coalesce((p.contact_checked_at at time zone f.time_zone)::date = today_in(f.time_zone), false) as "isAnswered", ${stateOfPatient} as state
   from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId`,
  v.object({ facilityId: FacilityId, isAsked: v.boolean(), isAnswered: v.boolean(), state: v.nullable(v.string()) }),
);
const openOf = statement(
  'contactChanges.openOf',
  `select id, new_details as "newDetails" from contact_changes where patient_id = $patientId and status = 'open'`,
  v.object({ id: ContactChangeId, newDetails: SomeDetails }),
);
const askedWith = statement(
  'contactChanges.askedWith',
  'select id from contact_changes where patient_id = $patientId and request_key = $requestKey',
);
const noteChecked = statement(
  'contactChanges.noteChecked',
  'update patients set contact_checked_at = now() where id = $patientId',
);
const end = statement(
  'contactChanges.end',
  'update contact_changes set status = $status, decided_at = now() where id = $id',
);
const add = statement(
  'contactChanges.add',
  `insert into contact_changes (patient_id, facility_id, request_key, old_details, new_details) values ($patientId, $facilityId, $requestKey, $oldDetails::jsonb, $newDetails::jsonb)
   returning id`,
  v.object({ id: ContactChangeId }),
);
const frontDesk = statement(
  'contactChanges.frontDesk',
  `select f.front_desk_email as address, f.default_language as language, (select count(*)::int from contact_changes c where c.facility_id = f.id and c.status = 'open') as waiting
   from facilities f where f.id = $facilityId`,
  v.object({ address: v.nullable(v.string()), language: v.fallback(LanguageCode, 'en'), waiting: v.number() }),
);

/** A patient's contact details in the record, and whether a tablet asks about them now. */
async function standing(db: Db, patientId: PatientId) {
  const { facilityId, isAsked, isAnswered, state } = await db.one(facilityAsks, { patientId });
  const registered = await readRegistration(db, patientId);
  const recorded = v.parse(RecordedContactDetails, { ...registered, state, emailAddress: registered.primaryEmail });
  return { facilityId, isAsked, isAnswered, recorded };
}

/** What a tablet asks the patient about their contact details; null if it does not ask. */
export async function detailsToConfirm(db: Db, patientId: PatientId) {
  const { isAsked, isAnswered, recorded } = await standing(db, patientId);
  if (!isAsked || isAnswered) return null;
  return { recorded, asked: (await db.maybe(openOf, { patientId }))?.newDetails ?? {} };
}

/** Stores that the patient confirmed their contact details. False: the facility does not ask. */
export async function confirmDetails(tx: Db, actor: AuditActor, patientId: PatientId): Promise<boolean> {
  const { facilityId, isAsked } = await standing(tx, patientId);
  if (!isAsked) return false;
  await tx.run(noteChecked, { patientId });
  await audit(tx, { type: 'contactDetails.confirmed', actor, patientId, facilityId });
  return true;
}

/**
 * Stores the changes that a patient reports, for staff to decide. Earlier undecided changes become part of it, so that at most one change
 * waits; what equals the record is dropped. The front desk gets one mail while a change waits. False: the facility does not ask.
 */
export async function askForChange(
  tx: Db,
  actor: AuditActor,
  { patientId, requestKey, details }: { patientId: PatientId; requestKey: IdempotencyKey; details: SomeDetails },
): Promise<boolean> {
  // A repeated request waits here and then finds what the first one stored.
  await tx.one(lockPatient, { patientId });
  const { facilityId, isAsked, recorded } = await standing(tx, patientId);
  if (!isAsked) return false;
  if (await tx.has(askedWith, { patientId, requestKey })) return true;
  const open = await tx.maybe(openOf, { patientId });
  const newDetails = differingDetails(recorded, { ...open?.newDetails, ...details });
  if (open !== null) await tx.run(end, { id: open.id, status: 'replaced' });
  await tx.run(noteChecked, { patientId });
  const names = Object.keys(newDetails);
  if (names.length === 0) {
    await audit(tx, { type: 'contactDetails.confirmed', actor, patientId, facilityId });
    return true;
  }
  const oldDetails = Object.fromEntries(Object.entries(recorded).filter(([name]) => names.includes(name)));
  const { id } = await tx.one(add, {
    patientId,
    facilityId,
    requestKey,
    oldDetails: JSON.stringify(oldDetails),
    newDetails: JSON.stringify(newDetails),
  });
  const { address, language, waiting } = await tx.one(frontDesk, { facilityId });
  if (open === null && address !== null)
    await enqueueMail(tx, { kind: 'contactChangeAsked', facilityId, to: address, language, values: { waiting } });
  await audit(tx, {
    type: 'contactChange.asked',
    actor,
    patientId,
    facilityId,
    detail: { changeId: id, fields: names.join(' ') },
  });
  return true;
}

const Change = v.object({
  id: ContactChangeId,
  patientId: PatientId,
  facilityId: FacilityId,
  mrn: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  facility: v.string(),
  requestedAt: Instant,
  oldDetails: SomeDetails,
  newDetails: SomeDetails,
});
export type ContactChange = v.InferOutput<typeof Change>;
const columns = `c.id, c.patient_id as "patientId", c.facility_id as "facilityId", p.mrn, p.first_name as "firstName", p.last_name as "lastName", f.short_name as facility,
     c.requested_at as "requestedAt", c.old_details as "oldDetails", c.new_details as "newDetails"
   from contact_changes c join patients p on p.id = c.patient_id join facilities f on f.id = c.facility_id`;
const waiting = statement(
  'contactChanges.waiting',
  `select ${columns} where c.status = 'open' and ($facilityId::bigint is null or c.facility_id = $facilityId) order by c.patient_id limit 500`,
  Change,
);
const lockOne = statement(
  'contactChanges.lock',
  `select ${columns} where c.id = $id and c.status = 'open' for update of c, p`,
  Change,
);

/** The open changes of one facility or (null) of all. */
export const waitingChanges = (db: Db, facilityId: FacilityId | null): Promise<ContactChange[]> =>
  db.many(waiting, { facilityId });

/** The open change with this number, locked until the transaction ends; null if there is none. */
export const lockChange = (tx: Db, id: number): Promise<ContactChange | null> => tx.maybe(lockOne, { id });

const saveAddress = statement(
  'contactChanges.saveAddress',
  `update patients set address1 = $address1, address2 = $address2, city = $city, zip_code = $zipCode, state = $state, country = $country where id = $patientId`,
);
const savePhone = statement(
  'contactChanges.savePhone',
  `insert into patient_phones (patient_id, kind, phone) values ($patientId, $kind, $phone)
   on conflict (patient_id, kind) do update set phone = excluded.phone, set_at = now()`,
);
const addressNames = ['address1', 'address2', 'city', 'zipCode', 'state', 'country'] as const;

/** Writes an accepted change into the record, but not the email address: it is the account's too, and is corrected in the usual way. */
export async function acceptChange(tx: Db, actor: AuditActor, change: ContactChange): Promise<void> {
  const { id, patientId, facilityId, newDetails } = change;
  if (addressNames.some((name) => newDetails[name] !== undefined)) {
    const { recorded } = await standing(tx, patientId);
    const { address1, address2, city, zipCode, state, country } = { ...recorded, ...newDetails };
    await tx.run(saveAddress, { patientId, address1, address2, city, zipCode, state, country });
  }
  for (const [kind, phone] of [
    ['home', newDetails.homePhone],
    ['mobile', newDetails.mobilePhone],
  ] as const)
    if (phone !== undefined) await tx.run(savePhone, { patientId, kind, phone });
  await tx.run(end, { id, status: 'accepted' });
  await audit(tx, { type: 'contactChange.accepted', actor, patientId, facilityId, detail: { changeId: id } });
}

export async function declineChange(
  tx: Db,
  actor: AuditActor,
  { id, patientId, facilityId }: ContactChange,
): Promise<void> {
  await tx.run(end, { id, status: 'declined' });
  await audit(tx, { type: 'contactChange.declined', actor, patientId, facilityId, detail: { changeId: id } });
}
