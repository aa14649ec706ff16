import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { type Db, statement } from './pool.ts';

const files: Readonly<Record<string, string>> = import.meta.glob<string>('./migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /** Set if the migration removes something: only servers that know the named migration may then use the database. null: it only adds. */
  readonly needs: string | null;
  /** False: its statements run one by one, because PostgreSQL requires that. Running them again does no harm. */
  readonly isOneTransaction: boolean;
}

/** Reads a file of `migrations/`. Its declarations are comments at the beginning of a line; see the README. */
export const readMigration = (name: string, sql: string): Migration => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
  needs: /^-- contract, needs (\S+\.sql)$/m.exec(sql)?.[1] ?? null,
  isOneTransaction: !/^-- outside a transaction$/m.test(sql),
});

export const migrations: readonly Migration[] = Object.entries(files)
  .map(([path, sql]) => readMigration(path.replace(/^.*\//, ''), sql))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const knownNames: readonly string[] = migrations.map(({ name }) => name);

/** What a running server must know about its database before it takes requests. */
const state = statement(
  'schema.state',
  `select pg_is_in_recovery() as is_standby,
     exists (select from schema_migrations where needs is not null and needs <> all ($knownNames::text[])) as is_outdated`,
  v.object({ is_standby: v.boolean(), is_outdated: v.boolean() }),
);

/** Whether this build may use the database: not if it is a standby, nor if a newer version has removed what this build needs. */
export async function schemaState(db: Db): Promise<'fits' | 'standby' | 'outdated'> {
  const found = await db.one(state, { knownNames });
  if (found.is_outdated) return 'outdated';
  return found.is_standby ? 'standby' : 'fits';
}
