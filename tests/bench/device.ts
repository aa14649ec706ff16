import type { Browser, BrowserContext } from 'playwright';
import { demoPassword } from '../support/facility.ts';
import { signIn } from '../support/signIn.ts';

/** The session that a device has when it opens a page; its caches are empty. */
export interface Device {
  readonly cookies: Parameters<BrowserContext['addCookies']>[0];
  readonly session: Readonly<Record<string, string>>;
}

export const nobodysDevice: Device = { cookies: [], session: {} };

/** Signs somebody in in another context and returns the session of that tab. `path`: the login page, where it is not the portal's. */
export async function deviceOf(browser: Browser, origin: string, username: string, path?: string): Promise<Device> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await signIn(page, origin, { username, password: demoPassword }, path);
    const session = await page.evaluate(() =>
      Object.fromEntries(Object.entries(sessionStorage).map(([key, value]) => [key, String(value)])),
    );
    return { cookies: await context.cookies(), session };
  } finally {
    await context.close();
  }
}

/** Gives a context's pages the session of a device. */
export async function takeDevice(context: BrowserContext, { cookies, session }: Device): Promise<void> {
  await context.addCookies(cookies);
  await context.addInitScript((stored) => {
    if (sessionStorage.length > 0) return;
    for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value);
  }, session);
}
