import { DeviceId } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { recordsLife } from '../../../src/data/keptRecords/ledger.ts';
import { sealPieces } from '../../../src/data/keptRecords/pieces.ts';
import type { RecordStore, RecordToKeep } from '../../../src/data/keptRecords/recordStore.ts';
import { randomId } from '../../../src/data/randomId.ts';
import { bytesOf, hiddenPlace, randomBytes, unseal, vaultKeys } from '../../../src/data/vault/crypto.ts';
import { type Keyring, type OpenedVault, openKeyring } from '../../../src/data/vault/keyring.ts';
import { StorageRefused } from '../../../src/data/vault/rows.ts';
import { memoryDevice } from './memoryRows.ts';
import { memoryBrowser } from './memoryTabs.ts';
import { claimNothingPlain, credentials, identity, planted } from './plantedPerson.ts';
import { Breach, claim, commandSchedules, type FaultKind } from './schedules.ts';

const day = 24 * 60 * 60 * 1000;
const places = ['one', 'two', 'three', 'scan'] as const;
type Place = (typeof places)[number];

type Command =
  | { readonly kind: 'keep'; readonly tab: 0 | 1; readonly which: readonly Place[] }
  | { readonly kind: 'forget'; readonly tab: 0 | 1; readonly place: Place }
  | { readonly kind: 'clock'; readonly days: number }
  | {
      readonly kind: 'endProcess';
      readonly during: 'keep' | 'begin' | 'end' | 'shred' | 'open';
      readonly after: number;
      readonly isKept: boolean;
    }
  | {
      readonly kind:
        | 'begin'
        | 'end'
        | 'endWhileKeeping'
        | 'lock'
        | 'lockWhileKeeping'
        | 'secondTab'
        | 'fill'
        | 'empty'
        | 'evict'
        | 'evictRecords'
        | 'olderApp'
        | 'expire'
        | 'shred'
        | 'signIn';
    };

const tab = fc.constantFrom<0 | 1>(0, 1);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('keep'),
      tab,
      which: fc.uniqueArray(fc.constantFrom(...places.slice(0, 3)), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('keep'), tab, which: fc.constant<readonly Place[]>(['scan']) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('forget'), tab, place: fc.constantFrom(...places) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('clock'), days: fc.integer({ min: -35, max: 35 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('endProcess'),
      during: fc.constantFrom('keep', 'keep', 'begin', 'end', 'shred', 'open'),
      after: fc.nat({ max: 3 }),
      isKept: fc.boolean(),
    }),
  },
  {
    weight: 11,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'begin',
        'begin',
        'end',
        'endWhileKeeping',
        'lock',
        'lockWhileKeeping',
        'secondTab',
        'secondTab',
        'fill',
        'empty',
        'evict',
        'evictRecords',
        'olderApp',
        'expire',
        'shred',
        'signIn',
      ),
    }),
  },
);
const schedule = fc.array(command, { minLength: 4, maxLength: 24, size: 'max' });

function kindOf({ kind }: Command): FaultKind | null {
  switch (kind) {
    case 'secondTab':
      return 'tab';
    case 'endProcess':
    case 'endWhileKeeping':
    case 'lockWhileKeeping':
      return 'process';
    case 'fill':
    case 'empty':
    case 'evict':
    case 'evictRecords':
      return 'storage';
    case 'clock':
      return 'clock';
    case 'olderApp':
      return 'deploy';
    case 'lock':
    case 'end':
    case 'expire':
    case 'shred':
      return 'session';
    case 'keep':
    case 'forget':
    case 'begin':
    case 'signIn':
      return null;
  }
}

interface Tab {
  readonly opened: OpenedVault;
  readonly store: RecordStore | null;
  /** In which beginning its offline copy was opened. Copies of an earlier beginning have been deleted. */
  readonly beginning: number;
}

/** What may be stored at each place, with one state for each way in which a process may have ended. */
type Contents = ReadonlyMap<Place, string>;

/** Ignores that a device refuses to store, or that the table was deleted; throws every other error again. */
const whereRefused = (error: unknown): undefined => {
  if (!(error instanceof StorageRefused)) throw error;
};

