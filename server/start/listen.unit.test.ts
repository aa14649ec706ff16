import { expect, test } from 'vitest';
import { listen } from './listen.ts';

test('before the database is there, answers have their security headers too', async () => {
  for (const [secure, transport] of [
    [true, 'max-age=63072000; includeSubDomains'],
    [false, null],
  ] as const) {
    const listening = await listen(0, '127.0.0.1', 'PORT', secure);
    for (const [path, status] of [
      ['/healthz', 200],
      ['/login', 503],
    ] as const) {
      const answer = await fetch(`http://127.0.0.1:${listening.port}${path}`);
      await answer.body?.cancel();
      expect([path, answer.status, answer.headers.get('strict-transport-security')]).toEqual([path, status, transport]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    await listening.close(0);
  }
});

test.each([
  ['PORT', 'HOST'],
  ['KIOSK_PORT', 'HOST'],
  ['METRICS_PORT', 'METRICS_HOST'],
])('of an address that is not of this machine, %s is not to blame', async (setting, toCorrect) => {
  await expect(listen(0, '192.0.2.1', setting)).rejects.toThrow(
    `"192.0.2.1" is no address of this machine (EADDRNOTAVAIL). Correct ${toCorrect}.`,
  );
});
