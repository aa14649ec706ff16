import type { Page } from 'playwright';

/**
 * Resolves when the page has its service worker, which stores the app's files after the page is there: a test that cuts the network and then opens
 * a page has to wait for it.
 */
export async function hasWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    polling: 50,
    timeout: 60_000,
  });
}
