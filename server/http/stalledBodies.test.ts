import { readFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { calls } from '@portal/api';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type Processes, ownProcesses, until } from '../../tests/server/serverProcess.ts';
import { Browser, type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

let processes: Processes;
let database: TestDatabase;
beforeAll(async () => {
  processes = await ownProcesses('stalled');
  database = await testDatabase();
});
afterEach(() => processes.endAll());
afterAll(async () => {
  await processes.remove();
  await database.drop();
});

const connections = 250;
/** Bytes of each body. */
const size = 1_990_000;
/** Megabytes. Held bodies would be twice this; below it, how soon a busy machine collects garbage decides, and not the server. */
const mostMemory = (connections * size) / 2 / 1_000_000;
/** Resident memory of the process in megabytes. */
const memoryOf = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;

/** Sends a large draft without its end, on a connection of its own. The answer is put into `answer`. */
function stall(portal: string, path: string, headers: Readonly<Record<string, string>>) {
  const { hostname, port, host } = new URL(portal);
  const state: { socket: Socket; answer: string; sent: boolean } = {
    socket: connect(Number(port), hostname),
    answer: '',
    sent: false,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `PUT ${path} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n${lines.join('')}\r\n`;
  state.socket.on('error', () => undefined);
  state.socket.on('data', (chunk: Buffer) => (state.answer += chunk.toString('latin1')));
  state.socket.write(head);
  state.socket.write(Buffer.alloc(size - 1000, 0x20), () => {
    state.sent = true;
  });
  return state;
}

test.runIf(process.platform === 'linux')(
  `${connections} connections that stall in the middle of a body cost little memory, and whoever moves on is served`,
  async () => {
    const running = await processes.start({ DATABASE_URL: database.url });
    const browser = new Browser(running.portal);
    await browser.logIn('patient');
    const { ids } = await browser.profile();
    const patientId = ids[0]?.value ?? 0;
    const draft = { params: { patientId, assignedQuestionnaireId: 987_654_321 } };
    const path = `/api/patients/${patientId}/assignedquestionnaires/987654321/draft`;
    const headers = { authorization: `Bearer ${browser.tokens?.access_token ?? ''}` };
    const before = await memoryOf(running.pid);
    const stalled = Array.from({ length: connections }, () => stall(running.portal, path, headers));
    await until(() => stalled.every(({ sent, answer, socket }) => sent || answer !== '' || socket.closed));
    // Those that stalled for longest are dropped, with an answer if their sender still listens. All together may hold eight of this size;
    // until then the flood goes on and may evict any of them.
    await until(() => stalled.filter(({ socket }) => !socket.closed).length <= 8);
    for (const { answer } of stalled.filter((one) => one.answer !== ''))
      expect(answer).toMatch(/^HTTP\/1\.1 503 [^]*connection: close/i);
    expect((await memoryOf(running.pid)) - before).toBeLessThan(mostMemory);
    // Meanwhile a draft of a normal size gets through to its handler, which answers that there is no such questionnaire.
    const answers = Array.from({ length: 200 }, (_, item) => ({
      questionnaireItemId: item + 1,
      textAnswer: 'x'.repeat(2000),
    }));
    const body = { answers, templateRevision: 1, savedAt: '2026-11-23T10:00:00.000Z' };
    expect((await browser.call(calls.putDraft, { ...draft, body })).status).toBe(404);
    for (const { socket } of stalled) socket.destroy();
    expect((await browser.call(calls.getLoginProfile)).status).toBe(200);
    expect((await memoryOf(running.pid)) - before).toBeLessThan(mostMemory);
  },
);
