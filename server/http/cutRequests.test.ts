import {
  type CallShape,
  CareProviderId,
  IdempotencyKey,
  MessageAttachment,
  MessageDraftId,
  type PatientId,
  addMessageAttachment,
  getQuestionnaire,
  listMessageRecipients,
  saveContact,
  sendMessage,
  submitQuestionnaire,
} from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fullSheet } from '../../tests/support/answers.ts';
import { contactDetails } from '../../tests/support/contacts.ts';
import { type FaultProxy, pass, startProxy } from '../../tests/support/proxy.ts';
import {
  type FacilitySide,
  asQuestionnaire,
  facilitySide,
  branchingTemplate,
} from '../../tests/server/questionnaires.ts';
import { Browser, type Request, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let proxy: FaultProxy;
let facility: FacilitySide;
/** The same session directly and through the unreliable network. */
let direct: Browser;
let throughNetwork: Browser;
let patientId: PatientId;

beforeAll(async () => {
  server = await startTestServer();
  proxy = await startProxy(Number(new URL(server.portalUrl).port));
  facility = facilitySide(server.databaseUrl);
  direct = await server.signedIn('patient');
  throughNetwork = new Browser(proxy.url);
  expect((await throughNetwork.logIn('patient')).status).toBe(200);
  const { patientId: id } = await server.ids('patient');
  if (id === null) throw new Error('The demo’s patient has no record.');
  patientId = id;
});
afterAll(async () => {
  await proxy.stop();
  await facility.end();
  await server.stop();
});
beforeEach(() => proxy.set(pass));

const newKey = () => v.parse(IdempotencyKey, crypto.randomUUID());

/** A share of a whole, evenly distributed: `fc.double` is nearly always close to zero. */
const anyShare = fc.noBias(fc.nat(9999)).map((part) => part / 10_000);
const anyDirection = fc.constantFrom('toServer' as const, 'toClient' as const);

/** Sends a request that is cut somewhere, then the same again on a reliable network. */
async function sendCut<C extends CallShape>(
  call: C,
  request: Request<C>,
  direction: 'toServer' | 'toClient',
  share: number,
): Promise<{ readonly wasAcknowledged: boolean; readonly again: () => ReturnType<Browser['call']> }> {
  // Headers are about 600 bytes. A cut slightly after the end is possible, too.
  const { body } = request;
  const size = (body instanceof Uint8Array ? body.length : JSON.stringify(body).length) + 700;
  const after = Math.floor(share * size);
  await proxy.set({ kind: 'cut', direction, after, how: 'reset', afterwards: 'pass', from: /^(?:PUT|POST) / });
  const wasAcknowledged = await throughNetwork.call(call, request).then(
    ({ status }) => status === 200,
    () => false,
  );
  await proxy.set(pass);
  return { wasAcknowledged, again: () => throughNetwork.call(call, request) };
}

test('a submit that is cut at any byte, either way, is stored once or not at all, and the retry stores it once', async () => {
  const template = await facility.template(branchingTemplate);
  await fc.assert(
    fc.asyncProperty(anyDirection, anyShare, async (direction, share) => {
      const assignedQuestionnaireId = await facility.assign(patientId, template);
      const params = { patientId, assignedQuestionnaireId };
      const questionnaire = asQuestionnaire((await direct.call(getQuestionnaire, { params })).body);
      const stored = async () => {
        const [row] = await server.query('select status, answers from assigned_questionnaires where id = $1', [
          assignedQuestionnaireId,
        ]);
        const events = await server.query(
          "select id from audit_events where type = 'questionnaire.submitted' and (detail->>'assignedQuestionnaireId')::bigint = $1",
          [assignedQuestionnaireId],
        );
        return {
          completions: row?.['status'] === 'Completed' ? 1 : 0,
          events: events.length,
          answers: row?.['answers'],
        };
      };
      const { wasAcknowledged, again } = await sendCut(
        submitQuestionnaire,
        {
          params,
          headers: { 'idempotency-key': newKey() },
          body: {
            templateRevision: questionnaire.templateRevision,
            patientQuestionAnswerList: fullSheet(questionnaire),
          },
        },
        direction,
        share,
      );
      const before = await stored();
      if (wasAcknowledged) expect(before.completions).toBe(1);
      expect(before.events).toBe(before.completions);

      const reply = await again();
      expect(reply.status).toBe(200);
      const after = await stored();
      expect(after).toMatchObject({ completions: 1, events: 1 });
      expect(asQuestionnaire(reply.body).patientQuestionAnswerList).toEqual(after.answers);
      if (before.completions === 1) expect(after.answers).toEqual(before.answers);
    }),
    { numRuns: 200, endOnFailure: true },
  );
  // The other cuts came after the last byte.
  expect(proxy.cuts).toBeGreaterThan(140);
}, 120_000);

test('a new contact that is cut at any byte, either way, is added once', async () => {
  const cutsBefore = proxy.cuts;
  const count = async (name: string) =>
    (await server.query('select id from contacts where patient_id = $1 and first_name = $2', [patientId, name])).length;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(anyDirection, anyShare, async (direction, share) => {
      const name = `Contact ${String((run += 1))}`;
      const { wasAcknowledged, again } = await sendCut(
        saveContact,
        {
          params: { patientId },
          headers: { 'idempotency-key': newKey() },
          body: contactDetails({ contactFirstName: name }),
        },
        direction,
        share,
      );
      if (wasAcknowledged) expect(await count(name)).toBe(1);
      expect((await again()).status).toBe(200);
      expect(await count(name)).toBe(1);
    }),
    { numRuns: 60, endOnFailure: true },
  );
  expect(proxy.cuts - cutsBefore).toBeGreaterThan(30);
}, 120_000);

