import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, expect, test, vi } from 'vitest';
import { deliver } from './deliver.ts';

afterEach(() => vi.useRealTimers());

test(
  'a push service that takes a notice and never answers is given up after fifteen seconds',
  { timeout: 10_000 },
  async () => {
    const silent = createServer((request) => request.resume()).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const endpoint = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/push`;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const asked = once(silent, 'request');
    const delivery = deliver(
      { endpoint, authorization: 'vapid', body: Buffer.from('sealed'), ttl: 60 },
      true,
      new AbortController().signal,
    );
    await asked;
    vi.advanceTimersByTime(15_000);
    expect(await delivery).toBe('failed');
    silent.closeAllConnections();
    silent.close();
  },
);
