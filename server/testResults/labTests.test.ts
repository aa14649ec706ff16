import {
  LabResult,
  LabResultDetails,
  LabTest,
  chooseLabResultOpening,
  getLabResult,
  listLabResults,
  listLabTests,
  resultOpening,
  setPreference,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let patient: Browser;
let userId: number;
let mine: { patientId: number };
beforeEach(async () => {
  await server?.stop();
  server = await startTestServer();
  patient = await server.signedIn('patient');
  const ids = await server.ids('patient');
  mine = { patientId: ids.patientId ?? 0 };
  userId = ids.userId;
});
afterAll(() => server?.stop());

const list = async () => v.parse(v.array(LabResult), (await patient.call(listLabResults, { params: mine })).body);
const tests = async () => v.parse(v.array(LabTest), (await patient.call(listLabTests, { params: mine })).body);
const named = async (name: string) => (await tests()).find(({ testDisplayName }) => testDisplayName === name);
const valuesOf = async (name: string) => (await named(name))?.values.map(({ testValue }) => testValue) ?? [];
const panel = async (): Promise<number> => {
  const found = (await list()).find(({ testResultGroups }) =>
    testResultGroups.some(({ groupDisplayName }) => groupDisplayName === 'Metabolic Panel'),
  );
  if (found === undefined) throw new Error('no panel');
  return found.labResultId;
};
const earlierHemoglobin = ['11.8', '12.1', '11.6', '10.4', '11.4', '12.6', '12.9', '13.1'];
const ask = () =>
  patient.call(setPreference, { params: { userId }, body: { userId, name: resultOpening.name, value: 'askFirst' } });

test('each test stands once, with its newest value, its flag and what was before in the same unit', async () => {
  const labResultId = await panel();
  const hemoglobin = await named('Hemoglobin');
  expect(hemoglobin?.values.map(({ testValue }) => testValue)).toEqual(['11.2', ...earlierHemoglobin]);
  expect(hemoglobin).toMatchObject({
    unitOfMeasure: 'g/dL',
    count: 9,
    inOtherUnits: 2,
    values: [{ labResultId, valueKind: 'number', abnormalFlag: 'L' }, ...earlierHemoglobin.map(() => ({}))],
  });
  const names = (await tests()).map(({ testDisplayName }) => testDisplayName);
  expect(names.filter((name) => name === 'Hemoglobin')).toEqual(['Hemoglobin']);
  // The first was cancelled, and the second has no value.
  expect(names).not.toContain('Magnesium');
  expect(names).not.toContain('Bilirubin');
});

test('each value names the result that has it, and reading them opens none', async () => {
  const before = (await list()).filter(({ isReviewedByPatient }) => !isReviewedByPatient).length;
  const all = await tests();
  expect((await list()).filter(({ isReviewedByPatient }) => !isReviewedByPatient).length).toBe(before);
  const hemoglobin = all.find(({ testDisplayName }) => testDisplayName === 'Hemoglobin');
  for (const { labResultId, testValue } of hemoglobin?.values ?? []) {
    const { body } = await patient.call(getLabResult, { params: { ...mine, labResultId } });
    const details = v.parse(LabResultDetails, body).testResultGroups.flatMap((group) => group.testResultDetails);
    expect(details.map((one) => one.testValue)).toContain(testValue);
  }
});

test('a result that asks first or waits is in it no more than in the list', async () => {
  const before = await valuesOf('Hemoglobin');
  await ask();
  const labResultId = await panel();
  expect(await valuesOf('Hemoglobin')).toEqual(earlierHemoglobin);
  expect(JSON.stringify(await tests())).not.toContain(`"labResultId":${String(labResultId)},`);
  const choose = (choice: 'wait' | 'open') =>
    patient.call(chooseLabResultOpening, { params: { ...mine, labResultId }, body: { choice } });
  await choose('wait');
  expect(await valuesOf('Hemoglobin')).toEqual(earlierHemoglobin);
  await choose('open');
  expect(await valuesOf('Hemoglobin')).toEqual(before);
});

test('what the facility holds back is not in it', async () => {
  const before = await valuesOf('Hemoglobin');
  const [row] = await server.query(
    "select value from observation_values where position = 0 and resource_id = (select id from record_resources where resource_id = 'count-175-0')",
  );
  await server.query(
    "update record_resources set imported_at = now() - interval '9 days' where resource_id not like 'count-175%'",
  );
  await server.query("update record_resources set imported_at = now() where resource_id like 'count-175%'");
  await server.query(
    `update facilities set result_holds = (
       select jsonb_build_array(jsonb_build_object('codes', jsonb_agg(coding -> 'code'), 'days', 5))
       from observations o join record_resources r on r.id = o.resource_id, jsonb_array_elements(o.codings) coding where r.resource_id = 'count-175-0')`,
  );
  const held = before.indexOf(String(row?.['value']));
  expect(held).toBeGreaterThan(0);
  expect(await valuesOf('Hemoglobin')).toEqual(before.toSpliced(held, 1));
});

test('without a code a test is known by its name and unit; a long text is left to its result', async () => {
  await server.query("update observation_values set codings = '[]' where name = 'Hemoglobin'");
  expect(await valuesOf('Hemoglobin')).toEqual(['11.2', ...earlierHemoglobin]);
  expect((await named('Hemoglobin'))?.inOtherUnits).toBe(0);
  await server.query(
    "update observation_values set kind = 'text', comparator = null, unit = null, name = 'Cells', value = repeat('cells ', 60) where name = 'Potassium'",
  );
  expect((await named('Cells'))?.values[0]).toMatchObject({ testValue: null, valueKind: 'text' });
});

test('it is of whoever may see the results alone', async () => {
  const notFound = { status: 404, body: { error: 'not_found' } };
  const representative = await server.signedIn('representative');
  await server.query("delete from representative_rights where section = 'TestResults'");
  expect(await representative.call(listLabTests, { params: mine })).toMatchObject(notFound);
  const other = await server.signedIn('noemail');
  expect(await other.call(listLabTests, { params: mine })).toMatchObject(notFound);
});
