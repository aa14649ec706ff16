import { calls } from '@portal/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { type TestIdentityProvider, startIdentityProvider } from '../../tests/server/identityProvider.ts';

let server: TestServer;
let clinic: TestIdentityProvider;
let origin: string;

beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000', OPENID_SECRET_CLINIC: 'secret' } });
  const { facilityId } = await server.ids('patient');
  origin = server.portalUrl.replace('127.0.0.1', 'localhost');
  clinic = await startIdentityProvider([{ clientId: 'portal', secret: 'secret', address: `${origin}/openid/clinic` }]);
  const declared = {
    key: 'clinic',
    names: { en: 'Clinic account' },
    for: 'patients',
    issuer: clinic.issuer,
    clientId: 'portal',
    clientSecret: 'OPENID_SECRET_CLINIC',
    person: { claim: 'mrn', is: 'recordNumber' },
  };
  await server.query('update facilities set identity_providers = $1::jsonb where id = $2', [
    JSON.stringify([declared]),
    facilityId,
  ]);
  const [row] = await server.query(
    "select p.mrn from patients p join users u on u.id = p.user_id where u.username = 'patient'",
  );
  clinic.people.set('juniper', { mrn: row?.['mrn'] });
});
afterAll(async () => {
  await clinic.stop();
  await server.stop();
});
beforeEach(() => server.query('delete from limits'));

const locationOf = ({ headers }: { readonly headers: Headers }): string => headers.get('location') ?? '';
/** A browser that has come back with a ticket, which it has not used yet. */
async function comeBack(at = clinic.browserOf('juniper')): Promise<{ browser: Browser; ticket: string }> {
  const browser = server.browser();
  const answer = await at.follow(locationOf(await browser.fetch('/openid/clinic/start')));
  const page = locationOf(await browser.fetch(answer.replace(/^http:\/\/[^/]+/, '')));
  return { browser, ticket: /sso-id=([\w-]{43})/.exec(page)?.[1] ?? page };
}
async function signedIn(): Promise<Browser> {
  const { browser, ticket } = await comeBack();
  expect((await browser.signOn(ticket)).status).toBe(200);
  return browser;
}
const isIn = async (browser: Browser): Promise<boolean> => (await browser.call(calls.getLoginProfile)).status === 200;

const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
let tokens = 0;
/** The claims of a right logout token for everything of Juniper's. */
const claims = (more: Record<string, unknown> = {}) => {
  const now = Math.floor(Date.now() / 1000);
  tokens += 1;
  return {
    iss: clinic.issuer,
    aud: 'portal',
    iat: now,
    exp: now + 120,
    jti: `t${tokens}`,
    sub: 'juniper',
    events,
    ...more,
  };
};
const tell = (token: string) =>
  server.browser().call(calls.endIdentitySession, { params: { provider: 'clinic' }, body: { logout_token: token } });

describe('signing out', () => {
  test('leads to the identity system and back, and ends the session here', async () => {
    const browser = await signedIn();
    const there = new URL(locationOf(await browser.fetch('/openid/logout')));
    expect(there.origin + there.pathname).toBe(`${clinic.issuer}/session/end`);
    expect(Object.fromEntries(there.searchParams)).toEqual({
      client_id: 'portal',
      post_logout_redirect_uri: `${origin}/ssoLogout`,
    });
    expect((await fetch(there)).status).toBe(200);
    expect(await isIn(browser)).toBe(false);
    expect(locationOf(await browser.fetch('/openid/logout'))).toBe('/ssoLogout');
  });

  test('without a sign-in of an identity system leads to the page that says so', async () => {
    const browser = await server.signedIn('patient');
    expect(locationOf(await browser.fetch('/openid/logout'))).toBe('/ssoLogout');
    expect(await isIn(browser)).toBe(true);
  });
});

describe('an identity system that ends a sign-in', () => {
  test('ends every session and ticket of that person, and no other', async () => {
    const [one, other, byPassword] = [await signedIn(), await signedIn(), await server.signedIn('patient')];
    const { browser, ticket } = await comeBack();
    expect((await tell(await clinic.logoutToken(claims()))).status).toBe(204);
    expect([await isIn(one), await isIn(other), await isIn(byPassword)]).toEqual([false, false, true]);
    expect(await browser.signOn(ticket)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await server.brokenAuditRows()).toEqual([]);
  });

  test('by its session ends only what began with that one', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    const [row] = await server.query('select max(openid_sign_in_id) as id from sessions where ended_at is null');
    await server.query("update openid_sign_ins set sid_hash = sha256(convert_to($1, 'UTF8')) where id = $2", [
      JSON.stringify([clinic.issuer, 'one session']),
      row?.['id'],
    ]);
    expect((await tell(await clinic.logoutToken(claims({ sub: undefined, sid: 'one session' })))).status).toBe(204);
    expect([await isIn(one), await isIn(other)]).toEqual([true, false]);
  });

  test('says so once with each token', async () => {
    const token = await clinic.logoutToken(claims());
    expect((await tell(token)).status).toBe(204);
    const browser = await signedIn();
    expect(await tell(token)).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    expect(await isIn(browser)).toBe(true);
  });

  test.each<[string, () => Record<string, unknown>]>([
    ['another issuer', () => claims({ iss: 'https://other.example.org' })],
    ['another client', () => claims({ aud: 'another' })],
    ['an ID token', () => claims({ nonce: 'n' })],
    ['something else', () => claims({ events: { other: {} } })],
    ['nobody', () => claims({ sub: undefined })],
    ['long ago', () => claims({ iat: 1_700_000_000, exp: undefined })],
    ['no number of its own', () => claims({ jti: undefined })],
  ])('is not believed with a token of %s', async (_what, made) => {
    const browser = await signedIn();
    expect((await tell(await clinic.logoutToken(made()))).status).toBe(400);
    expect(await isIn(browser)).toBe(true);
  });

  test('is not believed with a key of somebody else, or at an address that is not its own', async () => {
    const token = await clinic.logoutToken(claims());
    await clinic.changeKey();
    expect((await tell(token)).status).toBe(400);
    expect((await tell('no token')).status).toBe(400);
    const elsewhere = { params: { provider: 'other' }, body: { logout_token: token } };
    expect((await server.browser().call(calls.endIdentitySession, elsewhere)).status).toBe(404);
  });
});
