import type { Page } from 'playwright';
import { signIn } from '../support/signIn.ts';
import { type Bench, inRounds } from './bench.ts';
import { fillPath } from './login.ts';
import { inContext, phoneContext, quiet, tap, throttle } from './page.ts';
import { answerTarget, bareTime } from './press.ts';
import { benchTitle } from './questionnaires.ts';
import { median, most, type Row, show } from './table.ts';

/** Tap: a finger on the first choice; key: a letter in the first text field. */
type InputKind = 'tap' | 'key';

declare global {
  interface Window {
    benchPaint?: Promise<number>;
  }
}

/*
 * Only `page.evaluate` is used on the page here. A locator would leave the driver's own listeners in it, and at a quarter of the speed
 * these delay every pointer event.
 */

/** Opens the first chapter, if the questionnaire is long enough to have chapters, and resolves when its tenth question is there. */
const wholePage = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const startOf = () =>
      [...document.querySelectorAll('main button')].find((one) => one.textContent.trim() === 'Start');
    while (!(document.body.textContent ?? '').includes('Bench question 10:')) {
      const start = startOf();
      if (start instanceof HTMLElement) start.click();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });

/** Scrolls the first choice with these words into the window and returns the point in its middle. */
const placeOfChoice = (page: Page, words: string): Promise<{ x: number; y: number }> =>
  page.evaluate((text) => {
    const label = [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === text);
    if (label === undefined) throw new Error('What is to be tapped is not there.');
    label.scrollIntoView({ block: 'center' });
    const { x, y, width, height } = label.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, words);

/** Sets the caret in the first text field. */
const focusFirstText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const field = document.querySelector<HTMLElement>('main textarea, main input:not([type]), main input[type=text]');
    if (field === null) throw new Error('There is no field to type into.');
    field.focus();
  });

/** Makes a page note the milliseconds from the first input of a kind to the frame that shows its effect. */
const watchPaint = (page: Page, kind: InputKind): Promise<void> =>
  page.evaluate((type) => {
    window.benchPaint = new Promise((shown) => {
      // The effect of a tap comes with the click, that of a key with its input event; both carry the time of the hardware event.
      const note = (event: Event) => {
        const began = event.timeStamp;
        requestAnimationFrame(() => window.benchDrawn(() => shown(performance.now() - began)));
      };
      window.addEventListener(type === 'tap' ? 'click' : 'keydown', note, { capture: true, once: true });
    });
  }, kind);

/** The result of `watchPaint`. It is read with a delay, because answering the question is work of the page too. */
const paintTime = async (page: Page): Promise<number> => {
  await page.waitForTimeout(500);
  return page.evaluate(() => window.benchPaint ?? Promise.reject(new Error('Nobody watches.')));
};

/** The number of conditional items in the second form of the long questionnaire. */
export const conditionsOfLong = 60;

async function firstInput(bench: Bench, items: number, kind: InputKind, conditions = 0): Promise<number> {
  const { browser, facility } = bench;
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, benchTitle(items, conditions));
  return inContext(browser, async (_context, page) => {
    await signIn(page, facility.portalUrl, patient);
    await page.goto(`${facility.portalUrl}${fillPath(assigned)}`);
    await wholePage(page);
    await quiet(page);
    // Finding the place, scrolling and setting the caret happen before the input, in a test as with a person.
    const place = kind === 'tap' ? await placeOfChoice(page, 'Sometimes') : await focusFirstText(page);
    const cdp = await throttle(page, { net: false });
    await watchPaint(page, kind);
    await page.waitForTimeout(1500);
    if (place) await tap(cdp, place);
    else await page.keyboard.press('a');
    return paintTime(page);
  });
}

/** Times the first tap and the first letter in a long questionnaire, beside a tap on the bare page and beside a short questionnaire. */
export async function typing(bench: Bench): Promise<Row[]> {
  const phone = await phoneContext(bench.browser);
  const [control = [], tapLong = [], tapShort = [], tapAsked = [], keyLong = [], keyShort = [], keyAsked = []] =
    await inRounds(bench.rounds, [
      async () => (await bareTime(phone)).done,
      () => firstInput(bench, 200, 'tap'),
      () => firstInput(bench, 10, 'tap'),
      () => firstInput(bench, 200, 'tap', conditionsOfLong),
      () => firstInput(bench, 200, 'key'),
      () => firstInput(bench, 10, 'key'),
      () => firstInput(bench, 200, 'key', conditionsOfLong),
    ]);
  await phone.close();
  const note = `two radio buttons ${show(Math.min(...control))} to ${show(Math.max(...control))}`;
  return (
    [
      ['tap', tapLong, tapShort, tapAsked],
      ['key', keyLong, keyShort, keyAsked],
    ] as const
  ).flatMap(([kind, long, short, asked]): Row[] => {
    const row = { ours: median(long), unit: 'ms', control } as const;
    return [
      {
        ...row,
        what: `first ${kind} to paint, 200 items (yardstick: two radio buttons)`,
        yardstick: median(control),
        target: answerTarget,
        note,
      },
      { ...row, what: '  beside ten items', yardstick: median(short), target: most('ratio', 1.5) },
      {
        ...row,
        what: `  with ${conditionsOfLong} conditions, beside the same without`,
        ours: median(asked),
        yardstick: median(long),
        target: most('ratio', 1.5),
      },
    ];
  });
}
