import {
  ActivityLine,
  CalendarDate,
  type CallShape,
  type CcdaId,
  ExternalSystem,
  HealthSummaryDocument,
  HealthSummaryHead,
  type IfSystemId,
  OfficeVisit,
  type PatientId,
  calls,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDocument, addSystem, ownSystem } from '../../tests/server/healthSummaries.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { holdsAnything } from './own.ts';

let server: TestServer;
let patient: Browser;
let patientId: PatientId;
let own: IfSystemId;
let bay: IfSystemId;

beforeAll(async () => {
  server = await startTestServer();
  patient = await server.signedIn('patient');
  patientId = (await server.ids('patient')).patientId ?? (0 as PatientId);
  own = await ownSystem(server, patientId);
  bay = await addSystem(server, 'otter Bay', patientId);
});
afterAll(() => server.stop());

const refusedAs = (status: number, error: string) => ({ status, body: { error } });
const notFound = refusedAs(404, 'not_found');
const badRequest = refusedAs(400, 'bad_request');

const ask = (
  call: CallShape,
  ifSystemId: IfSystemId,
  query: Readonly<Record<string, string | number>> = {},
  by = patient,
) => by.call(call, { params: { patientId, ifSystemId }, query });
const heads = async (ifSystemId: IfSystemId, startDate: string, endDate: string) =>
  v.parse(v.array(HealthSummaryHead), (await ask(calls.listHealthSummaries, ifSystemId, { startDate, endDate })).body);
const html = async (ifSystemId: IfSystemId, query: Readonly<Record<string, string | number>>, language = 'en') =>
  v.parse(HealthSummaryDocument, (await ask(calls.getHealthSummaryHtml, ifSystemId, { ...query, language })).body);
const lastAudit = async (type: string) =>
  (
    await server.query(
      'select patient_id as "patientId", detail from audit_events where type = $1 order by id desc limit 1',
      [type],
    )
  )[0];

describe('the sources', () => {
  const systems = async () =>
    v.parse(v.array(ExternalSystem), (await patient.call(calls.listExternalSystems, { params: { patientId } })).body);

  test('are the systems that know the patient and the facility itself under its name of today, by name whatever its capitals', async () => {
    await server.query("update facilities set name = 'Northlight Cancer Centre of today' where is_default");
    expect((await systems()).map(({ patientDisplayName }) => patientDisplayName)).toEqual([
      'Harbour Point records',
      'Northlight Cancer Centre of today',
      'Northlight records',
      'otter Bay',
      'Otter Bay Hospital',
      'Puddle Lane Lab',
    ]);
    await server.query("update facilities set name = 'Northlight Cancer Centre' where is_default");
  });

  test('are without the facility where it has switched that off, and then it has no summary', async () => {
    await server.query("update external_systems set active_trigger_event_types = '{}' where id = $1", [own]);
    expect((await systems()).map(({ ifSystemId }) => ifSystemId)).not.toContain(own);
    expect(await ask(calls.getMostRecentHealthSummary, own)).toMatchObject(notFound);
    await server.query("update external_systems set active_trigger_event_types = '{CcdaRequested}' where id = $1", [
      own,
    ]);
  });

  test('are those of the facilities of the patient alone', async () => {
    const [row] = await server.query(
      "insert into facilities (name, portal_name, short_name, time_zone) values ('Far', 'Far', 'far', 'UTC') returning id",
    );
    const [far] = await server.query('select id from external_systems where facility_id = $1', [row?.['id']]);
    await server.query('update external_systems set is_own = false where id = $1', [far?.['id']]);
    await server.query('insert into patient_external_systems values ($1, $2)', [patientId, far?.['id']]);
    expect((await systems()).map(({ ifSystemId }) => Number(ifSystemId))).not.toContain(Number(far?.['id']));
    await server.query('delete from facilities where id = $1', [row?.['id']]);
  });
});

