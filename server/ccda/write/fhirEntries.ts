import type { EntryStatus, HealthEntry, HealthListKey } from '@portal/api';
import { filled, type Json, type Resource, some } from '../../personalData/fhirParts.ts';
import type { Kept } from './content.ts';
import { observation } from './fhirObservations.ts';
import { absence, actors, concept, type Context, inWords, named, notes, said, time } from './fhirWords.ts';

/** Entries as resources of FHIR R4, as the profiles of the International Patient Summary ask. */

const isOver = (status: EntryStatus | null): boolean => status === 'resolved' || status === 'completed';

const clinical = new Map<EntryStatus, string>([
  ['active', 'active'],
  ['inactive', 'inactive'],
  ['stopped', 'inactive'],
  ['onHold', 'inactive'],
  ['resolved', 'resolved'],
  ['completed', 'resolved'],
]);
function states(entry: HealthEntry, kind: 'condition' | 'allergyintolerance'): { readonly [name: string]: Json } {
  const code = entry.status === null ? undefined : clinical.get(entry.status);
  const verification =
    entry.negation === 'negated' || entry.status === 'refuted'
      ? 'refuted'
      : entry.status === 'unconfirmed'
        ? 'unconfirmed'
        : undefined;
  return {
    clinicalStatus: code === undefined ? absence() : named(`${kind}-clinical`, code),
    verificationStatus:
      verification === undefined
        ? undefined
        : named(kind === 'condition' ? 'condition-ver-status' : 'allergyintolerance-verification', verification),
  };
}
/** There is nothing of the kind; without a code of its source by that of the International Patient Summary. */
function whatOf(entry: HealthEntry, none: string): Json {
  if (entry.negation === 'none' && entry.codes.length === 0)
    return {
      coding: [{ system: 'http://hl7.org/fhir/uv/ips/CodeSystem/absent-unknown-uv-ips', code: none }],
      text: filled(entry.name),
    };
  return concept(entry.codes, entry.name);
}

const condition = ({ id, entry, stage }: Kept, { patient }: Context): Resource => ({
  resourceType: 'Condition',
  id,
  ...states(entry, 'condition'),
  category: [named('condition-category', 'problem-list-item')],
  severity:
    inWords(said(entry, 'severity').slice(0, 1)) === undefined ? undefined : { text: said(entry, 'severity')[0] },
  code: whatOf(entry, 'no-known-problems'),
  bodySite: inWords([...said(entry, 'bodySite'), ...said(entry, 'side')]),
  subject: patient,
  onsetDateTime: entry.start ?? undefined,
  onsetString: entry.start === null ? said(entry, 'onset')[0] : undefined,
  abatementDateTime: isOver(entry.status) || entry.end !== null ? (entry.end ?? undefined) : undefined,
  recordedDate: entry.recorded ?? undefined,
  stage: stage === undefined ? undefined : [{ summary: { text: stage } }],
  note: notes(entry, 'severity', 'bodySite', 'side', ...(entry.start === null ? (['onset'] as const) : [])),
});

const severities = ['mild', 'moderate', 'severe'];
const criticalities = ['low', 'high', 'unable-to-assess'];
const knownAs = (words: readonly string[], text: string | undefined): string | undefined =>
  words.find((word) => word === text?.trim().toLowerCase());
function allergy({ id, entry }: Kept, { patient }: Context): Resource {
  const severity = knownAs(severities, said(entry, 'severity')[0]);
  const criticality = knownAs(criticalities, said(entry, 'criticality')[0]);
  const reactions = said(entry, 'reaction');
  const hasSeverity = severity !== undefined && reactions.length > 0;
  return {
    resourceType: 'AllergyIntolerance',
    id,
    ...states(entry, 'allergyintolerance'),
    criticality,
    code: whatOf(entry, 'no-known-allergies'),
    patient,
    onsetDateTime: entry.start ?? undefined,
    recordedDate: entry.recorded ?? undefined,
    note: notes(
      entry,
      'reaction',
      ...(hasSeverity ? (['severity'] as const) : []),
      ...(criticality === undefined ? [] : (['criticality'] as const)),
    ),
    reaction: some(
      reactions.map((text) => ({ manifestation: [{ text }], severity: hasSeverity ? severity : undefined })),
    ),
  };
}

