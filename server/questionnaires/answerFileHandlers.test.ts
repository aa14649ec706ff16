import {
  addAnswerAttachment,
  type Answer,
  AnswerAttachment,
  type AssignedQuestionnaireId,
  callUrl,
  declineQuestionnaire,
  deleteDraft,
  getAnswerAttachment,
  getQuestionnaire,
  IdempotencyKey,
  PatientId,
  removeAnswerAttachment,
  submitQuestionnaire,
} from '@portal/api';
import sharp from 'sharp';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asQuestionnaire, type FacilitySide, facilitySide } from '../../tests/server/questionnaires.ts';
import {
  type Answer as Reply,
  type Browser,
  startTestServer,
  type TestServer,
} from '../../tests/server/facilityServer.ts';

let server: TestServer;
let scanned: TestServer;
let facility: FacilitySide;
let patient: Browser;
let patientId: PatientId;

// The test signature that every virus scanner detects, in two halves so that none detects it in this file.
const scannerCommand =
  "cat > /tmp/answer-scan-$$; grep -q 'EICAR-STANDARD-''ANTIVIRUS' /tmp/answer-scan-$$ && exit 1; grep -q UNSURE /tmp/answer-scan-$$ && exit 7; exit 0";

beforeAll(async () => {
  server = await startTestServer();
  scanned = await startTestServer({ beside: server, environment: { ATTACHMENT_SCANNER: scannerCommand } });
  facility = facilitySide(server.databaseUrl);
  patient = await server.signedIn('patient');
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
});
afterAll(async () => {
  await facility?.end();
  await scanned?.stop();
  await server?.stop();
});

