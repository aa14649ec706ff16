import { randomUUID } from 'node:crypto';
import {
  type AnswerOf,
  IdempotencyKey,
  PatientId,
  askContactChange,
  calls,
  confirmContactDetails,
  getCheckIn,
  getRegistrationDetails,
  reportArrival,
  searchKioskVisitors,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { dateFromToday, type FacilitySide, facilitySide, smallTemplate } from '../../tests/server/questionnaires.ts';
import { type Answer, type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let facility: FacilitySide;
let small: number;
const today = dateFromToday(0, 'America/New_York');
const desk = 'front-desk@northlight.example';
const notFound = { status: 404, body: { error: 'not_found' } };
const HandOver = v.object({ data: v.string() });

beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
  facility = facilitySide(server.databaseUrl);
  small = await facility.template(smallTemplate);
});
afterAll(async () => {
  expect(await server?.brokenAuditRows()).toEqual([]);
  await facility?.end();
  await server?.stop();
});
beforeEach(async () => {
  await server.query('update facilities set kiosk_arrival = true, kiosk_contact_check = true, front_desk_email = $1', [
    desk,
  ]);
});

const admin = (...args: readonly string[]) => command(args, server.databaseUrl);

let made = 0;
/** A patient of the default facility with a questionnaire due today. */
async function patientDue(): Promise<PatientId> {
  const patientId = await newPatient();
  await facility.assign(patientId, small);
  return patientId;
}

/** A patient of the default facility without a questionnaire. */
async function newPatient(): Promise<PatientId> {
  made += 1;
  const [row] = await server.query(
    `with home as (select id from facilities where is_default), who as (
       insert into users (first_name, last_name, facility_id) select 'Wanda', $1, id from home returning id
     ) insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id, address1, city, zip_code, state, country, email_address)
       select who.id, $2, 'Wanda', $1, '1970-01-01', home.id, '12 Willow Road', 'Puddleford', '10042', 'NY', 'US', 'wanda@example.org' from who, home returning id`,
    [`Waitwell ${String(made)}`, `CI-${String(made).padStart(4, '0')}`],
  );
  return v.parse(PatientId, Number(row?.['id']));
}

async function visit(
  patientId: PatientId,
  { inDays = 0, hour = 9, cancelled = false, elsewhere = false } = {},
): Promise<number> {
  const [row] = await server.query(
    `insert into appointments (patient_id, facility_id, kind, starts_at, type, provider_first_name, provider_last_name, short_location, status, is_cancelled)
     select $1, f.id, 'ExternalAppointment', (today_in(f.time_zone) + $2::int + make_time($3, 30, 0)) at time zone f.time_zone, 'Blood draw', 'Ottoline', 'Fernbrook', 'Willow Wing', 'Scheduled', $4
     from facilities f where f.is_default <> $5 returning id`,
    [patientId, inDays, hour, cancelled, elsewhere],
  );
  return Number(row?.['id']);
}

/** A tablet that was handed to this patient. */
async function tabletOf(patientId: PatientId): Promise<Browser> {
  const tablet = await server.signedIn('kiosk');
  const offered = await tablet.call(calls.initiateKioskLogon, { params: { patientId }, query: { elsewhere: 'end' } });
  const { data } = v.parse(HandOver, offered.body);
  tablet.tokens = null;
  const token = await tablet.token(
    { grant_type: 'password', username: '', password: '' },
    { 'logon-process': 'patientKioskUser', 'patient-id': String(patientId), 'link-data': data },
  );
  expect(token.status).toBe(200);
  return tablet;
}

async function checkIn(tablet: Browser, patientId: PatientId): Promise<AnswerOf<typeof getCheckIn>> {
  const { status, body } = await tablet.call(getCheckIn, { params: { patientId } });
  expect(status).toBe(200);
  return v.parse(getCheckIn.answer, body);
}
const arrive = (tablet: Browser, patientId: PatientId, ids: readonly number[]): Promise<Answer> =>
  tablet.call(reportArrival, { params: { patientId }, body: { appointmentIds: [...ids] } });
