import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { calls } from '@portal/api';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Processes,
  brokenAuditRowsOn,
  ownProcesses,
  ownerUrlOf,
  sqlOn,
} from '../../tests/server/serverProcess.ts';
import { Browser, type TestServer, startTestServer, testDatabase } from '../../tests/server/facilityServer.ts';
import { shareCluster, stopShared } from './cluster.ts';
import { migrations } from './schema.ts';
import { ensureRole, onConnection } from './roles.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const run = (url: string, sql: string) =>
  onConnection(url, async (client) =>
    client.query(sql).then(
      () => 'done',
      (error: unknown) => (error instanceof pg.DatabaseError ? error.code : String(error)),
    ),
  );
const noPrivilege = '42501';

describe('the role that the server works as', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    await (await server.signedIn('patient')).profile();
  });
  afterAll(() => server.stop());

  test.each([
    "update audit_events set actor_name = 'Somebody Else'",
    'delete from audit_events',
    'truncate audit_events',
    "insert into audit_events (chain, seq, happened_at, type, detail, hash) values ('server', 9999, now(), 'a', '{}', '')",
    'update audit_heads set seq = 0',
    'delete from audit_heads',
    "insert into audit_seals values ('server', '', 1, '', '')",
    'delete from audit_keys',
    "update server_key set key = ''",
    'delete from schema_migrations',
    'alter table audit_events drop column hash',
    'drop function append_audit',
    'drop table limits',
    'create table mine (id integer)',
    "create function public.sha256(bytea) returns bytea language sql as 'select $1'",
    'set role vestibule',
  ])('may not: %s', async (sql) => {
    expect(await run(server.databaseUrl, sql)).toBe(noPrivilege);
  });

  test('owns nothing, and is no superuser', async () => {
    expect(
      await server.query(
        `select rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, (select count(*)::int from pg_class where relowner = r.oid) as owned,
           (select count(*)::int from pg_auth_members where member = r.oid) as member from pg_roles r where rolname = 'vestibule_server'`,
      ),
    ).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolbypassrls: false, owned: 0, member: 0 },
    ]);
  });

  test('may read, and write all else', async () => {
    expect(await run(server.databaseUrl, 'select count(*) from audit_events')).toBe('done');
    expect(await run(server.databaseUrl, 'delete from limits')).toBe('done');
    const rows = await server.query(
      `select c.relname from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r'
         and not has_table_privilege('vestibule_server', c.oid, 'insert') order by 1`,
    );
    expect(rows.map(({ relname }) => relname)).toEqual([
      'audit_events',
      'audit_heads',
      'audit_keys',
      'audit_seals',
      'facility_moves',
      'schema_migrations',
      'server_key',
    ]);
  });
});

