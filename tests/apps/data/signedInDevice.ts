import { DeviceId, UserId } from '@portal/api';
import * as v from 'valibot';
import { vi } from 'vitest';
import type { Vault } from '../../../src/data/vault/vault.ts';
import { memoryDevice } from './memoryRows.ts';
import { identity } from './plantedPerson.ts';

/**
 * A device on which people sign in one after the other, each with a vault of their own and an access token. Call it after `vi.resetModules()`, so
 * that nobody of another test is signed in.
 */
export async function signedInDevice() {
  const [{ tokens }, { randomBytes, vaultKeys }, { browserKeyring }, { openWithKeys }, { adoptUnlocked }] =
    await Promise.all([
      import('../../../src/data/http.ts'),
      import('../../../src/data/vault/crypto.ts'),
      import('../../../src/data/vault/browserKeyring.ts'),
      import('../../../src/data/vault/vault.ts'),
      import('../../../src/data/vault/keeper.ts'),
    ]);
  const { openRows } = memoryDevice();
  /** An open vault; signing in with it takes effect at once. */
  async function vaultOf(userId: number): Promise<{ readonly vault: Vault; readonly signIn: () => void }> {
    const vaultId = `vault-${userId}`;
    const vault = openWithKeys(vaultId, openRows(vaultId), await vaultKeys(randomBytes(32)));
    const person = { ...identity, profile: { ...identity.profile, userId: v.parse(UserId, userId) } };
    const entry = {
      v: 1 as const,
      vaultId,
      deviceId: v.parse(DeviceId, `device-of-person-${userId}`),
      usedAt: 0,
      device: null,
      password: null,
      passkeys: [],
      records: null,
      wasAsked: false,
      endProof: null,
      hasExpired: false,
    };
    const signIn = () => {
      vi.spyOn(browserKeyring(), 'entries').mockResolvedValue([entry]);
      adoptUnlocked({ vault, entry, identity: person, isNewer: false }, person);
      tokens().adopt(
        { access_token: 'a', refresh_token: 'r', expires_in: 300, token_type: 'Bearer' },
        'userNamePassword',
      );
    };
    return { vault, signIn };
  }
  return { vaultOf };
}
