import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';

/** The throttled phone of the bench. */
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

/** A phone-sized context with an empty cache. */
export const phoneContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true, locale: 'en-US' });

declare global {
  interface Window {
    benchShownAt?: number;
  }
}

/** Makes each page of a context note when `selector` (with `words` in it) was first painted. */
export async function watchFor(context: BrowserContext, selector: string, words = ''): Promise<void> {
  await context.addInitScript(
    ([wanted, text]) => {
      const look = () => {
        const element = document.querySelector(wanted ?? '');
        if (element === null || element.getClientRects().length === 0 || !(element.textContent ?? '').includes(text ?? '')) {
          requestAnimationFrame(look);
          return;
        }
        // The frame after this one has it on the screen.
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => {
            window.benchShownAt = performance.now();
          };
          channel.port2.postMessage(null);
        });
      };
      requestAnimationFrame(look);
    },
    [selector, words],
  );
}

/** Opens an address; milliseconds from the start of the navigation until what `watchFor` names was painted. */
export async function timeUntilShown(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
  const handle = await page.waitForFunction(() => window.benchShownAt, undefined, { timeout: 60_000, polling: 50 });
  return Number(await handle.jsonValue());
}

/**
 * Bytes of the page itself, of script and of style on the wire before what `selector` names is painted, on the throttled phone:
 * what is asked for afterwards, while the form is being filled in, does not count. A style sheet may stand in the page.
 */
export async function bytesBefore(browser: Browser, url: string, selector: string): Promise<{ page: number; script: number; style: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  await watchFor(context, selector);
  const page = await context.newPage();
  await throttle(page);
  const shownAt = await timeUntilShown(page, url);
  const bytes = await page.evaluate((until) => {
    const there = performance.getEntriesByType('resource').flatMap((entry) => (entry instanceof PerformanceResourceTiming && entry.responseEnd <= until ? [entry] : []));
    const sum = (ending: RegExp) => there.filter(({ name }) => ending.test(new URL(name).pathname)).reduce((total, { transferSize }) => total + transferSize, 0);
    const [own] = performance.getEntriesByType('navigation');
    return { page: own instanceof PerformanceResourceTiming ? own.transferSize : 0, script: sum(/\.js$/), style: sum(/\.css$/) };
  }, shownAt);
  await context.close();
  return bytes;
}