describe('the most recent summary', () => {
  test('of the facility is of the last year up to today', async () => {
    const head = v.parse(HealthSummaryHead, (await ask(calls.getMostRecentHealthSummary, own)).body);
    const [{ today, before } = {}] = await server.query(
      "select (now() at time zone time_zone)::date as today, ((now() at time zone time_zone)::date - interval '1 year')::date as before from facilities where is_default",
    );
    expect(head).toEqual({
      ifSystemId: own,
      identifier: { startDate: before, endDate: today },
      sendSecurelyDisabled: true,
      displayDate: today,
      title: 'Health summary',
      sourceName: 'Northlight Cancer Centre',
    });
  });

  test('of another system is its newest document that is shown; without any there is none', async () => {
    expect(await ask(calls.getMostRecentHealthSummary, bay)).toMatchObject(notFound);
    await addDocument(server, { patientId, ifSystemId: bay, date: '2019-02-03', title: 'Older' });
    const newest = await addDocument(server, { patientId, ifSystemId: bay, date: '2020-02-03', custodian: null });
    await addDocument(server, { patientId, ifSystemId: bay, date: '2021-02-03', isHidden: true });
    expect((await ask(calls.getMostRecentHealthSummary, bay)).body).toEqual({
      ifSystemId: bay,
      identifier: { ccdaId: newest },
      sendSecurelyDisabled: true,
      displayDate: '2020-02-03',
      title: 'Summary of care',
      sourceName: 'otter Bay',
    });
  });

  test('of a patient of whom the facility holds nothing there is none', async () => {
    const bare = await server.signedIn('noemail');
    const { patientId: bareId } = await server.ids('noemail');
    await server.query('delete from record_resources where patient_id = $1', [bareId]);
    await server.query('delete from appointments where patient_id = $1', [bareId]);
    expect(
      await bare.call(calls.getMostRecentHealthSummary, { params: { patientId: bareId ?? 0, ifSystemId: own } }),
    ).toMatchObject(notFound);
  });
});

describe('the summaries of a range', () => {
  test('are the documents that cover a day of it, newest first', async () => {
    const system = await addSystem(server, 'Ranges', patientId);
    const add = (
      title: string,
      date: string | null,
      periodStart: string | null = null,
      periodEnd: string | null = null,
    ) => addDocument(server, { patientId, ifSystemId: system, title, date, periodStart, periodEnd });
    await add('by its day', '2020-06-15');
    await add('by its period', '2023-01-01', '2020-06-20', '2020-07-01');
    await add('by a period up to its day', '2020-08-01', '2020-01-01');
    await add('by a year', '2020');
    await add('of no known day', null);
    await add('earlier', '2020-05-31');
    await add('later', '2020-07-02');
    const titles = async (from: string, to: string) => (await heads(system, from, to)).map(({ title }) => title);
    expect(await titles('2020-06-01', '2020-06-30')).toEqual([
      'by its period',
      'by a period up to its day',
      'by its day',
      'by a year',
      'of no known day',
    ]);
    expect(await titles('2020-07-02', '2020-07-02')).toEqual([
      'by a period up to its day',
      'later',
      'by a year',
      'of no known day',
    ]);
    expect(await titles('2022-01-01', '2022-12-31')).toEqual(['of no known day']);
    // On the 9th at the facility.
    await add('by the day that it says itself', '2022-09-10T01:00:00+09:00');
    expect(await titles('2022-09-10', '2022-09-10')).toContain('by the day that it says itself');
    expect(await titles('2022-09-09', '2022-09-09')).toEqual(['of no known day']);
  });

  test('of the facility are one, if it holds anything of the range', async () => {
    expect(await heads(own, '2026-01-01', '2026-12-31')).toMatchObject([
      { identifier: { startDate: '2026-01-01', endDate: '2026-12-31' } },
    ]);
  });

  test.each([
    ['2020-02-02', '2020-02-01'],
    ['1500-01-01', '2020-01-01'],
    ['2020-02-30', '2020-03-01'],
    ['2020-02-01', ''],
  ])('a range from %s to %s is none', async (startDate, endDate) => {
    expect(await ask(calls.listHealthSummaries, bay, { startDate, endDate })).toMatchObject(badRequest);
    expect(await ask(calls.getHealthSummaryHtml, own, { startDate, endDate, language: 'en' })).toMatchObject(
      badRequest,
    );
  });

  test('of a later version of a set is the later one alone', async () => {
    const system = await addSystem(server, 'Sets', patientId);
    await addDocument(server, { patientId, ifSystemId: system, setKey: 'set', version: 1, title: 'First' });
    await addDocument(server, { patientId, ifSystemId: system, setKey: 'set', version: 2, title: 'Second' });
    expect((await heads(system, '2025-01-01', '2025-12-31')).map(({ title }) => title)).toEqual(['Second']);
  });
});

