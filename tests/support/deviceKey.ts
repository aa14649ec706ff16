import type { Page } from 'playwright';

const deviceKey = /\/api\/users\/\d+\/devices\/[^/]+\/key$/;

/**
 * Resolves when the device has the key with which it stores answers; must be called before the sign-in. No page waits for that key, and a
 * device without it stores nothing, so a test that cuts the network next has to wait.
 */
export async function hasDeviceKey(page: Page): Promise<void> {
  await page.waitForEvent('requestfinished', {
    predicate: (request) => deviceKey.test(new URL(request.url()).pathname),
    timeout: 60_000,
  });
}
