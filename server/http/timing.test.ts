import { setTimeout as wait } from 'node:timers/promises';
import { PatientId, calls, offeredRights } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keyFor } from './serverKey.ts';
import { measureDifference } from '../../tests/server/sameTime.ts';
import { type Answer, type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { invitePatient, inviteRepresentative } from '../contacts/invitations.ts';

// Milliseconds. A password comparison takes ten times as long, and network packets vary by more.
const bound = 1;
const most = 1500;
// The test takes seconds on a quiet machine. A busy one needs more pairs until the result is certain.
vi.setConfig({ testTimeout: 120_000 });
const clerk = { userId: null, role: 'admin', name: 'a test', sessionId: null } as const;

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await startTestServer({ environment: { ADDRESS_FAILURES: '1000000', LOG_LEVEL: 'error' } });
  browser = server.browser();
});
afterAll(() => server.stop());

interface Pair {
  readonly known: () => Promise<Answer>;
  readonly unknown: () => Promise<Answer>;
  readonly before?: () => Promise<unknown>;
  readonly status: number;
  readonly body: unknown;
}

/**
 * Both get exactly this answer, in times that cannot be told apart. On a machine so busy that `most` pairs leave it open, nobody who listens
 * could tell either: "the measurement" below says whether it still finds a difference.
 */
async function expectAlike({ known, unknown, before, status, body }: Pair): Promise<void> {
  const seen = new Set<string>();
  const noted = (ask: () => Promise<Answer>) => async () => {
    const answer = await ask();
    const headers = [...answer.headers].filter(([name]) => name !== 'date').map(([name, value]) => `${name}: ${value}`);
    seen.add([answer.status, ...headers, answer.text].join('\n'));
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body });
  };
  const { low, high, pairs } = await measureDifference({
    first: noted(unknown),
    second: noted(known),
    bound,
    most,
    ...(before ? { before } : {}),
  });
  expect(seen.size).toBe(1);
  expect(low, `of ${pairs} pairs`).toBeLessThan(bound);
  expect(high, `of ${pairs} pairs`).toBeGreaterThan(-bound);
}

// With the limits, because names that are forgotten and fail again count as many names.
const forgetLogins = async (): Promise<void> => {
  await server.query('delete from login_failures');
  await server.query('delete from limits');
};
const forgetClaims = () => server.query('delete from invitation_failures');
const lockNames = async (ask: () => Promise<unknown>): Promise<void> => {
  for (let attempt = 0; attempt < 5; attempt += 1) await ask();
};
const lockedOut = { status: 400, body: { error: 'locked_out', minutes: 15 } };
/** Resets the lock's time, so that the minutes in the answer stay the same. */
const holdLocks = () => server.query("update login_failures set locked_until = now() + interval '15 minutes'");

describe('the measurement', () => {
  test('finds three milliseconds that were put in', async () => {
    const ask = () =>
      browser.token(
        { grant_type: 'password', username: '', password: '' },
        { 'logon-process': 'patientLinkUser', 'link-data': 'nothing' },
      );
    const { low } = await measureDifference({
      first: ask,
      second: async () => {
        await wait(3);
        await ask();
      },
      before: forgetLogins,
      bound,
      most,
    });
    expect(low).toBeGreaterThan(bound);
  });
});

describe('a known and an unknown name take the same time', () => {
  const login = (name: string) => () => browser.logIn(name, 'wrong');

  test('at login', () =>
    expectAlike({
      known: login('patient'),
      unknown: login('nobody-at-all'),
      before: forgetLogins,
      status: 400,
      body: { error: 'invalid_grant' },
    }));

  test('at login, where the password must be changed', () =>
    expectAlike({
      known: login('expired'),
      unknown: login('nobody-at-all'),
      before: forgetLogins,
      status: 400,
      body: { error: 'invalid_grant' },
    }));

  test('at login while they are locked', async () => {
    await lockNames(login('noemail'));
    await lockNames(login('nobody-at-all'));
    await expectAlike({ known: login('noemail'), unknown: login('nobody-at-all'), before: holdLocks, ...lockedOut });
  });

  test('where the password is changed at login', () => {
    const change = (userName: string) => () =>
      browser.call(calls.changePasswordAtLogin, {
        body: { userName, oldPassword: 'wrong', newPassword: 'Fresh$Start2', confirmPassword: 'Fresh$Start2' },
      });
    return expectAlike({
      known: change('expired'),
      unknown: change('nobody-at-all'),
      before: forgetLogins,
      status: 400,
      body: { error: 'invalid_old_password' },
    });
  });
});

