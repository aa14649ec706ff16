import { PatientId, calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keyFor } from '../http/serverKey.ts';
import { invitePatient } from '../contacts/invitations.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
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

const tidy = async (): Promise<void> => {
  expect(await server.tx((tx) => purge(tx))).toEqual([]);
};

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
  await tidy();
  expect(await counts()).toEqual(before);

  // The longest life of an invitation, which is also how long its wrong tries are counted.
  await server.query("update invitations set created_at = created_at - interval '30 days'");
  await server.query("update invitation_failures set window_ends_at = now() + interval '1 second'");
  await tidy();
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
  await tidy();
  expect(Object.values(await counts())).toEqual(tables.map(() => 0));
});

test('whatever has come together goes at once, and a table that refuses keeps no other from it', async () => {
  await server.query(
    `insert into limits (bucket, uses, window_ends_at) select int8send(n), 1, now() - interval '2 hours' from generate_series(1, 2500) n;
     create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
     create trigger refuse before delete on sso_signatures for each row execute function refuse();
     insert into sso_signatures (signature, seen_at) values ('\\x01', now() - interval '2 hours')`,
  );
  const failed = await purge(server.pool.db);
  expect(failed.map(({ name }) => name)).toEqual(['purge.signatures']);
  expect(await counts()).toMatchObject({ limits: 0, sso_signatures: 1 });
  await server.query('drop function refuse cascade');
});

test('of messages go the ended drafts after 90 days, and the files of drafts that nobody has touched for 30', async () => {
  const { userId, patientId } = await server.ids('patient');
  const add = async (draftId: string, savedDaysAgo: number, endedDaysAgo: number | null, fileDaysAgo: number) => {
    await server.query(
      `insert into secure_message_drafts (user_id, draft_id, patient_id, content, saved_at, ended_at, ended_as)
       values ($1, $2, $3, case when $5::int is null then 'Half' else '' end, now() - make_interval(days => $4), now() - make_interval(days => $5), case when $5::int is not null then 'sent' end)`,
      [userId, draftId, patientId, savedDaysAgo, endedDaysAgo],
    );
    await server.query(
      `insert into message_attachments (patient_id, user_id, draft_id, upload_key, file_name, file_type, byte_count, content, state, created_at)
       values ($1, $2, $3, $3, 'a.txt', 'txt', 1, 'x', 'ready', now() - make_interval(days => $4))`,
      [patientId, userId, draftId, fileDaysAgo],
    );
  };
  await add('of-long-ago', 91, 91, 91);
  await add('ended-lately', 91, 89, 31);
  await add('file-of-long-ago', 31, null, 31);
  await add('saved-lately', 29, null, 31);
  await add('file-of-late', 31, null, 29);
  await tidy();
  const left = await server.query(
    `select d.draft_id, count(a.id)::int as files from secure_message_drafts d left join message_attachments a on a.draft_id = d.draft_id
     where d.user_id = $1 group by 1 order by 1`,
    [userId],
  );
  expect(left).toEqual([
    { draft_id: 'ended-lately', files: 0 },
    { draft_id: 'file-of-late', files: 1 },
    { draft_id: 'file-of-long-ago', files: 0 },
    { draft_id: 'saved-lately', files: 1 },
  ]);
  // Files of sent messages do not belong to a draft.
  expect(await server.query('select 1 from message_attachments where message_id is not null')).not.toEqual([]);
});
