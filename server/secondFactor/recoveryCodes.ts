import { type UserId, SpokenCode, shownSpokenCode } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { newSpokenCode } from '../http/secrets.ts';
import { type ServerKeys, keyFor, keyedHash, keysFor } from '../http/serverKey.ts';

const codesAtOnce = 10;

const drop = statement('recoveryCodes.drop', 'delete from recovery_codes where user_id = $userId');
const add = statement(
  'recoveryCodes.add',
  'insert into recovery_codes (user_id, code_hash) select $userId, unnest($hashes::bytea[])',
);
const use = statement(
  'recoveryCodes.use',
  'update recovery_codes set used_at = now() where user_id = $userId and code_hash = any($hashes::bytea[]) and used_at is null',
);
const left = statement(
  'recoveryCodes.left',
  'select count(*)::int as codes from recovery_codes where user_id = $userId and used_at is null',
  v.object({ codes: v.number() }),
);

const hashOf = (key: Buffer, userId: UserId, code: string): Buffer => keyedHash(key, String(userId), code);

/** Makes new recovery codes in place of earlier ones, as they are shown. Only their hashes are stored. */
export async function newRecoveryCodes(tx: Db, serverKey: string, userId: UserId): Promise<string[]> {
  const codes = [...new Set(Array.from({ length: codesAtOnce }, newSpokenCode))];
  await tx.run(drop, { userId });
  const key = await keyFor(tx, serverKey, 'second-factor');
  await tx.run(add, { userId, hashes: codes.map((code) => hashOf(key, userId, code)) });
  return codes.map(shownSpokenCode);
}

export const dropRecoveryCodes = async (tx: Db, userId: UserId): Promise<void> => {
  await tx.run(drop, { userId });
};

/** Uses a recovery code up. False: it is none of this person's, or was used. */
export async function takeRecoveryCode(
  tx: Db,
  serverKeys: ServerKeys,
  userId: UserId,
  typed: string,
): Promise<boolean> {
  const code = v.safeParse(SpokenCode, typed);
  if (!code.success) return false;
  const keys = await keysFor(tx, serverKeys, 'second-factor');
  return (await tx.run(use, { userId, hashes: keys.map((key) => hashOf(key, userId, code.output)) })) > 0;
}

export const recoveryCodesLeft = async (db: Db, userId: UserId): Promise<number> =>
  (await db.one(left, { userId })).codes;
