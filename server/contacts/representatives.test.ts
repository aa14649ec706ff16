import {
  type CallName,
  type CallShape,
  Capabilities,
  Contact,
  type ContactId,
  type PatientId,
  SectionRight,
  anySection,
  calls,
  createDownloadToken,
  getCapabilities,
  getLoginProfile,
  getPatient,
  listAppointments,
  listContacts,
  listRepresentations,
  offeredRights,
  auditEvents,
  setContactAccess,
  setContactRight,
  withRight,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDocument, addSystem, ownSystem } from '../../tests/server/healthSummaries.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { modulesWithin } from './capabilities.ts';
import { storableRights, rightWord, startRepresenting } from './representatives.ts';

let server: TestServer;
let patient: Browser;
let patientId: PatientId;
/** Acts for `patientId`, and for another patient with few rights. */
let representative: Browser;
let contactId: ContactId;
let otherPatientId: PatientId;
const ids: Record<string, number> = {};
let visitDate = '';
let valueSetKey: string;

const oneId = async (sql: string): Promise<number> => Number((await server.query(sql, [patientId]))[0]?.['id']);

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  representative = await server.signedIn('representative');
  patientId = (await server.ids('patient')).patientId ?? (0 as PatientId);
  const [other] = await server.query("select id from patients where last_name = 'Crabtree'");
  otherPatientId = Number(other?.['id']) as PatientId;
  contactId = (await contactNamed('Linnea')).contactId;
  ids['open'] = await oneId(
    "select id from assigned_questionnaires where patient_id = $1 and status in ('Assigned', 'Started') order by id limit 1",
  );
  ids['declinable'] = await oneId(
    "select id from assigned_questionnaires where patient_id = $1 and status in ('Assigned', 'Started') order by id desc limit 1",
  );
  ids['completed'] = await oneId(
    "select id from assigned_questionnaires where patient_id = $1 and status = 'Completed' order by id limit 1",
  );
  ids['untouched'] = await oneId(
    "select id from assigned_questionnaires where patient_id = $1 and status = 'Assigned' and first_opened_at is null and can_start_by_patient order by due_date desc nulls last limit 1",
  );
  ids['unread'] = await oneId(
    'select id from assigned_articles where patient_id = $1 and read_at is null and archived_at is null order by id desc limit 1',
  );
  ids['document'] = await oneId(
    'select d.id from record_documents d join lab_reports p on p.resource_id = d.resource_id where p.patient_id = $1 order by d.id limit 1',
  );
  ids['result'] = await oneId(
    'select p.lab_result_id as id from record_documents d join lab_reports p on p.resource_id = d.resource_id where p.patient_id = $1 order by d.id limit 1',
  );
  ids['article'] = await oneId('select g.id from assigned_articles g where g.patient_id = $1 order by g.id limit 1');
  ids['note'] = await oneId(
    "select note_id as id from shown_notes where patient_id = $1 and document_type = 'Nutrition counselling'",
  );
  ids['thread'] = await oneId(
    'select id from secure_threads where patient_id = $1 and reply_allowed order by id limit 1',
  );
  ids['recipient'] = await oneId(
    'select care_provider_id as id from care_team_members where patient_id = $1 and takes_messages order by id limit 1',
  );
  ids['system'] = await ownSystem(server, patientId);
  ids['pdf'] = await addDocument(server, {
    patientId,
    ifSystemId: await addSystem(server, 'Otter Bay', patientId),
    body: { kind: 'pdf', base64: Buffer.from('%PDF-1.7').toString('base64') },
  });
  ids['pdfSystem'] = await oneId(
    'select external_system_id as id from health_documents where patient_id = $1 order by resource_id desc limit 1',
  );
  const [withFile] = await server.query(
    `insert into assigned_questionnaires (patient_id, template_id, can_start_by_patient)
     select $1, r.template_id, true from questionnaire_revisions r, jsonb_array_elements(r.content->'items') item
     where item->>'questionnaireItemType' = 'AttachmentQuestion' limit 1
     returning id, (select item->>'questionnaireItemId' from questionnaire_revisions r, jsonb_array_elements(r.content->'items') item
       where r.template_id = assigned_questionnaires.template_id and item->>'questionnaireItemType' = 'AttachmentQuestion' limit 1) as item`,
    [patientId],
  );
  await server.query('update facilities set kiosk_arrival = true, check_in_opens_minutes = 600');
  ids['visit'] = await oneId(
    `insert into appointments (patient_id, facility_id, kind, starts_at, type, status)
     select $1, f.id, 'ExternalAppointment', now() + interval '1 hour', 'Blood draw', 'Scheduled' from facilities f where f.is_default returning id`,
  );
  await server.query(
    "insert into outbound_interfaces (name, facility_id, sends, host, port) select 'Engine', id, '{confirmations}', '127.0.0.1', 9 from facilities where is_default",
  );
  const [visit] = await server.query('select starts_at from appointments where id = $1', [ids['visit']]);
  visitDate = String(visit?.['starts_at']);
  const [searched] = await server.query('select key from value_sets limit 1');
  valueSetKey = String(searched?.['key']);
  ids['withFile'] = Number(withFile?.['id']);
  ids['fileItem'] = Number(withFile?.['item']);
  ids['file'] = await oneId(
    `update message_attachments set thumbnail = '\\xffd8' where id = (
       select min(id) from message_attachments where patient_id = $1 and message_id is not null) returning id`,
  );
});
afterAll(() => server.stop());
// One patient changes more rights here than the hourly limit allows.
beforeEach(() => server.query('delete from limits'));

