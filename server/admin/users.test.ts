import { calls } from '@portal/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { command } from '../../tests/server/commands.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
});
afterAll(() => server.stop());

const admin = (...args: string[]) => command(args, server.databaseUrl);
const show = async (...args: string[]) => (await admin('user', 'show', ...args)).out;
const audited = async (type: string) =>
  (
    await server.query(
      "select actor_name as name, detail from audit_events where type = $1 and actor_role = 'admin' order by id desc limit 1",
      [type],
    )
  )[0];

describe('user show', () => {
  test('says who somebody is and that nothing is in the way, and is audited', async () => {
    const { userId } = await server.ids('patient');
    await server.signedIn('patient');
    const { code, out } = await admin('user', 'show', '--user', 'Patient');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^Juniper Applewhistle, \S+ \(Northlight\)\nSigns in as     patient\nEmail           \S+@\S+, confirmed\nLast sign-in    \d{4}-.* UTC, 1 open\nNothing keeps them from signing in\.$/,
    );
    expect(await audited('account.shown')).toMatchObject({
      name: expect.stringContaining('command line'),
      detail: { userId },
    });
    const [row] = await server.query("select mrn from patients where last_name = 'Applewhistle'");
    expect(await show('--patient', String(row?.['mrn']))).toBe(out);
  });

  test('names what is in the way, and what helps', async () => {
    expect(await show('--user', 'expired')).toContain('- The password has expired');
    expect(await show('--user', 'newpatient')).toContain('- Has not accepted the terms in force');
    expect(await show('--user', 'noemail')).toContain(
      '- No email address: a forgotten password cannot be reset.\n  user email --user noemail --address ADDRESS',
    );
    expect(await show('--user', 'kiosk')).toContain('- A kiosk manager: signs in at the kiosk');
    const [row] = await server.query("select mrn from patients where last_name = 'Larkspur'");
    const mrn = String(row?.['mrn']);
    expect(await show('--patient', mrn)).toContain(
      `- No sign-in, and no open invitation.\n  invitation create --patient ${mrn}`,
    );
    await admin('invitation', 'create', '--patient', mrn);
    expect(await show('--patient', mrn)).toMatch(/- No sign-in yet: invited until \d{4}/);
  });

  test('says that somebody has switched the password off, and what helps who has no passkey with them', async () => {
    await server.query("update users set password_off_at = now() where username = 'patient'");
    expect(await show('--user', 'patient')).toContain(
      '- Has switched the password off: logs in with a passkey alone.\n  user reset --user patient, or user code --user patient --checked HOW',
    );
    await server.query("update users set password_off_at = null where username = 'patient'");
  });

  test('tells a lock by strangers from one in a browser of their own', async () => {
    const own = await server.signedIn('limited');
    for (let attempt = 0; attempt < 5; attempt += 1) await server.browser().logIn('limited', 'wrong');
    expect(await show('--user', 'limited')).toMatch(
      /- Locked until .* UTC after wrong passwords, except in browsers in which they have signed in before\.\n {2}unlock --user limited/,
    );
    await admin('unlock', '--user', 'limited');
    for (let attempt = 0; attempt < 5; attempt += 1) await own.logIn('limited', 'wrong');
    expect(await show('--user', 'limited')).toMatch(/- Locked until .* UTC in a browser of their own/);
    await admin('unlock', '--user', 'limited');
    expect(await show('--user', 'limited')).not.toContain('Locked');
  });

  test('says that an account is disabled, a subscription over, an access ended, an address unconfirmed', async () => {
    await server.query("update users set disabled_at = now() where username = 'limited'");
    await server.query("update users set is_email_confirmed = false where username = 'representative'");
    await server.query(
      "update representative_links set revoked_at = now() where user_id = (select id from users where username = 'representative')",
    );
    expect(await show('--user', 'limited')).toMatch(/- Disabled since \d{4}.*\n {2}user enable --user limited/);
    const ofRepresentative = await show('--user', 'representative');
    expect(ofRepresentative).toContain('- Acts for nobody any more: the access was ended.');
    expect(ofRepresentative).toContain('is not confirmed: no link for a new password is sent there.');
    await server.query("update facilities set subscription_ends_on = '2020-01-01'");
    expect(await show('--user', 'patient')).toContain('- The subscription of their facility is over');
    await server.query('update facilities set subscription_ends_on = null');
    await server.query("update users set disabled_at = null where username = 'limited'");
    await server.query('update representative_links set revoked_at = null');
  });

  test('is asked for one person that there is', async () => {
    expect(await admin('user', 'show')).toMatchObject({ code: 2, err: 'user show needs --user or --patient.' });
    expect(await admin('user', 'show', '--user', 'nobody-at-all')).toMatchObject({
      code: 1,
      err: 'Nobody signs in as "nobody-at-all".',
    });
  });
});

