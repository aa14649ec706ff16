import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import autocannon from 'autocannon';
import { callUrl } from '@portal/api';
import { copyDatabase, demoTemplate, startServer } from '../support/cluster.ts';
import { freePort } from '../support/freePort.ts';
import type { Facility } from '../support/facility.ts';
import { loads, newVisitor, type Visitor } from './loads.ts';
import { type Statement, startSqlTap } from './sqlTap.ts';
import { type Row, median } from './table.ts';

interface Measured {
  readonly perSecond: number;
  readonly p99: number;
  readonly refused: number;
}

const connections = 20;

/** The request that one connection sends again and again. */
interface Caller {
  readonly path: string;
  readonly token: string;
  readonly body: (() => object) | null;
}

/** Each connection is another patient, as in real use, so that they do not all write the same row. */
async function fire(
  origin: string,
  method: 'GET' | 'PUT' | 'POST',
  callers: readonly Caller[],
  seconds: number,
): Promise<Measured> {
  let next = 0;
  const result = await autocannon({
    url: origin,
    connections: callers.length,
    duration: seconds,
    setupClient: (client) => {
      const caller = callers[next % callers.length];
      next += 1;
      if (caller === undefined) return;
      const { path, token, body } = caller;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const setupRequest = (request: autocannon.Request) => ({
        ...request,
        method,
        path,
        headers,
        ...(body === null ? {} : { body: JSON.stringify(body()) }),
      });
      client.setRequests([{ method, path, headers, setupRequest }]);
    },
  });
  return { perSecond: result.requests.average, p99: result.latency.p99, refused: result.non2xx + result.errors };
}

