import { PatientId, calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { type TestIdentityProvider, startIdentityProvider } from '../../tests/server/identityProvider.ts';
import { invitePatient } from '../contacts/invitations.ts';
import { keyFor } from '../http/serverKey.ts';

let server: TestServer;
let clinic: TestIdentityProvider;
const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;

beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000', OPENID_SECRET_CLINIC: 'secret' } });
  const { facilityId } = await server.ids('patient');
  const address = `${server.portalUrl.replace('127.0.0.1', 'localhost')}/openid/clinic`;
  clinic = await startIdentityProvider([{ clientId: 'portal', secret: 'secret', address }]);
  const declared = {
    key: 'clinic',
    names: { en: 'Clinic account' },
    for: 'patients',
    issuer: clinic.issuer,
    clientId: 'portal',
    clientSecret: 'OPENID_SECRET_CLINIC',
  };
  await server.query('update facilities set identity_providers = $1::jsonb where id = $2', [
    JSON.stringify([declared]),
    facilityId,
  ]);
});
afterAll(async () => {
  await clinic.stop();
  await server.stop();
});
beforeEach(async () => {
  await server.query('delete from identity_links');
  await server.query('delete from limits');
});

const locationOf = ({ headers }: { readonly headers: Headers }): string => headers.get('location') ?? '';
/** Signs in at the identity system from an address of it, and gives the page to which the portal leads. */
async function arriveFrom(browser: Browser, address: string, subject: string): Promise<string> {
  const answer = await clinic.browserOf(subject).follow(address);
  return locationOf(await browser.fetch(answer.replace(/^http:\/\/[^/]+/, '')));
}
const arrive = async (browser: Browser, subject: string): Promise<string> =>
  arriveFrom(browser, locationOf(await browser.fetch('/openid/clinic/start')), subject);
const pendingIn = (page: string): string => /^\/link-sign-in#p=([\w-]{43})$/.exec(page)?.[1] ?? '';
const ticketIn = (page: string): string => /^\/singleSignOn\?sso-id=([\w-]{43})$/.exec(page)?.[1] ?? '';

let made = 0;
/** A patient without an account, invited; gives what they know of themselves. */
async function invited() {
  const { facilityId } = await server.ids('patient');
  made += 1;
  const [user] = await server.query(
    "insert into users (first_name, last_name, facility_id) values ('Ada', $1, $2) returning id",
    [`Invited${made}`, facilityId],
  );
  const [patient] = await server.query(
    `insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id)
     select id, 'INV-' || id, first_name, last_name, '1980-05-06', facility_id from users where id = $1 returning id`,
    [user?.['id']],
  );
  const patientId = v.parse(PatientId, Number(patient?.['id']));
  const { pin } = await server.tx(async (tx) =>
    invitePatient(tx, await keyFor(tx, '', 'invitation'), clerk, { patientId, days: 14, ssn: null }),
  );
  return { patientId, identity: { firstName: 'Ada', lastName: `Invited${made}`, birthDate: '1980/5/6', pin } };
}
const link = (browser: Browser, pending: string, identity: Record<string, string>) =>
  browser.call(calls.linkIdentity, { body: { pending, ...identity } });
const SsoId = v.object({ ssoId: v.string() });

