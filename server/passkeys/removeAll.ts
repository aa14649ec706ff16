import type { UserId } from '@portal/api';
import * as v from 'valibot';
import { endPushAt } from '../credentials/pushSubscriptions.ts';
import { type Db, statement } from '../db/pool.ts';

/** Waits for a sign-in with one of them that is just going on, whose session is not seen before. */
const hold = statement(
  'passkeys.holdAll',
  'select id from passkeys where user_id = $userId order by id for update',
  v.object({ id: v.number() }),
);
const endBegun = statement(
  'passkeys.endAllSessions',
  `update sessions s set ended_at = now(), ended_because = 'passkey_removed' from passkeys k
   where k.user_id = $userId and s.passkey_id = k.id and s.ended_at is null returning s.id`,
  v.object({ id: v.number() }),
);
const remove = statement('passkeys.removeAll', 'delete from passkeys where user_id = $userId');

/** Removes the passkeys of an account, at the portal and at the kiosk, and ends the sessions that they began. How many there were. */
export async function removePasskeysOf(tx: Db, userId: UserId): Promise<number> {
  await tx.many(hold, { userId });
  for (const { id } of await tx.many(endBegun, { userId })) await endPushAt(tx, userId, id);
  return tx.run(remove, { userId });
}