describe('the visits', () => {
  test('are those of documents and those at the facility, as days, newest first', async () => {
    const ccdaId = await addDocument(server, {
      patientId,
      ifSystemId: bay,
      date: '2020-02-03',
      visit: { date: '2020-02-02T10:00:00-05:00', visitType: 'Office visit', provider: 'Ada Fern' },
    });
    const visits = v.parse(
      v.array(OfficeVisit),
      (await patient.call(calls.listOfficeVisits, { params: { patientId } })).body,
    );
    expect(visits).toContainEqual({
      encounterDate: '2020-02-02T10:00:00-05:00',
      visitType: 'Office visit',
      provider: 'Ada Fern',
      ifSystemId: bay,
      identifier: { ccdaId },
    });
    const made = visits.filter(({ ifSystemId }) => ifSystemId === own);
    expect(made.length).toBeGreaterThan(0);
    for (const { encounterDate, identifier } of made) {
      expect(Date.parse(encounterDate)).toBeLessThanOrEqual(Date.now());
      if ('startDate' in identifier) expect(identifier.startDate).toBe(identifier.endDate);
      else expect.unreachable();
    }
    // The demo's record tells visits that its calendar has, too, and a follow-up became one of them.
    const each = made.map(({ identifier, visitType }) => JSON.stringify([identifier, visitType]));
    expect(new Set(each).size).toBe(each.length);
    const times = visits.map(({ encounterDate }) => Date.parse(encounterDate));
    expect(times).toEqual(times.toSorted((one, other) => other - one));
  });
});

test('a visit of today without a time is not past until tomorrow', async () => {
  const dressings = async (daysFromToday: number) => {
    await server.query(
      `insert into appointments (facility_id, patient_id, kind, day, type, status)
       select f.id, p.id, 'ExternalAppointment', today_in(f.time_zone) + $2::int, 'Dressing', 'Scheduled'
       from patients p join facilities f on f.id = p.home_facility_id where p.id = $1`,
      [patientId, daysFromToday],
    );
    const { body } = await patient.call(calls.listOfficeVisits, { params: { patientId } });
    return v.parse(v.array(OfficeVisit), body).filter(({ visitType }) => visitType === 'Dressing').length;
  };
  expect(await dressings(0)).toBe(0);
  expect(await dressings(-1)).toBe(1);
  await server.query("delete from appointments where type = 'Dressing'");
});

test('a day without a time is that day, and a month each of its days, wherever the facility is', async () => {
  const { patientId: other } = await server.ids('noemail');
  if (other === null) throw new Error('nobody');
  const range = (startDate: string, endDate: string) =>
    holdsAnything(server.pool.db, {
      patientId: other,
      timeZone: 'America/New_York',
      startDate: v.parse(CalendarDate, startDate),
      endDate: v.parse(CalendarDate, endDate),
    });
  for (const start of ['1985-03-05', '1984-03', '1983-07-09T00:00:00+00:00', '1982-08-10T01:00:00+09:00'])
    await server.query(
      `with told as (insert into record_resources (source, type, resource_id, patient_id, is_hidden, content_hash)
         values ('days', 'Encounter', $2, $1, false, '') returning id)
       insert into health_entries (resource_id, patient_id, position, list_key, kind, entry, entry_at)
       select id, $1, 0, 'encounters', 'entry', jsonb_build_object('start', $2::text), case when length($2) > 10 then $2 else rpad($2, 10, '-01') || 'T00:00:00Z' end::timestamptz from told`,
      [other, start],
    );
  expect(await range('1985-03-05', '1985-03-05')).toBe(true);
  expect(await range('1985-03-04', '1985-03-04')).toBe(false);
  expect(await range('1985-03-06', '1985-03-06')).toBe(false);
  expect(await range('1984-03-20', '1984-03-21')).toBe(true);
  expect(await range('1984-02-29', '1984-02-29')).toBe(false);
  expect(await range('1983-07-09', '1983-07-09')).toBe(true);
  expect(await range('1983-07-08', '1983-07-08')).toBe(false);
  // A visit elsewhere is of the day that is written there, although it was the day before at the facility.
  expect(await range('1982-08-10', '1982-08-10')).toBe(true);
  expect(await range('1982-08-09', '1982-08-09')).toBe(false);
  await server.query("delete from record_resources where source = 'days'");
});