const ask = (
  tablet: Browser,
  patientId: PatientId,
  details: Record<string, unknown>,
  key = randomUUID(),
): Promise<Answer> =>
  tablet.call(askContactChange, {
    params: { patientId },
    headers: { 'idempotency-key': v.parse(IdempotencyKey, key) },
    body: details,
  });
const changes = (patientId: PatientId) =>
  server.query(
    'select id, status, old_details as old, new_details as wanted from contact_changes where patient_id = $1 order by id',
    [patientId],
  );
const audited = async (patientId: PatientId): Promise<unknown[]> =>
  (
    await server.query(
      `select type from audit_events where patient_id = $1 and type ~ '^(arrival|contactChange|contactDetails|read.getCheckIn)' order by id`,
      [patientId],
    )
  ).map(({ type }) => type);

describe('arriving', () => {
  it('is for the booked visits of today at the own facility, and for no others', async () => {
    const patientId = await patientDue();
    const [late, early] = [await visit(patientId, { hour: 14 }), await visit(patientId)];
    const others = [
      await visit(patientId, { inDays: 1 }),
      await visit(patientId, { inDays: -1 }),
      await visit(patientId, { cancelled: true }),
      await visit(patientId, { elsewhere: true }),
      await visit(await patientDue()),
    ];
    const tablet = await tabletOf(patientId);
    const { visits } = await checkIn(tablet, patientId);
    expect(visits.map(({ appointmentId }) => appointmentId)).toEqual([early, late]);
    expect(visits[0]).toMatchObject({
      type: 'Blood draw',
      provider: 'Ottoline Fernbrook',
      place: 'Willow Wing',
      timeZoneId: 'America/New_York',
      arrivedAt: null,
    });
    for (const other of others) expect(await arrive(tablet, patientId, [early, other])).toMatchObject(notFound);
    expect((await checkIn(tablet, patientId)).visits.every(({ arrivedAt }) => arrivedAt === null)).toBe(true);
  });

  it('keeps the first time, however often it is said and whoever says it at once', async () => {
    const patientId = await patientDue();
    const ids = [await visit(patientId), await visit(patientId, { hour: 11 })];
    const tablet = await tabletOf(patientId);
    const answers = await Promise.all(Array.from({ length: 8 }, () => arrive(tablet, patientId, ids)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204));
    const first = (await checkIn(tablet, patientId)).visits;
    await arrive(tablet, patientId, ids);
    expect((await checkIn(tablet, patientId)).visits).toEqual(first);
    expect((await audited(patientId)).filter((type) => type === 'arrival.reported')).toHaveLength(1);
  });

  it('shows in the list of staff and at the command line, which says that it looked', async () => {
    const patientId = await patientDue();
    const id = await visit(patientId);
    await arrive(await tabletOf(patientId), patientId, [id]);
    const staff = await server.signedIn('kiosk');
    const body = {
      dueDate: today,
      facilityId: null,
      words: `waitwell ${String(made)}`,
      birthDate: null,
      state: null,
      limit: 10,
    };
    const { visitors } = v.parse(searchKioskVisitors.answer, (await staff.call(searchKioskVisitors, { body })).body);
    expect(visitors[0]?.arrivedAt).toMatch(/^\d{4}-.*Z$/);
    const { code, out } = await admin('arrival', 'list', '--facility', 'Northlight');
    expect(code).toBe(0);
    expect(out).toContain(`Waitwell ${String(made)}, Wanda  Blood draw at 09:30  (appointment ${String(id)})`);
    const [row] = await server.query("select count(*)::int as count from audit_events where type = 'arrivals.listed'");
    expect(row?.['count']).toBe(1);
    expect((await admin('arrival', 'list', '--facility', 'Northlight', '--on', '2001-01-01')).out).toBe(
      'Nobody has checked in.',
    );
  });

  it('puts whoever has nothing to fill in into the list, and ends there', async () => {
    const patientId = await newPatient();
    const ids = [await visit(patientId, { hour: 14 }), await visit(patientId)];
    const staff = await server.signedIn('kiosk');
    const listed = async () => {
      const words = `waitwell ${String(made)}`;
      const body = { dueDate: today, facilityId: null, words, birthDate: null, state: null, limit: 10 };
      const answer = v.parse(searchKioskVisitors.answer, (await staff.call(searchKioskVisitors, { body })).body);
      return answer.visitors.find((one) => one.patientId === patientId);
    };
    expect(await listed()).toMatchObject({ state: 'waiting', canStartByPatient: true, questionnaires: [] });
    expect((await listed())?.awaitedVisits).toHaveLength(2);
    await arrive(await tabletOf(patientId), patientId, ids.slice(0, 1));
    expect(await listed()).toMatchObject({ state: 'inProgress', canStartByPatient: true });
    await arrive(await tabletOf(patientId), patientId, ids);
    expect(await listed()).toMatchObject({ state: 'finished', canStartByPatient: false, awaitedVisits: [] });
    const manager = await server.signedIn('kiosk');
    expect(await manager.call(calls.initiateKioskLogon, { params: { patientId } })).toMatchObject(notFound);
    await visit(patientId, { hour: 16 });
    await server.query('update facilities set kiosk_arrival = false');
    expect(await listed()).toBeUndefined();
    expect(await manager.call(calls.initiateKioskLogon, { params: { patientId } })).toMatchObject(notFound);
  });

  it('is of its day: a visit that is moved to another day is asked about again, and one that is moved within it is not', async () => {
    const patientId = await newPatient();
    const [moved, later] = [await visit(patientId, { inDays: -1 }), await visit(patientId, { hour: 11 })];
    await server.query("update appointments set arrived_at = now() - interval '1 day' where id = $1", [moved]);
    const tablet = await tabletOf(patientId);
    await arrive(tablet, patientId, [later]);
    await server.query("update appointments set starts_at = starts_at + interval '1 day' where id = $1", [moved]);
    await server.query("update appointments set starts_at = starts_at + interval '1 hour' where id = $1", [later]);
    const { visits } = await checkIn(tablet, patientId);
    expect(visits.map(({ appointmentId, arrivedAt }) => [appointmentId, arrivedAt === null])).toEqual([
      [moved, true],
      [later, false],
    ]);
  });

  it('is not asked where the facility does not want it', async () => {
    const patientId = await patientDue();
    const id = await visit(patientId);
    expect(
      (await admin('facility', 'check-in', 'Northlight', '--arrival', 'off', '--contact-details', 'off')).out,
    ).toBe(`Northlight: birth date off, arrival off, contact details off, changes are told to ${desk}.`);
    const tablet = await tabletOf(patientId);
    expect(await checkIn(tablet, patientId)).toEqual({ visits: [], contact: null });
    expect(await arrive(tablet, patientId, [id])).toMatchObject(notFound);
    expect(await tablet.call(confirmContactDetails, { params: { patientId } })).toMatchObject(notFound);
    expect(await ask(tablet, patientId, { homePhone: null })).toMatchObject(notFound);
    expect(await audited(patientId)).toEqual(['read.getCheckIn']);
  });
});

