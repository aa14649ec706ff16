import {
  type AssignedQuestionnaireId,
  type CallShape,
  Instant,
  type LabResultId,
  type PatientId,
  calls,
} from '@portal/api';
import * as v from 'valibot';
import { fullSheet } from '../support/answers.ts';
import { type Client, clientOf } from '../support/client.ts';
import type { Facility } from '../support/facility.ts';
import { giveRecord, longRecord } from './longRecord.ts';
import { benchTitle } from './questionnaires.ts';

type Parameters = Readonly<{
  patientId: PatientId;
  assignedQuestionnaireId: AssignedQuestionnaireId;
  labResultId?: LabResultId;
  count?: number;
}>;

export interface Visitor {
  readonly client: Client;
  readonly params: Parameters;
  /** A questionnaire of 200 items, opened and not begun. */
  readonly long: Parameters;
  /** The newest test result, which has the longest history; it was opened. */
  readonly labResultId: LabResultId;
  readonly draft: () => object;
}

/** One call that is measured, and what each visitor sends with it. */
export interface Load {
  readonly name: string;
  readonly call: CallShape;
  readonly params: (visitor: Visitor) => Parameters;
  readonly query?: Readonly<Record<string, string>>;
  /** Left out: it has no body. */
  readonly body?: (visitor: Visitor) => object;
  /** At least this much of the bare handler's requests per second. */
  readonly atLeast: number;
  /** From a record as long as they come: megabytes in one answer. */
  readonly isLong?: boolean;
}

export const loads: readonly Load[] = [
  { name: 'list of questionnaires', call: calls.listQuestionnaires, params: ({ params }) => params, atLeast: 0.6 },
  {
    name: 'one of ten items, with a draft',
    call: calls.getQuestionnaire,
    params: ({ params }) => params,
    atLeast: 0.6,
  },
  { name: 'one of 200 items', call: calls.getQuestionnaire, params: ({ long }) => long, atLeast: 0.6 },
  {
    name: 'draft of ten answers',
    call: calls.putDraft,
    params: ({ params }) => params,
    body: ({ draft }) => draft(),
    atLeast: 0.6,
  },
  {
    name: `list of ${longRecord.appointments} appointments`,
    call: calls.listAppointments,
    params: ({ params }) => params,
    atLeast: 0.5,
    isLong: true,
  },
  {
    name: `the next 4 of ${longRecord.appointments} appointments`,
    call: calls.listUpcomingAppointments,
    params: ({ params }) => ({ ...params, count: 4 }),
    atLeast: 0.5,
    isLong: true,
  },
  {
    name: `list of ${longRecord.articles} articles`,
    call: calls.listEducation,
    params: ({ params }) => params,
    query: { includeArchived: 'true' },
    atLeast: 0.5,
    isLong: true,
  },
  {
    name: `list of ${longRecord.contacts} contacts`,
    call: calls.listContacts,
    params: ({ params }) => params,
    atLeast: 0.5,
    isLong: true,
  },
  {
    name: `list of ${longRecord.results} values of test results`,
    call: calls.listLabResults,
    params: ({ params }) => params,
    atLeast: 0.5,
    isLong: true,
  },
  {
    name: 'one test result with its history',
    call: calls.getLabResult,
    params: ({ params, labResultId }) => ({ ...params, labResultId }),
    atLeast: 0.5,
    isLong: true,
  },
  {
    name: `list of ${longRecord.notes} notes`,
    call: calls.listMedicalNotes,
    params: ({ params }) => params,
    atLeast: 0.5,
    isLong: true,
  },
];

export async function newVisitor(facility: Facility, origin: string): Promise<Visitor> {
  const patient = await facility.newPatient();
  const assignedQuestionnaireId = await facility.assign(patient.patientId, benchTitle(10));
  const longId = await facility.assign(patient.patientId, benchTitle(200));
  for (let more = 0; more < 3; more += 1) await facility.assign(patient.patientId, benchTitle(10));
  await giveRecord(facility.db, patient.patientId);
  const client = clientOf(origin);
  await client.signIn(patient.username, patient.password);
  const params = { patientId: patient.patientId, assignedQuestionnaireId };
  const questionnaire = await client.ask(calls.getQuestionnaire, { params });
  const answers = fullSheet(questionnaire);
  const long = { patientId: patient.patientId, assignedQuestionnaireId: longId };
  await client.ask(calls.getQuestionnaire, { params: long });
  const [newest] = await client.ask(calls.listLabResults, { params });
  if (newest === undefined) throw new Error('A long record has no test result.');
  const { labResultId } = newest;
  await client.ask(calls.getLabResult, { params: { ...params, labResultId } });
  // Each draft is newer than the one before, as a person's are; the very same one again would not be written.
  let savedAt = Date.now() - 3_600_000;
  const draft = () => ({
    answers,
    templateRevision: questionnaire.templateRevision,
    savedAt: v.parse(Instant, new Date((savedAt += 1)).toISOString()),
  });
  return { client, params, long, labResultId, draft };
}
