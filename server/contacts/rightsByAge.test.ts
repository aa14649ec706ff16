import {
  Contact,
  type ContactId,
  type PatientId,
  type Section,
  type UserId,
  calls,
  getCapabilities,
  listActivity,
  listContacts,
  listLabResults,
  listMessageDrafts,
  listRepresentations,
  listThreads,
  offeredRights,
  setContactAccess,
  setContactRight,
} from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { dateFromToday } from '../../tests/server/questionnaires.ts';
import { keepActingFor } from '../http/actsFor.ts';
import type { Actor } from '../http/handler.ts';
import { tellOfAgeEnds } from './ageNotices.ts';
import { chooseRights, chosenRights, replaceRights } from './representatives.ts';
import { contactSubject } from './subject.ts';

let server: TestServer;
let patient: Browser;
let parent: Browser;
let patientId: PatientId;
/** Acts for the patient with every right. */
let userId: UserId;
let contactId: ContactId;
let zone: string;

/** A multiple of four, so that the tests hold on 29 February as well. */
const age = 16;
const own: readonly Section[] = ['SecureMessages', 'TestResults'];
const dayMs = 86_400_000;
const notFound = { status: 404, body: { error: 'not_found' } };

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  parent = await server.signedIn('representative');
  patientId = (await server.ids('patient')).patientId ?? (0 as PatientId);
  userId = (await server.ids('representative')).userId;
  contactId = (await contactOf()).contactId;
  const [facility] = await server.query(
    'select f.time_zone from facilities f join patients p on p.home_facility_id = f.id where p.id = $1',
    [patientId],
  );
  zone = String(facility?.['time_zone']);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.query('delete from limits');
  await server.query('delete from age_notices');
  await setRules([{ fromAge: age, sections: own }]);
  await turns(400);
  // Every right, given long ago.
  await server.tx((tx) => replaceRights(tx, clerk, { userId, patientId, contactId }, offeredRights));
  await server.query("update representative_rights set given_at = now() - interval '2 years' where patient_id = $1", [
    patientId,
  ]);
});

const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;

const setRules = (rules: unknown) =>
  server.query(
    'update facilities set rights_by_age = $2 where id = (select home_facility_id from patients where id = $1)',
    [patientId, JSON.stringify(rules)],
  );
/** The patient's birthday is in so many days, in the zone of the facility. */
const turns = (inDays: number) =>
  server.query(
    `update patients p set date_of_birth = (today_in(f.time_zone) + $2::int - make_interval(years => $3))::date
     from facilities f where p.id = $1 and f.id = p.home_facility_id`,
    [patientId, inDays, age],
  );
const dayIn = (days: number) => dateFromToday(days, zone);
async function contactOf(browser = patient): Promise<Contact> {
  const all = v.parse(v.array(Contact), (await browser.call(listContacts, { params: { patientId } })).body);
  const found = all.find((one) => one.contactFirstName === 'Linnea');
  if (found === undefined) throw new Error('Linnea is no contact');
  return found;
}
const params = () => ({ params: { patientId } });
const give = (section: Section, isGiven = true) =>
  patient.call(setContactRight, {
    params: { patientId, contactId },
    body: { section, right: 'read', isGiven },
  });
async function ends(): Promise<unknown> {
  const { body } = await parent.call(listRepresentations, { params: { userId } });
  return v
    .parse(v.array(v.looseObject({ patientId: v.number(), endsByAge: v.unknown() })), body)
    .find((one) => one.patientId === patientId)?.endsByAge;
}

test('on the birthday, and not before, the sections close like a right that was taken, in running sessions too', async () => {
  await turns(1);
  const closing = [listThreads, listMessageDrafts, listLabResults] as const;
  for (const call of closing) expect((await parent.call(call, params())).status, call.name).toBe(200);
  const ahead = [{ age, birthday: dayIn(1), isOver: false, sections: own }];
  expect(await ends()).toEqual(ahead);
  expect((await contactOf()).endsByAge).toEqual(ahead);

  await turns(0);
  for (const call of closing) expect(await parent.call(call, params()), call.name).toMatchObject(notFound);
  expect((await parent.call(calls.listAppointments, params())).status).toBe(200);
  const { facilityId } = await server.ids('representative');
  const writer: Actor = {
    sessionId: 1,
    userId,
    role: 'representative',
    loginType: 'userNamePassword',
    patientId: null,
    facilityId,
    name: 'a test',
  };
  const writes = server.tx((tx) => keepActingFor(tx, writer, patientId, { section: 'SecureMessages', right: 'write' }));
  await expect(writes).rejects.toThrow();
  const { body } = await parent.call(getCapabilities, { params: { userId }, query: { patientId } });
  expect(JSON.stringify(body)).not.toMatch(/SecureMessages|TestResults/);
  expect(JSON.stringify(body)).toContain('MedicalNotes');

  const over = [{ age, birthday: dayIn(0), isOver: true, sections: own }];
  expect(await ends()).toEqual(over);
  expect((await contactOf()).endsByAge).toEqual(over);
  // Why somebody sees less is between the patient and them.
  expect((await contactOf(parent)).endsByAge).toEqual([]);
  // The patient's own record is as it was.
  expect((await patient.call(listThreads, params())).status).toBe(200);
});

