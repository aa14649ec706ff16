import {
  changeEmail,
  createDownloadToken,
  exportPersonalData,
  inviteContact,
  listContacts,
  putDeviceRecords,
  saveContact,
  sendAuditEvent,
  setPreference,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contactDetails } from '../../tests/support/contacts.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let patient: Browser;
let ids: Awaited<ReturnType<TestServer['ids']>>;
beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  ids = await server.ids('patient');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.query('delete from limits');
});

/** As if the demo's patient had made a call so many times within the last 50 minutes. */
const used = (countedAs: string, uses: number) =>
  server.query(
    "insert into limits (bucket, uses, window_ends_at) values (sha256(convert_to($1, 'UTF8')), $2, now() + interval '9 minutes 30 seconds')",
    [`${countedAs}:${String(ids.userId)}`, uses],
  );
const tooOften = { status: 429, body: { error: 'too_many_requests', minutes: 10 } };
const preference = (browser: Browser, userId: number, value: string) =>
  browser.call(setPreference, { params: { userId }, body: { userId, name: 'table', value } });

test('what was done too often is refused with the minutes to wait, to this person alone, and works again afterwards', async () => {
  await used('setPreference', 599);
  expect((await preference(patient, ids.userId, 'last')).status).toBeLessThan(300);
  const answer = await preference(patient, ids.userId, 'one more');
  expect(answer).toMatchObject(tooOften);
  expect(answer.headers.get('retry-after')).toBe('600');
  const [kept] = await server.query("select value from user_preferences where user_id = $1 and name = 'table'", [
    ids.userId,
  ]);
  expect(kept).toEqual({ value: 'last' });
  const other = await server.signedIn('noemail');
  const { userId } = await server.ids('noemail');
  expect((await preference(other, userId, 'theirs')).status).toBeLessThan(300);
  await server.query("update limits set window_ends_at = now() - interval '1 second'");
  expect((await preference(patient, ids.userId, 'again')).status).toBeLessThan(300);
});

test.each([
  ['a contact', 'saveContact', 600],
  ['an invitation', 'inviteContact', 20],
  ['an email address, however its mails are asked for', 'confirm-email', 10],
  ['what a page says was opened', 'sendAuditEvent', 2000],
  ['what a device keeps', 'putDeviceRecords', 600],
])('%s: nothing is stored or sent beyond the quota', async (_, countedAs, most) => {
  const { userId, patientId } = ids;
  const asks: Readonly<Record<string, () => Promise<unknown>>> = {
    saveContact: () =>
      patient.call(saveContact, {
        params: { patientId: patientId ?? 0 },
        body: contactDetails({ contactFirstName: 'Beyond' }),
      }),
    inviteContact: () =>
      patient.call(inviteContact, {
        params: { contactId: 1 },
        body: { given: [{ section: 'Appointments', right: 'read' }], hasAgreed: true },
      }),
    'confirm-email': () =>
      patient.call(changeEmail, {
        params: { userId },
        query: { language: 'en' },
        body: { isPatient: true, usePrimaryEmail: false, userId, patientId, email: 'beyond@example.org' },
      }),
    sendAuditEvent: () =>
      patient.call(sendAuditEvent, {
        params: { userId },
        body: { auditEventType: 'healthsummaryviewed', patientId: patientId ?? 0 },
      }),
    putDeviceRecords: () =>
      patient.call(putDeviceRecords, { params: { userId, deviceId: 'd'.repeat(32) }, body: { keeps: true } }),
  };
  const counts = () =>
    server.query(
      `select (select count(*) from contacts)::int as contacts, (select count(*) from mails)::int as mails, (select count(*) from audit_events)::int as told,
         (select count(*) from devices)::int as devices`,
    );
  await used(countedAs, most);
  const before = await counts();
  expect(await asks[countedAs]?.()).toMatchObject(tooOften);
  expect(await counts()).toEqual(before);
});

test('an export is counted where its page asks for it, and where a program does', async () => {
  const { userId, patientId } = ids;
  const params = { patientId: patientId ?? 0 };
  await used('export', 18);
  const ticket = await patient.call(createDownloadToken, {
    params: { userId },
    body: { path: `/api/patients/${String(patientId)}/export` },
  });
  const { token } = v.parse(v.object({ token: v.string() }), ticket.body);
  expect((await patient.fetch(`/api/patients/${String(patientId)}/export?token=${token}`)).status).toBe(200);
  expect((await patient.call(exportPersonalData, { params })).status).toBe(200);
  expect(await patient.call(exportPersonalData, { params })).toMatchObject(tooOften);
  expect(
    await patient.call(createDownloadToken, {
      params: { userId },
      body: { path: `/api/patients/${String(patientId)}/export` },
    }),
  ).toMatchObject(tooOften);
});

test('reading a page is counted nowhere', async () => {
  expect((await patient.call(listContacts, { params: { patientId: ids.patientId ?? 0 } })).status).toBe(200);
  expect(await server.query('select uses from limits')).toEqual([]);
});
