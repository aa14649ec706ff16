import { AppointmentId, PatientId, calls, confirmAttendance, listAppointments } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
  await server.query('delete from appointments where patient_id = $1 and plan_id is null', [patientId]);
  await server.query('delete from outbound_interfaces');
  // Nobody listens there: what is queued stays.
  await server.query(
    "insert into outbound_interfaces (name, facility_id, sends, host, port) select 'Engine', id, '{confirmations}', '127.0.0.1', 9 from facilities where is_default",
  );
});

/** A visit in some minutes, or (null) on a day without a time. */
async function visit(inMinutes: number | null, { days = 0, elsewhere = false } = {}): Promise<AppointmentId> {
  const [row] = await server.query(
    `insert into appointments (patient_id, facility_id, kind, day, starts_at, type, status)
     select $1, f.id, 'ExternalAppointment', case when $2::int is null then today_in(f.time_zone) + $3::int end, now() + make_interval(mins => $2), 'Blood draw', 'Scheduled'
     from facilities f where f.is_default <> $4 limit 1 returning id`,
    [patientId, inMinutes, days, elsewhere],
  );
  return v.parse(AppointmentId, Number(row?.['id']));
}
async function shown(id: AppointmentId, who: Browser = patient) {
  const { body } = await who.call(listAppointments, { params: { patientId } });
  const found = v.parse(listAppointments.answer, body).find((one) => one.id === id);
  if (found === undefined) throw new Error('the visit is not listed');
  return found;
}
const say = (
  appointmentId: AppointmentId,
  date: string,
  who: Browser = patient,
  whose: number = patientId,
): Promise<Answer> => who.call(confirmAttendance, { params: { patientId: whose, appointmentId }, body: { date } });
const sayAsShown = async (id: AppointmentId, who: Browser = patient) => say(id, (await shown(id)).date, who);
const stored = async (id: AppointmentId) =>
  (
    await server.query(
      'select attendance_confirmed_at as at, attendance_confirmed_by as by from appointments where id = $1',
      [id],
    )
  )[0];
const queued = async () =>
  (await server.query("select thing_id from outbound_messages where kind = 'confirmation' order by id")).map((row) =>
    Number(row['thing_id']),
  );

test.each([
  ['a time', 60, 0],
  ['a day alone', null, 0],
] as const)('of a visit with %s is stored, told and sent once, with who said it', async (_, inMinutes, days) => {
  const id = await visit(inMinutes, { days });
  expect((await shown(id)).attendance).toEqual({ confirmedAt: null });
  const { date } = await shown(id);
  const answers = await Promise.all(Array.from({ length: 4 }, () => say(id, date)));
  expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(204));
  const first = await stored(id);
  expect(Number(first?.['by'])).toBe((await server.ids('patient')).userId);
  expect((await shown(id)).attendance).toEqual({ confirmedAt: first?.['at'] });
  expect(await queued()).toEqual([id]);
  const [line] = await server.query(
    "select actor_role, detail from audit_events where patient_id = $1 and type = 'attendance.confirmed' order by id desc limit 1",
    [patientId],
  );
  expect(line).toEqual({ actor_role: 'patient', detail: { appointmentIds: String(id) } });
  const exported = await patient.call(calls.exportPersonalData, { params: { patientId } });
  expect(exported.text).toMatch(/<AttendanceConfirmedBy>Juniper Applewhistle<\/AttendanceConfirmedBy>/);
});

test('ends when the visit is moved or cancelled, and not with another change', async () => {
  const id = await visit(60);
  const { date } = await shown(id);
  await say(id, date);
  await server.query(
    "update appointments set starts_at = starts_at, day = day, is_cancelled = false, type = 'Scan' where id = $1",
    [id],
  );
  expect((await shown(id)).attendance?.confirmedAt).not.toBeNull();
  await server.query("update appointments set starts_at = starts_at + interval '1 hour' where id = $1", [id]);
  expect(await stored(id)).toEqual({ at: null, by: null });
  // A page that shows the time before says it for that time.
  expect(await say(id, date)).toMatchObject({ status: 409, body: { error: 'visit_moved' } });
  expect((await sayAsShown(id)).status).toBe(204);
  await server.query('update appointments set is_cancelled = true where id = $1', [id]);
  expect((await shown(id)).attendance).toBeNull();
  expect(await sayAsShown(id)).toMatchObject({ status: 409, body: { error: 'visit_cancelled' } });
  expect(await queued()).toEqual([id, id]);
});

test('is refused of a visit that has begun, and said again of one that was confirmed in time', async () => {
  expect(await sayAsShown(await visit(-1))).toMatchObject({ status: 409, body: { error: 'no_longer_open' } });
  expect(await sayAsShown(await visit(null, { days: -1 }))).toMatchObject({ body: { error: 'no_longer_open' } });
  expect((await say(await visit(60), 'tomorrow')).status).toBe(400);
});

test('is not there for visits of others, elsewhere, or where no system hears it', async () => {
  const id = await visit(60);
  const { date } = await shown(id);
  const elsewhere = await visit(60, { elsewhere: true });
  expect((await shown(elsewhere)).attendance).toBeNull();
  expect(await sayAsShown(elsewhere)).toMatchObject(notFound);
  const stranger = await server.signedIn('limited');
  expect(await say(id, date, stranger)).toMatchObject(notFound);
  expect(await say(id, date, stranger, (await server.ids('limited')).patientId ?? 0)).toMatchObject(notFound);
  for (const change of ["sends = '{arrivals}'", "sends = '{confirmations}', removed_at = now()"]) {
    await server.query(`update outbound_interfaces set ${change}`);
    expect((await shown(id)).attendance).toBeNull();
    expect(await say(id, date)).toMatchObject(notFound);
  }
  expect(await stored(id)).toEqual({ at: null, by: null });
});

test('may be said by who acts for the patient and may see the visits', async () => {
  const helper = await server.signedIn('representative');
  const id = await visit(60);
  expect((await sayAsShown(id, helper)).status).toBe(204);
  expect(Number((await stored(id))?.['by'])).toBe((await server.ids('representative')).userId);
  const other = await visit(90);
  await server.query("delete from representative_rights where section = 'Appointments'");
  expect(await sayAsShown(other, helper)).toMatchObject(notFound);
});
