import { type FacilityId, PatientId, PostalAddress } from '@portal/api';
import * as v from 'valibot';
import { foldName } from '../credentials/personNames.ts';
import { type Db, statement } from '../db/pool.ts';

const Registered = v.object({
  patientId: PatientId,
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: v.string(),
  language: v.nullable(v.string()),
  ...PostalAddress.entries,
});
/** What the facility's list of patients has of a patient. */
export type Registered = v.InferOutput<typeof Registered>;

const columns = `id as "patientId", first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth", language, address1, address2, city,
     zip_code as "zipCode", state, country`;
const numbered = statement(
  'registration.numbered',
  `select ${columns} from patients where home_facility_id = $homeFacilityId and mrn = $mrn for update`,
  Registered,
);
const formerly = statement(
  'registration.formerly',
  `select ${columns} from patients where id = (
     select f.patient_id from former_record_numbers f where f.home_facility_id = $homeFacilityId and f.mrn = $mrn) for update`,
  Registered,
);
const isStillTheirs = statement(
  'registration.isStillTheirs',
  'select 1 as one from former_record_numbers where home_facility_id = $homeFacilityId and mrn = $mrn and patient_id = $patientId',
);
const renumber = statement(
  'registration.renumber',
  `with numbered as (
     update patients p set mrn = $mrn from patients before where p.id = $patientId and before.id = p.id returning p.id, p.home_facility_id, before.mrn),
   forgotten as (delete from former_record_numbers f using numbered n where f.home_facility_id = n.home_facility_id and f.mrn = $mrn),
   rekeyed as (update hl7_messages q set patient_key = n.home_facility_id || ' ' || $mrn::text from numbered n
     where q.patient_key = n.home_facility_id || ' ' || n.mrn and q.state in ('queued', 'failed'))
   insert into former_record_numbers (home_facility_id, mrn, patient_id) select home_facility_id, mrn, id from numbered`,
);
const change = statement(
  'registration.change',
  `with changed as (
     update patients set first_name = $firstName, last_name = $lastName, date_of_birth = $dateOfBirth, language = $language, address1 = $address1,
       address2 = $address2, city = $city, zip_code = $zipCode, state = $state, country = $country where id = $patientId returning user_id)
   update users u set first_name = $firstName, last_name = $lastName from changed where u.id = changed.user_id`,
);

/**
 * The facility's patient who has a record number or had it before, locked until the transaction ends; null if there is none. While it waits
 * for the row, the number may go to another patient: then it looks again.
 */
export async function registeredPatient(tx: Db, homeFacilityId: FacilityId, mrn: string): Promise<Registered | null> {
  for (;;) {
    const now = await tx.maybe(numbered, { homeFacilityId, mrn });
    if (now !== null) return now;
    const before = await tx.maybe(formerly, { homeFacilityId, mrn });
    if (before === null) return null;
    const { patientId } = before;
    if (await tx.has(isStillTheirs, { homeFacilityId, mrn, patientId })) return before;
  }
}

/** Gives a patient another record number. What comes under the old one is still about them. The new one must be free. */
export const changeRecordNumber = async (tx: Db, patientId: PatientId, mrn: string): Promise<void> => {
  await tx.run(renumber, { patientId, mrn });
};

const lockNumbered = statement(
  'registration.lockNumbered',
  `select id from patients where id in (
     select p.id from patients p where p.home_facility_id = $homeFacilityId and p.mrn = any($mrns::text[])
     union select f.patient_id from former_record_numbers f where f.home_facility_id = $homeFacilityId and f.mrn = any($mrns::text[]))
   order by id for update`,
  v.object({ id: PatientId }),
);
/** The patients of two record numbers, locked. They are locked in one order, so that two merges of the same records wait for each other and never for ever. */
export async function registeredPair(
  tx: Db,
  homeFacilityId: FacilityId,
  mrns: readonly [string, string],
): Promise<readonly [Registered | null, Registered | null]> {
  await tx.many(lockNumbered, { homeFacilityId, mrns: [...mrns] });
  const [one, other] = mrns;
  return [await registeredPatient(tx, homeFacilityId, one), await registeredPatient(tx, homeFacilityId, other)];
}

const isSame = (one: string | null, other: string | null): boolean => foldName(one ?? '') === foldName(other ?? '');

/**
 * Another birth date and another name: somebody else, until a person has looked. Where no birth date is said, another first and last name are enough. Null: nothing
 * is said of it.
 */
export function isSomebodyElse(
  known: Registered,
  { firstName, lastName, dateOfBirth }: Readonly<Record<'firstName' | 'lastName' | 'dateOfBirth', string | null>>,
): boolean {
  if (dateOfBirth === known.dateOfBirth) return false;
  if (dateOfBirth === null && (firstName === null || lastName === null)) return false;
  return !(isSame(lastName, known.lastName) || isSame(firstName, known.firstName));
}

/** Writes what the facility's registration now says. The name is that of the patient's account too. */
export const changeRegistered = async (tx: Db, one: Registered): Promise<void> => {
  await tx.run(change, { ...one });
};
