import * as v from 'valibot';
import { refusal } from './handler.ts';
import { hashOf } from './secrets.ts';
import { type Db, statement } from '../db/pool.ts';

const count = statement(
  'limits.count',
  `insert into limits as l (bucket, uses, window_ends_at) values ($bucket, 1, now() + make_interval(secs => $seconds))
   on conflict (bucket) do update set
     uses = case when l.window_ends_at <= now() then 1 else l.uses + 1 end,
     window_ends_at = case when l.window_ends_at <= now() then excluded.window_ends_at else l.window_ends_at end
   returning uses, greatest(1, ceil(extract(epoch from window_ends_at - now()) / 60))::int as minutes`,
  v.object({ uses: v.number(), minutes: v.number() }),
);
const uses = statement(
  'limits.uses',
  'select uses from limits where bucket = $bucket and window_ends_at > now()',
  v.object({ uses: v.number() }),
);

const bucketOf = (purpose: string, who: string): Buffer => hashOf(`${purpose}:${who}`);
const addUse = (db: Db, purpose: string, who: string, seconds: number) =>
  db.one(count, { bucket: bucketOf(purpose, who), seconds });

/** How many uses are counted at present. */
export const usesNow = async (db: Db, purpose: string, who: string): Promise<number> =>
  (await db.maybe(uses, { bucket: bucketOf(purpose, who) }))?.uses ?? 0;

/** Counts one use by somebody and gives how many uses there were within `seconds`. */
export const countUse = async (db: Db, purpose: string, who: string, seconds: number): Promise<number> =>
  (await addUse(db, purpose, who, seconds)).uses;

/**
 * Counts one use by somebody and says whether it is among the first `most` within `seconds`. The counts are rows, so that all processes
 * share them and a restart keeps them. Call it outside of a transaction that may be rolled back, or the use is not counted.
 */
export async function withinLimit(
  db: Db,
  purpose: string,
  who: string,
  most: number,
  seconds: number,
): Promise<boolean> {
  return (await countUse(db, purpose, who, seconds)) <= most;
}

/** The same, but refuses a use beyond the limit and says after how many minutes it works again. */
export async function requireWithinLimit(
  db: Db,
  purpose: string,
  who: string,
  { most, seconds }: Readonly<{ most: number; seconds: number }>,
): Promise<void> {
  const { uses, minutes } = await addUse(db, purpose, who, seconds);
  if (uses > most) throw refusal('too_many_requests', { minutes });
}
