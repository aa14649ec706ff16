import { calls } from '@portal/api';
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
});
afterAll(() => server.stop());

const password = 'Demo+Pass1';
const over = { status: 400, body: { error: 'second_step_over' } };
const codeOf = (key: string): string => new TOTP({ secret: Secret.fromBase32(key) }).generate();
/** A code works once; the next one would take half a minute. */
const later = () => server.query('update second_factors set last_step = 0');
const Waiting = v.object({
  error: v.literal('second_step_required'),
  pending: v.string(),
  needs: v.string(),
  textsTo: v.optional(v.string()),
});

beforeEach(async () => {
  for (const table of ['second_factors', 'remembered_browsers', 'pending_sign_ins'])
    await server.query(`delete from ${table}`);
  await server.query(
    `update facilities set second_factor = '{"kioskStaff":"required","graceDays":14,"textMessages":true}'`,
  );
});

async function waiting(tablet = server.browser('kiosk'), username = 'kiosk') {
  const answer = await tablet.logIn(username, password, 'kioskManagement');
  expect(answer.status).toBe(400);
  return { tablet, ...v.parse(Waiting, answer.body) };
}
async function finish(browser: Browser, pending: string, code: string, remembersBrowser = false) {
  const answer = await browser.call(calls.finishSignIn, { body: { pending, code, remembersBrowser } });
  const token = v.safeParse(calls.finishSignIn.answer, answer.body);
  if (answer.status === 200 && token.success) browser.tokens = token.output;
  return answer;
}
const keyFor = async (browser: Browser, pending: string): Promise<string> =>
  v.parse(calls.setUpAtSignIn.answer, (await browser.call(calls.setUpAtSignIn, { body: { pending } })).body).key;
async function setUp() {
  const { tablet, pending } = await waiting();
  const key = await keyFor(tablet, pending);
  const answer = await finish(tablet, pending, codeOf(key));
  const { recoveryCodes = [] } = v.parse(calls.finishSignIn.answer, answer.body);
  await later();
  return { tablet, key, recoveryCodes };
}

test('staff are asked for nothing where the facility does not require it, whatever it requires of others', async () => {
  await server.query(
    `update facilities set second_factor = '{"patients":"required","representatives":"required","graceDays":0}'`,
  );
  const tablet = server.browser('kiosk');
  expect((await tablet.logIn('kiosk', password, 'kioskManagement')).status).toBe(200);
  expect((await server.browser().logIn('patient')).body).toMatchObject({ error: 'second_step_required' });
});

test('staff set it up at the first log-in, without days of grace, and are asked at each one after it', async () => {
  const { tablet, key, recoveryCodes } = await setUp();
  expect(recoveryCodes).toHaveLength(10);
  expect(await tablet.profile()).toMatchObject({ userName: 'kiosk', loginType: 'patientKioskManagement' });
  const again = await waiting(tablet);
  expect(again).toMatchObject({ needs: 'code' });
  expect(await finish(tablet, again.pending, '000000')).toMatchObject({ body: { error: 'code_wrong' } });
  expect((await finish(tablet, again.pending, codeOf(key), true)).status).toBe(200);
  // The tablet is not remembered, although the request asked for it.
  expect(await server.query('select 1 from remembered_browsers')).toEqual([]);
  const { pending } = await waiting(tablet);
  expect((await finish(tablet, pending, recoveryCodes[0] ?? '')).status).toBe(200);
  expect(await server.brokenAuditRows()).toEqual([]);
});

test('patients are asked for nothing by a rule for staff', async () => {
  expect((await server.browser().logIn('patient')).status).toBe(200);
});

test('a log-in of staff is finished at the kiosk alone, and one of a patient at the portal alone', async () => {
  const { key } = await setUp();
  const { pending } = await waiting();
  expect(await finish(server.browser(), pending, codeOf(key))).toMatchObject(over);
  await later();
  await server.query(`update facilities set second_factor = '{"patients":"required","graceDays":0}'`);
  const portal = server.browser();
  const { pending: ofPatient } = v.parse(Waiting, (await portal.logIn('patient')).body);
  const keyOfPatient = await keyFor(portal, ofPatient);
  expect(await finish(server.browser('kiosk'), ofPatient, codeOf(keyOfPatient))).toMatchObject(over);
});

test('no code comes by text message to staff', async () => {
  const { userId } = await server.ids('kiosk');
  await setUp();
  await server.query("update second_factors set text_phone_number = '+13035550147' where user_id = $1", [userId]);
  const { tablet, pending, textsTo } = await waiting();
  expect(textsTo).toBeUndefined();
  expect(await tablet.call(calls.textSignInCode, { body: { pending } })).toMatchObject(over);
});

test('a tablet that was revoked between the two steps lets nobody in', async () => {
  const { key } = await setUp();
  const { tablet, pending } = await waiting();
  await server.query('update facilities set kiosk_own_tablets_only = true');
  expect(await finish(tablet, pending, codeOf(key))).toMatchObject({
    status: 403,
    body: { error: 'tablet_not_set_up' },
  });
  await server.query('update facilities set kiosk_own_tablets_only = false');
  // The code was not used up.
  expect((await finish(tablet, pending, codeOf(key))).status).toBe(200);
});

test('who was disabled between the two steps does not get in', async () => {
  const { key } = await setUp();
  const { tablet, pending } = await waiting();
  await server.query("update users set disabled_at = now() where username = 'kiosk'");
  expect(await finish(tablet, pending, codeOf(key))).toMatchObject(over);
  await server.query("update users set disabled_at = null where username = 'kiosk'");
});

test('an administrator resets it, after a check of who it is', async () => {
  await setUp();
  const reset = await command(
    ['second-factor', 'reset', '--user', 'kiosk', '--checked', 'photo-id'],
    server.databaseUrl,
  );
  expect(reset).toMatchObject({ code: 0, out: 'The second step of "kiosk" is off.' });
  expect(await waiting()).toMatchObject({ needs: 'setUp' });
});
