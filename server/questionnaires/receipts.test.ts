import {
  type AssignedQuestionnaireId,
  checkReceipt,
  getQuestionnaire,
  getQuestionnaireHistory,
  IdempotencyKey,
  PatientId,
  submitQuestionnaire,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';
import {
  asQuestionnaire,
  type FacilitySide,
  facilitySide,
  goodAnswers,
  smallTemplate,
} from '../../tests/server/questionnaires.ts';

let server: TestServer;
let facility: FacilitySide;
let patient: Browser;
let patientId: PatientId;
beforeAll(async () => {
  server = await startTestServer();
  facility = facilitySide(server.databaseUrl);
  patient = await server.signedIn('patient');
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
});
afterAll(async () => {
  await facility?.end();
  await server?.stop();
});

const params = (assignedQuestionnaireId: AssignedQuestionnaireId) => ({ patientId, assignedQuestionnaireId });
async function sent() {
  const id = await facility.assign(patientId, await facility.template(smallTemplate));
  const questionnaire = asQuestionnaire((await patient.call(getQuestionnaire, { params: params(id) })).body);
  expect(questionnaire.receiptNumber).toBeUndefined();
  const send = () =>
    patient.call(submitQuestionnaire, {
      params: params(id),
      headers: { 'idempotency-key': v.parse(IdempotencyKey, `key-of-a-receipt-${String(id).padStart(8, '0')}`) },
      body: {
        templateRevision: questionnaire.templateRevision,
        patientQuestionAnswerList: goodAnswers(questionnaire),
      },
    });
  const first = await send();
  expect((await send()).text).toBe(first.text);
  return { id, completed: asQuestionnaire(first.body) };
}
/** Somebody without an account. */
const check = (receiptNumber: string) => server.browser().call(checkReceipt, { body: { receiptNumber } });

describe('the receipt of sent answers', () => {
  it('has a number of its own, which stays with them', async () => {
    const [one, other] = [await sent(), await sent()];
    expect(one.completed.receiptNumber).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(one.completed.receiptNumber).not.toBe(other.completed.receiptNumber);
    const history = await patient.call(getQuestionnaireHistory, { params: params(one.id) });
    expect(asQuestionnaire(history.body).receiptNumber).toBe(one.completed.receiptNumber);
  });

  it('is checked by anybody who has the number, however it is typed, and says nothing of person or content', async () => {
    const { completed } = await sent();
    const number = String(completed.receiptNumber);
    const typed = number.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
    for (const one of [number, typed, ` ${number.replaceAll('-', '')} `])
      expect(await check(one)).toMatchObject({
        status: 200,
        body: {
          kind: 'answers',
          sentAt: completed.completedDate,
          facilityName: 'Northlight Cancer Centre',
          recipient: null,
        },
      });
    expect(Object.keys((await check(number)).body ?? {}).toSorted()).toEqual([
      'facilityName',
      'kind',
      'recipient',
      'sentAt',
    ]);
  });

  it('is unknown with any other number, and nobody can try them all', async () => {
    for (const one of ['', '7K3M', '7K3M-9QWX-E2HD', 'U'.repeat(12)])
      expect(await check(one)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await check('7'.repeat(101))).toMatchObject({ status: 400 });
    const tries = [];
    for (let count = 0; count < 61; count += 1) tries.push(await check('7K3M-9QWX-E2HD'));
    expect(tries.at(-1)).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
  });
});
