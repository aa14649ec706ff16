import { type CallName, type CallShape, calls } from '@portal/api';
import { demoPassword } from '../../server/demo/people.ts';
import { firstId } from './fill.ts';

/** Who asks: people of the demo, whose records stay as small as they are, somebody in the waiting room, and nobody who is signed in. */
export type Asker = 'patient' | 'representative' | 'kiosk' | 'kioskPatient' | 'nobody';
type Values = Readonly<Record<string, string | number>>;

/** How a call is asked where its declaration and the values below do not say it all. */
interface Ask {
  /** Left out: the call's name. */
  readonly title?: string;
  readonly as?: Asker;
  /** Values of the address by SQL about the patient `$1`. */
  readonly found?: Readonly<Record<string, string>>;
  readonly words?: Values;
  readonly query?: (values: Values) => Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** `time`: how often it was asked before. */
  readonly body?: (values: Values, time: number) => Readonly<Record<string, unknown>> | readonly unknown[];
  /** Left out: it succeeds. 404: the secret that its address names is unknown, which takes the same look-up. */
  readonly status?: 404;
  /** Its tries are counted, so it is not asked again and again for its time. */
  readonly isOnce?: boolean;
}

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const instant = (more: number): string => new Date(Date.now() + more).toISOString();
const range = { startDate: day(-330), endDate: day(0) };

/** Values of an address by their names. */
export const words: Values = {
  facilityId: 1,
  themeId: 1,
  count: 4,
  pageNumber: 1,
  contentKey: 'Help',
  username: 'patient',
  encryptedUserId: 'A'.repeat(43),
  token: 'A'.repeat(43),
  manifestId: 'A'.repeat(43),
  pin: '000000',
  deviceId: 'device-of-the-scale-1',
  draftId: 'draft-of-the-scale-01',
};
const assigned = 'select min(id) as id from assigned_questionnaires where patient_id = $1';
const withDocument =
  'from record_documents d join lab_reports p on p.resource_id = d.resource_id where p.patient_id = $1';
/** The same, by SQL about the patient `$1`. */
export const found: Readonly<Record<string, string>> = {
  contactId: "select id from contacts where patient_id = $1 and first_name = 'Linnea'",
  formId: 'select min(id) as id from facility_forms where facility_id = 1',
  ifSystemId:
    'select external_system_id as id from health_documents where patient_id = $1 order by resource_id limit 1',
  ccdaId: 'select min(resource_id) as id from health_documents where patient_id = $1',
  assignedQuestionnaireId: `${assigned} and status in ('Assigned', 'Started')`,
  attachmentId: `update message_attachments set thumbnail = '\\xffd8' where id = (
    select min(id) from message_attachments where patient_id = $1 and message_id is not null) returning id`,
  articleId: 'select min(id) as id from assigned_articles where patient_id = $1',
  labResultId: `select p.lab_result_id as id ${withDocument} order by d.id limit 1`,
  documentId: `select d.id ${withDocument} order by d.id limit 1`,
  noteId: 'select min(note_id) as id from shown_notes where patient_id = $1',
  threadId: 'select min(id) as id from secure_threads where patient_id = $1 and reply_allowed',
  careProviderId: 'select min(care_provider_id) as id from care_team_members where patient_id = $1 and takes_messages',
};
const ofDocument = ({ ccdaId }: Values) => ({ ccdaId: String(ccdaId) });
const closed: Ask = { found: { assignedQuestionnaireId: `${assigned} and status = 'Completed'` } };
const answered =
  "from assigned_questionnaires where patient_id = $1 and status = 'Completed' and answered_revision = 1 order by id limit 1";
const uninvited = { contactId: "select id from contacts where patient_id = $1 and first_name = 'Rowan'" };
export const inWaitingRoom = { patientId: firstId + 2 };
const search = (typed: string): Ask => ({
  as: 'kiosk',
  body: () => ({ dueDate: day(0), facilityId: null, words: typed, birthDate: null, state: null, limit: 50 }),
});

