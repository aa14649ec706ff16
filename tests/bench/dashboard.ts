import type { Browser, BrowserContext, Page } from 'playwright';
import { fileURLToPath } from 'node:url';
import { demoPassword } from '../support/facility.ts';
import { signIn } from '../support/signIn.ts';
import { startBare } from './bareProduct.ts';
import { type Bench, inRounds } from './bench.ts';
import { inContext, throttle, watchFor } from './page.ts';
import { median, most, type Row } from './table.ts';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const who = { username: 'patient', password: demoPassword } as const;
const nextAppointment = '#dashboard-appointments article h3';

/** Milliseconds until the appointments were painted, counted from opening the login page and from the press on Log in. */
interface Arrival {
  readonly opened: number;
  readonly pressed: number;
}

/**
 * Fills in the form and presses Enter as soon as the form is there. Nobody types so fast, but a password manager does, and then nothing has
 * been fetched in the meantime.
 */
async function pressTime(context: BrowserContext, page: Page, url: string, selector: string): Promise<Arrival> {
  await watchFor(context, selector);
  await throttle(page);
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('input[autocomplete^=username]').fill(who.username);
  const password = page.locator('input[autocomplete=current-password]');
  await password.fill(who.password);
  await page.evaluate(() =>
    addEventListener('keydown', ({ timeStamp }) => (window.benchPressedAt = timeStamp), { capture: true, once: true }),
  );
  await password.press('Enter');
  const handle = await page.waitForFunction(() => window.benchShownAt, undefined, { timeout: 60_000, polling: 50 });
  const opened = Number(await handle.jsonValue());
  return { opened, pressed: opened - (await page.evaluate(() => window.benchPressedAt ?? Number.NaN)) };
}

/** From the press on Log in to the next appointment, on a new device or on one that was here before and whose worker has every file. */
const pressToDashboard = (browser: Browser, origin: string, isWarm: boolean) => () =>
  inContext(browser, async (context, first) => {
    let page = first;
    if (isWarm) {
      await signIn(page, origin, who, '/login');
      await page.locator(nextAppointment).waitFor();
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { polling: 50 });
      await page.close();
      await context.clearCookies();
      page = await context.newPage();
    }
    return pressTime(context, page, `${origin}/login`, nextAppointment);
  });

/** The same on the bare page. */
const pressToBareList = (browser: Browser, url: string) => () =>
  inContext(browser, (context, page) => pressTime(context, page, url, 'main li'));

/** From the press on Log in to the next appointment, on a device that was never here and on one that was. */
export async function dashboard({ browser, facility, rounds }: Bench): Promise<Row[]> {
  const list = await startBare(root, 'list');
  try {
    const [cold = [], warm = [], bare = []] = await inRounds(rounds, [
      pressToDashboard(browser, facility.portalUrl, false),
      pressToDashboard(browser, facility.portalUrl, true),
      pressToBareList(browser, list.proxy.url),
    ]);
    const of = (all: readonly Arrival[], from: keyof Arrival) => median(all.map((one) => one[from]));
    const opened = bare.map((one) => one.opened);
    const pressed = bare.map((one) => one.pressed);
    return [
      {
        what: 'login to dashboard, cold, from the opening of the page',
        ours: of(cold, 'opened'),
        yardstick: median(opened),
        unit: 'ms',
        target: most('ratio', 2.5),
        control: opened,
      },
      {
        what: 'login to dashboard, cold, from the press',
        ours: of(cold, 'pressed'),
        yardstick: median(pressed),
        unit: 'ms',
        target: null,
      },
      {
        what: 'login to dashboard, warm, from the press',
        ours: of(warm, 'pressed'),
        yardstick: median(pressed),
        unit: 'ms',
        target: most('ratio', 2),
        control: pressed,
      },
    ];
  } finally {
    await list.stop();
  }
}
