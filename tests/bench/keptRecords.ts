import type { BrowserContext, Page } from 'playwright';
import type { Facility, TestPatient } from '../support/facility.ts';
import { refuse } from '../support/proxy.ts';
import { signIn } from '../support/signIn.ts';
import { text } from '../support/texts.ts';
import { type Bench, form, inRounds, rowsOf, say } from './bench.ts';
import { giveRecord, longRecord } from './longRecord.ts';
import { inContext, longestFrame, phoneContext, quiet, throttle, timeUntilShown, watchFor } from './page.ts';
import { median, most, type Row } from './table.ts';

/** Rows of the list that is opened without a network. */
const visits = 10_000;
/** A row of the result list, and a row of the visits, as a table or as links. */
const resultRow = 'main a[href*="/test-results?id="]';
const visitRow = 'main table tbody tr, main a[href*="/appointments?id="]';
const detail = 'main h2[tabindex="-1"], main h3[tabindex="-1"]';
const dashboardRecord = 'main a[href*="/appointments?id="]';

/** Turns the offline copy on in the settings and waits until everything that is fetched ahead of time is stored. */
async function keepRecords(page: Page, facility: Facility): Promise<void> {
  await page.goto(`${facility.portalUrl}/account-settings#records`);
  await page.getByRole('switch', { name: text('account.recordsSwitch') }).click();
  await page.getByRole('switch', { name: text('account.recordsSwitch'), checked: true }).waitFor();
  // Fetching a long record takes minutes; it must not run while something else is measured.
  const isDone = page.locator('button:not([disabled])', { hasText: text('account.recordsUpdate') });
  await isDone.waitFor({ timeout: 900_000 });
  await quiet(page);
}

/** Bytes of the encrypted offline copy on the device. */
const keptBytes = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    let sum = 0;
    for (const { name = '' } of await indexedDB.databases()) {
      if (!name.endsWith('.records')) continue;
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no database'));
      });
      const rows = await new Promise<unknown[]>((resolve, reject) => {
        const request = database.transaction('rows').objectStore('rows').getAll();
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('no rows'));
      });
      for (const row of rows) {
        const sealed = (row as { sealed?: { data?: Uint8Array } }).sealed?.data;
        sum += sealed?.length ?? 0;
      }
      database.close();
    }
    return sum;
  });

/** Unlocks without a network. Returns the milliseconds from the press until the sign-in is gone, and until `wanted` is painted. */
async function unlock(
  context: BrowserContext,
  facility: Facility,
  { username, password }: Pick<TestPatient, 'username' | 'password'>,
  target: string,
  wanted: string,
): Promise<{ readonly opened: number; readonly shown: number; readonly page: Page }> {
  const page = await context.newPage();
  await page.goto(`${facility.portalUrl}/login?redirect=${encodeURIComponent(target)}`);
  // If it is pressed before the page knows that there is no connection, the page tries to sign in first.
  await page.getByRole('button', { name: text('session.unlock') }).waitFor();
  const name = page.locator('input[autocomplete^=username]');
  if (await name.isVisible()) await name.fill(username);
  await page.locator(form).fill(password);
  await throttle(page, { net: false });
  const times = await page.evaluate(
    (selector) =>
      new Promise<{ opened: number; shown: number }>((resolve, reject) => {
        const began = performance.now();
        let opened: number | null = null;
        const look = () => {
          if (opened === null && location.pathname !== '/login') opened = performance.now() - began;
          const found = document.querySelector(selector);
          if (found !== null && found.getClientRects().length > 0)
            window.benchDrawn(() =>
              resolve({ opened: opened ?? performance.now() - began, shown: performance.now() - began }),
            );
          else requestAnimationFrame(look);
        };
        setTimeout(() => reject(new Error('Nothing was shown.')), 60_000);
        document.querySelector<HTMLElement>('form button[type=submit]')?.click();
        requestAnimationFrame(look);
      }),
    wanted,
  );
  return { ...times, page };
}

/**
 * Measures what a device with an offline copy of a long record does without a network, and how much sooner it shows the record with one.
 */
