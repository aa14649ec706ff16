import {
  type CallName,
  type CallShape,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  type Right,
  type Role,
  calls,
  roles,
  usualBody,
} from '@portal/api';
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactDetails } from '../../tests/support/contacts.ts';
import { Authenticator } from '../../tests/server/authenticator.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
/** Somebody with a session, for every role and way to sign in. */
interface Person {
  readonly way: string;
  readonly role: Role;
  readonly browser: Browser;
}
const people: Person[] = [];
const browsers = new Map<Role, Browser>();
/** Tokens that used to be valid, or are valid elsewhere. None of them is valid here. */
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
  add('passkey', 'patient', await byPasskey('patient'));
  add('passkey', 'kioskManager', await byPasskey('kiosk'));
  await collectDeadTokens();
  const { browser, waits } = await byCode('representative');
  add('password and code', 'representative', browser);
  deadTokens.push({ what: 'the secret of a sign-in that waits for its second step', token: waits });
  const patient = await server.ids('patient');
  const other = await server.ids('noemail');
  own = { userId: patient.userId, patientId: patient.patientId ?? 0 };
  someoneElse = { userId: other.userId, patientId: other.patientId ?? 0 };
  await proveAll();
});
afterAll(() => server.stop());

/** Everybody has proved who they are, and the five minutes of that do not run out. */
const proveAll = () => server.query("update sessions set proved_at = now() + interval '1 hour'");

/** A tablet that was handed to "Abel Starling". */
async function kioskPatient(): Promise<Browser> {
  const tablet = await server.signedIn('kiosk');
  const [row] = await server.query("select id from patients where last_name = 'Starling'");
  const patientId = Number(row?.['id']);
  const answer = await tablet.call(calls.initiateKioskLogon, { params: { patientId } });
  const data = (answer.body as { data: string }).data;
  tablet.tokens = null;
  const token = await tablet.token(
    { grant_type: 'password', username: '', password: '' },
    { 'logon-process': 'patientKioskUser', 'patient-id': String(patientId), 'link-data': data },
  );
  expect(token.status).toBe(200);
  return tablet;
}

/** Juniper Applewhistle with an emailed link. */
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

/** Somebody who has signed in with a passkey. */
async function byPasskey(username: string): Promise<Browser> {
  const before = await server.signedIn(username);
  const params = { userId: (await before.profile()).userId };
  const surface = username === 'kiosk' ? 'kiosk' : 'portal';
  const device =
    surface === 'kiosk'
      ? new Authenticator(server.kioskUrl, 1, 'cross-platform')
      : new Authenticator(server.portalUrl.replace('127.0.0.1', 'localhost'));
  const asked = v.parse(PasskeyCreationOptions, (await before.call(calls.beginPasskey, { params })).body);
  expect((await before.call(calls.addPasskey, { params, body: device.create(asked) })).status).toBe(200);
  const browser = server.browser(surface);
  const challenge = v.parse(PasskeyRequestOptions, (await browser.call(calls.beginPasskeySignIn)).body);
  const answer = await browser.call(calls.signInByPasskey, { body: device.sign(challenge) });
  browser.tokens = v.parse(calls.signInByPasskey.answer, answer.body);
  return browser;
}

/** Somebody whose password was followed by a code of their app, and the secret of another sign-in that still waits for one. */
async function byCode(username: string): Promise<{ browser: Browser; waits: string }> {
  const before = await server.signedIn(username);
  const params = { userId: (await before.profile()).userId };
  const asked = await before.call(calls.startSecondFactor, { params });
  const { key } = v.parse(calls.startSecondFactor.answer, asked.body);
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  expect((await before.call(calls.confirmSecondFactor, { params, body: { code } })).status).toBe(200);
  await server.query('update second_factors set last_step = 0');
  const pendingOf = async (browser: Browser): Promise<string> =>
    v.parse(v.object({ pending: v.string() }), (await browser.logIn(username)).body).pending;
  const browser = server.browser();
  const pending = await pendingOf(browser);
  const waits = await pendingOf(server.browser());
  const done = await browser.call(calls.finishSignIn, { body: { pending, code, remembersBrowser: false } });
  browser.tokens = v.parse(calls.finishSignIn.answer, done.body);
  await server.query('delete from second_factors');
  return { browser, waits };
}

