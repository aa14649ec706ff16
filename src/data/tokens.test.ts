import type { Token } from '@portal/api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallError } from './errors.ts';
import { refused } from '../../tests/apps/data/refused.ts';
import { memoryBrowser } from '../../tests/apps/data/memoryTabs.ts';
import { createTokens, type Tokens } from './tokens.ts';

function storage(copyOf?: Map<string, string>) {
  const items = new Map(copyOf);
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      items.set(key, value);
    },
    removeItem: (key: string) => {
      items.delete(key);
    },
  };
}

/** A server whose refresh tokens work once, without a grace period: a second use ends the family. */
function tokenServer() {
  let next = 0;
  let current = 'refresh-0';
  const server = {
    refreshes: 0,
    ended: false,
    offline: false,
    sign: (): Token => ({
      access_token: `access-${next}`,
      refresh_token: `refresh-${next}`,
      expires_in: 300,
      token_type: 'Bearer',
    }),
    async refresh(refreshToken: string): Promise<Token> {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      if (server.offline) throw new CallError('requestToken', { kind: 'offline' });
      if (server.ended || refreshToken !== current) {
        server.ended = true;
        throw new CallError('requestToken', refused(400, 'invalid_grant'));
      }
      server.refreshes += 1;
      next += 1;
      current = `refresh-${next}`;
      return server.sign();
    },
  };
  return server;
}

const clock = { monotonic: 0, wall: 1_000_000 };
function openTab(
  browser: ReturnType<typeof memoryBrowser>,
  server: ReturnType<typeof tokenServer>,
  copyOf?: Map<string, string>,
  time = clock,
) {
  const session = storage(copyOf);
  const tokens: Tokens = createTokens({
    storage: session,
    storageKey: 'session',
    tabs: browser.tab(),
    monotonic: () => time.monotonic,
    wall: () => time.wall,
    refresh: (token) => server.refresh(token),
  });
  return { tokens, items: session.items };
}

describe('tokens of a family of tabs', () => {
  it("refreshes once when a tab, its duplicate and that one's duplicate do so together, a thousand rounds", async () => {
    const browser = memoryBrowser();
    const server = tokenServer();
    const time = { monotonic: 0, wall: 0 };
    const first = openTab(browser, server, undefined, time);
    first.tokens.adopt(server.sign(), 'userNamePassword');
    const second = openTab(browser, server, first.items, time);
    const third = openTab(browser, server, second.items, time);
    let ended = 0;
    for (const { tokens } of [first, second, third])
      tokens.onEnded(() => {
        ended += 1;
      });
    for (let round = 1; round <= 1_000; round += 1) {
      time.monotonic += 300_000;
      const answers = await Promise.all([first, second, third, first].map(({ tokens }) => tokens.usable()));
      expect(new Set(answers)).toEqual(new Set([`access-${round}`]));
    }
    expect(server.refreshes).toBe(1_000);
    expect(ended).toBe(0);
  });

  it('takes the newer pair of a sibling tab when it was asleep during its refreshes', async () => {
    const browser = memoryBrowser();
    const server = tokenServer();
    const awake = openTab(browser, server);
    awake.tokens.adopt(server.sign(), 'userNamePassword');
    const asleep = new Map(awake.items);
    await awake.tokens.usable('access-0');
    await awake.tokens.usable('access-1');
    const waking = openTab(browser, server, asleep);
    expect(await waking.tokens.usable('access-0')).toBe('access-2');
    expect(server.refreshes).toBe(2);
  });

  it("keeps the session without a network and ends it only on the server's refusal", async () => {
    const server = tokenServer();
    const { tokens, items } = openTab(memoryBrowser(), server);
    tokens.adopt(server.sign(), 'userNamePassword');
    let ended = 0;
    tokens.onEnded(() => {
      ended += 1;
    });
    server.offline = true;
    await expect(tokens.usable('access-0')).rejects.toMatchObject({ failure: { kind: 'offline' } });
    expect(ended).toBe(0);
    expect(tokens.current()?.loginType).toBe('userNamePassword');
    server.offline = false;
    server.ended = true;
    await expect(tokens.usable('access-0')).rejects.toMatchObject({ failure: { kind: 'sessionEnded' } });
    expect(ended).toBe(1);
    expect(items.size).toBe(0);
  });

  it('says why it ended: over, or ended by whom the person acted for, in every tab', async () => {
    for (const [code, because] of [
      ['invalid_grant', 'refused'],
      ['access_ended', 'accessEnded'],
    ] as const) {
      const browser = memoryBrowser();
      const server = tokenServer();
      const one = openTab(browser, server);
      one.tokens.adopt(server.sign(), 'userNamePassword');
      const other = openTab(browser, server, one.items);
      server.refresh = () => Promise.reject(new CallError('requestToken', refused(400, code)));
      const heard: string[] = [];
      for (const { tokens } of [one, other]) tokens.onEnded((why) => heard.push(why));
      await expect(one.tokens.usable('access-0')).rejects.toMatchObject({ failure: { kind: 'sessionEnded' } });
      await expect.poll(() => heard).toEqual([because, because]);
    }
  });

  it('takes an overloaded server for no connection, not for a refusal', async () => {
    const server = tokenServer();
    server.refresh = () => Promise.reject(new CallError('requestToken', refused(503, 'unavailable')));
    const { tokens } = openTab(memoryBrowser(), server);
    tokens.adopt(server.sign(), 'userNamePassword');
    await expect(tokens.usable('access-0')).rejects.toMatchObject({ failure: { kind: 'offline' } });
    expect(tokens.current()).not.toBeNull();
  });

  it('refreshes at most once per token life, whatever the device clock does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            seconds: fc.integer({ min: 1, max: 400 }),
            jump: fc.integer({ min: -90_000, max: 90_000 }),
            reload: fc.boolean(),
          }),
          { maxLength: 30 },
        ),
        async (steps) => {
          const server = tokenServer();
          const browser = memoryBrowser();
          const time = { monotonic: 0, wall: 1_700_000_000_000 };
          let tab = openTab(browser, server, undefined, time);
          tab.tokens.adopt(server.sign(), 'userNamePassword');
          let asked = 0;
          for (const { seconds, jump, reload } of steps) {
            time.monotonic += seconds * 1000;
            time.wall += (seconds + jump) * 1000;
            if (reload) {
              const kept = new Map(tab.items);
              tab.tokens.forget();
              await new Promise((resolve) => {
                setImmediate(resolve);
              });
              time.monotonic = 0;
              tab = openTab(browser, server, kept, time);
            }
            await tab.tokens.usable();
            await tab.tokens.usable();
            asked += 1;
          }
          expect(server.ended).toBe(false);
          expect(server.refreshes).toBeLessThanOrEqual(asked);
        },
      ),
    );
  });

  it('says nothing about the person in session storage', () => {
    const server = tokenServer();
    const { tokens, items } = openTab(memoryBrowser(), server);
    tokens.adopt(server.sign(), 'userNamePassword');
    const [text = ''] = items.values();
    expect(Object.keys(JSON.parse(text) as object).sort()).toEqual([
      'access',
      'family',
      'generation',
      'lifetime',
      'loginType',
      'receivedAt',
      'refresh',
      'vaultId',
    ]);
  });
});
