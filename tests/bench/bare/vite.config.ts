import { defineConfig } from 'vite';

/** The settings of our own builds that bear on size and speed. */
export default defineConfig({
  build: { target: 'es2022', manifest: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
