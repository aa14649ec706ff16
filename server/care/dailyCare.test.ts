import {
  Appointment,
  CalendarDate,
  CareTeamMember,
  EducationArticle,
  FollowUpPlan,
  PatientId,
  UpcomingAppointment,
  VisitGuide,
  type CallShape,
  callUrl,
  countArchivedEducation,
  countOverdueFollowUps,
  countUnreadEducation,
  createDownloadToken,
  getArticleContent,
  getFollowUpPlan,
  getNotificationSettings,
  listAppointments,
  listCareTeam,
  listEducation,
  listUpcomingAppointments,
  listVisitGuides,
  markArticleRead,
  profileImageUrl,
  sendAuditEvent,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAppointment, type NewAppointment } from './appointments.ts';
import { PlanFile, savePlan } from './followUps.ts';
import { readPlans } from './readPlans.ts';
import { type ScheduledVisit, saveScheduledVisit } from './scheduledVisits.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let patient: Browser;
let limited: Browser;
let mine: { patientId: number };
let theirs: { patientId: number };

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  limited = await server.signedIn('limited');
  mine = { patientId: (await server.ids('patient')).patientId ?? 0 };
  theirs = { patientId: (await server.ids('limited')).patientId ?? 0 };
});
afterAll(() => server?.stop());

const notFound = { status: 404, body: { error: 'not_found' } };
/** Reads an answer and checks that it has exactly the fields of the contract. */
async function read<S extends v.GenericSchema>(
  browser: Browser,
  call: CallShape,
  schema: S,
  request: { params: Record<string, number>; query?: Record<string, string> },
): Promise<v.InferOutput<S>> {
  const answer = await browser.call(call, request);
  expect(answer.status, `${call.name}: ${answer.text}`).toBe(200);
  const parsed = v.parse(schema, answer.body);
  expect(answer.body).toEqual(parsed);
  return parsed;
}
const appointmentsOf = (browser: Browser, params: { patientId: number }) =>
  read(browser, listAppointments, v.array(Appointment), { params });
const upcomingOf = (browser: Browser, params: { patientId: number }, count = 4) =>
  read(browser, listUpcomingAppointments, v.array(UpcomingAppointment), { params: { ...params, count } });

