import { calls } from '@portal/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, startTestServer } from '../testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
});
afterAll(() => server.stop());

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
const unauthorized = { status: 401, body: { error: 'unauthorized' } };

const endedBecause = async (userId: number): Promise<unknown[]> =>
  (await server.query('select ended_because from sessions where user_id = $1 order by id desc limit 1', [userId])).map((row) => row['ended_because']);

describe('signing in', () => {
  test('gives a bearer for five minutes and a cookie that no script can read', async () => {
    const browser = server.browser();
    const answer = await browser.logIn('patient');
    expect(answer).toMatchObject({ status: 200, body: { expires_in: 300, token_type: 'Bearer' } });
    expect(browser.tokens?.access_token).toMatch(/^[\w-]{43}$/);
    expect(answer.headers.get('set-cookie')).toMatch(/^vestibule-portal=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    expect((await browser.profile()).userName).toBe('patient');
  });

  test('takes a name in any case and leaves the password as it is', async () => {
    expect((await server.browser().logIn(' Patient ')).status).toBe(200);
    expect(await server.browser().logIn('patient', 'demo+pass1')).toMatchObject(invalidGrant);
  });

  test('stores neither tokens nor cookie in clear', async () => {
    const browser = await server.signedIn('patient');
    const rows = JSON.stringify(await server.query("select encode(token_hash, 'escape') as t from access_tokens union all select encode(token_hash, 'escape') from refresh_tokens union all select encode(cookie_hash, 'escape') from sessions"));
    for (const secret of [browser.tokens?.access_token, browser.tokens?.refresh_token, ...browser.cookies.values()]) expect(rows).not.toContain(secret);
  });

  test('at the wrong door is like a wrong password', async () => {
    expect(await server.browser('portal').logIn('kiosk')).toMatchObject(invalidGrant);
    expect(await server.browser('kiosk').logIn('patient')).toMatchObject(invalidGrant);
    expect(await server.browser('kiosk').logIn('patient', undefined, 'kioskManagement')).toMatchObject(invalidGrant);
  });

  test('on the secure address uses the __Host- name', async () => {
    const behind = await startTestServer({ environment: { TRUST_PROXY: '1' } });
    const answer = await behind.browser().token({ grant_type: 'password', username: 'patient', password: 'Demo+Pass1' }, { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'portal.example.org' });
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-vestibule-portal=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure$/);
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
    await behind.stop();
  });

  test('says when the password must be changed, and takes the new one', async () => {
    const browser = server.browser();
    expect(await browser.logIn('expired')).toMatchObject({ status: 400, body: { error: 'password_change_required' } });
    const change = (more: Record<string, string>) =>
      browser.call(calls.changePasswordAtLogin, { body: { userName: 'expired', oldPassword: 'Demo+Pass1', newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2', ...more } });
    expect(await change({ confirmPassword: 'Other' })).toMatchObject({ status: 400, body: { error: 'confirm_mismatch' } });
    expect(await change({ newPassword: 'short', confirmPassword: 'short' })).toMatchObject({ status: 400, body: { error: 'password_rules' } });
    expect(await change({ oldPassword: 'wrong' })).toMatchObject({ status: 400, body: { error: 'invalid_old_password' } });
    expect(await change({ newPassword: 'Demo+Pass1', confirmPassword: 'Demo+Pass1' })).toMatchObject({ status: 400, body: { error: 'password_must_be_different' } });
    expect((await change({})).status).toBe(204);
    expect(await browser.logIn('expired')).toMatchObject(invalidGrant);
    expect((await browser.logIn('expired', 'Fresh$Start2')).status).toBe(200);
  });

  test('accepting the terms is remembered', async () => {
    const browser = await server.signedIn('newpatient');
    const before = await browser.profile();
    expect(before).toMatchObject({ isEulaAccepted: false });
    expect(before.termsOfUse).toContain('Northlight Cancer Centre');
    expect((await browser.call(calls.acceptTerms, { params: { userId: before.userId }, body: [{ op: 'replace', path: '/isEulaAccepted', value: true }] })).status).toBe(204);
    expect(await browser.profile()).toMatchObject({ isEulaAccepted: true, termsOfUse: null });
  });

  test('single sign-on and links that nobody issued are wrong', async () => {
    const nothing = { grant_type: 'password', username: '', password: '' };
    expect(await server.browser().token(nothing, { 'logon-process': 'singleSignOn', 'sso-id': 'x' })).toMatchObject(invalidGrant);
    expect(await server.browser().token(nothing, { 'logon-process': 'singleSignOn' })).toMatchObject(invalidGrant);
    expect(await server.browser().token(nothing, { 'logon-process': 'patientLinkUser', 'link-data': 'x' })).toMatchObject({ status: 400, body: { error: 'username_password_incorrect' } });
    expect(await server.browser().token(nothing, { 'logon-process': 'patientLinkUser' })).toMatchObject({ status: 400, body: { error: 'username_password_incorrect' } });
  });
});

describe('lock-out', () => {
  test.each(['limited', 'nobody-of-that-name'])('after five failures "%s" is locked for 15 minutes, and gets the same answers known or not', async (name) => {
    const answers = [];
    for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await server.browser().logIn(name, 'wrong'));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      ...Array.from({ length: 4 }, () => invalidGrant),
      ...Array.from({ length: 2 }, () => ({ status: 400, body: { error: 'locked_out', minutes: 15 } })),
    ]);
    expect(await server.browser().logIn(name)).toMatchObject({ body: { error: 'locked_out' } });
    await server.query("update login_failures set locked_until = now() - interval '1 second'");
    expect((await server.browser().logIn(name)).status).toBe(name === 'limited' ? 200 : 400);
  });

  test('twenty guesses at once, the right one among them last, count as five', async () => {
    const guesses = Array.from({ length: 20 }, (_, index) => server.browser().logIn('noemail', index === 19 ? 'Demo+Pass1' : `guess ${index}`));
    const answers = await Promise.all(guesses);
    // Whichever arrives first is looked at first: the right one, in time, forgets up to four failures before it.
    const wasInTime = answers.some(({ status }) => status === 200);
    expect(answers.filter(({ body }) => (body as { error?: string }).error === 'invalid_grant').length).toBeLessThanOrEqual(wasInTime ? 8 : 4);
    const rows = await server.query('select failures from login_failures where locked_until > now()');
    expect(rows.length).toBeGreaterThan(0);
    await server.query('delete from login_failures');
  });

  test('a success forgets the failures', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let attempt = 0; attempt < 4; attempt += 1) await server.browser().logIn('representative', 'wrong');
      expect((await server.browser().logIn('representative')).status).toBe(200);
    }
  });

  test('an address that fails too often is told to wait, and rows remember it over a restart', async () => {
    const limited = await startTestServer({ beside: server, environment: { ADDRESS_FAILURES: '3' } });
    await server.query('delete from limits');
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await limited.browser().logIn(`name ${attempt}`, 'wrong')).status).toBe(400);
    expect(await limited.browser().logIn('patient')).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
    await limited.stop();
    const again = await startTestServer({ beside: server, environment: { ADDRESS_FAILURES: '3' } });
    expect((await again.browser().logIn('patient')).status).toBe(429);
    await again.stop();
    await server.query('delete from limits');
  });
});

