import type { BrowserContext, CDPSession, Locator, Page } from 'playwright';
import * as v from 'valibot';

/** Milliseconds from the end of one tap to the beginning of the next. `SECOND_TAP_GAPS=all` tries them all, which takes minutes. */
export const tapGaps: readonly number[] =
  process.env['SECOND_TAP_GAPS'] === 'all' ? [40, 80, 120, 200, 260, 350, 450, 600] : [80, 260, 450];

const Watched = v.object({
  /** The presses, each with the number of its control. */
  downs: v.array(v.object({ at: v.number(), control: v.number() })),
  ups: v.array(v.number()),
  /** The clicks that the page has not refused, each with its control. */
  clicks: v.array(v.object({ at: v.number(), on: v.string(), control: v.number() })),
});

/** Records presses, and clicks that get through. To be called before any page is opened. */
export async function watchTaps(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const watched = { downs: [] as object[], ups: [] as number[], clicks: [] as object[] };
    const numbers = new WeakMap<Element, number>();
    let last = 0;
    const controlOf = (target: EventTarget | null): Element | null =>
      target instanceof Element ? target.closest('a, button, label, input, select, summary') : null;
    /** The number of a control; 0 if there is none. */
    const numberOf = (control: Element | null): number => {
      if (control === null) return 0;
      if (!numbers.has(control)) numbers.set(control, (last += 1));
      return numbers.get(control) ?? 0;
    };
    Object.assign(window, { watchedTaps: watched });
    // Presses are recorded before any listener of the page. Clicks are recorded at the document, after the page's listeners at the window,
    // which may refuse them.
    addEventListener(
      'pointerdown',
      ({ target, timeStamp: at }) => watched.downs.push({ at, control: numberOf(controlOf(target)) }),
      true,
    );
    addEventListener('pointerup', ({ timeStamp }) => watched.ups.push(timeStamp), true);
    document.addEventListener(
      'click',
      ({ target, timeStamp, isTrusted, detail }) => {
        const control = controlOf(target);
        if (!isTrusted || detail === 0 || control === null) return;
        watched.clicks.push({
          at: timeStamp,
          on: `${control.tagName} ${control.textContent?.trim().slice(0, 40) ?? ''}`,
          control: numberOf(control),
        });
      },
      true,
    );
  });
}

/** The effect of the second of two taps: nothing, the same as the first on the same control, or something on another control. */
export interface SecondTap {
  readonly did: 'nothing' | 'same' | 'other';
  readonly on: string;
  /** In milliseconds of the page's own clock; null if the page was replaced in between. */
  readonly gap: number | null;
}

/** Taps twice at one place with a finger, `gap` milliseconds apart, whatever the first tap does. */
export async function tapTwice(page: Page, locator: Locator, gap: number): Promise<SecondTap> {
  // Waits until the place accepts a press, as a person looks at a new screen first.
  await locator.click({ trial: true });
  const box = await locator.boundingBox();
  if (box === null) throw new Error('What is to be tapped is not on the screen.');
  const points = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const finger: CDPSession = await page.context().newCDPSession(page);
  const tap = (): Promise<unknown> =>
    Promise.all([
      finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: points }),
      finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
    ]);
  await page.evaluate(() => Object.assign(window, { tapsBegan: performance.now() }));
  const first = tap();
  await new Promise((done) => {
    setTimeout(done, gap);
  });
  await Promise.all([first, tap()]);
  await finger.detach();
  const look = () =>
    page.evaluate(() => ({
      began: Number(Reflect.get(window, 'tapsBegan') ?? Number.NaN),
      watched: Reflect.get(window, 'watchedTaps') as unknown,
    }));
  // The first tap may just have begun to replace the document.
  const { began, watched } = await look().catch(async () => {
    await page.waitForLoadState();
    return look();
  });
  const { downs, ups, clicks } = v.parse(Watched, watched);
  // A new document has only seen the second tap, if any.
  const since = Number.isNaN(began) ? 0 : began;
  const taps = downs.filter(({ at }) => at >= since);
  const [firstUp] = ups.filter((at) => at >= since);
  const second = (taps.length > 1 || Number.isNaN(began) ? taps.at(-1) : undefined)?.at;
  const pressed = taps.length > 1 ? taps[0]?.control : undefined;
  const mine = clicks.filter(({ at }) => at >= since);
  // On a busy machine the click of the first tap may come after the second tap has begun.
  const own = mine.find(({ control }) => control === pressed);
  const click = mine.find((one) => one !== own && second !== undefined && one.at >= second);
  return {
    did: click === undefined ? 'nothing' : click.control === pressed ? 'same' : 'other',
    on: click?.on ?? '',
    gap: second === undefined || firstUp === undefined || taps.length < 2 ? null : Math.round(second - firstUp),
  };
}
