import { PasskeyCreationOptions, PasskeyRequestOptions, calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Authenticator } from '../../tests/server/authenticator.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { demoPassword } from '../demo/people.ts';

let server: TestServer;
/** The address of the portal as its pages have it. */
let page: string;
beforeAll(async () => {
  server = await startTestServer();
  page = server.portalUrl.replace('127.0.0.1', 'localhost');
});
const username = 'patient';
let browser: Browser;
let params: { userId: number };
let oldHash: unknown;
beforeEach(async () => {
  for (const table of ['passkeys', 'limits', 'login_failures', 'known_browsers', 'second_factors'])
    await server.query(`delete from ${table}`);
  params = { userId: (await server.ids(username)).userId };
  oldHash ??= (await server.query('select password_hash as hash from users where id = $1', [params.userId]))[0]?.[
    'hash'
  ];
  await server.query(
    'update users set password_hash = $1, password_off_at = null, is_email_confirmed = true where id = $2',
    [oldHash, params.userId],
  );
  browser = await server.signedIn(username);
});
afterAll(() => server.stop());

const refused = (error: string, status = 400) => ({ status, body: { error } });
const standing = async () =>
  v.parse(calls.getPasswordStanding.answer, (await browser.call(calls.getPasswordStanding, { params })).body);
const switchOff = (from = browser) => from.call(calls.switchPasswordOff, { params });
async function addPasskey(): Promise<{ device: Authenticator; passkeyId: number }> {
  const device = new Authenticator(page, 1);
  const begun = v.parse(PasskeyCreationOptions, (await browser.call(calls.beginPasskey, { params })).body);
  const added = await browser.call(calls.addPasskey, { params, body: device.create(begun) });
  return { device, ...v.parse(calls.addPasskey.answer, added.body) };
}
async function signIn(device: Authenticator): Promise<number> {
  const other = server.browser();
  const options = v.parse(PasskeyRequestOptions, (await other.call(calls.beginPasskeySignIn)).body);
  return (await other.call(calls.signInByPasskey, { body: device.sign(options) })).status;
}
const mailed = async (subject: string) => {
  const { email } = await browser.profile();
  const found = async () => (await server.mails(email ?? '')).filter((mail) => mail.subject === subject);
  await expect.poll(async () => (await found()).length, { timeout: 10_000 }).toBeGreaterThan(0);
  return (await found()).at(-1);
};

test('needs two passkeys, or one and recovery codes, and a proof of who asks', async () => {
  expect(await standing()).toEqual({ switchedOffAt: null, canSwitchOff: false });
  expect(await switchOff()).toMatchObject(refused('too_few_passkeys', 409));
  await addPasskey();
  expect(await switchOff()).toMatchObject(refused('too_few_passkeys', 409));
  await server.query('insert into second_factors (user_id) values ($1)', [params.userId]);
  await server.query(`insert into recovery_codes (user_id, code_hash) values ($1, '\\x00')`, [params.userId]);
  expect(await standing()).toMatchObject({ canSwitchOff: true });
  await server.query('delete from second_factors');
  await addPasskey();
  // One for another address does not count.
  await server.query(
    "update passkeys set rp_id = 'elsewhere.example' where id = (select min(id) from passkeys where user_id = $1)",
    [params.userId],
  );
  expect(await switchOff()).toMatchObject(refused('too_few_passkeys', 409));
  await server.query("update passkeys set rp_id = 'localhost'");
  await server.query('update sessions set proved_at = null');
  expect(await switchOff()).toMatchObject(refused('password_needed', 403));
  await server.query('update sessions set proved_at = now()');
  const stranger = await server.signedIn('representative');
  expect((await switchOff(stranger)).status).toBe(404);
  const signedOn = server.browser();
  expect((await signedOn.signOn(await server.ticket(username))).status).toBe(200);
  await server.query('update sessions set proved_at = now()');
  expect((await switchOff(signedOn)).status).toBe(404);
  expect((await switchOff()).status).toBe(204);
  expect((await switchOff()).status).toBe(204);
  expect(await standing()).toMatchObject({ switchedOffAt: expect.any(String), canSwitchOff: false });
  expect((await mailed('Your password is switched off'))?.text).toContain('/reset-password');
});

