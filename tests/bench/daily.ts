import type { Browser, Page } from 'playwright';
import type { Facility, TestPatient } from '../support/facility.ts';
import { signIn } from '../support/signIn.ts';
import { phoneContext, throttle } from './page.ts';

/** What a person presses on the page of appointments. */
export const presses = ['open', 'sort', 'turn', 'filter'] as const;
export type Press = (typeof presses)[number];

declare global {
  interface Window {
    benchPress?: Promise<{ readonly painted: number; readonly done: number }>;
  }
}

/** Brings what is pressed into the window; the point in its middle. No locator: its listeners would be measured along. */
const placeOf = (page: Page, press: Press): Promise<{ x: number; y: number }> =>
  page.evaluate((wanted) => {
    const found: Readonly<Record<typeof wanted, () => Element | null | undefined>> = {
      open: () => [...document.querySelectorAll('a[href="/appointments"]')].find((link) => link.getClientRects().length > 0),
      sort: () => document.querySelectorAll('th[aria-sort] button')[1],
      turn: () => [...document.querySelectorAll('th[aria-sort] button')][0],
      filter: () => [...document.querySelectorAll('label')].find((label) => label.textContent?.trim() === 'Past'),
    };
    const element = found[wanted]();
    if (!element) throw new Error(`There is nothing to ${wanted} by.`);
    element.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, press);

/** Makes a page note, from the next press on, the milliseconds to the first frame after it, and to the one in which the rows are others. */
const watchPress = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const rows = () => [...document.querySelectorAll('tbody tr')].slice(0, 5).map((row) => row.textContent).join('|');
    const before = rows();
    const afterFrame = (then: () => void) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = then;
        channel.port2.postMessage(null);
      });
    window.benchPress = new Promise((resolve) => {
      window.addEventListener(
        'click',
        (event) => {
          const began = event.timeStamp;
          let painted = 0;
          afterFrame(() => (painted = performance.now() - began));
          const look = () => {
            const now = rows();
            if (now === before || painted === 0) requestAnimationFrame(look);
            else afterFrame(() => resolve({ painted, done: performance.now() - began }));
          };
          requestAnimationFrame(look);
        },
        { capture: true, once: true },
      );
    });
  });

/** Signs in, goes to the appointments and presses one thing, at a quarter of the speed. */
export async function pressTime(browser: Browser, facility: Facility, patient: TestPatient, press: Press): Promise<{ painted: number; done: number }> {
  const context = await phoneContext(browser);
  try {
    const page = await context.newPage();
    await signIn(page, facility.portalUrl, patient, press === 'open' ? '/login?redirect=/questionnaires' : '/login?redirect=/appointments');
    if (press === 'open') await page.waitForSelector('main h1');
    else await page.waitForSelector('tbody tr');
    if (press === 'filter') {
      await page.evaluate(() => document.querySelector<HTMLElement>('main h1 ~ * button, main h1 + * button')?.click());
      await page.waitForSelector('label input[value=Past]', { state: 'attached' });
    }
    await page.waitForLoadState('networkidle');
    const place = await placeOf(page, press);
    await throttle(page, { net: false });
    await watchPress(page);
    await page.waitForTimeout(1500);
    await page.touchscreen.tap(place.x, place.y);
    return await page.evaluate(() => window.benchPress ?? Promise.reject(new Error('Nobody watches.')));
  } finally {
    await context.close();
  }
}
