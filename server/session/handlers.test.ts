import { Capabilities, LoginProfile, type PatientId, type Token, type UserProfile, calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
beforeAll(async () => {
  // Tokens that live as long as by default.
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000', ACCESS_TOKEN_SECONDS: '' } });
});
afterAll(() => server.stop());

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };
const unauthorized = { status: 401, body: { error: 'unauthorized' } };

const endedBecause = async (userId: number): Promise<unknown[]> =>
  (await server.query('select ended_because from sessions where user_id = $1 order by id desc limit 1', [userId])).map(
    (row) => row['ended_because'],
  );

describe('signing in', () => {
  test('gives a bearer for five minutes and a cookie that no script can read', async () => {
    const browser = server.browser();
    const answer = await browser.logIn('patient');
    expect(answer).toMatchObject({ status: 200, body: { expires_in: 300, token_type: 'Bearer' } });
    expect(browser.tokens?.access_token).toMatch(/^[\w-]{43}$/);
    const [session, known] = answer.headers.getSetCookie();
    expect(session).toMatch(/^vestibule-portal=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(known).toMatch(/^vestibule-portal-browser=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await browser.profile()).userName).toBe('patient');
  });

  test('says what the profile and the capabilities would, so that a page need not ask for them', async () => {
    const heard = async (
      browser: Browser,
      { userId }: Pick<UserProfile, 'userId'>,
      patientId: PatientId | null,
    ): Promise<Token['identity']> => {
      const profile = v.parse(LoginProfile, (await browser.call(calls.getLoginProfile)).body);
      if (patientId === null) return { profile };
      const capabilities = await browser.call(calls.getCapabilities, { params: { userId } });
      return { profile, capabilities: v.parse(Capabilities, capabilities.body) };
    };
    // Of a representative without an own record only the profile; `newpatient` has not accepted the terms.
    for (const username of ['patient', 'limited', 'newpatient', 'representative']) {
      const browser = await server.signedIn(username);
      const { userId, patientId } = await server.ids(username);
      expect(browser.tokens?.identity, username).toEqual(await heard(browser, { userId }, patientId));
    }
    const bySystem = server.browser();
    await bySystem.signOn(await server.ticket('patient'));
    const { userId, patientId } = await server.ids('patient');
    expect(bySystem.tokens?.identity).toEqual(await heard(bySystem, { userId }, patientId));
    expect(bySystem.tokens?.identity?.profile.loginType).toBe('singleSignOn');
  });

  test('with a password that is changed in the very moment begins nothing', async () => {
    const { userId } = await server.ids('noemail');
    const [before] = await server.query('select password_hash from users where id = $1', [userId]);
    const own = await server.signedIn('noemail');
    expect(await server.browser().logIn('noemail', 'wrong')).toMatchObject(invalidGrant);
    const { login } = await server.tx(async (tx) => {
      // The login has compared the password, and waits to forget the wrong one.
      await tx.script('select 1 from login_failures for update');
      const asked = { login: server.browser().logIn('noemail') };
      await server.untilWaiting(1);
      const body = { oldPassword: 'Demo+Pass1', newPassword: 'Gladiolus+Quay7', confirmPassword: 'Gladiolus+Quay7' };
      expect((await own.call(calls.changePassword, { params: { userId }, body })).status).toBe(204);
      return asked;
    });
    expect(await login).toMatchObject(invalidGrant);
    await server.query('update users set password_hash = $2 where id = $1', [userId, before?.['password_hash']]);
    expect((await server.browser().logIn('noemail')).status).toBe(200);
  });

  test('of staff, by an emailed link and by a refresh says nothing of the person', async () => {
    expect((await server.signedIn('kiosk')).tokens).not.toHaveProperty('identity');
    const link = await server.link('patient');
    const [born] = await server.query('select last_name, date_of_birth::text as day from patients where id = $1', [
      link.patientId,
    ]);
    const byLink = server.browser();
    await byLink.followLink(link, String(born?.['last_name']), String(born?.['day']));
    expect(byLink.tokens).not.toHaveProperty('identity');
    const browser = await server.signedIn('patient');
    expect((await browser.refresh()).body).not.toHaveProperty('identity');
  });

  test('takes a name in any case and leaves the password as it is', async () => {
    expect((await server.browser().logIn(' Patient ')).status).toBe(200);
    expect(await server.browser().logIn('patient', 'demo+pass1')).toMatchObject(invalidGrant);
  });

  test('stores neither tokens nor cookie in clear', async () => {
    const browser = await server.signedIn('patient');
    const rows = JSON.stringify(
      await server.query(
        "select encode(token_hash, 'escape') as t from access_tokens union all select encode(token_hash, 'escape') from refresh_tokens union all select encode(cookie_hash, 'escape') from sessions",
      ),
    );
    for (const secret of [browser.tokens?.access_token, browser.tokens?.refresh_token, ...browser.cookies.values()])
      expect(rows).not.toContain(secret);
  });

  test('at the wrong door is like a wrong password', async () => {
    expect(await server.browser('portal').logIn('kiosk')).toMatchObject(invalidGrant);
    expect(await server.browser('kiosk').logIn('patient')).toMatchObject(invalidGrant);
    expect(await server.browser('kiosk').logIn('patient', undefined, 'kioskManagement')).toMatchObject(invalidGrant);
  });

  test('on the secure address uses the __Host- name', async () => {
    const behind = await startTestServer({ environment: { TRUST_PROXY: '1' } });
    const answer = await behind
      .browser()
      .token(
        { grant_type: 'password', username: 'patient', password: 'Demo+Pass1' },
        { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'portal.example.org' },
      );
    const [session, known] = answer.headers.getSetCookie();
    expect(session).toMatch(
      /^__Host-vestibule-portal=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(known).toMatch(/^__Host-vestibule-portal-browser=.*; HttpOnly; Secure; SameSite=Strict$/);
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
    await behind.stop();
  });

  test('is refused to a page of another address, of a neighbouring one too', async () => {
    const signIn = async (headers: Record<string, string>, at = server) =>
      (await at.browser().token({ grant_type: 'password', username: 'patient', password: 'Demo+Pass1' }, headers))
        .status;
    const { port, host } = new URL(server.portalUrl);
    const foreign: readonly Record<string, string>[] = [
      { origin: 'https://elsewhere.example' },
      { origin: `http://${host}.example` },
      { origin: server.kioskUrl },
      { origin: `http://127.0.0.1:${Number(port) + 1}`, 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) expect(await signIn(headers), JSON.stringify(headers)).toBe(400);
    const ours: readonly Record<string, string>[] = [
      {},
      { origin: server.portalUrl },
      { origin: server.portalUrl, 'sec-fetch-site': 'same-origin' },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ];
    for (const headers of ours) expect(await signIn(headers), JSON.stringify(headers)).toBe(200);
    const behind = await startTestServer({
      beside: server,
      environment: { TRUST_PROXY: '1', ALLOWED_ORIGIN: 'https://app.example.org' },
    });
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'portal.example.org' };
    const from = (origin: string) => signIn({ ...forwarded, origin }, behind);
    expect(await from('https://portal.example.org')).toBe(200);
    expect(await from('https://app.example.org')).toBe(200);
    expect(await from('http://portal.example.org')).toBe(400);
    await behind.stop();
  });

  test('says when the password must be changed, and takes the new one', async () => {
    const browser = server.browser();
    expect(await browser.logIn('expired')).toMatchObject({ status: 400, body: { error: 'password_change_required' } });
    const change = (more: Record<string, string>) =>
      browser.call(calls.changePasswordAtLogin, {
        body: {
          userName: 'expired',
          oldPassword: 'Demo+Pass1',
          newPassword: 'Fresh$Start2',
          confirmPassword: 'Fresh$Start2',
          ...more,
        },
      });
    expect(await change({ confirmPassword: 'Other' })).toMatchObject({
      status: 400,
      body: { error: 'confirm_mismatch' },
    });
    expect(await change({ newPassword: 'short', confirmPassword: 'short' })).toMatchObject({
      status: 400,
      body: { error: 'password_rules' },
    });
    expect(await change({ newPassword: 'Expired+9', confirmPassword: 'Expired+9' })).toMatchObject({
      status: 400,
      body: { error: 'password_guessable' },
    });
    expect(await change({ oldPassword: 'wrong' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_old_password' },
    });
    expect(await change({ newPassword: 'Demo+Pass1', confirmPassword: 'Demo+Pass1' })).toMatchObject({
      status: 400,
      body: { error: 'password_must_be_different' },
    });
    expect((await change({})).status).toBe(204);
    expect(await browser.logIn('expired')).toMatchObject(invalidGrant);
    expect((await browser.logIn('expired', 'Fresh$Start2')).status).toBe(200);
  });

  test('accepting the terms is remembered', async () => {
    const browser = await server.signedIn('newpatient');
    const before = await browser.profile();
    expect(before).toMatchObject({ isEulaAccepted: false });
    expect(before.termsOfUse).toContain('Northlight Cancer Centre');
    expect(
      (
        await browser.call(calls.acceptTerms, {
          params: { userId: before.userId },
          body: [{ op: 'replace', path: '/isEulaAccepted', value: true }],
        })
      ).status,
    ).toBe(204);
    expect(await browser.profile()).toMatchObject({ isEulaAccepted: true, termsOfUse: null });
  });

  test('single sign-on and links that nobody issued are wrong', async () => {
    const nothing = { grant_type: 'password', username: '', password: '' };
    expect(await server.browser().token(nothing, { 'logon-process': 'singleSignOn', 'sso-id': 'x' })).toMatchObject(
      invalidGrant,
    );
    expect(await server.browser().token(nothing, { 'logon-process': 'singleSignOn' })).toMatchObject(invalidGrant);
    expect(
      await server.browser().token(nothing, { 'logon-process': 'patientLinkUser', 'link-data': 'x' }),
    ).toMatchObject({ status: 400, body: { error: 'username_password_incorrect' } });
    expect(await server.browser().token(nothing, { 'logon-process': 'patientLinkUser' })).toMatchObject({
      status: 400,
      body: { error: 'username_password_incorrect' },
    });
  });
});

describe('lock-out', () => {
  test.each(['limited', 'nobody-of-that-name'])(
    'after five failures "%s" is locked for 15 minutes, and gets the same answers known or not',
    async (name) => {
      const answers = [];
      for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await server.browser().logIn(name, 'wrong'));
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
        ...Array.from({ length: 4 }, () => invalidGrant),
        ...Array.from({ length: 2 }, () => ({ status: 400, body: { error: 'locked_out', minutes: 15 } })),
      ]);
      expect(await server.browser().logIn(name)).toMatchObject({ body: { error: 'locked_out' } });
      await server.query("update login_failures set locked_until = now() - interval '1 second'");
      expect((await server.browser().logIn(name)).status).toBe(name === 'limited' ? 200 : 400);
    },
  );

  test('is of whoever the name finds, however its letters are typed', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await server.browser().logIn('noemail', 'wrong');
    for (const typed of ['NOEMAIL', ' NoEmail ', 'noemaİl'])
      expect(await server.browser().logIn(typed)).toMatchObject({ body: { error: 'locked_out' } });
    await server.query('delete from login_failures');
    expect((await server.browser().logIn('noemaİl')).status).toBe(200);
  });

  test('twenty guesses at once, the right one among them last, count as five', async () => {
    const guesses = Array.from({ length: 20 }, (_, index) =>
      server.browser().logIn('noemail', index === 19 ? 'Demo+Pass1' : `guess ${index}`),
    );
    const answers = await Promise.all(guesses);
    // They are checked in order of arrival. If the right password comes in time, it clears up to four failures before it.
    const wasInTime = answers.some(({ status }) => status === 200);
    expect(
      answers.filter(({ body }) => (body as { error?: string }).error === 'invalid_grant').length,
    ).toBeLessThanOrEqual(wasInTime ? 8 : 4);
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

  test('a browser in which they have signed in is not locked out by strangers, and has five tries of its own', async () => {
    const own = await server.signedIn('representative');
    const other = await server.signedIn('patient');
    for (let attempt = 0; attempt < 6; attempt += 1) await server.browser().logIn('representative', 'wrong');
    expect(await server.browser().logIn('representative')).toMatchObject({ body: { error: 'locked_out' } });
    // Another person's browser counts as a stranger for this name, and so does one with a cookie that we never gave.
    const forger = server.browser();
    forger.cookies.set('vestibule-portal-browser', 'A'.repeat(43));
    for (const stranger of [other, forger])
      expect(await stranger.logIn('representative')).toMatchObject({ body: { error: 'locked_out' } });
    expect((await own.logIn('representative')).status).toBe(200);
    for (let attempt = 0; attempt < 4; attempt += 1)
      expect(await own.logIn('representative', 'wrong')).toMatchObject(invalidGrant);
    expect(await own.logIn('representative', 'wrong')).toMatchObject({ body: { error: 'locked_out' } });
    expect(await own.logIn('representative')).toMatchObject({ body: { error: 'locked_out' } });
    const unlocked = await command(['unlock', '--user', 'representative'], server.databaseUrl);
    expect(unlocked.out).toBe('"representative" may sign in again.');
    for (const browser of [own, server.browser()]) expect((await browser.logIn('representative')).status).toBe(200);
    const rows = JSON.stringify(await server.query("select encode(browser_hash, 'escape') as t from known_browsers"));
    expect(rows).not.toContain(own.cookies.get('vestibule-portal-browser'));
  });

  test('failures of others at the same address do not keep them from a browser, a link or a ticket that are theirs', async () => {
    const limited = await startTestServer({ beside: server, environment: { ADDRESS_FAILURES: '3' } });
    await server.query('delete from limits');
    const own = limited.browser();
    expect((await own.logIn('patient')).status).toBe(200);
    const [link, ticket] = [await server.link('noemail'), await server.ticket('patient')];
    for (let attempt = 0; attempt < 3; attempt += 1) await limited.browser().logIn(`name ${attempt}`, 'wrong');
    expect((await limited.browser().logIn('patient')).status).toBe(429);
    expect((await limited.browser().followLink({ ...link, data: 'D'.repeat(43) }, 'A', '1990-01-01')).status).toBe(429);
    expect((await limited.browser().signOn('D'.repeat(43))).status).toBe(429);
    expect((await own.logIn('patient')).status).toBe(200);
    expect((await limited.browser().signOn(ticket)).status).toBe(200);
    expect((await limited.browser().followLink(link, 'Wrong', '1990-01-01')).status).toBe(400);
    await limited.stop();
    await server.query('delete from limits');
  });

  test('an IPv6 network is one address, and an address is one with any port', async () => {
    const behind = await startTestServer({ beside: server, environment: { ADDRESS_FAILURES: '2', TRUST_PROXY: '1' } });
    const from = (address: string) =>
      behind
        .browser()
        .token(
          { grant_type: 'password', username: 'nobody-at-all', password: 'wrong' },
          { 'x-forwarded-for': `203.0.113.9, ${address}` },
        );
    for (const [one, another, third, elsewhere] of [
      ['2001:db8:1:2::1', '2001:DB8:1:2:ffff::2', '[2001:db8:1:2::3]:4711', '2001:db8:1:3::1'],
      ['192.0.2.1:1000', '192.0.2.1:1001', '::ffff:192.0.2.1', '192.0.2.2'],
    ] as const) {
      await server.query('delete from limits; delete from login_failures');
      expect((await from(one)).status).toBe(400);
      expect((await from(another)).status).toBe(400);
      expect((await from(third)).status).toBe(429);
      expect((await from(elsewhere)).status).toBe(400);
      // The audit distinguishes them without naming them.
      const marks = (
        await server.query(
          "select detail ->> 'from' as mark from audit_events where type = 'login.failed' order by id desc limit 3",
        )
      ).map((row) => row['mark']);
      expect(marks[0]).toMatch(/^[0-9a-f]{12}$/);
      expect(marks[1]).toMatch(/^[0-9a-f]{12}$/);
      expect(marks[2]).toBe(marks[1]);
      expect(marks[0]).not.toBe(marks[1]);
    }
    await behind.stop();
    await server.query('delete from limits; delete from login_failures');
  });

  test('an address that fails too often is told to wait, and rows remember it over a restart', async () => {
    const limited = await startTestServer({ beside: server, environment: { ADDRESS_FAILURES: '3' } });
    await server.query('delete from limits');
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await limited.browser().logIn(`name ${attempt}`, 'wrong')).status).toBe(400);
    expect(await limited.browser().logIn('patient')).toMatchObject({
      status: 429,
      body: { error: 'too_many_requests' },
    });
    await limited.stop();
    const again = await startTestServer({ beside: server, environment: { ADDRESS_FAILURES: '3' } });
    expect((await again.browser().logIn('patient')).status).toBe(429);
    await again.stop();
    await server.query('delete from limits');
  });
});

