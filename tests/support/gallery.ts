import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import { words } from '../../src/words/vite-plugin.ts';
import { aliases, styleSheets } from '../../vite.config.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface Gallery {
  /** Address of the gallery's page. */
  readonly url: string;
  close(): Promise<void>;
}

/** Builds the gallery of parts and serves it. Builds with different `name` do not affect each other. */
export async function startGallery(name: string): Promise<Gallery> {
  const root = here('../../src');
  const outDir = here(`../../.cache/gallery-${name}`);
  const shared = { configFile: false, root, logLevel: 'error', publicDir: here('../../public') } as const;
  await build({
    ...shared,
    cacheDir: here(`../../.cache/vite-gallery-${name}`),
    resolve: { alias: aliases },
    plugins: [words(), styleSheets(), react()],
    build: { outDir, emptyOutDir: true, target: 'es2022', rolldownOptions: { input: here('../../src/gallery.html') } },
  });
  const server = await preview({ ...shared, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } });
  // Without a keep-alive timeout, because a test could send its next request on a connection that the server is just closing.
  if ('keepAliveTimeout' in server.httpServer) server.httpServer.keepAliveTimeout = 0;
  const address = server.httpServer.address();
  if (address === null || typeof address === 'string') throw new Error('The gallery has no address.');
  return { url: `http://127.0.0.1:${address.port}/gallery.html`, close: () => server.close() };
}
