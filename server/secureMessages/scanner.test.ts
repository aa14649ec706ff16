import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import {
  IdempotencyKey,
  MessageAttachment,
  addMessageAttachment,
  attachmentLimits,
  callUrl,
  getMessageAttachment,
  sendMessage,
} from '@portal/api';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { claimDelivery } from './delivery/queue.ts';
import { lookAtHeldFile } from './files/heldFiles.ts';
import { until } from '../../tests/server/serverProcess.ts';
import { type Answer, type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let scanned: TestServer;
let patient: Browser;
let patientId: number;
/** The exit code of the scanner for a file without the test signature. */
const scannerEndsWith = (code: number): Promise<void> => writeFile(join(server.dataDir, 'scanner'), String(code));

beforeAll(async () => {
  server = await startTestServer();
  await server.query(`update facilities set capabilities = capabilities || '{"SecureMessages":[]}'`);
  // The test signature that every virus scanner detects, in two halves so that none detects it in this file.
  const command = `grep -q 'EICAR-STANDARD-''ANTIVIRUS' && exit 1; exit $(cat '${join(server.dataDir, 'scanner')}')`;
  scanned = await startTestServer({ beside: server, environment: { ATTACHMENT_SCANNER: command } });
  patient = await scanned.signedIn('patient');
  patientId = (await server.ids('patient')).patientId ?? 0;
});
afterAll(async () => {
  await scanned?.stop();
  await server?.stop();
});
beforeEach(() => scannerEndsWith(0));

const eicar = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS'}-TEST-FILE!$H+H*`);
const newId = (): string => randomUUID().replaceAll('-', '');
const headers = (key = newId()) => ({
  authorization: `Bearer ${patient.tokens?.access_token ?? ''}`,
  'content-type': 'application/octet-stream',
  'idempotency-key': key,
  'file-name': 'Maria%20Doe.txt',
});
const pathOf = (draftId: string): string => callUrl(addMessageAttachment, { patientId, draftId });
const send = (bytes: Buffer, draftId = newId()): Promise<Answer> =>
  patient.fetch(pathOf(draftId), { method: 'POST', headers: headers(), body: Uint8Array.from(bytes) });
const added = (answer: Answer): MessageAttachment => v.parse(MessageAttachment, answer.body);
const open = (attachmentId: number): Promise<Answer> =>
  patient.call(getMessageAttachment, { params: { patientId, attachmentId } });
const rowOf = async (attachmentId: number) =>
  (
    await server.query(
      'select state, file_name as "fileName", file_type as "fileType", octet_length(content) as bytes, location_removed as "locationRemoved" from message_attachments where id = $1',
      [attachmentId],
    )
  )[0];
const auditOf = async (type: string) =>
  server.query(
    'select actor_user_id as "userId", patient_id as "patientId", detail from audit_events where type = $1',
    [type],
  );
const isDue = () => server.query("update message_attachments set scan_again_at = now() where state = 'held'");
const photo = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#a05030' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
    .webp()
    .toBuffer();

describe('the scanner of a facility', () => {
  test('lets pass what it finds clean', async () => {
    expect(added(await send(await photo()))).toMatchObject({ state: 'ready', locationRemoved: true });
  });

  test('keeps out what is infected: nothing is stored, and the log says so without the name', async () => {
    const draftId = newId();
    expect(await send(eicar, draftId)).toMatchObject({ status: 422, body: { error: 'file_infected' } });
    expect(await server.query('select 1 from message_attachments where draft_id = $1', [draftId])).toEqual([]);
    const { userId } = await server.ids('patient');
    expect(await auditOf('message.fileRefused')).toEqual([
      { userId, patientId, detail: { kind: 'text', bytes: eicar.length } },
    ]);
  });

  test('is asked before anything of the file is read: an infected picture is no broken one', async () => {
    const bytes = Buffer.concat([Buffer.from('\xff\xd8\xff not one', 'latin1'), eicar]);
    expect(await send(bytes)).toMatchObject({ status: 422, body: { error: 'file_infected' } });
  });

  test('that says nothing holds a file, which nobody can open, until it is asked again', async () => {
    await scannerEndsWith(2);
    const bytes = await photo();
    const file = added(await send(bytes));
    expect(file).toMatchObject({ state: 'held', fileType: 'jpg', hasThumbnail: false, bytes: bytes.length });
    expect((await open(file.attachmentId)).status).toBe(404);
    expect(await lookAtHeldFile(server.pool, () => Promise.resolve('clean'))).toBe(false);
    await isDue();
    expect(await lookAtHeldFile(server.pool, () => Promise.resolve('unknown'))).toBe(true);
    expect(await rowOf(file.attachmentId)).toMatchObject({ state: 'held', bytes: bytes.length });
    await isDue();
    // Only one of several processes scans it.
    let asked = 0;
    const looks = Array.from({ length: 5 }, () =>
      lookAtHeldFile(server.pool, async (content) => {
        asked += 1;
        expect(bytes.equals(content)).toBe(true);
        return 'clean';
      }),
    );
    expect((await Promise.all(looks)).filter((one) => one)).toHaveLength(1);
    expect(asked).toBe(1);
    expect(await rowOf(file.attachmentId)).toMatchObject({
      state: 'ready',
      fileName: 'Maria Doe.jpg',
      locationRemoved: true,
    });
    expect((await open(file.attachmentId)).status).toBe(200);
  });

  test('no message is handed over while one of its files is held, and afterwards it is', async () => {
    await scannerEndsWith(2);
    const draftId = newId();
    const file = added(await send(await photo(), draftId));
    expect(file.state).toBe('held');
    const [doctor] = await server.query(
      'select care_provider_id as id, external_system_id as system from care_team_members where patient_id = $1 and takes_messages and external_system_id is not null limit 1',
      [patientId],
    );
    const address = (url: string | null) =>
      server.query(
        "update external_systems set message_url = $2, message_secret = case when $2::text is not null then 'secret'::bytea end where id = $1",
        [doctor?.['system'], url],
      );
    await address('http://127.0.0.1:9/in');
    const sent = await patient.call(sendMessage, {
      params: { patientId, careProviderId: Number(doctor?.['id']) },
      headers: { 'idempotency-key': v.parse(IdempotencyKey, draftId) },
      body: { subject: 'Held', content: 'See the file', attachmentIds: [file.attachmentId] },
    });
    expect(sent.status, sent.text).toBe(200);
    const { messageId } = v.parse(v.object({ messageId: v.number() }), sent.body);
    // The running servers claim what is due as well, not only this test.
    const triesOf = async () =>
      (await server.query('select tries from message_deliveries where message_id = $1', [messageId]))[0]?.['tries'];
    expect(await server.pool.db.maybe(claimDelivery)).toBeNull();
    expect(await triesOf()).toBe(0);
    await isDue();
    expect(await lookAtHeldFile(server.pool, () => Promise.resolve('clean'))).toBe(true);
    await server.pool.db.maybe(claimDelivery);
    expect(await triesOf()).toBe(1);
    await address(null);
  });

  test.each([
    ['file_infected', eicar, 'infected'],
    ['file_broken', Buffer.from('%PDF-1.7 nothing'), 'clean'],
  ] as const)('takes out a held file later: %s', async (why, bytes, result) => {
    await scannerEndsWith(2);
    // The scanner does not recognize it on the way in, as if it had been unavailable.
    const draftId = newId();
    const first = added(await send(Buffer.from(`held ${why}`), draftId));
    await server.query('update message_attachments set content = $2 where id = $1', [first.attachmentId, bytes]);
    await isDue();
    expect(await lookAtHeldFile(server.pool, () => Promise.resolve(result))).toBe(true);
    expect(await rowOf(first.attachmentId)).toMatchObject({ state: 'removed', fileName: 'Maria Doe.txt', bytes: 0 });
    expect((await open(first.attachmentId)).status).toBe(404);
    expect((await auditOf('message.fileRemoved')).at(-1)).toEqual({
      userId: null,
      patientId,
      detail: { attachmentId: first.attachmentId, why },
    });
    // The removed file is not in the way: the same file can be uploaded again.
    await scannerEndsWith(0);
    expect(added(await send(Buffer.from(`held ${why}`), draftId)).attachmentId).not.toBe(first.attachmentId);
    expect(await server.brokenAuditRows()).toEqual([]);
  });
});

describe('three large files at once', () => {
  /** Sends a file without its end. */
  function begin(): { readonly socket: Socket; readonly end: () => void; answer: string; isSent: boolean } {
    const { hostname, port, host } = new URL(server.portalUrl);
    const size = attachmentLimits.fileBytes;
    const socket = connect(Number(port), hostname);
    const lines = Object.entries(headers()).map(([name, value]) => `${name}: ${value}\r\n`);
    const state = { socket, answer: '', isSent: false, end: () => void socket.write(Buffer.alloc(1000, 'z')) };
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (state.answer += chunk.toString('latin1')));
    socket.write(
      `POST ${pathOf(newId())} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${size}\r\n${lines.join('')}\r\n`,
    );
    socket.write(Buffer.alloc(size - 1000, 'z'), () => (state.isSent = true));
    return state;
  }

  test('two come through, and the one that stands still hears that it can come again', async () => {
    const stalled = begin();
    await until(() => stalled.isSent);
    const slow = begin();
    await until(() => slow.isSent);
    const third = begin();
    await until(() => stalled.answer !== '');
    expect(stalled.answer).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: 1\r\n/i);
    third.end();
    slow.end();
    await until(() => slow.answer !== '' && third.answer !== '');
    expect(slow.answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(third.answer).toMatch(/^HTTP\/1\.1 200 /);
    for (const { socket } of [stalled, slow, third]) socket.destroy();
  });
});
