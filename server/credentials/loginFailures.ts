import type { UserId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { type CallContext, type Refuse, type RequestFacts, refusal } from '../http/handler.ts';
import { countUse, usesNow } from '../http/limits.ts';
import { hashOf } from '../http/secrets.ts';
import { type Db, type Pool, statement } from '../db/pool.ts';
import { countGuessedName } from './guessedNames.ts';

/** What failures are counted by: the name that was typed, and the source that typed it. */
export interface FailureKeys {
  readonly name: Buffer;
  readonly source: string;
  /** False in a browser in which that person has signed in before. */
  readonly isNewBrowser: boolean;
}

/** How many wrong passwords in a row lock a name, and for how long (rulings, section 4). */
const failuresToLock = 5;
const lockSeconds = 15 * 60;
/** Under which purpose the failures of a source are counted (`countUse`). */
const addressFailures = 'failures';

/** In lower case as PostgreSQL's `lower`, by which an account is found: each letter alone, so that `İ` is `i` and not `i` with a dot. */
const lower = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(letter.toLowerCase().codePointAt(0) ?? 0)).join('');

/** The key for a name's failures. It is made for unknown names too, so that a lock-out does not reveal whether a name exists. */
export const nameHash = (userName: string): Buffer => hashOf(`name:${lower(userName.trim())}`);

const lockedFor = statement(
  'failures.lockedFor',
  'select greatest(0, ceil(extract(epoch from locked_until - now())))::int as seconds from login_failures where name_hash = $nameHash and locked_until > now()',
  v.object({ seconds: v.number() }),
);
const countFailure = statement(
  'failures.count',
  `insert into login_failures as f (name_hash, failures) values ($nameHash, 1)
   on conflict (name_hash) do update set
     failures = case when f.locked_until <= now() or (f.locked_until is null and f.first_at < now() - make_interval(secs => $lockSeconds)) then 1 else f.failures + 1 end,
     first_at = case when f.locked_until <= now() or (f.locked_until is null and f.first_at < now() - make_interval(secs => $lockSeconds)) then now() else f.first_at end,
     locked_until = case
       when f.locked_until > now() then f.locked_until
       when f.locked_until is null and f.first_at >= now() - make_interval(secs => $lockSeconds) and f.failures + 1 >= $failuresToLock then now() + make_interval(secs => $lockSeconds)
       else null end
   returning f.failures, ceil(extract(epoch from f.locked_until - now()))::int as seconds`,
  v.object({ failures: v.number(), seconds: v.nullable(v.number()) }),
);
const forget = statement(
  'failures.forget',
  'delete from login_failures where name_hash = $nameHash and (locked_until is null or locked_until <= now())',
);
const forgetAll = statement(
  'failures.forgetAll',
  `delete from login_failures where name_hash = $nameHash
     or name_hash in (select sha256($nameHash::bytea || k.browser_hash) from known_browsers k where k.user_id = $userId)
   returning coalesce(locked_until > now(), false) as "wasLocked"`,
  v.object({ wasLocked: v.boolean() }),
);
const lockedOut = (refuse: Refuse<'locked_out'>, seconds: number): Error =>
  refuse('locked_out', { minutes: Math.max(1, Math.ceil(seconds / 60)) });

/** Throws 429 if a source (an address, or what counts instead of it) has failed too often. One read by key; only failures write. */
export async function checkAddress(db: Db, source: string, most: number): Promise<void> {
  if ((await failuresOf(db, source)) >= most) throw refusal('too_many_requests');
}

/** How often a source has failed within a quarter of an hour. */
export const failuresOf = async (db: Db, source: string): Promise<number> => usesNow(db, addressFailures, source);

interface Failing extends Pick<Pool, 'tx'>, Pick<RequestFacts, 'addressMark'>, Pick<CallContext<never>, 'log'> {
  readonly refuse: Refuse<'locked_out'>;
}

/** Counts a failure against the name and the source, and throws the refusal: `wrong`, or locked out from now on. */
export async function refuseFailure(
  { tx: transaction, refuse, addressMark, log }: Failing,
  { name, source, isNewBrowser }: FailureKeys,
  wrong: Error,
): Promise<never> {
  const { seconds, beginsSignal } = await transaction(async (tx) => {
    const counted = await tx.one(countFailure, { nameHash: name, failuresToLock, lockSeconds });
    await countAddressFailure(tx, source);
    await audit(tx, {
      type: 'login.failed',
      actor: null,
      patientId: null,
      detail: { name: name.toString('hex').slice(0, 12), locked: counted.seconds !== null, from: addressMark() },
    });
    const beginsSignal = counted.failures === 1 && isNewBrowser && (await countGuessedName(tx));
    return { seconds: counted.seconds, beginsSignal };
  });
  if (beginsSignal) log.warn('wrong passwords for many names from new browsers: these wait some seconds from now on');
  throw seconds === null ? wrong : lockedOut(refuse, seconds);
}

export async function countAddressFailure(db: Db, source: string): Promise<void> {
  await countUse(db, addressFailures, source, lockSeconds);
}

/**
 * After a right password: throws if the name is locked, else forgets its failures. Because the lock is read after the slow comparison,
 * parallel guesses get no more tries than guesses one after another.
 */
export async function passOrLocked(tx: Db, name: Buffer, refuse: Refuse<'locked_out'>): Promise<void> {
  const locked = await tx.maybe(lockedFor, { nameHash: name });
  if (locked !== null) throw lockedOut(refuse, locked.seconds);
  await tx.run(forget, { nameHash: name });
}

/** For how many more seconds a name is locked out; null if it is not. */
export async function lockedSeconds(db: Db, name: Buffer): Promise<number | null> {
  return (await db.maybe(lockedFor, { nameHash: name }))?.seconds ?? null;
}

/**
 * Forgets an account's failures, also in its own browsers, and unlocks it, because somebody has proved in another way who they are. Gives
 * whether there were failures and whether they had locked it.
 */
export async function forgetFailures(
  tx: Db,
  name: Buffer,
  userId: UserId,
): Promise<{ readonly were: boolean; readonly locked: boolean }> {
  const rows = await tx.many(forgetAll, { nameHash: name, userId });
  return { were: rows.length > 0, locked: rows.some(({ wasLocked }) => wasLocked) };
}
