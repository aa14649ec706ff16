import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  ActivityLine,
  type CallShape,
  type CcdaId,
  HealthSummaryHead,
  IdempotencyKey,
  type IfSystemId,
  type PatientId,
  type UserId,
  calls,
  languageCodes,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { addTransmission, noteMailOf } from './queue.ts';
import { addDocument, addSystem, ownSystem } from '../../tests/server/healthSummaries.ts';
import { enqueueMail } from '../mail/queue.ts';
import { startTestSmtp } from '../../tests/server/smtp.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { testTls } from '../../tests/server/tls.ts';

const serverKey = 'a key of these tests that is long enough';
const doctor = 'doctor@direct.example.org';

/** A gateway written by somebody else: it takes what is signed, once for each key. */
let secret = '';
let answers: number[] = [];
let tries: string[] = [];
const taken = new Map<string, string>();
const gateway = createServer((request, response) => {
  void text(request).then((body) => {
    const [, seconds = '', signature = ''] =
      /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['vestibule-signature'])) ?? [];
    const isSigned = signature === createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
    const key = String(request.headers['idempotency-key']);
    tries.push(key);
    const status = isSigned ? (answers.shift() ?? 200) : 401;
    if (status === 200) taken.set(key, body);
    response.writeHead(status).end();
  });
});

let server: TestServer;
let patient: Browser;
let patientId: PatientId;
let userId: UserId;
let bay: IfSystemId;
let ccdaId: CcdaId;
let email: string;
let webhook: string;

const admin = (...args: string[]) => command(args, server.databaseUrl, { SERVER_KEY: serverKey });
const newKey = () => v.parse(IdempotencyKey, randomUUID());

beforeAll(async () => {
  server = await startTestServer({ environment: { SERVER_KEY: serverKey } });
  patient = await server.signedIn('patient');
  const ids = await server.ids('patient');
  patientId = ids.patientId ?? (0 as PatientId);
  userId = ids.userId;
  bay = await addSystem(server, 'Otter Bay', patientId);
  ccdaId = await addDocument(server, { patientId, ifSystemId: bay, content: '<ClinicalDocument>é</ClinicalDocument>' });
  const [row] = await server.query('select email from users where id = $1', [userId]);
  email = String(row?.['email']);
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const { port } = v.parse(
    v.custom<AddressInfo>((value) => typeof value === 'object'),
    gateway.address(),
  );
  webhook = `http://127.0.0.1:${String(port)}/direct`;
});
afterAll(async () => {
  await server.stop();
  await new Promise<void>((closed) => void gateway.close(() => closed()));
});

interface Sending {
  readonly by?: 'email' | 'sendSecurely';
  readonly to?: string;
  readonly from?: string | null;
  readonly message?: string;
  readonly language?: (typeof languageCodes)[number];
  readonly key?: IdempotencyKey;
  readonly identifier?: Record<string, unknown>;
  readonly ifSystemId?: IfSystemId;
  readonly browser?: Browser;
}
const send = ({ by = 'email', browser = patient, ...rest }: Sending = {}) =>
  browser.call(calls.transmitHealthSummary, {
    params: { patientId, ifSystemId: rest.ifSystemId ?? bay, transmitType: by },
    query: { language: rest.language ?? 'en' },
    headers: { 'idempotency-key': rest.key ?? newKey() },
    body: {
      senderAddress: rest.from === undefined ? (by === 'email' ? email : null) : rest.from,
      recipientAddress: rest.to ?? doctor,
      messageText: rest.message ?? '',
      identifier: rest.identifier ?? { ccdaId },
    },
  });
const sends = () =>
  server.query(`select kind, recipient, state, failure from summary_transmissions where user_id = $1 order by id`, [
    userId,
  ]);
const lines = async (browser = patient, who = userId) => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const answer = await browser.call(calls.listActivity, {
    params: { userId: who },
    query: { startDate: day(-1), endDate: day(1), what: 'sent' },
  });
  return v.parse(v.object({ lines: v.array(ActivityLine) }), answer.body).lines;
};
const refusedAs = (status: number, error: string) => ({ status, body: { error } });
const passLimit = () => server.query('delete from limits');

