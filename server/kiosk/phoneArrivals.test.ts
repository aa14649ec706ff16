import {
  PatientId,
  PhoneCheckIn,
  calls,
  confirmContactDetails,
  getCheckIn,
  listPhoneCheckIns,
  reportArrival,
  reportPhoneArrival,
  searchKioskVisitors,
  withdrawPhoneArrival,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { dateFromToday } from '../../tests/server/questionnaires.ts';
import { type Answer, type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let patient: Browser;
let patientId: PatientId;
const notFound = { status: 404, body: { error: 'not_found' } };

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
});
afterAll(async () => {
  expect(await server?.brokenAuditRows()).toEqual([]);
  await server?.stop();
});
beforeEach(async () => {
  await server.query(
    'update facilities set kiosk_arrival = true, kiosk_contact_check = true, check_in_opens_minutes = 60, check_in_closes_minutes = 30',
  );
  await server.query('delete from appointments where patient_id = $1 and plan_id is null', [patientId]);
});

/** A visit that begins in some minutes, or (null) is on a day without a time. */
async function visit(
  inMinutes: number | null,
  { cancelled = false, elsewhere = false, days = 0 } = {},
): Promise<number> {
  const [row] = await server.query(
    `insert into appointments (patient_id, facility_id, kind, day, starts_at, type, status, is_cancelled)
     select $1, f.id, 'ExternalAppointment', case when $2::int is null then today_in(f.time_zone) + $5::int end, now() + make_interval(mins => $2), 'Blood draw', 'Scheduled', $3
     from facilities f where f.is_default <> $4 limit 1 returning id`,
    [patientId, inMinutes, cancelled, elsewhere, days],
  );
  return Number(row?.['id']);
}

const at = (appointmentId: number, whose: number = patientId) => ({ params: { patientId: whose, appointmentId } });
const arrive = (id: number, who: Browser = patient): Promise<Answer> => who.call(reportPhoneArrival, at(id));
const takeBack = (id: number, who: Browser = patient): Promise<Answer> => who.call(withdrawPhoneArrival, at(id));
async function listed(who: Browser = patient): Promise<readonly PhoneCheckIn[]> {
  const { status, body } = await who.call(listPhoneCheckIns, { params: { patientId } });
  expect(status).toBe(200);
  return v.parse(v.array(PhoneCheckIn), body);
}
const arrivalOf = async (id: number) =>
  (await server.query('select arrived_at, arrived_by from appointments where id = $1', [id]))[0];
const audited = async () =>
  (
    await server.query(
      "select type, actor_role, detail from audit_events where patient_id = $1 and type like 'arrival.%' order by id",
      [patientId],
    )
  ).slice(-2);

test('is told once within the hours, with who said it, and shows in the list of staff and at the command line', async () => {
  const id = await visit(20);
  const { userId } = await server.ids('patient');
  const [before] = await listed();
  expect(before).toMatchObject({ appointmentId: id, arrivedAt: null, isByPhone: false });
  expect(Date.parse(before?.closesAt ?? '') - Date.parse(before?.opensAt ?? '')).toBe(90 * 60_000);
  const answers = await Promise.all(Array.from({ length: 4 }, () => arrive(id)));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(204));
  const first = await arrivalOf(id);
  expect(Number(first?.['arrived_by'])).toBe(userId);
  // Who says it again later is not late, and the first time stays.
  await server.query("update appointments set starts_at = now() - interval '31 minutes' where id = $1", [id]);
  expect((await arrive(id)).status).toBe(204);
  expect(await arrivalOf(id)).toEqual(first);
  expect((await listed())[0]).toMatchObject({ isByPhone: true });
  expect(await audited()).toMatchObject([
    { type: 'arrival.reported', actor_role: 'patient', detail: { appointmentIds: String(id) } },
  ]);

  const staff = await server.signedIn('kiosk');
  const body = {
    dueDate: dateFromToday(0, 'America/New_York'),
    facilityId: null,
    words: 'applewhistle juniper',
    birthDate: null,
    state: null,
    limit: 10,
  };
  await server.query('update appointments set starts_at = arrived_at where id = $1', [id]);
  const { visitors } = v.parse(searchKioskVisitors.answer, (await staff.call(searchKioskVisitors, { body })).body);
  expect(visitors.find((one) => one.patientId === patientId)).toMatchObject({
    arrivedAt: expect.stringMatching(/Z$/),
    arrivedByPhone: true,
  });
  const { out } = await command(['arrival', 'list', '--facility', 'Northlight'], server.databaseUrl);
  expect(out).toMatch(new RegExp(`\\(appointment ${String(id)}\\) {2}by phone`));
  const exported = await patient.call(calls.exportPersonalData, { params: { patientId } });
  expect(exported.text).toMatch(/<ArrivedAt>[^<]+<\/ArrivedAt>\s*<ArrivedBy>Juniper Applewhistle<\/ArrivedBy>/);
});

