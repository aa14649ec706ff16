import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerDeviceKeeper } from './deviceKeeper.ts';
import { identityOf } from '../../tests/apps/data/plantedPerson.ts';

const stored = new Map<string, string>();
vi.stubGlobal('sessionStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const { tokens } = await import('./http.ts');
const { beginOffline, currentSession, endUnlockedTabs, isSessionEnding, onSignOutHeard, signOut } =
  await import('./session.ts');

const identity = identityOf('amelia');
const token = { access_token: 'access', refresh_token: 'refresh', expires_in: 300, token_type: 'Bearer' } as const;

let did: string[] = [];
let tellServer: () => void = () => undefined;
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
  endNotices: note('endNotices'),
  revoke: () => () =>
    new Promise((resolve) => {
      did.push('asks the server');
      tellServer = () => {
        did.push('server has done it');
        resolve();
      };
    }),
});

/** Another tab of the browser: what it posts and what it receives. */
const other = new BroadcastChannel('vestibule.portal');
let heard: unknown[] = [];
other.addEventListener('message', ({ data }: MessageEvent<unknown>) => void heard.push(data));

beforeEach(() => {
  did = [];
  heard = [];
  // A refusal, because a request that cannot reach the server is retried on and on, even during the tests of other files.
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status: 404 })));
  beginOffline(identity, 'vault');
});
afterEach(async () => {
  await signOut('ended');
});

describe('the end of a session that was unlocked here', () => {
  test('by the person shreds, and tells the other tabs whose it was', async () => {
    const ending = signOut('asked');
    expect(isSessionEnding()).toBe(true);
    await ending;
    expect(isSessionEnding()).toBe(false);
    expect(did).toEqual(['settle', 'shred', 'lock']);
    expect(currentSession()).toBeNull();
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ kind: 'signedOut', userId: 7 }));
  });

  test('by the person who keeps unsent answers deletes the kept records alone', async () => {
    await signOut('asked', { keepUnsent: true });
    expect(did).toEqual(['settle', 'endRecords', 'endNotices', 'lock']);
  });

  test('for inactivity locks and deletes nothing, in every tab', async () => {
    await signOut('inactive');
    expect(did).toEqual(['settle', 'lock']);
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ kind: 'signedOut', userId: 7 }));
  });

  test('comes from another tab of the same person, and from nobody else’s', async () => {
    const gone: number[] = [];
    const stop = onSignOutHeard((userId) => gone.push(userId));
    other.postMessage({ kind: 'signedOut', family: null, userId: 8 });
    await expect.poll(() => gone).toEqual([8]);
    expect(currentSession()?.mode).toBe('offline');
    other.postMessage({ kind: 'signedOut', family: null, userId: 7, isUnlockOnly: true });
    await expect.poll(currentSession).toBeNull();
    expect(did).toEqual(['lock']);
    // A sign-out is also received while nobody is signed in here, because keys may be on their way from the other tab.
    other.postMessage({ kind: 'signedOut', family: null, userId: 7 });
    await expect.poll(() => gone).toEqual([8, 7, 7]);
    stop();
  });

  test('leaves a tab with a sign-in of its own alone', async () => {
    tokens().adopt(token, 'userNamePassword');
    other.postMessage({ kind: 'signedOut', family: null, userId: 7, isUnlockOnly: true });
    other.postMessage({ kind: 'signedOut', family: null, userId: 8 });
    await new Promise<void>((resolve) => {
      const stop = onSignOutHeard((userId) => {
        if (userId !== 8) return;
        stop();
        resolve();
      });
    });
    expect(currentSession()?.mode).toBe('online');
  });
});

describe('the end of a session with tokens', () => {
  test('has the server destroy its key before the device destroys its own', async () => {
    tokens().adopt(token, 'userNamePassword');
    const ending = signOut('asked');
    await expect.poll(() => did).toEqual(['settle', 'asks the server']);
    tellServer();
    await ending;
    expect(did).toEqual(['settle', 'asks the server', 'server has done it', 'shred', 'lock']);
  });

  test('waits two seconds for it at most', async () => {
    vi.useFakeTimers();
    tokens().adopt(token, 'userNamePassword');
    const ending = signOut('asked');
    await vi.advanceTimersByTimeAsync(1_999);
    expect(did).toEqual(['settle', 'asks the server']);
    await vi.advanceTimersByTimeAsync(1);
    expect(did).toEqual(['settle', 'asks the server', 'shred']);
    await vi.advanceTimersByTimeAsync(4_000);
    await ending;
    vi.useRealTimers();
  });

  test('by the server ends what was unlocked beside it', async () => {
    tokens().adopt(token, 'userNamePassword');
    await signOut('ended');
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ userId: 7, isUnlockOnly: true }));
    endUnlockedTabs(9);
    await expect.poll(() => heard).toContainEqual(expect.objectContaining({ userId: 9, isUnlockOnly: true }));
  });
});