describe('a send by email', () => {
  test('brings both files and the words of the patient, and answers go to the patient', async () => {
    const to = 'both@example.org';
    expect((await send({ to, message: 'Before my visit.\n<b>Thank you</b>' })).status).toBe(204);
    const [mail] = await server.waitForMails(to, 1);
    expect(mail?.replyTo?.[0]?.address).toBe(email);
    expect(mail?.subject).toBe('A health summary for you');
    expect(mail?.text).toContain('Juniper Applewhistle is sending you their health summary.');
    expect(mail?.text).toContain('Before my visit.\n<b>Thank you</b>');
    expect(mail?.text).toContain('Replies go to Juniper Applewhistle.');
    expect(mail?.html).toContain('&lt;b&gt;Thank you&lt;/b&gt;');
    expect(mail?.attachments.map(({ filename, mimeType }) => [filename?.replace(/\d{8}/, 'DAY'), mimeType])).toEqual([
      ['HealthSummary_DAY.html', 'text/html'],
      ['HealthSummary_DAY.xml', 'application/xml'],
    ]);
    const xml = mail?.attachments[1]?.content;
    expect(Buffer.from(xml instanceof ArrayBuffer ? new Uint8Array(xml) : (xml ?? '')).toString()).toBe(
      '<ClinicalDocument>é</ClinicalDocument>',
    );
  });

  test('works for a client of the specification alone, which knows no key and sends the whole form', async () => {
    const to = 'bythebook@example.org';
    const toSend: CallShape = calls.transmitHealthSummary;
    const answer = await patient.call(toSend, {
      params: { patientId, ifSystemId: bay, transmitType: 'email' },
      query: { language: 'en' },
      body: {
        patientId,
        ifSystemId: bay,
        senderAddress: email,
        recipientAddress: to,
        messageText: '',
        transmitType: 'email',
        formName: 'sendCcdaEmailForm',
        identifier: { ccdaId },
      },
    });
    expect(answer.status).toBe(204);
    expect(await server.waitForMails(to, 1)).toHaveLength(1);
  });

  test('stands in the audit and in the activity log with the addressee', async () => {
    const to = 'audited@example.org';
    expect((await send({ to })).status).toBe(204);
    const [row] = await server.query(
      "select patient_id, actor_user_id, detail - 'transmissionId' as detail from audit_events where type = 'healthSummary.sent' order by id desc limit 1",
    );
    expect(row).toEqual({
      patient_id: patientId,
      actor_user_id: userId,
      detail: { kind: 'email', to, ifSystemId: bay, ccdaId },
    });
    expect((await lines())[0]).toMatchObject({ act: 'summarySent', who: 'you', title: to });
  });

  test.each(languageCodes)('says who sends it in %s', async (language) => {
    await passLimit();
    const to = `in-${language}@example.org`;
    expect((await send({ to, language })).status).toBe(204);
    const [mail] = await server.waitForMails(to, 1);
    expect(mail?.text).toContain('Juniper Applewhistle');
    expect(mail?.text).not.toMatch(/\{\w+\}/);
    expect(mail?.attachments).toHaveLength(2);
  });

  test('is done by somebody who acts for the patient in their own name, and answers go to them', async () => {
    const browser = await server.signedIn('representative');
    const [row] = await server.query("select email, first_name from users where username = 'representative'");
    const own = String(row?.['email']);
    expect(await send({ browser, to: 'for@example.org', from: email })).toMatchObject(refusedAs(409, 'sender_changed'));
    expect((await send({ browser, to: 'for@example.org', from: own })).status).toBe(204);
    const [mail] = await server.waitForMails('for@example.org', 1);
    expect(mail?.replyTo?.[0]?.address).toBe(own);
    expect(mail?.text).toMatch(
      new RegExp(`${String(row?.['first_name'])} .* is sending you the health summary of Juniper Applewhistle`),
    );
    expect((await lines())[0]).toMatchObject({ act: 'summarySent', who: 'representative', title: 'for@example.org' });
  });

  test('is of the summary that the facility makes, too', async () => {
    const to = 'own@example.org';
    const identifier = { startDate: '2026-01-01', endDate: '2026-06-30' };
    expect((await send({ to, ifSystemId: await ownSystem(server, patientId), identifier })).status).toBe(204);
    expect((await server.waitForMails(to, 1))[0]?.attachments).toHaveLength(2);
  });

  test('is one, however often its key comes, also at the same moment', async () => {
    await passLimit();
    const [to, key] = ['once@example.org', newKey()];
    const all = await Promise.all(Array.from({ length: 50 }, () => send({ to, key })));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await send({ to, key })).status).toBe(204);
    await server.waitForMails(to, 1);
    expect((await sends()).filter(({ recipient }) => recipient === to)).toHaveLength(1);
    const rows = await server.query(
      "select 1 from audit_events where type = 'healthSummary.sent' and detail ->> 'to' = $1",
      [to],
    );
    expect(rows).toHaveLength(1);
  });

  test('is not answered as sent where its key has sent the summary of another patient', async () => {
    const [to, key] = ['other-patient@example.org', newKey()];
    expect((await send({ to, key })).status).toBe(204);
    const other = (await server.ids('noemail')).patientId;
    await server.query('update summary_transmissions set patient_id = $1 where recipient = $2', [other, to]);
    expect(await send({ to, key })).toMatchObject(refusedAs(404, 'not_found'));
  });

  test('is refused after twenty in an hour, and what is refused does not count', async () => {
    await passLimit();
    for (let n = 0; n < 20; n += 1) expect((await send({ to: 'many@example.org' })).status).toBe(204);
    expect(await send({ to: 'many@example.org' })).toMatchObject(refusedAs(429, 'too_many_requests'));
    expect((await sends()).filter(({ recipient }) => recipient === 'many@example.org')).toHaveLength(20);
    await passLimit();
  });

  test('whose mail is refused for good is told to whoever sent it', async () => {
    await server.tx(async (tx) => {
      const { facilityId } = await server.ids('patient');
      const transmissionId = await addTransmission(tx, {
        userId,
        key: newKey(),
        patientId,
        facilityId,
        kind: 'email',
        recipient: 'nobody@example.org',
        content: null,
      });
      const mailId = await enqueueMail(tx, {
        kind: 'healthSummary',
        facilityId,
        to: 'nobody@example.org',
        language: 'en',
        values: { patient: 'Juniper Applewhistle', writer: null, message: '', takesReplies: true },
      });
      if (transmissionId === null || mailId === null) throw new Error('nothing is sent');
      await noteMailOf(tx, transmissionId, mailId);
      await tx.script(
        `update mails set state = 'refused', ended_at = now(), failure = '550', recipient = null, content = null where id = ${String(mailId)}`,
      );
    });
    await vi.waitFor(async () => expect((await sends()).at(-1)).toMatchObject({ state: 'failed', failure: '550' }), {
      timeout: 10_000,
      interval: 50,
    });
    expect((await lines())[0]).toMatchObject({ act: 'summaryNotDelivered', title: 'nobody@example.org' });
    const told = (await server.waitForMails(email, 1)).at(-1);
    expect(told?.subject).toBe('What you sent was not delivered');
    expect(`${told?.text ?? ''}${told?.html ?? ''}`).not.toMatch(/nobody@|health summary|Otter/i);
  });
});

