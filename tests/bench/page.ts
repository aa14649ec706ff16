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

/** Bytes of script and style on the wire, and whole, that a page takes before its form is there. */
export async function bytesBeforeForm(browser: Browser, url: string): Promise<{ script: number; style: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  const kinds = new Map<string, 'script' | 'style'>();
  const bytes = { script: 0, style: 0 };
  let isFormThere = false;
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /javascript/.test(response.mimeType)) kinds.set(requestId, 'script');
    else if (type === 'Stylesheet' || response.mimeType === 'text/css') kinds.set(requestId, 'style');
  });
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind !== undefined && !isFormThere) bytes[kind] += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('input[type=password]').waitFor();
  isFormThere = true;
  await context.close();
  return bytes;
}
