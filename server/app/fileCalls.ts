import { type CallShape, calls, proofSeconds } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

const dear = Object.values<CallShape>(calls)
  .filter(({ answerType, needsProof }) => answerType === 'file' && needsProof === true)
  .map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}(\\?|$)`));

/** Whether an address is that of a file for which the person must have proved who they are. */
export const isDearFile = (pathAndQuery: string): boolean => dear.some((path) => path.test(pathAndQuery));

const proved = statement(
  'dearFiles.proved',
  `select exists (select from sessions s join sessions p on p.user_id = s.user_id and p.cookie_hash = s.cookie_hash
     where s.id = $sessionId and p.ended_at is null and p.proved_at > now() - make_interval(secs => $proofSeconds)) as proved`,
  v.object({ proved: v.boolean() }),
);
/** Whether they have, in this browser; the mount asks the same of the file itself. */
export const hasProved = async (db: Db, sessionId: number): Promise<boolean> =>
  (await db.one(proved, { sessionId, proofSeconds })).proved;