async function contactNamed(first: string): Promise<Contact> {
  const found = v
    .parse(v.array(Contact), (await patient.call(listContacts, { params: { patientId } })).body)
    .find((one) => one.contactFirstName === first);
  if (found === undefined) throw new Error(`no contact is called ${first}`);
  return found;
}
const setRight = (one: SectionRight, isGiven: boolean, to = contactId) =>
  patient.call(setContactRight, { params: { patientId, contactId: to }, body: { ...one, isGiven } });
const givenTo = async (to = contactId): Promise<readonly SectionRight[]> =>
  v.parse(Rights, (await patient.call(calls.getContactRights, { params: { patientId, contactId: to } })).body).given;
/** Changes the rights one by one until exactly these are left. */
const give = async (rights: readonly SectionRight[], to = contactId): Promise<void> => {
  const isIn = (all: readonly SectionRight[], one: SectionRight) =>
    all.some((each) => rightWord(each) === rightWord(one));
  for (const one of await givenTo(to))
    if (!isIn(rights, one)) expect((await setRight(one, false, to)).status).toBe(200);
  const left = await givenTo(to);
  for (const one of rights) if (!isIn(left, one)) expect((await setRight(one, true, to)).status).toBe(200);
  expect((await givenTo(to)).map(rightWord).sort()).toEqual(rights.map(rightWord).sort());
};
const setAccess = async (to: ContactId, authorized: 'true' | 'false'): Promise<void> => {
  expect(
    (await patient.call(setContactAccess, { params: { patientId, contactId: to }, query: { authorized } })).status,
  ).toBe(200);
};
const Rights = v.object({ given: v.array(SectionRight) });
const notFound = { status: 404, body: { error: 'not_found' } };

/** A call that a representative may make, with the query that assigns it to its section. */
interface Asking {
  readonly name: CallName;
  readonly call: CallShape;
  readonly query?: Readonly<Record<string, string>>;
}
const forOthers = (Object.entries(calls) as [CallName, CallShape][]).filter(
  ([, call]) => call.access !== 'everyone' && call.access.includes('representative'),
);

/** The calls of a section that need this right, according to the contract. */
const callsOf = ({ section, right }: SectionRight): Asking[] =>
  forOthers.flatMap(([name, call]): Asking[] => {
    if ((call.right ?? 'read') !== right) return [];
    if (typeof call.section !== 'object') return call.section === section ? [{ name, call }] : [];
    const { query, sections } = call.section;
    return Object.entries(sections).flatMap(([value, one]) =>
      one === section ? [{ name, call, query: { [query]: value } }] : [],
    );
  });

const draftId = 'draft-of-a-right-0001';
const fileOfDraft = 900_000_001;
const linkOfRight = 900_000_002;

