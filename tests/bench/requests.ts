import type { Browser, Page } from 'playwright';
import { measuredContext, throttle, timeUntilShown, watchFor } from './page.ts';

/** One file or API answer that a page requested; times in ms of the page's clock. */
export interface MeasuredRequest {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** What a page requested after `since` and received before `until`, both in ms of the page's clock. */
export const requestsSince = (page: Page, since: number, until: number): Promise<readonly MeasuredRequest[]> =>
  page.evaluate(
    ([begin, end]) =>
      performance.getEntriesByType('resource').flatMap((entry) =>
        entry instanceof PerformanceResourceTiming && entry.startTime >= begin && entry.responseEnd <= end
          ? [
              {
                path: new URL(entry.name).pathname,
                from: entry.startTime,
                to: entry.responseEnd,
                bytes: entry.transferSize,
              },
            ]
          : [],
      ),
    [since, until] as const,
  );

/** Bytes on the wire of the page's own document, which may contain a drawing of the form. */
export const pageBytes = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const [own] = performance.getEntriesByType('navigation');
    return own instanceof PerformanceResourceTiming ? own.transferSize : 0;
  });

/** Bytes on the wire of the files whose names end like this. */
export const bytesOf = (requests: readonly MeasuredRequest[], ending: RegExp): number =>
  requests.filter(({ path }) => ending.test(path)).reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Bytes on the wire of the page itself, of scripts and of styles before the element `selector` is painted, on the throttled phone. What is
 * requested afterwards, while the form is being filled in, does not count. The page may contain a drawing of the form.
 */
export async function bytesBefore(
  browser: Browser,
  url: string,
  selector: string,
): Promise<{ page: number; script: number; style: number }> {
  const context = await measuredContext(browser, { viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  await watchFor(context, selector);
  const page = await context.newPage();
  await throttle(page);
  const shownAt = await timeUntilShown(page, url);
  const requests = await requestsSince(page, 0, shownAt);
  const own = await pageBytes(page);
  await context.close();
  return { page: own, script: bytesOf(requests, /\.js$/), style: bytesOf(requests, /\.css$/) };
}
