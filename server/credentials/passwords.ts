import { FacilityId, Instant, LanguageCode, type PasswordRules, PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { type AuditActor, audit } from '../audit/audit.ts';
import type { RequestFacts } from '../http/handler.ts';
import type { MailServices } from '../mail/mailer.ts';
import { type Db, statement } from '../db/pool.ts';
import { mailOwner } from './mailOwner.ts';
import { endPushElsewhere } from './pushSubscriptions.ts';

/** The rules for a new password (specification 1). */
export const passwordRules: PasswordRules = {
  minimumLength: 8,
  numOfCapitalLetters: 1,
  numOfNumbers: 1,
  numOfSpecialCharacters: 1,
};

/** The columns of `accountColumns`. */
export const Account = v.object({
  userId: UserId,
  userName: v.nullable(v.string()),
  passwordHash: v.nullable(v.string()),
  /** Null: it has a password. */
  passwordOffAt: v.nullable(Instant),
  firstName: v.string(),
  name: v.string(),
  email: v.nullable(v.string()),
  /** Where mails about the account go. One that an identity system opens may have no address of its own, but that of its patient. */
  mailAddress: v.nullable(v.string()),
  isEmailConfirmed: v.boolean(),
  /** The language that the person chose; null if none. */
  chosenLanguage: v.nullable(LanguageCode),
  defaultLanguage: LanguageCode,
  facilityId: FacilityId,
  /** All names of the facility. */
  facilityNames: v.string(),
  patientId: v.nullable(PatientId),
});
export type Account = v.InferOutput<typeof Account>;

export const accountColumns = `u.id as "userId", u.username as "userName", u.password_hash as "passwordHash", u.password_off_at as "passwordOffAt", u.first_name as "firstName",
  u.first_name || ' ' || u.last_name as name, u.email, coalesce(u.email, p.email_address) as "mailAddress", u.is_email_confirmed as "isEmailConfirmed",
  coalesce(u.language, p.language) as "chosenLanguage", f.default_language as "defaultLanguage", u.facility_id as "facilityId",
  concat_ws(' ', f.name, f.short_name, f.portal_name) as "facilityNames", p.id as "patientId"`;
/** What of an account makes a password guessable. */
export const personalWords = ({
  name,
  email,
  facilityNames,
}: Pick<Account, 'name' | 'email' | 'facilityNames'>): string[] => [name, email ?? '', facilityNames];
/** SQL: whether somebody can sign in with the account of a row of users. */
export const canSignIn = <const User extends string>(user: User) =>
  `(${user}.username is not null or ${user}.sso_subject is not null or exists (select from passkeys k where k.user_id = ${user}.id)
     or exists (select from identity_links k where k.user_id = ${user}.id))` as const;
export const accountTables =
  'users u join facilities f on f.id = u.facility_id left join patients p on p.user_id = u.id';

export const findAccount = statement(
  'account.find',
  `select ${accountColumns} from ${accountTables} where u.id = $userId and u.disabled_at is null`,
  Account,
);
/** The same, and locks the account's row until the transaction ends. */
export const holdAccount = statement(
  'account.hold',
  `select ${accountColumns} from ${accountTables} where u.id = $userId and u.disabled_at is null for update of u`,
  Account,
);
export const findAccountByName = statement(
  'account.findByName',
  `select ${accountColumns} from ${accountTables} where lower(u.username) = lower($userName) and u.disabled_at is null`,
  Account,
);

const savePassword = statement(
  'account.savePassword',
  'update users set password_hash = $newHash, password_off_at = null, is_password_update_required = false where id = $userId and password_hash = $passwordHash',
);
const endOthers = statement(
  'account.endSessions',
  "update sessions set ended_at = now(), ended_because = 'password_changed' where user_id = $userId and ended_at is null and id is distinct from $sessionId",
);
/**
 * Also deletes the undo links of earlier addresses: whoever reads that mailbox may be the reason for the new password. Sign-ins with the old
 * password end before their second step, and every browser is asked for the second step again.
 */
const dropLinks = statement(
  'account.dropLinks',
  `with undos as (delete from email_undos where user_id = $userId), pending as (delete from pending_sign_ins where user_id = $userId),
     remembered as (delete from remembered_browsers where user_id = $userId), codes as (delete from front_desk_codes where user_id = $userId)
   delete from password_resets where user_id = $userId`,
);

interface PasswordChange {
  readonly account: Account;
  readonly newHash: string;
  /** The session that stays alive; null: all of them end. */
  readonly keepSession: number | null;
  readonly auditType: 'password.changed' | 'password.reset';
  readonly actor: AuditActor;
}

/** Writes a password, ends other sessions and reset links, and mails a notice. False: it was changed meanwhile; nothing is written. */
export async function replacePassword(
  tx: Db,
  services: MailServices,
  origins: RequestFacts['origins'],
  change: PasswordChange,
): Promise<boolean> {
  const { account } = change;
  if (
    (await tx.run(savePassword, {
      userId: account.userId,
      newHash: change.newHash,
      passwordHash: account.passwordHash,
    })) === 0
  )
    return false;
  // First the waiting sign-ins: one whose code is being checked keeps its row, and its session ends with the others.
  await tx.run(dropLinks, { userId: account.userId });
  await tx.run(endOthers, { userId: account.userId, sessionId: change.keepSession });
  await endPushElsewhere(tx, account.userId, change.keepSession);
  await mailOwner(tx, services, origins, account, '/reset-password', (values) => ({ kind: 'passwordChanged', values }));
  await audit(tx, {
    type: change.auditType,
    actor: change.actor,
    patientId: account.patientId,
    facilityId: account.facilityId,
  });
  return true;
}
