import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of this machine on which nothing listens now. It is below the ports that the system gives to outgoing connections, because one of
 * those could be taken again before the server uses it.
 */
export function freePort(): Promise<number> {
  const port = randomInt(15_000, 32_000);
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(freePort()));
    probe.listen(port, () => probe.close(() => resolve(port)));
  });
}
