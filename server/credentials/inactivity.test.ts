import { calls } from '@portal/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await server.query('update facilities set inactivity_seconds = 900');
});
afterAll(() => server.stop());

const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

/** Lets time pass in which nobody is at any page. */
const pass = (minutes: number) =>
  server.query('update sessions set idle_until = idle_until - make_interval(mins => $1)', [minutes]);

const present = async (browser: Browser, userId: number) =>
  (await browser.call(calls.reportPresence, { params: { userId } })).status;

/** Another tab of a browser: its cookies, with a sign-in of its own. */
async function tabBeside(browser: Browser, username: string): Promise<Browser> {
  const tab = server.browser();
  for (const [name, value] of browser.cookies) tab.cookies.set(name, value);
  await tab.logIn(username);
  return tab;
}

test('a session is refreshed until the facility’s limit has passed without anybody at the page, and neither calls nor refreshes count as somebody', async () => {
  const patient = await server.signedIn('patient');
  const { userId } = await patient.profile();
  await pass(10);
  expect((await patient.refresh()).status).toBe(200);
  expect((await patient.profile()).userId).toBe(userId);
  await pass(6);
  expect((await patient.call(calls.getLoginProfile)).status).toBe(401);
  expect(await patient.refresh()).toMatchObject(invalidGrant);
  const [row] = await server.query('select ended_because from sessions where user_id = $1 order by id desc limit 1', [
    userId,
  ]);
  expect(row).toEqual({ ended_because: 'inactive' });
  const [event] = await server.query(
    "select type, detail->>'event' as event from audit_events where actor_user_id = $1 order by id desc limit 1",
    [userId],
  );
  expect(event).toEqual({ type: 'session.ended', event: 'inactive' });
});

test('whoever is at the page stays signed in, in every tab of that browser, as long as they are told of', async () => {
  const patient = await server.signedIn('patient');
  const tab = await tabBeside(patient, 'patient');
  const elsewhere = await server.signedIn('patient');
  const { userId } = await patient.profile();
  for (let times = 0; times < 3; times += 1) {
    await pass(10);
    expect(await present(patient, userId)).toBe(204);
  }
  expect((await tab.refresh()).status).toBe(200);
  expect(await elsewhere.refresh()).toMatchObject(invalidGrant);
});

test('a browser that restores its last session, and a copy of its profile, open nothing after the limit', async () => {
  const patient = await server.signedIn('patient');
  const { userId } = await patient.profile();
  await pass(16);
  const restored = server.browser();
  for (const [name, value] of patient.cookies) restored.cookies.set(name, value);
  restored.tokens = patient.tokens;
  expect(await present(restored, userId)).toBe(401);
  expect(await restored.refresh()).toMatchObject(invalidGrant);
  expect(await patient.refresh()).toMatchObject(invalidGrant);
});

test('the limit is the facility’s own', async () => {
  await server.query('update facilities set inactivity_seconds = 3600');
  const patient = await server.signedIn('patient');
  await server.query('update facilities set inactivity_seconds = 900');
  await pass(50);
  expect((await patient.refresh()).status).toBe(200);
  const { userId } = await patient.profile();
  await present(patient, userId);
  await pass(16);
  expect(await patient.refresh()).toMatchObject(invalidGrant);
});
