import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { Sender, ackCodes, addInterface, damagedFrame, hl7 } from '../../tests/server/mllp.ts';
import { until } from '../../tests/server/serverProcess.ts';
import { framed } from './message/frames.ts';

const frames = Number(process.env['HL7_FRAMES'] ?? 10_000);
const senders = 8;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { HL7_PORT: '0', LOG_LEVEL: 'silent' } });
  expect((await command(addInterface('Hospital', 'LAB', '--address', '127.0.0.1'), server.databaseUrl)).code).toBe(0);
});
afterAll(() => server?.stop());

/** Sends frames one after another, each with one behind it that is refused by its event. Gives how many connections were closed. */
async function sendAll(all: readonly Buffer[]): Promise<number> {
  let closed = 0;
  let sender = new Sender(server.hl7Port);
  for (const frame of all) {
    const whole = hl7('ADT^A02', ['PID|1||7^^^NORTH^MR']);
    const id = whole.split('|')[9] ?? '';
    sender.write(Buffer.concat([frame, framed(Buffer.from(whole.replaceAll('\n', '\r')))]));
    for (;;) {
      const answer = await sender.answer();
      if (answer?.includes(`MSA|AR|${id}\r`) === true) break;
      if (answer !== null) continue;
      closed += 1;
      sender = new Sender(server.hl7Port);
      break;
    }
  }
  sender.end();
  return closed;
}

it(
  `${String(frames)} damaged frames: each has an answer or a closed connection, and the server goes on`,
  async () => {
    const seed = Date.now();
    const all = fc.sample(damagedFrame, { numRuns: frames, seed });
    const before = process.memoryUsage().rss;
    const parts = Array.from({ length: senders }, (_, at) => all.filter((_frame, each) => each % senders === at));
    const closed = await Promise.all(parts.map(sendAll));
    const { rss } = process.memoryUsage();
    const total = closed.reduce((sum, one) => sum + one, 0);
    process.stderr.write(
      `seed ${String(seed)}: ${String(total)} connections closed, ${String(Math.round((rss - before) / 1e6))} MB more\n`,
    );
    expect(rss - before).toBeLessThan(400_000_000);
    const sender = new Sender(server.hl7Port);
    expect(ackCodes(await sender.send(hl7('ADT^A28', ['PID|1||9901^^^NORTH^MR||Reed^Mara||19610405'])))).toBe('AA');
    sender.end();
    await until(async () => (await server.query("select 1 from patients where mrn = '9901'")).length === 1);
  },
  60_000 + frames * 100,
);
