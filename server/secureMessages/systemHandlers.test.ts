import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import {
  CareProviderId,
  attachmentLimits,
  IdempotencyKey,
  IfSystemId,
  PatientId,
  type SecureMessage,
  SecureMessageId,
  SecureThreadId,
  getThread,
  listMessageRecipients,
  receiveCommunication,
  replyToThread,
  sendMessage,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

const serverKey = 'a key of these tests that is long enough';

/** A simulated provider's system: it stores signed messages by their key. */
const taken = new Map<string, string>();
let answers: number[] = [];
let tries = 0;
const system = createServer((request, response) => {
  void text(request).then((body) => {
    const [, seconds = '', signature = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['vestibule-signature'])) ?? [];
    const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    const isSigned = signature === expected && Math.abs(Date.now() / 1000 - Number(seconds)) < 60;
    tries += 1;
    const status = isSigned ? (answers.shift() ?? 200) : 400;
    if (status === 200) taken.set(String(request.headers['idempotency-key']), body);
    response.writeHead(status).end();
  });
});

let server: TestServer;
let patient: Browser;
let mine: { readonly patientId: PatientId };
let doctor: CareProviderId;
let systemId: IfSystemId;
let secret = '';
let key = '';

beforeAll(async () => {
  server = await startTestServer({ environment: { SERVER_KEY: serverKey } });
  patient = await server.signedIn('patient');
  mine = { patientId: v.parse(PatientId, (await server.ids('patient')).patientId) };
  const { recipients } = v.parse(
    listMessageRecipients.answer,
    (await patient.call(listMessageRecipients, { params: mine })).body,
  );
  doctor = v.parse(CareProviderId, recipients.find(({ takesMessages }) => takesMessages)?.careProviderId);
  await new Promise<void>((ready) => void system.listen(0, '127.0.0.1', ready));
  const [row] = await server.query(
    `select t.external_system_id as id from care_team_members t where t.patient_id = ${String(mine.patientId)} and t.care_provider_id = ${String(doctor)}`,
  );
  systemId = v.parse(v.object({ id: v.pipe(v.unknown(), v.transform(Number), IfSystemId) }), row).id;
  await connect();
});
beforeEach(() => {
  answers = [];
});
afterAll(async () => {
  await server.stop();
  await new Promise<void>((closed) => void system.close(() => closed()));
});

/** Gives the system its address, and keeps the secret and the key that the command prints. */
async function connect(): Promise<void> {
  const { port } = v.parse(
    v.custom<AddressInfo>((value) => typeof value === 'object'),
    system.address(),
  );
  const address = `http://127.0.0.1:${String(port)}/in`;
  const told = await admin('message', 'system', '--system', String(systemId), '--webhook', address);
  expect(told.code, told.err).toBe(0);
  secret = /signatures: (\S+)/.exec(told.out)?.[1] ?? '';
  key = /answers: +(\S+)/.exec(told.out)?.[1] ?? '';
}
const admin = (...args: string[]) => command(args, server.databaseUrl, { SERVER_KEY: serverKey });
const newKey = () => v.parse(IdempotencyKey, crypto.randomUUID());
const Sent = v.object({ threadId: SecureThreadId, messageId: SecureMessageId });

async function send(content: string): Promise<v.InferOutput<typeof Sent>> {
  const answer = await patient.call(sendMessage, {
    params: { ...mine, careProviderId: doctor },
    headers: { 'idempotency-key': newKey() },
    body: { subject: 'Swimming', content },
  });
  expect(answer.status).toBe(200);
  return v.parse(Sent, answer.body);
}
async function reply(threadId: SecureThreadId, content: string): Promise<v.InferOutput<typeof Sent>> {
  const sent = await patient.call(replyToThread, {
    params: { ...mine, threadId },
    headers: { 'idempotency-key': newKey() },
    body: { content },
  });
  return v.parse(Sent, sent.body);
}
const thread = async (threadId: SecureThreadId): Promise<SecureMessage[]> =>
  v.parse(getThread.answer, (await patient.call(getThread, { params: { ...mine, threadId } })).body);
