import type { TabLocks } from '../tabs.ts';
import { openRecordStore, type OpenedRecords } from '../keptRecords/recordStore.ts';
import { recordsLife } from '../keptRecords/ledger.ts';
import { type Bytes, randomBytes, seal, unseal, vaultKeys } from './crypto.ts';
import type { KeyringEntries, KeyringEntry } from './keyringEntries.ts';
import type { OpenRows } from './rows.ts';
import type { Vault } from './vault.ts';

interface VaultWithEntry {
  readonly vault: Vault;
  readonly entry: KeyringEntry;
}

/** The offline copies of the vaults of this browser: each has a key of its own, which the vault's key opens. */
export interface OfflineCopies {
  /** Starts the offline copy. Does nothing when there is one already. */
  beginRecords(opened: VaultWithEntry): Promise<KeyringEntry>;
  /** The offline copy; null when there is none. Deletes what is left of one that has expired or that the browser has deleted in part. */
  openRecords(opened: VaultWithEntry): Promise<OpenedRecords | null>;
  /** Deletes the offline copy: its key first, then the data. `lost`: the rest of a copy of which the browser has deleted a part. */
  endRecords(vaultId: string, because?: 'asked' | 'lost'): Promise<void>;
  /** Deletes offline copies, among the tables of these names, of vaults that this browser no longer has; true when there were any. */
  dropOrphans(names: readonly string[]): Promise<boolean>;
  /** Deletes the offline copy of every vault that was not opened for 30 days, without opening one. */
  expireRecords(): Promise<void>;
}

interface OfflineCopiesEnvironment {
  readonly openRows: OpenRows;
  readonly entries: KeyringEntries;
  readonly locks: TabLocks;
  readonly now: () => number;
  readonly serverTime: () => number | null;
  readonly onLastRecordsEnd: () => void;
}

const recordsEnding = '.records';
/** The table of a vault's offline copy. */
export const recordsOf = (vaultId: string): string => `${vaultId}${recordsEnding}`;

export function offlineCopies({
  openRows,
  entries,
  locks,
  now,
  serverTime,
  onLastRecordsEnd,
}: OfflineCopiesEnvironment): OfflineCopies & {
  /** The offline copy of this vault is about to be deleted on purpose. */
  readonly noteRecordsEnd: (vaultId: string) => Promise<void>;
} {
  async function noteRecordsEnd(vaultId: string): Promise<void> {
    const others = (await entries.all().catch(() => [])).filter((entry) => entry.vaultId !== vaultId);
    if (others.every(({ records }) => records === null)) onLastRecordsEnd();
  }

  async function endRecords(vaultId: string, because: 'asked' | 'expired' | 'lost' = 'asked'): Promise<void> {
    if (because !== 'lost') await noteRecordsEnd(vaultId);
    const dropKey = () => entries.change(vaultId, () => ({ records: null, hasExpired: because === 'expired' }));
    const isDropped = await dropKey().then(
      () => true,
      () => false,
    );
    // This also runs when the key could not be removed, so that there is nothing left that it would open.
    await openRows(recordsOf(vaultId)).destroy();
    // A full device can store the smaller entry once the data is deleted.
    if (!isDropped) await dropKey();
  }

  const openRecords = async (vaultId: string, recordsKey: Bytes, wasBegun: boolean): Promise<OpenedRecords> =>
    openRecordStore({
      id: recordsOf(vaultId),
      rows: openRows(recordsOf(vaultId)),
      keys: await vaultKeys(recordsKey),
      locks,
      now,
      serverTime,
      wasBegun,
    });

  return {
    noteRecordsEnd,
    beginRecords: ({ vault, entry }) =>
      // Two tabs that start at once must not each make a key.
      locks.hold(`vestibule-keeping:${entry.vaultId}`, async () => {
        const keys = vault.keys();
        const [standing] = (await entries.all()).filter(({ vaultId }) => vaultId === entry.vaultId);
        if (keys === null || standing === undefined || standing.records !== null) return standing ?? entry;
        // Data encrypted with an earlier key can never be decrypted again.
        await openRows(recordsOf(entry.vaultId)).destroy();
        const recordsKey = randomBytes(32);
        try {
          // An empty ledger is stored before the key, so that a key without a ledger means that the browser has deleted the ledger.
          const begun = await openRecords(entry.vaultId, recordsKey, false);
          if (begun.kind === 'open') await begun.store.renew().finally(() => begun.store.close());
          const records = await seal(keys.records, `${entry.vaultId}|records`, recordsKey);
          const part = { wasAsked: true, hasExpired: false, records };
          return (await entries.change(entry.vaultId, () => part)) ?? standing;
        } finally {
          recordsKey.fill(0);
        }
      }),
    async openRecords({ vault, entry }) {
      const keys = vault.keys();
      const [standing] = (await entries.all()).filter(({ vaultId }) => vaultId === entry.vaultId);
      if (keys === null || !standing?.records) return null;
      const recordsKey = await unseal(keys.records, `${entry.vaultId}|records`, standing.records);
      if (!recordsKey) return null;
      const opened = await openRecords(entry.vaultId, recordsKey, true).finally(() => recordsKey.fill(0));
      if (opened.kind === 'expired' || opened.kind === 'lost') await endRecords(entry.vaultId, opened.kind);
      return opened;
    },
    endRecords,
    async dropOrphans(names) {
      const vaultIds = await entries.vaultIds();
      const orphans = names.filter(
        (name) => name.endsWith(recordsEnding) && !vaultIds.has(name.slice(0, -recordsEnding.length)),
      );
      await Promise.all(orphans.map((name) => openRows(name).destroy()));
      return orphans.length > 0;
    },
    async expireRecords() {
      for (const entry of await entries.all())
        if (entry.records !== null && now() - entry.usedAt > recordsLife) await endRecords(entry.vaultId, 'expired');
    },
  };
}
