import { calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { hashOf } from './secrets.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const rows = () =>
  server.query(
    "select chain, patient_id, actor_name, actor_role, detail from audit_events where type = 'access.refused' order by id",
  );
/** The rows are written after the answer. */
const untilRows = (count: number) => expect.poll(async () => (await rows()).length, { timeout: 10_000 }).toBe(count);
const mark = expect.stringMatching(/^[0-9a-f]{12}$/);

test('another’s record: the row stands in that patient’s chain, with who tried and a keyed hash of the address', async () => {
  const { patientId } = await server.ids('noemail');
  const browser = await server.signedIn('patient');
  const answer = await browser.call(calls.getPatient, { params: { patientId: patientId ?? 0 } });
  expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
  await untilRows(1);
  expect((await rows()).at(-1)).toMatchObject({
    chain: `patient:${patientId}`,
    patient_id: patientId,
    actor_role: 'patient',
    detail: { call: 'getPatient', why: 'record', from: mark, times: 1 },
  });
});

test('a record that nobody has: the same answer, and a row in the facility’s chain', async () => {
  const { facilityId } = await server.ids('patient');
  const browser = await server.signedIn('patient');
  const answer = await browser.call(calls.getPatient, { params: { patientId: 987_654_321 } });
  expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
  await untilRows(2);
  expect((await rows()).at(-1)).toMatchObject({ chain: `facility:${facilityId}`, patient_id: null });
});

test('a missing right, another’s account and a wrong role are told apart in the log alone', async () => {
  const { patientId } = await server.ids('patient');
  const representative = await server.signedIn('representative');
  await server.query("delete from representative_rights where patient_id = $1 and section = 'Appointments'", [
    patientId,
  ]);
  const { userId } = await server.ids('patient');
  const kiosk = await server.signedIn('kiosk');
  const answers = [
    await representative.call(calls.listAppointments, { params: { patientId: patientId ?? 0 } }),
    await representative.call(calls.reportPresence, { params: { userId } }),
    await kiosk.call(calls.listAppointments, { params: { patientId: patientId ?? 0 } }),
  ];
  for (const { status, body } of answers)
    expect({ status, body }).toEqual({ status: 404, body: { error: 'not_found' } });
  await untilRows(5);
  expect((await rows()).slice(2).map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ call: 'listAppointments', why: 'right' }),
      expect.objectContaining({ call: 'reportPresence', why: 'user' }),
      expect.objectContaining({ call: 'listAppointments', why: 'role' }),
    ]),
  );
});

test('what a page asks for by itself and may not see is in the audit, and no try of that person in the patient’s log', async () => {
  const { patientId, userId } = await server.ids('patient');
  const representative = await server.signedIn('representative');
  await server.query(
    "delete from representative_rights where patient_id = $1 and section in ('SecureMessages', 'Appointments')",
    [patientId],
  );
  const before = (await rows()).length;
  const params = { patientId: patientId ?? 0 };
  expect((await representative.call(calls.listMessageDrafts, { params })).status).toBe(404);
  expect((await representative.call(calls.listThreads, { params })).status).toBe(404);
  await untilRows(before + 2);
  expect((await rows()).slice(before).map(({ detail }) => detail)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ call: 'listMessageDrafts', why: 'right', background: true }),
      expect.not.objectContaining({ background: true }),
    ]),
  );
  const patient = await server.signedIn('patient');
  const log = await patient.call(calls.listActivity, {
    params: { userId },
    query: { startDate: '2000-01-01', endDate: '2999-12-31' },
  });
  const { lines } = v.parse(calls.listActivity.answer, log.body);
  expect(lines.filter(({ act, parts }) => act === 'refused' && parts.includes('SecureMessages'))).toHaveLength(1);
});

test('a flood of one person leaves few rows, the last of which say how many there were', async () => {
  const { patientId } = await server.ids('limited');
  const browser = await server.signedIn('noemail');
  const { userId } = await browser.profile();
  const mine = async () =>
    server.query(
      "select (detail->>'times')::int as times from audit_events where type = 'access.refused' and actor_user_id = $1 order by 1",
      [userId],
    );
  const counted = async () =>
    (await server.query('select uses from limits where bucket = $1', [hashOf(`refused access:${userId}`)]))[0]?.[
      'uses'
    ];
  for (let times = 1; times <= 30; times += 1) {
    await browser.call(calls.getPatient, { params: { patientId: patientId ?? 0 } });
    // Each is written before the next one is sent, so that none is left out because too many are pending.
    await expect.poll(counted).toBe(times);
  }
  await expect.poll(async () => (await mine()).length).toBe(21);
  expect((await mine()).slice(-2)).toEqual([{ times: 20 }, { times: 25 }]);
  expect(await server.brokenAuditRows()).toEqual([]);
});

test('who was merely not signed in, or asked for what is not there, leaves no row', async () => {
  const before = (await rows()).length;
  const { patientId } = await server.ids('patient');
  expect((await server.browser().call(calls.getPatient, { params: { patientId: patientId ?? 0 } })).status).toBe(401);
  const own = await server.signedIn('patient');
  const missing = { patientId: patientId ?? 0, assignedQuestionnaireId: 987_654_321 };
  expect((await own.call(calls.getQuestionnaire, { params: missing })).status).toBe(404);
  expect((await own.call(calls.getPatient, { params: { patientId: patientId ?? 0 } })).status).toBe(200);
  expect(await rows()).toHaveLength(before);
});
