import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AssignedQuestionnaireId,
  IdempotencyKey,
  PatientId,
  confirmAttendance,
  getQuestionnaire,
  reportPhoneArrival,
  submitQuestionnaire,
  withdrawPhoneArrival,
} from '@portal/api';
import { type InboundRequest, type SendResponse, Server } from 'node-hl7-server';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import {
  type FacilitySide,
  asQuestionnaire,
  facilitySide,
  itemOf,
  optionOf,
  smallTemplate,
} from '../../tests/server/questionnaires.ts';
import { mllpListener, webhook } from '../../tests/server/receivers.ts';
import { testTls } from '../../tests/server/tls.ts';
import { freePort } from '../../tests/support/freePort.ts';
import { tellOfFailed } from './telling.ts';

const supervisor = 'supervisor@northlight.example';
const words = 'Mostly | at night\nand "loud" \\ sharp & é';

let server: TestServer;
let facility: FacilitySide;
let patient: Browser;
let patientId: PatientId;
let mrn: string;
let alerting: number;
let system: Awaited<ReturnType<typeof webhook>>;
let engine: Awaited<ReturnType<typeof mllpListener>>;

const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
async function done(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await admin(...args);
  expect(code, err).toBe(0);
  return out;
}
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 50 });
const all = ['--send', 'responses,documents,alerts,confirmations,arrivals,contacts'];

beforeAll(async () => {
  [system, engine] = [await webhook(), await mllpListener()];
  server = await startTestServer();
  facility = facilitySide(server.databaseUrl);
  patient = await server.signedIn('patient');
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
  mrn = String((await server.query('select mrn from patients where id = $1', [patientId]))[0]?.['mrn']);
  const settings = { alerts: [{ key: 'often', item: 'often', options: ['Often'] }] };
  alerting = await facility.template(
    { ...smallTemplate, sourceKey: 'urn:test:out', title: 'Pain | how often?' },
    settings,
  );
});
afterAll(async () => {
  expect(await server?.brokenAuditRows()).toEqual([]);
  await facility?.end();
  await server?.stop();
  await system?.close();
  await engine?.close();
});
beforeEach(async () => {
  await server.query('delete from outbound_interfaces');
  await server.query(
    `update facilities set kiosk_arrival = true, check_in_opens_minutes = 60, check_in_closes_minutes = 30,
       message_settings = coalesce(message_settings, '{}'::jsonb) || jsonb_build_object('supervisorEmail', $1::text)`,
    [supervisor],
  );
  for (const receiver of [system, engine]) {
    receiver.taken.length = 0;
    receiver.answers.length = 0;
    receiver.tries = 0;
  }
});

async function addWebhook(...more: readonly string[]): Promise<void> {
  const out = await done(
    'interface',
    'out',
    'add',
    'Record',
    '--facility',
    'Northlight',
    '--webhook',
    system.url,
    ...more,
  );
  system.secret = /signatures: (\S+)/.exec(out)?.[1] ?? '';
}
const addEngine = (...more: readonly string[]) =>
  done(
    ...`interface out add Engine --facility Northlight --mllp 127.0.0.1:${String(engine.port)}`.split(' '),
    ...'--application EPIC --receiving-facility NORTH --record-numbers NORTHMRN'.split(' '),
    ...more,
  );