describe('how somebody can be reached', () => {
  it('is shown as the record has it, once a day, and confirmed', async () => {
    const patientId = await patientDue();
    const tablet = await tabletOf(patientId);
    expect((await checkIn(tablet, patientId)).contact).toEqual({
      recorded: {
        address1: '12 Willow Road',
        address2: null,
        city: 'Puddleford',
        zipCode: '10042',
        state: 'New York',
        country: 'US',
        homePhone: null,
        mobilePhone: null,
        emailAddress: 'wanda@example.org',
      },
      asked: {},
    });
    expect((await tablet.call(confirmContactDetails, { params: { patientId } })).status).toBe(204);
    expect((await checkIn(tablet, patientId)).contact).toBeNull();
    expect(await changes(patientId)).toEqual([]);
    expect(await audited(patientId)).toEqual(['read.getCheckIn', 'contactDetails.confirmed', 'read.getCheckIn']);
    await server.query("update patients set contact_checked_at = now() - interval '1 day' where id = $1", [patientId]);
    expect((await checkIn(tablet, patientId)).contact).not.toBeNull();
  });

  it('is asked to change once for one press, and the record stays as it is until staff accept', async () => {
    const patientId = await patientDue();
    const tablet = await tabletOf(patientId);
    const key = randomUUID();
    const before = (await server.mails(desk)).length;
    const wanted = {
      homePhone: '+12025550123',
      city: 'Saltmere',
      address1: '12 Willow Road',
      emailAddress: 'WANDA@example.org',
    };
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(tablet, patientId, wanted, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(204));
    // Other content with a key that was already answered counts as a repeat of that request.
    await ask(tablet, patientId, { homePhone: '+12025550199' }, key);
    expect(await changes(patientId)).toMatchObject([
      {
        status: 'open',
        old: { homePhone: null, city: 'Puddleford' },
        wanted: { homePhone: '+12025550123', city: 'Saltmere' },
      },
    ]);
    expect((await audited(patientId)).filter((type) => type === 'contactChange.asked')).toHaveLength(1);
    const [row] = await server.query('select city from patients where id = $1', [patientId]);
    expect(row?.['city']).toBe('Puddleford');
    const mails = await server.waitForMails(desk, before + 1);
    expect(mails).toHaveLength(before + 1);
    const said = `${mails.at(-1)?.subject ?? ''} ${mails.at(-1)?.text ?? ''}`;
    expect(said).not.toMatch(/Wanda|Waitwell|CI-|0123|Saltmere|wanda@/);
  });

  it('is one change together with what waits already; what is taken back ends it', async () => {
    const patientId = await patientDue();
    const tablet = await tabletOf(patientId);
    const before = (await server.mails(desk)).length;
    await ask(tablet, patientId, { homePhone: '+12025550123' });
    await server.waitForMails(desk, before + 1);
    await ask(tablet, patientId, { city: 'Saltmere' });
    const [queued] = await server.query(
      "select count(*)::int as count from mails where kind = 'contactChangeAsked' and ended_at is null",
    );
    expect(queued?.['count']).toBe(0);
    expect(await changes(patientId)).toMatchObject([
      { status: 'replaced' },
      { status: 'open', wanted: { homePhone: '+12025550123', city: 'Saltmere' } },
    ]);
    await server.query('update patients set contact_checked_at = null where id = $1', [patientId]);
    expect((await checkIn(tablet, patientId)).contact?.asked).toEqual({ homePhone: '+12025550123', city: 'Saltmere' });
    await ask(tablet, patientId, { homePhone: null, city: 'Puddleford' });
    expect((await changes(patientId)).map(({ status }) => status)).toEqual(['replaced', 'replaced']);
  });

  it('refuses what no form would send', async () => {
    const patientId = await patientDue();
    const tablet = await tabletOf(patientId);
    for (const body of [
      {},
      { homePhone: 'call me' },
      { emailAddress: 'nobody' },
      { city: 'x'.repeat(101) },
      { city: 5 },
    ])
      expect(await ask(tablet, patientId, body)).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    expect(
      await tablet.call(askContactChange, { params: { patientId }, headers: {}, body: { city: 'Saltmere' } }),
    ).toMatchObject({ status: 400 });
    expect(await changes(patientId)).toEqual([]);
  });

  it('of somebody else is not found', async () => {
    const [patientId, other] = [await patientDue(), await patientDue()];
    const tablet = await tabletOf(patientId);
    const id = await visit(other);
    expect(await tablet.call(getCheckIn, { params: { patientId: other } })).toMatchObject(notFound);
    expect(await arrive(tablet, other, [id])).toMatchObject(notFound);
    expect(await arrive(tablet, patientId, [id])).toMatchObject(notFound);
    expect(await ask(tablet, other, { city: 'Saltmere' })).toMatchObject(notFound);
    expect(await tablet.call(confirmContactDetails, { params: { patientId: other } })).toMatchObject(notFound);
    expect(await changes(other)).toEqual([]);
  });
});

