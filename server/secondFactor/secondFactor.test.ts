import { type CallShape, calls } from '@portal/api';
import { Secret, TOTP } from 'otpauth';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
});
afterAll(() => server.stop());

const username = 'patient';
let userId: number;
beforeEach(async () => {
  ({ userId } = await server.ids(username));
  for (const table of ['second_factors', 'remembered_browsers', 'pending_sign_ins'])
    await server.query(`delete from ${table}`);
  await server.query(`update facilities set second_factor = '{}'`);
});

/** The code that the app shows, `steps` of 30 seconds from now. */
const codeOf = (key: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + steps * 30_000 });
const wrongCode = (key: string): string => {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeOf(key, steps));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !right.includes(one)) ?? '';
};
const refused = (error: string, status = 400) => ({ status, body: { error } });
const own = (id = userId) => ({ params: { userId: id } });

/** Switches the second step on; its key and recovery codes. The step of the confirming code is as if long ago. */
async function switchOn(browser: Browser, id = userId): Promise<{ key: string; codes: readonly string[] }> {
  const { key } = v.parse(calls.startSecondFactor.answer, (await browser.call(calls.startSecondFactor, own(id))).body);
  const answer = await browser.call(calls.confirmSecondFactor, { ...own(id), body: { code: codeOf(key) } });
  const { recoveryCodes } = v.parse(calls.confirmSecondFactor.answer, answer.body);
  await server.query('update second_factors set last_step = 0 where user_id = $1', [id]);
  return { key, codes: recoveryCodes };
}

const Pending = v.object({ error: v.literal('second_step_required'), pending: v.string(), needs: v.string() });
/** A browser whose password was right, and what it waits with. */
async function waiting(browser = server.browser(), name = username): Promise<{ browser: Browser; pending: string }> {
  const answer = await browser.logIn(name);
  expect(answer.status).toBe(400);
  return { browser, pending: v.parse(Pending, answer.body).pending };
}
async function finish(
  { browser, pending }: { browser: Browser; pending: string },
  code: string,
  remembersBrowser = false,
) {
  const answer = await browser.call(calls.finishSignIn, { body: { pending, code, remembersBrowser } });
  const token = v.safeParse(calls.finishSignIn.answer, answer.body);
  if (answer.status === 200 && token.success) browser.tokens = token.output;
  return answer;
}
const standing = async (browser: Browser) =>
  v.parse(calls.getSecondFactor.answer, (await browser.call(calls.getSecondFactor, own())).body);
const acts = async (since: number): Promise<unknown[]> =>
  (await server.query('select type from audit_events where id > $1 order by id', [since])).map(({ type }) => type);
const lastAct = async (): Promise<number> =>
  Number((await server.query('select max(id) as id from audit_events'))[0]?.['id'] ?? 0);