/** A request that finds something, so that it can only fail because of a missing right. */
function requestOf({ name, call, query }: Asking, about: number) {
  const isOfAnswer = name.endsWith('AnswerAttachment');
  const assignedQuestionnaireId = isOfAnswer
    ? ids['withFile']
    : name === 'getQuestionnaireHistory' || name === 'getScoreHistory'
      ? ids['completed']
      : ids['open'];
  const values: Record<string, number> = {
    patientId: about,
    assignedQuestionnaireId: assignedQuestionnaireId ?? 0,
    articleId: ids['article'] ?? 0,
    noteId: ids['note'] ?? 0,
    labResultId: ids['result'] ?? 0,
    documentId: ids['document'] ?? 0,
    threadId: ids['thread'] ?? 0,
    careProviderId: ids['recipient'] ?? 0,
    questionnaireItemId: ids['fileItem'] ?? 0,
    attachmentId: name === 'removeMessageAttachment' || isOfAnswer ? fileOfDraft : (ids['file'] ?? 0),
    appointmentId: ids['visit'] ?? 0,
    summaryLinkId: linkOfRight,
    count: 4,
    ifSystemId: ids[name === 'getHealthSummaryFile' ? 'pdfSystem' : 'system'] ?? 0,
  };
  const bodies: Partial<Record<CallName, Readonly<Record<string, unknown>> | readonly unknown[]>> = {
    submitQuestionnaire: { templateRevision: 1, patientQuestionAnswerList: [] },
    declineQuestionnaire: { assignedQuestionnaireId: ids['declinable'] },
    putDraft: { answers: [], templateRevision: 1, savedAt: new Date().toISOString() },
    chooseLabResultOpening: { choice: 'open' },
    confirmAttendance: { date: visitDate },
    patchThread: [{ op: 'test', path: '/isArchived', value: false }],
    sendMessage: { subject: 'A right', content: 'Is it there?' },
    replyToThread: { content: 'Is it there?' },
    beginRequestForm: { careProviderId: ids['recipient'] },
    saveMessageDraft: {
      threadId: null,
      careProviderId: null,
      subject: '',
      content: 'Is it there?',
      savedAt: new Date().toISOString(),
    },
    searchMessages: { text: 'right' },
    transmitHealthSummary: {
      senderAddress: 'linnea@example.org',
      recipientAddress: 'doctor@example.org',
      messageText: '',
      identifier: { startDate: '2026-01-01', endDate: '2026-11-01' },
    },
  };
  const headers: Record<string, string> = {
    ...('idempotency-key' in call.headers
      ? { 'idempotency-key': `key-of-a-right-${Math.random().toString(36).slice(2)}` }
      : {}),
    ...('file-name' in call.headers ? { 'file-name': 'right.txt' } : {}),
  };
  const body = bodies[name];
  const words: Record<string, string> = { draftId, valueSetKey, transmitType: 'email', kind: 'refill' };
  const range = { startDate: '2026-01-01', endDate: '2026-11-01' };
  const queries: Partial<Record<CallName, Readonly<Record<string, string>>>> = {
    openLabResultsPdf: { ids: String(ids['result'] ?? 0) },
    listHealthSummaries: range,
    getHealthSummaryHtml: { ...range, language: 'en' },
    downloadHealthSummary: range,
    getHealthSummaryFile: { ccdaId: String(ids['pdf'] ?? 0) },
    transmitHealthSummary: { language: 'en' },
  };
  const asked = queries[name] ?? query;
  return {
    params: Object.fromEntries(Object.keys(call.params).map((param) => [param, words[param] ?? values[param] ?? 1])),
    headers,
    ...(asked === undefined ? {} : { query: asked }),
    ...(body === undefined ? {} : { body }),
  };
}
async function statusOf(browser: Browser, asking: Asking): Promise<number> {
  if (asking.name === 'removeMessageAttachment') await addFileOf(browser);
  if (asking.name === 'endSummaryLink') await addLinkOf(browser);
  if (asking.name === 'getAnswerAttachment' || asking.name === 'removeAnswerAttachment') await addAnswerFile();
  return (await browser.call(asking.call, requestOf(asking, patientId))).status;
}
/** Adds a link to a summary, again if it was ended. */
async function addLinkOf(browser: Browser): Promise<void> {
  const { userId } = await browser.profile();
  await server.query(
    `insert into summary_links (id, patient_id, user_id, manifest_hash, passcode_hash, recipient, ends_at, openings)
     overriding system value values ($1, $2, $3, 'x', 'x', 'Dr. Lee', now() + interval '1 day', 1)
     on conflict (id) do update set user_id = excluded.user_id, ended_at = null`,
    [linkOfRight, patientId, userId],
  );
}
/** Adds the file of a draft, again if it was removed. */
async function addFileOf(browser: Browser): Promise<void> {
  const { userId } = await browser.profile();
  await server.query(
    'insert into secure_message_drafts (user_id, draft_id, patient_id, saved_at) values ($1, $2, $3, now()) on conflict do nothing',
    [userId, draftId, patientId],
  );
  await server.query(
    `insert into message_attachments (id, patient_id, user_id, draft_id, upload_key, file_name, file_type, byte_count, content, state) overriding system value
     values ($1, $2, $3, $4, 'a file of a right', 'right.txt', 'txt', 1, 'x', 'ready') on conflict (id) do update set user_id = excluded.user_id`,
    [fileOfDraft, patientId, userId, draftId],
  );
}
/** Adds the file of an answer, again if it was removed. */
const addAnswerFile = () =>
  server.query(
    `insert into answer_attachments (id, assigned_questionnaire_id, questionnaire_item_id, upload_key, file_name, file_type, byte_count, content)
     overriding system value values ($1, $2, $3, 'a file of a right', 'right.txt', 'txt', 1, 'x') on conflict do nothing`,
    [fileOfDraft, ids['withFile'], ids['fileItem']],
  );

