import { calls } from '@portal/api';
import type { Email } from 'postal-mime';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
});
beforeEach(async () => {
  await server.query('delete from limits');
  await server.query('delete from login_failures');
});
afterAll(() => server.stop());

const notFound = { status: 404, body: { error: 'not_found' } };
const unauthorized = { status: 401, body: { error: 'unauthorized' } };
const refused = (error: string) => ({ status: 400, body: { error } });

let made = 0;
interface Person {
  readonly userId: number;
  readonly patientId: number;
  readonly username: string;
  readonly email: string;
  readonly browser: Browser;
}
/** A new patient of the default facility, signed in, with a confirmed address. */
async function newPatient(
  more: { confirmed?: boolean; email?: string | null; language?: string } = {},
): Promise<Person> {
  const username = `person${(made += 1)}`;
  const email = more.email === undefined ? `${username}@example.org` : more.email;
  const [user] = await server.query(
    `insert into users (username, password_hash, first_name, last_name, email, is_email_confirmed, is_eula_accepted, facility_id, language)
     select $1, password_hash, 'Mira', 'Olsen', $2, $3, true, facility_id, $4 from users where username = 'patient' returning id`,
    [username, email, more.confirmed ?? true, more.language ?? null],
  );
  const userId = Number(user?.['id']);
  const [patient] = await server.query(
    `insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id, email_address)
     select id, 'T-' || id, first_name, last_name, '1961-04-05', facility_id, email from users where id = $1 returning id`,
    [userId],
  );
  return {
    userId,
    patientId: Number(patient?.['id']),
    username,
    email: email ?? '',
    browser: await server.signedIn(username),
  };
}

