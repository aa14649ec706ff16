import { createHmac } from 'node:crypto';
import { DeviceId } from '@portal/api';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { recordsLife } from '../keptRecords/ledger.ts';
import { recordPlace } from '../keptRecords/recordPlace.ts';
import { randomId } from '../randomId.ts';
import { identityOf } from '../../../tests/apps/data/plantedPerson.ts';
import { memoryDevice } from '../../../tests/apps/data/memoryRows.ts';
import { memoryBrowser } from '../../../tests/apps/data/memoryTabs.ts';
import { deviceWrapKey, passwordWrapKey, randomBytes, seal, vaultKeys } from './crypto.ts';
import { type Keyring, openKeyring } from './keyring.ts';
import { StorageRefused } from './rows.ts';
import { openWithKeys } from './vault.ts';

const deviceId = v.parse(DeviceId, 'device-device-device');
const deviceKey = randomId(32);
const rounds = 10;
const credentials = { username: 'amelia@example.org', password: 'Demo+Pass1' };
const place = recordPlace({ name: 'listLabResults' }, {}, 11);
const identity = identityOf(credentials.username);

let device: ReturnType<typeof memoryDevice>;
let keyring: Keyring;
let ended = 0;
let time = 0;
beforeEach(() => {
  device = memoryDevice();
  time = Date.UTC(2026, 10, 23);
  ended = 0;
  const tabs = memoryBrowser().tab();
  keyring = openKeyring({
    openRows: device.openRows,
    locks: tabs.locks,
    wall: () => time,
    rounds,
    onLastRecordsEnd: () => void (ended += 1),
  });
});

async function make() {
  const made = await keyring.create(deviceId, deviceKey, credentials);
  await keyring.keepIdentity(made.vault, identity);
  return made;
}
async function makeKeeping() {
  const made = await make();
  const entry = await keyring.beginRecords(made);
  return { ...made, entry };
}
async function recordsOf(opened: Awaited<ReturnType<typeof make>>) {
  const found = await keyring.openRecords(opened);
  if (found?.kind !== 'open') throw new Error(String(found?.kind));
  return found.store;
}
const theEntry = async () => {
  const [entry] = await keyring.entries();
  if (entry === undefined) throw new Error('no vault');
  return entry;
};
const aResult = {
  kind: 'answer',
  place,
  call: 'listLabResults',
  patientId: 11,
  at: 0,
  day: null,
  answer: 'Kalium',
} as const;

