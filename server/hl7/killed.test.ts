import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { Sender, addInterface, hl7 } from '../../tests/server/mllp.ts';
import {
  type Processes,
  type Started,
  ownerUrlOf,
  ownProcesses,
  postmasterOf,
  sqlOn,
  until,
} from '../../tests/server/serverProcess.ts';
import { freePort } from '../../tests/support/freePort.ts';
import { framed } from './message/frames.ts';

/** `HL7_KILLS=1000` asks for more. */
const kills = Number(process.env['HL7_KILLS'] ?? 21);
const applications = ['LAB', 'HIS'] as const;
const patientsOfRound = 3;
let processes: Processes;
let data: string;
beforeAll(async () => {
  processes = await ownProcesses('hl7-killed');
  data = join(processes.folder, 'data');
}, 120_000);
afterAll(async () => {
  await processes?.endAll();
  await processes?.remove();
});

/** What an engine has to send: each patient's registration, a result, and a new address, in this order. */
class Engine {
  readonly #application: string;
  readonly #unanswered = new Map<string, Buffer>();
  readonly acknowledged = new Set<string>();
  /** The last answer that was no AA; null: the connection ended. */
  lastRefusal: string | null = '';

  constructor(application: string) {
    this.#application = application;
  }
  get waits(): number {
    return this.#unanswered.size;
  }
  #wire(type: string, id: string, lines: readonly string[]): void {
    const message = hl7(type, lines, { id }).replace('|LAB|', `|${this.#application}|`);
    this.#unanswered.set(id, framed(Buffer.from(message.replaceAll('\n', '\r'))));
  }
  addRound(round: number): void {
    for (let at = 0; at < patientsOfRound; at += 1) {
      const mrn = `k-${this.#application}-${String(round)}-${String(at)}`;
      const pid = (street: string) => `PID|1||${mrn}^^^NORTH^MR||Reed^Mara||19610405||||${street}^^Town^NY^10042`;
      const obr = `OBR|1||${mrn}|57021-8^Blood count^LN|||20260306204311`;
      this.#wire('ADT^A28', `${mrn}-a`, [pid('1 Old Road')]);
      this.#wire('ORU^R01', `${mrn}-b`, [pid('1 Old Road'), obr, 'OBX|1|NM|718-7^Hemoglobin^LN||13.5|g/dL|||||F']);
      this.#wire('ADT^A31', `${mrn}-c`, [pid('2 New Road')]);
    }
  }
  /** Sends what has no answer yet, and stops after so many answers, at a refusal and where the connection ends. As an engine does, it sends the rest again. */
  async send(port: number, most: number): Promise<void> {
    const sender = new Sender(port);
    for (const bytes of this.#unanswered.values()) sender.write(bytes);
    for (let answers = 0; answers < most && this.#unanswered.size > 0; answers += 1) {
      const answer = await sender.answer();
      const [, code, id = ''] = /\rMSA\|(\w+)\|(\S+?)\r/.exec(answer ?? '') ?? [];
      if (code !== 'AA') {
        this.lastRefusal = answer;
        break;
      }
      expect(this.#unanswered.delete(id)).toBe(true);
      this.acknowledged.add(id);
    }
    sender.end();
  }
}

it(
  `killed ${String(kills)} times, the server, the database or the connection: what was acknowledged is done, once and in order`,
  async () => {
    const HL7_PORT = String(await freePort());
    const start = () => processes.start({ HL7_PORT, DATA_DIR: data });
    let running: Started = await start();
    for (const application of applications)
      await command(addInterface(application, application, '--address', '127.0.0.1'), await ownerUrlOf(data));
    const engines = applications.map((application) => new Engine(application));
    const killed = { server: 0, database: 0, connection: 0 };
    for (let round = 0; round < kills; round += 1) {
      const sending = engines.map((engine, at) => {
        engine.addRound(round);
        return engine.send(Number(HL7_PORT), 1 + ((round * 7 + at * 3) % engine.waits));
      });
      // As soon as one has stopped, while the other one sends on.
      await Promise.race(sending);
      if (round % 3 === 0) {
        running.child.kill('SIGKILL');
        await running.ended();
        killed.server += 1;
      } else if (round % 3 === 1) {
        process.kill(await postmasterOf(data), 'SIGKILL');
        killed.database += 1;
      } else killed.connection += 1;
      await Promise.all(sending);
      if (round % 3 === 0) running = await start();
    }
    const read = (sql: string) => sqlOn<Record<string, unknown>>(data, sql).catch(() => null);
    await until(async () => {
      for (const engine of engines) await engine.send(Number(HL7_PORT), engine.waits);
      return engines.every(({ waits }) => waits === 0);
    }).catch(() => {
      throw new Error(
        `${JSON.stringify(engines.map(({ lastRefusal }) => lastRefusal))} ${running.output().slice(-3000)}`,
      );
    });
    // Those that were in hand at a kill wait for the end of their lease, two minutes.
    await until(
      async () => (await read("update hl7_messages set leased_until = now() where state = 'queued'")) !== null,
    );
    await until(async () => (await read("select 1 from hl7_messages where state = 'queued'"))?.length === 0);
    const acknowledged = engines.flatMap((engine) => [...engine.acknowledged]);
    const patients = kills * patientsOfRound * applications.length;
    const rows = (await read('select control_id as id, state from hl7_messages order by id')) ?? [];
    expect(acknowledged).toHaveLength(patients * 3);
    expect(rows.map(({ id }) => String(id)).toSorted()).toEqual(acknowledged.toSorted());
    expect(rows.filter(({ state }) => state !== 'done')).toEqual([]);
    const of = "from audit_events a join patients p on p.id = a.patient_id where p.mrn like 'k-%' and a.type";
    expect(
      await read(
        `select (select count(*)::int from patients where mrn like 'k-%' and address1 = '2 New Road') as patients,
         (select count(*)::int ${of} = 'patient.created') as created, (select count(*)::int ${of} = 'record.imported') as imported,
         (select sum((a.detail ->> 'resources')::int)::int ${of} = 'record.imported') as resources,
         (select count(*)::int from observation_values v join record_resources r on r.id = v.resource_id where r.source = any('{LAB,HIS}')) as values,
         (select count(*)::int from hl7_messages one join hl7_messages later on later.patient_key = one.patient_key and later.id > one.id
            where later.ended_at < one.ended_at) as disordered`,
      ),
    ).toEqual([
      {
        patients,
        created: patients,
        imported: patients * 3,
        resources: patients * 4,
        values: patients,
        disordered: 0,
      },
    ]);
    process.stderr.write(
      `killed: ${JSON.stringify(killed)}; ${String(acknowledged.length)} messages acknowledged, 0 lost, 0 done twice, 0 out of order\n`,
    );
  },
  600_000 + kills * 20_000,
);
