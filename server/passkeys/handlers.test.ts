import { type PasskeyAssertion, PasskeyCreationOptions, PasskeyRequestOptions, Token, calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { Authenticator, type Dishonesty } from '../../tests/server/authenticator.ts';
import { type Answer, type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { purge } from '../db/purge.ts';

let server: TestServer;
/** The address of the portal as its pages have it. */
let page: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '30' } });
  page = server.portalUrl.replace('127.0.0.1', 'localhost');
});
beforeEach(async () => {
  await server.query('delete from passkeys');
  await server.query('delete from passkey_challenges');
  await server.query('delete from limits');
});
afterAll(() => server.stop());

const refused = (error: string) => ({ status: 400, body: { error } });
const notFound = { status: 404, body: { error: 'not_found' } };
const userOf = async (browser: Browser) => ({ userId: (await browser.profile()).userId });

async function begin(browser: Browser): Promise<PasskeyCreationOptions> {
  const answer = await browser.call(calls.beginPasskey, { params: await userOf(browser) });
  return v.parse(PasskeyCreationOptions, answer.body);
}
const add = async (browser: Browser, body: ReturnType<Authenticator['create']>): Promise<Answer> =>
  browser.call(calls.addPasskey, { params: await userOf(browser), body });

/** A browser in which a demo user is signed in, and a passkey of theirs. */
async function withPasskey(username = 'patient', signCount = 1) {
  const browser = await server.signedIn(username);
  const device = new Authenticator(page, signCount);
  const added = await add(browser, device.create(await begin(browser)));
  expect(added.status).toBe(200);
  const { passkeyId } = v.parse(calls.addPasskey.answer, added.body);
  return { browser, device, passkeyId, params: { ...(await userOf(browser)), passkeyId } };
}

async function challenge(browser: Browser, headers: Record<string, string> = {}): Promise<PasskeyRequestOptions> {
  return v.parse(PasskeyRequestOptions, (await browser.call(calls.beginPasskeySignIn, { headers })).body);
}
async function signIn(device: Authenticator, wrong: Dishonesty = {}, browser = server.browser()) {
  const body = device.sign(await challenge(browser), wrong);
  const answer = await browser.call(calls.signInByPasskey, { body });
  if (answer.status === 200) browser.tokens = v.parse(Token, answer.body);
  return { answer, browser, body };
}
const list = async (browser: Browser) =>
  v.parse(calls.listPasskeys.answer, (await browser.call(calls.listPasskeys, { params: await userOf(browser) })).body);
/** Waits until so many mails with this subject have come to the owner of an account. */
const untilTold = async (browser: Browser, subject: string, times: number) => {
  const email = (await browser.profile()).email ?? '';
  const told = async () => (await server.mails(email)).filter((mail) => mail.subject === subject);
  await expect.poll(async () => (await told()).length, { timeout: 10_000 }).toBe(times);
  return (await told()).at(-1);
};
const lastAudit = async (type: string) =>
  (await server.query('select * from audit_events where type = $1 order by id desc limit 1', [type]))[0];

