import { type CallName, type CallShape, type Role, calls, roles } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactDetails } from '../../tests/support/contacts.ts';
import { type Browser, type TestServer, startTestServer } from '../testing.ts';

let server: TestServer;
/** Everybody who can hold a session, by every way in. */
interface Person {
  readonly way: string;
  readonly role: Role;
  readonly browser: Browser;
}
const people: Person[] = [];
const browsers = new Map<Role, Browser>();
/** Tokens that were once good, or are good elsewhere: each is worth nothing here. */
const deadTokens: { readonly what: string; readonly token: string }[] = [];
let someoneElse: { userId: number; patientId: number };
let own: { userId: number; patientId: number };

beforeAll(async () => {
  server = await startTestServer();
  const add = (way: string, role: Role, browser: Browser) => {
    people.push({ way, role, browser });
    if (!browsers.has(role)) browsers.set(role, browser);
  };
  add('password', 'patient', await server.signedIn('patient'));
  add('password', 'representative', await server.signedIn('representative'));
  add('password', 'kioskManager', await server.signedIn('kiosk'));
  add('hand-over', 'kioskPatient', await kioskPatient());
  add('emailed link', 'linkUser', await linkUser());
  add('single sign-on', 'patient', await signedOn('patient'));
  add('single sign-on', 'representative', await signedOn('representative'));
  await collectDeadTokens();
  const patient = await server.ids('patient');
  const other = await server.ids('noemail');
  own = { userId: patient.userId, patientId: patient.patientId ?? 0 };
  someoneElse = { userId: other.userId, patientId: other.patientId ?? 0 };
});
afterAll(() => server.stop());

/** A tablet that was handed to "Abel Starling". */
async function kioskPatient(): Promise<Browser> {
  const tablet = await server.signedIn('kiosk');
  const [row] = await server.query("select id from patients where last_name = 'Starling'");
  const patientId = Number(row?.['id']);
  const answer = await tablet.call(calls.initiateKioskLogon, { params: { patientId } });
  const data = (answer.body as { data: string }).data;
  tablet.tokens = null;
  const token = await tablet.token({ grant_type: 'password', username: '', password: '' }, { 'logon-process': 'patientKioskUser', 'patient-id': String(patientId), 'link-data': data });
  expect(token.status).toBe(200);
  return tablet;
}

/** Juniper Applewhistle by an emailed link. */
async function linkUser(): Promise<Browser> {
  const browser = server.browser();
  const answer = await browser.followLink(await server.link('patient'), 'Applewhistle', '1971-03-14');
  expect(answer.status).toBe(200);
  return browser;
}

async function signedOn(username: string): Promise<Browser> {
  const browser = server.browser();
  expect((await browser.signOn(await server.ticket(username))).status).toBe(200);
  return browser;
}

async function collectDeadTokens(): Promise<void> {
  const add = (what: string, browser: Browser | undefined) => deadTokens.push({ what, token: browser?.tokens?.access_token ?? '' });
  const expired = await server.signedIn('patient');
  add('expired', expired);
  await server.query("update access_tokens set expires_at = now() - interval '1 second' where session_id = (select max(id) from sessions)");
  const left = await server.signedIn('patient');
  add('logged off', left);
  await left.call(calls.logOff, { params: { userId: (await left.profile()).userId }, body: { auditEventType: 'logoffauditevent' } });
  const copied = await server.signedIn('patient');
  add('of a session that was copied', copied);
  await server.browser().refresh(copied.tokens?.refresh_token);
  const reused = await server.signedIn('representative');
  const used = reused.tokens?.refresh_token;
  await reused.refresh();
  add('of a family whose refresh token was used again', reused);
  await server.query("update refresh_tokens set used_at = used_at - interval '31 seconds' where used_at is not null");
  await reused.refresh(used);
  const over = await linkUser();
  add('of a link session past its two hours', over);
  await server.query("update sessions set expires_at = now() - interval '1 second' where id = (select max(id) from sessions)");
  add('of the kiosk, at the portal', browsers.get('kioskManager'));
  deadTokens.push({ what: 'a refresh token', token: browsers.get('patient')?.tokens?.refresh_token ?? '' });
  deadTokens.push({ what: 'the data of a link', token: (await server.link('patient')).data });
  deadTokens.push({ what: 'a ticket of single sign-on', token: await server.ticket('patient') });
}

