import { randomUUID } from 'node:crypto';
import { appendFile, cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { IdempotencyKey, calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contactDetails } from '../../tests/support/contacts.ts';
import { command } from '../../tests/server/commands.ts';
import { Browser, startTestServer } from '../../tests/server/facilityServer.ts';
import {
  type Processes,
  type Started,
  builtAdmin,
  ownProcesses,
  runAdmin,
  sqlOn,
  until,
} from '../../tests/server/serverProcess.ts';
import { readManifest } from './backupManifest.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let processes: Processes;
let admin: string;
let server: Started;
let data: string;
let archive: string;
const at = (name: string): string => join(processes.folder, name);

beforeAll(async () => {
  processes = await ownProcesses('backup');
  admin = await builtAdmin();
  data = at('data');
  archive = at('archive');
  server = await processes.start({ DATA_DIR: data, WAL_ARCHIVE: archive });
});
afterAll(async () => {
  await processes.endAll();
  await processes.remove();
});

async function adminOn(dataDir: string, args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const command = runAdmin(admin, args, { DATA_DIR: dataDir, ...settings });
  await command.ended;
  return { code: command.child.exitCode, output: command.output() };
}

/** Adds contacts as fast as possible, and notes when each was acknowledged. */
function writeContacts() {
  const acknowledged = new Map<string, number>();
  let isStopped = false;
  const writer = async (user: string): Promise<void> => {
    const browser = new Browser(server.portal);
    await browser.logIn(user);
    const patientId = (await browser.profile()).ids[0]?.value ?? 0;
    while (!isStopped) {
      const contactLastName = randomUUID();
      const headers = { 'idempotency-key': v.parse(IdempotencyKey, contactLastName) };
      const body = contactDetails({ contactFirstName: 'Backup', contactLastName });
      const answer = await browser.call(calls.saveContact, { params: { patientId }, headers, body });
      // Nobody may write so much in an hour as a quick machine does in this test.
      if (answer.status === 429) return;
      if (answer.status === 200) acknowledged.set(contactLastName, Date.now());
    }
  };
  const all = Promise.all(['patient', 'noemail'].map(writer));
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await all;
    },
  };
}

const contactsIn = async (dataDir: string): Promise<Set<string>> =>
  new Set(
    (await sqlOn<{ last_name: string }>(dataDir, "select last_name from contacts where first_name = 'Backup'")).map(
      ({ last_name: name }) => name,
    ),
  );

/** Starts a server on a restored folder and gives what it has. It is stopped then. */
async function startOn(dataDir: string) {
  const restored = await processes.start({ DATA_DIR: dataDir });
  const contacts = await contactsIn(dataDir);
  expect((await new Browser(restored.portal).logIn('patient')).status).toBe(200);
  restored.child.kill('SIGTERM');
  expect(await restored.ended()).toBe(0);
  return contacts;
}

test('a backup that is made during writes has whatever was acknowledged before its end', async () => {
  const backup = at('backup');
  const writing = writeContacts();
  await until(() => writing.acknowledged.size > 50);
  const made = await adminOn(data, ['backup', backup]);
  expect(made.output).toMatch(/has everything that was confirmed before .*\nIt was checked\.\nIt holds audit\.key/);
  expect(made.code).toBe(0);
  await until(() => writing.acknowledged.size > 100);
  await writing.stop();
  expect((await readdir(processes.folder)).filter((name) => /unfinished|check/.test(name))).toEqual([]);
  expect(await adminOn(data, ['backup', backup])).toEqual({ code: 1, output: `${backup} exists already.\n` });

  const { endedAt } = await readManifest(backup);
  const before = [...writing.acknowledged].filter(([, time]) => time < Date.parse(endedAt)).map(([name]) => name);
  expect(before.length).toBeGreaterThan(50);

  expect((await adminOn(data, ['restore', backup])).output).toContain('There is a database in');
  const restored = at('restored');
  const { code, output } = await adminOn(restored, ['restore', backup]);
  expect(output).toContain('its audit log says that it was restored');
  expect(output).toContain('know of nothing that is lost');
  expect(code).toBe(0);
  const contacts = await startOn(restored);
  expect(before.filter((name) => !contacts.has(name))).toEqual([]);
  expect((await adminOn(restored, ['audit', 'verify'])).output).toMatch(/: nothing found\.\n$/);
});

