import { DeviceId } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { randomId } from '../../../src/data/randomId.ts';
import { bytesOf } from '../../../src/data/vault/crypto.ts';
import { type Keyring, openKeyring } from '../../../src/data/vault/keyring.ts';
import { StorageRefused, WrittenByNewerVersion } from '../../../src/data/vault/rows.ts';
import type { Vault, WriteLease } from '../../../src/data/vault/vault.ts';
import { memoryDevice } from './memoryRows.ts';
import { memoryBrowser } from './memoryTabs.ts';
import { claimNothingPlain, credentials, identity, planted } from './plantedPerson.ts';
import { Breach, claim, commandSchedules, type FaultKind } from './schedules.ts';

const places = ['draft/11/5', 'draft/11/6', 'message/11/7'] as const;
type Place = (typeof places)[number];
const day = 24 * 60 * 60 * 1000;

type Command =
  | { readonly kind: 'write' | 'take' | 'remove'; readonly tab: 0 | 1; readonly place: Place }
  | { readonly kind: 'file'; readonly tab: 0 | 1 }
  | {
      readonly kind: 'endProcess';
      readonly during: 'write' | 'take' | 'file' | 'signIn' | 'shred';
      readonly after: number;
      readonly isKept: boolean;
    }
  | { readonly kind: 'clock'; readonly days: number }
  | { readonly kind: 'fill' | 'empty' | 'evict' | 'lock' | 'wrong' | 'stranger' | 'olderApp' | 'shred' | 'revoke' };

const tab = fc.constantFrom<0 | 1>(0, 1);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constantFrom('write', 'write', 'write', 'take', 'remove'),
      tab,
      place: fc.constantFrom(...places),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('file'), tab }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('endProcess'),
      during: fc.constantFrom('write', 'take', 'file', 'signIn', 'shred'),
      after: fc.nat({ max: 3 }),
      isKept: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('clock'), days: fc.integer({ min: -40, max: 40 }) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constantFrom('fill', 'empty', 'evict', 'lock', 'wrong', 'stranger', 'olderApp', 'shred', 'revoke'),
    }),
  },
);
const schedule = fc.array(command, { minLength: 4, maxLength: 24, size: 'max' });

function kindOf({ kind }: Command): FaultKind | null {
  switch (kind) {
    case 'take':
      return 'tab';
    case 'endProcess':
      return 'process';
    case 'fill':
    case 'empty':
    case 'evict':
    case 'stranger':
      return 'storage';
    case 'clock':
      return 'clock';
    case 'olderApp':
      return 'deploy';
    case 'lock':
    case 'shred':
    case 'revoke':
      return 'session';
    case 'write':
    case 'remove':
    case 'file':
    case 'wrong':
      return null;
  }
}

const isRefused = (error: unknown): boolean => error instanceof StorageRefused;
const isNewer = (error: unknown): boolean => error instanceof WrittenByNewerVersion;

interface Tab {
  readonly vault: Vault;
  readonly leases: Map<Place, WriteLease>;
}

/** One browser: one person in two tabs, and others who use the device too. Keys and ciphers are the real ones. */
class Browser {
  private readonly device = memoryDevice();
  private wall = 1_800_000_000_000;
  private readonly keyring: Keyring = openKeyring({
    openRows: this.device.openRows,
    locks: memoryBrowser().tab().locks,
    wall: () => this.wall,
    // The real number of rounds makes guessing slow, and each derivation would take half a second here.
    rounds: 1,
  });
  private deviceKey = randomId(32);
  private vaultId: string | null = null;
  private usedAt = 0;
  private tabs: Tab[] = [];
  /** The values that may be stored at each place: more than one where a process ended in the middle of a change. */
  private readonly possible = new Map<string, Set<string | null>>();
  private readonly files = new Map<string, Set<string | null>>();
  private written = 0;

  private allowed(place: string): Set<string | null> {
    const standing = (place.startsWith('messageFile/') ? this.files : this.possible).get(place);
    if (standing) return standing;
    const none = new Set<string | null>([null]);
    (place.startsWith('messageFile/') ? this.files : this.possible).set(place, none);
    return none;
  }

  private settle(place: string, values: readonly (string | null)[]): void {
    (place.startsWith('messageFile/') ? this.files : this.possible).set(place, new Set(values));
  }

  private forgetAll(): void {
    this.possible.clear();
    this.files.clear();
    this.vaultId = null;
    this.closeTabs();
  }

  /** Closes every tab; what the person had is stored on the device. */
  private closeTabs(): void {
    for (const { vault } of this.tabs) vault.close();
    this.tabs = [];
  }

  private async entry() {
    return (await this.keyring.entries()).find(({ vaultId }) => vaultId === this.vaultId) ?? null;
  }

  /** Signs in as the product does: into the existing vault, or into a new one. */
  private async signIn(): Promise<void> {
    const entry = await this.entry();
    const opened =
      entry === null
        ? await this.keyring.create(v.parse(DeviceId, randomId(24)), this.deviceKey, credentials)
        : await this.keyring.openWithDeviceKey(entry, this.deviceKey, credentials);
    claim(opened !== null, 'the device key does not open the vault');
    this.vaultId = opened.vault.id;
    this.usedAt = opened.entry.usedAt;
    await this.keyring.keepIdentity(opened.vault, identity).catch((error: unknown) => {
      if (opened.identity === null) throw error;
    });
    this.tabs.push({ vault: opened.vault, leases: new Map() });
  }