describe('a new passkey', () => {
  test('is asked for by the portal, for this person, at this address, with a check of who uses it', async () => {
    const browser = await server.signedIn('patient');
    const options = await begin(browser);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Northlight Patient Portal' },
      user: { name: 'patient', displayName: 'patient' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    // The handle says nothing of the person, and stays the same.
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(32);
    expect((await begin(browser)).user.id).toBe(options.user.id);
    expect((await begin(await server.signedIn('representative'))).user.id).not.toBe(options.user.id);
  });

  test('is listed, audited and told by mail, and no device has two', async () => {
    const { browser, device, passkeyId } = await withPasskey('representative');
    expect(await list(browser)).toMatchObject([
      { passkeyId, credentialId: device.id.toString('base64url'), name: 'Phone', lastUsedAt: null },
    ]);
    expect((await untilTold(browser, 'A passkey was added', 1))?.text).toContain('/account-settings');
    expect(await lastAudit('passkey.added')).toMatchObject({ detail: { passkeyId, isBackedUp: false } });
    expect((await begin(browser)).excludeCredentials).toEqual([
      { id: device.id.toString('base64url'), type: 'public-key', transports: ['internal', 'hybrid'] },
    ]);
    expect(await add(browser, device.create(await begin(browser)))).toMatchObject({ status: 409 });
  });

  test.each<[string, Dishonesty]>([
    ['from the page of another address', { origin: 'https://evil.example' }],
    ['for another address', { rpId: 'evil.example' }],
    ['without a check of who uses it', { isVerified: false }],
    ['for a made-up challenge', { challenge: 'A'.repeat(43) }],
    ['that is none but a sign-in', { type: 'webauthn.get' }],
  ])('%s is refused', async (_, wrong) => {
    const browser = await server.signedIn('patient');
    const device = new Authenticator(page);
    expect(await add(browser, device.create(await begin(browser), 'Phone', wrong))).toMatchObject(
      refused('passkey_refused'),
    );
    expect(await list(browser)).toEqual([]);
  });

  test('for a challenge that was used, is too old, or was given to another session is refused', async () => {
    const [browser, other] = [await server.signedIn('patient'), await server.signedIn('patient')];
    const options = await begin(browser);
    expect(await add(other, new Authenticator(page).create(options))).toMatchObject(refused('passkey_refused'));
    expect((await add(browser, new Authenticator(page).create(options))).status).toBe(200);
    expect(await add(browser, new Authenticator(page).create(options))).toMatchObject(refused('passkey_refused'));
    const late = await begin(browser);
    await server.query("update passkey_challenges set expires_at = now() - interval '1 second'");
    expect(await add(browser, new Authenticator(page).create(late))).toMatchObject(refused('passkey_refused'));
    // A challenge of a sign-in is for nothing else.
    const { challenge: given } = await challenge(server.browser());
    expect(await add(browser, new Authenticator(page).create({ ...late, challenge: given }))).toMatchObject(
      refused('passkey_refused'),
    );
  });

  test('needs a proof of who is there, and an account of ours', async () => {
    const browser = await server.signedIn('patient');
    const params = await userOf(browser);
    const options = await begin(browser);
    await server.query("update sessions set proved_at = proved_at - interval '301 seconds'");
    expect(await browser.call(calls.beginPasskey, { params })).toMatchObject({
      status: 403,
      body: { error: 'password_needed' },
    });
    expect((await add(browser, new Authenticator(page).create(options))).status).toBe(200);
    const stranger = await server.signedIn('representative');
    expect(await stranger.call(calls.beginPasskey, { params })).toMatchObject(notFound);
    expect(await stranger.call(calls.listPasskeys, { params })).toMatchObject(notFound);
    const signedOn = server.browser();
    await signedOn.signOn(await server.ticket('patient'));
    expect(await signedOn.call(calls.beginPasskey, { params })).toMatchObject(notFound);
    expect(await signedOn.call(calls.listPasskeys, { params })).toMatchObject(notFound);
  });

  test('is one of at most twenty', async () => {
    const { browser, params } = await withPasskey();
    const late = new Authenticator(page).create(await begin(browser));
    await server.query(
      `insert into passkeys (user_id, credential_id, public_key, sign_count, transports, is_backed_up, facility_id, rp_id, name)
       select user_id, sha256(int8send(n)), public_key, 0, '{}', false, facility_id, rp_id, 'x' from passkeys, generate_series(1, 19) n`,
    );
    const full = { status: 409, body: { error: 'too_many_passkeys' } };
    expect(await browser.call(calls.beginPasskey, { params })).toMatchObject(full);
    expect(await add(browser, late)).toMatchObject(full);
  });
});

describe('a sign-in', () => {
  test('with a passkey begins a session, which has proved who is there', async () => {
    const { browser, device, passkeyId } = await withPasskey();
    const { answer, browser: here } = await signIn(device);
    expect(answer.status).toBe(200);
    expect(await here.profile()).toMatchObject({ userName: 'patient', loginType: 'userNamePassword' });
    expect(here.cookies.size).toBeGreaterThan(0);
    expect((await here.refresh()).status).toBe(200);
    expect((await begin(here)).user.name).toBe('patient');
    expect((await lastAudit('session.started'))?.['detail']).toMatchObject({ passkeyId });
    expect((await list(browser))[0]?.lastUsedAt).not.toBeNull();
    // The list of places says which way each came.
    const places = await here.call(calls.listSignedInPlaces, { params: await userOf(here) });
    expect(v.parse(calls.listSignedInPlaces.answer, places.body)[0]).toMatchObject({
      isThis: true,
      passkey: 'Phone',
      isByPassword: false,
    });
    const others = await browser.call(calls.listSignedInPlaces, { params: await userOf(browser) });
    expect(v.parse(calls.listSignedInPlaces.answer, others.body)[0]).toMatchObject({
      isThis: true,
      passkey: null,
      isByPassword: true,
    });
    expect((await signIn(device)).answer.status).toBe(200);
  });

  test('works where the device does not count', async () => {
    const { device } = await withPasskey('patient', 0);
    for (let i = 0; i < 2; i += 1) expect((await signIn(device)).answer.status).toBe(200);
  });

  test.each<[string, Dishonesty]>([
    ['on the page of another address', { origin: 'https://evil.example' }],
    ['for another address', { rpId: 'evil.example' }],
    ['without a check of who uses it', { isVerified: false }],
    ['for a made-up challenge', { challenge: 'A'.repeat(43) }],
    ['with what a new passkey signs', { type: 'webauthn.create' }],
    ['for another person', { userHandle: 'QUJD' }],
  ])('%s is refused', async (_, wrong) => {
    const { device } = await withPasskey();
    expect((await signIn(device, wrong)).answer).toMatchObject(refused('passkey_refused'));
    expect((await signIn(device)).answer.status).toBe(200);
  });

  test('with an altered signature or somebody else’s key is refused', async () => {
    const { device } = await withPasskey();
    const browser = server.browser();
    const signed = device.sign(await challenge(browser));
    const { signature } = new Authenticator(page).sign(await challenge(browser));
    expect(await browser.call(calls.signInByPasskey, { body: { ...signed, signature } })).toMatchObject(
      refused('passkey_refused'),
    );
  });

  test('that is repeated, or comes after five minutes, is refused', async () => {
    const { device } = await withPasskey();
    const { answer, browser, body } = await signIn(device);
    expect(answer.status).toBe(200);
    expect(await browser.call(calls.signInByPasskey, { body })).toMatchObject(refused('passkey_refused'));
    const late = device.sign(await challenge(browser));
    await server.query("update passkey_challenges set expires_at = now() - interval '1 second'");
    expect(await browser.call(calls.signInByPasskey, { body: late })).toMatchObject(refused('passkey_refused'));
    await server.query("update passkey_challenges set expires_at = now() - interval '2 hours'");
    await server.tx(purge);
    expect(await server.query('select * from passkey_challenges')).toEqual([]);
  });

  test('of two at once with one challenge, one works', async () => {
    const { device } = await withPasskey('patient', 0);
    const browser = server.browser();
    const body = device.sign(await challenge(browser));
    const answers = await Promise.all([1, 2, 3].map(() => browser.call(calls.signInByPasskey, { body })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('at the portal of another facility, or at the kiosk, is refused', async () => {
    const { device } = await withPasskey();
    const proxied = await startTestServer({ beside: server, environment: { TRUST_PROXY: '1' } });
    const there = proxied.browser();
    const headers = { 'x-forwarded-host': 'harbour.localhost:8080' };
    const options = await challenge(there, headers);
    expect(options.rpId).toBe('harbour.localhost');
    for (const wrong of [{}, { origin: 'http://harbour.localhost:8080' }])
      expect(
        await there.call(calls.signInByPasskey, {
          headers,
          body: device.sign(await challenge(there, headers), wrong),
        }),
      ).toMatchObject(refused('passkey_refused'));
    // A challenge of one facility is none at the other.
    expect(
      await server.browser().call(calls.signInByPasskey, { body: device.sign({ ...options, rpId: 'localhost' }) }),
    ).toMatchObject(refused('passkey_refused'));
    await proxied.stop();
    const kiosk = server.browser('kiosk');
    for (const options of [await challenge(kiosk), await challenge(server.browser())])
      for (const wrong of [{}, { origin: server.kioskUrl }])
        expect(await kiosk.call(calls.signInByPasskey, { body: device.sign(options, wrong) })).toMatchObject(
          refused('passkey_refused'),
        );
  });

  test('to an account that is disabled, over, or acts for nobody any more is refused', async () => {
    const { device } = await withPasskey();
    await server.query("update users set disabled_at = now() where username = 'patient'");
    expect((await signIn(device)).answer).toMatchObject(refused('passkey_refused'));
    await server.query("update users set disabled_at = null where username = 'patient'");
    await server.query("update facilities set subscription_ends_on = '2020-01-01'");
    expect((await signIn(device)).answer).toMatchObject(refused('invalid_subscription'));
    await server.query('update facilities set subscription_ends_on = null');
    expect((await signIn(device)).answer.status).toBe(200);
    const other = await withPasskey('representative');
    await server.query(
      "update representative_links set revoked_at = now() where user_id = (select id from users where username = 'representative')",
    );
    expect((await signIn(other.device)).answer).toMatchObject(refused('access_ended'));
    await server.query(
      "update representative_links set revoked_at = null where user_id = (select id from users where username = 'representative')",
    );
  });

  test('whose own count goes back is refused, in the audit, and told by mail once a day', async () => {
    const { browser, device, passkeyId } = await withPasskey('representative', 7);
    expect((await signIn(device)).answer.status).toBe(200);
    const count = device.signCount;
    for (const signCount of [count, 2, 0])
      expect((await signIn(device, { signCount })).answer).toMatchObject(refused('passkey_refused'));
    expect((await untilTold(browser, 'We stopped a login with a passkey', 1))?.text).toContain('“Phone”');
    expect(await lastAudit('passkey.copied')).toMatchObject({ detail: { passkeyId } });
    expect((await signIn(device, { signCount: count + 1 })).answer.status).toBe(200);
  });

  test('that fails counts against its address; a page that only asks does so much later', async () => {
    const stranger = new Authenticator(page);
    for (let i = 0; i < 30; i += 1)
      expect((await signIn(stranger, { userHandle: 'QUJD' })).answer).toMatchObject(refused('passkey_unknown'));
    const tooMany = { status: 429, body: { error: 'too_many_requests' } };
    expect((await signIn(stranger, { userHandle: 'QUJD' })).answer).toMatchObject(tooMany);
    expect(await lastAudit('login.failed')).toMatchObject({ detail: { because: 'passkey_unknown' } });
    await server.query('update limits set uses = 300');
    expect(await server.browser().call(calls.beginPasskeySignIn)).toMatchObject(tooMany);
  });
});

describe('a proof of who is there', () => {
  const needed = { status: 403, body: { error: 'password_needed' } };
  const passTime = () => server.query("update sessions set proved_at = proved_at - interval '301 seconds'");
  const ask = async (browser: Browser) =>
    v.parse(
      PasskeyRequestOptions,
      (await browser.call(calls.beginPasskeyProof, { params: await userOf(browser) })).body,
    );
  const confirm = async (browser: Browser, body: PasskeyAssertion) =>
    browser.call(calls.confirmByPasskey, { params: await userOf(browser), body });

  test('comes from a passkey of the account, in the session that asked', async () => {
    const { browser, device, params } = await withPasskey();
    await passTime();
    expect(await browser.call(calls.beginPasskey, { params })).toMatchObject(needed);
    const options = await ask(browser);
    expect(options.allowCredentials).toMatchObject([{ id: device.id.toString('base64url') }]);
    const elsewhere = await server.signedIn('patient');
    const signed = device.sign(options);
    expect(await confirm(elsewhere, signed)).toMatchObject(refused('passkey_refused'));
    expect((await confirm(browser, signed)).status).toBe(204);
    expect((await browser.call(calls.beginPasskey, { params })).status).toBe(200);
    expect(await confirm(browser, signed)).toMatchObject(refused('passkey_refused'));
  });

  test('does not come from somebody else’s passkey, a sign-in, or without a check of who uses it', async () => {
    const { browser, device, params } = await withPasskey();
    const other = await withPasskey('representative');
    await passTime();
    const wrong = [
      other.device.sign(await ask(browser)),
      device.sign(await ask(browser), { isVerified: false }),
      device.sign(await ask(browser), { origin: 'https://evil.example' }),
      device.sign(await challenge(browser)),
    ];
    for (const body of wrong) expect(await confirm(browser, body)).toMatchObject(refused('passkey_refused'));
    expect(await browser.call(calls.beginPasskey, { params })).toMatchObject(needed);
    // And a proof is no sign-in.
    const body = device.sign(await ask(browser));
    expect(await server.browser().call(calls.signInByPasskey, { body })).toMatchObject(refused('passkey_refused'));
  });

  test('is not offered without a passkey', async () => {
    const browser = await server.signedIn('patient');
    expect(await browser.call(calls.beginPasskeyProof, { params: await userOf(browser) })).toMatchObject(notFound);
  });
});

describe('an own passkey', () => {
  test('has a name, which its owner alone changes', async () => {
    const { browser, params } = await withPasskey();
    expect((await browser.call(calls.renamePasskey, { params, body: { name: ' My\nphone ' } })).status).toBe(204);
    expect(await list(browser)).toMatchObject([{ name: 'My phone' }]);
    expect((await browser.call(calls.renamePasskey, { params, body: { name: ' ' } })).status).toBe(400);
    const stranger = await server.signedIn('representative');
    const own = { ...(await userOf(stranger)), passkeyId: params.passkeyId };
    expect(await stranger.call(calls.renamePasskey, { params: own, body: { name: 'x' } })).toMatchObject(notFound);
    expect(await stranger.call(calls.removePasskey, { params: own })).toMatchObject(notFound);
  });

  test('that is removed lets nobody in, and ends what it began elsewhere', async () => {
    const { browser, device, params } = await withPasskey();
    const { browser: phone } = await signIn(device);
    expect((await browser.call(calls.removePasskey, { params })).status).toBe(204);
    expect((await phone.call(calls.getLoginProfile)).status).toBe(401);
    expect((await phone.refresh()).status).toBe(400);
    expect((await browser.profile()).userName).toBe('patient');
    expect((await signIn(device)).answer).toMatchObject(refused('passkey_unknown'));
    await untilTold(browser, 'A passkey was removed', 1);
    expect(await lastAudit('passkey.removed')).toMatchObject({ detail: { sessions: 1 } });
    expect(await browser.call(calls.removePasskey, { params })).toMatchObject(notFound);
    expect(await list(browser)).toEqual([]);
  });

  test('stays where its own session removes it, and needs a proof of who is there', async () => {
    const { device, params } = await withPasskey();
    const { browser: phone } = await signIn(device);
    await server.query("update sessions set proved_at = proved_at - interval '301 seconds'");
    expect(await phone.call(calls.removePasskey, { params })).toMatchObject({ status: 403 });
    const { browser: again } = await signIn(device);
    expect((await again.call(calls.removePasskey, { params })).status).toBe(204);
    expect((await again.profile()).userName).toBe('patient');
    expect((await phone.call(calls.getLoginProfile)).status).toBe(401);
  });

  test('of a stolen phone ends what it begins in the very moment in which the facility removes it', async () => {
    const { device } = await withPasskey();
    // A browser of before, whose row the sign-in writes after it has checked the passkey.
    const phone = await server.signedIn('patient');
    const body = device.sign(await challenge(phone));
    const { begun, removed } = await server.tx(async (tx) => {
      await tx.script('select 1 from known_browsers for update');
      const signing = phone.call(calls.signInByPasskey, { body });
      await server.untilWaiting(1);
      const removing = command(['passkey', 'remove', '--user', 'patient', '--checked', 'photo-id'], server.databaseUrl);
      await server.untilWaiting(2);
      return { begun: signing, removed: removing };
    });
    phone.tokens = v.parse(Token, (await begun).body);
    expect((await removed).code).toBe(0);
    expect((await phone.call(calls.getLoginProfile)).status).toBe(401);
  });

  test('that was added after a change of the email address goes when that change is undone', async () => {
    const { browser } = await withPasskey();
    const { email } = await browser.profile();
    const params = await userOf(browser);
    const body = [{ op: 'replace', path: '/email', value: 'elsewhere@example.org' }];
    expect((await browser.call(calls.replaceEmail, { params, body })).status).toBe(200);
    const later = new Authenticator(page);
    expect((await add(browser, later.create(await begin(browser), 'Later'))).status).toBe(200);
    const secret = async () =>
      (await server.mails(email ?? ''))
        .map(({ text }) => /\/undo-email#t=([\w-]{43})/.exec(text ?? '')?.[1])
        .find(Boolean);
    await expect.poll(secret, { timeout: 10_000 }).toBeDefined();
    const token = (await secret()) ?? '';
    expect((await server.browser().call(calls.undoEmailChange, { body: { token } })).status).toBe(204);
    expect((await list(await server.signedIn('patient'))).map(({ name }) => name)).toEqual(['Phone']);
  });

  test('is in the log of what was done', async () => {
    const { browser } = await withPasskey();
    const { patientId } = await server.ids('patient');
    const today = new Date().toISOString().slice(0, 10);
    const report = await browser.call(calls.listActivity, {
      params: await userOf(browser),
      query: { startDate: '2020-01-01', endDate: today, patientId: Number(patientId) },
    });
    expect(report.text).toContain('passkeyAdded');
  });
});

test('nothing in the audit was altered', async () => {
  expect(await server.brokenAuditRows()).toEqual([]);
});
