import { IdempotencyKey, Token, calls } from '@portal/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { type Answer, type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { endSessions } from '../credentials/tokens.ts';

let server: TestServer;
let patientId: number;
let other: number;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
  const idOf = async (last: string) =>
    Number((await server.query('select id from patients where last_name = $1', [last]))[0]?.['id']);
  patientId = await idOf('Starling');
  other = await idOf('Vantongeren');
});
afterAll(() => server.stop());

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
const HandOver = v.object({ facilityUrl: v.string(), data: v.string() });

let tablet: Browser;
let data: string;
/** Staff press Start, after which the tablet has no manager's token. */
beforeEach(async () => {
  tablet = await server.signedIn('kiosk');
  data = await start(tablet, patientId);
});

async function start(browser: Browser, id: number): Promise<string> {
  const answer = await browser.call(calls.initiateKioskLogon, {
    params: { patientId: id },
    query: { elsewhere: 'end' },
  });
  expect(answer.status).toBe(200);
  const { facilityUrl, data: given } = v.parse(HandOver, answer.body);
  expect(facilityUrl).toBe(server.kioskUrl);
  return given;
}

/** The patient's page takes the hand-over. */
const take = (browser: Browser, given: string, id = patientId): Promise<Answer> =>
  browser.token(
    { grant_type: 'password', username: '', password: '' },
    { 'logon-process': 'patientKioskUser', 'patient-id': String(id), 'link-data': given },
  );

/** Everything in an answer that could distinguish two refusals, except its date. */
const whole = ({ status, text, headers }: Answer): string =>
  JSON.stringify([
    status,
    text,
    [...headers]
      .filter(([name]) => name !== 'date')
      .map(([name, value]) => `${name}: ${value}`)
      .toSorted(),
  ]);

test('the birth date is told at a tablet alone, and only where the facility has it shown', async () => {
  await take(tablet, data);
  expect(await tablet.profile()).not.toHaveProperty('dateOfBirth');
  await server.query('update facilities set kiosk_birth_date = true');
  try {
    const [born] = await server.query('select date_of_birth::text as born from patients where id = $1', [patientId]);
    expect(await tablet.profile()).toMatchObject({ dateOfBirth: born?.['born'] });
    expect(await (await server.signedIn('patient')).profile()).not.toHaveProperty('dateOfBirth');
  } finally {
    await server.query('update facilities set kiosk_birth_date = false');
  }
});

const visits = async (): Promise<number> =>
  (await server.query("select id from audit_events where type = 'session.started' and actor_role = 'kioskPatient'"))
    .length;

const resume = (browser: Browser, pin: string): Promise<Answer> => browser.call(calls.resumeKiosk, { body: { pin } });

/** A second tablet with its own parked manager. */
async function anotherTablet(): Promise<{ browser: Browser; given: string }> {
  const browser = await server.signedIn('kiosk');
  return { browser, given: await start(browser, other) };
}

test('a manager whose tablet lay for an hour comes back with the PIN, and stays', async () => {
  await server.query("update sessions set idle_until = idle_until - interval '1 hour'");
  const answer = await resume(tablet, '246810');
  expect(answer.status).toBe(200);
  tablet.tokens = v.parse(Token, answer.body);
  expect((await tablet.refresh()).status).toBe(200);
  expect((await tablet.profile()).loginType).toBe('patientKioskManagement');
});

