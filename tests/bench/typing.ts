import type { Page } from 'playwright';

/** Tap: a finger on the first choice; key: a letter in the first text field. */
export type InputKind = 'tap' | 'key';

declare global {
  interface Window {
    benchPaint?: Promise<number>;
  }
}

/*
 * Only `page.evaluate` looks into the page here. A locator would leave the driver's own listeners in it, which hold every
 * pointer event up at a quarter of the speed.
 */

/** Resolves when the last question is there. */
export const wholeSheet = (page: Page, lastQuestion: string): Promise<void> =>
  page.evaluate(async (text) => {
    while (!(document.body.textContent ?? '').includes(text)) await new Promise((resolve) => setTimeout(resolve, 50));
  }, lastQuestion);

/** Brings the first choice with these words into the window; the point in its middle. */
export const placeOfChoice = (page: Page, words: string): Promise<{ x: number; y: number }> =>
  page.evaluate((text) => {
    const label = [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === text);
    if (label === undefined) throw new Error('What is to be tapped is not there.');
    label.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = label.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, words);

/** Sets the caret into the first text field. */
export const focusFirstText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const field = document.querySelector<HTMLElement>('main textarea, main input:not([type]), main input[type=text]');
    if (field === null) throw new Error('There is no field to type into.');
    field.focus();
  });

/** Makes a page note the milliseconds from the first input of a kind to the frame that shows its effect. */
export const watchPaint = (page: Page, kind: InputKind): Promise<void> =>
  page.evaluate((type) => {
    window.benchPaint = new Promise((shown) => {
      // A finger's effect comes with the click, a key's with its input; both carry the time of the hardware event.
      const note = (event: Event) => {
        const began = event.timeStamp;
        requestAnimationFrame(() => window.benchDrawn(() => shown(performance.now() - began)));
      };
      window.addEventListener(type === 'tap' ? 'click' : 'keydown', note, { capture: true, once: true });
    });
  }, kind);

/** What `watchPaint` has noted, once there is something: asked for later, because to answer the question is work of the page too. */
export const paintTime = async (page: Page): Promise<number> => {
  await page.waitForTimeout(500);
  return page.evaluate(() => window.benchPaint ?? Promise.reject(new Error('Nobody watches.')));
};