const newKey = () => v.parse(IdempotencyKey, crypto.randomUUID());
const params = (assignedQuestionnaireId: AssignedQuestionnaireId) => ({ patientId, assignedQuestionnaireId });
const photo = (width = 600) =>
  sharp({ create: { width, height: 400, channels: 3, background: '#a05030' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' } })
    .jpeg()
    .toBuffer();
const refused = (status: number, error: string) => ({ status, body: { error } });
const notFound = refused(404, 'not_found');

/** A questionnaire with a question for a picture and one for text. */
async function opened(browser = patient, maxSize = 5_000_000) {
  const templateId = await facility.template({
    sourceKey: `urn:test:files:${crypto.randomUUID()}`,
    title: 'With a picture',
    description: null,
    defaultMessage: null,
    items: [
      { key: 'photo', type: 'TextQuestion', html: 'A photo of it', isMultiline: false, maxLength: 10 },
      { key: 'words', type: 'TextQuestion', html: 'Say more', isMultiline: false, maxLength: 10 },
    ],
  });
  await server.query(
    `update questionnaire_revisions set content = jsonb_set(content, '{items,0}', content->'items'->0 || $2::jsonb) where template_id = $1`,
    [templateId, JSON.stringify({ questionnaireItemType: 'AttachmentQuestion', contentTypes: ['image/*'], maxSize })],
  );
  const id = await facility.assign(patientId, templateId);
  const one = asQuestionnaire((await browser.call(getQuestionnaire, { params: params(id) })).body);
  const [picture, words] = one.questionnaireItems.map((item) => item.questionnaireItemId);
  if (picture === undefined || words === undefined) throw new Error('no items');
  return { id, picture, words };
}
type Opened = Awaited<ReturnType<typeof opened>>;

const send = (
  { id, picture }: Opened,
  bytes: Buffer,
  {
    key = newKey(),
    name = 'my hand.JPEG',
    item = picture,
    by = patient,
  }: { key?: IdempotencyKey; name?: string; item?: number; by?: Browser } = {},
): Promise<Reply> =>
  by.fetch(callUrl(addAnswerAttachment, { ...params(id), questionnaireItemId: item }), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${by.tokens?.access_token ?? ''}`,
      'content-type': 'application/octet-stream',
      'idempotency-key': key,
      'file-name': encodeURIComponent(name),
    },
    body: Uint8Array.from(bytes),
  });
const added = (reply: Reply): AnswerAttachment => {
  expect(reply.status, reply.text).toBe(200);
  return v.parse(AnswerAttachment, reply.body);
};
const submit = (id: AssignedQuestionnaireId, answers: readonly Answer[]) =>
  patient.call(submitQuestionnaire, {
    params: params(id),
    headers: { 'idempotency-key': newKey() },
    body: { templateRevision: 1, patientQuestionAnswerList: [...answers] },
  });
const filesOf = async (id: AssignedQuestionnaireId): Promise<number> =>
  (await server.query('select id from answer_attachments where assigned_questionnaire_id = $1', [id])).length;
const open = (id: AssignedQuestionnaireId, attachmentId: number, by = patient) =>
  by.call(getAnswerAttachment, { params: { ...params(id), attachmentId } });

describe('a file that answers a question', () => {
  it('is kept without the place where it was taken, once for each key, and can be opened and taken back', async () => {
    const one = await opened();
    const key = newKey();
    const file = added(await send(one, await photo(), { key, name: 'C:\\mine\\my \u202ehand.JPEG' }));
    expect(file).toMatchObject({ fileName: 'my hand.JPEG', contentType: 'image/jpeg' });
    expect(added(await send(one, await photo(), { key }))).toEqual(file);
    expect(await filesOf(one.id)).toBe(1);
    const bytes = await open(one.id, file.attachmentId);
    expect(bytes.status).toBe(200);
    expect(bytes.text).not.toContain('Exif');
    const other = await opened();
    expect(await open(other.id, file.attachmentId)).toMatchObject(notFound);
    const remove = (id: AssignedQuestionnaireId) =>
      patient.call(removeAnswerAttachment, { params: { ...params(id), attachmentId: file.attachmentId } });
    expect(await remove(other.id)).toMatchObject(notFound);
    expect((await remove(one.id)).status).toBe(204);
    expect(await remove(one.id)).toMatchObject(notFound);
    expect(await filesOf(one.id)).toBe(0);
  });

  it('is refused where it is empty, broken, too large or of another type, by its bytes', async () => {
    const one = await opened();
    expect(await send(one, Buffer.alloc(0))).toMatchObject(refused(422, 'file_empty'));
    expect(await send(one, Buffer.from('<html>no</html>'))).toMatchObject(refused(422, 'file_type'));
    expect(await send(one, Buffer.from('%PDF-1.4 no picture'))).toMatchObject({ status: 422 });
    expect(await send(one, (await photo()).subarray(0, 400))).toMatchObject(refused(422, 'file_broken'));
    expect(await send(await opened(patient, 500), await photo())).toMatchObject({
      body: { error: 'attachments_too_large' },
    });
    expect(await filesOf(one.id)).toBe(0);
  });

  it('belongs to a question that asks for files', async () => {
    const one = await opened();
    expect(await send(one, await photo(), { item: one.words })).toMatchObject(notFound);
    expect(await send(one, await photo(), { item: 987_654_321 })).toMatchObject(notFound);
  });

  it('is named by sent answers as it is, and by those of its own questionnaire alone', async () => {
    const [one, other] = [await opened(), await opened()];
    const file = added(await send(one, await photo()));
    const elsewhere = added(await send(other, await photo()));
    const naming = (attachment: AnswerAttachment, questionnaireItemId: Answer['questionnaireItemId'] = one.picture) => [
      { questionnaireItemId, attachment },
    ];
    const wrong = { status: 422, body: { faults: [{ questionnaireItemId: one.picture, fault: 'wrongFile' }] } };
    expect(await submit(one.id, naming(elsewhere))).toMatchObject(wrong);
    expect(await submit(one.id, naming({ ...file, size: file.size + 1 }))).toMatchObject(wrong);
    expect(await submit(one.id, naming({ ...file, fileName: 'another.jpg' }))).toMatchObject(wrong);
    const unused = added(await send(one, await photo(500)));
    const sent = await submit(one.id, naming(file));
    expect(sent.status, sent.text).toBe(200);
    expect(asQuestionnaire(sent.body).patientQuestionAnswerList).toEqual(naming(file));
    expect((await open(one.id, file.attachmentId)).status).toBe(200);
    expect(await open(one.id, unused.attachmentId)).toMatchObject(notFound);
    expect(await send(one, await photo())).toMatchObject(refused(409, 'no_longer_open'));
    expect(
      await patient.call(removeAnswerAttachment, { params: { ...params(one.id), attachmentId: file.attachmentId } }),
    ).toMatchObject(notFound);
  });

  it('goes with the draft that is discarded, and with a questionnaire that is declined', async () => {
    const [one, other] = [await opened(), await opened()];
    added(await send(one, await photo()));
    added(await send(other, await photo()));
    expect((await patient.call(deleteDraft, { params: params(one.id) })).status).toBe(204);
    expect(await filesOf(one.id)).toBe(0);
    const declined = await patient.call(declineQuestionnaire, {
      params: { patientId },
      body: { assignedQuestionnaireId: other.id },
    });
    expect(declined.status).toBe(200);
    expect(await filesOf(other.id)).toBe(0);
  });

  it('is no business of anybody else', async () => {
    const one = await opened();
    const file = added(await send(one, await photo()));
    const stranger = await server.signedIn('limited');
    expect((await send(one, await photo(), { by: stranger })).status).toBeGreaterThanOrEqual(403);
    expect((await open(one.id, file.attachmentId, stranger)).status).toBeGreaterThanOrEqual(403);
    expect(await filesOf(one.id)).toBe(1);
  });

  it('is scanned: what is infected is refused and logged without its name, what could not be scanned comes again', async () => {
    const browser = await scanned.signedIn('patient');
    const one = await opened(browser);
    const eicar = Buffer.from(`X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-${'ANTIVIRUS'}-TEST-FILE!$H+H*`);
    expect(await send(one, eicar, { by: browser })).toMatchObject(refused(422, 'file_infected'));
    const logged = await server.query("select detail from audit_events where type = 'questionnaire.fileRefused'");
    expect(logged).toEqual([{ detail: { assignedQuestionnaireId: one.id, kind: 'text', bytes: eicar.length } }]);
    expect(await send(one, Buffer.from('UNSURE'), { by: browser })).toMatchObject(refused(503, 'file_unchecked'));
    expect(await filesOf(one.id)).toBe(0);
  });
});
