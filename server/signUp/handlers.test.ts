import { NewReminderSettings, PatientId, calls, offeredRights } from '@portal/api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { keyFor } from '../http/serverKey.ts';
import { smtpRefusal, startTestSmtp } from '../../tests/server/smtp.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { CannotInvite, invitePatient, inviteRepresentative } from '../contacts/invitations.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '100000' } });
});
afterAll(() => server.stop());
beforeEach(() => server.query('delete from invitation_failures'));

const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;
const notFound = { status: 404, body: { error: 'not_found' } };
const exceeded = { status: 400, body: { error: 'attempts_exceeded' } };
const expired = { status: 400, body: { error: 'invitation_expired' } };
const password = 'Signed&Up7';

interface Person {
  readonly patientId: PatientId;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly mrn: string;
  readonly host: string;
}
/** A demo patient without an account. */
async function person(lastName: string, at = server): Promise<Person> {
  const [row] = await at.query(
    `select p.id as "patientId", p.first_name as "firstName", p.last_name as "lastName", to_char(p.date_of_birth, 'YYYY/FMMM/FMDD') as "birthDate", p.mrn,
       a.alias as host from patients p join facility_aliases a on a.facility_id = p.home_facility_id where p.last_name = $1`,
    [lastName],
  );
  return row as unknown as Person;
}
const invite = (patientId: PatientId, ssn: string | null = null, at = server) =>
  at.tx(async (tx) => invitePatient(tx, await keyFor(tx, '', 'invitation'), clerk, { patientId, days: 14, ssn }));
const inviteToActFor = (patientId: PatientId, email = 'neighbour@example.org') =>
  server.tx(async (tx) =>
    inviteRepresentative(tx, await keyFor(tx, '', 'invitation'), clerk, {
      patientId,
      days: 14,
      email,
      firstName: 'Rowan',
      lastName: 'Thimblewick',
      rights: offeredRights,
    }),
  );

type Identity = Partial<Record<'firstName' | 'lastName' | 'birthDate' | 'pin' | 'mrn' | 'ssn', string>>;
const identity = ({ firstName, lastName, birthDate }: Person, more: Identity = {}) => ({
  firstName,
  lastName,
  birthDate,
  ...more,
});
const validate = (who: Person, more: Identity) =>
  behind
    .browser()
    .call(calls.validateInvitedPatient, { headers: { 'x-forwarded-host': who.host }, body: identity(who, more) });
const account = (username: string) => ({
  emailAddress: `${username}@example.org`,
  username,
  password,
  isTermsOfUseAccepted: true,
});
const create = (body: Record<string, unknown>, host = 'localhost:8080', language = 'en') =>
  behind
    .browser()
    .call(calls.postAccountInformation, { headers: { 'x-forwarded-host': host }, query: { language }, body });
const wrongPin = (pin: string): string => String((Number(pin) + 1) % 1_000_000).padStart(6, '0');

/** The same database behind a proxy, which says which facility's host name was used. */
let behind: TestServer;
beforeAll(async () => {
  behind = await startTestServer({ beside: server, environment: { ADDRESS_FAILURES: '100000', TRUST_PROXY: '1' } });
});
afterAll(() => behind.stop());

describe('what is asked', () => {
  test('follows the facility of the address', async () => {
    const fields = async (host: string) =>
      (await behind.browser().call(calls.getVerificationFields, { headers: { 'x-forwarded-host': host } })).body;
    expect(await fields('localhost:8080')).toBe('PIN');
    expect(await fields('harbour.localhost:8080')).toBe('PIN,MRN');
    expect(await fields('somewhere.else')).toBe('PIN');
  });
});