  /** The tab, opened if it is not; null where the device has no room for a vault. */
  private async tab(index: 0 | 1): Promise<Tab | null> {
    try {
      while (this.tabs.length <= index) await this.signIn();
    } catch (error) {
      if (isRefused(error)) return null;
      throw error;
    }
    return this.tabs[index] ?? null;
  }

  private async take(on: Tab, place: Place): Promise<WriteLease> {
    const { lease, value } = await on.vault.acquireLease(place);
    this.compare(place, value ?? null);
    on.leases.set(place, lease);
    return lease;
  }

  private compare(place: string, read: unknown): void {
    const value = typeof read === 'string' || read === null ? read : JSON.stringify(read);
    const allowed = this.allowed(place);
    claim(
      allowed.has(value),
      `${place} has ${value ?? 'nothing'}; it may have ${[...allowed].map((one) => one ?? 'nothing').join(' or ')}`,
    );
    this.settle(place, [value]);
  }

  private async write(index: 0 | 1, place: Place): Promise<void> {
    const on = await this.tab(index);
    if (on === null) return;
    const value = `${planted}${(this.written += 1)}`;
    const before = [...this.allowed(place)];
    const held = on.leases.get(place);
    // Another tab may have taken the lease of this place. This tab learns of it by this write, which must store nothing.
    const isHolder = held === undefined || this.holder.get(place) === held;
    try {
      const lease = held ?? (await this.take(on, place));
      if (held === undefined) this.holder.set(place, lease);
      this.settle(place, [...this.allowed(place), value]);
      const outcome = await on.vault.write(place, lease, value);
      claim(outcome !== 'written' || isHolder, `${place} was written under a lease that another has`);
      this.settle(place, outcome === 'written' ? [value] : before);
      if (outcome !== 'written') on.leases.delete(place);
    } catch (error) {
      if (!isRefused(error)) throw error;
      this.settle(place, before);
    }
  }

  private readonly holder = new Map<Place, WriteLease>();

  private async remove(index: 0 | 1, place: Place): Promise<void> {
    const on = await this.tab(index);
    const lease = on?.leases.get(place);
    if (!on || lease === undefined) return;
    if (await on.vault.remove(place, lease)) this.settle(place, [null]);
    on.leases.delete(place);
  }

  private async file(index: 0 | 1): Promise<void> {
    const on = await this.tab(index);
    if (on === null) return;
    const value = `${planted}${(this.written += 1)}`;
    const place = `messageFile/${this.written}`;
    this.settle(place, [null, value]);
    try {
      await on.vault.keepBytes(place, bytesOf(value));
      this.settle(place, [value]);
    } catch (error) {
      if (!isRefused(error)) throw error;
      this.settle(place, [null]);
    }
  }

  private async shred(): Promise<void> {
    const gone = this.vaultId;
    if (gone === null) return;
    const entry = await this.entry();
    this.forgetAll();
    await this.keyring.shred(gone);
    claim(!this.device.tables.has(gone), 'rows outlive their vault');
    if (entry === null) return;
    // Old copies of the wrapped keys must open nothing.
    const opened = await this.keyring.openWithDeviceKey(entry, this.deviceKey, null);
    claim(opened === null || (await opened.vault.list('')).length === 0, 'a shredded vault still holds something');
    opened?.vault.close();
    this.device.tables.delete(gone);
  }

  private async endProcess(one: Extract<Command, { kind: 'endProcess' }>): Promise<void> {
    const shredded = one.during === 'shred' ? this.vaultId : null;
    const kept = [this.possible, this.files].map((places) => new Map(places));
    this.device.endAfter(one.after, one.isKept);
    try {
      switch (one.during) {
        case 'write':
          await this.write(0, places[0]);
          break;
        case 'take': {
          const on = await this.tab(1);
          if (on) this.holder.set(places[0], await this.take(on, places[0]));
          break;
        }
        case 'file':
          await this.file(0);
          break;
        case 'signIn':
          this.closeTabs();
          await this.signIn();
          break;
        case 'shred':
          await this.shred();
      }
    } catch (error) {
      if (error instanceof Breach) throw error;
      // The process ended, and with it whatever was going on.
    }
    this.device.restart();
    this.closeTabs();
    if (shredded === null) return;
    // Either nothing was shredded or the keys are gone for good; no state in between is allowed.
    const isThere = (await this.keyring.entries()).some(({ vaultId }) => vaultId === shredded);
    if (!isThere) {
      this.device.tables.delete(shredded);
      return;
    }
    this.vaultId = shredded;
    for (const [place, values] of [...(kept[0] ?? []), ...(kept[1] ?? [])]) this.settle(place, [...values]);
  }