describe('user email', () => {
  test('corrects an address: the old one is told, the new one confirms it, and old links are dead', async () => {
    const before = (await (await server.signedIn('patient')).profile()).email ?? '';
    const { code, out } = await admin('user', 'email', '--user', 'patient', '--address', 'corrected@example.org');
    expect({ code, out }).toEqual({
      code: 0,
      out: 'The email address of "patient" is corrected@example.org. A message there asks them to confirm it.',
    });
    const [mail] = await server.waitForMails('corrected@example.org', 1);
    // Beside those about new browsers.
    const told = async () => (await server.mails(before)).map(({ subject }) => subject);
    await expect.poll(told, { timeout: 20_000 }).toContain('We changed your email address');
    const token = /confirm-email\?u=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    const browser = await server.signedIn('patient');
    expect(await browser.profile()).toMatchObject({ email: 'corrected@example.org', isEmailConfirmed: false });
    const { userId } = await server.ids('patient');
    const params = { userId, encryptedUserId: token, username: 'patient' };
    expect((await browser.call(calls.validateUser, { params })).body).toEqual({ userValidation: true });
    expect(await audited('email.changed')).toMatchObject({ detail: { userId, hadOne: true } });
    expect(await admin('user', 'email', '--user', 'patient', '--address', 'Corrected@example.org')).toMatchObject({
      code: 1,
      err: '"patient" has that address already.',
    });
  });

  test('notes that an address is theirs', async () => {
    expect((await admin('user', 'email', '--user', 'patient', '--confirm')).out).toBe(
      'corrected@example.org is confirmed.',
    );
    expect(await (await server.signedIn('patient')).profile()).toMatchObject({ isEmailConfirmed: true });
    expect((await audited('email.confirmed'))?.['name']).toContain('command line');
    expect((await admin('user', 'email', '--user', 'patient', '--confirm')).out).toContain('confirmed already');
    expect((await admin('user', 'email', '--user', 'noemail', '--confirm')).err).toContain('has no email address');
  });

  test('is told what it needs', async () => {
    expect((await admin('user', 'email', '--user', 'patient')).code).toBe(2);
    expect((await admin('user', 'email', '--user', 'patient', '--address', 'no')).code).toBe(2);
  });
});

describe('user reset', () => {
  test('sends the message for a new password, and says why it cannot', async () => {
    await admin('user', 'email', '--user', 'expired', '--address', 'mended@example.org');
    expect(await admin('user', 'reset', '--user', 'expired')).toMatchObject({
      code: 1,
      err: 'mended@example.org is not confirmed, so no link is sent there. If it is theirs: user email --user expired --confirm',
    });
    await admin('user', 'email', '--user', 'expired', '--confirm');
    expect((await admin('user', 'reset', '--user', 'expired')).code).toBe(0);
    const mails = await server.waitForMails('mended@example.org', 2);
    expect(mails.some(({ text }) => /reset-password#t=[\w-]{43}/.test(text ?? ''))).toBe(true);
    expect(await audited('password.reset_requested')).toMatchObject({ detail: { outcome: 'by_staff' } });
    expect((await admin('user', 'reset', '--user', 'noemail')).err).toContain('has no email address');
  });
});

describe('user disable and user enable', () => {
  test('keep somebody out at once and let them in again, with a new sign-in; each is audited once', async () => {
    const { userId } = await server.ids('limited');
    await admin('user', 'sign-out', '--user', 'limited');
    const browser = await server.signedIn('limited');
    expect(await admin('user', 'disable', '--user', 'limited')).toMatchObject({
      code: 0,
      out: '"limited" is disabled.',
    });
    expect((await browser.call(calls.getLoginProfile)).status).toBe(401);
    expect((await server.browser().logIn('limited')).status).toBe(400);
    expect(await audited('account.disabled')).toMatchObject({
      name: expect.stringContaining('command line'),
      detail: { userId, sessions: 1 },
    });
    expect((await admin('user', 'disable', '--user', 'limited')).out).toBe('"limited" is disabled already.');
    expect((await admin('user', 'reset', '--user', 'limited')).err).toContain('user enable --user limited');

    expect((await admin('user', 'enable', '--user', 'limited')).out).toMatch(/^"limited" is enabled\.\n/);
    expect((await browser.call(calls.getLoginProfile)).status).toBe(401);
    expect((await browser.refresh()).status).toBe(400);
    await server.signedIn('limited');
    expect(await audited('account.enabled')).toMatchObject({ detail: { userId, sessions: 0 } });
    expect((await admin('user', 'enable', '--user', 'limited')).out).toContain(
      '"limited" is not disabled by user disable.',
    );
    expect(
      await server.query("select type from audit_events where type in ('account.disabled', 'account.enabled')"),
    ).toHaveLength(2);
  });

  test('revive no session of before, of an account that was disabled in another way', async () => {
    const browser = await server.signedIn('limited');
    await server.query("update users set disabled_at = now() where username = 'limited'");
    expect((await browser.call(calls.getLoginProfile)).status).toBe(401);
    await admin('user', 'enable', '--user', 'limited');
    expect((await browser.call(calls.getLoginProfile)).status).toBe(401);
    expect((await browser.refresh()).status).toBe(400);
  });

  test('work on a patient without a sign-in by the record number', async () => {
    const [row] = await server.query("select mrn from patients where last_name = 'Larkspur'");
    const mrn = String(row?.['mrn']);
    await admin('user', 'disable', '--patient', mrn);
    expect(await show('--patient', mrn)).toMatch(new RegExp(`- Disabled since .*\n {2}user enable --patient ${mrn}`));
    expect((await admin('user', 'enable', '--patient', mrn)).code).toBe(0);
    expect(await show('--patient', mrn)).not.toContain('Disabled');
  });
});

describe('user sign-out', () => {
  test('ends every session at once', async () => {
    const browsers = [await server.signedIn('noemail'), await server.signedIn('noemail')];
    expect((await admin('user', 'sign-out', '--user', 'noemail')).out).toBe('"noemail": 2 sessions have ended.');
    for (const browser of browsers) {
      expect((await browser.call(calls.getLoginProfile)).status).toBe(401);
      expect((await browser.refresh()).status).toBe(400);
    }
    expect(await audited('account.signed_out')).toMatchObject({ detail: { sessions: 2 } });
    expect((await admin('user', 'sign-out', '--user', 'noemail')).out).toBe('"noemail": 0 sessions have ended.');
    expect(await server.brokenAuditRows()).toEqual([]);
  });
});
