import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CcdaId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../../tests/server/commands.ts';
import { clinicalDocument, nonXmlBody } from '../../../tests/server/ccdaDocuments.ts';
import { openPool, type Pool, statement } from '../../db/pool.ts';
import { type TestDatabase, testDatabase } from '../../../tests/server/facilityServer.ts';
import { treeOf } from './treeOf.ts';

let database: TestDatabase;
let pool: Pool;
let folder: string;
let people = 0;

beforeAll(async () => {
  database = await testDatabase();
  pool = openPool(database.url, 2, () => undefined);
  folder = await mkdtemp(join(tmpdir(), 'vestibule-documents-'));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const olderTree = statement(
  'test.olderTree',
  "update health_documents set tree_version = 0, tree = '' where patient_id = $patientId",
);
const rows = async (sql: string): Promise<Record<string, unknown>[]> => {
  const [found] = await pool.db.many({
    name: '',
    source: sql,
    text: `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from (${sql}) t`,
    parameters: [],
    row: v.object({ rows: v.array(v.record(v.string(), v.unknown())) }),
  });
  return found?.rows ?? [];
};
async function newPatient(born = '1961-04-05'): Promise<{ id: PatientId; mrn: string }> {
  people += 1;
  const mrn = `DOC-${String(people)}`;
  const who = ['--mrn', mrn, '--first', 'Wren', '--last', 'Alder', '--born', born];
  expect((await command(['patient', 'create', '--facility', 'Northlight', ...who], database.url)).err).toBe('');
  const [row] = await rows(`select id from patients where mrn = '${mrn}'`);
  return { id: v.parse(PatientId, row?.['id']), mrn };
}
async function imported(documents: readonly (string | Buffer)[], ...options: readonly string[]) {
  const files = await Promise.all(
    documents.map(async (content, at) => {
      const file = join(folder, `${String(at)}.xml`);
      await writeFile(file, content);
      return file;
    }),
  );
  return command(['record', 'import', ...files, ...options], database.url);
}
const documentsOf = (id: PatientId) =>
  rows(`select d.*, r.resource_id as key, r.version_id, r.changed_at from health_documents d join record_resources r on r.id = d.resource_id
    where d.patient_id = ${String(id)} order by d.resource_id`);
const shownOf = async (id: PatientId) =>
  (await rows(`select title from shown_health_documents where patient_id = ${String(id)} order by ccda_id`)).map(
    ({ title }) => title,
  );

it('keeps a document with its dates, its source as a system, and its tree; the same file again changes nothing', async () => {
  const { id, mrn } = await newPatient();
  const visit =
    '<componentOf><encompassingEncounter><code code="AMB" displayName="Office visit"/><effectiveTime><low value="20260228"/></effectiveTime></encompassingEncounter></componentOf>';
  const text = clinicalDocument({ root: `1.2.${mrn.slice(4)}`, more: visit });
  const options = ['--patient', mrn, '--source', 'otter'];
  const first = await imported([text], ...options);
  expect(first).toMatchObject({ err: '', code: 0 });
  expect(first.out).toBe('ClinicalDocument (Continuity of Care Document): 1 new');
  const [row] = await documentsOf(id);
  expect(row).toMatchObject({
    title: 'Summary of care',
    type_code: '34133-9',
    language: 'en-US',
    document_date: '2026-03-01T10:15:00-05:00',
    document_precision: 'time',
    period_start: '2026-02-28',
    period_end: '2026-02-28',
    custodian: 'Otter Bay Hospital',
    visit: { date: '2026-02-28', visitType: 'Office visit', provider: null },
    tree_version: 1,
  });
  expect(
    await rows(`select x.display_name, x.active_trigger_event_types, x.record_source from external_systems x
      join patient_external_systems p on p.external_system_id = x.id where p.patient_id = ${String(id)}`),
  ).toEqual([
    { display_name: 'Otter Bay Hospital', active_trigger_event_types: ['CcdaRequested'], record_source: 'otter' },
  ]);
  const ccdaId = v.parse(CcdaId, row?.['resource_id']);
  const tree = await treeOf(pool.db, ccdaId, id);
  expect(tree?.header.patient.name).toBe('Wren Alder');
  expect(await treeOf(pool.db, ccdaId, v.parse(PatientId, id + 1))).toBeNull();
  expect((await imported([text], ...options)).out).toMatch(/: 1 unchanged$/);
  expect(await documentsOf(id)).toEqual([row]);
  const [received] = await rows(
    `select encode(sha256(content), 'hex') as hash from health_documents where patient_id = ${String(id)}`,
  );
  expect(received?.['hash']).toBe(createHash('sha256').update(text).digest('hex'));
  expect(
    await rows(`select detail from audit_events where type = 'record.imported' and patient_id = ${String(id)}`),
  ).toEqual([{ detail: { resources: 1 } }]);
});

it('a tree of an earlier reader is made again from what was received', async () => {
  const { id, mrn } = await newPatient();
  await imported([clinicalDocument({ root: `1.2.${mrn.slice(4)}`, title: 'As received' })], '--patient', mrn);
  const [row] = await documentsOf(id);
  await pool.db.run(olderTree, { patientId: id });
  const tree = await treeOf(pool.db, v.parse(CcdaId, row?.['resource_id']), id);
  expect(tree?.header.title).toBe('As received');
});

it('a later version corrects; one that replaces another or is the next of its set is shown in its place', async () => {
  const { id, mrn } = await newPatient();
  const root = `1.2.${mrn.slice(4)}`;
  const options = ['--patient', mrn, '--source', `of ${mrn}`];
  const set = (version: number) => `<setId root="${root}" extension="set"/><versionNumber value="${String(version)}"/>`;
  await imported([clinicalDocument({ root, title: 'First' })], ...options);
  const corrected = clinicalDocument({ root, title: 'First, mended', date: '20260302101500-0500' });
  expect((await imported([corrected], ...options)).out).toMatch(/: 1 changed$/);
  expect((await imported([clinicalDocument({ root, title: 'First' })], ...options)).out).toMatch(/: 1 older/);
  expect(await shownOf(id)).toEqual(['First, mended']);
  await imported(
    [
      clinicalDocument({
        root,
        extension: 'doc-2',
        title: 'In its place',
        more: `<relatedDocument typeCode="RPLC"><parentDocument><id root="${root}" extension="doc-1"/></parentDocument></relatedDocument>`,
      }),
      clinicalDocument({ root, extension: 'v2', title: 'Second of the set', more: set(2) }),
      clinicalDocument({ root, extension: 'v1', title: 'First of the set', more: set(1) }),
    ],
    ...options,
  );
  expect(new Set(await shownOf(id))).toEqual(new Set(['In its place', 'Second of the set']));
});

it('finds patients by the system of their record numbers, or by number and date of birth, and never by name', async () => {
  const { id, mrn } = await newPatient();
  const oid = '2.999.1';
  const root = `1.2.${mrn.slice(4)}`;
  const byOid = clinicalDocument({
    root,
    ids: [
      ['2.999.7', 'else'],
      [oid, mrn],
    ],
    born: '',
  });
  const match = ['--match', '--source', `of ${mrn}`];
  const unborn = await imported([byOid], ...match);
  expect(unborn.out).toMatch(/left out: 1 .*its patient is nobody here/);
  expect((await command(['record', 'unmatched'], database.url)).out).toMatch(
    new RegExp(`of ${mrn}  patient 2\\.999\\.7\\^else  it has no date of birth to be sure by  \\(1 left out`),
  );
  expect((await imported([byOid], ...match, '--identifier-system', `urn:oid:${oid}`)).out).toMatch(/: 1 new$/);
  const other = (born: string, ids: readonly (readonly [string, string])[], extension: string) =>
    clinicalDocument({ root, extension, ids, born });
  expect((await imported([other('19610406', [['2.999.8', mrn]], 'b')], ...match)).out).toMatch(/nobody here/);
  expect((await imported([other('19610405', [['2.999.9', mrn]], 'c')], ...match)).out).toMatch(/: 1 new$/);
  expect((await imported([other('19610405', [['2.999.9', 'nobody']], 'd')], ...match)).out).toMatch(/nobody here/);
  // A social security number is not a record number and is not shown.
  const social = other('19610405', [['2.16.840.1.113883.4.1', mrn]], 'e');
  expect((await imported([social], ...match)).out).toMatch(/nobody here/);
  expect((await command(['record', 'unmatched'], database.url)).out).not.toContain('2.16.840.1.113883.4.1');
  expect((await documentsOf(id)).map(({ key }) => key)).toEqual([`${root}^doc-1`, `${root}^c`]);
});

it('documents of one patient share an identifier; those of two are refused for --patient, and another patient’s key too', async () => {
  const [one, other] = [await newPatient(), await newPatient()];
  const root = `1.2.${one.mrn.slice(4)}`;
  const of = (extension: string, ...ids: readonly (readonly [string, string])[]) =>
    clinicalDocument({ root, extension, ids });
  const options = ['--source', `of ${one.mrn}`];
  const together = [of('1', ['2.999.1', 'a']), of('2', ['2.999.2', 'b'], ['2.999.1', 'a'])];
  expect((await imported(together, '--patient', one.mrn, ...options)).out).toMatch(/: 2 new$/);
  const apart = [of('3', ['2.999.1', 'a']), of('4', ['2.999.1', 'c'])];
  expect((await imported(apart, '--patient', one.mrn, ...options)).err).toMatch(/about several patients/);
  expect((await imported(together, '--patient', other.mrn, ...options)).err).toMatch(
    /another patient's record already/,
  );
});

it('refuses what it cannot read with file, place and reason, without its words, and the others go on', async () => {
  const { id, mrn } = await newPatient();
  const root = `1.2.${mrn.slice(4)}`;
  const result = await imported(
    [
      '<!DOCTYPE ClinicalDocument [<!ENTITY secret SYSTEM "file:///etc/passwd">]><ClinicalDocument>&secret;</ClinicalDocument>',
      clinicalDocument({ root, extension: null }),
      '<Patient xmlns="http://hl7.org/fhir"><name value="Secret"/></Patient>',
      clinicalDocument({ root, body: '<component><secret' }),
      Buffer.from(
        `\uFEFF${clinicalDocument({ root, extension: 'good', body: nonXmlBody('mediaType="text/plain"', 'Words') })}`,
        'utf16le',
      ),
    ],
    '--patient',
    mrn,
    '--source',
    `of ${mrn}`,
  );
  expect(result.code).toBe(1);
  expect(result.err).not.toMatch(/secret/i);
  expect(result.err.replaceAll(`${folder}/`, '').split('\n')).toEqual([
    '0.xml: it has a document type declaration, which is not read (line 1, column 1)',
    '1.xml: it has no id (line 2, column 1)',
    '2.xml: it is XML, but no clinical document (CDA) (line 1, column 1)',
    expect.stringMatching(/^3\.xml: it .* \(line 2, column \d+\)$/),
  ]);
  expect(result.out).toMatch(/: 1 new$/);
  const [row] = await documentsOf(id);
  const tree = await treeOf(pool.db, v.parse(CcdaId, row?.['resource_id']), id);
  expect(tree?.body).toEqual({ kind: 'text', text: 'Words' });
});

it('a document inside a FHIR DocumentReference, or in a Binary beside it, is one too, and is taken back with it', async () => {
  const { id, mrn } = await newPatient();
  const reference = (key: string, attachment: object, status = 'current') => ({
    resourceType: 'DocumentReference',
    id: key,
    status,
    subject: { reference: `Patient/${mrn}` },
    content: [{ attachment }],
  });
  const base64 = (title: string) => Buffer.from(clinicalDocument({ title, extension: title })).toString('base64');
  const bundle = (...resources: readonly object[]) =>
    JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry: resources.map((resource) => ({ resource })) });
  const one = reference('one', { contentType: 'application/hl7-v3+xml', data: base64('By itself') });
  const options = ['--patient', mrn, '--source', `of ${mrn}`];
  const result = await imported(
    [
      bundle(
        one,
        { resourceType: 'Binary', id: 'b', contentType: 'text/xml', data: base64('In a Binary') },
        reference('two', { url: 'Binary/b' }),
        reference('three', { contentType: 'text/xml', data: Buffer.from('<ClinicalDocument').toString('base64') }),
      ),
    ],
    ...options,
  );
  expect(result.out).toContain('DocumentReference: 2 new');
  expect(result.out).toMatch(
    /left out: 1 DocumentReference, its attachment is a clinical document that cannot be read/,
  );
  expect(await shownOf(id)).toEqual(['By itself', 'In a Binary']);
  const taken = await imported([JSON.stringify({ ...one, status: 'entered-in-error' })], ...options);
  expect(taken.out).toMatch(/1 taken back/);
  expect(await shownOf(id)).toEqual(['In a Binary']);
});
