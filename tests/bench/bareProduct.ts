import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runQuietly } from '../../server/bin/setup.mjs';

/**
 * Builds the bare page, as `npm run build` builds ours, and sets it in the place of both apps beside a copy of the built
 * server, so that the very same server code delivers it. Gives the path of that server.
 */
export async function makeBareProduct(root: string): Promise<string> {
  const place = join(root, '.cache', 'bench', 'dist');
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  // A process of its own: this one was started by Vite for development, and React would be built for that.
  const { code, output } = await runQuietly(process.execPath, [vite, 'build', join(root, 'tests', 'bench', 'bare'), '--config', join(root, 'tests', 'bench', 'bare', 'vite.config.ts'), '--outDir', join(place, 'portal'), '--emptyOutDir'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error(output);
  await cp(join(place, 'portal'), join(place, 'kiosk'), { recursive: true });
  await cp(join(root, 'dist', 'server'), join(place, 'server'), { recursive: true });
  return join(place, 'server', 'main.js');
}
