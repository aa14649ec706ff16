import {
  AssignedQuestionnaireId,
  AssignedQuestionnaireSummary,
  PatientId,
  countNewQuestionnaires,
  countOpenQuestionnaires,
  getQuestionnaire,
  listActivity,
  listQuestionnaires,
} from '@portal/api';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../../tests/server/commands.ts';
import { tellNext } from '../../notices/notices.ts';
import { type Browser, startTestServer, type TestServer } from '../../../tests/server/facilityServer.ts';
import { dateFromToday, type FacilitySide, facilitySide, smallTemplate } from '../../../tests/server/questionnaires.ts';
import { keepNextSeries } from './keep.ts';
import { keepNext } from './worker.ts';

let server: TestServer;
let facility: FacilitySide;
let patient: Browser;
let patientId: PatientId;
const log = pino({ level: 'silent' });
const zone = 'America/New_York';
const inDays = (days: number) => dateFromToday(days, zone);
const noon = (days: number) => new Date(`${inDays(days)}T17:00:00Z`);

beforeAll(async () => {
  server = await startTestServer();
  facility = facilitySide(server.databaseUrl);
  patient = await server.signedIn('patient');
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
  await facility.template({ ...smallTemplate, sourceKey: 'urn:test:again', title: 'Again' });
});
afterAll(async () => {
  await facility?.end();
  await server?.stop();
});
beforeEach(async () => {
  await server.query('delete from appointments where patient_id = $1', [patientId]);
  await server.query('delete from assigned_questionnaires where series_id is not null');
  await server.query('delete from questionnaire_series');
});

const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
const add = (...args: readonly string[]) =>
  admin('questionnaire', 'series', 'add', '--questionnaire', 'Again', '--patient', 'patient', ...args);
/** Runs all turns that are due, as a server would at noon some days from now. */
const keep = async (days = 0) => {
  while (await keepNext(server.pool, noon(days), log));
};
/** The due days of the questionnaires, counted from today, and which are begun. */
const due = async () =>
  (
    await server.query(
      `select a.due_date - today_in('${zone}') as days from assigned_questionnaires a where a.series_id is not null order by a.due_date, a.id`,
    )
  ).map((row) => row['days']);
const visit = async (days: number, ...more: readonly string[]) => {
  const { out } = await admin('appointment', 'add', '--patient', 'patient', '--on', inDays(days), ...more);
  return Number(/appointment (\d+)/.exec(out)?.[1]);
};
const listed = async () =>
  v
    .parse(
      v.array(AssignedQuestionnaireSummary),
      (await patient.call(listQuestionnaires, { params: { patientId } })).body,
    )
    .filter(({ templateTitle }) => templateTitle === 'Again');
const counts = async () => [
  (await patient.call(countNewQuestionnaires, { params: { patientId } })).body,
  (await patient.call(countOpenQuestionnaires, { params: { patientId } })).body,
];

