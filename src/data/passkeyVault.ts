import { getDeviceKey } from '@portal/api';
import { send } from './http.ts';
import { currentProfile } from './profile.ts';
import { currentOpenedVault, currentVaultOwner, noteEntry, openingsDone, vaultWhenReady } from './vault/keeper.ts';
import { browserKeyring } from './vault/browserKeyring.ts';
import type { PasskeySecret } from './vault/keyring.ts';
import { withoutRemovedPasskeys } from './vault/removedPasskeys.ts';

/*
 * Passkeys that open this device's vault of who is signed in. Always imported lazily, with the vault's code.
 */

/** Milliseconds that a passkey which was just used waits for the vault. */
const patience = 10_000;

/** Lets a passkey that the person has just used open their vault without a network. A failure costs only that. */
export async function wrapByPasskey(passkey: PasskeySecret): Promise<void> {
  const person = currentProfile()?.userId;
  try {
    await vaultWhenReady(patience);
    await openingsDone();
    const opened = currentOpenedVault();
    const userId = currentVaultOwner();
    // Somebody else may have signed in while the vault was opening.
    if (opened === null || userId === null || userId !== person) return;
    if (opened.entry.passkeys.some(({ id }) => id === passkey.id)) return;
    const { key } = await send(getDeviceKey, { params: { userId, deviceId: opened.entry.deviceId } });
    const changed = await browserKeyring().setPasskey(opened.entry, key, passkey);
    if (changed !== null) noteEntry(changed);
  } catch {
    // The password opens it as before.
  } finally {
    passkey.secret.fill(0);
  }
}

/** The same person has removed a passkey, which opens nothing here from now on. Never rejects. */
export async function dropRemovedPasskeys(): Promise<void> {
  const opened = currentOpenedVault();
  const userId = currentVaultOwner();
  if (opened === null || userId === null) return;
  await withoutRemovedPasskeys(browserKeyring(), opened.entry, userId).then(noteEntry, () => undefined);
}
