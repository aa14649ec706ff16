import { type CallShape, IdempotencyKey, Token, calls } from '@portal/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { command } from '../../tests/server/commands.ts';
import { purge } from '../db/purge.ts';
import { revokeTablet } from './ownTablets.ts';
import { type Answer, type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let patientId: number;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
  const [row] = await server.query("select id from patients where last_name = 'Starling'");
  patientId = Number(row?.['id']);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.query('update facilities set kiosk_own_tablets_only = false');
  await server.query('delete from tablets');
  await server.query('delete from tablet_codes');
});

const admin = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await command(args, server.ownerUrl);
  expect(err).toBe('');
  expect(code).toBe(0);
  return out;
};
const codeFor = async (...args: string[]): Promise<string> =>
  /Code (\S{4}-\S{4})/.exec(await admin('tablet', 'code', ...args))?.[1] ?? '';
const requireOwn = (...args: string[]): Promise<string> =>
  admin('tablet', 'require', '--on', '--without-tablet', ...args);

const redeem = (browser: Browser, code: string): Promise<Answer> =>
  browser.call(calls.setUpTablet, { body: { code, appBuild: 'a1b2' } });
const standing = async (browser: Browser): Promise<unknown> =>
  (await browser.call(calls.reportTablet, { body: { appBuild: 'c3d4' } })).body;
const signIn = (browser: Browser): Promise<Answer> => browser.logIn('kiosk', undefined, 'kioskManagement');

/** A browser that a code has made one of the facility's tablets. */
async function ownTablet(name: string): Promise<Browser> {
  const browser = server.browser('kiosk');
  expect(await redeem(browser, await codeFor('--name', name))).toMatchObject({ status: 200, body: { name } });
  return browser;
}

const HandOver = v.object({ data: v.string() });
const start = async (browser: Browser, id = patientId): Promise<Answer> =>
  browser.call(calls.initiateKioskLogon, { params: { patientId: id }, query: { elsewhere: 'end' } });
const take = (browser: Browser, data: string): Promise<Answer> =>
  browser.token(
    { grant_type: 'password', username: '', password: '' },
    { 'logon-process': 'patientKioskUser', 'patient-id': String(patientId), 'link-data': data },
  );

/** Hands a tablet over to the patient. */
async function visitOn(browser: Browser): Promise<void> {
  const { data } = v.parse(HandOver, (await start(browser)).body);
  browser.tokens = null;
  expect((await take(browser, data)).status).toBe(200);
}

const wrongCode = { status: 400, body: { error: 'tablet_code_wrong' } };
const notSetUp = { status: 403, body: { error: 'tablet_not_set_up' } };

