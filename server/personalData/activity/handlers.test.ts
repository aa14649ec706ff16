import { CalendarDate, calls, listActivity } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../../tests/server/facilityServer.ts';
import { measure } from '../../../tests/scale/measure.ts';
import { onConnection } from '../../db/roles.ts';
import { readActivity } from './activity.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const whole = { startDate: '2025-01-01', endDate: '2030-12-31' };
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

async function log(browser: Browser, query: Readonly<Record<string, string | number>> = {}) {
  const { userId } = await browser.profile();
  const answer = await browser.call(listActivity, { params: { userId }, query: { ...whole, ...query } });
  expect(answer.status, answer.text).toBe(200);
  return v.parse(listActivity.answer, answer.body);
}
const acts = ({ lines }: Awaited<ReturnType<typeof log>>) => lines.map(({ act }) => act);

async function onPhone(username: string): Promise<Browser> {
  const browser = server.browser();
  const answer = await browser.token(
    { grant_type: 'password', username, password: 'Demo+Pass1' },
    { 'portal-type': 'patientPortal', 'user-agent': phone },
  );
  expect(answer.status).toBe(200);
  return browser;
}

/** Whoever has a record of their own that nobody has touched yet. */
async function report(browser: Browser, query: Readonly<Record<string, string | number>> = {}) {
  const { userId } = await browser.profile();
  const asked = new URLSearchParams(
    Object.entries({ ...whole, ...query }).map(([name, value]) => [name, String(value)]),
  );
  const path = `/api/users/${userId}/audits/report?${asked.toString()}`;
  const ticket = await browser.call(calls.createDownloadToken, { params: { userId }, body: { path } });
  const { token } = v.parse(v.object({ token: v.string() }), ticket.body);
  return server.browser().fetch(`${path}&token=${token}`);
}

