import { type FacilityId, type LanguageCode, PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const insertUser = statement(
  'account.addUser',
  `insert into users (username, password_hash, first_name, last_name, email, facility_id, language, is_password_update_required, is_kiosk_manager, pin_hash)
   values ($username, $passwordHash, $firstName, $lastName, $email, $facilityId, $language, $isPasswordUpdateRequired, $isKioskManager, $pinHash) returning id`,
  v.object({ id: UserId }),
);
const insertPatient = statement(
  'account.addPatient',
  `insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id, language, email_address)
   values ($userId, $mrn, $firstName, $lastName, $dateOfBirth, $homeFacilityId, $language, $emailAddress) returning id`,
  v.object({ id: PatientId }),
);

interface NewPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  readonly facilityId: FacilityId | null;
  readonly language: LanguageCode | null;
}
interface NewUser extends NewPerson {
  readonly username: string | null;
  readonly passwordHash: string | null;
  readonly isPasswordUpdateRequired: boolean;
  readonly isKioskManager: boolean;
  readonly pinHash: string | null;
}
interface NewPatient extends NewPerson {
  readonly facilityId: FacilityId;
  readonly mrn: string;
  readonly dateOfBirth: string;
}

/** Adds somebody who can hold a session. Without a name they cannot sign in. */
export const addUser = async (tx: Db, one: NewUser): Promise<UserId> => (await tx.one(insertUser, { ...one })).id;

/** Adds a patient with the user that each has. `signIn`: a first password, to be changed; null: they cannot sign in yet. */
export async function addPatient(
  tx: Db,
  { mrn, dateOfBirth, ...person }: NewPatient,
  signIn: { readonly username: string; readonly passwordHash: string } | null,
): Promise<PatientId> {
  const userId = await addUser(tx, {
    ...person,
    username: signIn?.username ?? null,
    passwordHash: signIn?.passwordHash ?? null,
    isPasswordUpdateRequired: signIn !== null,
    isKioskManager: false,
    pinHash: null,
  });
  const { firstName, lastName, language, email: emailAddress, facilityId: homeFacilityId } = person;
  const values = { userId, mrn, firstName, lastName, dateOfBirth, homeFacilityId, language, emailAddress };
  return (await tx.one(insertPatient, values)).id;
}
