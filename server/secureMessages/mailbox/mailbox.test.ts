import {
  CareProviderId,
  IdempotencyKey,
  MessageAttachment,
  PatientId,
  type SecureMessage,
  SecureMessageId,
  SecureThreadId,
  addMessageAttachment,
  callUrl,
  getNotificationSettings,
  getThread,
  listMessageRecipients,
  sendMessage,
  type MessageRequest,
  MessageThread,
  listThreads,
} from '@portal/api';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { command } from '../../../tests/server/commands.ts';
import type { Worker } from '../../process/worker.ts';
import { type Received, type TestSmtp, smtpRefusal, startTestSmtp } from '../../../tests/server/smtp.ts';
import { type Browser, type TestServer, startTestServer } from '../../../tests/server/facilityServer.ts';
import { testTls } from '../../../tests/server/tls.ts';
import { bouncesAt, returnPathOf } from '../../mail/bounces.ts';
import { addressWith } from '../../mail/taggedAddress.ts';
import { newReplyToken } from './tokens.ts';
import { startReadingMailbox } from './imap.ts';
import { type TestImap, startTestImap } from '../../../tests/server/imap.ts';
import {
  type TestMail,
  authserv,
  hostileMails,
  partsOf,
  quotations,
  rawMail,
  replyTo,
  tinyPng,
} from '../../../tests/server/mails.ts';

const team = 'team@clinic.example';
let smtp: TestSmtp;
let server: TestServer;
let patient: Browser;
let mine: { readonly patientId: PatientId };
let doctor: CareProviderId;
let systemId = '';
let environment: Readonly<Record<string, string>> = {};

const admin = (args: readonly string[], more: Readonly<Record<string, string>> = {}, input?: Uint8Array) =>
  command(args, server.databaseUrl, { ...environment, ...more }, input);
const set = (...args: readonly string[]) => admin(['message', 'system', '--system', systemId, ...args]);
const take = (mail: TestMail, more: Readonly<Record<string, string>> = {}) =>
  admin(['message', 'take-mail'], more, rawMail(mail));
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

beforeAll(async () => {
  smtp = await startTestSmtp(undefined, testTls);
  environment = {
    SMTP_URL: `${smtp.url}?tls.ca=${encodeURIComponent(testTls.cert)}`,
    MAILBOX_REPLY_TO: replyTo,
    MAILBOX_AUTHSERV: authserv,
    MAILBOX_DOMAINS: 'clinic.example',
    MAIL_BOUNCES_TO: 'bounces@portal.example',
  };
  server = await startTestServer({ environment });
  patient = await server.signedIn('patient');
  mine = { patientId: v.parse(PatientId, (await server.ids('patient')).patientId) };
  const { recipients } = v.parse(
    listMessageRecipients.answer,
    (await patient.call(listMessageRecipients, { params: mine })).body,
  );
  doctor = v.parse(CareProviderId, recipients.find(({ takesMessages }) => takesMessages)?.careProviderId);
  const [row] = await server.query(
    'select external_system_id::text as id from care_team_members where patient_id = $1 and care_provider_id = $2',
    [mine.patientId, doctor],
  );
  systemId = v.parse(v.object({ id: v.string() }), row).id;
  const told = await set('--mailbox', team, '--sender', '@clinic.example', '--with-text');
  expect(told, told.err).toMatchObject({ code: 0 });
});
afterEach(() => smtp.behave({}));
afterAll(async () => {
  await server.stop();
  await smtp.close();
});

