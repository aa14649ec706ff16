import { askForSecret } from './portalPasskeys.ts';
import { browserKeyring } from './vault/browserKeyring.ts';
import { continueWithVault, type OfflineUnlock } from './vault/unlocking.ts';

/** Opens a vault of this browser without a network, by the passkey that the person chooses. Never rejects. */
export async function unlockByPasskey(): Promise<OfflineUnlock | { readonly kind: 'cancelled' }> {
  try {
    const entries = await browserKeyring().entries();
    const passkey = await askForSecret(entries.flatMap(({ passkeys }) => passkeys.map(({ id }) => id)));
    if (passkey === 'cancelled') return { kind: 'cancelled' };
    if (passkey === null) return { kind: 'noMatch' };
    for (const entry of entries) {
      const found = await browserKeyring().openWithPasskey(entry, passkey);
      if (found !== null) return await continueWithVault(found).finally(() => passkey.secret.fill(0));
    }
  } catch {
    // A storage that cannot be read has nothing that could be opened.
  }
  return { kind: 'noMatch' };
}
