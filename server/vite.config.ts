import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { threads } from './threads.build.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server and its command line as plain modules for Node; packages stay outside, the contract is built in. */
export default defineConfig({
  root: here('.'),
  cacheDir: here('../.cache/vite-server'),
  plugins: [threads()],
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
