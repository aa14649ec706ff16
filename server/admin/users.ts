import { parseArgs } from 'node:util';
import { type PatientId, UserId, isEmailAddress } from '@portal/api';
import * as v from 'valibot';
import { requestPasswordReset } from '../credentials/passwordRequests.ts';
import type { AuditType } from '../audit/types.ts';
import { audit } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { confirmationLink, portalOrigin } from '../mail/links.ts';
import { enqueueMail } from '../mail/queue.ts';
import { endPushElsewhere } from '../credentials/pushSubscriptions.ts';
import { actor, type Command, type Io } from './command.ts';
import { CommandFailed } from './failure.ts';
import { onePatient, oneUser } from './people.ts';
import { UserState, minute, obstacles } from './obstacles.ts';

const state = statement(
  'admin.userState',
  `select u.id as "userId", u.username, u.first_name as "firstName", u.last_name as "lastName", p.id as "patientId", p.mrn,
     f.id as "facilityId", f.short_name as facility, coalesce(u.language, p.language, f.default_language) as language, u.email,
     u.is_email_confirmed as "isEmailConfirmed", u.is_kiosk_manager as "isManager", u.sso_subject is not null as "hasSingleSignOn",
     u.disabled_at as "disabledAt", u.is_password_update_required as "mustChangePassword",
     u.accepted_terms_version is distinct from terms_version(f.id) as "termsAreOpen",
     coalesce(f.subscription_ends_on < today_in(f.time_zone), false) as "subscriptionIsOver",
     (select count(*) from representative_links l where l.user_id = u.id and l.revoked_at is null)::int as represents,
     (select count(*) from representative_links l where l.user_id = u.id and l.revoked_at is not null)::int as "representedOnce",
     (select x.locked_until from login_failures x where x.name_hash = names.hash and x.locked_until > now()) as "lockedUntil",
     (select max(x.locked_until) from known_browsers k join login_failures x on x.name_hash = sha256(names.hash || k.browser_hash)
       where k.user_id = u.id and x.locked_until > now()) as "browserLockedUntil",
     (select max(i.expires_at) from invitations i where i.patient_id = p.id and i.kind = 'patient' and i.used_at is null and i.revoked_at is null
       and i.expires_at > now()) as "invitedUntil",
     (select max(s.created_at) from sessions s where s.user_id = u.id) as "lastSignIn",
     (select count(*) from sessions s where s.user_id = u.id and s.ended_at is null and s.expires_at > now())::int as sessions
   from users u join facilities f on f.id = u.facility_id left join patients p on p.user_id = u.id
     cross join lateral (select sha256(convert_to('name:' || lower(u.username), 'UTF8')) as hash) names
   where u.id = $userId`,
  UserState,
);
const userOfPatient = statement(
  'admin.userOfPatient',
  'select user_id as "userId" from patients where id = $patientId',
  v.object({ userId: UserId }),
);

const options = { user: { type: 'string' }, patient: { type: 'string' }, facility: { type: 'string' } } as const;
interface Named {
  readonly user?: string | undefined;
  readonly patient?: string | undefined;
  readonly facility?: string | undefined;
}
const optionsHelp = `  --user       the name that they sign in with
  --patient    or a patient's record number
  --facility   where two facilities have the same record number`;

async function find(tx: Db, words: string, { user, patient, facility }: Named): Promise<UserState> {
  if ((user === undefined) === (patient === undefined))
    throw new CommandFailed(`${words} needs --user or --patient.`, true);
  const { userId } =
    user === undefined
      ? await tx.one(userOfPatient, { patientId: (await onePatient(tx, patient ?? '', facility)).id })
      : await oneUser(tx, user);
  return tx.one(state, { userId });
}

/** How they are called in what a command says. */
const nameOf = ({ username, firstName, lastName }: UserState): string =>
  username === null ? `${firstName} ${lastName}` : `"${username}"`;

const note = (tx: Db, type: AuditType, { userId, patientId, facilityId }: UserState, detail = {}): Promise<void> =>
  audit(tx, { type, actor, patientId, facilityId, detail: { userId, ...detail } });

/** Runs the work of a command on one user in one transaction, and says its lines. */
async function onUser(
  io: Io,
  words: string,
  values: Named,
  work: (tx: Db, user: UserState) => Promise<readonly string[]>,
): Promise<number> {
  const lines = await io.database((pool) => pool.tx(async (tx) => work(tx, await find(tx, words, values))));
  for (const line of lines) io.out(line);
  return 0;
}

