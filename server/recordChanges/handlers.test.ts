import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CallShape,
  countNoteChanges,
  countResultChanges,
  countSummaryChanges,
  countTreatmentChanges,
  listNoteChanges,
  listResultChanges,
  listSummaryChanges,
  listTreatmentChanges,
  lookedAtNotes,
  lookedAtResults,
  lookedAtSummary,
  lookedAtTreatment,
  PatientId,
  type RecordChange,
  RecordChanges,
  type RecordListName,
  resultOpening,
  setPreference,
  UserId,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { allergy, medicine } from '../../tests/server/ccdaEntries.ts';
import { clinicalDocument, section, sectionsBody } from '../../tests/server/ccdaDocuments.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { bundle, type Json, ndjson, observation, report } from '../../tests/server/record.ts';
import { importRecords } from '../record/import.ts';
import { listHeld, releaseResult } from '../testResults/holds.ts';

let server: TestServer;
let patient: Browser;
let representative: Browser;
let patientId: PatientId;
let folder: string;
let files = 0;

const callsOf = {
  results: { list: listResultChanges, count: countResultChanges, look: lookedAtResults },
  notes: { list: listNoteChanges, count: countNoteChanges, look: lookedAtNotes },
  summary: { list: listSummaryChanges, count: countSummaryChanges, look: lookedAtSummary },
  treatment: { list: listTreatmentChanges, count: countTreatmentChanges, look: lookedAtTreatment },
} as const;
const params = () => ({ params: { patientId } });

async function changesIn(list: RecordListName, by = patient): Promise<RecordChanges> {
  const answer = await by.call(callsOf[list].list, params());
  expect(answer.status, answer.text).toBe(200);
  const parsed = v.parse(RecordChanges, answer.body);
  expect(answer.body).toEqual(parsed);
  const count = await by.call(callsOf[list].count, params());
  expect(count.body).toBe(parsed.changes.filter(({ isSeen }) => !isSeen).length);
  return parsed;
}
/** What is new in a list: kind, name and the values before. */
const fresh = async (list: RecordListName, by = patient) =>
  (await changesIn(list, by)).changes
    .filter(({ isSeen }) => !isSeen)
    .map(({ kind, name, valuesBefore }) =>
      [kind, name, ...valuesBefore.map((was) => `${was.name} ${was.value}`)].join('|'),
    )
    .sort();
async function look(list: RecordListName, by = patient): Promise<void> {
  const { until } = await changesIn(list, by);
  expect((await by.call(callsOf[list].look, { ...params(), body: { until } })).status).toBe(204);
  expect(await fresh(list, by)).toEqual([]);
}
const statusOf = async (call: CallShape, by: Browser, of = patientId) =>
  (await by.call(call, { params: { patientId: of }, ...(call.body === null ? {} : { body: { until: 1 } }) })).status;
async function comes(content: string, source = 'changes-test'): Promise<void> {
  files += 1;
  const file = join(folder, String(files));
  await writeFile(file, content);
  const { counts } = await importRecords(server.pool, [file], {
    source,
    matching: { kind: 'named', patientId },
    actor: { userId: null, role: 'admin', name: 'test', sessionId: null },
  });
  expect(counts.faults).toEqual([]);
}

let version = 0;
/** Each resource as a later version than all before it. */
const versioned = (resource: Json): Json => {
  version += 1;
  return { ...resource, meta: { versionId: String(version), lastUpdated: new Date(1.8e12 + version).toISOString() } };
};
const own = (id: string): Json => ({
  identifier: [{ system: 'urn:order', value: id }],
  effectiveDateTime: '2026-03-06T20:43:11+01:00',
});
const value = (amount: number, unit = 'g/dL') => ({ valueQuantity: { value: amount, unit } });
const one = (id: string, more: Json = {}): Json => versioned(observation(`${id}-a`, 'p', { ...own(id), ...more }));
/** A blood count of its own order: a report with two values. */
const count = (id: string, more: Json = {}) =>
  ndjson([
    one(id, more),
    versioned(observation(`${id}-b`, 'p', { ...own(id), code: { text: 'Leukocytes' } })),
    versioned(report(`${id}-r`, 'p', [`${id}-a`, `${id}-b`], own(id))),
  ]);
