import pg from 'pg';
import * as v from 'valibot';
import { writableHost } from './hosts.ts';
import { connectionConfig, type Db, statement } from './pool.ts';

export async function onConnection<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig(await writableHost(url)));
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Advisory lock held while the server's role is made: `create role` has no "if not exists". */
const roleLock = 7_205_304;

/** Makes the role that the server works as, or sets its password if it exists. `url` is a superuser's, on any database. */
export async function ensureRole(url: string, name: string, password: string): Promise<void> {
  await onConnection(url, async (client) => {
    const [role, secret] = [client.escapeIdentifier(name), client.escapeLiteral(password)];
    await client.query('select pg_advisory_lock($1)', [roleLock]);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
    await client.query(
      `${rowCount === 0 ? 'create' : 'alter'} role ${role} login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls password ${secret}`,
    );
  });
}

export const roleOf = (url: string): Promise<string> =>
  onConnection(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]?.name ?? '';
  });

/** Tables that the server only reads and the owner alone writes: the audit log and what proves its history. */
const ownersOnly = [
  'audit_events',
  'audit_heads',
  'audit_keys',
  'audit_seals',
  'facility_moves',
  'schema_migrations',
  'server_key',
];

/**
 * What of the schema is ours, each kind as a list for `grant`. Extensions that an administrator put into the schema are not: their functions
 * may be for superusers, who alone could grant them.
 */
const ours = `
  with mine as (
    select c.oid, c.relkind, null::oid as routine from pg_class c
    where c.relnamespace = 'public'::regnamespace and pg_has_role(c.relowner, 'usage')
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    union all
    select null, null, p.oid from pg_proc p
    where p.pronamespace = 'public'::regnamespace and pg_has_role(p.proowner, 'usage')
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e'))
  select string_agg(oid::regclass::text, ', ') filter (where relkind in ('r', 'p', 'v', 'm')) as tables,
    string_agg(oid::regclass::text, ', ') filter (where relkind = 'S') as sequences,
    string_agg(routine::regprocedure::text, ', ') as routines
  from mine`;

/**
 * Grants the server's role what it needs on everything that the migrations have made, but on the audit log only reading and `append_audit`.
 * Runs on the owner's connection at each start, so that migrations need no grants.
 */
export async function grantServerRole(client: pg.Client, name: string): Promise<void> {
  const role = client.escapeIdentifier(name);
  const { rows } = await client.query<{ tables: string; sequences: string; routines: string }>(ours);
  for (const { tables, sequences, routines } of rows)
    await client.query(
      `revoke create on schema public from public;
       grant usage on schema public to ${role};
       grant select, insert, update, delete on ${tables} to ${role};
       grant usage on sequence ${sequences} to ${role};
       grant execute on routine ${routines} to ${role};
       revoke insert, update, delete, truncate on ${ownersOnly.join(', ')} from ${role}`,
    );
}

/** Whether the server's role has its grants. */
export async function mayRead(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ may: boolean }>(
    "select has_table_privilege($1, 'schema_migrations', 'select') as may",
    [name],
  );
  return rows[0]?.may === true;
}

const mayAlter = statement(
  'roles.mayAlter',
  "select has_table_privilege('audit_events', 'update, delete, truncate') as may",
  v.object({ may: v.boolean() }),
);

/** Whether the role of this connection could change the audit log, as its owner or as a superuser. */
export const mayAlterLog = async (db: Db): Promise<boolean> => (await db.one(mayAlter)).may;
