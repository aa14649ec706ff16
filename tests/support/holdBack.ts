import type { Page } from 'playwright';

/** Holds the page's requests to this address back. Returns a function that lets them go. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}
