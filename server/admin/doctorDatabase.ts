import * as v from 'valibot';
import { MigrationRefused } from '../db/migrate.ts';
import { type Db, type Pool, statement } from '../db/pool.ts';
import { mayAlterLog, onConnection } from '../db/roles.ts';
import { type Figures, readFigures } from '../metrics/figures.ts';
import { StartRefused } from '../process/startRefused.ts';
import type { Config } from '../start/config.ts';
import type { Io } from './command.ts';
import { compareMigrations } from './database.ts';
import {
  type DoctorLine,
  type PublicAddresses,
  note,
  reasonOfFailure,
  right,
  spanOf,
  wrong,
  wrongInUse,
} from './doctorLine.ts';
import { identityLines } from './doctorIdentity.ts';
import { CommandFailed } from './failure.ts';

/** Work that has been due for so long is not being done. */
const stuckSeconds = 600;
const oldCheckSeconds = 50 * 3600;
const clockSeconds = 5;

/** Of our own tables: a facility may have others, and extensions, in the same schema. */
const unreadable = statement(
  'doctor.unreadable',
  `select count(*)::int as tables from pg_class
   where relkind = 'r' and relnamespace = 'public'::regnamespace and not has_table_privilege(oid, 'select')
     and relowner = (select relowner from pg_class where oid = 'public.audit_events'::regclass)
     and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`,
  v.object({ tables: v.number() }),
);

const archiver = statement(
  'doctor.archiver',
  `select current_setting('archive_mode') <> 'off' as "isOn", extract(epoch from now() - last_archived_time)::float8 as "copiedSecondsAgo",
     coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing" from pg_stat_archiver`,
  v.object({ isOn: v.boolean(), copiedSecondsAgo: v.nullable(v.number()), isFailing: v.boolean() }),
);

const ownAddresses = statement(
  'doctor.ownAddresses',
  'select portal_url as portal, kiosk_url as kiosk from facilities order by id',
  v.object({ portal: v.nullable(v.string()), kiosk: v.nullable(v.string()) }),
);

const server = ({ database }: Figures): DoctorLine => {
  if (database === null) return wrong('database', 'It does not answer in time.');
  const { version, isStandby, connections, mostConnections } = database;
  const text = `PostgreSQL ${version}, ${String(connections)} of ${String(mostConnections)} connections.`;
  if (isStandby)
    return wrong('database', `${text} It is a standby: DATABASE_URL must lead to the one that takes writes.`);
  return connections > mostConnections * 0.9
    ? wrong('database', `${text} Raise max_connections, or lower DATABASE_CONNECTIONS of the servers.`)
    : right('database', text);
};

const clock = ({ database }: Figures): DoctorLine[] => {
  if (database === null) return [];
  const apart = Math.abs(database.clockSeconds - Date.now() / 1000);
  const text = `This machine and the database are ${apart.toFixed(1)} s apart`;
  return [
    apart > clockSeconds ? wrong('clock', `${text}: let both follow a time server (NTP).`) : right('clock', `${text}.`),
  ];
};

async function schema(db: Db): Promise<DoctorLine> {
  try {
    const { pending, newer } = await compareMigrations(db);
    const { tables } = await db.one(unreadable);
    if (pending.length > 0)
      return wrong(
        'schema',
        `Migrations that have not run: ${String(pending.length)}. Start a server of this version.`,
      );
    if (tables > 0)
      return wrong(
        'schema',
        `Tables that the role of DATABASE_URL may not read: ${String(tables)}. Start a server once with DATABASE_OWNER_URL.`,
      );
    return newer.length > 0
      ? note('schema', 'A newer version has changed the database; this one works beside it.')
      : right('schema', 'All migrations have run.');
  } catch (error) {
    if (error instanceof MigrationRefused) return wrong('schema', error.message);
    throw error;
  }
}

async function roles(
  db: Db,
  { databaseUrl, databaseOwnerUrl }: Config,
  { portal }: PublicAddresses,
): Promise<DoctorLine> {
  if (await mayAlterLog(db))
    return wrongInUse(portal.length > 0)(
      'roles',
      'The role of DATABASE_URL owns the tables, so whoever gets hold of the server could alter the audit log. Make two roles (server/docs/run.md).',
    );
  if (databaseUrl !== null && databaseOwnerUrl === null)
    return wrong('roles', 'DATABASE_OWNER_URL is not set, so a newer version could not change the tables. Set it.');
  if (databaseOwnerUrl === null) return right('roles', 'The embedded database has two.');
  try {
    const isOwner = await onConnection(databaseOwnerUrl, async (client) => {
      const { rows } = await client.query<{ owns: boolean }>(
        "select pg_has_role(relowner, 'usage') as owns from pg_class where oid = 'public.audit_events'::regclass",
      );
      return rows[0]?.owns === true;
    });
    return isOwner
      ? right('roles', 'There are two: one owns the tables, the server works as the other.')
      : wrong('roles', 'The role of DATABASE_OWNER_URL does not own the tables: name the one that does.');
  } catch (error) {
    return wrong('roles', `DATABASE_OWNER_URL cannot be used (${reasonOfFailure(error)}). Correct it.`);
  }
}

