import { PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { DemoContext, DemoPatient } from './context.ts';
import { byName, dataList, flag, optionalText } from './data.ts';

/** The password of all demo users and the kiosk manager's PIN (rulings, section 7). */
export const demoPassword = 'Demo+Pass1';
export const demoPin = '246810';

/** Lines that `npm start` prints for whoever tries the portal. */
export const signIns: readonly string[] = [
  `Sign in with the password ${demoPassword} as`,
  '  patient          a patient with everything switched on',
  '  newpatient       has not accepted the terms',
  '  noemail          has no email address',
  '  expired          must change the password at login',
  '  representative   acts for "patient", and may see a little of somebody else\'s',
  '  limited          a patient of Harbour Point with few capabilities',
  `  kiosk            kiosk manager, at the kiosk's address; PIN ${demoPin}`,
];

const addUserRow = statement(
  'seed.user',
  `insert into users (username, password_hash, first_name, last_name, email, is_email_confirmed, is_eula_accepted, is_password_update_required, is_kiosk_manager,
     pin_hash, facility_id, language, sso_subject)
   values ($username, $passwordHash, $firstName, $lastName, $email, $isEmailConfirmed, $hasAcceptedTerms, $mustChangePassword, $pinHash::text is not null,
     $pinHash, $facilityId, $language, $ssoSubject) returning id`,
  v.object({ id: UserId }),
);
const addPatientRow = statement(
  'seed.patient',
  `insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id, language, email_address, address1, city, zip_code, state, country)
   values ($userId, $mrn, $firstName, $lastName, $dateOfBirth, $homeFacilityId, $language, $email, $address1, $city, $zipCode, $state, 'US') returning id`,
  v.object({ id: PatientId }),
);
const addToSystem = statement(
  'seed.inSystem',
  'insert into patient_external_systems (patient_id, external_system_id) values ($patientId, $externalSystemId)',
);
const addToFacility = statement(
  'seed.alsoAt',
  'insert into patient_facilities (patient_id, facility_id) values ($patientId, $facilityId)',
);
const manageAllFacilities = statement(
  'seed.managed',
  'insert into kiosk_manager_facilities (user_id, facility_id) select $userId, id from facilities order by id',
);

const Patient = v.strictObject({
  facility: v.string(),
  mrn: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: v.string(),
  address1: v.string(),
  city: v.string(),
  zipCode: v.string(),
  state: v.string(),
  language: optionalText,
  email: optionalText,
  /** Left out: the patient has no account and is known only to the kiosk. */
  login: v.optional(v.strictObject({ username: v.string(), hasAcceptedTerms: flag, mustChangePassword: flag })),
  /** The systems that hold parts of the record. */
  systems: v.optional(v.array(v.string()), []),
  /** Another facility that knows the patient. */
  alsoAt: v.optional(v.string()),
});
const User = v.strictObject({
  username: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  email: v.string(),
  isKioskManager: flag,
});

interface NewUser {
  readonly username: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly facilityId: number;
  readonly language?: string | null;
  readonly isEmailConfirmed?: boolean;
  readonly hasAcceptedTerms?: boolean;
  readonly mustChangePassword?: boolean;
  readonly isKioskManager?: boolean;
  /** The name in the facility's identity system; null: none. */
  readonly ssoSubject?: string | null;
}

/** Makes a user with the demo's password. One without a username has no password. */
export async function addUser(
  db: Db,
  hashes: Pick<DemoContext, 'passwordHash' | 'pinHash'>,
  one: NewUser,
): Promise<UserId> {
  const { id } = await db.one(addUserRow, {
    isEmailConfirmed: one.email !== null,
    hasAcceptedTerms: true,
    mustChangePassword: false,
    ssoSubject: null,
    ...one,
    language: one.language ?? null,
    passwordHash: one.username === null ? null : hashes.passwordHash,
    pinHash: one.isKioskManager === true ? hashes.pinHash : null,
  });
  return id;
}

/** Makes the patients of `patients.json`; gives them by name. */
export async function seedPatients(
  db: Db,
  context: Omit<DemoContext, 'patient'>,
): Promise<(name: string) => DemoPatient> {
  const patients = new Map<string, DemoPatient>();
  for (const { facility: home, login, systems, alsoAt, ...person } of await dataList('patients.json', Patient)) {
    const facility = context.facility(home);
    const userId = await addUser(db, context, {
      ...person,
      ...login,
      username: login?.username ?? null,
      ssoSubject: login?.username ?? null,
      hasAcceptedTerms: login?.hasAcceptedTerms ?? false,
      facilityId: facility.facilityId,
      language: login === undefined ? null : person.language,
    });
    const { id: patientId } = await db.one(addPatientRow, { ...person, userId, homeFacilityId: facility.facilityId });
    for (const system of systems) await db.run(addToSystem, { patientId, externalSystemId: context.system(system) });
    if (alsoAt !== undefined)
      await db.run(addToFacility, { patientId, facilityId: context.facility(alsoAt).facilityId });
    patients.set(`${person.firstName} ${person.lastName}`, { patientId, facility });
  }
  return byName('patient', patients);
}

/** Makes the users who are not patients: kiosk managers and representatives. Gives them by username. */
export async function seedUsers(db: Db, context: Omit<DemoContext, 'patient'>): Promise<ReadonlyMap<string, UserId>> {
  const users = new Map<string, UserId>();
  for (const user of await dataList('users.json', User)) {
    const { facilityId } = context.facility('northlight');
    const ssoSubject = user.isKioskManager ? null : user.username;
    const userId = await addUser(db, context, { ...user, facilityId, ssoSubject });
    if (user.isKioskManager) await db.run(manageAllFacilities, { userId });
    users.set(user.username, userId);
  }
  return users;
}