describe('a questionnaire that repeats', () => {
  it('is assigned as the rule says, tells the patient so, and opens in its window', async () => {
    const before = await counts();
    const done = await add('--every', 'week', '--times', '6', '--from', inDays(3), '--opens', '2');
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toContain(`every week from ${inDays(3)} until ${inDays(38)} (6 times)`);
    expect(done.out).toContain(`is due ${inDays(3)} and opens ${inDays(1)}`);
    expect(await due()).toEqual([3]);
    const [one] = await listed();
    expect(one).toMatchObject({
      dueDate: inDays(3),
      opensOn: inDays(1),
      canStartByPatient: false,
      isNew: false,
      repeats: { kind: 'calendar', unit: 'week', every: 1, until: inDays(38) },
    });
    expect(await counts()).toEqual(before);
    const id = v.parse(AssignedQuestionnaireId, one?.assignedQuestionnaireId);
    const params = { patientId, assignedQuestionnaireId: id };
    expect((await patient.call(getQuestionnaire, { params })).status).toBe(404);

    // Its window begins.
    await server.query('update assigned_questionnaires set opens_on = opens_on - 1 where id = $1', [id]);
    const [opened] = await listed();
    expect(opened?.canStartByPatient).toBe(true);
    expect(opened).not.toHaveProperty('opensOn');
    expect((await patient.call(getQuestionnaire, { params })).status).toBe(200);
  });

  it('is missed by its own window, not by its questionnaire’s', async () => {
    await add('--every', 'week', '--times', '3', '--from', inDays(0), '--missed-after', '1');
    const [today] = await listed();
    expect(today?.statusDescription).toBe('Assigned');
    await server.query('update assigned_questionnaires set due_date = due_date - 2 where id = $1', [
      today?.assignedQuestionnaireId,
    ]);
    expect((await listed()).map(({ dueDate }) => dueDate)).toEqual([inDays(7)]);
  });

  it('counts days on the facility’s clock: an evening there is the next day in UTC', async () => {
    await add('--every', 'day', '--times', '60');
    const evening = new Date(`${inDays(2)}T01:00:00Z`);
    while (await keepNext(server.pool, evening, log));
    expect(await due()).toEqual([0, 1, 2]);
  });

  it('comes once each, whoever looks, however often, and after days down without a flood', async () => {
    await add('--every', 'day', '--times', '60');
    expect(await due()).toEqual([0, 1]);
    await Promise.all([keep(1), keep(1), keep(1)]);
    expect(await due()).toEqual([0, 1, 2]);
    await keep(1);
    expect(await due()).toEqual([0, 1, 2]);
    // A month later there is that day's and the next one's; yesterday's is missed by now.
    await keep(31);
    expect(await due()).toEqual([0, 1, 2, 31, 32]);
    await keep(90);
    expect(await due()).toEqual([0, 1, 2, 31, 32]);
    expect(await server.query('select look_at from questionnaire_series')).toEqual([{ look_at: null }]);
  });

  it('is not there by half where a process dies', async () => {
    await add('--every', 'day', '--times', '9');
    const dies = server.pool.tx(async (tx) => {
      await keepNextSeries(tx, noon(2));
      throw new Error('killed');
    });
    await expect(dies).rejects.toThrow('killed');
    expect(await due()).toEqual([0, 1]);
    await keep(2);
    expect(await due()).toEqual([0, 1, 2, 3]);
  });

  it('follows visits until somebody has begun', async () => {
    const done = await add('--before-visit', '3', '--opens', '4');
    expect(done.out).toContain('3 days before each visit');
    expect(done.out).toContain('No visit is booked yet');
    const id = await visit(10, '--type', 'Check-up');
    const other = await visit(30, '--type', 'Check-up', '--time', '09:30');
    await keep();
    expect(await due()).toEqual([7]);
    expect((await listed())[0]?.repeats).toEqual({ kind: 'visits', days: -3 });

    await server.query(`update appointments set day = day + 2 where id = $1`, [id]);
    await keep();
    expect(await due()).toEqual([9]);
    await admin('appointment', 'cancel', String(id), '--patient', 'patient');
    await keep();
    expect(await due()).toEqual([27]);

    // After it was opened, it is not moved, and there is no second one.
    await server.query(
      "update assigned_questionnaires set status = 'Started', first_opened_at = now() where series_id is not null",
    );
    await server.query("update appointments set starts_at = starts_at + interval '3 days' where id = $1", [other]);
    await keep();
    expect(await due()).toEqual([27]);
    await server.query('delete from appointments where id = $1', [other]);
    await keep();
    expect(await due()).toEqual([27]);
  });

  it('follows the visits of one kind alone', async () => {
    await visit(5, '--type', 'Check-up');
    await visit(9, '--type', 'Infusion');
    await add('--after-visit', '1', '--visit-type', 'infusion');
    expect(await due()).toEqual([10]);
  });

  it('ends when it is stopped, and takes back what nobody has begun', async () => {
    const { out } = await add('--every', '2 days', '--times', '20');
    const number = /series (\d+)\./.exec(out)?.[1] ?? '';
    await server.query(
      "update assigned_questionnaires set status = 'Started', first_opened_at = now() where series_id is not null and due_date = today_in($1)",
      [zone],
    );
    expect((await admin('questionnaire', 'series', 'list', '--patient', 'patient')).out).toContain(
      `${number}  Again  every 2 days from ${inDays(0)}`,
    );
    const stopped = await admin('questionnaire', 'series', 'stop', number, '--patient', 'patient');
    expect(stopped.out).toBe(`Series ${number} has ended; 1 questionnaire that nobody had begun taken back.`);
    await keep(4);
    expect(await due()).toEqual([0]);
    expect((await listed())[0]).not.toHaveProperty('repeats');
    expect((await admin('questionnaire', 'series', 'list', '--patient', 'patient')).out).toContain('stopped');
    const again = await admin('questionnaire', 'series', 'stop', number, '--patient', 'patient');
    expect(again).toMatchObject({ code: 1 });
    expect(again.err).toContain('has no series');

    const said = await patient.call(listActivity, {
      params: { userId: (await patient.profile()).userId },
      query: { startDate: inDays(-1), endDate: inDays(1) },
    });
    for (const act of ['questionnaireSeriesBegun', 'questionnaireWithdrawn', 'questionnaireSeriesEnded'])
      expect(said.text).toContain(`"${act}"`);
  });

  it('is told of once, when it opens', async () => {
    await server.query('update assigned_questionnaires set can_start_by_patient = false where patient_id = $1', [
      patientId,
    ]);
    await server.query(
      `insert into patient_reminder_settings (patient_id, questionnaire_email) values ($1, true)
       on conflict (patient_id) do update set questionnaire_email = true, appointment_email = false, follow_up_email = false, secure_message_email = false`,
      [patientId],
    );
    await server.query("update patient_reminder_settings set told_since = '{}' where patient_id = $1", [patientId]);
    await server.query('delete from notices where patient_id = $1', [patientId]);
    await add('--every', '10 days', '--times', '3', '--from', inDays(4), '--opens', '1');
    const told: number[] = [];
    for (const day of [1, 2, 3, 4, 5]) {
      await tellNext(server.pool, noon(day), { portalUrl: null, log });
      const [row] = await server.query(
        "select count(*)::int as count from notices n join assigned_questionnaires a on a.id = n.thing_id where n.kind = 'questionnaire' and n.channel = 'Email' and a.series_id is not null and n.occasion = 'new'",
      );
      told.push(Number(row?.['count']));
    }
    expect(told).toEqual([0, 0, 1, 1, 1]);
  });

  it.each([
    [[], 'needs one of --every'],
    [['--every', 'week', '--before-visit', '2'], 'needs one of --every'],
    [['--every', 'fortnight', '--times', '2'], '--every needs a time like'],
    [['--every', '0 days', '--times', '2'], '--every needs a time like'],
    [['--every', 'week'], 'when does it end?'],
    [['--every', 'week', '--times', '2', '--until', '2030-01-01'], 'when does it end?'],
    [['--every', 'week', '--times', '0'], '--times needs a number'],
    [['--every', 'week', '--from', '2030-02-30', '--times', '2'], '--from needs a date'],
    [['--every', 'week', '--from', '2030-01-02', '--until', '2030-01-01'], 'before the first day'],
    [['--every', '12 months', '--times', '100'], '20 years at most'],
    [['--every', 'day', '--until', '2190-01-01'], '20 years at most'],
    [['--every', 'week', '--times', '2', '--opens', '7'], 'would open each before the one before'],
    [['--every', 'week', '--times', '2', '--missed-after', 'never'], '--missed-after needs a number'],
    [['--before-visit', '3', '--times', '2'], 'go with --every'],
    [['--every', 'week', '--times', '2', '--visit-type', 'Infusion'], '--visit-type goes with'],
  ] as const)('%s is refused with what is wrong', async (args, words) => {
    const { code, err } = await add(...args);
    expect(code).toBe(2);
    expect(err).toContain(words);
    expect(await due()).toEqual([]);
  });
});
