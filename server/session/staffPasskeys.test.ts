import { PasskeyCreationOptions, PasskeyRequestOptions, Token, calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Authenticator, type Dishonesty } from '../../tests/server/authenticator.ts';
import { command } from '../../tests/server/commands.ts';
import { type Answer, type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
  await server.query("update users set email = 'desk@example.org', is_email_confirmed = true where username = 'kiosk'");
});
beforeEach(async () => {
  for (const table of ['passkeys', 'passkey_challenges', 'second_factors']) await server.query(`delete from ${table}`);
  await server.query('update facilities set second_factor = $1::jsonb', ['{"graceDays":14}']);
});
afterAll(() => server.stop());

const refused = (error: string) => ({ status: 400, body: { error } });
const notFound = { status: 404, body: { error: 'not_found' } };
const needed = { status: 403, body: { error: 'password_needed' } };
const userOf = async (browser: Browser) => ({ userId: (await browser.profile()).userId });
const securityKey = (signCount = 1) => new Authenticator(server.kioskUrl, signCount, 'cross-platform');

async function begin(browser: Browser): Promise<PasskeyCreationOptions> {
  const answer = await browser.call(calls.beginPasskey, { params: await userOf(browser) });
  return v.parse(PasskeyCreationOptions, answer.body);
}
const add = async (browser: Browser, body: ReturnType<Authenticator['create']>): Promise<Answer> =>
  browser.call(calls.addPasskey, { params: await userOf(browser), body });
const list = async (browser: Browser) =>
  v.parse(calls.listPasskeys.answer, (await browser.call(calls.listPasskeys, { params: await userOf(browser) })).body);

/** A tablet on which staff are logged in by their password, and a security key of theirs. */
async function withKey(signCount = 1) {
  const tablet = await server.signedIn('kiosk');
  const device = securityKey(signCount);
  const added = await add(tablet, device.create(await begin(tablet), 'Blue key'));
  expect(added.status).toBe(200);
  const { passkeyId } = v.parse(calls.addPasskey.answer, added.body);
  return { tablet, device, passkeyId, params: { ...(await userOf(tablet)), passkeyId } };
}
const challenge = async (browser: Browser, headers: Record<string, string> = {}): Promise<PasskeyRequestOptions> =>
  v.parse(PasskeyRequestOptions, (await browser.call(calls.beginPasskeySignIn, { headers })).body);
async function signIn(device: Authenticator, wrong: Dishonesty = {}, tablet = server.browser('kiosk')) {
  const body = device.sign(await challenge(tablet), wrong);
  const answer = await tablet.call(calls.signInByPasskey, { body });
  if (answer.status === 200) tablet.tokens = v.parse(Token, answer.body);
  return { answer, tablet, body };
}
const lastAudit = async (type: string) =>
  (await server.query('select * from audit_events where type = $1 order by id desc limit 1', [type]))[0];
const mails = async (tablet: Browser, subject: string) =>
  (await server.mails((await tablet.profile()).email ?? '')).filter((mail) => mail.subject === subject);