async function collectDeadTokens(): Promise<void> {
  const add = (what: string, browser: Browser | undefined) =>
    deadTokens.push({ what, token: browser?.tokens?.access_token ?? '' });
  const expired = await server.signedIn('patient');
  add('expired', expired);
  await server.query(
    "update access_tokens set expires_at = now() - interval '1 second' where session_id = (select max(id) from sessions)",
  );
  const left = await server.signedIn('patient');
  add('logged off', left);
  await left.call(calls.logOff, {
    params: { userId: (await left.profile()).userId },
    body: { auditEventType: 'logoffauditevent' },
  });
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
  await server.query(
    "update sessions set expires_at = now() - interval '1 second' where id = (select max(id) from sessions)",
  );
  add('of the kiosk, at the portal', browsers.get('kioskManager'));
  add('of a visit at the kiosk, at the portal', browsers.get('kioskPatient'));
  deadTokens.push({ what: 'a refresh token', token: browsers.get('patient')?.tokens?.refresh_token ?? '' });
  deadTokens.push({ what: 'the data of a link', token: (await server.link('patient')).data });
  deadTokens.push({ what: 'a ticket of single sign-on', token: await server.ticket('patient') });
}

const all = Object.entries(calls) as [CallName, CallShape][];
const guarded = all.filter(([, call]) => call.access !== 'everyone');

/** Valid values for all parameters, so that a refusal can only be due to what a test is about. */
function paramsFor(call: CallShape, about: { userId: number; patientId: number }): Record<string, string | number> {
  const values: Record<string, string | number> = {
    ...about,
    facilityId: 1,
    themeId: 1,
    assignedQuestionnaireId: 987_654_321,
    articleId: 987_654_321,
    labResultId: 987_654_321,
    documentId: 987_654_321,
    count: 4,
    deviceId: 'device-of-a-test-0001',
    draftId: 'draft-of-a-test-0001',
    contentKey: 'Help',
    token: 'A'.repeat(43),
    pin: '000000',
    encryptedUserId: 'A'.repeat(43),
    username: 'patient',
    transmitType: 'email',
    kind: 'rideHome',
    valueSetKey: 'value-set-of-a-test',
    manifestId: 'A'.repeat(43),
    section: 'Appointments',
  };
  return Object.fromEntries(Object.keys(call.params).map((name) => [name, values[name] ?? 1]));
}
const queries: Readonly<Record<string, string>> = {
  authorized: 'true',
  dueDate: '2026-11-20',
  startDate: '2026-01-01',
  endDate: '2026-12-31',
  language: 'en',
  ietfCode: 'en',
  type: 'Appointments',
  facilityAlias: 'localhost:8080',
  ids: '987654321',
  ticket: 'ticket-of-a-test',
};
const queryFor = (call: CallShape): Record<string, string> =>
  Object.fromEntries(
    Object.keys(call.query).flatMap((name) => (queries[name] === undefined ? [] : [[name, queries[name]]])),
  );
const headersFor = (call: CallShape): Record<string, string> => ({
  ...('idempotency-key' in call.headers ? { 'idempotency-key': 'key-of-a-test-0001' } : {}),
  ...('file-name' in call.headers ? { 'file-name': 'test.txt' } : {}),
});

/** A public address to which nothing is ever sent, with the key of RFC 8291's example. */
const pushTarget = {
  endpoint: 'https://8.8.8.8/push/of-a-test',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};