  /** An older version of the app meets rows that a newer one wrote. It reports that and changes no byte. */
  private async olderApp(): Promise<void> {
    const on = await this.tab(0);
    const table = on && this.device.tables.get(on.vault.id);
    if (!on || !table) return;
    const before = new Map(table);
    for (const [key, row] of before) if (typeof row === 'object') table.set(key, { ...row, v: 2 });
    const newer = this.device.everything();
    for (const place of places) {
      if (this.allowed(place).has(null)) continue;
      const lease = on.leases.get(place);
      for (const deed of [
        () => on.vault.read(place),
        () => on.vault.acquireLease(place),
        ...(lease === undefined
          ? []
          : [() => on.vault.write(place, lease, planted), () => on.vault.remove(place, lease)]),
      ])
        claim(
          await deed().then(
            () => false,
            (error: unknown) => isNewer(error),
          ),
          `${place}, written by a newer version, was used`,
        );
    }
    await on.vault.list('');
    claim(this.device.everything() === newer, 'what a newer version wrote was changed');
    for (const [key, row] of before) table.set(key, row);
  }

  /** Claims that a wrong password, another user name and another device's key open nothing, even after ten tries. */
  private async tryWrong(): Promise<void> {
    for (const entry of await this.keyring.entries()) {
      for (let round = 0; round < 10; round += 1)
        claim(
          (await this.keyring.openWithPassword(
            entry,
            { ...credentials, password: `Planted+Pass${round + 2}` },
            null,
          )) === null,
          'a wrong password opened a vault',
        );
      const other = await this.keyring.openWithPassword(entry, { ...credentials, username: 'someone' }, null);
      // A process that ended while its vault was being made leaves a vault that nobody owns and that is empty.
      claim(other === null || (await other.vault.list('')).length === 0, 'another name opened a vault');
      other?.vault.close();
      claim((await this.keyring.openWithDeviceKey(entry, randomId(32), null)) === null, 'a wrong key opened a vault');
    }
  }

  private async lock(): Promise<void> {
    const on = await this.tab(0);
    if (on === null) return;
    this.closeTabs();
    const read = await on.vault.read(places[0]).then(
      () => true,
      () => false,
    );
    claim(!read, 'a locked vault was read');
    // Without a network the password opens the vault, and everything stored is there.
    const entry = await this.entry();
    const opened = entry && (await this.keyring.openWithPassword(entry, credentials, null));
    claim(opened !== null, 'the password does not open the vault');
    this.tabs.push({ vault: opened.vault, leases: new Map() });
    await this.readAll();
  }

  /** Claims that every tab reads what was confirmed as stored. */
  private async readAll(): Promise<void> {
    const on = await this.tab(0);
    if (on === null) return;
    for (const place of places) this.compare(place, (await on.vault.read(place)) ?? null);
    for (const place of this.files.keys()) {
      const bytes = await on.vault.bytesAt(place);
      this.compare(place, bytes && new TextDecoder().decode(bytes));
    }
  }

  async run(one: Command): Promise<void> {
    switch (one.kind) {
      case 'write':
        await this.write(one.tab, one.place);
        break;
      case 'take': {
        const on = await this.tab(one.tab);
        if (!on) break;
        try {
          this.holder.set(one.place, await this.take(on, one.place));
        } catch (error) {
          if (!isRefused(error)) throw error;
        }
        break;
      }
      case 'remove':
        await this.remove(one.tab, one.place);
        break;
      case 'file':
        await this.file(one.tab);
        break;
      case 'endProcess':
        await this.endProcess(one);
        break;
      case 'fill':
        this.device.fill(true);
        break;
      case 'empty':
        this.device.fill(false);
        break;
      case 'evict':
        this.device.tables.clear();
        this.forgetAll();
        break;
      case 'stranger':
        await this.keyring
          .create(v.parse(DeviceId, randomId(24)), randomId(32), { username: 'stranger', password: 'Other+Pass1' })
          .then(
            ({ vault }) => vault.close(),
            (error: unknown) => {
              if (!isRefused(error)) throw error;
            },
          );
        if (this.vaultId !== null && (await this.entry()) === null) {
          const kept = [...this.possible.values(), ...this.files.values()].some((values) => !values.has(null));
          const isOld = this.wall - this.usedAt >= 30 * day;
          claim(!kept || isOld, 'a vault had to make room, and something in it was said to be saved');
          this.forgetAll();
        }
        break;
      case 'clock':
        this.wall += one.days * day;
        break;
      case 'olderApp':
        await this.olderApp();
        break;
      case 'lock':
        await this.lock();
        break;
      case 'wrong':
        await this.tryWrong();
        break;
      case 'shred':
        await this.shred();
        break;
      case 'revoke':
        await this.shred();
        this.deviceKey = randomId(32);
    }
    claimNothingPlain(this.device.everything());
  }

  /** All faults have ended: the vault opens, and everything is there. */
  async finish(): Promise<void> {
    this.device.fill(false);
    this.closeTabs();
    await this.readAll();
    this.closeTabs();
    claimNothingPlain(this.device.everything());
  }
}

export const vaultSchedules = commandSchedules('vaults, their places and files', schedule, kindOf, () =>
  Promise.resolve(new Browser()),
);