const stateOf = async (messageId: SecureMessageId) =>
  (await server.query(`select state, failure from message_deliveries where message_id = ${String(messageId)}`))[0];
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 50 });
const answer = (body: object, more: { key?: string; system?: IfSystemId } = {}) =>
  server.browser().call(receiveCommunication, {
    params: { ifSystemId: more.system ?? systemId },
    headers: { 'system-key': more.key ?? key },
    body: { resourceType: 'Communication', ...body },
  });
const named = (value: string) => ({ system: 'urn:vestibule', value });
const about = (threadId: SecureThreadId) => [{ identifier: named(`thread-${String(threadId)}`) }];
const postedAs = (messageId: SecureMessageId) =>
  v.parse(v.looseObject({}), JSON.parse(taken.get(`message-${String(messageId)}`) ?? ''));
const signed = { sender: { display: 'Dr. Ottoline Fernbrook' } };

test('a message is posted to the provider’s system once, signed, as a FHIR Communication', async () => {
  const { threadId, messageId } = await send('May I swim again?');
  await until(() => expect(taken.has(`message-${String(messageId)}`)).toBe(true));
  const [row] = await server.query('select mrn from patients where id = $1', [mine.patientId]);
  const juniper = {
    type: 'Patient',
    identifier: { type: { text: 'MRN' }, value: row?.['mrn'] },
    display: 'Juniper Applewhistle',
  };
  expect(postedAs(messageId)).toEqual({
    resourceType: 'Communication',
    language: 'en',
    identifier: [named(`message-${String(messageId)}`)],
    partOf: [{ type: 'Communication', identifier: named(`thread-${String(threadId)}`) }],
    status: 'completed',
    subject: juniper,
    topic: { text: 'Swimming' },
    sent: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    recipient: [
      { type: 'Practitioner', identifier: named(`care-provider-${String(doctor)}`), display: 'Ottoline Fernbrook' },
    ],
    sender: juniper,
    payload: [{ contentString: 'May I swim again?' }],
  });
  await until(async () => expect(await stateOf(messageId)).toMatchObject({ state: 'delivered' }));
});

test('a request says its kind, and an answer with a category settles it', async () => {
  await server.query(
    `update facilities set message_settings = coalesce(message_settings, '{}') || '{"requests": [{"kind": "refill", "withinDays": 1}]}' where is_default`,
  );
  const asked = await patient.call(sendMessage, {
    params: { ...mine, careProviderId: doctor },
    headers: { 'idempotency-key': newKey() },
    body: { subject: 'Refill', content: 'Please.', request: { kind: 'refill', about: null } },
  });
  const { threadId, messageId } = v.parse(Sent, asked.body);
  await until(() => expect(taken.has(`message-${String(messageId)}`)).toBe(true));
  expect(postedAs(messageId)).toMatchObject({
    category: [{ coding: [{ system: 'urn:vestibule', code: 'request-refill' }] }],
  });
  const settle = (id: string, system: string, code: string) =>
    answer({
      ...signed,
      identifier: [{ value: id }],
      partOf: about(threadId),
      payload: [{ contentString: id }],
      category: [{ coding: [{ system, code }] }],
    });
  const outcome = async () =>
    (
      await server.query('select outcome, outcome_message_id as m from secure_requests where thread_id = $1', [
        threadId,
      ])
    )[0];
  expect((await settle('of another system', 'urn:other', 'request-done')).status).toBe(200);
  expect(await outcome()).toMatchObject({ outcome: null });
  expect((await settle('too early', 'urn:vestibule', 'request-declined')).status).toBe(200);
  expect(await outcome()).toMatchObject({ outcome: 'declined' });
  expect((await settle('sent to the pharmacy', 'urn:vestibule', 'request-done')).status).toBe(200);
  expect(await outcome()).toMatchObject({ outcome: 'done' });
});

