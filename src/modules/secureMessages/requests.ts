import type { MessageThread, RequestProgress } from '@portal/api';
import type { MessageKey } from '../../words/index.ts';
import { threadsIn } from './threads.ts';

/** How far a request has come, as far as that is known; the furthest one counts. */
export type RequestState = 'sent' | 'received' | 'opened' | 'answered' | 'done' | 'declined';

export function stateOf(request: RequestProgress): { readonly state: RequestState; readonly at: string } {
  const { sentAt, receivedAt, openedAt, answeredAt, outcome } = request;
  if (outcome !== null) return { state: outcome.kind, at: outcome.at };
  if (answeredAt !== null) return { state: 'answered', at: answeredAt };
  if (openedAt !== null) return { state: 'opened', at: openedAt };
  return receivedAt === null ? { state: 'sent', at: sentAt } : { state: 'received', at: receivedAt };
}

/** What happens next with a request; null where nothing more was promised. */
export function nextOf(
  { answeredAt, outcome, promisedBy, officeToldAt }: RequestProgress,
  now: number,
): Extract<
  MessageKey,
  'secureMessages.requestNext' | 'secureMessages.requestLate' | 'secureMessages.requestLateTold'
> | null {
  if (answeredAt !== null || outcome !== null) return null;
  if (Date.parse(promisedBy) > now) return 'secureMessages.requestNext';
  return officeToldAt === null ? 'secureMessages.requestLate' : 'secureMessages.requestLateTold';
}

/** Whether the person still waits for something. */
export const isOpenRequest = ({ request }: Pick<MessageThread, 'request'>): boolean =>
  request !== null && request.answeredAt === null && request.outcome === null;

export type RequestThread = MessageThread & { readonly request: RequestProgress };
const isRequestThread = (thread: MessageThread): thread is RequestThread => thread.request !== null;

/** The requests, those that wait first, each the newest first, whether archived or not. */
export const requestsIn = (
  threads: readonly MessageThread[],
  patientId: MessageThread['referencedPatientId'],
): readonly RequestThread[] =>
  (['current', 'archive'] as const)
    .flatMap((folder) => threadsIn(threads, folder, patientId))
    .filter(isRequestThread)
    .toSorted(
      (one, other) =>
        Number(isOpenRequest(other)) - Number(isOpenRequest(one)) ||
        Date.parse(other.request.sentAt) - Date.parse(one.request.sentAt),
    );