test('a restore with the anchors that were kept says what is lost, and a check of the log takes that for no tampering', async () => {
  // The anchors of each minute are written at the stop as well.
  server.child.kill('SIGTERM');
  expect(await server.ended()).toBe(0);
  const restored = at('with-anchors');
  await cp(join(data, 'audit-anchors'), join(restored, 'audit-anchors'), { recursive: true });
  const { output } = await adminOn(restored, ['restore', at('backup')]);
  const [, rows = '0', people] =
    /at least (\d+) rows of the audit log from after \S+ are lost, of (\d+) people/.exec(output) ?? [];
  expect(Number(rows), output).toBeGreaterThan(40);
  expect(people).toBe('2');
  await startOn(restored);
  const { output: verified, code } = await adminOn(restored, ['audit', 'verify']);
  expect(verified).toMatch(/are lost, of 2 people\.\n.*: nothing found\.\n$/);
  expect(code).toBe(0);

  // What the backup had must be there, whatever the log says of a restore; and an unsealed row says nothing.
  await startOnAndRun(
    restored,
    "update audit_events set detail = '{}' where chain = 'server' and type = 'database.restored'",
  );
  const broken = await adminOn(restored, ['audit', 'verify', '--all']);
  expect(broken.output).toMatch(/server, row \d+ was altered/);
  expect(broken.output).toMatch(/patient:\d+, row \d+ (was altered|and all after it were removed)/);
  expect(broken.code).toBe(1);
});

async function startOnAndRun(dataDir: string, sql: string): Promise<void> {
  const running = await processes.start({ DATA_DIR: dataDir });
  await sqlOn(dataDir, sql);
  running.child.kill('SIGTERM');
  await running.ended();
}

test('with the archive of the log, a restore goes on to its end or to an instant', async () => {
  server = await processes.start({ DATA_DIR: data, WAL_ARCHIVE: archive });
  const has = await contactsIn(data);
  await sqlOn(data, 'delete from limits');
  const writing = writeContacts();
  await until(() => writing.acknowledged.size > 20);
  const instant = Date.now();
  await until(() => writing.acknowledged.size > 40);
  await writing.stop();
  // In one statement: a row that the server writes after the switch is in a file that is archived a minute later.
  const [last] = await sqlOn<{ name: string }>(data, 'select pg_walfile_name(pg_switch_wal() - 1) as name');
  const archived = async () => (await readdir(archive)).map((name) => name.replace(/\.gz$/, '')).sort();
  await until(async () => {
    const [state] = await sqlOn<{ name: string | null }>(
      data,
      'select last_archived_wal as name from pg_stat_archiver',
    );
    return (state?.name ?? '') >= (last?.name ?? '') || ((await archived()).at(-1) ?? '') >= (last?.name ?? '');
  });

  const settings = { WAL_ARCHIVE: archive };
  const refused = await adminOn(at('none'), ['restore', at('backup'), '--until', '2020-01-01T00:00:00Z'], settings);
  expect(refused.output).toContain('for an earlier time take an older one');
  const whole = at('to-the-end');
  expect((await adminOn(whole, ['restore', at('backup')], settings)).output).toContain(`It is in ${whole}`);
  const all = await startOn(whole);
  expect([...has, ...writing.acknowledged.keys()].filter((name) => !all.has(name))).toEqual([]);

  const early = at('to-an-instant');
  const time = new Date(instant).toISOString();
  const output = (await adminOn(early, ['restore', at('backup'), '--until', time], settings)).output;
  expect(output).toContain(`It is in ${early}`);
  const some = await startOn(early);
  for (const [name, acknowledgedAt] of writing.acknowledged)
    if (acknowledgedAt < instant) expect(some.has(name)).toBe(true);
  expect(some.size).toBeLessThan(all.size);
  expect(await readdir(join(early, 'database', 'pg_wal', 'archive_status'))).toContain('00000002.history.ready');
});

test('doctor says whether the log is copied, and when it cannot be', async () => {
  const line = async (settings: Readonly<Record<string, string>>) =>
    /^(\w+) +archive +(.*)$/m.exec((await adminOn(data, ['doctor'], settings)).output)?.slice(1) ?? [];
  expect(await line({})).toEqual([]);
  expect(await line({ WAL_ARCHIVE: archive })).toEqual(['right', expect.stringContaining('was copied')]);
  // A file of this name from another database is never replaced.
  const [next] = await sqlOn<{ name: string }>(data, 'select pg_walfile_name(pg_current_wal_lsn()) as name');
  const inTheWay = join(archive, `${next?.name ?? ''}.gz`);
  await writeFile(inTheWay, gzipSync('of another database'));
  await sqlOn(data, 'select txid_current(), pg_switch_wal()');
  await until(async () => (await line({ WAL_ARCHIVE: archive }))[0] === 'wrong');
  await rm(inTheWay);
});

test('a backup that was damaged, or whose key is another, is refused and leaves nothing', async () => {
  const damaged = at('damaged');
  await cp(at('backup'), damaged, { recursive: true });
  await appendFile(join(damaged, 'database', 'global', 'pg_control'), ' ');
  const empty = at('empty');
  expect((await adminOn(empty, ['restore', damaged])).output).toMatch(
    /^The backup cannot be used: .*pg_control is not/,
  );
  await writeFile(join(damaged, 'audit.key'), 'another');
  expect((await adminOn(empty, ['restore', damaged])).output).toMatch(/audit\.key is not the key of this backup/);
  await rm(join(damaged, 'audit.key'));
  expect((await adminOn(empty, ['restore', damaged])).output).toMatch(/^Set SERVER_KEY to the one of this backup/);
  expect(await readdir(empty)).toEqual([]);
});

