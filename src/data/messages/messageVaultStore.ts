import type { PatientId, SecureThreadId } from '@portal/api';
import { currentVault, soundVault } from '../vault/keeper.ts';
import { StorageRefused } from '../vault/rows.ts';
import type { Vault, WriteLease } from '../vault/vault.ts';
import type { MessageStore } from './messageParts.ts';
import { filePlace, messageInPlace, messagePlace, type MessageRecord } from './record.ts';

/** How long a change waits for the vault. */
const vaultPatience = 6_000;
/** Two pages that change the same message at once take turns; more often than this is a fault. */
const mostTurns = 12;

type MessageVault = Pick<Vault, 'id' | 'read' | 'acquireLease' | 'write' | 'remove' | 'keepBytes' | 'bytesAt'>;

interface Held {
  readonly vault: MessageVault;
  readonly lease: WriteLease;
  readonly standing: MessageRecord | null;
}

/** What a store needs of the vault. */
export interface VaultSource {
  current(): MessageVault | null;
  /** One whose keys still stand on the device. */
  sound(): Promise<MessageVault | null>;
}
const sessionVault: VaultSource = { current: currentVault, sound: () => soundVault(vaultPatience) };

/** The place of one message in the vault of the person signed in. Its write lease tells when another page has been there. */
export function messageVaultStore(
  patientId: PatientId,
  threadId: SecureThreadId | null,
  source: VaultSource = sessionVault,
): MessageStore {
  const place = messagePlace(patientId, threadId);
  let held: Held | null = null;
  let vaultId: string | null = null;

  async function vault(): Promise<MessageVault> {
    const open = await source.sound();
    if (!open) throw new StorageRefused(new Error('the vault is not open'));
    return open;
  }

  async function acquire(): Promise<Held> {
    const open = await vault();
    const { lease, value } = await open.acquireLease(place);
    return { vault: open, lease, standing: messageInPlace(value) };
  }

  return {
    async read() {
      const open = source.current();
      if (!open) throw new StorageRefused(new Error('the vault is not open'));
      vaultId ??= open.id;
      return messageInPlace(await open.read(place));
    },
    async change(decide) {
      for (let turn = 0; turn < mostTurns; turn += 1) {
        const mine: Held = held ?? (await acquire());
        held = null;
        const next = decide(mine.standing, vaultId !== null && vaultId !== mine.vault.id);
        if (next === null) {
          if (!(await mine.vault.remove(place, mine.lease))) continue;
        } else if ((await mine.vault.write(place, mine.lease, next)) === 'written') {
          held = { ...mine, standing: next };
        } else continue;
        vaultId = mine.vault.id;
        return next;
      }
      throw new StorageRefused(new Error('the place is never free'));
    },
    keepBytes: async (key, bytes) => (await vault()).keepBytes(filePlace(key), bytes),
    bytesOf: async (key) => (await vault()).bytesAt(filePlace(key)),
    dropBytes: async (key) => (await vault()).remove(filePlace(key), null),
  };
}