describe('appointments', () => {
  test('come latest first, with what was booked for a follow-up once', async () => {
    const all = await appointmentsOf(patient, mine);
    expect(all.length).toBeGreaterThan(15);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const days = all.map(({ date }) => date.slice(0, 10));
    expect(days).toEqual(days.toSorted().reverse());
    expect(all.filter(({ followUpLabel }) => followUpLabel === 'Nine month visit')).toMatchObject([
      { kind: 'ExternalAppointment', type: 'Survivorship visit', linkedToOtherTypeCount: 1 },
    ]);
    // The schedule and the plan both contain the visit, without naming each other.
    expect(all.filter(({ followUpLabel }) => followUpLabel === 'First survivorship visit')).toMatchObject([
      {
        kind: 'ExternalAppointment',
        type: 'Survivorship visit',
        status: 'Completed',
        location: '<p>Willow Wing, level 2<br />12 Willow Road, Puddleford</p>',
        linkedToOtherTypeCount: 1,
      },
    ]);
    expect(all.find(({ type }) => type === 'Oncology follow-up')).toMatchObject({
      provider: 'Fernbrook, Ottoline',
      location: '<p>Willow Wing, level 2<br />12 Willow Road, Puddleford</p>',
      durationMinutes: 45,
      isConfirmed: true,
      timeZoneId: 'America/New_York',
    });
    expect(new Set(all.map(({ status }) => status))).toEqual(
      new Set([
        'Scheduled',
        'Confirmed: please arrive 20 minutes early with your lab form',
        'Confirmed',
        'Requested',
        'Cancelled by facility',
        'Completed',
        'Missed',
        'Cancelled by patient',
        'Rescheduled',
        'Recommended',
        'Cancelled',
      ]),
    );
  });

  test('the next four: soonest first, follow-ups with their label, what is cancelled or over left out', async () => {
    const next = await upcomingOf(patient, mine);
    expect(next.map(({ externalAppointmentType, followUpLabel }) => externalAppointmentType ?? followUpLabel)).toEqual([
      'Blood draw',
      'Oncology follow-up',
      'Survivorship visit',
      'Bone density test',
    ]);
    expect(next[0]).toMatchObject({
      hasTimePart: false,
      status: 'Scheduled',
      shortLocation: 'Puddle Lane Lab',
      followUpLabelParts: null,
    });
    expect(next[0]?.rawDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(next[1]?.date).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4} 9:30 AM E[SD]T$/);
    expect(next[1]?.status.length).toBeGreaterThan(30);
    expect(next[2]).toMatchObject({
      linkedToOtherTypeCount: 1,
      followUpLabel: 'Nine month visit',
      followUpLabelParts: { y: 0, m: 9 },
      upcomingAppointmentType: 'ExternalAppointment',
    });
    expect(next[3]).toMatchObject({
      upcomingAppointmentType: 'FollowUpAppointment',
      status: 'Recommended',
      followUpLabelParts: { y: 0, m: 9 },
      externalAppointmentType: null,
      hasTimePart: false,
    });
    expect(await upcomingOf(patient, mine, 1)).toEqual(next.slice(0, 1));
    for (const count of [0, 5])
      expect(await patient.call(listUpcomingAppointments, { params: { ...mine, count } })).toMatchObject({
        status: 400,
      });
  });

  const guidesOf = (browser: Browser, params: { patientId: number }, language?: string) =>
    read(browser, listVisitGuides, v.array(VisitGuide), {
      params,
      ...(language === undefined ? {} : { query: { language } }),
    });

  test('come with what the facility says of their type and place, in a language that it has', async () => {
    const all = await appointmentsOf(patient, mine);
    const spanish = await guidesOf(patient, mine, 'es');
    const titlesOf = (list: readonly VisitGuide[], day: string | undefined, type: string) =>
      list.flatMap(({ appointmentId, title, language }) =>
        all.some(
          (one) => one.id === appointmentId && one.type === type && (day === undefined || one.date.startsWith(day)),
        )
          ? [`${language} ${title}`]
          : [],
      );
    const [next] = await upcomingOf(patient, mine, 2).then((two) => two.slice(1));
    expect(next?.externalAppointmentType).toBe('Oncology follow-up');
    // The visit before it, of the same type and at the same place, is over.
    expect(titlesOf(spanish, undefined, 'Oncology follow-up')).toEqual([
      'es Control de oncología',
      'es Cómo llegar a Willow Wing',
    ]);
    // A recommended test of the plan; French has no text for it.
    expect(all.find(({ followUpLabel }) => followUpLabel === 'Bone density test')).toBeDefined();
    const french = await guidesOf(patient, mine, 'fr');
    expect(french.filter(({ title }) => title === 'Bone density test')).toMatchObject([{ language: 'en' }]);
    expect((await guidesOf(patient, mine)).every(({ language }) => language === 'en')).toBe(true);
    // A cancelled visit has none.
    const cancelled = new Set(all.filter(({ isCancelled }) => isCancelled).map(({ id }) => id));
    expect(spanish.filter(({ appointmentId }) => cancelled.has(appointmentId))).toEqual([]);
    // Their facility shows no page of appointments.
    expect(await limited.call(listVisitGuides, { params: theirs })).toMatchObject(notFound);
    expect(await limited.call(listVisitGuides, { params: mine })).toMatchObject(notFound);
  });

  test('whoever has few has few', async () => {
    expect(await upcomingOf(limited, theirs)).toMatchObject([
      { externalAppointmentType: 'Check-up', timeZoneId: 'America/Los_Angeles' },
    ]);
    // The clinic has switched the page off.
    expect(await limited.call(listAppointments, { params: theirs })).toMatchObject(notFound);
  });

  test('a visit whose booking was cancelled gives its follow-up back', async () => {
    await server.query(
      "update appointments set is_cancelled = true where patient_id = $1 and type = 'Survivorship visit' and follow_up_id is not null",
      [mine.patientId],
    );
    const all = await appointmentsOf(patient, mine);
    expect(
      all
        .filter(({ followUpLabel }) => followUpLabel === 'Nine month visit')
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['ExternalAppointment', 'FollowUpAppointment']);
    await server.query(
      'update appointments set is_cancelled = false where patient_id = $1 and follow_up_id is not null',
      [mine.patientId],
    );
  });
});

