import type { BrowserContext, Page } from 'playwright';
import { openSetting } from '../../support/accountSettings.ts';
import { openProfile } from '../../support/browser.ts';
import type { Facility } from '../../support/facility.ts';
import { demoPassword, expect, network, signInAs, test, text } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';
import { wrapsOf } from '../../support/wraps.ts';

test.use({ serviceWorkers: 'allow' });

const results = '/test-results';
const kept = 'Metabolic Panel, Complete Blood Count, Blood film';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const keepSwitch = (page: Page) => page.getByRole('switch', { name: text('account.recordsSwitch') });
const passwordField = (page: Page) => page.getByRole('textbox', { name: text('session.yourPassword'), exact: true });
const result = (page: Page) => page.getByRole('main').locator('a[href*="/test-results?id="]').filter({ hasText: kept });

/** Names of this browser's databases. */
const databases = (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name = '' }) => name));
/** The number of vaults in this browser's key list. */
const vaults = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('vestibule');
        opening.addEventListener('error', () => reject(new Error('no keyring')));
        opening.addEventListener('success', () => {
          const counting = opening.result.transaction('rows').objectStore('rows').count();
          counting.addEventListener('success', () => {
            opening.result.close();
            resolve(counting.result);
          });
        });
      }),
  );
/** Removes the key wrapped by the password from this browser's key list. */
const forgetPasswordWrap = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('vestibule');
        opening.addEventListener('error', () => reject(new Error('no keyring')));
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('rows', 'readwrite');
          const walk = transaction.objectStore('rows').openCursor();
          walk.addEventListener('success', () => {
            const cursor = walk.result;
            if (cursor === null) return;
            cursor.update({ ...cursor.value, password: null });
            cursor.continue();
          });
          transaction.addEventListener('complete', () => {
            opening.result.close();
            resolve();
          });
        });
      }),
  );
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => document.cookie.includes('vestibule-kept='));

/** Signs in, turns the offline copy on and opens the results, which are stored by that. */
async function keepResults(page: Page, facility: Facility): Promise<void> {
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/account-settings' });
  await openSetting(page, 'account.records');
  await keepSwitch(page).click();
  await expect(keepSwitch(page)).toBeChecked();
  await hasWorker(page);
  await page.goto(`${facility.portalUrl}${results}`);
  await expect(result(page).first()).toBeVisible();
  await expect.poll(() => rowsOfRecords(page)).toBeGreaterThan(1);
}

/** The number of rows in this browser's offline copy. */
const rowsOfRecords = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((one) => one.name ?? '').find((one) => one.endsWith('.records'));
    if (name === undefined) return 0;
    return new Promise<number>((resolve) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => {
        const counting = opening.result.transaction('rows').objectStore('rows').count();
        counting.addEventListener('success', () => {
          opening.result.close();
          resolve(counting.result);
        });
      });
    });
  });

async function unlock(page: Page): Promise<void> {
  await passwordField(page).fill(demoPassword);
  await button(page, text('session.unlock')).click();
}
/** Deletes what a browser may clear by itself: the tab's storage, and the databases whose names end with `ending`. */
async function takeAway(page: Page, facility: Facility, ending: string): Promise<void> {
  await page.goto(`${facility.portalUrl}/browser-support.html`).catch(() => undefined);
  await page.evaluate(async (end) => {
    sessionStorage.clear();
    localStorage.clear();
    for (const { name = '' } of await indexedDB.databases())
      if (name.endsWith(end))
        await new Promise((resolve) => {
          indexedDB.deleteDatabase(name).addEventListener('success', resolve);
        });
  }, ending);
}
const firstOf = (context: BrowserContext): Promise<Page> => {
  const [page] = context.pages();
  return page === undefined ? context.newPage() : Promise.resolve(page);
};

