import { ContactId, UserId, offeredRights } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { SeedContext } from './context.ts';

const addContact = statement(
  'seed.contact',
  `insert into contacts (patient_id, first_name, last_name, suffix, relationship_id, is_primary, is_next_of_kin, provides_transport, uses_patient_address, address1, address2,
     city, zip_code, state, country, home_phone, mobile_phone, work_phone, is_ok_to_leave_message_mobile, email, preferred_communication_id, language, representative_user_id)
   values ($patientId, $firstName, $lastName, $suffix, (select id from relationships where code = $relationship), $isPrimary, $isNextOfKin, $providesTransport,
     $usesPatientAddress, $address1, $address2, $city, $zipCode, $state, $country, $homePhone, $mobilePhone, $workPhone, $isOkToLeaveMessageMobile, $email,
     (select id from preferred_communications where code = $preferredCommunication), $language, $representativeUserId) returning id`,
  v.object({ id: ContactId }),
);
const addUser = statement(
  'seed.contactUser',
  `insert into users (username, password_hash, first_name, last_name, email, is_email_confirmed, is_eula_accepted, facility_id, language)
   values ($username, $passwordHash, $firstName, $lastName, $email, $isEmailConfirmed, true, $facilityId, $language) returning id`,
  v.object({ id: UserId }),
);
const addLink = statement(
  'seed.contactLink',
  'insert into representative_links (user_id, patient_id, revoked_at) values ($userId, $patientId, case when $revokedAt then now() end)',
);
const addRight = statement(
  'seed.right',
  'insert into representative_rights (user_id, patient_id, section, "right") values ($userId, $patientId, $section, $right)',
);
/** Nobody knows its token and its PIN: another is sent from the portal. */
const addInvitation = statement(
  'seed.contactInvitation',
  `insert into invitations (kind, subject_hash, pin_hash, patient_id, email, first_name, last_name, created_at, expires_at, contact_id)
   values ('representative', sha256(uuid_send(gen_random_uuid())), sha256(uuid_send(gen_random_uuid())), $patientId, $email, $firstName, $lastName,
     now() - make_interval(days => $invitedDaysAgo), now() + make_interval(days => 14 - $invitedDaysAgo), $contactId)`,
);
/** For longer than a real one, so that there is one to look at all day. */
const lock = statement(
  'seed.lock',
  "insert into login_failures (name_hash, failures, locked_until) values (sha256(convert_to('name:' || $username, 'UTF8')), 5, now() + interval '24 hours')",
);

interface Account {
  readonly username: string;
  readonly confirmed?: boolean;
  readonly locked?: boolean;
  readonly disabled?: boolean;
  /** `Section:right` words; left out: all. */
  readonly rights?: readonly string[];
}

interface DemoContact {
  readonly first: string;
  readonly last: string;
  readonly suffix?: string;
  readonly relationship: string;
  readonly primary?: boolean;
  readonly kin?: boolean;
  readonly transport?: boolean;
  /** Left out: the patient's. */
  readonly address?: readonly [
    address1: string,
    address2: string | null,
    city: string,
    zipCode: string,
    state: string | null,
    country: string,
  ];
  readonly home?: string;
  readonly mobile?: string;
  readonly work?: string;
  readonly email?: string;
  readonly prefers?: string;
  readonly language?: string;
  readonly account?: Account;
  /** Days since an invitation was sent. */
  readonly invited?: number;
}

/** Of "patient": one in each state of access, long names, and several languages and countries. Invented, like all. */
const demoContacts: readonly DemoContact[] = [
  {
    first: 'Linnea',
    last: 'Applewhistle',
    relationship: 'Spouse',
    primary: true,
    kin: true,
    transport: true,
    home: '+15550100190',
    mobile: '+15550100191',
    email: 'representative@example.org',
    prefers: 'MobilePhone',
    account: { username: 'representative' },
  },
  {
    first: 'Ambrose',
    last: 'Applewhistle',
    suffix: 'Jr.',
    relationship: 'Child',
    kin: true,
    transport: true,
    address: ['3 Thimble Court', 'Apartment 12', 'Puddleford', '10042', 'New York', 'US'],
    mobile: '+15550100192',
    email: 'ambrose@example.org',
    prefers: 'Text',
    account: {
      username: 'ambrose',
      locked: true,
      rights: ['Appointments:read', 'FollowUpPlan:read', 'Questionnaires:read', 'Questionnaires:answer'],
    },
  },
  {
    first: 'Wilhelmina Philippa',
    last: 'Throckmorton-Featherstonehaugh of Upper Wimbleswick',
    relationship: 'Friend',
    address: [
      'The Old Coach House behind the Former Waterworks, 1184 Upper Wimbleswick Riverside Promenade',
      'Second floor, through the courtyard and up the stairs on the left',
      'Wimbleswick-upon-Puddleford',
      '10049-1184',
      'New York',
      'US',
    ],
    home: '+15550100193',
    work: '+15550100194',
    email: 'wilhelmina.philippa.throckmorton-featherstonehaugh@correspondence.example.org',
    prefers: 'Email',
    account: { username: 'wilhelmina', disabled: true, rights: ['Appointments:read'] },
  },
  {
    first: 'Lucía',
    last: 'Solano Peña',
    relationship: 'Caregiver',
    transport: true,
    address: ['Calle del Molino 44', null, 'Guadalajara', '44100', 'Jalisco', 'MX'],
    mobile: '+523300000195',
    email: 'lucia@example.org',
    prefers: 'MobilePhone',
    language: 'es',
    account: { username: 'lucia', confirmed: false, rights: ['Appointments:read', 'CareTeam:read'] },
  },
  {
    first: 'Étienne',
    last: 'Rousselet',
    relationship: 'Sibling',
    kin: true,
    address: ['27, rue des Érables', null, 'Sherbrooke', 'J1H 1A1', 'Québec', 'CA'],
    home: '+18190000196',
    email: 'etienne@example.org',
    prefers: 'HomePhone',
    language: 'fr',
    invited: 2,
  },
  {
    first: '美',
    last: '林',
    relationship: 'Neighbor',
    mobile: '+15550100197',
    email: 'mei@example.org',
    prefers: 'Text',
    language: 'zh',
    invited: 15,
  },
  {
    first: 'Rowan',
    last: 'Thimblewick',
    relationship: 'Neighbor',
    address: ['14 Willow Road', null, 'Puddleford', '10042', 'New York', 'US'],
    mobile: '+15550100198',
    email: 'neighbour@example.org',
  },
  {
    first: 'Joaquim',
    last: 'Moreira',
    relationship: 'OtherRelative',
    address: ['Rua das Amendoeiras 9', null, 'Curitiba', '80010-000', 'Paraná', 'BR'],
    work: '+554100000199',
    prefers: 'Mail',
    language: 'pt',
  },
];

