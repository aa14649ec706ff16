import { afterAll, expect, test, vi } from 'vitest';
import { signedInDevice } from '../../tests/apps/data/signedInDevice.ts';

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
const asked: string[] = [];
vi.stubGlobal('fetch', (url: string) => {
  asked.push(url);
  return Promise.resolve(new Response(null, { status: 404 }));
});
vi.resetModules();
const { vaultOf } = await signedInDevice();
const { deviceKeeper } = await import('./vault/keeper.ts');
const { wrapByPasskey } = await import('./passkeyVault.ts');
afterAll(() => vi.resetModules());

const passkey = () => ({ id: 'of-the-first', secret: new Uint8Array(32) });

test('a passkey opens the vault of the person who has used it, and not of who has signed in since', async () => {
  const [first, second] = [await vaultOf(7), await vaultOf(8)];
  first.signIn();
  await wrapByPasskey(passkey());
  expect(asked).toEqual([expect.stringContaining('/7/')]);
  asked.splice(0);
  const wrapping = wrapByPasskey(passkey());
  void deviceKeeper.lock();
  second.signIn();
  await wrapping;
  expect(asked).toEqual([]);
});
