import type { Page } from 'playwright';
import { openSetting } from '../../support/accountSettings.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';
import { ticketOf } from '../../support/waysIn.ts';

/** Makes the page believe that it is installed, which a test cannot do for real. */
const asInstalled = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const real = matchMedia.bind(window);
    window.matchMedia = (query) => real(query.includes('display-mode: standalone') ? 'all' : query);
  });
const question = (page: Page) => page.getByRole('dialog', { name: text('layout.keepTitle') });
const progress = (page: Page) => page.getByRole('dialog', { name: text('layout.keepProgress') });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const recordStores = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).filter(({ name }) => name?.endsWith('.records')).length);

test('the installed app asks, keeps after a yes, and the settings show it and delete it', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const isToldToKeep = () =>
    facility.db.query('select keeps_records as keeps from devices where user_id = $1', [patient.userId]);
  await asInstalled(page);
  await signInAs(page, facility, patient.username, { path: '/login' });
  await button(page, text('layout.keepYes')).click();
  await expect(progress(page)).toBeVisible();
  await expect(button(page, text('core.continue'))).toBeFocused();
  await button(page, text('core.continue')).click();
  await expect(progress(page)).toBeHidden();

  await page.goto(`${facility.portalUrl}/account-settings`);
  const records = page.getByRole('region', { name: text('account.records') });
  await openSetting(page, 'account.records');
  await openSetting(page, 'account.places');
  const keep = records.getByRole('switch', { name: text('account.recordsSwitch') });
  await expect(keep).toBeChecked();
  await expect(records.getByRole('meter')).toBeVisible();
  await expect(
    page.getByRole('region', { name: text('account.places') }).getByText(text('account.keepsRecords')),
  ).toBeVisible();
  await expect.poll(isToldToKeep).toEqual([{ keeps: true }]);
  expect(await recordStores(page)).toBe(1);

  await keep.click();
  const sure = page.getByRole('alertdialog', { name: text('account.recordsEndTitle') });
  await sure.getByRole('button', { name: text('account.recordsEndNot') }).click();
  await expect(keep).toBeChecked();
  // The offline copy can be deleted without a connection; the server is told later.
  await facility.portal.set({ kind: 'refuse' });
  await keep.click();
  await sure.getByRole('button', { name: text('account.recordsEnd') }).click();
  await expect(records.getByText(text('account.recordsDeleted'))).toBeVisible();
  await expect(keep).not.toBeChecked();
  expect(await recordStores(page)).toBe(0);
  await facility.portal.set({ kind: 'pass' });
  await expect.poll(isToldToKeep, { timeout: 20_000 }).toEqual([{ keeps: false }]);
});

test('who signs in elsewhere chooses a passphrase, and a short one is not lost', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await asInstalled(page);
  await page.goto(`${facility.portalUrl}/singleSignOn?sso-id=${await ticketOf(facility, patient.userId)}`);
  const passphrase = question(page).getByLabel(text('layout.keepPassphrase')).first();
  await passphrase.fill('too short');
  await passphrase.press('Enter');
  await expect(question(page).getByText(text('layout.keepPassphraseMore', { count: 12 }))).toBeVisible();
  await expect(passphrase).toBeFocused();
  await expect(passphrase).toHaveValue('too short');
  await passphrase.fill('three green birds');
  await passphrase.press('Enter');
  await expect(progress(page)).toBeVisible();
});

test('a device that is lost is found in the settings and told to delete what it keeps', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await facility.db.query(
    "insert into devices (user_id, device_id, name, key, device, browser, keeps_records) values ($1, 'a-tablet-that-is-lost', 'Safari, iOS', sha256('x'), 'tablet', 'Safari', true)",
    [patient.userId],
  );
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/account-settings' });
  await openSetting(page, 'account.places');
  const places = page.getByRole('region', { name: text('account.places') });
  const lost = places.getByRole('listitem').filter({ hasText: 'Tablet, Safari' });
  await expect(lost.getByText(text('account.keepsRecords'))).toBeVisible();
  await expect(lost.getByText(/^Not logged in/)).toBeVisible();
  await lost.getByRole('button', { name: new RegExp(`^${text('account.wipe')}`) }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('account.wipe'), exact: true })
    .click();
  await expect(places.getByText(text('account.wiped'))).toBeVisible();
  await expect(lost).toBeHidden();
  expect(await facility.db.query("select key from devices where device_id = 'a-tablet-that-is-lost'")).toEqual([
    { key: null },
  ]);
});
