import type { Page } from 'playwright';

/**
 * Resolves when a service worker controls the page. It stores the app's files after the page has appeared, so a test that cuts the network
 * and then opens a page has to wait for it.
 */
export async function hasWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    polling: 50,
    timeout: 60_000,
  });
}
