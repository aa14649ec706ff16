import { type PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import type { AuditEntry } from '../audit/audit.ts';
import type { AuditType } from '../audit/types.ts';
import { saveAccountEmail, savePatientEmail } from '../credentials/accountEmail.ts';
import { requestPasswordReset } from '../credentials/passwordRequests.ts';
import { endPushElsewhere } from '../credentials/pushSubscriptions.ts';
import { type Db, statement } from '../db/pool.ts';
import { confirmationLink, portalOrigin } from '../mail/links.ts';
import { enqueueMail } from '../mail/queue.ts';
import { type Context, type Done, type Io, auditOperator, command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { UserState, obstacles } from './obstacles.ts';
import { type Values, choice, flag, option, required } from './parameters.ts';
import { onePatient, oneUser, patientOptions } from './people.ts';
import { emailAddress, identityCheck, identityCheckWords } from './readers.ts';
import { counted, minute } from './text.ts';

const state = statement(
  'admin.userState',
  `select u.id as "userId", u.username, u.first_name as "firstName", u.last_name as "lastName", p.id as "patientId", p.mrn,
     f.id as "facilityId", f.short_name as facility, coalesce(u.language, p.language, f.default_language) as language, u.email,
     u.is_email_confirmed as "isEmailConfirmed", u.is_kiosk_manager as "isManager", u.sso_subject is not null as "hasSingleSignOn",
     u.disabled_at as "disabledAt", u.password_off_at is not null as "isPasswordOff", u.is_password_update_required as "mustChangePassword",
     u.accepted_terms_version is distinct from terms_version(f.id) as "termsAreOpen",
     coalesce(f.subscription_ends_on < today_in(f.time_zone), false) as "subscriptionIsOver",
     (select sf.switched_on_at is not null from second_factors sf where sf.user_id = u.id) as "hasSecondStep",
     (select sf.locked_until from second_factors sf where sf.user_id = u.id and sf.locked_until > now()) as "secondStepLockedUntil",
     (select count(*) from current_representatives l where l.user_id = u.id)::int as represents,
     (select count(*) from representative_links l where l.user_id = u.id and not exists (select from current_representatives c where c.user_id = l.user_id and c.patient_id = l.patient_id))::int as "representedOnce",
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

/** The parameters that name a person. */
export const whom = {
  who: choice(
    { user: option('NAME', 'the name that they sign in with'), patient: option('MRN', "or a patient's record number") },
    '--user or --patient.',
  ),
  facility: patientOptions.facility,
} as const;

/** The parameter for how staff have made sure whom they speak to. */
export const identityChecked = required(
  'HOW',
  `how you made sure who they are, for the audit: ${identityCheckWords}`,
  identityCheck,
);

export async function findUser(tx: Db, { who, facility }: Values<typeof whom>): Promise<UserState> {
  const { userId } =
    who.by === 'user'
      ? await oneUser(tx, who.value)
      : await tx.one(userOfPatient, { patientId: (await onePatient(tx, { patient: who.value, facility })).id });
  return tx.one(state, { userId });
}

const userCommand = (name: string, does: string, work: (tx: Db, user: UserState, io: Context) => Promise<Done>) =>
  command({
    name,
    does,
    parameters: whom,
    inTransaction: async (tx, values, io) => work(tx, await findUser(tx, values), io),
  });

export const nameOf = ({ username, firstName, lastName }: UserState): string =>
  username === null ? `${firstName} ${lastName}` : `"${username}"`;

/** Audits what the operator did for a person. */
export const note = (tx: Db, type: AuditType, user: UserState, detail: AuditEntry['detail'] = {}): Promise<void> =>
  auditOperator(tx, type, user, { userId: user.userId, ...detail });

function inTheWay(user: UserState): readonly string[] {
  const found = obstacles(user);
  return found.length === 0
    ? ['Nothing keeps them from signing in.']
    : found.map(({ what, remedy }) => `- ${what}${remedy === null ? '' : `\n  ${remedy}`}`);
}

const show = userCommand(
  'user show',
  'Shows what keeps somebody from getting in, and what to do about it. The audit says that it was looked at.',
  async (tx, user) => {
    await note(tx, 'account.shown', user);
    const { firstName, lastName, mrn, facility, username, email, isEmailConfirmed, lastSignIn, sessions } = user;
    return [
      `${firstName} ${lastName}${mrn === null ? '' : `, ${mrn}`} (${facility})`,
      `Signs in as     ${username ?? '(no sign-in)'}`,
      `Email           ${email === null ? '(none)' : `${email}, ${isEmailConfirmed ? 'confirmed' : 'not confirmed'}`}`,
      `Last sign-in    ${lastSignIn === null ? '(none in the last 30 days)' : minute(lastSignIn)}, ${String(sessions)} open`,
      ...inTheWay(user),
    ];
  },
);

const confirm = statement(
  'admin.confirmEmail',
  'update users set is_email_confirmed = true where id = $userId and not is_email_confirmed',
);

/** Notifies the old address, invalidates links that were sent to it, and asks the new address to confirm. */
async function correct(tx: Db, io: Io, user: UserState, address: string): Promise<string[]> {
  const { userId, facilityId, firstName, language, email, username } = user;
  if (email?.toLowerCase() === address.toLowerCase())
    throw new CommandFailed(`${nameOf(user)} has that address already.`);
  await saveAccountEmail(tx, userId, address);
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

/** Corrects the address in a patient's record and account, as the command does; gives the lines to print. */
export async function correctEmailOf(tx: Db, io: Io, patientId: PatientId, address: string): Promise<string[]> {
  const { userId } = await tx.one(userOfPatient, { patientId });
  const user = await tx.one(state, { userId });
  if (user.email?.toLowerCase() !== address.toLowerCase()) return correct(tx, io, user, address);
  await savePatientEmail(tx, userId, address);
  return [];
}

const email = command({
  name: 'user email',
  does: "Corrects somebody's email address, or notes that it is theirs.",
  more: 'Be sure whom you speak to: whoever reads that mailbox can set a new password.',
  parameters: {
    ...whom,
    way: choice(
      {
        address: option(
          'ADDRESS',
          'the right address; the old one is told, and the new one gets a link that confirms it',
          emailAddress,
        ),
        confirm: flag('they have shown that the address is theirs, so no link is needed'),
      },
      '--address or --confirm.',
    ),
  },
  async inTransaction(tx, { way, ...values }, io) {
    const user = await findUser(tx, values);
    if (way.by === 'address') return correct(tx, io, user, way.value);
    if (user.email === null) throw new CommandFailed(`${nameOf(user)} has no email address. See: user email --address`);
    if ((await tx.run(confirm, { userId: user.userId })) === 0) return `${user.email} is confirmed already.`;
    await note(tx, 'email.confirmed', user);
    return `${user.email} is confirmed.`;
  },
});

const reset = userCommand(
  'user reset',
  'Sends somebody the message with which they set a new password, as "forgot password" does. It also unlocks them.',
  async (tx, user, io) => {
    const { username, email: address, isEmailConfirmed, disabledAt, facilityId, language } = user;
    if (username === null) throw new CommandFailed(`${nameOf(user)} has no sign-in. See: invitation create`);
    if (disabledAt !== null)
      throw new CommandFailed(
        `${nameOf(user)} is disabled: a new password would not help. See: user enable --user ${username}`,
      );
    if (address === null) throw new CommandFailed(`${nameOf(user)} has no email address. See: user email --address`);
    if (!isEmailConfirmed)
      throw new CommandFailed(
        `${address} is not confirmed, so no link is sent there. If it is theirs: user email --user ${username} --confirm`,
      );
    const origin = await portalOrigin(tx, facilityId, null, io.config().portalUrl);
    await requestPasswordReset(tx, username, language, origin);
    await note(tx, 'password.reset_requested', user, { outcome: 'by_staff' });
    return `A running server sends a link for a new password to ${address} within seconds; it works for an hour.`;
  },
);

const endSessions = statement(
  'admin.endSessions',
  "update sessions set ended_at = now(), ended_because = 'ended_by_staff' where user_id = $userId and ended_at is null and expires_at > now()",
);

/** Ends somebody's sessions and their push subscriptions; gives the number of sessions. */
async function endAll(tx: Db, { userId }: UserState): Promise<number> {
  const ended = await tx.run(endSessions, { userId });
  await endPushElsewhere(tx, userId, null);
  return ended;
}

const signOut = userCommand(
  'user sign-out',
  'Ends every session of somebody at once, as after a lost phone. Who knows the password can sign in again: see user reset.',
  async (tx, user) => {
    const sessions = await endAll(tx, user);
    if (sessions > 0) await note(tx, 'account.signed_out', user, { sessions });
    return `${nameOf(user)}: ${counted(sessions, 'session has', 'sessions have')} ended.`;
  },
);

const setDisabled = statement(
  'admin.setDisabled',
  `update users set disabled_at = case when $isDisabled::boolean then now() end
   where id = $userId and (disabled_at is not null) <> $isDisabled::boolean and closed_because is null`,
);

const disable = userCommand(
  'user disable',
  'Ends every session of somebody at once and lets them sign in no more. Nothing of theirs is deleted. See user enable.',
  async (tx, user) => {
    if ((await tx.run(setDisabled, { userId: user.userId, isDisabled: true })) === 0)
      return `${nameOf(user)} is disabled already.`;
    await note(tx, 'account.disabled', user, { sessions: await endAll(tx, user) });
    return `${nameOf(user)} is disabled.`;
  },
);

const enable = userCommand(
  'user enable',
  'Lets somebody sign in again after user disable, with the password that they had, and says what else is in the way.',
  async (tx, user) => {
    if ((await tx.run(setDisabled, { userId: user.userId, isDisabled: false })) === 0)
      return `${nameOf(user)} is not disabled by user disable. See also: patient unmerge, patient deceased --undo`;
    // Otherwise a session from before would be alive again.
    await note(tx, 'account.enabled', user, { sessions: await endAll(tx, user) });
    return [`${nameOf(user)} is enabled.`, ...inTheWay({ ...user, disabledAt: null })];
  },
);

export const userCommands = [show, email, reset, signOut, disable, enable];
