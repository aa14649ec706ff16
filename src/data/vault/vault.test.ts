import { DeviceId } from '@portal/api';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { randomId } from '../randomId.ts';
import { identityOf } from '../../../tests/apps/data/plantedPerson.ts';
import { memoryDevice } from '../../../tests/apps/data/memoryRows.ts';
import { memoryBrowser } from '../../../tests/apps/data/memoryTabs.ts';
import { newTally } from '../../../tests/apps/data/schedules.ts';
import { vaultSchedules } from '../../../tests/apps/data/vaultSchedules.ts';
import { type Keyring, openKeyring } from './keyring.ts';
import { StorageRefused, WrittenByNewerVersion } from './rows.ts';

const deviceId = v.parse(DeviceId, 'device-device-device');
const deviceKey = randomId(32);
const credentials = { username: 'Amelia.Okafor@example.org', password: 'Demo+Pass1' };
const identity = identityOf(credentials.username);

let device: ReturnType<typeof memoryDevice>;
let keyring: Keyring;
let time = 0;
beforeEach(() => {
  device = memoryDevice();
  time = 1_000_000_000_000;
  keyring = openKeyring({ openRows: device.openRows, locks: memoryBrowser().tab().locks, wall: () => time });
});

const make = async (who = credentials) => {
  const made = await keyring.create(deviceId, deviceKey, who);
  await keyring.keepIdentity(made.vault, identity);
  return made;
};