describe('switching it on', () => {
  test('needs the password of a moment ago and a code; nothing counts before', async () => {
    const browser = await server.signedIn(username);
    expect(await standing(browser)).toEqual({
      switchedOnAt: null,
      isOffered: true,
      isRequired: false,
      dueAt: null,
      codesLeft: 0,
      texts: { isOffered: false, phoneEnd: null },
      browsers: [],
    });
    const from = await lastAct();
    await server.query('update sessions set proved_at = null');
    expect(await browser.call(calls.startSecondFactor, own())).toMatchObject(refused('password_needed', 403));
    await server.query('update sessions set proved_at = now()');
    expect(await browser.call(calls.confirmSecondFactor, { ...own(), body: { code: '123456' } })).toMatchObject(
      refused('second_step_over'),
    );
    const { key, uri } = v.parse(
      calls.startSecondFactor.answer,
      (await browser.call(calls.startSecondFactor, own())).body,
    );
    expect(uri).toMatch(
      /^otpauth:\/\/totp\/.*patient\?issuer=.*&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/,
    );
    expect(uri).not.toContain('Cancer');
    expect((await server.browser().logIn(username)).status).toBe(200);
    expect(await browser.call(calls.confirmSecondFactor, { ...own(), body: { code: wrongCode(key) } })).toMatchObject(
      refused('code_wrong'),
    );
    const spaced = codeOf(key).replace(/^(...)/, '$1 ');
    const answer = await browser.call(calls.confirmSecondFactor, { ...own(), body: { code: spaced } });
    const { recoveryCodes } = v.parse(calls.confirmSecondFactor.answer, answer.body);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(await acts(from)).toContain('secondFactor.on');
    expect(await standing(browser)).toMatchObject({ codesLeft: 10, isRequired: false });
    const { email } = await browser.profile();
    await expect
      .poll(async () => (await server.mails(email ?? '')).map(({ subject }) => subject), { timeout: 10_000 })
      .toContain('The second step at login is on');
    // Neither the key nor a code is stored in clear.
    const stored = JSON.stringify(
      await server.query(
        `select encode(sealed_key, 'escape') as t from second_factors union all select encode(code_hash, 'escape') from recovery_codes`,
      ),
    );
    for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((one) => one.replace('-', ''))])
      expect(stored).not.toContain(secret);
  });

  test('whose answer was lost gives recovery codes with another press, for ten minutes', async () => {
    const browser = await server.signedIn(username);
    const { key, codes } = await switchOn(browser);
    const from = await lastAct();
    const press = (code: string) => browser.call(calls.confirmSecondFactor, { ...own(), body: { code } });
    expect(await press(wrongCode(key))).toMatchObject(refused('code_wrong'));
    const { recoveryCodes } = v.parse(calls.confirmSecondFactor.answer, (await press(codeOf(key))).body);
    expect(recoveryCodes).toHaveLength(10);
    expect(recoveryCodes.filter((one) => codes.includes(one))).toEqual([]);
    expect(await acts(from)).toEqual(['secondFactor.codesMade']);
    await server.query("update second_factors set switched_on_at = switched_on_at - interval '11 minutes'");
    expect(await press(codeOf(key))).toMatchObject(refused('second_step_over'));
  });

  test('is refused where the facility does not offer it; whoever has it keeps it', async () => {
    const browser = await server.signedIn(username);
    await server.query(`update facilities set second_factor = '{"patients":"off","representatives":"off"}'`);
    expect(await browser.call(calls.startSecondFactor, own())).toMatchObject(refused('feature_inactive'));
    expect((await standing(browser)).isOffered).toBe(false);
    await server.query(`update facilities set second_factor = '{}'`);
    const { key } = await switchOn(browser);
    await server.query(`update facilities set second_factor = '{"patients":"off"}'`);
    expect((await finish(await waiting(), codeOf(key))).status).toBe(200);
  });

  test('is for representatives as well, by a rule of their own', async () => {
    await server.query(`update facilities set second_factor = '{"patients":"off"}'`);
    const browser = await server.signedIn('representative');
    const { userId: id } = await server.ids('representative');
    const { key } = await switchOn(browser, id);
    const step = await waiting(server.browser(), 'representative');
    expect((await finish(step, codeOf(key))).status).toBe(200);
    expect((await step.browser.profile()).isAuthorizedRepresentative).toBe(true);
  });
});

