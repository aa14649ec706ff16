import type {
  EntryStatus,
  EntryValue,
  FactName,
  HealthCode,
  HealthEntry,
  HealthListKey,
  MissingReason,
  RecordDate,
} from '@portal/api';
import { filled, type Json, type Resource, some } from '../../personalData/fhirParts.ts';
import type { Kept, ResultGroup } from './content.ts';
import { stableId } from './datatypes.ts';

/** Entries as resources of FHIR R4, as the profiles of the International Patient Summary ask. */

export interface Context {
  readonly patient: Json;
  /** Who answers for what a laboratory does not say. */
  readonly facility: Json;
}
const terminology = 'http://terminology.hl7.org/CodeSystem/';
const absent: Readonly<Record<MissingReason, string>> = {
  unknown: 'unknown',
  notAsked: 'not-asked',
  askedUnknown: 'asked-unknown',
  masked: 'masked',
  notApplicable: 'not-applicable',
  other: 'unknown',
};
const absence = (reason: MissingReason = 'unknown'): Json => ({
  extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: absent[reason] }],
});
const coding = ({ system, code, display }: HealthCode): Json => ({
  system: system ?? undefined,
  code,
  display: filled(display),
});
const concept = (codes: readonly HealthCode[], text: string | null): Json =>
  codes.length === 0 && filled(text) === undefined
    ? absence()
    : { coding: some(codes.map(coding)), text: filled(text) };
const named = (system: string, code: string): Json => ({ coding: [{ system: `${terminology}${system}`, code }] });

const said = ({ facts }: HealthEntry, name: FactName): string[] =>
  facts.flatMap((fact) => (fact.name === name ? [fact.value] : []));
const inWords = (texts: readonly string[]): Json => some(texts.map((text) => ({ text })));
const actors = (entry: HealthEntry): Json => some(said(entry, 'performer').map((display) => ({ actor: { display } })));
/** What no element of the resource says, so that nothing is lost. */
const notes = (entry: HealthEntry, ...told: readonly FactName[]): Json =>
  some(
    entry.facts
      .filter(({ name }) => !told.includes(name))
      .map(({ name, value }) => ({ text: name === 'comment' ? value : `${name}: ${value}` })),
  );
/** When it was: a date, a period, or that nobody knows. */
function time(name: string, start: RecordDate | null, end: RecordDate | null): { readonly [name: string]: Json } {
  if (end !== null && end !== start) return { [`${name}Period`]: { start: start ?? undefined, end } };
  return start === null ? { [`_${name}DateTime`]: absence() } : { [`${name}DateTime`]: start };
}
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

const condition = ({ id, entry }: Kept, { patient }: Context): Resource => ({
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

/** A number of at most 15 digits keeps them: how many stood after its point is told beside it, since JSON forgets zeros. */
function valueOf({ codes, comparator, value, unit, isNumber, missing }: EntryValue): { readonly [name: string]: Json } {
  if (value === null && codes.length === 0)
    return { dataAbsentReason: named('data-absent-reason', absent[missing ?? 'unknown']) };
  if (codes.length > 0) return { valueCodeableConcept: concept(codes, value) };
  if (value === null || !isNumber || !/^-?\d{1,15}(\.\d+)?$/.test(value) || value.replace(/\D/g, '').length > 15)
    return { valueString: [comparator, value, unit].filter((part) => part !== null).join(' ') };
  const places = value.split('.')[1]?.length ?? 0;
  const precision =
    String(Number(value)) === value
      ? undefined
      : { extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/quantity-precision', valueInteger: places }] };
  return {
    valueQuantity: { value: Number(value), _value: precision, comparator: comparator ?? undefined, unit: filled(unit) },
  };
}
type Category = 'laboratory' | 'vital-signs' | 'social-history';
const observation = ({ id, entry }: Kept, { patient, facility }: Context, category: Category): Resource => {
  const [own, ...others] = entry.values.filter(({ name }) => name === null);
  const parts = [...entry.values.filter(({ name }) => name !== null), ...others];
  const performers = said(entry, 'performer').map((display) => ({ display }));
  return {
    resourceType: 'Observation',
    id,
    status: entry.status === 'notDone' ? 'cancelled' : entry.status === 'active' ? 'preliminary' : 'final',
    category: [named('observation-category', category)],
    code: concept(entry.codes, entry.name),
    subject: patient,
    ...time('effective', entry.start, entry.end),
    performer: performers.length > 0 ? performers : [facility],
    ...(own === undefined ? {} : valueOf(own)),
    ...(own === undefined && parts.length === 0 ? { dataAbsentReason: named('data-absent-reason', 'unknown') } : {}),
    interpretation: inWords(said(entry, 'interpretation')),
    note: notes(entry, 'performer', 'interpretation', 'referenceRange'),
    referenceRange: inWords(said(entry, 'referenceRange')),
    component: some(
      parts.map((value) => ({
        code: concept(value.codes, value.name ?? entry.name),
        ...valueOf({ ...value, codes: [] }),
      })),
    ),
  };
};

/** A report with its observations, the report first. */
export function reportOf(group: ResultGroup, context: Context): Resource[] {
  const performer = group.labName === null ? context.facility : { display: group.labName };
  const results = group.entries.map((one) => ({ ...observation(one, context, 'laboratory'), performer: [performer] }));
  return [
    {
      resourceType: 'DiagnosticReport',
      id: stableId(group.id, 'report'),
      status: group.isFinal ? 'final' : 'preliminary',
      category: [{ coding: [{ system: `${terminology}v2-0074`, code: 'LAB' }] }],
      code: concept(group.codes, group.name),
      subject: context.patient,
      ...time('effective', group.date, null),
      performer: [performer],
      result: some(results.map(({ id }) => ({ reference: `urn:uuid:${id}` }))),
      conclusion: filled(group.conclusion),
    },
    ...results,
  ];
}

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