describe('the activity log', () => {
  test('tells a patient who did what, with which kind of device, one line for one visit of a page', async () => {
    const patient = await onPhone('limited');
    const { patientId } = await server.ids('limited');
    const params = { patientId: patientId ?? 0 };
    await patient.call(calls.getPatient, { params });
    await patient.call(calls.listAppointments, { params });
    await patient.call(calls.getPatient, { params });
    const { lines, next } = await log(patient);
    expect(next).toBeNull();
    expect(lines.slice(0, 2)).toMatchObject([
      { act: 'looked', who: 'you', name: null, device: { kind: 'phone', browser: 'Safari' } },
      { act: 'signedIn', who: 'you', device: { kind: 'phone', browser: 'Safari' }, parts: [] },
    ]);
    // Reading the log is in it as well, from the next time on.
    expect((await log(patient)).lines[0]?.parts).toContain('Log');
  });

  test('tells of representatives by name, and a representative of what they did and nothing else', async () => {
    const patient = await server.signedIn('patient');
    const representative = await onPhone('representative');
    const { patientId } = await server.ids('patient');
    await patient.call(calls.listContacts, { params: { patientId: patientId ?? 0 } });
    await representative.call(calls.listAppointments, { params: { patientId: patientId ?? 0 } });
    expect((await log(patient)).lines.find(({ who }) => who === 'representative')).toMatchObject({
      act: 'looked',
      parts: ['Appointments'],
      name: 'Linnea Applewhistle',
      device: { kind: 'phone', browser: 'Safari' },
    });
    const theirs = await log(representative, { patientId: patientId ?? 0 });
    expect(new Set(theirs.lines.map(({ who }) => who))).toEqual(new Set(['you']));
    expect(theirs.lines.some(({ parts }) => parts.includes('PersonalContacts'))).toBe(false);
    expect(theirs.lastCheckedAt).toBeNull();
    expect(acts(await log(representative))).toContain('signedIn');
    const { userId } = await representative.profile();
    const other = await server.ids('limited');
    expect(
      await representative.call(listActivity, {
        params: { userId },
        query: { ...whole, patientId: other.patientId ?? 0 },
      }),
    ).toMatchObject({ status: 404 });
  });

  test('names the single result and note that somebody opened, in the patient’s own log and report alone, and none that is gone', async () => {
    const patient = await server.signedIn('patient');
    const representative = await server.signedIn('representative');
    const { patientId } = await server.ids('patient');
    const mine = { patientId: patientId ?? 0 };
    const results = v.parse(
      calls.listLabResults.answer,
      (await patient.call(calls.listLabResults, { params: mine })).body,
    );
    const notes = v.parse(
      calls.listMedicalNotes.answer,
      (await patient.call(calls.listMedicalNotes, { params: mine })).body,
    );
    const result = results.find(({ startDate, opening }) => startDate !== null && opening === 'open');
    const note = notes.find(({ serviceDate, forms }) => serviceDate !== null && forms?.[0]?.kind === 'text');
    if (result === undefined || note === undefined) throw new Error('the demo has neither a result nor a note');
    const noteId = note.ptMedicalNoteId;
    await representative.call(calls.getLabResult, { params: { ...mine, labResultId: result.labResultId } });
    await representative.call(calls.getMedicalNoteText, { params: { ...mine, noteId, pageNumber: 1 } });
    const opened = async () => (await log(patient, { who: 'representative' })).lines.flatMap((line) => line.opened);
    const name = result.testResultGroups.map(({ groupDisplayName }) => groupDisplayName).join(', ');
    expect(await opened()).toEqual([
      { kind: 'result', name, date: result.startDate },
      { kind: 'note', name: note.documentType, date: expect.stringContaining((note.serviceDate ?? '').slice(0, 7)) },
    ]);
    expect((await report(patient)).text).toContain(`“${note.documentType}” (`);
    expect((await log(representative, mine)).lines.flatMap((line) => line.opened)).toEqual([]);
    await server.query('update record_resources set is_hidden = true where id = $1', [noteId]);
    expect((await opened()).map(({ kind }) => kind)).toEqual(['result']);
    await server.query('update record_resources set is_hidden = false where id = $1', [noteId]);
  });

  test('is narrowed by who and by what; start date and end date are both required', async () => {
    const patient = await server.signedIn('patient');
    expect(new Set(acts(await log(patient, { what: 'signIn' })))).toEqual(new Set(['signedIn']));
    expect((await log(patient, { who: 'staff' })).lines.every(({ who }) => who === 'staff' || who === 'nobody')).toBe(
      true,
    );
    const { userId } = await patient.profile();
    const wrong: readonly Readonly<Record<string, string>>[] = [
      { startDate: '2026-01-01' },
      { endDate: '2026-01-01' },
      { startDate: '2026-02-30', endDate: '2026-03-01' },
    ];
    for (const query of wrong)
      expect(await patient.call(listActivity, { params: { userId }, query })).toMatchObject({ status: 400 });
    expect((await log(patient, { startDate: '2020-01-01', endDate: '2020-12-31' })).lines).toEqual([]);
  });

  test('days count by the clock of the facility, both days included', async () => {
    const patient = await server.signedIn('noemail');
    const { patientId, userId } = await server.ids('noemail');
    // Half past eleven at night on March 7 in New York is March 8 in UTC; the clock changes on March 8.
    for (const at of ['2026-03-08T04:30:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z'])
      await server.query(
        `insert into audit_events (chain, seq, happened_at, type, patient_id, actor_user_id, actor_role, detail, hash)
         values ('test', (select coalesce(max(seq), 0) + 1 from audit_events where chain = 'test'), $1, 'email.changed', $2, $3, 'patient', '{}', '')`,
        [at, patientId, userId],
      );
    const on = async (day: string) => (await log(patient, { startDate: day, endDate: day })).lines.length;
    expect([await on('2026-03-07'), await on('2026-03-08'), await on('2026-03-09')]).toEqual([1, 1, 1]);
  });

  test('a hundred thousand rows come page by page, none twice and none left out, and the first reads few of them', async () => {
    const { patientId, userId } = await server.ids('expired');
    await server.query("update users set is_password_update_required = false where username = 'expired'");
    const patient = await server.signedIn('expired');
    await server.query(
      `insert into audit_events (chain, seq, happened_at, type, patient_id, actor_user_id, actor_role, session_id, detail, hash)
       select 'many', n, now() - make_interval(secs => n * 100), case when n % 3 = 0 then 'contact.added' else 'read.listAppointments' end, $1, $2, 'patient', 0, '{}', ''
       from generate_series(1, 100000) n`,
      [patientId, userId],
    );
    await server.query('analyze audit_events');
    // A page of fifty lines reads hundreds of rows, each with its session and its person.
    const scope = { userId, patientId, isOwnRecord: true, facilityId: 1 };
    const range = v.parse(v.object({ startDate: CalendarDate, endDate: CalendarDate }), whole);
    const costs = await onConnection(server.databaseUrl, (client) =>
      measure(client, (db) => readActivity(db, scope, { ...range, who: null, what: null }, { count: 50, after: null })),
    );
    expect(Math.max(...costs.map(({ pages }) => pages))).toBeLessThan(10_000);
    const seen = new Set<number>();
    let page = await log(patient);
    for (let pages = 0; pages < 20; pages += 1) {
      for (const { id } of page.lines) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      if (page.next === null) throw new Error('the pages ended too soon');
      page = await log(patient, { after: page.next });
    }
    expect(seen.size).toBe(1000);
    // Thirty thousand lines: the rows are read in parts of a few hundred, and each of them is told of.
    const changes = await report(patient, { what: 'changed', language: 'en' });
    expect(changes.text.split('\r\n').filter((row) => row.startsWith('Added a contact'))).toHaveLength(33_333);
  });
});

