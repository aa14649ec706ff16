import { ContactId, type UserId, offeredRights } from '@portal/api';
import * as v from 'valibot';
import { rightWord } from '../contacts/representatives.ts';
import { type Db, statement } from '../db/pool.ts';
import type { DemoContext } from './context.ts';
import { dataList, flag, optionalText } from './data.ts';
import { addUser } from './people.ts';

const addContact = statement(
  'seed.contact',
  `insert into contacts (patient_id, first_name, last_name, suffix, relationship_id, is_primary, is_next_of_kin, provides_transport, uses_patient_address, address1, address2,
     city, zip_code, state, country, home_phone, mobile_phone, work_phone, is_ok_to_leave_message_mobile, email, preferred_communication_id, language, representative_user_id)
   values ($patientId, $firstName, $lastName, $suffix, (select id from relationships where code = $relationship), $isPrimary, $isNextOfKin, $providesTransport,
     $usesPatientAddress, $address1, $address2, $city, $zipCode, $state, $country, $homePhone, $mobilePhone, $workPhone, $mobilePhone::text is not null, $email,
     (select id from preferred_communications where code = $preferredCommunication), $language, $representativeUserId) returning id`,
  v.object({ id: ContactId }),
);
const addLink = statement(
  'seed.contactLink',
  'insert into representative_links (user_id, patient_id, revoked_at) values ($userId, $patientId, case when $isRevoked then now() end)',
);
const addRight = statement(
  'seed.right',
  `insert into representative_rights (user_id, patient_id, section, "right") values ($userId, $patientId, split_part($word, ':', 1), split_part($word, ':', 2))`,
);
/** Nobody knows its token or PIN. The portal can send a new one. */
const addInvitation = statement(
  'seed.contactInvitation',
  `insert into invitations (kind, subject_hash, pin_hash, patient_id, email, first_name, last_name, created_at, expires_at, contact_id)
   values ('representative', sha256(uuid_send(gen_random_uuid())), sha256(uuid_send(gen_random_uuid())), $patientId, $email, $firstName, $lastName,
     now() - make_interval(days => $invitedDaysAgo), now() + make_interval(days => 14 - $invitedDaysAgo), $contactId)`,
);
/** Longer than a real lock, so that it can be seen all day. */
const lock = statement(
  'seed.lock',
  "insert into login_failures (name_hash, failures, locked_until) values (sha256(convert_to('name:' || $username, 'UTF8')), 5, now() + interval '24 hours')",
);

const Address = v.strictObject({
  address1: v.string(),
  address2: optionalText,
  city: v.string(),
  zipCode: v.string(),
  state: v.string(),
  country: v.string(),
});
const noAddress = { address1: null, address2: null, city: null, zipCode: null, state: null, country: null };
const DemoContact = v.strictObject({
  patient: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  suffix: optionalText,
  relationship: v.string(),
  isPrimary: flag,
  isNextOfKin: flag,
  providesTransport: flag,
  /** Left out: the patient's address. */
  address: v.optional(Address),
  homePhone: optionalText,
  mobilePhone: optionalText,
  workPhone: optionalText,
  email: optionalText,
  preferredCommunication: optionalText,
  language: v.optional(v.string()),
  account: v.optional(
    v.strictObject({
      /** An existing user's name, or that of a user to make. */
      username: v.string(),
      isEmailConfirmed: v.optional(v.boolean(), true),
      isLocked: flag,
      isRevoked: flag,
      /** `Section:right` words; left out: all rights. */
      rights: v.optional(v.array(v.string()), offeredRights.map(rightWord)),
    }),
  ),
  invitedDaysAgo: v.optional(v.number()),
});

/** Adds contacts with every state of access, and those who act for patients. */
export async function seedContacts(db: Db, context: DemoContext, users: ReadonlyMap<string, UserId>): Promise<void> {
  const { facilityId } = context.facility('northlight');
  for (const one of await dataList('contacts.json', DemoContact)) {
    const { account, address, invitedDaysAgo, ...contact } = one;
    const { patientId } = context.patient(one.patient);
    const userId =
      account === undefined
        ? null
        : (users.get(account.username) ?? (await addUser(db, context, { ...contact, ...account, facilityId })));
    const { id: contactId } = await db.one(addContact, {
      language: 'en',
      ...contact,
      ...(address ?? noAddress),
      patientId,
      usesPatientAddress: address === undefined,
      representativeUserId: userId,
    });
    if (account !== undefined && userId !== null) {
      const { isRevoked, rights, isLocked, username } = account;
      await db.run(addLink, { userId, patientId, isRevoked });
      for (const word of rights) await db.run(addRight, { userId, patientId, word });
      if (isLocked) await db.run(lock, { username });
    }
    if (invitedDaysAgo !== undefined) await db.run(addInvitation, { ...contact, patientId, invitedDaysAgo, contactId });
  }
}