describe('the hand-over', () => {
  test('takes the manager off the tablet at once', async () => {
    expect((await tablet.call(calls.getLoginProfile)).status).toBe(401);
    expect(await tablet.refresh()).toMatchObject(invalidGrant);
  });

  test('brings the patient in, once', async () => {
    expect((await take(tablet, data)).status).toBe(200);
    expect(await tablet.profile()).toMatchObject({
      loginType: 'patientKioskUser',
      ids: [{ idType: 'Patient', value: patientId }],
    });
    expect(await take(tablet, data)).toMatchObject(invalidGrant);
  });

  test('that is begun while its session ends is one of somebody who is not logged in', async () => {
    const browser = await server.signedIn('kiosk');
    const { userId } = await server.ids('kiosk');
    const { begun } = await server.tx(async (tx) => {
      await endSessions(tx, userId, 'logged_off');
      const handOver = browser.call(calls.initiateKioskLogon, { params: { patientId }, query: { elsewhere: 'end' } });
      await server.untilWaiting(1);
      return { begun: handOver };
    });
    expect(await begun).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
  });

  test('of twenty that ask at once, one gets in', async () => {
    const before = await visits();
    const answers = await Promise.all(Array.from({ length: 20 }, () => take(tablet, data)));
    const losers = answers.filter(({ status }) => status !== 200);
    expect(losers).toHaveLength(19);
    const replayed = await take(tablet, data);
    expect(replayed).toMatchObject(invalidGrant);
    expect(new Set(losers.map(whole))).toEqual(new Set([whole(replayed)]));
    expect(await visits()).toBe(before + 1);
  });

  test('fails alike after 61 s, from another tablet, for another patient, with made-up data and at the portal', async () => {
    const stranger = (await anotherTablet()).browser;
    const atPortal = server.browser('portal');
    for (const [name, value] of tablet.cookies) atPortal.cookies.set(name, value);
    const failures = [
      await take(stranger, data),
      await take(server.browser('kiosk'), data),
      await take(tablet, data, other),
      await take(tablet, data, 987_654_321),
      await take(tablet, 'A'.repeat(43)),
      await take(atPortal, data),
    ];
    await server.query("update handovers set created_at = created_at - interval '61 seconds'");
    failures.push(await take(tablet, data));
    for (const { status, body } of failures) expect({ status, body }).toEqual(invalidGrant);
    // Identical byte for byte, including the headers.
    expect(new Set(failures.map(whole)).size).toBe(1);
  });

  test('still works for the right tablet after a stranger tried it', async () => {
    await take(server.browser('kiosk'), data);
    expect((await take(tablet, data)).status).toBe(200);
  });

  test('does not work once the manager is back', async () => {
    expect((await resume(tablet, '246810')).status).toBe(200);
    tablet.tokens = null;
    expect(await take(tablet, data)).toMatchObject(invalidGrant);
  });

  test('is not offered for who has nothing to fill in, is not opened yet, or is at no facility of the manager', async () => {
    const manager = await server.signedIn('kiosk');
    const refused = async (id: number) =>
      expect(await manager.call(calls.initiateKioskLogon, { params: { patientId: id } })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    const [notOpened] = await server.query("select id from patients where last_name = 'Thistlewood'");
    await refused(Number(notOpened?.['id']));
    await server.query('update facilities set kiosk_enabled = false');
    await refused(other);
    await server.query('update facilities set kiosk_enabled = true');
    await server.query('delete from kiosk_manager_facilities');
    await refused(other);
    await server.query(
      "insert into kiosk_manager_facilities select u.id, f.id from users u, facilities f where u.username = 'kiosk'",
    );
  });
});

describe("the patient's session", () => {
  test('reaches nothing but what it is for', async () => {
    await take(tablet, data);
    for (const answer of [
      await tablet.call(calls.getPatient, { params: { patientId } }),
      await tablet.call(calls.listQuestionnaireHistory, { params: { patientId } }),
      await tablet.call(calls.listQuestionnaires, { params: { patientId: other } }),
      await tablet.call(calls.listKioskPatients, { query: { dueDate: '2026-11-20' } }),
      await tablet.call(calls.initiateKioskLogon, { params: { patientId: other } }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
    }
    expect((await tablet.call(calls.listQuestionnaires, { params: { patientId } })).status).toBe(200);
  });

  test('ends with Finish and exit, which changes the cookie', async () => {
    await take(tablet, data);
    const before = tablet.cookies.get('vestibule-kiosk');
    const { userId } = await tablet.profile();
    expect(
      (await tablet.call(calls.logOff, { params: { userId }, body: { auditEventType: 'kiosklogoffauditevent' } }))
        .status,
    ).toBe(204);
    expect((await tablet.call(calls.getLoginProfile)).status).toBe(401);
    expect(tablet.cookies.get('vestibule-kiosk')).not.toBe(before);
    expect((await resume(tablet, '246810')).status).toBe(200);
  });
});

describe('the return by PIN', () => {
  test('ends the session of the patient and brings the manager back', async () => {
    await take(tablet, data);
    const patient = tablet.tokens;
    const answer = await resume(tablet, '246810');
    expect(answer.status).toBe(200);
    expect(
      (
        await tablet.call(calls.getLoginProfile, {
          headers: { authorization: `Bearer ${patient?.access_token ?? ''}` },
        })
      ).status,
    ).toBe(401);
    tablet.tokens = v.parse(
      v.object({
        access_token: v.string(),
        refresh_token: v.string(),
        expires_in: v.number(),
        token_type: v.literal('Bearer'),
      }),
      answer.body,
    );
    expect((await tablet.profile()).loginType).toBe('patientKioskManagement');
    expect((await tablet.refresh()).status).toBe(200);
    expect(await resume(tablet, '246810')).toMatchObject({ status: 400, body: { error: 'not_parked' } });
  });

  test('has five tries, checked by the server; then the parked session is over', async () => {
    const answers = [];
    for (const pin of ['000000', '000001', '000002', '000003', '000004', '246810'])
      answers.push((await resume(tablet, pin)).body);
    expect(answers).toEqual([
      ...[4, 3, 2, 1].map((triesLeft) => ({ error: 'wrong_pin', triesLeft })),
      { error: 'not_parked' },
      { error: 'not_parked' },
    ]);
  });

  test('two servers share the five tries', async () => {
    const other = await startTestServer({ beside: server });
    const there = other.browser('kiosk');
    for (const [name, value] of tablet.cookies) there.cookies.set(name, value);
    const left = [];
    for (const [index, browser] of [tablet, there, tablet, there].entries())
      left.push((await resume(browser, String(200_000 + index))).body);
    expect(left).toEqual([4, 3, 2, 1].map((triesLeft) => ({ error: 'wrong_pin', triesLeft })));
    expect(await resume(there, '000000')).toMatchObject({ body: { error: 'not_parked' } });
    expect(await resume(tablet, '246810')).toMatchObject({ body: { error: 'not_parked' } });
    await other.stop();
  });

  test('fifty guesses at once share the five tries', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => resume(tablet, String(100_000 + index))),
    );
    expect(answers.filter(({ body }) => (body as { error: string }).error === 'wrong_pin')).toHaveLength(4);
    expect(await resume(tablet, '246810')).toMatchObject({ body: { error: 'not_parked' } });
  });

  test('whose answer was lost comes again to the page with its key, for ten minutes, and the pair of before is over', async () => {
    await take(tablet, data);
    const cookies = new Map(tablet.cookies);
    const again = (key: string) => {
      for (const [name, value] of cookies) tablet.cookies.set(name, value);
      return tablet.call(calls.resumeKiosk, {
        headers: { 'idempotency-key': v.parse(IdempotencyKey, key) },
        body: { pin: '246810' },
      });
    };
    const key = 'a-key-of-this-page';
    const pairOf = (answer: Answer) => v.parse(calls.resumeKiosk.answer, answer.body);
    const lost = pairOf(await again(key));
    expect(await again('a-key-of-another-page')).toMatchObject({ status: 400, body: { error: 'not_parked' } });
    tablet.tokens = pairOf(await again(key));
    expect((await tablet.profile()).loginType).toBe('patientKioskManagement');
    const headers = { authorization: `Bearer ${lost.access_token}` };
    expect((await tablet.call(calls.getLoginProfile, { headers })).status).toBe(401);
    await server.query("update parked_sessions set resumed_at = resumed_at - interval '11 minutes'");
    expect(await again(key)).toMatchObject({ status: 400, body: { error: 'not_parked' } });
  });

  test('two right ones at once give one session', async () => {
    const answers = await Promise.all([resume(tablet, '246810'), resume(tablet, '246810')]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test('is nothing on a tablet that nobody parked on', async () => {
    expect(await resume(server.browser('kiosk'), '246810')).toMatchObject({
      status: 400,
      body: { error: 'not_parked' },
    });
    expect(await resume(server.browser('portal'), '246810')).toMatchObject({
      status: 400,
      body: { error: 'not_parked' },
    });
  });
});

test('wrong passwords of others in the waiting room stop no tablet on which staff have signed in', async () => {
  const limited = await startTestServer({ beside: server, environment: { ADDRESS_FAILURES: '3' } });
  const at = limited.browser('kiosk');
  expect((await at.logIn('kiosk', undefined, 'kioskManagement')).status).toBe(200);
  const answer = await at.call(calls.initiateKioskLogon, { params: { patientId } });
  const { data: given } = v.parse(HandOver, answer.body);
  await server.query('delete from limits');
  for (let attempt = 0; attempt < 4; attempt += 1) await limited.browser('portal').logIn(`name ${attempt}`, 'wrong');
  const stranger = limited.browser('kiosk');
  stranger.cookies.set('vestibule-kiosk-browser', 'A'.repeat(43));
  stranger.cookies.set('vestibule-tablet', 'A'.repeat(43));
  expect((await stranger.logIn('kiosk', undefined, 'kioskManagement')).status).toBe(429);
  expect((await take(stranger, given)).status).toBe(429);
  expect((await resume(stranger, '246810')).status).toBe(429);
  expect((await take(at, given)).status).toBe(200);
  expect((await resume(at, '246810')).status).toBe(200);
  expect((await at.logIn('kiosk', undefined, 'kioskManagement')).status).toBe(200);
  // Failures at the tablet are counted for the tablet only.
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect((await at.logIn(`name ${attempt}`, 'wrong', 'kioskManagement')).status).toBe(400);
  expect((await at.logIn('kiosk', undefined, 'kioskManagement')).status).toBe(429);
  await limited.stop();
  await server.query('delete from limits');
});

test('what happened on the tablet is audited, and the chains hold', async () => {
  await take(tablet, data);
  await resume(tablet, '000000');
  await resume(tablet, '246810');
  const types = (await server.query('select distinct type from audit_events')).map((row) => row['type']);
  expect(types).toEqual(
    expect.arrayContaining(['kiosk.handover.offered', 'session.started', 'kiosk.pin.wrong', 'kiosk.resumed']),
  );
  expect(await server.brokenAuditRows()).toEqual([]);
});
