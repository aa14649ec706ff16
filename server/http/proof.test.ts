import { type CallShape, calls } from '@portal/api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
});
afterAll(() => server.stop());

const needed = { status: 403, body: { error: 'password_needed' } };

/** Lets five minutes pass since every proof. */
const passTime = () => server.query("update sessions set proved_at = proved_at - interval '301 seconds'");

const confirm = async (browser: Browser, password = 'Demo+Pass1') =>
  browser.call(calls.confirmPassword, { params: { userId: (await browser.profile()).userId }, body: { password } });

let addresses = 0;
const changeEmail = async (browser: Browser) => {
  const { userId } = await browser.profile();
  addresses += 1;
  return browser.call(calls.replaceEmail, {
    params: { userId },
    body: [{ op: 'replace', path: '/email', value: `proof-${addresses}@example.org` }],
  });
};

describe('what is dear', () => {
  test('is what changes the email address or a way in, invites, gives rights, takes out a record and signs out elsewhere', () => {
    const dear = Object.values<CallShape>(calls).filter((call) => call.needsProof === true);
    expect(dear.map(({ name }) => name).sort()).toEqual([
      'beginIdentity',
      'beginPasskey',
      'changeEmail',
      'downloadHealthSummary',
      'endOtherPlaces',
      'endSecondFactor',
      'endSignedInPlace',
      'endTextCodes',
      'exportFhirBundle',
      'exportPersonalData',
      'inviteContact',
      'openLabResultsPdf',
      'removeIdentity',
      'removePasskey',
      'renewRecoveryCodes',
      'replaceEmail',
      'setContactAccess',
      'setContactEnd',
      'setContactRight',
      'setSectionEnd',
      'shareSummary',
      'startSecondFactor',
      'startTextCodes',
      'switchPasswordOff',
      'switchPasswordOn',
      'transmitHealthSummary',
    ]);
  });

  test('is every file of more than one thing of a record: those that need no second password are what a page shows one by one, forms, articles, a PIN, the log, and what only a link can decrypt', () => {
    const files = Object.values<CallShape>(calls).filter(
      (call) => call.answerType === 'file' && call.needsProof !== true,
    );
    expect(files.map(({ name }) => name).sort()).toEqual([
      'getActivityReport',
      'getAnswerAttachment',
      'getArticleContent',
      'getDownloadableForm',
      'getHealthSummaryFile',
      'getLabDocument',
      'getLabResultPdf',
      'getLinkedSummary',
      'getMedicalNotePage',
      'getMessageAttachment',
      'getMessageThumbnail',
      'getPinPdf',
      'openLabResultPdf',
    ]);
  });

  test('needs no second password right after the sign-in, one after five minutes, and none for five minutes after that', async () => {
    const patient = await server.signedIn('patient');
    expect((await changeEmail(patient)).status).toBe(200);
    await passTime();
    expect(await changeEmail(patient)).toMatchObject(needed);
    expect((await confirm(patient)).status).toBe(204);
    expect((await changeEmail(patient)).status).toBe(200);
    await passTime();
    expect(await changeEmail(patient)).toMatchObject(needed);
  });

  test('ends the access token with which the proof was given, and goes on in the same session', async () => {
    const patient = await server.signedIn('patient');
    await passTime();
    const before = patient.tokens?.access_token ?? '';
    const { userId } = await patient.profile();
    expect((await confirm(patient)).status).toBe(204);
    expect(patient.tokens?.access_token).not.toBe(before);
    const headers = { authorization: `Bearer ${before}` };
    expect((await patient.call(calls.getLoginProfile, { headers })).status).toBe(401);
    expect((await patient.profile()).userId).toBe(userId);
    expect((await changeEmail(patient)).status).toBe(200);
  });

  test('takes the proof of another tab of this browser, and of no other browser or person', async () => {
    const [tab, elsewhere] = [await server.signedIn('patient'), await server.signedIn('patient')];
    await passTime();
    expect((await confirm(elsewhere)).status).toBe(204);
    expect(await changeEmail(tab)).toMatchObject(needed);
    const other = server.browser();
    for (const [name, value] of tab.cookies) other.cookies.set(name, value);
    await other.logIn('noemail');
    expect(await changeEmail(tab)).toMatchObject(needed);
    await other.logIn('patient');
    expect((await changeEmail(tab)).status).toBe(200);
  });

  test('takes a fresh single sign-on in another tab of this browser', async () => {
    const tab = server.browser();
    await tab.signOn(await server.ticket('patient'));
    await passTime();
    expect(await changeEmail(tab)).toMatchObject(needed);
    const next = server.browser();
    for (const [name, value] of tab.cookies) next.cookies.set(name, value);
    await next.signOn(await server.ticket('patient'));
    expect((await changeEmail(tab)).status).toBe(200);
  });

  test('does not take an emailed link, whose questions stand on the page, for proof', async () => {
    const tab = await server.signedIn('patient');
    await passTime();
    const next = server.browser();
    for (const [name, value] of tab.cookies) next.cookies.set(name, value);
    const followed = await next.followLink(await server.link('patient'), 'Applewhistle', '1971-03-14');
    expect(followed.status).toBe(200);
    expect(await changeEmail(tab)).toMatchObject(needed);
    const { userId } = await tab.profile();
    expect(await tab.call(calls.endOtherPlaces, { params: { userId } })).toMatchObject(needed);
  });

  test('does not take the proof of a session that has ended', async () => {
    const tab = await server.signedIn('patient');
    await passTime();
    const next = server.browser();
    for (const [name, value] of tab.cookies) next.cookies.set(name, value);
    await next.logIn('patient');
    const { userId } = await next.profile();
    await next.call(calls.logOff, { params: { userId }, body: { auditEventType: 'logoffauditevent' } });
    expect(await changeEmail(tab)).toMatchObject(needed);
  });
});

describe('a password that is asked for again', () => {
  test('locks after five wrong ones, as at the sign-in, and gives nothing while it is locked', async () => {
    const patient = await server.signedIn('limited');
    await passTime();
    for (let tries = 1; tries <= 4; tries += 1)
      expect(await confirm(patient, 'wrong')).toMatchObject({ status: 400, body: { error: 'wrong_password' } });
    expect(await confirm(patient, 'wrong')).toMatchObject({ status: 400, body: { error: 'locked_out', minutes: 15 } });
    expect(await confirm(patient)).toMatchObject({ status: 400, body: { error: 'locked_out' } });
    expect(await changeEmail(patient)).toMatchObject(needed);
  });
});