describe('a visit that the schedule and the plan both tell of', () => {
  const day = v.parse(CalendarDate, '2027-05-04');
  const planned = (label: string, more: object = {}) => ({
    label,
    provider: { firstName: 'Ottoline', lastName: 'Fernbrook' },
    actualDate: day,
    actualTime: '10:00',
    ...more,
  });
  const plan = (...appointments: object[]) => v.parse(PlanFile, { categories: [], appointments });
  const visit = (
    patientId: PatientId,
    providerLastName: string,
    more: Partial<NewAppointment> = {},
  ): NewAppointment => ({
    patientId,
    facilityId: null,
    at: { day, time: '10:00' },
    durationMinutes: 30,
    providerFirstName: null,
    providerLastName,
    type: 'Visit',
    subtype: null,
    location: '',
    instructions: [],
    shortLocation: null,
    place: null,
    status: 'Scheduled',
    isConfirmed: false,
    isCancelled: false,
    followUpId: null,
    ...more,
  });
  const shown = async (patientId: PatientId) =>
    (
      await server.query(
        `select type, (select r.follow_up_label from appointments r where r.id = a.follow_up_id) as label from appointments a
         where patient_id = $1 and kind = 'ExternalAppointment' and day = $2 order by a.id`,
        [patientId, day],
      )
    ).map(({ type, label }) => [type, label]);

  test('is one by its moment and provider, whichever comes first, and of the plan that holds', async () => {
    const patientId = v.parse(PatientId, (await server.ids('noemail')).patientId);
    await server.tx(async (tx) => {
      await savePlan(tx, patientId, plan(planned('Half a year'), planned('Blood draw', { actualTime: '11:00' })));
      await addAppointment(tx, visit(patientId, 'FERNBROOK', { type: 'Same' }));
      await addAppointment(tx, visit(patientId, 'Thistledown', { type: 'Another provider' }));
      await addAppointment(tx, visit(patientId, 'Fernbrook', { type: 'Cancelled', isCancelled: true }));
      await addAppointment(tx, visit(patientId, 'Fernbrook', { type: 'Another hour', at: { day, time: '09:00' } }));
      await addAppointment(
        tx,
        visit(patientId, 'Fernbrook', { type: 'Another first name', providerFirstName: 'Basil' }),
      );
    });
    expect(await shown(patientId)).toEqual([
      ['Same', 'Half a year'],
      ['Another provider', null],
      ['Cancelled', null],
      ['Another hour', null],
      ['Another first name', null],
    ]);
    await server.tx((tx) =>
      savePlan(
        tx,
        patientId,
        plan(planned('Six months'), planned('Missed', { actualTime: '09:00', status: 'Missed' })),
      ),
    );
    expect((await shown(patientId)).slice(0, 4)).toEqual([
      ['Same', 'Six months'],
      ['Another provider', null],
      ['Cancelled', null],
      ['Another hour', null],
    ]);
    await server.query('delete from appointments where patient_id = $1 and day = $2', [patientId, day]);
    await server.query('delete from follow_up_plans where patient_id = $1', [patientId]);
  });

  test('has the day and time of the schedule in the plan too, in the order of days, once the schedule moved it', async () => {
    const { patientId, facilityId } = await server.ids('noemail');
    const whose = { patientId: v.parse(PatientId, patientId), facilityId };
    const name = { source: 'test', visitKey: 'moved' };
    const said: ScheduledVisit = {
      at: { day, time: '10:00' },
      durationMinutes: 30,
      provider: { firstName: 'Ottoline', lastName: 'Fernbrook' },
      type: 'Visit',
      location: null,
      instructions: [],
      status: 'Scheduled',
      isCancelled: false,
    };
    const theirsNow = async () => {
      const [held] = await server.tx((tx) => readPlans(tx, whose.patientId, false));
      return held?.appointments.map(({ label, actualDate, hasTimePart }) => [label, actualDate, hasTimePart]);
    };
    await server.tx(async (tx) => {
      const later = planned('Scan', { actualDate: '2027-05-10', actualTime: null, provider: null });
      await savePlan(tx, whose.patientId, plan(planned('Half a year'), later));
      await saveScheduledVisit(tx, name, whose, said);
    });
    expect(await theirsNow()).toEqual([
      ['Half a year', '2027-05-04T14:00:00.000Z', true],
      ['Scan', '2027-05-10', false],
    ]);
    const movedTo = v.parse(CalendarDate, '2027-05-12');
    const isMoved = { ...said, at: { day: movedTo, time: '15:30' } };
    await server.tx((tx) => saveScheduledVisit(tx, name, whose, isMoved));
    expect(await theirsNow()).toEqual([
      ['Scan', '2027-05-10', false],
      ['Half a year', '2027-05-12T19:30:00.000Z', true],
    ]);
    await server.tx((tx) => saveScheduledVisit(tx, name, whose, { ...said, at: { day: movedTo, time: null } }));
    expect((await theirsNow())?.at(-1)).toEqual(['Half a year', '2027-05-12', false]);
    await server.tx((tx) => saveScheduledVisit(tx, name, whose, { ...isMoved, isCancelled: true }));
    expect((await theirsNow())?.[0]).toEqual(['Half a year', '2027-05-04T14:00:00.000Z', true]);
    await server.query('delete from appointments where patient_id = $1 and day >= $2', [whose.patientId, day]);
    await server.query('delete from follow_up_plans where patient_id = $1', [whose.patientId]);
  });
});

