import { DeviceId } from '@portal/api';
import * as v from 'valibot';
import { recordsLife } from '../../src/data/keptRecords/ledger.ts';
import { randomId } from '../../src/data/randomId.ts';
import { browserTabs } from '../../src/data/tabs.ts';
import { identityOf } from '../apps/data/plantedPerson.ts';
import { bytesOf, randomBytes, type VaultKeys } from '../../src/data/vault/crypto.ts';
import { indexedDbRows } from '../../src/data/vault/idb.ts';
import { type OpenedVault, openKeyring } from '../../src/data/vault/keyring.ts';
import type { KeyringEntry } from '../../src/data/vault/keyringEntries.ts';
import { StorageRefused, WrittenByNewerVersion } from '../../src/data/vault/rows.ts';

/** Runs in a page of the engine: the vault and the offline copy over the engine's own IndexedDB, WebCrypto, locks and channels. */

const credentials = { username: 'engine.walker', password: 'Demo+Pass1' };
const deviceKey = randomId(32);
const place = 'draft/11/5';
const text = 'planted shoulder';
let later = 0;
const ring = () =>
  openKeyring({
    openRows: indexedDbRows,
    locks: browserTabs.locks,
    wall: () => Date.now(),
    now: () => Date.now() + later,
  });

function claim(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(what);
}

async function entryOf(): Promise<KeyringEntry> {
  const [entry] = await ring().entries();
  claim(entry !== undefined, 'there is no vault');
  return entry;
}

async function opened(): Promise<OpenedVault> {
  const found = await ring().openWithDeviceKey(await entryOf(), deviceKey, null);
  claim(found !== null, 'the device key does not open the vault');
  return found;
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no database'));
  });

/** Every row of every database of the page's origin as one text, with bytes as characters. */
async function everything(): Promise<string> {
  const characters = new TextDecoder('latin1');
  const textOf = (row: unknown): string =>
    row instanceof Uint8Array
      ? characters.decode(row)
      : typeof row === 'object' && row !== null
        ? Object.values(row).map(textOf).join('|')
        : String(row);
  let all = '';
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    for (const table of database.objectStoreNames) {
      const rows = database.transaction(table).objectStore(table);
      all += [
        name,
        ...(await done(rows.getAllKeys())).map(String),
        ...(await done<unknown[]>(rows.getAll())).map(textOf),
      ].join('\n');
    }
    database.close();
  }
  return all;
}

/** Changes every row of a database without the product's code. */
async function eachRow(name: string, change: (row: object) => object): Promise<void> {
  const database = await done(indexedDB.open(name));
  const table = database.transaction('rows', 'readwrite').objectStore('rows');
  for (const key of await done(table.getAllKeys())) {
    const row: unknown = await done(table.get(key));
    if (typeof row === 'object' && row !== null) await done(table.put(change(row), key));
  }
  database.close();
}

async function create(): Promise<OpenedVault> {
  const made = await ring().create(v.parse(DeviceId, randomId(24)), deviceKey, credentials);
  await ring().keepIdentity(made.vault, identityOf(credentials.username));
  return made;
}

