import * as v from 'valibot';
import { isObject, type JsonObject } from '../../questionnaires/fhir/json.ts';
import { type Context, contextOf } from '../fhir/directory.ts';
import { codesOf, Concept, Meta, Reference, Text, wordsOf } from '../fhir/elements.ts';
import { CareTeam, mapCareTeam } from './careTeams.ts';
import { Condition, mapCondition } from './conditions.ts';
import { isOfDeath } from './deaths.ts';
import { DocumentReference, mapDocument } from './documentReference.ts';
import {
  AdverseEvent,
  AllergyIntolerance,
  FamilyMemberHistory,
  mapAllergy,
  mapFamily,
  mapSideEffect,
  mapTrial,
  ResearchSubject,
} from './history.ts';
import { onlyEntries, withEntries } from './lists/entry.ts';
import { Goal, goalEntries } from './lists/goals.ts';
import { Immunization, immunizationEntries } from './lists/immunizations.ts';
import { medicationEntries } from './lists/medications.ts';
import { CarePlan, carePlanEntries } from './lists/plans.ts';
import { allergyEntries, problemEntries } from './lists/problems.ts';
import { Encounter, encounterEntries, procedureEntries } from './lists/procedures.ts';
import { isStorable } from '../../db/storable.ts';
import type { Made, Mapping, Subject, Version } from './mapped.ts';
import { mapObservation } from './observation.ts';
import { Observation } from './observed.ts';
import { mapPatient, Patient } from './person.ts';
import { Consent, Coverage, mapConsent, mapCoverage } from './registration.ts';
import { Composition, DiagnosticReport, mapComposition, mapReport } from './reports.ts';
import { mapMedication, mapProcedure, Medication, Procedure } from './treatments.ts';
import { withUnreadDates, withCertainDate } from './unreadDates.ts';
import { decodedUri } from '../../process/decodedUri.ts';

type Mapper = (resource: JsonObject, context: Context) => Made;
/** With more invalid dates than this, the resource is not reliable and is left out. */
const mostUnread = 5;
/** An element that is not valid FHIR keeps its resource out, except for dates whose original text the entries can show. */
const reading =
  <Schema extends v.GenericSchema>(
    schema: Schema,
    map: (resource: JsonObject, one: v.InferOutput<Schema>, context: Context) => Made,
  ): Mapper =>
  (given, context) => {
    const unread: string[] = [];
    let resource = given;
    let parsed = v.safeParse(schema, resource, { abortEarly: true });
    const [first] = parsed.issues ?? [];
    while (!parsed.success && unread.length < mostUnread) {
      const certain = withCertainDate(resource, parsed.issues[0]);
      if (certain === null) break;
      unread.push(certain.written);
      ({ resource } = certain);
      parsed = v.safeParse(schema, resource, { abortEarly: true });
    }
    const made = parsed.success ? map(resource, parsed.output, context) : null;
    if (first === undefined && made !== null) return made;
    const said = made === null ? null : withUnreadDates(made, unread);
    const invalid = (first && v.getDotPath(first)) ?? 'content';
    return said ?? { leftOut: `its ${invalid.replace(/\.\d+/g, '')} is not what FHIR says`, invalid };
  };

const medication = reading(Medication, withEntries(mapMedication, medicationEntries));
const mappers: Readonly<Record<string, Mapper>> = {
  Observation: reading(Observation, mapObservation),
  DiagnosticReport: reading(DiagnosticReport, mapReport),
  DocumentReference: reading(DocumentReference, mapDocument),
  Composition: reading(Composition, mapComposition),
  Condition: reading(Condition, withEntries(mapCondition, problemEntries)),
  AllergyIntolerance: reading(AllergyIntolerance, withEntries(mapAllergy, allergyEntries)),
  Procedure: reading(Procedure, withEntries(mapProcedure, procedureEntries)),
  MedicationRequest: medication,
  MedicationStatement: medication,
  MedicationAdministration: medication,
  FamilyMemberHistory: reading(FamilyMemberHistory, mapFamily),
  ResearchSubject: reading(ResearchSubject, mapTrial),
  AdverseEvent: reading(AdverseEvent, mapSideEffect),
  Immunization: reading(Immunization, onlyEntries('its vaccine has no name', immunizationEntries)),
  Encounter: reading(Encounter, onlyEntries('it tells nothing', encounterEntries)),
  CarePlan: reading(CarePlan, onlyEntries('it names nothing that is planned', carePlanEntries)),
  Goal: reading(Goal, onlyEntries('its description has no words', goalEntries)),
  CareTeam: reading(CareTeam, mapCareTeam),
  Patient: reading(Patient, mapPatient),
  Coverage: reading(Coverage, mapCoverage),
  Consent: reading(Consent, mapConsent),
};
/** The types that become a part of the record. */
export const mappedTypes: readonly string[] = Object.keys(mappers);
export const isMapped = (type: string): boolean => Object.hasOwn(mappers, type);

