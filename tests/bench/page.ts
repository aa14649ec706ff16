import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright';

/** The processor and network of the throttled phone. */
export const phone = { cpu: 4, bitsPerSecond: 1_600_000, latencyMs: 150 } as const;

/** Slows a page's processor and network down to the phone's. */
export async function throttle(page: Page, { cpu = true, net = true } = {}): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  if (net) {
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: phone.latencyMs,
      downloadThroughput: phone.bitsPerSecond / 8,
      uploadThroughput: phone.bitsPerSecond / 16,
    });
  }
  if (cpu) await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.cpu });
  return cdp;
}

/** Milliseconds that a finger stays on the screen in a tap. */
const touchLength = 80;

/** Taps as a finger does. The driver's own tap lifts the finger in the moment of the touch, which no finger does. */
export async function tap(cdp: CDPSession, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  await new Promise((resolve) => setTimeout(resolve, touchLength));
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** A context whose pages can report when a frame has been drawn. */
export async function measuredContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(() => {
    window.benchDrawn = (run) => void scheduler.postTask(run, { priority: 'user-blocking' });
    // Called once, because a function is compiled at its first use, and that would be measured.
    window.benchDrawn(() => undefined);
  });
  return context;
}

/** A phone-sized context with an empty cache. */
export const phoneContext = (
  browser: Browser,
  { serviceWorkers = 'allow' }: { readonly serviceWorkers?: 'allow' | 'block' } = {},
): Promise<BrowserContext> =>
  measuredContext(browser, {
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
    serviceWorkers,
  });

/** Works in a new phone context with an empty cache and closes it afterwards. */
export async function inContext<T>(
  browser: Browser,
  work: (context: BrowserContext, page: Page) => Promise<T>,
): Promise<T> {
  const context = await phoneContext(browser);
  try {
    return await work(context, await context.newPage());
  } finally {
    await context.close();
  }
}

/** When a page was opened, when its heading was painted, when nothing on it waited any more, and its path at that time. */
export interface Shown {
  readonly from: number;
  readonly headingAt: number;
  readonly contentAt: number;
  readonly path: string;
}

/** What is waited for: a first-level heading, and no status with one of the words for waiting. */
export interface Wanted {
  readonly waiting: readonly string[];
  /** Only at this path, and with another heading than the one at the start. */
  readonly path?: string;
}

declare global {
  interface Window {
    /**
     * To be called in a frame's callback. Runs as soon as that frame has been drawn, before other waiting tasks such as the page's own
     * messages.
     */
    benchDrawn: (run: () => void) => void;
    benchShownAt?: number;
    benchPressedAt?: number;
    benchShown?: Shown;
  }
}

/** Makes each page of a context note when `selector` (with `words` in it) was first painted. */
export async function watchFor(context: BrowserContext, selector: string, words = ''): Promise<void> {
  await context.addInitScript(
    ([wanted, text]) => {
      const look = () => {
        const element = document.querySelector(wanted ?? '');
        if (
          element === null ||
          element.getClientRects().length === 0 ||
          !(element.textContent ?? '').includes(text ?? '')
        ) {
          requestAnimationFrame(look);
          return;
        }
        // What is in the document while the frame's callbacks run is drawn in that frame.
        window.benchDrawn(() => {
          window.benchShownAt = performance.now();
        });
      };
      requestAnimationFrame(look);
    },
    [selector, words],
  );
}

/** Opens an address. Returns the milliseconds from the start of the navigation until the element of `watchFor` was painted. */
export async function timeUntilShown(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  const handle = await page.waitForFunction(() => window.benchShownAt, undefined, { timeout: 60_000, polling: 50 });
  return Number(await handle.jsonValue());
}

/** Runs in the page. Notes when what is wanted was painted. */
function noteHeading({ waiting, path }: Wanted): void {
  const words = (element: Element) => (element.textContent ?? '').trim();
  const seen = (selector: string) =>
    [...document.querySelectorAll(selector)].filter(
      (element) => element.getClientRects().length > 0 && words(element) !== '',
    );
  const before = path === undefined ? [] : seen('h1');
  const from = path === undefined ? 0 : performance.now();
  let headingAt: number | null = null;
  const isThere = () => {
    if (path !== undefined && location.pathname.toLowerCase() !== path.toLowerCase()) return false;
    return seen('h1').some((heading) => !before.includes(heading));
  };
  const look = () => {
    const is = isThere();
    if (is) headingAt ??= performance.now();
    // A prerendered drawing that the app has not taken over cannot be used yet.
    if (
      !is ||
      document.querySelector('[data-waiting]') !== null ||
      seen('[role=status]').some((element) => waiting.includes(words(element)))
    ) {
      requestAnimationFrame(look);
      return;
    }
    const at = location.pathname;
    const first = headingAt ?? performance.now();
    window.benchDrawn(() => (window.benchShown = { from, headingAt: first, contentAt: performance.now(), path: at }));
  };
  requestAnimationFrame(look);
}

/** Makes each page of a context note when it was complete. */
export async function watchForHeading(context: BrowserContext, wanted: Wanted): Promise<void> {
  await context.addInitScript(noteHeading, wanted);
}

async function noted(page: Page): Promise<Shown> {
  const handle = await page.waitForFunction(() => window.benchShown, undefined, { timeout: 60_000, polling: 50 });
  const shown = await handle.jsonValue();
  if (shown === undefined) throw new Error('Nothing was noted.');
  return shown;
}

/** Opens an address and waits for the result of `watchForHeading`. */
export async function openAndWait(page: Page, url: string): Promise<Shown> {
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  return noted(page);
}

/** Presses something and waits until the page that it leads to is complete. */
export async function pressAndWait(page: Page, wanted: Wanted, press: () => Promise<void>): Promise<Shown> {
  await page.evaluate(noteHeading, wanted);
  await press();
  return noted(page);
}

/**
 * Waits until a page has requested nothing new for half a second, by the page's own list of resources. The driver's `networkidle` sometimes
 * misses the end of requests while a service worker takes the page over, and then waits forever.
 */
export const quiet = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const count = () => performance.getEntriesByType('resource').length;
    let before = -1;
    while (document.readyState !== 'complete' || count() !== before) {
      before = count();
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  });

/** The longest time in ms between two frames while a page is scrolled as fast as with a finger. */
export const longestFrame = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let longest = 0;
        let last = performance.now();
        const began = last;
        const step = (now: number) => {
          longest = Math.max(longest, now - last);
          last = now;
          scrollBy(0, 120);
          if (now - began < 3_000) requestAnimationFrame(step);
          else resolve(longest);
        };
        requestAnimationFrame((now) => {
          last = now;
          requestAnimationFrame(step);
        });
      }),
  );
