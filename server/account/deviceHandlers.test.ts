import { createHmac } from 'node:crypto';
import { calls } from '@portal/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('what a device keeps', () => {
  const acts = (userId: number) =>
    server.query(
      "select type from audit_events where actor_user_id = $1 and type like 'device.records%' order by facility_id, id",
      [userId],
    );

  test('is told by the device, listed with the browser in which it is signed in, and audited once', async () => {
    const { userId } = await server.ids('patient');
    const params = { userId, deviceId: 'device-that-keeps-records' };
    const browser = await server.signedIn('patient');
    expect((await browser.call(calls.putDeviceKey, { params, body: { name: 'A phone' } })).status).toBe(200);
    const listed = async (asking: typeof browser) =>
      (await asking.call(calls.listDevices, { params: { userId } })).body as readonly unknown[];
    const places = async (asking: typeof browser) =>
      (await asking.call(calls.listSignedInPlaces, { params: { userId } })).body as readonly { sessionId: number }[];
    const [here] = await places(browser);
    expect(await listed(browser)).toMatchObject([{ keepsRecords: false, sessionId: here?.sessionId }]);

    for (const keeps of [true, true])
      expect((await browser.call(calls.putDeviceRecords, { params, body: { keeps } })).status).toBe(204);
    expect(await listed(browser)).toMatchObject([{ keepsRecords: true, sessionId: here?.sessionId }]);
    expect(await acts(userId)).toEqual([{ type: 'device.records_kept' }]);

    // After signing out, the device still keeps an offline copy. Another browser sees that and can revoke it.
    const other = await server.signedIn('patient');
    expect(
      (await browser.call(calls.logOff, { params: { userId }, body: { auditEventType: 'logoffauditevent' } })).status,
    ).toBe(204);
    expect(await listed(other)).toMatchObject([
      { deviceId: params.deviceId, keepsRecords: true, sessionId: null, device: { kind: expect.any(String) } },
    ]);

    // The browser signs in again, and its new session is shown with the device.
    const again = await server.signedIn('patient');
    expect((await again.call(calls.getDeviceKey, { params })).status).toBe(200);
    const [now] = await places(again);
    expect(await listed(other)).toMatchObject([{ sessionId: now?.sessionId }]);

    expect((await again.call(calls.putDeviceRecords, { params, body: { keeps: false } })).status).toBe(204);
    expect(await listed(other)).toMatchObject([{ keepsRecords: false }]);
    expect(await acts(userId)).toEqual([{ type: 'device.records_kept' }, { type: 'device.records_ended' }]);
    expect(await server.brokenAuditRows()).toEqual([]);
  });

  test('is refused for a device that is not there, was wiped, or is of another account', async () => {
    const { userId } = await server.ids('patient');
    const browser = await server.signedIn('patient');
    const put = (asking: typeof browser, of: number, deviceId: string) =>
      asking.call(calls.putDeviceRecords, { params: { userId: of, deviceId }, body: { keeps: true } });
    const notFound = { status: 404, body: { error: 'not_found' } };
    expect(await put(browser, userId, 'device-that-nobody-made')).toMatchObject(notFound);

    const params = { userId, deviceId: 'device-that-is-wiped' };
    await browser.call(calls.putDeviceKey, { params, body: { name: 'A phone' } });
    const stranger = await server.signedIn('limited');
    expect(await put(stranger, userId, params.deviceId)).toMatchObject(notFound);
    expect(await put(stranger, (await server.ids('limited')).userId, params.deviceId)).toMatchObject(notFound);
    await browser.call(calls.deleteDeviceKey, { params });
    expect(await put(browser, userId, params.deviceId)).toMatchObject(notFound);
    expect(await server.query("select keeps_records from devices where device_id = 'device-that-is-wiped'")).toEqual([
      { keeps_records: false },
    ]);
  });
});

test('whether a device was revoked is told to the device itself, without a sign-in', async () => {
  const { userId } = await server.ids('patient');
  const browser = await server.signedIn('patient');
  const params = { userId, deviceId: 'device-that-is-to-be-wiped' };
  const status = async (deviceId: string) =>
    (await server.browser().call(calls.getDeviceStatus, { params: { deviceId } })).body;
  expect(await status(params.deviceId)).toEqual({ isRevoked: false });
  expect((await browser.call(calls.putDeviceKey, { params, body: { name: 'A phone' } })).status).toBe(200);
  expect(await status(params.deviceId)).toEqual({ isRevoked: false });
  // Somebody who has learnt the id revokes it as one of their own devices.
  const stranger = await server.signedIn('limited');
  const theirs = { ...params, userId: (await server.ids('limited')).userId };
  expect((await stranger.call(calls.deleteDeviceKey, { params: theirs })).status).toBe(204);
  expect(await status(params.deviceId)).toEqual({ isRevoked: false });
  expect((await browser.call(calls.deleteDeviceKey, { params })).status).toBe(204);
  expect(await status(params.deviceId)).toEqual({ isRevoked: true });
  expect(await status('device-of-nobody-at-all')).toEqual({ isRevoked: false });
});

describe('a device that was logged out without a connection', () => {
  const proofOf = (key: string) =>
    createHmac('sha256', Buffer.from(key, 'base64url')).update('vestibule end').digest('base64url');
  const made = async (username: string, deviceId: string) => {
    const { userId } = await server.ids(username);
    const browser = await server.signedIn(username);
    const params = { userId, deviceId };
    const answer = await browser.call(calls.putDeviceKey, { params, body: { name: 'A phone' } });
    const { key } = answer.body as { key: string };
    return { browser, params, proof: proofOf(key) };
  };
  const end = async (deviceId: string, proof: string) =>
    (await server.browser().call(calls.endDevice, { body: { deviceId, proof } })).status;

  test('is taken out of the list by what only its person was given, once, and audited', async () => {
    const { browser, params, proof } = await made('patient', 'device-logged-out-offline');
    // Another account that makes up the same id neither revokes it nor is revoked with it.
    const other = await made('limited', params.deviceId);
    const isListed = async ({ browser: asking, params: of }: typeof other) =>
      JSON.stringify((await asking.call(calls.listDevices, { params: { userId: of.userId } })).body).includes(
        of.deviceId,
      );
    expect(await end(params.deviceId, proof)).toBe(204);
    expect(await isListed({ browser, params, proof })).toBe(false);
    expect(await isListed(other)).toBe(true);
    expect((await browser.call(calls.getDeviceKey, { params })).body).toEqual({ error: 'device_revoked' });
    expect(await end(params.deviceId, proof)).toBe(204);
    expect(
      await server.query(
        "select actor_user_id as who from audit_events where type = 'device.revoked' and detail ->> 'because' = 'logged_out_offline'",
      ),
    ).toEqual([{ who: null }]);
    expect(await server.brokenAuditRows()).toEqual([]);
  });

  test('is not ended by its id, nor by the proof of another', async () => {
    const one = await made('patient', 'device-that-goes-on');
    const two = await made('patient', 'device-that-goes-on-too');
    for (const proof of [two.proof, 'A'.repeat(43)]) expect(await end(one.params.deviceId, proof)).toBe(204);
    expect(await end('device-of-nobody-at-all', one.proof)).toBe(204);
    expect((await one.browser.call(calls.getDeviceKey, { params: one.params })).status).toBe(200);
  });
});