export const checks = {
  async 'open, keep, reopen'() {
    const made = await create();
    const { lease } = await made.vault.acquireLease(place);
    claim((await made.vault.write(place, lease, text)) === 'written', 'it was not written');
    made.vault.close();
    const byKey = await opened();
    claim((await byKey.vault.read(place)) === text, 'the device key does not bring it back');
    const byPassword = await ring().openWithPassword(await entryOf(), credentials, null);
    claim((await byPassword?.vault.read(place)) === text, 'the password does not bring it back');
    claim(byPassword?.identity?.profile.firstName === 'Amelia', 'whose it is was lost');
    for (const plain of [text, 'Amelia', place])
      claim(!(await everything()).includes(plain), `"${plain}" lies on the device in clear`);
    return '';
  },

  async 'lease, lost lease'() {
    const [one, two] = [await opened(), await opened()];
    const first = await one.vault.acquireLease(place);
    const second = await two.vault.acquireLease(place);
    claim((await one.vault.write(place, first.lease, 'late')) === 'lost', 'a lost lease wrote');
    claim((await two.vault.write(place, second.lease, text)) === 'written', 'the lease did not write');
    claim((await one.vault.read(place)) === text, 'the other tab does not read it');
    return '';
  },

  async 'a connection that died is opened again'() {
    const { vault } = await opened();
    const { lease } = await vault.acquireLease(place);
    const upgrading = indexedDB.open(vault.id, 1);
    (await done(upgrading)).close();
    // A deletion or upgrade of the database closes every open connection.
    const rows = indexedDbRows(vault.id);
    const kept = await rows.entries();
    await rows.destroy();
    const made = indexedDbRows(vault.id);
    for (const [key, row] of kept) await made.change(key, () => ({ kind: 'put', row }));
    made.close();
    claim((await vault.write(place, lease, text)) === 'written', 'it was not written after that');
    return '';
  },

  async 'ten wrong passwords'() {
    const began = performance.now();
    const entry = await entryOf();
    for (let round = 0; round < 10; round += 1) {
      const found = await ring().openWithPassword(entry, { ...credentials, password: `Demo+Pass${round + 2}` }, null);
      claim(found === null, 'a wrong password opened it');
    }
    claim(
      (await ring().openWithPassword(entry, { ...credentials, username: 'another' }, null)) === null,
      'another name opened it',
    );
    claim((await ring().openWithDeviceKey(entry, randomId(32), null)) === null, 'another key opened it');
    return `${((performance.now() - began) / 11).toFixed(0)} ms for each`;
  },

  async 'kept records: answer and file, two tabs, expiry'() {
    const one = await opened();
    const entry = await ring().beginRecords(one);
    const store = async () => {
      const found = await ring().openRecords({ ...(await opened()), entry });
      return found?.kind === 'open' ? found.store : null;
    };
    const [here, there] = [await store(), await store()];
    claim(here !== null && there !== null, 'they do not open');
    const scan = new Uint8Array(10 * 65_536);
    for (let at = 0; at < scan.length; at += 65_536) scan.set(randomBytes(65_536), at);
    const about = { call: 'getLabResult', patientId: 11, at: Date.now(), day: null };
    await here.keep([
      { kind: 'answer', ...about, place: 'one', answer: { text: text.repeat(200) } },
      { kind: 'file', ...about, place: 'scan', type: 'image/png', bytes: scan.slice() },
    ]);
    await there.refresh();
    claim(there.entries().length === 2, 'another tab does not see them');
    claim(JSON.stringify((await there.answer('one'))?.answer).includes(text), 'the answer is not as it was');
    const file = await there.file('scan');
    claim(file !== null && file.bytes.every((byte, at) => byte === scan[at]), 'the file is not as it was');
    claim(!(await everything()).includes(text), 'an answer lies on the device in clear');
    later = recordsLife + 60_000;
    try {
      claim((await store()) === null, 'they outlive their 30 days');
    } finally {
      later = 0;
    }
    claim((await entryOf()).records === null, 'their key outlives them');
    return '';
  },

  async 'written by a newer version: untouched'() {
    const { vault } = await opened();
    await eachRow(vault.id, (row) => ({ ...row, v: 2 }));
    const before = await everything();
    const refused = await vault.acquireLease(place).then(
      () => false,
      (error: unknown) => error instanceof WrittenByNewerVersion,
    );
    claim(refused, 'it was opened');
    claim((await everything()) === before, 'it was changed');
    await eachRow(vault.id, (row) => ({ ...row, v: 1 }));
    claim((await vault.read(place)) === text, 'it does not come back');
    return '';
  },

  async 'a device that is full'() {
    const { vault } = await opened();
    const { lease } = await vault.acquireLease(place);
    const filler = indexedDbRows('filler');
    const most = 64;
    let filled = 0;
    let isFull = false;
    for (; filled < most && !isFull; filled += 1) {
      const bytes = new Uint8Array(1_048_576);
      for (let at = 0; at < bytes.length; at += 65_536) bytes.set(randomBytes(65_536), at);
      isFull = await filler
        .change(String(filled), () => ({ kind: 'put', row: bytes }))
        .then(
          () => false,
          (error: unknown) => error instanceof StorageRefused,
        );
    }
    let said = '';
    if (isFull) {
      // Fills the remaining space, until an answer of two thousand characters no longer fits.
      for (let size = 262_144; size >= 1024; size /= 4)
        for (let at = 0; at < 100; at += 1) {
          const bytes = new Uint8Array(size);
          for (let from = 0; from < size; from += 65_536) bytes.set(randomBytes(Math.min(65_536, size)), from);
          const fits = await filler
            .change(`${size} ${at}`, () => ({ kind: 'put', row: bytes }))
            .then(
              () => true,
              () => false,
            );
          if (!fits) break;
        }
      const outcome = await vault.write(place, lease, 'x'.repeat(200_000)).then(
        (written) => written,
        (error: unknown) => (error instanceof StorageRefused ? 'refused' : String(error)),
      );
      claim(outcome === 'refused', `a full device says "${outcome}"`);
      claim((await vault.read(place)) === text, 'what was there before is gone');
      said = `full after ${filled} MB: refused, and what was there is`;
    } else said = `no limit met within ${most} MB`;
    await filler.destroy();
    const again = await vault.write(place, lease, text);
    claim(again === 'written', `after it was emptied it says "${again}"`);
    return said;
  },

  async 'a key in a database'() {
    const { vault } = await opened();
    const keys = vault.keys();
    claim(keys !== null, 'it has no keys');
    const rows = indexedDbRows('keys');
    try {
      await rows.change('key', () => ({ kind: 'put', row: keys.records }));
      const key = await rows.get('key');
      return key instanceof CryptoKey && !key.extractable
        ? 'can be stored, not read out'
        : 'comes back as something else';
    } catch (error) {
      return `cannot be stored: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      await rows.destroy();
    }
  },

  async shred() {
    const { vault, entry } = await opened();
    await ring().beginRecords({ ...(await opened()) });
    await ring().shred(vault.id);
    claim((await ring().entries()).length === 0, 'its keys are still there');
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    // A connection that is still open keeps the empty database until its tab is closed.
    const stale = await ring().openWithDeviceKey(entry, deviceKey, null);
    claim((await stale?.vault.list(''))?.length === 0, 'something of it is still there');
    claim((await ring().entries()).length === 0, 'its keys came back');
    return names.some((name) => name.startsWith(vault.id))
      ? 'an empty database stays until the tab goes'
      : 'nothing is left';
  },
} as const satisfies Record<string, () => Promise<string>>;

const channelName = 'vault suite';

/** Stores an answer and a file with these words in the offline copy of a new vault. */
export async function keepRecords(words: string): Promise<void> {
  const made = await create();
  const entry = await ring().beginRecords(made);
  const found = await ring().openRecords({ ...made, entry });
  claim(found?.kind === 'open', 'they do not open');
  const about = { call: 'getLabResult', patientId: 11, at: Date.now(), day: null };
  await found.store.keep([
    { kind: 'answer', ...about, place: 'one', answer: { text: words } },
    { kind: 'file', ...about, place: 'scan', type: 'text/plain', bytes: bytesOf(words.repeat(20)) },
  ]);
}

export async function deleteRecords(): Promise<void> {
  await ring().endRecords((await entryOf()).vaultId);
}

/** In the first tab: sends the vault's working keys, which cannot be exported, to whoever asks. */
export async function shareKeys(): Promise<void> {
  const { vault } = await opened();
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data !== 'ask') return;
    try {
      channel.postMessage(vault.keys());
    } catch (error) {
      channel.postMessage(`refused: ${error instanceof Error ? error.name : 'something'}`);
    }
  });
}

const KeysSchema = v.object({ records: v.instance(CryptoKey), places: v.instance(CryptoKey) });

/** In a second tab: whether the first tab's keys open the vault here. */
export async function openWithShared(): Promise<string> {
  const channel = new BroadcastChannel(channelName);
  const heard = await new Promise<unknown>((resolve) => {
    const timer = setTimeout(() => resolve('nothing came'), 5_000);
    channel.addEventListener('messageerror', () => resolve('it came and could not be read'));
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data === 'ask') return;
      clearTimeout(timer);
      resolve(data);
    });
    channel.postMessage('ask');
  });
  channel.close();
  if (typeof heard === 'string') return heard;
  const keys = v.safeParse(KeysSchema, heard);
  if (!keys.success) return 'the keys came as something else';
  const shared: VaultKeys = keys.output;
  const { vault } = await ring().openWithKeys(await entryOf(), shared);
  claim((await vault.read(place)) === text, 'the keys came, and do not open the vault');
  claim(!shared.records.extractable, 'the keys can be read out');
  return 'the keys came and open the vault, and cannot be read out';
}
