import {
  TreatmentSummary,
  type CallShape,
  countUnseenTreatmentSummary,
  listTreatmentSummary,
  markTreatmentSummarySeen,
  treatmentGroupKeys,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let patient: Browser;
let representative: Browser;
let mine: { patientId: number };
let rowsBefore: readonly Record<string, unknown>[];

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  representative = await server.signedIn('representative');
  mine = { patientId: (await server.ids('patient')).patientId ?? 0 };
  rowsBefore = await server.query('select id, seen_at from treatment_summary_items where seen_at is null');
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.query('update treatment_summary_items set seen_at = case when id = any($1) then null else now() end', [
    rowsBefore.map(({ id }) => id),
  ]);
  await switchOn(['TreatmentTypes']);
});

const notFound = { status: 404, body: { error: 'not_found' } };
const switchOn = (fields: readonly string[]) =>
  server.query(
    "update facilities set capabilities = jsonb_set(capabilities, '{TreatmentSummary}', $1::jsonb) where is_default",
    [JSON.stringify(fields)],
  );
async function summary(browser: Browser = patient) {
  const answer = await browser.call(listTreatmentSummary, { params: mine });
  expect(answer.status, answer.text).toBe(200);
  const parsed = v.parse(TreatmentSummary, answer.body);
  expect(answer.body).toEqual(parsed);
  return parsed;
}
const unseen = async (browser: Browser = patient) => {
  const answer = await browser.call(countUnseenTreatmentSummary, { params: mine });
  expect(answer.status).toBe(200);
  return v.parse(v.number(), answer.body);
};
const see = (recordIds?: readonly number[], browser: Browser = patient) =>
  browser.call(markTreatmentSummarySeen, { params: mine, body: { recordIds: recordIds ?? null } });
const isNew = (all: TreatmentSummary) =>
  all.flatMap(({ value }) => value.filter((one) => !one.isPatientReviewed && !one.isNullMessageHolder));

describe('GET treatmentSummary: list of {key, value}', () => {
  test('the demo’s patient has all 17 groups, by FHIR resources and by rows, with several entries and a null message', async () => {
    const all = await summary();
    expect(all.map(({ key }) => key)).toEqual(treatmentGroupKeys);
    expect(all.filter(({ value }) => value.length > 1).length).toBeGreaterThan(9);
    const group = (name: string) => all.find(({ key }) => key === name)?.value ?? [];
    expect(group('TransplantHistory')).toMatchObject([
      { isNullMessageHolder: true, nullMessage: 'No transplant is recorded.' },
    ]);
    // Two names of one marker: in the laboratory's results and in an observation of its own.
    const markers = group('TumorMarker');
    expect(new Set(markers.map(({ testType }) => testType))).toEqual(new Set(['Cancer antigen 15-3', 'CA 15-3']));
    expect(new Set(markers.map(({ testCode }) => testCode))).toEqual(new Set(['http://loinc.org|6875-9']));
    expect(markers.filter(({ testFlag }) => testFlag !== null)).toMatchObject([
      { testResult: '34 U/mL', testFlag: 'H' },
    ]);
    expect(group('Diagnosis')).toContainEqual(
      expect.objectContaining({
        icdDescriptionFull: 'Malignant neoplasm of upper-outer quadrant of right breast',
        laterality: 'Right',
        stage: 'IIA',
        tStage: 'T2',
        nStage: 'N0',
        mStage: 'M0',
        grade: '2',
        provider: 'Dr. Ottoline Fernbrook',
        providerPhone: '+15550100142',
        icdCode: 'C50.411',
      }),
    );
    expect(group('SocialHistory')).toMatchObject([
      { smokingStatus: 'Former smoker', smokingPacksPerDay: '0.50', alcoholDaysPerWeek: '1', alcoholDrinksPerDay: '1' },
    ]);
  });

  test('only fields that the facility lists leave the server, and groups in its order', async () => {
    await switchOn(['TreatmentTypes.Surgery.procedureName', 'TreatmentTypes.Allergy.allergyType']);
    const all = await summary();
    expect(all.map(({ key }) => key)).toEqual(['Surgery', 'Allergy']);
    const names = new Set(all.flatMap(({ value }) => value.flatMap(Object.keys)));
    expect([...names].toSorted()).toEqual(
      [
        'allergyType',
        'isNullMessageHolder',
        'isPatientReviewed',
        'nullMessage',
        'procedureName',
        'recordIds',
      ].toSorted(),
    );
    await switchOn([]);
    expect(await summary()).toEqual([]);
    expect(await unseen()).toBe(0);
  });

  test('what was entered in error or is hidden is not there', async () => {
    const [row] = await server.query(
      "update record_resources set is_hidden = true where resource_id = 'penicillin' returning id",
    );
    expect(JSON.stringify(await summary())).not.toContain('Penicillin');
    await server.query('update record_resources set is_hidden = false where id = $1', [row?.['id']]);
    expect(JSON.stringify(await summary())).toContain('Penicillin');
  });
});