/** Throws unless both servers give the same answer; the comparison would mean nothing otherwise. The check of the log goes on meanwhile. */
async function expectSame(origin: string, bareOrigin: string, { path, token }: Caller): Promise<void> {
  const read = async (from: string): Promise<unknown> => {
    const response = await fetch(`${from}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const answer: unknown = await response.json();
    return typeof answer === 'object' && answer !== null && 'lastCheckedAt' in answer
      ? { ...answer, lastCheckedAt: null }
      : answer;
  };
  if (!isDeepStrictEqual(await read(origin), await read(bareOrigin)))
    throw new Error(`The bare handler answers something else than the server at ${path}.`);
}

/** Resident memory of a process in MB; null where the system does not tell. */
export function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

/**
 * Requests per second and p99 of the calls of daily use, by patients with long records, against a bare handler that runs the same SQL on
 * the same database.
 */
export async function measureLoad(
  root: string,
  facility: Facility,
  rounds: number,
  seconds: number,
  say: (text: string) => void,
): Promise<Row[]> {
  const tap = await startSqlTap(facility.databaseUrl);
  const [tappedPort, port, barePort] = [await freePort(), await freePort(), await freePort()];
  // A single connection for requests, so that the tap has seen every prepared statement.
  const tapped = await startServer({
    databaseUrl: tap.url,
    portalPort: tappedPort,
    kioskPort: await freePort(),
    env: { DATABASE_CONNECTIONS: '2', ACCESS_TOKEN_SECONDS: '3600' },
  });
  const server = await startServer({
    databaseUrl: facility.databaseUrl,
    portalPort: port,
    kioskPort: await freePort(),
  });
  const visitors: Visitor[] = [];
  for (let index = 0; index < connections; index += 1)
    visitors.push(await newVisitor(facility, `http://localhost:${tappedPort}`, index === 0));
  await facility.db.query('analyze');
  const plan: {
    readonly method: string;
    readonly path: string;
    readonly statements: readonly Statement[];
    readonly answer: unknown;
  }[] = [];
  // Drafts are saved first, because the reads answer with them.
  for (const { call, params: paramsOf, query: queryOf, body, atOnce = connections } of [...loads].sort(
    (a, b) => Number(b.body !== undefined) - Number(a.body !== undefined),
  )) {
    for (const visitor of visitors.slice(0, atOnce)) {
      const params = paramsOf(visitor);
      const query = queryOf?.(visitor);
      // Each call runs twice, and the second is recorded: what a server does only once is not compared.
      for (let time = 0; time < 2; time += 1) {
        tap.take();
        const reply = await visitor.client.send(call, { params, query, body: body?.(visitor) });
        if (reply.status >= 400) throw new Error(`${call.name}: ${reply.status} ${JSON.stringify(reply.body)}`);
        if (time === 1)
          plan.push({
            method: call.method,
            path: callUrl(call, params, query),
            statements: tap.take(),
            answer: reply.body,
          });
      }
    }
  }
  const planFile = join(root, '.cache', 'bench', 'plan.json');
  await writeFile(planFile, JSON.stringify(plan));
  const bare = fork(join(root, 'tests', 'bench', 'bare-server.mjs'), [
    planFile,
    String(barePort),
    facility.databaseUrl,
    '20',
  ]);
  await new Promise((resolve) => {
    bare.once('message', resolve);
  });
  const [origin, bareOrigin] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${barePort}`];
  const rows: Row[] = [];
  try {
    let memory: number | null = null;
    for (const { name, call, params, query, body, atLeast, isLong = false, atOnce = connections } of loads) {
      const method = call.method === 'PUT' || call.method === 'POST' ? call.method : 'GET';
      const callers = visitors.slice(0, atOnce).map((visitor) => ({
        path: callUrl(call, params(visitor), query?.(visitor)),
        token: visitor.client.token?.access_token ?? '',
        body: body === undefined ? null : () => body(visitor),
      }));
      if (body === undefined) for (const caller of callers) await expectSame(origin, bareOrigin, caller);
      const [ours, theirs]: [Measured[], Measured[]] = [[], []];
      await fire(origin, method, callers, 1);
      await fire(bareOrigin, method, callers, 1);
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await fire(origin, method, callers, seconds));
        theirs.push(await fire(bareOrigin, method, callers, seconds));
      }
      const refused = [...ours, ...theirs].reduce((sum, { refused: some }) => sum + some, 0);
      const statements =
        plan.find((one) => one.method === method && one.path === callers[0]?.path)?.statements.length ?? 0;
      rows.push(
        {
          what: `${name}: requests`,
          ours: median(ours.map(({ perSecond }) => perSecond)),
          yardstick: median(theirs.map(({ perSecond }) => perSecond)),
          unit: '/s',
          target: { of: 'ratio', at: 'least', number: atLeast },
          note: `${statements} statements${refused === 0 ? '' : `, ${refused} REFUSED`}`,
        },
        {
          what: `${name}: p99`,
          ours: median(ours.map(({ p99 }) => p99)),
          yardstick: median(theirs.map(({ p99 }) => p99)),
          unit: 'ms',
          target: null,
        },
      );
      if (!isLong) memory = residentMegabytes(server.pid);
      say('.');
    }
    const afterLong = residentMegabytes(server.pid);
    if (memory !== null)
      rows.push({
        what: 'server process after the questionnaires (resident)',
        ours: memory,
        yardstick: null,
        unit: 'MB',
        target: { of: 'value', at: 'most', number: 200 },
      });
    if (afterLong !== null)
      rows.push({
        what: `server process after ${connections} long lists at once (resident)`,
        ours: afterLong,
        yardstick: residentMegabytes(bare.pid ?? 0),
        unit: 'MB',
        target: { of: 'ratio', at: 'most', number: 2 },
      });
  } finally {
    bare.kill();
    await Promise.all([tapped.stop(), server.stop()]);
    await tap.stop();
  }
  return rows;
}

/** Memory of a server that was only started. */
export async function idleMemory(): Promise<number | null> {
  const database = await copyDatabase(await demoTemplate());
  const server = await startServer({
    databaseUrl: database.url,
    portalPort: await freePort(),
    kioskPort: await freePort(),
  });
  const memory = residentMegabytes(server.pid);
  await server.stop();
  await database.drop();
  return memory;
}
