import { calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { type TestIdentityProvider, startIdentityProvider } from '../../tests/server/identityProvider.ts';

let server: TestServer;
let clinic: TestIdentityProvider;
let declared: Record<string, unknown>;
const secret = 'a secret of these tests';

/** Declares the identity system of the demo facility, as an import of its folder does. */
const declare = (more: Record<string, unknown> = {}) =>
  server.query('update facilities set identity_providers = $1::jsonb where id = $2', [
    JSON.stringify([{ ...declared, ...more }]),
    northlight,
  ]);
let northlight: number;

beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000', OPENID_SECRET_CLINIC: secret } });
  northlight = (await server.ids('patient')).facilityId;
  const address = `${server.portalUrl.replace('127.0.0.1', 'localhost')}/openid/clinic`;
  clinic = await startIdentityProvider([{ clientId: 'portal', secret, address }]);
  declared = {
    key: 'clinic',
    names: { en: 'Clinic account' },
    for: 'patients',
    issuer: clinic.issuer,
    clientId: 'portal',
    clientSecret: 'OPENID_SECRET_CLINIC',
    person: { claim: 'mrn', is: 'recordNumber' },
  };
});
afterAll(async () => {
  await clinic.stop();
  await server.stop();
});
beforeEach(async () => {
  clinic.bend(null);
  await declare();
  await server.query('delete from identity_links');
});

let made = 0;
/** A new subject, with the record number of a demo user. */
async function subjectOf(username: string, more: Record<string, unknown> = {}): Promise<string> {
  const subject = `subject-${(made += 1)}`;
  const [row] = await server.query(
    'select p.mrn from patients p join users u on u.id = p.user_id where u.username = $1',
    [username],
  );
  clinic.people.set(subject, { mrn: row?.['mrn'], ...more });
  return subject;
}

const locationOf = ({ headers }: { readonly headers: Headers }): string => headers.get('location') ?? '';
/** The path and query of an address that leads back to the portal. */
const back = (address: string): string => address.replace(/^http:\/\/[^/]+/, '');

/** Goes to the identity system, signs in there, and gives the address that leads back. */
async function answerFor(browser: Browser, subject: string, start = '/openid/clinic/start'): Promise<string> {
  const begun = await browser.fetch(start);
  expect(begun.status).toBe(303);
  return back(await clinic.browserOf(subject).follow(locationOf(begun)));
}
/** Does so, and gives the page to which the portal then leads. */
const arrive = async (browser: Browser, subject: string, start?: string): Promise<string> =>
  locationOf(await browser.fetch(await answerFor(browser, subject, start)));

const failed = (because: string) => `/singleSignOnFailed?because=${because}`;
const ticketIn = (location: string): string => /^\/singleSignOn\?sso-id=([\w-]{43})/.exec(location)?.[1] ?? '';

