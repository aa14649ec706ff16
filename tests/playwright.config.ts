import { defineConfig } from 'playwright/test';
import { dailyBrowser } from './longRun.ts';
import { browserArguments, headlessChromium } from './support/browser.ts';

const daily = dailyBrowser.map((files) => `**/e2e/${files}`);

/**
 * Three workers on the two cores of continuous integration, because the tests of faults and clocks wait more than they compute. A failed
 * test is tried once more, so that a day's run is not lost to chance. A test that passes then is listed at the end and counts as a fault of
 * the project.
 */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results/browser',
  workers: 3,
  retries: 1,
  projects: [
    { name: 'browser', testMatch: daily },
    { name: 'long', testIgnore: daily },
  ],
  forbidOnly: process.env.CI !== undefined,
  // Generous limits, because a machine that others use as well is slow.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  globalSetup: './support/global-setup.ts',
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME === undefined ? [['list']] : [['list'], ['json']],
  use: {
    browserName: 'chromium',
    headless: true,
    launchOptions: { ...(await headlessChromium()), args: browserArguments },
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
    timezoneId: 'America/Toronto',
    // A trace of every test takes a quarter of the whole time. A failure has its screenshot and page tree without one.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // A worker stores some two hundred files in every test, which costs as much as signing in. Tests that are about it, or about what is
    // left on a device or without a network, allow it.
    serviceWorkers: 'block',
  },
});
