import { type PatientId, PostalAddress } from '@portal/api';
import * as v from 'valibot';
import { type Handlers, orNotFound } from '../http/handler.ts';
import { type Db, statement } from '../db/pool.ts';

const Fact = v.nullish(v.string(), null);
/** All facts about a person; null: nobody says it. */
const AllFacts = v.object({
  gender: Fact,
  birthCountry: Fact,
  ethnicity: Fact,
  race: Fact,
  religion: Fact,
  primaryLanguage: Fact,
  citizenship: Fact,
  maritalStatus: Fact,
  mothersMaidenName: Fact,
  occupation: Fact,
  homePhone: Fact,
  mobilePhone: Fact,
  preferredCommunication: Fact,
  insuranceNote: Fact,
  advancedDirectiveNote: Fact,
  isClinicalTrial: v.nullish(v.boolean(), null),
  clinicalTrialID: Fact,
});
/** What a source says about a person. Facts that it left out are missing here as well. */
const Details = v.partial(AllFacts);
const Person = v.object({
  fullName: v.string(),
  mrn: v.string(),
  dateOfBirth: v.string(),
  primaryEmail: v.nullable(v.string()),
  ...PostalAddress.entries,
  /** Telephones that staff accepted after the last source that names one; null: the person no longer has that telephone. */
  accepted: v.record(v.string(), v.nullable(v.string())),
  /** What each source says, newest first. */
  said: v.array(v.object({ type: v.string(), source: v.string(), sourceName: v.string(), details: Details })),
  /** The source whose facts come before those of the others; null: none does. */
  leading: v.nullable(v.string()),
});
const person = statement(
  'accountSettings.person',
  `select p.first_name || ' ' || p.last_name as "fullName", p.mrn, p.date_of_birth as "dateOfBirth", p.email_address as "primaryEmail",
     p.address1, p.address2, p.city, p.zip_code as "zipCode", p.state, p.country,
     (select coalesce(jsonb_object_agg(n.kind || 'Phone', n.phone), '{}') from patient_phones n where n.patient_id = p.id and n.set_at > coalesce((
        select max(coalesce(r.last_updated, r.imported_at)) from registration_details d join record_resources r on r.id = d.resource_id
        where d.patient_id = p.id and not r.is_hidden and d.details ? (n.kind || 'Phone')), '-infinity')) as accepted,
     f.registration_source as leading,
     (select coalesce(jsonb_agg(jsonb_build_object('type', r.type, 'source', r.source, 'sourceName', coalesce(x.display_name, r.source), 'details', d.details) order by coalesce(r.last_updated, r.imported_at) desc, r.id desc), '[]')
      from registration_details d join record_resources r on r.id = d.resource_id
        left join external_systems x on x.facility_id = f.id and x.record_source = r.source
      where d.patient_id = p.id and not r.is_hidden) as said
   from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId`,
  Person,
);

type Said = v.InferOutput<typeof Person>['said'];
type Facts = v.InferOutput<typeof Details>;
type FactName = keyof Facts;
const factNames = Object.keys(Details.entries).filter((name): name is FactName => name in Details.entries);
const says = (fact: Facts[FactName]): fact is string | boolean => fact !== null && fact !== undefined;

/** A trial's number is taken together with participation: one source's number next to another's "No" would contradict it. */
const trial: readonly FactName[] = ['isClinicalTrial', 'clinicalTrialID'];
const togetherWith = (name: FactName): readonly FactName[] => (trial.includes(name) ? trial : [name]);

/**
 * Takes each fact from the newest source that gives it: the leading source before others, a Patient resource before others. So a source
 * that knows little of somebody removes nothing. Insurances of all sources are kept. `differences`: the facts on which sources disagree,
 * and what each says.
 */
export function factsOf(said: Said, leading: string | null = null) {
  const ranked = said.toSorted(
    (one, other) =>
      Number(other.source === leading) - Number(one.source === leading) ||
      Number(other.type === 'Patient') - Number(one.type === 'Patient'),
  );
  const sayingOf = (name: FactName) =>
    ranked.filter(({ details }) => togetherWith(name).some((one) => says(details[one])));
  const facts = Object.fromEntries(
    factNames.flatMap((name) => {
      const fact = sayingOf(name)[0]?.details[name];
      return says(fact) ? [[name, fact] as const] : [];
    }),
  );
  const notes = [...new Set(ranked.flatMap(({ details: { insuranceNote } }) => insuranceNote ?? []))];
  const differences = factNames.flatMap((fact) => {
    const [first, ...more] = sayingOf(fact);
    const value = first?.details[fact];
    if (first === undefined || fact === 'insuranceNote' || !says(value)) return [];
    const seen = new Set([first.source]);
    const others = more.flatMap(({ source, sourceName, details }) => {
      const other = details[fact];
      if (seen.has(source) || !says(other)) return [];
      seen.add(source);
      return other === value ? [] : [{ source: sourceName, value: other }];
    });
    return others.length === 0 ? [] : [{ fact, source: first.sourceName, others }];
  });
  return {
    facts: v.parse(Details, { ...facts, ...(notes.length > 0 && { insuranceNote: notes.join('; ') }) }),
    differences,
  };
}

/** A patient's registration details: who they are comes from the portal itself, everything else from sources of records. */
export const readRegistration = async (db: Db, patientId: PatientId) => (await readWithSources(db, patientId)).details;

async function readWithSources(db: Db, patientId: PatientId) {
  const found = orNotFound(await db.maybe(person, { patientId }));
  const { said: all, accepted, leading, ...own } = found;
  const { facts: said, differences } = factsOf(all, leading);
  const facts = v.parse(AllFacts, said);
  const phone = (name: 'homePhone' | 'mobilePhone') => {
    const number = accepted[name];
    return number === undefined ? facts[name] : number;
  };
  const details = { ...own, ...facts, homePhone: phone('homePhone'), mobilePhone: phone('mobilePhone') };
  // A telephone that staff accepted comes from this facility, not from a source of records.
  return { details, differences: differences.filter(({ fact: name }) => accepted[name] === undefined) };
}

/** What the account page shows of the person (specification 3, sections 3 and 7). */
export const accountSettingsHandlers = {
  async getRegistrationDetails({ db, params }) {
    const { details, differences } = await readWithSources(db, params.patientId);
    return { ...details, differences };
  },
} satisfies Partial<Handlers>;
