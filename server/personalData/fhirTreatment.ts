import { type TreatmentGroup, sharedTexts, treatmentGroupOf, treatmentGroupKeys } from '@portal/api';
import { knownAs, severities } from '../healthSummary/write/fhirEntries.ts';
import { narrative, terminology } from '../healthSummary/write/fhirWords.ts';
import { type FurtherFacts, wordsIn } from '../healthSummary/write/fromTreatment.ts';
import { el } from '../healthSummary/write/xml.ts';
import { treatmentParts } from '../healthSummary/write/treatmentParts.ts';
import { shownTreatment, type SummaryItem } from '../treatmentSummary/treatmentSummary.ts';
import { concept, dateTime, decimal, type Json, patientReference, type Resource, some } from '../subject/fhirParts.ts';
import type { PatientFacts } from '../healthSummary/write/patientFacts.ts';

/** What only the treatment summary tells, as FHIR R4. */

const allFields = treatmentGroupKeys.map((key) => ({
  key,
  fields: new Set(
    treatmentGroupOf(key).fields.flatMap(({ name, with: more = [] }) =>
      [name, ...more].map((one) => one.toLowerCase()),
    ),
  ),
}));
/** All groups with all their fields: what is exported is not what a facility chose to show. */
export const wholeTreatment = ({ treatment, facility }: Pick<PatientFacts, 'treatment' | 'facility'>) =>
  treatmentParts(treatment, {
    root: facility.root,
    timeZone: facility.timeZone,
    language: 'en',
    shown: shownTreatment(treatment.groups, allFields),
  });

const allergyTypes = ['allergy', 'intolerance'];
const allergyCategories = ['food', 'medication', 'environment', 'biologic'];
/** "food, allergy" as the import writes it; anything else is words. */
function allergyKind(text: string | undefined): { readonly [name: string]: Json } | undefined {
  const words = text?.split(', ') ?? [];
  const category = words.filter((word) => allergyCategories.includes(word));
  const [type, ...others] = words.filter((word) => !allergyCategories.includes(word));
  if (words.length === 0 || others.length > 0 || (type !== undefined && !allergyTypes.includes(type))) return undefined;
  return { type, category: some(category) };
}

const doseUrl = 'http://hl7.org/fhir/us/mcode/StructureDefinition/mcode-radiotherapy-dose-delivered-to-volume';
/** What a course of radiation delivered, as mCODE says it: "40.05 Gy", in so many fractions. */
function radiationDose(fields: FurtherFacts['fields']): { readonly parts: readonly Json[]; readonly said: string[] } {
  const [, digits = '', unit] = /^([\d.]+) (\S+)$/.exec(fields.get('displayDeliveredDose') ?? '') ?? [];
  const value = decimal(digits);
  const fractions = fields.get('deliveredFractions') ?? '';
  const isCounted = /^\d+$/.test(fractions);
  return {
    parts: [
      ...(value === undefined ? [] : [{ url: 'totalDoseDelivered', valueQuantity: { value, unit } }]),
      ...(isCounted ? [{ url: 'fractionsDelivered', valueUnsignedInt: Number(fractions) }] : []),
    ],
    said: [...(value === undefined ? [] : ['displayDeliveredDose']), ...(isCounted ? ['deliveredFractions'] : [])],
  };
}

interface Elements {
  readonly elements: { readonly [name: string]: Json };
  /** The fields that they say. */
  readonly said: readonly string[];
}
function elementsOf(made: Resource, { key, fields }: FurtherFacts): Elements {
  const text = (name: string): string | undefined => fields.get(name);
  if (key === 'Diagnosis' && fields.has('stage')) {
    const said = ['tStage', 'nStage', 'mStage'];
    const parts = said.flatMap((name) => text(name) ?? []);
    const summary = parts.length === 0 ? text('stage') : `${text('stage') ?? ''} (${parts.join(', ')})`;
    const stage = [{ summary: { text: summary }, type: concept(text('stagingSystem')) }];
    return { elements: { stage }, said: ['stage', 'stagingSystem', ...said] };
  }
  // The words say more than the code does: of "Remission" it is only that it is not active.
  if (key === 'Comorbidity' && fields.has('status') && isConcept(made['clinicalStatus']))
    return { elements: { clinicalStatus: { ...made['clinicalStatus'], text: text('status') } }, said: ['status'] };
  if (key === 'Allergy') {
    const kind = allergyKind(text('allergyType'));
    return kind === undefined ? { elements: {}, said: [] } : { elements: kind, said: ['allergyType'] };
  }
  if (key === 'RadiationTherapy') {
    const { parts, said } = radiationDose(fields);
    return { elements: parts.length === 0 ? {} : { extension: [{ url: doseUrl, extension: parts }] }, said };
  }
  if (key === 'InitialClinicalFinding' && fields.has('diseaseSite'))
    return { elements: { bodySite: concept(text('diseaseSite')) }, said: ['diseaseSite'] };
  return { elements: {}, said: [] };
}
const isConcept = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && !Array.isArray(value) && 'coding' in value;

