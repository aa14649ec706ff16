import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CalendarDate, PatientId } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pool, openPool } from '../../db/pool.ts';
import { noOpenings, readOpenings } from '../../testResults/opening.ts';
import { type TestServer, startTestServer } from '../../../tests/server/facilityServer.ts';
import { treeOfStored } from '../../record/ccda/html/storedTree.ts';
import { command } from '../../../tests/server/commands.ts';
import { bundle, observation, report } from '../../../tests/server/record.ts';
import { narrativeText } from '../../../tests/server/narrativeText.ts';
import type { DocumentTree } from '../../record/ccda/tree.ts';
import type { CollectedScope } from './collect.ts';
import { makeInternationalSummary, makeSummary } from './makeSummary.ts';

let server: TestServer;
let pool: Pool;
let patientId: PatientId;
beforeAll(async () => {
  server = await startTestServer();
  pool = openPool(server.databaseUrl, 1, () => undefined);
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
});
afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

const day = (text: string) => v.parse(CalendarDate, text);
const scope = (more: Partial<CollectedScope> = {}): CollectedScope => ({
  patientId,
  startDate: day('1900-01-01'),
  endDate: day('2100-01-01'),
  language: 'en',
  now: new Date(),
  openings: noOpenings,
  ...more,
});
function textsIn({ body }: DocumentTree): Map<string | null, string> {
  if (body.kind !== 'sections') throw new Error('no sections');
  return new Map(body.sections.map(({ code, text }) => [code, narrativeText(text ?? [])]));
}
async function treeMade(more?: Partial<CollectedScope>): Promise<DocumentTree> {
  const made = await makeSummary(pool.db, scope(more));
  if (made === null || made === 'busy') throw new Error('no summary was made');
  return treeOfStored(made.tree);
}
const texts = async (more?: Partial<CollectedScope>) => textsIn(await treeMade(more));

test('a summary tells what the pages of the patient tell', async () => {
  const tree = await treeMade();
  expect(tree.header).toMatchObject({
    patient: { name: 'Juniper Applewhistle', birthDate: '1971-03-14' },
    custodian: { organization: 'Northlight Cancer Centre' },
  });
  expect(tree.header.careTeam.map(({ name }) => name)).toContain('Dr. Ottoline Fernbrook MD');
  const found = textsIn(tree);
  expect(found.get('48765-2')).toContain('Penicillin');
  expect(found.get('10160-0')).toContain('Letrozole');
  expect(found.get('11450-4')).toContain('Malignant neoplasm');
  expect(found.get('30954-2')).toContain('Hemoglobin');
  expect(found.get('47519-4')).toContain('Breast-conserving surgery');
  expect(found.get('46240-8')).toContain('Oncology follow-up');
  expect(found.get('18776-5')).toContain('Six month visit');
  expect(found.get('34109-9')).toContain('Progress note');
  expect(found.get('85847-2')).toContain('Oncologist');
  expect(found.get('11450-4')).toContain('IIA (T2, N0, M0)');
  expect(found.get('10157-6')).toContain('Mother’s sister\tBreast cancer\t61 years\tLiving');
  expect(found.get(null)).toContain('MEADOW-04');
  expect(found.get(null)).toContain('Delivered fractions: 15');
});

test('what happened at one time is told within the range, what a patient has and takes as it is now', async () => {
  const found = await texts({ startDate: day('1950-01-01'), endDate: day('1950-01-31') });
  expect(found.get('30954-2')).toContain('no information');
  expect(found.get('34109-9')).toBeUndefined();
  expect(found.get('46240-8')).toBeUndefined();
  expect(found.get('10160-0')).toContain('Letrozole');
  expect(found.get('48765-2')).toContain('Penicillin');
});

test('what the facility holds back is in neither form', async () => {
  await server.query("update facilities set result_holds = '[]'");
  expect((await texts()).get('30954-2')).toContain('CA 15-3');
  await server.query(
    `update facilities set result_holds = (select jsonb_build_array(jsonb_build_object('days', null, 'codes', jsonb_agg(distinct coding ->> 'code')))
       from (select jsonb_array_elements(codings) as coding from lab_reports where name ilike '%CA 15-3%'
             union all select jsonb_array_elements(codings) from observations where name ilike '%15-3%') all_codes)`,
  );
  expect((await texts()).get('30954-2')).not.toContain('CA 15-3');
  const made = await makeInternationalSummary(pool.db, scope());
  if (made === null || made === 'busy') throw new Error('no summary was made');
  const bundle = Buffer.from(made.bundle).toString();
  expect(bundle).toContain('"Bundle"');
  expect(bundle).not.toContain('CA 15-3');
  await server.query("update facilities set result_holds = '[]'");
});

test('what the reader waits with is in neither form', async () => {
  const { userId } = await server.ids('patient');
  const told = async (openings: CollectedScope['openings']) => {
    const made = await makeInternationalSummary(pool.db, scope({ openings }));
    if (made === null || made === 'busy') throw new Error('no summary was made');
    return [(await texts({ openings })).get('30954-2') ?? '', Buffer.from(made.bundle).toString()].map((text) =>
      text.includes('777.25'),
    );
  };
  await server.query(
    `with changed as (update observation_values set value = '777.25'
         where position = 0 and resource_id = (select id from record_resources where resource_id = 'metabolic-new-0') returning resource_id)
     insert into lab_result_choices (user_id, lab_result_id, choice)
       select ${String(userId)}, o.lab_result_id, 'wait' from changed join observations o using (resource_id)`,
  );
  expect(await told(noOpenings)).toEqual([true, true]);
  expect(await told(await readOpenings(pool.db, userId, patientId))).toEqual([false, false]);
  await server.query('delete from lab_result_choices');
});

