import { SecondStepNeed, UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { hashOf, newSecret } from '../http/secrets.ts';

const lifeSeconds = 5 * 60;
/** Setting up an authenticator app for the first time takes longer than typing a code. */
const setUpSeconds = 20 * 60;
/** How many codes one sign-in may try. */
const triesOfOne = 5;
/** For how long a finished set-up answers again, because the recovery codes may have been lost with the answer. */
const retrySeconds = 10 * 60;

const Pending = v.object({ userId: UserId, needs: SecondStepNeed });

const add = statement(
  'pendingSignIns.add',
  `insert into pending_sign_ins (secret_hash, user_id, needs, tries_left, expires_at)
   values ($secretHash, $userId, $needs, $triesLeft, now() + make_interval(secs => $seconds))`,
);
const find = statement(
  'pendingSignIns.find',
  'select user_id as "userId", needs from pending_sign_ins where secret_hash = $secretHash and tries_left > 0 and expires_at > now() and set_up_at is null',
  Pending,
);
const takeTry = statement(
  'pendingSignIns.takeTry',
  `update pending_sign_ins set tries_left = tries_left - 1 where secret_hash = $secretHash and tries_left > 0 and expires_at > now()
   returning user_id as "userId", needs`,
  Pending,
);
const finish = statement(
  'pendingSignIns.finish',
  'delete from pending_sign_ins where secret_hash = $secretHash and expires_at > now()',
);
const noteSetUp = statement(
  'pendingSignIns.noteSetUp',
  `update pending_sign_ins set set_up_at = now(), tries_left = $triesOfOne, expires_at = now() + make_interval(secs => $retrySeconds)
   where secret_hash = $secretHash and expires_at > now()`,
);
const isSetUp = statement(
  'pendingSignIns.isSetUp',
  'select 1 as one from pending_sign_ins where secret_hash = $secretHash and set_up_at is not null and expires_at > now()',
);

const endAll = statement('pendingSignIns.endAll', 'delete from pending_sign_ins where user_id = $userId');

/** Stores that a sign-in waits for its second step; gives its secret, of which only the hash is stored. */
export async function beginPending(tx: Db, userId: UserId, needs: SecondStepNeed): Promise<string> {
  const secret = newSecret();
  const seconds = needs === 'code' ? lifeSeconds : setUpSeconds;
  await tx.run(add, { secretHash: hashOf(secret), userId, needs, triesLeft: triesOfOne, seconds });
  return secret;
}

/** The sign-in that waits under a secret; null: it is over, or there was none. */
export const findPending = (db: Db, secret: string) => db.maybe(find, { secretHash: hashOf(secret) });

/** The same, and counts a try. Call it outside of the transaction that checks the code, so that the try counts whatever follows. */
export const takeTryOf = (db: Db, secret: string) => db.maybe(takeTry, { secretHash: hashOf(secret) });

/** Ends the waiting. Of parallel tries one gets true. */
export const finishPending = async (tx: Db, secret: string): Promise<boolean> =>
  (await tx.run(finish, { secretHash: hashOf(secret) })) > 0;

/** Ends the waiting of a sign-in that has set the second step up. The same page may ask again for a while (`hasSetUp`). */
export const finishSetUp = async (tx: Db, secret: string): Promise<boolean> =>
  (await tx.run(noteSetUp, { secretHash: hashOf(secret), triesOfOne, retrySeconds })) > 0;

/** Whether this sign-in has set the second step up a short time ago. */
export const hasSetUp = (tx: Db, secret: string): Promise<boolean> => tx.has(isSetUp, { secretHash: hashOf(secret) });

/** Ends all sign-ins of an account that wait for their second step. */
export const endPending = async (tx: Db, userId: UserId): Promise<void> => {
  await tx.run(endAll, { userId });
};