const all = Object.entries(calls) as [CallName, CallShape][];
const guarded = all.filter(([, call]) => call.access !== 'everyone');

/** Values of the right shape for every parameter, so that only what a test is about can be the reason of a refusal. */
function paramsFor(call: CallShape, about: { userId: number; patientId: number }): Record<string, string | number> {
  const values: Record<string, string | number> = {
    ...about,
    facilityId: 1,
    themeId: 1,
    assignedQuestionnaireId: 987_654_321,
    articleId: 987_654_321,
    count: 4,
    deviceId: 'device-of-a-test-0001',
    contentKey: 'Help',
    token: 'A'.repeat(43),
    pin: '000000',
    encryptedUserId: 'A'.repeat(43),
    username: 'patient',
  };
  return Object.fromEntries(Object.keys(call.params).map((name) => [name, values[name] ?? 1]));
}
const queries: Readonly<Record<string, string>> = { authorized: 'true', dueDate: '2026-11-20', language: 'en', ietfCode: 'en', type: 'Appointments', facilityAlias: 'localhost:8080' };
const queryFor = (call: CallShape): Record<string, string> => Object.fromEntries(Object.keys(call.query).flatMap((name) => (queries[name] === undefined ? [] : [[name, queries[name]]])));
const headersFor = (call: CallShape): Record<string, string> => ('idempotency-key' in call.headers ? { 'idempotency-key': 'key-of-a-test-0001' } : {});

