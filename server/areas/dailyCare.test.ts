import {
  Appointment,
  UpcomingAppointment,
  type CallShape,
  listAppointments,
  listUpcomingAppointments,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../testing.ts';

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
/** Every field as the contract has it, and no other. */
async function read<S extends v.GenericSchema>(browser: Browser, call: CallShape, schema: S, request: { params: Record<string, number>; query?: Record<string, string> }): Promise<v.InferOutput<S>> {
  const answer = await browser.call(call, request);
  expect(answer.status, `${call.name}: ${answer.text}`).toBe(200);
  const parsed = v.parse(schema, answer.body);
  expect(answer.body).toEqual(parsed);
  return parsed;
}
const appointmentsOf = (browser: Browser, params: { patientId: number }) => read(browser, listAppointments, v.array(Appointment), { params });
const upcomingOf = (browser: Browser, params: { patientId: number }, count = 4) => read(browser, listUpcomingAppointments, v.array(UpcomingAppointment), { params: { ...params, count } });

describe('appointments', () => {
  test('come latest first, with what was booked for a follow-up once', async () => {
    const all = await appointmentsOf(patient, mine);
    expect(all.length).toBeGreaterThan(15);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    const days = all.map(({ date }) => date.slice(0, 10));
    expect(days).toEqual(days.toSorted().reverse());
    expect(all.filter(({ followUpLabel }) => followUpLabel === 'Nine month visit')).toMatchObject([{ kind: 'ExternalAppointment', type: 'Survivorship visit', linkedToOtherTypeCount: 1 }]);
    expect(all.find(({ type }) => type === 'Oncology follow-up')).toMatchObject({
      provider: 'Fernbrook, Ottoline', location: '<p>Willow Wing, level 2<br />12 Willow Road, Puddleford</p>', durationMinutes: 45, isConfirmed: true, timeZoneId: 'America/New_York',
    });
    expect(new Set(all.map(({ status }) => status))).toEqual(
      new Set(['Scheduled', 'Confirmed: please arrive 20 minutes early with your lab form', 'Confirmed', 'Requested', 'Cancelled by facility', 'Completed', 'Missed', 'Cancelled by patient', 'Rescheduled', 'Recommended', 'Pending', 'Cancelled'].filter((status) => status !== 'Pending')),
    );
  });

  test('the next four: soonest first, follow-ups with their label, what is cancelled or over left out', async () => {
    const next = await upcomingOf(patient, mine);
    expect(next.map(({ externalAppointmentType, followUpLabel }) => externalAppointmentType ?? followUpLabel)).toEqual(['Blood draw', 'Oncology follow-up', 'Survivorship visit', 'Bone density test']);
    expect(next[0]).toMatchObject({ hasTimePart: false, status: 'Scheduled', shortLocation: 'Puddle Lane Lab', followUpLabelParts: null });
    expect(next[0]?.rawDate).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(next[1]?.date).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4} 9:30 AM E[SD]T$/);
    expect(next[1]?.status.length).toBeGreaterThan(30);
    expect(next[2]).toMatchObject({ linkedToOtherTypeCount: 1, followUpLabel: 'Nine month visit', followUpLabelParts: { y: 0, m: 9 }, upcomingAppointmentType: 'ExternalAppointment' });
    expect(next[3]).toMatchObject({ upcomingAppointmentType: 'FollowUpAppointment', status: 'Recommended', followUpLabelParts: { y: 0, m: 9 }, externalAppointmentType: null, hasTimePart: false });
    expect(await upcomingOf(patient, mine, 1)).toEqual(next.slice(0, 1));
    for (const count of [0, 5]) expect(await patient.call(listUpcomingAppointments, { params: { ...mine, count } })).toMatchObject({ status: 400 });
  });

  test('whoever has few has few', async () => {
    expect(await upcomingOf(limited, theirs)).toMatchObject([{ externalAppointmentType: 'Check-up', timeZoneId: 'America/Los_Angeles' }]);
    // The clinic has not switched the page on.
    expect(await limited.call(listAppointments, { params: theirs })).toMatchObject(notFound);
  });

  test('a visit whose booking was cancelled gives its follow-up back', async () => {
    await server.query("update appointments set is_cancelled = true where patient_id = $1 and type = 'Survivorship visit' and follow_up_id is not null", [mine.patientId]);
    const all = await appointmentsOf(patient, mine);
    expect(all.filter(({ followUpLabel }) => followUpLabel === 'Nine month visit').map(({ kind }) => kind).toSorted()).toEqual(['ExternalAppointment', 'FollowUpAppointment']);
    await server.query('update appointments set is_cancelled = false where patient_id = $1 and follow_up_id is not null', [mine.patientId]);
  });
});
