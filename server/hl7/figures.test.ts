import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { Sender, hl7 } from '../../tests/server/mllp.ts';
import { framed } from './message/frames.ts';

/** How many results are sent; none unless `npm run hl7` asks for them. */
const results = Number(process.env['HL7_RESULTS'] ?? 0);
const patients = 50;
const valuesOfResult = 5;
/** Messages on their way without an answer, as engines send them. */
const inFlight = 20;
const tables = [
  'record_resources',
  'record_links',
  'lab_results',
  'lab_reports',
  'observations',
  'observation_values',
  'record_changes',
  'hl7_messages',
] as const;

let server: TestServer;
let folder = '';
beforeAll(async () => {
  if (results === 0) return;
  folder = await mkdtemp(join(tmpdir(), 'hl7-figures-'));
  // PostgreSQL may run as another user of the machine.
  await chmod(folder, 0o777);
  server = await startTestServer({ environment: { HL7_PORT: '0' } });
  await command(
    [
      ...'interface add Laboratory --facility Northlight'.split(' '),
      ...'--application LAB --sending-facility NORTH --address 127.0.0.1'.split(' '),
    ],
    server.databaseUrl,
  );
});
afterAll(async () => {
  await server?.stop();
  if (folder !== '') await rm(folder, { recursive: true });
});

const pid = (at: number) => `PID|1||F-${String(at % patients)}^^^NORTH^MR||Reed^Mara||19610405`;
const result = (at: number): string =>
  hl7(
    'ORU^R01',
    [
      pid(at),
      `OBR|1||F-${String(at)}|57021-8^Blood count^LN|||20260306204311${'|'.repeat(15)}20260306210000||LAB|F`,
      ...Array.from(
        { length: valuesOfResult },
        (_, value) =>
          `OBX|${String(value + 1)}|NM|${String(1000 + value)}-7^Test ${String(value)}^LN||${String((at % 97) / 10)}|mmol/L|3.5-5.1||||F`,
      ),
    ],
    { id: `F-${String(at)}` },
  );

/** Sends messages, several without waiting for an answer. */
async function sendAll(messages: readonly string[]): Promise<void> {
  const sender = new Sender(server.hl7Port);
  for (const [at, message] of messages.entries()) {
    if (at >= inFlight) expect(await sender.answer()).toContain('MSA|AA');
    sender.write(framed(Buffer.from(message.replaceAll('\n', '\r'))));
  }
  for (let at = 0; at < Math.min(inFlight, messages.length); at += 1) expect(await sender.answer()).toContain('MSA|AA');
  sender.end();
}
/** Looks every 20 ms whether all that came is done. */
async function untilDone(): Promise<void> {
  for (;;) {
    const [row] = await server.query("select exists (select from hl7_messages where state <> 'done') as left");
    if (row?.['left'] === false) return;
    await new Promise((settle) => setTimeout(settle, 20));
  }
}

it.skipIf(results === 0)(
  `takes ${String(results)} results`,
  async () => {
    await sendAll(Array.from({ length: patients }, (_, at) => hl7('ADT^A28', [pid(at)], { id: `P-${String(at)}` })));
    await untilDone();
    const messages = Array.from({ length: results }, (_, at) => result(at));
    const began = performance.now();
    await sendAll(messages);
    const acknowledged = performance.now() - began;
    await untilDone();
    const done = performance.now() - began;
    let copied = 0;
    let rows = 0;
    for (const table of tables) {
      const file = join(folder, table);
      await server.query(`create table figures_${table} (like ${table} including all)`);
      await server.query(`copy (select * from ${table}) to '${file}'`);
      const copying = performance.now();
      await server.query(`copy figures_${table} from '${file}'`);
      copied += performance.now() - copying;
      rows += Number((await server.query(`select count(*)::int as n from figures_${table}`))[0]?.['n']);
    }
    const perMinute = (ms: number) => Math.round((results / ms) * 60_000).toLocaleString('en');
    process.stderr.write(
      `${String(results)} results of ${String(valuesOfResult)} values: ${perMinute(acknowledged)} a minute acknowledged, ${perMinute(done)} done; COPY of all ${rows.toLocaleString('en')} rows of these tables, the demo's too: ${perMinute(copied)}\n`,
    );
    const [stored] = await server.query(
      "select count(*)::int as n from record_resources where source = 'Laboratory' and type = 'Observation'",
    );
    expect(stored).toEqual({ n: results * valuesOfResult });
  },
  3_600_000,
);
