import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { FacilityId, IdempotencyKey, IfSystemId, PatientId, transmitHealthSummary } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openPool } from '../db/pool.ts';
import {
  type Processes,
  brokenAuditRowsOn,
  ownProcesses,
  ownerUrlOf,
  sqlOn,
  until,
} from '../../tests/server/serverProcess.ts';
import { Browser } from '../../tests/server/facilityServer.ts';
import { setGateway } from './gateway.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });
const count = 12;

/** A gateway that keeps the names under which it was handed each message, and answers some of them too late to be heard. */
const taken = new Map<string, Set<string>>();
let isMute = false;
const gateway = createServer((request, response) => {
  void text(request)
    .then((body) => {
      const posted = v.parse(v.object({ id: v.string(), text: v.string() }), JSON.parse(body));
      const key = /key-[0-9a-f-]{36}/.exec(posted.text)?.[0] ?? '';
      taken.set(key, new Set(taken.get(key)).add(posted.id));
      if (!isMute) response.writeHead(200).end();
    })
    .catch(() => undefined);
});

let processes: Processes;
beforeAll(async () => {
  processes = await ownProcesses('health-summary');
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
});
afterAll(async () => {
  gateway.closeAllConnections();
  gateway.close();
  await processes.endAll();
  await processes.remove();
});

test('a secure send that was acknowledged is delivered under one name, though the server is killed while it is sent and while it is handed over', async () => {
  const data = join(processes.folder, 'data');
  const environment = { DATA_DIR: data, ACCESS_TOKEN_SECONDS: '3600' };
  let running = await processes.start(environment);
  const { port } = v.parse(
    v.custom<AddressInfo>((value) => typeof value === 'object'),
    gateway.address(),
  );
  const pool = openPool(await ownerUrlOf(data), 1, () => undefined);
  const [facility] = await sqlOn<{ id: string }>(data, 'select id from facilities where is_default');
  await setGateway(pool.db, '', {
    facilityId: v.parse(FacilityId, Number(facility?.id)),
    kind: 'webhook',
    url: `http://127.0.0.1:${String(port)}/`,
    senderAddress: 'portal@direct.example',
    secret: 'a secret of this test',
  });
  await pool.end();
  const patient = new Browser(running.portal);
  expect((await patient.logIn('patient')).status).toBe(200);
  const patientId = v.parse(PatientId, (await patient.profile()).ids[0]?.value);
  const [system] = await sqlOn<{ id: number }>(
    data,
    `select x.id from external_systems x join patients p on p.home_facility_id = x.facility_id where x.is_own and p.id = ${String(patientId)}`,
  );
  const ifSystemId = v.parse(IfSystemId, Number(system?.id));
  let acknowledged = 0;
  const keys = Array.from({ length: count }, () => v.parse(IdempotencyKey, `key-${crypto.randomUUID()}`));
  const sendOne = async (key: IdempotencyKey): Promise<void> => {
    for (;;) {
      const browser = new Browser(running.portal);
      browser.tokens = patient.tokens;
      for (const [name, value] of patient.cookies) browser.cookies.set(name, value);
      const answer = await browser
        .call(transmitHealthSummary, {
          params: { patientId, ifSystemId, transmitType: 'sendSecurely' },
          query: { language: 'en' },
          headers: { 'idempotency-key': key },
          body: {
            senderAddress: null,
            recipientAddress: 'doctor@direct.example.org',
            messageText: key,
            identifier: { startDate: '2026-01-01', endDate: '2026-06-30' },
          },
        })
        .catch(() => null);
      if (answer?.status === 204) break;
      if (answer !== null && answer.status !== 503) throw new Error(answer.text);
      await wait(5);
    }
    acknowledged += 1;
  };
  const kill = async () => {
    running.child.kill('SIGKILL');
    await running.ended();
    running = await processes.start(environment);
  };
  const sending = Promise.all(
    [0, 1, 2].map(async (lane) => {
      for (const key of keys.filter((_, at) => at % 3 === lane)) await sendOne(key);
    }),
  );
  await until(() => acknowledged >= 3);
  await kill();
  await until(() => acknowledged >= 7);
  // From now on it takes what it gets, and the server never hears of it.
  isMute = true;
  await sending;
  await until(() => taken.size > 0);
  await kill();
  isMute = false;
  await sqlOn(
    data,
    "update summary_transmissions set leased_until = now() - interval '1 second', next_try_at = now() where state = 'queued'",
  );
  await until(
    async () => (await sqlOn(data, "select 1 from summary_transmissions where state = 'queued'")).length === 0,
  );
  const ended = await sqlOn<{ state: string; n: number }>(
    data,
    'select state, count(*)::int as n from summary_transmissions group by state',
  );
  expect(ended).toEqual([{ state: 'delivered', n: count }]);
  expect([...taken.keys()].sort()).toEqual([...keys].sort());
  expect([...taken.values()].map(({ size }) => size)).toEqual(keys.map(() => 1));
  const [events] = await sqlOn<{ n: number }>(
    data,
    "select count(*)::int as n from audit_events where type = 'healthSummary.sent'",
  );
  expect(events?.n).toBe(count);
  expect(await brokenAuditRowsOn(data)).toEqual([]);
});