test('then the password is as wrong as any other, and passkeys sign in; the last of them stays', async () => {
  const [{ device }, other] = [await addPasskey(), await addPasskey()];
  const { status, body } = await server.browser().logIn(username, 'Wrong+Pass1');
  expect((await switchOff()).status).toBe(204);
  expect(await server.browser().logIn(username, demoPassword)).toMatchObject({ status, body });
  expect(await browser.call(calls.confirmPassword, { params, body: { password: demoPassword } })).toMatchObject(
    refused('wrong_password'),
  );
  const change = { newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2' };
  expect(
    await server.browser().call(calls.changePasswordAtLogin, {
      body: { userName: username, oldPassword: demoPassword, ...change },
    }),
  ).toMatchObject(refused('invalid_old_password'));
  expect(await signIn(device)).toBe(200);
  const remove = (passkeyId: number) => browser.call(calls.removePasskey, { params: { ...params, passkeyId } });
  expect((await remove(other.passkeyId)).status).toBe(204);
  const [last] = await server.query('select id from passkeys where user_id = $1', [params.userId]);
  expect(await remove(Number(last?.['id']))).toMatchObject(refused('too_few_passkeys', 409));
});

test('the last passkey that works at the present address stays, and one of an earlier address may go', async () => {
  const [here, before] = [await addPasskey(), await addPasskey()];
  expect((await switchOff()).status).toBe(204);
  await server.query("update passkeys set rp_id = 'before.example' where id = $1", [before.passkeyId]);
  const remove = (passkeyId: number) => browser.call(calls.removePasskey, { params: { ...params, passkeyId } });
  expect(await remove(here.passkeyId)).toMatchObject(refused('too_few_passkeys', 409));
  expect((await remove(before.passkeyId)).status).toBe(204);
  expect(await signIn(here.device)).toBe(200);
});

test('a new password switches it on: in the settings, or by mail, which says what the link does', async () => {
  const body = { newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2' };
  const switchOn = (more: object = {}) => browser.call(calls.switchPasswordOn, { params, body: { ...body, ...more } });
  await addPasskey();
  await addPasskey();
  expect((await switchOn()).status).toBe(404);
  expect((await switchOff()).status).toBe(204);
  expect(await switchOn({ confirmPassword: 'Other$Start2' })).toMatchObject(refused('confirm_mismatch'));
  expect(await switchOn({ newPassword: 'short', confirmPassword: 'short' })).toMatchObject(refused('password_rules'));
  expect(await switchOn({ newPassword: 'Password1!', confirmPassword: 'Password1!' })).toMatchObject(
    refused('password_guessable'),
  );
  const other = server.browser();
  expect((await switchOn()).status).toBe(204);
  expect((await other.logIn(username, body.newPassword)).status).toBe(200);
  expect((await browser.call(calls.getLoginProfile)).status).toBe(200);
  expect(await standing()).toMatchObject({ switchedOffAt: null });

  expect((await switchOff()).status).toBe(204);
  await server.browser().call(calls.forgotPassword, { query: { userName: username, language: 'en' } });
  const mail = await mailed('Switch your password on again');
  const token = /reset-password#t=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const reset = { token, newPassword: 'Fresh$Start3', confirmPassword: 'Fresh$Start3' };
  expect((await server.browser().call(calls.resetPassword, { body: reset })).status).toBe(204);
  browser = server.browser();
  expect((await browser.logIn(username, reset.newPassword)).status).toBe(200);
  expect(await standing()).toMatchObject({ switchedOffAt: null, canSwitchOff: true });
});