describe('the activity report', () => {
  test('is a CSV by ticket, with neutral name, in the language that is asked for', async () => {
    const patient = await server.signedIn('patient');
    const answer = await report(patient, { language: 'en' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="activity.csv"');
    expect(answer.text).toContain('Action,Date and time,Who,Device');
    expect(answer.text).toMatch(/Logged in,\d{2}\/\d{2}\/\d{4} \d{1,2}:\d{2} [AP]M,You,/);
    expect((await report(patient, { language: 'zh' })).text).toContain('登录');
  });

  test('has the lines that the page has for the same who and what', async () => {
    const patient = await server.signedIn('patient');
    const rowsOf = async (query: Readonly<Record<string, string>>) =>
      (await report(patient, { ...query, language: 'en' })).text.trim().split('\r\n').slice(1);
    const narrowed: readonly Readonly<Record<string, string>>[] = [
      { what: 'signIn' },
      { who: 'staff' },
      { who: 'representative', what: 'read' },
    ];
    for (const query of narrowed)
      expect(await rowsOf(query), JSON.stringify(query)).toHaveLength((await log(patient, query)).lines.length);
    const actsOfFile = new Set((await rowsOf({ what: 'signIn' })).map((row) => row.split(',')[0]));
    expect([...actsOfFile]).toEqual(['Logged in']);
  });

  test('is nobody else’s, and a ticket works for its own dates alone', async () => {
    const patient = await server.signedIn('patient');
    const representative = await server.signedIn('representative');
    const { patientId } = await server.ids('patient');
    const theirs = await report(representative, { patientId: patientId ?? 0, language: 'en' });
    expect(theirs.text).toContain('You, on behalf of Juniper Applewhistle');
    const other = await server.ids('limited');
    expect((await report(representative, { patientId: other.patientId ?? 0 })).status).toBe(404);
    const { userId } = await patient.profile();
    const path = `/api/users/${userId}/audits/report?startDate=2026-01-01&endDate=2026-02-01`;
    const ticket = await patient.call(calls.createDownloadToken, { params: { userId }, body: { path } });
    const { token } = v.parse(v.object({ token: v.string() }), ticket.body);
    expect((await server.browser().fetch(`${path.replace('02-01', '03-01')}&token=${token}`)).status).toBe(404);
  });
});
