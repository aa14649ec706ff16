import { describe, expect, it } from 'vitest';
import { memoryBrowser } from '../../../tests/apps/data/memoryTabs.ts';
import { randomBytes, seal, unseal, vaultKeys } from './crypto.ts';
import { askForKeys, giveKeys } from './handOver.ts';

describe('keys that one tab hands to another', () => {
  it('open what the first tab sealed, and cannot be read out', async () => {
    const browser = memoryBrowser();
    const keys = await vaultKeys(randomBytes(32));
    const sealed = await seal(keys.records, 'place', new Uint8Array([1, 2, 3]));
    giveKeys(browser.tab(), () => ({ vaultId: 'one', keys }));
    const handed = await askForKeys(browser.tab(), null, 50);
    expect(handed?.vaultId).toBe('one');
    if (handed === null) return;
    expect(await unseal(handed.keys.records, 'place', sealed)).toEqual(new Uint8Array([1, 2, 3]));
    for (const key of [handed.keys.records, handed.keys.places])
      await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });

  it('come from nobody while no tab may give them', async () => {
    const browser = memoryBrowser();
    giveKeys(browser.tab(), () => null);
    expect(await askForKeys(browser.tab(), null, 30)).toBeNull();
    expect(await askForKeys(memoryBrowser().tab(), null, 30)).toBeNull();
  });

  it('stay where they are when tabs of two people have some, unless the tab knows whose it is', async () => {
    const browser = memoryBrowser();
    const [one, two] = [await vaultKeys(randomBytes(32)), await vaultKeys(randomBytes(32))];
    giveKeys(browser.tab(), () => ({ vaultId: 'one', keys: one }));
    giveKeys(browser.tab(), () => ({ vaultId: 'two', keys: two }));
    expect(await askForKeys(browser.tab(), null, 30)).toBeNull();
    expect((await askForKeys(browser.tab(), 'two', 30))?.vaultId).toBe('two');
    expect(await askForKeys(browser.tab(), 'three', 30)).toBeNull();
  });

  it('are taken from nothing else that is said there', async () => {
    const browser = memoryBrowser();
    const extractable = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']);
    giveKeys(browser.tab(), () => ({ vaultId: 'one', keys: { records: extractable, places: extractable } }));
    expect(await askForKeys(browser.tab(), null, 30)).toBeNull();
  });

  it('are asked for by password where the engine cannot copy them', async () => {
    const browser = memoryBrowser();
    const cannotCopy = Object.assign(await vaultKeys(randomBytes(32)), { note: () => undefined });
    giveKeys(browser.tab(), () => ({ vaultId: 'one', keys: cannotCopy }));
    expect(await askForKeys(browser.tab(), null, 30)).toBeNull();
  });
});
