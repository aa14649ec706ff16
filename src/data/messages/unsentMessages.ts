import { listedUnsent } from '../unsent/listedUnsent.ts';
import type { UnsentMessage } from './types.ts';

/** The unsent messages of the person signed in, for components. Follows changes in every tab. Null until the device has been read. */
export const useUnsentMessages = listedUnsent<UnsentMessage>(
  async () => (await import('./waitingMessages.ts')).listUnsentMessages,
);