/** What keeps somebody from getting in, as lines. */
function inTheWay(user: UserState): readonly string[] {
  const found = obstacles(user);
  return found.length === 0
    ? ['Nothing keeps them from signing in.']
    : found.map(({ what, remedy }) => `- ${what}${remedy === null ? '' : `\n  ${remedy}`}`);
}

const show: Command = {
  words: ['user', 'show'],
  help: `user show (--user NAME | --patient MRN [--facility NAME])

Shows what keeps somebody from getting in, and what to do about it. The audit says that it was looked at.

${optionsHelp}`,
  run(args, io) {
    return onUser(io, 'user show', parseArgs({ args, options }).values, async (tx, user) => {
      await note(tx, 'account.shown', user);
      const { firstName, lastName, mrn, facility, username, email, isEmailConfirmed, lastSignIn, sessions } = user;
      return [
        `${firstName} ${lastName}${mrn === null ? '' : `, ${mrn}`} (${facility})`,
        `Signs in as     ${username ?? '(no sign-in)'}`,
        `Email           ${email === null ? '(none)' : `${email}, ${isEmailConfirmed ? 'confirmed' : 'not confirmed'}`}`,
        `Last sign-in    ${lastSignIn === null ? '(none in the last 30 days)' : minute(lastSignIn)}, ${String(sessions)} open`,
        ...inTheWay(user),
      ];
    });
  },
};

const confirm = statement(
  'admin.confirmEmail',
  'update users set is_email_confirmed = true where id = $userId and not is_email_confirmed',
);
const saveEmail = statement(
  'admin.saveEmail',
  'update users set email = $email, is_email_confirmed = false where id = $userId',
);
const savePatientEmail = statement(
  'admin.savePatientEmail',
  'update patients set email_address = $emailAddress where user_id = $userId',
);
const dropLinks = [
  statement('admin.dropConfirmations', 'delete from email_confirmations where user_id = $userId'),
  statement('admin.dropResets', 'delete from password_resets where user_id = $userId'),
] as const;

/** The old address is told, links that were sent to it are dead, and the new one is asked to confirm. */
async function correct(tx: Db, io: Io, user: UserState, address: string): Promise<string[]> {
  const { userId, facilityId, firstName, language, email, username } = user;
  if (email?.toLowerCase() === address.toLowerCase())
    throw new CommandFailed(`${nameOf(user)} has that address already.`);
  await tx.run(saveEmail, { userId, email: address });
  await tx.run(savePatientEmail, { userId, emailAddress: address });
  for (const each of dropLinks) await tx.run(each, { userId });
  if (email !== null)
    await enqueueMail(tx, { kind: 'emailCorrected', facilityId, to: email, language, values: { firstName } });
  const asks = username !== null;
  if (asks) {
    const origin = await portalOrigin(tx, facilityId, null, io.config().portalUrl);
    const link = await confirmationLink(tx, userId, address, origin);
    await enqueueMail(tx, { kind: 'confirmEmail', facilityId, to: address, language, values: { firstName, link } });
  }
  await note(tx, 'email.changed', user, { hadOne: email !== null });
  return [
    `The email address of ${nameOf(user)} is ${address}.${asks ? ' A message there asks them to confirm it.' : ''}`,
  ];
}

/** Corrects the address of a patient's record and of its account, as the command does; gives what there is to say. */
export async function correctEmailOf(tx: Db, io: Io, patientId: PatientId, address: string): Promise<string[]> {
  const { userId } = await tx.one(userOfPatient, { patientId });
  const user = await tx.one(state, { userId });
  if (user.email?.toLowerCase() !== address.toLowerCase()) return correct(tx, io, user, address);
  await tx.run(savePatientEmail, { userId, emailAddress: address });
  return [];
}

const emailCommand: Command = {
  words: ['user', 'email'],
  help: `user email (--user NAME | --patient MRN [--facility NAME]) (--address ADDRESS | --confirm)

Corrects somebody's email address, or notes that it is theirs. Be sure whom you speak to: whoever reads that mailbox can set a new password.

${optionsHelp}
  --address    the right address; the old one is told, and the new one gets a link that confirms it
  --confirm    they have shown that the address is theirs, so no link is needed`,
  run(args, io) {
    const { values } = parseArgs({
      args,
      options: { ...options, address: { type: 'string' }, confirm: { type: 'boolean' } },
    });
    const address = values.address?.trim();
    if ((address === undefined) === (values.confirm !== true))
      throw new CommandFailed('user email needs --address or --confirm.', true);
    if (address !== undefined && !isEmailAddress(address))
      throw new CommandFailed(`--address is not an email address: "${address}".`, true);
    return onUser(io, 'user email', values, async (tx, user) => {
      if (address !== undefined) return correct(tx, io, user, address);
      if (user.email === null)
        throw new CommandFailed(`${nameOf(user)} has no email address. See: user email --address`);
      if ((await tx.run(confirm, { userId: user.userId })) === 0) return [`${user.email} is confirmed already.`];
      await note(tx, 'email.confirmed', user);
      return [`${user.email} is confirmed.`];
    });
  },
};

