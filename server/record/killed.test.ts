import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clinicalDocument } from '../../tests/server/ccdaDocuments.ts';
import { builtAdmin, runAdmin, until } from '../../tests/server/serverProcess.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { type Json, ndjson, observation, person, report } from '../../tests/server/record.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
let admin: string;
let server: TestServer;
let folder: string;

beforeAll(async () => {
  admin = await builtAdmin();
  server = await startTestServer();
  // The demo's resources would be counted with the imported ones.
  await server.query('delete from record_resources');
  folder = await mkdtemp(join(root, '.cache', 'record-'));
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const importing = (...files: readonly string[]) =>
  runAdmin(admin, ['record', 'import', ...files, '--match'], { DATABASE_URL: server.databaseUrl });

it('killed in the middle, twice, and run again: nothing is lost, nothing is there twice', async () => {
  const people = await server.query('select mrn, date_of_birth as born from patients order by id limit 4');
  const resources: Json[] = people.flatMap(({ mrn, born }, who) => {
    const patient = `k${String(who)}`;
    const observations = Array.from({ length: 600 }, (_, at) =>
      observation(`${patient}-${String(at)}`, patient, { valueQuantity: { value: at, unit: 'g/dL' } }),
    );
    const reports = Array.from({ length: 150 }, (_, at) =>
      report(
        `${patient}-r${String(at)}`,
        patient,
        [0, 1, 2, 3].map((member) => `${patient}-${String(at * 4 + member)}`),
      ),
    );
    return [person(patient, String(mrn), String(born)), ...observations, ...reports];
  });
  const file = join(folder, 'record.ndjson');
  await writeFile(file, ndjson(resources));
  const documents = await Promise.all(
    people.map(async ({ mrn, born }, who) => {
      const document = join(folder, `${String(who)}.xml`);
      const ids = [['2.999.1', String(mrn)]] as const;
      const day = String(born).replaceAll('-', '');
      await writeFile(document, clinicalDocument({ extension: String(who), ids, born: day }));
      return document;
    }),
  );
  const there = async () => Number((await server.query('select count(*) as n from record_resources'))[0]?.['n']);
  let before = 0;
  for (let round = 0; round < 2; round += 1) {
    const run = importing(file, ...documents);
    await until(async () => (await there()) > before || run.child.exitCode !== null);
    run.child.kill('SIGKILL');
    await run.ended;
    // Its last transaction may still be ending.
    await until(
      async () =>
        (
          await server.query(
            "select from pg_stat_activity where datname = current_database() and query like '%record_%' and pid <> pg_backend_pid() and state <> 'idle'",
          )
        ).length === 0,
    );
    expect(run.output()).toBe('');
    before = await there();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(resources.length + documents.length);
  }
  const last = importing(file, ...documents);
  await last.ended;
  expect(last.output()).toContain('Observation: ');
  const counts = `select (select count(*) from record_resources)::int as resources, (select count(*) from observations)::int as observations,
    (select count(*) from observation_values v join record_resources r on r.id = v.resource_id where v.value = split_part(r.resource_id, '-', 2) and v.unit = 'g/dL')::int as values,
    (select count(*) from lab_reports)::int as reports, (select count(*) from record_links)::int as links,
    (select count(*) from health_documents)::int as documents,
    (select count(*) from record_resources where changed_at is not null)::int as changed,
    (select sum((detail->>'resources')::int) from audit_events where type = 'record.imported')::int as audited`;
  const all = {
    resources: 3008,
    observations: 2400,
    values: 2400,
    reports: 600,
    links: 2400,
    documents: 4,
    changed: 0,
    audited: 3008,
  };
  expect(await server.query(counts)).toEqual([all]);
  const again = importing(file, ...documents);
  await again.ended;
  expect(again.output()).toBe(
    'ClinicalDocument (Continuity of Care Document): 4 unchanged\nDiagnosticReport: 600 unchanged\nObservation: 2400 unchanged\nPatient: 4 unchanged\n',
  );
  expect(await server.query(counts)).toEqual([all]);
}, 180_000);
