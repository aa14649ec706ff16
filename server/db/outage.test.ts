import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '@portal/api';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  type Processes,
  brokenAuditRowsOn,
  ownProcesses,
  postmasterOf,
  sqlOn,
  until,
} from '../../tests/server/serverProcess.ts';
import { Browser } from '../../tests/server/facilityServer.ts';

/** `OUTAGE_ROUNDS=60` for a long run by hand. */
const rounds = Number(process.env['OUTAGE_ROUNDS'] ?? 3);
const parallel = 120;
vi.setConfig({ testTimeout: 60_000 + rounds * 20_000, hookTimeout: 60_000 });

let processes: Processes;
beforeAll(async () => {
  processes = await ownProcesses('outage');
});
afterEach(() => processes.endAll());
afterAll(() => processes.remove());

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
