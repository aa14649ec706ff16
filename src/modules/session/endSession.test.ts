import { afterAll, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
vi.resetModules();
const { tokens } = await import('../../data/http.ts');
const { registerDeviceKeeper } = await import('../../data/deviceKeeper.ts');
const { endSession, unsentNow } = await import('./endSession.ts');
afterAll(() => vi.resetModules());

test('a log-out deletes nothing of a device of which it could not find out what is not sent', async () => {
  const did: string[] = [];
  const note = (what: string) => () => {
    did.push(what);
    return Promise.resolve();
  };
  registerDeviceKeeper({
    signedIn: note('signedIn'),
    settle: note('settle'),
    lock: note('lock'),
    shred: note('shred'),
    endRecords: note('endRecords'),
    endNotices: (vaultId) => note(`endNotices of ${vaultId ?? 'none'}`)(),
    revoke: () => null,
  });
  // After a reload: the session knows its vault, which only the server's key opens.
  tokens().adopt({ access_token: 'a', refresh_token: 'r', expires_in: 300, token_type: 'Bearer' }, 'userNamePassword');
  tokens().rememberVault('vault');
  expect(await unsentNow()).toBeNull();
  // A refusal, because a request that cannot reach the server is retried, even during the tests of other files.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })));
  await endSession();
  expect(did).toEqual(['settle', 'endRecords', 'endNotices of vault', 'lock']);
});
