import { listPasskeys, type UserId } from '@portal/api';
import { send } from '../http.ts';
import type { Keyring } from './keyring.ts';
import type { KeyringEntry } from './keyringEntries.ts';

/** Removes from a vault the passkeys that its person no longer has. Loaded by a device that has some. Rejects with `CallError`. */
export async function withoutRemovedPasskeys(
  keyring: Keyring,
  entry: KeyringEntry,
  userId: UserId,
): Promise<KeyringEntry> {
  const standing = await send(listPasskeys, { params: { userId } });
  const ids = standing.map(({ credentialId }) => credentialId);
  return entry.passkeys.every(({ id }) => ids.includes(id)) ? entry : keyring.keepPasskeys(entry, ids);
}