let keys = 0;
async function complete(templateId = alerting): Promise<AssignedQuestionnaireId> {
  const id = await facility.assign(patientId, templateId);
  const params = { patientId, assignedQuestionnaireId: id };
  const questionnaire = asQuestionnaire((await patient.call(getQuestionnaire, { params })).body);
  const item = (text: string) => itemOf(questionnaire, text);
  const often = item('How often?');
  const answer = await patient.call(submitQuestionnaire, {
    params,
    headers: {
      'idempotency-key': v.parse(IdempotencyKey, `key-of-what-goes-out-${String((keys += 1)).padStart(8, '0')}`),
    },
    body: {
      templateRevision: questionnaire.templateRevision,
      patientQuestionAnswerList: [
        { questionnaireItemId: often.questionnaireItemId, listAnswerId: optionOf(often, 'Often') },
        { questionnaireItemId: item('How many?').questionnaireItemId, numberAnswer: 2.5 },
        { questionnaireItemId: item('Say more').questionnaireItemId, textAnswer: words },
      ],
    },
  });
  expect(answer.status, answer.text).toBe(200);
  return id;
}
async function visit(): Promise<number> {
  const [row] = await server.query(
    `insert into appointments (patient_id, facility_id, kind, starts_at, type, provider_first_name, provider_last_name, short_location, status)
     select $1, id, 'ExternalAppointment', now() + interval '20 minutes', 'Blood draw', 'Ottoline', 'Fernbrook', 'Willow Wing', 'Scheduled'
     from facilities where is_default returning id`,
    [patientId],
  );
  const id = Number(row?.['id']);
  await server.query(`insert into scheduled_visits (source, visit_key, appointment_id) values ('Hospital', $1, $2)`, [
    JSON.stringify([`V${String(id)}`, 'NORTHSCH']),
    id,
  ]);
  return id;
}
const at = (appointmentId: number) => ({ params: { patientId, appointmentId } });
async function confirm(appointmentId: number): Promise<void> {
  const [row] = await server.query('select starts_at from appointments where id = $1', [appointmentId]);
  const body = { date: String(row?.['starts_at']) };
  expect((await patient.call(confirmAttendance, { ...at(appointmentId), body })).status).toBe(204);
}
async function acceptChange(details: object): Promise<number> {
  const [row] = await server.query(
    `insert into contact_changes (patient_id, facility_id, request_key, old_details, new_details)
     select id, home_facility_id, gen_random_uuid(), '{}', $2 from patients where id = $1 returning id`,
    [patientId, JSON.stringify(details)],
  );
  const id = Number(row?.['id']);
  await done('contact-changes', 'accept', String(id));
  return id;
}
const rows = () =>
  server.query('select id, kind, state, failure, tries, lease is null as free from outbound_messages order by id');
const ended = () => until(async () => expect((await rows()).filter(({ state }) => state === 'queued')).toEqual([]));
const again = () => server.query("update outbound_messages set next_try_at = now() where state = 'queued'");
const Bundle = v.looseObject({
  type: v.literal('message'),
  identifier: v.object({ system: v.literal('urn:vestibule'), value: v.string() }),
  entry: v.array(v.object({ fullUrl: v.string(), resource: v.looseObject({ resourceType: v.string() }) })),
});
const bundles = () =>
  system.taken.map(({ key, body }) => {
    const bundle = v.parse(Bundle, JSON.parse(body));
    expect(bundle.identifier.value).toBe(key);
    return bundle.entry.map(({ resource }) => resource);
  });