/** The only link in a mail that contains `part`. */
function linkIn(mail: Email | undefined, part: string): URL {
  const found = mail?.text?.split(/\s/).filter((word) => word.startsWith('http') && word.includes(part)) ?? [];
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} links with ${part}`);
  return new URL(found[0]);
}
const auditTypes = async (userId: number): Promise<unknown[]> =>
  (
    await server.query(
      "select type from audit_events where actor_user_id = $1 and type <> 'access.refused' order by id",
      [userId],
    )
  )
    .map((row) => row['type'])
    .filter((type) => type !== 'session.started');

describe('places where the account is signed in', () => {
  const subjects = async (email: string): Promise<unknown[]> =>
    (await server.mails(email)).map(({ subject }) => subject);

  test('the owner is told of a browser that is new, and of nothing else', async () => {
    const { username, email, browser } = await newPatient({ language: 'es' });
    expect((await browser.logIn(username)).status).toBe(200);
    const other = await server.signedIn(username);
    expect((await other.logIn(username)).status).toBe(200);
    const [mail] = await server.waitForMails(email, 1);
    expect(mail?.subject).toBe('Nuevo inicio de sesión en su cuenta');
    expect(linkIn(mail, '/account-settings').hash).toBe('#places');
    expect(await subjects(email)).toHaveLength(1);
  });

  test('the owner of an account that was not used for long is told too', async () => {
    const { username, email, userId } = await newPatient();
    await server.query("update users set created_at = now() - interval '2 years' where id = $1", [userId]);
    await server.query('delete from known_browsers where user_id = $1', [userId]);
    await server.signedIn(username);
    expect((await server.waitForMails(email, 1))[0]?.subject).toBe('New login to your account');
  });

  test('ending all others tells the owner, unless there is nothing to end', async () => {
    const { username, email, browser, userId } = await newPatient();
    const end = () => browser.call(calls.endOtherPlaces, { params: { userId } });
    expect((await end()).status).toBe(204);
    const other = await server.signedIn(username);
    expect((await end()).status).toBe(204);
    expect((await other.call(calls.getLoginProfile)).status).toBe(401);
    expect((await end()).status).toBe(204);
    await server.waitForMails(email, 2);
    expect(await subjects(email)).toEqual(['New login to your account', 'You are logged out everywhere else']);
  });
});

describe('confirming the address', () => {
  const confirm = (person: Person, secret: string, username = person.username, browser = person.browser) =>
    browser.call(calls.validateUser, { params: { userId: person.userId, encryptedUserId: secret, username } });

  test('the mail brings a link, which confirms once it was shown to the account it belongs to', async () => {
    const person = await newPatient({ confirmed: false });
    expect(
      (
        await person.browser.call(calls.sendConfirmEmail, {
          params: { userId: person.userId },
          query: { language: 'es' },
        })
      ).status,
    ).toBe(204);
    const [mail] = await server.mails(person.email);
    expect(mail?.subject).toBe('Confirme su correo electrónico');
    const secret = linkIn(mail, '/confirm-email?u=').searchParams.get('u') ?? '';
    const call = () => person.browser.call(calls.confirmEmail, { params: { userId: person.userId } });

    expect(await call()).toMatchObject(notFound);
    expect((await confirm(person, secret)).body).toEqual({ userValidation: true });
    expect((await person.browser.profile()).isEmailConfirmed).toBe(false);
    expect((await call()).status).toBe(204);
    expect((await person.browser.profile()).isEmailConfirmed).toBe(true);
    expect((await call()).status).toBe(204);
    expect(await auditTypes(person.userId)).toEqual(['email.confirmation_sent', 'email.confirmed']);
    // Opened once more, also on another device: it says that the address is confirmed.
    const again = await server.signedIn(person.username);
    expect((await confirm(person, secret, person.username, again)).body).toEqual({ userValidation: true });
    expect((await again.call(calls.confirmEmail, { params: { userId: person.userId } })).status).toBe(204);
    // The link is used up, so it does not confirm the address again.
    await server.query('update users set is_email_confirmed = false where id = $1', [person.userId]);
    const later = await server.signedIn(person.username);
    expect((await confirm(person, secret, person.username, later)).body).toEqual({ userValidation: false });
  });

  test('a link of somebody else, of another name, of an address of before, or one that is over is not valid', async () => {
    const [person, other] = [await newPatient({ confirmed: false }), await newPatient({ confirmed: false })];
    const send = () =>
      person.browser.call(calls.sendConfirmEmail, { params: { userId: person.userId }, query: { language: 'en' } });
    await send();
    const secret = linkIn((await server.mails(person.email))[0], 'confirm-email').searchParams.get('u') ?? '';
    expect((await confirm(other, secret)).body).toEqual({ userValidation: false });
    expect((await confirm(person, secret, other.username)).body).toEqual({ userValidation: false });
    expect((await confirm(person, 'B'.repeat(43))).body).toEqual({ userValidation: false });
    await server.query("update email_confirmations set expires_at = now() - interval '1 second' where user_id = $1", [
      person.userId,
    ]);
    expect((await confirm(person, secret)).body).toEqual({ userValidation: false });
    await server.query("update email_confirmations set expires_at = now() + interval '1 day' where user_id = $1", [
      person.userId,
    ]);
    await server.query("update users set email = 'changed@example.org' where id = $1", [person.userId]);
    expect((await confirm(person, secret)).body).toEqual({ userValidation: false });
    expect(await person.browser.call(calls.confirmEmail, { params: { userId: person.userId } })).toMatchObject(
      notFound,
    );
  });

  test('without an address it says so, with a confirmed one nothing is sent, and nobody can have mail sent without end', async () => {
    const [bare, confirmed, eager] = [
      await newPatient({ email: null }),
      await newPatient(),
      await newPatient({ confirmed: false }),
    ];
    const send = (person: Person) =>
      person.browser.call(calls.sendConfirmEmail, { params: { userId: person.userId }, query: { language: 'en' } });
    expect(await send(bare)).toMatchObject(refused('no_email'));
    expect((await send(confirmed)).status).toBe(204);
    expect(await server.mails(confirmed.email)).toEqual([]);
    const answers: number[] = [];
    for (let round = 0; round < 11; round += 1) answers.push((await send(eager)).status);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 204), 429]);
    expect(await server.mails(eager.email)).toHaveLength(10);
  });
});

describe('changing the password in the settings', () => {
  const change = (person: Person, more: Record<string, string> = {}) =>
    person.browser.call(calls.changePassword, {
      params: { userId: person.userId },
      body: { oldPassword: 'Demo+Pass1', newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2', ...more },
    });

  test('refuses what does not fit, each with its own code', async () => {
    const person = await newPatient();
    expect(await change(person, { confirmPassword: 'Other+Pass1' })).toMatchObject(refused('confirm_mismatch'));
    expect(await change(person, { newPassword: 'short', confirmPassword: 'short' })).toMatchObject(
      refused('password_rules'),
    );
    for (const guessable of ['Summer2026!', `${person.username}+A1`])
      expect(await change(person, { newPassword: guessable, confirmPassword: guessable })).toMatchObject(
        refused('password_guessable'),
      );
    expect(await change(person, { oldPassword: 'wrong' })).toMatchObject(refused('invalid_old_password'));
    expect(await change(person, { newPassword: 'Demo+Pass1', confirmPassword: 'Demo+Pass1' })).toMatchObject(
      refused('password_must_be_different'),
    );
    expect((await server.browser().logIn(person.username)).status).toBe(200);
    expect(await auditTypes(person.userId)).toEqual([]);
  });

  test('ends every other session, keeps this one, and the address is told in the language of the person', async () => {
    const person = await newPatient({ language: 'fr' });
    const elsewhere = await server.signedIn(person.username);
    expect((await change(person)).status).toBe(204);
    expect((await person.browser.call(calls.getLoginProfile)).status).toBe(200);
    expect((await person.browser.refresh()).status).toBe(200);
    expect(await elsewhere.call(calls.getLoginProfile)).toMatchObject(unauthorized);
    expect(await elsewhere.refresh()).toMatchObject(refused('invalid_grant'));
    expect(await server.browser().logIn(person.username)).toMatchObject(refused('invalid_grant'));
    expect((await server.browser().logIn(person.username, 'Fresh$Start2')).status).toBe(200);
    // Two of the sign-ins were in new browsers.
    const mails = await server.waitForMails(person.email, 3);
    expect(mails.map(({ subject }) => subject)).toContain('Votre mot de passe a changé');
    expect(await auditTypes(person.userId)).toEqual(['password.changed']);
    expect(
      await server.query("select detail from audit_events where type = 'password.changed' and actor_user_id = $1", [
        person.userId,
      ]),
    ).toEqual([{ detail: {} }]);
  });

  test('wrong old passwords lock the name in that browser like wrong logins, and a right one is no help then', async () => {
    const person = await newPatient();
    const answers = [];
    for (let attempt = 0; attempt < 5; attempt += 1)
      answers.push((await change(person, { oldPassword: 'wrong' })).body);
    expect(answers).toEqual([
      ...Array.from({ length: 4 }, () => ({ error: 'invalid_old_password' })),
      { error: 'locked_out', minutes: 15 },
    ]);
    expect(await change(person)).toMatchObject({ status: 400, body: { error: 'locked_out' } });
    expect(await person.browser.logIn(person.username)).toMatchObject({ body: { error: 'locked_out' } });
    // Failures in that browser lock nobody out elsewhere.
    expect((await server.browser().logIn(person.username)).status).toBe(200);
  });

  test('two changes at once: one of them wins', async () => {
    const person = await newPatient();
    const answers = await Promise.all(
      ['One+Way11', 'Two+Ways22'].map((newPassword) => change(person, { newPassword, confirmPassword: newPassword })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
  });
});

describe('a forgotten username', () => {
  const known = async (userId: number) => {
    const [row] = await server.query(
      `select u.first_name as "firstName", u.last_name as "lastName", coalesce(p.date_of_birth::text, '1970-01-01') as "dateOfBirth", u.email
       from users u left join patients p on p.user_id = u.id where u.id = $1`,
      [userId],
    );
    return v.parse(
      v.object({ firstName: v.string(), lastName: v.string(), dateOfBirth: v.string(), email: v.string() }),
      row,
    );
  };
  const forgot = (body: Record<string, string>, language = 'en') =>
    server.browser().call(calls.forgotUsername, { query: { language }, body });
  const looked = async (): Promise<void> => {
    for (;;) if ((await server.query('select id from username_requests')).length === 0) return;
  };
  const outcomes = () =>
    server.query(
      "select detail ->> 'outcome' as outcome from audit_events where type = 'username.requested' order by id",
    );

  test('goes to the confirmed address of the accounts that fit, in their language, with the telephone; the answer tells nothing', async () => {
    const [person, other, unconfirmed] = [
      await newPatient({ language: 'es' }),
      await newPatient(),
      await newPatient({ confirmed: false }),
    ];
    // Two people with one address each get only their own mail.
    await server.query('update users set email = $2 where id = $1', [other.userId, person.email]);
    await server.query("update patients set date_of_birth = '1950-01-02' where user_id = $1", [other.userId]);
    const facts = await known(person.userId);
    const answers = [
      await forgot(
        { ...facts, firstName: ` ${facts.firstName.toUpperCase()} `, email: facts.email.toUpperCase() },
        'pt',
      ),
      await forgot({ ...facts, dateOfBirth: '1900-01-01' }),
      await forgot({ ...facts, lastName: 'Otherwise' }),
      await forgot(await known(unconfirmed.userId)),
      await forgot({ ...facts, email: 'nobody@example.org' }),
    ];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['204 ']));
    await looked();
    const mails = await server.waitForMails(person.email, 1);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Su nombre de usuario');
    expect(mails[0]?.text).toContain(person.username);
    expect(mails[0]?.text).not.toContain(other.username);
    expect(mails[0]?.text).toMatch(/llámenos: \S/);
    expect(linkIn(mails[0], '/login').pathname).toBe('/login');
    expect(await server.mails(unconfirmed.email)).toEqual([]);
    expect(await outcomes()).toEqual(
      ['sent', 'unknown', 'unknown', 'unknown', 'unknown'].map((outcome) => ({ outcome })),
    );
  });

  test('whoever has several accounts at one address gets each; an address gets at most five answers in an hour', async () => {
    const [one, two] = [await newPatient(), await newPatient()];
    const facts = await known(one.userId);
    await server.query('update users set email = $2, first_name = $3, last_name = $4 where id = $1', [
      two.userId,
      one.email,
      facts.firstName,
      facts.lastName,
    ]);
    await server.query('update patients set date_of_birth = $2 where user_id = $1', [two.userId, facts.dateOfBirth]);
    for (let round = 0; round < 7; round += 1) expect((await forgot(facts)).status).toBe(204);
    await looked();
    const texts = (await server.waitForMails(one.email, 10)).map(({ text }) => text);
    expect(texts.filter((text) => text?.includes(one.username) === true)).toHaveLength(5);
    expect(texts.filter((text) => text?.includes(two.username) === true)).toHaveLength(5);
  });
});

describe('a forgotten password', () => {
  const forgot = (userName: string, language = 'en', headers: Record<string, string> = {}) =>
    server.browser().call(calls.forgotPassword, { query: { userName, language }, headers });
  const reset = (token: string, newPassword = 'Fresh$Start2', confirmPassword = newPassword) =>
    server.browser().call(calls.resetPassword, { body: { token, newPassword, confirmPassword } });
  const tokenIn = (mail: Email | undefined): string => linkIn(mail, '/reset-password#t=').hash.slice('#t='.length);
  const looked = async (): Promise<void> => {
    for (;;) if ((await server.query('select id from password_requests')).length === 0) return;
  };

  test('the answer is the same for everybody, and only the mail knows more', async () => {
    const [person, unconfirmed, bare] = [
      await newPatient(),
      await newPatient({ confirmed: false }),
      await newPatient({ email: null }),
    ];
    const answers = [];
    for (const name of [
      person.username.toUpperCase(),
      unconfirmed.username,
      bare.username,
      'nobody-of-that-name',
      'kiosk',
    ])
      answers.push(await forgot(name));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['204 ']));
    expect((await server.waitForMails(unconfirmed.email, 1))[0]).toMatchObject({
      subject: 'Your password was not reset',
    });
    const [mail] = await server.waitForMails(person.email, 1);
    expect(mail?.subject).toBe('Reset your password');
    expect(linkIn(mail, 'reset-password').pathname).toBe('/reset-password');
    await looked();
    expect((await server.mails(unconfirmed.email))[0]?.text).not.toContain('http');
    expect(
      await server.query(
        "select detail ->> 'outcome' as outcome from audit_events where type = 'password.reset_requested' order by id desc limit 5",
      ),
    ).toEqual(['link', 'unknown', 'no_email', 'unconfirmed', 'link'].map((outcome) => ({ outcome })));
    const rows = JSON.stringify(await server.query("select encode(token_hash, 'escape') as t from password_resets"));
    expect(rows).not.toContain(tokenIn(mail));
  });

  test('the link sets a new password once, ends every session, lifts a lock-out and confirms nothing else', async () => {
    const person = await newPatient({ language: 'es' });
    for (let attempt = 0; attempt < 5; attempt += 1) await server.browser().logIn(person.username, 'wrong');
    await forgot(person.username, 'pt');
    const [mail] = await server.waitForMails(person.email, 1);
    expect(mail?.subject).toBe('Restablezca su contraseña');
    expect(mail?.text).toContain('bloqueada durante 15 minutos');
    const token = tokenIn(mail);
    expect(await reset(token, 'Fresh$Start2', 'Other$Start2')).toMatchObject(refused('confirm_mismatch'));
    expect(await reset(token, 'short')).toMatchObject(refused('password_rules'));
    expect(await reset(token, 'Qwerty12!')).toMatchObject(refused('password_guessable'));
    expect(await reset(token, 'Demo+Pass1')).toMatchObject(refused('password_must_be_different'));
    const answers = await Promise.all([reset(token), reset(token)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 400]);
    expect(await reset(token)).toMatchObject(refused('link_expired'));
    expect(await person.browser.call(calls.getLoginProfile)).toMatchObject(unauthorized);
    expect((await server.browser().logIn(person.username, 'Fresh$Start2')).status).toBe(200);
    expect((await server.waitForMails(person.email, 2))[1]?.subject).toBe('Su contraseña cambió');
    expect(await auditTypes(person.userId)).toEqual(['password.reset']);
  });

  test('a link is over after an hour, after a change of the address, and after a change of the password', async () => {
    const person = await newPatient();
    await forgot(person.username);
    const token = tokenIn((await server.waitForMails(person.email, 1))[0]);
    await server.query("update password_resets set expires_at = now() - interval '1 second' where user_id = $1", [
      person.userId,
    ]);
    expect(await reset(token)).toMatchObject(refused('link_expired'));
    await server.query("update password_resets set expires_at = now() + interval '1 hour' where user_id = $1", [
      person.userId,
    ]);
    await person.browser.call(calls.replaceEmail, {
      params: { userId: person.userId },
      body: [{ op: 'replace', path: '/email', value: `new-${person.email}` }],
    });
    expect(await reset(token)).toMatchObject(refused('link_expired'));
    expect(await reset('A'.repeat(43))).toMatchObject(refused('link_expired'));
  });

  test('a mail leads to the address of the facility of the account, whichever of the server was asked', async () => {
    await forgot('limited');
    const [mail] = await server.waitForMails('limited@example.org', 1);
    expect(mail).toMatchObject({ subject: 'Restablezca su contraseña', from: { name: 'Harbour Point MyCare' } });
    expect(linkIn(mail, 'reset-password').host).toBe(
      new URL(server.portalUrl).host.replace('127.0.0.1', 'harbour.localhost'),
    );
  });

  test.each(['evil.example.com', '1.2.3.999'])(
    'a forged Host header gets into no mail and stops none: %s',
    async (host) => {
      const person = await newPatient();
      await new Promise<void>((settle, fail) => {
        void import('node:http').then(({ request }) => {
          const url = new URL(`${server.portalUrl}/api/users/forgotPassword?userName=${person.username}&language=en`);
          request(url, { method: 'POST', headers: { host } }, (response) => response.resume().on('end', settle))
            .on('error', fail)
            .end();
        });
      });
      const [mail] = await server.waitForMails(person.email, 1);
      expect(linkIn(mail, 'reset-password').hostname).toBe('localhost');
      expect(linkIn(mail, 'reset-password').port).not.toBe('');
      expect(JSON.stringify(mail)).not.toContain(host);
    },
  );

  test('a name gets at most five mails in an hour and an address is told to wait, also after a restart', async () => {
    const person = await newPatient();
    const small = await startTestServer({ beside: server, environment: { ADDRESS_FAILURES: '8' } });
    const ask = (on: TestServer, userName: string) =>
      on.browser().call(calls.forgotPassword, { query: { userName, language: 'en' } });
    for (let round = 0; round < 8; round += 1) expect((await ask(small, person.username)).status).toBe(204);
    expect(await ask(small, 'somebody-else')).toMatchObject({ status: 429, body: { error: 'too_many_requests' } });
    await small.stop();
    const again = await startTestServer({ beside: server, environment: { ADDRESS_FAILURES: '8' } });
    expect((await ask(again, person.username)).status).toBe(429);
    await again.stop();
    await looked();
    expect(
      await server.query('select count(*)::int as n from password_resets where user_id = $1', [person.userId]),
    ).toEqual([{ n: 5 }]);
  });
});

describe('the address of an account', () => {
  const body = (person: Person, email: string, more: Record<string, unknown> = {}) => ({
    isPatient: true,
    usePrimaryEmail: true,
    userId: person.userId,
    patientId: person.patientId,
    email,
    ...more,
  });

  test('given for the first time, it is stored everywhere and asked to be confirmed', async () => {
    const person = await newPatient({ email: null, language: 'pt' });
    const replace = (value: string) =>
      person.browser.call(calls.replaceEmail, {
        params: { userId: person.userId },
        body: [{ op: 'replace', path: '/email', value }],
      });
    const email = `first-${person.username}@example.org`;
    expect((await replace('not an address')).status).toBe(400);
    expect(await replace(email)).toMatchObject({ status: 200, body: { userId: person.userId, email } });
    expect(await replace(email.toUpperCase())).toMatchObject(refused('email_not_different'));
    expect(await person.browser.profile()).toMatchObject({ email, isEmailConfirmed: false });
    expect(
      (await person.browser.call(calls.getPatient, { params: { patientId: person.patientId } })).body,
    ).toMatchObject({ emailAddress: email });
    expect((await server.waitForMails(email, 1)).map(({ subject }) => subject)).toEqual(['Confirme seu e-mail']);
  });

  test('changed, the old one is told without the new one, and the new one must be confirmed', async () => {
    const person = await newPatient();
    const change = (email: string, more: Record<string, unknown> = {}) =>
      person.browser.call(calls.changeEmail, {
        params: { userId: person.userId },
        query: { language: 'zh' },
        body: body(person, email, more),
      });
    const email = `other-${person.username}@example.org`;
    expect(await change(person.email.toUpperCase())).toMatchObject(refused('email_not_different'));
    const other = await server.ids('noemail');
    expect(await change(email, { userId: other.userId })).toMatchObject(notFound);
    expect(await change(email, { patientId: other.patientId })).toMatchObject(notFound);
    expect((await change(email)).status).toBe(204);
    expect(await person.browser.profile()).toMatchObject({ email, isEmailConfirmed: false });
    const [told] = await server.waitForMails(person.email, 1);
    expect(told?.subject).toBe('您的电子邮箱已更改');
    expect(JSON.stringify(told)).not.toContain(email);
    expect((await server.waitForMails(email, 1))[0]?.subject).toBe('请确认您的电子邮箱');
    expect(await auditTypes(person.userId)).toEqual(['email.changed']);
  });

  test('is taken back by the old address for three days, once: every session ends, and links of the new address are dead', async () => {
    const person = await newPatient();
    const params = { userId: person.userId };
    const change = (email: string) =>
      person.browser.call(calls.replaceEmail, { params, body: [{ op: 'replace', path: '/email', value: email }] });
    const secretFrom = async (to: string) =>
      /\/undo-email#t=([\w-]{43})/.exec((await server.waitForMails(to, 1)).at(-1)?.text ?? '')?.[1] ?? '';
    const undo = (token: string) => server.browser().call(calls.undoEmailChange, { body: { token } });
    const over = { status: 400, body: { error: 'link_expired' } };
    const row = async () =>
      (
        await server.query(
          'select u.email, u.is_email_confirmed, p.email_address from users u join patients p on p.user_id = u.id where u.id = $1',
          [person.userId],
        )
      )[0];
    const mark = `undo-${person.userId}`;
    await server.query('update users set email = $2, is_email_confirmed = true where id = $1', [
      person.userId,
      `${mark}@example.org`,
    ]);
    expect((await change(`${mark}-thief@example.org`)).status).toBe(200);
    expect((await change(`${mark}-second@example.org`)).status).toBe(200);
    const [first, second] = [await secretFrom(`${mark}@example.org`), await secretFrom(`${mark}-thief@example.org`)];
    expect(await undo('A'.repeat(43))).toMatchObject(over);
    const twice = await Promise.all([undo(first), undo(first)]);
    expect(twice.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 204]);
    const undone = "select 1 from audit_events where type = 'email.change_undone' and actor_user_id = $1";
    expect(await server.query(undone, [person.userId])).toHaveLength(1);
    expect(await row()).toEqual({
      email: `${mark}@example.org`,
      is_email_confirmed: true,
      email_address: `${mark}@example.org`,
    });
    expect(await undo(second)).toMatchObject(over);
    expect((await person.browser.call(calls.getLoginProfile)).status).toBe(401);
    expect((await person.browser.refresh()).status).toBe(400);
    expect(await server.query('select 1 from email_confirmations where user_id = $1', [person.userId])).toEqual([]);
    await server.query("update email_undos set used_at = used_at - interval '11 minutes' where user_id = $1", [
      person.userId,
    ]);
    expect(await undo(first)).toMatchObject(over);
  });

  test('cannot be taken back after three days', async () => {
    const person = await newPatient();
    const mark = `late-${person.userId}`;
    await server.query('update users set email = $2 where id = $1', [person.userId, `${mark}@example.org`]);
    await person.browser.call(calls.replaceEmail, {
      params: { userId: person.userId },
      body: [{ op: 'replace', path: '/email', value: `${mark}-new@example.org` }],
    });
    const [mail] = await server.waitForMails(`${mark}@example.org`, 1);
    const token = /#t=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    await server.query("update email_undos set expires_at = expires_at - interval '3 days' where user_id = $1", [
      person.userId,
    ]);
    expect((await server.browser().call(calls.undoEmailChange, { body: { token } })).status).toBe(400);
  });

  test('is not taken back after the password has changed', async () => {
    const person = await newPatient();
    const params = { userId: person.userId };
    const old = `kept-${person.userId}@example.org`;
    await server.query('update users set email = $2 where id = $1', [person.userId, old]);
    const body = [{ op: 'replace', path: '/email', value: `kept-${person.userId}-new@example.org` }];
    expect((await person.browser.call(calls.replaceEmail, { params, body })).status).toBe(200);
    const token = /#t=([\w-]{43})/.exec((await server.waitForMails(old, 1)).at(-1)?.text ?? '')?.[1] ?? '';
    const changed = await person.browser.call(calls.changePassword, {
      params,
      body: { oldPassword: 'Demo+Pass1', newPassword: 'Gladiolus+Quay7', confirmPassword: 'Gladiolus+Quay7' },
    });
    expect(changed.status).toBe(204);
    expect((await server.browser().call(calls.undoEmailChange, { body: { token } })).status).toBe(400);
  });

  test('of a representative leaves that of the patient as it is', async () => {
    const representative = await server.signedIn('representative');
    const { userId } = await representative.profile();
    const { patientId } = await server.ids('patient');
    const answer = await representative.call(calls.changeEmail, {
      params: { userId },
      query: { language: 'en' },
      body: { isPatient: false, usePrimaryEmail: false, userId, patientId, email: 'elsewhere@example.org' },
    });
    expect(answer.status).toBe(204);
    const params = { patientId: patientId ?? 0 };
    const patient = await server.signedIn('patient');
    expect((await patient.call(calls.getPatient, { params })).body).toMatchObject({
      emailAddress: 'patient@example.org',
    });
    // A representative may know whom they act for, but not the email address.
    expect((await representative.call(calls.getPatient, { params })).body).toMatchObject({
      emailAddress: null,
      address: { address1: null, zipCode: null },
    });
  });
});

describe('preferences', () => {
  test('are set, changed, given back by name, and shown with the profile', async () => {
    const person = await newPatient();
    const params = { userId: person.userId };
    const set = (name: string, value: string, userId = person.userId) =>
      person.browser.call(calls.setPreference, { params, body: { userId, name, value } });
    expect((await set('reminders.email', 'on')).status).toBe(204);
    expect((await set('reminders.email', 'off')).status).toBe(204);
    expect((await set('theme', 'dark')).status).toBe(204);
    expect(await set('theme', 'dark', person.userId + 1)).toMatchObject(notFound);
    expect((await set('not a name', 'x')).status).toBe(400);
    expect((await person.browser.call(calls.getPreferences, { params })).body).toEqual([
      { ...params, name: 'reminders.email', value: 'off' },
      { ...params, name: 'theme', value: 'dark' },
    ]);
    for (const [key, value] of [
      ['names', 'theme,unknown'],
      ['name', 'theme'],
    ] as const)
      expect((await person.browser.call(calls.getPreferences, { params, query: { [key]: value } })).body).toEqual([
        { ...params, name: 'theme', value: 'dark' },
      ]);
    expect((await person.browser.profile()).preferences).toEqual([
      { name: 'reminders.email', value: 'off' },
      { name: 'theme', value: 'dark' },
    ]);
    expect(
      await server.query(
        "select detail from audit_events where type = 'preference.set' and actor_user_id = $1 order by id limit 1",
        [person.userId],
      ),
    ).toEqual([{ detail: { name: 'reminders.email' } }]);
  });

  test('are not endless', async () => {
    const person = await newPatient();
    await server.query("insert into user_preferences select $1, 'p' || n, '' from generate_series(1, 200) n", [
      person.userId,
    ]);
    const set = (name: string) =>
      person.browser.call(calls.setPreference, {
        params: { userId: person.userId },
        body: { userId: person.userId, name, value: 'x' },
      });
    expect((await set('one-more')).status).toBe(400);
    expect((await set('p7')).status).toBe(204);
  });
});

describe('the terms of use', () => {
  const accepting = { op: 'replace', path: '/isEulaAccepted', value: true };
  const accept = (browser: Browser, userId: number) =>
    browser.call(calls.acceptTerms, { params: { userId }, body: [accepting] });
  const changeTerms = (userId: number, language: string) =>
    server.query(
      "update facility_texts set content = content || '<p>Nuevo</p>' where content_key = 'TermsOfUse' and language = $2 and facility_id = (select facility_id from users where id = $1)",
      [userId, language],
    );

  test('are asked again at the next profile once a word of them changes in any language, and not of another facility', async () => {
    const person = await newPatient();
    expect(await person.browser.profile()).toMatchObject({ isEulaAccepted: true, termsOfUse: null });
    await server.query(
      "update facility_texts set content = content || '<p>Nuevo</p>' where content_key = 'TermsOfUse' and language = 'es' and facility_id = (select facility_id from users where id = $1)",
      [person.userId],
    );
    const asked = await person.browser.profile();
    expect(asked.isEulaAccepted).toBe(false);
    expect(asked.termsOfUse).toContain('Northlight');
    expect((await (await server.signedIn('limited')).profile()).isEulaAccepted).toBe(true);
    expect((await accept(person.browser, person.userId)).status).toBe(204);
    expect((await accept(person.browser, person.userId)).status).toBe(204);
    expect(await person.browser.profile()).toMatchObject({ isEulaAccepted: true, termsOfUse: null });
    expect(await auditTypes(person.userId)).toEqual(['terms.accepted']);
  });

  test('are accepted in the version that was read, and asked again when another was published meanwhile', async () => {
    const person = await newPatient();
    await changeTerms(person.userId, 'fr');
    const read = async () => {
      const { facilityId } = await person.browser.profile();
      const { body } = await person.browser.call(calls.getFacilityText, {
        params: { contentKey: 'TermsOfUse', facilityId: facilityId ?? expect.fail('no facility') },
        query: { language: 'en' },
      });
      return v.parse(v.object({ version: v.string() }), body).version;
    };
    const acceptRead = (version: string) =>
      person.browser.call(calls.acceptTerms, {
        params: { userId: person.userId },
        body: [{ op: 'test', path: '/termsOfUseVersion', value: version }, accepting],
      });
    const version = await read();
    expect(await person.browser.profile()).toMatchObject({ isEulaAccepted: false, termsOfUseVersion: version });
    await changeTerms(person.userId, 'es');
    expect(await acceptRead(version)).toMatchObject({ status: 409, body: { error: 'terms_changed' } });
    expect((await person.browser.profile()).isEulaAccepted).toBe(false);
    expect((await acceptRead(await read())).status).toBe(204);
    expect(await person.browser.profile()).toMatchObject({ isEulaAccepted: true, termsOfUseVersion: null });
    expect(await auditTypes(person.userId)).toEqual(['terms.accepted']);
  });
});
