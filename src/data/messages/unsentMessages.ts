import { useSyncExternalStore } from 'react';
import type { PatientId } from '@portal/api';
import { smallStore } from '../../browser/smallStore.ts';
import { followUnsent } from '../unsent/following.ts';
import { listUnsentMessages } from './waitingMessages.ts';
import type { UnsentMessage } from './types.ts';

/** Null until it was looked for. */
const unsent = smallStore<readonly UnsentMessage[] | null>(null);
const follow = followUnsent(unsent, listUnsentMessages);

/** The unsent messages of the person signed in, for components; follows every change in every tab. Null until the device was looked through. */
export const useUnsentMessages = (): readonly UnsentMessage[] | null =>
  useSyncExternalStore(follow, unsent.get, unsent.get);

/** Those of one record that wait to be sent, for what is no component. */
export const listWaiting = async (patientId: PatientId): Promise<readonly UnsentMessage[]> =>
  (await listUnsentMessages()).filter(
    (message) =>
      message.patientId === patientId && (message.submission === 'waiting' || message.submission === 'sending'),
  );