describe('the contract', () => {
  test('every right that is offered is one that a call asks for, and every call about a patient names its section', () => {
    for (const right of offeredRights)
      expect(
        callsOf(right).map(({ name }) => name),
        rightWord(right),
      ).not.toEqual([]);
    const aboutPatients = forOthers.filter(([, call]) => 'patientId' in call.params);
    // Anybody may give up acting for somebody, without any right.
    expect(aboutPatients.filter(([, call]) => call.section === undefined).map(([name]) => name)).toEqual([
      'giveUpRepresentation',
    ]);
    // Who may see anything of a patient may know who the patient is. The numbers of the tabs each look at the section of their own call.
    const ofAnySection = aboutPatients.filter(([, call]) => call.section === anySection);
    expect(ofAnySection.map(([name]) => name).sort()).toEqual(['getPatient', 'getPatientLanguage', 'readCounts']);
    for (const [name, call] of ofAnySection) expect(call.method, name).toBe('GET');
  });

  test('what changes contacts, access, rights or invitations is for the patient alone, and so are the language of the record, its notices, the whole of it and a check-in', () => {
    const own = (Object.entries(calls) as [CallName, CallShape][]).filter(([, call]) => call.ownOnly === true);
    expect(own.map(([name]) => name).sort()).toEqual(
      [
        'getPatientAddress',
        'saveContact',
        'setContactAccess',
        'unlockContact',
        'resetContactPassword',
        'getContactRights',
        'setContactRight',
        'setContactEnd',
        'setSectionEnd',
        'removeContact',
        'listContactActivity',
        'withdrawInvitation',
        'checkInvitation',
        'inviteContact',
        'getPinPdf',
        'setPatientLanguage',
        'saveNotificationSettings',
        'sendTestNotice',
        'exportPersonalData',
        'exportFhirBundle',
        'getCheckIn',
        'reportArrival',
        'confirmContactDetails',
        'askContactChange',
      ].sort(),
    );
    for (const [name, { access }] of own) expect(access, name).not.toContain('representative');
  });

  const ofSections = Object.values(auditEvents).flatMap(({ auditEventType, section }) =>
    section === null ? [] : [[auditEventType, section] as const],
  );
  test.each(ofSections)(
    '%s is told by who may read %s, and by nobody else who acts',
    async (auditEventType, section) => {
      const { userId } = await representative.profile();
      const tell = () =>
        representative.call(calls.sendAuditEvent, {
          params: { userId },
          body: { auditEventType, patientId, ptMedicalNoteId: ids['note'] ?? 0, ccdaId: ids['pdf'] ?? 0 },
        });
      await give([{ section, right: 'read' }]);
      expect((await tell()).status).toBe(204);
      await give(offeredRights.filter((one) => one.section !== section));
      expect(await tell()).toMatchObject(notFound);
    },
  );
  afterAll(() => give(offeredRights));
});