/** One person's offline copy on one device, in two tabs, with the real keys and ciphers. */
class Device {
  private readonly rows = memoryDevice();
  private wall = 1_800_000_000_000;
  private readonly locks = memoryBrowser().tab().locks;
  private readonly keyring: Keyring = openKeyring({
    openRows: this.rows.openRows,
    locks: this.locks,
    wall: () => this.wall,
    // The real number of rounds makes guessing slow, and each derivation would take half a second here.
    rounds: 1,
  });
  private readonly deviceKey = randomId(32);
  private vaultId: string | null = null;
  private tabs: Tab[] = [];
  private states: readonly Contents[] = [new Map()];
  private isKeeping = false;
  private beginnings = 0;
  private kept = 0;
  /** Bounds of the times in the ledger: what was certainly written, and what may have been. */
  private seen = { least: 0, most: 0 };
  private signedIn = { least: 0, most: 0 };

  private get table(): Map<string, unknown> | undefined {
    return this.vaultId === null ? undefined : this.rows.tables.get(`${this.vaultId}.records`);
  }

  private closeTabs(): void {
    while (this.tabs.length > 0) this.closeFirst();
  }

  private closeFirst(): void {
    const [first, ...others] = this.tabs;
    first?.store?.close();
    first?.opened.vault.close();
    this.tabs = others;
  }

  private async entry() {
    return (await this.keyring.entries()).find(({ vaultId }) => vaultId === this.vaultId) ?? null;
  }

  /** Notes a time that may have been written, and that was certainly written if the device stored it. */
  private sawTime(isCertain: boolean): void {
    this.seen.most = Math.max(this.seen.most, this.wall);
    if (isCertain) this.seen.least = Math.max(this.seen.least, this.wall);
  }

  private nothingKept(): void {
    this.isKeeping = false;
    this.beginnings += 1;
    this.states = [new Map()];
  }

  private isFull = false;

  /** Opens the vault and its offline copy in another tab, and compares what is found with the allowed states. */
  private async openTab(): Promise<Tab> {
    const entry = await this.entry();
    if (entry === null) {
      this.nothingKept();
      const made = await this.keyring.create(v.parse(DeviceId, randomId(24)), this.deviceKey, credentials);
      this.vaultId = made.vault.id;
      await this.keyring.keepIdentity(made.vault, identity);
      const fresh = { opened: made, store: null, beginning: this.beginnings };
      this.tabs.push(fresh);
      return fresh;
    }
    const opened = await this.keyring.openWithDeviceKey(entry, this.deviceKey, null);
    claim(opened !== null, 'the device key does not open the vault');
    const wasThere = (this.table?.size ?? 0) > 0;
    const found = await this.keyring.openRecords(opened).catch((error: unknown) => {
      if (!(error instanceof StorageRefused)) throw error;
      // The copy has expired, and a full device does not remove its key from the list. The data is deleted for every tab all the same.
      this.states = [new Map()];
      this.beginnings += 1;
      claim((this.table?.size ?? 0) === 0, 'expired rows are still there');
      throw error;
    });
    claim(found?.kind !== 'newer', 'records of this version count as newer');
    claim(found?.kind !== 'lost' || !wasThere, 'records that are there count as lost');
    claim(found?.kind !== 'open' || wasThere, 'records that the browser took away are not missed');
    if (found?.kind === 'lost') this.nothingKept();
    const store = found?.kind === 'open' ? found.store : null;
    claim(store === null || this.isKeeping, 'records are kept that nobody began');
    if (this.isKeeping) {
      const oldest = Math.max(this.seen.most, this.wall) - this.signedIn.least > recordsLife;
      const mustGo = Math.max(this.seen.least, this.wall) - this.signedIn.most > recordsLife;
      claim(store !== null || oldest, 'kept records are gone before their time');
      claim(store === null || !mustGo, 'kept records outlive their 30 days');
      if (store === null) this.nothingKept();
      else this.sawTime(!this.isFull);
    }
    const next = { opened, store, beginning: this.beginnings };
    this.tabs.push(next);
    if (store) await this.compare(store);
    return next;
  }

  private startTimes(): void {
    this.seen = { least: this.wall, most: this.wall };
    this.signedIn = { least: this.wall, most: this.wall };
  }

  private async tab(index: 0 | 1): Promise<Tab | null> {
    try {
      while (this.tabs.length <= index) await this.openTab();
    } catch (error) {
      if (error instanceof StorageRefused) return null;
      throw error;
    }
    return this.tabs[index] ?? null;
  }

  private async readAll(store: RecordStore): Promise<Contents> {
    const all = new Map<Place, string>();
    for (const place of places) {
      const answer = place === 'scan' ? null : await store.answer(place);
      const file = place === 'scan' ? await store.file(place) : null;
      if (answer) all.set(place, String(answer.answer));
      if (file) all.set(place, new TextDecoder().decode(file.bytes.subarray(0, planted.length + 12)).trim());
    }
    return all;
  }

