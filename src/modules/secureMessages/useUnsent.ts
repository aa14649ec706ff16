import type { PatientId, SecureThreadId } from '@portal/api';
import { useMemo } from 'react';
import type { UnsentMessage } from '../../data/messages/types.ts';
import { useUnsentMessages } from '../../data/messages/unsentMessages.ts';

/** The person's drafts and waiting messages in this record, for lists. */
export function useUnsent(patientId: PatientId): readonly UnsentMessage[] {
  const all = useUnsentMessages();
  return useMemo(() => all?.filter((message) => message.patientId === patientId) ?? [], [all, patientId]);
}

/** Whether it asks the facility for something, and so is not the one new message. */
export const isRequest = ({ request = null }: Pick<UnsentMessage, 'request'>): boolean => request !== null;

/** Those of one thread, or of the new message; null: none. */
export const useUnsentIn = (patientId: PatientId, threadId: SecureThreadId | null): UnsentMessage | null =>
  useUnsent(patientId).find((message) => message.threadId === threadId && !isRequest(message)) ?? null;
