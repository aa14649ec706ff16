import { taskName } from '../care/readPlans.ts';
import { plainText } from '../html/plainText.ts';
import type { LabDetail } from '../testResults/labResults.ts';
import type { FollowUpPlan } from '../healthSummary/write/patientFacts.ts';
import type { Visit } from '../healthSummary/write/visitFacts.ts';
import { documentXml } from '../record/readDocuments.ts';
import type { ExportedPart } from '../subject/subject.ts';
import { type XmlValue, isList, namedElements, xmlElement } from '../subject/xmlElement.ts';
import { byClockOf } from './clock.ts';
import { type PersonalData, factOrder, inOrder } from './collect.ts';
import { entryXml, listedIn } from './lists.ts';

export function allByClockOf(value: XmlValue, zone: string): XmlValue {
  if (typeof value === 'string') return byClockOf(value, zone);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((one) => allByClockOf(one, zone));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, allByClockOf(one, zone)]));
}

const resultOf = (one: LabDetail) => ({
  Test: one.name,
  Value: one.value === null ? null : `${one.comparator ?? ''}${one.value}`,
  Unit: one.unit,
  NotGivenBecause: one.value === null ? one.absentReason : null,
  ReferenceRange: one.referenceRange,
  Flag: one.abnormalFlag,
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
          Collected: report.effective,
          OrderedBy: report.requester,
          Laboratory: report.labName,
          Status: report.status,
          Conclusion: report.conclusion,
          Result: details.map(resultOf),
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
        Item: value.map(({ fields, nullMessage }) => ({ ...namedElements(fields), Message: nullMessage })),
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
