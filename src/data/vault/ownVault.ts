import { getDeviceKey, type UserId } from '@portal/api';
import { send, tokens } from '../http.ts';
import { markedVault } from '../pushMark.ts';
import { endUnlockedTabs } from '../session.ts';
import { browserKeyring } from './browserKeyring.ts';
import { deviceKeyAnswer, newDeviceId, registerDevice, takeKeyAhead } from './deviceKeys.ts';
import type { Credentials, OpenedVault } from './keyring.ts';
import type { KeyringEntry } from './keyringEntries.ts';

const isTheirs = (found: OpenedVault, userId: UserId): boolean =>
  found.identity === null || found.identity.profile.userId === userId;

/** Ends notices for the person of that vault. The server ends them too, but this also works without a connection. */
export async function endNotices(vaultId: string | null): Promise<void> {
  if (vaultId === null || markedVault() !== vaultId) return;
  const { unsubscribeHere } = await import('../push.ts');
  await unsubscribeHere();
}

/** Destroys the key wraps first, then the data. Notices are ended at the same time; a failure there must not stop the rest. */
export async function wipeVault(vaultId: string): Promise<void> {
  await Promise.all([browserKeyring().shred(vaultId), endNotices(vaultId).catch(() => undefined)]);
}

/** Finds the person's own vault in this browser: by the server's answer on each device key, then by the password. */
export async function findVault(userId: UserId, credentials: Credentials | null): Promise<OpenedVault | null> {
  const hint = tokens().current()?.vaultId;
  const entries = [...(await browserKeyring().entries())].sort(
    (a, b) => Number(b.vaultId === hint) - Number(a.vaultId === hint),
  );
  const unknown: KeyringEntry[] = [];
  for (const entry of entries) {
    const answer = await deviceKeyAnswer(
      takeKeyAhead('get', userId, entry.deviceId)?.answer ??
        send(getDeviceKey, { params: { userId, deviceId: entry.deviceId } }),
    );
    if (answer.kind === 'revoked') {
      endUnlockedTabs(userId);
      await wipeVault(entry.vaultId);
      continue;
    }
    if (answer.kind === 'none') {
      unknown.push(entry);
      continue;
    }
    const found =
      (await browserKeyring().openWithDeviceKey(entry, answer.key, credentials)) ??
      (credentials && (await browserKeyring().openWithPassword(entry, credentials, answer.key)));
    if (found && isTheirs(found, userId)) return found;
    found?.vault.close();
  }
  if (!credentials) return null;
  for (const entry of unknown) {
    const found = await browserKeyring().openWithPassword(entry, credentials, null);
    if (!found) continue;
    if (!isTheirs(found, userId)) {
      found.vault.close();
      continue;
    }
    // The server does not know this device key. It registers the device again, or says that the device was revoked.
    const answer = await deviceKeyAnswer(registerDevice(userId, entry.deviceId));
    if (answer.kind === 'revoked') {
      found.vault.close();
      endUnlockedTabs(userId);
      await wipeVault(entry.vaultId);
      continue;
    }
    if (answer.kind === 'none') return found;
    found.vault.close();
    return browserKeyring().openWithPassword(entry, credentials, answer.key);
  }
  return null;
}

/** Creates a vault for the person; null when nothing could open it again. */
export async function makeVault(userId: UserId, credentials: Credentials | null): Promise<OpenedVault | null> {
  const asked = takeKeyAhead('put', userId, null);
  const deviceId = asked?.deviceId ?? newDeviceId();
  const answer = await deviceKeyAnswer(asked?.answer ?? registerDevice(userId, deviceId));
  const key = answer.kind === 'key' ? answer.key : null;
  if (key === null && credentials === null) return null;
  const made = await browserKeyring().create(deviceId, key, credentials);
  // Asked for, but not needed: without it the browser may delete everything when the disk is full.
  navigator.storage?.persist?.().catch(() => undefined);
  return made;
}