test('what patient or facility give from the birthday on stays, and the rest stays closed', async () => {
  await turns(-100);
  expect((await give('Education', false)).status).toBe(200);
  expect((await give('SecureMessages')).status).toBe(200);
  expect((await parent.call(listThreads, params())).status).toBe(200);
  expect(await parent.call(listMessageDrafts, params())).toMatchObject(notFound);
  expect(await parent.call(listLabResults, params())).toMatchObject(notFound);
  expect(await ends()).toMatchObject([{ isOver: true, sections: ['TestResults'] }]);

  await server.tx((tx) => replaceRights(tx, clerk, { userId, patientId, contactId }, offeredRights));
  expect((await parent.call(listLabResults, params())).status).toBe(200);
  expect(await ends()).toEqual([]);
  const [given] = await server.query(
    "select detail from audit_events where type = 'representative.rights_changed' order by id desc limit 1",
  );
  expect(given).toMatchObject({
    detail: { given: 'Education:read TestResults:read SecureMessages:write', taken: '' },
  });
});

test('ending the access and giving it back opens nothing that the birthday has ended', async () => {
  await turns(0);
  const setAccess = (authorized: 'true' | 'false') =>
    patient.call(setContactAccess, { params: { patientId, contactId }, query: { authorized } });
  expect((await setAccess('false')).status).toBe(200);
  expect((await setAccess('true')).status).toBe(200);
  expect(await parent.call(listThreads, params())).toMatchObject(notFound);
  expect((await parent.call(calls.listAppointments, params())).status).toBe(200);
});

test('of several birthdays the next one counts, and a rule that is taken away gives back what it had ended', async () => {
  await setRules([
    { fromAge: age, sections: own },
    { fromAge: 18, sections: ['SecureMessages', 'Appointments'] },
  ]);
  await turns(-1);
  expect(await ends()).toMatchObject([
    { age, isOver: true, sections: own },
    { age: 18, isOver: false, sections: ['Appointments'] },
  ]);
  expect((await give('SecureMessages')).status).toBe(200);
  expect(await ends()).toMatchObject([
    { age, isOver: true, sections: ['TestResults'] },
    { age: 18, isOver: false, sections: ['Appointments', 'SecureMessages'] },
  ]);
  await setRules([]);
  expect((await parent.call(listLabResults, params())).status).toBe(200);
  expect(await ends()).toEqual([]);
});

test('rights from before the rules are as old as their link, so those of an adult stay', async () => {
  await turns(-3000);
  await server.query('update representative_rights set given_at = null where patient_id = $1', [patientId]);
  const madeAt = (years: number) =>
    server.query(
      'update representative_links set created_at = now() - make_interval(years => $2) where patient_id = $1',
      [patientId, years],
    );
  await madeAt(1);
  expect((await parent.call(listThreads, params())).status).toBe(200);
  await madeAt(10);
  expect(await parent.call(listThreads, params())).toMatchObject(notFound);
});

test('an invitation gives none of what a birthday has ended since its rights were chosen', async () => {
  const [row] = await server.query(
    'select id from contacts where patient_id = $1 and representative_user_id is null limit 1',
    [patientId],
  );
  const invited = Number(row?.['id']) as ContactId;
  const begins = () => server.tx((tx) => chosenRights(tx, invited));
  await server.tx((tx) => chooseRights(tx, invited, offeredRights));
  await turns(0);
  expect(await begins()).toEqual(offeredRights);
  await server.query("update contacts set rights_chosen_at = now() - interval '1 day' where id = $1", [invited]);
  expect(await begins()).toEqual(offeredRights.filter(({ section }) => !own.includes(section)));
  await turns(1);
  expect(await begins()).toEqual(offeredRights);
});

