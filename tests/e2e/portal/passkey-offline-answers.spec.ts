import type { Page } from 'playwright';
import { openSetting } from '../../support/accountSettings.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { storedSheet } from '../../support/sheets.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';
import { wrapsOf } from '../../support/wraps.ts';

test.use({ serviceWorkers: 'allow' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const answerIn = (page: Page) => page.getByRole('textbox', { name: 'How are you today' });
/** As after a restart of the browser: the tab's keys are gone, the device keeps what it keeps. */
async function forgetTab(page: Page): Promise<void> {
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('about:blank');
}

test('on two devices a touch opens a questionnaire without a network; what is filled in is sent once, after a touch at the login page', async ({
  facility,
  page,
  browser,
}) => {
  await facility.importQuestionnaire({
    resourceType: 'Questionnaire',
    url: 'https://example.org/tests/by-touch',
    title: 'By touch',
    status: 'active',
    item: [{ linkId: 'how', text: 'How are you today', type: 'string', required: true }],
  });
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, 'By touch');
  const address = `${facility.portalUrl}/complete-questionnaire?assignedQuestionnaireId=${assigned}`;
  const context = await browser.newContext({ serviceWorkers: 'allow', locale: 'en-US' });
  const second = await context.newPage();
  for (const device of [page, second]) {
    await signInAs(device, facility, patient.username, { path: '/login?redirect=/account-settings' });
    await addAuthenticator(device, { hasPrf: true });
    await openSetting(device, 'account.passkeys');
    await button(device, text('account.passkeyAdd')).click();
    await expect(device.getByText(text('account.passkeyAdded'))).toBeVisible();
    // By the device, the password and the passkey.
    await expect.poll(async () => (await wrapsOf(device)).length).toBe(3);
    await hasWorker(device);
  }
  await page.goto(address);
  await answerIn(page).fill('typed with a network');
  await expect(page.getByText(text('questionnaires.saved'), { exact: true })).toBeVisible();
  await second.goto(address);
  await expect(answerIn(second)).toHaveValue('typed with a network');
  for (const device of [page, second]) await forgetTab(device);

  await facility.portal.set(network.refuse);
  for (const device of [second, page]) {
    await device.goto(address);
    await button(device, text('session.unlockPasskey')).click();
    await expect(answerIn(device)).toHaveValue('typed with a network');
  }
  await answerIn(page).fill('filled in by touch');
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(page.getByText(text('questionnaires.waitingToSend'), { exact: true }).first()).toBeVisible();
  expect((await storedSheet(facility, assigned)).status).not.toBe('Completed');
  await context.close();
  await forgetTab(page);

  await facility.portal.set(network.pass);
  await page.goto(`${facility.portalUrl}/login?redirect=/questionnaires`);
  await expect.poll(async () => (await storedSheet(facility, assigned)).status).toBe('Completed');
  const stored = await storedSheet(facility, assigned);
  expect(stored).toMatchObject({ submits: 1 });
  expect(stored.answers).toContain('filled in by touch');
  expect(
    await facility.db.value('select count(*)::int from sessions where user_id = $1 and passkey_id is not null', [
      patient.userId,
    ]),
  ).toBe(1);
});