describe('a first sign-in at an identity system', () => {
  test('is linked with the record of an invitation, and signs in from then on', async () => {
    const { patientId, identity } = await invited();
    await server.query("update patients set email_address = 'ada@example.org' where id = $1", [patientId]);
    const browser = server.browser();
    const answer = await link(browser, pendingIn(await arrive(browser, 'first')), identity);
    expect(answer.status).toBe(200);
    // The account has no address of its own.
    expect((await server.waitForMails('ada@example.org', 1))[0]?.text).toContain('/account-settings#identities');
    expect((await browser.signOn(v.parse(SsoId, answer.body).ssoId)).status).toBe(200);
    expect(await browser.profile()).toMatchObject({
      firstName: 'Ada',
      loginType: 'singleSignOn',
      isEulaAccepted: false,
    });

    const again = server.browser();
    expect((await again.signOn(ticketIn(await arrive(again, 'first')))).status).toBe(200);
    const [row] = await server.query('select used_at is not null as used from invitations where patient_id = $1', [
      patientId,
    ]);
    expect(row).toEqual({ used: true });
    expect(await server.brokenAuditRows()).toEqual([]);
  });

  test('gets no link to confirm a new address, which needs a username, and the old address is told', async () => {
    const { patientId, identity } = await invited();
    const [old, email] = [`before-${made}@example.org`, `after-${made}@example.org`];
    await server.query('update patients set email_address = $2 where id = $1', [patientId, old]);
    const browser = server.browser();
    const answer = await link(browser, pendingIn(await arrive(browser, 'no name')), identity);
    await browser.signOn(v.parse(SsoId, answer.body).ssoId);
    const { userId } = await browser.profile();
    await server.query('update sessions set proved_at = now() where user_id = $1', [userId]);
    await server.query('update users set accepted_terms_version = terms_version(facility_id) where id = $1', [userId]);
    const body = [{ op: 'replace', path: '/email', value: email }];
    expect((await browser.call(calls.replaceEmail, { params: { userId }, body })).status).toBe(200);
    const mails = await server.waitForMails(old, 2);
    expect(mails.at(-1)?.text).toContain('/undo-email#t=');
    expect(await server.mails(email)).toEqual([]);
    expect(await server.query('select 1 from email_confirmations where user_id = $1', [userId])).toEqual([]);
  });

  test('is refused with a wrong PIN, and works after it', async () => {
    const { identity } = await invited();
    const browser = server.browser();
    const pending = pendingIn(await arrive(browser, 'second'));
    expect(await link(browser, pending, { ...identity, pin: 'wrong' })).toMatchObject({ status: 404 });
    expect(await link(browser, pending, identity)).toMatchObject({ status: 200 });
    expect(await link(browser, pending, identity)).toMatchObject({ status: 400, body: { error: 'link_expired' } });
  });

  test('is over after 15 minutes, and then an invitation stays', async () => {
    const { patientId, identity } = await invited();
    const browser = server.browser();
    const pending = pendingIn(await arrive(browser, 'third'));
    await server.query(
      "update openid_sign_ins set expires_at = now() - interval '1 second' where pending_hash is not null",
    );
    const expired = { status: 400, body: { error: 'link_expired' } };
    expect(await link(browser, pending, identity)).toMatchObject(expired);
    expect(await link(browser, 'made up', identity)).toMatchObject(expired);
    const [row] = await server.query('select used_at from invitations where patient_id = $1', [patientId]);
    expect(row).toEqual({ used_at: null });
  });

  test('never opens two records', async () => {
    const [one, other] = [await invited(), await invited()];
    const [here, there] = [server.browser(), server.browser()];
    const [first, second] = [pendingIn(await arrive(here, 'fourth')), pendingIn(await arrive(there, 'fourth'))];
    expect(await link(here, first, one.identity)).toMatchObject({ status: 200 });
    expect(await link(there, second, other.identity)).toMatchObject({ status: 409, body: { error: 'other_person' } });
  });
});

