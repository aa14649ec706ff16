import { FacilityId, LanguageCode, PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { findPatients } from '../questionnaires/assign.ts';
import { CommandFailed, onlyOne } from './failure.ts';
import { option, required } from './parameters.ts';

export const patientOptions = {
  patient: required('MRN|USERNAME', "the patient's record number or username"),
  facility: option('NAME', "the patient's home facility, where two facilities have the same record number"),
} as const;

/** The only patient with this record number or username. */
export async function onePatient(
  db: Db,
  { patient, facility }: { readonly patient: string; readonly facility: string | null },
): Promise<{ id: PatientId; mrn: string; facility: string; shown: string }> {
  const one = onlyOne(
    await findPatients(db, patient, facility),
    `No patient has the record number or username "${patient}"${facility === null ? '' : ` at ${facility}`}.`,
    (found) => `"${patient}" is a patient at ${found.map((each) => each.facility).join(' and at ')}: add --facility.`,
  );
  return { ...one, shown: `${one.mrn} (${one.facility})` };
}

const contact = statement(
  'admin.contact',
  `select p.first_name as "firstName", coalesce(u.email, p.email_address) as email, coalesce(u.language, p.language, f.default_language) as language,
     f.id as "facilityId", f.default_language as "defaultLanguage"
   from patients p join users u on u.id = p.user_id join facilities f on f.id = p.home_facility_id where p.id = $patientId`,
  v.object({
    firstName: v.string(),
    email: v.nullable(v.string()),
    language: LanguageCode,
    facilityId: FacilityId,
    defaultLanguage: LanguageCode,
  }),
);
/** How to write to a patient, and their home facility. */
export const contactOf = (db: Db, patientId: PatientId) => db.one(contact, { patientId });

const user = statement(
  'admin.user',
  `select u.id as "userId", p.id as "patientId", u.facility_id as "facilityId", u.username, u.is_kiosk_manager as "isManager", f.is_demo as "isDemo", f.short_name as facility
   from users u join facilities f on f.id = u.facility_id left join patients p on p.user_id = u.id where lower(u.username) = lower($named)`,
  v.object({
    userId: UserId,
    patientId: v.nullable(PatientId),
    facilityId: FacilityId,
    username: v.string(),
    isManager: v.boolean(),
    isDemo: v.boolean(),
    facility: v.string(),
  }),
);
export async function oneUser(db: Db, named: string): Promise<v.InferOutput<typeof user.row>> {
  const found = await db.maybe(user, { named: named.trim() });
  if (found === null) throw new CommandFailed(`Nobody signs in as "${named}".`);
  return found;
}

const facilities = statement(
  'admin.facility',
  `select id, short_name as name, default_language as language, sso_secret_at as "secretSince" from facilities
   where id::text = $named or lower(short_name) = lower($named) or lower(name) = lower($named) order by id`,
  v.object({ id: FacilityId, name: v.string(), language: LanguageCode, secretSince: v.nullable(v.string()) }),
);
/** The only facility with this id, name or short name. */
export const oneFacility = async (db: Db, named: string): Promise<v.InferOutput<typeof facilities.row>> =>
  onlyOne(
    await db.many(facilities, { named }),
    `No facility has the id or name "${named}".`,
    ({ length }) => `"${named}" is the name of ${String(length)} facilities: give the id.`,
  );
/** The facility to which a list is limited; null: none. */
export const facilityIdOf = async (db: Db, named: string | null): Promise<FacilityId | null> =>
  named === null ? null : (await oneFacility(db, named)).id;