describe('the vaults of a browser', () => {
  it('of an earlier version open by name and password, and by the password alone from the next sign-in on', async () => {
    // As an app without offline copies wrote it: the username is in the wrap, and there is no field for the copy's key.
    const [vaultId, dataKey, salt] = [randomId(), randomBytes(32), randomBytes(16)];
    const named = await passwordWrapKey(credentials.username, credentials.password, salt, rounds);
    const row = {
      v: 1,
      deviceId,
      usedAt: time,
      device: await seal(await deviceWrapKey(deviceKey), `${vaultId}|device`, dataKey),
      password: { salt, rounds, sealed: await seal(named, `${vaultId}|password`, dataKey) },
    };
    await device.openRows('vestibule').change(vaultId, () => ({ kind: 'put', row }));
    await keyring.keepIdentity(openWithKeys(vaultId, device.openRows(vaultId), await vaultKeys(dataKey)), identity);

    const withoutName = { ...credentials, username: null };
    expect(await keyring.openWithPassword(await theEntry(), withoutName, null)).toBeNull();
    expect((await keyring.openWithPassword(await theEntry(), credentials, null))?.identity).toEqual(identity);
    const signedIn = await keyring.openWithDeviceKey(await theEntry(), deviceKey, credentials);
    if (signedIn === null) throw new Error('not opened');
    await (await recordsOf({ ...signedIn, entry: await keyring.beginRecords(signedIn) })).keep([aResult]);
    const alone = await keyring.openWithPassword(await theEntry(), withoutName, null);
    expect(alone?.identity).toEqual(identity);
    expect(alone && (await (await recordsOf(alone)).answer(place))?.answer).toBe('Kalium');
  });

  it('open by a passkey beside the password, each by its own secret, until it is removed', async () => {
    const [one, other] = ['one', 'other'].map((id) => ({ id, secret: randomBytes(32) }));
    if (one === undefined || other === undefined) throw new Error('no passkeys');
    const { entry } = await make();
    expect(await keyring.openWithPasskey(entry, one)).toBeNull();
    expect(await keyring.setPasskey(entry, randomId(32), one)).toBeNull();
    await keyring.setPasskey(entry, deviceKey, one);
    await keyring.setPasskey(entry, deviceKey, other);
    expect((await keyring.openWithPasskey(await theEntry(), one))?.identity).toEqual(identity);
    expect(await keyring.openWithPasskey(await theEntry(), { ...one, secret: other.secret })).toBeNull();
    // A sign-in elsewhere in the entry leaves them alone, and wrapping again replaces.
    await keyring.openWithDeviceKey(await theEntry(), deviceKey, credentials);
    await keyring.setPasskey(await theEntry(), deviceKey, one);
    expect((await theEntry()).passkeys.map(({ id }) => id)).toEqual(['other', 'one']);
    await keyring.keepPasskeys(await theEntry(), ['other']);
    expect(await keyring.openWithPasskey(await theEntry(), one)).toBeNull();
    expect((await keyring.openWithPasskey(await theEntry(), other))?.identity).toEqual(identity);
    expect((await keyring.openWithPassword(await theEntry(), credentials, null))?.identity).toEqual(identity);
  });

  it('can tell the server that they were ended, by the key that it gave', async () => {
    const proof = createHmac('sha256', Buffer.from(deviceKey, 'base64url')).update('vestibule end').digest('base64url');
    expect((await make()).entry.endProof).toBe(proof);
    await keyring.shred((await theEntry()).vaultId);
    const alone = await keyring.create(deviceId, null, credentials);
    expect(alone.entry.endProof).toBeNull();
    expect((await keyring.openWithPassword(alone.entry, credentials, deviceKey))?.entry.endProof).toBe(proof);
    expect((await theEntry()).endProof).toBe(proof);
  });

  it('of a newer version are left alone, and known to be there', async () => {
    expect(await keyring.hasNewer()).toBe(false);
    const newer = { v: 2, something: 'else' };
    await device.openRows('vestibule').change('newer', () => ({ kind: 'put', row: newer }));
    expect(await keyring.entries()).toEqual([]);
    expect(await keyring.hasNewer()).toBe(true);
    await make();
    await keyring.expireRecords();
    expect(device.tables.get('vestibule')?.get('newer')).toEqual(newer);
  });

  it('keep what they keep when the password has changed, and take the new one at the next sign-in', async () => {
    await (await recordsOf(await makeKeeping())).keep([aResult]);
    const changed = { ...credentials, password: 'Changed+Pass2' };
    await keyring.openWithDeviceKey(await theEntry(), deviceKey, changed);
    expect(await keyring.openWithPassword(await theEntry(), credentials, null)).toBeNull();
    const opened = await keyring.openWithPassword(await theEntry(), changed, null);
    expect(opened && (await (await recordsOf(opened)).answer(place))?.answer).toBe('Kalium');
  });
});