describe('the second step', () => {
  let key: string;
  let codes: readonly string[];
  beforeEach(async () => {
    ({ key, codes } = await switchOn(await server.signedIn(username)));
  });

  test('follows the right password alone, and makes the session', async () => {
    expect(await server.browser().logIn(username, 'wrong')).toMatchObject(refused('invalid_grant'));
    const step = await waiting();
    const answer = await finish(step, codeOf(key));
    expect(answer).toMatchObject({ status: 200, body: { expires_in: 3600, token_type: 'Bearer' } });
    expect(answer.headers.getSetCookie().join()).toMatch(/vestibule-portal=.*HttpOnly/);
    expect((await step.browser.profile()).userName).toBe(username);
    // The password was typed a moment ago, so what needs proof works.
    expect((await step.browser.call(calls.renewRecoveryCodes, own())).status).toBe(200);
  });

  test('gives nothing before it is done: no token, no cookie, and every other call refuses', async () => {
    const before = await server.query('select id from sessions');
    const { browser, pending } = await waiting();
    expect([...browser.cookies.keys()]).toEqual([]);
    expect((await server.query('select id from sessions')).length).toBe(before.length);
    const guarded = Object.values<CallShape>(calls).filter(({ access }) => access !== 'everyone');
    const { patientId } = await server.ids(username);
    for (const call of guarded) {
      const params = Object.fromEntries(
        Object.keys(call.params).map((name) => [name, name === 'patientId' ? Number(patientId) : userId]),
      );
      const answer = await browser.call(call, { params, headers: { authorization: `Bearer ${pending}` } });
      expect([401, 404], call.name).toContain(answer.status);
    }
    expect(await browser.refresh(pending)).toMatchObject(refused('invalid_grant'));
  });

  test('takes a code of the app once, also one that is 30 seconds old or early, and none that is older', async () => {
    expect((await finish(await waiting(), codeOf(key, -1))).status).toBe(200);
    const step = await waiting();
    expect(await finish(step, codeOf(key, -1))).toMatchObject(refused('code_wrong'));
    expect((await finish(step, codeOf(key, 1))).status).toBe(200);
    const late = await waiting();
    expect(await finish(late, codeOf(key))).toMatchObject(refused('code_wrong'));
    await server.query('update second_factors set last_step = 0, wrong_codes = 0');
    expect(await finish(late, codeOf(key, -3))).toMatchObject(refused('code_wrong'));
  });

  test('takes each recovery code once, and tells the owner how many are left', async () => {
    const from = await lastAct();
    const { email } = await (await finishedBrowser()).profile();
    const mails = (await server.mails(email ?? '')).length;
    expect((await finish(await waiting(), ` ${String(codes[3]).toLowerCase().replace('-', ' ')} `)).status).toBe(200);
    expect(await finish(await waiting(), String(codes[3]))).toMatchObject(refused('code_wrong'));
    expect(await acts(from)).toEqual(expect.arrayContaining(['secondFactor.codeUsed', 'secondFactor.codeWrong']));
    const mail = (await server.waitForMails(email ?? '', mails + 1)).find(
      ({ subject }) => subject === 'A recovery code was used',
    );
    expect(mail?.text).toContain('Recovery codes left: 9.');
    const browser = await finishedBrowser(2);
    const renewed = await browser.call(calls.renewRecoveryCodes, own());
    const { recoveryCodes } = v.parse(calls.renewRecoveryCodes.answer, renewed.body);
    expect(await finish(await waiting(), String(codes[4]))).toMatchObject(refused('code_wrong'));
    expect((await finish(await waiting(), String(recoveryCodes[0]))).status).toBe(200);
  });

  /** Somebody who has done the second step. */
  async function finishedBrowser(steps = 0): Promise<Browser> {
    await server.query('update second_factors set last_step = 0');
    const step = await waiting();
    expect((await finish(step, codeOf(key, steps > 0 ? 1 : 0))).status).toBe(200);
    await server.query('update second_factors set last_step = 0');
    return step.browser;
  }

  test('is over after five minutes, after it was done, and after a new password', async () => {
    const over = refused('second_step_over');
    const late = await waiting();
    await server.query("update pending_sign_ins set expires_at = now() - interval '1 second'");
    expect(await finish(late, codeOf(key))).toMatchObject(over);
    const [row] = await server.query('select extract(epoch from max(expires_at) - now()) as s from pending_sign_ins');
    expect(Number(row?.['s'])).toBeLessThanOrEqual(300);
    const done = await waiting();
    expect((await finish(done, codeOf(key))).status).toBe(200);
    await server.query('update second_factors set last_step = 0');
    expect(await finish(done, codeOf(key))).toMatchObject(over);
    expect(await finish({ browser: server.browser(), pending: 'nobody gave this' }, codeOf(key))).toMatchObject(over);
    const old = await waiting();
    const browser = await finishedBrowser();
    const [account] = await server.query('select password_hash from users where id = $1', [userId]);
    const body = { oldPassword: 'Demo+Pass1', newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2' };
    expect((await browser.call(calls.changePassword, { ...own(), body })).status).toBe(204);
    expect(await finish(old, codeOf(key))).toMatchObject(over);
    await server.query('update users set password_hash = $1 where id = $2', [account?.['password_hash'], userId]);
  });

  test('ends with the other sessions where the password is changed in the very moment in which it is passed', async () => {
    const [account] = await server.query('select password_hash from users where id = $1', [userId]);
    const browser = await finishedBrowser();
    // In a browser of before, whose row the sign-in writes after it has used its waiting sign-in up.
    const step = await waiting(await finishedBrowser());
    const { passed, changed } = await server.tx(async (tx) => {
      await tx.script('select 1 from known_browsers for update');
      const passing = finish(step, codeOf(key));
      await server.untilWaiting(1);
      const body = { oldPassword: 'Demo+Pass1', newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2' };
      const asked = { passed: passing, changed: browser.call(calls.changePassword, { ...own(), body }) };
      await server.untilWaiting(2);
      return asked;
    });
    expect([(await passed).status, (await changed).status]).toEqual([200, 204]);
    expect((await step.browser.call(calls.getLoginProfile)).status).toBe(401);
    expect((await browser.call(calls.getLoginProfile)).status).toBe(200);
    await server.query('update users set password_hash = $1 where id = $2', [account?.['password_hash'], userId]);
  });

  test('is over for who was disabled in between', async () => {
    const step = await waiting();
    await server.query('update users set disabled_at = now() where id = $1', [userId]);
    expect(await finish(step, codeOf(key))).toMatchObject(refused('second_step_over'));
    await server.query('update users set disabled_at = null where id = $1', [userId]);
  });

  test('a thousand tries of one right code at once: five get an answer, one a session', async () => {
    const step = await waiting();
    const before = Number((await server.query('select count(*) as n from sessions'))[0]?.['n']);
    const code = codeOf(key);
    const answers = await Promise.all(
      Array.from({ length: 1000 }, () =>
        server.browser().call(calls.finishSignIn, { body: { pending: step.pending, code, remembersBrowser: false } }),
      ),
    );
    const count = (status: number, error?: string) =>
      answers.filter((one) => one.status === status && (error === undefined || one.text.includes(error))).length;
    expect(count(200)).toBe(1);
    expect(count(400, 'code_wrong')).toBeLessThanOrEqual(4);
    expect(count(200) + count(400, 'code_wrong') + count(400, 'second_step_over')).toBe(1000);
    expect(Number((await server.query('select count(*) as n from sessions'))[0]?.['n'])).toBe(before + 1);
  });

  test('after five wrong codes, over all sign-ins, nobody gets on for 15 minutes, and the owner is told', async () => {
    const { email } = await (await finishedBrowser()).profile();
    const steps = await Promise.all(Array.from({ length: 4 }, () => waiting()));
    const wrong = wrongCode(key);
    // Each sign-in could try five by itself.
    const answers = await Promise.all(steps.flatMap((step) => Array.from({ length: 3 }, () => finish(step, wrong))));
    const errors = answers.map(({ text }) => text);
    expect(errors.filter((text) => text.includes('code_wrong'))).toHaveLength(5);
    expect(errors.filter((text) => text.includes('locked_out'))).toHaveLength(7);
    const last = await waiting();
    expect(await finish(last, codeOf(key))).toMatchObject({ status: 400, body: { error: 'locked_out', minutes: 15 } });
    expect(await finish(last, String(codes[0]))).toMatchObject(refused('locked_out'));
    const out = await command(['user', 'show', '--user', username], server.databaseUrl);
    expect(out.out).toContain('The second step is locked until');
    for (;;) {
      const mails = await server.waitForMails(email ?? '', 1);
      if (mails.some(({ subject }) => subject === 'Someone may know your password')) break;
      await server.waitForMails(email ?? '', mails.length + 1);
    }
    await server.query("update second_factors set locked_until = now() - interval '1 second'");
    expect((await finish(await waiting(), codeOf(key))).status).toBe(200);
  });

  test('a remembered browser is asked no more for 30 days, for this person alone, until it is forgotten', async () => {
    const step = await waiting();
    expect((await finish(step, codeOf(key), true)).status).toBe(200);
    expect((await step.browser.logIn(username)).status).toBe(200);
    expect(await standing(step.browser)).toMatchObject({ browsers: [{ isThis: true }] });
    await waiting();
    const [row] = await server.query('select expires_at - created_at as life from remembered_browsers');
    expect(row?.['life']).toMatchObject({ days: 30 });
    await server.query("update remembered_browsers set expires_at = now() - interval '1 second'");
    await waiting(step.browser);
    await server.query("update remembered_browsers set expires_at = now() + interval '1 day'");
    const [{ rememberedBrowserId } = { rememberedBrowserId: 0 }] = (await standing(step.browser)).browsers;
    const other = await server.signedIn('representative');
    const { userId: otherId } = await server.ids('representative');
    const forget = (browser: Browser, id: number) =>
      browser.call(calls.forgetBrowser, { params: { userId: id, rememberedBrowserId } });
    expect((await forget(other, otherId)).status).toBe(404);
    expect((await forget(step.browser, userId)).status).toBe(204);
    expect((await forget(step.browser, userId)).status).toBe(404);
    await waiting(step.browser);
  });

  test('a new password by mail does not pass by it, in a remembered browser either', async () => {
    await server.query('update users set is_email_confirmed = true where id = $1', [userId]);
    const step = await waiting();
    expect((await finish(step, codeOf(key), true)).status).toBe(200);
    const { email } = await step.browser.profile();
    const [account] = await server.query('select password_hash from users where id = $1', [userId]);
    await server.browser().call(calls.forgotPassword, { query: { userName: username, language: 'en' } });
    const reset = async (): Promise<string> => {
      for (;;) {
        const mails = await server.waitForMails(email ?? '', 1);
        const found = mails
          .map(({ text }) => /reset-password#t=([\w-]+)/.exec(text ?? '')?.[1])
          .find((one) => one !== undefined);
        if (found !== undefined) return found;
        await server.waitForMails(email ?? '', mails.length + 1);
      }
    };
    const body = { token: await reset(), newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2' };
    expect((await step.browser.call(calls.resetPassword, { body })).status).toBe(204);
    expect(await step.browser.logIn(username, 'Fresh$Start2')).toMatchObject(refused('second_step_required'));
    await server.query('update users set password_hash = $1 where id = $2', [account?.['password_hash'], userId]);
  });

  test('is asked for in every other browser once the account is logged out there', async () => {
    const nextCode = async (): Promise<string> => {
      await server.query('update second_factors set last_step = 0');
      return codeOf(key);
    };
    const there = await waiting();
    expect((await finish(there, await nextCode(), true)).status).toBe(200);
    const here = await waiting();
    expect((await finish(here, await nextCode(), true)).status).toBe(200);
    const half = await waiting();
    expect((await here.browser.call(calls.endOtherPlaces, own())).status).toBe(204);
    expect(await finish(half, await nextCode())).toMatchObject(refused('second_step_over'));
    expect((await there.browser.call(calls.getLoginProfile)).status).toBe(401);
    await waiting(there.browser);
    expect((await standing(here.browser)).browsers).toMatchObject([{ isThis: true }]);
    expect((await here.browser.logIn(username)).status).toBe(200);
  });

  test('is not asked of who comes by single sign-on or by an emailed link', async () => {
    expect((await server.browser().signOn(await server.ticket(username))).status).toBe(200);
    expect((await server.browser().followLink(await server.link(username), 'Applewhistle', '1971-03-14')).status).toBe(
      200,
    );
  });

  test('moves to another phone while the old one works until the new one is confirmed', async () => {
    const browser = await finishedBrowser();
    const started = await browser.call(calls.startSecondFactor, own());
    const { key: next } = v.parse(calls.startSecondFactor.answer, started.body);
    expect((await finish(await waiting(), codeOf(key))).status).toBe(200);
    expect((await browser.call(calls.confirmSecondFactor, { ...own(), body: { code: codeOf(next) } })).status).toBe(
      200,
    );
    await server.query('update second_factors set last_step = 0');
    const step = await waiting();
    expect(await finish(step, codeOf(key))).toMatchObject(refused('code_wrong'));
    expect((await finish(step, codeOf(next))).status).toBe(200);
  });

  test('is switched off with the password of a moment ago, unless the facility requires it', async () => {
    const browser = await finishedBrowser();
    await server.query(`update facilities set second_factor = '{"patients":"required"}'`);
    expect(await standing(browser)).toMatchObject({ isRequired: true, dueAt: null });
    expect(await browser.call(calls.endSecondFactor, own())).toMatchObject(refused('second_factor_required', 409));
    await server.query(`update facilities set second_factor = '{}'`);
    await server.query('update sessions set proved_at = null');
    expect(await browser.call(calls.endSecondFactor, own())).toMatchObject(refused('password_needed', 403));
    await server.query('update sessions set proved_at = now()');
    const from = await lastAct();
    expect((await browser.call(calls.endSecondFactor, own())).status).toBe(204);
    expect((await browser.call(calls.endSecondFactor, own())).status).toBe(204);
    expect((await acts(from)).filter((type) => type === 'secondFactor.off')).toHaveLength(1);
    expect((await browser.call(calls.renewRecoveryCodes, own())).status).toBe(404);
    expect((await server.browser().logIn(username)).status).toBe(200);
  });

  test('is reset by staff who say how they checked whom they speak to', async () => {
    const admin = (...args: string[]) => command(['second-factor', 'reset', ...args], server.databaseUrl);
    expect(await admin('--user', username)).toMatchObject({ code: 2 });
    expect(await admin('--user', username, '--checked', 'a feeling')).toMatchObject({ code: 2 });
    expect((await command(['user', 'show', '--user', username], server.databaseUrl)).out).toContain(
      'second-factor reset --user patient',
    );
    expect(await admin('--user', username, '--checked', 'photo-id')).toMatchObject({
      code: 0,
      out: 'The second step of "patient" is off.',
    });
    const [row] = await server.query(
      "select detail, patient_id from audit_events where type = 'secondFactor.reset' order by id desc limit 1",
    );
    expect(row).toMatchObject({ detail: { checked: 'photo-id' }, patient_id: expect.anything() });
    expect((await server.browser().logIn(username)).status).toBe(200);
    expect((await admin('--user', username, '--checked', 'photo-id')).out).toBe('"patient" has no second step.');
  });
});

test('goes on under another SERVER_KEY that names the one before: by the app, and by recovery codes', async () => {
  const keyBefore = 'the key before, of thirty-two letters';
  const first = await startTestServer({ environment: { SERVER_KEY: keyBefore } });
  const next = await startTestServer({
    beside: first,
    environment: { SERVER_KEY: 'the key after, of thirty-two letters', SERVER_KEY_BEFORE: keyBefore },
  });
  onTestFinished(async () => {
    await next.stop();
    await first.stop();
  });
  const { userId: id } = await first.ids(username);
  const { key, codes } = await switchOn(await first.signedIn(username), id);
  await first.query('update second_factors set last_step = 0');
  for (const code of [codeOf(key), codes[0] ?? ''])
    expect((await finish(await waiting(next.browser()), code)).status).toBe(200);
  expect((await finish(await waiting(next.browser()), codes[0] ?? '')).status).toBe(400);
});

describe('where the facility requires it', () => {
  test('a person has days of grace from the first log-in that tells them; then it is set up before anything else', async () => {
    await server.query(`update facilities set second_factor = '{"patients":"required","graceDays":3}'`);
    const browser = await server.signedIn(username);
    const { dueAt } = await standing(browser);
    expect(Math.round((Date.parse(dueAt ?? '') - Date.now()) / 86_400_000)).toBe(3);
    await server.query("update second_factors set due_at = now() - interval '1 second'");
    const step = await waiting();
    const setUp = () => step.browser.call(calls.setUpAtSignIn, { body: { pending: step.pending } });
    expect(await finish(step, '123456')).toMatchObject(refused('second_step_over'));
    const { key } = v.parse(calls.setUpAtSignIn.answer, (await setUp()).body);
    expect(await finish(step, wrongCode(key))).toMatchObject(refused('code_wrong'));
    const answer = await finish(step, codeOf(key));
    expect(answer.status).toBe(200);
    expect(v.parse(calls.finishSignIn.answer, answer.body).recoveryCodes).toHaveLength(10);
    expect(await setUp()).toMatchObject(refused('second_step_over'));
    expect((await standing(step.browser)).switchedOnAt).not.toBeNull();
  });

  test('recovery codes whose answer was lost come again with a second press, for ten minutes', async () => {
    await server.query(`update facilities set second_factor = '{"patients":"required","graceDays":0}'`);
    const from = await lastAct();
    const step = await waiting();
    const setUp = () => step.browser.call(calls.setUpAtSignIn, { body: { pending: step.pending } });
    const { key } = v.parse(calls.setUpAtSignIn.answer, (await setUp()).body);
    const codesOf = async (code: string) =>
      v.parse(calls.finishSignIn.answer, (await finish(step, code)).body).recoveryCodes ?? [];
    const lost = await codesOf(codeOf(key));
    expect(await finish(step, wrongCode(key))).toMatchObject(refused('code_wrong'));
    const shown = await codesOf(codeOf(key));
    expect(shown).toHaveLength(10);
    expect(shown).not.toEqual(lost);
    expect(await acts(from)).toEqual(expect.arrayContaining(['secondFactor.on', 'secondFactor.codesMade']));
    expect((await acts(from)).filter((one) => one === 'secondFactor.on')).toHaveLength(1);
    expect(await setUp()).toMatchObject(refused('second_step_over'));
    expect((await finish(await waiting(), String(shown[0]))).status).toBe(200);
    expect(await finish(await waiting(), String(lost[1]))).toMatchObject(refused('code_wrong'));
    await server.query("update pending_sign_ins set expires_at = now() - interval '1 second'");
    expect(await finish(step, codeOf(key))).toMatchObject(refused('second_step_over'));
  });

  test('the day is told to those alone of whom it is required', async () => {
    await server.query(`update facilities set second_factor = '{"patients":"required","graceDays":3}'`);
    const { secondStepDueAt } = await (await server.signedIn(username)).profile();
    expect(secondStepDueAt).not.toBeNull();
    await server.query(`update facilities set second_factor = '{"representatives":"required","graceDays":3}'`);
    expect(await (await server.signedIn(username)).profile()).toMatchObject({ secondStepDueAt: null });
  });

  test('a set-up that was begun with the password alone replaces no second step', async () => {
    await server.query(`update facilities set second_factor = '{"patients":"required","graceDays":0}'`);
    const [first, second] = [await waiting(), await waiting()];
    const keyFor = async ({ browser, pending }: { browser: Browser; pending: string }) =>
      v.parse(calls.setUpAtSignIn.answer, (await browser.call(calls.setUpAtSignIn, { body: { pending } })).body).key;
    expect((await finish(first, codeOf(await keyFor(first)))).status).toBe(200);
    const key = await keyFor(second);
    expect(await finish(second, codeOf(key))).toMatchObject(refused('second_step_over'));
  });

  test('a waiting sign-in of the other kind gets no key', async () => {
    await switchOn(await server.signedIn(username));
    const { browser, pending } = await waiting();
    expect(await browser.call(calls.setUpAtSignIn, { body: { pending } })).toMatchObject(refused('second_step_over'));
  });
});