describe('the account settings', () => {
  const identities = async (browser: Browser, userId: number) =>
    (await browser.call(calls.listIdentities, { params: { userId } })).body;

  test('connect a sign-in with the account, and end it with the sessions that it began', async () => {
    const { userId } = await server.ids('patient');
    const browser = await server.signedIn('patient');
    const begun = await browser.call(calls.beginIdentity, { params: { userId }, body: { provider: 'clinic' } });
    expect(begun.status).toBe(200);
    const { address } = v.parse(calls.beginIdentity.answer, begun.body);
    expect(await arriveFrom(browser, address, 'own')).toBe('/account-settings#identities');
    expect(await identities(browser, userId)).toMatchObject([{ provider: 'clinic', lastUsedAt: null }]);

    const elsewhere = server.browser();
    expect((await elsewhere.signOn(ticketIn(await arrive(elsewhere, 'own')))).status).toBe(200);
    expect((await browser.call(calls.listSignedInPlaces, { params: { userId } })).body).toContainEqual(
      expect.objectContaining({ isThis: false, provider: 'clinic' }),
    );
    const [{ identityId }] = v.parse(
      v.tuple([v.object({ identityId: v.number() })]),
      await identities(browser, userId),
    );
    const removal = { params: { userId, identityId } };
    expect((await browser.call(calls.removeIdentity, removal)).status).toBe(204);
    expect((await browser.call(calls.removeIdentity, removal)).status).toBe(404);
    expect((await elsewhere.call(calls.getLoginProfile)).status).toBe(401);
    expect((await browser.call(calls.getLoginProfile)).status).toBe(200);
    expect(pendingIn(await arrive(server.browser(), 'own'))).not.toBe('');
    const [owner] = await server.query("select email from users where username = 'patient'");
    const mails = await server.waitForMails(v.parse(v.string(), owner?.['email']), 2);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Another login was connected to your account',
      'A login was removed from your account',
    ]);
  });

  test('keep the only login that opens the account', async () => {
    const { patientId, identity } = await invited();
    const browser = server.browser();
    const answer = await link(browser, pendingIn(await arrive(browser, 'only')), identity);
    await browser.signOn(v.parse(SsoId, answer.body).ssoId);
    const { userId } = await browser.profile();
    await server.query('update sessions set proved_at = now() where user_id = $1', [userId]);
    await server.query('update users set accepted_terms_version = terms_version(facility_id) where id = $1', [userId]);
    const [{ identityId }] = v.parse(
      v.tuple([v.object({ identityId: v.number() })]),
      await identities(browser, userId),
    );
    const remove = () => browser.call(calls.removeIdentity, { params: { userId, identityId } });
    expect(await remove()).toMatchObject({ status: 409, body: { error: 'last_way_in' } });
    expect(ticketIn(await arrive(server.browser(), 'only'))).not.toBe('');
    await server.query(
      "update users set username = $2, password_hash = (select password_hash from users where username = 'patient') where id = $1",
      [userId, `only-${String(patientId)}`],
    );
    expect((await remove()).status).toBe(204);
  });

  test('lose what was connected after a change of the email address when that change is undone', async () => {
    const { userId } = await server.ids('patient');
    const old = 'before-the-thief@example.org';
    await server.query('update users set email = $2 where id = $1', [userId, old]);
    const browser = await server.signedIn('patient');
    const connect = async (subject: string) => {
      const begun = await browser.call(calls.beginIdentity, { params: { userId }, body: { provider: 'clinic' } });
      const { address } = v.parse(calls.beginIdentity.answer, begun.body);
      expect(await arriveFrom(browser, address, subject)).toBe('/account-settings#identities');
    };
    await connect('own');
    const body = [{ op: 'replace', path: '/email', value: 'thief@example.org' }];
    expect((await browser.call(calls.replaceEmail, { params: { userId }, body })).status).toBe(200);
    await connect('thief');
    const token = (await server.waitForMails(old, 2))
      .map(({ text }) => /#t=([\w-]{43})/.exec(text ?? '')?.[1])
      .find((found) => found !== undefined);
    expect((await server.browser().call(calls.undoEmailChange, { body: { token: token ?? '' } })).status).toBe(204);
    // Nobody is linked any more with the one, and the other still opens the account.
    expect(pendingIn(await arrive(server.browser(), 'thief'))).not.toBe('');
    expect(ticketIn(await arrive(server.browser(), 'own'))).not.toBe('');
  });

  test('connect no sign-in that opens another account', async () => {
    const { identity } = await invited();
    const stranger = server.browser();
    await link(stranger, pendingIn(await arrive(stranger, 'taken')), identity);
    const { userId } = await server.ids('patient');
    const browser = await server.signedIn('patient');
    const begun = await browser.call(calls.beginIdentity, { params: { userId }, body: { provider: 'clinic' } });
    const { address } = v.parse(calls.beginIdentity.answer, begun.body);
    expect(await arriveFrom(browser, address, 'taken')).toBe('/singleSignOnFailed?because=otherPerson');
  });

  test('refuse what is not there, and what is not one’s own', async () => {
    const { userId } = await server.ids('patient');
    const browser = await server.signedIn('patient');
    const unknown = { params: { userId }, body: { provider: 'other' } };
    expect((await browser.call(calls.beginIdentity, unknown)).status).toBe(404);
    const other = await server.signedIn('representative');
    expect((await other.call(calls.listIdentities, { params: { userId } })).status).toBe(404);
  });
});
