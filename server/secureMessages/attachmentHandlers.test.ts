import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  type CallShape,
  MessageAttachment,
  addMessageAttachment,
  attachmentLimits,
  callUrl,
  createDownloadToken,
  getMessageAttachment,
  getMessageThumbnail,
  removeMessageAttachment,
} from '@portal/api';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataPath } from '../demo/data.ts';
import { type Answer, type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

const dischargeLetter = readFileSync(dataPath('record/notes/discharge-letter.pdf'));
let server: TestServer;
let patient: Browser;
let representative: Browser;
let patientId: number;

beforeAll(async () => {
  server = await startTestServer();
  await server.query(`update facilities set capabilities = capabilities || '{"SecureMessages":[]}'`);
  [patient, representative] = [await server.signedIn('patient'), await server.signedIn('representative')];
  patientId = (await server.ids('patient')).patientId ?? 0;
  await mayInMessages('read', true);
  await mayInMessages('write', true);
});
afterAll(() => server?.stop());

async function mayInMessages(right: 'read' | 'write', may: boolean): Promise<void> {
  const { userId } = await server.ids('representative');
  await server.query(
    may
      ? `insert into representative_rights values ($1, $2, 'SecureMessages', $3) on conflict do nothing`
      : `delete from representative_rights where (user_id, patient_id, section, "right") = ($1, $2, 'SecureMessages', $3)`,
    [userId, patientId, right],
  );
}
const newId = (): string => randomUUID().replaceAll('-', '');
interface Sending {
  readonly draftId?: string;
  readonly name?: string;
  readonly key?: string;
  readonly about?: number;
}
const send = (
  bytes: Buffer,
  { draftId = newId(), name = 'a file', key = newId(), about = patientId }: Sending = {},
  by = patient,
) =>
  by.fetch(callUrl(addMessageAttachment, { patientId: about, draftId }), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${by.tokens?.access_token ?? ''}`,
      'content-type': 'application/octet-stream',
      'idempotency-key': key,
      'file-name': encodeURIComponent(name),
    },
    body: Uint8Array.from(bytes),
  });
const added = (answer: Answer): MessageAttachment => {
  expect(answer.status, answer.text).toBe(200);
  const parsed = v.parse(MessageAttachment, answer.body);
  // The answer has exactly the fields of the contract.
  expect(answer.body).toEqual(parsed);
  return parsed;
};
const remove = (draftId: string, attachmentId: number, by = patient) =>
  by.call(removeMessageAttachment, { params: { patientId, draftId, attachmentId } });
/** Opens a file in a new window, as a page does. */
async function open(attachmentId: number, by = patient, call: CallShape = getMessageAttachment, about = patientId) {
  const params = { patientId: about, attachmentId };
  const { userId } = await by.profile();
  const ticket = await by.call(createDownloadToken, { params: { userId }, body: { path: callUrl(call, params) } });
  const { token } = v.parse(v.object({ token: v.string() }), ticket.body);
  const answer = await fetch(`${server.portalUrl}${callUrl(call, params, { token })}`);
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}
/** Marks a draft as sent, without the handlers that these tests are not about. */
async function sent(draftId: string): Promise<void> {
  await server.query(
    `with thread as (insert into secure_threads (patient_id, facility_id, provider_first_name, provider_last_name, subject)
       select id, home_facility_id, 'Ottoline', 'Fernbrook', 'A question' from patients where id = $1 returning id),
     message as (insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, send_key)
       select id, $1, true, 'A', 'B', 'See the file', $2 from thread returning id),
     ended as (update secure_message_drafts set ended_at = now(), ended_as = 'sent' where draft_id = $2)
     update message_attachments set message_id = (select id from message) where draft_id = $2`,
    [patientId, draftId],
  );
}
const notFound = { status: 404, body: { error: 'not_found' } };
const refused = (error: string) => ({ body: { error } });
const rows = async (draftId: string) =>
  Number((await server.query('select count(*) from message_attachments where draft_id = $1', [draftId]))[0]?.['count']);

const photo = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#a05030' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
    .jpeg()
    .toBuffer();

describe('a file that is added to a draft', () => {
  test('is a picture without its place, with a small one of it; the draft begins with it, older than any save', async () => {
    const draftId = newId();
    const file = added(await send(await photo(), { draftId, name: 'C:\\mine\\my \u202ehand.JPEG' }));
    expect(file).toMatchObject({ fileName: 'my hand.JPEG', fileType: 'jpg', hasThumbnail: true, state: 'ready' });
    expect(file).toMatchObject({ locationRemoved: true, pages: null });
    const whole = await open(file.attachmentId);
    expect(whole.bytes.length).toBe(file.bytes);
    expect(whole.bytes.toString('latin1')).not.toContain('Exif');
    expect(whole.headers.get('content-type')).toBe('image/jpeg');
    expect(whole.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
    expect(whole.headers.get('content-disposition')).toBe(`inline; filename="attachment-${file.attachmentId}.jpg"`);
    const small = await open(file.attachmentId, patient, getMessageThumbnail);
    expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 480 });
    const drafts = await server.query(
      'select subject, extract(year from saved_at)::int as year from secure_message_drafts where draft_id = $1',
      [draftId],
    );
    expect(drafts).toEqual([{ subject: '', year: 1970 }]);
  });

  test('is a PDF with its pages, as it came, in which no script may run', async () => {
    const file = added(await send(dischargeLetter, { name: 'letter' }));
    expect(file).toMatchObject({ fileName: 'letter.pdf', fileType: 'pdf', pages: 3, hasThumbnail: false });
    const { bytes, headers } = await open(file.attachmentId);
    expect(bytes.equals(dischargeLetter)).toBe(true);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'$/,
    );
    expect((await open(file.attachmentId, patient, getMessageThumbnail)).status).toBe(404);
  });

  test('is a text in UTF-8, which no browser takes for anything else', async () => {
    const file = added(await send(Buffer.from('\ufeffdía 1', 'utf16le'), { name: 'diary.html' }));
    expect(file).toMatchObject({ fileName: 'diary.html.txt', fileType: 'txt', bytes: 6 });
    const { bytes, headers } = await open(file.attachmentId);
    expect(bytes.toString()).toBe('día 1');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('is refused by what its bytes are, whatever its name says, and nothing of it is kept', async () => {
    const jpeg = await photo();
    const draftId = newId();
    for (const [bytes, error] of [
      [Buffer.alloc(0), 'file_empty'],
      [Buffer.from('\ufeff'), 'file_empty'],
      [Buffer.from('<svg onload="alert(1)"/>'), 'file_type'],
      [Buffer.from('PK\u0003\u0004 an archive'), 'file_type'],
      [jpeg.subarray(0, jpeg.length - 100), 'file_broken'],
      [Buffer.from('%PDF-1.7 nothing'), 'file_broken'],
    ] as const)
      expect(await send(bytes, { draftId, name: 'photo.jpg' }), error).toMatchObject({
        status: 422,
        ...refused(error),
      });
    expect((await send(Buffer.alloc(attachmentLimits.fileBytes + 1), { draftId })).status).toBe(413);
    expect(await rows(draftId)).toBe(0);
  });

  test('is there once, however often it comes: fifty tries at once, the same bytes under another key', async () => {
    const [draftId, key] = [newId(), newId()];
    const bytes = await photo();
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(bytes, { draftId, key })));
    const first = added(answers[0] ?? (await send(bytes)));
    for (const answer of answers) expect(added(answer)).toEqual(first);
    expect(added(await send(bytes, { draftId, name: 'again' }))).toEqual(first);
    expect(added(await send(Buffer.from('other bytes'), { draftId, key }))).toEqual(first);
    expect(await rows(draftId)).toBe(1);
    // The same key of another person or another draft makes another file.
    expect(added(await send(bytes, { draftId: newId(), key })).attachmentId).not.toBe(first.attachmentId);
    expect(added(await send(bytes, { draftId, key }, representative)).attachmentId).not.toBe(first.attachmentId);
  });

  test('is the fourth at most, and all together are 10 MB at most, also where they come at once', async () => {
    const draftId = newId();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => send(Buffer.from(`day ${String(index)}`), { draftId })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(attachmentLimits.files);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ status: 400, ...refused('attachments_too_large') });
    const [one] = answers.filter(({ status }) => status === 200);
    expect((await remove(draftId, added(one ?? (await send(Buffer.from('x')))).attachmentId)).status).toBe(204);
    expect((await send(Buffer.alloc(attachmentLimits.fileBytes, 'a'), { draftId })).status).toBe(200);
    const other = newId();
    expect((await send(Buffer.alloc(5_500_000, 'a'), { draftId: other })).status).toBe(200);
    expect(await send(Buffer.alloc(5_500_000, 'b'), { draftId: other })).toMatchObject(
      refused('attachments_too_large'),
    );
  });
  test('is kept only up to so many bytes that a person has in drafts, and goes again once some are sent', async () => {
    const { userId } = await server.ids('representative');
    const add = () => send(Buffer.from('a page'), {}, representative);
    const before = added(await add()).attachmentId;
    await server.query('update message_attachments set byte_count = 6000000 where id = $1', [before]);
    await server.query(
      `insert into message_attachments (patient_id, user_id, draft_id, upload_key, file_name, file_type, byte_count, content, state)
       select patient_id, user_id, draft_id, 'filler ' || n, file_name, file_type, 6000000, content, state from message_attachments, generate_series(1, 9) n where id = $1`,
      [before],
    );
    expect(await add()).toMatchObject({ status: 429, ...refused('too_many_requests') });
    expect((await send(Buffer.from('a page'))).status).toBe(200);
    await server.query('delete from message_attachments where user_id = $1 and byte_count = 6000000', [userId]);
    expect((await add()).status).toBe(200);
  });
});

describe('nobody else', () => {
  test('opens, removes or adds to what somebody still writes; what was sent is of all who may read messages', async () => {
    const draftId = newId();
    const { attachmentId } = added(await send(dischargeLetter, { draftId }));
    expect((await open(attachmentId, representative)).status).toBe(404);
    expect(await remove(draftId, attachmentId, representative)).toMatchObject(notFound);
    expect(await remove(newId(), attachmentId)).toMatchObject(notFound);
    await sent(draftId);
    expect((await open(attachmentId, representative)).status).toBe(200);
    expect((await open(attachmentId)).status).toBe(200);
    expect(await remove(draftId, attachmentId)).toMatchObject(notFound);
    expect(await send(Buffer.from('late'), { draftId })).toMatchObject({ status: 409, ...refused('draft_sent') });
    await mayInMessages('read', false);
    expect((await open(attachmentId, representative)).status).toBe(404);
    await mayInMessages('write', false);
    expect(await send(Buffer.from('mine'), {}, representative)).toMatchObject(notFound);
    await mayInMessages('read', true);
    await mayInMessages('write', true);
  });

  test('of another patient, or under another patient’s address, has any of it', async () => {
    const draftId = newId();
    const { attachmentId } = added(await send(dischargeLetter, { draftId }, representative));
    const limited = await server.signedIn('limited');
    const theirs = (await server.ids('limited')).patientId ?? 0;
    expect((await open(attachmentId, limited)).status).toBe(404);
    expect((await open(attachmentId, limited, getMessageAttachment, theirs)).status).toBe(404);
    expect(await send(Buffer.from('x'), { about: theirs })).toMatchObject(notFound);
    // One account that acts for two patients: each draft is about one of them.
    await server.query('update secure_message_drafts set patient_id = $2 where draft_id = $1', [draftId, theirs]);
    expect(await send(Buffer.from('x'), { draftId }, representative)).toMatchObject(notFound);
  });

  test('and not its own writer opens a file of a draft that was thrown away, or adds to it', async () => {
    const draftId = newId();
    const { attachmentId } = added(await send(dischargeLetter, { draftId }));
    await server.query(
      "update secure_message_drafts set ended_at = now(), ended_as = 'discarded' where draft_id = $1",
      [draftId],
    );
    expect((await open(attachmentId)).status).toBe(404);
    expect(await send(Buffer.from('x'), { draftId })).toMatchObject(notFound);
  });
});