/** A field by its label, as the page has it. */
function labelled(key: TreatmentGroup, name: string, value: string): string {
  const label = treatmentGroupOf(key).fields.find((field) => field.name === name)?.label;
  return `${label === undefined ? name : sharedTexts.en[`treatmentSummary.label_${label}`]}: ${value}`;
}

/** A resource with what the treatment summary says beyond it: in its elements where it has some for that, else as notes. */
export function withFurther(made: Resource, further: readonly FurtherFacts[]): Resource {
  return further.reduce<Resource>((resource, one) => {
    const { elements, said } = elementsOf(resource, one);
    const left = [...one.fields].filter(([name]) => !said.includes(name));
    const notes = left.map(([name, value]) => ({ text: labelled(one.key, name, value) }));
    return { ...resource, ...elements, note: some([resource['note'] ?? [], notes].flat()) };
  }, made);
}

/** What was noticed of treatment; of what no element says the narrative has the words. */
function sideEffects(id: string, item: SummaryItem): Resource[] {
  const list = item.fields['sideEffectList'];
  const effects = Array.isArray(list) ? list : list === null || list === undefined ? [] : [String(list)];
  const comment = wordsIn(item, 'comment');
  const severity = knownAs(severities, comment);
  const words = [wordsIn(item, 'termDuration'), severity === undefined ? comment : undefined].flatMap(
    (part) => part ?? [],
  );
  return effects.map((text, index) => ({
    resourceType: 'AdverseEvent',
    id: `${id}-${String(index + 1)}`,
    text: inParagraphs(text, words),
    actuality: 'actual',
    event: { text },
    subject: patientReference,
    severity:
      severity === undefined
        ? undefined
        : { coding: [{ system: `${terminology}adverse-event-severity`, code: severity }], text: comment },
  }));
}
function inParagraphs(title: string, words: readonly string[]): Json {
  const paragraphs = [title, ...words].map((one) => el('p', {}, one));
  return words.length === 0 ? undefined : narrative('additional', paragraphs);
}

function trial(id: string, item: SummaryItem): Resource {
  const [start, end] = ['startDate', 'endDate'].map((name) => dateTime(wordsIn(item, name) ?? null));
  const trialId = wordsIn(item, 'trialId');
  const name = wordsIn(item, 'trialName') ?? trialId;
  const fields = ['trialDescription', 'providerName', 'institution', 'providerPhone', 'providerEmail', 'comment'];
  const words = fields.flatMap((field) => {
    const value = wordsIn(item, field);
    return value === undefined ? [] : [labelled('ClinicalTrial', field, value)];
  });
  return {
    resourceType: 'ResearchSubject',
    id,
    text: inParagraphs(name ?? '', words),
    identifier: trialId === undefined ? undefined : [{ value: trialId }],
    status: end === undefined ? 'on-study' : 'off-study',
    period: start === undefined && end === undefined ? undefined : { start, end },
    study: { display: name },
    individual: patientReference,
  };
}

/** Items of which nothing else tells, as the resources that they are. */
export function itemResources(key: TreatmentGroup, item: SummaryItem): Resource[] {
  const id = `summary-${item.recordIds.join('-')}`;
  const title = sharedTexts.en[`treatmentSummary.group_${key}`];
  // That there is none of something, in words: a list that is empty, and no code that would say more.
  if (item.nullMessage !== null)
    return [
      {
        resourceType: 'List',
        id,
        status: 'current',
        mode: 'snapshot',
        title,
        subject: patientReference,
        emptyReason: { text: item.nullMessage },
      },
    ];
  if (key === 'FamilyHistory') return [];
  if (key === 'SideEffectBundle') return sideEffects(id, item);
  if (key === 'ClinicalTrial') return [trial(id, item)];
  const component = Object.keys(item.fields).flatMap((name): Json[] => {
    const value = wordsIn(item, name);
    return value === undefined || name.endsWith('Display') ? [] : [{ code: { text: name }, valueString: value }];
  });
  return [
    {
      resourceType: 'Observation',
      id,
      status: 'unknown',
      code: { text: title },
      subject: patientReference,
      component: some(component),
    },
  ];
}
