import type { TreatmentGroup } from '@portal/api';
import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { type Context, nameAt, providerAt } from '../fhir/directory.ts';
import {
  Annotation,
  codesOf,
  codingsOf,
  commentOf,
  Concept,
  DateElement,
  Extension,
  Flag,
  joined,
  listOf,
  nameOf,
  namesOf,
  Period,
  Quantity,
  quantityText,
  Range,
  Reference,
  SitedConcept,
  Text,
  wordsOf,
} from '../fhir/elements.ts';
import { boundsOf, differInRoute, Dosage, dosagesOf, howTaken, routeOf } from './dosage.ts';
import { hasProfile, itemMade } from './history.ts';
import type { Made } from './mapped.ts';

export const Medication = v.object({
  status: Text,
  intent: Text,
  doNotPerform: v.nullish(v.boolean()),
  meta: v.nullish(v.object({ profile: listOf(Text) })),
  extension: listOf(Extension),
  category: v.nullish(v.union([v.array(Concept), Concept])),
  medicationCodeableConcept: v.nullish(Concept),
  medicationReference: v.nullish(Reference),
  authoredOn: DateElement,
  dateAsserted: DateElement,
  effectiveDateTime: DateElement,
  effectivePeriod: v.nullish(Period),
  requester: v.nullish(Reference),
  performer: v.nullish(v.union([v.array(v.object({ actor: v.nullish(Reference) })), Reference])),
  reportedBoolean: Flag,
  reportedReference: v.nullish(Reference),
  reasonCode: listOf(Concept),
  reasonReference: listOf(Reference),
  statusReason: v.nullish(v.union([v.array(Concept), Concept])),
  note: listOf(Annotation),
  dosageInstruction: listOf(Dosage),
  dosage: v.nullish(v.union([v.array(Dosage), Dosage])),
  dispenseRequest: v.nullish(
    v.object({ validityPeriod: v.nullish(Period), expectedSupplyDuration: v.nullish(Quantity) }),
  ),
});

/** The comment of a treatment. That it was stopped before its end stands first, because the summary has no other place for it. */
const commentOn = (
  status: string | null,
  reasons: readonly (Concept | null | undefined)[],
  note: Parameters<typeof commentOf>[0],
): string | null =>
  joined(
    [...(status === 'stopped' ? ['Stopped', namesOf(reasons.flatMap((one) => one ?? []))] : []), commentOf(note)],
    '\n',
  );

/** Ingredients, by their names on a label, that identify a medicine against cancer. */
const hormones =
  /\b(tamoxifen|toremifene|raloxifene|fulvestrant|elacestrant|anastrozole|letrozole|exemestane|leuprolide|leuprorelin|goserelin|triptorelin|degarelix|relugolix|bicalutamide|flutamide|nilutamide|enzalutamide|apalutamide|darolutamide|abiraterone|megestrol|medroxyprogesterone)\b/i;
const chemotherapies =
  /\b(paclitaxel|docetaxel|cabazitaxel|doxorubicin|epirubicin|daunorubicin|idarubicin|mitoxantrone|cyclophosphamide|ifosfamide|cisplatin|carboplatin|oxaliplatin|fluorouracil|capecitabine|gemcitabine|pemetrexed|methotrexate|cytarabine|azacitidine|decitabine|fludarabine|cladribine|mercaptopurine|etoposide|irinotecan|topotecan|vincristine|vinblastine|vinorelbine|eribulin|bleomycin|mitomycin|dactinomycin|dacarbazine|temozolomide|bendamustine|melphalan|busulfan|chlorambucil|lomustine|carmustine|trastuzumab|pertuzumab|bevacizumab|cetuximab|panitumumab|rituximab|obinutuzumab|daratumumab|nivolumab|pembrolizumab|atezolizumab|durvalumab|ipilimumab|imatinib|dasatinib|nilotinib|erlotinib|gefitinib|osimertinib|lapatinib|neratinib|sunitinib|sorafenib|palbociclib|ribociclib|abemaciclib|olaparib|everolimus|lenalidomide|bortezomib|carfilzomib|asparaginase|leucovorin)\b/i;

