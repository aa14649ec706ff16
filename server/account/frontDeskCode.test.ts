import { calls } from '@portal/api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
});
afterAll(() => server.stop());

const password = 'Lantern$Quay4';
const made = async (username: string): Promise<string> => {
  const { code, out } = await command(
    ['user', 'code', '--user', username, '--checked', 'photo-id'],
    server.databaseUrl,
  );
  expect(code).toBe(0);
  return /Code ([2-9A-Z]{4}-[2-9A-Z]{4}) for/.exec(out)?.[1] ?? '';
};
const redeem = (body: Readonly<Record<string, unknown>>) =>
  server.browser().call(calls.redeemFrontDeskCode, {
    query: { language: 'en' },
    body: { userName: 'patient', newPassword: password, confirmPassword: password, email: null, ...body },
  });
const refused = (error: string) => ({ status: 400, body: { error } });

test('a code of the front desk sets a new password and address, once; both mailboxes and the log are told', async () => {
  const browser = await server.signedIn('patient');
  const { email } = await browser.profile();
  expect(await command(['user', 'code', '--user', 'patient'], server.databaseUrl)).toMatchObject({ code: 2 });
  const code = await made('patient');
  expect((await server.waitForMails(email ?? '', 1)).at(-1)?.subject).toBe('A code for your account was given out');
  const stored = JSON.stringify(await server.query("select encode(code_hash, 'escape') as h from front_desk_codes"));
  expect(stored).not.toContain(code.replace('-', ''));

  expect(await redeem({ code, confirmPassword: 'Other$Quay4' })).toMatchObject(refused('confirm_mismatch'));
  expect(await redeem({ code, newPassword: 'short', confirmPassword: 'short' })).toMatchObject(
    refused('password_rules'),
  );
  for (let tries = 0; tries < 6; tries += 1)
    expect(await redeem({ code, newPassword: 'Juniper+1971', confirmPassword: 'Juniper+1971' })).toMatchObject(
      refused('password_guessable'),
    );
  const spoken = ` ${code.toLowerCase().replace('-', ' ')} `;
  const both = await Promise.all([1, 2, 3].map(() => redeem({ code: spoken, email: 'new@otterbay.example' })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400, 400]);
  expect(await redeem({ code })).toMatchObject(refused('code_wrong'));

  expect(await browser.refresh()).toMatchObject(refused('invalid_grant'));
  expect(await server.browser().logIn('patient')).toMatchObject(refused('invalid_grant'));
  const again = server.browser();
  expect((await again.logIn('patient', password)).status).toBe(200);
  expect(await again.profile()).toMatchObject({ email: 'new@otterbay.example', isEmailConfirmed: false });
  const told = (await server.waitForMails(email ?? '', 3)).map(({ subject }) => subject);
  expect(told).toEqual(expect.arrayContaining(['Your password was changed', 'We changed your email address']));
  expect((await server.waitForMails('new@otterbay.example', 1))[0]?.subject).toBe('Confirm your email address');
  const { patientId } = await server.ids('patient');
  const types = (
    await server.query('select type, detail from audit_events where patient_id = $1 order by id desc limit 20', [
      patientId,
    ])
  ).map(({ type }) => type);
  expect(types).toEqual(
    expect.arrayContaining(['frontDeskCode.made', 'frontDeskCode.wrong', 'password.reset', 'email.changed']),
  );
  const [row] = await server.query("select detail from audit_events where type = 'frontDeskCode.made'");
  expect(row).toMatchObject({ detail: { checked: 'photo-id' } });
});

test('a code is over after an hour, after five wrong tries, after a later one and after a new password; unknown names answer alike', async () => {
  const wrong = refused('code_wrong');
  expect(await redeem({ userName: 'nobody-of-that-name', code: 'AAAA-AAAA' })).toMatchObject(wrong);
  expect(await redeem({ userName: 'noemail', code: 'AAAA-AAAA' })).toMatchObject(wrong);
  expect((await redeem({ userName: 'noemail', code: 'AAAA' })).status).toBe(400);
  const late = await made('noemail');
  await server.query("update front_desk_codes set expires_at = now() - interval '1 second'");
  expect(await redeem({ userName: 'noemail', code: late })).toMatchObject(wrong);
  const first = await made('noemail');
  const second = await made('noemail');
  expect(await redeem({ userName: 'noemail', code: first })).toMatchObject(wrong);
  const guesses = await Promise.all(
    Array.from({ length: 30 }, () => redeem({ userName: 'noemail', code: 'AAAA-AAAA' })),
  );
  for (const answer of guesses) expect(answer).toMatchObject(wrong);
  expect(await redeem({ userName: 'noemail', code: second })).toMatchObject(wrong);
  const third = await made('noemail');
  expect((await redeem({ userName: 'noemail', code: third })).status).toBe(204);
  expect((await server.browser().logIn('noemail', password)).status).toBe(200);
});