describe('a send is refused', () => {
  test.each([
    ['from another address than the one on file', { from: 'other@example.org' }, 409, 'sender_changed'],
    ['from no address', { from: null }, 409, 'sender_changed'],
    ['to what is no address', { to: 'not an address' }, 422, 'recipient_invalid'],
    ['to two addresses', { to: 'one@example.org, two@example.org' }, 422, 'recipient_invalid'],
    ['with a line of a header', { to: 'one@example.org\r\nBcc: two@example.org' }, 422, 'recipient_invalid'],
    ['securely while the facility has no gateway', { by: 'sendSecurely' }, 400, 'direct_not_configured'],
    ['of a document that is not there', { identifier: { ccdaId: 999_999_999 } }, 404, 'not_found'],
    [
      'of a range of the wrong order',
      { identifier: { startDate: '2026-02-02', endDate: '2026-02-01' } },
      400,
      'bad_request',
    ],
    [
      'of both a document and a range',
      { identifier: { ccdaId: 1, startDate: '2026-02-02', endDate: '2026-02-03' } },
      400,
      'bad_request',
    ],
    ['with a message of 2001 characters', { message: 'x'.repeat(2001) }, 400, 'bad_request'],
  ] satisfies [string, Sending, number, string][])('%s', async (_, sending, status, error) => {
    const before = await sends();
    expect(await send(sending)).toMatchObject(refusedAs(status, error));
    expect(await sends()).toEqual(before);
  });

  test('where it is larger than mail servers take', async () => {
    const large = await addDocument(server, { patientId, ifSystemId: bay, content: Buffer.alloc(10_000_001, ' ') });
    expect(await send({ identifier: { ccdaId: large } })).toMatchObject(refusedAs(413, 'summary_too_large'));
  });

  test('without a fresh password', async () => {
    await server.query("update sessions set proved_at = proved_at - interval '301 seconds'");
    expect(await send()).toMatchObject(refusedAs(403, 'password_needed'));
    patient = await server.signedIn('patient');
  });
});

