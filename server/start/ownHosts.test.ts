import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '@portal/api';
import PostalMime from 'postal-mime';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { type TestIdentityProvider, startIdentityProvider } from '../../tests/server/identityProvider.ts';
import { tellNext } from '../notices/notices.ts';

const facilities = [
  {
    name: 'Northlight',
    username: 'patient',
    portal: 'https://me.northlight.example',
    kiosk: 'https://tablets.northlight.example',
  },
  {
    name: 'Harbour Point',
    username: 'limited',
    portal: 'https://me.harbour.example',
    kiosk: 'https://tablets.harbour.example',
  },
] as const;
type Facility = (typeof facilities)[number];

let server: TestServer;
let provider: TestIdentityProvider;
const secret = 'a secret of these tests';

/** A browser at one of a facility's own host names, behind a proxy with TLS. */
const headersAt = (url: string) => ({ 'x-forwarded-host': new URL(url).host, 'x-forwarded-proto': 'https' });

beforeAll(async () => {
  server = await startTestServer({ environment: { TRUST_PROXY: '1', OPENID_SECRET_CLINIC: secret } });
  provider = await startIdentityProvider(
    facilities.map(({ portal }, index) => ({
      clientId: `portal${String(index)}`,
      secret,
      address: `${portal}/openid/clinic`,
    })),
  );
  // The demo's second facility offers little, and so has few mails.
  await server.query(
    "update facilities set capabilities = (select capabilities from facilities where short_name = 'Northlight')",
  );
  for (const [index, { name, portal, kiosk }] of facilities.entries()) {
    const declared = {
      key: 'clinic',
      names: { en: 'Clinic account' },
      for: 'patients',
      issuer: provider.issuer,
      clientId: `portal${String(index)}`,
      clientSecret: 'OPENID_SECRET_CLINIC',
      person: { claim: 'mrn', is: 'recordNumber' },
    };
    await server.query(
      `with f as (update facilities set portal_url = $2, kiosk_url = $3, identity_providers = $4::jsonb where short_name = $1 returning id)
       insert into facility_aliases (alias, facility_id) select split_part(url, '//', 2), id from f, unnest(array[$2, $3]) url`,
      [name, portal, kiosk, JSON.stringify([declared])],
    );
  }
});
afterAll(async () => {
  await provider.stop();
  await server.stop();
});

