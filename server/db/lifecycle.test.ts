import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '@portal/api';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Process,
  type Processes,
  isAlive,
  brokenAuditRowsOn,
  ownProcesses,
  postmasterOf,
  socketFolder,
  sqlOn,
  until,
} from '../../tests/server/serverProcess.ts';
import { freePort } from '../../tests/support/freePort.ts';
import { Browser, startTestServer, testDatabase, testEnvironment } from '../../tests/server/facilityServer.ts';

// Real processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let folder: string;
let processes: Processes;
beforeAll(async () => {
  processes = await ownProcesses('lifecycle');
  ({ folder } = processes);
}, 60_000);
afterEach(() => processes.endAll());
afterAll(() => processes.remove());
const run: Processes['run'] = (environment) => processes.run(environment);
const start: Processes['start'] = (environment) => processes.start(environment);

const newFolder = (name: string): string => join(folder, name);

/** Writes small events as fast as possible until told to stop, and counts what the server acknowledged. */
function writeEvents(portal: string, names: readonly string[]) {
  const state = { acknowledged: 0, refused: new Map<number, number>(), stopped: false };
  const writer = async (name: string): Promise<void> => {
    const browser = new Browser(portal);
    await browser.logIn(name);
    const { userId, ids } = await browser.profile();
    const body = { auditEventType: 'questionnairelistauditevent', patientId: ids[0]?.value };
    while (!state.stopped) {
      const answer = await browser.call(calls.sendAuditEvent, { params: { userId }, body }).catch(() => null);
      if (answer?.status === 204) state.acknowledged += 1;
      else if (answer === null) await wait(5);
      else state.refused.set(answer.status, (state.refused.get(answer.status) ?? 0) + 1);
    }
  };
  const all = Promise.all(names.map(writer));
  return {
    state,
    async stop() {
      state.stopped = true;
      await all;
    },
  };
}
const writers = ['patient', 'noemail', 'limited', 'patient', 'noemail', 'limited'];
const eventCount = "select count(*)::int as n from audit_events where type = 'client.questionnairelistauditevent'";

