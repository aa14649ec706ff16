import {
  type AnswerOf,
  calls,
  type CalendarDate,
  IdempotencyKey,
  type KioskState,
  KioskPin,
  type KioskVisitor,
  OnOtherTablet,
  PatientId,
  searchKioskVisitors,
  Token,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asQuestionnaire,
  dateFromToday,
  type FacilitySide,
  facilitySide,
  goodAnswers,
  smallTemplate,
} from '../../tests/server/questionnaires.ts';
import { type Answer, type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let facility: FacilitySide;
let staff: Browser;
let small: number;
const today = dateFromToday(0, 'America/New_York');

beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
  facility = facilitySide(server.databaseUrl);
  staff = await server.signedIn('kiosk');
  small = await facility.template(smallTemplate);
});
afterAll(async () => {
  await facility?.end();
  await server?.stop();
});

interface Asked {
  readonly words?: string;
  readonly birthDate?: CalendarDate | null;
  readonly state?: KioskState | null;
  readonly facilityId?: number | null;
  readonly limit?: number;
  readonly dueDate?: CalendarDate;
}
async function search(asked: Asked = {}, browser = staff): Promise<AnswerOf<typeof searchKioskVisitors>> {
  const reply = await browser.call(searchKioskVisitors, {
    body: { dueDate: today, facilityId: null, words: '', birthDate: null, state: null, limit: 100, ...asked },
  });
  expect(reply.status).toBe(200);
  return v.parse(searchKioskVisitors.answer, reply.body);
}
const names = ({ visitors }: { readonly visitors: readonly KioskVisitor[] }) =>
  visitors.map(({ firstName, lastName }) => `${firstName} ${lastName}`);

let made = 0;
/** A patient with one small questionnaire due on a day. */
async function due(firstName: string, lastName: string, { born = '1972-10-21', inDays = 0 } = {}): Promise<PatientId> {
  made += 1;
  const [row] = await server.query(
    `with home as (select id from facilities where is_default), who as (
       insert into users (first_name, last_name, facility_id) select $1, $2, id from home returning id
     ) insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id)
       select who.id, $3, $1, $2, $4::date, home.id from who, home returning id`,
    [firstName, lastName, `KV-${String(made).padStart(4, '0')}`, born],
  );
  const patientId = v.parse(PatientId, Number(row?.['id']));
  await facility.assign(patientId, small, inDays);
  return patientId;
}

