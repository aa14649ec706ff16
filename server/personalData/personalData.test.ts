import { addDocument, addSystem } from '../../tests/server/healthSummaries.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IdempotencyKey, type PatientId, calls } from '@portal/api';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validatorFaults } from '../../tests/support/fhir/check.ts';
import { command } from '../../tests/server/commands.ts';
import { asQuestionnaire, facilitySide, goodAnswers, smallTemplate } from '../../tests/server/questionnaires.ts';
import { bundle, observation, report } from '../../tests/server/record.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { xmlText } from '../html/xmlText.ts';
import { xmlElement } from '../subject/xmlElement.ts';

let server: TestServer;
let folder: string;
let patientId: PatientId;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'vestibule-export-'));
  patientId = (await server.ids('patient')).patientId ?? (0 as PatientId);
  const [row] = await server.query('select mrn from patients where id = $1', [patientId]);
  const about = { subject: { reference: 'Patient/p1' } };
  const file = join(folder, 'record.json');
  await writeFile(
    file,
    bundle([
      report('r1', 'p1', ['o1', 'o2', 'o3', 'o4'], { conclusion: 'Within <limits> & fine' }),
      observation('o1', 'p1'),
      observation('o2', 'p1', { valueQuantity: { value: 5, comparator: '<', unit: 'mg/L' } }),
      observation('o3', 'p1', {
        valueQuantity: undefined,
        valueString: 'Trace',
        effectiveDateTime: '2026-03-06T22:43:11+01:00',
      }),
      observation('o4', 'p1', { status: 'cancelled', valueQuantity: { value: 77.7, unit: 'g/dL' } }),
      {
        resourceType: 'DocumentReference',
        id: 'n1',
        status: 'current',
        type: { text: 'Progress note' },
        date: '2026-04-01T10:00:00Z',
        ...about,
        content: [
          { attachment: { contentType: 'text/plain', data: Buffer.from('A walk each day.').toString('base64') } },
        ],
      },
      {
        resourceType: 'DocumentReference',
        id: 'n2',
        status: 'current',
        type: { text: 'Visit note' },
        date: '2026-04-02T09:15:00',
        ...about,
        content: [{ attachment: { contentType: 'text/plain', data: Buffer.from('All is well.').toString('base64') } }],
      },
      {
        resourceType: 'AllergyIntolerance',
        id: 'a1',
        patient: { reference: 'Patient/p1' },
        code: { text: 'Penicillin' },
      },
      {
        resourceType: 'Condition',
        id: 'c1',
        ...about,
        code: { text: 'Hypertension' },
        onsetDateTime: '2025-03-01T00:00:00Z',
      },
      {
        resourceType: 'Procedure',
        id: 's1',
        status: 'completed',
        ...about,
        code: { text: 'Lumpectomy' },
        performedDateTime: '2025-05',
      },
    ]),
  );
  const made = await command(['record', 'import', file, '--patient', String(row?.['mrn'])], server.databaseUrl);
  expect(made.err).toBe('');
  await raiseAlert();
}, 60_000);

/** The patient gives an answer that needs a look, and somebody takes care of it. */
async function raiseAlert(): Promise<void> {
  const facility = facilitySide(server.databaseUrl);
  const alerts = [{ key: 'often', item: 'often', options: ['Often'] }];
  const assignedQuestionnaireId = await facility.assign(patientId, await facility.template(smallTemplate, { alerts }));
  await facility.end();
  const patient = await server.signedIn('patient');
  const params = { patientId, assignedQuestionnaireId };
  const questionnaire = asQuestionnaire((await patient.call(calls.getQuestionnaire, { params })).body);
  await patient.call(calls.submitQuestionnaire, {
    params,
    headers: { 'idempotency-key': v.parse(IdempotencyKey, 'key-of-an-alert-in-an-export') },
    body: {
      templateRevision: questionnaire.templateRevision,
      patientQuestionAnswerList: goodAnswers(questionnaire),
    },
  });
  const [alert] = await server.query('select id from questionnaire_alerts where patient_id = $1', [patientId]);
  const number = String(alert?.['id']);
  await command(['alerts', 'acknowledge', number, '--by', 'Ana Ruiz', '--note', 'Called <back>.'], server.databaseUrl);
}
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server.stop();
});

const Ticket = v.object({ token: v.string() });
async function download(browser: Browser, path: string) {
  const { userId } = await browser.profile();
  const ticket = await browser.call(calls.createDownloadToken, { params: { userId }, body: { path } });
  if (ticket.status !== 200) return ticket;
  return server.browser().fetch(`${path}?token=${v.parse(Ticket, ticket.body).token}`);
}