export async function keptRecords({ browser, facility, bare, rounds }: Bench): Promise<Row[]> {
  const patient = await facility.newPatient();
  await giveRecord(facility.db, patient.patientId, { ...longRecord, appointments: visits });
  const keeps = await phoneContext(browser);
  const page = await keeps.newPage();
  await signIn(page, facility.portalUrl, patient);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await keepRecords(page, facility);
  for (const path of ['/dashboard', '/appointments', '/test-results']) {
    await page.goto(`${facility.portalUrl}${path}`);
    await quiet(page);
  }
  const opened = (await page.locator(resultRow).first().getAttribute('href')) ?? '/test-results';
  await page.goto(`${facility.portalUrl}${opened}`);
  await page.locator(detail).first().waitFor();
  await quiet(page);
  const bytes = await keptBytes(page);

  const onlyAsks = await phoneContext(browser);
  const other = await onlyAsks.newPage();
  await signIn(other, facility.portalUrl, patient);
  await other.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await other.goto(`${facility.portalUrl}/test-results`);
  await quiet(other);

  /** Opens the app with the session of a tab, on the throttled line. */
  const online = (context: BrowserContext, tab: Page) => async () => {
    await watchFor(context, resultRow);
    const cdp = await throttle(tab);
    const took = await timeUntilShown(tab, `${facility.portalUrl}/test-results`);
    await quiet(tab);
    await cdp.detach();
    return took;
  };
  const [withKept = [], without = []] = await inRounds(rounds, [online(keeps, page), online(onlyAsks, other)]);
  await page.close();
  await other.close();

  const offline = { opened: new Array<number>(), dashboard: new Array<number>(), detail: new Array<number>() };
  const list = { rows: new Array<number>(), frame: new Array<number>() };
  const control = new Array<number>();
  await facility.portal.set(refuse);
  try {
    for (let round = 0; round < rounds; round += 1) {
      const home = await unlock(keeps, facility, patient, '/dashboard', dashboardRecord);
      offline.opened.push(home.opened);
      offline.dashboard.push(home.shown);
      await home.page.close();
      const result = await unlock(keeps, facility, patient, opened, detail);
      offline.detail.push(result.shown);
      await result.page.close();
      const long = await unlock(keeps, facility, patient, '/appointments', visitRow);
      list.rows.push(long.shown - long.opened);
      await long.page.close();
      const results = await unlock(keeps, facility, patient, '/test-results', resultRow);
      await quiet(results.page);
      list.frame.push(await longestFrame(results.page));
      await results.page.close();
      control.push(
        await inContext(browser, async (context, blank) => {
          await watchFor(context, form);
          await throttle(blank, { net: false });
          return timeUntilShown(blank, `${bare.url}/`);
        }),
      );
      say('.');
    }
  } finally {
    await facility.portal.set({ kind: 'pass' });
  }
  await keeps.close();
  await onlyAsks.close();
  const line = { unit: 'ms', bare: control, before: [], target: null } as const;
  return [
    {
      what: 'no network: unlocking, press to the page',
      ours: median(offline.opened),
      yardstick: null,
      unit: 'ms',
      target: most('value', 2_000),
    },
    ...rowsOf({ ...line, what: 'no network: press to a visit on the dashboard', ours: offline.dashboard }),
    ...rowsOf({ ...line, what: "no network: press to a result's values", ours: offline.detail }),
    ...rowsOf({ ...line, what: `no network: first rows of ${String(visits)} visits, once unlocked`, ours: list.rows }),
    {
      what: 'longest frame while scrolling through kept results',
      ours: median(list.frame),
      yardstick: null,
      unit: 'ms',
      target: most('value', 50),
    },
    ...rowsOf({
      unit: 'ms',
      what: 'a start with a network, beside one that keeps nothing',
      target: null,
      ours: withKept,
      bare: without,
      before: [],
    }),
    {
      what: `kept of ${String(longRecord.values)} values, ${String(visits)} visits, ${String(longRecord.notes)} notes`,
      ours: bytes / 1e6,
      yardstick: null,
      unit: 'MB',
      target: most('value', 25),
    },
  ];
}
