import { resolve } from 'node:path';
import * as v from 'valibot';
import { shareCluster, stopShared } from '../db/embedded.ts';
import { isUnavailable, openPool, type Pool, statement } from '../db/pool.ts';
import { CommandFailed } from './failure.ts';

const isSetUp = statement('admin.isSetUp', "select to_regclass('assigned_questionnaires') is not null as done", v.object({ done: v.boolean() }));
/** The advisory lock that a running server holds on its embedded database. */
const isServed = statement('admin.isServed', "select exists (select from pg_locks where locktype = 'advisory' and objid = 7205302 and granted) as served", v.object({ served: v.boolean() }));
const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/**
 * Runs `work` on the facility's database: `DATABASE_URL`, or the embedded one of `DATA_DIR`, which is used as it runs or is
 * started for as long as the command takes.
 */
export async function withDatabase<T>(env: NodeJS.ProcessEnv, work: (pool: Pool) => Promise<T>): Promise<T> {
  const given = env['DATABASE_URL'];
  if (given !== undefined && given !== '') {
    if (!/^postgres(ql)?:\/\//.test(given)) throw new CommandFailed('DATABASE_URL is not an address that begins with postgresql://.');
    return onUrl(given, work, 'the database of DATABASE_URL');
  }
  const folder = resolve(env['DATA_DIR'] ?? 'data');
  const cluster = await shareCluster(folder, []);
  const url = cluster.urlOf('vestibule');
  try {
    return await onUrl(url, work, `the database in ${folder}`);
  } finally {
    // A server that began while this ran has taken the database over: then it is not ours to stop.
    if (!cluster.adopted && !(await isInUse(url))) await stopShared(folder);
  }
}

async function isInUse(url: string): Promise<boolean> {
  const pool = openPool(url, 1, () => undefined);
  try {
    return (await pool.db.one(isServed)).served;
  } catch {
    return false;
  } finally {
    await pool.end();
  }
}

async function onUrl<T>(url: string, work: (pool: Pool) => Promise<T>, what: string): Promise<T> {
  const pool = openPool(url, 2, () => undefined);
  try {
    const { done } = await pool.db.one(isSetUp).catch((error: unknown) => {
      if (codeOf(error) === '3D000') return { done: false };
      if (isUnavailable(error) || codeOf(error).startsWith('28')) throw new CommandFailed(`Cannot reach ${what}: ${error instanceof Error ? error.message : String(error)}`);
      throw error;
    });
    if (!done) throw new CommandFailed(`There is nothing in ${what} yet: start the server once with npm start.`);
    return await work(pool);
  } finally {
    await pool.end();
  }
}