describe('a one-time code', () => {
  test('sets up one tablet, once, however it is typed', async () => {
    const code = await codeFor('--name', 'Front desk 1');
    const tablet = server.browser('kiosk');
    expect(await redeem(tablet, ` ${code.toLowerCase().replace('-', ' ')} `)).toMatchObject({
      status: 200,
      body: { name: 'Front desk 1' },
    });
    expect(await standing(tablet)).toEqual({ standing: 'setUp' });
    expect(await redeem(server.browser('kiosk'), code)).toMatchObject(wrongCode);
  });

  test('answers the page whose answer was lost once more, for ten minutes, and no other', async () => {
    const code = await codeFor('--name', 'Front desk 1');
    const withKey = (browser: Browser, key: string) =>
      browser.call(calls.setUpTablet, {
        headers: { 'idempotency-key': v.parse(IdempotencyKey, key) },
        body: { code, appBuild: 'a1b2' },
      });
    const [key, lost, again] = ['the-page-that-was-open', server.browser('kiosk'), server.browser('kiosk')];
    await requireOwn();
    expect((await withKey(lost, key)).status).toBe(200);
    expect(await withKey(server.browser('kiosk'), 'another-page-of-it')).toMatchObject(wrongCode);
    expect(await withKey(again, key)).toMatchObject({ status: 200, body: { name: 'Front desk 1' } });
    expect(await standing(again)).toEqual({ standing: 'setUp' });
    // Whoever else has the answer that was lost has no tablet of the facility.
    expect(await standing(lost)).toEqual({ standing: 'notSetUp' });
    expect(await server.query('select id from tablets')).toHaveLength(1);
    expect(await redeem(again, code)).toMatchObject(wrongCode);
    await server.query("update tablets set set_up_at = now() - interval '11 minutes'");
    expect(await withKey(again, key)).toMatchObject(wrongCode);
  });

  test('of twenty that type it at once, sets up one', async () => {
    const code = await codeFor();
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(server.browser('kiosk'), code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await server.query('select id from tablets')).length).toBe(1);
  });

  test('is stored as a hash that the database alone cannot make, and goes when it is too old', async () => {
    const code = await codeFor();
    expect(JSON.stringify(await server.query('select * from tablet_codes'))).not.toContain(code.replace('-', ''));
    await server.query("update tablet_codes set expires_at = now() - interval '1 second'");
    expect(await redeem(server.browser('kiosk'), code)).toMatchObject(wrongCode);
    await server.query("update tablet_codes set expires_at = now() - interval '2 hours'");
    await server.tx(purge);
    expect(await server.query('select * from tablet_codes')).toEqual([]);
  });

  test('is of no use at the portal, at the address of another facility, or when it is none', async () => {
    const code = await codeFor('--facility', 'Harbour Point Clinic');
    expect((await redeem(server.browser('portal'), code)).status).toBe(404);
    expect(await redeem(server.browser('kiosk'), code)).toMatchObject(wrongCode);
    for (const none of ['', 'ABCD', 'ABCD-EFG0', `${code}A`, 'x'.repeat(500)])
      expect((await redeem(server.browser('kiosk'), none)).status).toBe(400);
    const proxied = await startTestServer({ beside: server, environment: { TRUST_PROXY: '1' } });
    const headers = { 'x-forwarded-host': 'harbour.localhost:8081' };
    const there = proxied.browser('kiosk');
    const answer = await there.call(calls.setUpTablet, { headers, body: { code, appBuild: null } });
    expect(answer).toMatchObject({ status: 200, body: { name: 'Tablet 1' } });
    await requireOwn();
    expect((await there.call(calls.reportTablet, { headers, body: { appBuild: null } })).body).toEqual({
      standing: 'setUp',
    });
    // At the other facility's address it is not set up.
    expect(await standing(there)).toEqual({ standing: 'notSetUp' });
    await proxied.stop();
  });

  test('has a name of its own, also of several that are made at once', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => admin('tablet', 'code')));
    expect(new Set(made.map((said) => /"(.*?)"/.exec(said)?.[1])).size).toBe(8);
  });

  test('is replaced by a second one for the same name, and is not made for a name that a tablet has', async () => {
    const first = await codeFor('--name', 'Ward 3');
    const second = await codeFor('--name', 'ward 3');
    expect(await redeem(server.browser('kiosk'), first)).toMatchObject(wrongCode);
    expect((await redeem(server.browser('kiosk'), second)).status).toBe(200);
    const refused = await command(['tablet', 'code', '--name', 'Ward 3'], server.ownerUrl);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/has a tablet "Ward 3"/);
  });

  test('gives the names "Tablet 1", "Tablet 2" where none is said', async () => {
    const name = async () => (await redeem(server.browser('kiosk'), await codeFor())).body;
    expect([await name(), await name()]).toEqual([{ name: 'Tablet 1' }, { name: 'Tablet 2' }]);
  });

  test('cannot be guessed: wrong ones are counted for the address, and then not even the right one works', async () => {
    const limited = await startTestServer({ beside: server, environment: { ADDRESS_FAILURES: '3' } });
    await server.query('delete from limits');
    const code = await codeFor();
    const at = limited.browser('kiosk');
    const answers = [];
    for (const guess of ['22222222', '33333333', '44444444', code]) answers.push((await redeem(at, guess)).status);
    expect(answers).toEqual([400, 400, 400, 429]);
    await server.query('delete from limits');
    expect((await redeem(at, code)).status).toBe(200);
    const wrong = await server.query("select actor_name from audit_events where type = 'tablet.codeWrong'");
    expect(wrong.length).toBeGreaterThanOrEqual(3);
    await limited.stop();
  });
});