describe('a new passkey of staff', () => {
  test('is asked for outside of the tablet, with a check of who uses it', async () => {
    const options = await begin(await server.signedIn('kiosk'));
    expect(options).toMatchObject({
      rp: { id: new URL(server.kioskUrl).hostname },
      user: { name: 'kiosk' },
      authenticatorSelection: {
        authenticatorAttachment: 'cross-platform',
        residentKey: 'required',
        userVerification: 'required',
      },
      hints: ['security-key', 'hybrid'],
      excludeCredentials: [],
    });
  });

  test('is listed, audited and told by mail', async () => {
    const { tablet, passkeyId, device } = await withKey();
    expect(await list(tablet)).toMatchObject([{ passkeyId, name: 'Blue key', lastUsedAt: null }]);
    expect(await lastAudit('passkey.added')).toMatchObject({ detail: { passkeyId } });
    await expect
      .poll(async () => (await mails(tablet, 'A passkey for the kiosk was added')).length, { timeout: 10_000 })
      .toBe(1);
    expect((await mails(tablet, 'A passkey for the kiosk was added'))[0]?.text).toContain('/reset-password');
    expect(await add(tablet, device.create(await begin(tablet)))).toMatchObject({ status: 409 });
  });

  test('from a phone is taken, although phones say that they are their own device too', async () => {
    const tablet = await server.signedIn('kiosk');
    const phone = securityKey();
    phone.reported = { attachment: 'cross-platform', transports: ['hybrid', 'internal'] };
    expect((await add(tablet, phone.create(await begin(tablet)))).status).toBe(200);
    expect((await signIn(phone)).answer.status).toBe(200);
  });

  test.each<[string, Authenticator['reported']]>([
    ['in the tablet', { attachment: 'platform', transports: ['internal', 'hybrid'] }],
    [
      'of which the browser says that it is outside, with a way inside alone',
      { attachment: 'cross-platform', transports: ['internal'] },
    ],
    ['without a way to it', { attachment: 'cross-platform', transports: [] }],
    ['of which the browser does not say where it is', { transports: ['usb'] }],
  ])('%s is refused', async (_, reported) => {
    const tablet = await server.signedIn('kiosk');
    const device = securityKey();
    device.reported = reported;
    expect(await add(tablet, device.create(await begin(tablet)))).toMatchObject(refused('passkey_refused'));
    expect(await list(tablet)).toEqual([]);
  });

  test.each<[string, Dishonesty]>([
    ['from the page of the portal', { origin: 'http://localhost:8080' }],
    ['for another address', { rpId: 'evil.example' }],
    ['without a check of who uses it', { isVerified: false }],
    ['for a made-up challenge', { challenge: 'A'.repeat(43) }],
  ])('%s is refused', async (_, wrong) => {
    const tablet = await server.signedIn('kiosk');
    expect(await add(tablet, securityKey().create(await begin(tablet), 'Key', wrong))).toMatchObject(
      refused('passkey_refused'),
    );
  });

  test('needs the password a moment ago; a hand-over ends that, also for who comes back with the PIN', async () => {
    const { tablet, params } = await withKey();
    const [row] = await server.query("select id from patients where last_name = 'Starling'");
    const start = { params: { patientId: Number(row?.['id']) }, query: { elsewhere: 'end' } };
    expect((await tablet.call(calls.initiateKioskLogon, start)).status).toBe(200);
    // The patient holds the tablet: nothing of staff works any more.
    expect((await tablet.call(calls.listPasskeys, { params })).status).toBe(401);
    tablet.tokens = v.parse(Token, (await tablet.call(calls.resumeKiosk, { body: { pin: '246810' } })).body);
    expect(await tablet.call(calls.beginPasskey, { params })).toMatchObject(needed);
    expect(await tablet.call(calls.removePasskey, { params })).toMatchObject(needed);
    expect(await tablet.call(calls.confirmPassword, { params, body: { password: 'wrong' } })).toMatchObject({
      body: { error: 'wrong_password' },
    });
    const body = { password: 'Demo+Pass1' };
    expect((await tablet.call(calls.confirmPassword, { params, body })).status).toBe(204);
    expect((await tablet.call(calls.beginPasskey, { params })).status).toBe(200);
  });

  test('is not for a patient at the tablet, nor for other staff', async () => {
    const { tablet, params } = await withKey();
    const [row] = await server.query("select id from patients where last_name = 'Starling'");
    const patientId = Number(row?.['id']);
    const started = await tablet.call(calls.initiateKioskLogon, { params: { patientId }, query: { elsewhere: 'end' } });
    const { data } = v.parse(v.object({ data: v.string() }), started.body);
    tablet.tokens = null;
    await tablet.token(
      { grant_type: 'password', username: '', password: '' },
      { 'logon-process': 'patientKioskUser', 'patient-id': String(patientId), 'link-data': data },
    );
    for (const of of [params, { ...(await userOf(tablet)), passkeyId: params.passkeyId }]) {
      expect(await tablet.call(calls.listPasskeys, { params: of })).toMatchObject(notFound);
      expect(await tablet.call(calls.beginPasskey, { params: of })).toMatchObject(notFound);
      expect(await tablet.call(calls.removePasskey, { params: of })).toMatchObject(notFound);
      expect(await tablet.call(calls.beginPasskeyProof, { params: of })).toMatchObject(notFound);
    }
  });
});