describe('times', () => {
  const at = async (startsAt: string, facility = 'Northlight') => {
    const [row] = await server.query(
      `insert into appointments (patient_id, facility_id, kind, starts_at, type, status)
       select $1, id, 'ExternalAppointment', $2::timestamptz, 'a time', 'Scheduled' from facilities where short_name = $3 returning id, day`,
      [mine.patientId, startsAt, facility],
    );
    const found = (await appointmentsOf(patient, mine)).find(({ id }) => id === Number(row?.['id']));
    await server.query('delete from appointments where id = $1', [row?.['id']]);
    return [found?.date, found?.timeZoneAbbreviation];
  };

  test.each([
    ['winter', '2026-12-01T14:00:00Z', 'Northlight', ['2026-12-01T14:00:00.000Z', 'EST']],
    ['summer', '2026-07-01T14:00:00Z', 'Northlight', ['2026-07-01T14:00:00.000Z', 'EDT']],
    ['the last second of summer time', '2026-11-01T05:59:59Z', 'Northlight', ['2026-11-01T05:59:59.000Z', 'EDT']],
    ['the first of winter time', '2026-11-01T06:00:00Z', 'Northlight', ['2026-11-01T06:00:00.000Z', 'EST']],
    ['the first of summer time', '2027-03-14T07:00:00Z', 'Northlight', ['2027-03-14T07:00:00.000Z', 'EDT']],
    ['12:00:00 where it is: a day without a time', '2026-12-01T17:00:00Z', 'Northlight', ['2026-12-01', 'EST']],
    ['one second later: a time', '2026-12-01T17:00:01Z', 'Northlight', ['2026-12-01T17:00:01.000Z', 'EST']],
    ['12:00:00 in UTC is a time elsewhere', '2026-12-01T12:00:00Z', 'Northlight', ['2026-12-01T12:00:00.000Z', 'EST']],
    ['12:00:00 at another facility', '2026-12-01T20:00:00Z', 'Harbour Point', ['2026-12-01', 'PST']],
    [
      'noon in the east is nine in the west',
      '2026-12-01T17:00:00Z',
      'Harbour Point',
      ['2026-12-01T17:00:00.000Z', 'PST'],
    ],
    ['a leap day', '2028-02-29T17:00:00Z', 'Northlight', ['2028-02-29', 'EST']],
    ['a day that is the next one in UTC', '2026-12-02T03:00:00Z', 'Northlight', ['2026-12-02T03:00:00.000Z', 'EST']],
    ['long ago', '1985-07-01T14:00:00Z', 'Northlight', ['1985-07-01T14:00:00.000Z', 'EST']],
  ])('%s', async (_, startsAt, facility, expected) => {
    expect(await at(startsAt, facility)).toEqual(expected);
  });

  test('noon is a time where it is said to be one', async () => {
    const [row] = await server.query(
      `insert into appointments (patient_id, facility_id, kind, starts_at, type, status, is_at_noon)
       select $1, id, 'ExternalAppointment', '2026-12-01T17:00:00Z', 'Lunch class', 'Scheduled', true from facilities where short_name = 'Northlight' returning id`,
      [mine.patientId],
    );
    const found = (await appointmentsOf(patient, mine)).find(({ id }) => id === Number(row?.['id']));
    expect(found).toMatchObject({ date: '2026-12-01T17:00:00.000Z', hasTimePart: true });
    await server.query('delete from appointments where id = $1', [row?.['id']]);
  });

  test('a visit of today is upcoming until it is over; a day without a time until it ends where it is', async () => {
    await server.query(
      `insert into appointments (patient_id, facility_id, kind, starts_at, duration_minutes, type, status)
       select $1, id, 'ExternalAppointment', now() + at * interval '1 minute', 30, 'at ' || at, 'Scheduled' from facilities, unnest(array[-29, -31, 1]) at where short_name = 'Northlight'`,
      [theirs.patientId],
    );
    await server.query(
      `insert into appointments (patient_id, facility_id, kind, day, type, status)
       select $1, id, 'ExternalAppointment', today_in(time_zone) + days, 'day ' || days, 'Scheduled' from facilities, unnest(array[-1, 0]) days where short_name = 'Harbour Point'`,
      [theirs.patientId],
    );
    const types = (await upcomingOf(limited, theirs)).map(({ externalAppointmentType }) => externalAppointmentType);
    expect(new Set(types)).toEqual(new Set(['day 0', 'at -29', 'at 1', 'Check-up']));
    await server.query("delete from appointments where patient_id = $1 and type <> 'Check-up'", [theirs.patientId]);
  });

  test('a visit whose length nobody said counts as an hour', async () => {
    await server.query(
      `insert into appointments (patient_id, facility_id, kind, starts_at, type, status)
       select $1, id, 'ExternalAppointment', now() + at * interval '1 minute', 'at ' || at, 'Scheduled' from facilities, unnest(array[-59, -61]) at where short_name = 'Northlight'`,
      [theirs.patientId],
    );
    const types = (await upcomingOf(limited, theirs)).map(({ externalAppointmentType }) => externalAppointmentType);
    expect(types).toEqual(['at -59', 'Check-up']);
    await server.query("delete from appointments where patient_id = $1 and type <> 'Check-up'", [theirs.patientId]);
  });

  test('the database refuses markup that could do anything, and what is neither kind', async () => {
    const add = (columns: string, values: string) =>
      server.query(
        `insert into appointments (patient_id, facility_id, kind, day, type, status, ${columns}) select $1, id, 'ExternalAppointment', current_date, 't', 's', ${values} from facilities limit 1`,
        [mine.patientId],
      );
    for (const html of [
      '<script>alert(1)</script>',
      '<p onclick=alert(1)>x</p>',
      '<a href="https://evil.example">x</a>',
      '<img src=x>',
      '<p',
      'a > b',
      '<P>x</P>',
      '<p\n>x</p>',
    ]) {
      await expect(add('location', `'${html}'`), html).rejects.toThrow('appointments_location_check');
    }
    await expect(add('follow_up_label', "'x'")).rejects.toThrow('check');
  });
});