describe('a facility that wants its own tablets only', () => {
  test('is told first that it has none yet', async () => {
    const refused = await command(['tablet', 'require', '--on'], server.ownerUrl);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/has no tablet that is set up/);
    expect(await standing(server.browser('kiosk'))).toEqual({ standing: 'open' });
    await ownTablet('Front desk 1');
    expect(await admin('tablet', 'require', '--on')).toMatch(/its own tablets only/);
  });

  test('lets staff sign in on these alone, whatever the password', async () => {
    const own = await ownTablet('Front desk 1');
    await requireOwn();
    const any = server.browser('kiosk');
    expect(await standing(any)).toEqual({ standing: 'notSetUp' });
    expect(await signIn(any)).toMatchObject(notSetUp);
    expect(await any.logIn('kiosk', 'wrong', 'kioskManagement')).toMatchObject(notSetUp);
    expect(await any.logIn('nobody', 'wrong', 'kioskManagement')).toMatchObject(notSetUp);
    expect(await any.call(calls.resumeKiosk, { body: { pin: '246810' } })).toMatchObject(notSetUp);
    any.cookies.set('vestibule-own-tablet', 'A'.repeat(43));
    expect(await signIn(any)).toMatchObject(notSetUp);
    expect((await signIn(own)).status).toBe(200);
    expect(await standing(own)).toEqual({ standing: 'setUp' });
    // The portal is not restricted to tablets.
    expect((await server.browser('portal').logIn('patient')).status).toBe(200);
  });

  test('ends what goes on on other tablets when it begins to want so, and leaves its own alone', async () => {
    const own = await ownTablet('Front desk 1');
    expect((await signIn(own)).status).toBe(200);
    const [any, handedOver] = [await server.signedIn('kiosk'), await server.signedIn('kiosk')];
    await visitOn(handedOver);
    expect(await requireOwn()).toMatch(/sessions on others ended/);
    expect((await any.call(calls.getTablet)).status).toBe(401);
    expect((await any.refresh()).status).toBe(400);
    expect((await handedOver.call(calls.getLoginProfile)).status).toBe(401);
    expect((await own.call(calls.getTablet)).status).toBe(200);
  });

  test('has its patients on no other tablet: neither in the list nor to be started, though staff work for both', async () => {
    const own = await ownTablet('Front desk 1');
    expect((await signIn(own)).status).toBe(200);
    await requireOwn();
    await requireOwn('--facility', 'Harbour Point Clinic');
    const asked = { facilityId: null, words: '', birthDate: null, state: null, limit: 500 };
    const [day] = await server.query('select today_in(time_zone)::text as today from facilities where is_default');
    const dueDate = String(day?.['today']);
    const found = await own.call(calls.searchKioskVisitors, { body: { ...asked, dueDate } });
    const facilities = v.parse(v.object({ facilities: v.array(v.object({ shortName: v.string() })) }), found.body);
    expect(facilities.facilities).toHaveLength(1);
    const rows = await own.call(calls.listKioskPatients, { query: { dueDate } });
    const names = v.parse(v.array(v.object({ facilityShortName: v.string() })), rows.body);
    expect(new Set(names.map(({ facilityShortName }) => facilityShortName))).toEqual(
      new Set(facilities.facilities.map(({ shortName }) => shortName)),
    );
    // Between the two facilities' midnights, the other facility's day is not the day of the list.
    const [theirs] = await server.query(
      `update assigned_questionnaires a set due_date = today_in(f.time_zone) from patients p join facilities f on f.id = p.home_facility_id
       where a.patient_id = p.id and not f.is_default and a.can_start_by_patient and a.status = 'Assigned' returning p.id`,
    );
    expect((await start(own, Number(theirs?.['id']))).status).toBe(404);
    await admin('tablet', 'require', '--off', '--facility', 'Harbour Point Clinic');
    expect((await start(own, Number(theirs?.['id']))).status).toBe(200);
  });

  test('takes no hand-over that another tablet began before', async () => {
    const any = await server.signedIn('kiosk');
    const { data } = v.parse(HandOver, (await start(any)).body);
    await server.query('update facilities set kiosk_own_tablets_only = true');
    expect(await take(any, data)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
});

describe('a revoked tablet', () => {
  test('loses staff, the visit and the way back at once, and stays closed where any other tablet would do', async () => {
    const [desk, parked, visit] = [await ownTablet('Desk'), await ownTablet('Parked'), await ownTablet('Visit')];
    for (const tablet of [desk, parked, visit]) expect((await signIn(tablet)).status).toBe(200);
    const offered = v.parse(HandOver, (await start(parked)).body);
    await visitOn(visit);
    expect((await visit.call(calls.listQuestionnaires, { params: { patientId } })).status).toBe(200);
    for (const name of ['Desk', 'Parked', 'Visit'])
      expect(await admin('tablet', 'revoke', name)).toMatch(/is revoked; \d sessions? ended/);

    const manager = [
      await desk.call(calls.getTablet),
      await desk.call(calls.searchKioskVisitors, {
        body: { dueDate: '2026-11-20', facilityId: null, words: '', birthDate: null, state: null, limit: 10 },
      }),
      await desk.call(calls.listKioskPatients, { query: { dueDate: '2026-11-20' } }),
      await start(desk),
    ];
    expect(manager.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(await desk.refresh()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await take(parked, offered.data)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    expect(await parked.call(calls.resumeKiosk, { body: { pin: '246810' } })).toMatchObject(notSetUp);
    expect((await visit.call(calls.listQuestionnaires, { params: { patientId } })).status).toBe(401);
    expect((await visit.refresh()).status).toBe(400);
    expect(await visit.call(calls.resumeKiosk, { body: { pin: '246810' } })).toMatchObject(notSetUp);
    for (const tablet of [desk, parked, visit]) {
      expect(await standing(tablet)).toEqual({ standing: 'notSetUp' });
      expect(await signIn(tablet)).toMatchObject(notSetUp);
    }
    // No call works with an ended session.
    const guarded = Object.values<CallShape>(calls).filter(({ access }) => access !== 'everyone');
    for (const [role, tablet] of [
      ['kioskManager', desk],
      ['kioskPatient', visit],
    ] as const) {
      const theirs = guarded.filter(({ access }) => access.includes(role));
      expect(theirs.length).toBeGreaterThan(3);
      for (const call of theirs) {
        const answer = await tablet.fetch(call.path.replaceAll(/\{\w+\}/g, String(patientId)), {
          method: call.method,
          headers: { authorization: `Bearer ${tablet.tokens?.access_token ?? ''}` },
        });
        expect([call.name, answer.status]).toEqual([call.name, 401]);
      }
    }
    // Without a tablet's cookie the facility is as open as before.
    expect(await standing(server.browser('kiosk'))).toEqual({ standing: 'open' });
    expect(await server.brokenAuditRows()).toEqual([]);
    const ended = await server.query(
      "select patient_id from audit_events where type = 'session.ended' and detail->>'event' = 'tablet_revoked' and patient_id = $1",
      [patientId],
    );
    expect(ended).not.toEqual([]);
  });

  test('keeps the answers that were given as the draft, and a new code sets it up again', async () => {
    const tablet = await ownTablet('Desk');
    expect((await signIn(tablet)).status).toBe(200);
    await visitOn(tablet);
    const [row] = await server.query(
      "select a.id, t.current_revision as revision from assigned_questionnaires a join questionnaire_templates t on t.id = a.template_id where a.patient_id = $1 and a.status in ('Assigned', 'Started') and a.can_start_by_patient order by a.due_date limit 1",
      [patientId],
    );
    const draft = {
      params: { patientId, assignedQuestionnaireId: Number(row?.['id']) },
      body: { answers: [], templateRevision: Number(row?.['revision']), savedAt: new Date().toISOString() },
    };
    expect((await tablet.call(calls.putDraft, draft)).status).toBeLessThan(300);
    await admin('tablet', 'revoke', 'Desk');
    expect((await tablet.call(calls.putDraft, draft)).status).toBe(401);
    const kept = await server.query('select 1 from questionnaire_drafts where assigned_questionnaire_id = $1', [
      Number(row?.['id']),
    ]);
    expect(kept).toHaveLength(1);
    expect((await redeem(tablet, await codeFor('--name', 'Desk'))).status).toBe(200);
    tablet.tokens = null;
    expect((await signIn(tablet)).status).toBe(200);
  });
});

describe('a tablet that is revoked in the very moment', () => {
  const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;
  const idOf = async (name: string): Promise<number> =>
    Number((await server.query('select id from tablets where name = $1 and revoked_at is null', [name]))[0]?.['id']);
  /** Revokes the tablet while `work` has begun and waits for the lock. */
  async function revokeUnder(name: string, work: () => Promise<Answer>): Promise<Answer> {
    const id = await idOf(name);
    const begun = await server.tx(async (tx) => {
      await revokeTablet(tx, clerk, id, 'asked');
      const answer = work();
      await server.untilWaiting(1);
      return { answer };
    });
    return begun.answer;
  }
  const living = async (): Promise<unknown> =>
    (
      await server.query(
        'select count(*)::int as n from sessions s join tablets t on t.id = s.tablet_id where s.ended_at is null and t.revoked_at is not null',
      )
    )[0]?.['n'];

  test('signs nobody in', async () => {
    const tablet = await ownTablet('Desk');
    expect(await revokeUnder('Desk', () => signIn(tablet))).toMatchObject(notSetUp);
    expect(await living()).toBe(0);
  });

  test('takes no hand-over', async () => {
    const tablet = await ownTablet('Desk');
    expect((await signIn(tablet)).status).toBe(200);
    const { data } = v.parse(HandOver, (await start(tablet)).body);
    expect(await revokeUnder('Desk', () => take(tablet, data))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect(await living()).toBe(0);
  });
});

describe('the identity of a tablet', () => {
  test('survives hand-over, log-off and return, while the cookies of sessions change', async () => {
    const tablet = await ownTablet('Desk');
    await requireOwn();
    expect((await signIn(tablet)).status).toBe(200);
    const identity = tablet.cookies.get('vestibule-own-tablet');
    const session = tablet.cookies.get('vestibule-kiosk');
    await visitOn(tablet);
    const { userId } = await tablet.profile();
    await tablet.call(calls.logOff, { params: { userId }, body: { auditEventType: 'kiosklogoffauditevent' } });
    expect(tablet.cookies.get('vestibule-kiosk')).not.toBe(session);
    const back = await tablet.call(calls.resumeKiosk, { body: { pin: '246810' } });
    expect(back.status).toBe(200);
    tablet.tokens = v.parse(Token, back.body);
    expect(tablet.cookies.get('vestibule-own-tablet')).toBe(identity);
    expect(await standing(tablet)).toEqual({ standing: 'setUp' });
    expect((await tablet.call(calls.getTablet)).body).toMatchObject({ name: 'Desk' });
  });

  test('is an HttpOnly cookie that scripts and other sites cannot use, stored as a hash', async () => {
    const answer = await redeem(server.browser('kiosk'), await codeFor());
    const line = answer.headers.getSetCookie().find((each) => each.startsWith('vestibule-own-tablet=')) ?? '';
    expect(line).toMatch(/HttpOnly/i);
    expect(line).toMatch(/SameSite=Strict/i);
    expect(line).toMatch(/Max-Age=34560000/i);
    const secret = /=([^;]+)/.exec(line)?.[1] ?? '';
    expect(JSON.stringify(await server.query('select * from tablets'))).not.toContain(secret);
    const proxied = await startTestServer({ beside: server, environment: { TRUST_PROXY: '1' } });
    const overTls = await proxied.browser('kiosk').call(calls.setUpTablet, {
      headers: { 'x-forwarded-proto': 'https' },
      body: { code: await codeFor(), appBuild: null },
    });
    expect(overTls.headers.getSetCookie().join()).toMatch(/__Host-vestibule-own-tablet=[^;]+;.*Secure/);
    await proxied.stop();
  });

  test('is another one after a second code: the first no longer stands in the list', async () => {
    const tablet = await ownTablet('Desk');
    expect((await signIn(tablet)).status).toBe(200);
    expect((await redeem(tablet, await codeFor('--name', 'Ward'))).status).toBe(200);
    const out = await admin('tablet', 'list');
    expect(out).toMatch(/Ward/);
    expect(out).not.toMatch(/Desk/);
    expect(await admin('tablet', 'list', '--revoked')).toMatch(/Desk.*revoked/);
    expect((await tablet.call(calls.getTablet)).status).toBe(401);
  });
});

describe('what is told of a tablet', () => {
  test('to the command line: name, build, last contact, who signed in', async () => {
    const tablet = await ownTablet('Desk');
    expect(await admin('tablet', 'list')).toMatch(/Desk .*build a1b2, nobody signed in lately/);
    expect((await signIn(tablet)).status).toBe(200);
    await server.query("update tablets set last_seen_at = now() - interval '1 day'");
    await standing(tablet);
    const [row] = await server.query("select now() - last_seen_at < interval '1 minute' as fresh from tablets");
    expect(row?.['fresh']).toBe(true);
    const out = await admin('tablet', 'list');
    expect(out).toMatch(/build c3d4, \S+ \S+ signed in/);
    expect(out).toMatch(/opens on any tablet/);
    await requireOwn();
    expect(await admin('tablet', 'list')).toMatch(/opens on its own tablets only/);
  });

  test('to staff: when answers from it were last saved, set up or not', async () => {
    for (const tablet of [await ownTablet('Desk'), server.browser('kiosk')]) {
      await server.query('delete from questionnaire_drafts');
      expect((await signIn(tablet)).status).toBe(200);
      const before = v.parse(calls.getTablet.answer, (await tablet.call(calls.getTablet)).body);
      await visitOn(tablet);
      const [row] = await server.query(
        "select a.id, t.current_revision as revision from assigned_questionnaires a join questionnaire_templates t on t.id = a.template_id where a.patient_id = $1 and a.status in ('Assigned', 'Started') and a.can_start_by_patient order by a.due_date limit 1",
        [patientId],
      );
      await tablet.call(calls.putDraft, {
        params: { patientId, assignedQuestionnaireId: Number(row?.['id']) },
        body: { answers: [], templateRevision: Number(row?.['revision']), savedAt: new Date().toISOString() },
      });
      tablet.tokens = v.parse(Token, (await tablet.call(calls.resumeKiosk, { body: { pin: '246810' } })).body);
      const after = v.parse(calls.getTablet.answer, (await tablet.call(calls.getTablet)).body);
      expect([before.answersSavedAt, after.answersSavedAt]).toEqual([null, expect.any(String)]);
    }
  });
});

test('a command that is not whole says what is missing', async () => {
  for (const [args, says] of [
    [['tablet', 'revoke'], /needs one tablet/],
    [['tablet', 'revoke', 'Nothing'], /No tablet has the name or id "Nothing"/],
    [['tablet', 'require'], /one of --on and --off/],
    [['tablet', 'code', '--name', ' '], /--name needs/],
    [['tablet', 'code', '--facility', 'Nowhere'], /No facility/],
  ] as const) {
    const { code, err } = await command([...args], server.ownerUrl);
    expect(code).not.toBe(0);
    expect(err).toMatch(says);
  }
});
