import {
  Contact,
  type ContactId,
  type PatientId,
  getLoginProfile,
  getPatient,
  inviteContact,
  listActivity,
  listContacts,
  listRepresentations,
  setContactAccess,
  setContactEnd,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type AccessWorld,
  dayIn,
  dayMs,
  firstZone,
  lastZone,
  startAccessWorld,
} from '../../tests/server/accessEnds.ts';
import type { Browser } from '../../tests/server/facilityServer.ts';
import { keyFor } from '../http/serverKey.ts';
import { inviteRepresentative } from './invitations.ts';
import { remindOfEnds } from './endReminders.ts';

let server: AccessWorld['server'];
let patient: Browser;
let patientId: PatientId;
let lucia: Contact;
let zone: string;
let moveTo: AccessWorld['moveTo'];
let contactNamed: AccessWorld['contactNamed'];
let reset: AccessWorld['reset'];

beforeAll(async () => {
  ({ server, patient, patientId, lucia, zone, moveTo, contactNamed, reset } = await startAccessWorld());
});
afterAll(() => server.stop());
beforeEach(() => reset());

const setEnd = (lastDay: string | null, reason: string | null = null, contactId: ContactId = lucia.contactId) =>
  patient.call(setContactEnd, { params: { patientId, contactId }, body: { lastDay, reason } });
const opens = async (browser: Browser) => (await browser.call(getPatient, { params: { patientId } })).status;

test('patient and representative read the last day and the reason, nobody else does, and the log tells of them', async () => {
  const lastDay = dayIn(zone, 40);
  expect(await setEnd(lastDay, ' My surgery ')).toMatchObject({
    status: 200,
    body: { lastDay, reason: 'My surgery', isAuthorizedRepresentativeActive: true },
  });
  const browser = await server.signedIn('lucia');
  const { userId } = await browser.profile();
  expect((await browser.call(listRepresentations, { params: { userId } })).body).toMatchObject([
    { patientId, lastDay, reason: 'My surgery' },
  ]);
  const other = await server.signedIn('representative');
  const read = await other.call(listContacts, { params: { patientId } });
  expect(JSON.stringify(read.body)).not.toContain('My surgery');

  const own = (await patient.profile()).userId;
  const today = dayIn(zone);
  const log = await patient.call(listActivity, {
    params: { userId: own },
    query: { startDate: today, endDate: today, what: 'changed' },
  });
  expect(log.body).toMatchObject({ lines: [{ act: 'accessEndChanged', title: 'My surgery', who: 'you' }] });
  // What is there already is not written again.
  await setEnd(lastDay, 'My surgery');
  expect(await server.query("select detail from audit_events where type = 'representative.end_changed'")).toMatchObject(
    [{ detail: { lastDay, reason: 'My surgery', contactId: lucia.contactId } }],
  );
});

test('a last day that is over, or more than ten years away, is refused, and so is a text that is too long', async () => {
  expect(await setEnd(dayIn(zone, -1))).toMatchObject({ status: 400, body: { error: 'last_day_over' } });
  expect(await setEnd(dayIn(zone, 3660))).toMatchObject({ status: 400, body: { error: 'last_day_too_late' } });
  expect(await setEnd(dayIn(zone), 'x'.repeat(201))).toMatchObject({ status: 400, body: { error: 'bad_request' } });
  expect(await setEnd('2027-02-30')).toMatchObject({ status: 400, body: { error: 'bad_request' } });
  expect((await setEnd(dayIn(zone))).status).toBe(200);
  const stranger = await server.signedIn('noemail');
  expect(
    await stranger.call(setContactEnd, {
      params: { patientId, contactId: lucia.contactId },
      body: { lastDay: null, reason: null },
    }),
  ).toMatchObject({ status: 404 });
  const [foreign] = await server.query('select id from contacts where patient_id <> $1 limit 1', [patientId]);
  expect(await setEnd(null, null, Number(foreign?.['id']) as ContactId)).toMatchObject({ status: 404 });
});

