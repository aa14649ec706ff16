import {
  type Contact,
  type PatientId,
  Representation,
  type Right,
  type Section,
  getContactRights,
  getPatient,
  inviteContact,
  listActivity,
  listAppointments,
  listEducation,
  listRepresentations,
  offeredRights,
  setContactEnd,
  setContactRight,
  setSectionEnd,
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
import { validatorFaults } from '../../tests/support/fhir/check.ts';
import { remindOfEnds } from './endReminders.ts';
import { replaceRights } from './representatives.ts';
import { contactSubject } from './subject.ts';

let server: AccessWorld['server'];
let patient: Browser;
let patientId: PatientId;
let lucia: Contact;
let zone: string;
let moveTo: AccessWorld['moveTo'];
let contactNamed: AccessWorld['contactNamed'];
let reset: AccessWorld['reset'];
/** Lucía's. */
let browser: Browser;

const notFound = { status: 404 };

beforeAll(async () => {
  ({ server, patient, patientId, lucia, zone, moveTo, contactNamed, reset } = await startAccessWorld());
  browser = await server.signedIn('lucia');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await reset();
  await server.query('delete from section_ends');
  await server.tx((tx) => replaceRights(tx, clerk, link(), offeredRights));
});

const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;
function link() {
  const { contactId, authorizedRepresentativeUserId: userId } = lucia;
  if (userId === null) throw new Error('she has no account');
  return { userId, patientId, contactId };
}
const setEnd = (
  section: Section,
  lastDay: string | null,
  reason: string | null = null,
  contactId = lucia.contactId,
  by = patient,
) => by.call(setSectionEnd, { params: { patientId, contactId, section }, body: { lastDay, reason } });
const give = (section: Section, isGiven = true, right: Right = 'read') =>
  patient.call(setContactRight, {
    params: { patientId, contactId: lucia.contactId },
    body: { section, right, isGiven },
  });
const rights = async (): Promise<string[]> => {
  const { body } = await patient.call(getContactRights, { params: { patientId, contactId: lucia.contactId } });
  const { given } = v.parse(getContactRights.answer, body);
  return given.map(({ section, right }) => `${section}:${right}`);
};
async function representation(): Promise<Representation> {
  const { userId } = await browser.profile();
  const { body } = await browser.call(listRepresentations, { params: { userId } });
  const [found] = v.parse(v.array(Representation), body);
  if (found === undefined) throw new Error('she acts for nobody');
  return found;
}
const opens = async (call: typeof listAppointments | typeof listEducation) =>
  (await browser.call(call, { params: { patientId } })).status;

test('patient and representative read the day and the reason of a section, nobody else does; log and export tell of them', async () => {
  const lastDay = dayIn(zone, 40);
  const end = { section: 'Appointments', lastDay, reason: 'My surgery' };
  expect(await setEnd('Appointments', lastDay, ' My surgery ')).toMatchObject({
    status: 200,
    body: { sectionEnds: [end], lastDay: null },
  });
  expect((await representation()).sectionEnds).toEqual([end]);
  const other = await contactNamed('Lucía', await server.signedIn('representative'));
  expect(other.sectionEnds).toEqual([]);

  const own = (await patient.profile()).userId;
  const today = dayIn(zone);
  const log = await patient.call(listActivity, {
    params: { userId: own },
    query: { startDate: today, endDate: today, what: 'changed' },
  });
  expect(log.body).toMatchObject({
    lines: expect.arrayContaining([
      expect.objectContaining({ act: 'accessEndChanged', parts: ['Appointments'], title: 'My surgery', who: 'you' }),
    ]),
  });
  // What is there already is not written again.
  await setEnd('Appointments', lastDay, 'My surgery');
  expect(await server.query("select detail from audit_events where type = 'representative.end_changed'")).toMatchObject(
    [{ detail: { ...end, contactId: lucia.contactId } }],
  );
  const exported = await contactSubject.exported?.read({ db: server.pool.db, patientId, readerId: own, closedIds: [] });
  expect(JSON.stringify(exported?.xml)).toContain(
    `"MayActIn":[{"Section":"Appointments","Until":"${lastDay}","Because":"My surgery"}]`,
  );
  const mandate = exported?.fhir.find((one) =>
    JSON.stringify(one).includes(`contact-${String(lucia.contactId)}-access`),
  );
  expect(validatorFaults(v.parse(v.looseObject({}), JSON.parse(JSON.stringify(mandate))))).toEqual([]);
  expect(mandate).toMatchObject({
    resourceType: 'Consent',
    status: 'active',
    text: { div: expect.stringContaining('Appointments: My surgery') },
    provision: {
      actor: [{ reference: { reference: `RelatedPerson/contact-${String(lucia.contactId)}` } }],
      provision: expect.arrayContaining([
        { type: 'permit', period: { end: lastDay }, code: [{ text: 'Appointments' }] },
        // Given without an end of its own.
        expect.objectContaining({ type: 'permit', period: undefined, code: [{ text: 'CareTeam' }] }),
      ]),
    },
  });
  expect(await setEnd('Appointments', null)).toMatchObject({ body: { sectionEnds: [] } });
});

test('a day that is over, too far away or after the end of everything is refused, and so is whoever may not choose it', async () => {
  expect(await setEnd('Appointments', dayIn(zone, -1))).toMatchObject({ body: { error: 'last_day_over' } });
  expect(await setEnd('Appointments', dayIn(zone, 3660))).toMatchObject({ body: { error: 'last_day_too_late' } });
  await patient.call(setContactEnd, {
    params: { patientId, contactId: lucia.contactId },
    body: { lastDay: dayIn(zone, 20), reason: null },
  });
  expect(await setEnd('Appointments', dayIn(zone, 21))).toMatchObject({
    status: 400,
    body: { error: 'last_day_after_access' },
  });
  expect((await setEnd('Appointments', dayIn(zone, 20))).status).toBe(200);
  expect(await setEnd('Appointments', null, null, lucia.contactId, browser)).toMatchObject(notFound);
  const stranger = await server.signedIn('noemail');
  expect(await setEnd('Appointments', null, null, lucia.contactId, stranger)).toMatchObject(notFound);
  // What is not given has no end.
  await give('Appointments', false);
  expect(await setEnd('Appointments', dayIn(zone, 5))).toMatchObject(notFound);
});

test('an end that is chosen for everything later is that of each section too', async () => {
  await setEnd('Appointments', dayIn(zone, 50));
  await setEnd('Education', dayIn(zone, 10));
  await setEnd('CareTeam', null, 'My surgery');
  const lastDay = dayIn(zone, 30);
  const answer = await patient.call(setContactEnd, {
    params: { patientId, contactId: lucia.contactId },
    body: { lastDay, reason: null },
  });
  expect(answer.body).toMatchObject({
    sectionEnds: [
      { section: 'Appointments', lastDay },
      { section: 'CareTeam', lastDay: null, reason: 'My surgery' },
      { section: 'Education', lastDay: dayIn(zone, 10) },
    ],
  });
});

test('for any day and zone, a section is open exactly as long as it is not later than its last day', async () => {
  const zones = [lastZone, firstZone, 'America/Chicago', 'Europe/Paris', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC'];
  await setEnd('Education', dayIn(zone, 3));
  for (const timeZone of zones)
    for (const days of [-400, -2, -1, 0, 1, 2, 30, 3000]) {
      await moveTo(timeZone);
      const lastDay = dayIn('UTC', days);
      await server.query('update section_ends set last_day = $2 where contact_id = $1', [lucia.contactId, lastDay]);
      const [found] = await server.query(
        `select count(*) filter (where section = 'Education')::int as ended, count(*)::int as "all" from current_rights where user_id = $1 and patient_id = $2`,
        [link().userId, patientId],
      );
      const isOpen = dayIn(timeZone) <= lastDay;
      expect(found, `${timeZone} ${lastDay}`).toEqual({
        ended: isOpen ? 1 : 0,
        all: offeredRights.length - (isOpen ? 0 : 1),
      });
    }
});

test('at midnight the section is closed in running sessions and the rest is not; a tick gives it again, without its old end', async () => {
  await moveTo(lastZone);
  await setEnd('Appointments', dayIn(lastZone), 'My surgery');
  await setEnd('Questionnaires', dayIn(lastZone));
  expect(await opens(listAppointments)).toBe(200);
  await moveTo(firstZone);
  expect(await opens(listAppointments)).toBe(404);
  expect(await opens(listEducation)).toBe(200);
  expect((await browser.refresh()).status).toBe(200);
  expect((await representation()).rights.some(({ section }) => section === 'Appointments')).toBe(false);
  // Both still read when and why it ended.
  expect((await representation()).sectionEnds[0]).toMatchObject({ section: 'Appointments', reason: 'My surgery' });
  expect(await rights()).not.toContain('Appointments:read');
  // A right elsewhere brings nothing back.
  await give('Education', false);
  await give('Education');
  expect(await opens(listAppointments)).toBe(404);
  expect(await setEnd('Appointments', dayIn(firstZone, 5))).toMatchObject(notFound);

  await give('Appointments');
  expect(await opens(listAppointments)).toBe(200);
  // Of the two rights that have ended together only the one that is ticked comes back.
  await give('Questionnaires');
  expect(await rights()).toContain('Questionnaires:read');
  expect(await rights()).not.toContain('Questionnaires:answer');
  expect((await contactNamed('Lucía')).sectionEnds).toEqual([]);
});

test('an end goes with the rights for which it was chosen, and stays as long as one of them is there', async () => {
  const lastDay = dayIn(zone, 5);
  await setEnd('SecureMessages', lastDay);
  await give('SecureMessages', false, 'write');
  expect((await contactNamed('Lucía')).sectionEnds).toMatchObject([{ section: 'SecureMessages', lastDay }]);
  await give('SecureMessages', false);
  expect((await contactNamed('Lucía')).sectionEnds).toEqual([]);
  await give('SecureMessages');
  expect((await contactNamed('Lucía')).sectionEnds).toEqual([]);
});

test('whoever is invited begins without what has ended before, and a new invitation with other rights keeps no end of old ones', async () => {
  const [row] = await server.query(
    'select id, first_name from contacts where patient_id = $1 and representative_user_id is null and email is not null limit 1',
    [patientId],
  );
  const invited = await contactNamed(String(row?.['first_name']));
  const { contactId } = invited;
  const invite = (...sections: Section[]) =>
    patient.call(inviteContact, {
      params: { contactId },
      body: { given: sections.map((section) => ({ section, right: 'read' as const })), hasAgreed: true },
    });
  const chosen = async () =>
    (await server.query('select word from current_chosen_rights where contact_id = $1 order by 1', [contactId])).map(
      ({ word }) => word,
    );
  await moveTo(lastZone);
  expect((await invite('Appointments', 'Education')).status).toBe(200);
  expect((await setEnd('Appointments', dayIn(lastZone), null, contactId)).status).toBe(200);
  expect((await setEnd('Education', dayIn(lastZone, 9), null, contactId)).status).toBe(200);
  await moveTo(firstZone);
  expect(await chosen()).toEqual(['Education:read']);
  expect((await invite('Appointments', 'CareTeam')).status).toBe(200);
  expect(await chosen()).toEqual(['Appointments:read', 'CareTeam:read']);
  expect((await contactNamed(invited.contactFirstName)).sectionEnds).toEqual([]);
});

test('an invitation carries the ends of sections, those that are given alone, and replaces what was chosen before', async () => {
  const [row] = await server.query(
    'select id, first_name from contacts where patient_id = $1 and representative_user_id is null and email is not null limit 1',
    [patientId],
  );
  const { contactId, contactFirstName } = await contactNamed(String(row?.['first_name']));
  const invite = (sectionEnds: { section: Section; lastDay: string | null; reason: string | null }[]) =>
    patient.call(inviteContact, {
      params: { contactId },
      body: {
        given: [
          { section: 'SecureMessages', right: 'read' },
          { section: 'SecureMessages', right: 'write' },
          { section: 'CareTeam', right: 'read' },
        ],
        hasAgreed: true,
        lastDay: dayIn(zone, 30),
        sectionEnds,
      },
    });
  const end = (section: Section, days: number) => ({ section, lastDay: dayIn(zone, days), reason: null });
  expect(await invite([end('CareTeam', -1)])).toMatchObject({ status: 400, body: { error: 'last_day_over' } });
  expect((await invite([end('SecureMessages', 9), end('CareTeam', 40), end('TestResults', 9)])).status).toBe(200);
  expect((await contactNamed(contactFirstName)).sectionEnds).toEqual([end('CareTeam', 30), end('SecureMessages', 9)]);
  expect((await invite([end('CareTeam', 3)])).status).toBe(200);
  expect((await contactNamed(contactFirstName)).sectionEnds).toEqual([end('CareTeam', 3)]);
});

test('both are reminded once of all sections that end on a day, from nine o’clock, whoever looks how often', async () => {
  await moveTo('UTC');
  await server.query('delete from mails');
  const kinds = async () =>
    (await server.query("select kind from mails where kind like '%Ends' order by kind")).map(({ kind }) => kind);
  const lastDay = dayIn('UTC', 60);
  const at = (day: string, days: number, time: string) => new Date(Date.parse(`${day}T${time}Z`) - days * dayMs);
  for (const section of ['Appointments', 'Education', 'CareTeam'] as const) await setEnd(section, lastDay);
  // Near from the start, not given, and later than the end of everything: nothing to remind of.
  await setEnd('TestResults', dayIn('UTC', 10));
  expect(await remindOfEnds(server.pool, at(lastDay, 15, '23:00:00'), null)).toBe(0);
  expect(await remindOfEnds(server.pool, at(lastDay, 14, '08:59:59'), null)).toBe(0);
  await server.query("delete from representative_rights where section = 'CareTeam'");
  const runs = await Promise.all([1, 2].map(() => remindOfEnds(server.pool, at(lastDay, 14, '09:00:00'), null)));
  expect(runs.toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect(await kinds()).toEqual(['givenPartEnds', 'ownPartEnds']);
  expect(await remindOfEnds(server.pool, at(lastDay, 3, '12:00:00'), null)).toBe(0);

  const later = dayIn('UTC', 90);
  await setEnd('Education', later);
  expect(await remindOfEnds(server.pool, at(later, 13, '22:00:00'), null)).toBe(0);
  await server.query('update contacts set access_last_day = $2, end_reminded_for = $2 where id = $1', [
    lucia.contactId,
    later,
  ]);
  expect(await remindOfEnds(server.pool, at(later, 13, '12:00:00'), null)).toBe(0);
  expect(await kinds()).toHaveLength(2);
  const [row] = await server.query("select content from mails where kind = 'givenPartEnds'");
  expect(JSON.stringify(row)).not.toMatch(/Lucía|appointment|Education/i);
});

test('a server of before, which knows no ends of sections, keeps to them', async () => {
  await setEnd('Appointments', dayIn(zone, 5));
  await server.query('update section_ends set last_day = last_day - 30');
  // Its reads and writes are these: the views, and the table of rights.
  const [before] = await server.query(
    `select exists (select from current_rights where user_id = $1 and patient_id = $2 and section = 'Appointments') as may`,
    [link().userId, patientId],
  );
  expect(before).toEqual({ may: false });
  await server.query(
    `insert into representative_rights (user_id, patient_id, section, "right") values ($1, $2, 'Appointments', 'read')
     on conflict (user_id, patient_id, section, "right") do update set given_at = now()`,
    [link().userId, patientId],
  );
  expect(await opens(listAppointments)).toBe(404);
  expect((await browser.call(getPatient, { params: { patientId } })).status).toBe(200);
});
