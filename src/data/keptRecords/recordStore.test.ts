import { beforeEach, describe, expect, it } from 'vitest';
import { memoryDevice } from '../testing/memoryRows.ts';
import { memoryBrowser } from '../testing/memoryTabs.ts';
import { bytesOf, randomBytes, type VaultKeys, vaultKeys } from '../vault/crypto.ts';
import { recordsLife } from './ledger.ts';
import { openRecordStore, type RecordStore, type RecordToKeep } from './recordStore.ts';

let device: ReturnType<typeof memoryDevice>;
let keys: VaultKeys;
let time = 0;
const browser = memoryBrowser();
beforeEach(async () => {
  device = memoryDevice();
  time = Date.UTC(2026, 10, 23);
  keys = await vaultKeys(randomBytes(32));
});

const opened = (budget?: number) =>
  openRecordStore({
    id: 'records',
    rows: device.openRows('records'),
    keys,
    locks: browser.tab().locks,
    now: () => time,
    ...(budget === undefined ? {} : { budget }),
  });
async function open(budget?: number): Promise<RecordStore> {
  const found = await opened(budget);
  if (found.kind !== 'open') throw new Error(found.kind);
  return found.store;
}
const result = (place: string, day: string | null, answer: unknown): RecordToKeep => ({
  kind: 'answer',
  place,
  call: 'getLabResult',
  patientId: 11,
  at: time,
  day,
  answer,
});
const noise = (length: number) => Array.from(randomBytes(length), (byte) => byte.toString(16)).join('');

describe('kept records', () => {
  it('are read as they were kept, in every tab and after a reload, large files as well', async () => {
    const store = await open();
    const scan = new Uint8Array(700_000);
    for (let at = 0; at < scan.length; at += 50_000) scan.set(randomBytes(50_000), at);
    await store.keep([
      result('one', '2026-11-01', { text: 'Kalium 4.1' }),
      {
        kind: 'file',
        place: 'scan',
        call: 'getNotePdf',
        patientId: 11,
        at: time,
        day: '2026-11-02',
        type: 'application/pdf',
        bytes: scan.slice(),
      },
    ]);
    const again = await open();
    expect(await again.answer('one')).toEqual({ answer: { text: 'Kalium 4.1' }, at: time });
    expect((await again.file('scan'))?.bytes).toEqual(scan);
    expect(again.entries()).toHaveLength(2);
    expect(await again.answer('scan')).toBeNull();
    expect(await again.answer('two')).toBeNull();
    for (const row of device.tables.get('records')?.values() ?? [])
      expect(JSON.stringify(row)).not.toContain([...bytesOf('Kalium')].join());
  });

  it('keep the newest within the budget, and say what is missing', async () => {
    const store = await open(28_000);
    for (const day of ['2026-11-03', '2026-11-01', '2026-11-02']) await store.keep([result(day, day, noise(8_000))]);
    await store.keep([result('list', null, noise(8_000))]);
    const missing = Object.fromEntries(store.entries().map(({ place, missing: why }) => [place, why]));
    expect(missing).toEqual({ '2026-11-01': 'noRoom', '2026-11-02': null, '2026-11-03': null, list: null });
    expect(await store.answer('2026-11-01')).toBeNull();
    expect(await store.answer('2026-11-02')).not.toBeNull();
    expect([...(device.tables.get('records')?.keys() ?? [])]).toHaveLength(4);
  });

  it('expire 30 days after the last sign-in', async () => {
    await (await open()).keep([result('one', null, 1)]);
    time += recordsLife - 1_000;
    await (await open()).renew();
    time += recordsLife - 1_000;
    expect((await open()).entries()).toHaveLength(1);
    time += 2_000;
    expect((await opened()).kind).toBe('expired');
  });

  it('gain nothing by a clock that is turned back', async () => {
    await open();
    time += recordsLife - 1_000;
    await open();
    time -= recordsLife / 2;
    // By what was seen, a second is left, however the clock stands.
    expect((await opened()).kind).toBe('open');
    time += recordsLife / 2 + 2_000;
    expect((await opened()).kind).toBe('expired');
  });

  it('are left alone where a newer version of the app wrote them', async () => {
    const store = await open();
    await store.keep([result('one', null, 1)]);
    const before = structuredClone(device.tables.get('records'));
    const { sealPieces } = await import('./pieces.ts');
    const { hiddenPlace } = await import('../vault/crypto.ts');
    const name = await hiddenPlace(keys, 'ledger');
    const { rows } = await sealPieces(keys.records, `records|${name}|1`, name, bytesOf(JSON.stringify({ v: 2 })));
    for (const [key, row] of rows) device.tables.get('records')?.set(key, row);
    expect((await opened()).kind).toBe('newer');
    await store.keep([result('two', null, 2)]);
    expect(device.tables.get('records')?.size).toBe(before?.size);
  });
});
