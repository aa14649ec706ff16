import type { MessageKey } from '../../../src/words/index.ts';
import { openSetting } from '../../support/accountSettings.ts';
import { demoPassword, expect, network, signInAs, test, text, textPattern } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });

test('switched on, everything is kept ahead of time: without a network a result opens that nobody has opened, and files do, until the log-out', async ({
  facility,
  page,
  context,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/account-settings' });
  await hasWorker(page);
  await openSetting(page, 'account.records');
  await page.getByRole('switch', { name: text('account.recordsSwitch') }).click();
  const records = page.getByRole('region', { name: text('account.records') });
  await records.getByRole('button', { name: /^Show all/ }).click({ timeout: 60_000 });
  await expect(records.getByText(text('account.recordsFiles'))).toBeVisible({ timeout: 60_000 });
  await expect(records.getByRole('button', { name: text('account.recordsUpdate') })).toBeEnabled({ timeout: 60_000 });
  const [counted] = await facility.db.query(
    `select count(*)::int as copied from audit_events where detail ->> 'ahead' = 'true' and type = 'read.getLabResult'`,
  );
  expect(counted?.['copied']).toBeGreaterThan(20);

  await facility.portal.set(network.refuse);
  await page.reload();
  await page.locator('input[autocomplete=current-password]').fill(demoPassword);
  await page.getByRole('button', { name: text('session.unlock'), exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: text('session.unlock'), exact: true })).toBeHidden();
  const go = (title: MessageKey) =>
    page
      .getByRole('navigation')
      .getByRole('link', { name: text(title) })
      .first()
      .click();

  await test.step('a result that was never opened', async () => {
    await go('testResults.title');
    const one = page
      .getByRole('main')
      .locator('a[href*="/test-results?id="]')
      .filter({ hasText: 'Urinalysis' })
      .first();
    await one.click();
    await expect(page.getByRole('heading', { level: 2, name: /Urinalysis/ })).toBeVisible();
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    // The list and the result are two answers. One line tells their age, and nothing else says that there is no connection.
    await expect(page.getByText(textPattern('records.savedCopy'))).toHaveCount(1);
    await expect(page.getByText(text('layout.offlineTitle'))).toHaveCount(0);
    await expect(page.getByText(text('layout.offline'), { exact: true })).toHaveCount(1);
  });

  await test.step('the results by test', async () => {
    await page.getByRole('radio', { name: text('testResults.byTest') }).check({ force: true });
    await page
      .getByRole('heading', { level: 3, name: /^Hemoglobin/ })
      .getByRole('button')
      .click();
    await expect(page.getByRole('table', { name: 'Hemoglobin' }).getByRole('row')).toHaveCount(10);
    await expect(page.getByText(textPattern('records.savedCopy'))).toHaveCount(1);
  });

  await test.step('every note, files too', async () => {
    await go('medicalNotes.title');
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    await expect(page.getByText(text('records.rowNotKept'))).toHaveCount(0);
  });

  await test.step('how to reach the facility, its telephone first; help; and the forms', async () => {
    await page
      .getByRole('link', { name: text('facility.contactUs') })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: text('facility.contactUs') })).toBeVisible();
    await expect(page.getByRole('main').locator('a[href^="tel:"]').first()).toBeVisible();
    await expect(page.getByText(text('records.notKept'))).toHaveCount(0);
    await page.getByRole('button', { name: text('layout.resources') }).click();
    await page
      .getByRole('link', { name: text('facility.downloadForms') })
      .or(page.getByRole('menuitem', { name: text('facility.downloadForms') }))
      .first()
      .click();
    const form = page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(text('facility.openForm')) })
      .first();
    await expect(form).toBeEnabled();
    await expect(form).not.toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('a picture in a message, small', async () => {
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^Messages/ })
      .click();
    await page.getByRole('link', { name: /^Exercises for week 3/ }).click();
    const small = page.getByRole('article').locator('img');
    await expect
      .poll(() => small.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0)))
      .toBeGreaterThan(0);
  });

  await test.step('an article, in a window that closes with the session', async () => {
    await go('education.title');
    const opening = context.waitForEvent('page');
    await page.getByRole('main').getByRole('listitem').getByRole('button').first().click();
    const opened = await opening;
    await expect(opened.locator('h1')).toBeVisible();
    expect(new URL(opened.url()).pathname).toMatch(/^\/kept-file\//);
    const closed = opened.waitForEvent('close');
    await page.getByRole('button', { name: /Juniper/ }).click();
    await page.getByRole('button', { name: text('layout.logOut') }).click();
    await closed;
  });
});