const reset: Command = {
  words: ['user', 'reset'],
  help: `user reset --user NAME

Sends somebody the message with which they set a new password, as "forgot password" does. It also unlocks them.

${optionsHelp}`,
  run(args, io) {
    return onUser(io, 'user reset', parseArgs({ args, options }).values, async (tx, user) => {
      const { username, email, isEmailConfirmed, disabledAt, facilityId, language } = user;
      if (username === null) throw new CommandFailed(`${nameOf(user)} has no sign-in. See: invitation create`);
      if (disabledAt !== null)
        throw new CommandFailed(
          `${nameOf(user)} is disabled: a new password would not help. See: user enable --user ${username}`,
        );
      if (email === null) throw new CommandFailed(`${nameOf(user)} has no email address. See: user email --address`);
      if (!isEmailConfirmed)
        throw new CommandFailed(
          `${email} is not confirmed, so no link is sent there. If it is theirs: user email --user ${username} --confirm`,
        );
      const origin = await portalOrigin(tx, facilityId, null, io.config().portalUrl);
      await requestPasswordReset(tx, username, language, origin);
      await note(tx, 'password.reset_requested', user, { outcome: 'by_staff' });
      return [`A running server sends a link for a new password to ${email} within seconds; it works for an hour.`];
    });
  },
};

const endSessions = statement(
  'admin.endSessions',
  "update sessions set ended_at = now(), ended_because = 'ended_by_staff' where user_id = $userId and ended_at is null and expires_at > now()",
);

const signOut: Command = {
  words: ['user', 'sign-out'],
  help: `user sign-out (--user NAME | --patient MRN [--facility NAME])

Ends every session of somebody at once, as after a lost phone. Who knows the password can sign in again: see user reset.

${optionsHelp}`,
  run(args, io) {
    return onUser(io, 'user sign-out', parseArgs({ args, options }).values, async (tx, user) => {
      const ended = await tx.run(endSessions, { userId: user.userId });
      await endPushElsewhere(tx, user.userId, null);
      if (ended > 0) await note(tx, 'account.signed_out', user, { sessions: ended });
      return [`${nameOf(user)}: ${ended === 1 ? '1 session has' : `${String(ended)} sessions have`} ended.`];
    });
  },
};

const setDisabled = statement(
  'admin.setDisabled',
  'update users set disabled_at = case when $isDisabled::boolean then now() end where id = $userId and (disabled_at is not null) <> $isDisabled::boolean',
);

const disable: Command = {
  words: ['user', 'disable'],
  help: `user disable (--user NAME | --patient MRN [--facility NAME])

Ends every session of somebody at once and lets them sign in no more. Nothing of theirs is deleted. See user enable.

${optionsHelp}`,
  run(args, io) {
    return onUser(io, 'user disable', parseArgs({ args, options }).values, async (tx, user) => {
      if ((await tx.run(setDisabled, { userId: user.userId, isDisabled: true })) === 0)
        return [`${nameOf(user)} is disabled already.`];
      const sessions = await tx.run(endSessions, { userId: user.userId });
      await endPushElsewhere(tx, user.userId, null);
      await note(tx, 'account.disabled', user, { sessions });
      return [`${nameOf(user)} is disabled.`];
    });
  },
};

const enable: Command = {
  words: ['user', 'enable'],
  help: `user enable (--user NAME | --patient MRN [--facility NAME])

Lets somebody sign in again after user disable, with the password that they had, and says what else is in the way.

${optionsHelp}`,
  run(args, io) {
    return onUser(io, 'user enable', parseArgs({ args, options }).values, async (tx, user) => {
      if ((await tx.run(setDisabled, { userId: user.userId, isDisabled: false })) === 0)
        return [`${nameOf(user)} is not disabled.`];
      // A session from before would live again.
      const sessions = await tx.run(endSessions, { userId: user.userId });
      await endPushElsewhere(tx, user.userId, null);
      await note(tx, 'account.enabled', user, { sessions });
      return [`${nameOf(user)} is enabled.`, ...inTheWay({ ...user, disabledAt: null })];
    });
  },
};

export const userCommands: readonly Command[] = [show, emailCommand, reset, signOut, disable, enable];
