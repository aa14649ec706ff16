import { type Device, Instant, RememberedBrowserId, type UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { deviceIn } from '../http/deviceOf.ts';

/** For how long a browser is asked for no code. */
const rememberedDays = 30;

const find = statement(
  'rememberedBrowsers.find',
  'select 1 as one from remembered_browsers where user_id = $userId and browser_hash = $browserHash and expires_at > now()',
);
const remember = statement(
  'rememberedBrowsers.remember',
  `insert into remembered_browsers (user_id, browser_hash, device, browser, expires_at)
   values ($userId, $browserHash, $device, $browser, now() + make_interval(days => $rememberedDays))
   on conflict (user_id, browser_hash) do update set device = excluded.device, browser = excluded.browser, expires_at = excluded.expires_at`,
);
const list = statement(
  'rememberedBrowsers.list',
  `select id as "rememberedBrowserId", device, browser, expires_at as "expiresAt", browser_hash is not distinct from $browserHash as "isThis"
   from remembered_browsers where user_id = $userId and expires_at > now() order by expires_at desc, id`,
  v.object({
    rememberedBrowserId: RememberedBrowserId,
    device: v.string(),
    browser: v.nullable(v.string()),
    expiresAt: Instant,
    isThis: v.boolean(),
  }),
);
const forget = statement(
  'rememberedBrowsers.forget',
  'delete from remembered_browsers where id = $rememberedBrowserId and user_id = $userId',
);
const forgetOthers = statement(
  'rememberedBrowsers.forgetOthers',
  'delete from remembered_browsers where user_id = $userId and browser_hash is distinct from $browserHash',
);
const forgetAll = statement('rememberedBrowsers.forgetAll', 'delete from remembered_browsers where user_id = $userId');

/** Whether the person has chosen to be asked for no code in this browser. Null: nobody has signed in in it. */
export const isRemembered = async (db: Db, userId: UserId, browserHash: Buffer | null): Promise<boolean> =>
  browserHash !== null && (await db.has(find, { userId, browserHash }));

export async function rememberForSecondStep(
  tx: Db,
  userId: UserId,
  browserHash: Buffer,
  { kind, browser }: Device,
): Promise<void> {
  await tx.run(remember, { userId, browserHash, device: kind, browser, rememberedDays });
}

export async function listRemembered(db: Db, userId: UserId, browserHash: Buffer | null) {
  const rows = await db.many(list, { userId, browserHash });
  return rows.map(({ rememberedBrowserId, device, browser, expiresAt, isThis }) => ({
    rememberedBrowserId,
    device: deviceIn({ device, browser }),
    until: expiresAt,
    isThis,
  }));
}

/** False: this account has no such browser. */
export const forgetRemembered = async (
  tx: Db,
  userId: UserId,
  rememberedBrowserId: RememberedBrowserId,
): Promise<boolean> => (await tx.run(forget, { userId, rememberedBrowserId })) > 0;

/** Forgets all but one; gives how many that were. */
export const forgetOtherRemembered = (tx: Db, userId: UserId, browserHash: Buffer | null): Promise<number> =>
  tx.run(forgetOthers, { userId, browserHash });

export const forgetAllRemembered = async (tx: Db, userId: UserId): Promise<void> => {
  await tx.run(forgetAll, { userId });
};
