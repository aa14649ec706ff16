import type { EntryStatus, FactName, HealthEntry, HealthListKey } from '@portal/api';
import { decimal, filled, type Json, type Resource, some } from '../../subject/fhirParts.ts';
import { type SummaryEntry, radiationTherapy } from './content.ts';
import { observation } from './fhirObservations.ts';
import { amount } from './treatments.ts';
import { carePlan, encounter, goal } from './fhirPlans.ts';
import {
  absence,
  actors,
  concept,
  type Context,
  inWords,
  isDeniedInWords,
  named,
  notDoneReason,
  notes,
  factValues,
  time,
  whatOf,
  withTimesInWords,
} from './fhirWords.ts';

/** Entries as resources of FHIR R4, as the profiles of the International Patient Summary ask. */

/** All that facts of one kind say, where FHIR has one element for them. */
const joinedFacts = (entry: HealthEntry, name: FactName): string | undefined =>
  filled(factValues(entry, name).join(', '));
const inOneText = (entry: HealthEntry, name: FactName): Json => {
  const text = joinedFacts(entry, name);
  return text === undefined ? undefined : { text };
};
const shownAs = (display: string | undefined): Json => (display === undefined ? undefined : { display });

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
    clinicalStatus:
      code === undefined
        ? absence(entry.negation === 'none' ? 'notApplicable' : 'unknown')
        : named(`${kind}-clinical`, code),
    verificationStatus:
      verification === undefined
        ? undefined
        : named(kind === 'condition' ? 'condition-ver-status' : 'allergyintolerance-verification', verification),
  };
}
const laterality = 'http://hl7.org/fhir/us/mcode/StructureDefinition/mcode-laterality-qualifier';
/** Parts of the body; which side of it is a qualifier of the first. */
function sitesOf(entry: HealthEntry): Json {
  const [side] = factValues(entry, 'side');
  const qualifier = side === undefined ? undefined : [{ url: laterality, valueCodeableConcept: { text: side } }];
  const sites = factValues(entry, 'bodySite');
  if (sites.length === 0 && qualifier !== undefined) return [{ extension: qualifier }];
  return some(sites.map((text, index) => ({ extension: index === 0 ? qualifier : undefined, text })));
}

const condition = ({ id, entry, stage }: SummaryEntry, { patient }: Context): Resource => ({
  resourceType: 'Condition',
  id,
  ...states(entry, 'condition'),
  category: [named('condition-category', 'problem-list-item')],
  severity: inOneText(entry, 'severity'),
  code: whatOf(entry, 'no-known-problems'),
  bodySite: sitesOf(entry),
  subject: patient,
  onsetDateTime: entry.start ?? undefined,
  onsetString: entry.start === null ? factValues(entry, 'onset')[0] : undefined,
  abatementDateTime: isOver(entry.status) || entry.end !== null ? (entry.end ?? undefined) : undefined,
  recordedDate: entry.recorded ?? undefined,
  stage: stage === undefined ? undefined : [{ summary: { text: stage } }],
  note: notes(entry, 'severity', 'bodySite', 'side', ...(entry.start === null ? (['onset'] as const) : [])),
});

export const severities = ['mild', 'moderate', 'severe'];
const criticalities = ['low', 'high', 'unable-to-assess'];
/** A word that FHIR knows as a code. */
export const knownAs = (words: readonly string[], text: string | undefined): string | undefined =>
  words.find((word) => word === text?.trim().toLowerCase());
