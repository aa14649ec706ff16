import type { IdempotencyKey } from '@portal/api';
import { currentVault, soundVault, vaultPatience } from '../../vault/keeper.ts';
import type { Bytes } from '../../vault/crypto.ts';
import { StorageRefused } from '../../vault/rows.ts';
import type { Vault, WriteLease } from '../../vault/vault.ts';

/** Two pages that change the same row at once take turns. More turns than this are an error. */
const mostTurns = 12;

type RowVault = Pick<Vault, 'id' | 'read' | 'acquireLease' | 'write' | 'remove' | 'keepBytes' | 'bytesAt'>;

export interface VaultSource {
  current(): Promise<RowVault | null>;
  /** A vault whose keys are still on the device. */
  sound(): Promise<RowVault | null>;
}
const sound = () => soundVault(vaultPatience);
/** The vault of the person signed in, if it is open now. */
export const sessionVault: VaultSource = { current: () => Promise.resolve(currentVault()), sound };
/** The same, but readers wait for it to open. */
export const awaitedVault: VaultSource = { current: sound, sound };

/**
 * One encrypted row, which every page and the outbox may change, and the bytes of its files, which need no lease. Rejects with
 * `StorageRefused` when the device refuses.
 */
export interface VaultRow<Value> {
  /** The stored value; null when there is none. */
  read(): Promise<Value | null>;
  /**
   * Stores what `decide` makes of the stored value, whichever page wrote that; null removes it. `decide` may be called again with a newer
   * value. `isOtherVault`: the browser has deleted the former vault. Durable when it resolves; resolves with what was stored.
   */
  change(decide: (standing: Value | null, isOtherVault: boolean) => Value | null): Promise<Value | null>;
  keepBytes(key: IdempotencyKey, bytes: Bytes): Promise<unknown>;
  bytesOf(key: IdempotencyKey): Promise<Bytes | null>;
  dropBytes(key: IdempotencyKey): Promise<unknown>;
}

/** Opens the row of a place in the vault. The write lease shows when another page has written there. */
export function vaultRow<Value>(
  place: string,
  shape: { readonly parse: (value: unknown) => Value | null; readonly placeOfBytes: (key: IdempotencyKey) => string },
  source: VaultSource,
): VaultRow<Value> {
  interface Held {
    readonly vault: RowVault;
    readonly lease: WriteLease;
    readonly standing: Value | null;
  }
  let held: Held | null = null;
  let vaultId: string | null = null;

  async function open(from: keyof VaultSource): Promise<RowVault> {
    const vault = await source[from]();
    if (!vault) throw new StorageRefused(new Error('the vault is not open'));
    return vault;
  }

  async function acquire(): Promise<Held> {
    const vault = await open('sound');
    const { lease, value } = await vault.acquireLease(place);
    return { vault, lease, standing: shape.parse(value) };
  }

  return {
    async read() {
      const vault = await open('current');
      vaultId ??= vault.id;
      return shape.parse(await vault.read(place));
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
      throw new StorageRefused(new Error('other pages change the row all the time'));
    },
    keepBytes: async (key, bytes) => (await open('sound')).keepBytes(shape.placeOfBytes(key), bytes),
    bytesOf: async (key) => (await open('sound')).bytesAt(shape.placeOfBytes(key)),
    dropBytes: async (key) => (await open('sound')).remove(shape.placeOfBytes(key), null),
  };
}