test('of the treatment summary only what the facility shows its patients', async () => {
  const [row] = await server.query('select capabilities from facilities where is_default');
  const modules = v.parse(v.record(v.string(), v.array(v.string())), row?.['capabilities']);
  const show = (fields: readonly string[]) =>
    server.query(
      `update facilities set capabilities = '${JSON.stringify({ ...modules, TreatmentSummary: fields })}' where is_default`,
    );
  await show(['TreatmentTypes.ClinicalTrial.trialName']);
  const found = await texts();
  expect(found.get(null)).toContain('MEADOW-04');
  expect(found.get(null)).not.toContain('IIA');
  expect(found.get('10157-6')).toBeUndefined();
  expect(found.get('11450-4')).not.toContain('IIA');
  await show([]);
  expect((await texts()).get(null)).toBeUndefined();
  await show(modules['TreatmentSummary'] ?? []);
});

test('what a document of another clinic tells is not repeated as our own', async () => {
  const allergy = (type: string, name: string) =>
    server.query(
      `with resource as (
         insert into record_resources (source, type, resource_id, patient_id, is_hidden, content_hash)
           values ('elsewhere', '${type}', '${name}', ${String(patientId)}, false, '') returning id, patient_id),
       document as (
         insert into health_documents (resource_id, patient_id, external_system_id, title, content, tree, tree_version)
           select resource.id, resource.patient_id, (select min(id) from external_systems), 'A document', '', '', 0
           from resource where '${type}' = 'ClinicalDocument')
       insert into health_entries (resource_id, patient_id, position, list_key, kind, entry)
         select id, ${String(patientId)}, 0, 'allergies', 'entry', jsonb_build_object('name', '${name}', 'missing', null, 'codes', '[]'::jsonb, 'negation', null,
           'status', 'active', 'start', null, 'end', null, 'recorded', null, 'values', '[]'::jsonb, 'facts', '[]'::jsonb, 'language', null) from resource`,
    );
  await allergy('ClinicalDocument', 'Peanut');
  await allergy('AllergyIntolerance', 'Latex');
  const found = (await texts()).get('48765-2');
  expect(found).toContain('Latex');
  expect(found).not.toContain('Peanut');
});

test('each value has the time at which it was taken, and a period ends on the day that its source wrote', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-times-'));
  const file = join(folder, 'record.json');
  const at = (effectiveDateTime: string | undefined, text: string, more = {}) => ({
    effectiveDateTime,
    code: { text },
    ...more,
  });
  const marker = { coding: [{ system: 'http://loinc.org', code: '10334-1' }], text: 'Marker of a tumor' };
  await writeFile(
    file,
    bundle([
      report('load', 'p1', ['load-0', 'load-2'], at('2026-03-06T08:00:00-05:00', 'Glucose load')),
      observation('load-0', 'p1', at(undefined, 'Glucose before')),
      observation('load-2', 'p1', at('2026-03-06T10:00:00-05:00', 'Glucose after two hours')),
      observation('marker', 'p1', {
        ...at(undefined, ''),
        category: [{ coding: [{ code: 'exam' }] }],
        code: marker,
        effectivePeriod: { start: '2026-03-06T00:00:00Z', end: '2026-03-08T10:00:00' },
      }),
    ]),
  );
  const [row] = await server.query(`select mrn from patients where id = ${String(patientId)}`);
  const imported = await command(['record', 'import', file, '--patient', String(row?.['mrn'])], server.databaseUrl);
  await rm(folder, { recursive: true });
  expect(imported.err).toBe('');
  const made = await makeInternationalSummary(pool.db, scope());
  if (made === null || made === 'busy') throw new Error('no summary was made');
  const Told = v.object({
    entry: v.array(
      v.object({ resource: v.looseObject({ code: v.optional(v.object({ text: v.optional(v.string()) })) }) }),
    ),
  });
  const told = v.parse(v.pipe(v.string(), v.parseJson(), Told), Buffer.from(made.bundle).toString()).entry;
  const named = (name: string) => told.find(({ resource }) => resource.code?.text === name)?.resource;
  expect(named('Glucose before')).toMatchObject({ effectiveDateTime: '2026-03-06T08:00:00-05:00' });
  expect(named('Glucose after two hours')).toMatchObject({ effectiveDateTime: '2026-03-06T10:00:00-05:00' });
  expect(named('Marker of a tumor')).toMatchObject({
    effectivePeriod: { start: '2026-03-06T00:00:00+00:00', end: '2026-03-08' },
  });
});

test('a patient of whom nothing is held has a summary that says so', async () => {
  const limited = v.parse(PatientId, (await server.ids('limited')).patientId);
  await server.query(`delete from record_resources where patient_id = ${String(limited)}`);
  const found = await texts({ patientId: limited });
  for (const code of ['48765-2', '10160-0', '11450-4', '30954-2'])
    expect(found.get(code)).toContain('That does not mean there is nothing to tell');
});