describe('a data folder', () => {
  let processes: Processes;
  beforeAll(async () => {
    processes = await ownProcesses('roles');
  });
  afterEach(() => processes.endAll());
  afterAll(() => processes.remove());

  test('of the version before, with one role and no key, is brought up to date by the start; its old rows stay what they were', async () => {
    const data = join(processes.folder, 'before');
    const cluster = await shareCluster(data, []);
    const owner = cluster.ownerUrlOf('vestibule');
    await run(cluster.ownerUrlOf('postgres'), 'create database vestibule');
    await onConnection(owner, async (client) => {
      await client.query(
        'create table schema_migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
      );
      for (const { name, sql, checksum } of migrations.filter((one) => one.name < '043')) {
        await client.query(sql);
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
      }
      // As rows were written before there were keys.
      for (let at = 0; at < 3; at += 1)
        await client.query(
          `with event as (select coalesce(head.seq, 0) + 1 as seq, coalesce(head.hash, '') as previous, now() as at, $1::text as name, $2::jsonb as detail
               from (select) one left join audit_heads head on true),
             added as (insert into audit_events (chain, seq, happened_at, type, actor_name, session_id, detail, hash)
               select 'server', seq, at, 'login.failed', name, 7, detail, sha256(previous || convert_to(jsonb_build_array(
                 'server', seq, (extract(epoch from at) * 1000000)::bigint, 'login.failed', null, null, null, null, name, 7, detail)::text, 'UTF8'))
               from event returning seq, hash)
           insert into audit_heads (chain, seq, hash) select 'server', seq, hash from added
             on conflict (chain) do update set seq = excluded.seq, hash = excluded.hash`,
          ['Zoë "Ö" \\ \u0001\n', '{"name": "añ", "locked": false, "n": 1.50, "long name": null}'],
        );
    });
    await run(cluster.ownerUrlOf('postgres'), 'drop role vestibule_server');
    await stopShared(data);
    await rm(join(data, 'database', 'vestibule.server.password'));

    const running = await processes.start({ DATA_DIR: data });
    const browser = new Browser(running.portal);
    expect((await browser.logIn('patient')).status).toBe(200);
    expect((await browser.logIn('patient', 'wrong')).status).toBe(400);
    expect(await brokenAuditRowsOn(data)).toEqual([]);
    expect(
      await sqlOn(
        data,
        "select count(key_mark)::int as keyed, count(*)::int as rows from audit_events where chain = 'server'",
      ),
    ).toEqual([{ keyed: 1, rows: 4 }]);
    expect(await sqlOn(data, "select seq::int as seq from audit_seals where chain = 'server'")).toEqual([{ seq: 3 }]);
    await sqlOn(data, "update audit_events set actor_name = 'Zoe' where chain = 'server' and seq = 2");
    expect(await brokenAuditRowsOn(data)).toEqual([{ chain: 'server', seq: 2, what: 'altered' }]);
    // Both the seal and the anchors show it, but it is reported once.
    await sqlOn(data, "delete from audit_events where chain = 'server'");
    await sqlOn(data, "delete from audit_heads where chain = 'server'");
    expect(await brokenAuditRowsOn(data)).toEqual([{ chain: 'server', seq: 0, what: 'chain_missing' }]);
  });

  test('is served by the role that owns nothing, under a key and with anchors that lie beside the database', async () => {
    const data = join(processes.folder, 'new');
    const running = await processes.start({ DATA_DIR: data });
    await new Browser(running.portal).logIn('patient');
    const users = await onConnection(await ownerUrlOf(data), async (client) =>
      client.query(
        'select distinct usename from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
    );
    expect(users.rows).toEqual([{ usename: 'vestibule_server' }]);
    running.child.kill('SIGTERM');
    expect(await running.ended()).toBe(0);
    expect(await readFile(join(data, 'audit.key'), 'utf8')).toMatch(/^[\w-]{43}$/);
    expect(await readFile(join(data, 'audit-anchors', 'keys.jsonl'), 'utf8')).toMatch(/"key":"[0-9a-f]{16}"/);
    expect(running.output()).not.toContain('DATABASE_OWNER_URL');
  });

  test('a facility’s database starts beside an extension that an administrator has put into it', async () => {
    const { url: administrator, drop } = await testDatabase('empty');
    const as = (role: string) => administrator.replace(/:\/\/[^@]*@/, `://${role}:secret@`);
    for (const role of ['facility_owner', 'facility_server']) await ensureRole(administrator, role, 'secret');
    const name = /@[^/]*\/([^?]+)/.exec(administrator)?.[1] ?? '';
    expect(await run(administrator, `alter database "${name}" owner to facility_owner`)).toBe('done');
    expect(await run(administrator, 'create extension pg_stat_statements schema public')).toBe('done');
    const running = await processes.start({
      DATABASE_URL: as('facility_server'),
      DATABASE_OWNER_URL: as('facility_owner'),
      DATA_DIR: join(processes.folder, 'extension'),
    });
    expect((await new Browser(running.portal).logIn('patient')).status).toBe(200);
    expect(await run(as('facility_server'), 'select pg_stat_statements_reset()')).toBe(noPrivilege);
    await processes.endAll();
    await drop();
  });

  test('a facility’s database with one address goes on working, and the start says what is missing', async () => {
    const database = await testDatabase();
    const running = await processes.start({ DATABASE_URL: database.url, DATA_DIR: join(processes.folder, 'own') });
    const browser = new Browser(running.portal);
    expect((await browser.logIn('patient')).status).toBe(200);
    expect((await browser.call(calls.getLoginProfile)).status).toBe(200);
    expect(running.output()).toMatch(/"level":40.*Give the owner as DATABASE_OWNER_URL/);
    await processes.endAll();
    await database.drop();
  });
});