describe('a sign-in at the identity system of the facility', () => {
  test('opens the record whose number it names, the first time and later', async () => {
    const subject = await subjectOf('patient');
    const browser = server.browser();
    const page = await arrive(browser, subject, '/openid/clinic/start?redirect=%2Fquestionnaires');
    expect(page).toMatch(/^\/singleSignOn\?sso-id=[\w-]{43}&redirect=%2Fquestionnaires$/);
    expect((await browser.signOn(ticketIn(page))).status).toBe(200);
    expect(await browser.profile()).toMatchObject({ userName: 'patient', loginType: 'singleSignOn' });
    const { patientId } = await server.ids('patient');
    expect((await browser.call(calls.getPatient, { params: { patientId: patientId ?? 0 } })).status).toBe(200);

    clinic.people.set(subject, {});
    const again = server.browser();
    expect((await again.signOn(ticketIn(await arrive(again, subject)))).status).toBe(200);
    expect(await again.profile()).toMatchObject({ userName: 'patient' });
    const rows = await server.query(
      "select type, actor_name from audit_events where patient_id = $1 and type in ('identity.linked', 'sso.ticket.issued', 'session.started') order by seq",
      [patientId],
    );
    expect(rows).toEqual([
      { type: 'identity.linked', actor_name: 'Juniper Applewhistle' },
      { type: 'sso.ticket.issued', actor_name: 'identity system clinic' },
      { type: 'session.started', actor_name: 'Juniper Applewhistle' },
      { type: 'sso.ticket.issued', actor_name: 'identity system clinic' },
      { type: 'session.started', actor_name: 'Juniper Applewhistle' },
    ]);
    expect(await server.brokenAuditRows()).toEqual([]);
  });

  test('stores neither the subject nor the state in clear, and no cookie of it stays', async () => {
    const subject = await subjectOf('patient');
    const browser = server.browser();
    const answer = await answerFor(browser, subject);
    const stored = JSON.stringify(await server.query('select * from openid_requests'));
    expect(stored).not.toContain(new URLSearchParams(answer.split('?')[1]).get('state'));
    const [cookie] = [...browser.cookies.keys()].filter((name) => name.includes('openid'));
    expect(cookie).toBe('vestibule-portal-openid');
    await browser.fetch(answer);
    expect(browser.cookies.has('vestibule-portal-openid')).toBe(false);
    expect(JSON.stringify(await server.query('select * from identity_links'))).not.toContain(subject);
  });

  test('comes back once, to the browser that began it, within ten minutes', async () => {
    const subject = await subjectOf('patient');
    const browser = server.browser();
    const answer = await answerFor(browser, subject);
    expect(locationOf(await server.browser().fetch(answer))).toBe(failed('startAgain'));
    expect(ticketIn(locationOf(await browser.fetch(answer)))).not.toBe('');
    expect(locationOf(await browser.fetch(answer))).toBe(failed('startAgain'));

    const late = await answerFor(browser, subject);
    await server.query("update openid_requests set expires_at = now() - interval '1 second'");
    expect(locationOf(await browser.fetch(late))).toBe(failed('startAgain'));

    const cookie = (await browser.fetch('/openid/clinic/start')).headers.getSetCookie().join();
    expect(cookie).toMatch(/^vestibule-portal-openid=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('is begun in two tabs of a browser at once, and ends in both', async () => {
    const subject = await subjectOf('patient');
    const browser = server.browser();
    const answers = [await answerFor(browser, subject), await answerFor(browser, subject)];
    for (const answer of answers) expect(ticketIn(locationOf(await browser.fetch(answer)))).not.toBe('');
    expect(browser.cookies.has('vestibule-portal-openid')).toBe(false);
  });

  test('on https has a cookie that no neighbouring host can set', async () => {
    const secure = await startTestServer({
      beside: server,
      environment: { OPENID_SECRET_CLINIC: secret, TRUST_PROXY: '1' },
    });
    const begun = await secure.browser().fetch('/openid/clinic/start', { headers: { 'x-forwarded-proto': 'https' } });
    expect(begun.headers.getSetCookie().join()).toMatch(/^__Host-vestibule-portal-openid=.*Secure; SameSite=Lax$/);
    await secure.stop();
  });

  test('goes on when the identity system has changed its key', async () => {
    const subject = await subjectOf('patient');
    expect(ticketIn(await arrive(server.browser(), subject))).not.toBe('');
    await clinic.changeKey();
    expect(ticketIn(await arrive(server.browser(), subject))).not.toBe('');
  });
});

describe('nobody gets in', () => {
  const aMinuteAgo = () => Math.floor(Date.now() / 1000) - 60;

  test.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['of another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['for another client', (claims) => ({ ...claims, aud: 'another' })],
    ['that has expired', (claims) => ({ ...claims, exp: aMinuteAgo() })],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://other.example.org' })],
  ])('with an ID token %s', async (_what, change) => {
    const subject = await subjectOf('patient');
    clinic.bend(change);
    expect(await arrive(server.browser(), subject)).toBe(failed('refused'));
  });

  test('with the answer of another identity system (mix-up)', async () => {
    const subject = await subjectOf('patient');
    const browser = server.browser();
    const answer = (await answerFor(browser, subject)).replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fother.example.org');
    expect(locationOf(await browser.fetch(answer))).toBe(failed('refused'));
  });

  test('when an identity system says that it is another one', async () => {
    await declare({ issuer: clinic.issuer.replace('127.0.0.1', 'localhost') });
    expect(locationOf(await server.browser().fetch('/openid/clinic/start'))).toBe(failed('unreachable'));
  });

  test('when it does not answer, or the server has no secret for it', async () => {
    await declare({ issuer: 'http://127.0.0.1:1' });
    expect(locationOf(await server.browser().fetch('/openid/clinic/start'))).toBe(failed('unreachable'));
    await declare({ clientSecret: 'OPENID_SECRET_OTHER' });
    expect(locationOf(await server.browser().fetch('/openid/clinic/start'))).toBe(failed('unreachable'));
  });

  test('who has signed in there in too weak a way, or too long ago', async () => {
    const subject = await subjectOf('patient');
    await declare({ acrValues: ['high'], maxAgeSeconds: 600 });
    expect(ticketIn(await arrive(server.browser(), subject))).not.toBe('');
    clinic.bend((claims) => ({ ...claims, acr: 'low' }));
    expect(await arrive(server.browser(), subject)).toBe(failed('tooWeak'));
    clinic.bend((claims) => ({ ...claims, acr: undefined }));
    expect(await arrive(server.browser(), subject)).toBe(failed('tooWeak'));
    clinic.bend((claims) => ({ ...claims, auth_time: aMinuteAgo() - 600 }));
    expect(await arrive(server.browser(), subject)).toBe(failed('tooOld'));
    clinic.bend((claims) => ({ ...claims, auth_time: undefined }));
    expect(await arrive(server.browser(), subject)).toBe(failed('tooOld'));
  });

  test('who is in none of the groups', async () => {
    await declare({ groups: { claim: 'groups', anyOf: ['patients'] } });
    expect(await arrive(server.browser(), await subjectOf('patient'))).toBe(failed('notAllowed'));
    expect(await arrive(server.browser(), await subjectOf('patient', { groups: ['visitors'] }))).toBe(
      failed('notAllowed'),
    );
    expect(
      ticketIn(await arrive(server.browser(), await subjectOf('patient', { groups: ['a', 'patients'] }))),
    ).not.toBe('');
  });

  test('who is a patient of another facility: they are asked who they are here', async () => {
    expect(await arrive(server.browser(), await subjectOf('limited'))).toMatch(/^\/link-sign-in#p=[\w-]{43}$/);
  });

  test('whose account is disabled', async () => {
    const subject = await subjectOf('patient');
    await server.query("update users set disabled_at = now() where username = 'patient'");
    expect(await arrive(server.browser(), subject)).toBe(failed('ended'));
    await server.query("update users set disabled_at = null where username = 'patient'");
  });

  test('as two persons: a subject that is linked names no other record', async () => {
    const subject = await subjectOf('patient');
    expect(ticketIn(await arrive(server.browser(), subject))).not.toBe('');
    const [other] = await server.query(
      "select p.mrn from patients p join users u on u.id = p.user_id where u.username is distinct from 'patient' and p.home_facility_id = $1 limit 1",
      [northlight],
    );
    clinic.people.set(subject, { mrn: v.parse(v.string(), other?.['mrn']) });
    expect(await arrive(server.browser(), subject)).toBe(failed('otherPerson'));
  });

  test('by an identity system that the facility does not have, at a facility of another address, or at the kiosk', async () => {
    expect(locationOf(await server.browser().fetch('/openid/other/start'))).toBe(failed('startAgain'));
    expect(locationOf(await server.browser('kiosk').fetch('/openid/clinic/start'))).toMatch(/because=startAgain$/);
  });

  test('who has stopped there', async () => {
    const browser = server.browser();
    const begun = new URL(locationOf(await browser.fetch('/openid/clinic/start')));
    const state = begun.searchParams.get('state') ?? '';
    const iss = encodeURIComponent(clinic.issuer);
    const answer = `/openid/clinic/callback?error=access_denied&state=${state}&iss=${iss}`;
    expect(locationOf(await browser.fetch(answer))).toBe(failed('declined'));
  });
});

describe('proof of presence', () => {
  let addresses = 0;
  const changeEmail = async (browser: Browser) =>
    browser.call(calls.replaceEmail, {
      params: { userId: (await browser.profile()).userId },
      body: [{ op: 'replace', path: '/email', value: `openid-${(addresses += 1)}@example.org` }],
    });
  const needed = { status: 403, body: { error: 'password_needed' } };
  const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1000) - seconds;
  const begin = '/openid/clinic/start?proof=1';

  test('is no sign-in that the identity system remembered, or of which it does not say when it was', async () => {
    const subject = await subjectOf('patient');
    for (const signedInAt of [undefined, secondsAgo(400)]) {
      clinic.bend((claims) => ({ ...claims, auth_time: signedInAt }));
      const browser = server.browser();
      await browser.signOn(ticketIn(await arrive(browser, subject)));
      expect(await changeEmail(browser)).toMatchObject(needed);
    }
    clinic.bend((claims) => ({ ...claims, auth_time: secondsAgo(10) }));
    const browser = server.browser();
    await browser.signOn(ticketIn(await arrive(browser, subject)));
    expect((await changeEmail(browser)).status).toBe(200);
    // A clock that is ahead proves nothing for longer.
    clinic.bend((claims) => ({ ...claims, auth_time: secondsAgo(-100_000) }));
    const ahead = server.browser();
    await ahead.signOn(ticketIn(await arrive(ahead, subject)));
    await server.query("update sessions set proved_at = proved_at - interval '301 seconds'");
    expect(await changeEmail(ahead)).toMatchObject(needed);
  });

  test('asks for a new sign-in, and takes it from another tab', async () => {
    const subject = await subjectOf('patient');
    const tab = server.browser();
    await tab.signOn(ticketIn(await arrive(tab, subject)));
    expect(await changeEmail(tab)).toMatchObject(needed);
    const next = server.browser();
    for (const [name, value] of tab.cookies) next.cookies.set(name, value);
    const begun = new URL(locationOf(await next.fetch(begin)));
    expect(Object.fromEntries(begun.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' });
    expect((await next.signOn(ticketIn(await arrive(next, subject, begin)))).status).toBe(200);
    expect((await changeEmail(tab)).status).toBe(200);
  });

  test.each([
    ['an old sign-in', 400],
    ['a sign-in of no time', undefined],
  ])('refuses %s, whatever was asked of the identity system', async (_what, seconds) => {
    const subject = await subjectOf('patient');
    clinic.bend((claims) => ({ ...claims, auth_time: seconds === undefined ? undefined : secondsAgo(seconds) }));
    expect(await arrive(server.browser(), subject, begin)).toBe(failed('tooOld'));
    // A usual sign-in, which need not prove anything, still works.
    expect(ticketIn(await arrive(server.browser(), subject))).not.toBe('');
  });
});
