import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { InterfaceEngine } from '../../tests/server/hl7Engine.ts';
import { addInterface } from '../../tests/server/mllp.ts';
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
import { type FaultProxy, startProxy } from '../../tests/support/proxy.ts';

/** `npm run hl7 -- --kills 1000` asks for more. */
const kills = Number(process.env['HL7_KILLS'] ?? 24);
const applications = ['LAB', 'HIS'] as const;
const patientsOfRound = 2;
/** PostgreSQL may take minutes to recover on a busy machine: that is slow, and no fault. */
const patienceSeconds = 600;

let processes: Processes;
let data: string;
let proxy: FaultProxy | undefined;
beforeAll(async () => {
  processes = await ownProcesses('hl7-killed');
  data = join(processes.folder, 'data');
}, 120_000);
afterAll(async () => {
  await proxy?.stop();
  await processes?.endAll();
  await processes?.remove();
});

it(
  `killed ${String(kills)} times under two senders, the server, the database, the connections: what was acknowledged is done, once and in order`,
  async () => {
    const HL7_PORT = String(await freePort());
    // A command has the audit key of the server by it alone.
    const environment = { SERVER_KEY: 'a key of tests, longer than thirty-two letters' };
    const start = () => processes.start({ ...environment, HL7_PORT, DATA_DIR: data }, patienceSeconds);
    let running: Started = await start();
    for (const application of applications)
      expect(
        await command(
          addInterface(application, application, '--address', '127.0.0.1'),
          await ownerUrlOf(data),
          environment,
        ),
      ).toMatchObject({ code: 0, err: '' });
    const network = await startProxy(Number(HL7_PORT));
    proxy = network;
    const engines = applications.map((application) => new InterfaceEngine(application, network.port));
    const sending = engines.map((engine) => engine.run());
    // Whoever waits for acknowledgements hears of an engine's fault at once.
    const isFailed = Promise.race(sending.map((one) => one.then(() => new Promise<never>(() => undefined))));
    const acknowledged = () => engines.flatMap((engine) => engine.acknowledged);

    const killDatabase = async (): Promise<void> => {
      try {
        process.kill(await postmasterOf(data), 'SIGKILL');
      } catch {
        // It has not come back since the last kill.
        return;
      }
      killed.database += 1;
    };
    const killServer = async (): Promise<void> => {
      running.child.kill('SIGKILL');
      await running.ended();
      killed.server += 1;
      running = await start();
    };
    const killConnections = async (round: number): Promise<void> => {
      const direction = round % 2 === 0 ? 'toClient' : 'toServer';
      await network.set({ kind: 'cut', direction, after: (round * 37) % 900, how: 'reset', afterwards: 'pass' });
      const before = network.cuts;
      await until(() => network.cuts > before || engines.every(({ isIdle }) => isIdle), patienceSeconds);
      killed.listener += network.cuts - before;
      await network.set({ kind: 'pass' });
    };
    const killed = { server: 0, database: 0, listener: 0 };
    for (let round = 0; Object.values(killed).reduce((sum, each) => sum + each) < kills; round += 1) {
      const before = acknowledged().length;
      for (const engine of engines) engine.tellOf(round, patientsOfRound);
      await Promise.race([
        isFailed,
        until(() => acknowledged().length >= before + ((round * 7) % 12), patienceSeconds),
      ]);
      await wait((round * 13) % 40);
      if (round % 3 === 0) await killServer();
      else if (round % 3 === 1) await killDatabase();
      else await killConnections(round);
    }
    for (const engine of engines) engine.finish();
    await Promise.all(sending);

    const read = (sql: string) => sqlOn<Record<string, unknown>>(data, sql);
    // What was in hand at a kill waits for the end of its lease, two minutes, and what failed with the database for its pause.
    await read("update hl7_messages set leased_until = now(), next_try_at = now() where state = 'queued'");
    const left = async () =>
      Number((await read("select count(*)::int as n from hl7_messages where state = 'queued'"))[0]?.['n']);
    for (let before = await left(); before > 0; before = await left())
      await until(async () => (await left()) < before, patienceSeconds);

    const rows = await read('select control_id as id, state, failure from hl7_messages order by id');
    expect(rows.filter(({ state }) => state !== 'done')).toEqual([]);
    expect(rows.map(({ id }) => String(id)).toSorted()).toEqual(acknowledged().toSorted());
    const patients = acknowledged().length / 4;
    const of = "from audit_events a join patients p on p.id = a.patient_id where p.mrn like 'k-%' and a.type";
    expect(
      await read(
        `select (select count(*)::int from patients where mrn like 'k-%' and address1 = '2 New Road') as patients,
           (select count(*)::int ${of} = 'patient.created') as created, (select count(*)::int ${of} = 'record.imported') as imported,
           (select sum((a.detail ->> 'resources')::int)::int ${of} = 'record.imported') as resources,
           (select count(*)::int from observation_values v join record_resources r on r.id = v.resource_id
              where r.source = any('{LAB,HIS}') and v.value = '12.5' and v.first_given = '13.5') as corrected,
           (select count(*)::int from hl7_messages one join hl7_messages later on later.patient_key = one.patient_key and later.id > one.id
              where later.ended_at < one.ended_at or later.control_id < one.control_id) as disordered`,
      ),
    ).toEqual([
      {
        patients,
        created: patients,
        imported: patients * 4,
        resources: patients * 6,
        corrected: patients,
        disordered: 0,
      },
    ]);
    expect(engines.map(({ silences }) => silences)).toEqual([0, 0]);
    const refusals = engines.flatMap((engine) => [...engine.refusals]);
    expect(refusals.filter(([code]) => code !== 'nothing' && code !== 'AR 207')).toEqual([]);
    const longest = Math.round(Math.max(...engines.map(({ longestMs }) => longestMs)));
    process.stderr.write(
      `killed: ${JSON.stringify(killed)}; ${String(rows.length)} messages acknowledged, 0 lost, 0 done twice, 0 out of order; the longest wait for an answer or the end of a connection ${String(longest)} ms\n`,
    );
  },
  1_200_000 + kills * 30_000,
);
