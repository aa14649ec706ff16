import type { Browser, BrowserContext, Page } from 'playwright';
import type { Facility } from '../support/facility.ts';
import { type Device, takeDevice } from './device.ts';
import { phoneContext, throttle } from './page.ts';

/*
 * As with typing, only `page.evaluate` looks into the pages that are measured: a locator would leave the driver's own listeners in
 * them, which hold every pointer event up at a quarter of the speed.
 */

/** Something that a person presses on the pages of daily care. */
export interface Press {
  readonly name: string;
  /** What of the page is other when the press has done what it is for. */
  readonly shows: string;
  /** Where it is pressed, and what must stand there before. */
  readonly from: string;
  readonly first: string;
  /** What is pressed; for a select, what an arrow key goes to. Of several, the first that can be seen. */
  readonly target: string;
  /** Pressed before it, one after the other, out of what is measured. */
  readonly before?: readonly string[];
  /** Where what it shows is found: the first children of an element, or all of one without. */
  readonly rows: string;
  /** The server is asked first: two frames are then for the first answer only. */
  readonly asks?: true;
  /** A desk has what a phone does not. */
  readonly device?: 'phone' | 'desk';
}

const appointments = { from: '/appointments', first: 'tbody tr', rows: 'tbody', shows: 'its rows' } as const;
const education = { from: '/education-articles', first: 'main section li button', rows: 'main section > div > div', shows: 'its articles' } as const;
const contacts = { from: '/dashboard', first: '#dashboard-contacts li h3' } as const;
const filters = 'main button[aria-controls][aria-expanded=false]';
const past = 'main label input[value=Past]';
const archived = 'main input[type=checkbox]';

export const presses: readonly Press[] = [
  { ...appointments, name: 'opening appointments', from: '/questionnaires', first: 'main h1', target: 'a[href="/appointments"]', asks: true },
  { ...appointments, name: 'sorting by care provider', target: 'th:nth-of-type(2) button' },
  { ...appointments, name: 'sorting by date, the other way', target: 'th:nth-of-type(1) button' },
  { ...appointments, name: 'filtering to Past', before: [filters], target: past },
  { ...appointments, name: 'clearing the filters', before: [filters, past], target: 'main p[role=status] ~ button' },
  { ...education, name: 'opening education', from: '/dashboard', first: 'main a[href="/education-articles"]', target: 'main a[href="/education-articles"]', asks: true },
  { ...education, name: 'showing archived articles', target: archived, asks: true },
  { ...education, name: 'hiding archived articles again', before: [archived], target: archived },
  { ...education, name: 'choosing where articles open', target: 'main select', rows: 'main p[hidden]', shows: 'its effect', device: 'desk' },
  { ...contacts, name: 'opening contacts', from: '/questionnaires', first: 'main h1', target: 'a[href="/dashboard"]', rows: '#dashboard-contacts ul', shows: 'its contacts', asks: true },
  { ...contacts, name: 'more of a contact', target: '#dashboard-contacts li button[aria-expanded]', rows: '#dashboard-contacts button[aria-expanded=true] + *', shows: 'its lines' },
  { ...contacts, name: 'editing a contact', target: '#dashboard-contacts li a[href*="/edit-contact"]', rows: 'main form', shows: 'its form', asks: true },
];

/** Milliseconds until the page hears of a press, to the first picture after it, and to the one that shows what it is for. */
export interface PressTime {
  readonly heard: number;
  readonly painted: number;
  readonly done: number;
}

declare global {
  interface Window {
    benchPress?: Promise<PressTime>;
  }
}

const until = (page: Page, selector: string): Promise<void> =>
  page.evaluate(async (wanted) => {
    while (document.querySelector(wanted) === null) await new Promise((resolve) => setTimeout(resolve, 50));
  }, selector);

/** Presses without a pointer, once there is something to press. */
async function pressBefore(page: Page, selector: string): Promise<void> {
  await until(page, selector);
  await page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);
  await page.waitForTimeout(1000);
}

