import type { Contact } from '@portal/api';
import type { LabDetail, LabGroup } from '../record/labResults.ts';
import { articleOf, planOf } from './fhirCare.ts';
import { summaryOf } from './fhirSummary.ts';
import { alertOf } from './alerts.ts';
import { entryResource } from './lists.ts';
import { communicationOf } from './messages.ts';
import { receivedSummaryOf } from './receivedSummaries.ts';
import type { HeldDocument, HeldNote, PersonalData, Visit } from './collect.ts';
import {
  type Json,
  filled,
  concept,
  some,
  dateTime,
  instant,
  patientReference,
  telecom,
  address,
  type Resource,
} from './fhirParts.ts';

const genders = ['male', 'female', 'other', 'unknown'];
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
  gender: one.gender !== null && genders.includes(one.gender.toLowerCase()) ? one.gender.toLowerCase() : undefined,
  birthDate: one.dateOfBirth,
  telecom: some([
    telecom('phone', one.homePhone, 'home'),
    telecom('phone', one.mobilePhone, 'mobile'),
    telecom('email', one.primaryEmail),
  ]),
  address: address(one),
  maritalStatus: concept(one.maritalStatus),
  communication:
    filled(one.primaryLanguage) === undefined ? undefined : [{ language: { text: one.primaryLanguage ?? '' } }],
});

const contactOf = (one: Contact): Resource => ({
  resourceType: 'RelatedPerson',
  id: `contact-${String(one.contactId)}`,
  active: one.isActive,
  patient: patientReference,
  relationship: some([concept(one.relationship)]),
  name: [{ text: `${one.contactFirstName} ${one.contactLastName}` }],
  telecom: some([
    telecom('phone', one.homePhone, 'home'),
    telecom('phone', one.mobilePhone, 'mobile'),
    telecom('phone', one.workPhone, 'work'),
    telecom('email', one.contactEmail),
  ]),
  address: address(one),
});

function visitState({ isCancelled, status }: Visit): string {
  if (isCancelled || status === 'Cancelled' || status === 'Missed') return 'cancelled';
  return status === 'Completed' ? 'finished' : 'planned';
}
/** An Appointment of FHIR needs a start and an end; a visit of which only the day is known can be told as an Encounter alone. */
const visitOf = (one: Visit): Resource => ({
  resourceType: 'Encounter',
  id: `visit-${String(one.id)}`,
  status: visitState(one),
  class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB', display: 'ambulatory' },
  type: some([concept([one.type, one.subtype].filter((text) => filled(text) !== undefined).join(', '))]),
  subject: patientReference,
  participant: filled(one.provider) === undefined ? undefined : [{ individual: { display: one.provider ?? '' } }],
  period:
    one.startsAt !== null || one.day !== null
      ? {
          start: one.startsAt ?? one.day ?? undefined,
          end:
            one.startsAt === null || one.durationMinutes === null
              ? undefined
              : new Date(Date.parse(one.startsAt) + one.durationMinutes * 60_000).toISOString(),
        }
      : undefined,
  location: filled(one.place) === undefined ? undefined : [{ location: { display: one.place ?? '' } }],
  serviceProvider: { display: one.facility },
});

const resultStates = ['registered', 'preliminary', 'final', 'amended', 'corrected', 'cancelled', 'entered-in-error'];
const stateOf = (status: string | null): string =>
  status !== null && resultStates.includes(status) ? status : 'unknown';
const comparators = ['<', '<=', '>=', '>'];

/** A value with its digits as they were written, where JavaScript's number writes the same. */
function valueOf({ kind, comparator, value, unit }: LabDetail): { readonly [name: string]: Json } {
  if (value === null) return {};
  const number = Number(value);
  const isNumber = kind === 'quantity' && Number.isFinite(number) && String(number) === value;
  if (!isNumber) return { valueString: `${comparator ?? ''}${value}${unit === null ? '' : ` ${unit}`}` };
  return {
    valueQuantity: {
      value: number,
      comparator: comparator !== null && comparators.includes(comparator) ? comparator : undefined,
      unit: filled(unit),
    },
  };
}

const detailOf = (one: LabDetail, group: LabGroup): Resource => ({
  resourceType: 'Observation',
  id: `result-${String(one.id)}`,
  status: stateOf(one.status),
  category: [
    {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }],
    },
  ],
  code: { text: filled(one.name) ?? group.report.name },
  subject: patientReference,
  effectiveDateTime: dateTime(group.report.effective),
  ...valueOf(one),
  dataAbsentReason: one.value === null ? { text: filled(one.absentReason) ?? 'unknown' } : undefined,
  interpretation: some([concept(one.abnormalFlag)]),
  referenceRange: filled(one.referenceRange) === undefined ? undefined : [{ text: one.referenceRange ?? '' }],
  note: filled(one.comment) === undefined ? undefined : [{ text: one.comment ?? '' }],
});

const attachment = ({ title, contentType, base64 }: HeldDocument): Json => ({
  contentType,
  title: filled(title),
  data: base64,
});

function resultsOf({ results, reportDocuments }: PersonalData): Resource[] {
  return results.flatMap(({ groups }) =>
    groups.flatMap((group): Resource[] => {
      const details = group.details.map((one) => detailOf(one, group));
      const { report } = group;
      return [
        {
          resourceType: 'DiagnosticReport',
          id: `report-${String(report.id)}`,
          status: stateOf(report.status),
          code: { text: filled(report.name) ?? 'Laboratory' },
          subject: patientReference,
          effectiveDateTime: dateTime(report.effective),
          performer: some([filled(report.labName) === undefined ? undefined : { display: report.labName ?? '' }]),
          result: some(details.map(({ id }) => ({ reference: `Observation/${id}` }))),
          conclusion: filled(report.conclusion),
          presentedForm: some((reportDocuments.get(report.id) ?? []).map(attachment)),
        },
        ...details,
      ];
    }),
  );
}

const noteOf = (one: HeldNote): Resource => ({
  resourceType: 'DocumentReference',
  id: `note-${String(one.id)}`,
  status: 'current',
  type: concept(one.documentType),
  subject: patientReference,
  date: instant(one.serviceDate),
  author: some([filled(one.authoredBy) === undefined ? undefined : { display: one.authoredBy ?? '' }]),
  description: filled(
    [dateTime(one.serviceDate) === instant(one.serviceDate) ? null : one.serviceDate, one.noteToPatient]
      .flatMap((text) => filled(text) ?? [])
      .join('. '),
  ),
  content:
    one.documents.length === 0
      ? [{ attachment: { title: one.documentType } }]
      : one.documents.map((document) => ({ attachment: attachment(document) })),
});

const withoutGaps = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** All that is held of a patient as a FHIR R4 Bundle of type collection. */
export function bundleOf(data: PersonalData): object {
  const resources: readonly object[] = [
    patientOf(data),
    ...data.contacts.map(contactOf),
    ...data.visits.map(visitOf),
    ...resultsOf(data),
    ...data.notes.map(noteOf),
    ...data.summary.flatMap(({ key, value }) => value.map((item) => summaryOf(key, item))),
    ...data.followUpPlans.map(planOf),
    ...data.articles.map(articleOf),
    ...data.answers,
    ...data.alerts.map(alertOf),
    ...data.messages.map(communicationOf),
    ...data.receivedSummaries.map(receivedSummaryOf),
    ...data.listed.map(entryResource),
  ];
  return {
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: data.madeAt,
    entry: resources.map((resource) => ({ resource: withoutGaps(resource) })),
  };
}
