import {
  type AssignedQuestionnaireId,
  type CallShape,
  type AuditRowId,
  Instant,
  type LabResultId,
  type PatientId,
  type UserId,
  type SecureThreadId,
  calls,
} from '@portal/api';
import * as v from 'valibot';
import { fullSheet } from '../support/answers.ts';
import { type Client, clientOf } from '../support/client.ts';
import type { Facility } from '../support/facility.ts';
import { giveActivity, giveRecord, longestRecord, longLog, longRecord } from './longRecord.ts';
import { benchTitle } from './questionnaires.ts';

type Parameters = Readonly<{
  patientId: PatientId;
  assignedQuestionnaireId: AssignedQuestionnaireId;
  labResultId?: LabResultId;
  userId?: UserId;
  threadId?: SecureThreadId;
  count?: number;
}>;

export interface Visitor {
  readonly client: Client;
  readonly params: Parameters;
  /** A questionnaire of 200 items that was opened and not begun. */
  readonly long: Parameters;
  /** The newest test result, which has the longest history. It has been opened before. */
  readonly labResultId: LabResultId;
  /** A thread of 200 messages. */
  readonly threadId: SecureThreadId;
  readonly draft: () => object;
  /** Where the second page of the activity log begins; null except for the one visitor with a long log. */
  readonly secondPage: AuditRowId | null;
}

/** One call that is measured, and what each visitor sends with it. */
export interface Load {
  readonly name: string;
  readonly call: CallShape;
  readonly params: (visitor: Visitor) => Parameters;
  readonly query?: (visitor: Visitor) => Readonly<Record<string, string | number>>;
  /** Absent for a call without a body. */
  readonly body?: (visitor: Visitor) => object;
  /** The least allowed share of the bare handler's requests per second. */
  readonly atLeast: number;
  /** The answer comes from a record of the greatest length and has megabytes. */
  readonly isLong?: boolean;
  /**
   * The number of visitors, where twenty would wait for one chain of the audit or get no answer in time. The first has the longest record.
   */
  readonly atOnce?: number;
}

/** A range of past days, because the requests of the bench add rows to today's log. */
const daysOfLog = (): Readonly<Record<string, string>> => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return { startDate: day(360), endDate: day(2) };
};
const ofLog = {
  call: calls.listActivity,
  params: ({ params }: Visitor) => params,
  isLong: true,
  atOnce: 1,
} as const;

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
    query: () => ({ includeArchived: 'true' }),
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
    name: `list of ${longRecord.values} values of test results`,
    call: calls.listLabResults,
    params: ({ params }) => params,
    atLeast: 0.5,
    isLong: true,
    atOnce: 4,
  },
  {
    name: `list of ${longestRecord.values} test results of one value`,
    call: calls.listLabResults,
    params: ({ params }) => params,
    atLeast: 0.5,
    isLong: true,
    atOnce: 1,
  },
  // The visitors have opened their newest result before, so that reading it below changes no count.
  {
    name: `count of new ones among ${longRecord.values} values`,
    call: calls.countNotReviewedLabResults,
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
  { ...ofLog, name: `activity log of ${longLog} rows, its first page`, query: daysOfLog, atLeast: 0.5 },
  {
    ...ofLog,
    name: `activity log of ${longLog} rows, narrowed`,
    query: () => ({ ...daysOfLog(), what: 'changed', who: 'you' }),
    atLeast: 0.5,
  },
  {
    ...ofLog,
    name: `activity log of ${longLog} rows, its second page`,
    query: ({ secondPage }) => ({ ...daysOfLog(), ...(secondPage === null ? {} : { after: secondPage }) }),
    atLeast: 0.5,
  },
  {
    name: `list of ${longRecord.threads} threads`,
    call: calls.listThreads,
    params: ({ params }) => params,
    query: () => ({ includeArchived: 'true' }),
    atLeast: 0.5,
    isLong: true,
  },
  {
    name: 'thread of 200 messages',
    call: calls.getThread,
    params: ({ params, threadId }) => ({ ...params, threadId }),
    atLeast: 0.5,
    isLong: true,
  },
  {
    name: `search in the messages of ${longRecord.threads} threads`,
    call: calls.searchMessages,
    params: ({ params }) => params,
    body: () => ({ text: 'iron' }),
    atLeast: 0.5,
    isLong: true,
  },
  {
    name: `lists of ${longRecord.listEntries} entries of documents`,
    call: calls.getHealthLists,
    params: ({ params }) => params,
    // The server compares each entry with all others of its list, which the bare handler does not do. No facility has twenty such records
    // at once.
    atLeast: 0.2,
    isLong: true,
    atOnce: 1,
  },
  {
    name: 'count of unread messages',
    call: calls.countUnreadMessages,
    params: ({ params }) => params,
    atLeast: 0.6,
    isLong: true,
  },
];

export async function newVisitor(facility: Facility, origin: string, isLongest: boolean): Promise<Visitor> {
  const patient = await facility.newPatient();
  const assignedQuestionnaireId = await facility.assign(patient.patientId, benchTitle(10));
  const longId = await facility.assign(patient.patientId, benchTitle(200));
  for (let more = 0; more < 3; more += 1) await facility.assign(patient.patientId, benchTitle(10));
  await giveRecord(facility.db, patient.patientId, isLongest ? longestRecord : longRecord);
  const client = clientOf(origin);
  await client.signIn(patient.username, patient.password);
  const { userId } = patient;
  const params = { patientId: patient.patientId, assignedQuestionnaireId, userId };
  const questionnaire = await client.ask(calls.getQuestionnaire, { params });
  const answers = fullSheet(questionnaire);
  const long = { patientId: patient.patientId, assignedQuestionnaireId: longId };
  await client.ask(calls.getQuestionnaire, { params: long });
  const [newest] = await client.ask(calls.listLabResults, { params });
  if (newest === undefined) throw new Error('A long record has no test result.');
  const { labResultId } = newest;
  await client.ask(calls.getLabResult, { params: { ...params, labResultId } });
  const threads = await client.ask(calls.listThreads, { params });
  const long200 = threads.find(({ members }) => members[0]?.visibleNumberOfMessages === 200);
  if (long200 === undefined) throw new Error('A long record has no long thread.');
  const { threadId } = long200;
  // Each draft is newer than the one before, as in real use. The server would not write the same draft again.
  let savedAt = Date.now() - 3_600_000;
  const draft = () => ({
    answers,
    templateRevision: questionnaire.templateRevision,
    savedAt: v.parse(Instant, new Date((savedAt += 1)).toISOString()),
  });
  if (!isLongest) return { client, params, long, labResultId, threadId, draft, secondPage: null };
  await giveActivity(facility.db, patient.patientId, userId, longLog);
  const { next: secondPage } = await client.ask(calls.listActivity, { params: { userId }, query: daysOfLog() });
  if (secondPage === null) throw new Error('A long activity log has one page.');
  return { client, params, long, labResultId, threadId, draft, secondPage };
}
