import { setTimeout as wait } from 'node:timers/promises';
import {
  type PushTarget,
  type ReminderKind,
  changePassword,
  deleteDeviceKey,
  deleteDevicePush,
  endOtherPlaces,
  endSignedInPlace,
  getDeviceKey,
  getDevicePush,
  getPushKey,
  listSignedInPlaces,
  putDeviceKey,
  putDevicePush,
  renewPush,
  sendTestNotice,
} from '@portal/api';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { demoPassword } from '../../demo/people.ts';
import { type Browser, type TestServer, startTestServer } from '../../../tests/server/facilityServer.ts';
import { tellNext } from '../notices.ts';
import { enqueuePush } from './queue.ts';
import { type PushSender, startPush } from './sender.ts';
import { type TestPushService, startTestPushService } from '../../../tests/server/pushService.ts';

let server: TestServer;
let service: TestPushService;
/** A second process on the same database, which the tests can wake. */
let sender: PushSender;
const log = pino({ level: 'silent' });
const settings = { serverKey: '', contact: 'mailto:portal@example.org', anywhere: true };

beforeAll(async () => {
  service = await startTestPushService();
  server = await startTestServer({ environment: { CALL_ANYWHERE: '1', MAIL_FROM: 'portal@example.org' } });
  sender = await startPush(server.pool, log, settings);
});
afterAll(async () => {
  await sender.stop(0);
  await server.stop();
  await service.stop();
});
/** Moves the facility to where it is about that hour now. */
const makeIt = async (hour: number): Promise<void> => {
  const ahead = (((hour - new Date().getUTCHours() + 36) % 24) - 12) * -1;
  await server.query('update facilities set time_zone = $1 where id = 1', [`Etc/GMT${ahead < 0 ? '' : '+'}${ahead}`]);
};
beforeEach(async () => {
  await makeIt(12);

  service.answer = 201;
  service.received.length = 0;
});
afterEach(() => server.query('delete from push_subscriptions'));

let devices = 0;
const every: readonly ReminderKind[] = ['appointment', 'followUp', 'secureMessage', 'questionnaire'];

interface Device {
  readonly browser: Browser;
  readonly params: { readonly userId: number; readonly deviceId: string };
  readonly target: PushTarget;
}

/** A device of a signed-in browser that keeps a vault and is told of these kinds. */
async function deviceOf(browser: Browser, kinds: readonly ReminderKind[] = every): Promise<Device> {
  devices += 1;
  const { userId } = await browser.profile();
  const params = { userId, deviceId: `device-of-push-${String(devices).padStart(4, '0')}` };
  expect((await browser.call(putDeviceKey, { params, body: { name: 'A phone' } })).status).toBe(200);
  const target = service.browser();
  expect((await browser.call(putDevicePush, { params, body: { ...target, kinds } })).status).toBe(204);
  return { browser, params, target };
}

const standing = async ({ browser, params }: Device) => (await browser.call(getDevicePush, { params })).body;
const nothing = { endpoint: null, kinds: [] };

async function put(kind: ReminderKind | 'test'): Promise<number> {
  const { patientId } = await server.ids('patient');
  if (patientId === null) throw new Error('no patient');
  const count = await server.tx((tx) => enqueuePush(tx, patientId, kind === 'test' ? ['test'] : [kind]));
  sender.wake();
  return count;
}
/** Puts a notice into the queue and changes it, before anybody can see it. */
async function enqueued(change: string): Promise<void> {
  const { patientId } = await server.ids('patient');
  if (patientId === null) throw new Error('no patient');
  await server.tx(async (tx) => {
    await enqueuePush(tx, patientId, ['appointment']);
    await tx.script(change);
  });
}
const waiting = async (): Promise<number> =>
  Number((await server.query('select count(*)::int as n from push_notices'))[0]?.['n']);
async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !(await what()); await wait(10))
    if (Date.now() > end) throw new Error('what was waited for did not come');
}
const settled = () => until(async () => (await waiting()) === 0);

