import {
  type Capability,
  Contact,
  type ContactDetails,
  ContactId,
  type LanguageCode,
  PatientId,
  includesCapability,
} from '@portal/api';
import * as v from 'valibot';
import { type Actor, type Refuse, notFound, orNotFound, refusal } from '../http/handler.ts';
import { type Db, statement } from '../db/pool.ts';
import { languageIdIn, languageOfId } from '../facilities/facility.ts';
import { triesOfAddress } from './identityClaims.ts';
import { inLanguageOf } from '../facilities/lookups.ts';
import { capabilitiesOf } from './capabilities.ts';
import { ageEndsOfLink, sectionEndsOf } from './representatives.ts';

const contactsPerPatient = 1000;

const address = ['address1', 'address2', 'city', 'zip_code', 'state', 'country'] as const;
/** SQL for the name of a patient's state, which a facility's own records often store as a code. */
export const stateOfPatient = `coalesce((select s.name from states s join countries n on n.id = s.country_id where n.code = p.country and s.code = p.state), p.state)`;

const ContactRow = v.object({
  ...Contact.entries,
  // Stored rows may be older than today's input rules, so these fields are not checked against them.
  contactFirstName: v.string(),
  contactLastName: v.string(),
  contactEmail: v.nullable(v.string()),
  homePhone: v.nullable(v.string()),
  mobilePhone: v.nullable(v.string()),
  workPhone: v.nullable(v.string()),
});

export type ContactRow = v.InferOutput<typeof ContactRow>;

/**
 * SQL for the contacts of `$patientId` as they are sent to `$readerId`; `$isPatient` says whether the reader is the patient. A
 * representative learns nothing about accounts and invitations except that somebody acts for the patient.
 */
const contactsAre = <const Which extends string>(which: Which) =>
  `select c.id as "contactId", c.patient_id as "patientId", c.first_name as "contactFirstName", c.last_name as "contactLastName", c.suffix,
     c.relationship_id as "relationshipId", ${inLanguageOf('r.names', 'reader.language')} as relationship, c.is_primary as "isPrimaryContact",
     c.is_next_of_kin as "isNextOfKin", c.provides_transport as "providesTransport", c.uses_patient_address as "usePatientAddress",
     ${address.map((column) => `case when c.uses_patient_address then p.${column} else c.${column} end as "${column === 'zip_code' ? 'zipCode' : column}"`).join(', ')},
     c.home_phone as "homePhone", c.mobile_phone as "mobilePhone", c.work_phone as "workPhone", c.is_ok_to_leave_message_home as "isOkToLeaveMsgHome",
     c.is_ok_to_leave_message_mobile as "isOkToLeaveMsgMobile", c.is_ok_to_leave_message_work as "isOkToLeaveMsgWork", c.email as "contactEmail",
     c.preferred_communication_id as "preferredCommunicationId", ${languageIdIn('c.language')} as "communicationLanguageId", c.is_active as "isActive",
     l.user_id is not null as "isAuthorizedRepresentativeActive", c.representative_user_id as "authorizedRepresentativeUserId",
     case when $isPatient::boolean then i.id end as "invitationId", $isPatient and coalesce(t.failures, 0) >= ${triesOfAddress} as "isInvitationLocked",
     $isPatient and coalesce(i.expires_at <= now() or c.access_last_day < today_in(p.time_zone), false) as "isInvitationExpired",
     case when $isPatient then c.access_last_day end as "lastDay", case when $isPatient then c.access_reason end as "reason", case when $isPatient then ${ageEndsOfLink} else '[]' end as "endsByAge",
     case when $isPatient then ${sectionEndsOf('c.id', 'c.access_last_day')} else '[]' end as "sectionEnds",
     case when $isPatient and u.username is not null then json_build_object('userName', u.username, 'isEmailConfirmed', u.is_email_confirmed, 'isLockedOut', f.locked_until is not null,
       'minutesLeftBeforeLockoutExpires', greatest(0, ceil(coalesce(extract(epoch from f.locked_until - now()), 0) / 60))::int) end as "userInfo"
   from (select language_of($readerId) as language) reader
     cross join (select p.id, p.address1, p.address2, p.city, p.zip_code, p.country, ${stateOfPatient} as state, f.time_zone
       from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId offset 0) p
     join contacts c on c.patient_id = p.id join relationships r on r.id = c.relationship_id
     left join users u on u.id = c.representative_user_id
     left join current_representatives l on l.user_id = u.id and l.patient_id = c.patient_id
     left join login_failures f on f.name_hash = sha256(convert_to('name:' || lower(u.username), 'UTF8')) and f.locked_until > now()
     left join lateral (
       select i.id, i.expires_at, i.subject_hash from invitations i
       where i.contact_id = c.id and i.used_at is null and i.revoked_at is null order by i.id desc limit 1) i on true
     left join invitation_failures t on t.subject_hash = i.subject_hash and t.source_hash = '' and t.window_ends_at > now()
   where true ${which} order by c.is_primary desc, lower(c.last_name), lower(c.first_name), c.id` as const;

const oneContact = statement('contacts.one', contactsAre('and c.id = $contactId'), ContactRow);

/** All contacts of a patient as the JSON of the answer. */
export const allContacts = statement(
  'contacts.all',
  `select coalesce(json_agg(one), '[]')::text as json from (${contactsAre('')}) one`,
  v.object({ json: v.string() }),
);

export async function ownContact(
  db: Db,
  actor: Actor,
  patientId: PatientId,
  contactId: ContactId,
): Promise<ContactRow> {
  return orNotFound(await db.maybe(oneContact, { patientId, readerId: actor.userId, isPatient: true, contactId }));
}