const medicationStates: Readonly<Record<EntryStatus, string>> = {
  active: 'active',
  inactive: 'completed',
  resolved: 'completed',
  completed: 'completed',
  planned: 'intended',
  stopped: 'stopped',
  onHold: 'on-hold',
  notDone: 'not-taken',
  declined: 'not-taken',
  refuted: 'not-taken',
  unconfirmed: 'unknown',
};
function medication({ id, entry }: Kept, { patient }: Context): Resource {
  const dosage = [...said(entry, 'dose'), ...said(entry, 'frequency'), ...said(entry, 'instructions')];
  const [route] = said(entry, 'route');
  return {
    resourceType: 'MedicationStatement',
    id,
    status:
      entry.negation === null ? (entry.status === null ? 'unknown' : medicationStates[entry.status]) : 'not-taken',
    medicationCodeableConcept: whatOf(entry, 'no-known-medications'),
    subject: patient,
    ...(entry.start !== null && entry.end === null
      ? { effectivePeriod: { start: entry.start } }
      : time('effective', entry.start, entry.end)),
    dateAsserted: entry.recorded ?? undefined,
    reasonCode: inWords(said(entry, 'reason')),
    note: notes(entry, 'dose', 'frequency', 'instructions', 'route', 'reason'),
    dosage:
      dosage.length === 0 && route === undefined
        ? undefined
        : [{ text: filled(dosage.join(', ')), route: route === undefined ? undefined : { text: route } }],
  };
}

function immunization({ id, entry }: Kept, { patient }: Context): Resource {
  const isNotGiven = entry.negation !== null || entry.status === 'notDone' || entry.status === 'declined';
  const [dose] = said(entry, 'doseNumber');
  const reasons = said(entry, 'reason');
  return {
    resourceType: 'Immunization',
    id,
    status: isNotGiven ? 'not-done' : 'completed',
    statusReason: isNotGiven && reasons[0] !== undefined ? { text: reasons[0] } : undefined,
    vaccineCode: whatOf(entry, 'no-known-immunizations'),
    patient,
    ...time('occurrence', entry.start, null),
    recorded: entry.recorded ?? undefined,
    manufacturer: said(entry, 'manufacturer').map((display) => ({ display }))[0],
    lotNumber: said(entry, 'lot')[0],
    site: said(entry, 'bodySite').map((text) => ({ text }))[0],
    route: said(entry, 'route').map((text) => ({ text }))[0],
    performer: actors(entry),
    note: notes(
      entry,
      'manufacturer',
      'lot',
      'bodySite',
      'route',
      'performer',
      'doseNumber',
      ...(isNotGiven ? (['reason'] as const) : []),
    ),
    protocolApplied: dose === undefined ? undefined : [{ doseNumberString: dose }],
  };
}

const procedureStates: Readonly<Record<EntryStatus, string>> = {
  active: 'in-progress',
  inactive: 'completed',
  resolved: 'completed',
  completed: 'completed',
  planned: 'preparation',
  stopped: 'stopped',
  onHold: 'on-hold',
  notDone: 'not-done',
  declined: 'not-done',
  refuted: 'not-done',
  unconfirmed: 'unknown',
};
const procedure = ({ id, entry }: Kept, { patient }: Context): Resource => ({
  resourceType: 'Procedure',
  id,
  status: entry.negation === null ? (entry.status === null ? 'unknown' : procedureStates[entry.status]) : 'not-done',
  code: whatOf(entry, 'no-known-procedures'),
  subject: patient,
  ...time('performed', entry.start, entry.end),
  performer: actors(entry),
  location: said(entry, 'place').map((display) => ({ display }))[0],
  reasonCode: inWords(said(entry, 'reason')),
  bodySite: inWords([...said(entry, 'bodySite'), ...said(entry, 'side')]),
  note: notes(entry, 'performer', 'place', 'reason', 'bodySite', 'side'),
});

/** The resource that an entry is; null: the lists of the International Patient Summary have no place for it but its words. */
export function resourceOf(list: Exclude<HealthListKey, 'results'>, one: Kept, context: Context): Resource | null {
  switch (list) {
    case 'problems':
      return condition(one, context);
    case 'allergies':
      return allergy(one, context);
    case 'medications':
      return medication(one, context);
    case 'immunizations':
      return immunization(one, context);
    case 'procedures':
      return procedure(one, context);
    case 'vitals':
      return observation(one, context, 'vital-signs');
    case 'socialHistory':
      return observation(one, context, 'social-history');
    case 'encounters':
    case 'goals':
    case 'carePlans':
      return null;
  }
}
