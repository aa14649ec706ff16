import { getDeviceStatus } from '@portal/api';
import { send } from '../http.ts';
import { currentSession, signOut } from '../session.ts';
import { browserKeyring } from './browserKeyring.ts';
import { currentOpenedVault } from './keeper.ts';
import { wipeVault } from './ownVault.ts';

/**
 * Wipes the vaults of this browser whose device was revoked, without a sign-in, and ends an unlocked session whose vault this or another
 * tab has wiped. A session with the server learns of a revocation from its device key instead. Rejects when the server cannot be asked.
 */
export async function wipeRevoked(): Promise<void> {
  if (currentSession()?.mode === 'online') return;
  const keyring = browserKeyring();
  for (const { vaultId, deviceId } of await keyring.entries()) {
    const { isRevoked } = await send(getDeviceStatus, { params: { deviceId } });
    if (isRevoked) await wipeVault(vaultId);
  }
  const opened = currentOpenedVault();
  const isGone = (await keyring.entries()).every(({ vaultId }) => vaultId !== opened?.vault.id);
  if (opened !== null && isGone && currentSession()?.mode === 'offline') await signOut('ended');
}