const key = ({ serverKey, databaseUrl }: Config, { portal }: PublicAddresses): DoctorLine => {
  if (serverKey !== '') return right('key', 'SERVER_KEY is set and is that of the database.');
  return wrongInUse(portal.length > 0 || databaseUrl !== null)(
    'key',
    'SERVER_KEY is not set: a copy of the database alone would give its secrets away. Set it before the first invitation.',
  );
};

const auditLog = ({ audit }: Figures): DoctorLine => {
  if (audit === null) return wrong('audit', 'Its state cannot be read in time.');
  const { findings, checkedSecondsAgo: ago } = audit;
  if (findings > 0)
    return wrong('audit', `Findings: ${String(findings)}. Run "audit verify", and find out who had the database.`);
  if (ago === null) return note('audit', 'It was not checked as a whole yet; a server does so each night.');
  return ago > oldCheckSeconds
    ? wrong('audit', `The last whole check is ${spanOf(ago)} old: does a server run at night? See its log.`)
    : right('audit', `It was checked ${spanOf(ago)} ago, and nothing was found.`);
};

/** Alerts are nobody's job: what counts is how long they have been open. */
const queues = ({ backlogs }: Figures): DoctorLine[] => {
  const unread = backlogs.filter(({ rows }) => rows === null).map(({ name }) => name);
  const late = backlogs.flatMap(({ name, rows }) => {
    const overdue = Math.max(0, ...(rows ?? []).map(({ overdueSeconds }) => overdueSeconds));
    return overdue > stuckSeconds ? [`${name} for ${spanOf(overdue)}`] : [];
  });
  const alerts = backlogs.find(({ name }) => name === 'alert')?.rows?.[0];
  return [
    late.length > 0
      ? wrong('queues', `Due and not done: ${late.join(', ')}. Does a server run? Its log says what fails.`)
      : unread.length > 0
        ? wrong('queues', `Cannot be read in time: ${unread.join(', ')}.`)
        : right('queues', 'Nothing is due for longer than ten minutes.'),
    ...(alerts === undefined
      ? []
      : [
          note(
            'alerts',
            `${String(alerts.waiting)} open, the oldest for ${spanOf(alerts.oldestSeconds)}: see "alerts list".`,
          ),
        ]),
  ];
};

/** Without it, PostgreSQL alone knows that the log is no longer copied, and keeps all of it until the disk is full. */
async function archive(db: Db, { walArchive }: Config): Promise<DoctorLine[]> {
  if (walArchive === null) return [];
  const { isOn, isFailing, copiedSecondsAgo: ago } = await db.one(archiver);
  const last = ago === null ? 'Nothing was copied yet' : `The last file was copied ${spanOf(ago)} ago`;
  if (!isOn) return [wrong('archive', 'The database was started without WAL_ARCHIVE: restart the server with it.')];
  return [
    isFailing
      ? wrong(
          'archive',
          `The log cannot be copied to ${walArchive}: the folder is away, full or another database's. ${last}. See postgresql.log in DATA_DIR.`,
        )
      : right('archive', `The log is copied to ${walArchive}. ${last}.`),
  ];
}

const guessing = ({ isGuessing }: Figures): DoctorLine[] =>
  isGuessing === true
    ? [
        note(
          'logins',
          'Somebody is trying out many usernames with wrong passwords. New browsers wait some seconds; see "Stolen passwords" in server/docs/run.md.',
        ),
      ]
    : [];

const linesOf = async (pool: Pool, config: Config, addresses: PublicAddresses): Promise<DoctorLine[]> => {
  const figures = await readFigures(pool);
  return [
    server(figures),
    ...clock(figures),
    await schema(pool.db),
    await roles(pool.db, config, addresses),
    key(config, addresses),
    auditLog(figures),
    ...(await archive(pool.db, config)),
    ...queues(figures),
    ...guessing(figures),
    ...(await identityLines(pool.db, config)),
  ];
};

const addressesOf = (
  { portalUrl, kioskUrl }: Config,
  own: readonly v.InferOutput<typeof ownAddresses.row>[],
): PublicAddresses => {
  const named = (urls: readonly (string | null)[]) => [...new Set(urls.filter((url) => url !== null))];
  return {
    portal: named([portalUrl, ...own.map(({ portal }) => portal)]),
    kiosk: named([kioskUrl, ...own.map(({ kiosk }) => kiosk)]),
  };
};

/** What the database tells, and the addresses that it knows. If it cannot be opened, that is the one line. */
export async function databaseLines(
  io: Pick<Io, 'database'>,
  config: Config,
): Promise<{ readonly lines: readonly DoctorLine[]; readonly addresses: PublicAddresses }> {
  let addresses = addressesOf(config, []);
  try {
    const lines = await io.database(async (pool) => {
      addresses = addressesOf(config, await pool.db.many(ownAddresses));
      return linesOf(pool, config, addresses);
    });
    return { lines, addresses };
  } catch (error) {
    const text =
      error instanceof CommandFailed || error instanceof StartRefused
        ? error.message
        : `It cannot be used (${reasonOfFailure(error)}).`;
    return { lines: [wrong('database', text)], addresses };
  }
}
