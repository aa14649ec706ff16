import { type UnsentCounts, unsentCounts } from '../../data/outbox/outbox.ts';
import { currentSession, signOut } from '../../data/session.ts';
import { vaultWhenReady } from '../../data/vault/keeper.ts';

/** Milliseconds that a log-out waits for the vault at most. */
const vaultBound = 4_000;

/** Questionnaires and messages that the facility does not have; after a reload the vault is opened to find out. */
export async function unsentNow(): Promise<UnsentCounts> {
  await vaultWhenReady(vaultBound).catch(() => null);
  return unsentCounts().catch(() => ({ questionnaires: 0, messages: 0 }));
}

export const isAllSent = ({ questionnaires, messages }: UnsentCounts): boolean => questionnaires + messages === 0;

/** Ends the session where nobody can be asked: what the facility does not have stays on the device, locked. */
export async function endSession(): Promise<void> {
  if (currentSession() === null) return;
  const unsent = await unsentNow();
  await signOut('asked', { keepUnsent: !isAllSent(unsent) });
}
