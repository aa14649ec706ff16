import { afterAll, beforeAll, expect, it } from 'vitest';
import pg from 'pg';
import { command } from '../../tests/server/commands.ts';
import { type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { Sender, addInterface, hl7 } from '../../tests/server/mllp.ts';
import { freePort } from '../../tests/support/freePort.ts';
import { type Processes, ownProcesses, until } from '../../tests/server/serverProcess.ts';
import { connectionConfig } from '../db/pool.ts';
import { framed } from './message/frames.ts';

/** `npm run hl7 -- --kills 1000` asks for more. */
const kills = Number(process.env['HL7_KILLS'] ?? 20);
let processes: Processes;
let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  processes = await ownProcesses('hl7-killed');
  database = await testDatabase();
  client = new pg.Client(connectionConfig(database.url));
  await client.connect();
}, 120_000);
afterAll(async () => {
  await processes?.endAll();
  await client?.end();
  await processes?.remove();
  await database?.drop();
});

const wire = (message: string): Buffer => framed(Buffer.from(message.replaceAll('\n', '\r')));
/** Registration and a result of five patients. */
const messagesOf = (round: number): Map<string, Buffer> =>
  new Map(
    Array.from({ length: 5 }, (_, at) => `k-${String(round)}-${String(at)}`).flatMap((mrn): [string, Buffer][] => {
      const pid = `PID|1||${mrn}^^^NORTH^MR||Reed^Mara||19610405`;
      const result = [
        pid,
        `OBR|1||${mrn}|57021-8^Blood count^LN|||20260306204311`,
        'OBX|1|NM|718-7^Hemoglobin^LN||13.5|g/dL|||||F',
      ];
      return [
        [`${mrn}-a`, wire(hl7('ADT^A28', [pid], { id: `${mrn}-a` }))],
        [`${mrn}-b`, wire(hl7('ORU^R01', result, { id: `${mrn}-b` }))],
      ];
    }),
  );

it(
  `killed ${String(kills)} times between receipt and work: what was acknowledged is done, and done once`,
  async () => {
    const HL7_PORT = String(await freePort());
    const environment = {
      HL7_PORT,
      DATABASE_URL: database.serverUrl,
      DATABASE_OWNER_URL: database.url,
      DATA_DIR: processes.folder,
    };
    const acknowledged = new Set<string>();
    const unsure = new Map<string, Buffer>();
    for (let round = 0; round <= kills; round += 1) {
      const running = await processes.start(environment);
      if (round === 0) await command(addInterface('Engine', 'LAB', '--address', '127.0.0.1'), database.serverUrl);
      const sender = new Sender(Number(HL7_PORT));
      // As an engine does: what was not acknowledged is sent again, and then what is new.
      const toSend = new Map([...unsure, ...(round < kills ? messagesOf(round) : [])]);
      for (const [id, bytes] of toSend) {
        unsure.set(id, bytes);
        sender.write(bytes);
      }
      const last = round < kills ? 1 + ((round * 7) % toSend.size) : toSend.size;
      for (let answers = 0; answers < last; answers += 1) {
        const id = /\rMSA\|AA\|(\S+?)\r/.exec((await sender.answer()) ?? '')?.[1] ?? '';
        expect(unsure.delete(id)).toBe(true);
        acknowledged.add(id);
      }
      if (round < kills) running.child.kill('SIGKILL');
      if (round < kills) await running.ended();
      sender.end();
    }
    const read = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
    // Those that were in hand at a kill wait for the end of their lease, two minutes.
    await client.query("update hl7_messages set leased_until = now() where state = 'queued'");
    await until(async () => (await read("select 1 from hl7_messages where state = 'queued'")).length === 0);
    const rows = await read('select control_id as id, state from hl7_messages order by id');
    expect(acknowledged.size).toBe(kills * 10);
    expect(rows.filter(({ id }) => acknowledged.has(String(id)))).toHaveLength(kills * 10);
    expect(rows.filter(({ state }) => state !== 'done')).toEqual([]);
    const of = "from audit_events a join patients p on p.id = a.patient_id where p.mrn like 'k-%' and a.type";
    expect(
      await read(
        `select (select count(*)::int from patients where mrn like 'k-%') as patients, (select count(*)::int ${of} = 'patient.created') as created,
         (select count(*)::int ${of} = 'record.imported') as imported, (select sum((a.detail ->> 'resources')::int)::int ${of} = 'record.imported') as resources,
         (select count(*)::int from observation_values v join record_resources r on r.id = v.resource_id where r.source = 'Engine') as values`,
      ),
    ).toEqual([
      { patients: kills * 5, created: kills * 5, imported: kills * 10, resources: kills * 15, values: kills * 5 },
    ]);
  },
  600_000 + kills * 10_000,
);