describe('refreshing', () => {
  test('rotates: each answer brings a new pair, and the access token before it still ends on its own', async () => {
    const browser = await server.signedIn('patient');
    const first = browser.tokens;
    expect((await browser.refresh()).status).toBe(200);
    expect(browser.tokens?.refresh_token).not.toBe(first?.refresh_token);
    expect((await browser.call(calls.getLoginProfile)).status).toBe(200);
  });

  test('a used token gives a working pair again within 30 s: two tabs, or a lost reply', async () => {
    const browser = await server.signedIn('patient');
    const used = browser.tokens?.refresh_token;
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.refresh(used)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect((await browser.call(calls.getLoginProfile)).status).toBe(200);
    expect((await browser.refresh()).status).toBe(200);
  });

  test('a use after the grace ends the whole family and is audited', async () => {
    const browser = await server.signedIn('patient');
    const { userId } = await server.ids('patient');
    const used = browser.tokens?.refresh_token;
    await browser.refresh();
    await server.query("update refresh_tokens set used_at = used_at - interval '31 seconds' where used_at is not null");
    expect(await browser.refresh(used)).toMatchObject(invalidGrant);
    expect(await endedBecause(userId)).toEqual(['refresh_reused']);
    expect(await browser.call(calls.getLoginProfile)).toMatchObject(unauthorized);
    expect(await browser.refresh()).toMatchObject(invalidGrant);
    const [row] = await server.query("select detail from audit_events where type = 'session.revoked' order by id desc limit 1");
    expect(row).toEqual({ detail: { because: 'refresh_reused' } });
  });

  test('from another browser with a copy of the storage is refused, ends the family and is audited; the copied access token is dead with it', async () => {
    const { userId, patientId } = await server.ids('patient');
    const plain = server.browser();
    // This one has a cookie of its own, of a session of its own.
    const other = await server.signedIn('noemail');
    const own = other.tokens;
    for (const thief of [plain, other]) {
      const browser = await server.signedIn('patient');
      thief.tokens = browser.tokens;
      expect((await thief.call(calls.getLoginProfile)).status).toBe(200);
      const revoked = async () => server.query("select detail from audit_events where type = 'session.revoked' and patient_id = $1 and session_id = (select max(id) from sessions)", [patientId]);
      expect(await revoked()).toEqual([]);
      expect(await thief.refresh()).toMatchObject(invalidGrant);
      expect(await endedBecause(userId)).toEqual(['foreign_refresh']);
      expect(await revoked()).toEqual([{ detail: { because: 'foreign_refresh' } }]);
      expect(await thief.call(calls.getLoginProfile)).toMatchObject(unauthorized);
      expect(await browser.call(calls.getLoginProfile)).toMatchObject(unauthorized);
      expect(await browser.refresh()).toMatchObject(invalidGrant);
    }
    other.tokens = own;
    expect((await other.profile()).userName).toBe('noemail');
  });

  test('is all that keeps a copied access token alive: alone it is dead within five minutes', async () => {
    const browser = await server.signedIn('patient');
    const copy = server.browser();
    copy.tokens = browser.tokens;
    expect((await copy.call(calls.getLoginProfile)).status).toBe(200);
    const [row] = await server.query('select ceil(extract(epoch from t.expires_at - now()))::int as seconds from access_tokens t join sessions s on s.id = t.session_id order by s.id desc limit 1');
    expect(row?.['seconds']).toBeLessThanOrEqual(300);
    await server.query("update access_tokens set expires_at = expires_at - interval '5 minutes'");
    expect(await copy.call(calls.getLoginProfile)).toMatchObject(unauthorized);
    // The browser that it was copied from goes on.
    expect((await browser.refresh()).status).toBe(200);
    expect((await browser.call(calls.getLoginProfile)).status).toBe(200);
    expect(await copy.call(calls.getLoginProfile)).toMatchObject(unauthorized);
  });

  test('a second tab that signs in keeps the first tab alive', async () => {
    const browser = await server.signedIn('patient');
    const firstTab = browser.tokens;
    await browser.logIn('patient');
    expect((await browser.refresh(firstTab?.refresh_token)).status).toBe(200);
  });

  test('ends with the family after 12 hours, however often it was renewed', async () => {
    const browser = await server.signedIn('patient');
    await server.query("update sessions set expires_at = now() + interval '40 seconds' where ended_at is null");
    const answer = await browser.refresh();
    expect(answer.status).toBe(200);
    expect((answer.body as { expires_in: number }).expires_in).toBeLessThanOrEqual(40);
    await server.query("update sessions set expires_at = now() - interval '1 second' where ended_at is null");
    expect(await browser.refresh()).toMatchObject(invalidGrant);
    expect(await browser.call(calls.getLoginProfile)).toMatchObject(unauthorized);
  });

  test('an access token ends after its time', async () => {
    const browser = await server.signedIn('patient');
    await server.query("update access_tokens set expires_at = now() - interval '1 millisecond'");
    expect(await browser.call(calls.getLoginProfile)).toMatchObject(unauthorized);
    expect((await browser.refresh()).status).toBe(200);
  });

  test('a token of one address is nothing at the other', async () => {
    const patient = await server.signedIn('patient');
    const kiosk = server.browser('kiosk');
    kiosk.tokens = patient.tokens;
    expect(await kiosk.call(calls.getLoginProfile)).toMatchObject(unauthorized);
  });
});