const bodies = ({ userId, patientId }: { userId: number; patientId: number }): Partial<Record<CallName, unknown>> => ({
  acceptTerms: [{ op: 'replace', path: '/isEulaAccepted', value: true }],
  sendAuditEvent: { auditEventType: 'questionnairelistauditevent', patientId },
  logOff: { auditEventType: 'logoffauditevent' },
  putDeviceKey: { name: 'A phone' },
  putDeviceRecords: { keeps: true },
  endDevice: { deviceId: 'device-of-a-test-0001', proof: 'A'.repeat(43) },
  putDevicePush: { ...pushTarget, kinds: ['appointment'] },
  renewPush: { before: { endpoint: pushTarget.endpoint, auth: pushTarget.keys.auth }, now: pushTarget },
  createDownloadToken: { path: '/api/facilities/1/downloadableContent/1' },
  changePassword: { oldPassword: 'Demo+Pass1', newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2' },
  confirmPassword: { password: 'Demo+Pass1' },
  startTextCodes: { phoneNumber: '+12025550111' },
  switchPasswordOn: { newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2' },
  changeEmail: { isPatient: true, usePrimaryEmail: true, userId, patientId, email: 'another@example.org' },
  replaceEmail: [{ op: 'replace', path: '/email', value: 'another@example.org' }],
  setPreference: { userId, name: 'aPreference', value: 'on' },
  confirmAttendance: { date: '2026-11-20' },
  reportArrival: { appointmentIds: [987_654_321] },
  askContactChange: { homePhone: '+12025550111' },
  submitQuestionnaire: {
    templateRevision: 1,
    patientQuestionAnswerList: [{ questionnaireItemId: 1, listAnswerId: 1 }],
  },
  declineQuestionnaire: { assignedQuestionnaireId: 987_654_321 },
  chooseLabResultOpening: { choice: 'open' },
  putDraft: {
    answers: [{ questionnaireItemId: 1, listAnswerId: 1 }],
    templateRevision: 1,
    savedAt: '2026-11-20T10:00:00.000Z',
  },
  saveContact: contactDetails({ contactFirstName: 'Rowan', contactLastName: 'Thimblewick', relationshipId: 1 }),
  setContactEnd: { lastDay: null, reason: 'My surgery' },
  setSectionEnd: { lastDay: null, reason: 'My surgery' },
  setContactRight: { section: 'Appointments', right: 'read', isGiven: true },
  inviteContact: { given: [{ section: 'Appointments', right: 'read' }], hasAgreed: true },
  saveNotificationSettings: {
    followUpEmailEnabled: false,
    followUpSmsEnabled: false,
    appointmentEmailEnabled: true,
    appointmentSmsEnabled: false,
    secureMessageEmailEnabled: false,
    secureMessageSmsEnabled: false,
    questionnaireEmailEnabled: false,
    questionnaireSmsEnabled: false,
    usePrimaryEmail: true,
    nonPrimaryEmailAddress: null,
    smsPhoneNumber: null,
    appointmentReminderOffset: '1Day',
    followUpReminderOffset: 'Off',
  },
  markTreatmentSummarySeen: { recordIds: [1] },
  patchThread: [{ op: 'replace', path: '/isArchived', value: true }],
  sendMessage: { subject: 'Swimming', content: 'May I swim?', attachmentIds: [1] },
  replyToThread: { content: 'Thank you.', attachmentIds: [1] },
  saveMessageDraft: { threadId: 1, careProviderId: 1, subject: '', content: '', savedAt: '2026-11-20T10:00:00.000Z' },
  searchMessages: { text: 'iron' },
  transmitHealthSummary: {
    senderAddress: 'someone@example.org',
    recipientAddress: 'doctor@example.org',
    messageText: '',
    identifier: { startDate: '2026-01-01', endDate: '2026-12-31' },
  },
  shareSummary: {
    recipient: 'Dr. Lee',
    days: 7,
    openings: 3,
    passcode: '204871',
    content: `e30..${'A'.repeat(16)}.e30.${'A'.repeat(22)}`,
  },
  acceptInvitationSignedIn: { encryptedInvitationId: 'A'.repeat(43), pin: '000000' },
});
const requestFor = (name: CallName, call: CallShape, about: { userId: number; patientId: number }) => {
  const body = bodies(about)[name];
  return {
    params: paramsFor(call, about),
    query: queryFor(call),
    headers: headersFor(call),
    ...(body === undefined ? {} : { body: body as Record<string, unknown> }),
  };
};

const notFound = { status: 404, body: { error: 'not_found' } };

const mustAccept: ReadonlySet<Role> = new Set(['patient', 'representative']);
/** All calls that are answered before the terms are accepted. */
const beforeTerms: readonly CallName[] = [
  'acceptInvitationSignedIn',
  'acceptTerms',
  'beginPasskeyProof',
  'changePassword',
  'confirmByPasskey',
  'confirmEmail',
  'confirmPassword',
  'deleteDeviceKey',
  'deleteDevicePush',
  'getCapabilities',
  'getDeviceKey',
  'getLoginProfile',
  'logOff',
  'putDeviceKey',
  'putDeviceRecords',
  'reportPresence',
  'sendConfirmEmail',
  'setUserLanguage',
  'validateUser',
];

/** All calls for which the right to read a section is not enough. */
const needsMoreThanReading: ReadonlyMap<CallName, Right> = new Map([
  ...(
    [
      'submitQuestionnaire',
      'declineQuestionnaire',
      'putDraft',
      'deleteDraft',
      'addAnswerAttachment',
      'removeAnswerAttachment',
    ] as const
  ).map((name) => [name, 'answer'] as const),
  ...(
    [
      'listMessageDrafts',
      'sendMessage',
      'beginRequestForm',
      'replyToThread',
      'saveMessageDraft',
      'discardMessageDraft',
      'addMessageAttachment',
      'removeMessageAttachment',
    ] as const
  ).map((name) => [name, 'write'] as const),
]);

/** Copies of the body in which one number is replaced, with the path of that number. */
function withNumbers(body: Record<string, unknown> | undefined, numbers: readonly number[]) {
  const changed: [string, Record<string, unknown>][] = [];
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    if (typeof value === 'number')
      for (const number of numbers)
        changed.push([
          `${path.join('.')} = ${number}`,
          JSON.parse(JSON.stringify(body), (key: string, inner: unknown) =>
            inner === value && key === String(path.at(-1)) ? number : inner,
          ) as Record<string, unknown>,
        ]);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
  };
  walk(body, []);
  return changed;
}

describe('the matrix', () => {
  test('has every role, and every token in it was good for something', () => {
    expect(new Set(people.map(({ role }) => role))).toEqual(new Set(roles));
    expect(deadTokens).toHaveLength(11);
    for (const { what, token } of deadTokens) expect(token, what).toMatch(/^[\w-]{43}$/);
  });

  test('knows all that is answered before the terms are accepted', () => {
    expect(
      guarded
        .filter(([, call]) => call.beforeTerms === true)
        .map(([name]) => name)
        .sort(),
    ).toEqual(beforeTerms);
  });

  test('is of living sessions', async () => {
    for (const { way, role, browser } of people)
      expect((await browser.profile()).userId, `${role} by ${way}`).toBeGreaterThan(0);
  });
});

describe.each(guarded)('%s', (name, call) => {
  const access = call.access as readonly Role[];

  test('refuses who is not signed in, and any token that is not alive', async () => {
    const stranger = server.browser('portal');
    expect(await stranger.call(call, requestFor(name, call, own))).toMatchObject({
      status: 401,
      body: { error: 'unauthorized' },
    });
    const forged = ['Bearer ', `Bearer ${'A'.repeat(43)}`, 'Basic cGF0aWVudDpEZW1vK1Bhc3Mx'].map((authorization) => ({
      what: authorization,
      authorization,
    }));
    for (const { what, authorization } of [
      ...forged,
      ...deadTokens.map(({ what, token }) => ({ what, authorization: `Bearer ${token}` })),
    ]) {
      const request = requestFor(name, call, own);
      const answer = await stranger.call(call, { ...request, headers: { ...request.headers, authorization } });
      expect({ status: answer.status, body: answer.body }, what).toEqual({
        status: 401,
        body: { error: 'unauthorized' },
      });
    }
  });

  test('is not found by a role that has no business with it', async () => {
    for (const { way, role, browser } of people) {
      if (access.includes(role)) continue;
      const answer = await browser.call(call, requestFor(name, call, own));
      expect({ status: answer.status, body: answer.body }, `${role} by ${way}`).toEqual(notFound);
    }
  });

  test('is refused until the terms are accepted, unless it is about nobody’s health', async () => {
    if (beforeTerms.includes(name)) return;
    for (const { way, role, browser } of people) {
      if (!access.includes(role) || !mustAccept.has(role)) continue;
      const { userId, ids } = await browser.profile();
      await server.query("update users set accepted_terms_version = 'of another day' where id = $1", [userId]);
      const about = { userId, patientId: ids[0]?.value ?? own.patientId };
      const answer = await browser.call(call, requestFor(name, call, about));
      await server.query('update users set accepted_terms_version = terms_version(facility_id) where id = $1', [
        userId,
      ]);
      expect({ status: answer.status, body: answer.body }, `${role} by ${way}`).toEqual({
        status: 403,
        body: { error: 'terms_required' },
      });
    }
  });

  test('is refused five minutes after its caller last proved who they are, if it is dear, however they came', async () => {
    if (call.needsProof !== true) return;
    for (const { way, role, browser } of people) {
      if (!access.includes(role)) continue;
      const { userId, ids } = await browser.profile();
      const about = { userId, patientId: ids[0]?.value ?? own.patientId };
      await server.query("update sessions set proved_at = now() - interval '301 seconds'");
      const answer = await browser.call(call, requestFor(name, call, about));
      await proveAll();
      expect({ status: answer.status, body: answer.body }, `${role} by ${way}`).toEqual({
        status: 403,
        body: { error: 'password_needed' },
      });
    }
  });

  test('is not found where the facility has switched off the module or the detail that it belongs to', async () => {
    if (call.capability === undefined) return;
    const [module = '', field] = call.capability.split('.');
    const [before] = await server.query('select capabilities from facilities where id = 1');
    if (field === undefined)
      await server.query('update facilities set capabilities = capabilities - $1 where id = 1', [module]);
    else
      await server.query(
        'update facilities set capabilities = jsonb_set(capabilities, array[$1::text], (capabilities -> $1) - $2) where id = 1',
        [module, field],
      );
    for (const { way, role, browser } of people) {
      if (!access.includes(role) || !(mustAccept.has(role) || role === 'linkUser')) continue;
      const { userId } = await browser.profile();
      const answer = await browser.call(call, requestFor(name, call, { ...own, userId }));
      expect({ status: answer.status, body: answer.body }, `${role} by ${way}`).toEqual(notFound);
    }
    await server.query('update facilities set capabilities = $1 where id = 1', [before?.['capabilities']]);
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
    if (
      !access.includes('representative') ||
      (!('patientId' in call.params) && !JSON.stringify(about).includes(`"patientId":${own.patientId}`))
    )
      return;
    await server.query('update representative_links set revoked_at = now() where patient_id = $1', [own.patientId]);
    for (const { way, role, browser } of people.filter((one) => one.role === 'representative')) {
      const { userId } = await browser.profile();
      const answer = await browser.call(call, requestFor(name, call, { ...own, userId }));
      expect({ status: answer.status, body: answer.body }, `${role} by ${way}`).toEqual(notFound);
    }
    await server.query('update representative_links set revoked_at = null where patient_id = $1', [own.patientId]);
  });

  test('is not found by a representative who has no right any more, though the link stands', async () => {
    // Giving up acting for somebody needs no right.
    if (!access.includes('representative') || !('patientId' in call.params) || call.section === undefined) return;
    const [kept] = await server.query(
      `with gone as (delete from representative_rights where patient_id = $1 returning *) select json_agg(gone)::text as rows from gone`,
      [own.patientId],
    );
    for (const { way, role, browser } of people.filter((one) => one.role === 'representative')) {
      const { userId } = await browser.profile();
      const answer = await browser.call(call, requestFor(name, call, { ...own, userId }));
      expect({ status: answer.status, body: answer.body }, `${role} by ${way}`).toEqual(notFound);
    }
    await server.query(
      'insert into representative_rights select * from json_populate_recordset(null::representative_rights, $1::json)',
      [kept?.['rows']],
    );
  });

  test('takes the right that it is meant to, and is refused to a representative who has every other one', async () => {
    const right = needsMoreThanReading.get(name);
    expect(call.right).toBe(right);
    if (right === undefined) return;
    const [kept] = await server.query(
      `with gone as (delete from representative_rights where patient_id = $1 and "right" = $2 returning *) select json_agg(gone)::text as rows from gone`,
      [own.patientId, right],
    );
    for (const { way, role, browser } of people.filter((one) => one.role === 'representative')) {
      await server.query('delete from limits');
      const since = Number((await server.query('select coalesce(max(id), 0) as id from audit_events'))[0]?.['id']);
      const { userId } = await browser.profile();
      const answer = await browser.call(call, requestFor(name, call, { ...own, userId }));
      expect({ status: answer.status, body: answer.body }, `${role} by ${way}`).toEqual(notFound);
      // What the call is about does not exist, which gets the same answer; only the log shows which of the two it was. The rows of earlier
      // tests' refusals may still be written.
      const refused =
        "select distinct detail ->> 'why' as why from audit_events where id > $1 and type = 'access.refused' and detail ->> 'call' = $2";
      await expect
        .poll(() => server.query(refused, [since, name]), { timeout: 10_000 })
        .toEqual(expect.arrayContaining([{ why: 'right' }]));
    }
    await server.query(
      'insert into representative_rights select * from json_populate_recordset(null::representative_rights, $1::json)',
      [kept?.['rows']],
    );
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
    for (const body of ['', 'null', '"text"', '{', '[]', '{"auditEventType":7}', '{"nothing":"\\u0000"}']) {
      const path = call.path.replace(/\{(\w+)\}/g, (_, param: string) => String(request.params[param]));
      const answer = await browser.fetch(path, {
        method: call.method,
        body,
        headers: {
          ...request.headers,
          'content-type': call.bodyType === 'jsonPatch' ? 'application/json-patch+json' : 'application/json',
          authorization: `Bearer ${browser.tokens?.access_token ?? ''}`,
        },
      });
      expect(answer, body).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    }
    const asText = await browser.call(call, {
      ...request,
      headers: { ...request.headers, 'content-type': 'text/plain' },
    });
    expect(asText).toMatchObject({ status: 400, body: { error: 'bad_request' } });
  });

  test('refuses numbers that no row can have', async () => {
    const role = access.find((each) => browsers.has(each));
    const browser = role === undefined ? undefined : browsers.get(role);
    if (browser === undefined) throw new Error(`nobody signs in for ${name}`);
    const profile = await browser.profile();
    const mine = { userId: profile.userId, patientId: profile.ids[0]?.value ?? own.patientId };
    const request = requestFor(name, call, mine);
    for (const param of Object.keys(call.params).filter((one) => typeof request.params[one] === 'number')) {
      const answer = await browser.call(call, { ...request, params: { ...request.params, [param]: `${2n ** 63n}` } });
      expect(answer, param).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    }
    for (const [path, changed] of withNumbers(request.body, [2 ** 63, 1e300, -1])) {
      const answer = await browser.call(call, { ...request, body: changed });
      expect(answer, path).toMatchObject({ status: 400, body: { error: 'bad_request' } });
    }
  });

  test('refuses a body that is larger than it declares', async () => {
    const browser = server.browser('portal');
    if (call.method === 'GET') return;
    const request = requestFor(name, call, own);
    const path = call.path.replace(/\{(\w+)\}/g, (_, param: string) => String(request.params[param]));
    const answer = await browser.fetch(path, {
      method: call.method,
      body: 'x'.repeat((call.largestBody ?? usualBody) + 1),
      headers: { 'content-type': 'application/json' },
    });
    expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
  });
});

describe('calls for everyone', () => {
  test.each(all.filter(([, call]) => call.access === 'everyone' && call.body !== null))(
    '%s refuses a body that is larger than it declares',
    async (_, call) => {
      const answer = await server.browser('portal').fetch(call.path, {
        method: call.method,
        body: 'x'.repeat((call.largestBody ?? usualBody) + 1),
        headers: { 'content-type': 'application/json' },
      });
      expect(answer).toMatchObject({ status: 413, body: { error: 'payload_too_large' } });
    },
  );

  test('refuse numbers that no row can have', async () => {
    const browser = server.browser('portal');
    for (const facilityId of [2 ** 63, 1e300, -1])
      expect(
        await browser.call(calls.createSsoTicket, {
          headers: { 'sso-timestamp': '1795166740', 'sso-signature': '0'.repeat(64) },
          body: { facilityId, subject: 'jdoe' },
        }),
      ).toMatchObject({ status: 400, body: { error: 'bad_request' } });
  });

  test.each(all.filter(([, call]) => call.access === 'everyone' && call.method === 'GET'))(
    '%s answers without a session and is not stored',
    async (name, call) => {
      const answer = await server.browser('portal').call(call, requestFor(name, call, own));
      // An invitation and a link that do not exist.
      const isKnown = name !== 'verifyInvitationToken' && name !== 'getLinkedSummary';
      expect(answer.status).toBe(isKnown ? 200 : 404);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    },
  );

  test.each(all.filter(([, call]) => call.access === 'everyone' && call.body !== null))(
    '%s refuses a body of the wrong shape',
    async (_, call) => {
      for (const body of ['', '{}', '[1]', 'grant_type=none', 'grant_type=password']) {
        const answer = await server.browser('kiosk').fetch(call.path, {
          method: call.method,
          body,
          headers: {
            'content-type': call.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
          },
        });
        expect(answer, body).toMatchObject({ status: 400, body: { error: 'bad_request' } });
      }
    },
  );

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
    const answer = await fetch(`${server.portalUrl}/token`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    } as RequestInit);
    expect(answer.status).toBe(413);
  });
});

