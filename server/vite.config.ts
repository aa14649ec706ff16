import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, defineConfig } from 'vite';
import { partNames } from '../src/words/vite-plugin.ts';
import { threads } from './threads.build.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Copies the demo data next to the bundle, where `demo/data.ts` looks for it. */
const demoData: Plugin = {
  name: 'demo-data',
  apply: 'build',
  async writeBundle({ dir = here('../dist/server') }) {
    await cp(here('demo/data'), join(dir, 'data'), { recursive: true });
  },
};

/** The Vite plugins that the server's code needs, both in the build and in tests. */
export const serverPlugins = () => [threads(), partNames()];

/** Builds the server and its command line as plain Node modules. Packages stay external; the contract is bundled. */
export default defineConfig({
  root: here('.'),
  cacheDir: here('../.cache/vite-server'),
  plugins: [...serverPlugins(), demoData],
  ssr: { noExternal: ['@portal/api'] },
  build: {
    ssr: true,
    outDir: here('../dist/server'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: { input: { main: here('main.ts'), admin: here('admin/main.ts') } },
  },
});