const note = (id: string, more: Json = {}): string =>
  bundle([
    { resourceType: 'Patient', id: 'p' },
    versioned({
      resourceType: 'DocumentReference',
      id,
      status: 'current',
      type: { coding: [{ system: 'http://loinc.org', code: '11506-3', display: 'Progress note' }] },
      category: [
        {
          coding: [
            {
              system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category',
              code: 'clinical-note',
            },
          ],
        },
      ],
      subject: { reference: 'Patient/p' },
      content: [{ attachment: { contentType: 'text/plain', data: Buffer.from(`Words ${id}`).toString('base64') } }],
      ...more,
    }),
  ]);
const shot = (id: string, lot: string, more: Json = {}): string =>
  ndjson([
    versioned({
      resourceType: 'Immunization',
      id,
      status: 'completed',
      vaccineCode: { coding: [{ system: 'http://hl7.org/fhir/sid/cvx', code: '140' }], text: 'Influenza' },
      patient: { reference: 'Patient/p' },
      occurrenceDateTime: '2025-10-01',
      lotNumber: lot,
      ...more,
    }),
  ]);
const hold = (holds: unknown) =>
  server.query('update facilities set result_holds = $1 where id = 1', [JSON.stringify(holds)]);
const anHourLater = () => server.query("update record_looks set looked_at = looked_at - interval '61 minutes'");

beforeAll(async () => {
  server = await startTestServer();
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
  patient = await server.signedIn('patient');
  representative = await server.signedIn('representative');
  folder = await mkdtemp(join(tmpdir(), 'vestibule-changes-'));
}, 120_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await hold([]);
  await server.query("delete from record_resources where source like 'changes-test%'");
  await server.query("delete from lab_results where source like 'changes-test%'");
  await server.query('delete from record_looks');
  for (const list of ['results', 'notes', 'summary', 'treatment'] as const) await changesIn(list);
});