describe('what a database cannot hold', () => {
  test('is replaced in a body, so that half an emoji costs nobody their answers, and refused in an address', async () => {
    const patient = browsers.get('patient');
    const params = { userId: own.userId, deviceId: 'a-device-with-odd-name' };
    const answer = await patient?.call(calls.putDeviceKey, {
      params,
      body: { name: 'half \ud83d, nothing \0, literally \\u0000 and %00, whole \u{1F600}' },
    });
    expect(answer?.status).toBe(200);
    expect(await server.query("select name from devices where device_id = 'a-device-with-odd-name'")).toEqual([
      { name: 'half \uFFFD, nothing \uFFFD, literally \\u0000 and %00, whole \u{1F600}' },
    ]);
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
    const count = async () =>
      Number(
        (
          await server.query(
            "select count(*)::int as n from audit_events where type like 'read.%' and patient_id = $1",
            [own.patientId],
          )
        )[0]?.['n'],
      );
    const before = await count();
    await patient?.call(calls.getPatient, { params: { patientId: own.patientId } });
    await patient?.call(calls.listQuestionnaires, { params: { patientId: own.patientId } });
    expect(await count()).toBe(before + 2);
    const [row] = await server.query(
      'select type, actor_user_id, actor_role from audit_events where patient_id = $1 order by seq desc limit 1',
      [own.patientId],
    );
    expect(row).toEqual({ type: 'read.listQuestionnaires', actor_user_id: own.userId, actor_role: 'patient' });
    expect(await server.brokenAuditRows()).toEqual([]);
  });

  test('an altered, a removed and a foreign row show', async () => {
    const last = async () =>
      (
        await server.query(
          "select id, chain, seq from audit_events where chain like 'patient:%' and seq > 1 order by id desc limit 1",
        )
      )[0];
    const altered = await last();
    await server.query("update audit_events set actor_name = 'Somebody Else' where id = $1", [altered?.['id']]);
    expect(await server.brokenAuditRows()).toContainEqual({
      chain: altered?.['chain'],
      seq: altered?.['seq'],
      what: 'altered',
    });
    await server.query('delete from audit_events where id = $1', [altered?.['id']]);
    expect(await server.brokenAuditRows()).toContainEqual(
      expect.objectContaining({ chain: altered?.['chain'], seq: altered?.['seq'] }),
    );
  });
});
