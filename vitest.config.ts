import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig } from 'vitest/config';
import { words } from './src/words/vite-plugin.ts';
import { aliases } from './vite.config.ts';

const browserCode = { plugins: [words(), vanillaExtractPlugin()], resolve: { alias: aliases } };

export default defineConfig({
  test: {
    projects: [
      { ...browserCode, test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}', 'kiosk/**/*.test.ts', 'server/**/*.unit.test.ts'] } },
      { test: { name: 'integration', globalSetup: ['server/testTeardown.ts'], include: ['server/**/*.test.ts'], exclude: ['server/**/*.unit.test.ts', '**/node_modules/**'], testTimeout: 30_000, hookTimeout: 60_000, maxWorkers: 2 } },
    ],
  },
});