describe('the export of personal data', () => {
  test('is an XML file with all that is held, under a name that says nothing of the patient', async () => {
    const answer = await download(await server.signedIn('patient'), `/api/patients/${patientId}/export`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="PersonalData_\d{8}\.xml"$/);
    for (const part of [
      '<FullName>Juniper Applewhistle</FullName>',
      '<Value>13.5</Value>',
      '<Value>&lt;5</Value>',
      '<Conclusion>Within &lt;limits&gt; &amp; fine</Conclusion>',
      `<Base64>${Buffer.from('A walk each day.').toString('base64')}</Base64>`,
      '<Allergen>Penicillin</Allergen>',
      '<Relationship>',
      '<Appointment>',
      '<Completed>',
      '<FollowUpPlan>',
      '<Answered>How often?: Often</Answered>',
      '<AcknowledgedBy>Ana Ruiz</AcknowledgedBy>',
      '<Note>Called &lt;back&gt;.</Note>',
      '<Article>',
      '<Subject>Your blood count</Subject>',
      '<OnBehalfOf>Juniper Applewhistle</OnBehalfOf>',
      '<Name>Exercises for week 3.pdf</Name>',
      '<List>immunizations</List>',
      '<Value>Systolic: 128 mmHg</Value>',
      // A value that was not taken with its report, and a day that its source wrote as midnight in UTC.
      '<Collected>2026-03-06T22:43:11+01:00</Collected>',
      '<ComorbidityDiagnosisDate>2025-03-01T00:00:00+00:00</ComorbidityDiagnosisDate>',
    ])
      expect(answer.text, part).toContain(part);
    expect(answer.text).toContain('<Status>cancelled</Status>');
    expect(answer.text).not.toContain('77.7');
    // By the clock of the facility, as on the page.
    expect(answer.text).toMatch(/<Made>\d{4}-\d\d-\d\dT[\d:.]+-0[45]:00<\/Made>/);
    expect(answer.text).not.toMatch(/>\d{4}-\d\d-\d\dT[\d:.]+Z</);
    const [audited] = await server.query(
      'select type, patient_id from audit_events where patient_id = $1 order by id desc limit 1',
      [patientId],
    );
    expect(audited).toEqual({ type: 'read.exportPersonalData', patient_id: patientId });
  });

  test('says how the patient logs in, for the patient alone', async () => {
    const patient = await server.signedIn('patient');
    const { userId, facilityId } = await server.ids('patient');
    await server.query(
      `insert into passkeys (user_id, credential_id, public_key, sign_count, transports, is_backed_up, facility_id, rp_id, name)
       values ($1, '\\x01', '\\x02', 0, '{}', true, $2, 'localhost', 'My <phone>')`,
      [userId, facilityId],
    );
    await server.query(`insert into second_factors (user_id, sealed_key, switched_on_at) values ($1, '\\x03', now())`, [
      userId,
    ]);
    await server.query(
      `insert into remembered_browsers (user_id, browser_hash, device, browser, expires_at)
       values ($1, '\\x04', 'computer', 'Firefox', now() + interval '1 day'), ($1, '\\x05', 'phone', 'Safari', now() - interval '1 day')`,
      [userId],
    );
    const [xml, fhir] = [
      await download(patient, `/api/patients/${patientId}/export`),
      await download(patient, `/api/patients/${patientId}/export/fhir`),
    ];
    for (const part of ['<Name>My &lt;phone&gt;</Name>', '<OnSince>', '<Browser>Firefox</Browser>'])
      expect(xml.text, part).toContain(part);
    expect(xml.text).not.toContain('<Browser>Safari</Browser>');
    expect(fhir.text).not.toContain('My <phone>');
    for (const table of ['passkeys', 'second_factors', 'remembered_browsers'])
      await server.query(`delete from ${table}`);
  });

  test('is a FHIR R4 Bundle in which an independent validator finds no fault, with every value as it was sent', async () => {
    const answer = await download(await server.signedIn('patient'), `/api/patients/${patientId}/export/fhir`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8');
    const Entries = v.object({
      resourceType: v.literal('Bundle'),
      entry: v.array(v.object({ resource: v.looseObject({ resourceType: v.string(), id: v.string() }) })),
    });
    const made = v.parse(Entries, JSON.parse(answer.text));
    const kinds = new Set(made.entry.map(({ resource }) => resource.resourceType));
    expect([...kinds].sort()).toEqual([
      'AdverseEvent',
      'AllergyIntolerance',
      'CarePlan',
      'Communication',
      'Condition',
      'Consent',
      'DiagnosticReport',
      'DocumentReference',
      'Encounter',
      'FamilyMemberHistory',
      'Goal',
      'Immunization',
      'List',
      'MedicationStatement',
      'Observation',
      'Patient',
      'Procedure',
      'QuestionnaireResponse',
      'RelatedPerson',
      'ResearchSubject',
      'Task',
    ]);
    const faults = made.entry.flatMap(({ resource }) =>
      validatorFaults(resource).map((fault) => `${resource.resourceType}/${resource.id}: ${fault}`),
    );
    expect(faults).toEqual([]);
    const ids = made.entry.map(({ resource }) => `${resource.resourceType}/${resource.id}`);
    expect(new Set(ids).size).toBe(ids.length);
    const texts = made.entry.map(({ resource }) => JSON.stringify(resource));
    const where = (...parts: readonly string[]) => texts.filter((text) => parts.every((part) => text.includes(part)));
    // An old date that stands for none is none.
    expect(where('1900-01-01')).toEqual([]);
    expect(where('"Procedure"', 'Removal of a drain')).toHaveLength(1);
    // Medicines are medicines, radiation is radiation, and that there is none of something is no procedure.
    expect(where('"MedicationStatement"', 'Letrozole')).toHaveLength(1);
    expect(where('"Procedure"', 'Letrozole')).toEqual([]);
    const [radiation, ...others] = where('"Procedure"', 'External beam');
    expect(others).toEqual([]);
    for (const part of ['108290001', '"text":"Right breast"', '"value":40.05,"unit":"Gy"', '"valueUnsignedInt":15'])
      expect(radiation).toContain(part);
    expect(where('No transplant is recorded.').map((text) => text.slice(0, 24))).toEqual(['{"resourceType":"List","']);
    // A stage stands with its diagnosis and is the finding that it came as; digits are those of the source.
    expect(where('"Condition"', 'IIA (T2, N0, M0)', '"code":"inactive"')).toHaveLength(1);
    expect(where('"Observation"', '"code":"21905-5"', '"valueString":"T2"')).toHaveLength(1);
    expect(answer.text).toMatch(/"value": 2\.30,\n +"unit": "cm"/);
    expect(where('"AllergyIntolerance"', 'Penicillin')).toHaveLength(2);
    // A time without a zone is no instant of FHIR.
    expect(where('"DocumentReference"', 'Visit note', '2026-04-02T09:15:00')).toHaveLength(1);
    const values = made.entry.map(({ resource }) => resource['valueQuantity'] ?? resource['valueString']);
    expect(values).toContainEqual({ value: 13.5, unit: 'g/dL' });
    expect(values).toContainEqual({ value: 5, comparator: '<', unit: 'mg/L' });
    expect(values).toContain('Trace');
    expect(values.filter((value) => JSON.stringify(value)?.includes('64.2'))).toHaveLength(1);
  });

  test('has the health summaries that other systems sent, byte for byte, and none that is hidden', async () => {
    const ifSystemId = await addSystem(server, 'Otter Bay', patientId);
    const content = Buffer.from([0xff, 0xfe, 0x3c, 0x00]);
    const ccdaId = await addDocument(server, { patientId, ifSystemId, title: 'Summary of 2025', content });
    const hidden = await addDocument(server, { patientId, ifSystemId, title: 'Hidden one', isHidden: true });
    const patient = await server.signedIn('patient');
    const xml = (await download(patient, `/api/patients/${patientId}/export`)).text;
    expect(xml).toContain('<Title>Summary of 2025</Title>');
    expect(xml).toContain(`<Base64>${content.toString('base64')}</Base64>`);
    expect(xml).not.toContain('Hidden one');
    const bundle = (await download(patient, `/api/patients/${patientId}/export/fhir`)).text;
    expect(bundle).toContain(`"summary-${String(ccdaId)}"`);
    expect(bundle).not.toContain(`"summary-${String(hidden)}"`);
    const { entry } = v.parse(
      v.object({ entry: v.array(v.object({ resource: v.looseObject({ id: v.string() }) })) }),
      JSON.parse(bundle),
    );
    expect(
      entry.flatMap(({ resource }) => (resource.id.startsWith('summary-') ? validatorFaults(resource) : [])),
    ).toEqual([]);
  });

  test('is asked for with the password where the ticket is made, and never given to anybody but the patient', async () => {
    const patient = await server.signedIn('patient');
    const { userId } = await patient.profile();
    const path = `/api/patients/${patientId}/export`;
    await server.query("update sessions set proved_at = proved_at - interval '301 seconds'");
    expect(await download(patient, path)).toMatchObject({ status: 403, body: { error: 'password_needed' } });
    expect(await download(patient, `${path}/fhir`)).toMatchObject({ status: 403, body: { error: 'password_needed' } });
    await patient.call(calls.confirmPassword, { params: { userId }, body: { password: 'Demo+Pass1' } });
    expect((await download(patient, path)).status).toBe(200);
    const representative = await server.signedIn('representative');
    expect(await download(representative, path)).toMatchObject({ status: 404 });
    expect(await download(await server.signedIn('noemail'), path)).toMatchObject({ status: 404 });
  });
});

test('whatever a text holds, it is well-formed XML: no sign of it opens or closes an element', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const written = xmlText(text);
      expect(written).not.toMatch(/[<>\r]|&(?!(amp|lt|gt|#13);)/);
      // oxlint-disable-next-line no-control-regex -- that is what is looked for
      expect(written).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/);
      expect(written.isWellFormed()).toBe(true);
    }),
  );
  expect(xmlElement('List', { One: ['a', null, 'b'], Two: null, Three: {} })).toBe(
    '<List>\n  <One>a</One>\n  <One>b</One>\n</List>\n',
  );
});
