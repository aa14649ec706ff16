import { type FacilityId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const Registered = v.object({
  patientId: PatientId,
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: v.string(),
  language: v.nullable(v.string()),
  address1: v.nullable(v.string()),
  address2: v.nullable(v.string()),
  city: v.nullable(v.string()),
  zipCode: v.nullable(v.string()),
  state: v.nullable(v.string()),
  country: v.nullable(v.string()),
});
/** What the facility's list of patients has of a patient. */
export type Registered = v.InferOutput<typeof Registered>;

const numbered = statement(
  'registration.numbered',
  `select id as "patientId", first_name as "firstName", last_name as "lastName", date_of_birth as "dateOfBirth", language, address1, address2, city,
     zip_code as "zipCode", state, country
   from patients where home_facility_id = $homeFacilityId and mrn = $mrn for update`,
  Registered,
);
const change = statement(
  'registration.change',
  `with changed as (
     update patients set first_name = $firstName, last_name = $lastName, date_of_birth = $dateOfBirth, language = $language, address1 = $address1,
       address2 = $address2, city = $city, zip_code = $zipCode, state = $state, country = $country where id = $patientId returning user_id)
   update users u set first_name = $firstName, last_name = $lastName from changed where u.id = changed.user_id`,
);

/** The facility's patient with a record number, locked until the transaction ends; null if there is none. */
export const registeredPatient = (tx: Db, homeFacilityId: FacilityId, mrn: string): Promise<Registered | null> =>
  tx.maybe(numbered, { homeFacilityId, mrn });

/** Writes what the facility's registration now says. The name is that of the patient's account too. */
export const changeRegistered = async (tx: Db, one: Registered): Promise<void> => {
  await tx.run(change, { ...one });
};
