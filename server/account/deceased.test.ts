import { type PatientId, Representation, getCapabilities, getPatient, listRepresentations } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { remindOfAlerts } from '../questionnaires/alerts.ts';

let server: TestServer;
let patientId: PatientId;
let representative: Browser;
const deceased = (...more: readonly string[]) =>
  command(['patient', 'deceased', '--patient', 'NL-40127', ...more], server.databaseUrl);

beforeAll(async () => {
  server = await startTestServer();
  patientId = (await server.ids('patient')).patientId ?? (0 as PatientId);
  representative = await server.signedIn('representative');
});
afterAll(() => server?.stop());

async function representation() {
  const { userId } = await representative.profile();
  const answer = await representative.call(listRepresentations, { params: { userId } });
  return v.parse(v.array(Representation), answer.body).find((one) => one.patientId === patientId);
}
const mayAskForVisits = async (): Promise<boolean> => {
  const { userId } = await representative.profile();
  const { body } = await representative.call(getCapabilities, { params: { userId }, query: { patientId } });
  return JSON.stringify(body).includes('RequestNewAppointment');
};
const opens = async () => (await representative.call(getPatient, { params: { patientId } })).status;
const looks = async () =>
  (
    await server.query(
      'select count(*) filter (where look_at is not null)::int as due from questionnaire_series where patient_id = $1 and rule = $2',
      [patientId, '{"kind": "visits", "days": 1, "visitType": null, "until": null}'],
    )
  )[0]?.['due'];

it('closes the account and ends what goes on by itself, and lets representatives read on', async () => {
  await server.query(
    `insert into questionnaire_series (patient_id, template_id, rule, opens_days_before, missed_after_days)
     select $1, min(id), '{"kind": "visits", "days": 1, "visitType": null, "until": null}', 0, 3 from questionnaire_templates`,
    [patientId],
  );
  await server.query(
    `insert into questionnaire_alerts (assigned_questionnaire_id, patient_id, facility_id, alert_key, tell_address, remind_at)
     select min(a.id), $1, 1, 'late', 'ward@example.org', now() from assigned_questionnaires a where a.patient_id = $1`,
    [patientId],
  );
  const browser = await server.signedIn('patient');
  const before = await representation();
  expect([before?.hasDied, await mayAskForVisits()]).toEqual([false, true]);
  expect(await deceased()).toMatchObject({ code: 0, out: 'NL-40127 (Northlight) has died.' });
  expect((await deceased()).out).toContain('already');

  expect((await browser.refresh()).body).toEqual({ error: 'patient_died' });
  expect((await server.browser().logIn('patient')).body).toEqual({ error: 'patient_died' });
  expect((await server.browser().logIn('patient', 'wrong')).body).toEqual({ error: 'invalid_grant' });
  expect(await looks()).toBe(0);
  expect(await remindOfAlerts(server.pool, new Date())).toBe(0);
  // Reading is what is left.
  const after = await representation();
  expect([after?.hasDied, await mayAskForVisits()]).toEqual([true, false]);
  expect(after?.rights).toEqual(before?.rights?.filter(({ right }) => right === 'read'));
  expect(await opens()).toBe(200);
});

it('ends reading when the facility says so', async () => {
  await server.query('update facilities set after_death_days = 30');
  expect((await representation())?.lastDay).toMatch(/^20\d\d-\d\d-\d\d$/);
  await server.query("update patients set deceased_since = deceased_since - interval '31 days' where id = $1", [
    patientId,
  ]);
  expect([await opens(), await representation()]).toEqual([404, undefined]);
  await server.query('update facilities set after_death_days = null');
  expect(await opens()).toBe(200);
  await server.query('update facilities set after_death_days = 0');
  await server.query("update patients set deceased_since = deceased_since + interval '31 days' where id = $1", [
    patientId,
  ]);
  expect(await opens()).toBe(404);
});

it('takes back what was noted in error', async () => {
  expect(await deceased('--undo')).toMatchObject({ code: 0 });
  expect((await deceased('--undo')).out).toContain('Nobody had noted');
  expect((await server.browser().logIn('patient')).status).toBe(200);
  expect(await looks()).toBe(1);
  // Staff are reminded again of answers that nobody has looked at.
  expect(await remindOfAlerts(server.pool, new Date())).toBe(1);
  expect([await opens(), (await representation())?.hasDied]).toEqual([200, false]);
  const types = await server.query(
    "select type from audit_events where patient_id = $1 and type like 'patient.died%' order by id",
    [patientId],
  );
  expect(types.map(({ type }) => type)).toEqual(['patient.died', 'patient.diedInError']);
  expect(await server.brokenAuditRows()).toEqual([]);
});
