import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getHealthLists, type HealthList, type HealthListKey, HealthLists, languageCodes } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../../../tests/server/commands.ts';
import { allergy, concern, medicine, problem } from '../../../tests/server/ccdaEntries.ts';
import { clinicalDocument, section, sectionsBody } from '../../../tests/server/ccdaDocuments.ts';
import { type Browser, type TestServer, startTestServer } from '../../../tests/server/facilityServer.ts';

let server: TestServer;
let patient: Browser;
let folder: string;
/** A patient of whom the demo holds nothing. */
let patientId: number;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'vestibule-lists-'));
  patient = await server.signedIn('noemail');
  patientId = (await server.ids('noemail')).patientId ?? 0;
  await server.query('delete from record_resources where patient_id = $1', [patientId]);
  await server.query('delete from patient_external_systems where patient_id = $1', [patientId]);
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const notFound = { status: 404, body: { error: 'not_found' } };
const ask = (by = patient, of = patientId) => by.call(getHealthLists, { params: { patientId: of } });
async function lists(by = patient): Promise<HealthLists> {
  const answer = await ask(by);
  expect(answer.status, answer.text).toBe(200);
  const parsed = v.parse(HealthLists, answer.body);
  // Every field as the contract has it, and no other.
  expect(answer.body).toEqual(parsed);
  return parsed;
}
async function list(key: HealthListKey): Promise<HealthList> {
  const found = (await lists()).lists.find((one) => one.key === key);
  if (found === undefined) throw new Error(`there is no list ${key}`);
  return found;
}

let documents = 0;
async function receive(clinic: string, date: string, ...sections: readonly string[]): Promise<void> {
  documents += 1;
  const file = join(folder, `${String(documents)}.xml`);
  const [row] = await server.query(
    "select mrn, to_char(date_of_birth, 'YYYYMMDD') as born from patients where id = $1",
    [patientId],
  );
  const text = clinicalDocument({
    born: String(row?.['born']),
    extension: `doc-${String(documents)}`,
    custodian: clinic,
    date,
    title: `Summary of ${date}`,
    body: sectionsBody(...sections),
  });
  await writeFile(file, text);
  const done = await command(
    ['record', 'import', file, '--patient', String(row?.['mrn']), '--source', clinic.toLowerCase()],
    server.ownerUrl,
  );
  expect(done).toMatchObject({ code: 0, err: '' });
}
const asthma = concern(
  'active',
  problem(
    '<effectiveTime><low value="20140501"/></effectiveTime><value xsi:type="CD" code="195967001" codeSystem="2.16.840.1.113883.6.96" displayName="Asthma"/>',
  ),
);
const problems = (text: string, ...entries: readonly string[]) =>
  section('11450-4', 'Problems', text, entries.map((entry) => `<entry>${entry}</entry>`).join(''));
const allergies = (...entries: readonly string[]) =>
  section('48765-2', 'Allergies', '', entries.map((entry) => `<entry>${entry}</entry>`).join(''));

describe('a patient of whom no document tells anything', () => {
  test('has silent lists, in their order', async () => {
    const found = await lists();
    expect([found.documents, found.clinics]).toEqual([0, 0]);
    expect(found.lists.map(({ key }) => key)).toEqual([
      'problems',
      'medications',
      'allergies',
      'immunizations',
      'vitals',
      'results',
      'procedures',
      'encounters',
      'socialHistory',
      'goals',
      'carePlans',
    ]);
    expect(
      found.lists.every(({ isSilent, entries, narratives }) => isSilent && entries.length + narratives.length === 0),
    ).toBe(true);
  });
});

