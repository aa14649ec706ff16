import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CareProviderId,
  IdempotencyKey,
  MessageAttachment,
  MessageDraftId,
  PatientId,
  addMessageAttachment,
  listMessageRecipients,
  sendMessage,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  type Processes,
  brokenAuditRowsOn,
  ownProcesses,
  postmasterOf,
  sqlOn,
  until,
} from '../../tests/server/serverProcess.ts';
import { type Answer, Browser } from '../../tests/server/facilityServer.ts';

/** `OUTAGE_ROUNDS=60` for a long run by hand. */
const rounds = Number(process.env['OUTAGE_ROUNDS'] ?? 1);
const parallel = 12;
vi.setConfig({ testTimeout: 60_000 + rounds * 30_000, hookTimeout: 60_000 });

let processes: Processes;
beforeAll(async () => {
  processes = await ownProcesses('messages');
});
afterEach(() => processes.endAll());
afterAll(() => processes.remove());

test('a message with a file that was acknowledged is stored once with it, whether the server or the database is killed while it is sent', async () => {
  const data = join(processes.folder, 'data');
  const environment = { DATA_DIR: data, ACCESS_TOKEN_SECONDS: '3600' };
  let running = await processes.start(environment);
  const first = new Browser(running.portal);
  expect((await first.logIn('patient')).status).toBe(200);
  const patientId = v.parse(PatientId, (await first.profile()).ids[0]?.value);
  const { recipients } = v.parse(
    listMessageRecipients.answer,
    (await first.call(listMessageRecipients, { params: { patientId } })).body,
  );
  const careProviderId = v.parse(CareProviderId, recipients.find(({ takesMessages }) => takesMessages)?.careProviderId);
  const acknowledged = new Map<string, string>();
  const faults = new Set<number>();
  let isOver = false;

  /** Repeats a request until the server itself answers it. */
  const until200 = async (ask: (browser: Browser) => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const browser = new Browser(running.portal);
      browser.tokens = first.tokens;
      const answer = await ask(browser).catch(() => null);
      if (answer?.status === 200) return answer;
      if (answer !== null && answer.status !== 503) faults.add(answer.status);
      await wait(5);
    }
  };
  /** Sends messages one after another, each with a file, repeating every step until it is acknowledged. */
  const sender = async (): Promise<void> => {
    while (!isOver) {
      const key = v.parse(IdempotencyKey, crypto.randomUUID());
      const draftId = v.parse(MessageDraftId, key);
      const file = await until200((browser) =>
        browser.call(addMessageAttachment, {
          params: { patientId, draftId },
          headers: { 'idempotency-key': key, 'file-name': 'temperature.txt' },
          body: Buffer.from(key),
        }),
      );
      const { attachmentId } = v.parse(MessageAttachment, file.body);
      const answer = await until200((browser) =>
        browser.call(sendMessage, {
          params: { patientId, careProviderId },
          headers: { 'idempotency-key': key },
          body: { subject: 'Killed', content: key, attachmentIds: [attachmentId] },
        }),
      );
      acknowledged.set(key, answer.text);
    }
  };
  const senders = Promise.all(Array.from({ length: parallel }, sender));
  const progress = async () => {
    const before = acknowledged.size;
    await until(() => acknowledged.size > before + 2 * parallel);
  };
  for (let round = 0; round < rounds; round += 1) {
    await progress();
    process.kill(await postmasterOf(data), 'SIGKILL');
    await progress();
    running.child.kill('SIGKILL');
    await running.ended();
    running = await processes.start(environment);
  }
  await progress();
  isOver = true;
  await senders;

  expect([...faults]).toEqual([]);
  const stored = await sqlOn<{ content: string; answer: string; files: readonly string[] }>(
    data,
    `select m.content, json_build_object('threadId', t.id, 'messageId', m.id)::text as answer,
       array(select convert_from(a.content, 'UTF8') from message_attachments a where a.message_id = m.id) as files
     from secure_threads t left join secure_messages m on m.thread_id = t.id where t.subject = 'Killed'`,
  );
  expect(stored).toHaveLength(acknowledged.size);
  const plain = (text: string | undefined) =>
    v.parse(v.looseObject({ messageId: v.number() }), JSON.parse(text ?? 'null'));
  for (const { content, answer, files } of stored) {
    expect(plain(acknowledged.get(content))).toEqual(plain(answer));
    expect(files).toEqual([content]);
  }
  const [events] = await sqlOn<{ n: number }>(
    data,
    "select count(*)::int as n from audit_events where type = 'message.sent'",
  );
  expect(events?.n).toBe(stored.length);
  expect(await brokenAuditRowsOn(data)).toEqual([]);
});
