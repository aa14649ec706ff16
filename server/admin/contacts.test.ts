import { calls } from '@portal/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { command } from '../../tests/server/commands.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const admin = (...args: string[]) => command(args, server.databaseUrl);
async function done(...args: string[]): Promise<string> {
  const { code, out, err } = await admin(...args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}
const lastAudit = async () =>
  (await server.query('select type, actor_role, patient_id, detail from audit_events order by id desc limit 1'))[0];

describe('contact', () => {
  test('list shows who stands there, and who may act for the patient', async () => {
    const { patientId } = await server.ids('patient');
    const out = await done('contact', 'list', '--patient', 'patient');
    expect(out).toMatch(
      /^ +\d+ {2}Linnea Applewhistle {2}Spouse, primary {2}representative@example\.org {2}"representative" may: Appointments:read .*Questionnaires:answer/m,
    );
    expect(out).toMatch(/Throckmorton-.*access disabled$/m);
    expect(out).toMatch(/Étienne Rousselet .* invited$/m);
    expect(out).toMatch(/Joaquim Moreira .*\(no email\) {2}no account$/m);
    expect(await lastAudit()).toMatchObject({ type: 'contacts.listed', actor_role: 'admin', patient_id: patientId });
    expect(await done('contact', 'list', '--patient', 'limited')).toBe('There are no contacts yet. See: contact add');
  });

  test('add makes one; with --user an account acts for one more patient', async () => {
    const { patientId } = await server.ids('noemail');
    expect(
      await done(
        'contact',
        'add',
        '--patient',
        'noemail',
        '--first',
        'Nia',
        '--last',
        'Reed',
        '--relationship',
        'friend',
        '--mobile',
        '+1 (555) 010-0133',
        '--primary',
      ),
    ).toMatch(/^Contact \d+\./);
    expect(
      await server.query("select mobile_phone, is_primary, language from contacts where first_name = 'Nia'"),
    ).toEqual([{ mobile_phone: '+15550100133', is_primary: true, language: 'en' }]);
    expect(await lastAudit()).toMatchObject({ type: 'contact.added', actor_role: 'admin', patient_id: patientId });
    const browser = await server.signedIn('representative');
    expect(
      await done('contact', 'add', '--patient', 'noemail', '--user', 'representative', '--give', 'Appointments:read'),
    ).toMatch(/"representative" may: Appointments:read/);
    expect((await browser.call(calls.listAppointments, { params: { patientId: patientId ?? 0 } })).status).toBe(200);
    expect(await admin('contact', 'add', '--patient', 'noemail', '--user', 'representative')).toMatchObject({
      code: 1,
      err: expect.stringContaining('already'),
    });
  });
});

describe('representative', () => {
  test('rights shows, gives and takes, at once; revoke ends it', async () => {
    const { patientId } = await server.ids('patient');
    const browser = await server.signedIn('ambrose').catch(async () => {
      await server.query('delete from login_failures');
      return server.signedIn('ambrose');
    });
    const about = { params: { patientId: patientId ?? 0 } };
    const both = ['--user', 'ambrose', '--patient', 'patient'];
    expect(await done('representative', 'rights', ...both)).toBe(
      '"ambrose" may for NL-40127: Appointments:read FollowUpPlan:read Questionnaires:read Questionnaires:answer',
    );
    expect((await browser.call(calls.listCareTeam, about)).status).toBe(404);
    expect(
      await done('representative', 'rights', ...both, '--give', 'CareTeam:read', '--take', 'Questionnaires:read'),
    ).toBe('"ambrose" may for NL-40127: Appointments:read FollowUpPlan:read CareTeam:read');
    expect(await lastAudit()).toMatchObject({
      type: 'representative.rights_changed',
      detail: { given: 'CareTeam:read', taken: 'Questionnaires:read Questionnaires:answer' },
    });
    expect((await browser.call(calls.listCareTeam, about)).status).toBe(200);
    expect((await browser.call(calls.listQuestionnaires, about)).status).toBe(404);
    const until = ['--until', '2030-03-03', '--reason', 'My surgery'];
    expect(await done('representative', 'rights', ...both, ...until)).toBe(
      '"ambrose" may for NL-40127 until 2030-03-03 (My surgery): Appointments:read FollowUpPlan:read CareTeam:read',
    );
    expect(await lastAudit()).toMatchObject({
      type: 'representative.end_changed',
      actor_role: 'admin',
      detail: { lastDay: '2030-03-03', reason: 'My surgery' },
    });
    expect(await done('representative', 'rights', ...both, '--until', 'none')).toBe(
      '"ambrose" may for NL-40127: Appointments:read FollowUpPlan:read CareTeam:read',
    );
    expect(await done('representative', 'revoke', ...both)).toBe('"ambrose" acts for NL-40127 no longer.');
    expect((await browser.call(calls.listCareTeam, about)).status).toBe(401);
    expect(await done('representative', 'revoke', ...both)).toBe('"ambrose" does not act for NL-40127 any more.');
  });
});

describe('what is not understood', () => {
  test.each([
    [2, ['contact', 'list'], 'needs --patient'],
    [1, ['contact', 'list', '--patient', 'nobody'], 'No patient'],
    [2, ['contact', 'add', '--patient', 'noemail', '--first', 'A'], '--first and --last'],
    [
      2,
      ['contact', 'add', '--patient', 'noemail', '--first', 'A', '--last', 'B', '--relationship', 'Boss'],
      'none of Spouse, Partner',
    ],
    [2, ['contact', 'add', '--patient', 'noemail', '--first', 'A', '--last', 'B', '--email', 'x'], '--email'],
    [2, ['contact', 'add', '--patient', 'noemail', '--first', 'A', '--last', 'B', '--mobile', 'home'], '--mobile'],
    [2, ['contact', 'add', '--patient', 'noemail', '--first', 'A', '--last', 'B', '--language', 'tlh'], '--language'],
    [1, ['contact', 'add', '--patient', 'noemail', '--user', 'kiosk'], 'kiosk manager'],
    [1, ['contact', 'add', '--patient', 'noemail', '--user', 'noemail'], 'is this patient'],
    [2, ['representative', 'rights', '--user', 'representative'], '--patient'],
    [
      2,
      ['representative', 'rights', '--user', 'representative', '--patient', 'patient', '--give', 'Education:write'],
      'none of Appointments:read',
    ],
    [
      2,
      ['representative', 'rights', '--user', 'representative', '--patient', 'patient', '--until', '2020-01-01'],
      'a day that is over',
    ],
    [
      2,
      ['representative', 'rights', '--user', 'representative', '--patient', 'patient', '--until', '2099-01-01'],
      'more than 10 years away',
    ],
    [
      2,
      ['representative', 'rights', '--user', 'representative', '--patient', 'patient', '--until', 'soon'],
      '--until needs a date',
    ],
    [1, ['representative', 'rights', '--user', 'limited', '--patient', 'patient'], 'does not act for'],
    [2, ['representative', 'revoke', '--patient', 'patient'], '--user'],
    [1, ['representative', 'revoke', '--user', 'ghost', '--patient', 'patient'], 'Nobody signs in'],
    [2, ['representative', 'revoke', '--loudly'], '--loudly'],
  ])('%d: %j says %s', async (code, words, says) => {
    const answer = await admin(...words);
    expect(answer).toMatchObject({ code, out: '' });
    expect(answer.err).toContain(says);
  });
});
