import { HealthEntry, type HealthListKey, healthListKeys, type PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { resourceOf } from '../ccda/write/fhirEntries.ts';
import { outsideDocuments } from '../record/documents/outsideDocuments.ts';
import { filled, type Json, patientReference, type Resource, some } from './fhirParts.ts';

const Held = v.object({
  id: v.number(),
  list: v.picklist(healthListKeys),
  source: v.string(),
  entry: HealthEntry,
});
export type HeldEntry = v.InferOutput<typeof Held>;
/** What no document and no item of the treatment summary tells, each of which is in the export by itself. */
const entries = statement(
  'personalData.entries',
  `select e.id, e.list_key as list, r.source, e.entry from health_entries e join record_resources r on r.id = e.resource_id
   where e.patient_id = $patientId and e.kind = 'entry' and not r.is_hidden and ${outsideDocuments} and e.resource_id <> all($closedIds::bigint[])
     and not exists (select from treatment_summary_items i where i.resource_id = e.resource_id)
   order by e.list_key, e.entry_at desc nulls last, e.id`,
  Held,
);
/** What the lists of the health summary hold of a patient, without what came by closed resources. */
export const readListed = (db: Db, patientId: PatientId, closedIds: readonly number[]): Promise<HeldEntry[]> =>
  db.many(entries, { patientId, closedIds });

const facts = ({ facts: all }: HealthEntry, name: string): string[] =>
  all.flatMap((fact) => (fact.name === name ? [fact.value] : []));
const concept = ({ name, codes }: HealthEntry): Json =>
  codes.length === 0
    ? { text: filled(name) ?? 'unknown' }
    : {
        coding: codes.map(({ system, code, display }) => ({
          system: system ?? undefined,
          code,
          display: filled(display),
        })),
        text: filled(name),
      };
/** What no other element says. */
const notes = (entry: HealthEntry, ...told: readonly string[]): Json =>
  some(
    entry.facts
      .filter(({ name }) => !told.includes(name))
      .map(({ name, value }) => ({ text: name === 'comment' ? value : `${name}: ${value}` })),
  );
const period = ({ start, end }: HealthEntry): Json =>
  start === null && end === null ? undefined : { start: start ?? undefined, end: end ?? undefined };

const encounterStates = new Map([
  ['planned', 'planned'],
  ['active', 'in-progress'],
  ['completed', 'finished'],
]);
const goalStates = new Map([
  ['planned', 'planned'],
  ['active', 'active'],
  ['onHold', 'on-hold'],
  ['completed', 'completed'],
  ['stopped', 'cancelled'],
]);
const planStates = new Map([
  ['planned', 'active'],
  ['active', 'active'],
  ['onHold', 'on-hold'],
  ['completed', 'completed'],
  ['stopped', 'revoked'],
]);
const textOf = ({ name, comparator, value, unit }: HealthEntry['values'][number]): string =>
  [name === null ? null : `${name}:`, comparator, value ?? 'unknown', unit].filter((part) => part !== null).join(' ');

function encounter(id: string, entry: HealthEntry): Resource {
  return {
    resourceType: 'Encounter',
    id,
    status: encounterStates.get(entry.status ?? '') ?? 'unknown',
    class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB', display: 'ambulatory' },
    type: [concept(entry)],
    subject: patientReference,
    participant: some(facts(entry, 'performer').map((display) => ({ individual: { display } }))),
    period: period(entry),
    reasonCode: some([...facts(entry, 'reason'), ...facts(entry, 'diagnosis')].map((text) => ({ text }))),
    location: some(facts(entry, 'place').map((display) => ({ location: { display } }))),
  };
}
function goal(id: string, entry: HealthEntry): Resource {
  const dueDate = entry.end === null || entry.end.length < 10 ? undefined : entry.end.slice(0, 10);
  return {
    resourceType: 'Goal',
    id,
    lifecycleStatus: goalStates.get(entry.status ?? '') ?? 'active',
    description: concept(entry),
    subject: patientReference,
    startDate: entry.start === null || entry.start.length < 10 ? undefined : entry.start.slice(0, 10),
    target: dueDate === undefined ? undefined : [{ dueDate }],
    note: some([...entry.values.map((value) => ({ text: textOf(value) })), ...[notes(entry)].flat()]),
  };
}
const carePlan = (id: string, entry: HealthEntry): Resource => ({
  resourceType: 'CarePlan',
  id,
  status: planStates.get(entry.status ?? '') ?? 'unknown',
  intent: 'plan',
  title: filled(entry.name),
  subject: patientReference,
  period: period(entry),
  note: notes(entry),
});

type Listed = Exclude<HealthListKey, 'encounters' | 'goals' | 'carePlans'>;
function clinical(id: string, list: Listed, entry: HealthEntry): Resource {
  // A finding that is no laboratory's is an Observation without a category.
  const kind = list === 'results' ? 'vitals' : list;
  const made = resourceOf(kind, { id, entry }, { patient: patientReference, facility: undefined });
  if (made === null) throw new Error(`an entry of ${list} is no resource`);
  if (made.resourceType !== 'Observation') return made;
  return {
    ...made,
    // Nobody says who measured it where its source does not.
    performer: facts(entry, 'performer').length === 0 ? undefined : made['performer'],
    category: list === 'results' ? undefined : made['category'],
  };
}

/** An entry as the resource that it is. */
export function entryResource({ id: number, list, entry }: HeldEntry): Resource {
  const id = `entry-${String(number)}`;
  switch (list) {
    case 'encounters':
      return encounter(id, entry);
    case 'goals':
      return goal(id, entry);
    case 'carePlans':
      return carePlan(id, entry);
    case 'problems':
    case 'medications':
    case 'allergies':
    case 'immunizations':
    case 'vitals':
    case 'results':
    case 'procedures':
    case 'socialHistory':
      return clinical(id, list, entry);
  }
}
/** One as an element of the XML. */
export const entryXml = ({ list, source, entry }: HeldEntry) => ({
  List: list,
  Source: source,
  Name: entry.name,
  NotKnownBecause: entry.missing,
  Negation: entry.negation,
  Status: entry.status,
  Start: entry.start,
  End: entry.end,
  Recorded: entry.recorded,
  Code: entry.codes.map(({ system, code, display }) => ({ System: system, Code: code, Display: display })),
  Value: entry.values.map((value) => textOf(value)),
  Detail: entry.facts.map(({ name, value }) => ({ Name: name, Text: value })),
});