const bodies = ({ userId, patientId }: { userId: number; patientId: number }): Partial<Record<CallName, unknown>> => ({
  acceptTerms: [{ op: 'replace', path: '/isEulaAccepted', value: true }],
  sendAuditEvent: { auditEventType: 'questionnairelistauditevent', patientId },
  logOff: { auditEventType: 'logoffauditevent' },
  putDeviceKey: { name: 'A phone' },
  createDownloadToken: { path: '/api/facilities/1/downloadableContent/1' },
  changePassword: { oldPassword: 'Demo+Pass1', newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2' },
  changeEmail: { isPatient: true, usePrimaryEmail: true, userId, patientId, email: 'another@example.org' },
  replaceEmail: [{ op: 'replace', path: '/email', value: 'another@example.org' }],
  setPreference: { userId, name: 'aPreference', value: 'on' },
  submitQuestionnaire: { templateRevision: 1, patientQuestionAnswerList: [] },
  declineQuestionnaire: { assignedQuestionnaireId: 987_654_321 },
  putDraft: { answers: [], templateRevision: 1, savedAt: '2026-11-20T10:00:00.000Z' },
  saveContact: contactDetails({ contactFirstName: 'Rowan', contactLastName: 'Thimblewick', relationshipId: 1 }),
  setContactRights: { given: [{ section: 'Appointments', right: 'read' }] },
});
const requestFor = (name: CallName, call: CallShape, about: { userId: number; patientId: number }) => {
  const body = bodies(about)[name];
  return { params: paramsFor(call, about), query: queryFor(call), headers: headersFor(call), ...(body === undefined ? {} : { body: body as Record<string, unknown> }) };
};

const notFound = { status: 404, body: { error: 'not_found' } };

describe('the matrix', () => {
  test('has every role, and every token in it was good for something', () => {
    expect(new Set(people.map(({ role }) => role))).toEqual(new Set(roles));
    expect(deadTokens).toHaveLength(9);
    for (const { what, token } of deadTokens) expect(token, what).toMatch(/^[\w-]{43}$/);
  });

  test('is of living sessions', async () => {
    for (const { way, role, browser } of people) expect((await browser.profile()).userId, `${role} by ${way}`).toBeGreaterThan(0);
  });
});

describe.each(guarded)('%s', (name, call) => {
  const access = call.access as readonly Role[];

  test('refuses who is not signed in, and any token that is not alive', async () => {
    const stranger = server.browser('portal');
    expect(await stranger.call(call, requestFor(name, call, own))).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    const forged = ['Bearer ', `Bearer ${'A'.repeat(43)}`, 'Basic cGF0aWVudDpEZW1vK1Bhc3Mx'].map((authorization) => ({ what: authorization, authorization }));
    for (const { what, authorization } of [...forged, ...deadTokens.map(({ what, token }) => ({ what, authorization: `Bearer ${token}` }))]) {
      const request = requestFor(name, call, own);
      const answer = await stranger.call(call, { ...request, headers: { ...request.headers, authorization } });
      expect({ status: answer.status, body: answer.body }, what).toEqual({ status: 401, body: { error: 'unauthorized' } });
    }
  });

  test('is not found by a role that has no business with it', async () => {
    for (const { way, role, browser } of people) {
      if (access.includes(role)) continue;
      const answer = await browser.call(call, requestFor(name, call, own));
      expect({ status: answer.status, body: answer.body }, `${role} by ${way}`).toEqual(notFound);
    }
  });

  test('is not found for somebody else', async () => {
    for (const { way, role, browser } of people) {
      if (!access.includes(role)) continue;
      const stranger = role === 'kioskManager' ? { ...someoneElse, patientId: 987_654_321 } : someoneElse;
      if ('userId' in call.params || 'patientId' in call.params) {
        const answer = await browser.call(call, requestFor(name, call, stranger));
        expect({ status: answer.status, body: answer.body }, `${role} by ${way}`).toEqual(notFound);
      }
    }
  });

  test('is not found by a representative whose link was revoked in mid-session', async () => {
    const about = requestFor(name, call, own);
    if (!access.includes('representative') || (!('patientId' in call.params) && !JSON.stringify(about).includes(`"patientId":${own.patientId}`))) return;
    await server.query('update representative_links set revoked_at = now() where patient_id = $1', [own.patientId]);
    for (const { way, role, browser } of people.filter((one) => one.role === 'representative')) {
      const { userId } = await browser.profile();
      const answer = await browser.call(call, requestFor(name, call, { ...own, userId }));
      expect({ status: answer.status, body: answer.body }, `${role} by ${way}`).toEqual(notFound);
    }
    await server.query('update representative_links set revoked_at = null where patient_id = $1', [own.patientId]);
  });

  test('refuses what has the wrong shape', async () => {
    const role = access.find((each) => browsers.has(each));
    const browser = role === undefined ? undefined : browsers.get(role);
    if (browser === undefined) throw new Error(`nobody signs in for ${name}`);
    const right = requestFor(name, call, own);
    for (const [param, schema] of Object.entries(call.params)) {
      if (v.is(schema, 'x y')) continue;
      const answer = await browser.call(call, { ...right, params: { ...right.params, [param]: 'x y' } });
      expect(answer, param).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    }
    if (call.body === null) return;
    const profile = await browser.profile();
    const mine = { userId: profile.userId, patientId: profile.ids[0]?.value ?? own.patientId };
    const request = requestFor(name, call, mine);
    for (const body of ['', 'null', '"text"', '{', '[]', '{"auditEventType":7}', '{"text":"\\u0000"}']) {
      const path = call.path.replace(/\{(\w+)\}/g, (_, param: string) => String(request.params[param]));
      const answer = await browser.fetch(path, {
        method: call.method,
        body,
        headers: { ...request.headers, 'content-type': call.bodyType === 'jsonPatch' ? 'application/json-patch+json' : 'application/json', authorization: `Bearer ${browser.tokens?.access_token ?? ''}` },
      });
      expect(answer, body).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    }
    const asText = await browser.call(call, { ...request, headers: { ...request.headers, 'content-type': 'text/plain' } });
    expect(asText).toMatchObject({ status: 400, body: { error: 'bad_request' } });
  });

  test('refuses a body of more than a megabyte', async () => {
    const browser = server.browser('portal');
    if (call.method === 'GET') return;
    const request = requestFor(name, call, own);
    const path = call.path.replace(/\{(\w+)\}/g, (_, param: string) => String(request.params[param]));
    const answer = await browser.fetch(path, { method: call.method, body: 'x'.repeat(2_000_001), headers: { 'content-type': 'application/json' } });
    expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
  });
});

describe('calls for everyone', () => {
  test.each(all.filter(([, call]) => call.access === 'everyone' && call.method === 'GET'))('%s answers without a session and is not stored', async (name, call) => {
    const answer = await server.browser('portal').call(call, requestFor(name, call, own));
    // An invitation that nobody made.
    expect(answer.status).toBe(name === 'verifyInvitationToken' ? 404 : 200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each(all.filter(([, call]) => call.access === 'everyone' && call.body !== null))('%s refuses a body of the wrong shape', async (_, call) => {
    for (const body of ['', '{}', '[1]', 'grant_type=none', 'grant_type=password']) {
      const answer = await server.browser('kiosk').fetch(call.path, {
        method: call.method,
        body,
        headers: { 'content-type': call.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json' },
      });
      expect(answer, body).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    }
  });

  test('an address that is no call is not found, as JSON', async () => {
    for (const path of ['/api', '/api/nothing', '/api/patients/1/secrets', '/api/users/1']) {
      const answer = await server.browser('portal').fetch(path);
      expect(answer.status, path).toBe(404);
      expect(answer.body).toEqual({ error: 'not_found' });
    }
  });

  test('a text of a chunked body that never says its length is cut off as well', async () => {
    const endless = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let sent = 0; sent < 22; sent += 1) controller.enqueue(new Uint8Array(100_000));
        controller.close();
      },
    });
    const answer = await fetch(`${server.portalUrl}/token`, { method: 'POST', body: endless, duplex: 'half', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as RequestInit);
    expect(answer.status).toBe(413);
  });
});

describe('what a database cannot hold', () => {
  test('is replaced in a body, so that half an emoji costs nobody their answers, and refused in an address', async () => {
    const patient = browsers.get('patient');
    const params = { userId: own.userId, deviceId: 'a-device-with-odd-name' };
    const answer = await patient?.call(calls.putDeviceKey, { params, body: { name: 'half \ud83d, nothing \0, literally \\u0000 and %00, whole \u{1F600}' } });
    expect(answer?.status).toBe(200);
    expect(await server.query("select name from devices where device_id = 'a-device-with-odd-name'")).toEqual([{ name: 'half \uFFFD, nothing \uFFFD, literally \\u0000 and %00, whole \u{1F600}' }]);
    expect((await server.browser().fetch('/api/facilities?facilityAlias=%00')).status).toBe(400);
    expect((await server.browser().logIn('pat\0ient')).body).toEqual({ error: 'invalid_grant' });
  });
});

describe('a representative', () => {
  test('acts for the patient until the link is revoked, which works on the very next call', async () => {
    const browser = await server.signedIn('representative');
    const request = { params: { patientId: own.patientId } };
    expect((await browser.call(calls.getPatient, request)).status).toBe(200);
    await server.query('update representative_links set revoked_at = now() where patient_id = $1', [own.patientId]);
    const answer = await browser.call(calls.getPatient, request);
    expect({ status: answer.status, body: answer.body }).toEqual(notFound);
    await server.query('update representative_links set revoked_at = null where patient_id = $1', [own.patientId]);
  });
});

describe('reads of health data', () => {
  test('each leaves one audit row with who and whose, and the chains hold', async () => {
    const patient = browsers.get('patient');
    const count = async () => Number((await server.query("select count(*)::int as n from audit_events where type like 'read.%' and patient_id = $1", [own.patientId]))[0]?.['n']);
    const before = await count();
    await patient?.call(calls.getPatient, { params: { patientId: own.patientId } });
    await patient?.call(calls.listQuestionnaires, { params: { patientId: own.patientId } });
    expect(await count()).toBe(before + 2);
    const [row] = await server.query("select type, actor_user_id, actor_role from audit_events where patient_id = $1 order by seq desc limit 1", [own.patientId]);
    expect(row).toEqual({ type: 'read.listQuestionnaires', actor_user_id: own.userId, actor_role: 'patient' });
    expect(await server.query('select * from broken_audit_rows()')).toEqual([]);
  });

  test('an altered, a removed and a foreign row show', async () => {
    const last = async () => (await server.query("select id, chain, seq from audit_events where chain like 'patient:%' and seq > 1 order by id desc limit 1"))[0];
    const altered = await last();
    await server.query("update audit_events set actor_name = 'Somebody Else' where id = $1", [altered?.['id']]);
    expect(await server.query('select chain, seq from broken_audit_rows()')).toContainEqual({ chain: altered?.['chain'], seq: altered?.['seq'] });
    await server.query('delete from audit_events where id = $1', [altered?.['id']]);
    expect(await server.query('select chain from broken_audit_rows()')).toContainEqual({ chain: altered?.['chain'] });
  });
});