/** What "representative" may do for somebody else as well: little. */
const fewRights = ['Appointments:read', 'Education:read'];

const allRights = offeredRights.map(({ section, right }) => `${section}:${right}`);

/** Contacts of the demo, in every state of access, and whom "representative" acts for. `hash` makes the password of the new accounts. */
export async function seedContacts(
  db: Db,
  { facilities, patients }: SeedContext,
  representative: UserId,
  hash: () => Promise<string>,
): Promise<void> {
  const { facilityId } = facilities.northlight;
  const give = async (userId: UserId, patientId: number, words: readonly string[]): Promise<void> => {
    for (const word of words) {
      const [section = '', right = ''] = word.split(':');
      await db.run(addRight, { userId, patientId, section, right });
    }
  };
  const accountOf = async ({ first, last, email, language }: DemoContact, account: Account): Promise<UserId> => {
    if (account.username === 'representative') return representative;
    return (
      await db.one(addUser, {
        username: account.username,
        passwordHash: await hash(),
        firstName: first,
        lastName: last,
        email: email ?? null,
        isEmailConfirmed: account.confirmed !== false,
        facilityId,
        language: language ?? null,
      })
    ).id;
  };
  for (const patient of patients) {
    const { patientId, username } = patient;
    if (username === 'patient') {
      for (const one of demoContacts) {
        const { account, address } = one;
        const userId = account === undefined ? null : await accountOf(one, account);
        const [address1, address2, city, zipCode, state, country] = address ?? [null, null, null, null, null, null];
        const { id } = await db.one(addContact, {
          patientId,
          firstName: one.first,
          lastName: one.last,
          suffix: one.suffix ?? null,
          relationship: one.relationship,
          isPrimary: one.primary === true,
          isNextOfKin: one.kin === true,
          providesTransport: one.transport === true,
          usesPatientAddress: address === undefined,
          address1,
          address2,
          city,
          zipCode,
          state,
          country,
          homePhone: one.home ?? null,
          mobilePhone: one.mobile ?? null,
          workPhone: one.work ?? null,
          isOkToLeaveMessageMobile: one.mobile !== undefined,
          email: one.email ?? null,
          preferredCommunication: one.prefers ?? null,
          language: one.language ?? 'en',
          representativeUserId: userId,
        });
        if (account !== undefined && userId !== null) {
          await db.run(addLink, { userId, patientId, revokedAt: account.disabled === true });
          await give(userId, patientId, account.rights ?? allRights);
          if (account.locked === true) await db.run(lock, { username: account.username });
        }
        if (one.invited !== undefined)
          await db.run(addInvitation, {
            patientId,
            email: one.email ?? '',
            firstName: one.first,
            lastName: one.last,
            invitedDaysAgo: one.invited,
            contactId: id,
          });
      }
    } else if (patient.lastName === 'Crabtree') {
      await db.one(addContact, {
        patientId,
        firstName: 'Linnea',
        lastName: 'Applewhistle',
        suffix: null,
        relationship: 'Neighbor',
        isPrimary: true,
        isNextOfKin: false,
        providesTransport: true,
        usesPatientAddress: false,
        address1: '12 Willow Road',
        address2: null,
        city: 'Puddleford',
        zipCode: '10042',
        state: 'New York',
        country: 'US',
        homePhone: null,
        mobilePhone: '+15550100191',
        workPhone: null,
        isOkToLeaveMessageMobile: true,
        email: 'representative@example.org',
        preferredCommunication: 'MobilePhone',
        language: 'en',
        representativeUserId: representative,
      });
      await db.run(addLink, { userId: representative, patientId, revokedAt: false });
      await give(representative, patientId, fewRights);
    }
  }
}
