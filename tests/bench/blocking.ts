import type { Browser } from 'playwright';
import { answeringForm } from './bench.ts';
import { inContext, throttle } from './page.ts';

/** Milliseconds of the main thread, from opening a page until nothing more happens on it. */
export interface Blocking {
  /** Total blocking time: the sum of what each task takes beyond 50 ms. */
  readonly blocked: number;
  /** Processor time of all its tasks. */
  readonly busy: number;
}

declare global {
  interface Window {
    benchLongTasks?: { readonly from: number; readonly ms: number }[];
  }
}

/** Runs in the page. Resolves when the form answers and for one second nothing was requested and no task was long. */
async function rest(selector: string): Promise<number> {
  const found = () => [performance.getEntriesByType('resource').length, window.benchLongTasks?.length].join();
  let [before, since] = ['', performance.now()];
  while (performance.now() - since < 1000) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = found();
    if (now === before && document.readyState === 'complete' && document.querySelector(selector) !== null) continue;
    [before, since] = [now, performance.now()];
  }
  return (window.benchLongTasks ?? []).reduce((sum, { ms }) => sum + ms - 50, 0);
}

/** Opens a page with a login form on the throttled phone with an empty cache, and waits until nothing more happens on it. */
export const blockingOf = (browser: Browser, url: string): Promise<Blocking> =>
  inContext(browser, async (context, page) => {
    await context.addInitScript(() => {
      const tasks: { readonly from: number; readonly ms: number }[] = [];
      window.benchLongTasks = tasks;
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) tasks.push({ from: startTime, ms: duration });
      }).observe({ type: 'longtask', buffered: true });
    });
    const cdp = await throttle(page);
    // Thread ticks, so that the time of other processes on the machine is not counted.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busy = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
    };
    const before = await busy();
    await page.goto(url, { waitUntil: 'commit', timeout: 60_000 });
    const blocked = await page.evaluate(rest, answeringForm);
    return { blocked, busy: (await busy()) - before };
  });
