import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { graphWall } from './kiosk/wall/graphWall.ts';
import { appBuild } from './vite.config.ts';

const kiosk = appBuild('kiosk', './kiosk');

export default defineConfig({
  ...kiosk,
  plugins: [...(kiosk.plugins ?? []), graphWall(fileURLToPath(new URL('.', import.meta.url)))],
});