test('a device is told of what it chose: signed by the server, readable by it alone, and saying neither what nor for whom', async () => {
  const browser = await server.signedIn('patient');
  const { target } = await deviceOf(browser, ['secureMessage', 'appointment']);
  const key = (await browser.call(getPushKey)).body;
  expect(await put('questionnaire')).toBe(0);
  expect(await put('secureMessage')).toBe(1);
  await settled();
  expect(await put('appointment')).toBe(1);
  await settled();
  const [first, second] = service.received;
  expect(first?.message).toEqual({ kind: 'secureMessage', language: 'en' });
  expect(second?.message).toEqual({ kind: 'appointment', language: 'en' });
  expect({ key: first?.signedBy }).toEqual(key);
  expect(first?.claims).toMatchObject({ aud: service.url, sub: 'mailto:portal@example.org' });
  expect(first?.claims.exp).toBeLessThan(Date.now() / 1000 + 24 * 3600);
  expect(first?.path).toBe(new URL(target.endpoint).pathname);
  // What the service can see is the same for both.
  expect(second?.bytes).toBe(first?.bytes);
  expect(first?.headers).toMatchObject({ topic: 'portal', 'content-encoding': 'aes128gcm' });
  // A device that is switched on at night shows nothing of the day before.
  expect(Number(first?.headers.ttl)).toBeGreaterThan(7 * 3600);
  expect(Number(first?.headers.ttl)).toBeLessThanOrEqual(9 * 3600);
  expect(JSON.stringify(first?.headers)).not.toMatch(/message|appointment|Juniper/i);
});

test('what comes in is told once on every device that wants it, together where there is more than one thing', async () => {
  const browser = await server.signedIn('patient');
  await deviceOf(browser, ['questionnaire', 'secureMessage']);
  await deviceOf(browser, ['questionnaire']);
  await deviceOf(browser, ['followUp']);
  const { patientId } = await server.ids('patient');
  // The demo's patient hears of follow-ups at the start of each month, which may be now.
  await server.query("update patient_reminder_settings set follow_up_offset = 'Off' where patient_id = $1", [
    patientId,
  ]);
  await server.query(
    "update assigned_questionnaires set assigned_at = now() where patient_id = $1 and status = 'Assigned'",
    [patientId],
  );
  const turn = async () => {
    await server.query("update notice_agenda set look_at = '-infinity' where patient_id = $1", [patientId]);
    await tellNext(server.pool, new Date(), { portalUrl: null, log });
    sender.wake();
    await settled();
  };
  await turn();
  await turn();
  expect(service.received.map(({ message }) => message)).toEqual([
    { kind: 'questionnaire', language: 'en' },
    { kind: 'questionnaire', language: 'en' },
  ]);
  service.received.length = 0;
  if (patientId === null) throw new Error('no patient');
  expect(await server.tx((tx) => enqueuePush(tx, patientId, ['questionnaire', 'secureMessage']))).toBe(2);
  sender.wake();
  await settled();
  expect(service.received.map(({ message }) => message)).toContainEqual({ kind: 'several', language: 'en' });
  expect(service.received).toHaveLength(2);
});

test('what is new in the record is told on the devices that want it, and names nothing', async () => {
  const browser = await server.signedIn('patient');
  await deviceOf(browser, ['record']);
  await deviceOf(browser, ['secureMessage']);
  // As if a source had sent a note again, changed.
  const [note] = await server.query(
    `update record_resources set changed_at = now() - interval '1 hour', reviewed_at = null
     where id = (select note_id from shown_notes n join patients p on p.id = n.patient_id join users u on u.id = p.user_id where u.username = 'patient' limit 1) returning id`,
  );
  expect(await server.query('select resource_id as id from record_news')).toEqual([note]);
  await server.query("update patient_reminder_settings set told_since = told_since - 'record_push'");
  await tellNext(server.pool, new Date(), { portalUrl: null, log });
  sender.wake();
  await settled();
  expect(service.received.map(({ message }) => message)).toEqual([{ kind: 'record', language: 'en' }]);
  expect(await server.query('select 1 from record_news')).toEqual([]);
});

test('the test that somebody asks for says that it goes to devices', async () => {
  const browser = await server.signedIn('patient');
  await deviceOf(browser, ['appointment']);
  const { patientId } = await server.ids('patient');
  const answer = await browser.call(sendTestNotice, { params: { patientId: patientId ?? 0 } });
  expect(answer.body).toMatchObject({ channels: expect.arrayContaining(['Push']) });
  await settled();
  expect(service.received).toMatchObject([{ message: { kind: 'test', language: 'en' } }]);
});