describe('the search', () => {
  it('finds by parts of names in any order, without accents and capitals, by number and by birth date', async () => {
    await due('Lucía', 'Solanas Peñuela');
    await due('Søren', "O'Malley-Łuk", { born: '1955-03-03' });
    for (const words of ['lucia', 'PENUELA lucia', 'Solanas, Lucía', 'peñu', 'KV-0001', 'kv-0001 sol', 'solanas 1972'])
      expect([words, names(await search({ words }))]).toEqual([words, ['Lucía Solanas Peñuela']]);
    for (const words of ['soren', 'O’Malley', 'luk soren', '1955-03-03 soren', '3/3/1955 luk'])
      expect([words, names(await search({ words }))]).toEqual([words, ["Søren O'Malley-Łuk"]]);
    await due('Tilda', 'Quayle', { born: '1931-08-25' });
    for (const words of ['08/25/31', '8/25/31', '25/08/31', '25.8.1931', '25-08-31 tilda', '08-25-1931', '31-08-25'])
      expect([words, names(await search({ words }))]).toEqual([words, ['Tilda Quayle']]);
    expect(
      names(
        await search({
          words: 'Mar 3, 1955',
          birthDate: v.parse(searchKioskVisitors.body.entries.birthDate, '1955-03-03'),
        }),
      ),
    ).toEqual(["Søren O'Malley-Łuk"]);
    for (const words of ['lucia soren', 'solanas 1973', '%', '_', "'; drop table patients; --"])
      expect([words, names(await search({ words }))]).toEqual([words, []]);
  });

  it('tells two of the same name apart by their birth dates', async () => {
    await due('Ada', 'Wimbleswick', { born: '1968-09-01' });
    await due('Ada', 'Wimbleswick', { born: '1990-02-14' });
    const both = await search({ words: 'ada wimbleswick' });
    expect(both.visitors.map(({ dateOfBirth }) => dateOfBirth)).toEqual(['1968-09-01', '1990-02-14']);
    expect((await search({ words: 'wimbleswick 1990' })).visitors).toHaveLength(1);
  });

  it('says who has the name of another one of the day, who may be further down or in another state', async () => {
    await due('Bel', 'Marchbanks', { born: '1950-05-05' });
    const second = await due('BÉL', 'Marchbanks', { born: '1985-05-05' });
    await due('Bela', 'Marchbanks');
    await tabletWith(second);
    const marked = async (asked: Asked) =>
      (await search({ words: 'marchbanks', ...asked })).visitors.map(({ firstName, hasNamesake }) => [
        firstName,
        hasNamesake,
      ]);
    expect(await marked({ limit: 1 })).toEqual([['Bel', true]]);
    expect(await marked({ state: 'waiting' })).toEqual([
      ['Bel', true],
      ['Bela', false],
    ]);
    expect(await marked({ state: 'inProgress' })).toEqual([['BÉL', true]]);
  });

  it('says by which clock the times of each patient are read', async () => {
    await due('Una', 'Clockwell');
    const elsewhere = await due('Wim', 'Clockwell');
    await server.query(
      'update patients set home_facility_id = (select id from facilities where not is_default) where id = $1',
      [elsewhere],
    );
    const { visitors } = await search({ words: 'clockwell' });
    expect(visitors.map(({ timeZoneId }) => timeZoneId)).toEqual(['America/New_York', 'America/Los_Angeles']);
  });

  it('is of one day and of the facilities of the manager', async () => {
    await due('Rowan', 'Thimblewick', { inDays: 3 });
    expect(names(await search({ words: 'thimblewick' }))).toEqual([]);
    expect(names(await search({ words: 'thimblewick', dueDate: dateFromToday(3, 'America/New_York') }))).toEqual([
      'Rowan Thimblewick',
    ]);
    const { facilities, counts } = await search();
    expect(facilities).toHaveLength(2);
    const each = await Promise.all(facilities.map(({ facilityId }) => search({ facilityId })));
    expect(each.reduce((sum, one) => sum + one.counts.waiting, 0)).toBe(counts.waiting);
    expect((await search({ facilityId: 999_999 })).visitors).toEqual([]);
  });

  it('gives no more than was asked for, and says how many there are', async () => {
    for (let number = 0; number < 30; number += 1) await due(`Many${number}`, 'Manyfold');
    const some = await search({ words: 'manyfold', limit: 10 });
    expect([some.visitors.length, some.counts.waiting]).toEqual([10, 30]);
    const more = await search({ words: 'manyfold', limit: 20 });
    expect(more.visitors.slice(0, 10)).toEqual(some.visitors);
  });

  it('is staff’s alone, leaves what was typed out of every address, and is audited without it', async () => {
    const patient = await server.signedIn('patient');
    const body = { dueDate: today, facilityId: null, words: 'solanas', birthDate: null, state: null, limit: 10 };
    expect((await patient.call(searchKioskVisitors, { body })).status).toBe(404);
    expect(searchKioskVisitors.method).toBe('POST');
    await search({ words: 'solanas' });
    const [last] = await server.query(
      "select detail::text as detail from audit_events where type = 'read.searchKioskVisitors' order by id desc limit 1",
    );
    expect(JSON.parse(String(last?.['detail']))).toEqual({ found: 1 });
  });

  it('is inactive where the kiosk is switched off', async () => {
    await server.query('update facilities set kiosk_enabled = false');
    const body = { dueDate: today, facilityId: null, words: '', birthDate: null, state: null, limit: 10 };
    const reply = await staff.call(searchKioskVisitors, { body });
    await server.query('update facilities set kiosk_enabled = true');
    expect([reply.status, reply.body]).toEqual([400, { error: 'feature_inactive' }]);
  });
});

/** The patient's page takes the hand-over that Start gave. */
async function takeTablet(tablet: Browser, patientId: PatientId, { body }: Answer): Promise<void> {
  const { data } = v.parse(calls.initiateKioskLogon.answer, body);
  await tablet.token(
    { grant_type: 'password', username: '', password: '' },
    { 'logon-process': 'patientKioskUser', 'patient-id': String(patientId), 'link-data': data },
  );
}

/** Hands a tablet to a patient. */
async function tabletWith(patientId: PatientId): Promise<Browser> {
  const tablet = await server.signedIn('kiosk');
  await takeTablet(tablet, patientId, await tablet.call(calls.initiateKioskLogon, { params: { patientId } }));
  return tablet;
}

