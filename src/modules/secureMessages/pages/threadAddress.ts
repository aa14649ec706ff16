import { CareProviderId, SecureThreadId } from '@portal/api';
import * as v from 'valibot';
import type { Search } from '../../../browser/search.ts';

const digits = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number));

/** The thread that an address names: none, or null where what it names is no thread. */
export function threadIn({ threadId }: Search): { readonly id: SecureThreadId | null } | null {
  if (threadId === undefined) return null;
  const parsed = v.safeParse(v.pipe(digits, SecureThreadId), threadId);
  return { id: parsed.success ? parsed.output : null };
}

/** To whom an address wants to write; null where it names nobody. */
export function recipientIn({ careProviderId }: Search): CareProviderId | null {
  const parsed = v.safeParse(v.pipe(digits, CareProviderId), careProviderId);
  return parsed.success ? parsed.output : null;
}

export const threadSearch = (id: SecureThreadId): Record<string, string> => ({ threadId: String(id) });