const About = v.object({
  subject: v.nullish(Reference),
  patient: v.nullish(Reference),
  individual: v.nullish(Reference),
  beneficiary: v.nullish(Reference),
});
const Head = v.object({
  ...About.entries,
  meta: v.nullish(Meta),
  status: v.nullish(v.unknown()),
  docStatus: Text,
  lifecycleStatus: Text,
  verificationStatus: v.nullish(Concept),
});

const isError = (head: v.InferOutput<typeof Head>): boolean =>
  head.status === 'entered-in-error' ||
  head.docStatus === 'entered-in-error' ||
  head.lifecycleStatus === 'entered-in-error' ||
  (head.verificationStatus ? codesOf([head.verificationStatus]).includes('entered-in-error') : false);

const longestKey = 600;
/** The patient that a reference names, if it names one. */
function anySubject(reference: Reference | null | undefined, context: Context): Subject | null {
  const written = wordsOf(reference?.reference);
  const conditional = /^Patient\?identifier=(?:([^|]*)\|)?(.+)$/.exec(written ?? '');
  if (conditional)
    return {
      kind: 'identifier',
      system: wordsOf(decodedUri(conditional[1] ?? '')),
      value: decodedUri(conditional[2] ?? ''),
    };
  if (written !== null) {
    const key = context.keyOf(written);
    return /(^|\/)Patient\/[^/]+$/.test(key) ? { kind: 'key', key } : null;
  }
  const value = wordsOf(reference?.identifier?.value);
  return value === null ? null : { kind: 'identifier', system: wordsOf(reference?.identifier?.system), value };
}
function subjectOf(reference: Reference | null | undefined, context: Context): Subject | null {
  const subject = anySubject(reference, context);
  return subject !== null && JSON.stringify(subject).length > longestKey ? null : subject;
}

const deepest = 100;
/** The references in a resource at any depth; null if it is nested too deeply. */
export function referencesIn(resource: JsonObject): string[] | null {
  const found: string[] = [];
  const left: { readonly value: object; readonly depth: number }[] = [{ value: resource, depth: 0 }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.depth > deepest) return null;
    for (const [key, value] of Object.entries(next.value)) {
      if (typeof value === 'object' && value !== null) left.push({ value, depth: next.depth + 1 });
      else if (key === 'reference' && typeof value === 'string') found.push(value);
    }
  }
  return found;
}

/** The id of a resource; null if it has none that FHIR allows. */
export const idOf = (resource: JsonObject): string | null => {
  const { id } = resource;
  return typeof id === 'string' && /^[A-Za-z0-9\-._~:]{1,200}$/.test(id) ? id : null;
};

const whomIn = ({ subject, patient, individual, beneficiary }: v.InferOutput<typeof About>) =>
  subject ?? patient ?? individual ?? beneficiary;

/** Whom a resource of a record is about; null if it does not say so. */
export function subjectIn(resource: JsonObject, outside: Context): Subject | null {
  const parsed = v.safeParse(About, resource);
  if (!parsed.success) return null;
  return subjectOf(whomIn(parsed.output), contextOf(resource, outside));
}

/** Maps a resource to its rows. Pure: the same resource in the same context gives the same rows, whoever its patient is. */
export function mapResource(resource: JsonObject, outside: Context): Mapping {
  const type = typeof resource['resourceType'] === 'string' ? resource['resourceType'] : 'no resource';
  const leftOut = (reason: string, invalid?: string): Mapping => ({
    kind: 'leftOut',
    type,
    reason,
    ...(invalid === undefined ? {} : { invalid }),
  });
  const map = isMapped(type) ? mappers[type] : undefined;
  if (!map) return leftOut('the portal has no place for it');
  const id = idOf(resource);
  if (id === null) return leftOut('it has no id', 'id');
  const parsed = v.safeParse(Head, resource);
  if (!parsed.success) {
    const element = v.getDotPath(parsed.issues[0])?.split('.')[0] ?? 'head';
    return leftOut(`its ${element} is not what FHIR says`, element);
  }
  const head = parsed.output;
  const context = contextOf(resource, outside);
  const subject: Subject | null =
    type === 'Patient' ? { kind: 'key', key: `Patient/${id}` } : subjectOf(whomIn(head), context);
  const version: Version = {
    versionId: wordsOf(head.meta?.versionId),
    lastUpdated: head.meta?.lastUpdated?.at ?? null,
  };
  if (!isStorable(JSON.stringify([subject, version, head.status])))
    return leftOut('it has a character that cannot be stored', 'id');
  if (isError(head)) return { kind: 'retracted', type, id, subject, version };
  if (subject === null) return leftOut('it names no patient', 'subject');
  if (isOfDeath(resource)) return leftOut('it is about a death');
  const made = map(resource, context);
  if ('leftOut' in made) return leftOut(made.leftOut, made.invalid);
  return { kind: 'row', type, id, subject, version, ...made };
}

export const isResource = (value: unknown): value is JsonObject =>
  isObject(value) && typeof value['resourceType'] === 'string';
