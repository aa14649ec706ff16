import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { type Actor, notFound } from '../http/handler.ts';

const way = statement(
  'passkeys.wayIn',
  'select openid_sign_in_id is null as "isOurs" from sessions where id = $sessionId',
  v.object({ isOurs: v.boolean() }),
);

/** For who comes by single sign-on there are no passkeys here: the identity system alone decides who is let in. */
export async function requireAccountOfOurs({ loginType, sessionId }: Actor, db: Db): Promise<void> {
  if (loginType === 'userNamePassword') return;
  // Staff have one type of login, whichever way they came.
  if (loginType === 'patientKioskManagement' && (await db.one(way, { sessionId })).isOurs) return;
  throw notFound();
}