test.each([21, 2])(
  'nothing goes out between 9 PM and 8 AM (%d:00), but a test that somebody asks for',
  async (hour) => {
    await deviceOf(await server.signedIn('patient'));
    await makeIt(hour);
    await put('secureMessage');
    await put('test');
    await until(async () => service.received.length === 1 && (await waiting()) === 1);
    expect(service.received[0]?.message).toMatchObject({ kind: 'test' });
    await makeIt(8);
    sender.wake();
    await settled();
    expect(service.received[1]?.message).toMatchObject({ kind: 'secureMessage' });
  },
);

test('what waits for the morning goes to nobody whose account was closed meanwhile', async () => {
  await makeIt(21);
  const [patient, other] = [await server.signedIn('patient'), await server.signedIn('noemail')];
  await deviceOf(patient);
  const { target } = await deviceOf(other);
  expect(await put('secureMessage')).toBe(1);
  await server.query("update users set disabled_at = now() where username = 'patient'");
  const { patientId } = await server.ids('noemail');
  if (patientId === null) throw new Error('no patient');
  await server.tx((tx) => enqueuePush(tx, patientId, ['secureMessage']));
  await makeIt(12);
  sender.wake();
  await until(async () => service.received.length === 1 && (await waiting()) === 1);
  expect(service.received.map(({ path }) => path)).toEqual([new URL(target.endpoint).pathname]);
  await server.query("update users set disabled_at = null where username = 'patient'");
});

test('the patient’s settings say what any device is told of', async () => {
  const browser = await server.signedIn('patient');
  const chosen = async () => {
    const [row] = await server.query(
      `select appointment_push, follow_up_push, secure_message_push, questionnaire_push, record_push from patient_reminder_settings s
       join patients p on p.id = s.patient_id join users u on u.id = p.user_id where u.username = 'patient'`,
    );
    return Object.entries(row ?? {}).flatMap(([name, value]) => (value === true ? [name] : []));
  };
  const one = await deviceOf(browser, ['appointment', 'questionnaire']);
  const two = await deviceOf(browser, ['appointment', 'record']);
  expect(await chosen()).toEqual(['appointment_push', 'questionnaire_push', 'record_push']);
  await browser.call(deleteDevicePush, { params: one.params });
  expect(await chosen()).toEqual(['appointment_push', 'record_push']);
  await browser.call(deleteDeviceKey, { params: two.params });
  expect(await chosen()).toEqual([]);
});

test('the language is the person’s, and a test goes to every device', async () => {
  const browser = await server.signedIn('patient');
  await deviceOf(browser, ['followUp']);
  await deviceOf(browser, ['appointment']);
  await server.query("update users set language = 'es' where username = 'patient'");
  expect(await put('test')).toBe(2);
  await settled();
  await server.query("update users set language = 'en' where username = 'patient'");
  expect(service.received.map(({ message }) => message)).toEqual([
    { kind: 'test', language: 'es' },
    { kind: 'test', language: 'es' },
  ]);
});

describe('what a push service answers', () => {
  test.each([404, 410])('%d ends the subscription and all that waits for it', async (status) => {
    const device = await deviceOf(await server.signedIn('patient'));
    service.answer = status;
    await put('secureMessage');
    await until(async () => (await standing(device)) !== null && (await waiting()) === 0);
    expect(await standing(device)).toEqual(nothing);
  });

  test.each([503, 429])('%d is tried again later, and 400 never', async (passing) => {
    const device = await deviceOf(await server.signedIn('patient'));
    service.answer = passing;
    await put('secureMessage');
    await until(async () => (await server.query('select 1 from push_notices where next_try_at > now()')).length === 1);
    service.answer = 400;
    await server.query('update push_notices set next_try_at = now()');
    sender.wake();
    await settled();
    expect(service.received).toHaveLength(2);
    expect(await standing(device)).toMatchObject({ endpoint: device.target.endpoint });
  });

  test('a notice is handed over once, however many processes look, and by another one when its process died', async () => {
    await deviceOf(await server.signedIn('patient'));
    const other = await startPush(server.pool, log, settings);
    for (let count = 0; count < 20; count += 1) await put('secureMessage');
    other.wake();
    await settled();
    await other.stop(0);
    expect(service.received).toHaveLength(20);
    // Whoever took it died a while ago.
    await enqueued(
      "update push_notices set lease = gen_random_uuid(), leased_until = now() - interval '1 second', tries = 1",
    );
    sender.wake();
    await settled();
    expect(service.received).toHaveLength(21);
  });

  test('what is a day old is not sent any more', async () => {
    await deviceOf(await server.signedIn('patient'));
    await enqueued("update push_notices set worthless_at = now() - interval '1 second'");
    sender.wake();
    await settled();
    expect(service.received).toEqual([]);
  });
});

