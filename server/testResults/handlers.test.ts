import {
  type CallShape,
  IdempotencyKey,
  LabResult,
  LabResultDetails,
  PatientId,
  callUrl,
  calls,
  chooseLabResultOpening,
  countNotReviewedLabResults,
  createDownloadToken,
  getLabDocument,
  getLabResult,
  getLabResultPdf,
  listLabResults,
  listTreatmentSummary,
  openLabResultPdf,
  openLabResultsPdf,
  resultOpening,
  setPreference,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { ownSystem } from '../../tests/server/healthSummaries.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { readTaggedPdf } from '../../tests/support/taggedPdf.ts';

let server: TestServer;
let patient: Browser;
let mine: { patientId: number };
let userId: number;

beforeEach(async () => {
  await server?.stop();
  server = await startTestServer();
  patient = await server.signedIn('patient');
  const ids = await server.ids('patient');
  mine = { patientId: ids.patientId ?? 0 };
  userId = ids.userId;
});
afterAll(() => server?.stop());

const notFound = { status: 404, body: { error: 'not_found' } };
async function read<S extends v.GenericSchema>(
  browser: Browser,
  call: CallShape,
  schema: S,
  params: Record<string, number> = mine,
): Promise<v.InferOutput<S>> {
  const answer = await browser.call(call, { params });
  expect(answer.status, `${call.name}: ${answer.text}`).toBe(200);
  const parsed = v.parse(schema, answer.body);
  expect(answer.body).toEqual(parsed);
  return parsed;
}
const list = (browser = patient) => read(browser, listLabResults, v.array(LabResult));
const open = (labResultId: number, browser = patient) =>
  read(browser, getLabResult, LabResultDetails, { ...mine, labResultId });
const count = (browser = patient) => read(browser, countNotReviewedLabResults, v.number());
const named = async (name: string, browser = patient) => {
  const found = (await list(browser)).find(({ testResultGroups }) =>
    testResultGroups.some(({ groupDisplayName }) => groupDisplayName === name),
  );
  if (found === undefined) throw new Error(`no result "${name}"`);
  return found;
};
const detailsOf = ({ testResultGroups }: LabResultDetails) =>
  testResultGroups.flatMap(({ testResultDetails }) => testResultDetails);
/** A visit yesterday, with a doctor by default. */
const visited = async ({
  firstName = 'Ottoline' as string | null,
  lastName = 'Fernbrook' as string | null,
  type = 'Visit',
  status = 'Scheduled',
  isCancelled = false,
}) =>
  server.query(
    `insert into appointments (patient_id, facility_id, kind, day, starts_at, type, location, status, is_confirmed, is_cancelled, provider_first_name, provider_last_name)
     select id, home_facility_id, 'ExternalAppointment', (now() - interval '1 day')::date, now() - interval '1 day', $2, '', $3, true, $4, $5, $6 from patients where id = $1`,
    [mine.patientId, type, status, isCancelled, firstName, lastName],
  );
const ask = () =>
  patient.call(setPreference, { params: { userId }, body: { userId, name: resultOpening.name, value: 'askFirst' } });

describe('the list', () => {
  test('has every published result, the latest first, with what its laboratory flagged and never a value', async () => {
    const all = await list();
    expect(all.length).toBeGreaterThan(20);
    const times = all.map(({ startDate }) => startDate ?? '');
    expect(times).toEqual(times.toSorted().reverse());
    expect(await named('Metabolic Panel')).toMatchObject({
      requestingPhysician: 'Dr. Ottoline Fernbrook',
      labName: 'Puddle Lane Lab',
      isReviewedByPatient: false,
      opening: 'open',
      flags: { critical: 1, high: 1, low: 1, outside: 0 },
    });
    expect(JSON.stringify(all)).not.toContain('testValue');
    expect(await named('Urine Culture')).toMatchObject({ externalStatus: 'preliminary' });
    expect((await named('Lipid Panel')).correctedOn).not.toBeNull();
  });

  test('is of the patient alone: nobody without the right, no other patient, no facility that has switched it off', async () => {
    const representative = await server.signedIn('representative');
    await server.query("delete from representative_rights where section = 'TestResults'");
    const { labResultId } = await named('Metabolic Panel');
    for (const call of [listLabResults, countNotReviewedLabResults, getLabResult, getLabResultPdf, openLabResultPdf])
      expect(await representative.call(call, { params: { ...mine, labResultId } }), call.name).toMatchObject(notFound);
    const other = await server.signedIn('noemail');
    const theirs = { patientId: (await server.ids('noemail')).patientId ?? 0 };
    expect(await other.call(getLabResult, { params: { ...theirs, labResultId } })).toMatchObject(notFound);
    expect(await read(other, listLabResults, v.array(LabResult), theirs)).toEqual([]);
    expect(await other.call(listLabResults, { params: mine })).toMatchObject(notFound);
  });
});

describe('selecting an item loads its details', () => {
  test('and it is reviewed from then on: the count and its badge follow', async () => {
    const before = await count();
    const one = await named('Metabolic Panel');
    await open(one.labResultId);
    expect(await count()).toBe(before - 1);
    expect((await named('Metabolic Panel')).isReviewedByPatient).toBe(true);
  });

  test('but whoever reads for the patient leaves it new', async () => {
    const representative = await server.signedIn('representative');
    await server.query(
      "insert into representative_rights (user_id, patient_id, section, \"right\") select user_id, patient_id, 'TestResults', 'read' from representative_links where patient_id = $1 on conflict do nothing",
      [mine.patientId],
    );
    const before = await count();
    const one = await named('Metabolic Panel');
    expect(detailsOf(await open(one.labResultId, representative)).length).toBeGreaterThan(5);
    expect(await count()).toBe(before);
  });

  test('with values as the laboratory wrote them: "<5", none given, cancelled with its reason, flags that nobody knows', async () => {
    const details = detailsOf(await open((await named('Metabolic Panel')).labResultId));
    const of = (name: string) => details.find(({ testDisplayName }) => testDisplayName === name);
    expect(of('C-reactive protein')).toMatchObject({ testValue: '<5', unitOfMeasure: 'mg/L' });
    expect(of('Bilirubin')).toMatchObject({ testValue: null, valueKind: 'none', externalStatus: 'final' });
    expect(of('Magnesium')).toMatchObject({
      testValue: null,
      externalStatus: 'cancelled',
      comment: 'Too little blood in the tube',
    });
    expect(of('Reticulocytes')).toMatchObject({ abnormalFlag: 'A*', referencesRange: '0.5 to 2.5, age adjusted' });
    expect(of('Platelets')).toMatchObject({ testValue: '212', externalStatus: 'corrected', firstGiven: '312' });
    expect(of('Blood film')?.testValue).toContain('Red cells slightly smaller');
  });

  test('with up to 24 earlier values of the same code and unit; others are counted and never mixed in', async () => {
    const details = detailsOf(await open((await named('Metabolic Panel')).labResultId));
    const hemoglobin = details.find(({ testDisplayName }) => testDisplayName === 'Hemoglobin');
    expect(hemoglobin?.earlier?.map(({ testValue }) => testValue)).toEqual([
      '11.8',
      '12.1',
      '11.6',
      '10.4',
      '11.4',
      '12.6',
      '12.9',
      '13.1',
    ]);
    expect(hemoglobin?.inOtherUnits).toBe(2);
    expect(details.find(({ testDisplayName }) => testDisplayName === 'Bilirubin')?.earlier).toBeUndefined();
  });

  test('and what the facility says of the tests, in the language that is asked for', async () => {
    const { labResultId } = await named('Metabolic Panel');
    const { body } = await patient.call(getLabResult, { params: { ...mine, labResultId }, query: { language: 'es' } });
    expect(v.parse(LabResultDetails, body).explanations).toMatchObject([
      { title: 'Biometría hemática', language: 'es' },
      { title: 'Potasio', language: 'es' },
    ]);
  });

  test('every read is in the log', async () => {
    const { labResultId } = await named('Metabolic Panel');
    await open(labResultId);
    await patient.call(getLabResultPdf, { params: { ...mine, labResultId } });
    const rows = await server.query(
      "select type, detail from audit_events where patient_id = $1 and type like 'read.%Lab%' order by id",
      [mine.patientId],
    );
    expect(rows).toEqual([
      { type: 'read.listLabResults', detail: {} },
      { type: 'read.getLabResult', detail: { labResultId } },
      { type: 'read.getLabResultPdf', detail: { labResultId } },
    ]);
  });
});

describe('a patient who chose to be asked', () => {
  test('gets neither value nor flag of a new result until it is opened', async () => {
    await ask();
    const one = await named('Metabolic Panel');
    expect(one).toMatchObject({ opening: 'ask' });
    expect(one.flags).toBeUndefined();
    const closed = await open(one.labResultId);
    expect(detailsOf(closed)).toEqual([]);
    expect(closed).toMatchObject({ noteToPatient: null, isReviewedByPatient: false });
    expect(closed.documents).toBeUndefined();
    // What everybody may know of such a test, but nothing by the values that are in it.
    expect(closed.explanations?.map(({ title }) => title)).toEqual(['Complete blood count']);
    expect(closed.nextVisit?.provider).not.toBeUndefined();
    expect(await count()).toBe(2);
    expect(await patient.call(getLabResultPdf, { params: { ...mine, labResultId: one.labResultId } })).toMatchObject(
      notFound,
    );

    const choose = { params: { ...mine, labResultId: one.labResultId }, body: { choice: 'open' } };
    expect((await patient.call(chooseLabResultOpening, choose)).status).toBe(204);
    expect(detailsOf(await open(one.labResultId)).length).toBeGreaterThan(5);
    expect(await count()).toBe(1);
  });

  test('waits until the next visit, and no history of another result tells what is in it', async () => {
    await ask();
    const one = await named('Metabolic Panel');
    const choose = { params: { ...mine, labResultId: one.labResultId }, body: { choice: 'wait' } };
    expect((await patient.call(chooseLabResultOpening, choose)).status).toBe(204);
    const waiting = await named('Metabolic Panel');
    expect(waiting).toMatchObject({ opening: 'waiting', isReviewedByPatient: false });
    expect(waiting.waitsUntil?.date).toMatch(/^\d{4}-/);
    expect(detailsOf(await open(one.labResultId))).toEqual([]);

    // A later result with the same tests.
    await server.query(
      "update observations set effective_at = now(), effective = to_char(now(), 'YYYY-MM-DD') , effective_precision = 'day' where resource_id = (select id from record_resources where resource_id = 'count-175-0')",
    );
    await server.query(
      "update lab_reports set effective_at = now(), effective = to_char(now(), 'YYYY-MM-DD'), effective_precision = 'day' where lab_result_id = (select lab_result_id from lab_reports p join record_resources r on r.id = p.resource_id where r.resource_id = 'count-175')",
    );
    const [later] = await server.query(
      "select lab_result_id as id from lab_reports p join record_resources r on r.id = p.resource_id where r.resource_id = 'count-175'",
    );
    const details = detailsOf(await open(Number(later?.['id'])));
    const hemoglobin = details.find(({ testDisplayName }) => testDisplayName === 'Hemoglobin');
    expect(hemoglobin?.earlier?.map(({ testValue }) => testValue)).not.toContain('11.2');
    expect(hemoglobin?.earlier?.length).toBe(7);

    // The visit is over, so the result opens like any other.
    await server.query('delete from appointments where day between current_date - 3 and current_date');
    await server.query("update lab_result_choices set chosen_at = now() - interval '2 days'");
    await visited({});
    expect(await named('Metabolic Panel')).toMatchObject({ opening: 'open' });
  });

  test.each([
    ['cancelled', { isCancelled: true }],
    ['missed', { status: 'Missed' }],
    ['only asked for', { status: 'Requested' }],
    ['at a laboratory', { firstName: null, lastName: 'Puddle Lane Lab' }],
    ['for a blood draw, by a person', { type: 'Blood draw' }],
    ['for a blood draw, in Spanish', { type: 'Extracción de sangre' }],
    ['with nobody', { firstName: null, lastName: null }],
  ])('goes on waiting after a visit that was %s', async (_, visit) => {
    await ask();
    const { labResultId } = await named('Metabolic Panel');
    const choose = { params: { ...mine, labResultId }, body: { choice: 'wait' } };
    expect((await patient.call(chooseLabResultOpening, choose)).status).toBe(204);
    await server.query('delete from appointments where day between current_date - 3 and current_date + 400');
    await server.query("update lab_result_choices set chosen_at = now() - interval '2 days'");
    await visited(visit);
    expect(await named('Metabolic Panel')).toMatchObject({ opening: 'waiting', waitsUntil: null });
    await visited({ firstName: null, lastName: 'Dr. Fernbrook' });
    expect(await named('Metabolic Panel')).toMatchObject({ opening: 'open' });
  });

  test('gets it in no document, download, export or mail', async () => {
    await ask();
    await server.query(
      "update observation_values set value = '777.25' where resource_id = (select id from record_resources where resource_id = 'metabolic-new-0') and position = 0",
    );
    const { labResultId } = await named('Metabolic Panel');
    const choose = (choice: 'open' | 'wait') =>
      patient.call(chooseLabResultOpening, { params: { ...mine, labResultId }, body: { choice } });
    const [user] = await server.query('select email from users where id = $1', [userId]);
    const ifSystemId = await ownSystem(server, v.parse(PatientId, mine.patientId));
    const range = { startDate: '2000-01-01', endDate: '2100-01-01' };
    const params = { ...mine, ifSystemId };
    /** Which of the outputs contain the value. A mail to each `to` is read when it arrives. */
    const tellIt = async (to: string) => {
      const texts: Record<string, string> = {};
      for (const form of ['xml', 'html', 'fhir'])
        texts[form] = (await patient.call(calls.downloadHealthSummary, { params, query: { ...range, form } })).text;
      texts['page'] = (
        await patient.call(calls.getHealthSummaryHtml, { params, query: { ...range, language: 'en' } })
      ).text;
      texts['export'] = (await patient.call(calls.exportPersonalData, { params: mine })).text;
      texts['exportFhir'] = (await patient.call(calls.exportFhirBundle, { params: mine })).text;
      await patient.call(calls.transmitHealthSummary, {
        params: { ...params, transmitType: 'email' },
        query: { language: 'en' },
        headers: { 'idempotency-key': v.parse(IdempotencyKey, `a key of the mail to ${to}`.replaceAll(/\W/g, '-')) },
        body: { senderAddress: String(user?.['email']), recipientAddress: to, messageText: '', identifier: range },
      });
      const [mail] = await server.waitForMails(to, 1);
      texts['mail'] = (mail?.attachments ?? [])
        .map(({ content }) => Buffer.from(content as ArrayBuffer).toString())
        .join();
      expect(Object.values(texts).every((text) => text.includes('CA 15-3'))).toBe(true);
      return Object.keys(texts).filter((way) => texts[way]?.includes('777.25'));
    };
    await choose('wait');
    expect(await tellIt('waits@example.org')).toEqual([]);
    await choose('open');
    expect(await tellIt('open@example.org')).toEqual(['xml', 'html', 'fhir', 'page', 'export', 'exportFhir', 'mail']);
  });

  test('what was corrected after it was opened asks again', async () => {
    await ask();
    const one = await named('Metabolic Panel');
    await patient.call(chooseLabResultOpening, {
      params: { ...mine, labResultId: one.labResultId },
      body: { choice: 'open' },
    });
    await open(one.labResultId);
    await server.query(
      "update record_resources set changed_at = now() + interval '1 second', reviewed_at = null where resource_id = 'metabolic-new-0'",
    );
    expect(await named('Metabolic Panel')).toMatchObject({ opening: 'ask', isReviewedByPatient: false });
  });

  test('one patient’s result is nothing that another could choose about', async () => {
    const { labResultId } = await named('Metabolic Panel');
    const other = await server.signedIn('noemail');
    const theirs = { patientId: (await server.ids('noemail')).patientId ?? 0 };
    const choose = { params: { ...theirs, labResultId }, body: { choice: 'open' } };
    expect(await other.call(chooseLabResultOpening, choose)).toMatchObject(notFound);
  });
});

describe('what a facility holds back', () => {
  const hold = (holds: unknown) =>
    server.query('update facilities set result_holds = $1 where id = 1', [JSON.stringify(holds)]);

  test('by category: neither in the list nor opened, counted, printed or part of a history', async () => {
    const { labResultId } = await named('Urine Culture');
    await hold([{ codes: ['MB'], days: 5 }]);
    await server.query(
      "update record_resources set imported_at = now() - interval '4 days' where resource_id like 'culture%'",
    );
    expect((await list()).some((one) => one.labResultId === labResultId)).toBe(false);
    const params = { ...mine, labResultId };
    expect(await patient.call(getLabResult, { params })).toMatchObject(notFound);
    expect(await patient.call(getLabResultPdf, { params })).toMatchObject(notFound);
    await server.query(
      "update record_resources set imported_at = now() - interval '6 days' where resource_id like 'culture%'",
    );
    expect((await list()).some((one) => one.labResultId === labResultId)).toBe(true);
  });

  test('until it is released, where no number of days is said', async () => {
    const { labResultId } = await named('Tumor Marker CA 15-3');
    await hold([{ codes: ['6875-9'], days: null }]);
    expect(await patient.call(getLabResult, { params: { ...mine, labResultId } })).toMatchObject(notFound);
    expect(await count()).toBe(1);
    // The treatment summary has an item with the same value.
    const inSummary = async () =>
      JSON.stringify((await patient.call(listTreatmentSummary, { params: mine })).body).includes('Cancer antigen 15-3');
    expect(await inSummary()).toBe(false);
    const release = (...more: readonly string[]) =>
      command(['record', 'release', '--patient', 'patient', ...more], server.databaseUrl);
    expect((await release()).out).toContain(`${String(labResultId)}  Cancer antigen 15-3, Tumor Marker CA 15-3`);
    expect((await release('--result', '987654')).code).toBe(1);
    expect((await release('--result', String(labResultId))).out).toBe('1 released');
    expect((await server.query("select detail from audit_events where type = 'labResults.released'")).length).toBe(1);
    expect((await named('Tumor Marker CA 15-3')).labResultId).toBe(labResultId);
    expect(await inSummary()).toBe(true);
  });
});

describe('files', () => {
  const ticket = async (call: CallShape, params: Record<string, number>, query: Record<string, string> = {}) => {
    const path = callUrl(call, params, query);
    const answer = await patient.call(createDownloadToken, { params: { userId }, body: { path } });
    return v.parse(v.object({ token: v.string() }), answer.body).token;
  };

  test('one result as a PDF: by its call, and in a window by a ticket that works once', async () => {
    const { labResultId } = await named('Metabolic Panel');
    const params = { ...mine, labResultId };
    const direct = await patient.call(getLabResultPdf, { params, query: { language: 'zh' } });
    expect(direct.headers.get('content-type')).toBe('application/pdf');
    expect(direct.headers.get('content-disposition')).toBe('inline; filename="TestResults.pdf"');
    const token = await ticket(openLabResultPdf, params);
    const window = server.browser('portal');
    const first = await window.call(openLabResultPdf, { params, query: { token } });
    expect(first.status).toBe(200);
    expect((await window.call(openLabResultPdf, { params, query: { token } })).status).toBe(404);
  });

  test('what is saved can be read by everybody, in both sizes of print and no other', async () => {
    const ids = (await list()).map(({ labResultId }) => labResultId).join('.');
    const saved = async (print: string) => {
      const token = await ticket(openLabResultsPdf, mine, { ids, print });
      const answer = await fetch(server.portalUrl + callUrl(openLabResultsPdf, mine, { ids, print, token }));
      return answer.status === 200 ? readTaggedPdf(new Uint8Array(await answer.arrayBuffer())) : answer.status;
    };
    expect(await saved('normal')).toMatchObject({ findings: [] });
    const large = await saved('large');
    expect(large).toMatchObject({ findings: [] });
    expect(large).not.toMatchObject({ parts: expect.arrayContaining([expect.objectContaining({ role: 'Table' })]) });
    expect(await saved('huge')).toBe(400);
  });

  test('several results as one PDF, without those that are somebody else’s', async () => {
    const ids = (await list()).slice(0, 3).map(({ labResultId }) => labResultId);
    const answer = await patient.call(openLabResultsPdf, { params: mine, query: { ids: [...ids, 987_654].join('.') } });
    expect(answer.status).toBe(200);
    expect(await patient.call(openLabResultsPdf, { params: mine, query: { ids: '987654' } })).toMatchObject(notFound);
    expect((await patient.call(openLabResultsPdf, { params: mine, query: { ids: '0' } })).status).toBe(400);
  });

  test('the laboratory’s own report opens, for its own result alone', async () => {
    const { labResultId } = await named('Metabolic Panel');
    const [document] = (await open(labResultId)).documents ?? [];
    expect(document).toMatchObject({ title: 'Report from the laboratory', fileType: 'pdf', pages: 1 });
    const documentId = document?.documentId ?? 0;
    const params = { ...mine, labResultId, documentId };
    expect((await patient.call(getLabDocument, { params })).text.slice(0, 5)).toBe('%PDF-');
    const other = await named('Vitamin D');
    expect(await patient.call(getLabDocument, { params: { ...params, labResultId: other.labResultId } })).toMatchObject(
      notFound,
    );
  });
});