describe('what happens goes to a webhook as FHIR', () => {
  it('answers with their scores and coded answers, and the alert that they raised, in order', async () => {
    await addWebhook(...all);
    const id = await complete();
    await until(() => expect(system.taken).toHaveLength(3));
    const [response = [], document = [], alert = []] = bundles();
    const subject = { identifier: { value: mrn } };
    expect(response.map(({ resourceType }) => resourceType)).toEqual([
      'MessageHeader',
      'QuestionnaireResponse',
      'Observation',
      'Observation',
    ]);
    expect(response[0]).toMatchObject({
      eventCoding: { system: 'urn:vestibule:event', code: 'questionnaire-completed' },
    });
    expect(response[1]).toMatchObject({ id: `assigned-${String(id)}`, status: 'completed', subject });
    expect(response.slice(2)).toMatchObject([
      {
        identifier: [{ system: 'urn:vestibule', value: `assigned-${String(id)}/often` }],
        code: { coding: [{ code: 'often' }], text: 'How often?' },
        subject,
        valueCodeableConcept: { coding: [{ code: 'yes', display: 'Often' }] },
      },
      { code: { coding: [{ code: 'score:total' }], text: 'Total' }, valueQuantity: { value: 3 } },
    ]);
    expect(document[1]).toMatchObject({ resourceType: 'DocumentReference', subject });
    expect(alert[1]).toMatchObject({
      resourceType: 'Task',
      description: 'How often?: Often',
      focus: { identifier: { value: String(id) } },
      for: subject,
    });
    const [audited] = await server.query(
      "select actor_name, detail from audit_events where patient_id = $1 and type = 'responses.exported' order by id desc limit 1",
      [patientId],
    );
    expect(audited).toMatchObject({ actor_name: 'interface Record', detail: { responses: 1 } });
  });

  it('confirmed visits, arrivals and their withdrawal, and contact details that staff accepted', async () => {
    await addWebhook(...all);
    const id = await visit();
    await confirm(id);
    await until(() => expect(system.taken).toHaveLength(1));
    const [[, response, appointment] = []] = bundles();
    expect(response).toMatchObject({
      resourceType: 'AppointmentResponse',
      participantStatus: 'accepted',
      actor: { identifier: { value: mrn } },
    });
    expect(appointment).toMatchObject({ resourceType: 'Appointment', status: 'booked', start: response?.['start'] });
    system.taken.length = 0;
    expect((await patient.call(reportPhoneArrival, at(id))).status).toBe(204);
    await until(() => expect(system.taken).toHaveLength(1));
    expect((await patient.call(withdrawPhoneArrival, at(id))).status).toBe(204);
    await acceptChange({ city: 'Marshmoor', mobilePhone: '(202) 555-0177' });
    await until(() => expect(system.taken).toHaveLength(3));
    expect(bundles().map(([, resource]) => resource)).toMatchObject([
      {
        resourceType: 'Appointment',
        status: 'arrived',
        identifier: [
          { value: `appointment-${String(id)}` },
          { value: `V${String(id)}`, assigner: { display: 'Hospital' } },
        ],
      },
      { resourceType: 'Appointment', status: 'booked' },
      {
        resourceType: 'Patient',
        identifier: [{ value: mrn }],
        address: [{ city: 'Marshmoor' }],
        telecom: expect.arrayContaining([{ system: 'phone', use: 'mobile', value: '(202) 555-0177' }]),
      },
    ]);
  });

  it('only what the interface is for', async () => {
    const settings = { alerts: [{ key: 'often', item: 'often', options: ['Often'] }] };
    const template = { ...smallTemplate, sourceKey: 'urn:test:out-other', title: 'Another one' };
    const other = await facility.template(template, settings);
    await addWebhook('--send', 'responses,alerts', '--questionnaire', 'Another one');
    await complete();
    await patient.call(reportPhoneArrival, at(await visit()));
    await complete(other);
    await ended();
    expect((await rows()).map(({ kind, state }) => [kind, state])).toEqual([
      ['response', 'delivered'],
      ['alert', 'delivered'],
    ]);
  });

  it("only what happens to the facility's own patients, wherever", async () => {
    await addWebhook('--send', 'arrivals');
    await server.query(
      `insert into appointments (patient_id, facility_id, kind, starts_at, type, status)
       select p.id, f.id, 'ExternalAppointment', now(), 'Elsewhere', 'Scheduled' from facilities f cross join lateral (
         select id from patients where home_facility_id = f.id order by id limit 1) p`,
    );
    const arrived = await server.query(
      `update appointments a set arrived_at = now() from patients p join facilities f on f.id = p.home_facility_id
       where a.type = 'Elsewhere' and p.id = a.patient_id returning a.id, f.is_default as own`,
    );
    expect(new Set(arrived.map(({ own }) => own)).size).toBe(2);
    await ended();
    expect(await server.query('select thing_id as id from outbound_messages')).toEqual(
      arrived.filter(({ own }) => own === true).map(({ id }) => ({ id })),
    );
  });
});

