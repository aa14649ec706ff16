import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';

/**
 * Builds the bare page and sets it in the place of both apps beside a copy of the built server, so that the very same server
 * code delivers it. Gives the path of that server.
 */
export async function makeBareProduct(root: string): Promise<string> {
  const place = join(root, '.cache', 'bench', 'dist');
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await build({
    root: join(root, 'tests', 'bench', 'bare'),
    configFile: false,
    logLevel: 'error',
    build: { outDir: join(place, 'portal'), emptyOutDir: true, target: 'es2022', manifest: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  });
  await cp(join(place, 'portal'), join(place, 'kiosk'), { recursive: true });
  await cp(join(root, 'dist', 'server'), join(place, 'server'), { recursive: true });
  return join(place, 'server', 'main.js');
}
