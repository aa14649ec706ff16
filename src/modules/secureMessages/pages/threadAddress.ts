import { CareProviderId, idFromText, SecureThreadId } from '@portal/api';
import type { Search } from '../../../browser/search.ts';

/** The thread of an address; null where it names none. `id` is null where it is not a thread's. */
export const threadIn = ({ threadId }: Search): { readonly id: SecureThreadId | null } | null =>
  threadId === undefined ? null : { id: idFromText(SecureThreadId, threadId) };

/** The recipient of an address; null where it names none. */
export const recipientIn = ({ careProviderId }: Search): CareProviderId | null =>
  idFromText(CareProviderId, careProviderId);

/** The address of the list of requests. */
export const requestsSearch = { list: 'requests' } as const;
export const opensRequests = ({ list }: Search): boolean => list === requestsSearch.list;

export const threadSearch = (id: SecureThreadId): Record<string, string> => ({ threadId: String(id) });