test('is refused too early, too late and for a cancelled visit, each with its code', async () => {
  expect(await arrive(await visit(61))).toMatchObject({ status: 409, body: { error: 'arrival_too_early' } });
  expect(await arrive(await visit(-31))).toMatchObject({ status: 409, body: { error: 'arrival_too_late' } });
  expect(await arrive(await visit(10, { cancelled: true }))).toMatchObject({
    status: 409,
    body: { error: 'visit_cancelled' },
  });
  expect(await arrive(await visit(null, { days: 1 }))).toMatchObject({ body: { error: 'arrival_too_early' } });
  expect(await arrive(await visit(null, { days: -1 }))).toMatchObject({ body: { error: 'arrival_too_late' } });
  expect((await arrive(await visit(null))).status).toBe(204);
});

test('is not there for visits of others, elsewhere, or where the facility does not want it', async () => {
  const id = await visit(10);
  expect(await arrive(await visit(10, { elsewhere: true }))).toMatchObject(notFound);
  const stranger = await server.signedIn('limited');
  expect(await arrive(id, stranger)).toMatchObject(notFound);
  const { patientId: other } = await server.ids('limited');
  expect(await stranger.call(reportPhoneArrival, at(id, other ?? 0))).toMatchObject(notFound);
  for (const setting of ['check_in_opens_minutes = null', 'kiosk_arrival = false']) {
    await server.query(`update facilities set ${setting}`);
    expect(await arrive(id)).toMatchObject(notFound);
    expect(await listed()).toEqual([]);
  }
  expect((await arrivalOf(id))?.['arrived_at']).toBeNull();
});

test('may be told by who acts for the patient and may see the visits; the right that goes ends it', async () => {
  const id = await visit(10);
  const helper = await server.signedIn('representative');
  expect((await arrive(id, helper)).status).toBe(204);
  expect(Number((await arrivalOf(id))?.['arrived_by'])).toBe((await server.ids('representative')).userId);
  expect((await audited()).at(-1)).toMatchObject({ type: 'arrival.reported', actor_role: 'representative' });
  await server.query("delete from representative_rights where section = 'Appointments'");
  expect(await takeBack(id, helper)).toMatchObject(notFound);
  // How the patient can be reached is for the patient alone.
  expect(await helper.call(getCheckIn, { params: { patientId } })).toMatchObject(notFound);
});

test('is taken back within the hours if it was said on a phone', async () => {
  const id = await visit(10);
  expect((await takeBack(id)).status).toBe(204);
  await arrive(id);
  expect((await takeBack(id)).status).toBe(204);
  expect(await arrivalOf(id)).toEqual({ arrived_at: null, arrived_by: null });
  expect((await audited()).map(({ type }) => type)).toEqual(['arrival.reported', 'arrival.withdrawn']);
  await arrive(id);
  await server.query("update appointments set starts_at = now() - interval '31 minutes' where id = $1", [id]);
  expect(await takeBack(id)).toMatchObject({ status: 409, body: { error: 'no_longer_open' } });
  await server.query(
    "update appointments set starts_at = now() + interval '5 minutes', arrived_by = null where id = $1",
    [id],
  );
  expect(await takeBack(id)).toMatchObject({ status: 409, body: { error: 'no_longer_open' } });
  expect(await takeBack(await visit(10, { elsewhere: true }))).toMatchObject(notFound);
});

test('goes with the check of contact details that a tablet has, but a phone cannot use the call of tablets', async () => {
  await server.query('update patients set contact_checked_at = null where id = $1', [patientId]);
  const { status, body } = await patient.call(getCheckIn, { params: { patientId } });
  expect([status, v.parse(getCheckIn.answer, body).contact?.recorded.city]).toEqual([200, 'Puddleford']);
  expect((await patient.call(confirmContactDetails, { params: { patientId } })).status).toBe(204);
  const again = await patient.call(getCheckIn, { params: { patientId } });
  expect(v.parse(getCheckIn.answer, again.body).contact).toBeNull();
  const id = await visit(10);
  expect((await patient.call(reportArrival, { params: { patientId }, body: { appointmentIds: [id] } })).status).toBe(
    404,
  );
});

test.for([
  // The clock is put forward in the hour before the visit, and back in the hour after its start.
  ['2026-03-08 03:30', null, '2026-03-08T06:30:00.000Z', '2026-03-08T08:00:00.000Z'],
  ['2026-11-01 00:45', null, '2026-11-01T03:45:00.000Z', '2026-11-01T05:15:00.000Z'],
  // Days of 23 and of 25 hours.
  [null, '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  [null, '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  // The evening before.
  ['2026-07-02 00:15', null, '2026-07-02T03:15:00.000Z', '2026-07-02T04:45:00.000Z'],
] as const)('the hours of %s %s are real hours where the facility is', async ([time, day, opensAt, closesAt]) => {
  const [row] = await server.query(
    `select lower(h) as opens, upper(h) as closes
     from check_in_hours($1::timestamp at time zone 'America/New_York', $2, 'America/New_York', 60, 30) h`,
    [time, day],
  );
  expect(row).toEqual({ opens: opensAt, closes: closesAt });
});