describe('a right', () => {
  test.each(offeredRights.map((right) => ({ word: rightWord(right), right })))(
    '$word lets somebody do that and nothing else; without it, and once it is taken in mid-session, it is not found',
    async ({ right }) => {
      const reading: SectionRight = { section: right.section, right: 'read' };
      const own = callsOf(right);
      const alone = right.right === 'read' ? [right] : [reading, right];
      await give(alone);
      for (const one of own) expect(await statusOf(representative, one), `${one.name} with the right`).not.toBe(404);
      for (const other of offeredRights.filter(
        (one) => !alone.includes(one) && !alone.some((each) => rightWord(each) === rightWord(one)),
      )) {
        for (const one of callsOf(other))
          expect(
            await representative.call(one.call, requestOf(one, patientId)),
            `${one.name} without ${rightWord(other)}`,
          ).toMatchObject(notFound);
      }
      // The tests of the other rights show that each of those is enough by itself.
      await give(
        offeredRights.filter(
          (one) => one.section !== right.section || (right.right !== 'read' && one.right === 'read'),
        ),
      );
      for (const one of own) expect(await statusOf(representative, one), `${one.name} after it was taken`).toBe(404);
      for (const one of own) expect(await statusOf(patient, one), `${one.name} by the patient`).not.toBe(404);
      await give(offeredRights);
    },
  );

  const ofAnySection = forOthers.filter(([, call]) => call.section === anySection);
  test('in whichever section is enough to know who the patient is; without any there is no birth date, address or facility, and every such read is audited', async () => {
    const reads = async (name: string) =>
      Number(
        (
          await server.query('select count(*)::int as n from audit_events where patient_id = $1 and type = $2', [
            patientId,
            `read.${name}`,
          ])
        )[0]?.['n'],
      );
    for (const [name, call] of ofAnySection) {
      const asked = () => representative.call(call, { params: { patientId } });
      await give([{ section: 'CareTeam', right: 'read' }]);
      const before = await reads(name);
      expect((await asked()).status, name).toBe(200);
      expect(await reads(name), name).toBe(before + (call.audited ? 1 : 0));
      await give([]);
      expect(await asked(), name).toMatchObject(notFound);
      expect((await patient.call(call, { params: { patientId } })).status, name).toBe(200);
    }
    expect(ofAnySection.flatMap(([name, call]) => (call.audited ? [] : [name])).sort()).toEqual([
      'getPatientLanguage',
      'readCounts',
    ]);
    await give(offeredRights);
  });

  test('to see leaves what is new for the patient as it is: articles unread, questionnaires not begun', async () => {
    await give(offeredRights);
    const row = async () =>
      (
        await server.query(
          `select (select read_at from assigned_articles where id = $1) as read, a.status, a.first_opened_at as opened
           from assigned_questionnaires a where a.id = $2`,
          [ids['unread'], ids['untouched']],
        )
      )[0];
    const untouched = { read: null, status: 'Assigned', opened: null };
    const asked = { params: { patientId, assignedQuestionnaireId: ids['untouched'] ?? 0 } };
    expect(await row()).toEqual(untouched);
    const marked = { params: { articleId: ids['unread'] ?? 0 } };
    expect((await representative.call(calls.markArticleRead, marked)).status).toBe(204);
    expect((await representative.call(calls.getQuestionnaire, asked)).status).toBe(200);
    expect(await row()).toEqual(untouched);
    await patient.call(calls.markArticleRead, marked);
    await patient.call(calls.getQuestionnaire, asked);
    expect(await row()).toMatchObject({ read: expect.any(String), status: 'Started', opened: expect.any(String) });
  });

  test('is given and taken alone: a tab that still shows old ones gives nothing back', async () => {
    await give(offeredRights);
    // What another tab took away meanwhile stays away.
    await setRight({ section: 'Questionnaires', right: 'read' }, false);
    const answer = await setRight({ section: 'Education', right: 'read' }, false);
    const left = offeredRights.filter(({ section }) => section !== 'Questionnaires' && section !== 'Education');
    expect(v.parse(Rights, answer.body).given).toEqual(left);
    // Two tabs at once: both changes are stored.
    await Promise.all([
      setRight({ section: 'CareTeam', right: 'read' }, false),
      setRight({ section: 'Questionnaires', right: 'answer' }, true),
    ]);
    expect(await givenTo()).toEqual(
      withRight(left, { section: 'Questionnaires', right: 'answer' }, true).filter(
        ({ section }) => section !== 'CareTeam',
      ),
    );
    await give(offeredRights);
  });

  test('that no section knows, or of nothing, is refused', async () => {
    for (const one of [
      { section: 'Appointments', right: 'answer' },
      { section: 'Education', right: 'write' },
      { section: 'Nothing', right: 'read' },
      { section: 'Education', right: 'all' },
    ]) {
      expect(
        await patient.call(setContactRight, { params: { patientId, contactId }, body: { ...one, isGiven: true } }),
      ).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    }
  });

  test('given and taken stand in the audit with who, for whom and what; a read says which section was read for another', async () => {
    await give(offeredRights);
    await setRight({ section: 'Education', right: 'read' }, false);
    const { userId } = await server.ids('representative');
    const [row] = await server.query(
      "select patient_id, actor_role, detail from audit_events where type = 'representative.rights_changed' order by id desc limit 1",
    );
    expect(row).toEqual({
      patient_id: patientId,
      actor_role: 'patient',
      detail: { userId, contactId, given: '', taken: 'Education:read' },
    });
    await representative.call(listAppointments, { params: { patientId } });
    const [read] = await server.query(
      "select patient_id, actor_user_id, detail from audit_events where type = 'read.listAppointments' order by id desc limit 1",
    );
    expect(read).toEqual({ patient_id: patientId, actor_user_id: userId, detail: { section: 'Appointments' } });
    await give(offeredRights);
    expect(await server.brokenAuditRows()).toEqual([]);
  });

  test('is for one patient: a right here is none there', async () => {
    await give(offeredRights);
    expect((await representative.call(calls.listCareTeam, { params: { patientId } })).status).toBe(200);
    expect(await representative.call(calls.listCareTeam, { params: { patientId: otherPatientId } })).toMatchObject(
      notFound,
    );
    expect((await representative.call(calls.listAppointments, { params: { patientId: otherPatientId } })).status).toBe(
      200,
    );
  });

  test('that is taken closes a download whose ticket was given before', async () => {
    const { userId } = await representative.profile();
    const path = `/api/education/articles/${String(ids['article'])}/content`;
    const ticket = async () =>
      v.parse(
        v.object({ token: v.string() }),
        (await representative.call(createDownloadToken, { params: { userId }, body: { path } })).body,
      ).token;
    expect((await fetch(`${server.portalUrl}${path}?token=${await ticket()}`)).status).toBe(200);
    const late = await ticket();
    await give(offeredRights.filter((one) => one.section !== 'Education'));
    expect((await fetch(`${server.portalUrl}${path}?token=${late}`)).status).toBe(404);
    await give(offeredRights);
  });
});

