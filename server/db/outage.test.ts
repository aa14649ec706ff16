import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '@portal/api';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  type Processes,
  brokenAuditRowsAt,
  brokenAuditRowsOn,
  isAlive,
  ownProcesses,
  postmasterOf,
  sqlOn,
  until,
} from '../../tests/server/serverProcess.ts';
import { contactWriters } from '../../tests/server/acknowledgedWrites.ts';
import { Browser } from '../../tests/server/facilityServer.ts';
import { freePort } from '../../tests/support/freePort.ts';
import { makeFolder } from '../process/folders.ts';
import { shareCluster, stopShared } from './cluster.ts';
import { onConnection } from './roles.ts';

/** `OUTAGE_ROUNDS=60` for a long run by hand. */
const rounds = Number(process.env['OUTAGE_ROUNDS'] ?? 3);
/** `KILLS=1000` for a long run by hand. */
const kills = Number(process.env['KILLS'] ?? 9);
const parallel = 120;
vi.setConfig({ testTimeout: 120_000 + Math.max(rounds, kills) * 20_000, hookTimeout: 60_000 });

let processes: Processes;
beforeAll(async () => {
  processes = await ownProcesses('outage');
});
afterEach(() => processes.endAll());
afterAll(async () => {
  await stopShared(join(processes.folder, 'killed'));
  await processes.remove();
});

/** Reads and writes with `parallel` clients until told to stop. Reads are audited, so they write as well. */
async function load(portal: string) {
  const state = { written: 0, answered: 0, refused: new Set<number>(), stopped: false };
  const people = await Promise.all(
    ['patient', 'noemail', 'limited'].map(async (name) => {
      const browser = new Browser(portal);
      await browser.logIn(name);
      const { userId, ids } = await browser.profile();
      return { browser, userId, patientId: ids[0]?.value ?? 0 };
    }),
  );
  const one = async (index: number): Promise<void> => {
    const person = people[index % people.length];
    if (person === undefined) return;
    const { browser, userId, patientId } = person;
    const writes = index % 2 === 0;
    while (!state.stopped) {
      const answer = await (
        writes
          ? browser.call(calls.sendAuditEvent, {
              params: { userId },
              body: { auditEventType: 'questionnairelistauditevent', patientId },
            })
          : browser.call(calls.listQuestionnaires, { params: { patientId } })
      ).catch(() => null);
      if (answer === null) await wait(5);
      else if (answer.status >= 300) state.refused.add(answer.status);
      else {
        state.answered += 1;
        if (writes) state.written += 1;
      }
    }
  };
  const all = Promise.all(Array.from({ length: parallel }, (_, index) => one(index)));
  return {
    state,
    async stop() {
      state.stopped = true;
      await all;
    },
  };
}

const kinds: readonly (readonly [string, (data: string) => Promise<unknown>])[] = [
  [
    'all its connections are ended',
    (data) =>
      sqlOn(
        data,
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      ),
  ],
  ['the database is killed', async (data) => process.kill(await postmasterOf(data), 'SIGKILL')],
];

test.each(kinds)(
  `when %s under ${parallel} requests at a time, it answers 503, comes back and has every row`,
  async (name, fault) => {
    const data = join(processes.folder, name.replaceAll(' ', '-'));
    const running = await processes.start({ DATA_DIR: data, ACCESS_TOKEN_SECONDS: '3600' });
    const requests = await load(running.portal);
    const { state } = requests;
    for (let round = 0; round < rounds; round += 1) {
      const before = state.answered;
      await until(() => state.answered > before + 2 * parallel || running.child.exitCode !== null);
      await fault(data);
    }
    const last = state.answered;
    await until(() => state.answered > last + 2 * parallel || running.child.exitCode !== null);
    await requests.stop();
    expect(running.child.exitCode, running.output()).toBeNull();
    expect([...state.refused].filter((status) => status !== 503)).toEqual([]);
    const [row] = await sqlOn<{ n: number }>(
      data,
      "select count(*)::int as n from audit_events where type = 'client.questionnairelistauditevent'",
    );
    expect(row?.n).toBeGreaterThanOrEqual(state.written);
    expect(await brokenAuditRowsOn(data)).toEqual([]);
  },
);

test(`two servers on one database have every acknowledged write once after ${kills} kills of a server, the database, and all of them`, async () => {
  const place = join(processes.folder, 'killed');
  await makeFolder(place, 0o755);
  let database = await shareCluster(place, []);
  await onConnection(database.ownerUrlOf('postgres'), (client) => client.query('create database portal'));
  const ports = [await freePort(), await freePort()];
  const startServer = (index: number) =>
    processes.start({
      DATABASE_URL: database.urlOf('portal'),
      DATABASE_OWNER_URL: database.ownerUrlOf('portal'),
      DATA_DIR: join(place, 'data'),
      ACCESS_TOKEN_SECONDS: '3600',
      PORT: String(ports[index]),
    });
  const servers = [await startServer(0), await startServer(1)];
  const writers = await contactWriters(servers.map(({ portal }) => portal));
  const killServer = async (index: number): Promise<void> => {
    servers[index]?.child.kill('SIGKILL');
    await servers[index]?.ended();
  };
  const restartServer = async (index: number): Promise<void> => {
    servers[index] = await startServer(index);
  };
  const killDatabase = async (): Promise<void> => {
    const { pid } = database;
    process.kill(pid, 'SIGKILL');
    await until(() => !isAlive(pid));
  };
  const restartDatabase = async (): Promise<void> => {
    database = await shareCluster(place, []);
  };
  const faults = [
    async (round: number) => {
      await killServer(round % 2);
      await restartServer(round % 2);
    },
    async () => {
      await killDatabase();
      await restartDatabase();
    },
    // As a machine is lost: what was written to its disk is there.
    async () => {
      await Promise.all([killDatabase(), killServer(0), killServer(1)]);
      await restartDatabase();
      await Promise.all([restartServer(0), restartServer(1)]);
    },
  ];
  let acknowledged = 0;
  let longestMs = 0;
  for (let round = 0; round < kills; round += 1) {
    const writes = writers.begin();
    await writes.more(6 + (round % 17));
    await faults[round % faults.length]?.(round);
    await writes.more(6);
    const counted = await writes.end(database.ownerUrlOf('portal'));
    expect(counted).toMatchObject({ lost: 0, doubled: 0 });
    expect([...writes.refused].filter((status) => status !== 503)).toEqual([]);
    acknowledged += counted.acknowledged;
    longestMs = Math.max(longestMs, writes.longestMs());
  }
  expect(await brokenAuditRowsAt(database.ownerUrlOf('portal'), join(place, 'data'))).toEqual([]);
  process.stdout.write(
    `${kills} kills: ${acknowledged} acknowledged, 0 lost, 0 doubled; the longest write took ${Math.round(longestMs)} ms\n`,
  );
});