const Body = v.object({
  id: v.string(),
  createdAt: v.string(),
  from: v.string(),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  documents: v.array(v.object({ fileName: v.string(), contentType: v.string(), data: v.string() })),
});
const untilState = (state: string) =>
  vi.waitFor(async () => expect((await sends()).at(-1)).toMatchObject({ kind: 'sendSecurely', state }), {
    timeout: 10_000,
    interval: 50,
  });
/** Lets the next try be due. */
const passTime = () => server.query("update summary_transmissions set next_try_at = now() where state = 'queued'");

describe('a secure send', () => {
  beforeAll(async () => {
    const set = ['health-summary', 'gateway', '--facility', 'Northlight Cancer Centre'];
    const told = await admin(...set, '--webhook', webhook, '--sender', 'portal@direct.northlight.example');
    expect(told.code, told.err).toBe(0);
    secret = /signatures: (\S+)/.exec(told.out)?.[1] ?? '';
  });

  test('can be done from now on', async () => {
    const answer = await patient.call(calls.getMostRecentHealthSummary, { params: { patientId, ifSystemId: bay } });
    expect(v.parse(HealthSummaryHead, answer.body).sendSecurelyDisabled).toBe(false);
  });

  test('goes to the gateway, signed, from its own address, with both files', async () => {
    expect((await send({ by: 'sendSecurely', message: 'Before my visit.', language: 'es' })).status).toBe(204);
    await untilState('delivered');
    const [key = '', body = ''] = [...taken].at(-1) ?? [];
    const posted = v.parse(Body, JSON.parse(body));
    expect(posted).toMatchObject({
      id: key,
      from: 'portal@direct.northlight.example',
      to: doctor,
      subject: 'Un resumen de salud para usted',
    });
    expect(posted.text).toContain('Before my visit.');
    expect(posted.documents.map(({ contentType }) => contentType)).toEqual(['text/html', 'application/xml']);
    expect(Buffer.from(posted.documents[1]?.data ?? '', 'base64').toString()).toBe(
      '<ClinicalDocument>é</ClinicalDocument>',
    );
    const [row] = await server.query('select content from summary_transmissions order by id desc limit 1');
    expect(row).toEqual({ content: null });
  });

  test('is refused to what is no Direct address', async () => {
    expect(await send({ by: 'sendSecurely', to: 'doctor@[192.0.2.1]' })).toMatchObject(
      refusedAs(422, 'recipient_invalid'),
    );
  });

  test('is tried again under the same name while the gateway is down, refuses the login or leads elsewhere, and then delivered', async () => {
    tries = [];
    answers = [503, 401, 302];
    expect((await send({ by: 'sendSecurely' })).status).toBe(204);
    for (let count = 1; count <= 3; count += 1) {
      await vi.waitFor(() => expect(tries).toHaveLength(count), { timeout: 10_000, interval: 50 });
      await vi.waitFor(
        async () =>
          expect(
            await server.query("select 1 from summary_transmissions where state = 'queued' and lease is null"),
          ).toHaveLength(1),
        { timeout: 5000, interval: 20 },
      );
      await passTime();
    }
    await untilState('delivered');
    expect(new Set(tries).size).toBe(1);
    expect(tries).toHaveLength(4);
  });

  test('that the gateway refuses is told to whoever sent it, in the log and by mail', async () => {
    const before = (await server.mails(email)).length;
    answers = [422];
    expect((await send({ by: 'sendSecurely', to: 'gone@direct.example.org' })).status).toBe(204);
    await untilState('failed');
    const [line] = await lines();
    expect(line).toMatchObject({ act: 'summaryNotDelivered', who: 'staff', title: 'gone@direct.example.org' });
    const told = (await server.waitForMails(email, before + 1)).at(-1);
    expect(told?.subject).toBe('What you sent was not delivered');
    expect(told?.text).toContain('/health-summary');
  });

  test('whose tries are used up has failed', async () => {
    answers = [503, 503];
    expect((await send({ by: 'sendSecurely' })).status).toBe(204);
    await vi.waitFor(async () => expect((await sends()).at(-1)).toMatchObject({ state: 'queued', failure: '503' }), {
      timeout: 10_000,
      interval: 50,
    });
    await server.query("update summary_transmissions set tries = 11, next_try_at = now() where state = 'queued'");
    await untilState('failed');
  });

  test('that cannot be written is tried like any other, and then told to whoever sent it', async () => {
    const before = (await server.mails(email)).length;
    const { facilityId } = await server.ids('patient');
    await server.tx((tx) =>
      addTransmission(tx, {
        userId,
        key: newKey(),
        patientId,
        facilityId,
        kind: 'sendSecurely',
        recipient: doctor,
        content: Buffer.from('not packed'),
      }),
    );
    await vi.waitFor(async () => expect((await sends()).at(-1)).toMatchObject({ state: 'queued', failure: 'FAULT' }), {
      timeout: 10_000,
      interval: 50,
    });
    await server.query("update summary_transmissions set tries = 11, next_try_at = now() where state = 'queued'");
    await untilState('failed');
    expect((await server.waitForMails(email, before + 1)).at(-1)?.subject).toBe('What you sent was not delivered');
  });

  test.each([
    { by: 'TLS from the beginning', how: 'secure' as const, scheme: 'smtps:' },
    { by: 'STARTTLS', how: 'startTls' as const, scheme: 'smtp:' },
  ])('goes by $by to a mail server that speaks Direct, which has proved its name', async ({ how, scheme }) => {
    const relay = await startTestSmtp({ user: 'portal', pass: 'p:ss' }, testTls, how);
    expect(new URL(relay.url).protocol).toBe(scheme);
    const url = `${relay.url}?tls.ca=${encodeURIComponent(testTls.cert)}`;
    const set = ['health-summary', 'gateway', '--facility', 'Northlight Cancer Centre'];
    const told = await admin(...set, '--smtp', url, '--sender', 'portal@direct.northlight.example');
    expect(told.code, told.err).toBe(0);
    const [row] = await server.query('select url from direct_gateways');
    expect(row?.['url']).not.toContain('portal:');
    expect((await send({ by: 'sendSecurely' })).status).toBe(204);
    await untilState('delivered');
    const [mail] = relay.received;
    expect(mail?.to).toBe(doctor);
    expect(mail?.mail.from).toMatchObject({ address: 'portal@direct.northlight.example' });
    expect(mail?.mail.attachments).toHaveLength(2);
    expect(mail?.isSecure).toBe(true);
    await relay.close();
  });

  test('waits while the mail server offers no TLS, or has not proved its name, and nothing goes out in clear', async () => {
    const set = ['health-summary', 'gateway', '--facility', 'Northlight Cancer Centre'];
    const plain = await startTestSmtp();
    const unproved = await startTestSmtp(undefined, testTls, 'startTls');
    for (const relay of [plain, unproved]) {
      const told = await admin(...set, '--smtp', relay.url, '--sender', 'portal@direct.northlight.example');
      expect(told.code, told.err).toBe(0);
      const tried = await admin(...set, '--try', doctor);
      expect(tried.code).toBe(1);
      expect(tried.err).toContain('did not take it');
      expect((await send({ by: 'sendSecurely' })).status).toBe(204);
      await vi.waitFor(
        async () => expect((await sends()).at(-1)).toMatchObject({ state: 'queued', failure: expect.any(String) }),
        { timeout: 10_000, interval: 50 },
      );
      expect(relay.received).toEqual([]);
      await relay.close();
    }
    await server.query("delete from summary_transmissions where state = 'queued'");
    await passLimit();
    expect((await admin(...set, '--off')).code).toBe(0);
  });
});