function allergy({ id, entry }: SummaryEntry, { patient }: Context): Resource {
  // With several of either it is not known which reaction was how bad.
  const [said, ...more] = factValues(entry, 'severity');
  const severity = more.length > 0 ? undefined : knownAs(severities, said);
  const criticality = knownAs(criticalities, factValues(entry, 'criticality')[0]);
  const reactions = factValues(entry, 'reaction');
  const hasSeverity = severity !== undefined && reactions.length === 1;
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

const isNotDone = ({ negation, status }: HealthEntry): boolean =>
  negation === 'negated' || status === 'notDone' || status === 'declined';
/** How far something came. Where there is nothing of the kind, nothing was left undone either. */
function actState(entry: HealthEntry, states: Readonly<Record<EntryStatus, string>>, notDone: string): string {
  if (entry.negation === 'negated') return notDone;
  return entry.negation === 'none' || entry.status === null ? 'unknown' : states[entry.status];
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
function medication({ id, entry }: SummaryEntry, { patient }: Context): Resource {
  const doses = factValues(entry, 'dose');
  const dosage = [...doses, ...factValues(entry, 'frequency'), ...factValues(entry, 'instructions')];
  return {
    resourceType: 'MedicationStatement',
    id,
    status: actState(entry, medicationStates, 'not-taken'),
    statusReason: isNotDone(entry) ? some([notDoneReason(entry)]) : undefined,
    medicationCodeableConcept: whatOf(entry, 'no-known-medications'),
    subject: patient,
    ...(entry.start !== null && entry.end === null
      ? { effectivePeriod: { start: entry.start } }
      : time('effective', entry.start, entry.end)),
    dateAsserted: entry.recorded ?? undefined,
    reasonCode: isNotDone(entry) ? undefined : inWords(factValues(entry, 'reason')),
    note: notes(entry, 'dose', 'frequency', 'instructions', 'route', 'reason'),
    dosage:
      dosage.length === 0 && factValues(entry, 'route').length === 0
        ? undefined
        : [
            {
              text: filled(dosage.join(doses.length > 1 ? '; ' : ', ')),
              route: inOneText(entry, 'route'),
            },
          ],
  };
}

function immunization({ id, entry }: SummaryEntry, { patient }: Context): Resource {
  const isNotGiven = isNotDone(entry) || entry.negation === 'none';
  const [number] = factValues(entry, 'doseNumber');
  const [dose, ...otherDoses] = factValues(entry, 'dose');
  const [, digits = '', unit] = (otherDoses.length === 0 && dose !== undefined && amount.exec(dose)) || [];
  const value = decimal(digits);
  return {
    resourceType: 'Immunization',
    id,
    status: isNotGiven ? 'not-done' : 'completed',
    statusReason: isNotGiven ? notDoneReason(entry) : undefined,
    reasonCode: isNotGiven ? undefined : inWords(factValues(entry, 'reason')),
    vaccineCode: whatOf(entry, 'no-known-immunizations'),
    patient,
    ...time('occurrence', entry.start, null),
    recorded: entry.recorded ?? undefined,
    manufacturer: shownAs(joinedFacts(entry, 'manufacturer')),
    lotNumber: joinedFacts(entry, 'lot'),
    site: inOneText(entry, 'bodySite'),
    route: inOneText(entry, 'route'),
    doseQuantity: value === undefined ? undefined : { value, unit },
    performer: actors(entry),
    note: notes(
      entry,
      ...(['manufacturer', 'lot', 'bodySite', 'route', 'performer', 'doseNumber', 'reason', 'reaction'] as const),
      ...(value === undefined ? [] : (['dose'] as const)),
    ),
    reaction: some(factValues(entry, 'reaction').map((display) => ({ detail: { display } }))),
    protocolApplied: number === undefined ? undefined : [{ doseNumberString: number }],
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
function procedure({ id, entry, isRadiation }: SummaryEntry, { patient }: Context): Resource {
  const onset = entry.start === null && entry.end === null ? factValues(entry, 'onset')[0] : undefined;
  return {
    resourceType: 'Procedure',
    id,
    status: actState(entry, procedureStates, 'not-done'),
    statusReason: isNotDone(entry) ? notDoneReason(entry) : undefined,
    category: isRadiation === true ? concept([radiationTherapy], null) : undefined,
    code: whatOf(entry, 'no-known-procedures'),
    subject: patient,
    ...(onset === undefined ? time('performed', entry.start, entry.end) : { performedString: onset }),
    performer: actors(entry),
    location: shownAs(joinedFacts(entry, 'place')),
    reasonCode: isNotDone(entry) ? undefined : inWords(factValues(entry, 'reason')),
    outcome: inOneText(entry, 'outcome'),
    followUp: inWords(factValues(entry, 'instructions')),
    bodySite: sitesOf(entry),
    note: notes(
      entry,
      'performer',
      'place',
      'reason',
      'outcome',
      'instructions',
      'bodySite',
      'side',
      ...(onset === undefined ? [] : (['onset'] as const)),
    ),
  };
}

type ResourceMaker = (one: SummaryEntry, context: Context) => Resource;
const inCategory =
  (category: Parameters<typeof observation>[2]): ResourceMaker =>
  (one, context) =>
    observation(one, context, category);
const makers: Readonly<Record<HealthListKey, ResourceMaker>> = {
  problems: condition,
  allergies: allergy,
  medications: medication,
  immunizations: immunization,
  procedures: procedure,
  vitals: inCategory('vital-signs'),
  socialHistory: inCategory('social-history'),
  results: inCategory(null),
  encounters: encounter,
  goals: goal,
  carePlans: carePlan,
};

/** The resource that an entry is; null: only words can say it. */
export const resourceOf = (list: HealthListKey, one: SummaryEntry, context: Context): Resource | null =>
  isDeniedInWords(one.entry) ? null : makers[list]({ ...one, entry: withTimesInWords(one.entry, context) }, context);
