import { openSetting } from '../../support/accountSettings.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { look } from '../../support/pageRules.ts';
import { demoPassword, expect, network, signInAs, test, text } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';
import { wrapsOf } from '../../support/wraps.ts';

test.use({ serviceWorkers: 'allow' });

test('a passkey opens what the device keeps without a network, by a touch, until it is removed', async ({
  facility,
  page,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const result = page.getByRole('main').locator('a[href*="/test-results?id="]').first();
  await addAuthenticator(page, { hasPrf: true });
  /** Opens a page as after a restart of the browser: the tab's keys are gone, the device keeps what it keeps. */
  const restartAt = async (path: string, how: typeof network.refuse) => {
    await page.evaluate(() => sessionStorage.clear());
    await page.goto('about:blank');
    await facility.portal.set(how);
    await page.goto(`${facility.portalUrl}${path}`);
  };

  await test.step('the key is wrapped when the passkey is added', async () => {
    await signInAs(page, facility, 'patient', { path: '/login?redirect=/account-settings' });
    // By the device and by the password.
    await expect.poll(async () => (await wrapsOf(page)).length).toBe(2);
    await openSetting(page, 'account.passkeys');
    await button(text('account.passkeyAdd')).click();
    await expect(page.getByText(text('account.passkeyAdded'))).toBeVisible();
    await expect.poll(async () => (await wrapsOf(page)).length).toBe(3);
    await openSetting(page, 'account.records');
    await page.getByRole('switch', { name: text('account.recordsSwitch') }).click();
    await expect(page.getByRole('switch', { name: text('account.recordsSwitch') })).toBeChecked();
    // The key of the offline copy too.
    await expect.poll(async () => (await wrapsOf(page)).length).toBe(4);
    await hasWorker(page);
    const records = page.getByRole('region', { name: text('account.records') });
    await records.getByRole('button', { name: /^Show all/ }).waitFor({ timeout: 60_000 });
    await expect(records.getByRole('button', { name: text('account.recordsUpdate') })).toBeEnabled({ timeout: 60_000 });
    await page.goto(`${facility.portalUrl}/test-results`);
    await expect(result).toBeVisible();
  });

  await test.step('without a network a touch opens it', async () => {
    await restartAt('/test-results', network.refuse);
    await expect(button(text('session.unlockPasskey'))).toBeVisible();
    await look(page, 'unlock by passkey');
    await button(text('session.unlockPasskey')).click();
    await expect(result).toBeVisible();
  });

  await test.step('a removed passkey opens nothing here any more, the password does', async () => {
    await page.evaluate(() => sessionStorage.clear());
    await facility.portal.set(network.pass);
    await facility.db.query('delete from passkeys');
    await signInAs(page, facility, 'patient', { path: '/login?redirect=/account-settings' });
    await expect.poll(async () => (await wrapsOf(page)).length).toBe(3);
    await restartAt('/test-results', network.refuse);
    const field = page.getByRole('textbox', { name: text('session.yourPassword'), exact: true });
    await expect(field).toBeFocused();
    await expect(button(text('session.unlockPasskey'))).toBeHidden();
    await field.fill(demoPassword);
    await button(text('session.unlock')).click();
    await expect(result).toBeVisible();
  });
});
