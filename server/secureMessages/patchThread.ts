import type { MessageThread, PatchOperation, UserId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { type Json, PatchFault, applyOperation, partsOf } from './jsonPatch.ts';
import { type ThreadKey, readThread } from './threads.ts';

/** `JSON.parse` has already made sure that it is JSON. A recursive check could be made to go very deep by nesting. */
const Parsed = v.custom<Json>(
  (value) => value === null || ['boolean', 'number', 'string', 'object'].includes(typeof value),
);

/** The parts of a thread that a patch may change. */
export interface PatchedThread {
  readonly isArchived: boolean;
  readonly areMessagesReviewed: boolean;
}

export type PatchRefusal = 'patch_not_allowed' | 'patch_test_failed';

/** The result of a patch on a thread; nothing is written. The patch addresses members by their ids, not by their positions in the list. */
export function patched(
  thread: MessageThread,
  operations: readonly v.InferOutput<typeof PatchOperation>[],
): PatchedThread | PatchRefusal {
  const own = thread.members.find(({ patientId }) => patientId !== null);
  if (own === undefined) return 'patch_not_allowed';
  const member = String(own.threadMemberId);
  const changeable: readonly string[] = ['/isArchived', `/members/${member}/areMessagesReviewed`];
  const mayChange = (pointer: unknown): boolean => changeable.includes(`/${partsOf(pointer).join('/')}`);
  try {
    const shown: Json = {
      ...thread,
      isArchived: own.isArchived,
      members: Object.fromEntries(thread.members.map((one) => [String(one.threadMemberId), one])),
    };
    const after = operations.reduce<Json>((document, operation) => {
      const { op, path, from } = operation;
      // Checked before it is applied, because copies of copies could grow without limit.
      const changes = [...(op === 'test' ? [] : [path]), ...(op === 'move' ? [from] : [])];
      if (!changes.every(mayChange)) throw new PatchFault('noPlace');
      return applyOperation(document, v.parse(Parsed, operation));
    }, shown);
    const Shown = v.object({
      isArchived: v.boolean(),
      members: v.object({ [member]: v.object({ areMessagesReviewed: v.boolean() }) }),
    });
    const read = v.safeParse(Shown, after);
    if (!read.success) return 'patch_not_allowed';
    const { isArchived, members } = read.output;
    return { isArchived, areMessagesReviewed: members[member]?.areMessagesReviewed ?? own.areMessagesReviewed };
  } catch (error) {
    if (!(error instanceof PatchFault)) throw error;
    return error.kind === 'testFailed' ? 'patch_test_failed' : 'patch_not_allowed';
  }
}

const lock = statement(
  'messages.lockOwnMember',
  `select 1 as one from secure_thread_members o join secure_threads t on t.id = o.thread_id
   where t.id = $threadId and t.patient_id = $patientId and o.is_patient for update of o`,
);
const archive = statement(
  'messages.archive',
  'update secure_thread_members set archived_at = case when $isArchived::boolean then now() end where thread_id = $threadId and is_patient',
);
const markRead = statement(
  'messages.markRead',
  `with read as (update secure_messages set read_at = now() where thread_id = $threadId and not is_from_patient and read_at is null)
   update secure_thread_members set reviewed_at = now() where thread_id = $threadId and is_patient`,
);
/** Marks only the newest as unread, because that is the one that somebody wants to come back to. */
const markUnread = statement(
  'messages.markUnread',
  `update secure_messages set read_at = null where id = (
     select n.id from secure_messages n where n.thread_id = $threadId and not n.is_from_patient order by n.sent_at desc, n.id desc limit 1)`,
);

/** Locks a thread until the transaction ends and gives it as its reader sees it; null if the patient has none with this id. */
export async function holdThread(tx: Db, key: ThreadKey, readerId: UserId): Promise<MessageThread | null> {
  return (await tx.has(lock, { ...key })) ? readThread(tx, key, readerId) : null;
}

/** Moves a thread into or out of the archive of the patient's side. */
export const setArchived = (tx: Db, { threadId }: ThreadKey, isArchived: boolean): Promise<unknown> =>
  tx.run(archive, { threadId, isArchived });

/** Marks the provider's messages as read, or the newest of them as unread. */
export const setReviewed = (tx: Db, { threadId }: ThreadKey, isReviewed: boolean): Promise<unknown> =>
  tx.run(isReviewed ? markRead : markUnread, { threadId });
