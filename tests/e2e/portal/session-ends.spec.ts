import type { LanguageCode } from '@portal/api';
import type { Page } from 'playwright';
import { hasDeviceKey } from '../../support/deviceKey.ts';
import { expect, network, signInAs, test, text, textPattern } from '../../support/test.ts';
import { emailedLink } from '../../support/waysIn.ts';
import { hasWorker } from '../../support/worker.ts';

test.describe.configure({ mode: 'parallel' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, key: Parameters<typeof text>[0], language: LanguageCode = 'en') =>
  page.getByRole('textbox', { name: text(key, {}, language), exact: true });
const question = (page: Page) => page.getByRole('textbox', { name: /ask today/ });
const fillAddress = (assigned: number) => `/complete-questionnaire?assignedQuestionnaireId=${assigned}`;
const loginFor = (address: string) => `/login?redirect=${encodeURIComponent(address)}`;

async function unlock(page: Page, who: { username: string; password: string }): Promise<void> {
  await page.getByRole('textbox', { name: text('core.username') }).fill(who.username);
  await page.getByRole('textbox', { name: text('core.password') }).fill(who.password);
  await button(page, text('session.unlock')).click();
}

test('the login page says who is signed in, goes on to what was asked for, and makes room for somebody else', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient({ firstName: 'Wilhelmina', lastName: 'Quickthorn' });
  await signInAs(page, facility, patient.username);
  await page.goto(`${facility.portalUrl}/login?redirect=/faqs`);
  await expect(page.getByRole('heading', { level: 1, name: text('session.signedInTitle') })).toBeVisible();
  await expect(page.getByText(text('session.signedInAs', { name: 'Wilhelmina Quickthorn' }))).toBeVisible();
  await button(page, text('core.continue')).click();
  await expect(page.getByRole('heading', { level: 1, name: text('facility.faqs'), exact: true })).toBeVisible();
  await page.goto(`${facility.portalUrl}/login`);
  await button(page, text('session.signOut')).click();
  await expect(button(page, text('core.logIn'))).toBeVisible();
});

test('signing in over a session ends that one on the server, and shows nothing of its person', async ({
  facility,
  page,
}) => {
  const [first, second] = [await facility.newPatient({ firstName: 'Wilhelmina' }), await facility.newPatient()];
  await signInAs(page, facility, first.username);
  await page.goto(`${facility.portalUrl}/confirm-email?u=`);
  await page.getByRole('textbox', { name: text('core.username') }).fill(second.username);
  await page.getByRole('textbox', { name: text('core.password') }).fill(second.password);
  await button(page, text('core.logIn')).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect
    .poll(() =>
      facility.db.value('select count(*)::int from sessions where user_id = $1 and ended_at is null', [first.userId]),
    )
    .toBe(0);
  await expect(page.getByText('Wilhelmina')).toHaveCount(0);
  expect(
    await facility.db.value('select count(*)::int from sessions where user_id = $1 and ended_at is null', [
      second.userId,
    ]),
  ).toBe(1);
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('Cancel of the terms offers to keep answers that the facility has not got, and they are there afterwards', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient();
    const assigned = await facility.assign(patient.patientId, 'Before your visit');
    const key = hasDeviceKey(page);
    await signInAs(page, facility, patient.username, { path: loginFor(fillAddress(assigned)) });
    await question(page).fill('Before the terms');
    await expect(page.getByText(text('questionnaires.saved'), { exact: true })).toBeVisible();
    await key;
    await facility.portal.set(network.refuse);
    await question(page).fill('Only on this device');
    await expect(page.getByText(text('questionnaires.savedOnDevice'), { exact: true })).toBeVisible();
    await facility.db.query("update users set accepted_terms_version = 'of another day' where id = $1", [
      patient.userId,
    ]);
    await page.close({ runBeforeUnload: false });
    const again = await page.context().newPage();
    await facility.portal.set(network.pass);
    await signInAs(again, facility, patient.username, { path: loginFor(fillAddress(assigned)) });
    await expect(again.getByRole('heading', { level: 1, name: text('core.termsOfUse') })).toBeVisible();
    await button(again, text('core.cancel')).click();
    await expect(again.getByRole('heading', { name: text('session.logoutTitleAsk') })).toBeVisible();
    await expect(again.getByText(text('session.logoutTermsFirst'))).toBeVisible();
    await expect(button(again, text('session.logoutSend'))).toBeHidden();
    await button(again, text('core.stayLoggedIn')).click();
    await expect(again.getByRole('checkbox', { name: text('form.termsAccept') })).toBeVisible();
    await button(again, text('core.cancel')).click();
    await button(again, text('session.logoutKeep')).click();
    await expect(button(again, text('core.logIn'))).toBeVisible();
    await expect(again.getByText(text('bar.sessiontimeout'))).toBeHidden();

    await signInAs(again, facility, patient.username, { path: loginFor(fillAddress(assigned)) });
    await again.getByRole('checkbox', { name: text('form.termsAccept') }).check();
    await button(again, text('core.continue')).click();
    await expect(question(again)).toHaveValue('Only on this device');
    await expect(again.getByText(text('questionnaires.saved'), { exact: true })).toBeVisible();
  });

  test('after an unlock without a network every page leads to the sign-in once it is back, the address that was asked for is kept, and what was sent goes out', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient();
    const assigned = await facility.assign(patient.patientId, 'Before your visit');
    const key = hasDeviceKey(page);
    await signInAs(page, facility, patient.username, { path: loginFor(fillAddress(assigned)) });
    await page.getByRole('radio', { name: 'No, nothing', exact: true }).check();
    await page.getByRole('radio', { name: 'No', exact: true }).check();
    await question(page).fill('At home');
    await expect(page.getByText(text('questionnaires.saved'), { exact: true })).toBeVisible();
    await key;
    await hasWorker(page);
    await facility.portal.set(network.refuse);
    // A new tab has no session that could continue by itself.
    const tab = await page.context().newPage();
    await page.close();
    await tab.goto(`${facility.portalUrl}${fillAddress(assigned)}`);
    await unlock(tab, patient);
    await expect(question(tab)).toHaveValue('At home');
    await question(tab).fill('In the cellar');
    await button(tab, text('questionnaires.sendAnswers')).click();
    await expect(tab.getByText(text('questionnaires.waitingSignIn'))).toBeVisible();
    await expect(button(tab, text('layout.signInToSend'))).toBeHidden();

    await facility.portal.set(network.pass);
    await expect(button(tab, text('layout.signInToSend'))).toBeVisible();
    await button(tab, text('questionnaires.backToQuestionnaires')).click();
    await expect(button(tab, text('layout.signInToSend'))).toBeVisible();
    await expect(tab.getByText(text('layout.offline'), { exact: true })).toBeHidden();
    await button(tab, text('layout.signInToSend')).click();
    await tab.getByRole('textbox', { name: text('core.username') }).fill(patient.username);
    await tab.getByRole('textbox', { name: text('core.password') }).fill(patient.password);
    await button(tab, text('core.logIn')).click();
    await expect(tab).not.toHaveURL(/login/);
    await expect
      .poll(() => facility.db.value('select status from assigned_questionnaires where id = $1', [assigned]))
      .toBe('Completed');
    await expect(tab.getByText(textPattern('layout.signInToSend'))).toBeHidden();
  });
});

