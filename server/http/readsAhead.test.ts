import { aheadHeaders, calls, type CallShape } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let patient: Browser;
let mine: { patientId: number };
let userId: number;

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  const ids = await server.ids('patient');
  mine = { patientId: ids.patientId ?? 0 };
  userId = ids.userId;
});
afterAll(() => server.stop());

async function read<S extends v.GenericSchema>(
  call: CallShape & { readonly answer: S },
  headers: Readonly<Record<string, string>> = {},
  params: Readonly<Record<string, number>> = {},
): Promise<v.InferOutput<S>> {
  const asked: CallShape = call;
  const answer = await patient.call(asked, { params: { ...mine, ...params }, headers });
  expect(answer.status, `${call.name}: ${answer.text}`).toBe(200);
  return v.parse(call.answer, answer.body);
}
const log = async () => {
  const query = { startDate: '2025-01-01', endDate: '2030-12-31' };
  const answer = await patient.call(calls.listActivity, { params: { userId }, query });
  return v.parse(calls.listActivity.answer, answer.body).lines;
};
const rowsAhead = async () =>
  v.parse(
    v.array(v.object({ type: v.string(), isAhead: v.nullable(v.boolean()) })),
    await server.query(
      `select type, (detail ->> 'ahead')::boolean as "isAhead" from audit_events where patient_id = $1 and type like 'read.%' order by id`,
      [mine.patientId],
    ),
  );

describe('what a device reads ahead of time', () => {
  test('marks nothing as seen, and what is opened later is still marked', async () => {
    const before = await read(calls.countNotReviewedLabResults);
    const fresh = (await read(calls.listLabResults)).find(
      ({ isReviewedByPatient, opening }) => !isReviewedByPatient && opening === 'open',
    );
    if (fresh === undefined) throw new Error('the demo has no new result');
    const one = { labResultId: fresh.labResultId };
    expect((await read(calls.getLabResult, aheadHeaders, one)).isReviewedByPatient).toBe(false);
    expect(await read(calls.countNotReviewedLabResults)).toBe(before);
    const due = (await read(calls.listQuestionnaires)).find(
      ({ isNew, canStartByPatient }) => isNew && canStartByPatient,
    );
    if (due === undefined) throw new Error('the demo has no new questionnaire');
    const asked = { assignedQuestionnaireId: due.assignedQuestionnaireId };
    expect((await read(calls.getQuestionnaire, aheadHeaders, asked)).isNew).toBe(true);
    expect((await read(calls.getLabResult, {}, one)).isReviewedByPatient).toBe(true);
    expect(await read(calls.countNotReviewedLabResults)).toBe(before - 1);
    expect((await read(calls.getQuestionnaire, {}, asked)).isNew).toBe(false);
  });

  test('is in the audit as what it is, and in the log and the report one line with how much it was', async () => {
    const lines = (await log()).filter(({ act }) => act === 'copiedToDevice');
    const results = (await read(calls.listLabResults, aheadHeaders)).filter(({ opening }) => opening === 'open');
    for (const { labResultId } of results.slice(0, 5)) await read(calls.getLabResult, aheadHeaders, { labResultId });
    const rows = await rowsAhead();
    expect(rows.filter(({ isAhead }) => isAhead === true)).toHaveLength(8);
    expect(rows.filter(({ type, isAhead }) => type === 'read.getLabResult' && isAhead !== true)).toHaveLength(1);
    const after = (await log()).filter(({ act }) => act === 'copiedToDevice');
    expect([lines.map(({ count }) => count), after.map(({ count }) => count)]).toEqual([[2], [8]]);
    expect(after[0]).toMatchObject({ who: 'you', parts: [], opened: [] });

    const path = `/api/users/${String(userId)}/audits/report?startDate=2025-01-01&endDate=2030-12-31&language=en`;
    const ticket = await patient.call(calls.createDownloadToken, { params: { userId }, body: { path } });
    const { token } = v.parse(v.object({ token: v.string() }), ticket.body);
    const { text } = await server.browser().fetch(`${path}&token=${token}`);
    expect(text.split('\r\n').filter((line) => line.includes('Copied records to a device'))).toEqual([
      expect.stringContaining('(items: 8)'),
    ]);
  });

  test('is a file as well, with the session itself, under the same audit', async () => {
    const article = (await read(calls.listEducation))[0];
    if (article === undefined) throw new Error('the demo has no article');
    const params = { articleId: article.articleId };
    const answer = await patient.call(calls.getArticleContent, { params, headers: aheadHeaders });
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('inline'),
    ]);
    expect((await rowsAhead()).at(-1)).toEqual({ type: 'read.getArticleContent', isAhead: true });
    expect((await read(calls.listEducation))[0]?.wasReadByPatient).toBe(article.wasReadByPatient);
  });

  test('is nothing where a call is not to be kept: then it is a read like any other', async () => {
    const query = { startDate: '2025-01-01', endDate: '2030-12-31' };
    await patient.call(calls.listActivity, { params: { userId }, query, headers: aheadHeaders });
    expect((await rowsAhead()).at(-1)).toEqual({ type: 'read.listActivity', isAhead: null });
  });

  test('gets no further than its right: another’s record stays the same 404', async () => {
    const other = await server.ids('limited');
    const answer = await patient.call(calls.listAppointments, {
      params: { patientId: other.patientId ?? 0 },
      headers: aheadHeaders,
    });
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  test('three hundred at a few at a time are answered, pages beside them, and a crowd is asked to come again', async () => {
    const results = (await read(calls.listLabResults)).map(({ labResultId }) => ({ ...mine, labResultId }));
    const one = (at: number, headers: Readonly<Record<string, string>>) =>
      patient.call(calls.getLabResult, { params: results[at % results.length] ?? mine, headers });
    const statuses: number[] = [];
    let next = 0;
    const worker = async () => {
      for (let at = next; at < 300; at = next) {
        next += 1;
        statuses.push((await one(at, aheadHeaders)).status);
      }
    };
    await Promise.all([worker(), worker()]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const crowd = await Promise.all(Array.from({ length: 40 }, (_, at) => one(at, aheadHeaders)));
    expect(crowd.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
    expect(crowd.every(({ status }) => status === 200 || status === 503)).toBe(true);
    const pages = await Promise.all([
      one(0, {}),
      ...Array.from({ length: 20 }, (_, at) => one(at, aheadHeaders)),
      one(1, {}),
    ]);
    expect([pages[0]?.status, pages.at(-1)?.status]).toEqual([200, 200]);
  });
});