describe('a forgotten password of a known and of an unknown name takes the same time', () => {
  const forgot = (userName: string) => () =>
    browser.call(calls.forgotPassword, { query: { userName, language: 'en' } });
  const nothing = { status: 204, body: null };
  const forgetLimits = () => server.query('delete from limits');

  test.each(['patient', 'noemail'])('"%s"', (name) =>
    expectAlike({ known: forgot(name), unknown: forgot('nobody-at-all'), before: forgetLimits, ...nothing }),
  );

  test('of a locked name', async () => {
    await lockNames(() => browser.logIn('representative', 'wrong'));
    expect((await browser.logIn('representative')).body).toMatchObject({ error: 'locked_out' });
    await expectAlike({
      known: forgot('representative'),
      unknown: forgot('nobody-at-all'),
      before: forgetLimits,
      ...nothing,
    });
  });

  test('after it was asked for too often', async () => {
    for (const name of ['patient', 'nobody-at-all']) for (let time = 0; time < 6; time += 1) await forgot(name)();
    await expectAlike({ known: forgot('patient'), unknown: forgot('nobody-at-all'), ...nothing });
  });
});

describe('a forgotten username of a known and of an unknown address', () => {
  const forgot = (email: string) => () =>
    browser.call(calls.forgotUsername, {
      query: { language: 'en' },
      body: { firstName: 'Juniper', lastName: 'Applewhistle', dateOfBirth: '1971-03-14', email },
    });
  test('take the same time', () =>
    expectAlike({
      known: forgot('patient@example.org'),
      unknown: forgot('nobody-at-all@example.org'),
      before: () => server.query('delete from limits'),
      status: 204,
      body: null,
    }));
});

describe('a link that was made and one that was not take the same time', () => {
  const made = async () => {
    const link = await server.link('patient');
    return {
      known: () => browser.followLink(link, 'Wrong', '1990-01-01'),
      unknown: () => browser.followLink({ ...link, data: 'D'.repeat(43) }, 'Wrong', '1990-01-01'),
    };
  };

  test('with a wrong name', async () =>
    expectAlike({
      ...(await made()),
      before: forgetLogins,
      status: 400,
      body: { error: 'username_password_incorrect' },
    }));

  test('while they are locked', async () => {
    const pair = await made();
    await lockNames(pair.known);
    await lockNames(pair.unknown);
    await expectAlike({ ...pair, before: holdLocks, ...lockedOut });
  });
});

describe('a record of somebody else and one that there is not take the same time', () => {
  test('where a patient asks for it', async () => {
    const { patientId } = await server.ids('noemail');
    const own = await server.signedIn('patient');
    const ask = (id: number) => () => own.call(calls.getPatient, { params: { patientId: id } });
    await expectAlike({
      known: ask(patientId ?? 0),
      unknown: ask(987_654_321),
      before: () => server.query('delete from limits'),
      status: 404,
      body: { error: 'not_found' },
    });
  });
});

describe('somebody who is invited and somebody who is not take the same time', () => {
  const claim = (lastName: string) => ({ firstName: 'Hortense', lastName, birthDate: '1983/12/24', pin: 'none' });
  const validate = (lastName: string) => () => browser.call(calls.validateInvitedPatient, { body: claim(lastName) });
  const notFound = { status: 404, body: { error: 'not_found' } };
  const exceeded = { status: 400, body: { error: 'attempts_exceeded' } };

  beforeAll(async () => {
    const [row] = await server.query("select id from patients where last_name = 'Larkspur'");
    const patientId = v.parse(PatientId, row?.['id']);
    await server.tx(async (tx) =>
      invitePatient(tx, await keyFor(tx, '', 'invitation'), clerk, { patientId, days: 14, ssn: null }),
    );
  });

  test('where a patient says who they are', () =>
    expectAlike({ known: validate('Larkspur'), unknown: validate('Nobody'), before: forgetClaims, ...notFound }));
  test('after too many tries', async () => {
    await forgetClaims();
    await lockNames(validate('Larkspur'));
    await lockNames(validate('Nobody'));
    await expectAlike({ known: validate('Larkspur'), unknown: validate('Nobody'), ...exceeded });
  });

  test('where the account is made', () => {
    const make = (lastName: string) => () =>
      browser.call(calls.postAccountInformation, {
        query: { language: 'en' },
        body: {
          ...claim(lastName),
          patientId: 1,
          emailAddress: 'a@example.org',
          username: 'hortense',
          password: 'Signed&Up7',
          isTermsOfUseAccepted: true,
        },
      });
    return expectAlike({ known: make('Larkspur'), unknown: make('Nobody'), before: forgetClaims, ...notFound });
  });

  test('where a representative comes with an address', async () => {
    const { patientId } = await server.ids('patient');
    if (patientId === null) throw new Error('patient is no patient');
    const { token } = await server.tx(async (tx) =>
      inviteRepresentative(tx, await keyFor(tx, '', 'invitation'), clerk, {
        patientId,
        days: 14,
        email: 'a@example.org',
        firstName: 'Rowan',
        lastName: 'Thimblewick',
        rights: offeredRights,
      }),
    );
    const verify = (which: string) => () =>
      browser.call(calls.verifyInvitationToken, { params: { token: which, pin: 'none' } });
    await expectAlike({ known: verify(token), unknown: verify('E'.repeat(43)), before: forgetClaims, ...notFound });
  });
});