test('kept records open after a restart without a network by the password alone, in a second tab without it, and are locked in all of them at once', async ({
  facility,
}) => {
  const profile = await openProfile();
  try {
    await keepResults(await firstOf(profile.context), facility);
    await profile.close();
    await facility.portal.set(network.refuse);
    const page = await firstOf(await profile.reopen());
    await page.goto(`${facility.portalUrl}${results}`);
    await expect(page.getByRole('textbox', { name: text('core.username') })).toBeHidden();
    await passwordField(page).fill('Wrong+Pass1');
    await button(page, text('session.unlock')).click();
    await expect(page.getByText(text('session.unlockWrong'))).toBeVisible();
    await expect(passwordField(page)).toHaveValue('Wrong+Pass1');
    await unlock(page);
    await expect(result(page).first()).toBeVisible();

    const second = await page.context().newPage();
    await second.goto(`${facility.portalUrl}${results}`);
    await expect(result(second).first()).toBeVisible();
    // After a reload the tab gets the keys from the other tab again.
    await second.reload();
    await expect(result(second).first()).toBeVisible();

    // A log-out in one tab, without a network, ends both tabs and leaves nothing that could be opened.
    await second.goto(`${facility.portalUrl}/logout`);
    for (const tab of [page, second]) {
      await expect(button(tab, text('session.unlock'))).toBeVisible();
      await expect(result(tab)).toHaveCount(0);
    }
    await expect.poll(() => vaults(page)).toBe(0);
    await expect.poll(() => databases(page)).toEqual(['vestibule']);
    expect(await isMarked(page)).toBe(false);

    // The server is told at the next contact, which needs no sign-in.
    const listed = () =>
      facility.db.query(
        'select d.device_id from devices d join users u on u.id = d.user_id where u.username = $1 and d.revoked_at is null',
        ['patient'],
      );
    expect(await listed()).toHaveLength(1);
    await profile.close();
    await facility.portal.set(network.pass);
    await (await firstOf(await profile.reopen())).goto(`${facility.portalUrl}/login`);
    await expect.poll(listed).toEqual([]);
  } finally {
    await profile.remove();
  }
});

test('who begins to keep records where their password opens nothing yet is asked for it first', async ({
  facility,
  page,
}) => {
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/account-settings' });
  await openSetting(page, 'account.records');
  await expect.poll(async () => (await wrapsOf(page)).length).toBe(2);
  // The state of a device whose page was left before the key wrapped by the password was made.
  await forgetPasswordWrap(page);
  await page.reload();
  await openSetting(page, 'account.records');
  await keepSwitch(page).click();
  const question = page.getByRole('alertdialog', { name: text('layout.proofTitle') });
  await question.getByRole('button', { name: text('core.cancel') }).click();
  await expect(question).toBeHidden();
  await expect(keepSwitch(page)).not.toBeChecked();

  await keepSwitch(page).click();
  await question.getByRole('textbox', { name: text('core.password') }).fill(demoPassword);
  await question.getByRole('button', { name: text('layout.proofConfirm') }).click();
  await expect(keepSwitch(page)).toBeChecked();
  // The keys wrapped by the device and by the password, and the key of the offline copy.
  expect(await wrapsOf(page)).toHaveLength(3);
});

test('a device that was revoked while it was offline is wiped before it shows anything', async ({ facility, page }) => {
  await keepResults(page, facility);
  expect(await isMarked(page)).toBe(true);
  await facility.portal.set(network.refuse);
  await facility.db.query('update devices set key = null, revoked_at = now() where revoked_at is null');
  await page.goto('about:blank');
  await facility.portal.set(network.pass);
  // The server's results are withheld, so only an offline copy could be shown.
  await page.route(/\/api\/patients\/\d+\/labresults/, (route) => route.abort());
  await page.goto(`${facility.portalUrl}${results}`);
  await expect.poll(() => databases(page)).not.toContainEqual(expect.stringMatching(/\.records$/));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(result(page)).toHaveCount(0);
  expect(await isMarked(page)).toBe(false);
});

test('what the browser took away is told without a network and after the sign-in, and is kept again', async ({
  facility,
  page,
}) => {
  await keepResults(page, facility);
  // Some browsers delete one database and keep the others; the password still opens the vault.
  await takeAway(page, facility, '.records');
  await facility.portal.set(network.refuse);
  await page.goto(`${facility.portalUrl}${results}`);
  await unlock(page);
  await expect(page.getByText(text('layout.keptLostTitle'))).toBeVisible();
  await expect(result(page)).toHaveCount(0);

  await facility.portal.set(network.pass);
  await takeAway(page, facility, '');
  await facility.portal.set(network.refuse);
  await page.goto(`${facility.portalUrl}/login`);
  await expect(page.getByRole('heading', { level: 1, name: text('session.lostTitle') })).toBeVisible();
  await button(page, text('session.lostAgain')).click();
  await expect(page.getByText(text('session.lostAgainHow'))).toBeVisible();

  await facility.portal.set(network.pass);
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/account-settings' });
  await openSetting(page, 'account.records');
  await expect(page.getByText(text('layout.keptLostTitle'))).toBeVisible();
  await expect(keepSwitch(page)).not.toBeChecked();
  await button(page, text('layout.keepAgain')).click();
  await expect(page.getByText(text('layout.keptLostTitle'))).toBeHidden();
  await expect(keepSwitch(page)).toBeChecked();
});