describe('the vault', () => {
  it('opens with the device key and with the password, and reads what was kept', async () => {
    const { vault } = await make();
    await vault.write('draft/11/5', (await vault.acquireLease('draft/11/5')).lease, { text: 'a painful shoulder' });
    const [entry] = await keyring.entries();
    expect(entry).toBeDefined();
    if (!entry) return;
    const byKey = await keyring.openWithDeviceKey(entry, deviceKey, null);
    const byPassword = await keyring.openWithPassword(
      entry,
      { ...credentials, username: ' amelia.okafor@EXAMPLE.org' },
      null,
    );
    for (const opened of [byKey, byPassword]) {
      expect(opened?.identity?.profile.userId).toBe(7);
      expect(await opened?.vault.read('draft/11/5')).toEqual({ text: 'a painful shoulder' });
    }
  });

  it("opens nothing with ten wrong passwords, another name or another device's key", { timeout: 60_000 }, async () => {
    await make();
    const [entry] = await keyring.entries();
    if (!entry) throw new Error('no vault');
    for (let round = 0; round < 10; round += 1)
      expect(
        await keyring.openWithPassword(entry, { ...credentials, password: `Demo+Pass${round + 2}` }, null),
      ).toBeNull();
    expect(await keyring.openWithPassword(entry, { ...credentials, username: 'someone' }, null)).toBeNull();
    expect(await keyring.openWithDeviceKey(entry, randomId(32), null)).toBeNull();
  });

  it('takes at least 600,000 rounds and a new salt at each sign-in', { timeout: 60_000 }, async () => {
    await make();
    const [before] = await keyring.entries();
    if (!before) throw new Error('no vault');
    expect(before.password?.rounds).toBeGreaterThanOrEqual(600_000);
    await keyring.openWithDeviceKey(before, deviceKey, { ...credentials, password: 'Changed+Pass2' });
    const [after] = await keyring.entries();
    if (!after) throw new Error('no vault');
    expect(after.password?.salt).not.toEqual(before.password?.salt);
    expect(await keyring.openWithPassword(after, credentials, null)).toBeNull();
    expect(await keyring.openWithPassword(after, { ...credentials, password: 'Changed+Pass2' }, null)).not.toBeNull();
  });

  it('keeps bytes sealed in their place, and out of every list', async () => {
    const { vault } = await make();
    await vault.keepBytes('messageFile/1', new TextEncoder().encode('a scan of a letter'));
    expect(new TextDecoder().decode((await vault.bytesAt('messageFile/1')) ?? undefined)).toBe('a scan of a letter');
    expect(await vault.bytesAt('messageFile/2')).toBeNull();
    expect(await vault.list('messageFile/')).toEqual([]);
    for (const row of device.tables.get(vault.id)?.values() ?? [])
      expect(JSON.stringify(row)).not.toContain([...new TextEncoder().encode('a scan')].join());
    expect(await vault.remove('messageFile/1', null)).toBe(true);
    expect(await vault.bytesAt('messageFile/1')).toBeNull();
  });

  it('notices a record that was moved to another place', async () => {
    const { vault } = await make();
    for (const [place, text] of [
      ['draft/11/5', 'five'],
      ['draft/11/6', 'six'],
    ] as const)
      await vault.write(place, (await vault.acquireLease(place)).lease, text);
    const table = device.tables.get(vault.id);
    if (!table) throw new Error('no table');
    const rows = [...table].filter(([, row]) => (row as { claim: unknown }).claim !== null);
    const [[firstName, first] = ['', null], [secondName, second] = ['', null]] = rows;
    table.set(firstName, second);
    table.set(secondName, first);
    expect(await vault.read('draft/11/5')).toBeUndefined();
    expect(await vault.read('draft/11/6')).toBeUndefined();
    expect(await vault.list('draft/')).toEqual([]);
  });

  it('never uses an IV twice, nor a name or a text in clear', async () => {
    const { vault } = await make();
    const { lease } = await vault.acquireLease('draft/11/5');
    const ivs = new Set<string>();
    for (let round = 0; round < 300; round += 1) {
      await vault.write('draft/11/5', lease, 'the same text again');
      for (const row of device.tables.get(vault.id)?.values() ?? [])
        ivs.add(String((row as { sealed: { iv: Uint8Array } | null }).sealed?.iv));
    }
    expect(ivs.size).toBe(301);
    const everything = [...device.tables]
      .flatMap(([name, table]) => [
        name,
        ...[...table].flatMap(([key, row]) => [
          key,
          JSON.stringify(row, (_, value: unknown) =>
            value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
          ),
        ]),
      ])
      .join('\n');
    for (const planted of ['Amelia', 'Okafor', 'same text', 'draft/', credentials.password])
      expect(everything).not.toContain(planted);
  });

  it('refuses the writes under a lease that another has taken', async () => {
    const { vault } = await make();
    const first = await vault.acquireLease('draft/11/5');
    await vault.write('draft/11/5', first.lease, 'first');
    const second = await vault.acquireLease('draft/11/5');
    expect(second.value).toBe('first');
    expect(await vault.write('draft/11/5', first.lease, 'late')).toBe('lost');
    expect(await vault.write('draft/11/5', second.lease, 'second')).toBe('written');
    await vault.remove('draft/11/5', first.lease);
    expect(await vault.read('draft/11/5')).toBe('second');
    await vault.remove('draft/11/5', second.lease);
    expect(await vault.write('draft/11/5', second.lease, 'from the grave')).toBe('gone');
  });

  it('leaves what a newer version wrote untouched and says so', async () => {
    const { vault } = await make();
    await vault.write('draft/11/5', (await vault.acquireLease('draft/11/5')).lease, 'five');
    const table = device.tables.get(vault.id);
    const [name, row] = [...(table ?? [])].find(([, standing]) => (standing as { claim: unknown }).claim !== null) ?? [
      '',
      null,
    ];
    const newer = { ...(row as object), v: 2, more: true };
    table?.set(name, newer);
    await expect(vault.read('draft/11/5')).rejects.toThrow(WrittenByNewerVersion);
    await expect(vault.acquireLease('draft/11/5')).rejects.toThrow(WrittenByNewerVersion);
    expect(table?.get(name)).toEqual(newer);
  });

  it('opens without knowing whose it is when a newer version wrote that, and leaves it as it is', async () => {
    const { vault } = await make();
    await vault.write('draft/11/5', (await vault.acquireLease('draft/11/5')).lease, 'five');
    const table = device.tables.get(vault.id);
    const [name, row] = [...(table ?? [])].find(([, standing]) => (standing as { claim: unknown }).claim === null) ?? [
      '',
      null,
    ];
    const newer = { ...(row as object), v: 2 };
    table?.set(name, newer);
    const [entry] = await keyring.entries();
    const opened = entry && (await keyring.openWithDeviceKey(entry, deviceKey, null));
    expect(opened?.identity).toBeNull();
    if (!opened) return;
    await keyring.keepIdentity(opened.vault, identity);
    expect(table?.get(name)).toEqual(newer);
    expect(await opened.vault.read('draft/11/5')).toBe('five');
  });

  it('says when the device is full', async () => {
    const { vault } = await make();
    const { lease } = await vault.acquireLease('draft/11/5');
    device.fill(true);
    await expect(vault.write('draft/11/5', lease, 'too much')).rejects.toThrow(StorageRefused);
    device.fill(false);
    expect(await vault.write('draft/11/5', lease, 'fits')).toBe('written');
  });

  it('leaves nothing behind when it is shredded', async () => {
    const { vault, entry } = await make();
    await vault.acquireLease('draft/11/5');
    await keyring.shred(vault.id);
    expect(await keyring.entries()).toEqual([]);
    expect(device.tables.has(vault.id)).toBe(false);
    // A copy of the wraps opens an empty table, and brings no key back.
    expect(await keyring.openWithDeviceKey(entry, deviceKey, credentials)).toMatchObject({ identity: null });
    expect(await keyring.openWithPassword(entry, credentials, deviceKey)).toMatchObject({ identity: null });
    expect(await keyring.entries()).toEqual([]);
  });

  it("keeps a bounded number and never throws away another person's unsent answers", { timeout: 60_000 }, async () => {
    const first = await make();
    await first.vault.write('draft/11/5', (await first.vault.acquireLease('draft/11/5')).lease, 'unsent');
    for (let round = 0; round < 6; round += 1) {
      time += 1_000;
      await make();
    }
    const kept = await keyring.entries();
    expect(kept).toHaveLength(5);
    expect(kept.map((entry) => entry.vaultId)).toContain(first.vault.id);
  });
});

it(
  'loses nothing, shows nothing and opens to nobody else, whatever ends, fills up or is taken over',
  { timeout: 60_000 },
  async () => {
    const tally = newTally();
    await vaultSchedules.run({ numRuns: 60, tally, turn: () => Promise.resolve() });
    expect(Object.entries(tally.faults).filter(([, count]) => count === 0)).toEqual([['network', 0]]);
  },
);