const Sent = v.object({ threadId: SecureThreadId, messageId: SecureMessageId });
/** Sends a message; gives the resulting mail and the address for replies. */
async function send(
  content: string,
  files: Readonly<Record<string, Uint8Array>> = {},
  request: MessageRequest | null = null,
) {
  const key = v.parse(IdempotencyKey, crypto.randomUUID());
  const attachmentIds = [];
  for (const [name, body] of Object.entries(files)) {
    const path = callUrl(addMessageAttachment, { ...mine, draftId: key });
    const added = await patient.fetch(path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${patient.tokens?.access_token ?? ''}`,
        'content-type': 'application/octet-stream',
        'idempotency-key': crypto.randomUUID(),
        'file-name': name,
      },
      body: Buffer.from(body),
    });
    attachmentIds.push(v.parse(MessageAttachment, added.body).attachmentId);
  }
  const before = smtp.received.length;
  const answer = await patient.call(sendMessage, {
    params: { ...mine, careProviderId: doctor },
    headers: { 'idempotency-key': key },
    body: { subject: 'Swimming', content, attachmentIds, request },
  });
  expect(answer.status, answer.text).toBe(200);
  const sent = v.parse(Sent, answer.body);
  return { ...sent, before };
}
async function sendAndGet(content: string, files: Readonly<Record<string, Uint8Array>> = {}) {
  const { before, ...sent } = await send(content, files);
  await until(() => expect(smtp.received.length).toBe(before + 1));
  const mail = v.parse(
    v.custom<Received>((one) => one !== undefined),
    smtp.received.at(-1),
  );
  return { ...sent, mail, to: mail.mail.replyTo?.[0]?.address ?? '' };
}
/** The same without waiting for the mail: the reply address is made here. */
async function ask(content: string) {
  const { threadId } = await send(content);
  const to = addressWith(replyTo, await server.tx((tx) => newReplyToken(tx, threadId)));
  return { threadId, to };
}
const thread = async (threadId: SecureThreadId): Promise<SecureMessage[]> =>
  v.parse(getThread.answer, (await patient.call(getThread, { params: { ...mine, threadId } })).body);
const stateOf = async (messageId: SecureMessageId) =>
  (await server.query('select state, failure from message_deliveries where message_id = $1', [messageId]))[0];

describe('the mail to a care team', () => {
  test('has message, patient and files where the facility said so, and leaves nothing of it behind', async () => {
    const { mail, messageId } = await sendAndGet('May I swim again?\nI miss it.', {
      'plan.txt': Buffer.from('Monday'),
    });
    expect(mail.to).toBe(team);
    expect(mail.mail.subject).toMatch(/^A patient has written to /);
    expect(`${mail.mail.subject ?? ''}`).not.toContain('Swimming');
    expect(mail.mail.text).toContain('Subject: Swimming\n\nMay I swim again?\nI miss it.');
    expect(mail.mail.text).toMatch(/Patient: \S+ \S+/);
    expect(mail.mail.text).not.toContain('Replies to it are not read');
    expect(mail.mail.attachments).toMatchObject([{ filename: 'plan.txt' }]);
    expect(mail.mail.replyTo?.[0]?.address).toMatch(/^answers\+[0-9a-f]{32}@portal\.example$/);
    await until(async () => {
      expect(await stateOf(messageId)).toMatchObject({ state: 'delivered' });
      expect(await server.query("select content from mails where kind = 'messageForCareTeam'")).toEqual([
        { content: null },
      ]);
    });
  });

  test('that the mail server never takes is a delivery that failed, to be tried once more when asked', async () => {
    smtp.behave({
      onRecipient: () => {
        throw smtpRefusal(550);
      },
    });
    const { messageId, before } = await send('Refused');
    await until(async () => expect(await stateOf(messageId)).toMatchObject({ state: 'failed', failure: '550' }));
    smtp.behave({});
    expect((await set('--again')).out).toContain('1 message is');
    await until(() => expect(smtp.received.length).toBe(before + 1));
    await until(async () => expect(await stateOf(messageId)).toMatchObject({ state: 'delivered' }));
  });

  test('without the text says that one waits, and nothing of the patient', async () => {
    expect((await set('--mailbox', team, '--sender', '@clinic.example')).out).toContain('without their text');
    const { mail } = await sendAndGet('May I swim again?', { 'plan.txt': Buffer.from('Monday') });
    const [row] = await server.query('select first_name, last_name, mrn from patients where id = $1', [mine.patientId]);
    const { first_name: firstName, last_name: lastName, mrn } = row ?? {};
    for (const word of ['Swimming', 'swim', 'plan.txt', firstName, lastName, mrn])
      expect(mail.raw.toString()).not.toContain(String(word));
    expect(mail.mail.attachments).toEqual([]);
    await set('--mailbox', team, '--sender', '@clinic.example', '--with-text');
  });
});

describe('a reply', () => {
  test('becomes the answer in the patient’s thread, once, however often and by however many ways it comes', async () => {
    const { threadId, to } = await sendAndGet('May I swim?');
    const reply: TestMail = {
      to,
      id: '<once@clinic.example>',
      ...partsOf('mixed', [
        {
          type: 'text/plain; charset=utf-8',
          content: `Yes, slowly.\n\n-- \nOttoline\n\n${quotations['Gmail, en'] ?? ''}`,
        },
        {
          type: 'image/png; name="plan.png"',
          headers: ['Content-Disposition: attachment; filename="plan.png"'],
          content: tinyPng,
        },
      ]),
    };
    const all = await Promise.all([take(reply), take(reply), take(reply)]);
    expect(all.map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ]);
    expect((await take(reply)).code).toBe(0);
    const messages = await thread(threadId);
    expect(messages).toHaveLength(2);
    expect(messages[0]?.readAt).not.toBeNull();
    expect(messages[1]).toMatchObject({
      isFromPatientSide: false,
      senderDisplayName: expect.stringContaining('Ottoline Fernbrook'),
      content: 'Yes, slowly.',
      attachments: [{ fileName: 'plan.png', fileType: 'png', state: 'ready' }],
    });
  });

  test('settles a request where it begins with [done], or with [declined] and why', async () => {
    await server.query(
      `update facilities set message_settings = coalesce(message_settings, '{}') || '{"requests": [{"kind": "visitMove", "withinDays": 2}]}' where is_default`,
    );
    const ofThread = async (threadId: SecureThreadId) =>
      v
        .parse(v.array(MessageThread), (await patient.call(listThreads, { params: mine, query: {} })).body)
        .find((one) => one.threadId === threadId)?.request;
    const before = smtp.received.length;
    const { threadId } = await send('Any Friday?', {}, { kind: 'visitMove', about: 'visit-1' });
    await until(() => expect(smtp.received.length).toBe(before + 1));
    const { mail } = smtp.received.at(-1) ?? {};
    expect(mail?.text).toMatch(/This is a request\. The patient was promised an answer by \w+, \w+ \d/);
    await until(async () => expect((await ofThread(threadId))?.receivedAt).toMatch(/^20/));
    const to = mail?.replyTo?.[0]?.address ?? '';
    expect((await take({ to, id: '<r1@x>', body: '[declined] No Friday is free.' })).code).toBe(0);
    expect((await ofThread(threadId))?.outcome).toMatchObject({ kind: 'declined', reason: 'No Friday is free.' });
    expect((await take({ to, id: '<r2@x>', body: '[done]' })).code).toBe(0);
    expect((await ofThread(threadId))?.outcome).toMatchObject({ kind: 'done', reason: 'Your request is done.' });
    const plain = await ask('No request');
    expect((await take({ to: plain.to, id: '<r3@x>', body: '[done] Yes.' })).code).toBe(0);
    expect((await thread(plain.threadId)).at(-1)?.content).toBe('[done] Yes.');
  });

  test('without a name of its sender is the provider’s', async () => {
    const { threadId, to } = await ask('Who answers?');
    expect((await take({ to, id: '<n@x>', from: 'ottoline@clinic.example', body: 'We do.' })).code).toBe(0);
    const [asked, answered] = await thread(threadId);
    const [{ name } = { name: '' }] = await server.query(
      "select provider_first_name || ' ' || provider_last_name as name from secure_threads where id = $1",
      [threadId],
    );
    expect(asked?.isFromPatientSide).toBe(true);
    expect(answered?.senderDisplayName).toContain(String(name));
  });

  test('that nobody may send is refused for good, and the log has no more than why', async () => {
    const { threadId, to } = await ask('Refusals');
    const other = await ask('Another thread');
    const file = (content: Buffer) =>
      partsOf('mixed', [
        { type: 'text/plain', content: 'See the file.' },
        { type: 'application/pdf; name="a.pdf"', headers: ['Content-Disposition: attachment'], content },
      ]);
    const evil = `${authserv}; dmarc=pass header.from=evil.example`;
    const refused: readonly (readonly [TestMail, string])[] = [
      [{ to, body: 'x', checked: `${authserv}; dmarc=fail header.from=clinic.example` }, 'sender_unchecked'],
      [{ to, body: 'x', from: 'Mallory <m@evil.example>', checked: evil }, 'sender_unknown'],
      [{ to: `answers+${'0'.repeat(32)}@portal.example`, body: 'x' }, 'token_unknown'],
      [{ to: `${to}, ${other.to}`, body: 'x' }, 'token_ambiguous'],
      [{ to, body: 'x', headers: ['Auto-Submitted: auto-replied'] }, 'automatic'],
      [{ to, ...file(Buffer.from('MZ\u0090\u0000\u0003\u0000')) }, 'file_type'],
      [{ to, body: 'x'.repeat(30_000_000) }, 'mail_too_large'],
    ];
    for (const [mail, why] of refused) expect(await take(mail)).toMatchObject({ code: 65, err: `refused: ${why}` });
    await server.query(
      "update message_reply_tokens set expires_at = now() - interval '1 second' where thread_id = $1",
      [threadId],
    );
    expect(await take({ to, body: 'x' })).toMatchObject({ code: 65, err: 'refused: token_unknown' });
    expect(await thread(threadId)).toHaveLength(1);
    const rows = await server.query("select * from audit_events where type = 'message.mailRefused' order by id");
    expect(rows.map(({ detail }) => v.parse(v.object({ why: v.string() }), detail).why)).toEqual([
      ...refused.slice(0, -1).map(([, why]) => why),
      'token_unknown',
    ]);
    expect(JSON.stringify(rows)).not.toContain('evil');
    expect(await server.brokenAuditRows()).toEqual([]);
  });

  test('is kept by the mail server while anything of ours does not work', async () => {
    const { to } = await ask('Later');
    expect(await take({ to, body: 'x' }, { MAILBOX_AUTHSERV: '' })).toMatchObject({ code: 75 });
    expect(await take({ to, body: 'x' }, { MAILBOX_REPLY_TO: '' })).toMatchObject({ code: 75 });
    expect(await take({ to, body: 'x' }, { PORT: 'wrong' })).toMatchObject({ code: 75 });
    const file = partsOf('mixed', [
      { type: 'text/plain; name="a.txt"', headers: ['Content-Disposition: attachment'], content: 'file' },
    ]);
    expect(await take({ to, ...file }, { ATTACHMENT_SCANNER: 'exit 2' })).toMatchObject({ code: 75 });
    const gone = await command(
      ['message', 'take-mail'],
      'postgresql://nobody@127.0.0.1:1/none',
      environment,
      rawMail({ to, body: 'x' }),
    );
    expect(gone.code).toBe(75);
  });
});

test('a report that a mail could not be delivered marks the address of that patient alone', async () => {
  const [row] = await server.query('select email_address as address from patients where id = $1', [mine.patientId]);
  const { address } = v.parse(v.object({ address: v.string() }), row);
  const bounces = await bouncesAt(server.pool.db, '', 'bounces@portal.example');
  if (bounces === null) throw new Error('Bounces have an address here.');
  expect(smtp.received.map(({ from, to }) => from === returnPathOf(bounces, to))).not.toContain(false);
  const isMarked = async () =>
    v.parse(
      v.object({ emailBounced: v.boolean() }),
      (await patient.call(getNotificationSettings, { params: mine })).body,
    ).emailBounced;
  const report = (to: string) => ({
    from: 'MAILER-DAEMON@mx.mail.example',
    to,
    ...partsOf('report; report-type=delivery-status', [
      { type: 'text/plain', content: 'It could not be delivered.' },
      {
        type: 'message/delivery-status',
        content: `Reporting-MTA: dns; mx.mail.example\n\nFinal-Recipient: rfc822; ${address}\nAction: failed\nStatus: 5.1.1\n`,
      },
    ]),
  });
  expect(await take(report(returnPathOf(bounces, 'someone@else.example')))).toMatchObject({ code: 0 });
  expect(await isMarked()).toBe(false);
  expect(await take(report(returnPathOf(bounces, address)))).toMatchObject({ code: 0 });
  expect(await isMarked()).toBe(true);
});

test('a mailbox is not set where nobody could answer, or where its mails would not be safe', async () => {
  const refusedWith = async (more: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    admin(['message', 'system', '--system', systemId, '--mailbox', ...args], more);
  expect(await refusedWith({ MAILBOX_REPLY_TO: '' }, team)).toMatchObject({ code: 1 });
  expect(await refusedWith({}, 'team@elsewhere.example', '--with-text')).toMatchObject({ code: 1 });
  expect(await refusedWith({ SMTP_URL: 'smtp://mail.example:587' }, team, '--with-text')).toMatchObject({ code: 1 });
  const unchecked = 'smtps://mail.example?tls.rejectUnauthorized=false';
  expect(await refusedWith({ SMTP_URL: unchecked }, team, '--with-text')).toMatchObject({ code: 1 });
  expect(await refusedWith({}, 'nobody')).toMatchObject({ code: 2 });
  expect(await refusedWith({}, team, '--sender', 'clinic.example')).toMatchObject({ code: 2 });
  expect(await refusedWith({}, team, '--webhook', 'https://ehr.example')).toMatchObject({ code: 2 });
  const said = await admin(['message', 'system'], { MAILBOX_IMAP: 'imaps://a:b@mail.example', MAILBOX_AUTHSERV: '' });
  expect(said.err).toContain('MAILBOX_AUTHSERV');
});

describe('by IMAP', () => {
  let imap: TestImap;
  const readers: Worker[] = [];
  const read = (): void => {
    const settings = { replyTo, authserv, bounces: null, imap: imap.url };
    readers.push(
      startReadingMailbox(server.pool, pino({ level: 'silent' }), () => Promise.resolve('clean'), settings, {
        authorities: testTls.cert,
        everyMs: 100,
      }),
    );
  };
  const namesIn = (folder: string): number => imap.folders.get(folder)?.length ?? 0;
  beforeAll(async () => {
    imap = await startTestImap();
  });
  afterEach(async () => {
    await Promise.all(readers.splice(0).map((reader) => reader.stop()));
  });
  afterAll(() => imap.close());

  test('replies are taken by one reader at a time and put away, and the others put aside', async () => {
    const { threadId, to } = await ask('By mail?');
    imap.put(rawMail({ to, id: '<imap-1@x>', body: 'Yes, by mail.' }));
    imap.put(rawMail({ to, id: '<imap-2@x>', body: 'x', checked: null }));
    imap.put(Buffer.from('huge'), 30_000_000);
    read();
    read();
    await until(() => expect([namesIn('INBOX'), namesIn('Done'), namesIn('Refused')]).toEqual([0, 1, 2]));
    expect((await thread(threadId)).map(({ content }) => content)).toEqual(['By mail?', 'Yes, by mail.']);
    expect(imap.folders.get('Done')?.[0]?.isSeen).toBe(true);
    expect(imap.mostReaders()).toBe(1);
  });

  test('hostile HTML of one who may answer and of a stranger is put aside, and the mail after it is read', async () => {
    const { threadId, to } = await ask('Will it take long?');
    const before = [namesIn('Done'), namesIn('Refused')] as const;
    for (const mail of hostileMails(to)) imap.put(mail);
    imap.put(rawMail({ to, id: '<hostile-after@x>', body: 'No.' }));
    const waits = monitorEventLoopDelay();
    waits.enable();
    const { rss } = process.memoryUsage();
    read();
    await until(() => expect([namesIn('Done'), namesIn('Refused')]).toEqual([before[0] + 1, before[1] + 3]));
    if (process.env['FIGURES'] === '1')
      process.stderr.write(
        `hostile mails: others waited ${String(Math.round(waits.max / 1e6))} ms, ${String(Math.round((process.memoryUsage().rss - rss) / 1e6))} MB more\n`,
      );
    expect((await thread(threadId)).map(({ content }) => content)).toEqual(['Will it take long?', 'No.']);
  });

  test('a reply with a sign that no database stores is taken without it, and does not hold up the mail after it', async () => {
    const { threadId, to } = await ask('Which signs?');
    const before = namesIn('Done');
    imap.put(rawMail({ to, id: '<sign\0-1@x>', body: 'Y\0e\0s\0' }));
    imap.put(rawMail({ to, id: '<sign-2@x>', type: 'text/html; charset=utf-8', body: '<p>And\0 no.</p>' }));
    read();
    await until(() => expect(namesIn('Done')).toBe(before + 2));
    const said = (await thread(threadId)).map(({ content }) => content);
    expect(said.slice(0, 2)).toEqual(['Which signs?', 'Yes']);
    expect(said).toHaveLength(3);
  });

  test('a reader that dies between the answer and the folder leaves one answer', async () => {
    const { threadId, to } = await ask('Twice?');
    const before = namesIn('Done');
    imap.breakMoves(2);
    imap.put(rawMail({ to, id: '<imap-3@x>', body: 'Once.' }));
    read();
    await until(() => expect(namesIn('Done')).toBe(before + 1));
    expect(await thread(threadId)).toHaveLength(2);
  });

  test('a server without a certificate that is trusted gets no password', async () => {
    const { to } = await ask('Whom do you trust?');
    imap.put(rawMail({ to, id: '<imap-4@x>', body: 'x' }));
    const settings = { replyTo, authserv, bounces: null, imap: imap.url };
    const warnings: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
    readers.push(startReadingMailbox(server.pool, log, () => Promise.resolve('clean'), settings, { everyMs: 100 }));
    await until(() => expect(warnings.length).toBeGreaterThan(0));
    expect(namesIn('INBOX')).toBe(1);
    expect(warnings.join('')).not.toContain('secret');
  });
});