describe('logging off', () => {
  test('ends every token of the family and is audited', async () => {
    const browser = await server.signedIn('patient');
    const { userId } = await browser.profile();
    expect((await browser.call(calls.logOff, { params: { userId }, body: { auditEventType: 'logoffauditevent' } })).status).toBe(204);
    expect(await browser.call(calls.getLoginProfile)).toMatchObject(unauthorized);
    expect(await browser.refresh()).toMatchObject(invalidGrant);
    const [row] = await server.query("select detail from audit_events where type = 'session.ended' order by id desc limit 1");
    expect(row).toEqual({ detail: { event: 'logoffauditevent' } });
  });
});

describe('the own account', () => {
  test('a representative sees whom they act for, a patient themselves', async () => {
    const { patientId } = await server.ids('patient');
    const [other] = await server.query("select id from patients where last_name = 'Crabtree'");
    const ids = [{ idType: 'PatientContact', value: patientId }, { idType: 'PatientContact', value: other?.['id'] }];
    expect(await (await server.signedIn('representative')).profile()).toMatchObject({ isAuthorizedRepresentative: true, ids });
    expect(await (await server.signedIn('patient')).profile()).toMatchObject({ isAuthorizedRepresentative: false, ids: [{ idType: 'Patient', value: patientId }] });
  });

  test('capabilities follow the facility', async () => {
    const modules = async (name: string) => {
      const browser = await server.signedIn(name);
      const { userId } = await browser.profile();
      const answer = await browser.call(calls.getCapabilities, { params: { userId } });
      return (answer.body as { modules: { moduleName: string }[] }).modules.map(({ moduleName }) => moduleName);
    };
    expect(await modules('patient')).toContain('TestResults');
    await server.query('delete from login_failures');
    expect((await modules('limited')).sort()).toEqual(['ContactUs', 'Dashboard', 'Questionnaires']);
  });

  test('keeps the language', async () => {
    const browser = await server.signedIn('patient');
    const { userId, patientId } = await server.ids('patient');
    await browser.call(calls.setUserLanguage, { params: { userId }, query: { ietfCode: 'fr' } });
    await browser.call(calls.setPatientLanguage, { params: { patientId: patientId ?? 0 }, query: { language: 'pt' } });
    expect((await browser.profile()).languageCode).toBe('fr');
    expect((await browser.call(calls.getPatientLanguage, { params: { patientId: patientId ?? 0 } })).body).toBe('pt');
    expect((await browser.call(calls.setUserLanguage, { params: { userId }, query: { ietfCode: 'xx' } })).status).toBe(400);
  });

  test('an event about somebody else is not found', async () => {
    const browser = await server.signedIn('patient');
    const { userId } = await server.ids('patient');
    const other = await server.ids('noemail');
    const answer = await browser.call(calls.sendAuditEvent, { params: { userId }, body: { auditEventType: 'questionnairelistauditevent', patientId: other.patientId } });
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });
});