describe('what happens goes to an MLLP listener as HL7 v2', () => {
  it('each fact in the message that the standard has for it', async () => {
    await addEngine(...all);
    const id = await complete();
    const visitId = await visit();
    await confirm(visitId);
    await patient.call(reportPhoneArrival, at(visitId));
    await until(() => expect(engine.taken).toHaveLength(5));
    await patient.call(withdrawPhoneArrival, at(visitId));
    await acceptChange({ address1: '7 Reed & Rush', homePhone: '(202) 555-0155' });
    await until(() => expect(engine.taken).toHaveLength(7));
    expect(engine.taken.map(({ header }) => [header.text(9), header.text(9, 2)].join('^'))).toEqual([
      'ORU^R01',
      'MDM^T02',
      'ORU^R01',
      'SIU^S14',
      'ADT^A04',
      'ADT^A11',
      'ADT^A08',
    ]);
    for (const { header, segments } of engine.taken) {
      expect([header.text(5), header.text(6), header.text(11), header.text(12)]).toEqual([
        'EPIC',
        'NORTH',
        'P',
        '2.5.1',
      ]);
      const pid = segments.find(({ name }) => name === 'PID');
      expect([pid?.text(3), pid?.text(3, 4), pid?.text(3, 5), pid?.text(5)]).toEqual([
        mrn,
        'NORTHMRN',
        'MR',
        'Applewhistle',
      ]);
    }
    const linesOf = (message: number, name: string) =>
      (engine.taken[message]?.segments ?? []).filter((one) => one.name === name);
    const [obr] = linesOf(0, 'OBR');
    expect([obr?.text(3), obr?.text(4, 2)]).toEqual([`assigned-${String(id)}`, 'Pain | how often?']);
    expect(linesOf(0, 'OBX').map((obx) => [obx.text(2), obx.text(3), obx.text(5, 1), obx.text(5, 2)])).toEqual([
      ['CWE', 'often', 'yes', 'Often'],
      ['NM', 'many', '2.5', null],
      ['TX', 'words', words, null],
      ['NM', 'score:total', '3', null],
    ]);
    expect(linesOf(1, 'OBX').map((obx) => obx.first(5).whole())).toContain(`Say more: ${words}`);
    expect(linesOf(1, 'TXA')[0]?.text(12)).toBe(`assigned-${String(id)}`);
    expect([linesOf(2, 'OBX')[0]?.text(5), linesOf(2, 'OBX')[0]?.text(8)]).toEqual(['How often?: Often', 'A']);
    const [sch] = linesOf(3, 'SCH');
    expect([sch?.text(2), sch?.text(2, 2), sch?.text(25)]).toEqual([`V${String(visitId)}`, 'NORTHSCH', 'Confirmed']);
    const [pv1] = linesOf(4, 'PV1');
    expect([pv1?.text(2), pv1?.text(7, 2), pv1?.text(50), pv1?.text(50, 4)]).toEqual([
      'O',
      'Fernbrook',
      `V${String(visitId)}`,
      'NORTHSCH',
    ]);
    const [pid] = linesOf(6, 'PID');
    expect([pid?.text(11), pid?.text(13, 12)]).toEqual(['7 Reed & Rush', '(202) 555-0155']);
  });

  it('what patients write to their care team, once no file of it waits for the scanner', async () => {
    await addEngine('--send', 'messages');
    const [thread] = await server.query(
      `insert into secure_threads (patient_id, facility_id, provider_first_name, provider_last_name, subject)
       select $1, id, 'Ottoline', 'Fernbrook', 'My tablets' from facilities where is_default returning id`,
      [patientId],
    );
    await server.query(
      `with sent as (
         insert into secure_messages (thread_id, patient_id, is_from_patient, author_first_name, author_last_name, content, send_key)
         values ($1, $2, true, 'A', 'B', 'I have two left.', 'out-1') returning id)
       insert into message_attachments (patient_id, message_id, upload_key, file_name, file_type, byte_count, content, state, scan_again_at)
       select $2, id, 'out-1', 'a.txt', 'txt', 3, 'abc', 'held', now() + interval '1 hour' from sent`,
      [thread?.['id'], patientId],
    );
    await until(async () => expect((await rows())[0]).toMatchObject({ state: 'queued', failure: 'FILES', free: true }));
    await server.query("update message_attachments set state = 'ready' where upload_key = 'out-1'");
    await again();
    await until(() => expect(engine.taken).toHaveLength(1));
    const [message] = engine.taken;
    expect([message?.header.text(9), message?.header.text(9, 2)]).toEqual(['MDM', 'T02']);
    const told = (message?.segments ?? [])
      .filter(({ name }) => name === 'OBX')
      .map((obx) => obx.text(5, 5) ?? obx.text(5));
    expect(told).toEqual(['I have two left.', 'YWJj']);
  });

  it('no answer is tried again with the same control id; AE waits for the engineer and holds back the same patient', async () => {
    await addEngine('--send', 'responses');
    engine.answers.push(null, 'AE 207');
    await complete();
    await complete();
    await until(async () => expect((await rows())[0]).toMatchObject({ failure: 'CLOSED', free: true }));
    await again();
    await until(async () =>
      expect((await rows()).map(({ state, failure }) => [state, failure])).toEqual([
        ['failed', 'AE 207'],
        ['queued', null],
      ]),
    );
    const [first] = await rows();
    const list = await done('interface', 'out', 'list');
    expect(list).toContain('Engine  Northlight  responses  mllp://127.0.0.1');
    expect(list).toContain('1 waiting, 1 failed');
    expect(list).toMatch(
      new RegExp(`${String(first?.['id'])}  Engine  response  .*  AE 207  \\(1 message behind it\\)`),
    );
    expect(list).not.toContain(mrn);
    const shown = await done('interface', 'out', 'show', String(first?.['id']));
    expect(shown).toContain(`MSH|^~\\&|VESTIBULE|`);
    expect(shown).toContain(mrn);

    expect(await tellOfFailed(server.pool, new Date())).toBe(1);
    expect(await tellOfFailed(server.pool, new Date())).toBe(0);
    const [mail] = await server.query(
      "select recipient, content::text as content from mails where kind = 'outboundFailed' order by id desc limit 1",
    );
    expect(mail?.['recipient']).toBe(supervisor);
    expect(String(mail?.['content'])).not.toContain(mrn);

    expect(engine.tries).toBe(2);
    await done('interface', 'out', 'retry', '--message', String(first?.['id']));
    await until(() => expect(engine.taken).toHaveLength(2));
    expect(engine.taken.map(({ header }) => header.text(10))).toEqual(
      (await rows()).map(({ id }) => `event-${String(id)}`),
    );
    await ended();
  });

  it('what is given up lets later ones go on', async () => {
    await addEngine('--send', 'responses');
    engine.answers.push('AR');
    await complete();
    await complete();
    await until(async () => expect((await rows())[0]).toMatchObject({ state: 'failed', failure: 'AR' }));
    await done('interface', 'out', 'skip', String((await rows())[0]?.['id']));
    await ended();
    expect((await rows()).map(({ state }) => state)).toEqual(['skipped', 'delivered']);
  });
});

