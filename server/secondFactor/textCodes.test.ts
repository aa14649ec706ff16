import { existsSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { calls } from '@portal/api';
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
let userId: number;
const phoneNumber = '+12025550110';
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
  ({ userId } = await server.ids('patient'));
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['second_factors', 'remembered_browsers', 'pending_sign_ins', 'limits'])
    await server.query(`delete from ${table}`);
  await allow(true);
});

const allow = (textMessages: boolean) =>
  server.query('update facilities set second_factor = $1', [JSON.stringify({ textMessages })]);
const refused = (error: string, status = 400) => ({ status, body: { error } });
const own = {
  params: {
    get userId() {
      return userId;
    },
  },
};

/** The text messages that were written so far, oldest first. */
async function texts(): Promise<{ to: string; code: string }[]> {
  const folder = join(server.dataDir, 'outbox');
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort() : [];
  const all = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return all.map((text) => ({
    to: /^To: (\S+)/.exec(text)?.[1] ?? '',
    code: /: (\d{6}) is your code/.exec(text)?.[1] ?? '',
  }));
}
/** Does something that sends a text message, and gives its code. */
async function codeFrom(work: () => Promise<{ status: number }>): Promise<string> {
  const before = await texts();
  expect((await work()).status).toBe(204);
  await expect.poll(async () => (await texts()).length, { timeout: 20_000 }).toBe(before.length + 1);
  const [sent] = (await texts()).filter(({ code }) => !before.some((one) => one.code === code));
  expect(sent?.to).toBe(phoneNumber);
  return sent?.code ?? '';
}
const other = (code: string): string => (code === '000000' ? '111111' : '000000');

async function switchOn(browser: Browser): Promise<string> {
  const { key } = v.parse(calls.startSecondFactor.answer, (await browser.call(calls.startSecondFactor, own)).body);
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate();
  expect((await browser.call(calls.confirmSecondFactor, { ...own, body: { code } })).status).toBe(200);
  return key;
}
const start = (browser: Browser) => browser.call(calls.startTextCodes, { ...own, body: { phoneNumber } });
const confirm = (browser: Browser, code: string) => browser.call(calls.confirmTextCodes, { ...own, body: { code } });
/** A signed-in browser of somebody to whose phone codes may go. */
async function withNumber(): Promise<Browser> {
  const browser = await server.signedIn('patient');
  await switchOn(browser);
  expect((await confirm(browser, await codeFrom(() => start(browser)))).status).toBe(204);
  return browser;
}
const standing = async (browser: Browser) =>
  v.parse(calls.getSecondFactor.answer, (await browser.call(calls.getSecondFactor, own)).body).texts;
const Waits = v.object({ pending: v.string(), textsTo: v.optional(v.string()) });
async function waiting() {
  const browser = server.browser();
  return { browser, ...v.parse(Waits, (await browser.logIn('patient')).body) };
}
const ask = ({ browser, pending }: { browser: Browser; pending: string }) =>
  browser.call(calls.textSignInCode, { body: { pending } });
const finish = ({ browser, pending }: { browser: Browser; pending: string }, code: string) =>
  browser.call(calls.finishSignIn, { body: { pending, code, remembersBrowser: false } });

describe('a number for codes', () => {
  test('counts once the code that went there was typed, and its owner is told', async () => {
    const browser = await server.signedIn('patient');
    await switchOn(browser);
    expect(await standing(browser)).toEqual({ isOffered: true, phoneEnd: null });
    const code = await codeFrom(() => start(browser));
    expect(JSON.stringify(await server.query("select encode(code_hash, 'escape') from text_codes"))).not.toContain(
      code,
    );
    expect(await confirm(browser, other(code))).toMatchObject(refused('code_wrong'));
    expect(await standing(browser)).toMatchObject({ phoneEnd: null });
    expect((await confirm(browser, code)).status).toBe(204);
    expect(await standing(browser)).toEqual({ isOffered: true, phoneEnd: '10' });
    expect(await confirm(browser, code)).toMatchObject(refused('second_step_over'));
    const { email } = await browser.profile();
    await expect
      .poll(async () => (await server.mails(email ?? '')).map(({ subject }) => subject), { timeout: 20_000 })
      .toContain('Codes by text message are on');
  });

  test('needs the app, a facility that allows it, and the password of a moment ago', async () => {
    const browser = await server.signedIn('patient');
    expect(await start(browser)).toMatchObject(refused('not_found', 404));
    await switchOn(browser);
    await allow(false);
    expect(await start(browser)).toMatchObject(refused('feature_inactive'));
    await allow(true);
    await server.query('update sessions set proved_at = null');
    expect(await start(browser)).toMatchObject(refused('password_needed', 403));
  });

  test('has five tries at its code, within ten minutes', async () => {
    const browser = await server.signedIn('patient');
    await switchOn(browser);
    const code = await codeFrom(() => start(browser));
    for (let tries = 0; tries < 5; tries += 1)
      expect(await confirm(browser, other(code))).toMatchObject(refused('code_wrong'));
    expect(await confirm(browser, code)).toMatchObject(refused('second_step_over'));
    const late = await codeFrom(() => start(browser));
    await server.query("update text_codes set expires_at = expires_at - interval '10 minutes'");
    expect(await confirm(browser, late)).toMatchObject(refused('second_step_over'));
  });

  test('ends by itself with the second step, or when its owner says so', async () => {
    const browser = await withNumber();
    expect((await browser.call(calls.endTextCodes, own)).status).toBe(204);
    expect((await waiting()).textsTo).toBeUndefined();
    expect((await confirm(browser, await codeFrom(() => start(browser)))).status).toBe(204);
    expect((await browser.call(calls.endSecondFactor, own)).status).toBe(204);
    await switchOn(browser);
    expect((await waiting()).textsTo).toBeUndefined();
  });
});

describe('a code at the sign-in', () => {
  test('comes when it is asked for, and finishes this sign-in once', async () => {
    await withNumber();
    const one = await waiting();
    expect(one.textsTo).toBe('10');
    const code = await codeFrom(() => ask(one));
    expect(await finish(one, other(code))).toMatchObject(refused('code_wrong'));
    expect((await finish(one, code)).status).toBe(200);
    expect(await finish(await waiting(), code)).toMatchObject(refused('code_wrong'));
    expect(await server.brokenAuditRows()).toEqual([]);
  });

  test('is none for another sign-in, and none for a number', async () => {
    const signedIn = await withNumber();
    const [mine, theirs] = [await waiting(), await waiting()];
    const code = await codeFrom(() => ask(mine));
    expect(await finish(theirs, code)).toMatchObject(refused('code_wrong'));
    expect(await confirm(signedIn, code)).toMatchObject(refused('code_wrong'));
    expect((await finish(mine, code)).status).toBe(200);
  });

  test('is right once of many tries at the same time', async () => {
    await withNumber();
    const one = await waiting();
    const code = await codeFrom(() => ask(one));
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(one, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is sent five times an hour, and to nobody who has no number', async () => {
    const browser = await withNumber();
    // One went to the number to confirm it.
    for (let sent = 0; sent < 4; sent += 1) expect((await ask(await waiting())).status).toBe(204);
    expect(await ask(await waiting())).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
    await server.query('delete from limits');
    await allow(false);
    const refusedOne = await waiting();
    expect(refusedOne.textsTo).toBeUndefined();
    expect(await ask(refusedOne)).toMatchObject(refused('feature_inactive'));
    expect(await ask({ browser, pending: 'made up' })).toMatchObject(refused('second_step_over'));
  });
});