describe('the command line', () => {
  const facility = ['--facility', 'Northlight Cancer Centre'];

  test('lists systems with their documents, gateways and what waits', async () => {
    const { code, out } = await admin('health-summary', 'list');
    expect(code).toBe(0);
    expect(out).toMatch(/Northlight Cancer Centre: Otter Bay {2}\d+ documents of 1 patient\b/);
    expect(out).toMatch(/Northlight Cancer Centre: Northlight Cancer Centre {2}made by the facility itself/);
    expect(out).toMatch(/Harbour Point Clinic: no gateway, 0 waiting, 0 not delivered/);
  });

  test('switches the facility’s own source off and on, and the audit says so', async () => {
    expect((await admin('health-summary', 'source', ...facility, '--off')).code).toBe(0);
    const own = await ownSystem(server, patientId);
    const recent = () => patient.call(calls.getMostRecentHealthSummary, { params: { patientId, ifSystemId: own } });
    expect((await recent()).status).toBe(404);
    expect((await admin('health-summary', 'source', ...facility, '--on')).code).toBe(0);
    expect((await recent()).status).toBe(200);
    const rows = await server.query(
      "select detail from audit_events where type = 'healthSummary.sourceSwitched' order by id",
    );
    expect(rows).toEqual([{ detail: { isOn: false } }, { detail: { isOn: true } }]);
  });

  test('sets the number under which others know the facility and its patients', async () => {
    const oid = '2.16.840.1.113883.19.5';
    const set = (...more: string[]) => admin('health-summary', 'oid', ...more);
    const root = async () => (await server.query('select id_root from facilities where is_default'))[0]?.['id_root'];
    const before = await root();
    expect(await set(...facility, '--none')).toMatchObject({ code: 0, out: 'It is so already.' });
    expect(await root()).toBe(before);
    expect((await set(...facility, '--set', `urn:oid:${oid}`)).out).toContain(oid);
    expect(await set(...facility, '--set', oid)).toMatchObject({ code: 0, out: 'It is so already.' });
    const path = `/api/patients/${String(patientId)}/HealthSummary/${String(await ownSystem(server, patientId))}/download?startDate=2026-01-01&endDate=2026-12-31&form=xml`;
    const ticket = await patient.call(calls.createDownloadToken, { params: { userId }, body: { path } });
    const { token } = v.parse(v.object({ token: v.string() }), ticket.body);
    const file = await fetch(`${server.portalUrl}${path}&token=${token}`);
    expect(await file.text()).toContain(`root="${oid}"`);
    expect(await set('--facility', 'Harbour Point Clinic', '--set', oid)).toMatchObject({ code: 1 });
    for (const wrong of ['3.1.2', '1.40.3', '2.16.', '2.016.1', 'x', '2.16'])
      expect((await set(...facility, '--set', wrong)).code, wrong).toBe(2);
    expect((await set(...facility)).code).toBe(2);
    expect(await root()).toBe(oid);
    expect((await set(...facility, '--none')).code).toBe(0);
    expect(await root()).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('tries a gateway without any health information, and says what came of it', async () => {
    const set = await admin(
      'health-summary',
      'gateway',
      ...facility,
      '--webhook',
      webhook,
      '--sender',
      'a@direct.example',
    );
    secret = /signatures: (\S+)/.exec(set.out)?.[1] ?? '';
    const tried = () => admin('health-summary', 'gateway', ...facility, '--try', doctor);
    expect(await tried()).toMatchObject({ code: 0, out: 'The gateway took it.' });
    expect(v.parse(Body, JSON.parse([...taken.values()].at(-1) ?? ''))).toMatchObject({ to: doctor, documents: [] });
    answers = [500];
    expect(await tried()).toMatchObject({ code: 1, err: 'The gateway did not take it: 500.' });
    expect((await admin('health-summary', 'gateway', ...facility, '--off')).code).toBe(0);
    expect(await tried()).toMatchObject({ code: 1, err: 'The facility has no gateway.' });
  });

  test.each([
    [['--webhook', 'http://gateway.example/', '--sender', 'a@direct.example']],
    [['--webhook', 'https://user:pass@gateway.example/', '--sender', 'a@direct.example']],
    [['--webhook', 'https://gateway.example/', '--sender', 'nobody']],
    [['--webhook', 'https://gateway.example/']],
    [['--smtp', 'https://gateway.example/', '--sender', 'a@direct.example']],
    [['--smtp', 'smtps://gateway.example/?tls.rejectUnauthorized=false', '--sender', 'a@direct.example']],
    [['--off', '--try', 'a@direct.example']],
    [[]],
  ])('does not take %j', async (args) => {
    const { code, err } = await admin('health-summary', 'gateway', ...facility, ...args);
    expect(code).toBe(2);
    expect(err).not.toBe('');
    expect(await server.query('select 1 from direct_gateways')).toEqual([]);
  });
});

test('every row of the audit is sound', async () => {
  expect(await server.brokenAuditRows()).toEqual([]);
});
