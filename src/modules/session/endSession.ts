import { type UnsentCounts, unsentCounts } from '../../data/outbox/outbox.ts';
import { currentSession, signOut } from '../../data/session.ts';
import { isVaultUnread, vaultWhenReady } from '../../data/vault/keeper.ts';

/** Milliseconds that a log-out waits for the vault at most. */
const vaultBound = 4_000;

/**
 * Questionnaires and messages that the facility does not have; after a reload the vault is opened to find out. Null where it does not open in
 * time or cannot be read.
 */
export async function unsentNow(): Promise<UnsentCounts | null> {
  await vaultWhenReady(vaultBound).catch(() => null);
  return isVaultUnread() ? null : unsentCounts().catch(() => null);
}

export const isAllSent = ({ questionnaires, messages }: UnsentCounts): boolean => questionnaires + messages === 0;

/** Ends the session where nobody can be asked: what the facility does not have stays on the device, locked. */
export async function endSession(): Promise<void> {
  if (currentSession() === null) return;
  const unsent = await unsentNow();
  await signOut('asked', { keepUnsent: unsent === null || !isAllSent(unsent) });
}