function groupOfMedicine(name: string, isCancers: boolean): TreatmentGroup {
  if (hormones.test(name)) return 'HormoneTherapy';
  return isCancers || chemotherapies.test(name) ? 'Chemotherapy' : 'Other';
}

/** Maps a MedicationRequest, MedicationStatement or MedicationAdministration. */
export function mapMedication(resource: JsonObject, one: v.InferOutput<typeof Medication>, context: Context): Made {
  const agent = nameOf(one.medicationCodeableConcept) ?? nameAt(context, one.medicationReference);
  if (agent === null) return { leftOut: 'it names no medicine' };
  const isGiven = resource['resourceType'] === 'MedicationAdministration';
  const dosages = dosagesOf(one);
  const bounds = boundsOf(dosages);
  const start =
    one.effectivePeriod?.start ??
    one.effectiveDateTime ??
    bounds.start ??
    one.dispenseRequest?.validityPeriod?.start ??
    null;
  const end = one.effectivePeriod?.end ?? bounds.end ?? null;
  const recorded = one.authoredOn ?? one.dateAsserted ?? null;
  const { dose, frequency } = howTaken(dosages);
  const performers = Array.isArray(one.performer) ? one.performer.map(({ actor }) => actor) : [one.performer];
  const { providerName, ...contact } = providerAt(context, [one.requester, ...performers]);
  const group = groupOfMedicine(
    agent,
    hasProfile(one.meta, /cancer-related-medication-(request|administration|statement)$/),
  );
  const status = wordsOf(one.status);
  // Neither a plan or a proposal nor what was not given is a treatment.
  const isHidden =
    one.doNotPerform === true ||
    ['draft', 'cancelled', 'not-done', 'not-taken', 'intended'].includes(status ?? '') ||
    ['proposal', 'plan', 'option'].includes(one.intent ?? '');
  const comment = commentOn(status, [one.statusReason].flat(), one.note);
  const common = { startDate: start?.text ?? null, recordedDate: recorded?.text ?? null, comment };
  if (group === 'Other')
    return itemMade(
      'Other',
      { description: agent, ...common, providerName, ...contact },
      start ?? recorded,
      status,
      isHidden,
    );
  const treatment = {
    ...common,
    agentName: agent,
    mostRecentTreatmentDate: isGiven ? (end?.text ?? start?.text ?? null) : null,
    endDate: isGiven ? null : (end?.text ?? null),
    frequency,
    // Where they differ, each dose says its own.
    route: differInRoute(dosages) ? null : joined(dosages.map(routeOf)),
    ...contact,
  };
  const fields =
    group === 'HormoneTherapy'
      ? {
          ...treatment,
          doseAmount: dose,
          plannedDuration: quantityText(one.dispenseRequest?.expectedSupplyDuration),
          provider: providerName,
        }
      : { ...treatment, dose, providerName };
  return itemMade(group, fields, start ?? recorded, status, isHidden);
}

export const Procedure = v.object({
  status: Text,
  meta: v.nullish(v.object({ profile: listOf(Text) })),
  extension: listOf(v.looseObject({ url: Text })),
  category: v.nullish(Concept),
  code: v.nullish(Concept),
  performedDateTime: DateElement,
  performedPeriod: v.nullish(Period),
  performedString: Text,
  performedAge: v.nullish(Quantity),
  performedRange: v.nullish(Range),
  statusReason: v.nullish(Concept),
  reasonCode: listOf(Concept),
  reasonReference: listOf(Reference),
  outcome: v.nullish(Concept),
  complication: listOf(Concept),
  followUp: listOf(Concept),
  performer: listOf(v.object({ actor: v.nullish(Reference), onBehalfOf: v.nullish(Reference) })),
  location: v.nullish(Reference),
  bodySite: listOf(SitedConcept),
  note: listOf(Annotation),
});

const cpt = /cpt|2\.16\.840\.1\.113883\.6\.12$/i;
const icdProcedures = /icd-?10-?pcs|2\.16\.840\.1\.113883\.6\.4$/i;
const between = (code: string, from: number, to: number) =>
  /^\d{5}$/.test(code) && Number(code) >= from && Number(code) <= to;

