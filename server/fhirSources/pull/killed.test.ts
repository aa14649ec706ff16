import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../../tests/server/commands.ts';
import { type TestDatabase, testDatabase } from '../../../tests/server/facilityServer.ts';
import { FhirServer } from '../../../tests/server/fhirServer.ts';
import { observation, person } from '../../../tests/server/record.ts';
import { type Processes, ownProcesses, until } from '../../../tests/server/serverProcess.ts';
import { connectionConfig } from '../../db/pool.ts';

const kills = 20;
const perRound = 30;
let processes: Processes;
let database: TestDatabase;
let client: pg.Client;
let ehr: FhirServer;
let portal = '';

beforeAll(async () => {
  processes = await ownProcesses('fhir-killed');
  database = await testDatabase();
  client = new pg.Client(connectionConfig(database.url));
  await client.connect();
  ehr = new FhirServer(() => `${portal}/.well-known/jwks.json`);
  await ehr.listen();
}, 120_000);
afterAll(async () => {
  await processes?.endAll();
  await ehr?.close();
  await client?.end();
  await processes?.remove();
  await database?.drop();
});

const read = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows;
const stored = async () =>
  Number((await read("select count(*) as n from record_resources where source = 'EHR'"))[0]?.['n']);
const isRead = async () =>
  (await read('select 1 from fhir_pulls where progress is null and lease is null and next_try_at > now()')).length ===
  1;

it(`killed ${String(kills)} times while a FHIR server is read: nothing is lost, and nothing is there twice`, async () => {
  const [patient] = await read(
    "select mrn, date_of_birth as born from patients where home_facility_id = (select id from facilities where short_name = 'Northlight') order by id limit 1",
  );
  ehr.put(person('p', String(patient?.['mrn']), String(patient?.['born'])));
  const environment = {
    CALL_ANYWHERE: '1',
    DATABASE_URL: database.serverUrl,
    DATABASE_OWNER_URL: database.url,
    DATA_DIR: processes.folder,
  };
  for (let round = 0; round <= kills; round += 1) {
    // By export and by searches in turn.
    ehr.canExport = round % 4 < 2;
    ehr.put(...Array.from({ length: perRound }, (_, at) => observation(`k-${String(round)}-${String(at)}`, 'p')));
    // Who held the lease is dead: nobody has to wait for its end.
    await client.query('update fhir_pulls set leased_until = null, lease = null, next_try_at = now()');
    await client.query("update fhir_bundles set leased_until = now() where state = 'queued'");
    const before = { asked: ehr.asked.length, stored: await stored() };
    const running = await processes.start(environment);
    ({ portal } = running);
    if (round === 0)
      expect(
        await command(
          ['source', 'add', 'EHR', '--facility', 'Northlight', '--address', ehr.url, '--client-id', 'portal'],
          database.serverUrl,
        ),
      ).toMatchObject({ code: 0 });
    const last = 1 + ((round * 3) % 11);
    const isThere = async () =>
      round % 2 === 0 ? ehr.asked.length - before.asked >= last : (await stored()) > before.stored;
    if (round < kills) {
      await until(async () => (await isThere()) || (await isRead()));
      running.child.kill('SIGKILL');
      await running.ended();
    } else
      await until(
        async () => (await isRead()) && (await read("select 1 from fhir_bundles where state = 'queued'")).length === 0,
      );
  }
  const all = (kills + 1) * perRound + 1;
  expect(await read("select state, failure from fhir_bundles where state <> 'done'")).toEqual([]);
  expect(
    await read(
      `select (select count(*)::int from record_resources where source = 'EHR') as resources,
         (select count(*)::int from record_resources where source = 'EHR' and changed_at is not null) as changed,
         (select count(*)::int from observation_values v join record_resources r on r.id = v.resource_id where r.source = 'EHR') as values,
         (select sum((detail ->> 'resources')::int)::int from audit_events where type = 'record.imported') as audited`,
    ),
  ).toEqual([{ resources: all, changed: 0, values: all - 1, audited: all }]);
}, 900_000);
