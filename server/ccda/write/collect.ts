import { FacilityId, type HealthListKey, Instant, listedTreatment, recordDay, type RecordDate } from '@portal/api';
import * as v from 'valibot';
import { readRegistration } from '../../areas/accountSettings.ts';
import { readCareTeam } from '../../areas/careTeam.ts';
import { readPlans } from '../../areas/followUpPlan.ts';
import { offeredBy } from '../../areas/representatives.ts';
import { type Db, statement } from '../../db/pool.ts';
import { readClosed } from '../../labResults/closed.ts';
import type { Openings } from '../../labResults/opening.ts';
import { readVisits } from '../../personalData/collect.ts';
import { readLabResults } from '../../record/labResults.ts';
import { shownTreatment } from '../../record/treatmentSummary.ts';
import type { Kept, SummaryContent, SummaryScope } from './content.ts';
import { followUpEntries, heldNotes, planWords, visitEntries } from './fromPortal.ts';
import { type HeldEntry, heldEntries, resultGroups } from './fromRecord.ts';
import { readTreatment, treatmentEntries } from './fromTreatment.ts';
import { isWithin } from './range.ts';
import { stagesIn, treatmentParts } from './treatmentParts.ts';
import { summaryWords } from './words/words.ts';

const nullable = v.nullable(v.string());
/** The facility whose patient it is, as its contact page says it in the language of the reader, and the patient's name in its parts. */
const keeper = statement(
  'summaries.keeper',
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

/** What happened at one time is told if that was within the range; what a person has, takes and cannot stand is told as it is now. */
const dated: ReadonlySet<HealthListKey> = new Set(['vitals', 'procedures', 'encounters']);

const dateOf = ({ entry }: Kept): RecordDate | null => entry.start ?? entry.end;
/** What goes on comes first, then the latest; among what is planned, the next. */
function sorted(list: HealthListKey, entries: readonly Kept[]): readonly Kept[] {
  const isPlan = list === 'carePlans';
  const goesOn = ({ entry }: Kept) => Number(entry.status === 'active' || entry.status === null);
  return entries.toSorted((one, other) => {
    const [at, otherAt] = [dateOf(one) ?? (isPlan ? '9' : ''), dateOf(other) ?? (isPlan ? '9' : '')];
    const later = at === otherAt ? 0 : at < otherAt ? 1 : -1;
    return isPlan ? -later : (dated.has(list) ? 0 : goesOn(other) - goesOn(one)) || later;
  });
}

/** Interfaces write such a date where they know none (specification 3, section 9). */
const isNoDate = (date: RecordDate | null): boolean => date !== null && date <= '1900-01-01';
const withoutNoDates = ({ id, entry, stage }: Kept): Kept => ({
  id,
  ...(stage === undefined ? {} : { stage }),
  entry: { ...entry, start: isNoDate(entry.start) ? null : entry.start, end: isNoDate(entry.end) ? null : entry.end },
});

/**
 * Past visits of the appointment book, but for days of which the record tells as many visits or more: the book says what was agreed, the
 * record what took place.
 */
function unrecorded(booked: readonly Kept[], told: readonly Kept[], timeZone: string): Kept[] {
  const dayOf = (one: Kept): string => {
    const date = dateOf(one);
    return date === null ? '' : recordDay(date, timeZone);
  };
  const count = (visits: readonly Kept[], day: string) => visits.filter((one) => dayOf(one) === day).length;
  return booked.filter((one) => count(told, dayOf(one)) < count(booked, dayOf(one)));
}

/** What a summary is to be made of, as it is asked for. */
export interface CollectedScope extends SummaryScope {
  /** What the reader has chosen to wait with. */
  readonly openings: Openings;
}

/** Reads all that the server holds of a patient for a summary. Results that the facility holds back, or that the reader waits with, are not in it. */
export async function collectSummary(db: Db, { openings, ...scope }: CollectedScope): Promise<SummaryContent> {
  const { patientId, language, now } = scope;
  const { firstName, lastName, facilityId, ...facility } = await db.one(keeper, { patientId, language });
  const { root, timeZone } = facility;
  const closed = new Set(await readClosed(db, patientId, openings));
  const held = (await heldEntries(db, patientId, root)).filter(({ resource }) => !closed.has(resource));
  const [plan] = await readPlans(db, patientId, false);
  const visits = visitEntries(
    await readVisits(db, patientId),
    now,
    recordDay(v.parse(Instant, now.toISOString()), timeZone),
    root,
  );
  const treatment = await readTreatment(db, patientId, closed);
  const shown = shownTreatment(treatment.groups, listedTreatment(await offeredBy(db, facilityId)));
  const reading = { root, language, timeZone, shown };
  const stages = stagesIn(treatment, reading);
  const staged = (one: HeldEntry): HeldEntry => {
    const stage = one.list === 'problems' ? stages.get(one.resource) : undefined;
    return stage === undefined ? one : { ...one, stage };
  };

  const told = [...held, ...treatmentEntries(treatment, root)].map(staged);

  const isPlanned = ({ list, entry }: { list: HealthListKey; entry: Kept['entry'] }) =>
    entry.status === 'planned' && (list === 'procedures' || list === 'encounters');
  const entriesOf = (list: HealthListKey): readonly Kept[] => {
    const own = told.filter((one) => (isPlanned(one) ? 'carePlans' : one.list) === list).map(withoutNoDates);
    const more =
      list === 'encounters'
        ? unrecorded(visits.past, own, timeZone)
        : list === 'carePlans'
          ? [...visits.planned, ...followUpEntries(plan, root)]
          : [];
    const all = [...own, ...more];
    return sorted(
      list,
      dated.has(list) ? all.filter(({ entry }) => isWithin(scope, timeZone, entry.start, entry.end)) : all,
    );
  };
  const results = resultGroups(await readLabResults(db, patientId), closed, root, summaryWords[language]);
  return {
    scope,
    patient: { ...(await readRegistration(db, patientId)), firstName, lastName },
    facility,
    careTeam: await readCareTeam(db, patientId),
    entries: {
      problems: entriesOf('problems'),
      medications: entriesOf('medications'),
      allergies: entriesOf('allergies'),
      immunizations: entriesOf('immunizations'),
      vitals: entriesOf('vitals'),
      procedures: entriesOf('procedures'),
      encounters: entriesOf('encounters'),
      socialHistory: entriesOf('socialHistory'),
      goals: entriesOf('goals'),
      carePlans: entriesOf('carePlans'),
    },
    results: results.filter(({ date }) => isWithin(scope, timeZone, date)),
    notes: (await heldNotes(db, patientId, root)).filter(({ date }) => isWithin(scope, timeZone, date)),
    treatment: treatmentParts(treatment, reading),
    instructions: planWords(plan),
  };
}
