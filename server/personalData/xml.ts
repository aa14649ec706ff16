import { taskName } from '../care/readPlans.ts';
import { plainText } from '../html/plainText.ts';
import type { LabDetail, LabGroup } from '../testResults/labResults.ts';
import type { FollowUpPlan, PatientFacts } from '../healthSummary/write/patientFacts.ts';
import type { Visit } from '../healthSummary/write/visitFacts.ts';
import { sourceDayKept } from '../record/fhir/recordDate.ts';
import { documentXml } from '../record/readDocuments.ts';
import type { ExportedPart } from '../subject/subject.ts';
import { type XmlValue, isList, namedElements, xmlElement } from '../subject/xmlElement.ts';
import { type PersonalData, factOrder, inOrder } from './collect.ts';
import type { HealthEntry } from '@portal/api';
import type { HeldEntry } from '../healthSummary/write/fromRecord.ts';
import { visitWords } from '../healthSummary/write/narrative.ts';
import { offsetAt } from '../questionnaires/fhir/responseValues.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** An instant by the clock of a place, as pages and papers show it: `2026-11-20T08:05:00-05:00`. Any other text stays as it is. */
export function byClockOf(text: string, zone: string): string {
  const [found, fraction] = instant.exec(text) ?? [];
  const at = Date.parse(text);
  if (found === undefined || Number.isNaN(at)) return text;
  const offset = offsetAt(zone, at);
  const local = new Date(at + at - Date.parse(text.replace('Z', offset))).toISOString();
  return `${local.slice(0, 19)}${fraction ?? ''}${offset}`;
}

/** What lists tell, but for what is told by the treatment summary alone, which is in the XML by itself. It has neither the dose nor the end of most medicines. */
export function listedIn({ entries, treatment }: Pick<PatientFacts, 'entries' | 'treatment'>): HeldEntry[] {
  const sources = [...treatment.sources.values()];
  const inSummaryAlone = new Set(sources.flatMap(({ id, isTold, isResult }) => (isTold || isResult ? [] : [id])));
  return entries.filter(({ resource }) => !inSummaryAlone.has(resource));
}

const textOf = ({ name, comparator, value, unit }: HealthEntry['values'][number]): string =>
  [name === null ? null : `${name}:`, comparator, value ?? 'unknown', unit].filter((part) => part !== null).join(' ');

/** What an entry is called; a visit of which only its class came is called by that, as on the page. */
function nameOf({ list, entry: { name, codes } }: Pick<HeldEntry, 'list' | 'entry'>): string | null {
  return name ?? (list === 'encounters' ? visitWords(codes, 'en') : null);
}

export const entryXml = ({ list, source, entry }: Pick<HeldEntry, 'list' | 'source' | 'entry'>) => ({
  List: list,
  Source: source,
  Name: nameOf({ list, entry }),
  NotKnownBecause: nameOf({ list, entry }) === null ? entry.missing : null,
  Negation: entry.negation,
  Status: entry.status,
  Start: entry.start,
  End: entry.end,
  Recorded: entry.recorded,
  Code: entry.codes.map(({ system, code, display }) => ({ System: system, Code: code, Display: display })),
  Value: entry.values.map((value) => textOf(value)),
  Detail: entry.facts.map(({ name, value }) => ({ Name: name, Text: value })),
});

export function allByClockOf(value: XmlValue, zone: string): XmlValue {
  if (typeof value === 'string') return byClockOf(value, zone);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((one) => allByClockOf(one, zone));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, allByClockOf(one, zone)]));
}

const dateOf = (text: string | null): string | null => (text === null ? null : sourceDayKept(text));
const withDates = (fields: Readonly<Record<string, XmlValue>>): Readonly<Record<string, XmlValue>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? sourceDayKept(value) : value]),
  );
const resultOf = (one: LabDetail, { effective }: LabGroup['report']) => ({
  Test: one.name,
  // Values of one report may be taken at different times, as after a glucose drink.
  Collected: one.effective === effective ? null : dateOf(one.effective),
  // As on the page, a cancelled test gives no value.
  Value: one.value === null || one.status === 'cancelled' ? null : `${one.comparator ?? ''}${one.value}`,
  Unit: one.unit,
  NotGivenBecause: one.value === null ? one.absentReason : null,
  ReferenceRange: one.referenceRange,
  Flag: one.status === 'cancelled' ? null : one.abnormalFlag,
  Status: one.status,
  Comment: one.comment,
});

const factParts = (data: PersonalData): readonly Omit<ExportedPart, 'fhir'>[] => [
  {
    order: factOrder.appointments,
    element: 'Appointments',
    xml: { Appointment: data.visits.map(visitOf) },
  },
  {
    order: factOrder.testResults,
    element: 'TestResults',
    xml: {
      TestResult: data.results.map(({ groups }) => ({
        Group: groups.map(({ report, details }) => ({
          Name: report.name,
          Collected: dateOf(report.effective),
          OrderedBy: report.requester,
          Laboratory: report.labName,
          Status: report.status,
          Conclusion: report.conclusion,
          Result: details.map((detail) => resultOf(detail, report)),
          Document: data.reportDocuments.get(report.id)?.map(documentXml),
        })),
      })),
    },
  },
  {
    order: factOrder.treatmentSummary,
    element: 'TreatmentSummary',
    xml: {
      Group: data.treatment.groups.map(({ key, value }) => ({
        Name: key,
        Item: value.map(({ fields, nullMessage }) => ({ ...namedElements(withDates(fields)), Message: nullMessage })),
      })),
    },
  },
  {
    order: factOrder.followUpPlans,
    element: 'FollowUpPlans',
    xml: { FollowUpPlan: data.plans.map(planOf) },
  },
  {
    order: factOrder.healthLists,
    element: 'HealthLists',
    xml: { Entry: listedIn(data).map(entryXml) },
  },
];

/** The personal data as XML to keep: plain elements with names that a person can read, times by the clock of the facility. */
export function xmlOf(data: PersonalData): string {
  const tree: XmlValue = {
    Made: data.madeAt,
    Registration: namedElements(data.registration),
    NotificationSettings: data.notificationSettings === null ? null : namedElements(data.notificationSettings),
    ...Object.fromEntries(inOrder([...factParts(data), ...data.parts]).map(({ element, xml }) => [element, xml])),
  };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xmlElement('PersonalData', allByClockOf(tree, data.facility.timeZone))}`;
}

function planOf(plan: FollowUpPlan): XmlValue {
  const { startDate, memoToPatient, templates, appointments } = plan;
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
        Name: taskName(plan, propertyCategoryId),
        IsAddressed: isAddressed,
        Note: taskNote === null ? null : plainText(taskNote),
      })),
    })),
  };
}

function visitOf(one: Visit): XmlValue {
  const { id: _, startsAt, day, ...visit } = one;
  return { When: startsAt ?? day, ...namedElements(visit) };
}
