import { expect, test } from 'vitest';
import { refused } from '../../tests/apps/data/refused.ts';
import { CallError, type Failure, type ShownMessage } from './errors.ts';
import { passwordChange } from './passwordChange.ts';

const lost: Failure = { kind: 'offline' };
const oldIsWrong = refused(400, 'invalid_old_password');

/** Tries passwords one after another; a null failure is a success. Gives what each shows, and the passwords that were logged in with. */
async function tries(
  all: readonly (readonly [password: string, failure: Failure | null])[],
  logIn: ShownMessage | null = null,
) {
  const change = passwordChange();
  const shown: (string | null)[] = [];
  const loggedIn: string[] = [];
  for (const [password, failure] of all) {
    const message = await change(password, {
      send: () =>
        failure === null ? Promise.resolve() : Promise.reject(new CallError('changePasswordAtLogin', failure)),
      changed: () => Promise.resolve(void loggedIn.push(password)),
      perhapsChanged: () => Promise.resolve(logIn).finally(() => loggedIn.push(password)),
    });
    shown.push(message?.code ?? null);
  }
  return { shown, loggedIn };
}

test('a new password whose answer was lost logs in once the old one is refused', async () => {
  expect(await tries([['first', null]])).toEqual({ shown: [null], loggedIn: ['first'] });
  expect(
    await tries([
      ['first', lost],
      ['first', oldIsWrong],
    ]),
  ).toEqual({ shown: ['noConnection', null], loggedIn: ['first'] });
});

test('another new password than the one whose answer was lost does not log in', async () => {
  const { shown, loggedIn } = await tries([
    ['first', lost],
    ['second', oldIsWrong],
    ['first', oldIsWrong],
  ]);
  expect(shown).toEqual(['noConnection', 'invalidOldPassword', null]);
  expect(loggedIn).toEqual(['first']);
});

test.each([
  ['invalidgrant', 'invalidOldPassword'],
  ['noConnection', 'noConnection'],
  ['lockedout', 'lockedout'],
  ['tooManyRequests', 'tooManyRequests'],
] as const)('a login with it that fails with %s shows %s', async (code, told) => {
  const { shown } = await tries(
    [
      ['first', lost],
      ['first', oldIsWrong],
    ],
    { code, values: {} },
  );
  expect(shown).toEqual(['noConnection', told]);
});
