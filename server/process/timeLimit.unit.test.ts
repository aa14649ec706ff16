import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limitedTo } from './timeLimit.ts';

/** Takes what it is asked, and never answers. */
let silent: Server;
let url = '';
beforeAll(async () => {
  silent = createServer((request) => request.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

/** How a request of a silent service ends while garbage is collected; null: not within two seconds. */
async function endOf(signal: () => AbortSignal): Promise<string | null> {
  if (typeof collectGarbage !== 'function') throw new Error('garbage cannot be collected at will');
  const asked = fetch(url, { method: 'POST', signal: signal() }).then(
    () => 'answered',
    (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
  );
  let end: string | null = null;
  void asked.then((name) => (end = name));
  for (const until = Date.now() + 2000; end === null && Date.now() < until;) {
    collectGarbage();
    await new Promise((settle) => setTimeout(settle, 20));
  }
  return end;
}

describe('what takes longer than its limit ends, whenever garbage is collected', () => {
  test('after its time', async () => {
    expect(await endOf(() => limitedTo(200, new AbortController().signal))).toBe('AbortError');
  });

  test('after its time, which is shorter than another one', async () => {
    expect(await endOf(() => limitedTo(200, limitedTo(60_000, new AbortController().signal)))).toBe('AbortError');
  });

  test('with the other signal, before its time', async () => {
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 200);
    expect(await endOf(() => limitedTo(60_000, stopping.signal))).toBe('AbortError');
  });
});
