import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { databaseAccount } from '../../server/db/binaries.ts';
import { onConnection } from '../../server/db/roles.ts';
import { freePort } from '../support/freePort.ts';
import { type PatroniHost, etcdArguments, haproxyFile, patroniFile, programs } from './patroniSettings.ts';
import { untilListening } from './pgBouncer.ts';
import { until } from './serverProcess.ts';

const Members = v.object({
  members: v.array(
    v.object({ name: v.string(), role: v.string(), state: v.string(), timeline: v.optional(v.number()) }),
  ),
});

interface Host extends PatroniHost {
  patroni: ChildProcess | null;
}

/** Three hosts with PostgreSQL and Patroni, an etcd and an HAProxy, all on this machine, as `server/docs/cluster.md` says. */
export interface PatroniCluster {
  /** Its two roles, through HAProxy. */
  readonly url: string;
  readonly ownerUrl: string;
  /** Resolves once all hosts follow the leader, and one of them confirms commits. */
  untilWhole(): Promise<void>;
  /** Asks Patroni for another leader, and resolves once there is one. */
  switchOver(): Promise<void>;
  /** Ends the leader and its Patroni by SIGKILL, and resolves once there is another. */
  killLeader(): Promise<void>;
  /** Starts Patroni again where it was killed. */
  mend(): void;
  stop(): Promise<void>;
}

export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-cluster-'));
  await chmod(folder, 0o755);
  const account = await databaseAccount(folder);
  const own = async (path: string): Promise<void> => {
    if (account !== null) await chown(path, account.uid, account.gid);
  };
  const children = new Set<ChildProcess>();
  const start = (file: string, args: readonly string[], log: string): ChildProcess => {
    const output = openSync(join(folder, log), 'a');
    const child = spawn(file, args, {
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC', HOME: folder },
      stdio: ['ignore', output, output],
      ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
    });
    children.add(child);
    child.once('exit', () => children.delete(child));
    return child;
  };
  const write = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    await own(file);
    return file;
  };

  const [etcd, etcdPeers, entry] = [await freePort(), await freePort(), await freePort()];
  const [superuser = '', replication = '', owner = '', server = ''] = Array.from({ length: 4 }, () =>
    randomBytes(12).toString('hex'),
  );
  const hosts: Host[] = [];
  for (const name of ['db1', 'db2', 'db3']) {
    const place = join(folder, name);
    await mkdir(place, { mode: 0o700 });
    await own(place);
    hosts.push({ name, folder: place, port: await freePort(), rest: await freePort(), patroni: null });
  }

  const etcdFolder = join(folder, 'etcd');
  await mkdir(etcdFolder, { mode: 0o700 });
  await own(etcdFolder);
  start(programs['etcd-server'], etcdArguments(etcdFolder, etcd, etcdPeers), 'etcd.log');
  await untilListening(etcd);

  for (const host of hosts) await write(`${host.name}.yml`, patroniFile(host, etcd, { superuser, replication }));
  const startPatroni = (host: Host): void => {
    host.patroni = start(programs.patroni, [join(folder, `${host.name}.yml`)], `${host.name}.log`);
  };
  for (const host of hosts) startPatroni(host);

  start(programs.haproxy, ['-db', '-f', await write('haproxy.cfg', haproxyFile(entry, hosts))], 'haproxy.log');
  await untilListening(entry);

  /** The members as any Patroni that answers has them. */
  const members = async () => {
    for (const { patroni, rest } of hosts) {
      if (patroni === null) continue;
      const answer = await fetch(`http://127.0.0.1:${String(rest)}/cluster`).catch(() => null);
      if (answer?.ok === true) return v.parse(Members, await answer.json()).members;
    }
    return [];
  };
  /** The host that takes writes, as Patroni has it. */
  const leader = async () => (await members()).find(({ role }) => role === 'leader')?.name ?? null;
  const untilWhole = (): Promise<void> =>
    until(async () => {
      const found = await members();
      return (
        found.length === hosts.length &&
        found.filter(({ role }) => role === 'leader').length === 1 &&
        found.some(({ role }) => role === 'sync_standby') &&
        found.every(({ state }) => state === 'running' || state === 'streaming') &&
        new Set(found.map(({ timeline }) => timeline)).size === 1
      );
    }, 300);
  const hostOf = (name: string | null): Host => {
    const host = hosts.find((each) => each.name === name);
    if (host === undefined) throw new Error('the cluster has no leader');
    return host;
  };
  const untilAnotherThan = (name: string): Promise<void> =>
    until(async () => {
      const now = await leader();
      return now !== null && now !== name;
    });
  const killDatabase = ({ folder: place }: Host): void => {
    try {
      process.kill(Number(readFileSync(join(place, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    } catch {
      // It does not run.
    }
  };
  const killAll = (): void => {
    // Patroni first: it would start its PostgreSQL again.
    for (const child of children) child.kill('SIGKILL');
    for (const host of hosts) killDatabase(host);
  };
  process.once('exit', killAll);

  const urlAs = (role: string, secret: string, database: string): string =>
    `postgresql://${role}:${secret}@127.0.0.1:${String(entry)}/${database}`;
  await untilWhole();
  const superuserUrl = urlAs('postgres', superuser, 'postgres');
  await until(() =>
    onConnection(superuserUrl, () => Promise.resolve()).then(
      () => true,
      () => false,
    ),
  );
  await onConnection(superuserUrl, async (connection) => {
    await connection.query(`create role portal_owner login password '${owner}'`);
    await connection.query(`create role portal_server login password '${server}'`);
    await connection.query('create database portal owner portal_owner');
  });

  return {
    url: urlAs('portal_server', server, 'portal'),
    ownerUrl: urlAs('portal_owner', owner, 'portal'),
    untilWhole,
    async switchOver() {
      const { name, rest } = hostOf(await leader());
      const answer = await fetch(`http://127.0.0.1:${String(rest)}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: name }),
      });
      if (!answer.ok) throw new Error(`Patroni does not switch: ${await answer.text()}`);
      await untilAnotherThan(name);
    },
    async killLeader() {
      const host = hostOf(await leader());
      host.patroni?.kill('SIGKILL');
      host.patroni = null;
      killDatabase(host);
      await untilAnotherThan(host.name);
    },
    mend() {
      for (const host of hosts) if (host.patroni === null) startPatroni(host);
    },
    async stop() {
      process.off('exit', killAll);
      killAll();
      await until(() => children.size === 0);
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