describe('staff', () => {
  const numberOf = async (patientId: PatientId) => String((await changes(patientId)).at(-1)?.['id']);

  it('list what waits with both values, and accept it into the record', async () => {
    const { patientId } = await server.ids('patient');
    const own = v.parse(PatientId, patientId);
    await facility.assign(own, small);
    const tablet = await tabletOf(own);
    await ask(tablet, own, { homePhone: '+12025550123', city: 'Saltmere', emailAddress: 'juniper.new@example.org' });
    const { out } = await admin('contact-changes', 'list', '--facility', 'Northlight');
    expect(out).toMatch(/Applewhistle, Juniper/);
    expect(out).toMatch(/City +Puddleford {2}-> {2}Saltmere/);
    expect(out).toMatch(/Home phone +\(202\) 555-0111 {2}-> {2}\(202\) 555-0123/);
    expect((await audited(own)).at(-1)).toBe('contactChanges.listed');
    const accepted = await admin('contact-changes', 'accept', await numberOf(own));
    expect([accepted.code, accepted.err]).toEqual([0, '']);
    const portal = await server.signedIn('patient');
    const { body } = await portal.call(getRegistrationDetails, { params: { patientId: own } });
    expect(body).toMatchObject({
      homePhone: '+12025550123',
      mobilePhone: '(202) 555-0110',
      city: 'Saltmere',
      primaryEmail: 'juniper.new@example.org',
    });
    const [account] = await server.query(
      'select u.email, u.is_email_confirmed as confirmed from users u join patients p on p.user_id = u.id where p.id = $1',
      [own],
    );
    expect(account).toEqual({ email: 'juniper.new@example.org', confirmed: false });
    expect((await audited(own)).at(-1)).toBe('contactChange.accepted');
    // A later statement of another system counts again.
    await server.query(
      "update record_resources set last_updated = now() + interval '1 hour' where patient_id = $1 and type = 'Patient'",
      [own],
    );
    const later = await portal.call(getRegistrationDetails, { params: { patientId: own } });
    expect(later.body).toMatchObject({ homePhone: '(202) 555-0111' });
  });

  it('accept that there is a number no more, and decline without a trace in the record', async () => {
    const patientId = await patientDue();
    const tablet = await tabletOf(patientId);
    await ask(tablet, patientId, { mobilePhone: '+12025550188' });
    await admin('contact-changes', 'accept', await numberOf(patientId));
    await ask(tablet, patientId, { mobilePhone: null, emailAddress: null });
    await admin('contact-changes', 'accept', await numberOf(patientId));
    const [row] = await server.query(
      'select n.phone, p.email_address as email from patient_phones n join patients p on p.id = n.patient_id where p.id = $1',
      [patientId],
    );
    expect(row).toEqual({ phone: null, email: null });
    await ask(tablet, patientId, { city: 'Saltmere' });
    const declined = await admin('contact-changes', 'decline', await numberOf(patientId));
    expect(declined.out).toMatch(/stays as it is/);
    const [after] = await server.query('select city from patients where id = $1', [patientId]);
    expect(after?.['city']).toBe('Puddleford');
    expect((await audited(patientId)).at(-1)).toBe('contactChange.declined');
    const again = await admin('contact-changes', 'accept', await numberOf(patientId));
    expect([again.code, again.err]).toMatchObject([1, expect.stringMatching(/waits/)]);
  });

  it('are told what a command does not understand', async () => {
    for (const [args, says] of [
      [['facility', 'check-in', 'Northlight'], /needs one facility/],
      [['facility', 'check-in', 'Northlight', '--arrival', 'maybe'], /on or off/],
      [['facility', 'check-in', 'Northlight', '--front-desk', 'nobody'], /not an email address/],
      [['arrival', 'list'], /--facility/],
      [['contact-changes', 'accept', 'all'], /number of one change/],
    ] as const) {
      const { code, err } = await admin(...args);
      expect([code, err]).toEqual([2, expect.stringMatching(says)]);
    }
    const { out } = await admin('facility', 'check-in', 'Northlight', '--front-desk', 'none');
    expect(out).toContain('nobody is told of changes');
    expect((await admin('facility', 'show', 'Northlight')).out).toContain('no email address');
  });
});
