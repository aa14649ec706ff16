import type { Page } from 'playwright';

declare global {
  interface Window {
    benchPaints?: { kind: string; ms: number }[];
  }
}

/** Makes a page note, for each tap and each key, the milliseconds from the input to the frame that shows its effect. */
export async function watchPaints(page: Page): Promise<void> {
  await page.evaluate(() => {
    const paints: { kind: string; ms: number }[] = [];
    window.benchPaints = paints;
    const note = (kind: string) => (event: Event) => {
      const began = event.timeStamp;
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => paints.push({ kind, ms: performance.now() - began });
        channel.port2.postMessage(null);
      });
    };
    // A finger's effect comes with the click, a key's with its input; both carry the time of the hardware event.
    window.addEventListener('click', note('tap'), { capture: true });
    window.addEventListener('keydown', note('key'), { capture: true });
  });
}

/** The first paint of a kind since `watchPaints`, in milliseconds. */
export async function firstPaint(page: Page, kind: 'tap' | 'key'): Promise<number> {
  const handle = await page.waitForFunction((wanted) => window.benchPaints?.find((paint) => paint.kind === wanted)?.ms, kind, { polling: 20 });
  return Number(await handle.jsonValue());
}
