import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PatientId } from '@portal/api';
import { PDFDocument } from 'pdf-lib';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { openPool, type Pool } from '../db/pool.ts';
import { purge } from '../db/purge.ts';
import { type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import { type LabResult, readLabResults } from '../testResults/labResults.ts';
import { readTreatmentSummary } from '../treatmentSummary/treatmentSummary.ts';
import { bundle, type Json, ndjson, observation, person, report } from '../../tests/server/record.ts';

let database: TestDatabase;
let pool: Pool;
let folder: string;
let people = 0;

beforeAll(async () => {
  database = await testDatabase();
  pool = openPool(database.url, 4, () => undefined);
  folder = await mkdtemp(join(tmpdir(), 'vestibule-record-'));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const admin = (...args: readonly string[]) => command(args, database.url);
const file = async (name: string, content: string): Promise<string> => {
  await writeFile(join(folder, name), content);
  return join(folder, name);
};
const rows = async (sql: string): Promise<Json[]> => {
  const [found] = await pool.db.many({
    name: '',
    source: sql,
    text: `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from (${sql}) t`,
    parameters: [],
    row: v.object({ rows: v.array(v.record(v.string(), v.unknown())) }),
  });
  return found?.rows ?? [];
};
/** A new patient of Northlight for one test. */
async function newPatient(): Promise<{ id: PatientId; mrn: string; born: string }> {
  people += 1;
  const mrn = `REC-${String(people)}`;
  const born = '1961-04-05';
  const made = await admin(
    'patient',
    'create',
    '--facility',
    'Northlight',
    '--mrn',
    mrn,
    '--first',
    'Ada',
    '--last',
    'Test',
    '--born',
    born,
  );
  expect(made.err).toBe('');
  const [row] = await rows(`select id from patients where mrn = '${mrn}'`);
  return { id: v.parse(PatientId, row?.['id']), mrn, born };
}
const imported = async (name: string, content: string, ...options: readonly string[]) =>
  admin('record', 'import', await file(name, content), ...options);
const detailsOf = (results: readonly LabResult[]) =>
  results.flatMap(({ groups }) => groups.flatMap(({ details }) => details));
/** Everything that an import writes, without the ids and times that PostgreSQL assigns. */
const everything = async () => ({
  resources: await rows(
    'select id, content_hash, version_id, changed_at, patient_id from record_resources order by id',
  ),
  values: await rows('select resource_id, position, value, unit from observation_values order by 1, 2'),
  others: await rows(
    `select (select count(*) from observations) as observations, (select count(*) from lab_reports) as reports, (select count(*) from lab_results) as results,
       (select count(*) from record_links) as links, (select count(*) from treatment_summary_items) as items, (select count(*) from clinical_notes) as notes,
       (select count(*) from record_documents) as documents, (select count(*) from health_entries) as entries, (select count(*) from audit_events) as events`,
  ),
});

const samples =
  process.env['RECORD_SAMPLES'] ?? fileURLToPath(new URL('../../../shared/data/synthea', import.meta.url));
const sampleFiles = (() => {
  try {
    return readdirSync(samples).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
})();
const Sample = v.object({
  entry: v.array(
    v.object({ fullUrl: v.string(), resource: v.looseObject({ resourceType: v.string(), id: v.string() }) }),
  ),
});
const Quantity = v.object({ value: v.number(), unit: v.string() });
const isCoded = (resource: Json, code: string) => JSON.stringify(resource['category'] ?? '').includes(`"${code}"`);

describe.skipIf(sampleFiles.length === 0)(`bundles of ${samples} (RECORD_SAMPLES is another folder)`, () => {
  it.each(sampleFiles)(
    '%s: every laboratory observation and report, value by value, and the second import changes nothing',
    async (name) => {
      const patient = await newPatient();
      const path = join(samples, name);
      const first = await admin('record', 'import', path, '--patient', patient.mrn, '--source', 'samples');
      expect(first.code).toBe(0);
      const { entry } = v.parse(Sample, JSON.parse(readFileSync(path, 'utf8')));
      const resources = entry.map(({ resource }) => resource);
      const laboratory = resources.filter((one) => one.resourceType === 'Observation' && isCoded(one, 'laboratory'));
      const reports = resources.filter((one) => one.resourceType === 'DiagnosticReport' && isCoded(one, 'LAB'));
      const results = await readLabResults(pool.db, patient.id);
      const groups = results.flatMap((one) => one.groups);
      expect(
        groups
          .filter(({ report: one }) => one.type === 'DiagnosticReport')
          .map(({ report: one }) => one.resourceId)
          .toSorted(),
      ).toEqual(reports.map(({ id }) => id).toSorted());
      const byUrl = new Map(entry.map(({ fullUrl, resource }) => [fullUrl, resource]));
      for (const one of reports) {
        const members = v.parse(v.array(v.object({ reference: v.string() })), one['result'] ?? []);
        const group = groups.find(({ report: each }) => each.resourceId === one.id);
        expect(group?.details.map(({ value, unit }) => [Number(value), unit])).toEqual(
          members.map(({ reference }) => {
            const { value, unit } = v.parse(Quantity, byUrl.get(reference)?.['valueQuantity']);
            return [value, unit];
          }),
        );
        expect(group?.report.effective).toBe(one['effectiveDateTime']);
      }
      const stored = await rows(
        `select r.resource_id, v.value, v.unit, o.effective, o.name from observations o join record_resources r on r.id = o.resource_id
       join observation_values v on v.resource_id = o.resource_id where o.patient_id = ${String(patient.id)} and o.category = 'laboratory'`,
      );
      expect(
        new Map(stored.map((one) => [one['resource_id'], [Number(one['value']), one['unit'], one['effective']]])),
      ).toEqual(
        new Map(
          laboratory.map((one) => {
            const { value, unit } = v.parse(Quantity, one['valueQuantity']);
            return [one.id, [value, unit, one['effectiveDateTime']]];
          }),
        ),
      );
      expect(detailsOf(results)).toHaveLength(laboratory.length);
      const ofType = (type: string) => resources.filter((one) => one.resourceType === type);
      const ofCategory = (code: string) => ofType('Observation').filter((one) => isCoded(one, code));
      const activities = ofType('CarePlan').flatMap((one) => v.parse(v.array(v.unknown()), one['activity'] ?? []));
      const expected = {
        problems: ofType('Condition').length,
        medications: ofType('MedicationRequest').length,
        allergies: ofType('AllergyIntolerance').length,
        immunizations: ofType('Immunization').length,
        vitals: ofCategory('vital-signs').length,
        procedures: ofType('Procedure').length,
        encounters: ofType('Encounter').length,
        socialHistory: ofCategory('survey').length + ofCategory('social-history').length,
        goals: ofType('Goal').length,
        carePlans: ofType('CarePlan').length + activities.length,
      };
      const listed = await rows(
        `select list_key, count(*)::int as n from health_entries where patient_id = ${String(patient.id)} group by 1`,
      );
      expect(Object.fromEntries(listed.map((one) => [one['list_key'], one['n']]))).toEqual(
        Object.fromEntries(Object.entries(expected).filter(([, count]) => count > 0)),
      );
      const before = await everything();
      const second = await admin('record', 'import', path, '--patient', patient.mrn, '--source', 'samples');
      expect(second.code).toBe(0);
      expect(second.out).not.toMatch(/\d new|changed, |\d changed/);
      expect(await everything()).toEqual(before);
    },
  );
});

describe('record import', () => {
  it('counts what it takes and what it leaves out, by type and reason', async () => {
    const { mrn } = await newPatient();
    const done = await imported(
      'counts.json',
      bundle([
        observation('c1', 'c'),
        observation('c2', 'c', { code: {} }),
        observation('c3', 'c', { effectiveDateTime: 'yesterday' }),
        observation('c4', 'c', { subject: { reference: 'Group/1' } }),
        observation('c7', 'c', { code: { coding: [{ system: 'http://loinc.org', code: '69453-9' }] } }),
        { resourceType: 'Claim', id: 'c5', patient: { reference: 'Patient/c' } },
        { resourceType: 'Organization', id: 'c6', name: 'Lab' },
      ]),
      '--patient',
      mrn,
    );
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out.split('\n')).toEqual([
      'Observation: 1 new',
      'Organization: 1 read for names',
      'left out: 1 Claim, the portal has no place for it',
      'left out: 1 Observation, it is about a death',
      'left out: 1 Observation, it names no patient',
      'left out: 1 Observation, its code has no name',
      'left out: 1 Observation, its effectiveDateTime is not what FHIR says',
    ]);
  });

  it('corrects by a newer version, says so, and is not turned back by an older one', async () => {
    const { mrn, id } = await newPatient();
    const versioned = (version: number, more: Json) =>
      bundle([
        observation('v1', 'v', {
          meta: { versionId: String(version), lastUpdated: `2026-03-0${String(version)}T10:00:00Z` },
          ...more,
        }),
      ]);
    const import1 = (version: number, more: Json = {}) =>
      imported('v.json', versioned(version, more), '--patient', mrn);
    await import1(1);
    await pool.db.script(`update record_resources set reviewed_at = now() where patient_id = ${String(id)}`);
    expect((await import1(3, { status: 'corrected', valueQuantity: { value: 9.5, unit: 'g/dL' } })).out).toBe(
      'Observation: 1 changed',
    );
    expect((await import1(2)).out).toBe('Observation: 1 older than what is there');
    const [result] = await readLabResults(pool.db, id);
    expect(result?.isReviewed).toBe(false);
    // The first value is kept, also after another correction, and does not affect the hash of the content.
    expect(result?.groups[0]?.details).toMatchObject([
      { value: '9.5', unit: 'g/dL', status: 'corrected', firstGiven: '13.5' },
    ]);
    await import1(4, { status: 'corrected', valueQuantity: { value: 9.7, unit: 'g/dL' } });
    expect((await import1(4, { status: 'corrected', valueQuantity: { value: 9.7, unit: 'g/dL' } })).out).toBe(
      'Observation: 1 unchanged',
    );
    expect(detailsOf(await readLabResults(pool.db, id))).toMatchObject([{ value: '9.7', firstGiven: '13.5' }]);
    expect(
      await rows(`select changed_at is not null as corrected from record_resources where patient_id = ${String(id)}`),
    ).toEqual([{ corrected: true }]);
  });

  it('takes back what was entered in error, also without its content, and an old file does not bring it back', async () => {
    const { mrn, id } = await newPatient();
    const import1 = (content: string) => imported('e.json', content, '--patient', mrn);
    await import1(bundle([observation('e1', 'e'), observation('e2', 'e')]));
    expect((await import1(bundle([{ resourceType: 'Observation', id: 'e1', status: 'entered-in-error' }]))).out).toBe(
      'Observation: 1 taken back',
    );
    expect(detailsOf(await readLabResults(pool.db, id))).toHaveLength(1);
    expect((await import1(bundle([observation('e1', 'e'), observation('e2', 'e')]))).out).toBe(
      'Observation: 1 older than what is there, 1 unchanged',
    );
    expect(detailsOf(await readLabResults(pool.db, id))).toHaveLength(1);
    const deleted = JSON.stringify({
      resourceType: 'Bundle',
      type: 'history',
      entry: [{ request: { method: 'DELETE', url: 'Observation/e2' } }],
    });
    expect((await import1(deleted)).out).toBe('Observation: 1 taken back');
    expect(await readLabResults(pool.db, id)).toEqual([]);
    expect(
      await rows(
        `select count(*) as n from observation_values v join record_resources r on r.id = v.resource_id where r.patient_id = ${String(id)}`,
      ),
    ).toEqual([{ n: 0 }]);
  });

  it('brings the lists up to date without making anything new to the patient, and takes back what was an error', async () => {
    const { mrn, id } = await newPatient();
    const condition = {
      resourceType: 'Condition',
      id: 'h1',
      subject: { reference: 'Patient/h' },
      code: { text: 'Asthma' },
    };
    const import1 = (more: Json) => imported('h.json', bundle([{ ...condition, ...more }]), '--patient', mrn);
    const state = () =>
      rows(
        `select reviewed_at is not null as seen, changed_at, (select jsonb_agg(entry -> 'facts') from health_entries e where e.resource_id = r.id) as facts
         from record_resources r where patient_id = ${String(id)}`,
      );
    expect((await import1({})).out).toBe('Condition: 1 new');
    // As it was stored before there were lists.
    await pool.db.script(
      `update record_resources set reviewed_at = now(), content_hash = split_part(content_hash, '.', 1) where patient_id = ${String(id)};
       delete from health_entries where patient_id = ${String(id)}`,
    );
    expect((await import1({})).out).toBe('Condition: 1 changed');
    expect(await state()).toEqual([{ seen: true, changed_at: null, facts: [[]] }]);
    expect((await import1({})).out).toBe('Condition: 1 unchanged');
    expect((await import1({ severity: { text: 'Mild' } })).out).toBe('Condition: 1 changed');
    expect(await state()).toEqual([{ seen: true, changed_at: null, facts: [[{ name: 'severity', value: 'Mild' }]] }]);
    await import1({ verificationStatus: { coding: [{ code: 'entered-in-error' }] } });
    expect(await state()).toMatchObject([{ seen: false, facts: null }]);
  });

  it('fills the care team, corrects it, and takes away only whom an import put there', async () => {
    const { mrn, id } = await newPatient();
    const practitioner = (more: Json = {}) => ({
      resourceType: 'Practitioner',
      id: 'ada',
      name: [{ prefix: ['Dr.'], given: ['Ada', 'M.'], family: 'Quillfeather', suffix: ['MD'] }],
      telecom: [
        { system: 'phone', value: '+1 555 0100' },
        { system: 'fax', value: '+1 555 0101' },
      ],
      ...more,
    });
    const member = (reference: string, more: Json = {}) => ({ member: { reference }, ...more });
    const team = (participant: readonly Json[], more: Json = {}) => ({
      resourceType: 'CareTeam',
      id: 'ct1',
      status: 'active',
      subject: { reference: 'Patient/ct' },
      participant,
      ...more,
    });
    const role = {
      resourceType: 'PractitionerRole',
      id: 'r1',
      practitioner: { reference: 'Practitioner/ben' },
      organization: { display: 'Otter Bay Hospital' },
      specialty: [{ text: 'Oncology' }],
    };
    const ben = { resourceType: 'Practitioner', id: 'ben', name: [{ text: 'Dr. Ben Thornapple' }] };
    const import1 = (...resources: readonly Json[]) =>
      imported('ct.json', bundle(resources), '--patient', mrn, '--source', 'care team');
    const members = () =>
      rows(
        `select concat_ws(' ', c.title_value, c.first_name, c.last_name, c.suffix) as name, c.title, c.public_phone as phone, c.fax, c.institution
         from care_team_members m join care_providers c on c.id = m.care_provider_id where m.patient_id = ${String(id)} order by c.last_name`,
      );
    const staff = ['--first', 'Cy', '--last', 'Yarrow', '--profession', 'Nurse'];
    await admin('care-team', 'add', '--patient', mrn, ...staff);
    const own = { name: 'Cy Yarrow', title: 'Nurse', phone: null, fax: null, institution: null };
    const everybody = [
      member('Practitioner/ada', { role: [{ text: 'Oncologist' }] }),
      member('PractitionerRole/r1'),
      member('Practitioner/cy', { role: [{ text: 'Somebody else' }] }),
      member('Patient/ct'),
      member('Organization/o'),
      member('Practitioner/gone', { period: { end: '2020-01-01' } }),
    ];
    const cy = { resourceType: 'Practitioner', id: 'cy', name: [{ given: ['Cy'], family: 'Yarrow' }] };
    const gone = { ...ben, id: 'gone', name: [{ text: 'Gone Away' }] };
    await import1(practitioner(), role, ben, cy, gone, team(everybody));
    const ada = {
      name: 'Dr. Ada M. Quillfeather MD',
      title: 'Oncologist',
      phone: '+1 555 0100',
      fax: '+1 555 0101',
      institution: null,
    };
    const thornapple = {
      name: 'Dr. Ben Thornapple',
      title: 'Oncology',
      phone: null,
      fax: null,
      institution: 'Otter Bay Hospital',
    };
    expect(await members()).toEqual([ada, thornapple, own]);
    expect((await import1(practitioner(), role, ben, cy, gone, team(everybody))).out).toContain(
      'CareTeam: 1 unchanged',
    );
    // The same person with a new name and number stays the same row; Ben has left.
    const renamed = practitioner({
      name: [{ given: ['Ada'], family: 'Windmere' }],
      telecom: [{ system: 'phone', value: '+1 555 0199' }],
    });
    await import1(renamed, cy, team([member('Practitioner/ada'), member('Practitioner/cy')]));
    expect(await members()).toEqual(
      [{ name: 'Ada Windmere', title: null, phone: '+1 555 0199', fax: null, institution: null }, own].toSorted(
        (a, b) => (a.name < b.name ? -1 : 1),
      ),
    );
    // Staff take Ada over: she is their entry now and stays when the source ends the team.
    await admin('care-team', 'add', '--patient', mrn, '--first', 'Ada', '--last', 'Windmere', '--phone', '+1 555 0123');
    await import1(renamed, cy, team([], { status: 'inactive' }));
    expect((await members()).map(({ name, phone }) => [name, phone])).toEqual([
      ['Ada Windmere', '+1 555 0123'],
      ['Cy Yarrow', null],
    ]);
    await import1(role, ben, team([member('PractitionerRole/r1')]));
    expect(await members()).toHaveLength(3);
    await import1(team([], { status: 'entered-in-error' }));
    expect((await members()).map(({ name }) => name)).toEqual(['Ada Windmere', 'Cy Yarrow']);
  });

  it('lets people of a care team go when their time is over, and not before, unless another team has them', async () => {
    const { mrn, id } = await newPatient();
    const today = new Date().toISOString().slice(0, 10);
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    const member = (display: string, end?: string) => ({ member: { type: 'Practitioner', display }, period: { end } });
    const team = (teamId: string, ...participant: readonly Json[]) => ({
      resourceType: 'CareTeam',
      id: teamId,
      status: 'active',
      subject: { reference: 'Patient/ct' },
      participant,
    });
    const teams = [
      team('t1', member('Ada Quill', today), member('Ben Reed', soon), member('Cy Stone', soon)),
      // The surgeon is on call until then as well.
      team('t3', member('Di Fox'), member('Di Fox', soon)),
      team('t2', member('Cy Stone')),
    ];
    const import1 = () => imported('ends.json', bundle(teams), '--patient', mrn, '--source', 'ends');
    const names = async () => {
      expect(await purge(pool.db)).toEqual([]);
      return (
        await rows(
          `select c.last_name as name from care_team_members m join care_providers c on c.id = m.care_provider_id where m.patient_id = ${String(id)} order by 1`,
        )
      ).map(({ name }) => name);
    };
    await import1();
    expect(await names()).toEqual(['Fox', 'Quill', 'Reed', 'Stone']);
    await pool.db.script("update imported_care_team_members set ends_at = ends_at - interval '2 hours'");
    expect(await names()).toEqual(['Fox', 'Quill', 'Stone']);
    expect((await import1()).out).toContain('CareTeam: 3 unchanged');
    expect(await names()).toEqual(['Fox', 'Quill', 'Stone']);
  });

  it('puts what a provider wrote into the thread that it answers, once, and nothing of which that is not clear', async () => {
    const { mrn, id } = await newPatient();
    await pool.db.script(
      `with thread as (insert into secure_threads (patient_id, facility_id, provider_first_name, provider_last_name, subject)
         select id, home_facility_id, 'Ada', 'Quill', 'Fever' from patients where id = ${String(id)} returning id, patient_id),
       members as (insert into secure_thread_members (thread_id, is_patient) select id, side from thread, unnest('{true,false}'::boolean[]) side)
       insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, sent_at, send_key)
       select id, patient_id, true, 'Ada', 'Test', text, sent::timestamptz, text from thread,
         (values ('What now?', '2026-03-01T10:00:00Z'), ('Later', '2026-03-03T10:00:00Z')) as said (text, sent)`,
    );
    const [thread] = await rows(`select id from secure_threads where patient_id = ${String(id)}`);
    const ours = (value: string) => ({ identifier: { system: 'urn:vestibule', value } });
    const written = (name: string, more: Json = {}) => ({
      resourceType: 'Communication',
      id: name,
      status: 'completed',
      subject: { reference: 'Patient/co' },
      recipient: [{ reference: 'Patient/co' }],
      sender: { reference: 'Practitioner/ada', display: 'Dr. Ada Quill' },
      sent: '2026-03-02T10:00:00Z',
      payload: [{ contentString: `Text of ${name}` }],
      ...more,
    });
    const inThread = { partOf: [ours(`thread-${String(thread?.['id'])}`)] };
    const text = { contentType: 'text/plain', title: 'plan.txt', data: Buffer.from('Rest').toString('base64') };
    const all = [
      written('answer', { ...inThread, payload: [{ contentString: 'Rest.' }, { contentAttachment: text }] }),
      written('more', { inResponseTo: [{ reference: 'Communication/answer' }], sent: '2026-03-02T11:00:00Z' }),
      written('alone'),
      written('elsewhere', { partOf: [ours('thread-999999')] }),
      written('draft', { ...inThread, status: 'preparation' }),
      written('own', { ...inThread, sender: { reference: 'Patient/co' } }),
      written('address', { ...inThread, payload: [{ contentAttachment: { url: 'https://example.org/x' } }] }),
      written('program', {
        ...inThread,
        payload: [{ contentAttachment: { ...text, data: Buffer.from('MZ\u0000\u0001').toString('base64') } }],
      }),
    ];
    const import1 = () => imported('co.json', bundle(all), '--patient', mrn, '--source', 'messages');
    const left = [
      'left out: 1 Communication, a file of it is of a kind that messages do not take',
      'left out: 1 Communication, a part of it is not in the file',
      'left out: 1 Communication, it is not from a provider',
      'left out: 1 Communication, it was not sent',
      'left out: 2 Communication, nothing says which message of the patient it answers',
    ];
    expect((await import1()).out.split('\n')).toEqual(['Communication: 2 new', ...left]);
    expect((await import1()).out.split('\n')).toEqual(['Communication: 2 unchanged', ...left]);
    expect(
      await rows(
        `select m.content, m.author_last_name as by, m.read_at is not null as read, a.file_name as file
         from secure_messages m left join message_attachments a on a.message_id = m.id where m.patient_id = ${String(id)} order by m.sent_at`,
      ),
    ).toEqual([
      { content: 'What now?', by: 'Test', read: true, file: null },
      { content: 'Rest.', by: 'Quill', read: false, file: 'plan.txt' },
      { content: 'Text of more', by: 'Quill', read: false, file: null },
      // It was sent after the answers, so it does not count as read.
      { content: 'Later', by: 'Test', read: false, file: null },
    ]);
  });

  it('finds patients by record number alone, and lists who is not found for certain', async () => {
    const [one, two, three] = [await newPatient(), await newPatient(), await newPatient()];
    const done = await imported(
      'match.ndjson',
      ndjson([
        observation('m1', 'm-one'),
        observation('m2', 'm-two'),
        observation('m3', 'm-three'),
        observation('m4', 'm-nobody'),
        observation('m5', 'm-unknown'),
        person('m-one', one.mrn, one.born),
        person('m-two', two.mrn, '1950-01-01'),
        { ...person('m-three', three.mrn, three.born), identifier: [{ value: three.mrn }] },
        person('m-nobody', 'no such number', one.born),
      ]),
      '--match',
      '--source',
      'hospital',
    );
    expect(done.out).toContain('Observation: 1 new');
    expect(done.err).toBe('4 patients were not found for certain: record unmatched lists them.');
    expect(detailsOf(await readLabResults(pool.db, one.id))).toHaveLength(1);
    expect(await readLabResults(pool.db, two.id)).toEqual([]);
    expect((await admin('record', 'unmatched')).out.replaceAll(/, \d{4}-\d\d-\d\d/g, '').split('\n')).toEqual([
      'hospital  Patient/m-nobody  nobody has its record number  (2 left out)',
      'hospital  Patient/m-three  it has no record number  (2 left out)',
      'hospital  Patient/m-two  the date of birth is another one  (2 left out)',
      'hospital  Patient/m-unknown  its Patient was not in the files  (1 left out)',
    ]);
    // The source's patient is remembered, so its next file needs no Patient.
    const next = await imported('next.ndjson', ndjson([observation('m6', 'm-one')]), '--match', '--source', 'hospital');
    expect(next.out).toBe('Observation: 1 new');
  });

  it('finds nobody by a record number of two facilities, until one of them is named', async () => {
    const one = await newPatient();
    await pool.db.run({
      name: '',
      source: '',
      text: "insert into facilities (name, portal_name, short_name, time_zone) values ('Far Hospital', 'Far', 'Far', 'UTC')",
      parameters: [],
      row: v.object({}),
    });
    const other = ['--facility', 'Far', '--mrn', one.mrn, '--first', 'Bea', '--last', 'Test', '--born', one.born];
    expect((await admin('patient', 'create', ...other)).err).toBe('');
    const content = ndjson([observation('n1', 'n-one'), person('n-one', one.mrn, one.born)]);
    const unsure = await imported('two.ndjson', content, '--match', '--source', 'two');
    expect(unsure.err).toBe('1 patient was not found for certain: record unmatched lists them.');
    expect(await readLabResults(pool.db, one.id)).toEqual([]);
    expect((await admin('record', 'unmatched')).out).toContain(
      'two  Patient/n-one  its record numbers are of several patients',
    );
    const named = await imported('two.ndjson', content, '--match', '--source', 'two', '--facility', 'Northlight');
    expect(named.out).toContain('Observation: 1 new');
    expect(detailsOf(await readLabResults(pool.db, one.id))).toHaveLength(1);
  });

  it('gives nobody what is of another patient', async () => {
    const [one, two] = [await newPatient(), await newPatient()];
    await imported(
      'mine.json',
      bundle([person('w1', 'x', one.born), observation('w', 'w1')]),
      '--patient',
      one.mrn,
      '--source',
      'w',
    );
    const same = await imported('same.json', bundle([observation('w', 'w1')]), '--patient', two.mrn, '--source', 'w');
    expect(same).toMatchObject({
      code: 1,
      out: '',
      err: 'Patient/w1 of the source "w" is another patient\'s record already. Nothing was imported.',
    });
    const key = await imported('key.json', bundle([observation('w', 'w2')]), '--patient', two.mrn, '--source', 'w');
    expect(key.out).toBe("left out: 1 Observation, it is part of another patient's record: give a --source of its own");
    const both = await imported(
      'both.json',
      bundle([observation('y', 'w1'), observation('z', 'w3')]),
      '--patient',
      one.mrn,
      '--source',
      'w',
    );
    expect(both.err).toContain('several patients');
    expect(detailsOf(await readLabResults(pool.db, one.id))).toHaveLength(1);
    expect(await readLabResults(pool.db, two.id)).toEqual([]);
  });

  it('follows a resource that its source moved to another patient', async () => {
    const [one, two] = [await newPatient(), await newPatient()];
    const at = (patient: string, day: number) =>
      ndjson([
        person('v-one', one.mrn, one.born),
        person('v-two', two.mrn, two.born),
        observation('moved', patient, { meta: { lastUpdated: `2026-03-0${String(day)}T10:00:00Z` } }),
      ]);
    await imported('at1.ndjson', at('v-one', 1), '--match', '--source', 'moving');
    await imported('at2.ndjson', at('v-two', 2), '--match', '--source', 'moving');
    await imported('at1.ndjson', at('v-one', 1), '--match', '--source', 'moving');
    expect(await readLabResults(pool.db, one.id)).toEqual([]);
    expect(detailsOf(await readLabResults(pool.db, two.id))).toHaveLength(1);
  });

  it('puts members under their report whichever comes first, and two reports of one specimen into one result', async () => {
    const { mrn, id } = await newPatient();
    const specimen = { specimen: [{ reference: 'Specimen/s' }] };
    await imported(
      'members.ndjson',
      ndjson([
        observation('g1', 'g'),
        observation('g2', 'g'),
        observation('g3', 'g', { specimen: { reference: 'Specimen/s' } }),
      ]),
      '--patient',
      mrn,
    );
    expect(await readLabResults(pool.db, id)).toHaveLength(3);
    await imported(
      'reports.ndjson',
      ndjson([report('r1', 'g', ['g2', 'g1', 'gone'], specimen), report('r2', 'g', [], specimen)]),
      '--patient',
      mrn,
    );
    const results = await readLabResults(pool.db, id);
    expect(results).toHaveLength(1);
    expect(results[0]?.groups.map(({ report: one, details }) => [one.resourceId, details.length])).toEqual([
      ['g3', 1],
      ['r1', 2],
      ['r2', 0],
    ]);
  });

  it('names people and laboratories that stand behind what refers to them', async () => {
    const { mrn, id } = await newPatient();
    await imported(
      'names.ndjson',
      ndjson([
        report('n1', 'n', [], {
          performer: [{ reference: 'Organization/n-lab' }],
          basedOn: [{ reference: 'ServiceRequest/n-order' }],
        }),
        { resourceType: 'ServiceRequest', id: 'n-order', requester: { reference: 'PractitionerRole/n-role' } },
        { resourceType: 'PractitionerRole', id: 'n-role', practitioner: { reference: 'Practitioner/n-doctor' } },
        {
          resourceType: 'Practitioner',
          id: 'n-doctor',
          name: [{ prefix: ['Dr.'], given: ['June'], family: 'Kassulke' }],
        },
        { resourceType: 'Organization', id: 'n-lab', name: 'Willow Laboratory' },
      ]),
      '--patient',
      mrn,
    );
    const [result] = await readLabResults(pool.db, id);
    expect(result?.groups[0]?.report).toMatchObject({ labName: 'Willow Laboratory', requester: 'Dr. June Kassulke' });
  });

  it('keeps notes with the pages of their PDFs, items, registration details and other observations', async () => {
    const { mrn, id } = await newPatient();
    const pdf = await PDFDocument.create();
    pdf.addPage();
    pdf.addPage();
    const data = Buffer.from(await pdf.save()).toString('base64');
    const about = { subject: { reference: 'Patient/d' } };
    const resources = [
      { ...person('d', mrn, '1961-04-05'), gender: 'female', maritalStatus: { text: 'Married' } },
      {
        resourceType: 'DocumentReference',
        id: 'd1',
        ...about,
        status: 'current',
        type: { text: 'Discharge summary' },
        author: [{ display: 'Dr. June Kassulke' }],
        context: { period: { start: '2026-02-03' } },
        content: [{ attachment: { contentType: 'application/pdf', data } }],
      },
      { resourceType: 'Condition', id: 'd2', ...about, code: { text: 'Hypertension' }, onsetDateTime: '1999-02' },
      observation('d3', 'd', { category: [{ coding: [{ code: 'vital-signs' }] }] }),
    ];
    expect((await imported('notes.json', bundle(resources), '--patient', mrn)).err).toBe('');
    const of = `patient_id = ${String(id)}`;
    expect(
      await rows(
        `select document_type, service_date, service_precision, authored_by, pages, content_type from clinical_notes n join record_documents d using (resource_id) where ${of}`,
      ),
    ).toEqual([
      {
        document_type: 'Discharge summary',
        service_date: '2026-02-03',
        service_precision: 'day',
        authored_by: 'Dr. June Kassulke',
        pages: 2,
        content_type: 'application/pdf',
      },
    ]);
    expect(
      await rows(
        `select group_key, fields->>'comorbidityDiagnosisDate' as date from treatment_summary_items where ${of}`,
      ),
    ).toEqual([{ group_key: 'Comorbidity', date: '1999-02' }]);
    expect(await rows(`select details->>'maritalStatus' as status from registration_details where ${of}`)).toEqual([
      { status: 'Married' },
    ]);
    expect(await rows(`select category, lab_result_id from observations where ${of}`)).toEqual([
      { category: 'vital-signs', lab_result_id: null },
    ]);
    expect(await readLabResults(pool.db, id)).toEqual([]);
  });

  it('keeps what the operator said of a patient, also for a later feed whose Patient has no record number', async () => {
    const { mrn, id, born } = await newPatient();
    const { identifier: _, ...unnumbered } = person('o', '', born);
    await imported('o.json', bundle([unnumbered, observation('o1', 'o')]), '--patient', mrn, '--source', 'o');
    const next = await imported('o.ndjson', ndjson([unnumbered, observation('o2', 'o')]), '--match', '--source', 'o');
    expect(next).toMatchObject({ err: '', out: 'Observation: 1 new\nPatient: 1 unchanged' });
    expect(detailsOf(await readLabResults(pool.db, id))).toHaveLength(2);
  });

  it('takes nothing back of another patient when a deletion does not say whose it is', async () => {
    const [one, two] = [await newPatient(), await newPatient()];
    await imported('t1.json', bundle([observation('t1', 't')]), '--patient', one.mrn, '--source', 't');
    const deleted = JSON.stringify({ resourceType: 'Observation', id: 't1', status: 'entered-in-error' });
    const done = await imported('t2.json', deleted, '--patient', two.mrn, '--source', 't');
    expect(done.out).toMatch(/^left out: 1 Observation, it is part of another patient's record/);
    expect(detailsOf(await readLabResults(pool.db, one.id))).toHaveLength(1);
  });

  it('leaves out the one resource that the database cannot keep', async () => {
    const { mrn, id } = await newPatient();
    const long = Array.from({ length: 4000 }, (_, at) => String(at)).join('-');
    const done = await imported(
      'long.json',
      bundle([
        observation('l1', 'l'),
        observation('l2', 'l', { hasMember: [{ reference: `Observation/${long}` }] }),
        observation('l3', 'l'),
      ]),
      '--patient',
      mrn,
    );
    expect(done.out.split('\n')).toEqual([
      'Observation: 2 new',
      'left out: 1 Observation, it has a value that cannot be stored',
    ]);
    expect(detailsOf(await readLabResults(pool.db, id))).toHaveLength(2);
  });

  it('gives the treatment summary with the stage in its diagnosis, whichever came first, and the newest of smoking', async () => {
    const { mrn, id } = await newPatient();
    const coded = (code: string, value: string, day: string, more: Json = {}) =>
      observation(`s-${code}-${day}`, 's', {
        category: [],
        code: { coding: [{ system: 'http://loinc.org', code, display: 'Stage' }] },
        valueQuantity: null,
        valueCodeableConcept: { text: value },
        effectiveDateTime: day,
        ...more,
      });
    const focus = [{ reference: 'Condition/s-c' }];
    await imported(
      's1.ndjson',
      ndjson([coded('21905-5', 'T2', '2026-01-02', { focus }), coded('72166-2', 'Never smoker', '2026-01-02')]),
      '--patient',
      mrn,
    );
    const cancer = {
      resourceType: 'Condition',
      id: 's-c',
      subject: { reference: 'Patient/s' },
      code: { text: 'Malignant neoplasm of breast' },
    };
    await imported('s2.ndjson', ndjson([cancer, coded('72166-2', 'Smoker', '2020-01-02')]), '--patient', mrn);
    expect(await readTreatmentSummary(pool.db, id, async () => [])).toMatchObject([
      { key: 'Diagnosis', value: [{ fields: { icdDescriptionFull: 'Malignant neoplasm of breast', tStage: 'T2' } }] },
      { key: 'SocialHistory', value: [{ fields: { smokingStatus: 'Never smoker' }, isSeen: false }] },
    ]);
  });

  it('reads on after lines that are no JSON or too large, and says which; what is not there is told', async () => {
    const { mrn } = await newPatient();
    const done = await imported(
      'faults.ndjson',
      `${ndjson([observation('f1', 'f')])}{"broken": }\n\n${ndjson([observation('f2', 'f')])}`,
      '--patient',
      mrn,
    );
    expect(done).toMatchObject({ code: 1, out: 'Observation: 2 new' });
    expect(done.err).toMatch(/faults\.ndjson: line 2 is no JSON$/);
    expect((await imported('x.json', '<Bundle/>', '--patient', mrn)).err).toMatch(
      /it is XML, but no clinical document \(CDA\) \(line 1, column 1\)$/,
    );
    expect(await admin('record', 'import', join(folder, 'nowhere.json'), '--patient', mrn)).toMatchObject({
      code: 1,
      out: '',
    });
    expect((await admin('record', 'import', 'x.json')).code).toBe(2);
  });
});
