import * as v from 'valibot';
import { plainText } from '../html/plainText.ts';
import type { ResponseItem } from '../questionnaires/fhir/export.ts';
import type { LabDetail } from '../testResults/labResults.ts';
import type { HeldDocument, HeldNote, PersonalData } from './collect.ts';
import type { FollowUpPlan } from '../healthSummary/write/patientFacts.ts';
import type { Visit } from '../healthSummary/write/visitFacts.ts';
import { xmlText } from '../html/xmlText.ts';
import { alertXml } from './alerts.ts';
import { byClockOf } from './clock.ts';
import { entryXml, listedIn } from './lists.ts';
import { messagesXml } from './messages.ts';
import { receivedSummaryXml } from './receivedSummaries.ts';

/** A tree of texts: an array becomes one element after another, an object one with elements in it, and nothing leaves nothing. */
export type XmlValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly XmlValue[]
  | { readonly [name: string]: XmlValue };

const isList = (value: XmlValue): value is readonly XmlValue[] => Array.isArray(value);

/** One element, or as many as a list has; names are our own and need no escaping. */
export function xmlElement(name: string, value: XmlValue, indent = ''): string {
  if (value === null || value === undefined || value === '') return '';
  if (isList(value)) return value.map((one) => xmlElement(name, one, indent)).join('');
  if (typeof value !== 'object') return `${indent}<${name}>${xmlText(String(value))}</${name}>\n`;
  const inner = Object.entries(value)
    .map(([key, one]) => xmlElement(key, one, `${indent}  `))
    .join('');
  return inner === '' ? '' : `${indent}<${name}>\n${inner}${indent}</${name}>\n`;
}

/** All instants in a tree by the clock of a place. */
export function allByClockOf(value: XmlValue, zone: string): XmlValue {
  if (typeof value === 'string') return byClockOf(value, zone);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((one) => allByClockOf(one, zone));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, allByClockOf(one, zone)]));
}

const resultOf = ({
  name,
  comparator,
  value,
  unit,
  absentReason,
  referenceRange,
  abnormalFlag,
  comment,
  status,
}: LabDetail) => ({
  Test: name,
  Value: value === null ? null : `${comparator ?? ''}${value}`,
  Unit: unit,
  NotGivenBecause: value === null ? absentReason : null,
  ReferenceRange: referenceRange,
  Flag: abnormalFlag,
  Status: status,
  Comment: comment,
});

const upperFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const named = (fields: Readonly<Record<string, XmlValue>>): Readonly<Record<string, XmlValue>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [upperFirst(name), value]));

