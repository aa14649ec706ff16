import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { Refusal } from '../app/handler.ts';
import { hashOf } from '../app/secrets.ts';
import { type Db, type Pool, statement } from '../db/pool.ts';

/** Wrong passwords in a row that lock a name, and for how long (rulings, section 4). */
const failuresToLock = 5;
const lockSeconds = 15 * 60;

/** The key of a name's failures: the same for names that nobody has, so that a lock-out tells nothing. */
export const nameHash = (userName: string): Buffer => hashOf(`name:${userName.trim().toLowerCase()}`);
const bucketOf = (purpose: string, ip: string): Buffer => hashOf(`${purpose}:${ip}`);

const lockedFor = statement(
  'failures.lockedFor',
  'select greatest(0, ceil(extract(epoch from locked_until - now())))::int as seconds from login_failures where name_hash = $1 and locked_until > now()',
  v.object({ seconds: v.number() }),
);
const countFailure = statement(
  'failures.count',
  `insert into login_failures as f (name_hash, failures) values ($1, 1)
   on conflict (name_hash) do update set
     failures = case when f.locked_until <= now() or (f.locked_until is null and f.first_at < now() - make_interval(secs => $3)) then 1 else f.failures + 1 end,
     first_at = case when f.locked_until <= now() or (f.locked_until is null and f.first_at < now() - make_interval(secs => $3)) then now() else f.first_at end,
     locked_until = case
       when f.locked_until > now() then f.locked_until
       when f.locked_until is null and f.first_at >= now() - make_interval(secs => $3) and f.failures + 1 >= $2 then now() + make_interval(secs => $3)
       else null end
   returning ceil(extract(epoch from f.locked_until - now()))::int as seconds`,
  v.object({ seconds: v.nullable(v.number()) }),
);
const forget = statement('failures.forget', 'delete from login_failures where name_hash = $1 and (locked_until is null or locked_until <= now())');
const forgetAll = statement('failures.forgetAll', 'delete from login_failures where name_hash = $1');
const addressUses = statement(
  'failures.address',
  'select uses from limits where bucket = $1 and window_ends_at > now()',
  v.object({ uses: v.number() }),
);
const countAddress = statement(
  'failures.countAddress',
  `insert into limits as l (bucket, uses, window_ends_at) values ($1, 1, now() + make_interval(secs => $2))
   on conflict (bucket) do update set
     uses = case when l.window_ends_at <= now() then 1 else l.uses + 1 end,
     window_ends_at = case when l.window_ends_at <= now() then excluded.window_ends_at else l.window_ends_at end`,
);

const lockedOut = (seconds: number): Refusal => new Refusal(400, 'locked_out', { minutes: Math.max(1, Math.ceil(seconds / 60)) });

/** Throws 429 when an address has failed too often. One read by key; only failures write. */
export async function checkAddress(db: Db, ip: string, most: number): Promise<void> {
  const found = await db.maybe(addressUses, [bucketOf('failures', ip)]);
  if (found !== null && found.uses >= most) throw new Refusal(429, 'too_many_requests');
}

/** Counts a failure against the name and the address, and throws how it is refused: `wrong`, or locked out from now on. */
export async function refuseFailure(pool: Pick<Pool, 'tx'>, name: Buffer, ip: string, wrong: Refusal): Promise<never> {
  const seconds = await pool.tx(async (tx) => {
    const counted = await tx.one(countFailure, [name, failuresToLock, lockSeconds]);
    await tx.run(countAddress, [bucketOf('failures', ip), lockSeconds]);
    await audit(tx, { type: 'login.failed', actor: null, patientId: null, detail: { name: name.toString('hex').slice(0, 12), locked: counted.seconds !== null } });
    return counted.seconds;
  });
  throw seconds === null ? wrong : lockedOut(seconds);
}

/** Counts one failure against an address alone. */
export async function countAddressFailure(db: Db, ip: string): Promise<void> {
  await db.run(countAddress, [bucketOf('failures', ip), lockSeconds]);
}

/**
 * After a right password: throws while the name is locked, else forgets its failures. Looking again here, after the slow
 * comparison, means that a burst of parallel guesses gets no more tries than a row of them.
 */
export async function passOrLocked(tx: Db, name: Buffer): Promise<void> {
  const locked = await tx.maybe(lockedFor, [name]);
  if (locked !== null) throw lockedOut(locked.seconds);
  await tx.run(forget, [name]);
}

/** For how many seconds a name is still locked out; null when it is not. */
export async function lockedSeconds(db: Db, name: Buffer): Promise<number | null> {
  return (await db.maybe(lockedFor, [name]))?.seconds ?? null;
}

/** Forgets the failures of a name and unlocks it: for who has proved in another way who they are. True where there were any. */
export async function forgetFailures(tx: Db, name: Buffer): Promise<boolean> {
  return (await tx.run(forgetAll, [name])) > 0;
}