describe('an invited patient', () => {
  test('is recognised by name, day of birth and PIN, and makes an account that signs in', async () => {
    const who = await person('Larkspur');
    const { pin } = await invite(who.patientId);
    const answer = await validate(who, { pin, firstName: ' hortense ', birthDate: '1983/12/24' });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        patientId: who.patientId,
        firstName: 'Hortense',
        lastName: 'Larkspur',
        emailAddress: null,
        homeFacilityId: 1,
      },
    });
    const terms = (
      await behind
        .browser()
        .call(calls.getFacilityText, { params: { contentKey: 'TermsOfUse', facilityId: 1 }, query: { language: 'fr' } })
    ).body;
    const { version } = v.parse(v.object({ version: v.string() }), terms);
    const createHaving = (termsOfUseVersion: string) =>
      create(
        { ...account('hortense'), termsOfUseVersion, patientId: who.patientId, ...identity(who, { pin }) },
        who.host,
        'fr',
      );
    expect(await createHaving('the ones before')).toMatchObject({ status: 409, body: { error: 'terms_changed' } });
    const made = await createHaving(version);
    expect(made).toMatchObject({ status: 200, body: '' });
    const [mail] = await behind.waitForMails('hortense@example.org', 1);
    expect(mail?.subject).toContain('Northlight Patient Portal');
    expect(mail?.text).toMatch(
      /Bonjour Hortense,[^]*http:\/\/localhost:\d+\/login[^]*http:\/\/localhost:\d+\/confirm-email\?u=[\w-]{43}/,
    );
    const browser = server.browser();
    expect((await browser.logIn('Hortense', password)).status).toBe(200);
    expect(await browser.profile()).toMatchObject({
      userName: 'hortense',
      email: 'hortense@example.org',
      isEulaAccepted: true,
      isEmailConfirmed: false,
      languageCode: 'fr',
      ids: [{ idType: 'Patient', value: who.patientId }],
    });
    const rows = await server.query(
      'select type, actor_name, actor_role from audit_events where patient_id = $1 order by seq limit 2',
      [who.patientId],
    );
    expect(rows).toEqual([
      { type: 'invitation.created', actor_name: 'a test', actor_role: 'admin' },
      { type: 'account.created', actor_name: 'Hortense Larkspur', actor_role: 'patient' },
    ]);
    expect(await validate(who, { pin })).toMatchObject(notFound);
    expect(
      await create({ ...account('hortense2'), patientId: who.patientId, ...identity(who, { pin }) }),
    ).toMatchObject(notFound);
    await expect(invite(who.patientId)).rejects.toThrow(CannotInvite);
  });

  test.each([
    ['of new messages and the record by email', {}, true, true],
    ['of nothing where the facility wants it so', { patientDefaultSecureMessageEmailEnabled: false }, false, false],
    ['of messages alone where it wants it so', { patientDefaultRecordEmailEnabled: false }, true, false],
  ])('is told %s until they choose', async (_, reminders, isOn, isRecordOn) => {
    const mrn = `told-${String(isOn)}-${String(isRecordOn)}`;
    const [row] = await server.query(
      `with u as (insert into users (first_name, last_name, facility_id) values ('Tansy', 'Quillfeather', 1) returning id)
       insert into patients (user_id, mrn, first_name, last_name, date_of_birth, home_facility_id) select u.id, $1, 'Tansy', 'Quillfeather', '1970-02-03', 1 from u returning id`,
      [mrn],
    );
    const patientId = v.parse(v.object({ id: PatientId }), row).id;
    await server.query('update facilities set reminder_settings = reminder_settings || $1 where id = 1', [reminders]);
    const { pin } = await invite(patientId);
    const who = {
      patientId,
      firstName: 'Tansy',
      lastName: 'Quillfeather',
      birthDate: '1970/2/3',
      mrn,
      host: 'localhost:8080',
    };
    const name = `tansy-${String(isOn)}-${String(isRecordOn)}`;
    expect(await create({ ...account(name), patientId, ...identity(who, { pin }) })).toMatchObject({ status: 200 });
    await server.query(
      `update facilities set reminder_settings = reminder_settings - 'patientDefaultSecureMessageEmailEnabled' - 'patientDefaultRecordEmailEnabled'`,
    );

    const browser = server.browser();
    await browser.logIn(name, password);
    const params = { patientId };
    const { body } = await browser.call(calls.getNotificationSettings, { params });
    expect(body).toMatchObject({
      secureMessageEmailEnabled: isOn,
      recordEmailEnabled: isRecordOn,
      appointmentEmailEnabled: false,
      isDefault: true,
    });
    expect(await browser.call(calls.getPatient, { params })).toMatchObject({
      body: { emailAddress: `${name}@example.org` },
    });
    const chosen = v.parse(NewReminderSettings, body);
    expect(await browser.call(calls.saveNotificationSettings, { params, body: chosen })).toMatchObject({
      status: 200,
      body: { ...chosen, isDefault: false },
    });
  });

  test('is asked for the record number where the facility wants it, and only at its own address', async () => {
    const who = await person('Driftwood');
    const { pin } = await invite(who.patientId);
    expect(await validate(who, { pin })).toMatchObject(notFound);
    expect(await validate(who, { pin, mrn: 'HP1' })).toMatchObject(notFound);
    expect(await validate({ ...who, host: 'localhost:8080' }, { pin, mrn: who.mrn })).toMatchObject(notFound);
    expect((await validate(who, { pin, mrn: ` ${who.mrn.toLowerCase()} ` })).status).toBe(200);
  });

  test('is asked for the SSN where the facility wants it; it is kept as a keyed hash alone', async () => {
    const who = await person('Lanternby');
    await server.query("update facilities set verification_fields = '{PIN,SSN}' where short_name = 'Harbour Point'");
    await expect(invite(who.patientId)).rejects.toThrow('add --ssn');
    const { pin } = await invite(who.patientId, '078-05-1120');
    expect(
      (await behind.browser().call(calls.getVerificationFields, { headers: { 'x-forwarded-host': who.host } })).body,
    ).toBe('PIN,SSN');
    expect(await validate(who, { pin })).toMatchObject(notFound);
    expect(await validate(who, { pin, ssn: '078051121' })).toMatchObject(notFound);
    expect((await validate(who, { pin, ssn: '078051120' })).status).toBe(200);
    const rows = JSON.stringify(
      await server.query(
        "select i.*, encode(ssn_hash, 'escape') as s, encode(pin_hash, 'escape') as p from invitations i",
      ),
    );
    for (const secret of ['078-05-1120', '078051120', `"${pin}"`]) expect(rows).not.toContain(secret);
    await server.query("update facilities set verification_fields = '{PIN,MRN}' where short_name = 'Harbour Point'");
  });

  test.each(['Brindlecombe', 'Nobody'])(
    'after five wrong tries "%s" hears the same, invited or not, and the right PIN opens nothing',
    async (lastName) => {
      const known = await person('Brindlecombe');
      const { pin } = await invite(known.patientId);
      const who = { ...known, lastName };
      const answers = [];
      for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await validate(who, { pin: wrongPin(pin) }));
      expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
        notFound,
        notFound,
        notFound,
        notFound,
        exceeded,
        exceeded,
      ]);
      expect(await validate(who, { pin })).toMatchObject(exceeded);
      expect(
        await create({ ...account('brindle'), patientId: known.patientId, ...identity(who, { pin }) }),
      ).toMatchObject(exceeded);
      // A new invitation starts with no failures and ends the one before.
      const next = await invite(known.patientId);
      expect((await validate(known, { pin: next.pin })).status).toBe(200);
      if (pin !== next.pin) expect(await validate(known, { pin })).toMatchObject(expired);
    },
  );

  test('is not ended by strangers: another address has tries of its own, and the next day brings new ones', async () => {
    const who = await person('Brindlecombe');
    const { pin } = await invite(who.patientId);
    const from = (address: string, typed: string) =>
      behind.browser().call(calls.validateInvitedPatient, {
        headers: { 'x-forwarded-host': who.host, 'x-forwarded-for': address },
        body: identity(who, { pin: typed }),
      });
    for (let attempt = 0; attempt < 6; attempt += 1) await from('192.0.2.1', wrongPin(pin));
    expect(await from('192.0.2.1', pin)).toMatchObject(exceeded);
    expect((await from('192.0.2.2', pin)).status).toBe(200);
    // All addresses together have twenty tries in a day.
    for (let attempt = 0; attempt < 14; attempt += 1) await from(`198.51.100.${attempt}`, wrongPin(pin));
    expect(await from('192.0.2.2', pin)).toMatchObject(exceeded);
    await server.query("update invitation_failures set window_ends_at = now() - interval '1 second'");
    expect((await from('192.0.2.2', pin)).status).toBe(200);
    expect((await from('192.0.2.1', pin)).status).toBe(200);
  });

  test('has five tries in all at two servers, and hears that they are used up from either', async () => {
    const who = await person('Brindlecombe');
    const { pin } = await invite(who.patientId);
    const ask = (at: TestServer, typed: string) =>
      at.browser().call(calls.validateInvitedPatient, {
        headers: { 'x-forwarded-host': who.host },
        body: identity(who, { pin: typed }),
      });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => ask(index % 2 === 0 ? server : behind, wrongPin(pin))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([400, 400, 404, 404, 404, 404]);
    for (const at of [server, behind]) expect(await ask(at, pin)).toMatchObject(exceeded);
  });

  test('has five tries however many come at once, and a success costs none', async () => {
    const who = await person('Crabtree');
    const { pin } = await invite(who.patientId);
    for (let turn = 0; turn < 8; turn += 1) expect((await validate(who, { pin })).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        validate(who, { pin: index === 19 ? pin : String(index).padStart(6, '0') }),
      ),
    );
    expect(answers.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(5);
    expect(await validate(who, { pin })).toMatchObject(exceeded);
  });

  test('hears that the invitation is over only when everything is right', async () => {
    const who = await person('Moreira');
    const { pin } = await invite(who.patientId);
    await server.query("update invitations set expires_at = now() - interval '1 second' where patient_id = $1", [
      who.patientId,
    ]);
    expect(await validate(who, { pin: wrongPin(pin) })).toMatchObject(notFound);
    expect(await validate(who, { pin })).toMatchObject(expired);
    await server.query(
      "update invitations set expires_at = now() + interval '1 day', revoked_at = now() where patient_id = $1",
      [who.patientId],
    );
    expect(await validate(who, { pin })).toMatchObject(expired);
  });

  test('cannot take a name that is taken, whatever its capitals; of two who want one at once, one gets it', async () => {
    const [one, two] = [await person('Hollowell'), await person('Vantongeren')];
    const pins = [(await invite(one.patientId)).pin, (await invite(two.patientId)).pin];
    const body = (who: Person, pin: string | undefined, username: string) => ({
      ...account(username),
      patientId: who.patientId,
      ...identity(who, { pin: pin ?? '' }),
    });
    expect(await create(body(one, pins[0], 'PATIENT'))).toMatchObject({
      status: 400,
      body: { error: 'username_exists' },
    });
    const answers = await Promise.all([
      create(body(one, pins[0], 'Sought.After')),
      create(body(two, pins[1], 'sought.after')),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({ error: 'username_exists' });
    // The one who was too late still has their invitation.
    const late = answers[0]?.status === 400 ? body(one, pins[0], 'second.choice') : body(two, pins[1], 'second.choice');
    expect((await create(late)).status).toBe(200);
  });

  test('makes one account with one invitation, however many requests come at once', async () => {
    const who = await person('Oakenfold');
    const { pin } = await invite(who.patientId);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        create({ ...account(`floriane${index}`), patientId: who.patientId, ...identity(who, { pin }) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await server.query("select count(*)::int as n from users where username like 'floriane%'")).toEqual([
      { n: 1 },
    ]);
  });

  test('must keep the rules, and be who was verified', async () => {
    const who = await person('Peppercorn');
    const { pin } = await invite(who.patientId);
    const right = { ...account('gideon'), patientId: who.patientId, ...identity(who, { pin }) };
    expect(await create({ ...right, password: 'Demo1234' })).toMatchObject({
      status: 400,
      body: { error: 'password_rules' },
    });
    expect(await create({ ...right, password: 'Gideon+2026' })).toMatchObject({
      status: 400,
      body: { error: 'password_guessable' },
    });
    for (const bad of [
      { username: 'abc' },
      { username: '.dot' },
      { emailAddress: 'no' },
      { isTermsOfUseAccepted: false },
      { birthDate: '14.3.1971' },
    ]) {
      expect(await create({ ...right, ...bad }), JSON.stringify(bad)).toMatchObject({
        status: 400,
        body: { error: 'bad_request' },
      });
    }
    expect(await create({ ...right, patientId: who.patientId + 1 })).toMatchObject(notFound);
    expect(await create({ ...right, birthDate: '1949/9/31' })).toMatchObject(notFound);
    expect((await create(right)).status).toBe(200);
  });

  test('is limited by the address as well, and rows remember it over a restart', async () => {
    const limits = { beside: server, environment: { ADDRESS_FAILURES: '3' } };
    const limited = await startTestServer(limits);
    await server.query('delete from limits');
    const ask = (at: TestServer, lastName: string) =>
      at.browser().call(calls.validateInvitedPatient, {
        body: { firstName: 'A', lastName, birthDate: '1990/1/1', pin: '000000' },
      });
    for (const name of ['B', 'C', 'D']) expect((await ask(limited, name)).status).toBe(404);
    expect((await ask(limited, 'E')).status).toBe(429);
    await limited.stop();
    const again = await startTestServer(limits);
    expect((await ask(again, 'F')).status).toBe(429);
    await again.stop();
    await server.query('delete from limits');
  });

  test('that was ended by five tries stays ended over a restart', async () => {
    const who = await person('Dunmore-Hale');
    for (let attempt = 0; attempt < 5; attempt += 1) await validate(who, { pin: '1' });
    const again = await startTestServer({ beside: server });
    expect(
      await again.browser().call(calls.validateInvitedPatient, { body: identity(who, { pin: '1' }) }),
    ).toMatchObject(exceeded);
    await again.stop();
  });
});

describe('the welcome mail', () => {
  test('that the mail server refuses is told, and the account is there all the same', async () => {
    const smtp = await startTestSmtp();
    smtp.behave({
      onRecipient: () => {
        throw smtpRefusal(550);
      },
    });
    const mailing = await startTestServer({ environment: { SMTP_URL: smtp.url } });
    const who = await person('Starling', mailing);
    const { pin } = await invite(who.patientId, null, mailing);
    const answer = await mailing.browser().call(calls.postAccountInformation, {
      query: { language: 'en' },
      body: { ...account('abel'), patientId: who.patientId, ...identity(who, { pin }) },
    });
    expect(answer).toMatchObject({ status: 200, body: 'Failed to send email' });
    expect((await mailing.browser().logIn('abel', password)).status).toBe(200);
    await mailing.stop();
    await smtp.close();
  });
});

describe('an invited representative', () => {
  const verify = (token: string, pin: string) =>
    server.browser().call(calls.verifyInvitationToken, { params: { token, pin } });

  test('comes with the address and the patient’s PIN, and acts for the patient from then on', async () => {
    const { patientId } = await server.ids('patient');
    if (patientId === null) throw new Error('patient is no patient');
    const { token, pin } = await inviteToActFor(patientId);
    expect(await verify(token, pin)).toMatchObject({
      status: 200,
      body: { arEmail: 'neighbour@example.org', facilityHomeId: 1 },
    });
    const made = await create({ ...account('rowan'), patientId: -1, encryptedInvitationId: token, pin });
    expect(made.status).toBe(200);
    const browser = server.browser();
    await browser.logIn('rowan', password);
    expect(await browser.profile()).toMatchObject({
      firstName: 'Rowan',
      lastName: 'Thimblewick',
      isAuthorizedRepresentative: true,
      ids: [{ idType: 'PatientContact', value: patientId }],
    });
    expect((await browser.call(calls.getPatient, { params: { patientId } })).status).toBe(200);
    expect(await verify(token, pin)).toMatchObject(expired);
    expect(await create({ ...account('rowan2'), patientId: -1, encryptedInvitationId: token, pin })).toMatchObject(
      expired,
    );
    const [row] = await server.query(
      "select actor_name, actor_role from audit_events where patient_id = $1 and type = 'account.created'",
      [patientId],
    );
    expect(row).toEqual({ actor_name: 'Rowan Thimblewick', actor_role: 'representative' });
  });

  test('makes one account with one invitation, however many requests come at once', async () => {
    const { patientId } = await server.ids('noemail');
    if (patientId === null) throw new Error('noemail is no patient');
    const { token, pin } = await inviteToActFor(patientId, 'crowd@example.org');
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        create({ ...account(`crowd${index}`), patientId: -1, encryptedInvitationId: token, pin }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      await server.query(
        `select (select count(*)::int from users where username like 'crowd%') as accounts,
           (select count(*)::int from representative_links l join users u on u.id = l.user_id where u.username like 'crowd%') as links`,
      ),
    ).toEqual([{ accounts: 1, links: 1 }]);
  });

  test.each(['made', 'not made'])('has five tries at the PIN of a token that was %s', async (kind) => {
    const { patientId } = await server.ids('noemail');
    if (patientId === null) throw new Error('noemail is no patient');
    const { token, pin } = await inviteToActFor(patientId);
    const tried = kind === 'made' ? token : 'C'.repeat(43);
    const answers = [];
    for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await verify(tried, wrongPin(pin)));
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      notFound,
      notFound,
      notFound,
      notFound,
      exceeded,
      exceeded,
    ]);
    expect(await verify(tried, pin)).toMatchObject(exceeded);
    expect(await create({ ...account('never'), patientId: -1, encryptedInvitationId: tried, pin })).toMatchObject(
      exceeded,
    );
  });

  test('is told that the invitation expired, was revoked or replaced', async () => {
    const { patientId } = await server.ids('limited');
    if (patientId === null) throw new Error('limited is no patient');
    const first = await inviteToActFor(patientId, 'Neighbour@example.org');
    const second = await inviteToActFor(patientId, 'neighbour@EXAMPLE.org');
    const other = await inviteToActFor(patientId, 'friend@example.org');
    expect(await verify(first.token, first.pin)).toMatchObject(expired);
    expect((await verify(second.token, second.pin)).status).toBe(200);
    expect((await verify(other.token, other.pin)).status).toBe(200);
    await server.query(
      "update invitations set expires_at = now() - interval '1 second' where email = 'friend@example.org'",
    );
    expect(await verify(other.token, other.pin)).toMatchObject(expired);
    expect(await verify(other.token, wrongPin(other.pin))).toMatchObject(notFound);
  });
});

describe('the audit of all this', () => {
  test('holds, and names nobody who was only claimed', async () => {
    expect(await server.brokenAuditRows()).toEqual([]);
    const failed = await server.query("select chain, detail from audit_events where type = 'signup.failed'");
    expect(failed.length).toBeGreaterThan(10);
    expect(new Set(failed.map((row) => row['chain']))).toEqual(new Set(['server']));
    expect(JSON.stringify(failed)).not.toContain('Brindlecombe');
  });
});
