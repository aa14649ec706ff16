import { PatientId, UserId } from '@portal/api';
import * as v from 'valibot';
import { canSignIn } from '../credentials/passwords.ts';
import type { ReportedEnding } from '../credentials/tokens.ts';
import { type Db, statement } from '../db/pool.ts';

const Account = v.object({
  patientId: PatientId,
  userId: UserId,
  /** Whether somebody can sign in with it. */
  isUsed: v.boolean(),
  actsForOthers: v.boolean(),
});
export type Account = v.InferOutput<typeof Account>;
const accountOf = statement(
  'merges.account',
  `select p.id as "patientId", u.id as "userId",
     ${canSignIn('u')} as "isUsed",
     exists (select from representative_links l where l.user_id = u.id and l.revoked_at is null) as "actsForOthers"
   from patients p join users u on u.id = p.user_id where p.id = $patientId`,
  Account,
);
export const readAccount = (tx: Db, patientId: PatientId): Promise<Account> => tx.one(accountOf, { patientId });

const placeholder = statement(
  'merges.placeholder',
  'insert into users (first_name, last_name, facility_id) select first_name, last_name, facility_id from users where id = $userId returning id as "userId"',
  v.object({ userId: UserId }),
);
const give = statement('merges.giveAccount', 'update patients set user_id = $userId where id = $patientId');
const dropPlaceholder = statement('merges.dropPlaceholder', 'delete from users where id = $userId');
/** Devices say again what they are told of, so that the settings of the patient who has them now say so. */
const tellDevices = statement(
  'merges.tellDevices',
  'update push_subscriptions set kinds = kinds where user_id = $userId',
);

/** Exchanges the accounts of two patients: each patient has one, and each account is of one patient at most. */
export async function exchangeAccounts(tx: Db, one: Account, other: Account): Promise<void> {
  const { userId: between } = await tx.one(placeholder, { userId: one.userId });
  await tx.run(give, { patientId: one.patientId, userId: between });
  await tx.run(give, { patientId: other.patientId, userId: one.userId });
  await tx.run(give, { patientId: one.patientId, userId: other.userId });
  await tx.run(dropPlaceholder, { userId: between });
}

export const tellDevicesOf = async (tx: Db, userId: UserId): Promise<void> => {
  await tx.run(tellDevices, { userId });
};

const close = statement(
  'merges.close',
  "update users set closed_because = 'joined', disabled_at = coalesce(disabled_at, now()) where id = $userId and closed_because is null",
);
/** An account that staff had switched off before stays so. */
const reopen = statement(
  'merges.reopen',
  `update users u set closed_because = null, disabled_at = case when u.disabled_at < m.merged_at then u.disabled_at end
   from patient_merges m where m.id = $mergeId and u.id = $userId and u.closed_because = 'joined'`,
);
const endOf = statement(
  'merges.endSessions',
  'update sessions set ended_at = now(), ended_because = $endedBecause where (user_id = $userId or patient_id = $patientId) and ended_at is null',
);

export const closeAccount = async (tx: Db, userId: UserId): Promise<void> => {
  await tx.run(close, { userId });
};
/** Opens the account that a merge has closed. */
export const reopenAccount = async (tx: Db, userId: UserId, mergeId: number): Promise<void> => {
  await tx.run(reopen, { userId, mergeId });
};

/** Ends the sessions of a patient and of their account, at tablets as well. */
export const endSessionsOf = async (
  tx: Db,
  { patientId, userId }: Account,
  endedBecause: ReportedEnding,
): Promise<void> => {
  await tx.run(endOf, { patientId, userId, endedBecause });
};
