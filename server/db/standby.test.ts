import { execFile } from 'node:child_process';
import { appendFile, chown, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contactWriters } from '../../tests/server/acknowledgedWrites.ts';
import { auditKeysOf } from '../audit/keys.ts';
import { brokenAuditRows } from '../../tests/server/audit.ts';
import { type Processes, isAlive, ownProcesses, until } from '../../tests/server/serverProcess.ts';
import { type Cluster, shareCluster, stopShared } from './cluster.ts';
import { makeFolder } from '../process/folders.ts';
import { isUnavailable, openPool, statement } from './pool.ts';
import { onConnection } from './roles.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const name = 'vestibule';
let processes: Processes;
beforeAll(async () => {
  processes = await ownProcesses('standby');
});
afterAll(async () => {
  await processes.endAll();
  for (const folder of ['primary', 'standby']) await stopShared(join(processes.folder, folder));
  await processes.remove();
});

const asOwner = <T extends pg.QueryResultRow>(cluster: Cluster, sql: string, database = name): Promise<T[]> =>
  onConnection(cluster.ownerUrlOf(database), async (client) => (await client.query<T>(sql)).rows);

/** Where one of our clusters listens, and its login. */
function placeOf(address: string) {
  // PostgreSQL's URL of a socket has no host, but JavaScript's URL needs one.
  const { username, password, searchParams } = new URL(address.replace('@/', '@localhost/'));
  return { username, password, sockets: searchParams.get('host') ?? '', port: searchParams.get('port') ?? '5432' };
}

/** Makes a standby of a running cluster as in PostgreSQL's manual, and starts it. */
async function standbyOf(primary: Cluster, from: string, to: string): Promise<Cluster> {
  await makeFolder(to, 0o755);
  const [source, copy] = [join(from, 'database'), join(to, 'database')];
  const owner = await stat(source);
  const put = async (file: string, text: string) => {
    await writeFile(join(copy, file), text, { mode: 0o600 });
    await chown(join(copy, file), owner.uid, owner.gid);
  };
  await onConnection(primary.ownerUrlOf('postgres'), async (client) => {
    await client.query("select pg_create_physical_replication_slot('standby', true)");
    await client.query("select pg_backup_start('standby', true)");
    await promisify(execFile)('cp', ['-Rp', source, copy]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    await put('backup_label', rows[0]?.labelfile ?? '');
  });
  for (const file of ['postmaster.pid', 'postmaster.opts']) await rm(join(copy, file));
  for (const folder of ['pg_wal', 'pg_replslot'])
    for (const file of await readdir(join(copy, folder))) await rm(join(copy, folder, file), { recursive: true });
  const { username, password, sockets, port } = placeOf(primary.ownerUrlOf('postgres'));
  await appendFile(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${sockets} port=${port} user=${username} password=${password} application_name=standby'\nprimary_slot_name = 'standby'\n`,
  );
  await put('standby.signal', '');
  return shareCluster(to, []);
}

/** A proxy that leads to the current primary; the server is given its address. */
async function wayTo(first: Cluster) {
  let target = first;
  const open = new Set<Socket>();
  const way = createServer((near) => {
    const { sockets, port } = placeOf(target.urlOf(name));
    const far = connect({ path: join(sockets, `.s.PGSQL.${port}`) });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        open.delete(one);
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((settle) => {
    way.listen(0, '127.0.0.1', settle);
  });
  const address = way.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const urlAs = (url: string) => {
    const { username, password } = placeOf(url);
    return `postgresql://${username}:${password}@127.0.0.1:${port}/${name}`;
  };
  return {
    url: urlAs(first.urlOf(name)),
    ownerUrl: urlAs(first.ownerUrlOf(name)),
    leadTo(cluster: Cluster) {
      target = cluster;
      for (const socket of open) socket.destroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((settle) => {
        way.close(settle);
      });
    },
  };
}

const breathe = statement('test.breathe', 'insert into limits_of_a_test default values');

test('a standby that is promoted after its primary was killed has every acknowledged row, and the server goes on by itself', async () => {
  const folderOf = (which: string) => join(processes.folder, which);
  await makeFolder(folderOf('primary'), 0o755);
  const primary = await shareCluster(folderOf('primary'), []);
  await asOwner(primary, `create database ${name}`, 'postgres');
  const standby = await standbyOf(primary, folderOf('primary'), folderOf('standby'));
  await asOwner(primary, "alter system set synchronous_standby_names = 'standby'");
  await asOwner(primary, 'select pg_reload_conf()');
  await until(
    async () =>
      (await asOwner<{ sync_state: string }>(primary, 'select sync_state from pg_stat_replication'))[0]?.sync_state ===
      'sync',
  );

  const way = await wayTo(primary);
  const server = await processes.start({
    DATABASE_URL: way.url,
    DATABASE_OWNER_URL: way.ownerUrl,
    DATA_DIR: folderOf('server'),
  });
  const status = async () =>
    v.parse(v.object({ status: v.string() }), await (await fetch(`${server.portal}/readyz`)).json()).status;
  expect(await status()).toBe('ready');
  const writes = (await contactWriters([server.portal])).begin();
  await writes.more(100);
  process.kill(primary.pid, 'SIGKILL');
  await until(() => !isAlive(primary.pid));
  way.leadTo(standby);
  await until(async () => (await status()) === 'standby');
  await asOwner(standby, 'select pg_promote()');
  await writes.more(100);
  const counted = await writes.end(standby.ownerUrlOf(name));
  expect(await status()).toBe('ready');

  expect(counted).toMatchObject({ lost: 0, doubled: 0 });
  expect([...writes.refused]).toEqual([503]);
  const keys = await auditKeysOf({
    serverKey: '',
    serverKeysBefore: [],
    databaseUrl: standby.ownerUrlOf(name),
    dataDir: folderOf('server'),
  });
  const pool = openPool(`${standby.ownerUrlOf(name)}&application_name=a%20test`, 1, () => undefined, keys.current);
  try {
    expect(await brokenAuditRows(pool, keys, folderOf('server'))).toEqual([]);

    // The new primary has no standby yet. A commit without confirmation is not a success, although PostgreSQL reports one when the wait is
    // cancelled.
    await pool.db.script('create table limits_of_a_test (id bigint generated always as identity)');
    await asOwner(standby, "alter system set synchronous_standby_names = 'standby'");
    await asOwner(standby, 'select pg_reload_conf()');
    for (const write of [() => pool.db.run(breathe), () => pool.tx((tx) => tx.run(breathe))]) {
      // The setting reaches PostgreSQL's processes one after another. What is acknowledged before that was not waited for.
      await until(async () => {
        let outcome: boolean | 'acknowledged' | null = null;
        const written = write().then(
          () => (outcome = 'acknowledged'),
          (error: unknown) => (outcome = isUnavailable(error)),
        );
        await until(async () => {
          const ended = await asOwner(
            standby,
            "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'a test'",
          );
          return outcome !== null || ended.length > 0;
        });
        return (await written) === true;
      });
    }
    await asOwner(standby, 'alter system reset synchronous_standby_names');
    await asOwner(standby, 'select pg_reload_conf()');
    await until(() =>
      pool.db.run(breathe).then(
        () => true,
        () => false,
      ),
    );
  } finally {
    await pool.end();
  }
  await processes.endAll();
  await way.close();
  process.stdout.write(
    `${counted.acknowledged} acknowledged, half of them before the kill; the longest write took ${Math.round(writes.longestMs())} ms\n`,
  );
});