describe('a log-in of staff', () => {
  test('with it is password and second step, and has proved who is there', async () => {
    const { device, passkeyId } = await withKey();
    await server.query(`update facilities set second_factor = '{"kioskStaff":"required","graceDays":14}'`);
    const { answer, tablet } = await signIn(device);
    expect(answer.status).toBe(200);
    expect(await tablet.profile()).toMatchObject({ userName: 'kiosk', loginType: 'patientKioskManagement' });
    expect((await tablet.refresh()).status).toBe(200);
    expect((await begin(tablet)).user.name).toBe('kiosk');
    expect((await lastAudit('session.started'))?.['detail']).toMatchObject({
      passkeyId,
      loginType: 'patientKioskManagement',
    });
    expect((await list(tablet))[0]?.lastUsedAt).not.toBeNull();
    // It lists visitors, as a log-in by password does.
    expect(
      (await tablet.call(calls.searchKioskVisitors, { body: { dueDate: '2026-01-01', limit: 25, words: '' } })).status,
    ).not.toBe(404);
  });

  test.each<[string, Dishonesty]>([
    ['on the page of another address', { origin: 'https://evil.example' }],
    ['for another address', { rpId: 'evil.example' }],
    ['without a check of who uses it', { isVerified: false }],
    ['for a made-up challenge', { challenge: 'A'.repeat(43) }],
    ['for another person', { userHandle: 'QUJD' }],
  ])('%s is refused', async (_, wrong) => {
    const { device } = await withKey();
    expect((await signIn(device, wrong)).answer).toMatchObject(refused('passkey_refused'));
    expect((await signIn(device)).answer.status).toBe(200);
  });

  test('with a copy in the tablet is refused', async () => {
    const { device } = await withKey();
    for (const attachment of ['platform', undefined] as const) {
      device.reported = { ...(attachment === undefined ? {} : { attachment }), transports: ['hybrid'] };
      expect((await signIn(device)).answer).toMatchObject(refused('passkey_refused'));
    }
  });

  test('that is repeated, or comes too late, is refused', async () => {
    const { device } = await withKey();
    const { answer, tablet, body } = await signIn(device);
    expect(answer.status).toBe(200);
    expect(await tablet.call(calls.signInByPasskey, { body })).toMatchObject(refused('passkey_refused'));
    const late = device.sign(await challenge(tablet));
    await server.query("update passkey_challenges set expires_at = now() - interval '1 second'");
    expect(await tablet.call(calls.signInByPasskey, { body: late })).toMatchObject(refused('passkey_refused'));
  });

  test('whose own count goes back is refused, in the audit, and told', async () => {
    const { device, passkeyId, tablet } = await withKey(7);
    expect((await signIn(device)).answer.status).toBe(200);
    const count = device.signCount;
    expect((await signIn(device, { signCount: count })).answer).toMatchObject(refused('passkey_refused'));
    expect(await lastAudit('passkey.copied')).toMatchObject({ detail: { passkeyId } });
    await expect
      .poll(async () => (await mails(tablet, 'We stopped a login at the kiosk with a passkey'))[0]?.text, {
        timeout: 10_000,
      })
      .toContain('“Blue key”');
    expect((await signIn(device, { signCount: count + 1 })).answer.status).toBe(200);
  });

  test('at the kiosk of another facility is refused', async () => {
    const { device } = await withKey();
    const proxied = await startTestServer({ beside: server, environment: { TRUST_PROXY: '1' } });
    const there = proxied.browser('kiosk');
    const headers = { 'x-forwarded-host': 'harbour.localhost:8081' };
    const { rpId } = await challenge(there, headers);
    expect(rpId).toBe('harbour.localhost');
    for (const wrong of [{}, { origin: 'http://harbour.localhost:8081' }])
      expect(
        await there.call(calls.signInByPasskey, { headers, body: device.sign(await challenge(there, headers), wrong) }),
      ).toMatchObject(refused('passkey_refused'));
    await proxied.stop();
  });

  test('at the portal is refused, even where both have one name and the account may enter both', async () => {
    const { device, params } = await withKey();
    const portal = server.portalUrl;
    await server.query(
      `update patients set user_id = $1 where user_id is null and id = (select min(id) from patients where user_id is null)`,
      [params.userId],
    );
    const asked = await challenge(server.browser());
    // As a page of the portal would have it signed.
    const body = device.sign({ ...asked, rpId: new URL(portal).hostname }, { origin: portal });
    expect(await server.browser().call(calls.signInByPasskey, { body })).toMatchObject(refused('passkey_refused'));
    await server.query('update patients set user_id = null where user_id = $1', [params.userId]);
  });

  test('of who is disabled, no longer staff, or on a tablet that is not set up is refused', async () => {
    const { device } = await withKey();
    await server.query("update users set disabled_at = now() where username = 'kiosk'");
    expect((await signIn(device)).answer).toMatchObject(refused('passkey_refused'));
    const [row] = await server.query("select pin_hash as pin from users where username = 'kiosk'");
    await server.query(
      "update users set disabled_at = null, is_kiosk_manager = false, pin_hash = null where username = 'kiosk'",
    );
    expect((await signIn(device)).answer).toMatchObject(refused('passkey_refused'));
    await server.query("update users set is_kiosk_manager = true, pin_hash = $1 where username = 'kiosk'", [
      row?.['pin'],
    ]);
    await server.query('update facilities set kiosk_own_tablets_only = true');
    expect((await signIn(device)).answer).toMatchObject({ status: 403, body: { error: 'tablet_not_set_up' } });
    await server.query('update facilities set kiosk_own_tablets_only = false');
    await server.query("update facilities set subscription_ends_on = '2020-01-01'");
    expect((await signIn(device)).answer).toMatchObject(refused('invalid_subscription'));
    await server.query('update facilities set subscription_ends_on = null');
    expect((await signIn(device)).answer.status).toBe(200);
  });
});

