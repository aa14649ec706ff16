import { soundVault } from '../vault/keeper.ts';
import { StorageRefused } from '../vault/rows.ts';
import type { Vault } from '../vault/vault.ts';
import type { AnswerFileStore } from './fileParts.ts';
import { answerFilePlace, keptFilesIn } from './pendingFiles.ts';

/** How long a change waits for the vault. */
const vaultPatience = 6_000;
/** Two pages that change the same list at once take turns; more often than this is a fault. */
const mostTurns = 12;

/** The files of the draft whose they are by `place`, in the vault of the person signed in. */
export function answerFileVault(
  place: string,
  sound: () => Promise<Pick<
    Vault,
    'read' | 'acquireLease' | 'write' | 'remove' | 'keepBytes' | 'bytesAt'
  > | null> = () => soundVault(vaultPatience),
): AnswerFileStore {
  async function vault() {
    const open = await sound();
    if (!open) throw new StorageRefused(new Error('the vault is not open'));
    return open;
  }
  return {
    read: async () => keptFilesIn(await (await vault()).read(place)),
    async change(decide) {
      for (let turn = 0; turn < mostTurns; turn += 1) {
        const open = await vault();
        const { lease, value } = await open.acquireLease(place);
        const next = decide(keptFilesIn(value));
        if (next.length === 0) {
          if (await open.remove(place, lease)) return;
        } else if ((await open.write(place, lease, next)) === 'written') return;
      }
      throw new StorageRefused(new Error('the place is never free'));
    },
    keepBytes: async (key, bytes) => (await vault()).keepBytes(answerFilePlace(key), bytes),
    bytesOf: async (key) => (await vault()).bytesAt(answerFilePlace(key)),
    dropBytes: async (key) => (await vault()).remove(answerFilePlace(key), null),
  };
}