describe('test results', () => {
  test('nothing is new to somebody who never looked; what comes then is, until they look, and stays marked for the visit', async () => {
    expect((await changesIn('results')).changes).toEqual([]);
    await comes(count('01'));
    const { changes } = await changesIn('results');
    expect(changes).toMatchObject([
      { kind: 'new', isSeen: false, name: 'Blood count', row: { kind: 'result' }, valuesBefore: [] },
    ]);
    await look('results');
    expect((await changesIn('results')).changes).toMatchObject([{ kind: 'new', isSeen: true }]);
    await anHourLater();
    expect((await changesIn('results')).changes).toEqual([]);
  });

  test('a correction says what was first said at the last look, once', async () => {
    await comes(count('01'));
    await look('results');
    await comes(ndjson([one('01', { status: 'corrected', ...value(9.1) })]));
    await comes(ndjson([one('01', { status: 'corrected', ...value(9.2) })]));
    expect(await fresh('results')).toEqual(['corrected|Blood count|Hemoglobin 13.5 g/dL']);
    await comes(ndjson([one('01', { status: 'corrected', ...value(9.2) })]));
    await look('results');
    await comes(ndjson([one('01', { status: 'corrected', ...value(9.3, 'mmol/L') })]));
    expect(await fresh('results')).toEqual(['corrected|Blood count|Hemoglobin 9.2 g/dL']);
  });

  test('a later version that is no correction is a change, and our own new reading of the same version is none', async () => {
    await comes(count('01', { status: 'preliminary' }));
    await look('results');
    await server.query(
      "update record_resources set content_hash = 'of an earlier reader' where source = 'changes-test'",
    );
    version -= 3;
    await comes(count('01', { status: 'preliminary' }));
    expect(await fresh('results')).toEqual([]);
    await comes(ndjson([one('01', { status: 'final', ...value(13.6) })]));
    expect(await fresh('results')).toEqual(['changed|Blood count|Hemoglobin 13.5 g/dL']);
  });

  test('what is taken back is gone, with what it said; what came and went meanwhile is not told', async () => {
    await comes(count('01'));
    await look('results');
    await comes(count('02'));
    const taken = (id: string) => ({ status: 'entered-in-error', ...own(id) });
    const all = (id: string) =>
      ndjson([
        one(id, taken(id)),
        versioned(observation(`${id}-b`, 'p', taken(id))),
        versioned(report(`${id}-r`, 'p', [], taken(id))),
      ]);
    await comes(all('02'));
    expect(await fresh('results')).toEqual([]);
    await comes(ndjson([one('01', taken('01'))]));
    expect(await fresh('results')).toEqual(['changed|Blood count|Hemoglobin 13.5 g/dL']);
    await comes(all('01'));
    expect(await fresh('results')).toEqual(['gone|Blood count|Hemoglobin 13.5 g/dL|Leukocytes 13.5 g/dL']);
    await comes(count('01'));
    expect(await fresh('results')).toEqual([]);
  });

  test('what the facility holds back is not hinted at, and new when it opens', async () => {
    await comes(count('01'));
    await look('results');
    await hold([{ codes: ['718-7'] }]);
    await comes(count('02'));
    await comes(ndjson([one('01', { status: 'corrected', ...value(9.1) })]));
    await comes(ndjson([versioned(report('03-r', 'p', [], { ...own('02'), status: 'entered-in-error' }))]));
    expect((await changesIn('results')).changes).toEqual([]);
    expect((await changesIn('results', representative)).changes).toEqual([]);
    for (const { labResultId } of await listHeld(server.pool.db, patientId))
      await releaseResult(server.pool.db, patientId, labResultId);
    expect((await fresh('results')).map((line) => line.split('|')[0])).toEqual(['changed', 'new']);
    await look('results');
    // To the representative it came in when it opened, as it did to the patient.
    expect((await fresh('results', representative)).length).toBe(2);
  });

  test('a value that is closed to its reader is not told', async () => {
    await comes(count('01'));
    await look('results');
    const userId = v.parse(UserId, (await server.ids('patient')).userId);
    const choose = (choice: string) =>
      patient.call(setPreference, { params: { userId }, body: { userId, name: resultOpening.name, value: choice } });
    await choose('askFirst');
    await comes(ndjson([one('01', { status: 'corrected', ...value(9.1) })]));
    expect(await fresh('results')).toEqual(['corrected|Blood count']);
    await choose('direct');
    expect(await fresh('results')).toEqual(['corrected|Blood count|Hemoglobin 13.5 g/dL']);
  });
});

test('notes: new, corrected without their earlier words, replaced, taken back', async () => {
  await comes(note('n1'));
  await comes(note('n2'));
  expect(await fresh('notes')).toEqual(['new|Progress note', 'new|Progress note']);
  await look('notes');
  await comes(note('n1', { docStatus: 'amended', description: 'Other words' }));
  await comes(note('n3', { relatesTo: [{ code: 'replaces', target: { reference: 'DocumentReference/n2' } }] }));
  expect(await fresh('notes')).toEqual(['corrected|Progress note', 'corrected|Progress note']);
  await look('notes');
  await comes(note('n3', { status: 'entered-in-error' }));
  const [gone] = (await changesIn('notes')).changes.filter(({ isSeen }) => !isSeen);
  expect(gone).toMatchObject({ kind: 'gone', name: 'Progress note', row: { kind: 'none' } });
});