test('a server that npm started ends with it, and its database too', async () => {
  const data = newFolder('npm');
  const { DATABASE_URL: _, ...inherited } = process.env;
  const npm = spawn('npm', ['start', '--', '--empty'], {
    env: { ...inherited, ...testEnvironment, DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  npm.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await until(() => /\{"ready".*\n/.test(output) || npm.exitCode !== null);
  const pid = Number(/"pid":(\d+)/.exec(output)?.[1]);
  expect(isAlive(pid), output).toBe(true);
  const postmaster = await postmasterOf(data);
  npm.kill('SIGTERM');
  await until(() => !isAlive(pid) && !isAlive(postmaster));
});

// One folder for all tests that need no empty database, because filling one takes as long as the rest of a test.
describe('a server on a folder of its own', () => {
  test('makes everything from nothing, stops when asked and finds its rows again', async () => {
    const data = newFolder('plain');
    const first = await start({ DATA_DIR: data });
    const browser = new Browser(first.portal);
    expect((await browser.logIn('patient')).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.ended()).toBe(0);
    expect(isAlive(first.databasePid ?? 0)).toBe(false);
    const second = await start({ DATA_DIR: data });
    const again = new Browser(second.portal);
    again.tokens = browser.tokens;
    expect((await again.call(calls.getLoginProfile)).status).toBe(200);
    expect((await sqlOn<{ n: number }>(data, 'select count(*)::int as n from facilities'))[0]?.n).toBe(2);
    // Each start prints new one-use links.
    for (const secret of [
      /linkLogin\?patientid=\d+&data=[\w-]{43}/,
      /singleSignOn\?sso-id=[\w-]{43}/,
      /auth-rep-sign-up\?u=[\w-]{43}/,
    ]) {
      const [before, after] = [secret.exec(first.output())?.[0], secret.exec(second.output())?.[0]];
      expect(before).toBeDefined();
      expect(after).toBeDefined();
      expect(after).not.toBe(before);
    }
    expect((await sqlOn<{ fsync: string }>(data, 'show fsync'))[0]?.fsync).toBe('on');
  });

  test('lets a running request end when it is asked to stop', async () => {
    const running = await start({ DATA_DIR: newFolder('plain'), SHUTDOWN_SECONDS: '60' });
    // Requests that had not arrived yet may be refused; those that were accepted are answered.
    const logins = Array.from({ length: 6 }, () => new Browser(running.portal).logIn('patient').catch(() => null));
    await Promise.race(logins);
    running.child.kill('SIGINT');
    const asked = performance.now();
    const answers = await Promise.all(logins);
    for (const answer of answers) if (answer !== null) expect(answer.status).toBe(200);
    expect(await running.ended()).toBe(0);
    expect(performance.now() - asked).toBeLessThan(30_000);
  });

  test('whose public address is https gives Secure cookies whatever its proxy says, and warns where it trusts none', async () => {
    const port = await freePort();
    const https = { DATA_DIR: newFolder('plain'), PORT: String(port), PORTAL_URL: 'https://portal.example.org' };
    const signIn = () => new Browser(`http://127.0.0.1:${port}`).logIn('patient');
    const running = await start(https);
    const answer = await signIn();
    expect(answer.status).toBe(200);
    for (const cookie of answer.headers.getSetCookie()) expect(cookie).toMatch(/^__Host-vestibule-.*; Secure; /);
    expect(answer.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/);
    expect(running.output()).toMatch(/"level":40.*PORTAL_URL begins with https:.*Set TRUST_PROXY=1/);
    // No setting says that the kiosk's own address is https.
    const kiosk = await new Browser(running.kiosk).logIn('kiosk', undefined, 'kioskManagement');
    expect(kiosk.headers.getSetCookie()[0]).toMatch(/^vestibule-kiosk=/);
    running.child.kill('SIGTERM');
    await running.ended();
    const trusting = await start({ ...https, TRUST_PROXY: '1' });
    expect(trusting.output()).not.toContain('TRUST_PROXY');
  });

  test('refuses a second start on the folder with one line, and is not disturbed by it', async () => {
    const data = newFolder('plain');
    const first = await start({ DATA_DIR: data });
    const second = run({ DATA_DIR: data });
    expect(await second.ended()).toBe(1);
    expect(second.output()).toBe(`Another server (process ${first.pid}) is already running on ${data}.\n`);
    expect((await new Browser(first.portal).logIn('patient')).status).toBe(200);
  });

  test('of three that start at once on a new folder, one runs', async () => {
    const data = newFolder('race');
    const all = [run({ DATA_DIR: data }), run({ DATA_DIR: data }), run({ DATA_DIR: data })];
    const isReady = (each: Process) => each.output().includes('{"ready"');
    await until(() => all.filter((each) => isReady(each) || each.child.exitCode !== null).length === 3);
    expect(all.filter(isReady)).toHaveLength(1);
    for (const each of all.filter((other) => !isReady(other)))
      expect(each.output()).toMatch(/^Another server \(process \d+\) is already running on /);
  });

  test('killed in mid-write, it has every acknowledged row, and its next start takes the running database over', async () => {
    const data = newFolder('plain');
    let running = await start({ DATA_DIR: data });
    let acknowledged = 0;
    for (let round = 0; round < 2; round += 1) {
      const writing = writeEvents(running.portal, writers);
      await until(() => writing.state.acknowledged > 40 + round * 17);
      running.child.kill('SIGKILL');
      await running.ended();
      await writing.stop();
      acknowledged += writing.state.acknowledged;
      expect(isAlive(running.databasePid ?? 0)).toBe(true);
      const before = running.databasePid;
      running = await start({ DATA_DIR: data });
      expect(running.databasePid).toBe(before);
      const [row] = await sqlOn<{ n: number }>(data, eventCount);
      expect(row?.n).toBeGreaterThanOrEqual(acknowledged);
      expect(row?.n).toBeLessThanOrEqual(acknowledged + (round + 1) * writers.length);
      expect(await brokenAuditRowsOn(data)).toEqual([]);
    }
    running.child.kill('SIGTERM');
    expect(await running.ended()).toBe(0);
    expect(isAlive(running.databasePid ?? 0)).toBe(false);
  });

  test('brings a killed database back by itself: 503 in between, no acknowledged row lost', async () => {
    const data = newFolder('plain');
    const running = await start({ DATA_DIR: data });
    const before = (await sqlOn<{ n: number }>(data, eventCount))[0]?.n ?? 0;
    const writing = writeEvents(running.portal, writers);
    for (let round = 1; round <= 2; round += 1) {
      const sofar = writing.state.acknowledged;
      await until(() => writing.state.acknowledged > sofar + 40);
      process.kill(await postmasterOf(data), 'SIGKILL');
      const then = writing.state.acknowledged;
      await until(() => writing.state.acknowledged > then + 40);
    }
    await writing.stop();
    expect([...writing.state.refused.keys()].filter((status) => status !== 503)).toEqual([]);
    expect((await sqlOn<{ n: number }>(data, eventCount))[0]?.n).toBeGreaterThanOrEqual(
      before + writing.state.acknowledged,
    );
    expect(await brokenAuditRowsOn(data)).toEqual([]);
    expect(running.child.exitCode).toBeNull();
  });

  test('starts where server and database were killed and the process number now belongs to somebody else', async () => {
    const data = newFolder('plain');
    const running = await start({ DATA_DIR: data });
    running.child.kill('SIGKILL');
    await running.ended();
    process.kill(running.databasePid ?? 0, 'SIGKILL');
    await until(() => !isAlive(running.databasePid ?? 0));
    const file = join(data, 'database', 'postmaster.pid');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await writeFile(file, [String(process.pid), ...lines.slice(1)].join('\n'));
    const again = await start({ DATA_DIR: data });
    expect((await new Browser(again.portal).logIn('patient')).status).toBe(200);
  });

  test.each(['empty', "somebody else's"])('starts where the lock of its socket is %s', async (kind) => {
    const data = newFolder('plain');
    const running = await start({ DATA_DIR: data });
    const sockets = await socketFolder(data);
    running.child.kill('SIGKILL');
    await running.ended();
    process.kill(running.databasePid ?? 0, 'SIGKILL');
    await until(() => !isAlive(running.databasePid ?? 0));
    // PostgreSQL takes any process that it may signal, so one of the same user, for another server.
    const owner = await stat(sockets);
    const somebody = spawn('sleep', ['100'], { uid: owner.uid, gid: owner.gid, stdio: 'ignore' });
    const lock = join(sockets, '.s.PGSQL.5432.lock');
    const lines = (await readFile(lock, 'utf8')).split('\n');
    await writeFile(lock, kind === 'empty' ? '' : [String(somebody.pid), ...lines.slice(1)].join('\n'));
    await utimes(lock, 0, 0);
    const again = await start({ DATA_DIR: data });
    expect((await new Browser(again.portal).logIn('patient')).status).toBe(200);
    somebody.kill();
  });

  test.runIf(process.getuid?.() === 0)(
    'as root, on a folder that the database user cannot reach, says where it keeps the database',
    async () => {
      const closed = newFolder('closed');
      await mkdir(closed, { mode: 0o700 });
      const running = await start({ DATA_DIR: join(closed, 'data') });
      const [, place = ''] = /cannot reach .*: the database is kept in (\S+)\.\n/.exec(running.output()) ?? [];
      expect(place).toMatch(/^\/var\/lib\/vestibule\/[0-9a-f]{12}$/);
      running.child.kill('SIGTERM');
      await running.ended();
      await rm(place, { recursive: true });
    },
  );
});

describe('a start that cannot be', () => {
  const refused = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    const running = run(environment);
    expect(await running.ended()).toBe(1);
    const lines = running.output().trim().split('\n');
    expect(lines).toHaveLength(1);
    return lines[0] ?? '';
  };

  test('says which port is in use', async () => {
    const taken = createServer();
    await new Promise<void>((settle) => {
      taken.listen(0, '127.0.0.1', settle);
    });
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    for (const setting of ['PORT', 'KIOSK_PORT'])
      expect(await refused({ DATA_DIR: newFolder('never'), [setting]: String(port) })).toBe(
        `Port ${port} is in use already. Set ${setting} to another one.`,
      );
    taken.close();
  });

  test('says which folder cannot be written', async () => {
    const file = newFolder('a-file');
    await writeFile(file, '');
    expect(await refused({ DATA_DIR: file })).toContain(`Cannot write to the data folder ${file}: `);
    expect(await refused({ DATA_DIR: join(file, 'below') })).toContain('Cannot write to the data folder ');
    if (process.platform === 'linux')
      expect(await refused({ DATA_DIR: '/proc/data' })).toContain('Cannot write to the data folder /proc/data: ');
  });

  test('says which database cannot be reached, without its password', async () => {
    expect(await refused({ DATABASE_URL: 'postgresql://someone:secret@127.0.0.1:9/records' })).toMatch(
      /^The database of DATABASE_URL \(127\.0\.0\.1:9\/records\) cannot be reached: /,
    );
  });
});

describe('a database that several servers share', () => {
  test('is brought up to date and filled once by two that start together', async () => {
    const { url, drop } = await testDatabase('empty');
    const [one, two] = await Promise.all([
      startTestServer({ databaseUrl: url }),
      startTestServer({ databaseUrl: url }),
    ]);
    expect(await one.query('select count(*)::int as n from facilities')).toEqual([{ n: 2 }]);
    expect(
      await one.query('select count(*)::int as n from schema_migrations group by name having count(*) > 1'),
    ).toEqual([]);
    const browser = await one.signedIn('patient');
    const other = two.browser();
    other.tokens = browser.tokens;
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    expect((await other.call(calls.getLoginProfile)).status).toBe(200);
    expect((await other.refresh()).status).toBe(200);
    await one.stop();
    await two.stop();
    await drop();
  });

  test('is worked on by a server older than it until what that needs is taken away, and never by one with another history', async () => {
    const { url, drop } = await testDatabase('demo');
    const server = await startTestServer({ databaseUrl: url });
    await server.query("insert into schema_migrations (name, checksum) values ('900_later.sql', 'x')");
    // What the newer version reserved for the owner stays reserved when the older version starts.
    await server.query('create table owners_alone (id bigint)');
    await server.query('grant select on owners_alone to vestibule_server');
    const older = await startTestServer({ databaseUrl: url });
    expect((await (await older.signedIn('patient')).call(calls.getLoginProfile)).status).toBe(200);
    expect(
      await server.query("select has_table_privilege('vestibule_server', 'owners_alone', 'insert') as may"),
    ).toEqual([{ may: false }]);
    expect(await older.browser().fetch('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
    await server.query(
      "insert into schema_migrations (name, checksum, needs) values ('901_less.sql', 'x', '900_later.sql')",
    );
    for (const surface of ['portal', 'kiosk'] as const)
      expect(await older.browser(surface).fetch('/readyz')).toMatchObject({
        status: 503,
        body: { status: 'outdated' },
      });
    await expect(startTestServer({ databaseUrl: url })).rejects.toThrow(
      'This version is too old for its database: a newer one has run 901_less.sql',
    );
    await older.stop();
    await server.query("delete from schema_migrations where name > '900'");
    await server.query("update schema_migrations set checksum = 'other' where name = '043_schema_needs.sql'");
    await expect(startTestServer({ databaseUrl: url })).rejects.toThrow(
      'The migration 043_schema_needs.sql is not the one',
    );
    await server.stop();
    await drop();
  });
});
