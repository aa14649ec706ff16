import { createHash } from 'node:crypto';
import pg from 'pg';
import { connectionConfig } from './pool.ts';

const files: Readonly<Record<string, string>> = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Session advisory lock that one migrating server holds; the others wait for it. */
const migrationLock = 7_205_301;

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** The migrations that are built in, in their order. */
export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, sql]) => ({
    name: path.replace(/^.*\//, ''),
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
  }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** A migration that was changed after it ran, or a database newer than this server. The message is one clear line. */
export class MigrationRefused extends Error {}

/**
 * Brings a database to the schema of this server, each file in one transaction, then runs `after` under the same lock (the
 * demo data). Servers that start together take turns. Gives the names of the files that ran.
 */
export async function migrate(databaseUrl: string, after: (client: pg.Client) => Promise<void>): Promise<string[]> {
  const client = new pg.Client(connectionConfig(databaseUrl));
  // Its statements fail with it; without a listener the process would end as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(
      'create table if not exists schema_migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations order by name',
    );
    const done = new Map(rows.map((row) => [row.name, row.checksum]));
    for (const name of done.keys()) {
      if (!migrations.some((migration) => migration.name === name))
        throw new MigrationRefused(
          `The database has run ${name}, which this server does not know: it was used by a newer version.`,
        );
    }
    const ran: string[] = [];
    for (const { name, sql, checksum } of migrations) {
      const before = done.get(name);
      if (before !== undefined && before !== checksum)
        throw new MigrationRefused(`The migration ${name} is not the one that the database has run.`);
      if (before !== undefined) continue;
      await client.query('begin');
      try {
        await client.query(sql);
        await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
      ran.push(name);
    }
    await after(client);
    return ran;
  } finally {
    await client.end().catch(() => undefined);
  }
}
