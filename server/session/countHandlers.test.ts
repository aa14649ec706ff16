import { type CallShape, type PatientId, calls, readCounts } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let patient: Browser;
let patientId: PatientId;

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  patientId = (await server.ids('patient')).patientId ?? (0 as PatientId);
});
afterAll(() => server.stop());

/** The numbers in one answer, with those of the single calls beside it: null where one is refused. */
async function countsOf(browser: Browser, of: PatientId) {
  const params = { patientId: of };
  const answer = await browser.call(readCounts, { params });
  expect(answer.status, answer.text).toBe(200);
  const single: Record<string, number> = {};
  for (const call of Object.values(calls) as CallShape[]) {
    if (call.isBadge !== true) continue;
    const alone = await browser.call(call, { params });
    if (alone.status === 200) single[call.name] = v.parse(v.number(), alone.body);
    else expect(alone.status).toBe(404);
  }
  return { together: v.parse(readCounts.answer, answer.body), single };
}

test('a patient gets the number of each tab as its own call gives it', async () => {
  const { together, single } = await countsOf(patient, patientId);
  expect(together).toEqual(single);
  expect(Object.keys(together).length).toBeGreaterThanOrEqual(7);
  expect(Object.values(together).some((count) => count > 0)).toBe(true);
});

test('what the facility has switched off is left out', async () => {
  const [before] = await server.query('select capabilities from facilities where id = 1');
  await server.query("update facilities set capabilities = capabilities - 'Education' where id = 1");
  const { together, single } = await countsOf(patient, patientId);
  await server.query('update facilities set capabilities = $1 where id = 1', [before?.['capabilities']]);
  expect(together).toEqual(single);
  expect(together).not.toHaveProperty('countUnreadEducation');
});

test('who acts for a patient gets the numbers of the sections that they may read, and without any right nothing', async () => {
  const representative = await server.signedIn('representative');
  const { userId } = await server.ids('representative');
  const [other] = await server.query("select id from patients where last_name = 'Crabtree'");
  const otherId = Number(other?.['id']) as PatientId;
  await server.query(
    `delete from representative_rights where user_id = $1 and patient_id = $2 and section <> 'TestResults'`,
    [userId, otherId],
  );
  await server.query(
    `insert into representative_rights (user_id, patient_id, section, "right") values ($1, $2, 'TestResults', 'read') on conflict do nothing`,
    [userId, otherId],
  );
  const { together, single } = await countsOf(representative, otherId);
  expect(together).toEqual(single);
  expect(Object.keys(together)).toEqual(['countNotReviewedLabResults', 'countResultChanges']);
  await server.query('delete from representative_rights where user_id = $1 and patient_id = $2', [userId, otherId]);
  expect((await representative.call(readCounts, { params: { patientId: otherId } })).status).toBe(404);
});