test('a message with a file, cut at any byte of the file or of the message, either way, is sent once and with its file', async () => {
  const cutsBefore = proxy.cuts;
  const { recipients } = v.parse(
    listMessageRecipients.answer,
    (await direct.call(listMessageRecipients, { params: { patientId } })).body,
  );
  const careProviderId = v.parse(CareProviderId, recipients.find(({ takesMessages }) => takesMessages)?.careProviderId);
  const file = Buffer.from('My temperature was 37.2 in the morning. '.repeat(60));
  const filesOf = (draftId: string) =>
    server.query(
      'select id, message_id, content from message_attachments where draft_id = $1 or message_id in (select id from secure_messages where send_key = $1)',
      [draftId],
    );
  await fc.assert(
    fc.asyncProperty(fc.boolean(), anyDirection, anyShare, async (isFileCut, direction, share) => {
      const draftId = v.parse(MessageDraftId, crypto.randomUUID());
      const adding: Request<typeof addMessageAttachment> = {
        params: { patientId, draftId },
        headers: { 'idempotency-key': newKey(), 'file-name': 'temperature.txt' },
        body: file,
      };
      const added = isFileCut ? await sendCut(addMessageAttachment, adding, direction, share) : null;
      if (added?.wasAcknowledged === true) expect(await filesOf(draftId)).toHaveLength(1);
      const reply = await (added?.again() ?? direct.call(addMessageAttachment, adding));
      const { attachmentId } = v.parse(MessageAttachment, reply.body);
      expect(await filesOf(draftId)).toHaveLength(1);

      const sending: Request<typeof sendMessage> = {
        params: { patientId, careProviderId },
        headers: { 'idempotency-key': v.parse(IdempotencyKey, draftId) },
        body: { subject: 'Cut', content: 'May I swim again? '.repeat(20), attachmentIds: [attachmentId] },
      };
      const sent = isFileCut ? null : await sendCut(sendMessage, sending, direction, share);
      const stored = () => server.query('select id from secure_messages where send_key = $1', [draftId]);
      if (sent?.wasAcknowledged === true) expect(await stored()).toHaveLength(1);
      expect((await (sent?.again() ?? direct.call(sendMessage, sending))).status).toBe(200);
      const messages = await stored();
      expect(messages).toHaveLength(1);
      expect(await filesOf(draftId)).toEqual([
        { id: expect.anything(), message_id: messages[0]?.['id'], content: file },
      ]);
    }),
    { numRuns: 100, endOnFailure: true },
  );
  const threads = await server.query("select 1 from secure_threads where subject = 'Cut'");
  expect(threads).toHaveLength(100);
  expect(proxy.cuts - cutsBefore).toBeGreaterThan(40);
}, 120_000);
