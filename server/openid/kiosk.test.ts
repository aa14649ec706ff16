import { calls } from '@portal/api';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { type TestIdentityProvider, startIdentityProvider } from '../../tests/server/identityProvider.ts';

let server: TestServer;
let hospital: TestIdentityProvider;

beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000', OPENID_SECRET_STAFF: 'secret' } });
  const { facilityId } = await server.ids('kiosk');
  hospital = await startIdentityProvider([
    { clientId: 'kiosk', secret: 'secret', address: `${server.kioskUrl}/openid/staff` },
  ]);
  const declared = {
    key: 'staff',
    names: { en: 'Staff account' },
    for: 'kioskStaff',
    issuer: hospital.issuer,
    clientId: 'kiosk',
    clientSecret: 'OPENID_SECRET_STAFF',
    person: { claim: 'staff_name', is: 'username' },
    groups: { claim: 'groups', anyOf: ['reception'] },
  };
  await server.query('update facilities set identity_providers = $1::jsonb where id = $2', [
    JSON.stringify([declared]),
    facilityId,
  ]);
  hospital.people.set('clerk', { staff_name: 'kiosk', groups: ['reception'] });
  hospital.people.set('nurse', { staff_name: 'kiosk', groups: ['ward'] });
  hospital.people.set('unknown', { staff_name: 'nobody', groups: ['reception'] });
  hospital.people.set('patient', { staff_name: 'patient', groups: ['reception'] });
});
afterAll(async () => {
  await hospital.stop();
  await server.stop();
});
beforeEach(() => hospital.bend(null));

const locationOf = ({ headers }: { readonly headers: Headers }): string => headers.get('location') ?? '';
async function arrive(browser: Browser, subject: string): Promise<string> {
  const answer = await hospital.browserOf(subject).follow(locationOf(await browser.fetch('/openid/staff/start')));
  return locationOf(await browser.fetch(answer.replace(/^http:\/\/[^/]+/, '')));
}
const ticketIn = (page: string): string => /^\/kioskLogin#sso-id=([\w-]{43})$/.exec(page)?.[1] ?? '';

test('a member of staff in the right group signs in at the kiosk, and nowhere else', async () => {
  const browser = server.browser('kiosk');
  const ticket = ticketIn(await arrive(browser, 'clerk'));
  expect(await server.browser().signOn(ticket)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect((await browser.signOn(ticket)).status).toBe(200);
  expect(await browser.profile()).toMatchObject({ userName: 'kiosk', loginType: 'patientKioskManagement' });
  // The identity system alone decides who is let in.
  const params = { userId: (await browser.profile()).userId };
  for (const call of [calls.listPasskeys, calls.beginPasskey, calls.beginPasskeyProof])
    expect(await browser.call(call, { params })).toMatchObject({ status: 404, body: { error: 'not_found' } });
  expect(await server.brokenAuditRows()).toEqual([]);
});

test.each(['nurse', 'unknown', 'patient'])('%s does not', async (subject) => {
  expect(await arrive(server.browser('kiosk'), subject)).toBe('/kioskLogin?because=notAllowed');
});

test('signs in anew each time: whoever holds the tablet next must not get in', async () => {
  const browser = server.browser('kiosk');
  const asked = new URL(locationOf(await browser.fetch('/openid/staff/start'))).searchParams;
  expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '300']);
  hospital.bend((claims) => ({ ...claims, auth_time: Math.floor(Date.now() / 1000) - 400 }));
  expect(await arrive(browser, 'clerk')).toBe('/kioskLogin?because=tooOld');
});

test('on a tablet of the facility only, where it wants that', async () => {
  const browser = server.browser('kiosk');
  const ticket = ticketIn(await arrive(browser, 'clerk'));
  await server.query('update facilities set kiosk_own_tablets_only = true');
  expect(await browser.signOn(ticket)).toMatchObject({ body: { error: 'tablet_not_set_up' } });
  await server.query('update facilities set kiosk_own_tablets_only = false');
  expect((await browser.signOn(ticket)).status).toBe(200);
});