test('for any day and zone, somebody may act exactly as long as it is not later than the last day', async () => {
  const zones = [lastZone, firstZone, 'America/Chicago', 'Europe/Paris', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'];
  for (const timeZone of zones)
    for (const days of [-400, -2, -1, 0, 1, 2, 30, 3000]) {
      await moveTo(timeZone);
      const lastDay = dayIn('UTC', days);
      await server.query('update contacts set access_last_day = $2 where id = $1', [lucia.contactId, lastDay]);
      const [found] = await server.query(
        'select exists (select from current_representatives where contact_id = $1) as may',
        [lucia.contactId],
      );
      expect(found?.['may'], `${timeZone} ${lastDay}`).toBe(dayIn(timeZone) <= lastDay);
    }
});

test('at midnight in the zone of the facility the access is over, in running sessions too, and a later day gives it again', async () => {
  await moveTo(lastZone);
  const browser = await server.signedIn('lucia');
  expect((await setEnd(dayIn(lastZone))).status).toBe(200);
  expect(await opens(browser)).toBe(200);
  expect((await browser.refresh()).status).toBe(200);

  await moveTo(firstZone);
  expect(await opens(browser)).toBe(404);
  expect((await browser.profile()).ids).toEqual([]);
  expect(await contactNamed('Lucía')).toMatchObject({ isAuthorizedRepresentativeActive: false });
  expect(await browser.refresh()).toMatchObject({ status: 400, body: { error: 'access_ended' } });
  expect((await browser.call(getLoginProfile)).status).toBe(401);
  expect(await server.browser().logIn('lucia')).toMatchObject({ status: 400, body: { error: 'access_ended' } });

  // Enabling brings back nothing whose last day is over: the patient chooses a day again.
  const enabled = await patient.call(setContactAccess, {
    params: { patientId, contactId: lucia.contactId },
    query: { authorized: 'true' },
  });
  expect(enabled).toMatchObject({ status: 200, body: { isAuthorizedRepresentativeActive: false } });
  expect(await setEnd(dayIn(firstZone, 1))).toMatchObject({ body: { isAuthorizedRepresentativeActive: true } });
  expect(await opens(await server.signedIn('lucia'))).toBe(200);
});

test('whoever acts for others as well keeps their session and loses this patient alone', async () => {
  const linnea = await contactNamed('Linnea');
  await moveTo(lastZone);
  const browser = await server.signedIn('representative');
  await setEnd(dayIn(lastZone), null, linnea.contactId);
  expect(await opens(browser)).toBe(200);
  await moveTo(firstZone);
  expect(await opens(browser)).toBe(404);
  expect((await browser.refresh()).status).toBe(200);
  const { ids } = await browser.profile();
  expect(ids.map(({ value }) => value)).not.toContain(patientId);
  expect(ids).toHaveLength(1);
});

test('an invitation carries the last day and the reason, and no longer works when the day is over', async () => {
  const [row] = await server.query(
    'select id from contacts where patient_id = $1 and representative_user_id is null and email is not null limit 1',
    [patientId],
  );
  const contactId = Number(row?.['id']) as ContactId;
  const invite = (lastDay: string) =>
    patient.call(inviteContact, {
      params: { contactId },
      body: { given: [{ section: 'Appointments', right: 'read' }], hasAgreed: true, lastDay, reason: 'I am away' },
    });
  await moveTo(lastZone);
  expect(await invite(dayIn(lastZone, -1))).toMatchObject({ status: 400, body: { error: 'last_day_over' } });
  expect(await invite(dayIn(lastZone, 4000))).toMatchObject({ status: 400, body: { error: 'last_day_too_late' } });
  const lastDay = dayIn(lastZone);
  expect((await invite(lastDay)).status).toBe(200);
  const now = async () =>
    v
      .parse(v.array(Contact), (await patient.call(listContacts, { params: { patientId } })).body)
      .find((one) => one.contactId === contactId);
  expect(await now()).toMatchObject({ lastDay, reason: 'I am away', isInvitationExpired: false });
  await moveTo(firstZone);
  expect(await now()).toMatchObject({ isInvitationExpired: true });

  // The facility invites them again and names no end: the old one, which is over, does not count.
  await server.tx(async (tx) => {
    const key = await keyFor(tx, '', 'invitation');
    const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;
    const who = { email: 'someone@example.org', firstName: 'Some', lastName: 'One' };
    await inviteRepresentative(tx, key, clerk, { patientId, contactId, days: 14, ...who, rights: null });
  });
  expect(await now()).toMatchObject({ lastDay: null, reason: null, isInvitationExpired: false });
});

test('both are reminded once, 14 days before the end from nine o’clock, whoever looks how often', async () => {
  await moveTo('UTC');
  await server.query('delete from mails');
  const kinds = async () =>
    (await server.query("select kind from mails where kind like '%AccessEnds' order by kind")).map(
      (row) => row['kind'],
    );
  const lastDay = dayIn('UTC', 60);
  await setEnd(lastDay);
  const at = (days: number, time: string) => new Date(Date.parse(`${lastDay}T${time}Z`) - days * dayMs);
  expect(await remindOfEnds(server.pool, at(15, '23:00:00'), null)).toBe(0);
  expect(await remindOfEnds(server.pool, at(14, '08:59:59'), null)).toBe(0);
  const runs = await Promise.all([1, 2].map(() => remindOfEnds(server.pool, at(14, '09:00:00'), null)));
  expect(runs.toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await kinds()).toEqual(['givenAccessEnds', 'ownAccessEnds']);
  expect(await remindOfEnds(server.pool, at(13, '12:00:00'), null)).toBe(0);
  expect(await remindOfEnds(server.pool, at(2, '12:00:00'), null)).toBe(0);

  // A new end has a reminder of its own; one that is nearer than that from the start has none.
  const [later, near] = [dayIn('UTC', 90), dayIn('UTC', 10)];
  await setEnd(later);
  const ahead = new Date(Date.parse(`${later}T12:00:00Z`) - 13 * dayMs);
  // By night nobody is written to.
  expect(await remindOfEnds(server.pool, new Date(ahead.getTime() + 10 * 3_600_000), null)).toBe(0);
  expect(await remindOfEnds(server.pool, ahead, null)).toBe(1);
  await setEnd(near);
  expect(await remindOfEnds(server.pool, new Date(Date.parse(`${near}T12:00:00Z`) - 5 * dayMs), null)).toBe(0);
  expect(await kinds()).toHaveLength(4);
});

test('a reminder goes to whoever can sign in, by whatever way, and to nobody when the patient has died', async () => {
  await moveTo('UTC');
  await server.query('delete from mails');
  const lastDay = dayIn('UTC', 60);
  const at = new Date(Date.parse(`${lastDay}T12:00:00Z`) - 5 * dayMs);
  const remindedAnew = async () => {
    await setEndOf(lastDay);
    await server.query('delete from mails');
    await remindOfEnds(server.pool, at, null);
    const rows = await server.query("select kind, by_day_in from mails where kind like '%AccessEnds' order by kind");
    // One that is tried again does not come at night either.
    expect(rows.every((row) => row['by_day_in'] === 'UTC')).toBe(true);
    return rows.map(({ kind }) => kind);
  };
  const setEndOf = (day: string) =>
    server.query('update contacts set access_last_day = $2, end_reminded_for = null where id = $1', [
      lucia.contactId,
      day,
    ]);
  const account = 'from patients p where p.id = $1 and u.id = p.user_id';
  await server.query(
    `update users u set username = null, password_hash = null, sso_subject = null, email = null ${account}`,
    [patientId],
  );
  expect(await remindedAnew()).toEqual(['ownAccessEnds']);
  await server.query(
    `insert into identity_links (facility_id, issuer, subject_hash, surface, user_id, provider)
     select home_facility_id, 'https://id.example.org', '\\x00', 'portal', user_id, 'clinic' from patients where id = $1`,
    [patientId],
  );
  expect(await remindedAnew()).toEqual(['givenAccessEnds', 'ownAccessEnds']);
  await server.query("update users set disabled_at = now() where username = 'lucia'");
  expect(await remindedAnew()).toEqual(['givenAccessEnds']);
  await server.query("update users set disabled_at = null where username = 'lucia'");
  await server.query('update patients set deceased_since = now() where id = $1', [patientId]);
  expect(await remindedAnew()).toEqual([]);
});
