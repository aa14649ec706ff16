import { FacilityId, type LanguageCode, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { readRegistration } from '../../account/accountSettings.ts';
import { readPlans } from '../../care/readPlans.ts';
import { findingEntries, heldEntries, resultGroups } from './fromRecord.ts';
import { radiationIn, readTreatment, treatmentEntries } from './fromTreatment.ts';
import { summaryWords } from './words.ts';
import { type Db, statement } from '../../db/pool.ts';
import { readClosed } from '../../testResults/closed.ts';
import type { Openings } from '../../testResults/opening.ts';
import { readLabResults } from '../../testResults/labResults.ts';
import { readVisits } from './visitFacts.ts';

const nullable = v.nullable(v.string());
/** The facility whose patient it is, as its contact page says it in the language of the reader, and the patient's name in its parts. */
const home = statement(
  'patientFacts.home',
  `select p.first_name as "firstName", p.last_name as "lastName", f.id as "facilityId", f.id_root as root, f.name, f.time_zone as "timeZone",
     c.phone, c.email, c.address1, c.address2, c.city, c.state, c.zip_code as "zipCode", c.country
   from patients p join facilities f on f.id = p.home_facility_id left join lateral (
     select one.* from facility_contacts one where one.facility_id = f.id
     order by one.language = $language desc, one.language = f.default_language desc, one.language, one.sort_order, one.id limit 1) c on true
   where p.id = $patientId`,
  v.object({
    firstName: v.string(),
    lastName: v.string(),
    facilityId: FacilityId,
    root: v.string(),
    name: v.string(),
    timeZone: v.string(),
    phone: nullable,
    email: nullable,
    address1: nullable,
    address2: nullable,
    city: nullable,
    state: nullable,
    zipCode: nullable,
    country: nullable,
  }),
);

/**
 * What the facility holds of a patient itself, read once for all that tells of it: the export, the C-CDA document and the International Patient
 * Summary. Results that the facility holds back, or that the reader waits with, are not in it, nor is anything that is made of them.
 */
export async function readPatientFacts(db: Db, patientId: PatientId, openings: Openings, language: LanguageCode) {
  const { firstName, lastName, facilityId, ...facility } = await db.one(home, { patientId, language });
  const { root } = facility;
  const closedIds = await readClosed(db, patientId, openings);
  const closed = new Set(closedIds);
  const isOpen = ({ resource }: { readonly resource: number }) => !closed.has(resource);
  const results = (await readLabResults(db, patientId)).flatMap((one) => {
    const groups = one.groups.filter(({ report }) => !closed.has(report.id));
    return groups.length === 0 ? [] : [{ ...one, groups }];
  });
  const groups = await resultGroups(db, patientId, results, root, summaryWords[language]);
  const inResults = new Set(
    groups.flatMap(({ resource, entries }) => [resource, ...entries.map((one) => one.resource)]),
  );
  const treatment = await readTreatment(db, patientId, closed);
  const radiation = radiationIn(treatment);
  const entries = [
    ...(await heldEntries(db, patientId, root)).filter(isOpen),
    ...treatmentEntries(treatment, root),
    ...(await findingEntries(db, patientId, root, inResults)).filter(isOpen),
  ].map((one) => (radiation.has(one.resource) ? { ...one, isRadiation: true } : one));
  return {
    /** The resources that are not told of. */
    closedIds,
    facilityId,
    facility,
    name: { firstName, lastName },
    registration: await readRegistration(db, patientId),
    visits: await readVisits(db, patientId),
    /** The one of the moment, if there is one, then earlier ones. */
    plans: await readPlans(db, patientId, true),
    results,
    groups,
    treatment,
    /** What lists tell, and findings that no list has. */
    entries,
  };
}
export type PatientFacts = Awaited<ReturnType<typeof readPatientFacts>>;
export type FollowUpPlan = PatientFacts['plans'][number];