describe('what documents tell', () => {
  beforeAll(async () => {
    await receive('Otter Bay', '20250309', problems('', asthma), allergies(allergy('', 'negationInd="true"')));
    await receive(
      'Puddle Lane',
      '20251112',
      problems('', asthma),
      allergies(allergy('', '', '716186003')),
      section(
        '10160-0',
        'Medicines',
        '<paragraph>Iron, in the <content styleCode="Bold">morning</content></paragraph>',
      ),
    );
  });

  test('the same of two clinics is one entry with both sources, the newest first', async () => {
    const { entries, isSilent, differ } = await list('problems');
    expect({ isSilent, differ, count: entries.length }).toEqual({ isSilent: false, differ: false, count: 1 });
    expect(entries[0]).toMatchObject({
      name: 'Asthma',
      status: 'active',
      start: '2014-05-01',
      sources: [
        { name: 'Puddle Lane', date: '2025-11-12', document: { title: 'Summary of 20251112' } },
        { name: 'Otter Bay', date: '2025-03-09', document: { title: 'Summary of 20250309' } },
      ],
    });
    const { documents: count, clinics } = await lists();
    expect([count, clinics]).toEqual([2, 2]);
  });

  test('"none" of two clinics with other codes stands twice, and contradicts nothing', async () => {
    const { entries, differ } = await list('allergies');
    expect(entries.map(({ negation, name }) => [negation, name])).toEqual([
      ['none', null],
      ['none', null],
    ]);
    expect(differ).toBe(false);
  });

  test('the words of a section without entries are its list, with their source', async () => {
    const { narratives, entries, isSilent } = await list('medications');
    expect([entries, isSilent]).toEqual([[], false]);
    expect(narratives).toMatchObject([
      { title: 'Medicines', language: 'en-US', source: { name: 'Puddle Lane', date: '2025-11-12' } },
    ]);
    expect(narratives[0]?.html).toBe('<p>Iron, in the <span class="st-bold">morning</span></p>');
  });

  test('a later document of the same clinic that says the very same is one more source', async () => {
    await receive(
      'Puddle Lane',
      '20251201',
      problems('', asthma),
      section('10160-0', 'Medicines', '', `<entry>${medicine('<statusCode code="active"/>')}</entry>`),
    );
    await receive(
      'Puddle Lane',
      '20251202',
      section('10160-0', 'Medicines', '', `<entry>${medicine('<statusCode code="active"/>')}</entry>`),
    );
    expect((await list('problems')).entries.map(({ sources }) => sources.length)).toEqual([3]);
    expect((await list('medications')).entries.map(({ name, sources }) => [name, sources.length])).toEqual([
      ['Lisinopril 20 MG', 2],
    ]);
  });

  test('a contradiction is told', async () => {
    await receive(
      'Heron Street',
      '20260101',
      allergies(
        allergy(
          '<participant typeCode="CSM"><participantRole><playingEntity><code code="7980" codeSystem="2.16.840.1.113883.6.88" displayName="Penicillin"/></playingEntity></participantRole></participant>',
        ),
      ),
    );
    const { entries, differ } = await list('allergies');
    expect(entries.map(({ name }) => name)).toEqual([null, null, 'Penicillin']);
    expect(differ).toBe(true);
  });

  test('a document that is hidden, or of a system that is no source any more, tells nothing', async () => {
    const heron = async () => (await list('allergies')).entries.some(({ name }) => name === 'Penicillin');
    const hide = (isHidden: boolean) =>
      server.query("update record_resources set is_hidden = $1 where patient_id = $2 and source = 'heron street'", [
        isHidden,
        patientId,
      ]);
    await hide(true);
    expect(await heron()).toBe(false);
    await hide(false);
    expect(await heron()).toBe(true);
    const turn = (types: string) =>
      server.query(
        "update external_systems set active_trigger_event_types = $1::text[] where record_source = 'heron street'",
        [types],
      );
    await turn('{}');
    expect(await heron()).toBe(false);
    await turn('{CcdaRequested}');
  });

  test('what we add to words of a document is in the language of the reader', async () => {
    await receive(
      'Otter Bay',
      '20260201',
      section(
        '18776-5',
        'Plan',
        '<table><thead><tr><th>What</th><th>When</th></tr></thead><tbody><tr><td colspan="2">Walk</td></tr></tbody></table>',
      ),
    );
    const labels = new Set<string>();
    for (const language of languageCodes) {
      await server.query('update users set language = $1 where id = (select user_id from patients where id = $2)', [
        language,
        patientId,
      ]);
      const label = /aria-label="([^"]+)"/.exec((await list('carePlans')).narratives[0]?.html ?? '')?.[1];
      labels.add(label ?? '');
    }
    expect(labels.size).toBe(languageCodes.length);
    expect(labels).not.toContain('');
  });
});

