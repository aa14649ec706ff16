import {
  type AnswerOf,
  CareProviderId,
  IdempotencyKey,
  MessageDraftId,
  type MessageRequest,
  MessageThread,
  PatientId,
  SecureMessageId,
  SecureThreadId,
  getThread,
  listActivity,
  listMessageDrafts,
  listMessageRecipients,
  listThreads,
  saveMessageDraft,
  sendMessage,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { secureMessageSubject } from './subject.ts';
import { tellOfLateRequests } from './lateRequests.ts';
import { outcomeInText } from './requests.ts';

let server: TestServer;
let patient: Browser;
let representative: Browser;
let mine: { readonly patientId: PatientId };
let doctor: CareProviderId;

const newKey = () => v.parse(IdempotencyKey, crypto.randomUUID());
const Sent = v.object({ threadId: SecureThreadId, messageId: SecureMessageId });
const recipients = async (browser = patient): Promise<AnswerOf<typeof listMessageRecipients>> =>
  v.parse(listMessageRecipients.answer, (await browser.call(listMessageRecipients, { params: mine })).body);
const admin = (...args: readonly string[]) => command(args, server.databaseUrl);

beforeAll(async () => {
  server = await startTestServer();
  [patient, representative] = await Promise.all([server.signedIn('patient'), server.signedIn('representative')]);
  mine = { patientId: v.parse(PatientId, (await server.ids('patient')).patientId) };
  doctor = v.parse(
    CareProviderId,
    (await recipients()).recipients.find(({ takesMessages }) => takesMessages)?.careProviderId,
  );
  await server.query(`update facilities set default_language = 'en', message_settings = $1::jsonb where is_default`, [
    JSON.stringify({
      workingDays: [1, 2, 3, 4, 5],
      requests: [
        { kind: 'visitMove', withinDays: 2 },
        { kind: 'sickNote', withinDays: 3, titles: { en: 'A sick note', es: 'Una nota' }, hints: { en: 'From when?' } },
      ],
    }),
  ]);
});
afterAll(() => server.stop());

const ask = (request: MessageRequest | null, { key = newKey(), browser = patient, subject = 'Move a visit' } = {}) =>
  browser.call(sendMessage, {
    params: { ...mine, careProviderId: doctor },
    headers: { 'idempotency-key': key },
    body: { subject, content: 'Any Friday suits me.', request },
  });
const move: MessageRequest = { kind: 'visitMove', about: 'visit-12' };
const sent = async (...given: Parameters<typeof ask>) => v.parse(Sent, (await ask(...given)).body);
const progressOf = async (threadId: SecureThreadId, browser = patient) =>
  v
    .parse(v.array(MessageThread), (await browser.call(listThreads, { params: mine, query: {} })).body)
    .find((one) => one.threadId === threadId)?.request;
const reply = (threadId: SecureThreadId, ...more: readonly string[]) =>
  admin('message', 'reply', '--thread', String(threadId), '--as', 'Philippa Nettlewood', '--text', ...more);

test('what can be asked for stands beside the recipients, in the reader’s language', async () => {
  expect((await recipients()).requests).toEqual([
    { kind: 'visitMove', withinDays: 2, title: null, hint: null },
    { kind: 'sickNote', withinDays: 3, title: 'A sick note', hint: 'From when?' },
  ]);
  await server.query("update users set language = 'es' where username = 'representative'");
  expect((await recipients(representative)).requests[1]).toMatchObject({ title: 'Una nota', hint: 'From when?' });
});

test('a request is a message with a kind and a promised time, stored once; nothing is shown as reached that is not known', async () => {
  const key = newKey();
  const first = await sent(move, { key });
  expect(await sent(move, { key })).toEqual(first);
  expect(await server.query('select 1 from secure_requests where thread_id = $1', [first.threadId])).toHaveLength(1);
  const progress = await progressOf(first.threadId);
  expect(progress).toMatchObject({
    ...move,
    askedBy: null,
    receivedAt: null,
    openedAt: null,
    answeredAt: null,
    officeToldAt: null,
    outcome: null,
  });
  const [promised] = await server.query(
    `select after_working_days($1, 2, array[1,2,3,4,5], time_zone) as at from facilities where is_default`,
    [progress?.sentAt],
  );
  expect(JSON.stringify(promised?.['at'])).toContain(progress?.promisedBy.slice(0, 19));
  const [receipt] = await server.query(
    'select r.kind, r.recipient from receipts r join secure_messages m on m.receipt_number = r.receipt_number where m.thread_id = $1',
    [first.threadId],
  );
  expect(receipt).toEqual({ kind: 'request', recipient: 'Ottoline Fernbrook' });
  const plain = await sent(null, { subject: 'No request' });
  expect(await progressOf(plain.threadId)).toBeNull();
});

test('a kind that the facility does not take is refused, and nothing is sent; so is one that is none', async () => {
  const key = newKey();
  expect(await ask({ kind: 'refill', about: null }, { key })).toMatchObject({
    status: 409,
    body: { error: 'request_not_offered' },
  });
  expect(await server.query('select 1 from secure_messages where send_key = $1', [key])).toEqual([]);
  expect((await ask({ kind: 'visit move', about: null })).status).toBe(400);
  expect((await ask({ kind: 'visitMove', about: 'my "visit"' })).status).toBe(400);
  expect((await sent(move, { key })).threadId).toBeGreaterThan(0);
});

test('a representative asks where they may write, and the request says who asked; without the right they cannot', async () => {
  const { threadId } = await sent(move, { browser: representative });
  expect(await progressOf(threadId)).toMatchObject({ askedBy: 'Linnea Applewhistle' });
  const rights = `from representative_rights where patient_id = $1 and section = 'SecureMessages' and "right" = 'write'`;
  const [right] = await server.query(`select user_id ${rights}`, [mine.patientId]);
  await server.query(`delete ${rights}`, [mine.patientId]);
  expect((await ask(move, { browser: representative })).status).toBe(404);
  expect(await progressOf(threadId, representative)).toMatchObject({ kind: 'visitMove' });
  await server.query(
    `insert into representative_rights (user_id, patient_id, section, "right") values ($1, $2, 'SecureMessages', 'write')`,
    [right?.['user_id'], mine.patientId],
  );
});

test('opened, answered, done and declined come from what staff do, and the log says each', async () => {
  const { threadId } = await sent(move);
  expect((await admin('message', 'list')).out).toMatch(/: Move a visit \(request visitMove, promised by 20/);
  expect((await admin('message', 'show', '--thread', String(threadId))).code).toBe(0);
  const opened = await progressOf(threadId);
  expect([typeof opened?.openedAt, opened?.answeredAt]).toEqual(['string', null]);
  expect((await reply(threadId, 'We are looking.')).code).toBe(0);
  const answered = await progressOf(threadId);
  expect([typeof answered?.answeredAt, answered?.outcome]).toEqual(['string', null]);
  expect((await reply(threadId, 'No Friday is free.', '--request', 'declined')).code).toBe(0);
  const declined = await progressOf(threadId);
  expect(declined?.outcome).toMatchObject({ kind: 'declined', reason: 'No Friday is free.' });
  expect(declined?.answeredAt).toBe(answered?.answeredAt);
  expect((await reply(threadId, 'One is free now: December 4.', '--request', 'done')).code).toBe(0);
  expect((await progressOf(threadId))?.outcome).toMatchObject({ kind: 'done' });

  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const { userId } = await patient.profile();
  const log = await patient.call(listActivity, {
    params: { userId },
    query: { startDate: day(-1), endDate: day(1) },
  });
  const acts = v.parse(listActivity.answer, log.body).lines.map(({ act }) => act);
  expect(acts).toEqual(expect.arrayContaining(['requestSent', 'requestDeclined', 'requestDone']));
});

test('only a request can be settled, as done or declined', async () => {
  const plain = await sent(null);
  expect(await reply(plain.threadId, 'x', '--request', 'done')).toMatchObject({ code: 1, out: '' });
  expect(await reply(plain.threadId, 'x', '--request', 'perhaps')).toMatchObject({ code: 2 });
  const read = await patient.call(getThread, { params: { ...mine, threadId: plain.threadId } });
  expect(v.parse(getThread.answer, read.body)).toHaveLength(1);
});

test('a draft keeps what it asks for', async () => {
  const draftId = v.parse(MessageDraftId, newKey());
  const body = {
    threadId: null,
    careProviderId: doctor,
    subject: 'Move',
    content: '',
    savedAt: new Date().toISOString(),
  };
  await patient.call(saveMessageDraft, { params: { ...mine, draftId }, body: { ...body, request: move } });
  const drafts = v.parse(listMessageDrafts.answer, (await patient.call(listMessageDrafts, { params: mine })).body);
  expect(drafts.find((draft) => draft.draftId === draftId)?.request).toEqual(move);
});

test('the export has each request with its kind and what became of it', async () => {
  const { threadId } = await sent(move, { subject: 'Exported' });
  await reply(threadId, 'Moved.', '--request', 'done');
  const { read } = v.parse(v.object({ read: v.function() }), secureMessageSubject.exported);
  const exported = await server.tx(async (tx): Promise<unknown> => read({ db: tx, ...mine }));
  expect(JSON.stringify(exported)).toMatch(/"Kind":"visitMove","PromisedBy":"20[^}]*"Outcome":"done"/);
  expect(JSON.stringify(exported)).toContain('"code":"request-visitMove"');
});

test('a request without an answer by the promised time is told to the facility once, and the patient sees when; an answered one is not', async () => {
  const [late, answered] = [await sent(move), await sent(move)];
  await reply(answered.threadId, 'Yes.');
  await server.query("update secure_requests set promised_by = '2026-11-12T13:15:00Z' where thread_id = any($1)", [
    [late.threadId, answered.threadId],
  ]);
  const look = (at: string) => tellOfLateRequests({ tx: (work) => server.tx(work) }, new Date(at));
  expect(await look('2026-11-12T13:20:00Z')).toBe(0);
  await server.query(
    `update facilities set message_settings = message_settings || '{"supervisorEmail": "office@northlight.example"}' where is_default`,
  );
  expect(await look('2026-11-12T13:14:00Z')).toBe(0);
  expect(
    (await Promise.all(Array.from({ length: 3 }, () => look('2026-11-12T13:20:00Z')))).toSorted((a, b) => a - b),
  ).toEqual([0, 0, 1]);
  expect(await progressOf(late.threadId)).toMatchObject({ officeToldAt: '2026-11-12T13:20:00.000Z', answeredAt: null });
  expect((await progressOf(answered.threadId))?.officeToldAt).toBeNull();
  const [mail] = await server.waitForMails('office@northlight.example', 1);
  expect(mail?.subject).toBe('Requests are waiting for an answer');
  expect(mail?.text).not.toMatch(/visit|Friday/);
});

test.each([
  ['[done] It is on Friday.', { outcome: 'done', rest: 'It is on Friday.' }],
  ['[ Done ]', { outcome: 'done', rest: '' }],
  ['[declined]:\n\nNo Friday is free.', { outcome: 'declined', rest: 'No Friday is free.' }],
  ['[declined]', null],
  ['We are [done] here.', null],
  ['done', null],
])('a reply that begins with an outcome: %j', (text, said) => {
  expect(outcomeInText(text)).toEqual(said);
});