test('a reply is handed over as the answer to what the provider wrote last', async () => {
  const { threadId } = await send('A question');
  for (const name of ['first answer', 'second answer']) {
    const wrote = await answer({
      ...signed,
      identifier: [{ value: name }],
      partOf: about(threadId),
      payload: [{ contentString: name }],
    });
    const written = v.parse(v.object({ messageId: SecureMessageId }), wrote.body);
    const { messageId } = await reply(threadId, 'Thank you');
    await until(() => expect(taken.has(`message-${String(messageId)}`)).toBe(true));
    expect(postedAs(messageId)).toMatchObject({
      partOf: [{ type: 'Communication', identifier: named(`thread-${String(threadId)}`) }],
      inResponseTo: [{ type: 'Communication', identifier: named(`message-${String(written.messageId)}`) }],
    });
  }
});

test('a system that is away gets the same message later; the next one of the thread waits behind it', async () => {
  answers = [503];
  const { threadId, messageId } = await send('First');
  await until(async () => expect(await stateOf(messageId)).toMatchObject({ state: 'queued', failure: '503' }));
  const second = await reply(threadId, 'Second');
  const triedBefore = tries;
  await server.query(`update message_deliveries set next_try_at = now() where message_id = ${String(messageId)}`);
  await until(() => expect(taken.has(`message-${String(second.messageId)}`)).toBe(true));
  const order = [...taken.keys()].slice(-2);
  expect(order).toEqual([`message-${String(messageId)}`, `message-${String(second.messageId)}`]);
  expect(tries - triedBefore).toBe(2);
});

test('a message whose file cannot be read says so, and goes out when it can', async () => {
  answers = [503];
  const { messageId } = await send('With a file');
  await until(async () => expect(await stateOf(messageId)).toMatchObject({ state: 'queued', failure: '503' }));
  const object = crypto.randomUUID();
  await server.query('insert into file_objects (id, byte_count) values ($1, 4)', [object]);
  await server.query(
    `insert into message_attachments (patient_id, message_id, upload_key, file_name, file_type, byte_count, object_id, state)
     values ($1, $2, 'gone', 'gone.txt', 'txt', 4, $3, 'ready')`,
    [mine.patientId, messageId, object],
  );
  const again = () =>
    server.query(`update message_deliveries set next_try_at = now() where message_id = ${String(messageId)}`);
  await again();
  await until(async () => expect(await stateOf(messageId)).toMatchObject({ state: 'queued', failure: 'FAULT' }));
  await server.query('delete from message_attachments where message_id = $1', [messageId]);
  await server.query('delete from file_objects where id = $1', [object]);
  await again();
  await until(async () => expect(await stateOf(messageId)).toMatchObject({ state: 'delivered' }));
});

test('what a system refuses is told by the command line and tried once more when asked', async () => {
  answers = [422];
  const { messageId } = await send('Refused');
  await until(async () => expect(await stateOf(messageId)).toMatchObject({ state: 'failed', failure: '422' }));
  expect((await admin('message', 'system')).out).toContain('0 waiting, 1 failed');
  expect((await admin('message', 'system', '--system', String(systemId), '--again')).out).toContain(
    '1 message is tried',
  );
  await until(async () => expect(await stateOf(messageId)).toMatchObject({ state: 'delivered' }));
});

test('an answer becomes the provider’s message, once by its identifier, with its files', async () => {
  const { threadId } = await send('May I have the sheet?');
  const sheet = { contentType: 'text/plain', title: '../sheet\u202e.txt', data: btoa('Swim slowly.') };
  const body = {
    ...signed,
    identifier: [{ system: 'urn:ehr', value: 'A-1' }],
    partOf: about(threadId),
    payload: [{ contentString: 'Here it is.' }, { contentAttachment: sheet }],
  };
  const first = await answer(body);
  expect(first.status).toBe(200);
  expect((await answer(body)).body).toEqual(first.body);
  const messages = await thread(threadId);
  expect(messages).toHaveLength(2);
  expect(messages[0]?.readAt).not.toBeNull();
  expect(messages[1]).toMatchObject({
    isFromPatientSide: false,
    senderDisplayName: expect.stringContaining('Ottoline Fernbrook'),
    content: 'Here it is.',
    attachments: [{ fileName: 'sheet.txt', fileType: 'txt', bytes: 12, state: 'ready' }],
  });
});