describe('a right that is taken while something is written with it', () => {
  const answering: SectionRight = { section: 'Questionnaires', right: 'answer' };
  const draft = () =>
    representative.call(calls.putDraft, requestOf({ name: 'putDraft', call: calls.putDraft }, patientId));
  const savedAt = async () =>
    (
      await server.query('select saved_at from questionnaire_drafts where assigned_questionnaire_id = $1', [
        ids['open'],
      ])
    )[0]?.['saved_at'];
  const takeAnswering = () => setRight(answering, false);

  test.each([
    ['the right', `delete from representative_rights where patient_id = $1 and "right" = 'answer'`],
    ['the access', 'update representative_links set revoked_at = now() where patient_id = $1'],
  ])('%s was there when the call came and is gone when it would write: nothing is written', async (_, sql) => {
    await give(offeredRights);
    const before = await savedAt();
    const { sent } = await server.tx(async (tx) => {
      await tx.script(`select 1 from representative_links where patient_id = ${String(patientId)} for no key update`);
      await tx.script(sql.replace('$1', String(patientId)));
      const asked = { sent: draft() };
      await server.untilWaiting(1);
      return asked;
    });
    expect(await sent).toMatchObject(notFound);
    expect(await savedAt()).toEqual(before);
    await server.query('update representative_links set revoked_at = null where patient_id = $1', [patientId]);
    await give(offeredRights);
  });

  test('whoever takes it waits for what is just being written: after the answer nothing more comes', async () => {
    await give(offeredRights);
    const before = await savedAt();
    let isTaken = false;
    const { sent, taken } = await server.tx(async (tx) => {
      await tx.script(`select 1 from assigned_questionnaires where id = ${String(ids['open'])} for update`);
      const asked = {
        sent: draft(),
        taken: server
          .untilWaiting(1)
          .then(takeAnswering)
          .finally(() => (isTaken = true)),
      };
      await server.untilWaiting(2);
      expect(isTaken).toBe(false);
      return asked;
    });
    expect(await taken).toMatchObject({ status: 200 });
    expect(await sent).toMatchObject({ status: 204 });
    expect(await savedAt()).not.toEqual(before);
    expect(await draft()).toMatchObject(notFound);
    await give(offeredRights);
  });
});

