import type { Browser, BrowserContext, Page } from 'playwright';
import type { Facility } from '../support/facility.ts';
import { type Device, takeDevice } from './device.ts';
import { longestFrame, measuredContext, phoneContext, quiet, tap, throttle } from './page.ts';
import type { Press } from './presses.ts';
import type { Target } from './table.ts';

/*
 * As with typing, only `page.evaluate` is used on the measured pages: a locator would leave the driver's own listeners in them, and at a
 * quarter of the speed these delay every pointer event.
 */

/** The answer to a press is as fast as on the bare page of two radio buttons, or so fast that nobody notices the difference. */
export const answerTarget: Target = { of: 'ratio', at: 'most', number: 1.5, orValue: 50 };

/**
 * Milliseconds from the press (for a finger, from lifting it) until the page receives the event, until the frame that answers it, and until
 * the frame that shows its result.
 */
export interface PressTime {
  readonly heard: number;
  readonly answered: number;
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

/** Presses without a pointer, as soon as the element is there. */
async function pressBefore(page: Page, selector: string): Promise<void> {
  await until(page, selector);
  await page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.click(), selector);
  await quiet(page);
}

/** Scrolls the target into the window. Returns the point in its middle, or null for a target that gets the focus instead. */
const placeOf = (page: Page, selector: string): Promise<{ x: number; y: number } | null> =>
  page.evaluate((wanted) => {
    const element = [...document.querySelectorAll<HTMLElement>(wanted)].find((one) => one.getClientRects().length > 0);
    if (element === undefined) throw new Error(`There is nothing at ${wanted}.`);
    element.scrollIntoView({ block: 'center' });
    if (element.matches('select, input[type=search]')) {
      element.focus();
      return null;
    }
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, selector);

/** Makes a page note, from the next press or key on, when a frame had the answer and when one had other rows. */
const watchPress = (page: Page, { rows, answer }: Pick<Press, 'rows' | 'answer'>): Promise<void> =>
  page.evaluate(
    ({ rowsAt, answerAt }) => {
      // Reads only three rows, because the reading is part of what is measured.
      const rows = () => {
        const place = document.querySelector(rowsAt);
        if (place === null) return '';
        return place.firstElementChild === null
          ? place.textContent
          : [0, 1, 2].map((at) => place.children[at]?.textContent ?? '').join('|');
      };
      const isThere = () => answerAt !== null && document.querySelector(answerAt) !== null;
      const before = rows();
      isThere();
      const kinds = ['click', 'keydown'] as const;
      window.benchPress = new Promise((resolve, reject) => {
        const note = (event: Event) => {
          for (const kind of kinds) window.removeEventListener(kind, note, true);
          setTimeout(() => reject(new Error('Nothing changes.')), 20_000);
          const began = event.timeStamp;
          const heard = performance.now() - began;
          let answered = 0;
          const look = () => {
            // What is in the document while the frame's callbacks run is drawn in that frame.
            const isDone = rows() !== before;
            const isAnswered = answered > 0 || isDone || isThere();
            window.benchDrawn(() => {
              const passed = performance.now() - began;
              if (isAnswered) answered ||= passed;
              if (isDone) resolve({ heard, answered, done: passed });
              // A frame that is requested earlier could be drawn before this one is noted.
              else requestAnimationFrame(look);
            });
          };
          requestAnimationFrame(look);
        };
        for (const kind of kinds) window.addEventListener(kind, note, { capture: true });
      });
    },
    { rowsAt: rows, answerAt: answer ?? null },
  );

export type Devices = Readonly<Record<'phone' | 'desk', BrowserContext>>;

/** The devices of a patient who has used the portal on them before; the files for offline use are stored. */
export async function devicesOf(browser: Browser, facility: Facility, session: Device): Promise<Devices> {
  const visited = async (device: 'phone' | 'desk') => {
    const context =
      device === 'phone'
        ? await phoneContext(browser)
        : await measuredContext(browser, { viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    await takeDevice(context, session);
    const page = await context.newPage();
    await page.goto(`${facility.portalUrl}/questionnaires`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.close();
    return context;
  };
  return { phone: await visited('phone'), desk: await visited('desk') };
}

type WatchedPress = (page: Page, press: () => Promise<PressTime>) => Promise<PressTime>;

/** Presses one thing on an open page at a quarter of the speed. */
async function press(
  page: Page,
  {
    target,
    key = 'ArrowDown',
    rows,
    answer,
    device = 'phone',
  }: Pick<Press, 'target' | 'key' | 'rows' | 'answer' | 'device'>,
  around: WatchedPress,
): Promise<PressTime> {
  const place = await placeOf(page, target);
  const cdp = await throttle(page, { net: false });
  await watchPress(page, { rows, answer });
  // People look before they press. What a page still does after it is shown has ended by then and is not measured.
  await page.waitForTimeout(1500);
  return around(page, async () => {
    if (place === null) await page.keyboard.press(key);
    else if (device === 'phone') await tap(cdp, place);
    else await page.mouse.click(place.x, place.y);
    // Wait before asking: answering `evaluate` is work of the page too.
    await page.waitForTimeout(1000);
    return page.evaluate(() => window.benchPress ?? Promise.reject(new Error('Nobody watches.')));
  });
}

/** The press time on a page with only two radio buttons and a word. It shows how slow the machine is at this moment. */
export async function bareTime(phone: BrowserContext): Promise<PressTime> {
  const page = await phone.newPage();
  try {
    await page.setContent(`<!doctype html><meta name="viewport" content="width=device-width"><p>no</p><label><input type="radio" name="one">yes</label> <label><input type="radio" name="one">no</label>
      <script>document.addEventListener('change', () => (document.querySelector('p').textContent = 'yes'))</script>`);
    return await press(page, { target: 'input', rows: 'p' }, (_page, go) => go());
  } finally {
    await page.close();
  }
}

/** Opens a page on a device and presses one thing in it; `around` may watch the press. */
export async function pressTime(
  facility: Facility,
  devices: Devices,
  { from, first, before = [], ...pressed }: Press,
  around: WatchedPress = (_page, go) => go(),
): Promise<PressTime> {
  // Choices of an earlier round are stored in the preferences and would be chosen already.
  await facility.db.query('delete from user_preferences');
  const page = await devices[pressed.device ?? 'phone'].newPage();
  try {
    await page.goto(`${facility.portalUrl}${from}`);
    await until(page, first);
    await quiet(page);
    for (const selector of before) await pressBefore(page, selector);
    return await press(page, pressed, around);
  } finally {
    // The page stays open until its requests have arrived, so that the next round can delete what they store.
    await quiet(page);
    await page.close();
  }
}

/** The longest frame in ms while a list is scrolled on a phone. */
export async function scrollTime(
  { portalUrl }: Facility,
  { phone }: Devices,
  { from, first }: Pick<Press, 'from' | 'first'>,
): Promise<number> {
  const page = await phone.newPage();
  try {
    await page.goto(`${portalUrl}${from}`);
    await until(page, first);
    await quiet(page);
    await throttle(page, { net: false });
    await page.waitForTimeout(1500);
    return await longestFrame(page);
  } finally {
    await page.close();
  }
}