describe('what ends it', () => {
  const wakeAndLook = async (): Promise<number> => {
    const count = await put('secureMessage');
    await settled();
    return count;
  };

  test('the person says so, or deletes the copy of the device, as a log-out does', async () => {
    const browser = await server.signedIn('patient');
    const [one, two] = [await deviceOf(browser), await deviceOf(browser)];
    expect((await browser.call(deleteDevicePush, { params: one.params })).status).toBe(204);
    expect(await standing(one)).toEqual(nothing);
    expect((await browser.call(deleteDeviceKey, { params: two.params })).status).toBe(204);
    expect(await standing(two)).toEqual(nothing);
    expect(await wakeAndLook()).toBe(0);
    // A revoked device cannot subscribe again.
    expect(
      await browser.call(putDevicePush, { params: two.params, body: { ...two.target, kinds: every } }),
    ).toMatchObject({ status: 404 });
  });

  test('another browser is signed out from here, or changes the password; the one at hand goes on', async () => {
    const here = await deviceOf(await server.signedIn('patient'));
    const there = await deviceOf(await server.signedIn('patient'));
    const places = (await here.browser.call(listSignedInPlaces, { params: here.params })).body as {
      sessionId: number;
      isThis: boolean;
    }[];
    const [{ session_id: sessionId } = {}] = await server.query(
      'select session_id from push_subscriptions where device_id = $1',
      [there.params.deviceId],
    );
    expect(places.map((place) => place.sessionId)).toContain(sessionId);
    expect(
      (await here.browser.call(endSignedInPlace, { params: { ...here.params, sessionId: Number(sessionId) } })).status,
    ).toBe(204);
    expect(await standing({ ...there, browser: here.browser })).toEqual(nothing);
    expect(await standing(here)).toMatchObject({ kinds: every });

    const third = await deviceOf(await server.signedIn('patient'));
    expect((await here.browser.call(endOtherPlaces, { params: here.params })).status).toBe(204);
    expect(await standing({ ...third, browser: here.browser })).toEqual(nothing);

    // Its session is over long since, and only the device remembers it.
    const asleep = await deviceOf(await server.signedIn('patient'));
    await server.query('update push_subscriptions set session_id = null where device_id = $1', [
      asleep.params.deviceId,
    ]);
    const body = { oldPassword: demoPassword, newPassword: 'Meadow$Path7', confirmPassword: 'Meadow$Path7' };
    expect((await here.browser.call(changePassword, { params: here.params, body })).status).toBeLessThan(300);
    expect(await standing({ ...asleep, browser: here.browser })).toEqual(nothing);
    expect(await standing(here)).toMatchObject({ kinds: every });
    await server.query(
      "update users set password_hash = (select password_hash from users where username = 'noemail') where username = 'patient'",
    );
  });

  test('a browser that comes back with another session is still the same place', async () => {
    const device = await deviceOf(await server.signedIn('patient'));
    const later = await server.signedIn('patient');
    expect((await later.call(getDeviceKey, { params: device.params })).status).toBe(200);
    expect((await later.call(endOtherPlaces, { params: device.params })).status).toBe(204);
    expect(await standing({ ...device, browser: later })).toMatchObject({ kinds: every });
  });
});