it('an independent listener takes them over TLS with the certificate of the portal, and its refusal is understood', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-out-'));
  const files = { ca: testTls.cert, certificate: testTls.cert, key: testTls.key };
  const options = Object.entries(files).flatMap(([name, pem]) => {
    writeFileSync(join(folder, name), pem);
    return [`--tls-${name}`, join(folder, name)];
  });
  const port = await freePort();
  const answers = ['AA', 'AA', 'AE'] as const;
  const taken: string[] = [];
  const listener = new Server({ tls: { ...testTls, ca: testTls.cert, requestCert: true } }).createInbound(
    { port },
    (request: InboundRequest, response: SendResponse) => {
      const message = request.getMessage();
      void response.sendResponse(answers[taken.length] ?? 'AA');
      taken.push(['MSH.9.1', 'MSH.9.2', 'PID.3.1', 'PID.5.1'].map((path) => String(message.get(path))).join(' '));
    },
  );
  try {
    await new Promise((ready) => listener.once('listen', ready));
    await done(
      ...`interface out add Engine --facility Northlight --mllp 127.0.0.1:${String(port)} --send arrivals,contacts`.split(
        ' ',
      ),
      ...options,
    );
    const id = await visit();
    await patient.call(reportPhoneArrival, at(id));
    await until(() => expect(taken).toHaveLength(1));
    await patient.call(withdrawPhoneArrival, at(id));
    await until(() => expect(taken).toHaveLength(2));
    await acceptChange({ city: 'Marshmoor' });
    await until(() => expect(taken).toHaveLength(3));
    expect(taken).toEqual(['A04', 'A11', 'A08'].map((event) => `ADT ${event} ${mrn} Applewhistle`));
    await until(async () =>
      expect((await rows()).map(({ state, failure }) => [state, failure])).toEqual([
        ['delivered', null],
        ['delivered', null],
        ['failed', 'AE'],
      ]),
    );
  } finally {
    await listener.close();
    await rm(folder, { recursive: true, force: true });
  }
});

