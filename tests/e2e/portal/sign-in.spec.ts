import type { Page } from 'playwright';
import { hasDeviceKey } from '../../support/deviceKey.ts';
import { greeting } from '../../support/signIn.ts';
import { expect, network, signInAs, test, text, textPattern } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';

test.describe.configure({ mode: 'parallel' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function tryPassword(page: Page, username: string, password: string): Promise<void> {
  await page.getByRole('textbox', { name: text('core.username') }).fill(username);
  await page.getByRole('textbox', { name: text('core.password') }).fill(password);
  const answered = page.waitForResponse((response) => response.url().endsWith('/token'));
  await button(page, text('core.logIn')).click();
  await answered;
}

test('a wrong password is told, five lock the account for fifteen minutes, and someone unknown hears the same', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await page.goto(`${facility.portalUrl}/login`);
  for (let failure = 1; failure <= 4; failure += 1) {
    await tryPassword(page, patient.username, `wrong ${failure}`);
    await expect(page.getByText(text('bar.invalidgrant'))).toBeVisible();
    await expect(page).toHaveTitle(/^Error:/);
  }
  await tryPassword(page, patient.username, 'wrong 5');
  const locked = page.getByText(
    /Your account is locked after too many failed attempts\. Please wait 1[45] minutes and try again\./,
  );
  await expect(locked).toBeVisible();
  await expect(page.getByText(text('bar.invalidgrant'))).toBeHidden();
  await tryPassword(page, patient.username, patient.password);
  await expect(locked).toBeVisible();
  for (let failure = 1; failure <= 4; failure += 1) await tryPassword(page, 'nobody-at-all', `wrong ${failure}`);
  await expect(page.getByText(text('bar.invalidgrant'))).toBeVisible();
  await tryPassword(page, 'nobody-at-all', 'wrong 5');
  await expect(locked).toBeVisible();
});

test('a server that cannot work just now says so at the sign-in, and what was typed stays for another try', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await page.goto(`${facility.portalUrl}/login`);
  await page.route('**/token', (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }), { times: 1 });
  await tryPassword(page, patient.username, patient.password);
  await expect(page.getByText(text('bar.serverBusy'))).toBeVisible();
  await button(page, text('core.logIn')).click();
  await expect(page).not.toHaveURL(/login/);
});

test('a message goes when it is dismissed, and with the next page', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await page.goto(`${facility.portalUrl}/login`);
  await tryPassword(page, patient.username, 'wrong');
  const message = page.getByRole('status').filter({ hasText: text('bar.invalidgrant') });
  await expect(message).toBeVisible();
  await message.getByRole('button', { name: text('core.dismissMessage') }).click();
  await expect(page.getByText(text('bar.invalidgrant'))).toBeHidden();
  await tryPassword(page, patient.username, 'wrong');
  await expect(page.getByText(text('bar.invalidgrant'))).toBeVisible();
  await tryPassword(page, patient.username, patient.password);
  await expect(greeting(page)).toBeVisible();
  await expect(page.getByText(text('bar.invalidgrant'))).toBeHidden();
});

test('without anything done the page warns, stays when told to, and locks with what was answered kept', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, 'Before your visit');
  const address = `/complete-questionnaire?assignedQuestionnaireId=${assigned}`;
  await page.clock.install();
  await signInAs(page, facility, patient.username, { path: `/login?redirect=${encodeURIComponent(address)}` });
  await page.getByRole('textbox', { name: /ask today/ }).fill('Kept through the lock');
  await expect(page.getByText(text('questionnaires.saved'), { exact: true })).toBeVisible();
  await page.clock.fastForward(12 * 60_000 + 50_000);
  await expect(page.getByText(text('layout.stillThere'))).toBeHidden();
  await page.clock.fastForward(15_000);
  const warning = page.getByRole('alertdialog', { name: text('layout.stillThere') });
  await expect(warning).toBeVisible();
  await expect(warning.getByText(textPattern('layout.locksIn'))).toBeVisible();
  await button(page, text('core.stayLoggedIn')).click();
  await expect(warning).toBeHidden();
  await page.clock.fastForward(12 * 60_000);
  await expect(warning).toBeHidden();
  await page.clock.fastForward(65_000);
  await expect(warning).toBeVisible();
  await page.clock.fastForward(121_000);
  await expect(button(page, text('core.logIn'))).toBeVisible();
  await expect(page.getByText(text('bar.sessiontimeout'))).toBeVisible();
  expect(await page.locator('body').innerText()).not.toContain('Kept through the lock');
  await tryPassword(page, patient.username, patient.password);
  await expect(page.getByRole('textbox', { name: /ask today/ })).toHaveValue('Kept through the lock');
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('logging out ends the session, asks about answers that the facility has not got, and is audited', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient();
    const assigned = await facility.assign(patient.patientId, 'Before your visit');
    await signInAs(page, facility, patient.username);
    const logOut = async () => {
      await page.getByRole('button', { name: new RegExp(`^${text('layout.menu')}`) }).click();
      await page.getByRole('link', { name: text('layout.logOut') }).click();
    };
    await expect(heading(page, text('questionnaires.title'))).toBeVisible();
    await logOut();
    await expect(button(page, text('core.logIn'))).toBeVisible();
    await page.goto(`${facility.portalUrl}/questionnaires`);
    await expect(button(page, text('core.logIn'))).toBeVisible();
    expect(
      Number(
        await facility.db.value(
          "select count(*) from audit_events where actor_user_id = $1 and type = 'session.ended'",
          [patient.userId],
        ),
      ),
    ).toBe(1);

    const key = hasDeviceKey(page);
    await signInAs(page, facility, patient.username);
    await page
      .getByRole('button', { name: /Before your visit/ })
      .first()
      .click();
    await expect(page.getByRole('textbox', { name: /ask today/ })).toBeVisible();
    await key;
    // From then on the device has every file of the page.
    await hasWorker(page);
    await facility.portal.set(network.refuse);
    await page.getByRole('textbox', { name: /ask today/ }).fill('Only on this device');
    await expect(page.getByText(text('questionnaires.savedOnDevice'), { exact: true })).toBeVisible();
    await button(page, text('questionnaires.leave')).click();
    await button(page, text('questionnaires.leaveKeep')).click();
    await logOut();
    await expect(page.getByRole('heading', { name: text('session.logoutTitleAsk') })).toBeVisible();
    await button(page, text('core.stayLoggedIn')).click();
    await expect(greeting(page)).toBeVisible();
    await logOut();
    await button(page, text('session.logoutKeep')).click();
    await expect(button(page, text('core.logIn')).or(button(page, text('session.unlock')))).toBeVisible();
    await facility.portal.set(network.pass);
    await signInAs(page, facility, patient.username, {
      path: `/login?redirect=${encodeURIComponent(`/complete-questionnaire?assignedQuestionnaireId=${assigned}`)}`,
    });
    await expect(page.getByRole('textbox', { name: /ask today/ })).toHaveValue('Only on this device');
  });
});