describe('UnseenCount and seen', () => {
  test('the count is that of the dots', async () => {
    const all = await summary();
    expect(isNew(all).length).toBe(3);
    expect(await unseen()).toBe(3);
    await switchOn(['TreatmentTypes.HormoneTherapy']);
    expect(await unseen()).toBe(1);
  });

  test('marks what was shown, and nothing that came meanwhile', async () => {
    const ids = isNew(await summary()).flatMap(({ recordIds }) => recordIds ?? []);
    await server.query(
      "update treatment_summary_items i set seen_at = null from record_resources r where r.id = i.resource_id and r.resource_id = 'tape'",
    );
    expect((await see(ids)).status).toBe(204);
    expect(isNew(await summary())).toMatchObject([{ allergen: 'Adhesive tape' }]);
    expect(await unseen()).toBe(1);
    expect((await see()).status).toBe(204);
    expect(await unseen()).toBe(0);
  });

  test('what is about a diagnosis makes it new again', async () => {
    await see();
    await server.query(
      "update treatment_summary_items i set seen_at = null from record_resources r where r.id = i.resource_id and r.resource_id = 'stage-t'",
    );
    const fresh = isNew(await summary());
    expect(fresh).toMatchObject([{ tStage: 'T2', icdCode: 'C50.411' }]);
    expect((await see(fresh.flatMap(({ recordIds }) => recordIds ?? []))).status).toBe(204);
    expect(await unseen()).toBe(0);
  });

  test('somebody who acts for the patient reads all of it and leaves the marks alone', async () => {
    expect((await summary(representative)).length).toBe(17);
    expect(await unseen(representative)).toBe(3);
    expect((await see(undefined, representative)).status).toBe(204);
    expect(await unseen()).toBe(3);
  });

  test('rows of somebody else are not marked by their ids', async () => {
    const { patientId } = await server.ids('noemail');
    const other = await server.signedIn('noemail');
    const ids = isNew(await summary()).flatMap(({ recordIds }) => recordIds ?? []);
    expect(
      (await other.call(markTreatmentSummarySeen, { params: { patientId: patientId ?? 0 }, body: { recordIds: ids } }))
        .status,
    ).toBe(204);
    expect(await unseen()).toBe(3);
  });
});

describe('refused', () => {
  const calls: readonly CallShape[] = [listTreatmentSummary, countUnseenTreatmentSummary, markTreatmentSummarySeen];
  const bodyOf = (call: CallShape) => (call.body === null ? {} : { body: { recordIds: null } });

  test('to another patient, without the right, to a kiosk, with the module off', async () => {
    const other = await server.signedIn('noemail');
    for (const call of calls) expect(await other.call(call, { params: mine, ...bodyOf(call) })).toMatchObject(notFound);
    await server.query(
      "delete from representative_rights where section = 'TreatmentSummary' and user_id = (select id from users where username = 'representative')",
    );
    for (const call of calls)
      expect(await representative.call(call, { params: mine, ...bodyOf(call) })).toMatchObject(notFound);
    await server.query(
      `insert into representative_rights select l.user_id, l.patient_id, 'TreatmentSummary', 'read' from representative_links l where l.patient_id = $1
         and l.user_id = (select id from users where username = 'representative')`,
      [mine.patientId],
    );
    await server.query("update facilities set capabilities = capabilities - 'TreatmentSummary' where is_default");
    for (const call of calls)
      expect(await patient.call(call, { params: mine, ...bodyOf(call) })).toMatchObject(notFound);
    await switchOn(['TreatmentTypes']);
  });

  test('a body that is none', async () => {
    for (const recordIds of [[0], ['1'], [1.5], 'all', undefined])
      expect(await patient.call(markTreatmentSummarySeen, { params: mine, body: { recordIds } })).toMatchObject({
        status: 400,
      });
  });
});

test('each read is audited, by whom and of which section', async () => {
  await summary();
  await summary(representative);
  expect(
    await server.query(
      "select actor_role, detail from audit_events where type = 'read.listTreatmentSummary' and patient_id = $1 order by id desc limit 2",
      [mine.patientId],
    ),
  ).toEqual([
    { actor_role: 'representative', detail: expect.objectContaining({ section: 'TreatmentSummary' }) },
    { actor_role: 'patient', detail: expect.anything() },
  ]);
});