describe('the marker of kept records', () => {
  const markerOf = ({ headers }: { readonly headers: Headers }) =>
    headers.getSetCookie().filter((line) => line.startsWith('vestibule-kept='));

  test('is set again with each pair of tokens, for the page to read, and for nobody who has none', async () => {
    const browser = server.browser();
    expect(markerOf(await browser.logIn('patient'))).toEqual([]);
    browser.cookies.set('vestibule-kept', 'records-3');
    const again = ['vestibule-kept=records-3; Max-Age=7776000; Path=/; SameSite=Strict'];
    expect(markerOf(await browser.refresh())).toEqual(again);
    expect(markerOf(await browser.logIn('patient'))).toEqual(again);
  });

  test('is not repeated when it is of another form, nor at the kiosk', async () => {
    const browser = await server.signedIn('patient');
    for (const other of ['records-', 'records-1234', 'patient-7', 'records-1%0aset-cookie', '<b>']) {
      browser.cookies.set('vestibule-kept', other);
      expect(markerOf(await browser.refresh())).toEqual([]);
    }
    const kiosk = server.browser('kiosk');
    kiosk.cookies.set('vestibule-kept', 'records-3');
    expect(markerOf(await kiosk.logIn('kiosk', undefined, 'kioskManagement'))).toEqual([]);
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
    const [row] = await server.query(
      "select detail from audit_events where type = 'session.revoked' order by id desc limit 1",
    );
    expect(row).toEqual({ detail: { because: 'refresh_reused', from: expect.stringMatching(/^[0-9a-f]{12}$/) } });
  });

  test('from another browser with a copy of the storage is refused, ends the family and is audited; the copied access token is dead with it', async () => {
    const { userId, patientId } = await server.ids('patient');
    const plain = server.browser();
    // This one has its own cookie, of its own session.
    const other = await server.signedIn('noemail');
    const own = other.tokens;
    for (const thief of [plain, other]) {
      const browser = await server.signedIn('patient');
      thief.tokens = browser.tokens;
      expect((await thief.call(calls.getLoginProfile)).status).toBe(200);
      const revoked = async () =>
        server.query(
          "select detail from audit_events where type = 'session.revoked' and patient_id = $1 and session_id = (select max(id) from sessions)",
          [patientId],
        );
      expect(await revoked()).toEqual([]);
      expect(await thief.refresh()).toMatchObject(invalidGrant);
      expect(await endedBecause(userId)).toEqual(['foreign_refresh']);
      expect(await revoked()).toEqual([
        { detail: { because: 'foreign_refresh', from: expect.stringMatching(/^[0-9a-f]{12}$/) } },
      ]);
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
    const [row] = await server.query(
      'select ceil(extract(epoch from t.expires_at - now()))::int as seconds from access_tokens t join sessions s on s.id = t.session_id order by s.id desc limit 1',
    );
    expect(row?.['seconds']).toBeLessThanOrEqual(300);
    await server.query("update access_tokens set expires_at = expires_at - interval '5 minutes'");
    expect(await copy.call(calls.getLoginProfile)).toMatchObject(unauthorized);
    // The original browser goes on.
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
    expect(
      (await browser.call(calls.logOff, { params: { userId }, body: { auditEventType: 'logoffauditevent' } })).status,
    ).toBe(204);
    expect(await browser.call(calls.getLoginProfile)).toMatchObject(unauthorized);
    expect(await browser.refresh()).toMatchObject(invalidGrant);
    const [row] = await server.query(
      "select detail from audit_events where type = 'session.ended' order by id desc limit 1",
    );
    expect(row).toEqual({ detail: { event: 'logoffauditevent' } });
  });
});

describe('an account that is disabled', () => {
  test('in the middle of a session is refused at its next call, in a new session and by its refresh token', async () => {
    const browser = await server.signedIn('limited');
    const { userId } = await browser.profile();
    await server.query('update users set disabled_at = now() where id = $1', [userId]);
    try {
      expect(await browser.call(calls.getLoginProfile)).toMatchObject(unauthorized);
      expect(await browser.refresh()).toMatchObject(invalidGrant);
      expect(await server.browser().logIn('limited')).toMatchObject(invalidGrant);
    } finally {
      await server.query('update users set disabled_at = null where id = $1', [userId]);
    }
    expect((await server.browser().logIn('limited')).status).toBe(200);
  });
});

describe('the own account', () => {
  test('a representative sees whom they act for, a patient themselves', async () => {
    const { patientId } = await server.ids('patient');
    const [other] = await server.query("select id from patients where last_name = 'Crabtree'");
    const ids = [
      { idType: 'PatientContact', value: patientId },
      { idType: 'PatientContact', value: other?.['id'] },
    ];
    expect(await (await server.signedIn('representative')).profile()).toMatchObject({
      isAuthorizedRepresentative: true,
      ids,
    });
    expect(await (await server.signedIn('patient')).profile()).toMatchObject({
      isAuthorizedRepresentative: false,
      ids: [{ idType: 'Patient', value: patientId }],
    });
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
    expect((await browser.call(calls.setUserLanguage, { params: { userId }, query: { ietfCode: 'xx' } })).status).toBe(
      400,
    );
  });

  test('an event about somebody else is not found', async () => {
    const browser = await server.signedIn('patient');
    const { userId } = await server.ids('patient');
    const other = await server.ids('noemail');
    const answer = await browser.call(calls.sendAuditEvent, {
      params: { userId },
      body: { auditEventType: 'questionnairelistauditevent', patientId: other.patientId },
    });
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });
});

describe('device keys', () => {
  test('of one person are bounded: the one that was used longest ago is revoked, and hears of it', async () => {
    const browser = await server.signedIn('noemail');
    const { userId } = await server.ids('noemail');
    const put = (number: number) =>
      browser.call(calls.putDeviceKey, {
        params: { userId, deviceId: `device-of-this-test-${number}` },
        body: { name: 'A phone' },
      });
    for (let number = 0; number < 53; number += 1) expect((await put(number)).status).toBe(200);
    const listed = (await browser.call(calls.listDevices, { params: { userId } })).body;
    expect(listed).toHaveLength(50);
    for (const number of [0, 1, 2])
      expect(await put(number)).toMatchObject({ status: 410, body: { error: 'device_revoked' } });
    expect((await put(3)).status).toBe(200);
    // As many revoked devices are remembered, and no more.
    for (let number = 100; number < 160; number += 1)
      await browser.call(calls.deleteDeviceKey, { params: { userId, deviceId: `device-of-this-test-${number}` } });
    expect(
      await server.query(
        'select count(*) filter (where revoked_at is null)::int as used, count(*) filter (where revoked_at is not null)::int as revoked from devices where user_id = $1',
        [userId],
      ),
    ).toEqual([{ used: 50, revoked: 50 }]);
    expect(
      await server.query(
        "select count(*)::int as n from audit_events where type = 'device.revoked' and actor_user_id = $1 and detail ->> 'because' = 'too_many'",
        [userId],
      ),
    ).toEqual([{ n: 3 }]);
  });

  const params = async () => ({ userId: (await server.ids('patient')).userId, deviceId: 'a-device-of-this-test' });

  test('are made once, stay the same, and are destroyed by revoking', async () => {
    const browser = await server.signedIn('patient');
    expect(await browser.call(calls.getDeviceKey, { params: await params() })).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
    const made = await Promise.all(
      Array.from({ length: 5 }, async () =>
        browser.call(calls.putDeviceKey, { params: await params(), body: { name: 'A phone' } }),
      ),
    );
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect((await browser.call(calls.getDeviceKey, { params: await params() })).body).toEqual(made[0]?.body);
    expect((await browser.call(calls.listDevices, { params: await params() })).body).toMatchObject([
      { deviceId: 'a-device-of-this-test', name: 'A phone' },
    ]);
    expect((await browser.call(calls.deleteDeviceKey, { params: await params() })).status).toBe(204);
    const revoked = { status: 410, body: { error: 'device_revoked' } };
    expect(await browser.call(calls.getDeviceKey, { params: await params() })).toMatchObject(revoked);
    expect(await browser.call(calls.putDeviceKey, { params: await params(), body: { name: 'A phone' } })).toMatchObject(
      revoked,
    );
    expect((await browser.call(calls.listDevices, { params: await params() })).body).toEqual([]);
    expect(await server.query("select key from devices where device_id = 'a-device-of-this-test'")).toEqual([
      { key: null },
    ]);
  });
});