export const languageOf = ({ communicationLanguageId }: ContactRow): LanguageCode =>
  languageOfId(communicationLanguageId) ?? 'en';

/** Refuses as if the call did not exist if the facility has not switched the capability on. */
export async function mustOffer(db: Db, actor: Actor, capability: Capability): Promise<void> {
  if (!includesCapability(await capabilitiesOf(db, actor, actor.patientId), capability)) throw notFound();
}

/** Locks the patient's row, so that contacts and invitations are changed by one transaction at a time. */
export const lockPatient = statement(
  'contacts.hold',
  'select id from patients where id = $patientId for no key update',
  v.object({ id: PatientId }),
);

/** Also excludes signing up, which locks the contact before the invitation. */
export const holdContact = statement(
  'contacts.holdOne',
  'select id from contacts where id = $contactId and patient_id = $patientId for no key update',
);
const knows = statement(
  'contacts.knows',
  `select exists (select from relationships where id = $relationshipId) as relationship,
     $preferredCommunicationId::int is null or exists (select from preferred_communications where id = $preferredCommunicationId) as communication,
     (select count(*) from contacts where patient_id = $patientId)::int as contacts`,
  v.object({ relationship: v.boolean(), communication: v.boolean(), contacts: v.number() }),
);
const dropPrimary = statement(
  'contacts.dropPrimary',
  'update contacts set is_primary = false where patient_id = $patientId and is_primary and id is distinct from $contactId',
);

/** The contact that an earlier request with this key has added. */
export const addedWith = statement(
  'contacts.addedWith',
  'select id from contacts where patient_id = $patientId and added_key = $addedKey',
  v.object({ id: ContactId }),
);

export const rememberKey = statement(
  'contacts.rememberKey',
  'update contacts set added_key = $addedKey where id = $contactId',
);
const add = statement(
  'contacts.add',
  `insert into contacts (
     patient_id, is_primary, first_name, last_name, suffix, relationship_id, is_next_of_kin, provides_transport,
     uses_patient_address, address1, address2, city, zip_code, state, country, home_phone, mobile_phone,
     work_phone, is_ok_to_leave_message_home, is_ok_to_leave_message_mobile, is_ok_to_leave_message_work, email,
     preferred_communication_id, language)
   values (
     $patientId, $isPrimary, $firstName, $lastName, $suffix, $relationshipId, $isNextOfKin, $providesTransport,
     $usesPatientAddress, $address1, $address2, $city, $zipCode, $state, $country, $homePhone, $mobilePhone,
     $workPhone, $isOkToLeaveMessageHome, $isOkToLeaveMessageMobile, $isOkToLeaveMessageWork, $email,
     $preferredCommunicationId, $language) returning id`,
  v.object({ id: ContactId }),
);

/** A primary contact stays primary until another one is made primary. */
const change = statement(
  'contacts.change',
  `update contacts set is_primary = is_primary or $isPrimary,
     first_name = $firstName, last_name = $lastName, suffix = $suffix, relationship_id = $relationshipId,
     is_next_of_kin = $isNextOfKin, provides_transport = $providesTransport,
     uses_patient_address = $usesPatientAddress, address1 = $address1, address2 = $address2, city = $city,
     zip_code = $zipCode, state = $state, country = $country, home_phone = $homePhone, mobile_phone = $mobilePhone,
     work_phone = $workPhone, is_ok_to_leave_message_home = $isOkToLeaveMessageHome,
     is_ok_to_leave_message_mobile = $isOkToLeaveMessageMobile,
     is_ok_to_leave_message_work = $isOkToLeaveMessageWork, email = $email,
     preferred_communication_id = $preferredCommunicationId, language = $language
   where patient_id = $patientId and id = $contactId returning id`,
  v.object({ id: ContactId }),
);

/** Trims typed text; empty text becomes null. */
const clean = (text: string | null): string | null => {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
};

/** Adds or changes a contact in the caller's transaction and writes the audit row; gives its id. Refuses with the call's codes. */
export async function writeContact(
  tx: Db,
  patientId: PatientId,
  contactId: ContactId | null,
  details: ContactDetails,
  refuse: Refuse<'language_unknown' | 'relationship_unknown'>,
): Promise<ContactId> {
  const language = languageOfId(details.communicationLanguageId);
  if (language === null) throw refuse('language_unknown');
  await tx.one(lockPatient, { patientId });
  const known = await tx.one(knows, { ...details, patientId });
  if (!known.relationship) throw refuse('relationship_unknown');
  if (!known.communication || (contactId === null && known.contacts >= contactsPerPatient))
    throw refusal('bad_request');
  if (details.isPrimaryContact) await tx.run(dropPrimary, { patientId, contactId });
  const own = (text: string | null): string | null => (details.usePatientAddress ? null : clean(text));
  const values = {
    ...details,
    patientId,
    isPrimary: details.isPrimaryContact,
    firstName: details.contactFirstName.trim(),
    lastName: details.contactLastName.trim(),
    suffix: clean(details.suffix),
    usesPatientAddress: details.usePatientAddress,
    address1: own(details.address1),
    address2: own(details.address2),
    city: own(details.city),
    zipCode: own(details.zipCode),
    state: own(details.state),
    country: own(details.country),
    isOkToLeaveMessageHome: details.isOkToLeaveMsgHome,
    isOkToLeaveMessageMobile: details.isOkToLeaveMsgMobile,
    isOkToLeaveMessageWork: details.isOkToLeaveMsgWork,
    email: clean(details.contactEmail),
    language,
  };
  const saved = orNotFound(
    contactId === null ? await tx.maybe(add, values) : await tx.maybe(change, { ...values, contactId }),
  );
  return saved.id;
}
