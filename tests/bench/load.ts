import { fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type CallShape, Instant, calls, callUrl } from '@portal/api';
import * as v from 'valibot';
import { fullSheet } from '../support/answers.ts';
import { clientOf } from '../support/client.ts';
import { copyDatabase, demoTemplate, freePort, startServer } from '../support/cluster.ts';
import type { Facility } from '../support/facility.ts';
import { benchTitle } from './questionnaires.ts';
import { startSqlTap } from './sqlTap.ts';
import { type Row, median } from './table.ts';

interface Measured {
  readonly perSecond: number;
  readonly p99: number;
  readonly refused: number;
}

const connections = 20;

type Body = () => object;

async function fire(origin: string, path: string, method: 'GET' | 'PUT', headers: Record<string, string>, body: Body | undefined, seconds: number): Promise<Measured> {
  const requests = body === undefined ? undefined : [{ setupRequest: (request: autocannon.Request) => ({ ...request, body: JSON.stringify(body()) }) }];
  const result = await autocannon({ url: `${origin}${path}`, method, headers, requests, connections, duration: seconds });
  return { perSecond: result.requests.average, p99: result.latency.p99, refused: result.non2xx + result.errors };
}

/** Resident memory of a process in MB; null where the system does not say. */
export function residentMegabytes(pid: number): number | null {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
}

/** Requests per second and p99 of the questionnaire calls, against a bare handler that runs the same SQL on the same database. */
export async function measureLoad(root: string, facility: Facility, rounds: number, seconds: number, say: (text: string) => void): Promise<Row[]> {
  const tap = await startSqlTap(facility.databaseUrl);
  const patient = await facility.newPatient();
  const assignedQuestionnaireId = await facility.assign(patient.patientId, benchTitle(10));
  for (let more = 0; more < 4; more += 1) await facility.assign(patient.patientId, benchTitle(10));
  const tappedPort = await freePort();
  const tapped = await startServer({ databaseUrl: tap.url, portalPort: tappedPort, kioskPort: await freePort() });
  const port = await freePort();
  const server = await startServer({ databaseUrl: facility.databaseUrl, portalPort: port, kioskPort: await freePort(), env: { LOG_LEVEL: 'silent' } });
  const origin = `http://127.0.0.1:${port}`;
  const barePort = await freePort();
  const client = clientOf(`http://localhost:${tappedPort}`);
  await client.signIn(patient.username, patient.password);
  const params = { patientId: patient.patientId, assignedQuestionnaireId };
  const questionnaire = await client.ask(calls.getQuestionnaire, { params });
  const answers = fullSheet(questionnaire);
  // Each draft is newer than the one before, as a person's are; the very same one again would not be written.
  let savedAt = Date.now() - 3_600_000;
  const draft = () => ({ answers, templateRevision: questionnaire.templateRevision, savedAt: v.parse(Instant, new Date((savedAt += 1)).toISOString()) });
  const measured: readonly { name: string; call: CallShape; body?: Body }[] = [
    { name: 'list of questionnaires', call: calls.listQuestionnaires },
    { name: 'one questionnaire', call: calls.getQuestionnaire },
    { name: 'draft of ten answers', call: calls.putDraft, body: draft },
  ];
  const plan = [];
  for (const { call, body } of measured) {
    // Once to warm the connection and its prepared statements, once to listen.
    await client.send(call, { params, body: body?.() });
    tap.take();
    const reply = await client.send(call, { params, body: body?.() });
    if (reply.status >= 400) throw new Error(`${call.name}: ${reply.status} ${JSON.stringify(reply.body)}`);
    plan.push({ method: call.method, path: callUrl(call, params), statements: tap.take() });
  }
  const planFile = join(root, '.cache', 'bench', 'plan.json');
  await writeFile(planFile, JSON.stringify(plan));
  const bare = fork(join(root, 'tests', 'bench', 'bare-server.mjs'), [planFile, String(barePort), facility.databaseUrl, '20']);
  await new Promise((resolve) => {
    bare.once('message', resolve);
  });
  const bareOrigin = `http://127.0.0.1:${barePort}`;
  const rows: Row[] = [];
  const headers = { authorization: `Bearer ${client.token?.access_token ?? ''}`, origin, 'content-type': 'application/json' };
  try {
    for (const [index, { name, call, body }] of measured.entries()) {
      const path = callUrl(call, params);
      const method = call.method === 'PUT' ? 'PUT' : 'GET';
      const [ours, theirs]: [Measured[], Measured[]] = [[], []];
      await fire(origin, path, method, headers, body, 1);
      await fire(bareOrigin, path, method, headers, body, 1);
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await fire(origin, path, method, headers, body, seconds));
        theirs.push(await fire(bareOrigin, path, method, headers, body, seconds));
      }
      const refused = [...ours, ...theirs].reduce((sum, { refused: some }) => sum + some, 0);
      const note = `${plan[index]?.statements.length ?? 0} statements${refused === 0 ? '' : `, ${refused} REFUSED`}`;
      rows.push(
        { what: `${name}: requests`, ours: median(ours.map(({ perSecond }) => perSecond)), yardstick: median(theirs.map(({ perSecond }) => perSecond)), unit: '/s', target: { of: 'ratio', at: 'least', number: 0.6 }, note },
        { what: `${name}: p99`, ours: median(ours.map(({ p99 }) => p99)), yardstick: median(theirs.map(({ p99 }) => p99)), unit: 'ms', target: null },
      );
      say('.');
    }
    const memory = residentMegabytes(server.pid);
    if (memory !== null) rows.push({ what: 'server process under that load (resident)', ours: memory, yardstick: null, unit: 'MB', target: { of: 'value', at: 'most', number: 200 } });
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
  const server = await startServer({ databaseUrl: database.url, portalPort: await freePort(), kioskPort: await freePort() });
  const memory = residentMegabytes(server.pid);
  await server.stop();
  await database.drop();
  return memory;
}