describe('whoever acts for somebody', () => {
  test('knows for whom and with which rights, and finds in the capabilities what is left of the modules', async () => {
    const { userId } = await representative.profile();
    await give([{ section: 'Questionnaires', right: 'read' }]);
    expect((await representative.call(listRepresentations, { params: { userId } })).body).toEqual([
      {
        patientId,
        firstName: 'Juniper',
        lastName: 'Applewhistle',
        rights: [{ section: 'Questionnaires', right: 'read' }],
        endsByAge: [],
        sectionEnds: [],
        hasDied: false,
        lastDay: null,
        reason: null,
      },
      {
        patientId: otherPatientId,
        firstName: 'Lavinia',
        lastName: 'Crabtree',
        rights: [
          { section: 'Appointments', right: 'read' },
          { section: 'Education', right: 'read' },
        ],
        endsByAge: [],
        sectionEnds: [],
        hasDied: false,
        lastDay: null,
        reason: null,
      },
    ]);
    const modules = async (browser: Browser, about?: PatientId): Promise<Record<string, string[]>> => {
      const { userId: own } = await browser.profile();
      const answer = await browser.call(getCapabilities, {
        params: { userId: own },
        ...(about === undefined ? {} : { query: { patientId: about } }),
      });
      return Object.fromEntries(
        v
          .parse(Capabilities, answer.body)
          .modules.map(({ moduleName, details }) => [moduleName, details.map(({ fieldName }) => fieldName)]),
      );
    };
    const here = await modules(representative, patientId);
    expect(Object.keys(here)).toEqual(expect.arrayContaining(['Dashboard', 'Questionnaires', 'ContactUs']));
    expect(Object.keys(here)).not.toEqual(expect.arrayContaining(['Appointments']));
    expect(here['Dashboard']).toEqual([]);
    const there = await modules(representative, otherPatientId);
    expect(there['Dashboard']).toEqual(['Appointments', 'RequestNewAppointment']);
    expect(Object.keys(there)).not.toContain('Questionnaires');
    expect(Object.keys(await modules(representative))).toEqual(
      expect.arrayContaining(['Questionnaires', 'Appointments', 'Education']),
    );
    expect((await modules(patient))['Dashboard']).toContain('InviteContact');
    expect(
      await representative.call(getCapabilities, {
        params: { userId },
        query: { patientId: (await server.ids('noemail')).patientId ?? 0 },
      }),
    ).toMatchObject(notFound);
    await give(offeredRights);
  });

  test('and is a patient themself does nothing of what is for the patient alone', async () => {
    const { userId, patientId: ownId } = await server.ids('noemail');
    await server.tx((tx) => startRepresenting(tx, { userId, patientId, contactId: null }));
    const both = await server.signedIn('noemail');
    // No right was chosen, so none is given.
    expect(await both.call(listContacts, { params: { patientId } })).toMatchObject(notFound);
    await server.query(
      `insert into representative_rights (user_id, patient_id, section, "right") values ($1, $2, 'PersonalContacts', 'read')`,
      [userId, patientId],
    );
    expect((await both.profile()).ids).toEqual([
      { idType: 'Patient', value: ownId },
      { idType: 'PatientContact', value: patientId },
    ]);
    expect((await both.call(listContacts, { params: { patientId } })).status).toBe(200);
    const contact = await contactNamed('Ottilie');
    const at = { params: { patientId, contactId: contact.contactId } };
    const { relationship: _, ...details } = contact;
    expect(await both.call(calls.saveContact, { params: { patientId }, body: { ...details } })).toMatchObject(notFound);
    expect(await both.call(setContactAccess, { ...at, query: { authorized: 'true' } })).toMatchObject(notFound);
    expect(
      await both.call(setContactRight, { ...at, body: { section: 'Education', right: 'read', isGiven: true } }),
    ).toMatchObject(notFound);
    for (const call of [
      calls.unlockContact,
      calls.resetContactPassword,
      calls.getContactRights,
      calls.listContactActivity,
      calls.removeContact,
    ])
      expect(await both.call(call, at), call.name).toMatchObject(notFound);
    for (const call of [calls.checkInvitation, calls.withdrawInvitation])
      expect(await both.call(call, { params: { contactId } }), call.name).toMatchObject(notFound);
    expect(
      await both.call(calls.inviteContact, {
        params: { contactId },
        body: { given: [{ section: 'Education', right: 'read' }], hasAgreed: true },
      }),
    ).toMatchObject(notFound);
    expect(
      await both.call(calls.setPatientLanguage, { params: { patientId }, query: { language: 'fr' } }),
    ).toMatchObject(notFound);
    expect(
      (await both.call(calls.setPatientLanguage, { params: { patientId: ownId ?? 0 }, query: { language: 'en' } }))
        .status,
    ).toBe(204);
    expect(
      (
        await both.call(calls.saveContact, {
          params: { patientId: ownId ?? 0 },
          body: { ...details, contactId: undefined },
        })
      ).status,
    ).toBe(200);

    await setAccess(contact.contactId, 'false');
    expect(await both.call(getPatient, { params: { patientId } })).toMatchObject(notFound);
    expect((await both.call(getPatient, { params: { patientId: ownId ?? 0 } })).status).toBe(200);
  });

  test('loses that patient at once when access is disabled, and keeps the others', async () => {
    await setAccess(contactId, 'false');
    expect(await representative.call(getPatient, { params: { patientId } })).toMatchObject(notFound);
    expect((await representative.profile()).ids).toEqual([{ idType: 'PatientContact', value: otherPatientId }]);
    expect((await representative.call(getPatient, { params: { patientId: otherPatientId } })).status).toBe(200);
    expect((await representative.refresh()).status).toBe(200);
    await setAccess(contactId, 'true');
    expect((await representative.call(getPatient, { params: { patientId } })).status).toBe(200);
  });

  test('and for nobody else is logged out by it everywhere, and let in again when it is enabled', async () => {
    const lucia = await contactNamed('Lucía');
    const [one, two] = [await server.signedIn('lucia'), await server.signedIn('lucia')];
    await setAccess(lucia.contactId, 'false');
    for (const browser of [one, two]) {
      expect((await browser.call(getLoginProfile)).status).toBe(401);
      expect(await browser.refresh()).toMatchObject({ status: 400, body: { error: 'access_ended' } });
    }
    // The right password never counts as a failure. A wrong one does, and its answer says nothing about the account.
    for (let tries = 0; tries < 7; tries += 1)
      expect(await server.browser().logIn('lucia')).toMatchObject({ status: 400, body: { error: 'access_ended' } });
    expect((await server.browser().logIn('lucia', 'Wrong+Pass1')).body).toEqual({ error: 'invalid_grant' });
    expect(
      await server.query(
        "select failures from login_failures where name_hash = sha256(convert_to('name:lucia', 'UTF8'))",
      ),
    ).toEqual([{ failures: 1 }]);
    await setAccess(lucia.contactId, 'true');
    expect((await server.browser().logIn('lucia')).status).toBe(200);
  });
});

