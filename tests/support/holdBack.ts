import type { Page } from 'playwright';

/** Holds what a page asks for at such an address back; gives the way to let it go. */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return letGo;
}
