import { timingSafeEqual } from 'node:crypto';
import type { UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { newSpokenCode } from '../http/secrets.ts';
import { keyFor, keyedHash } from '../http/serverKey.ts';

/** For how many minutes a code works. */
export const frontDeskCodeMinutes = 60;
const tries = 5;

const save = statement(
  'frontDeskCodes.save',
  `insert into front_desk_codes (user_id, code_hash, tries_left, expires_at) values ($userId, $codeHash, $triesLeft, now() + make_interval(mins => $minutes))
   on conflict (user_id) do update set code_hash = excluded.code_hash, tries_left = excluded.tries_left, expires_at = excluded.expires_at`,
);
const takeTry = statement(
  'frontDeskCodes.takeTry',
  `update front_desk_codes set tries_left = tries_left - 1 where user_id = $userId and tries_left > 0 and expires_at > now()
   returning code_hash as "codeHash"`,
  v.object({ codeHash: v.instance(Buffer) }),
);
const giveBack = statement(
  'frontDeskCodes.giveBack',
  'update front_desk_codes set tries_left = tries_left + 1 where user_id = $userId and code_hash = $codeHash',
);
const use = statement(
  'frontDeskCodes.use',
  'delete from front_desk_codes where user_id = $userId and code_hash = $codeHash and expires_at > now()',
);

const hashOfCode = async (db: Db, serverKey: string, userId: UserId | null, code: string): Promise<Buffer> =>
  keyedHash(await keyFor(db, serverKey, 'front-desk-code'), String(userId), code);

/** Makes a code for an account, in place of an earlier one. */
export async function makeFrontDeskCode(tx: Db, serverKey: string, userId: UserId): Promise<string> {
  const code = newSpokenCode();
  const codeHash = await hashOfCode(tx, serverKey, userId, code);
  await tx.run(save, { userId, codeHash, triesLeft: tries, minutes: frontDeskCodeMinutes });
  return code;
}

/**
 * Counts a try and compares. Null: the code is wrong, or the account has none; `userId` is null for an unknown name, for which the same
 * statements run. Call it outside of a transaction, so that the try counts whatever follows.
 */
export async function tryFrontDeskCode(
  db: Db,
  serverKey: string,
  userId: UserId | null,
  code: string,
): Promise<Buffer | null> {
  const found = await db.maybe(takeTry, { userId });
  const codeHash = await hashOfCode(db, serverKey, userId, code);
  return found !== null && timingSafeEqual(found.codeHash, codeHash) ? codeHash : null;
}

/** Gives the try of a right code back, with which something else was wrong. */
export const giveTryBack = async (db: Db, userId: UserId, codeHash: Buffer): Promise<void> => {
  await db.run(giveBack, { userId, codeHash });
};

/** Uses a code up; of parallel tries one gets true. */
export const takeFrontDeskCode = async (tx: Db, userId: UserId, codeHash: Buffer): Promise<boolean> =>
  (await tx.run(use, { userId, codeHash })) > 0;
