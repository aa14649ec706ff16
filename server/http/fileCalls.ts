import { type CallShape, calls, proofSeconds } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const fileCalls = Object.values<CallShape>(calls)
  .filter(({ answerType }) => answerType === 'file')
  .map((call) => ({ call, path: new RegExp(`^${call.path.replace(/\{\w+\}/g, '[^/]+')}(\\?|$)`) }));

/** The call whose file an address names; null if there is none. */
export const fileCallOf = (pathAndQuery: string): CallShape | null =>
  fileCalls.find(({ path }) => path.test(pathAndQuery))?.call ?? null;

const proved = statement(
  'fileCalls.proved',
  `select exists (select from sessions s join sessions p on p.user_id = s.user_id and p.cookie_hash = s.cookie_hash
     where s.id = $sessionId and p.ended_at is null and p.proved_at > now() - make_interval(secs => $proofSeconds)) as proved`,
  v.object({ proved: v.boolean() }),
);
/** Whether somebody has proved who they are in this browser. The mount checks the same when the file is requested. */
export const hasProved = async (db: Db, sessionId: number): Promise<boolean> =>
  (await db.one(proved, { sessionId, proofSeconds })).proved;
