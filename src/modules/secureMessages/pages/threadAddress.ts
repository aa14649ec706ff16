import { CareProviderId, SecureThreadId } from '@portal/api';
import * as v from 'valibot';
import type { Search } from '../../../browser/search.ts';

const digits = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));

/** The thread of an address; null where it names none. `id` is null where it is not a thread's. */
export function threadIn({ threadId }: Search): { readonly id: SecureThreadId | null } | null {
  if (threadId === undefined) return null;
  const parsed = v.safeParse(v.pipe(digits, SecureThreadId), threadId);
  return { id: parsed.success ? parsed.output : null };
}

/** The recipient of an address; null where it names none. */
export function recipientIn({ careProviderId }: Search): CareProviderId | null {
  const parsed = v.safeParse(v.pipe(digits, CareProviderId), careProviderId);
  return parsed.success ? parsed.output : null;
}

export const threadSearch = (id: SecureThreadId): Record<string, string> => ({ threadId: String(id) });
