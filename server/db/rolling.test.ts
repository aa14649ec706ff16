import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { IdempotencyKey, calls } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { contactDetails } from '../../tests/support/contacts.ts';
import { type Balancer, startBalancer } from '../../tests/server/balancer.ts';
import {
  type LaterMigrations,
  type Processes,
  type Started,
  ownProcesses,
  until,
} from '../../tests/server/serverProcess.ts';
import { Browser, type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { onConnection } from './roles.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

/**
 * `ROLLING_FROM=…/dist/server/main.js`: a build of a real earlier version, for a run by hand. By default the earlier version is this one,
 * and the next one adds migrations.
 */
const realBefore = process.env['ROLLING_FROM'];
const later: LaterMigrations =
  realBefore === undefined
    ? {
        './migrations/900_later.sql': `alter table users add column later text not null default 'a';
           alter table patients add column later integer;
           alter table audit_events add column later jsonb;
           alter table contacts add column later boolean not null default false;
           create table later (id bigint generated always as identity primary key, user_id bigint references users);`,
        './migrations/901_later_index.sql':
          '-- outside a transaction\ndrop index concurrently if exists users_later;\ncreate index concurrently users_later on users (later);\n',
      }
    : {};

let before: Processes;
let next: Processes;
let database: TestDatabase;
beforeAll(async () => {
  [before, next] = await Promise.all([ownProcesses('rolling'), ownProcesses('rolling-next', later)]);
  database = await testDatabase(realBefore === undefined ? 'demo' : 'empty');
});
afterAll(async () => {
  await before.endAll();
  await next.endAll();
  await database.drop();
  await before.remove();
  await next.remove();
});

const people = ['patient', 'noemail', 'limited'] as const;

/** Typical requests, repeated until told to stop. */
function load(portal: string, kiosk: string) {
  const state = { answered: 0, longestMs: 0, contacts: 0, events: 0, failed: [] as string[], stopped: false };
  const ask = async (what: string, status: number, call: () => Promise<{ status: number; text: string }>) => {
    const begun = performance.now();
    const answer = await call().catch((error: unknown) => ({ status: 0, text: String(error) }));
    state.longestMs = Math.max(state.longestMs, performance.now() - begun);
    if (answer.status === status) state.answered += 1;
    else state.failed.push(`${what}: ${answer.status} ${answer.text.slice(0, 100)}`);
    return answer;
  };
  const signIn = async (name: string) => {
    const browser = new Browser(portal);
    await ask('sign in', 200, () => browser.logIn(name));
    return browser;
  };
  // At full speed they would leave no processor time to the starting servers.
  const again = async (work: () => Promise<unknown>) => {
    while (!state.stopped) {
      await work();
      await wait(30);
    }
  };
  const signingIn = () => again(async () => (await signIn('patient')).call(calls.getLoginProfile));
  const staying = async (name: string) => {
    const browser = await signIn(name);
    const { userId, ids } = await browser.profile();
    const patientId = ids[0]?.value ?? 0;
    await again(async () => {
      await ask('read', 200, () => browser.call(calls.listQuestionnaires, { params: { patientId } }));
      await ask('refresh', 200, () => browser.refresh());
      await ask('event', 204, () =>
        browser.call(calls.sendAuditEvent, {
          params: { userId },
          body: { auditEventType: 'questionnairelistauditevent', patientId },
        }),
      );
      state.events += 1;
    });
  };
  const adding = async (name: string) => {
    const browser = await signIn(name);
    const patientId = (await browser.profile()).ids[0]?.value ?? 0;
    await again(async () => {
      const headers = { 'idempotency-key': v.parse(IdempotencyKey, randomUUID()) };
      const add = () =>
        ask('contact', 200, () =>
          browser.call(calls.saveContact, {
            params: { patientId },
            headers,
            body: contactDetails({ contactFirstName: 'Rolling', contactLastName: randomUUID() }),
          }),
        );
      await add();
      state.contacts += 1;
    });
  };
  const atKiosk = () =>
    again(async () => {
      const browser = new Browser(kiosk);
      await ask('kiosk', 200, () => browser.logIn('kiosk', undefined, 'kioskManagement'));
      await ask('kiosk', 200, () => browser.call(calls.getLoginProfile));
    });
  const all = Promise.all([signingIn(), atKiosk(), ...people.map(staying), ...people.slice(0, 2).map(adding)]);
  return {
    state,
    async stop() {
      state.stopped = true;
      await all;
    },
  };
}

const counted = (sql: string) =>
  onConnection(database.url, async (client) => (await client.query<{ n: number }>(sql)).rows[0]?.n ?? 0);
const eventCount = "select count(*)::int as n from audit_events where type = 'client.questionnairelistauditevent'";
const contactCount = "select count(*)::int as n from contacts where first_name = 'Rolling'";

test('three processes are replaced by those of the next version one after another, and no request is lost', async () => {
  const balancers: readonly [Balancer, Balancer] = [await startBalancer(), await startBalancer()];
  const [portal, kiosk] = balancers;
  let folders = 0;
  const start = async (version: Processes, settings: Readonly<Record<string, string>> = {}): Promise<Started> => {
    const server = await version.start({
      DATABASE_URL: database.serverUrl,
      DATABASE_OWNER_URL: database.url,
      DATA_DIR: join(version.folder, String((folders += 1))),
      SERVER_KEY: 'the same secret for all of these processes',
      DATABASE_CONNECTIONS: '8',
      DRAIN_SECONDS: '1',
      ...settings,
    });
    portal.add(server.portal);
    kiosk.add(server.kiosk);
    return server;
  };
  const old: Readonly<Record<string, string>> = realBefore === undefined ? {} : { SERVER_FILE: realBefore };
  const running: Started[] = [];
  for (let count = 0; count < 3; count += 1) running.push(await start(before, old));
  const areReady = (count: number) => until(() => balancers.every((each) => each.ready() === count));
  await areReady(3);
  const eventsBefore = await counted(eventCount);
  const requests = load(portal.url, kiosk.url);
  const { state } = requests;
  try {
    await until(() => state.answered > 60);
    for (const server of running) {
      await start(next);
      await areReady(4);
      const sofar = state.answered;
      await until(() => state.answered > sofar + 30);
      // A version from before DRAIN_SECONDS does not report its stop at /readyz, so the proxy is told directly.
      if (realBefore !== undefined)
        for (const each of balancers) await each.takeOut(server[each === portal ? 'portal' : 'kiosk']);
      server.child.kill('SIGTERM');
      expect(await server.ended(), server.output()).toBe(0);
      await areReady(3);
    }
    if (realBefore === undefined) {
      // And back: the earlier version starts on the database that the next one has changed.
      const again = await start(before);
      await areReady(4);
      expect(again.output()).toContain('"newer":["900_later.sql","901_later_index.sql"]');
    }
    const sofar = state.answered;
    await until(() => state.answered > sofar + 60);
  } finally {
    await requests.stop();
    for (const each of balancers) await each.stop();
  }
  expect(balancers.flatMap(({ lost }) => lost)).toEqual([]);
  expect(state.failed).toEqual([]);
  expect(await counted(contactCount)).toBe(state.contacts);
  expect((await counted(eventCount)) - eventsBefore).toBe(state.events);
  if (realBefore !== undefined)
    process.stdout.write(`${state.answered} answered, the longest in ${Math.round(state.longestMs)} ms\n`);
});
