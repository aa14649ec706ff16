import {
  countUnreadMessages,
  listThreads,
  type MessageThread,
  type PatientId,
  patchThread,
  type SecureThreadId,
} from '@portal/api';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf, messageFor, type ShownMessage } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { invalidateAfter, keyOf, queryClient } from '../../data/query/query.ts';
import { type MessageBarCodeName, showMessage } from '../../words/index.ts';
import { stampOf, withReviewed } from './threads.ts';
import { ownMember, unreadOf } from './unread.ts';

/** All threads of a patient, including the archive: one answer for both lists. */
export const threadsOf = (patientId: PatientId) =>
  ({ params: { patientId }, query: { includeArchived: 'true' } }) as const;

/** The message for a failure; `code`: that of an action. None for a session's end, nor for a missing connection of background work. */
export function failureMessageOf(error: unknown, code?: MessageBarCodeName): ShownMessage | null {
  const failure = failureOf(error);
  const message = failure === null ? null : messageFor(failure);
  if (message === null || failure === null) return null;
  if (failure.kind === 'offline') return code === undefined ? null : message;
  return code === undefined ? message : { code, values: {} };
}

function sayFailure(error: unknown, code?: MessageBarCodeName): void {
  const said = failureMessageOf(error, code);
  if (said !== null) showMessage(said.code, said.values);
}

/** Marks the patient's side of a thread reviewed: here at once, then on the server; threads and count are loaded again. */
function markReviewed(patientId: PatientId, thread: MessageThread): void {
  const { threadId } = thread;
  const own = ownMember(thread, patientId);
  if (own === null) return;
  queryClient.setQueryData<readonly MessageThread[]>(keyOf(listThreads, threadsOf(patientId)), (threads) =>
    threads === undefined ? threads : withReviewed(threads, threadId, patientId),
  );
  queryClient.setQueryData<number>(keyOf(countUnreadMessages, { params: { patientId } }), (count) =>
    count === undefined ? count : Math.max(0, count - unreadOf(thread, patientId)),
  );
  const path = `/members/${String(own.threadMemberId)}/areMessagesReviewed`;
  send(patchThread, { params: { patientId, threadId }, body: [{ op: 'replace', path, value: true }] })
    .catch((error: unknown) => sayFailure(error))
    .finally(() => void invalidateAfter(patchThread));
}

/**
 * Reviews an open thread, and each message that arrives while it is open. A representative's reading leaves the patient's marks alone.
 * Returns how many messages were new when the thread was opened.
 */
export function useReviewing(patientId: PatientId, thread: MessageThread | undefined, isOwn: boolean): number {
  const threadId = thread?.threadId ?? null;
  const [opened, setOpened] = useState<{ readonly threadId: SecureThreadId | null; readonly unread: number }>({
    threadId: null,
    unread: 0,
  });
  if (opened.threadId !== threadId)
    setOpened({ threadId, unread: thread === undefined ? 0 : unreadOf(thread, patientId) });
  const isOnline = useConnection() === 'online';
  const reviewed = useRef('');
  useEffect(() => {
    if (thread === undefined) {
      reviewed.current = '';
      return;
    }
    const state = `${String(thread.threadId)} ${stampOf(thread)}`;
    if (!isOnline || !isOwn || reviewed.current === state || unreadOf(thread, patientId) === 0) return;
    reviewed.current = state;
    markReviewed(patientId, thread);
  }, [thread, isOnline, isOwn, patientId]);
  return opened.unread;
}

/** Moves a thread to the archive or back on the server, which may return it changed; null where that failed, as the message bar says. */
export async function setArchived(
  patientId: PatientId,
  threadId: SecureThreadId,
  to: boolean,
): Promise<{ readonly thread: MessageThread | null } | null> {
  try {
    const thread = await send(patchThread, {
      params: { patientId, threadId },
      body: [{ op: 'replace', path: '/isArchived', value: to }],
    });
    return { thread };
  } catch (error) {
    sayFailure(error, 'securemessagearchivefailed');
    return null;
  }
}

/** Shows the newest version of a thread, where it is known, and loads all threads again. */
export function showThread(patientId: PatientId, thread: MessageThread | null): void {
  queryClient.setQueryData<readonly MessageThread[]>(keyOf(listThreads, threadsOf(patientId)), (threads) =>
    threads?.map((one) => (one.threadId === thread?.threadId ? thread : one)),
  );
  void invalidateAfter(patchThread);
}