test('a proof of who is there comes from it', async () => {
  const { tablet, device, params } = await withKey();
  await server.query("update sessions set proved_at = proved_at - interval '301 seconds'");
  expect(await tablet.call(calls.beginPasskey, { params })).toMatchObject(needed);
  const options = v.parse(PasskeyRequestOptions, (await tablet.call(calls.beginPasskeyProof, { params })).body);
  expect(options).toMatchObject({ allowCredentials: [{ id: device.id.toString('base64url') }] });
  expect((await tablet.call(calls.confirmByPasskey, { params, body: device.sign(options) })).status).toBe(204);
  expect((await tablet.call(calls.beginPasskey, { params })).status).toBe(200);
});

test('one that is removed lets nobody in, and ends what it began on other tablets', async () => {
  const { tablet, device, params } = await withKey();
  const { tablet: other } = await signIn(device);
  expect((await tablet.call(calls.renamePasskey, { params, body: { name: 'Red key' } })).status).toBe(204);
  expect((await tablet.call(calls.removePasskey, { params })).status).toBe(204);
  expect((await other.call(calls.getLoginProfile)).status).toBe(401);
  expect((await signIn(device)).answer).toMatchObject(refused('passkey_unknown'));
  expect(await lastAudit('passkey.removed')).toMatchObject({ detail: { sessions: 1 } });
  expect(await list(tablet)).toEqual([]);
});

test('an administrator removes those of a lost key, after a check of who asks', async () => {
  const { device } = await withKey();
  const { tablet } = await signIn(device);
  const run = (...args: string[]) => command(['passkey', 'remove', '--user', 'kiosk', ...args], server.databaseUrl);
  expect((await run()).code).toBe(2);
  expect(await run('--checked', 'photo-id')).toMatchObject({ code: 0, out: 'The passkeys of "kiosk" are removed.' });
  expect((await tablet.call(calls.getLoginProfile)).status).toBe(401);
  expect((await signIn(device)).answer).toMatchObject(refused('passkey_unknown'));
  expect((await lastAudit('passkey.removed'))?.['detail']).toMatchObject({ passkeys: 1, checked: 'photo-id' });
  expect(await run('--checked', 'photo-id')).toMatchObject({ code: 0, out: '"kiosk" has no passkey.' });
});

test('nothing in the audit was altered', async () => {
  expect(await server.brokenAuditRows()).toEqual([]);
});