/** The group of a procedure, by its profile, its category and the sections of CPT and ICD-10-PCS; its name counts only for transplants. */
function groupOfProcedure(
  one: v.InferOutput<typeof Procedure>,
  name: string,
): 'TransplantHistory' | 'RadiationTherapy' | 'Surgery' | 'Chemotherapy' | 'Other' {
  const codings = codingsOf(one.code);
  const has = (system: RegExp, test: (code: string) => boolean) =>
    codings.some((coding) => system.test(coding.system ?? '') && test(coding.code));
  const categories = one.category ? codesOf([one.category]) : [];
  if (
    /\btransplant(ation)?\b/i.test(name) ||
    has(cpt, (code) => between(code, 38_240, 38_243)) ||
    has(icdProcedures, (code) => code.startsWith('302'))
  )
    return 'TransplantHistory';
  if (
    hasProfile(one.meta, /(radiotherapy-course-summary|teleradiotherapy|brachytherapy|radiation-procedure)[\w-]*$/) ||
    categories.some((code) => ['108290001', '1217123003'].includes(code)) ||
    has(cpt, (code) => between(code, 77_261, 77_799)) ||
    has(icdProcedures, (code) => code.startsWith('D'))
  )
    return 'RadiationTherapy';
  if (
    hasProfile(one.meta, /surgical-procedure$/) ||
    categories.includes('387713003') ||
    has(cpt, (code) => between(code, 10_004, 69_990)) ||
    has(icdProcedures, (code) => code.startsWith('0'))
  )
    return 'Surgery';
  return has(cpt, (code) => between(code, 96_401, 96_549)) ? 'Chemotherapy' : 'Other';
}

export function mapProcedure(_: JsonObject, one: v.InferOutput<typeof Procedure>, context: Context): Made {
  const name = nameOf(one.code) ?? nameOf(one.category);
  if (name === null) return { leftOut: 'its code has no name' };
  const moment = one.performedDateTime ?? one.performedPeriod?.start ?? null;
  const date = moment?.text ?? wordsOf(one.performedString);
  const performers = one.performer ?? [];
  const provider = providerAt(context, [
    ...performers.map(({ actor }) => actor),
    ...performers.map(({ onBehalfOf }) => onBehalfOf),
  ]);
  const status = wordsOf(one.status);
  const comment = commentOn(status, [one.statusReason], one.note);
  const isHidden = ['preparation', 'not-done'].includes(status ?? '');
  const made = (group: TreatmentGroup, fields: Parameters<typeof itemMade>[1]) =>
    itemMade(group, { comment, ...fields }, moment, status, isHidden);
  const group = groupOfProcedure(one, name);
  const site = namesOf(one.bodySite);
  switch (group) {
    case 'Surgery':
      return made(group, { procedureName: joined([name, site], ' – '), startDate: date, ...provider });
    case 'TransplantHistory':
      return made(group, { transplantType: name, startDate: date, ...provider });
    case 'Chemotherapy':
      return made(group, {
        agentName: name,
        startDate: date,
        endDate: one.performedPeriod?.end?.text ?? null,
        ...provider,
      });
    case 'RadiationTherapy':
      return made(group, {
        site,
        radiationType: name,
        startDate: date,
        endDate: one.performedPeriod?.end?.text ?? null,
        provider: provider.providerName,
        institution: provider.institution,
        providerPhone: provider.providerPhone,
        providerEmail: provider.providerEmail,
        ...radiationDose(one.extension ?? []),
      });
    case 'Other':
      return made(group, { description: joined([name, site], ' – '), startDate: date, ...provider });
  }
}

const DoseParts = v.object({
  extension: listOf(
    v.looseObject({ url: Text, valueQuantity: v.nullish(Quantity), valueUnsignedInt: v.nullish(v.number()) }),
  ),
});
/** The dose and the fractions in mCODE's course summary, from nested extensions. */
function radiationDose(extensions: readonly unknown[]): Record<string, string | number | null> {
  const parts = extensions.flatMap((extension) => {
    const parsed = v.safeParse(DoseParts, extension);
    return parsed.success ? (parsed.output.extension ?? []) : [];
  });
  const part = (end: string) => parts.find(({ url }) => (url ?? '').endsWith(end));
  return {
    displayDeliveredDose: quantityText(part('totalDoseDelivered')?.valueQuantity),
    deliveredFractions: part('fractionsDelivered')?.valueUnsignedInt ?? null,
  };
}