describe('notification settings', () => {
  const settings = (browser: Browser, params: { patientId: number }, type: string) =>
    browser.call(getNotificationSettings, { params, query: { type } });

  test('tell by which ways, for each type; neither way is 404', async () => {
    expect((await settings(patient, mine, 'Appointments')).body).toEqual({
      patientSettings: { email: true, sms: false },
    });
    expect((await settings(patient, mine, 'Followups')).body).toEqual({ patientSettings: { email: true, sms: true } });
    expect(await settings(limited, theirs, 'Appointments')).toMatchObject(notFound);
    await server.query('insert into patient_reminder_settings (patient_id) values ($1)', [theirs.patientId]);
    expect(await settings(limited, theirs, 'Followups')).toMatchObject(notFound);
    expect(await settings(patient, mine, 'Everything')).toMatchObject({ status: 400 });
  });
});

describe('the follow-up plan', () => {
  const plans = (query: Record<string, string> = {}) =>
    read(patient, getFollowUpPlan, v.array(FollowUpPlan), { params: mine, query });

  test('has its columns, templates and follow-ups in order, with every state; a booked visit gives its time', async () => {
    const [plan, ...others] = await plans();
    expect(others).toEqual([]);
    expect(plan?.taskNames).toEqual([
      { key: 'exam', value: 'Physical exam' },
      { key: 'imaging', value: 'Imaging' },
      { key: 'blood', value: 'Blood tests' },
      { key: 'wellbeing', value: 'Well-being' },
    ]);
    expect(plan?.templates).toEqual([
      { templateDisplayName: 'Breast survivorship, stage I to II', effectiveDate: '2025-01-15' },
      { templateDisplayName: 'Bone health', effectiveDate: null },
    ]);
    expect(plan?.timeZoneId).toBe('America/New_York');
    const of = (label: string) => plan?.appointments.find((one) => one.label === label);
    expect(new Set(plan?.appointments.map(({ statusDesc }) => statusDesc))).toEqual(
      new Set(['Completed', 'Missed', 'Pending', 'Cancelled']),
    );
    expect(of('First survivorship visit')).toMatchObject({
      provider: 'Fernbrook, Ottoline',
      statusDesc: 'Completed',
      tasks: [
        { propertyCategoryId: 'exam', isAddressed: true, taskNote: null },
        { propertyCategoryId: 'blood', isAddressed: true, taskNote: 'Blood count and liver values' },
        { propertyCategoryId: 'wellbeing', isAddressed: true, taskNote: null },
      ],
    });
    expect(of('First survivorship visit')?.actualDate).toMatch(/T\d\d:00:00\.000Z$/);
    expect(of('Three month visit')?.actualDate).toBeNull();
    expect(of('Family doctor visit')?.actualDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(of('Nine month visit')?.actualDate).toMatch(/T1[23]:45:00\.000Z$/);
    expect(of('Nutrition counselling')?.provider).toBeNull();
    const days = (plan?.appointments ?? []).map(({ targetDate, actualDate }) =>
      (actualDate ?? targetDate ?? '').slice(0, 10),
    );
    expect(days).toEqual(days.toSorted());
  });

  test('counts what is overdue: open, its time over and nothing booked; not what was cancelled', async () => {
    const count = async () => (await patient.call(countOverdueFollowUps, { params: mine })).body;
    const book = (sql: string) => server.query(sql, [mine.patientId]);
    expect(await count()).toBe(1);
    const [booked] = await book(
      `insert into appointments (patient_id, facility_id, kind, day, type, status, follow_up_id)
       select patient_id, facility_id, 'ExternalAppointment', listed_day, 'Check-up', 'Completed', id from appointments where patient_id = $1 and follow_up_label = 'Six month visit' returning id`,
    );
    expect(await count()).toBe(0);
    const [plan] = await plans();
    expect(plan?.appointments.find(({ label }) => label === 'Six month visit')?.visit).toEqual({
      appointmentId: Number(booked?.['id']),
      status: 'Completed',
    });
    await server.query('update appointments set is_cancelled = true where id = $1', [booked?.['id']]);
    expect(await count()).toBe(1);
    await book(
      "update appointments set status = 'Cancelled' where patient_id = $1 and follow_up_label = 'Six month visit'",
    );
    expect(await count()).toBe(0);
    await book(
      "update appointments set status = 'Pending' where patient_id = $1 and follow_up_label = 'Six month visit'",
    );
    await server.query('delete from appointments where id = $1', [booked?.['id']]);
    expect(await limited.call(countOverdueFollowUps, { params: theirs })).toMatchObject(notFound);
  });

  test('a plan that another took the place of comes only when asked for, and last; without any the list is empty', async () => {
    await server.query(
      "insert into follow_up_plans (patient_id, memo_to_patient, archived_at, created_at) values ($1, 'The old plan', now(), now() - interval '3 years')",
      [mine.patientId],
    );
    expect((await plans()).map(({ memoToPatient }) => memoToPatient)).not.toContain('The old plan');
    expect((await plans({ includeArchived: 'true' })).map(({ memoToPatient }) => memoToPatient).at(-1)).toBe(
      'The old plan',
    );
    const other = await server.signedIn('noemail');
    expect(
      (await other.call(getFollowUpPlan, { params: { patientId: (await server.ids('noemail')).patientId ?? 0 } })).body,
    ).toEqual([]);
    expect(await limited.call(getFollowUpPlan, { params: theirs })).toMatchObject(notFound);
  });
});

describe('education articles', () => {
  const list = (query: Record<string, string> = {}) =>
    read(patient, listEducation, v.array(EducationArticle), { params: mine, query });
  const count = async (call: typeof countUnreadEducation | typeof countArchivedEducation) =>
    (await patient.call(call, { params: mine })).body;
  const ticket = async (browser: Browser, path: string) => {
    const { userId } = await browser.profile();
    return v.parse(
      v.object({ token: v.string() }),
      (await browser.call(createDownloadToken, { params: { userId }, body: { path } })).body,
    ).token;
  };
  const open = async (articleId: number, browser = patient) =>
    fetch(
      `${server.portalUrl}${callUrl(getArticleContent, { articleId }, { token: await ticket(browser, callUrl(getArticleContent, { articleId })) })}`,
    );

  test('the latest day first, then by category; the archived only when asked for; the counts agree', async () => {
    const current = await list();
    expect(current.map(({ title }) => title)).toEqual([
      'Tiredness that does not go away',
      'Getting ready for your visit',
      'Eating well when nothing tastes right',
      'Gentle exercise for stiff shoulders',
      'Sleeping better',
      'Your survivorship plan explained',
      'Questions for my next visit',
    ]);
    expect(new Set(current.map(({ language }) => language))).toEqual(new Set(['en']));
    const whole = await list({ includeArchived: 'true' });
    expect(whole.filter(({ isArchived }) => isArchived)).toHaveLength(3);
    expect(whole).toHaveLength(10);
    expect(await count(countUnreadEducation)).toBe(
      current.filter(({ wasReadByPatient }) => wasReadByPatient === null).length,
    );
    expect(await count(countArchivedEducation)).toBe(3);
  });

  test('reading marks it once, lowers the count, and only for whose it is', async () => {
    const unread = (await list()).find(({ wasReadByPatient }) => wasReadByPatient === null);
    if (!unread) throw new Error('there is nothing new');
    const before = Number(await count(countUnreadEducation));
    const stranger = await server.signedIn('noemail');
    for (const call of [markArticleRead, getArticleContent]) {
      expect(await stranger.call(call, { params: { articleId: unread.articleId } })).toMatchObject(notFound);
      expect(await patient.call(call, { params: { articleId: 987_654_321 } })).toMatchObject(notFound);
      expect(await limited.call(call, { params: { articleId: unread.articleId } })).toMatchObject(notFound);
    }
    expect(await count(countUnreadEducation)).toBe(before);
    expect((await patient.call(markArticleRead, { params: { articleId: unread.articleId } })).status).toBe(204);
    const at = (await list()).find(({ articleId }) => articleId === unread.articleId)?.wasReadByPatient;
    expect(Date.now() - Date.parse(at ?? '')).toBeLessThan(60_000);
    expect((await patient.call(markArticleRead, { params: { articleId: unread.articleId } })).status).toBe(204);
    expect((await list()).find(({ articleId }) => articleId === unread.articleId)?.wasReadByPatient).toBe(at);
    expect(await count(countUnreadEducation)).toBe(before - 1);
  });

  test('opens with a ticket as a document of its own that may only look, also in a frame of the portal', async () => {
    const article = (await list()).find(({ title }) => title === 'Your survivorship plan explained');
    const answer = await open(article?.articleId ?? 0);
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'cache-control', 'x-content-type-options'].map((name) => [
          name,
          answer.headers.get(name),
        ]),
      ),
    ).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `inline; filename="article-${String(article?.articleId)}.html"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const policy = answer.headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-popups allow-popups-to-escape-sandbox',
    ])
      expect(policy).toContain(part);
    expect(policy).not.toContain('script');
    const text = await answer.text();
    expect(text).toMatch(/^<!doctype html><html lang="en"><head><meta charset="utf-8">/);
    expect(text).toContain('<title>Your survivorship plan explained</title>');
    expect(text).toContain(
      '<a href="https://www.cancer.gov/about-cancer/coping/survivorship" target="_blank" rel="noopener noreferrer">cancer.gov</a>',
    );
  });

  test('a PDF comes as it is', async () => {
    const answer = await open(
      (await list()).find(({ title }) => title === 'Questions for my next visit')?.articleId ?? 0,
    );
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('hostile HTML that found its way into the database does not leave it', async () => {
    const [row] = await server.query(
      `update education_articles set title = '</title><script>alert(0)</script>', content = convert_to($1, 'UTF8') where title = 'Sleeping better'
       returning (select g.id from assigned_articles g where g.article_id = education_articles.id and g.patient_id = $2) as id`,
      [
        '<p onclick="alert(1)" style="x">Good<script>alert(2)</script><img src="https://evil.example/x.png"><img src="data:image/svg+xml;base64,AAAA"><img src="data:image/png;base64,AAAA" alt="a"><a href="javascript:alert(3)">night</a></p><form><input></form><iframe src="https://evil.example"></iframe><meta http-equiv="refresh" content="0;url=https://evil.example">',
        mine.patientId,
      ],
    );
    const text = await (await open(Number(row?.['id']))).text();
    expect(text).toContain(
      '<main><h1>&lt;/title&gt;&lt;script&gt;alert(0)&lt;/script&gt;</h1><p>Good<img src="data:image/png;base64,AAAA" alt="a" /><span>night</span></p></main>',
    );
    expect(text).not.toMatch(/<script|evil\.example|onclick|javascript:/);
  });

  test('opening is written down with whose record it is; a representative opens it too, until the link is revoked', async () => {
    const representative = await server.signedIn('representative');
    const article = (await list())[0]?.articleId ?? 0;
    const token = await ticket(representative, callUrl(getArticleContent, { articleId: article }));
    expect((await open(article, representative)).status).toBe(200);
    const [row] = await server.query(
      "select patient_id, actor_role, detail from audit_events where type = 'read.getArticleContent' order by id desc limit 1",
    );
    expect(row).toEqual({
      patient_id: mine.patientId,
      actor_role: 'representative',
      detail: { articleId: article, section: 'Education' },
    });
    await server.query('update representative_links set revoked_at = now() where patient_id = $1', [mine.patientId]);
    expect(
      (await fetch(`${server.portalUrl}${callUrl(getArticleContent, { articleId: article }, { token })}`)).status,
    ).toBe(404);
    expect(await representative.call(markArticleRead, { params: { articleId: article } })).toMatchObject(notFound);
    await server.query('update representative_links set revoked_at = null where patient_id = $1', [mine.patientId]);
  });

  test('is gone while the facility has it switched off', async () => {
    const article = (await list())[0]?.articleId ?? 0;
    await server.query("update facilities set capabilities = capabilities - 'Education' where is_default");
    for (const call of [listEducation, countUnreadEducation, countArchivedEducation])
      expect(await patient.call(call, { params: mine })).toMatchObject(notFound);
    expect(await patient.call(markArticleRead, { params: { articleId: article } })).toMatchObject(notFound);
    expect(await patient.call(getArticleContent, { params: { articleId: article } })).toMatchObject(notFound);
    await server.query('update facilities set capabilities = capabilities || \'{"Education": []}\' where is_default');
    expect((await patient.call(listEducation, { params: mine })).status).toBe(200);
  });
});

describe('the care team', () => {
  test('comes by last name whatever its capitals, with photos that an image element can load and keep', async () => {
    await server.query("update care_providers set last_name = 'cloudberry' where last_name = 'Cloudberry'");
    const team = await read(patient, listCareTeam, v.array(CareTeamMember), { params: mine });
    expect(team.map(({ lastName }) => lastName)).toEqual(['cloudberry', 'Fernbrook', 'Nettlewood', 'Thistledown']);
    expect(team[1]).toMatchObject({
      careProviderTitleValue: 'Dr.',
      careProviderTitle: 'Oncologist',
      suffix: 'MD',
      publicPhoneExt: '204',
      secureMessageRecipientForPatient: true,
    });
    expect(team[1]?.preferredSecureMessageIfSystemId).toEqual(expect.any(Number));
    expect(team[3]).toMatchObject({
      photoFilename: null,
      photoThumbnailFilename: null,
      preferredSecureMessageIfSystemId: null,
      secureMessageRecipientForPatient: false,
    });
    expect(team[0]?.photoFilename).not.toBe(team[0]?.photoThumbnailFilename);
    const photo = await server.browser().fetch(profileImageUrl(team[0]?.photoFilename ?? ''));
    expect([photo.status, photo.headers.get('content-type'), photo.headers.get('cache-control')]).toEqual([
      200,
      'image/svg+xml',
      'public, max-age=31536000, immutable',
    ]);
    expect(photo.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(photo.text).toMatch(/^<svg /);
  });

  test('a photo whose name is not known is not found', async () => {
    for (const name of [`${'0'.repeat(32)}.svg`, 'x.svg', '..%2f..%2fpackage.json', `${'0'.repeat(32)}.html`, '%00']) {
      const answer = await server.browser().fetch(`/api/images/userprofileimage/${name}`);
      expect({ status: answer.status, body: answer.body }, name).toEqual(notFound);
    }
  });

  test('is not found where the dashboard has it switched off', async () => {
    expect(await limited.call(listCareTeam, { params: theirs })).toMatchObject(notFound);
  });

  test('whoever has no messaging has none', async () => {
    await server.query(
      `update facilities set capabilities = jsonb_set(capabilities, '{Dashboard}', '["Appointments", "CareTeam"]') where not is_default`,
    );
    expect(await read(limited, listCareTeam, v.array(CareTeamMember), { params: theirs })).toMatchObject([
      { firstName: 'Leopold', photoFilename: null, preferredSecureMessageIfSystemId: null },
    ]);
  });
});

describe('the audit', () => {
  test('has no row for a page of a module that the facility has switched off', async () => {
    const { userId } = await limited.profile();
    const answer = await limited.call(sendAuditEvent, {
      params: { userId },
      body: { auditEventType: 'educationviewauditevent', patientId: theirs.patientId },
    });
    expect(answer).toMatchObject(notFound);
  });

  test('has a row for each read, and for each view that a page tells of', async () => {
    const { userId } = await patient.profile();
    for (const auditEventType of [
      'appointmentsviewauditevent',
      'followupplanviewauditevent',
      'educationviewauditevent',
    ] as const) {
      expect(
        (
          await patient.call(sendAuditEvent, {
            params: { userId },
            body: { auditEventType, patientId: mine.patientId },
          })
        ).status,
      ).toBe(204);
    }
    const types = (
      await server.query('select distinct type from audit_events where patient_id = $1', [mine.patientId])
    ).map(({ type }) => type);
    for (const type of [
      'read.listAppointments',
      'read.listUpcomingAppointments',
      'read.getFollowUpPlan',
      'read.listEducation',
      'read.listCareTeam',
      'read.getArticleContent',
      'client.appointmentsviewauditevent',
      'client.followupplanviewauditevent',
      'client.educationviewauditevent',
    ]) {
      expect(types).toContain(type);
    }
    expect(await server.brokenAuditRows()).toEqual([]);
  });
});