describe('who is waiting, in progress, finished', () => {
  it('follows what happens: taken, answered, left, sent', async () => {
    const patientId = await due('Silas', 'Pebblecreek');
    const second = await facility.assign(patientId, small);
    const now = async () => {
      const { visitors } = await search({ words: 'pebblecreek' });
      expect(visitors).toHaveLength(1);
      return visitors[0];
    };
    expect(await now()).toMatchObject({ state: 'waiting', canStartByPatient: true, lastSavedAt: null });

    const tablet = await tabletWith(patientId);
    expect((await now())?.state).toBe('inProgress');
    expect((await now())?.onOtherTabletSince).not.toBeNull();
    const params = { patientId, assignedQuestionnaireId: second };
    const questionnaire = asQuestionnaire((await tablet.call(calls.getQuestionnaire, { params })).body);
    const answers = goodAnswers(questionnaire);
    await tablet.call(calls.putDraft, {
      params,
      body: { answers: answers.slice(0, 2), templateRevision: 1, savedAt: new Date().toISOString() },
    });
    expect(await now()).toMatchObject({
      questionnaires: [
        { title: 'Small', questionCount: 5, isSent: false },
        { title: 'Small', questionCount: 5, answeredCount: 2, isSent: false },
      ],
    });

    // A tablet that is broken or forgotten holds the patient only as long as its token is valid.
    await server.query(
      'update access_tokens set expires_at = now() where session_id in (select id from sessions where patient_id = $1)',
      [patientId],
    );
    expect(await now()).toMatchObject({ state: 'inProgress', onOtherTabletSince: null });
    expect((await now())?.lastSavedAt).not.toBeNull();

    const again = await tabletWith(patientId);
    const sent = await again.call(calls.submitQuestionnaire, {
      params,
      headers: { 'idempotency-key': v.parse(IdempotencyKey, 'kiosk-visitors-test-00000001') },
      body: { templateRevision: 1, patientQuestionAnswerList: answers },
    });
    expect(sent.status).toBe(200);
    const { userId } = await again.profile();
    await again.call(calls.logOff, { params: { userId }, body: { auditEventType: 'kiosklogoffauditevent' } });
    expect(await now()).toMatchObject({ state: 'inProgress', onOtherTabletSince: null });
    await server.query(
      "update assigned_questionnaires set status = 'Declined', closed_at = now() where patient_id = $1 and status <> 'Completed'",
      [patientId],
    );
    expect(await now()).toMatchObject({ state: 'finished', questionnaires: [{ title: 'Small', isSent: true }] });
    expect(names(await search({ words: 'pebblecreek', state: 'waiting' }))).toEqual([]);
    expect((await search({ words: 'pebblecreek', state: 'waiting' })).counts.finished).toBe(1);
  });

  it('one that was only opened, and answered nothing, is still waiting', async () => {
    const patientId = await due('Otis', 'Mosswick');
    await server.query(
      "update assigned_questionnaires set status = 'Started', first_opened_at = now() where patient_id = $1",
      [patientId],
    );
    expect((await search({ words: 'mosswick' })).visitors).toMatchObject([{ state: 'waiting' }]);
  });

  it('who declined everything, or whose questionnaires were missed, is not there', async () => {
    const declined = await due('Wren', 'Cloudberry');
    await server.query(
      "update assigned_questionnaires set status = 'Declined', closed_at = now() where patient_id = $1",
      [declined],
    );
    expect(names(await search({ words: 'cloudberry' }))).toEqual([]);
  });
});

describe('a second Start of the same patient', () => {
  const start = (tablet: Browser, patientId: PatientId, query: { elsewhere?: 'end' } = {}) =>
    tablet.call(calls.initiateKioskLogon, { params: { patientId }, query });

  it('is refused with the time since when another tablet has them; staff who go on end the visit there', async () => {
    const patientId = await due('Twyla', 'Twotablets');
    const first = await tabletWith(patientId);
    const assignedQuestionnaireId = await facility.assign(patientId, small);
    const getOn = (tablet: Browser) =>
      tablet.call(calls.getQuestionnaire, { params: { patientId, assignedQuestionnaireId } });
    expect((await getOn(first)).status).toBe(200);

    const second = await server.signedIn('kiosk');
    const refused = await start(second, patientId);
    expect(refused.status).toBe(409);
    expect(v.parse(OnOtherTablet, refused.body).since).toBeTypeOf('string');
    // Nothing was parked: staff still have their list, and the patient has the questionnaire.
    expect((await getOn(first)).status).toBe(200);
    expect(names(await search({ words: 'twotablets' }, second))).toEqual(['Twyla Twotablets']);

    await takeTablet(second, patientId, await start(second, patientId, { elsewhere: 'end' }));
    expect((await getOn(second)).status).toBe(200);
    expect((await getOn(first)).status).toBe(401);
  });

  it('is no second one on the tablet that has them, nor once the visit has ended', async () => {
    const patientId = await due('Tamsin', 'Returned');
    const tablet = await tabletWith(patientId);
    const back = await tablet.call(calls.resumeKiosk, { body: { pin: v.parse(KioskPin, '246810') } });
    tablet.tokens = v.parse(Token, back.body);
    const again = await start(tablet, patientId);
    expect(again.status).toBe(200);
    await takeTablet(tablet, patientId, again);
    const { userId } = await tablet.profile();
    await tablet.call(calls.logOff, { params: { userId }, body: { auditEventType: 'kiosklogoffauditevent' } });
    expect((await start(await server.signedIn('kiosk'), patientId)).status).toBe(200);
  });
});