  /** All answers that are read belong to one allowed state, and the ledger lists exactly what is stored. */
  private async compare(store: RecordStore): Promise<void> {
    await store.refresh();
    const found = await this.readAll(store);
    const same = this.states.filter(
      (state) => state.size === found.size && [...state].every(([place, value]) => found.get(place) === value),
    );
    claim(
      same.length > 0,
      `kept are ${JSON.stringify([...found])}; it may be ${this.states.map((state) => JSON.stringify([...state])).join(' or ')}`,
    );
    this.states = same.slice(0, 1);
    const told = store.entries().filter(({ missing }) => missing === null);
    claim(
      told.length === found.size && told.every(({ place }) => found.has(v.parse(v.picklist(places), place))),
      `the ledger tells of ${told.map(({ place }) => place).join(' ')}, there are ${[...found.keys()].join(' ')}`,
    );
  }

  private toKeep(which: readonly Place[]): readonly RecordToKeep[] {
    return which.map((place): RecordToKeep => {
      const value = `${planted}${(this.kept += 1)}`;
      const about = { place, call: 'getLabResult', patientId: 11, at: this.wall, day: null };
      if (place !== 'scan') return { kind: 'answer', ...about, answer: value };
      // Takes more than one row, and cannot be compressed.
      const bytes = new Uint8Array(5 * 65_536);
      for (let at = 0; at < bytes.length; at += 65_536) bytes.set(randomBytes(65_536), at);
      bytes.fill(32, 0, planted.length + 12);
      bytes.set(bytesOf(value));
      return { kind: 'file', ...about, type: 'image/png', bytes };
    });
  }

  private static after(state: Contents, records: readonly RecordToKeep[]): Contents {
    const next = new Map(state);
    for (const record of records) {
      if ('missing' in record) continue;
      next.set(
        v.parse(v.picklist(places), record.place),
        record.kind === 'answer'
          ? String(record.answer)
          : new TextDecoder().decode(record.bytes.subarray(0, planted.length + 12)).trim(),
      );
    }
    return next;
  }

  /** True for a tab whose offline copy another tab has deleted. Nothing that this tab does may bring the copy back. */
  private async isOver({ store, beginning }: Tab): Promise<boolean> {
    if (store === null || beginning === this.beginnings) return false;
    const everything = this.rows.everything();
    // Its connection ended when the database was deleted.
    await store.keep(this.toKeep(['one', 'two'])).catch(whereRefused);
    await store.renew().catch(whereRefused);
    claim(this.rows.everything() === everything, 'a tab wrote to records that another one had deleted');
    const found = await this.readAll(store).catch(whereRefused);
    claim((found?.size ?? 0) === 0, 'a tab read records that another one had deleted');
    return true;
  }

  private async keep(index: 0 | 1, which: readonly Place[]): Promise<void> {
    const on = await this.tab(index);
    if (!on?.store) return;
    const records = this.toKeep(which);
    if (await this.isOver(on)) return;
    const before = this.states;
    const after = before.map((state) => Device.after(state, records));
    this.states = [...before, ...after];
    try {
      await on.store.keep(records);
      this.states = after;
      this.sawTime(true);
    } catch (error) {
      if (!(error instanceof StorageRefused)) throw error;
      this.states = before;
    }
    await this.compare(on.store);
  }

  private async forget(index: 0 | 1, place: Place): Promise<void> {
    const on = await this.tab(index);
    if (!on?.store || (await this.isOver(on))) return;
    const before = this.states;
    const after = before.map((state) => new Map([...state].filter(([one]) => one !== place)));
    try {
      await on.store.forget((entry) => entry.place === place);
      this.states = after;
      this.sawTime(true);
    } catch (error) {
      if (!(error instanceof StorageRefused)) throw error;
    }
  }

  private async begin(): Promise<void> {
    const on = await this.tab(0);
    if (!on || this.isKeeping) return;
    try {
      await this.keyring.beginRecords(on.opened);
    } catch (error) {
      if (!(error instanceof StorageRefused)) throw error;
      return;
    }
    this.isKeeping = true;
    this.states = [new Map()];
    this.startTimes();
    this.beginnings += 1;
    // The tab in which the person turned the offline copy on opens it.
    this.closeFirst();
    await this.openTab();
  }

