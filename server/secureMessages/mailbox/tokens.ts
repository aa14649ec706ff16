import { randomBytes } from 'node:crypto';
import { FacilityId, IfSystemId, SecureThreadId } from '@portal/api';
import * as v from 'valibot';
import { hashOf } from '../../http/secrets.ts';
import { type Db, statement } from '../../db/pool.ts';

const keep = statement(
  'mailbox.keepToken',
  'insert into message_reply_tokens (token_hash, thread_id) values ($tokenHash, $threadId)',
);
const Answered = v.object({
  threadId: SecureThreadId,
  systemId: IfSystemId,
  systemName: v.string(),
  facilityId: FacilityId,
  senders: v.array(v.string()),
  firstName: v.string(),
  lastName: v.string(),
});
/** The thread that a reply belongs to, who may answer in it, and whose thread it is. */
export type Answered = v.InferOutput<typeof Answered>;

const named = statement(
  'mailbox.threadsOfTokens',
  `select distinct t.id as "threadId", x.id as "systemId", x.display_name as "systemName", x.facility_id as "facilityId", x.mailbox_senders as senders,
     t.provider_first_name as "firstName", t.provider_last_name as "lastName"
   from message_reply_tokens k join secure_threads t on t.id = k.thread_id join external_systems x on x.id = t.external_system_id
   where k.token_hash = any($tokenHashes) and k.expires_at > now() and x.mailbox_address is not null`,
  Answered,
);

/** A new token for a mail: 128 random bits as digits and lower-case letters, which no mail server changes. Only its hash is stored. */
export async function newReplyToken(tx: Db, threadId: SecureThreadId): Promise<string> {
  const token = randomBytes(16).toString('hex');
  await tx.run(keep, { tokenHash: hashOf(token), threadId });
  return token;
}

/** The threads that unexpired tokens name. */
export const threadsOfTokens = (db: Db, tokens: readonly string[]): Promise<Answered[]> =>
  db.many(named, { tokenHashes: tokens.map((token) => hashOf(token)) });