it('a receiver that does not answer does not hold up the others', async () => {
  await addEngine('--send', 'arrivals');
  await addWebhook('--send', 'arrivals');
  engine.answers.push(...Array.from({ length: 5 }, () => Buffer.alloc(0)));
  await server.query(
    `insert into appointments (patient_id, facility_id, kind, starts_at, type, status)
     select p.id, f.id, 'ExternalAppointment', now(), 'Silence', 'Scheduled' from patients p join facilities f on f.id = p.home_facility_id
     where f.is_default order by p.id limit 5`,
  );
  await server.query("update appointments set arrived_at = now() where type = 'Silence'");
  await until(() => expect(system.taken.length).toBeGreaterThanOrEqual(5));
  // Not once for each of the five, while the others get theirs.
  expect(engine.tries).toBeLessThan(5);
  engine.drop();
});

describe('until it is sent', () => {
  it('an arrival that was withdrawn is not sent, nor is its withdrawal; an answer that is gone is not sent', async () => {
    await addEngine('--send', 'arrivals,responses');
    engine.answers.push(null);
    const first = await complete();
    await until(async () => expect((await rows())[0]).toMatchObject({ failure: 'CLOSED', free: true }));
    const id = await visit();
    await patient.call(reportPhoneArrival, at(id));
    await patient.call(withdrawPhoneArrival, at(id));
    await server.query('delete from questionnaire_alerts where assigned_questionnaire_id = $1', [first]);
    await server.query('delete from assigned_questionnaires where id = $1', [first]);
    await again();
    await ended();
    expect((await rows()).map(({ kind, state }) => [kind, state])).toEqual([
      ['response', 'withdrawn'],
      ['arrival', 'withdrawn'],
      ['arrival_withdrawn', 'withdrawn'],
    ]);
    expect(engine.taken).toEqual([]);
  });

  it('a confirmation of a visit that was moved is not sent, nor sent again', async () => {
    await addEngine('--send', 'confirmations');
    engine.answers.push(null);
    const id = await visit();
    await confirm(id);
    await until(async () => expect((await rows())[0]).toMatchObject({ failure: 'CLOSED', free: true }));
    await server.query("update appointments set starts_at = starts_at + interval '1 hour' where id = $1", [id]);
    await again();
    await ended();
    expect((await rows()).map(({ kind, state }) => [kind, state])).toEqual([['confirmation', 'withdrawn']]);
    expect(engine.taken).toEqual([]);
  });

  it('an arrival that ended because its visit was moved to another day is taken back', async () => {
    await addEngine('--send', 'arrivals');
    const id = await visit();
    await patient.call(reportPhoneArrival, at(id));
    await until(async () => expect((await rows())[0]).toMatchObject({ kind: 'arrival', state: 'delivered' }));
    await server.query("update appointments set starts_at = starts_at + interval '3 days' where id = $1", [id]);
    await ended();
    expect((await rows()).map(({ kind, state }) => [kind, state])).toEqual([
      ['arrival', 'delivered'],
      ['arrival_withdrawn', 'delivered'],
    ]);
  });

  it('a record that was given another number is named by it', async () => {
    await addEngine('--send', 'responses');
    engine.answers.push(null);
    await complete();
    await until(async () => expect((await rows())[0]).toMatchObject({ failure: 'CLOSED', free: true }));
    await server.query('update patients set mrn = $2 where id = $1', [patientId, 'N-77']);
    await again();
    await ended();
    await server.query('update patients set mrn = $2 where id = $1', [patientId, mrn]);
    expect(engine.taken.map(({ segments }) => segments.find(({ name }) => name === 'PID')?.text(3))).toEqual(['N-77']);
  });

  it('a webhook is tried again after 503 and 401, has it after 409, and never again after 422', async () => {
    await addWebhook('--send', 'responses');
    system.answers.push(503, 401, 409, 422);
    await complete();
    for (const failure of ['503', '401']) {
      await until(async () => expect((await rows())[0]).toMatchObject({ state: 'queued', failure, free: true }));
      await again();
    }
    await ended();
    await complete();
    await ended();
    expect((await rows()).map(({ state, failure }) => [state, failure])).toEqual([
      ['delivered', null],
      ['failed', '422'],
    ]);
  });

  it('twelve tries over three days, and then the engineer', async () => {
    await addWebhook('--send', 'responses');
    system.answers.push(...Array.from({ length: 12 }, () => 500));
    await complete();
    for (let tries = 1; tries < 12; tries += 1) {
      await until(async () =>
        expect((await rows())[0]).toMatchObject({ state: 'queued', tries, failure: '500', free: true }),
      );
      await again();
    }
    await until(async () => expect((await rows())[0]).toMatchObject({ state: 'failed', tries: 12 }));
  });
});

