import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { type UserConfig, defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { words } from './src/words/vite-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(import.meta.url);
const parser = require.resolve('@formatjs/icu-messageformat-parser');

/** Messages are compiled at build time, so the parser stays out of both apps unless a facility rewords a text with placeholders. */
export const aliases = [
  { find: /^@formatjs\/icu-messageformat-parser$/, replacement: parser.replace(/index\.js$/, 'no-parser.js') },
  { find: 'icu-parser', replacement: parser },
];

/** What both builds share; `target` names the folder of the output and the service worker. */
export function appBuild(target: 'portal' | 'kiosk', root: string): UserConfig {
  return {
    root: here(root),
    publicDir: here('./public'),
    cacheDir: here(`./.cache/vite-${target}`),
    resolve: { alias: aliases },
    plugins: [
      words(),
      vanillaExtractPlugin(),
      react(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: here('./sw'),
        filename: `${target}.ts`,
        registerType: 'prompt',
        injectRegister: null,
        manifest: false,
        injectManifest: { globPatterns: ['**/*.{js,css,html,woff2,svg}'], maximumFileSizeToCacheInBytes: 4_000_000 },
      }),
    ],
    build: {
      outDir: here(`./dist/${target}`),
      emptyOutDir: true,
      target: 'es2022',
      manifest: true,
      sourcemap: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
    },
  };
}

export default defineConfig(appBuild('portal', './src'));