  /** Claims that no key opens an offline copy of this vault. */
  private async claimNoneOpen(vaultId: string): Promise<void> {
    const entry = (await this.keyring.entries()).find((one) => one.vaultId === vaultId);
    if (!entry) return;
    claim(entry.records === null, 'the key of the kept records is still there');
    const opened = await this.keyring.openWithPassword(entry, credentials, null);
    claim(opened !== null, 'the password does not open the vault');
    claim((await this.keyring.openRecords(opened)) === null, 'deleted records open');
    opened.vault.close();
  }

  /** On a full device the wrapped key may stay; it opens nothing after this. */
  private async endRecords(vaultId: string): Promise<void> {
    try {
      await this.keyring.endRecords(vaultId);
      this.nothingKept();
    } catch (error) {
      if (!(error instanceof StorageRefused)) throw error;
      this.states = [new Map()];
      this.beginnings += 1;
    }
  }

  private async end(): Promise<void> {
    const on = await this.tab(0);
    if (!on) return;
    this.closeFirst();
    await this.endRecords(on.opened.vault.id);
    claim((this.table?.size ?? 0) === 0, 'rows outlive the records');
    if (!this.isKeeping) await this.claimNoneOpen(on.opened.vault.id);
  }

  /** The keys are dropped while an answer is being stored: it is stored before that or not at all. */
  private async whileKeeping(ending: 'lock' | 'end'): Promise<void> {
    const on = await this.tab(0);
    if (!on?.store || (await this.isOver(on))) return;
    const records = this.toKeep(['one', 'two']);
    const before = this.states;
    this.states = [...before, ...before.map((state) => Device.after(state, records))];
    const keeping = on.store.keep(records).catch(() => undefined);
    this.closeTabs();
    if (ending === 'end') {
      await this.endRecords(on.opened.vault.id);
      await keeping;
      claim((this.table?.size ?? 0) === 0, 'what was on its way came after the end of the records');
      return;
    }
    await keeping;
    this.sawTime(false);
    claim((await on.store.answer('one')) === null, 'locked records were read');
  }

  private async shred(): Promise<void> {
    const gone = this.vaultId;
    if (gone === null) return;
    this.closeTabs();
    this.vaultId = null;
    this.nothingKept();
    await this.keyring.shred(gone);
    claim(![...this.rows.tables.keys()].some((name) => name.startsWith(gone)), 'rows outlive their vault');
  }

  private async endProcess({ during, after, isKept }: Extract<Command, { kind: 'endProcess' }>): Promise<void> {
    const before = { vaultId: this.vaultId, isKeeping: this.isKeeping, states: this.states };
    const signedIn = { ...this.signedIn };
    const seen = { ...this.seen };
    this.rows.endAfter(after, isKept);
    try {
      switch (during) {
        case 'keep':
          await this.keep(0, ['one', 'two']);
          break;
        case 'begin':
          await this.begin();
          break;
        case 'end':
          await this.end();
          break;
        case 'shred':
          await this.shred();
          break;
        case 'open':
          this.closeTabs();
          await this.openTab();
      }
    } catch (error) {
      if (error instanceof Breach) throw error;
      // The process ended, and with it whatever was going on.
    }
    this.rows.restart();
    this.closeTabs();
    this.sawTime(false);
    // The key list decides: without the wrapped key nothing was stored, with it nothing was deleted.
    this.vaultId ??= before.vaultId;
    const entry = await this.entry();
    if (entry === null) {
      this.nothingKept();
      return;
    }
    const wasKeeping = before.isKeeping && before.vaultId === this.vaultId;
    this.isKeeping = entry.records !== null;
    if (!this.isKeeping) this.states = [new Map()];
    else if (!wasKeeping) {
      this.states = [new Map()];
      this.startTimes();
    } else if (during === 'end' || during === 'shred') {
      this.states = before.states;
      [this.signedIn, this.seen] = [signedIn, seen];
    }
    // On a full device the data is deleted before its wrapped key.
    if (this.isFull && (this.table?.size ?? 0) === 0) this.states = [new Map()];
  }