describe('giving up', () => {
  test('ends the access at once and for good: only a new invitation lets somebody back in', async () => {
    const { userId } = await representative.profile();
    await give(offeredRights);
    const ended = { params: { userId, patientId } };
    expect((await representative.call(calls.giveUpRepresentation, ended)).status).toBe(204);
    expect(await representative.call(getPatient, { params: { patientId } })).toMatchObject(notFound);
    expect((await representative.profile()).ids).toEqual([{ idType: 'PatientContact', value: otherPatientId }]);
    expect(await representative.call(calls.giveUpRepresentation, ended)).toMatchObject(notFound);
    expect(await contactNamed('Linnea')).toMatchObject({
      authorizedRepresentativeUserId: null,
      isAuthorizedRepresentativeActive: false,
    });
    expect(
      await patient.call(setContactAccess, { params: { patientId, contactId }, query: { authorized: 'true' } }),
    ).toMatchObject(notFound);
    const [row] = await server.query(
      "select patient_id, actor_user_id, detail from audit_events where type = 'representative.given_up' order by id desc limit 1",
    );
    expect(row).toEqual({
      patient_id: patientId,
      actor_user_id: userId,
      detail: { userId, contactId, sessionsEnded: 0 },
    });
  });
});

describe('rights as they are kept', () => {
  test('each once, in one order, and never to answer without reading', () => {
    expect(storableRights([])).toEqual([]);
    expect(storableRights([{ section: 'Questionnaires', right: 'answer' }])).toEqual([]);
    const kept = storableRights([...offeredRights, ...offeredRights].reverse());
    expect(kept).toEqual(offeredRights);
    expect(storableRights([{ section: 'Education', right: 'write' }])).toBeNull();
  });

  test('leave of the modules what may be read, however the facility writes them', () => {
    const modules = { DASHBOARD: ['appointments', 'AddContact', 'HealthSummary'], education: [], Other: ['x'] };
    expect(modulesWithin(modules, [])).toEqual({ DASHBOARD: [], Other: ['x'] });
    expect(modulesWithin(modules, offeredRights)).toEqual({
      DASHBOARD: ['appointments', 'HealthSummary'],
      education: [],
      Other: ['x'],
    });
  });
});
