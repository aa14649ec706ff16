import { resourceOf } from '../healthSummary/write/fhirEntries.ts';
import { familyResources } from '../healthSummary/write/fhirFamily.ts';
import { reportOf } from '../healthSummary/write/fhirObservations.ts';
import { type Context, terminology } from '../healthSummary/write/fhirWords.ts';
import { visitEntryAt } from '../healthSummary/write/fromPortal.ts';
import { furtherFacts, itemsAlone } from '../healthSummary/write/fromTreatment.ts';
import { documentAttachment } from '../record/readDocuments.ts';
import type { ExportedPart } from '../subject/subject.ts';
import { type PersonalData, factOrder, inOrder } from './collect.ts';
import {
  concept,
  demographics,
  filled,
  patientReference,
  type Resource,
  some,
  type Json,
} from '../subject/fhirParts.ts';
import { itemResources, wholeTreatment, withFurther } from './fhirTreatment.ts';
import { taskName } from '../care/readPlans.ts';
import { plainText } from '../html/plainText.ts';
import type { FollowUpPlan } from '../healthSummary/write/patientFacts.ts';

const activityStates: Readonly<Record<string, string>> = {
  Completed: 'completed',
  Scheduled: 'scheduled',
  Cancelled: 'cancelled',
  Pending: 'not-started',
};

/** A follow-up plan: the instructions, and each follow-up with what is recommended. The visits themselves are Encounters. */
function planOf(plan: FollowUpPlan, index: number): Resource {
  const words = (html: string | null): string | undefined => filled(plainText(html ?? ''));
  const activities = plan.appointments.map(({ label, targetDate, statusDesc, tasks }): Json => {
    const progress = tasks.flatMap(({ propertyCategoryId, taskNote }) => {
      const note = words(taskNote);
      return note === undefined ? [] : [{ text: `${taskName(plan, propertyCategoryId)}: ${note}` }];
    });
    return {
      progress: some(progress),
      detail: {
        status: activityStates[statusDesc] ?? 'unknown',
        description: filled(label),
        scheduledString: filled(targetDate),
      },
    };
  });
  return {
    resourceType: 'CarePlan',
    id: `follow-up-plan-${String(index + 1)}`,
    status: plan.isCurrent ? 'active' : 'revoked',
    intent: 'plan',
    title: filled(plan.templates.map(({ templateDisplayName }) => templateDisplayName).join(', ')),
    description: words(plan.memoToPatient),
    subject: patientReference,
    period: plan.startDate === null ? undefined : { start: plan.startDate },
    activity: some(activities),
  };
}

const patientOf = ({ registration: one }: PersonalData): Resource => ({
  resourceType: 'Patient',
  id: 'patient',
  identifier: [
    {
      type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR' }] },
      value: one.mrn,
    },
  ],
  name: [{ text: one.fullName }],
  ...demographics(one),
  maritalStatus: concept(one.maritalStatus),
  communication:
    filled(one.primaryLanguage) === undefined ? undefined : [{ language: { text: one.primaryLanguage ?? '' } }],
});

const context: Context = {
  language: 'en',
  patient: patientReference,
  // Nobody says who measured it where its source does not.
  facility: undefined,
  refer: (type, id) => ({ reference: `${type}/${id}` }),
};

/** All that clinical sources told, each once: entries of lists, findings and results, with what the treatment summary says beyond them. */
function clinicalResources(data: PersonalData): Resource[] {
  const { entries, groups, treatment, reportDocuments } = data;
  const further = furtherFacts(treatment, [...entries, ...groups.flatMap((group) => group.entries)]);
  const of = ({ resource }: { readonly resource: number }) => further.filter((one) => one.resource === resource);
  const seen = new Set<number>();
  const results = groups.flatMap((group) => {
    const [report, ...observations] = reportOf(group, context);
    const documents = some((reportDocuments.get(group.resource) ?? []).map(documentAttachment));
    return [
      ...(report === undefined ? [] : [{ ...report, presentedForm: documents }]),
      ...observations.map((made, index) => {
        const one = group.entries[index];
        // A resource of several values is several observations, and what is said of it stands with the first.
        if (one === undefined || seen.has(one.resource)) return made;
        seen.add(one.resource);
        return withFurther(made, of(one));
      }),
    ];
  });
  return [
    ...entries.flatMap((one) => {
      const made = resourceOf(one.list, one, context);
      return made === null ? [] : [withFurther(made, of(one))];
    }),
    ...results,
    ...familyResources({ treatment: wholeTreatment(data) }, context),
    ...itemsAlone(treatment).flatMap(({ key, item }) => itemResources(key, item)),
  ];
}

function visitResources({ visits, facility, madeAt }: PersonalData): Resource[] {
  return visits.flatMap((one) => {
    const made = resourceOf('encounters', visitEntryAt(one, new Date(madeAt), facility), context);
    const kind = { system: `${terminology}v3-ActCode`, code: 'AMB', display: 'ambulatory' };
    return made === null ? [] : [{ ...made, class: kind, serviceProvider: { display: one.facility } }];
  });
}

/** All that is held of a patient as a FHIR R4 Bundle of type collection. */
export function bundleOf(data: PersonalData): object {
  const facts: readonly Pick<ExportedPart, 'order' | 'fhir'>[] = [
    { order: factOrder.appointments, fhir: visitResources(data) },
    { order: factOrder.testResults, fhir: clinicalResources(data) },
    { order: factOrder.followUpPlans, fhir: data.plans.map(planOf) },
  ];
  const resources = [patientOf(data), ...inOrder([...facts, ...data.parts]).flatMap(({ fhir }) => fhir)];
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: data.madeAt,
    entry: resources.map((resource) => ({ resource })),
  };
}
