import { type LanguageCode, UserId, keepsPasswordRules } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { requireActsFor } from '../http/actsFor.ts';
import {
  type Actor,
  type Handlers,
  type Refuse,
  type RequestFacts,
  accessDenied,
  notFound,
  refusal,
} from '../http/handler.ts';
import { hashOf } from '../http/secrets.ts';
import type { AccountServices } from '../credentials/tokens.ts';
import { type Db, statement } from '../db/pool.ts';
import { confirmationLink, portalOrigin } from '../mail/links.ts';
import { type MailId, enqueueMail } from '../mail/queue.ts';
import { undoDays, undoLink } from './emailUndo.ts';
import { saveAccountEmail } from '../credentials/accountEmail.ts';
import { isGuessable } from '../credentials/guessablePassword.ts';
import { failureKeys } from '../credentials/knownBrowsers.ts';
import { withinLimit } from '../http/limits.ts';
import {
  checkAddress,
  countAddressFailure,
  forgetFailures,
  nameHash,
  passOrLocked,
  refuseFailure,
} from '../credentials/loginFailures.ts';
import { requestPasswordReset } from '../credentials/passwordRequests.ts';
import {
  type Account,
  findAccount,
  holdAccount,
  passwordRules,
  personalWords,
  replacePassword,
} from '../credentials/passwords.ts';
import { noteProof } from '../credentials/tokens.ts';
import { requestUsername } from '../credentials/usernameRequests.ts';

type AccountCalls =
  | 'sendConfirmEmail'
  | 'validateUser'
  | 'confirmEmail'
  | 'changePassword'
  | 'forgotPassword'
  | 'forgotUsername'
  | 'resetPassword'
  | 'changeEmail'
  | 'confirmPassword'
  | 'replaceEmail'
  | 'getPreferences'
  | 'setPreference';

const anHour = 3600;
/** How many reset mails may be requested for one name in an hour. */
const resetsPerHour = 5;
const preferencesPerUser = 200;
/** The longest that a request waits to learn whether its mail was sent. */
const mailWaitMs = 3000;

const showConfirmation = statement(
  'account.showConfirmation',
  `update email_confirmations c set session_id = $sessionId from users u
   where c.token_hash = $tokenHash and u.id = $userId and c.user_id = u.id and lower(u.username) = lower($username) and lower(c.email) = lower(u.email)
     and c.expires_at > now() and (c.used_at is null or c.session_id = $sessionId or u.is_email_confirmed)`,
);
const useConfirmation = statement(
  'account.useConfirmation',
  `with shown as (
     update email_confirmations c set used_at = coalesce(c.used_at, now()) from users u
     where c.session_id = $sessionId and c.user_id = $userId and u.id = c.user_id and lower(c.email) = lower(u.email) and c.expires_at > now() returning c.user_id),
   changed as (update users set is_email_confirmed = true where id in (select user_id from shown) and not is_email_confirmed returning id)
   select (select count(*) from shown)::int as shown, (select count(*) from changed)::int as changed`,
  v.object({ shown: v.number(), changed: v.number() }),
);
const findReset = statement(
  'account.findReset',
  'select user_id as "userId" from password_resets where token_hash = $tokenHash and used_at is null and expires_at > now()',
  v.object({ userId: UserId }),
);
const takeReset = statement(
  'account.takeReset',
  'update password_resets set used_at = now() where token_hash = $tokenHash and used_at is null and expires_at > now()',
);

const findPreferences = statement(
  'account.preferences',
  'select user_id as "userId", name, value from user_preferences where user_id = $userId and ($names::text[] is null or name = any($names)) order by name',
  v.object({ userId: UserId, name: v.string(), value: v.string() }),
);
const savePreference = statement(
  'account.savePreference',
  `insert into user_preferences as p (user_id, name, value)
   select $userId, $name, $value where exists (select from user_preferences
     where user_id = $userId and name = $name) or (select count(*) from user_preferences where user_id = $userId) < $preferencesPerUser
   on conflict (user_id, name) do update set value = excluded.value`,
);

const tooMany = () => refusal('too_many_requests');
const isSame = (one: string | null, other: string): boolean =>
  one !== null && one.toLowerCase() === other.toLowerCase();
const byOneself = (account: Account) => ({ userId: account.userId, role: null, name: account.name, sessionId: null });

type Asked = {
  readonly actor: Actor;
  readonly tx: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
  readonly db: Db;
  readonly refuse: Refuse<'email_not_different'>;
} & Pick<RequestFacts, 'origins'>;

async function askToConfirm(
  tx: Db,
  services: AccountServices,
  origins: RequestFacts['origins'],
  account: Account,
  email: string,
  language: LanguageCode,
): Promise<MailId | null> {
  const origin = await portalOrigin(tx, account.facilityId, origins.portal, services.portalUrl);
  const link = await confirmationLink(tx, account.userId, email, origin);
  return enqueueMail(tx, {
    kind: 'confirmEmail',
    facilityId: account.facilityId,
    to: email,
    language,
    values: { firstName: account.firstName, link },
  });
}

