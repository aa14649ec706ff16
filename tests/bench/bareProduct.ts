import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from '../../server/bin/setup.mjs';
import { copyDatabase, demoTemplate, startServer } from '../support/cluster.ts';
import { freePort } from '../support/freePort.ts';
import { type FaultProxy, startProxy } from '../support/proxy.ts';

/** `form`: the sign-in form and nothing else. `list`: the same form, which signs in and shows the next appointments. */
type BarePage = 'form' | 'list';

/**
 * Builds a bare page like `npm run build` builds the apps, and puts it in the place of both apps beside a copy of the built server, so that
 * the same server code delivers it. Returns the path of that server.
 */
async function makeBareProduct(root: string, page: BarePage): Promise<string> {
  const place = join(root, '.cache', 'bench', page, 'dist');
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const [bare, vite] = [join(root, 'tests', 'bench', 'bare'), join(root, 'node_modules', 'vite', 'bin', 'vite.js')];
  const from = page === 'form' ? bare : join(bare, page);
  // In a separate process: Vite started this one for development, so React would be built for development.
  const { code, output } = await runQuietly(
    process.execPath,
    [vite, 'build', from, '--config', join(bare, 'vite.config.ts'), '--outDir', join(place, 'portal'), '--emptyOutDir'],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
  if (code !== 0) throw new Error(output);
  await cp(join(place, 'portal'), join(place, 'kiosk'), { recursive: true });
  await cp(join(root, 'dist', 'server'), join(place, 'server'), { recursive: true });
  return join(place, 'server', 'main.js');
}

/** A bare page that is served on a separate copy of the demo. */
export interface RunningBare {
  readonly proxy: FaultProxy;
  stop(): Promise<void>;
}

/** Builds and serves a bare page. */
export async function startBare(root: string, page: BarePage): Promise<RunningBare> {
  const file = await makeBareProduct(root, page);
  const database = await copyDatabase(await demoTemplate());
  const portalPort = await freePort();
  const server = await startServer({ databaseUrl: database.url, portalPort, kioskPort: await freePort(), file });
  const proxy = await startProxy(portalPort);
  return {
    proxy,
    async stop() {
      await Promise.all([proxy.stop(), server.stop()]);
      await database.drop();
    },
  };
}
