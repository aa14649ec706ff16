import { PatientId, calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyFor } from '../app/serverKey.ts';
import { invitePatient } from '../areas/invitations.ts';
import { type TestServer, startTestServer } from '../testing.ts';
import { purge } from './purge.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const tables = [
  'sessions',
  'access_tokens',
  'sso_tickets',
  'sso_signatures',
  'emailed_links',
  'invitations',
  'invitation_failures',
  'login_failures',
  'known_browsers',
  'limits',
] as const;
const counts = async (): Promise<Record<string, unknown>> =>
  (
    await server.query(`select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`)
  )[0] ?? {};

test('what expired long ago goes; what somebody may still use, or is still locked by, stays', async () => {
  const browser = await server.signedIn('patient');
  const [link, ticket] = [await server.link('patient'), await server.ticket('patient')];
  const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;
  const [row] = await server.query("select id from patients where last_name = 'Larkspur'");
  const patientId = v.parse(PatientId, row?.['id']);
  const { pin } = await server.tx(async (tx) =>
    invitePatient(tx, await keyFor(tx, '', 'invitation'), clerk, { patientId, days: 30, ssn: null }),
  );
  const claim = (itsPin: string) =>
    server.browser().call(calls.validateInvitedPatient, {
      body: { firstName: 'Hortense', lastName: 'Larkspur', birthDate: '1983/12/24', pin: itsPin },
    });
  for (let turn = 0; turn < 5; turn += 1) await claim('none');
  await server.browser().logIn('limited', 'wrong');
  await server.query("insert into sso_signatures (signature) values ('\\x00')");

  const before = await counts();
  for (const table of tables) expect(before[table], table).toBeGreaterThan(0);
  await server.tx(purge);
  expect(await counts()).toEqual(before);

  // The longest that an invitation can live, and as long as its wrong tries count.
  await server.query("update invitations set created_at = created_at - interval '30 days'");
  await server.query("update invitation_failures set window_ends_at = now() + interval '1 second'");
  await server.tx(purge);
  expect(await claim(pin)).toMatchObject({ status: 400, body: { error: 'attempts_exceeded' } });
  expect((await browser.call(calls.getLoginProfile)).status).toBe(200);
  expect((await server.browser().signOn(ticket)).status).toBe(200);
  expect((await server.browser().followLink(link, 'Applewhistle', '1971-03-14')).status).toBe(200);

  await server.query("update sessions set expires_at = now() - interval '31 days'");
  await server.query("update access_tokens set expires_at = now() - interval '31 days'");
  await server.query("update sso_tickets set created_at = now() - interval '2 days'");
  await server.query("update sso_signatures set seen_at = now() - interval '2 hours'");
  await server.query("update emailed_links set expires_at = now() - interval '91 days'");
  await server.query("update invitations set expires_at = now() - interval '91 days'");
  await server.query("update invitation_failures set window_ends_at = now() - interval '2 hours'");
  await server.query("update known_browsers set last_seen_at = now() - interval '181 days'");
  await server.query("update login_failures set first_at = now() - interval '2 hours', locked_until = null");
  await server.query("update limits set window_ends_at = now() - interval '2 hours'");
  await server.tx(purge);
  expect(Object.values(await counts())).toEqual(tables.map(() => 0));
});
