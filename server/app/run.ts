import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import type pg from 'pg';
import type { Logger } from 'pino';
import { handlersWith } from '../areas/index.ts';
import { startPasswordRequests } from '../areas/passwordRequests.ts';
import { type EmbeddedDatabase, startEmbedded } from '../db/embedded.ts';
import { MigrationRefused, migrate } from '../db/migrate.ts';
import { type Pool, isUnavailable, openPool } from '../db/pool.ts';
import { startPurging } from '../db/purge.ts';
import { startMailer } from '../mail/mailer.ts';
import { surfaceApp } from './app.ts';
import type { Config } from './config.ts';
import type { Surface } from './handler.ts';
import { type Listening, listen } from './listen.ts';
import { passwords } from './secrets.ts';
import { StartRefused } from './startRefused.ts';

export interface RunningServer {
  readonly portalUrl: string;
  readonly kioskUrl: string;
  readonly databaseUrl: string;
  readonly pool: Pool;
  /** Process number of the embedded PostgreSQL, or null with a database of the facility's own. */
  databasePid(): number | null;
  /** Ends requests, then connections, then the embedded database. */
  stop(): Promise<void>;
}

export interface RunOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly say: (line: string) => void;
  /** The server lost its database folder and must end. */
  readonly onLost: (line: string) => void;
  /** Fills an empty database, under the lock of the migrations. */
  readonly seed: (client: pg.Client) => Promise<void>;
  /** Folder with the two builds; left out: `dist`. */
  readonly dist?: string;
}

/** Folder `dist`: beside the bundle when built, else in the working folder. */
function distFolder(): string {
  const beside = fileURLToPath(new URL('..', import.meta.url));
  return existsSync(join(beside, 'server', 'main.js')) ? beside : resolve('dist');
}

const withPort = (host: string, port: number, secure: boolean): string => {
  const name = host.replace(/:\d+$/, '');
  const scheme = secure ? 'https' : 'http';
  return `${scheme}://${name}${port === (secure ? 443 : 80) ? '' : `:${port}`}`;
};

async function reachable(url: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof MigrationRefused) throw new StartRefused(error.message);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const where = new URL(url);
    const database = `${where.hostname}${where.port === '' ? '' : `:${where.port}`}${where.pathname}`;
    if (isUnavailable(error)) throw new StartRefused(`The database of DATABASE_URL (${database}) cannot be reached: ${error instanceof Error && error.message !== '' ? error.message : code}.`);
    if (/^(28|3D|42501)/.test(code)) throw new StartRefused(`The database of DATABASE_URL (${database}) refuses: ${error instanceof Error ? error.message : code}.`);
    throw error;
  }
}

/** Starts everything; gives back when both addresses answer. Throws `StartRefused` with one clear line when it cannot. */
export async function runServer({ config, log, say, onLost, seed, dist = distFolder() }: RunOptions): Promise<RunningServer> {
  const opened: Listening[] = [];
  let embedded: EmbeddedDatabase | null = null;
  try {
    const portal = await listen(config.portalPort, config.host, 'PORT');
    opened.push(portal);
    const kiosk = await listen(config.kioskPort, config.host, 'KIOSK_PORT');
    opened.push(kiosk);
    const listening: Readonly<Record<Surface, Listening>> = { portal, kiosk };

    if (config.databaseUrl === null) {
      embedded = await startEmbedded({ folder: config.dataDir, log: log.child({ part: 'database' }), say, onLost });
      if (embedded.adopted) log.warn('took over a database that was still running');
    }
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? '';
    await reachable(databaseUrl, () => migrate(databaseUrl, seed));
    const pool = openPool(databaseUrl, config.connections, (error) => log.warn({ type: error.name }, 'idle database connection lost'));
    const stopPurging = startPurging(pool.db, log);

    const mailer = startMailer(pool.db, log.child({ part: 'mail' }), { smtpUrl: config.smtpUrl, sender: config.mailFrom, dataDir: config.dataDir, portalUrl: config.portalUrl });
    const passwordRequests = startPasswordRequests(pool, log.child({ part: 'password' }), mailer, config.portalUrl);
    const services = {
      passwords: passwords(config.argon2),
      accessTokenSeconds: config.accessTokenSeconds,
      addressFailures: config.addressFailures,
      mailer,
      portalUrl: config.portalUrl,
      serverKey: config.serverKey,
    };
    const handlers = handlersWith(services);
    const originsOf = (host: string, secure: boolean): Record<Surface, string> => ({
      portal: config.portalUrl ?? withPort(host, portal.port, secure),
      kiosk: config.kioskUrl ?? withPort(host, kiosk.port, secure),
    });
    // Nearly every request names the same host as the one before it.
    let last = { host: 'localhost', secure: false, origins: originsOf('localhost', false) };
    const origins = (host: string, secure: boolean): Record<Surface, string> => {
      if (last.host !== host || last.secure !== secure) last = { host, secure, origins: originsOf(host, secure) };
      return last.origins;
    };
    const apps = (['portal', 'kiosk'] as const).map((surface) => {
      const { app, warmUp } = surfaceApp({
        surface,
        pool,
        handlers,
        log,
        trustProxy: config.trustProxy,
        allowedOrigin: config.allowedOrigin,
        origins,
        dist,
        compressedFolder: join(dist, '.compressed', surface),
        apiOrigin: config.apiOrigin,
      });
      const respond = getRequestListener(app.fetch, { overrideGlobalObjects: false });
      listening[surface].serve((request, response) => void respond(request, response));
      return warmUp;
    });
    void (async () => {
      for (const warmUp of apps) await warmUp();
    })().catch((error: unknown) => log.warn({ type: error instanceof Error ? error.name : 'unknown' }, 'files are not compressed ahead'));

    return {
      portalUrl: origins('localhost', false).portal,
      kioskUrl: origins('localhost', false).kiosk,
      databaseUrl,
      pool,
      databasePid: () => embedded?.pid() ?? null,
      async stop() {
        await Promise.all(opened.map((each) => each.close(config.shutdownSeconds)));
        stopPurging();
        await passwordRequests.stop();
        await mailer.stop(config.shutdownSeconds);
        await pool.end().catch(() => undefined);
        await embedded?.stop();
      },
    };
  } catch (error) {
    await Promise.all(opened.map((each) => each.close(0)));
    await embedded?.stop();
    throw error;
  }
}
