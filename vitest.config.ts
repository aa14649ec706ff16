import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig } from 'vitest/config';
import { serverPlugins } from './server/vite.config.ts';
import { words } from './src/words/vite-plugin.ts';
import { longIntegration } from './tests/longRun.ts';
import { aliases } from './vite.config.ts';

const browserCode = { plugins: [words(), vanillaExtractPlugin(), ...serverPlugins()], resolve: { alias: aliases } };

const withDatabase = { globalSetup: ['tests/server/setup.ts'], testTimeout: 60_000, hookTimeout: 60_000 };
const measured = ['server/http/timing.test.ts', 'server/http/heldUp.test.ts'];
/** `npm run standby` alone: two databases and a minute. */
const byHand = process.env['STANDBY'] === '1' ? [] : ['server/db/standby.test.ts'];

export default defineConfig({
  test: {
    projects: [
      // No file here leaves anything behind for the next: one process takes many, which halves the time.
      {
        ...browserCode,
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: ['tests/support/leaveNothing.ts'],
          // A machine that others use as well is slow, not wrong.
          testTimeout: 30_000,
          maxWorkers: 2,
          include: [
            'src/**/*.test.{ts,tsx}',
            'kiosk/**/*.test.ts',
            'sw/**/*.test.ts',
            'server/**/*.unit.test.ts',
            'tests/{support,walls,ownBackEnd,server}/*.unit.test.ts',
          ],
        },
      },
      // Three at once on two cores: they wait for processes that start and end as often as they compute. One process takes many files:
      // each has a database and servers of its own, and loading the server's code for each anew takes as long as its tests.
      {
        plugins: serverPlugins(),
        test: {
          ...withDatabase,
          name: 'integration',
          include: ['server/**/*.test.ts', 'tests/walls/*.test.ts'],
          exclude: ['**/*.unit.test.ts', ...measured, ...longIntegration, ...byHand, '**/node_modules/**'],
          maxWorkers: 3,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        plugins: serverPlugins(),
        test: {
          ...withDatabase,
          name: 'long',
          include: [...longIntegration],
          maxWorkers: 3,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      // Measure times, and would measure those of other tests beside them. In the long run too.
      {
        plugins: serverPlugins(),
        test: {
          ...withDatabase,
          name: 'long, alone',
          include: measured,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