test('who came by an emailed link ends where nobody is asked for an account', async ({ facility, page }) => {
  const patient = await facility.newPatient({ lastName: 'Quickthorn' });
  await page.goto(facility.portalUrl + (await emailedLink(facility, patient.patientId)));
  await field(page, 'session.lastName').fill('Quickthorn');
  await field(page, 'core.year').fill('1961');
  await field(page, 'core.month').fill('4');
  await field(page, 'core.day').fill('5');
  await button(page, text('core.logIn')).click();
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.title') })).toBeVisible();
  await page.goto(`${facility.portalUrl}/logout`);
  await expect(page.getByRole('heading', { level: 1, name: text('session.linkEndedTitle') })).toBeVisible();
  await expect(page.getByText(text('session.linkEndedText'))).toBeVisible();
  await expect(field(page, 'core.username')).toHaveCount(0);
});

test('a change that is dear asks for the password once the sign-in is old, keeps what was typed, and goes through', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.db.query('update users set email = null, is_email_confirmed = false where id = $1', [patient.userId]);
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/faqs' });
  await expect(page.getByRole('heading', { level: 1, name: text('session.provideEmailTitle') })).toBeVisible();
  await facility.db.query("update sessions set proved_at = now() - interval '6 minutes' where user_id = $1", [
    patient.userId,
  ]);
  await field(page, 'form.emailAddress').fill('typed.once@example.org');
  await button(page, text('session.emailSave')).click();
  const dialog = page.getByRole('alertdialog', { name: text('layout.proofTitle') });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: text('core.cancel') }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(text('bar.passwordNeeded'))).toBeVisible();
  await expect(field(page, 'form.emailAddress')).toHaveValue('typed.once@example.org');
  await button(page, text('session.emailSave')).click();
  await dialog.getByRole('textbox', { name: text('core.password') }).fill('wrong');
  await dialog.getByRole('button', { name: text('layout.proofConfirm') }).click();
  await expect(dialog.getByText(text('bar.invalidOldPassword'))).toBeVisible();
  await dialog.getByRole('textbox', { name: text('core.password') }).fill(patient.password);
  await page.keyboard.press('Enter');
  // The page that was requested at the sign-in.
  await expect(page.getByRole('heading', { level: 1, name: text('facility.faqs'), exact: true })).toBeVisible();
  expect(await facility.db.value('select email from users where id = $1', [patient.userId])).toBe(
    'typed.once@example.org',
  );
});

test('the account’s language holds after a reload, and what was chosen before the sign-in is saved to it', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient({ language: 'es' });
  const faqs = (language: 'es' | 'fr') =>
    page.getByRole('heading', { level: 1, name: text('facility.faqs', {}, language), exact: true });
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/faqs' });
  await expect(faqs('es')).toBeVisible();
  await page.reload();
  await expect(faqs('es')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-MX');
  await page.goto(`${facility.portalUrl}/logout`);
  await expect(button(page, text('core.logIn', {}, 'es'))).toBeVisible();
  await page.goto(`${facility.portalUrl}/login?redirect=/faqs`);
  await page.getByRole('button', { name: /English$/ }).click();
  await page.getByRole('button', { name: 'Français' }).click();
  await field(page, 'core.username', 'fr').fill(patient.username);
  await field(page, 'core.password', 'fr').fill(patient.password);
  await button(page, text('core.logIn', {}, 'fr')).click();
  await expect(faqs('fr')).toBeVisible();
  await expect.poll(() => facility.db.value('select language from users where id = $1', [patient.userId])).toBe('fr');
});