describe('lists of the health summary', () => {
  const before = (change: RecordChange | undefined) => change?.entryBefore?.facts.map((fact) => fact.value);

  test('of single resources: new, changed with what was said, taken back', async () => {
    await comes(shot('i1', 'A1'));
    expect(await fresh('summary')).toEqual(['new|Influenza']);
    await look('summary');
    await comes(shot('i1', 'B2'));
    const changed = (await changesIn('summary')).changes.find(({ isSeen }) => !isSeen);
    expect(changed).toMatchObject({ kind: 'changed', listKey: 'immunizations', row: { kind: 'entry' } });
    expect(before(changed)).toEqual(['A1']);
    await look('summary');
    await comes(shot('i1', 'B2', { status: 'entered-in-error' }));
    const gone = (await changesIn('summary')).changes.find(({ isSeen }) => !isSeen);
    expect(gone).toMatchObject({ kind: 'gone', name: 'Influenza' });
    expect(before(gone)).toEqual(['B2']);
  });

  test('of documents: what a later one or another clinic repeats is not new, and what it leaves out is not gone', async () => {
    const reaction = allergy(
      '<participant typeCode="CSM"><participantRole><playingEntity><code code="7980" codeSystem="2.16.840.1.113883.6.88" displayName="Penicillin"/></playingEntity></participantRole></participant>',
    );
    const pill = (dose: string) =>
      medicine(
        `<effectiveTime xsi:type="IVL_TS"><low value="20250102"/></effectiveTime><doseQuantity value="${dose}" unit="mg"/>`,
      );
    const document = (extension: string, date: string, ...sections: string[]) =>
      clinicalDocument({
        extension,
        date,
        more: '<setId root="2.16.840.1.113883.19.9" extension="set"/><versionNumber value="1"/>',
        body: sectionsBody(...sections),
      });
    const allergies = section('48765-2', 'Allergies', '', `<entry>${reaction}</entry>`);
    const pills = (dose: string) => section('10160-0', 'Medications', '', `<entry>${pill(dose)}</entry>`);
    await comes(document('doc-1', '20260301', allergies, pills('20')), 'changes-test-a');
    const names = async () =>
      (await fresh('summary')).map((line) => line.replace(/\|.*(Lisinopril|Penicillin).*/, '|$1'));
    expect(await names()).toEqual(['new|Lisinopril', 'new|Penicillin', 'new|Summary of care']);
    await look('summary');
    await comes(document('doc-2', '20260401', pills('40')), 'changes-test-a');
    expect(await names()).toEqual(['changed|Lisinopril', 'new|Summary of care']);
    const changed = (await changesIn('summary')).changes.find(({ kind }) => kind === 'changed');
    expect(changed?.source).toBe('Otter Bay Hospital');
    expect(before(changed)).toContain('20 mg');
    await look('summary');
    // Another clinic says the very same.
    await comes(document('doc-9', '20260402', pills('40')), 'changes-test-b');
    expect(await names()).toEqual(['new|Summary of care']);
  });
});

describe('treatment summary', () => {
  const cancer = (more: Json = {}): Json =>
    versioned({
      resourceType: 'Condition',
      id: 'c1',
      subject: { reference: 'Patient/p' },
      code: { text: 'Malignant neoplasm of breast' },
      onsetDateTime: '2026-01-05',
      ...more,
    });
  const stage = (told: string, more: Json = {}): Json =>
    versioned(
      observation('s1', 'p', {
        category: [],
        code: { coding: [{ system: 'http://loinc.org', code: '21908-9', display: 'Stage' }] },
        valueQuantity: null,
        valueCodeableConcept: { text: told },
        focus: [{ reference: 'Condition/c1' }],
        ...more,
      }),
    );
  const marker = (amount: number, more: Json = {}): Json =>
    one('m1', {
      code: { coding: [{ system: 'http://loinc.org', code: '2857-1', display: 'PSA' }] },
      ...value(amount, 'ng/mL'),
      ...more,
    });
  const penicillin = (more: Json = {}): Json =>
    versioned({
      resourceType: 'AllergyIntolerance',
      id: 'a1',
      patient: { reference: 'Patient/p' },
      code: { text: 'Penicillin' },
      clinicalStatus: { coding: [{ code: 'active' }] },
      ...more,
    });
  const freshItems = async () => (await changesIn('treatment')).changes.filter(({ isSeen }) => !isSeen);
  const told = async () =>
    (await freshItems()).map(({ kind, name, itemBefore }) => [kind, name, itemBefore?.group ?? null]);

  test('an item is compared as it is shown, with what belongs to it', async () => {
    await comes(ndjson([cancer(), stage('II')]));
    expect(await told()).toEqual([['new', 'Malignant neoplasm of breast', null]]);
    await look('treatment');
    await comes(ndjson([stage('III', { status: 'corrected' })]));
    const [corrected] = await freshItems();
    expect(corrected).toMatchObject({
      kind: 'corrected',
      name: 'Malignant neoplasm of breast',
      date: '2026-01-05',
      row: { kind: 'item' },
      itemBefore: { group: 'Diagnosis', item: { stage: 'II' } },
    });
    expect(corrected?.source).toBeTruthy();
    await comes(ndjson([stage('II', { status: 'corrected' })]));
    expect(await told()).toEqual([]);
  });

  test('taken back is gone; what its source lists here no more has changed; the same under another id is neither', async () => {
    await comes(ndjson([cancer(), penicillin()]));
    await look('treatment');
    await comes(ndjson([penicillin({ clinicalStatus: { coding: [{ code: 'resolved' }] } })]));
    expect(await told()).toEqual([['changed', 'Penicillin', 'Allergy']]);
    await look('treatment');
    await comes(ndjson([cancer({ verificationStatus: { coding: [{ code: 'entered-in-error' }] } })]));
    expect(await told()).toEqual([['gone', 'Malignant neoplasm of breast', 'Diagnosis']]);
    await comes(ndjson([cancer({ id: 'c2' })]));
    expect(await told()).toEqual([]);
  });

  test('nothing is told of a marker that is held back or closed, and it is new when it opens', async () => {
    await comes(ndjson([marker(3.1)]));
    await look('treatment');
    await hold([{ codes: ['2857-1'] }]);
    await comes(ndjson([marker(4.2, { status: 'corrected' })]));
    expect(await told()).toEqual([]);
    await hold([]);
    expect(await told()).toEqual([['new', 'PSA', null]]);
    await look('treatment');
    const userId = v.parse(UserId, (await server.ids('patient')).userId);
    const choose = (choice: string) =>
      patient.call(setPreference, { params: { userId }, body: { userId, name: resultOpening.name, value: choice } });
    await choose('askFirst');
    await comes(ndjson([marker(5.3, { status: 'corrected' })]));
    expect(await told()).toEqual([]);
    await choose('direct');
    expect((await freshItems())[0]).toMatchObject({
      kind: 'corrected',
      itemBefore: { item: { testResult: '4.2 ng/mL' } },
    });
  });
});

