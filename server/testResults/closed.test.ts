import {
  LabResult,
  LabResultDetails,
  chooseLabResultOpening,
  countNotReviewedLabResults,
  getLabResult,
  listLabResults,
  resultOpening,
  setPreference,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { mostApart } from './labIndex.ts';
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
const newInList = async () => (await list()).filter(({ isReviewedByPatient }) => !isReviewedByPatient).length;
const count = async () => (await patient.call(countNotReviewedLabResults, { params: mine })).body;
const panel = async (): Promise<number> => {
  const found = (await list()).find(({ testResultGroups }) =>
    testResultGroups.some(({ groupDisplayName }) => groupDisplayName === 'Metabolic Panel'),
  );
  if (found === undefined) throw new Error('no panel');
  return found.labResultId;
};
/** The earlier hemoglobin values that a result shows. */
async function history(labResultId: number): Promise<readonly (string | null)[]> {
  const { body } = await patient.call(getLabResult, { params: { ...mine, labResultId } });
  const values = v.parse(LabResultDetails, body).testResultGroups.flatMap((group) => group.testResultDetails);
  const hemoglobin = values.find(({ testDisplayName }) => testDisplayName === 'Hemoglobin');
  return (hemoglobin?.earlier ?? []).map(({ testValue }) => testValue);
}
const unread = (which: string) =>
  server.query('update record_resources set reviewed_at = null where resource_id like $1', [which]);
/** The hemoglobin of one earlier result, which the history must or must not show. */
const earlierValue = async () => {
  const [row] = await server.query(
    "select value from observation_values where position = 0 and resource_id = (select id from record_resources where resource_id = 'count-175-0')",
  );
  return row?.['value'];
};
const without = (all: readonly (string | null)[], value: unknown) =>
  all.toSpliced(
    all.findIndex((one) => one === value),
    1,
  );
const ask = () =>
  patient.call(setPreference, { params: { userId }, body: { userId, name: resultOpening.name, value: 'askFirst' } });

test('a history leaves out what is held back, and nothing else', async () => {
  const labResultId = await panel();
  const before = await history(labResultId);
  expect(before).toContain(await earlierValue());
  await server.query(
    "update record_resources set imported_at = now() - interval '9 days' where resource_id not like 'count-175%'",
  );
  await server.query('update record_resources set imported_at = now() where resource_id like $1', ['count-175%']);
  await server.query(
    `update facilities set result_holds = (
       select jsonb_build_array(jsonb_build_object('codes', jsonb_agg(coding -> 'code'), 'days', 5))
       from observations o join record_resources r on r.id = o.resource_id, jsonb_array_elements(o.codings) coding where r.resource_id = 'count-175-0')`,
  );
  expect(await history(labResultId)).toEqual(without(before, await earlierValue()));
});

test('a history leaves out what asks first; what the reader opened tells again', async () => {
  const labResultId = await panel();
  const before = await history(labResultId);
  await ask();
  await unread('count-175%');
  const asking = await history(labResultId);
  expect(asking).toEqual(without(before, await earlierValue()));
  const [closed] = await server.query(
    "select p.lab_result_id as id from lab_reports p join record_resources r on r.id = p.resource_id where r.resource_id = 'count-175'",
  );
  const params = { ...mine, labResultId: Number(closed?.['id']) };
  await patient.call(chooseLabResultOpening, { params, body: { choice: 'open' } });
  expect(await history(labResultId)).toEqual(before);
});

test('the count is that of the list: nothing new, a few, a cancelled one, more than are looked at apart', async () => {
  await server.query('update record_resources set reviewed_at = now()');
  expect(await count()).toBe(0);
  await unread('count-175%');
  expect(await count()).toBe(1);
  await unread('metabolic-new%');
  expect(await count()).toBe(2);
  await server.query("update record_resources set reviewed_at = now() where not (is_hidden and status = 'cancelled')");
  expect(await count()).toBe(await newInList());
  expect(await count()).toBe(1);
  await server.query(
    `with made as (insert into lab_results (patient_id, source, result_key) select $1, 'many', n::text from generate_series(1, $2::int) n returning id, result_key),
       resources as (insert into record_resources (source, type, resource_id, patient_id, status, is_hidden, content_hash)
         select 'many', 'Observation', result_key, $1, 'final', false, '' from made returning id, resource_id)
     insert into observations (resource_id, patient_id, category, lab_result_id, name, codings)
       select r.id, $1, 'laboratory', m.id, 'One of many', '[]' from resources r join made m on m.result_key = r.resource_id`,
    [mine.patientId, mostApart + 10],
  );
  expect(await count()).toBe(mostApart + 11);
  expect(await newInList()).toBe(mostApart + 11);
});
