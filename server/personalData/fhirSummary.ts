import type { TreatmentGroup } from '@portal/api';
import type { SummaryItem } from '../record/treatmentSummary.ts';
import { concept, dateTime, filled, type Json, patientReference, type Resource, some } from './fhirParts.ts';

/** The fields of an item in words, each taken once: what no element says is a note in the end, so that nothing is lost. */
class Fields {
  readonly #left: Map<string, string>;

  constructor(fields: SummaryItem['fields']) {
    this.#left = new Map(
      Object.entries(fields).flatMap(([name, value]) => {
        const text = filled(Array.isArray(value) ? value.join(', ') : value === null ? null : String(value));
        return text === undefined ? [] : [[name, text] as const];
      }),
    );
  }

  take(name: string): string | undefined {
    const text = this.#left.get(name);
    this.#left.delete(name);
    return text;
  }

  /** A date that FHIR can write; another one stays for a note. */
  date(name: string): string | undefined {
    const written = dateTime(this.#left.get(name) ?? null);
    if (written !== undefined) this.#left.delete(name);
    return written;
  }

  /** What a word means, where it is one that we know; another one stays for a note. */
  known<Meaning>(name: string, meanings: ReadonlyMap<string, Meaning>): Meaning | undefined {
    const meaning = meanings.get(this.#left.get(name) ?? '');
    if (meaning !== undefined) this.#left.delete(name);
    return meaning;
  }

  concept(name: string): Json {
    return concept(this.take(name));
  }

  actor(name: string): Json {
    const display = this.take(name);
    return display === undefined ? undefined : { display };
  }

  /** The comment as it stands, and all that is left with its name. */
  notes(): Json {
    const comment = this.take('comment');
    const left = [...this.#left].map(([name, text]) => ({ text: `${name}: ${text}` }));
    return some([comment === undefined ? undefined : { text: comment }, ...left]);
  }
}

/** From and until, of which either may be open; nothing without both. */
const periodOf = (start: string | undefined, end: string | undefined): Json =>
  start === undefined && end === undefined ? undefined : { start, end };

type Base = { readonly id: string; readonly words: Fields; readonly nullMessage: string | undefined };

interface AllergyKind {
  readonly type?: string;
  readonly category?: string;
}
/** As the import writes them, "food, allergy", and each word by itself. */
const allergyKinds = new Map<string, AllergyKind>(
  [undefined, 'food', 'medication', 'environment', 'biologic'].flatMap((category) =>
    [undefined, 'allergy', 'intolerance'].flatMap((type): [string, AllergyKind][] => {
      const words = [category, type].flatMap((part) => part ?? []);
      return words.length === 0 ? [] : [[words.join(', '), { ...(type && { type }), ...(category && { category }) }]];
    }),
  ),
);
function allergyOf({ id, words, nullMessage }: Base): Resource {
  const { type, category } = words.known('allergyType', allergyKinds) ?? {};
  const response = words.concept('response');
  const onset = words.date('onsetDate');
  return {
    resourceType: 'AllergyIntolerance',
    id,
    // Those that are over or refuted are in no summary.
    clinicalStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical', code: 'active' }],
    },
    type,
    category: category === undefined ? undefined : [category],
    code: { text: words.take('allergen') ?? nullMessage ?? 'Allergy' },
    patient: patientReference,
    onsetDateTime: onset,
    onsetString: onset === undefined ? words.take('onsetDate') : undefined,
    reaction: response === undefined ? undefined : [{ manifestation: [response] }],
    note: words.notes(),
  };
}

const icd10 = /^[A-Z]\d[\dA-Z](\.[\dA-Z]{1,4})?$/;
const clinicalStates = ['active', 'recurrence', 'relapse', 'inactive', 'remission', 'resolved'];
function conditionOf({ id, words, nullMessage }: Base, name: string, date: string): Resource {
  const icdCode = words.take('icdCode');
  const status = words.take('status');
  const code = status?.toLowerCase();
  const [summary, type] = [words.concept('stage'), words.concept('stagingSystem')];
  const onset = words.date(date);
  return {
    resourceType: 'Condition',
    id,
    clinicalStatus:
      status === undefined
        ? undefined
        : {
            coding:
              code !== undefined && clinicalStates.includes(code)
                ? [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code }]
                : undefined,
            text: status,
          },
    code: {
      coding:
        icdCode === undefined
          ? undefined
          : [{ system: icd10.test(icdCode) ? 'http://hl7.org/fhir/sid/icd-10-cm' : undefined, code: icdCode }],
      text: words.take(name) ?? nullMessage ?? name,
    },
    subject: patientReference,
    onsetDateTime: onset,
    onsetString: onset === undefined ? words.take(date) : undefined,
    asserter: words.actor('provider') ?? words.actor('providerName'),
    stage: summary === undefined ? undefined : [{ summary, type }],
    note: words.notes(),
  };
}