describe('who may know', () => {
  test('who acts for the patient is told what is new to them, in the sections that they may read', async () => {
    await comes(count('01'));
    await changesIn('results', representative);
    await look('results');
    await comes(count('02'));
    await look('results');
    expect(await fresh('results', representative)).toEqual(['new|Blood count']);
    const { userId } = await server.ids('representative');
    const rights = [userId, patientId] as const;
    const [row] = await server.query(
      `with gone as (delete from representative_rights where user_id = $1 and patient_id = $2 and section = 'TestResults' returning "right")
       select count(*)::int as n from gone`,
      [...rights],
    );
    expect(row).toEqual({ n: 1 });
    for (const call of Object.values(callsOf.results))
      expect(await statusOf(call, representative), call.name).toBe(404);
    await server.query(
      `insert into representative_rights (user_id, patient_id, section, "right") values ($1, $2, 'TestResults', 'read')`,
      [...rights],
    );
  });

  test.each(Object.keys(callsOf) as RecordListName[])('refuses in %s what is not the caller’s', async (list) => {
    const others = v.parse(PatientId, 999_999);
    for (const call of Object.values(callsOf[list])) {
      expect(await statusOf(call, server.browser()), call.name).toBe(401);
      expect(await statusOf(call, patient, others), call.name).toBe(404);
    }
    for (const until of [-1, 1.5, '1', null])
      expect((await patient.call(callsOf[list].look as CallShape, { ...params(), body: { until } })).status).toBe(400);
    await comes(count('01'));
    // Nobody sees what did not come yet.
    await patient.call(callsOf[list].look, { ...params(), body: { until: Number.MAX_SAFE_INTEGER } });
    await comes(count('02'));
    if (list === 'results') expect(await fresh('results')).toEqual(['new|Blood count']);
    const [facility] = await server.query('select capabilities from facilities where id = 1');
    await server.query("update facilities set capabilities = '{}' where id = 1");
    for (const call of Object.values(callsOf[list])) expect(await statusOf(call, patient), call.name).toBe(404);
    await server.query('update facilities set capabilities = $1 where id = 1', [facility?.['capabilities']]);
  });
});
