import { defineConfig } from 'vite';

/** The settings of the portal's own build that affect size and speed. */
export default defineConfig({
  build: { target: 'es2022', manifest: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
});