describe('whose it is', () => {
  test('an endpoint is of one account, and at most ten devices of a person are told', async () => {
    const first = await deviceOf(await server.signedIn('patient'));
    const other = await deviceOf(await server.signedIn('noemail'));
    const body = { ...first.target, kinds: every };
    expect((await other.browser.call(putDevicePush, { params: other.params, body })).status).toBe(204);
    expect(await standing(first)).toEqual(nothing);
    expect(await standing(other)).toMatchObject({ endpoint: first.target.endpoint });
    for (let count = 0; count < 12; count += 1) await deviceOf(first.browser);
    expect(await put('test')).toBe(10);
    await settled();
  });

  test('a device of which the account knows nothing is not found, and somebody else’s is refused as everything is', async () => {
    const browser = await server.signedIn('patient');
    const { userId } = await browser.profile();
    const body = { ...service.browser(), kinds: every };
    const call = (params: { userId: number; deviceId: string }) => browser.call(putDevicePush, { params, body });
    expect(await call({ userId, deviceId: 'nobody-has-this-device' })).toMatchObject({ status: 404 });
    const other = await deviceOf(await server.signedIn('noemail'));
    expect(await call(other.params)).toMatchObject({ status: 404 });
  });

  test('the service worker renews an endpoint with the old one and its secret, and with nothing else', async () => {
    const device = await deviceOf(await server.signedIn('patient'));
    const now = service.browser();
    const worker = server.browser();
    const renew = (auth: string) =>
      worker.call(renewPush, { body: { before: { endpoint: device.target.endpoint, auth }, now } });
    expect((await renew(now.keys.auth)).status).toBe(204);
    expect(await standing(device)).toMatchObject({ endpoint: device.target.endpoint });
    expect((await renew(device.target.keys.auth)).status).toBe(204);
    expect(await standing(device)).toMatchObject({ endpoint: now.endpoint });
    await put('secureMessage');
    await settled();
    expect(service.received.map(({ path }) => path)).toEqual([new URL(now.endpoint).pathname]);
  });
});

test('an endpoint that is none of the world, or a key that is none, is refused', async () => {
  const strict = await startTestServer({ beside: server });
  try {
    const browser = strict.browser();
    expect((await browser.logIn('patient')).status).toBe(200);
    const { userId } = await browser.profile();
    const params = { userId, deviceId: 'device-of-push-strict' };
    await browser.call(putDeviceKey, { params, body: { name: 'A phone' } });
    const { keys } = service.browser();
    const bad = { status: 422, body: { error: 'endpoint_refused' } };
    const putAt = (endpoint: string) => browser.call(putDevicePush, { params, body: { endpoint, keys, kinds: every } });
    for (const endpoint of [
      `${service.url}/push/abc`,
      'https://127.0.0.1/push',
      'https://[::1]/push',
      'https://10.0.0.8/push',
      'https://169.254.169.254/latest/meta-data',
      'https://localhost/push',
      'https://8.8.8.8:22/push',
    ])
      expect(await putAt(endpoint), endpoint).toMatchObject(bad);
    const noPoint = { ...keys, p256dh: `${keys.p256dh.slice(0, -3)}AAA` };
    const kinds = every;
    expect(
      await browser.call(putDevicePush, { params, body: { endpoint: 'https://8.8.8.8/push', keys: noPoint, kinds } }),
    ).toMatchObject(bad);
    expect((await putAt('https://8.8.8.8/push/abc')).status).toBe(204);
    const before = { endpoint: 'https://8.8.8.8/push/abc', auth: keys.auth };
    const now = { endpoint: 'https://127.0.0.1/push', keys };
    expect(await browser.call(renewPush, { body: { before, now } })).toMatchObject(bad);
  } finally {
    await strict.stop();
  }
});

test('the pair is made once, is sealed, and is made anew under another key of the server', async () => {
  const device = await deviceOf(await server.signedIn('patient'));
  const again = await startPush(server.pool, log, settings);
  expect(again.publicKey).toBe(sender.publicKey);
  await again.stop(0);
  const [row] = await server.query('select sealed_private_key from push_keys');
  expect(String(row?.['sealed_private_key']).length).toBeGreaterThan(0);
  const other = await startPush(server.pool, log, { ...settings, serverKey: 'another key of thirty-two letters' });
  expect(other.publicKey).not.toBe(sender.publicKey);
  await other.stop(0);
  expect(await standing(device)).toEqual(nothing);
});

test('a facility that sends nothing to devices offers no key', async () => {
  const off = await startTestServer({ beside: server, environment: { WEB_PUSH: '0' } });
  try {
    const browser = off.browser();
    await browser.logIn('patient');
    expect((await browser.call(getPushKey)).body).toEqual({ key: null });
  } finally {
    await off.stop();
  }
});
