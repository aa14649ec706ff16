import { unsentCount } from '../../data/drafts/portal.ts';
import { currentSession, signOut } from '../../data/session.ts';
import { vaultWhenReady } from '../../data/vault/keeper.ts';

/** Milliseconds that a log-out waits for the vault at most. */
const vaultBound = 4_000;

/** How many questionnaires have answers that the facility has not got; after a reload the vault is opened to see. */
export async function unsentNow(): Promise<number> {
  await vaultWhenReady(vaultBound).catch(() => null);
  return unsentCount().catch(() => 0);
}

/** Ends the session where nobody can be asked: answers that the facility has not got stay on the device, locked. */
export async function endSession(): Promise<void> {
  if (currentSession() === null) return;
  const unsent = await unsentNow();
  await signOut('asked', { keepUnsent: unsent > 0 });
}