/** Brings what is pressed into the window; the point in its middle, null for what has the focus instead. */
const placeOf = (page: Page, selector: string): Promise<{ x: number; y: number } | null> =>
  page.evaluate((wanted) => {
    const element = [...document.querySelectorAll<HTMLElement>(wanted)].find((one) => one.getClientRects().length > 0);
    if (element === undefined) throw new Error(`There is nothing at ${wanted}.`);
    element.scrollIntoView({ block: 'center' });
    if (element instanceof HTMLSelectElement) {
      element.focus();
      return null;
    }
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, selector);

/** Makes a page note, from the next press or key on, when a picture was first there and when one with other rows was. */
const watchPress = (page: Page, selector: string): Promise<void> =>
  page.evaluate((rowsAt) => {
    // Few and found fast: looking is part of what is measured.
    const rows = () => {
      const place = document.querySelector(rowsAt);
      if (place === null) return '';
      return place.firstElementChild === null ? place.textContent : [0, 1, 2].map((at) => place.children[at]?.textContent ?? '').join('|');
    };
    const before = rows();
    const kinds = ['click', 'keydown'] as const;
    window.benchPress = new Promise((resolve, reject) => {
      const note = (event: Event) => {
        for (const kind of kinds) window.removeEventListener(kind, note, true);
        setTimeout(() => reject(new Error('Nothing changes.')), 20_000);
        const began = event.timeStamp;
        const heard = performance.now() - began;
        let painted = 0;
        const look = () => {
          // What is there when the callbacks of a frame run is in its picture; a message comes after the picture.
          const isDone = rows() !== before;
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            const passed = performance.now() - began;
            painted ||= passed;
            if (isDone) resolve({ heard, painted, done: passed });
          };
          port2.postMessage(null);
          if (!isDone) requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      for (const kind of kinds) window.addEventListener(kind, note, { capture: true });
    });
  }, selector);

/** The devices of a patient, on which the portal has been before: what it keeps for offline use is kept. */
export async function devicesOf(browser: Browser, facility: Facility, session: Device): Promise<Readonly<Record<'phone' | 'desk', BrowserContext>>> {
  const visited = async (device: 'phone' | 'desk') => {
    const context = device === 'phone' ? await phoneContext(browser) : await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    await takeDevice(context, session);
    const page = await context.newPage();
    await page.goto(`${facility.portalUrl}/questionnaires`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.close();
    return context;
  };
  return { phone: await visited('phone'), desk: await visited('desk') };
}

/** Opens a page on a device and presses one thing in it at a quarter of the speed; `around` may watch the press. */
export async function pressTime(
  facility: Facility,
  devices: Readonly<Record<'phone' | 'desk', BrowserContext>>,
  { from, first, target, before = [], rows, device = 'phone' }: Press,
  around: (page: Page, press: () => Promise<PressTime>) => Promise<PressTime> = (_page, press) => press(),
): Promise<PressTime> {
  // What an earlier round has chosen would be chosen already.
  await facility.db.query('delete from user_preferences');
  const page = await devices[device].newPage();
  try {
    await page.goto(`${facility.portalUrl}${from}`);
    await until(page, first);
    await page.waitForLoadState('networkidle');
    for (const selector of before) await pressBefore(page, selector);
    const place = await placeOf(page, target);
    await throttle(page, { net: false });
    await watchPress(page, rows);
    await page.waitForTimeout(1500);
    return await around(page, async () => {
      if (place === null) await page.keyboard.press('ArrowDown');
      else if (device === 'phone') await page.touchscreen.tap(place.x, place.y);
      else await page.mouse.click(place.x, place.y);
      return page.evaluate(() => window.benchPress ?? Promise.reject(new Error('Nobody watches.')));
    });
  } finally {
    // What a choice has sent is to arrive before it is forgotten.
    await page.waitForTimeout(300);
    await page.close();
  }
}
