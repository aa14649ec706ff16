import {
  type AnswerOf,
  AssignedQuestionnaireId,
  beginRequestForm,
  type CallShape,
  CareProviderId,
  getQuestionnaire,
  getThread,
  IdempotencyKey,
  languageHeader,
  listMessageRecipients,
  listThreads,
  MessageThread,
  PatientId,
  submitQuestionnaire,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';
import {
  asQuestionnaire,
  type FacilitySide,
  facilitySide,
  goodAnswers,
  itemOf,
  optionOf,
  smallTemplate,
} from '../../tests/server/questionnaires.ts';

let server: TestServer;
let facility: FacilitySide;
let patient: Browser;
let representative: Browser;
let patientId: PatientId;
let doctor: CareProviderId;
let template: number;

const offers = async (questionnaire: string) =>
  server.query(`update facilities set default_language = 'en', message_settings = $1::jsonb where is_default`, [
    JSON.stringify({
      requests: [
        { kind: 'refill', withinDays: 2 },
        { kind: 'rideHome', withinDays: 3, titles: { en: 'A ride home' }, questionnaire },
      ],
    }),
  ]);
const recipients = async (): Promise<AnswerOf<typeof listMessageRecipients>> =>
  v.parse(listMessageRecipients.answer, (await patient.call(listMessageRecipients, { params: { patientId } })).body);

beforeAll(async () => {
  server = await startTestServer();
  facility = facilitySide(server.databaseUrl);
  [patient, representative] = await Promise.all([server.signedIn('patient'), server.signedIn('representative')]);
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
  template = await facility.template(smallTemplate);
});
beforeEach(async () => {
  await offers(String(template));
  doctor = v.parse(
    CareProviderId,
    (await recipients()).recipients.find(({ takesMessages }) => takesMessages)?.careProviderId,
  );
});
afterAll(async () => {
  await facility?.end();
  await server?.stop();
});

const begin = (kind = 'rideHome', browser = patient, careProviderId: number = doctor) =>
  browser.call<CallShape>(beginRequestForm, { params: { patientId, kind }, body: { careProviderId } });
const begun = async (browser = patient) =>
  v.parse(v.object({ assignedQuestionnaireId: AssignedQuestionnaireId }), (await begin('rideHome', browser)).body)
    .assignedQuestionnaireId;
async function submit(assignedQuestionnaireId: AssignedQuestionnaireId, browser = patient) {
  const params = { patientId, assignedQuestionnaireId };
  const form = asQuestionnaire((await browser.call(getQuestionnaire, { params })).body);
  return browser.call(submitQuestionnaire, {
    params,
    headers: {
      'idempotency-key': v.parse(IdempotencyKey, `ride-${String(assignedQuestionnaireId).padStart(14, '0')}`),
    },
    body: { templateRevision: form.templateRevision, patientQuestionAnswerList: goodAnswers(form) },
  });
}
async function fillIn(assignedQuestionnaireId: AssignedQuestionnaireId, browser = patient) {
  const first = await submit(assignedQuestionnaireId, browser);
  expect(first.status, first.text).toBe(200);
  expect((await submit(assignedQuestionnaireId, browser)).text).toBe(first.text);
}
const requestOf = async (id: AssignedQuestionnaireId) =>
  v
    .parse(v.array(MessageThread), (await patient.call(listThreads, { params: { patientId }, query: {} })).body)
    .filter(({ request }) => request?.about === `form-${String(id)}`);

test('a kind with a questionnaire is offered with its form, and not while there is none or more than one', async () => {
  const formsIn = async () => (await recipients()).requests.map(({ kind, hasForm = false }) => [kind, hasForm]);
  expect(await formsIn()).toEqual([
    ['refill', false],
    ['rideHome', true],
  ]);
  await offers('urn:none');
  expect(await formsIn()).toEqual([['refill', false]]);
  expect(await begin()).toMatchObject({ status: 409, body: { error: 'request_not_offered' } });
});

test('it is begun once, and sending its answers sends one request with them', async () => {
  const ids = await Promise.all([begun(), begun()]);
  const [id] = ids;
  expect(new Set(ids).size).toBe(1);
  expect(await requestOf(id)).toEqual([]);
  await fillIn(id);
  const threads = await requestOf(id);
  expect(threads).toMatchObject([{ subjectText: 'A ride home', request: { kind: 'rideHome', askedBy: null } }]);
  const threadId = threads[0]?.threadId ?? 0;
  const messages = (await patient.call<CallShape>(getThread, { params: { patientId, threadId } })).body;
  expect(JSON.stringify(messages)).toMatch(/How often\?\\nOften.*All is well/);
  const [receipt] = await server.query(
    'select r.kind from receipts r join secure_messages m on m.receipt_number = r.receipt_number where m.thread_id = $1',
    [threadId],
  );
  expect(receipt).toEqual({ kind: 'request' });
  expect(await begun()).not.toBe(id);
});

test('the request has the answers as people read them, in the language of the page', async () => {
  const form = await facility.template({
    ...smallTemplate,
    sourceKey: 'urn:test:ride',
    items: [
      ...smallTemplate.items,
      { key: 'chair', type: 'BooleanQuestion', html: 'A wheelchair?' },
      { key: 'stairs', type: 'BooleanQuestion', html: 'Stairs?' },
      {
        key: 'weight',
        type: 'QuantityQuestion',
        html: 'Weight',
        minValue: null,
        maxValue: null,
        decimals: 1,
        units: [
          { key: 'kg', label: 'kg' },
          { key: '[lb_av]', label: 'pounds' },
        ],
      },
    ],
  });
  await offers(String(form));
  const id = await begun();
  const params = { patientId, assignedQuestionnaireId: id };
  const asked = asQuestionnaire((await patient.call(getQuestionnaire, { params })).body);
  const where = itemOf(asked, 'Where?');
  const idOf = (text: string) => itemOf(asked, text).questionnaireItemId;
  const sent = await patient.call(submitQuestionnaire, {
    params,
    headers: {
      'idempotency-key': v.parse(IdempotencyKey, `words-${String(id).padStart(14, '0')}`),
      [languageHeader]: 'es',
    },
    body: {
      templateRevision: asked.templateRevision,
      patientQuestionAnswerList: [
        ...goodAnswers(asked),
        {
          questionnaireItemId: where.questionnaireItemId,
          listAnswerId: optionOf(where, 'Elsewhere'),
          otherOptionText: 'At work',
        },
        { questionnaireItemId: idOf('A wheelchair?'), isChecked: true },
        { questionnaireItemId: idOf('Stairs?'), isChecked: false },
        { questionnaireItemId: idOf('Weight'), numberAnswer: 150.5, unitKey: '[lb_av]' },
      ],
    },
  });
  expect(sent.status, sent.text).toBe(200);
  const [message] = await server.query(
    'select m.content from secure_requests r join secure_messages m on m.id = r.message_id where r.about = $1',
    [`form-${String(id)}`],
  );
  const words = String(message?.['content']).split('\n\n');
  expect(words).toEqual(
    expect.arrayContaining(['Where?\nElsewhere: At work', 'A wheelchair?\nSí', 'Stairs?\nNo', 'Weight\n150.5 pounds']),
  );
});

test('a form is continued to the end of its last day at the facility', async () => {
  const id = await begun();
  // There the day of UTC begins twelve hours later.
  const zone = 'Etc/GMT+12';
  const [before] = await server.query('select time_zone from facilities where is_default');
  await server.query('update facilities set time_zone = $1 where is_default', [zone]);
  await server.query('update assigned_questionnaires set due_date = (now() at time zone $2)::date where id = $1', [
    id,
    zone,
  ]);
  expect(await begun()).toBe(id);
  await server.query('update facilities set time_zone = $1 where is_default', [before?.['time_zone']]);
});

test('who acts for the patient asks with both rights, and the request says who asked', async () => {
  const id = await begun(representative);
  await fillIn(id, representative);
  expect(await requestOf(id)).toMatchObject([{ request: { askedBy: 'Linnea Applewhistle' } }]);
  const rights = `from representative_rights where patient_id = $1 and section = 'Questionnaires' and "right" = 'answer'`;
  await server.query(`delete ${rights}`, [patientId]);
  expect((await begin('rideHome', representative)).status).toBe(404);
});

test('refuses what is not offered, another recipient, and strangers', async () => {
  expect(await begin('refill')).toMatchObject({ status: 409, body: { error: 'request_not_offered' } });
  expect(await begin('rideHome', patient, 999_999)).toMatchObject({ status: 409, body: { error: 'not_recipient' } });
  expect((await begin('ride home')).status).toBe(400);
  expect((await begin('rideHome', server.browser())).status).toBe(401);
});

test('beyond the messages of a day the answers are refused until later, and then sent', async () => {
  const before = await begun();
  await fillIn(before);
  const id = await begun();
  await server.query(
    `insert into secure_messages (thread_id, patient_id, is_from_patient, author_user_id, author_first_name, author_last_name, content, send_key)
     select m.thread_id, m.patient_id, true, m.author_user_id, 'A', 'B', 'x', 'flood-' || n from secure_messages m, generate_series(1, 100) n where m.send_key like $1`,
    [`request-form-${String(before)}%`],
  );
  expect(await submit(id)).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
  await server.query("delete from secure_messages where send_key like 'flood-%'");
  await fillIn(id);
  expect(await requestOf(id)).toHaveLength(1);
});

test('answers are stored where the facility takes the request no more', async () => {
  const id = await begun();
  await server.query(`update facilities set message_settings = '{}' where is_default`);
  await fillIn(id);
  expect(await requestOf(id)).toEqual([]);
});