/** Every mail so far with the facility that it is from, by kind, once none is waiting. */
async function lettersBy(
  to: string,
): Promise<readonly { readonly from: string | undefined; readonly links: readonly string[] }[]> {
  for (const end = Date.now() + 20_000; ; await wait(20)) {
    const [row] = await server.query('select count(*)::int as n from mails where ended_at is null');
    if (row?.['n'] === 0) break;
    if (Date.now() > end) throw new Error('mails are waiting');
  }
  const folder = join(server.dataDir, 'outbox');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails
    .filter((mail) => mail.to?.some(({ address }) => address?.endsWith(to)))
    .map((mail) => ({
      from: mail.from?.address,
      links: [
        `${mail.text ?? ''} ${mail.html ?? ''} ${mail.headers.map(({ value }) => value).join(' ')}`.match(
          /https?:\/\/[^\s"'<>)]+/g,
        ) ?? [],
      ].flat(),
    }));
}

describe.each(facilities)('with two facilities on a server, $name', (facility: Facility) => {
  const { name, username, portal } = facility;
  /** Its mails go to addresses that no other facility of this test has. */
  const domain = `${username}.example`;
  const address = `person@${domain}`;

  test('names its own portal in every mail, whoever asks for it', async () => {
    const { userId, patientId, facilityId } = await server.ids(username);
    if (patientId === null) throw new Error('no patient');
    await server.query(
      "update users set email = $2, is_email_confirmed = true, created_at = now() - interval '2 years' where id = $1",
      [userId, address],
    );
    await server.query('update patients set email_address = $2 where id = $1', [patientId, address]);
    const ok = async (answer: Promise<{ readonly status: number }>) => expect((await answer).status).toBeLessThan(300);
    // From a host name that is no facility's, so that links cannot come from there.
    const somewhere: Browser = server.browser();
    await ok(somewhere.logIn(username));
    const query = { language: 'en' } as const;
    await ok(somewhere.call(calls.forgotPassword, { query: { ...query, userName: username } }));
    const [person] = await server.query(
      'select first_name as "firstName", last_name as "lastName", date_of_birth::text as "dateOfBirth", email_address as email from patients where id = $1',
      [patientId],
    );
    const facts = v.parse(
      v.object({ firstName: v.string(), lastName: v.string(), dateOfBirth: v.string(), email: v.string() }),
      person,
    );
    await ok(somewhere.call(calls.forgotUsername, { query, body: facts }));
    for (const table of ['password_requests', 'username_requests'])
      for (const end = Date.now() + 20_000; (await server.query(`select from ${table}`)).length > 0; await wait(20))
        if (Date.now() > end) throw new Error(`${table} are waiting`);

    await server.signedIn(username);
    await ok(somewhere.call(calls.endOtherPlaces, { params: { userId } }));
    await server.query(
      'insert into patient_reminder_settings (patient_id, secure_message_email, use_primary_email) values ($1, true, true) on conflict (patient_id) do update set secure_message_email = true, use_primary_email = true',
      [patientId],
    );
    await server.query(
      `with t as (insert into secure_threads (patient_id, facility_id, provider_first_name, provider_last_name, subject) values ($1, $2, 'A', 'B', 'C') returning id)
       insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, send_key, sent_at)
       select t.id, $1, false, 'A', 'B', 'Words', gen_random_uuid(), (date_trunc('day', now() at time zone f.time_zone) + interval '1 day 11 hours') at time zone f.time_zone
       from t join facilities f on f.id = $2`,
      [patientId, facilityId],
    );
    const [noon] = await server.query(
      "select (date_trunc('day', now() at time zone time_zone) + interval '1 day 12 hours') at time zone time_zone as at from facilities where id = $1",
      [facilityId],
    );
    await tellNext(server.pool, new Date(String(noon?.['at'])), { portalUrl: null, log: pino({ level: 'silent' }) });
    await server.query('update mails set by_day_in = null, next_try_at = now() where ended_at is null');
    await ok(somewhere.call(calls.sendTestNotice, { params: { patientId } }));
    const newPassword = { newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2' };
    await ok(
      somewhere.call(calls.changePassword, {
        params: { userId },
        body: { oldPassword: 'Demo+Pass1', ...newPassword },
      }),
    );
    const admin = async (...args: readonly string[]) => {
      const { err } = await command([...args, '--facility', name], server.databaseUrl, {
        PORTAL_URL: 'https://installation.example',
      });
      expect(err).toBe('');
    };
    const [{ mrn } = {}] = await server.query('select mrn from patients where id = $1', [patientId]);
    await admin('link', 'create', '--patient', String(mrn), '--mail');
    const invited = ['--email', `friend@${domain}`, '--first-name', 'Ida', '--last-name', 'Reed'];
    await admin('invitation', 'create', '--representative-of', String(mrn), '--mail', ...invited);
    const born = ['--first', 'Ola', '--last', 'Reed', '--born', '1980-01-02', '--mrn', 'OWN-1'];
    await admin('patient', 'create', ...born, '--email', `ola@${domain}`);
    await admin('invitation', 'create', '--patient', 'OWN-1', '--mail');
    await ok(
      somewhere.call(calls.changeEmail, {
        params: { userId },
        query,
        body: { isPatient: true, usePrimaryEmail: false, userId, patientId, email: `other@${domain}` },
      }),
    );
    server.mailer.wake();

    const letters = await lettersBy(`@${domain}`);
    const kinds = await server.query('select distinct kind from mails where facility_id = $1 order by kind', [
      facilityId,
    ]);
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'confirmEmail',
      'emailChanged',
      'emailedLink',
      'forgottenUsername',
      'newPlace',
      'notice',
      'noticeTest',
      'otherPlacesEnded',
      'passwordChanged',
      'patientInvitation',
      'representativeInvitation',
      'resetPassword',
    ]);
    for (const { from, links } of letters) {
      expect(from).toBe(`no-reply@${new URL(portal).host}`);
      expect(links.length).toBeGreaterThan(0);
      expect([...new Set(links.map((link) => new URL(link).origin))]).toEqual([portal]);
    }
    expect(letters.length).toBeGreaterThanOrEqual(kinds.length);
  });

  test('is its own relying party of passkeys, and its own address to which an identity system sends back', async () => {
    const browser = server.browser();
    const begun = await browser.call(calls.beginPasskeySignIn, { headers: headersAt(portal) });
    expect(begun.body).toMatchObject({ rpId: new URL(portal).hostname });
    const started = await browser.fetch('/openid/clinic/start', { headers: headersAt(portal) });
    const location = new URL(started.headers.get('location') ?? '');
    expect(location.searchParams.get('redirect_uri')).toBe(`${portal}/openid/clinic/callback`);
  });
});