describe('kept records of a vault', () => {
  it('have one key, also where two tabs begin at once', async () => {
    const made = await make();
    const [one, two] = await Promise.all([keyring.beginRecords(made), keyring.beginRecords(made)]);
    expect(one.records).toEqual(two.records);
    await (await recordsOf(made)).keep([aResult]);
    expect((await (await recordsOf(made)).answer(place))?.answer).toBe('Kalium');
  });

  it('go after 30 days without being opened, with a word of it and without the answers in the vault', async () => {
    const made = await makeKeeping();
    await (await recordsOf(made)).keep([aResult]);
    const { lease } = await made.vault.acquireLease('draft/11/5');
    await made.vault.write('draft/11/5', lease, 'unsent');
    time += recordsLife - 1_000;
    await keyring.expireRecords();
    expect((await theEntry()).records).not.toBeNull();
    time += 2_000;
    await keyring.expireRecords();
    expect(await theEntry()).toMatchObject({ records: null, hasExpired: true });
    expect(device.tables.has(`${made.vault.id}.records`)).toBe(false);
    expect(ended).toBe(1);
    expect(await keyring.openRecords(made)).toBeNull();
    expect(await made.vault.read('draft/11/5')).toBe('unsent');
    await keyring.noteExpiryTold(await theEntry());
    expect((await theEntry()).hasExpired).toBe(false);
  });

  it('go at the unlock where a clock was turned back', async () => {
    const made = await makeKeeping();
    await recordsOf(made);
    time += recordsLife - 1_000;
    await recordsOf(made);
    // From here on without the network: one more hour would be too long, whatever the clock says.
    time -= recordsLife / 2;
    await recordsOf(made);
    time += recordsLife / 2 + 3_600_000;
    expect((await keyring.openRecords(made))?.kind).toBe('expired');
    time -= recordsLife;
    expect(await keyring.openRecords(made)).toBeNull();
    expect(ended).toBe(1);
  });

  it('go with their vault, data too where the wraps cannot be removed', async () => {
    const made = await makeKeeping();
    await (await recordsOf(made)).keep([aResult]);
    const stuck = openKeyring({
      openRows: (name, options) => {
        const rows = device.openRows(name, options);
        const change = () => Promise.reject(new StorageRefused(new Error('no')));
        return name === 'vestibule' ? { ...rows, change } : rows;
      },
      locks: memoryBrowser().tab().locks,
      wall: () => time,
    });
    await expect(stuck.shred(made.vault.id)).rejects.toThrow(StorageRefused);
    expect(device.tables.has(made.vault.id)).toBe(false);
    expect(device.tables.has(`${made.vault.id}.records`)).toBe(false);
    await keyring.shred(made.vault.id);
    expect(await keyring.entries()).toEqual([]);
  });

  it('are said to end before they do, and only when the last ones do', async () => {
    const [first, second] = [await makeKeeping(), await makeKeeping()];
    await keyring.endRecords(first.vault.id);
    expect(ended).toBe(0);
    const ending = keyring.shred(second.vault.id);
    await expect.poll(() => ended).toBe(1);
    await ending;
    expect(await keyring.entries()).toHaveLength(1);
  });

  it('that the browser took away, or damaged, are known to be lost, and can be begun again', async () => {
    const made = await makeKeeping();
    const records = `${made.vault.id}.records`;
    // The copy was started, and nothing is stored yet.
    expect((await keyring.openRecords(made))?.kind).toBe('open');
    for (const takeAway of [() => device.tables.delete(records), () => device.tables.get(records)?.clear()]) {
      await (await recordsOf({ ...made, entry: await keyring.beginRecords(made) })).keep([aResult]);
      takeAway();
      expect((await keyring.openRecords(made))?.kind).toBe('lost');
      expect((await theEntry()).records).toBeNull();
      expect(device.tables.has(records)).toBe(false);
    }
    // Nobody ended it on purpose.
    expect(ended).toBe(0);
    await keyring.beginRecords(made);
    expect((await recordsOf(made)).entries()).toEqual([]);
  });

  it('of which the keys were taken away are deleted, and no others', async () => {
    const kept = await makeKeeping();
    const names = [kept.vault.id, `${kept.vault.id}.records`, 'gone', 'gone.records', 'newer.records', 'vestibule'];
    await device.openRows('vestibule').change('newer', () => ({ kind: 'put', row: { v: 2 } }));
    for (const name of ['gone', 'gone.records', 'newer.records'])
      await device.openRows(name).change('row', () => ({ kind: 'put', row: {} }));
    expect(await keyring.dropOrphans(names)).toBe(true);
    // Unsent work stays: a browser that reports its databases too late must not cost it.
    expect([...device.tables.keys()].toSorted()).toEqual(names.filter((name) => name !== 'gone.records').toSorted());
    expect(await keyring.dropOrphans(names.filter((name) => name !== 'gone.records'))).toBe(false);
  });

  it('are told apart where the browser emptied their vault, and where a newer version wrote it', async () => {
    const { vault } = await makeKeeping();
    device.tables.get(vault.id)?.clear();
    const emptied = await keyring.openWithPassword(await theEntry(), credentials, null);
    expect(emptied).toMatchObject({ identity: null, isNewer: false });
    await keyring.keepIdentity(vault, identity);
    const rows = device.tables.get(vault.id);
    for (const [name, row] of rows ?? []) rows?.set(name, { ...Object(row), v: 9 });
    const newer = await keyring.openWithPassword(await theEntry(), credentials, null);
    expect(newer).toMatchObject({ identity: null, isNewer: true });
  });

  it('open with the keys of another tab, and no more once they were ended there', async () => {
    const made = await makeKeeping();
    await (await recordsOf(made)).keep([aResult]);
    const keys = made.vault.keys();
    if (keys === null) throw new Error('closed');
    const second = await keyring.openWithKeys(await theEntry(), keys);
    expect(second.identity).toEqual(identity);
    const store = await recordsOf(second);
    expect((await store.answer(place))?.answer).toBe('Kalium');
    await keyring.endRecords(made.vault.id);
    await expect(store.keep([aResult])).rejects.toThrow(StorageRefused);
    expect(device.tables.has(`${made.vault.id}.records`)).toBe(false);
    expect(await keyring.openRecords(second)).toBeNull();
    made.vault.close();
    expect(made.vault.keys()).toBeNull();
  });
});

it('ends kept records on a full device: once the data has gone, the entry without their key fits', async () => {
  const { vault, entry } = await makeKeeping();
  const records = `${vault.id}.records`;
  await keyring.openRecords({ vault, entry });
  const tight = openKeyring({
    openRows: (name, how) => {
      const rows = device.openRows(name, how);
      return {
        ...rows,
        async change(key, decide) {
          device.fill((device.tables.get(records)?.size ?? 0) > 0);
          await rows.change(key, decide);
        },
      };
    },
    locks: memoryBrowser().tab().locks,
    wall: () => time,
    rounds,
  });
  await tight.endRecords(vault.id);
  expect((await keyring.entries()).map((one) => one.records)).toEqual([null]);
  expect(device.tables.has(records)).toBe(false);
});