describe('what single resources tell', () => {
  test('stands beside the documents under the name of the facility; a test result does not', async () => {
    const entry = {
      name: 'Hay fever',
      missing: null,
      codes: [],
      negation: null,
      status: 'active',
      start: '2001',
      end: null,
      recorded: '2020-05-06',
      values: [],
      facts: [],
      language: null,
    };
    const add = async (id: string, key: string, isHidden = false) => {
      const [row] = await server.query(
        "insert into record_resources (source, type, resource_id, patient_id, is_hidden, content_hash) values ('ehr', 'Condition', $1, $2, $3, '') returning id",
        [id, patientId, isHidden],
      );
      await server.query(
        "insert into health_entries (resource_id, patient_id, position, list_key, kind, entry) values ($1, $2, 0, $3, 'entry', $4)",
        [row?.['id'], patientId, key, JSON.stringify(entry)],
      );
      return row?.['id'];
    };
    await add('c1', 'problems');
    await add('c2', 'problems', true);
    const result = await add('o1', 'results');
    const [{ id: labResultId } = {}] = await server.query(
      "insert into lab_results (patient_id, source, result_key) values ($1, 'ehr', 'k') returning id",
      [patientId],
    );
    await server.query(
      "insert into observations (resource_id, patient_id, category, lab_result_id, service_codes, name, codings) values ($1, $2, 'laboratory', $3, '{}', 'Sodium', '[]')",
      [result, patientId, labResultId],
    );
    const found = (await list('problems')).entries.filter(({ name }) => name === 'Hay fever');
    expect(found).toMatchObject([
      { sources: [{ name: 'Northlight Cancer Centre', date: '2020-05-06', document: null }] },
    ]);
    expect((await list('results')).isSilent).toBe(true);
  });

  test('what the facility holds back is not told', async () => {
    const [row] = await server.query(
      "insert into record_resources (source, type, resource_id, patient_id, is_hidden, content_hash) values ('ehr', 'Observation', 'held', $1, false, '') returning id",
      [patientId],
    );
    await server.query(
      `insert into observations (resource_id, patient_id, category, service_codes, name, codings) values ($1, $2, 'survey', '{}', 'BRCA1', '[{"system": "http://loinc.org", "code": "21639-1", "display": null}]')`,
      [row?.['id'], patientId],
    );
    await server.query(
      `insert into health_entries (resource_id, patient_id, position, list_key, kind, entry) select $1, $2, 0, 'socialHistory', 'entry', entry from health_entries where kind = 'entry' limit 1`,
      [row?.['id'], patientId],
    );
    const hold = (holds: readonly unknown[]) =>
      server.query(
        'update facilities set result_holds = $1 where id = (select home_facility_id from patients where id = $2)',
        [JSON.stringify(holds), patientId],
      );
    expect((await list('socialHistory')).isSilent).toBe(false);
    await hold([{ codes: ['21639-1'], days: null }]);
    expect((await list('socialHistory')).isSilent).toBe(true);
    await hold([]);
  });
});

describe('who may read them', () => {
  test('nobody else, a representative with the right alone, and not where the module is off', async () => {
    const [limited, representative] = [await server.signedIn('limited'), await server.signedIn('representative')];
    const demo = (await server.ids('patient')).patientId ?? 0;
    expect(await ask(limited)).toMatchObject(notFound);
    expect(await ask(patient, demo)).toMatchObject(notFound);
    expect(await ask(limited, (await server.ids('limited')).patientId ?? 0)).toMatchObject(notFound);
    const { userId } = await representative.profile();
    const right = "where user_id = $1 and patient_id = $2 and section = 'HealthSummary'";
    await server.query(`delete from representative_rights ${right}`, [userId, demo]);
    expect(await ask(representative, demo)).toMatchObject(notFound);
    await server.query(
      `insert into representative_rights (user_id, patient_id, section, "right") values ($1, $2, 'HealthSummary', 'read')`,
      [userId, demo],
    );
    expect((await ask(representative, demo)).status).toBe(200);
  });

  test('each reading is in the audit', async () => {
    await lists();
    const [row] = await server.query(
      "select count(*) from audit_events where patient_id = $1 and type = 'read.getHealthLists'",
      [patientId],
    );
    expect(Number(row?.['count'])).toBeGreaterThan(1);
    expect(await server.brokenAuditRows()).toEqual([]);
  });
});
