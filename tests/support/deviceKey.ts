import type { Page } from 'playwright';

const deviceKey = /\/api\/users\/\d+\/devices\/[^/]+\/key$/;

/**
 * Resolves when the device has the key that it keeps answers with; to be called before the sign-in. No page waits for that, and a device that
 * never had its key keeps nothing: a test that cuts the network next has to.
 */
export async function hasDeviceKey(page: Page): Promise<void> {
  await page.waitForEvent('requestfinished', {
    predicate: (request) => deviceKey.test(new URL(request.url()).pathname),
    timeout: 60_000,
  });
}