/** The personal data as XML to keep: plain elements with names that a person can read, times by the clock of the facility. */
export function xmlOf(data: PersonalData): string {
  const tree: XmlValue = {
    Made: data.madeAt,
    Registration: named(data.registration),
    NotificationSettings: data.notificationSettings === null ? null : named(data.notificationSettings),
    Contacts: {
      Contact: data.contacts.map(
        ({
          contactFirstName,
          contactLastName,
          relationship,
          contactEmail,
          homePhone,
          mobilePhone,
          workPhone,
          ...more
        }) => ({
          Name: `${contactFirstName} ${contactLastName}`,
          Relationship: relationship,
          Email: contactEmail,
          HomePhone: homePhone,
          MobilePhone: mobilePhone,
          WorkPhone: workPhone,
          Address1: more.address1,
          Address2: more.address2,
          City: more.city,
          State: more.state,
          ZipCode: more.zipCode,
          Country: more.country,
          IsPrimaryContact: more.isPrimaryContact,
          IsNextOfKin: more.isNextOfKin,
          MayActForPatient: more.isAuthorizedRepresentativeActive,
        }),
      ),
    },
    Appointments: {
      Appointment: data.visits.map(visitOf),
    },
    TestResults: {
      TestResult: data.results.map(({ groups }) => ({
        Group: groups.map(({ report, details }) => ({
          Name: report.name,
          Collected: report.effective,
          OrderedBy: report.requester,
          Laboratory: report.labName,
          Status: report.status,
          Conclusion: report.conclusion,
          Result: details.map(resultOf),
          Document: data.reportDocuments.get(report.id)?.map(documentOf),
        })),
      })),
    },
    MedicalNotes: {
      MedicalNote: data.notes.map(noteOf),
    },
    TreatmentSummary: {
      Group: data.treatment.groups.map(({ key, value }) => ({
        Name: key,
        Item: value.map(({ fields, nullMessage }) => ({
          ...named(fields),
          Message: nullMessage,
        })),
      })),
    },
    FollowUpPlans: {
      FollowUpPlan: data.plans.map(planOf),
    },
    Education: {
      Article: data.articles.map(({ title, categoryName, assignedDate, wasReadByPatient }) => ({
        Title: title,
        Category: categoryName,
        Given: assignedDate,
        Read: wasReadByPatient,
      })),
    },
    Questionnaires: {
      Questionnaire: data.answers.map(({ authored, questionnaire, item }) => ({
        Completed: authored,
        Address: questionnaire,
        Question: (item ?? []).map(questionOf),
      })),
      Alert: data.alerts.map(alertXml),
    },
    Messages: {
      Thread: messagesXml(data.messages),
    },
    HealthLists: {
      Entry: listedIn(data).map(entryXml),
    },
    HealthSummaries: {
      HealthSummary: data.receivedSummaries.map(receivedSummaryXml),
    },
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('PersonalData', allByClockOf(tree, data.facility.timeZone))}`;
}

function noteOf(one: HeldNote): XmlValue {
  const { id: _, documents, ...note } = one;
  return { ...named(note), Document: documents.map(documentOf) };
}

function planOf({ startDate, memoToPatient, templates, taskNames, appointments }: FollowUpPlan): XmlValue {
  const nameOf = (key: string) => taskNames.find((task) => task.key === key)?.value ?? key;
  return {
    Start: startDate,
    Instructions: memoToPatient === null ? null : plainText(memoToPatient),
    Guideline: templates.map(({ templateDisplayName }) => templateDisplayName),
    FollowUp: appointments.map(({ label, targetDate, actualDate, statusDesc, tasks }) => ({
      Name: label,
      Planned: targetDate,
      Date: actualDate,
      Status: statusDesc,
      Task: tasks.map(({ propertyCategoryId, isAddressed, taskNote }) => ({
        Name: nameOf(propertyCategoryId),
        IsAddressed: isAddressed,
        Note: taskNote === null ? null : plainText(taskNote),
      })),
    })),
  };
}

function visitOf(one: Visit): XmlValue {
  const { id: _, startsAt, day, ...visit } = one;
  return { When: startsAt ?? day, ...named(visit) };
}

const documentOf = ({ title, contentType, base64 }: HeldDocument): XmlValue => ({
  Title: title,
  ContentType: contentType,
  Base64: base64,
});

const Coded = v.object({ display: v.optional(v.string()), code: v.optional(v.string()) });
const Quantity = v.object({ value: v.number(), unit: v.optional(v.string()) });
const File = v.object({ contentType: v.string(), title: v.string(), data: v.optional(v.string()) });
const Items = v.fallback(
  v.array(v.custom<ResponseItem>((one) => typeof one === 'object' && one !== null && 'linkId' in one)),
  [],
);

/** What was asked and answered; a coded answer by its words, or by its code where its source has none. */
export function questionOf({ text, linkId, answer, item }: ResponseItem): XmlValue {
  const inner = [...(item ?? []), ...(answer ?? []).flatMap((one) => v.parse(Items, one['item'] ?? []))];
  return { Text: text ?? linkId, Answer: (answer ?? []).map(answerText), Question: inner.map(questionOf) };
}

function answerText(answer: Readonly<Record<string, unknown>>): XmlValue {
  const value = Object.entries(answer).find(([name]) => name.startsWith('value'))?.[1];
  if (v.is(Quantity, value)) return [value.value, value.unit ?? ''].join(' ').trim();
  if (v.is(File, value)) return { Title: value.title, ContentType: value.contentType, Base64: value.data };
  if (v.is(Coded, value)) return value.display ?? value.code ?? null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