describe('the command line', () => {
  it('removes an interface, with what waits for it', async () => {
    await addEngine('--send', 'responses');
    engine.answers.push('AE');
    await complete();
    await until(async () => expect((await rows())[0]).toMatchObject({ state: 'failed' }));
    expect(await done('interface', 'out', 'remove', 'engine')).toBe('engine gets nothing any more.');
    await complete();
    expect((await rows()).map(({ state }) => state)).toEqual(['skipped']);
    expect(await done('interface', 'out', 'list')).toBe('There are no interfaces. See: interface out add');
  });

  it.each([
    [['--webhook', 'http://hospital.example/in', '--send', 'alerts'], 'must be an address that begins with https://'],
    [['--webhook', 'https://hospital.example', '--send', 'alerts', '--tls'], 'belong to --mllp'],
    [['--mllp', '127.0.0.1:1', '--webhook', 'https://hospital.example', '--send', 'alerts'], '--webhook or --mllp.'],
    [['--mllp', 'engine:2575', '--send', 'alerts'], 'needs --tls'],
    [['--mllp', 'engine', '--send', 'alerts'], 'needs HOST:PORT'],
    [['--mllp', 'engine:99999', '--send', 'alerts'], 'needs HOST:PORT'],
    [['--mllp', '127.0.0.1:1', '--send', 'alerts,results'], 'none of responses'],
    [['--mllp', '127.0.0.1:1'], 'needs --send'],
    [['--send', 'alerts'], 'needs --webhook or --mllp'],
    [['--mllp', 'engine:1', '--send', 'alerts', '--tls-certificate', 'package.json'], 'given together'],
    [
      ['--mllp', 'engine:1', '--send', 'alerts', '--tls-certificate', 'package.json', '--tls-key', 'package.json'],
      'cannot be used',
    ],
    [['--mllp', 'engine:1', '--send', 'alerts', '--tls-ca', 'no-such-file'], 'Cannot read'],
    [['--mllp', '127.0.0.1:1', '--send', 'responses', '--questionnaire', 'Nobody knows'], 'No questionnaire'],
    [['--mllp', '127.0.0.1:1', '--send', 'responses', '--processing', 'X'], 'P, T or D'],
  ])('refuses %j', async (args, why) => {
    const { code, err } = await admin('interface', 'out', 'add', 'Wrong', '--facility', 'Northlight', ...args);
    expect([code > 0, err]).toEqual([true, expect.stringContaining(why)]);
    expect(await server.query('select 1 from outbound_interfaces')).toEqual([]);
  });

  it('takes a name once, and knows no number that is none', async () => {
    await addEngine('--send', 'alerts');
    const twice = await admin(
      'interface',
      'out',
      'add',
      'ENGINE',
      '--facility',
      'Northlight',
      '--mllp',
      '127.0.0.1:1',
      '--send',
      'alerts',
    );
    expect(twice.err).toContain('There is an interface of this name');
    for (const args of [
      ['show', '1'],
      ['skip', '1'],
      ['retry', '--all'],
      ['remove', 'Nobody'],
    ])
      expect((await admin('interface', 'out', ...args)).code).toBe(1);
  });
});