test('the largest file that a system may send arrives', async () => {
  const { threadId } = await send('May I have the whole report?');
  const data = Buffer.alloc(attachmentLimits.fileBytes, 'Swim slowly. ').toString('base64');
  const payload = [{ contentAttachment: { title: 'report.txt', data } }];
  const sent = await answer({ ...signed, identifier: [{ value: 'large' }], partOf: about(threadId), payload });
  expect(sent).toMatchObject({ status: 200 });
  expect((await thread(threadId))[1]?.attachments).toMatchObject([{ bytes: attachmentLimits.fileBytes }]);
});

test('texts that are too long together are refused as such', async () => {
  const { threadId } = await send('Say all of it.');
  const payload = Array.from({ length: 10 }, () => ({ contentString: 'x'.repeat(20_000) }));
  const sent = await answer({ ...signed, identifier: [{ value: 'long' }], partOf: about(threadId), payload });
  expect(sent).toMatchObject({ status: 422, body: { error: 'communication_incomplete' } });
});

test('a system says that somebody has opened a message', async () => {
  const { threadId, messageId } = await send('Anybody there?');
  const opened = await answer({
    inResponseTo: [{ identifier: { value: `message-${String(messageId)}` } }],
    received: new Date().toISOString(),
  });
  expect(opened).toMatchObject({ status: 200, body: { messageId: null } });
  expect((await thread(threadId))[0]?.readAt).not.toBeNull();
});

test('what is written after somebody has opened the thread still waits for them', async () => {
  const { threadId, messageId } = await send('Before');
  await server.query("update secure_messages set sent_at = sent_at - interval '1 hour' where id = $1", [messageId]);
  const received = new Date(Date.now() - 600_000).toISOString();
  await reply(threadId, 'After');
  expect(await answer({ partOf: about(threadId), received })).toMatchObject({ status: 200 });
  expect((await thread(threadId)).map(({ readAt }) => readAt)).toEqual([received, null]);
});

test('a message that is named was opened, though the clock of its system is behind', async () => {
  const { threadId, messageId } = await send('Named');
  const inResponseTo = [{ identifier: { value: `message-${String(messageId)}` } }];
  await reply(threadId, 'After');
  await answer({ inResponseTo, received: new Date(Date.now() - 600_000).toISOString() });
  const [first, second] = await thread(threadId);
  expect([first?.readAt === first?.messageDate, second?.readAt]).toEqual([true, null]);
});

test('a wrong key, another system, a thread of none of its own, an answer without a name and a program are refused', async () => {
  const { threadId } = await send('Refusals');
  const whole = {
    ...signed,
    identifier: [{ value: 'A-2' }],
    partOf: about(threadId),
    payload: [{ contentString: 'x' }],
  };
  const program = { contentAttachment: { title: 'a.pdf', data: btoa('MZ\u0090\u0000\u0003\u0000') } };
  expect((await answer(whole, { key: 'k'.repeat(43) })).status).toBe(401);
  expect((await answer(whole, { system: v.parse(IfSystemId, systemId + 1) })).status).toBe(401);
  expect((await answer({ ...whole, partOf: about(v.parse(SecureThreadId, threadId + 1000)) })).status).toBe(404);
  expect((await answer({ ...whole, sender: undefined })).body).toEqual({ error: 'communication_incomplete' });
  expect((await answer({ ...whole, payload: [] })).body).toEqual({ error: 'communication_incomplete' });
  expect((await answer({ ...whole, payload: [program] })).body).toEqual({ error: 'file_type' });
  expect(await thread(threadId)).toHaveLength(1);
});

test('a new address makes the old key worthless, and an address in clear beyond the machine is refused', async () => {
  const set = (address: string) => admin('message', 'system', '--system', String(systemId), '--webhook', address);
  expect((await set('http://ehr.example/in')).code).toBe(2);
  expect((await set('https://user:word@ehr.example/in')).code).toBe(2);
  const off = await admin('message', 'system', '--system', String(systemId), '--off');
  expect(off.code).toBe(0);
  const { threadId } = await send('After the end');
  expect(
    (
      await answer({
        ...signed,
        identifier: [{ value: 'A-3' }],
        partOf: about(threadId),
        payload: [{ contentString: 'x' }],
      })
    ).status,
  ).toBe(401);
  await connect();
});
