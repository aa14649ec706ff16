import { UserId, keepsPasswordRules } from '@portal/api';
import * as v from 'valibot';
import { isGuessable } from '../credentials/guessablePassword.ts';
import { failureKeys } from '../credentials/knownBrowsers.ts';
import {
  checkAddress,
  countAddressFailure,
  forgetFailures,
  nameHash,
  passOrLocked,
  refuseFailure,
} from '../credentials/loginFailures.ts';
import { requestPasswordReset } from '../credentials/passwordRequests.ts';
import { type Account, findAccount, passwordRules, personalWords, replacePassword } from '../credentials/passwords.ts';
import { type AccountServices, noteProof } from '../credentials/tokens.ts';
import { requestUsername } from '../credentials/usernameRequests.ts';
import { statement } from '../db/pool.ts';
import { type Handlers, type Refuse, notFound, refusal } from '../http/handler.ts';
import { withinLimit } from '../http/limits.ts';
import { hashOf } from '../http/secrets.ts';

const anHour = 3600;
/** How many reset mails may be requested for one name in an hour. */
const resetsPerHour = 5;

const findReset = statement(
  'account.findReset',
  'select user_id as "userId" from password_resets where token_hash = $tokenHash and used_at is null and expires_at > now()',
  v.object({ userId: UserId }),
);
const takeReset = statement(
  'account.takeReset',
  'update password_resets set used_at = now() where token_hash = $tokenHash and used_at is null and expires_at > now()',
);

const tooMany = () => refusal('too_many_requests');
const byOneself = (account: Account) => ({ userId: account.userId, role: null, name: account.name, sessionId: null });

function checkNewPassword(
  body: { newPassword: string; confirmPassword: string },
  refuse: Refuse<'confirm_mismatch' | 'password_rules' | 'password_guessable'>,
  account: Account,
): void {
  if (body.newPassword !== body.confirmPassword) throw refuse('confirm_mismatch');
  if (!keepsPasswordRules(passwordRules, body.newPassword)) throw refuse('password_rules');
  if (isGuessable(body.newPassword, account.userName ?? '', personalWords(account))) throw refuse('password_guessable');
}

/** The password of an account: changed, asked for again, and reset by a link (specification 1, section 7). */
export const passwordHandlers = (
  services: AccountServices,
): Pick<Handlers, 'changePassword' | 'confirmPassword' | 'forgotPassword' | 'forgotUsername' | 'resetPassword'> => ({
  async changePassword(context) {
    const { actor, body, db, origins, refuse } = context;
    const account = await db.maybe(findAccount, { userId: actor.userId });
    if (account === null || account.userName === null) throw notFound();
    const keys = await failureKeys(context, account.userName);
    const { name, source } = keys;
    await checkAddress(db, source, services.addressFailures);
    checkNewPassword(body, refuse, account);
    const wrong = refuse('invalid_old_password');
    if (!(await services.passwords.matches(body.oldPassword, account.passwordHash, source)))
      return refuseFailure(context, keys, wrong);
    const newHash = await services.passwords.hash(body.newPassword);
    await context.tx(async (tx) => {
      await passOrLocked(tx, name, refuse);
      if (body.newPassword === body.oldPassword) throw refuse('password_must_be_different');
      if (
        !(await replacePassword(tx, services, origins, {
          account,
          newHash,
          keepSession: actor.sessionId,
          auditType: 'password.changed',
          actor,
        }))
      )
        throw wrong;
    });
    services.mailer.wake();
    return null;
  },

  async confirmPassword(context) {
    const { actor, body, db, refuse } = context;
    const account = await db.maybe(findAccount, { userId: actor.userId });
    if (account === null || account.userName === null) throw notFound();
    const keys = await failureKeys(context, account.userName);
    const { name, source } = keys;
    await checkAddress(db, source, services.addressFailures);
    if (!(await services.passwords.matches(body.password, account.passwordHash, source)))
      return refuseFailure(context, keys, refuse('wrong_password'));
    await context.tx(async (tx) => {
      await passOrLocked(tx, name, refuse);
      await noteProof(tx, actor.sessionId);
    });
    return null;
  },

  async forgotPassword({ db, ip, query, origins }) {
    if (!(await withinLimit(db, 'forgot-password-address', ip, services.addressFailures, 15 * 60))) throw tooMany();
    const name = nameHash(query.userName).toString('base64url');
    if (await withinLimit(db, 'forgot-password-name', name, resetsPerHour, anHour))
      await requestPasswordReset(db, query.userName, query.language, origins.portal);
    return null;
  },

  async forgotUsername({ body, db, ip, query, origins }) {
    if (!(await withinLimit(db, 'forgot-username-address', ip, services.addressFailures, 15 * 60))) throw tooMany();
    const email = nameHash(body.email).toString('base64url');
    if (await withinLimit(db, 'forgot-username-email', email, resetsPerHour, anHour))
      await requestUsername(db, { ...body, language: query.language, origin: origins.portal });
    return null;
  },

  async resetPassword({ body, db, ip, tx, origins, refuse }) {
    const token = hashOf(body.token);
    const over = refuse('link_expired');
    const found = await db.maybe(findReset, { tokenHash: token });
    const account = found === null ? null : await db.maybe(findAccount, { userId: found.userId });
    // Only unknown links count as failures, so that others at an address cannot block somebody with a real link.
    if (account === null || account.userName === null) {
      await checkAddress(db, ip, services.addressFailures);
      await countAddressFailure(db, ip);
      throw over;
    }
    checkNewPassword(body, refuse, account);
    const name = nameHash(account.userName);
    if (await services.passwords.matches(body.newPassword, account.passwordHash, ip))
      throw refuse('password_must_be_different');
    const newHash = await services.passwords.hash(body.newPassword);
    await tx(async (within) => {
      if ((await within.run(takeReset, { tokenHash: token })) === 0) throw over;
      if (
        !(await replacePassword(within, services, origins, {
          account,
          newHash,
          keepSession: null,
          auditType: 'password.reset',
          actor: byOneself(account),
        }))
      )
        throw over;
      // Whoever reads the account's mail is let in, and the wrong guesses were at a password that no longer exists.
      await forgetFailures(within, name, account.userId);
    });
    services.mailer.wake();
    return null;
  },
});
