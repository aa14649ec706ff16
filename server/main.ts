import { join } from 'node:path';
import { pino } from 'pino';
import { safeError } from './http/loggedError.ts';
import { readConfig } from './start/config.ts';
import { demoWays } from './demo/demoWays.ts';
import { runServer } from './start/run.ts';
import { nameProcess } from './process/processName.ts';
import { StartRefused } from './process/startRefused.ts';
import { seedDemo } from './demo/demo.ts';
import { signIns } from './demo/people.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Exits with code 1. A refused start prints one line; any other error is a fault and prints its stack. */
function fail(error: unknown): never {
  process.stderr.write(
    error instanceof StartRefused
      ? `${error.message}\n`
      : `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  process.exit(1);
}

try {
  const begun = performance.now();
  const config = readConfig(process.env, process.argv.slice(2));
  nameProcess('server');
  // The log's own writer of errors would put its guess in place of the type that a fault says.
  const err = (fault: unknown) => (fault instanceof Error ? safeError(fault) : fault);
  const log = pino(
    { level: config.logLevel, base: { pid: process.pid }, serializers: { err } },
    pino.destination({ fd: 2, sync: false }),
  );
  let stopping: Promise<void> | null = null;
  const stop = (why: string): void => {
    if (stopping !== null) return;
    log.info({ why }, 'stopping');
    stopping = running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ cause: error instanceof Error ? error.message : String(error) }, 'did not stop cleanly');
        process.exit(1);
      },
    );
  };
  const early = { asked: false };
  const noteStop = (): void => {
    early.asked = true;
  };
  // A stop that is requested during the start is remembered until the server runs and can be stopped.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, noteStop);
  const running = await runServer({
    config,
    log,
    say,
    onLost: (line) => fail(new StartRefused(line)),
    seed: (client) => (config.empty ? Promise.resolve() : seedDemo(client, config)),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.off(signal, noteStop);
    process.on(signal, () => stop(signal));
  }
  log.info({ ms: Math.round(performance.now() - begun), portal: running.portalUrl, kiosk: running.kioskUrl }, 'ready');
  const ways =
    config.empty || config.databaseUrl !== null
      ? null
      : await demoWays(running.pool, running.portalUrl, config.serverKey).catch((error: unknown) => {
          log.warn({ type: error instanceof Error ? error.name : 'unknown' }, 'the demo has no one-use addresses');
          return [];
        });
  const demo = ways === null ? [] : [...signIns, ...ways];
  if (process.stdout.isTTY) {
    say(
      `\n  Portal  ${running.portalUrl}\n  Kiosk   ${running.kioskUrl}${config.smtpUrl === null ? `\n  Mail    files in ${join(config.dataDir, 'outbox')}` : ''}\n`,
    );
    for (const line of demo) say(`  ${line}`);
  } else {
    for (const line of demo) say(line);
    say(
      JSON.stringify({
        ready: true,
        portal: running.portalUrl,
        kiosk: running.kioskUrl,
        pid: process.pid,
        databasePid: running.databasePid(),
      }),
    );
  }
  if (early.asked) stop('SIGTERM');
} catch (error) {
  fail(error);
}