/** Every call that only reads is asked; these not by the patient, or not by the values above alone. */
const reads: Readonly<Partial<Record<CallName, Ask>>> = {
  getCheckIn: { as: 'kioskPatient', words: inWaitingRoom },
  getTablet: { as: 'kiosk' },
  listKioskPatients: { as: 'kiosk', query: () => ({ dueDate: day(0) }) },
  listRepresentations: { as: 'representative' },
  checkInvitation: { found: uninvited },
  getPinPdf: { found: { invitationId: 'select max(id) as id from invitations where patient_id = $1' } },
  getFacility: { query: () => ({ facilityAlias: 'localhost' }) },
  getNotificationSettings: { query: () => ({ type: 'Appointments' }) },
  getQuestionnaireHistory: closed,
  getScoreHistory: closed,
  getMedicalNoteText: {
    found: {
      noteId: "select note_id as id from shown_notes where patient_id = $1 and document_type = 'Nutrition counselling'",
    },
  },
  getValueSet: {
    found: {
      valueSetKey: `with open as (insert into assigned_questionnaires (patient_id, template_id)
          select $1, template_id from questionnaire_revisions where content::text like '%' || (select min(key) from value_sets) || '%' limit 1)
        select min(key) as id from value_sets`,
    },
  },
  getAnswerAttachment: {
    found: {
      attachmentId: `insert into answer_attachments (assigned_questionnaire_id, questionnaire_item_id, upload_key, file_name, file_type, byte_count, content)
        select a.id, (select min(id) from questionnaire_item_ids), 'scale', 'a.txt', 'txt', 1, 'x' from (${found['assignedQuestionnaireId'] ?? ''}) a returning id`,
    },
  },
  openLabResultsPdf: { query: ({ labResultId }) => ({ ids: String(labResultId) }) },
  listActivity: { query: ({ patientId }) => ({ ...range, patientId: String(patientId) }) },
  getActivityReport: { query: () => range },
  listHealthSummaries: { query: () => range },
  getHealthSummaryHtml: { query: ofDocument },
  downloadHealthSummary: { query: ofDocument },
  getHealthSummaryFile: { query: ofDocument, status: 404 },
  getLinkedSummary: { query: () => ({ ticket: 'ticket-of-the-scale' }), status: 404 },
  verifyInvitationToken: { status: 404, isOnce: true },
};
/** Reads for which it may matter that somebody acts for the patient. */
const alsoByRepresentative: readonly CallName[] = ['getPatient', 'readCounts', 'listQuestionnaires', 'listActivity'];

/** Searches, and what is written every day. The first of them make what the reads need. */
const others: readonly (readonly [CallName, Ask])[] = [
  ['putDeviceKey', { body: () => ({ name: 'A phone' }) }],
  [
    'inviteContact',
    { found: uninvited, body: () => ({ given: [{ section: 'Appointments', right: 'read' }], hasAgreed: true }) },
  ],
  [
    'requestToken',
    {
      as: 'nobody',
      headers: { 'portal-type': 'patientPortal' },
      body: () => ({ grant_type: 'password', username: 'patient', password: demoPassword }),
    },
  ],
  ['reportPresence', {}],
  ['sendAuditEvent', { body: ({ patientId }) => ({ auditEventType: 'questionnairelistauditevent', patientId }) }],
  ['putDraft', { body: (_, time) => ({ answers: [], templateRevision: 1, savedAt: instant(time) }) }],
  [
    'saveMessageDraft',
    {
      body: ({ careProviderId }, time) => ({
        threadId: null,
        careProviderId,
        subject: '',
        content: 'Swimming',
        savedAt: instant(time),
      }),
    },
  ],
  [
    'submitQuestionnaire',
    {
      isOnce: true,
      found: {
        assignedQuestionnaireId: `insert into assigned_questionnaires (patient_id, template_id, due_date) select patient_id, template_id, current_date ${answered} returning id`,
        answers: `select answers::text as id ${answered}`,
      },
      body: ({ answers }) => ({ templateRevision: 1, patientQuestionAnswerList: JSON.parse(String(answers)) }),
    },
  ],
  [
    'confirmAttendance',
    {
      found: {
        appointmentId: `with engine as (insert into outbound_interfaces (id, name, facility_id, sends, host, port) overriding system value
            values (9999, 'Engine of the scale', 1, '{confirmations}', '127.0.0.1', 9))
          insert into appointments (patient_id, facility_id, kind, day, type, status) values ($1, 1, 'ExternalAppointment', current_date + 1, 'Visit', 'Scheduled') returning id`,
      },
      body: () => ({ date: day(1) }),
    },
  ],
  ['sendMessage', { body: () => ({ subject: 'Swimming', content: 'May I swim?' }) }],
  ['replyToThread', { body: () => ({ content: 'Thank you.' }) }],
  ['patchThread', { body: () => [{ op: 'replace', path: '/isArchived', value: false }] }],
  ['searchMessages', { body: () => ({ text: 'iron' }) }],
  ['reviewMedicalNote', {}],
  ['markArticleRead', {}],
  ['markTreatmentSummarySeen', { body: () => ({ recordIds: null }) }],
  ['setPreference', { body: ({ userId }, time) => ({ userId, name: 'aPreference', value: String(time) }) }],
  ['searchKioskVisitors', search('')],
  ['searchKioskVisitors', { ...search('scale s99'), title: 'searchKioskVisitors by words' }],
];

export interface MeasuredCall {
  /** Names the call, and what is particular in how it is asked. */
  readonly title: string;
  readonly call: CallShape;
  readonly ask: Ask;
}
const all: readonly [string, CallShape][] = Object.entries(calls);
const onlyRead = all.filter(([, { method }]) => method === 'GET');
const readOf = new Map(Object.entries(reads));

/** What is measured, in this order. */
export const measuredCalls: readonly MeasuredCall[] = [
  ...others.map(([name, ask]) => ({ title: ask.title ?? name, call: calls[name], ask })),
  ...onlyRead.map(([name, call]) => ({ title: name, call, ask: readOf.get(name) ?? {} })),
  ...alsoByRepresentative.map((name) => ({
    title: `${name} of another`,
    call: calls[name],
    ask: { ...readOf.get(name), as: 'representative' as const },
  })),
];