test('killed in the middle, a backup leaves no folder of its name, and the server goes on', async () => {
  const cut = runAdmin(admin, ['backup', at('cut')], { DATA_DIR: data, WAL_ARCHIVE: archive });
  await until(async () => (await readdir(processes.folder)).some((name) => name.startsWith('cut.unfinished')));
  cut.child.kill('SIGKILL');
  await cut.ended;
  expect(await readdir(processes.folder)).not.toContain('cut');
  expect((await new Browser(server.portal).logIn('patient')).status).toBe(200);
  expect((await adminOn(data, ['backup', at('cut'), '--no-check'], { WAL_ARCHIVE: archive })).code).toBe(0);
  expect(await readFile(join(at('cut'), 'manifest.json'), 'utf8')).toContain('"isChecked": false');
});

test('a backup is whole although DATA_DIR takes no note of it, which it says', async () => {
  const marker = join(data, 'last-backup');
  await rm(marker, { force: true });
  await mkdir(marker);
  const { code, output } = await adminOn(data, ['backup', at('unnoted'), '--no-check'], { WAL_ARCHIVE: archive });
  expect(output).toMatch(/last-backup cannot be written \(EISDIR\), so "doctor" and the metrics do not know/);
  expect(code).toBe(0);
  await rm(marker, { recursive: true });
});

test('a database of the facility is copied by a role that may, and restored by hand, step by step, as its audit log says', async () => {
  const facility = await startTestServer();
  const settings = { DATABASE_URL: facility.databaseUrl, DATA_DIR: facility.dataDir };
  const run = (...args: string[]) => command(args, facility.databaseUrl, settings);
  const { code, err } = await run('backup', at('own'));
  expect(err).toMatch(/^The role vestibule_server of DATABASE_URL may not copy the database: .*Or back up with/);
  expect(code).toBe(1);
  expect(await readdir(processes.folder)).not.toContain('own');
  expect((await run('backup', at('nowhere/own'))).err).toMatch(
    /nowhere cannot be written \(ENOENT\)\. As root: install -d -m 700 -o \S+ \S+nowhere$/,
  );

  await mkdir(at('own'));
  const manifest = await readFile(join(at('backup'), 'manifest.json'), 'utf8');
  await writeFile(join(at('own'), 'manifest.json'), manifest.replace('"kind": "embedded"', '"kind": "own"'));
  // On many machines no shell finds the program by its name.
  const version = (await readManifest(at('own'))).postgres;
  await writeFile(join(at('own'), 'pg_verifybackup'), `#!/bin/sh\necho "pg_verifybackup (PostgreSQL) ${version}"\n`, {
    mode: 0o755,
  });
  vi.stubEnv('PATH', `${process.env['PATH'] ?? ''}:${at('own')}`);
  const steps = (await run('restore', at('own'))).out;
  vi.unstubAllEnvs();
  expect(steps).toMatch(/^2\. \/\S+\/pg_verifybackup \S+\/own\/database$/m);
  expect(steps).toMatch(/Before any server starts: npm run admin -- restore \S+ --done$/);
  expect((await run('restore', at('own'), '--done')).out).toContain('its audit log says that it was restored');
  expect(await facility.query("select actor_role from audit_events where type = 'database.restored'")).toEqual([
    { actor_role: 'admin' },
  ]);
  expect(await facility.brokenAuditRows()).toEqual([]);
  await facility.stop();
});

test('of several hosts, the one that takes writes is copied', async () => {
  const facility = await startTestServer();
  // PostgreSQL's URL of a socket has no host, but JavaScript's URL needs one.
  const { username, password, pathname, searchParams } = new URL(facility.ownerUrl.replace('@/', '@localhost/'));
  const path = join(searchParams.get('host') ?? '', `.s.PGSQL.${searchParams.get('port') ?? ''}`);
  const primary = createServer((near) => {
    const far = connect({ path });
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((settle) => {
    primary.listen(0, '127.0.0.1', settle);
  });
  const address = primary.address();
  const host = `127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`;
  const { postgres } = await readManifest(at('backup'));
  await mkdir(at('programs'));
  await writeFile(
    join(at('programs'), 'pg_basebackup'),
    `#!/bin/sh\n[ "$1" = --version ] && echo "pg_basebackup (PostgreSQL) ${postgres}" && exit\necho "$@" >&2; exit 1\n`,
    { mode: 0o755 },
  );
  vi.stubEnv('PATH', `${process.env['PATH'] ?? ''}:${at('programs')}`);
  const { err } = await command(
    ['backup', at('of-several')],
    `postgresql://${username}:${password}@127.0.0.1:9,${host}${pathname}`,
    { DATA_DIR: facility.dataDir },
  );
  vi.unstubAllEnvs();
  expect(err).toMatch(new RegExp(`^pg_basebackup fails: .*@${host}/`));
  primary.close();
  await facility.stop();
});