test('for any birth date, age, zone and instant, a right ends if it was given before that birthday began there', async () => {
  const zones = ['Etc/GMT+12', 'Etc/GMT-14', 'America/Havana', 'America/Santiago', 'Europe/Paris', 'Africa/Cairo'];
  const start = Date.UTC(2000, 0, 1) / dayMs;
  const day = fc
    .oneof(fc.integer({ min: 0, max: 9000 }), fc.constant(59), fc.constant(1520))
    .map((days) => start + days);
  const cases = fc.sample(
    fc.record({
      born: day.map((days) => new Date(days * dayMs).toISOString().slice(0, 10)),
      years: fc.integer({ min: 2, max: 30 }),
      zone: fc.constantFrom(...zones),
      // Around the birthday, by the minute.
      minutes: fc.integer({ min: -3000, max: 3000 }),
    }),
    600,
  );
  const asked = cases.map(({ born, years, minutes, ...rest }, place) => {
    const [year = 0, month = 0, date = 0] = born.split('-').map(Number);
    // The platform counts 29 February of other years as 1 March.
    const birthday = new Date(Date.UTC(year + years, month - 1, date));
    return { ...rest, place, born, years, birthday, given: new Date(birthday.getTime() + minutes * 60_000) };
  });
  const found = await server.query(
    `select (select e.birthday::text from ended_at_age(jsonb_build_array(jsonb_build_object('fromAge', c.years, 'sections', '["Education"]'::jsonb)),
       c.born, c.zone, 'Education', c.given) e) as birthday
     from jsonb_to_recordset($1::jsonb) as c(born date, years int, zone text, given timestamptz, place int) order by c.place`,
    [JSON.stringify(asked)],
  );
  const expected = asked.map(({ zone: timeZone, birthday, given }) => {
    const on = birthday.toISOString().slice(0, 10);
    return { birthday: given.toLocaleDateString('sv-SE', { timeZone }) < on ? on : null };
  });
  expect(found).toEqual(expected);
  expect(new Set(expected.map((one) => one.birthday === null)).size).toBe(2);
});

test('both are told once ahead and once when it has happened, by day, and the log says what ended', async () => {
  await server.query('delete from mails');
  await server.query("update facilities set time_zone = 'UTC'");
  const kinds = async () =>
    (await server.query("select kind from mails where kind like '%AccessLess%' order by kind")).map(
      (row) => row['kind'],
    );
  const noon = (days: number) => {
    const at = new Date(Date.now() + days * dayMs);
    at.setUTCHours(12, 0, 0, 0);
    return at;
  };
  const tell = (at: Date) => tellOfAgeEnds(server.pool, at, null);
  await turns(15);
  expect(await tell(noon(0))).toBe(0);
  const night = noon(1);
  night.setUTCHours(22);
  expect(await tell(night)).toBe(0);
  const early = noon(1);
  early.setUTCHours(8, 59);
  expect(await tell(early)).toBe(0);
  const runs = await Promise.all([tell(noon(1)), tell(noon(1))]);
  expect(runs.reduce((sum, told) => sum + told, 0)).toBe(2);
  expect(await kinds()).toEqual(['givenAccessLessSoon', 'ownAccessLessSoon']);
  expect(await tell(noon(5))).toBe(0);

  expect(await tell(noon(15))).toBe(2);
  expect(await tell(noon(16))).toBe(0);
  expect(await kinds()).toEqual(['givenAccessLess', 'givenAccessLessSoon', 'ownAccessLess', 'ownAccessLessSoon']);
  const mails = await server.query(
    "select concat(content ->> 'subject', content ->> 'text') as text from mails where kind like '%AccessLess%'",
  );
  expect(JSON.stringify(mails)).not.toMatch(/Applewhistle|Messages|Results|16/);

  const today = new Date().toISOString().slice(0, 10);
  const log = await patient.call(listActivity, {
    params: { userId: (await server.ids('patient')).userId },
    query: { startDate: today, endDate: today, what: 'changed' },
  });
  expect(log.body).toMatchObject({
    lines: expect.arrayContaining([expect.objectContaining({ act: 'accessEndedByAge' })]),
  });
  const rows = await server.query(
    "select actor_role, detail from audit_events where type = 'representative.rights_ended_by_age'",
  );
  expect(rows).toEqual([
    { actor_role: null, detail: { userId, age, taken: 'SecureMessages:read SecureMessages:write TestResults:read' } },
  ]);
  expect(await server.brokenAuditRows()).toEqual([]);
  await server.query('update facilities set time_zone = $1', [zone]);
});

test('the export tells on which birthday a section ends, and the day before it as the last', async () => {
  await turns(40);
  const [end] = (await contactOf()).endsByAge;
  const birthday = end?.birthday ?? '';
  expect(end).toMatchObject({ age, isOver: false, sections: own });
  const readerId = (await patient.profile()).userId;
  const exported = await contactSubject.exported?.read({ db: server.pool.db, patientId, readerId, closedIds: [] });
  expect(JSON.stringify(exported?.xml)).toContain(
    `"MayActUntilAge":[{"Age":${String(age)},"Birthday":"${birthday}","Section":${JSON.stringify(own)}}]`,
  );
  const last = new Date(Date.parse(birthday) - dayMs).toISOString().slice(0, 10);
  const mandate = exported?.fhir.find((one) => JSON.stringify(one).includes(`contact-${String(contactId)}-access`));
  expect(mandate).toMatchObject({
    provision: {
      provision: expect.arrayContaining([
        { type: 'permit', period: { end: last }, code: [{ text: 'TestResults' }] },
        expect.objectContaining({ period: undefined, code: [{ text: 'CareTeam' }] }),
      ]),
    },
  });
});
