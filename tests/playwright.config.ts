import { defineConfig } from 'playwright/test';
import { dailyBrowser } from './longRun.ts';
import { browserArguments, headlessChromium } from './support/browser.ts';

const daily = dailyBrowser.map((files) => `**/e2e/${files}`);

/**
 * Three workers on the two cores of continuous integration: the tests of faults and clocks wait more than they compute. What fails is
 * tried once more, because a day of work must not be lost to chance; what passes then is named at the end and is a fault of ours.
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
  // A machine that others use as well is slow, not wrong: what is waited for comes late.
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
    // A trace of every test costs a quarter of the whole time; the picture and the page's tree of a failure come without.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // A worker stores some two hundred files for every test, which costs as much as signing in: tests that are about it, or about
    // what is left on a device or without a network, allow it.
    serviceWorkers: 'block',
  },
});
