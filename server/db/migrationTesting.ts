import pg from 'pg';
import { testDatabase } from '../testing.ts';
import { migrate } from './migrate.ts';
import { connectionConfig } from './pool.ts';
import { migrations } from './schema.ts';

export interface EarlierDatabase extends AsyncDisposable {
  readonly client: pg.Client;
  /** Runs the migrations that it has not had. */
  migrate(): Promise<void>;
}

/** An empty database as it was before the migrations from `name` on. */
export async function databaseBefore(name: string): Promise<EarlierDatabase> {
  const database = await testDatabase('empty');
  const client = new pg.Client(connectionConfig(database.url));
  await client.connect();
  await client.query(
    'create table schema_migrations (name text primary key, checksum text not null, ran_at timestamptz not null default now())',
  );
  for (const one of migrations.filter((migration) => migration.name < name)) {
    await client.query(one.sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [one.name, one.checksum]);
  }
  return {
    client,
    async migrate() {
      await migrate(database.url, () => Promise.resolve());
    },
    async [Symbol.asyncDispose]() {
      await client.end();
      await database.drop();
    },
  };
}