describe('device keys', () => {
  const params = async () => ({ userId: (await server.ids('patient')).userId, deviceId: 'a-device-of-this-test' });

  test('are made once, stay the same, and are destroyed by revoking', async () => {
    const browser = await server.signedIn('patient');
    expect(await browser.call(calls.getDeviceKey, { params: await params() })).toMatchObject({ status: 404, body: { error: 'not_found' } });
    const made = await Promise.all(Array.from({ length: 5 }, async () => browser.call(calls.putDeviceKey, { params: await params(), body: { name: 'A phone' } })));
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect((await browser.call(calls.getDeviceKey, { params: await params() })).body).toEqual(made[0]?.body);
    expect((await browser.call(calls.listDevices, { params: await params() })).body).toMatchObject([{ deviceId: 'a-device-of-this-test', name: 'A phone' }]);
    expect((await browser.call(calls.deleteDeviceKey, { params: await params() })).status).toBe(204);
    const revoked = { status: 410, body: { error: 'device_revoked' } };
    expect(await browser.call(calls.getDeviceKey, { params: await params() })).toMatchObject(revoked);
    expect(await browser.call(calls.putDeviceKey, { params: await params(), body: { name: 'A phone' } })).toMatchObject(revoked);
    expect((await browser.call(calls.listDevices, { params: await params() })).body).toEqual([]);
    expect(await server.query("select key from devices where device_id = 'a-device-of-this-test'")).toEqual([{ key: null }]);
  });
});