  /** An older version of the app meets a ledger that a newer one wrote. It reports that and changes no byte. */
  private async olderApp(): Promise<void> {
    const on = await this.tab(0);
    const entry = await this.entry();
    const vault = on?.opened.vault.keys();
    if (!on?.store || (await this.isOver(on)) || !entry?.records || !vault || !this.table) return;
    const key = await unseal(vault.records, `${entry.vaultId}|records`, entry.records);
    claim(key !== null, 'the key of the kept records does not open');
    const keys = await vaultKeys(key);
    const name = await hiddenPlace(keys, 'ledger');
    const before = new Map(this.table);
    const newer = JSON.stringify({ v: 2, more: true });
    const { rows } = await sealPieces(keys.records, `${entry.vaultId}.records|${name}`, name, bytesOf(newer));
    for (const [at, row] of rows) this.table.set(at, row);
    const everything = this.rows.everything();
    await on.store.keep(this.toKeep(['one']));
    await on.store.forget(() => true);
    await on.store.renew();
    claim((await this.keyring.openRecords(on.opened))?.kind === 'newer', 'records of a newer version were opened');
    claim(this.rows.everything() === everything, 'what a newer version wrote was changed');
    this.table.clear();
    for (const [at, row] of before) this.table.set(at, row);
    await on.store.refresh();
  }

  private async signIn(): Promise<void> {
    const on = await this.tab(0);
    if (!on?.store || (await this.isOver(on))) return;
    const [least, most] = [Math.max(this.seen.least, this.wall), Math.max(this.seen.most, this.wall)];
    try {
      await on.store.renew();
      this.sawTime(true);
      this.signedIn = { least, most };
    } catch (error) {
      if (!(error instanceof StorageRefused)) throw error;
    }
  }

  /** The expiry that needs no key. */
  private async expire(): Promise<void> {
    const entry = await this.entry();
    if (entry === null) return;
    this.closeTabs();
    await this.keyring.expireRecords().catch((error: unknown) => {
      if (!(error instanceof StorageRefused)) throw error;
    });
    const left = await this.entry();
    if (!this.isKeeping || this.wall - entry.usedAt <= recordsLife) {
      claim((left?.records !== null) === this.isKeeping, 'the thirty days are counted wrongly without a key');
      return;
    }
    this.states = [new Map()];
    claim((this.table?.size ?? 0) === 0, 'kept records outlive their 30 days without a sign-in');
    if (left?.records !== null) return;
    this.nothingKept();
    await this.claimNoneOpen(entry.vaultId);
  }

  private async lock(): Promise<void> {
    const on = await this.tab(0);
    if (!on?.store || (await this.isOver(on))) return;
    this.closeTabs();
    const everything = this.rows.everything();
    claim((await this.readAll(on.store)).size === 0, 'locked records were read');
    await on.store.keep(this.toKeep(['one']));
    claim(this.rows.everything() === everything, 'locked records were written');
  }

  async run(one: Command): Promise<void> {
    switch (one.kind) {
      case 'keep':
        await this.keep(one.tab, one.which);
        break;
      case 'forget':
        await this.forget(one.tab, one.place);
        break;
      case 'begin':
        await this.begin();
        break;
      case 'end':
        await this.end();
        break;
      case 'endWhileKeeping':
        await this.whileKeeping('end');
        break;
      case 'lock':
        await this.lock();
        break;
      case 'lockWhileKeeping':
        await this.whileKeeping('lock');
        break;
      case 'secondTab':
        await this.tab(1);
        break;
      case 'fill':
      case 'empty':
        this.isFull = one.kind === 'fill';
        this.rows.fill(this.isFull);
        break;
      case 'evict':
        this.closeTabs();
        this.rows.tables.clear();
        this.vaultId = null;
        this.nothingKept();
        break;
      case 'evictRecords':
        this.closeTabs();
        this.table?.clear();
        this.states = [new Map()];
        break;
      case 'clock':
        this.wall += one.days * day;
        // Each step forward may have been counted, even over days that had passed before the clock was set back.
        this.seen.most += Math.max(0, one.days) * day;
        break;
      case 'endProcess':
        await this.endProcess(one);
        break;
      case 'olderApp':
        await this.olderApp();
        break;
      case 'expire':
        await this.expire();
        break;
      case 'shred':
        await this.shred();
        break;
      case 'signIn':
        await this.signIn();
    }
    claimNothingPlain(this.rows.everything());
  }

  /** All faults have ended; the stored data is read in a new tab. */
  async finish(): Promise<void> {
    this.rows.fill((this.isFull = false));
    this.closeTabs();
    const on = await this.tab(0);
    if (on?.store) await this.compare(on.store);
    this.closeTabs();
  }
}

export const recordSchedules = commandSchedules('kept records', schedule, kindOf, async () => {
  const device = new Device();
  await device.run({ kind: 'begin' });
  return device;
});