/** Changes an account's address: the new one must be confirmed, the old one is notified, and links that were sent to it stop working. */
async function setEmail(
  context: Asked,
  services: AccountServices,
  email: string,
  language: LanguageCode | null,
): Promise<void> {
  const { actor, tx, origins, refuse } = context;
  await tx(async (within) => {
    const account = await within.maybe(holdAccount, { userId: actor.userId });
    if (account === null) throw notFound();
    if (isSame(account.email, email)) throw refuse('email_not_different');
    const inLanguage = language ?? account.chosenLanguage ?? account.defaultLanguage;
    await saveAccountEmail(within, account.userId, email);
    if (account.email !== null) {
      const origin = await portalOrigin(within, account.facilityId, origins.portal, services.portalUrl);
      await enqueueMail(within, {
        kind: 'emailChanged',
        facilityId: account.facilityId,
        to: account.email,
        language: inLanguage,
        values: {
          firstName: account.firstName,
          link: await undoLink(within, account, account.email, origin),
          days: undoDays,
        },
      });
    }
    await askToConfirm(within, services, origins, account, email, inLanguage);
    await audit(within, {
      type: 'email.changed',
      actor,
      patientId: account.patientId,
      facilityId: account.facilityId,
      detail: { hadOne: account.email !== null },
    });
  });
  services.mailer.wake();
}

function checkNewPassword(
  body: { newPassword: string; confirmPassword: string },
  refuse: Refuse<'confirm_mismatch' | 'password_rules' | 'password_guessable'>,
  account: Account,
): void {
  if (body.newPassword !== body.confirmPassword) throw refuse('confirm_mismatch');
  if (!keepsPasswordRules(passwordRules, body.newPassword)) throw refuse('password_rules');
  if (isGuessable(body.newPassword, account.userName ?? '', personalWords(account))) throw refuse('password_guessable');
}

/** The upkeep of an account: its password, its address and its preferences (specification 1, section 7). */
export const accountHandlers = (services: AccountServices): Pick<Handlers, AccountCalls> => ({
  async sendConfirmEmail({ actor, db, tx, query, origins, refuse }) {
    const account = await db.maybe(findAccount, { userId: actor.userId });
    if (account === null) throw notFound();
    const { email } = account;
    if (email === null) throw refuse('no_email');
    if (account.isEmailConfirmed) return null;
    const mail = await tx(async (within) => {
      const id = await askToConfirm(within, services, origins, account, email, query.language);
      await audit(within, {
        type: 'email.confirmation_sent',
        actor,
        patientId: account.patientId,
        facilityId: account.facilityId,
      });
      return id;
    });
    if (mail === null || (await services.mailer.sendNow(mail, { within: mailWaitMs })) === 'refused')
      throw refuse('mail_refused');
    return null;
  },

  async validateUser({ actor, db, params }) {
    const shown = await db.run(showConfirmation, {
      tokenHash: hashOf(params.encryptedUserId),
      userId: actor.userId,
      sessionId: actor.sessionId,
      username: params.username.trim(),
    });
    return { userValidation: shown > 0 };
  },

  async confirmEmail({ actor, tx }) {
    await tx(async (within) => {
      const { shown, changed } = await within.one(useConfirmation, {
        userId: actor.userId,
        sessionId: actor.sessionId,
      });
      if (shown === 0) throw notFound();
      if (changed > 0)
        await audit(within, {
          type: 'email.confirmed',
          actor,
          patientId: actor.patientId,
          facilityId: actor.facilityId,
        });
    });
    return null;
  },

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

  async changeEmail(context) {
    const { actor, body, db, query } = context;
    if (body.userId !== actor.userId) throw accessDenied({ actor, patientId: null, why: 'user' });
    if (body.patientId !== null) await requireActsFor(db, actor, body.patientId);
    await setEmail(context, services, body.email, query.language);
    return null;
  },

  async replaceEmail(context) {
    const [{ value }] = context.body;
    await setEmail(context, services, value, null);
    return { userId: context.actor.userId, email: value };
  },

  async getPreferences({ actor, db, query }) {
    const names = [...(query.name === undefined ? [] : [query.name]), ...(query.names?.split(',') ?? [])];
    return db.many(findPreferences, { userId: actor.userId, names: names.length === 0 ? null : names });
  },

  async setPreference({ actor, body, tx }) {
    if (body.userId !== actor.userId) throw accessDenied({ actor, patientId: null, why: 'user' });
    await tx(async (within) => {
      if (
        (await within.run(savePreference, {
          userId: actor.userId,
          name: body.name,
          value: body.value,
          preferencesPerUser,
        })) === 0
      )
        throw refusal('bad_request');
      await audit(within, {
        type: 'preference.set',
        actor,
        patientId: actor.patientId,
        facilityId: actor.facilityId,
        detail: { name: body.name },
      });
    });
    return null;
  },
});