function procedureOf({ id, words, nullMessage }: Base, name: string): Resource {
  const [start, end] = [words.date('startDate'), words.date('endDate')];
  const actor = words.actor('providerName') ?? words.actor('provider');
  const text = words.take(name) ?? nullMessage ?? name;
  return {
    resourceType: 'Procedure',
    id,
    status: 'unknown',
    code: { text },
    subject: patientReference,
    performedDateTime: end === undefined ? start : undefined,
    performedPeriod: end === undefined ? undefined : { start, end },
    performer: actor === undefined ? undefined : [{ actor }],
    note: words.notes(),
  };
}

function medicationOf({ id, words, nullMessage }: Base): Resource {
  const period = periodOf(words.date('startDate'), words.date('endDate'));
  const route = words.concept('route');
  const dose = [words.take('dose') ?? words.take('doseAmount'), words.take('frequency')]
    .flatMap((part) => part ?? [])
    .join(', ');
  return {
    resourceType: 'MedicationStatement',
    id,
    status: 'unknown',
    medicationCodeableConcept: { text: words.take('agentName') ?? nullMessage ?? 'Medication' },
    subject: patientReference,
    effectivePeriod: period,
    dosage: dose === '' && route === undefined ? undefined : [{ text: filled(dose), route }],
    note: words.notes(),
  };
}

const lives = new Map([
  ['Alive', false],
  ['Deceased', true],
]);
function familyOf({ id, words, nullMessage }: Base): Resource {
  const condition = words.take('cancerDiagnosis') ?? nullMessage;
  const onset = words.take('ageAtDiagnosis');
  return {
    resourceType: 'FamilyMemberHistory',
    id,
    status: 'partial',
    patient: patientReference,
    relationship: { text: words.take('relationship') ?? 'Family member' },
    deceasedBoolean: words.known('currentStatus', lives),
    condition: condition === undefined ? undefined : [{ code: { text: condition }, onsetString: onset }],
    note: words.notes(),
  };
}

function findingOf({ id, words, nullMessage }: Base, group: TreatmentGroup, name: string, date?: string): Resource {
  const value = words.take(name) ?? nullMessage;
  const performer = words.actor('providerName');
  return {
    resourceType: 'Observation',
    id,
    status: 'unknown',
    code: { text: group },
    subject: patientReference,
    effectiveDateTime: date === undefined ? undefined : words.date(date),
    performer: some([performer]),
    valueString: value,
    note: words.notes(),
  };
}

/** An item of the treatment summary as the resource that it is; nothing is made more exact than it is. */
export function summaryOf(group: TreatmentGroup, { recordIds, fields, nullMessage }: SummaryItem): Resource {
  const base = { id: `summary-${recordIds.join('-')}`, words: new Fields(fields), nullMessage: filled(nullMessage) };
  switch (group) {
    case 'Allergy':
      return allergyOf(base);
    case 'Diagnosis':
      return conditionOf(base, 'icdDescriptionFull', 'diagnosisDate');
    case 'Comorbidity':
      return conditionOf(base, 'description', 'comorbidityDiagnosisDate');
    case 'Surgery':
      return procedureOf(base, 'procedureName');
    case 'RadiationTherapy':
      return procedureOf(base, 'site');
    case 'TransplantHistory':
      return procedureOf(base, 'transplantType');
    case 'Other':
      return procedureOf(base, 'description');
    case 'Chemotherapy':
    case 'HormoneTherapy':
      return medicationOf(base);
    case 'FamilyHistory':
      return familyOf(base);
    case 'ClinicalTrial':
      return findingOf(base, group, 'trialName', 'startDate');
    case 'GeneticTest':
      return findingOf(base, group, 'testOrdered', 'testDate');
    case 'GynecologicHistory':
      return findingOf(base, group, 'menopauseStatus');
    case 'InitialClinicalFinding':
      return findingOf(base, group, 'clinicalFindingType', 'clinicalFindingDate');
    case 'SideEffectBundle':
      return findingOf(base, group, 'sideEffectList');
    case 'SocialHistory':
      return findingOf(base, group, 'smokingStatus');
    case 'TumorMarker':
      return findingOf(base, group, 'testType', 'tumorMarkerDate');
  }
}