describe('a summary', () => {
  let ccdaId: CcdaId;
  beforeAll(async () => {
    ccdaId = await addDocument(server, {
      patientId,
      ifSystemId: bay,
      content: '<ClinicalDocument>é</ClinicalDocument>',
    });
  });

  test('that was received is shown with its header and sections, and the audit says which it was', async () => {
    const shown = await html(bay, { ccdaId }, 'fr');
    expect(shown).toMatchObject({
      head: { ifSystemId: bay, identifier: { ccdaId }, sourceName: 'Otter Bay Hospital' },
      language: 'en-US',
      header: {
        patientName: 'Juniper Applewhistle',
        birthDate: '1971-03-14',
        authors: ['Ada Fern, Otter Bay Hospital'],
        custodian: 'Otter Bay Hospital',
        careTeam: ['Bo Reed, Nurse'],
        periodStart: '2024-05',
        periodEnd: '2025-05-04T10:00:00.000Z',
      },
    });
    expect(await lastAudit('read.getHealthSummaryHtml')).toEqual({ patientId, detail: { ifSystemId: bay, ccdaId } });
  });

  test('that the facility makes is of the range that was asked for', async () => {
    const shown = await html(own, { startDate: '2026-01-01', endDate: '2026-06-30' });
    expect(shown.head?.identifier).toEqual({ startDate: '2026-01-01', endDate: '2026-06-30' });
    expect(await lastAudit('read.getHealthSummaryHtml')).toMatchObject({
      detail: { startDate: '2026-01-01', endDate: '2026-06-30' },
    });
  });

  test('is named by a document or a range, by exactly one of the two', async () => {
    const queries: Readonly<Record<string, string | number>>[] = [
      {},
      { ccdaId, startDate: '2025-01-01', endDate: '2025-02-01' },
      { startDate: '2025-01-01' },
      { endDate: '2025-01-01' },
    ];
    for (const query of queries)
      expect(await ask(calls.getHealthSummaryHtml, bay, { ...query, language: 'en' })).toMatchObject(badRequest);
  });

  test('of another patient, another system or nobody, or that is hidden, is not found', async () => {
    const { patientId: other } = await server.ids('newpatient');
    const theirs = await addDocument(server, { patientId: other ?? (0 as PatientId), ifSystemId: bay });
    const hidden = await addDocument(server, { patientId, ifSystemId: bay, isHidden: true });
    const elsewhere = await addSystem(server, 'Elsewhere', patientId);
    for (const [system, query] of [
      [bay, { ccdaId: theirs }],
      [bay, { ccdaId: hidden }],
      [elsewhere, { ccdaId }],
      [own, { ccdaId }],
      [bay, { ccdaId: 999_999_999 }],
      [bay, { startDate: '2025-01-01', endDate: '2025-12-31' }],
      [999_999 as IfSystemId, { ccdaId }],
    ] as const) {
      expect(await ask(calls.getHealthSummaryHtml, system, { ...query, language: 'en' })).toMatchObject(notFound);
      expect(await ask(calls.downloadHealthSummary, system, query)).toMatchObject(notFound);
    }
    expect(await ask(calls.getHealthSummaryFile, bay, { ccdaId: theirs })).toMatchObject(notFound);
  });

  test('whose PDF is asked for is given for a frame; where it is none, it is not found', async () => {
    const pdf = await addDocument(server, {
      patientId,
      ifSystemId: bay,
      body: { kind: 'pdf', base64: Buffer.from('%PDF-1.7 of a summary').toString('base64') },
    });
    const answer = await ask(calls.getHealthSummaryFile, bay, { ccdaId: pdf });
    expect(answer).toMatchObject({ status: 200, text: '%PDF-1.7 of a summary' });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(await ask(calls.getHealthSummaryFile, bay, { ccdaId })).toMatchObject(notFound);
  });

  test('is kept as the very bytes that were received, under a name that tells nothing', async () => {
    const answer = await ask(calls.downloadHealthSummary, bay, { ccdaId });
    expect(answer).toMatchObject({ status: 200, text: '<ClinicalDocument>é</ClinicalDocument>' });
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="HealthSummary_\d{8}\.xml"$/);
    expect(await lastAudit('read.downloadHealthSummary')).toEqual({
      patientId,
      detail: { ifSystemId: bay, ccdaId, form: 'xml' },
    });
  });

  test('is kept as one readable file, and as FHIR where the facility made it', async () => {
    const page = await ask(calls.downloadHealthSummary, bay, { ccdaId, form: 'html', language: 'es' });
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const range = { startDate: '2026-01-01', endDate: '2026-06-30' };
    const bundle = await ask(calls.downloadHealthSummary, own, { ...range, form: 'fhir' });
    expect(bundle.body).toMatchObject({ resourceType: 'Bundle', type: 'document' });
    for (const print of ['normal', 'large'] as const) {
      const pages = await ask(calls.downloadHealthSummary, own, { ...range, form: 'pdf', print, language: 'zh' });
      expect(pages.headers.get('content-type')).toBe('application/pdf');
    }
    for (const form of ['fhir', 'pdf'])
      expect(await ask(calls.downloadHealthSummary, bay, { ccdaId, form })).toMatchObject(badRequest);
  });

  test('that was opened or kept is named in the activity log, and a page that says it showed one tells from which source', async () => {
    const named = await addDocument(server, { patientId, ifSystemId: bay, title: 'A name of its own' });
    const { userId } = await patient.profile();
    const told = (body: Readonly<Record<string, unknown>>) =>
      patient.call(calls.sendAuditEvent, {
        params: { userId },
        body: { auditEventType: 'ccdaviewauditevent', patientId, ...body },
      });
    await html(bay, { ccdaId: named });
    expect((await told({ ccdaId: named, sourceSystemName: 'What the page says' })).status).toBe(204);
    expect(await lastAudit('client.ccdaviewauditevent')).toEqual({
      patientId,
      detail: { ccdaId: named, ifSystemId: bay, sourceSystemName: 'otter Bay' },
    });
    expect((await told({ startDate: '2026-01-01', endDate: '2026-02-01' })).status).toBe(204);
    expect(await lastAudit('client.ccdaviewauditevent')).toEqual({
      patientId,
      detail: {
        startDate: '2026-01-01',
        endDate: '2026-02-01',
        ifSystemId: own,
        sourceSystemName: 'Northlight Cancer Centre',
      },
    });
    expect(await told({ ccdaId: 999_999_999 })).toMatchObject(notFound);
    expect(await told({})).toMatchObject(notFound);
    await ask(calls.downloadHealthSummary, bay, { ccdaId: named });
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const { lines } = v.parse(
      v.object({ lines: v.array(ActivityLine) }),
      (
        await patient.call(calls.listActivity, {
          params: { userId },
          query: { startDate: day(-1), endDate: day(1) },
        })
      ).body,
    );
    const opened = { kind: 'document', name: 'A name of its own', date: '2025-05-04' };
    expect(lines.find(({ act }) => act === 'summarySaved')?.opened).toEqual([opened]);
    expect(lines.find(({ act }) => act === 'looked')?.opened).toContainEqual(opened);
  });

  test('is downloaded by one ticket, which needs a fresh password', async () => {
    const { userId } = await patient.profile();
    const path = `/api/patients/${String(patientId)}/HealthSummary/${String(bay)}/download?ccdaId=${String(ccdaId)}&form=html&language=en`;
    const ticket = () => patient.call(calls.createDownloadToken, { params: { userId }, body: { path } });
    const { token } = v.parse(v.object({ token: v.string() }), (await ticket()).body);
    expect((await fetch(`${server.portalUrl}${path}&token=${token}`)).status).toBe(200);
    expect((await fetch(`${server.portalUrl}${path}&token=${token}`)).status).toBe(404);
    await server.query("update sessions set proved_at = proved_at - interval '301 seconds'");
    expect(await ticket()).toMatchObject(refusedAs(403, 'password_needed'));
    patient = await server.signedIn('patient');
  });
});
