import type { Page } from 'playwright';
import { openSetting } from '../../support/accountSettings.ts';
import { hasDeviceKey } from '../../support/deviceKey.ts';
import { born, invitedPatient, invitedRepresentative } from '../../support/invitations.ts';
import { look, lookOnPaper } from '../../support/pageRules.ts';
import { demoPassword, expect, network, signInAs, test, text, textPattern } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';

// Animations must end before a colour is measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'parallel' });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function fillIn(page: Page, username: string, password: string = demoPassword): Promise<void> {
  await page.getByRole('textbox', { name: text('core.username') }).fill(username);
  await page.getByRole('textbox', { name: text('core.password') }).fill(password);
  await button(page, text('core.logIn')).click();
}

test('the pages before signing in break no rule', async ({ facility, page }) => {
  await page.goto(`${facility.portalUrl}/login`);
  await expect(button(page, text('core.logIn'))).toBeVisible();
  await look(page, 'login');

  await page.getByRole('button', { name: 'English' }).click();
  await expect(
    page.getByRole('menuitem', { name: 'Español' }).or(page.getByRole('button', { name: 'Español' })),
  ).toBeVisible();
  await look(page, 'login, languages');
  await page.keyboard.press('Escape');

  await button(page, text('core.logIn')).click();
  await expect(page.getByRole('textbox', { name: text('core.username') })).toHaveAttribute('aria-invalid', 'true');
  await look(page, 'login, nothing entered');

  await fillIn(page, 'patient', 'not the password');
  await expect(page.getByText(text('bar.invalidgrant'))).toBeVisible();
  await look(page, 'login, wrong password');

  await button(page, text('core.termsOfUse')).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'terms of use beneath the form');
  await page.keyboard.press('Escape');

  await page.goto(`${facility.portalUrl}/no-such-page`);
  await expect(heading(page, text('core.notFoundTitle'))).toBeVisible();
  await look(page, 'unknown path');
});

test('the pages on the way in break no rule', async ({ facility, page }) => {
  await page.goto(`${facility.portalUrl}/login`);
  await fillIn(page, 'newpatient');
  await expect(heading(page, text('core.termsOfUse'))).toBeVisible();
  await expect(page.getByRole('checkbox', { name: text('form.termsAccept') })).toBeVisible();
  await look(page, 'terms');
  await button(page, text('core.continue')).click();
  await expect(page.getByText(text('session.termsMustAccept'))).toBeVisible();
  await look(page, 'terms, not accepted');
  await button(page, text('core.cancel')).click();
  await expect(page.getByRole('textbox', { name: text('core.username') })).toBeVisible();

  await fillIn(page, 'expired');
  await expect(heading(page, text('session.passwordTitle'))).toBeVisible();
  await look(page, 'password');
  await page.getByRole('textbox', { name: text('form.newPassword'), exact: true }).fill('short');
  await page.getByRole('textbox', { name: text('form.confirmPassword') }).fill('other');
  await button(page, text('session.changePassword')).click();
  await expect(page.getByText(text('form.passwordRulesFailed'))).toBeVisible();
  await look(page, 'password, broken rules');

  await facility.db.query(
    "update facilities set capabilities = capabilities - 'Questionnaires' where id = (select facility_id from users where username = 'limited')",
  );
  await page.goto(`${facility.portalUrl}/login?redirect=/questionnaires`);
  await fillIn(page, 'limited');
  await expect(page.getByText(text('layout.notForYouTitle', {}, 'es'))).toBeVisible();
  await look(page, 'not for you');
});

test('the other ways in, and what a session ends with, break no rule', async ({ facility, page }) => {
  const open = async (path: string, title: Parameters<typeof text>[0]) => {
    await page.goto('about:blank');
    await page.goto(facility.portalUrl + path);
    await expect(heading(page, text(title))).toBeVisible();
  };
  await open('/linkLogin?patientid=1&data=invented', 'session.linkTitle');
  await button(page, text('core.logIn')).click();
  await expect(page.getByText(text('form.dateMissing'))).toBeVisible();
  await look(page, 'emailed link, nothing entered');
  await open('/linkLogin?patientid=1', 'session.linkIncompleteTitle');
  await look(page, 'emailed link, not whole');
  await open('/singleSignOn?sso-id=invented', 'session.ssoFailedTitle');
  await look(page, 'single sign-on failed');
  await open('/ssoLogout', 'session.ssoLogoutTitle');
  await expect(page.getByText(text('session.ssoLogoutText'))).toBeVisible();
  await look(page, 'single sign-on ended');
  await open('/check-receipt', 'questionnaires.receiptTitle');
  await page.getByRole('textbox', { name: text('questionnaires.receiptNumber') }).fill('7K3M 9QWX E2HD');
  await button(page, text('questionnaires.receiptCheck')).click();
  await expect(page.getByText(text('questionnaires.receiptUnknownText'))).toBeVisible();
  await look(page, 'receipt, unknown');
  await open('/shared-summary', 'healthSummary.openTitle');
  await expect(page.getByText(text('healthSummary.openNoLinkText'))).toBeVisible();
  await look(page, 'shared summary, link not whole');
  await open('/forgot-username', 'session.usernameTitle');
  await open('/reset-password', 'session.resetTitle');
  await look(page, 'forgotten password');
  await open('/reset-password#t=invented', 'session.resetTitle');
  await expect(page.getByText(text('form.useAtLeast'))).toBeVisible();
  await button(page, text('session.resetSave')).click();
  await expect(page.getByText(text('core.required'))).toHaveCount(2);
  await look(page, 'new password, nothing entered');
  await open('/confirm-email?u=invented', 'session.confirmEmailTitle');
  await look(page, 'confirm email');
  await page.goto(`${facility.portalUrl}/login`);
  await fillIn(page, 'noemail');
  await expect(heading(page, text('session.provideEmailTitle'))).toBeVisible();
  await button(page, text('session.emailSave')).click();
  await expect(page.getByText(text('core.required'))).toBeVisible();
  await look(page, 'provide email, nothing entered');
});

test('the dashboard, a sheet opened, nothing there, and the choice of a patient break no rule', async ({
  facility,
  page,
}) => {
  await signInAs(page, facility, 'patient', { path: '/login' });
  await page.getByRole('button', { name: text('dashboard.allContacts') }).click();
  await expect(page.getByRole('button', { name: /^Wilhelmina/ })).toBeVisible();
  await look(page, 'dashboard');
  await lookOnPaper(page, 'dashboard', /Northlight.*Juniper Applewhistle/);
  await page.getByRole('button', { name: /^Wilhelmina/ }).click();
  await expect(page.getByText(/The Old Coach House/)).toBeVisible();
  await look(page, 'dashboard, a contact');
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username, { path: '/login' });
  await expect(page.getByRole('heading', { name: text('records.noContacts') })).toBeVisible();
  await look(page, 'dashboard, empty');
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await signInAs(page, facility, 'representative', { path: '/login' });
  await button(page, text('layout.choosePatient')).click();
  await expect(button(page, text('layout.actFor', { name: 'Lavinia Crabtree' }))).toBeVisible();
  await look(page, 'dashboard of a representative');
});

test('bringing a summary of another clinic breaks no rule', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/bring-summary' });
  await expect(heading(page, text('healthSummary.bringTitle'))).toBeVisible();
  await page.getByRole('textbox', { name: text('healthSummary.bringLink') }).fill('shc:/1/2/5676');
  await button(page, text('records.openFile')).click();
  await expect(page.getByText(text('healthSummary.bringPartOfCard', { read: 1, of: 2 }))).toBeVisible();
  await look(page, 'bring a summary, one of several codes');
});

test('the list, its dialogs and the navigation break no rule', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient');
  await expect(page.getByRole('heading', { level: 2, name: 'How are you doing?' })).toBeVisible();
  await look(page, 'list');
  await page.getByText(text('questionnaires.history'), { exact: true }).click();
  await expect(
    page.getByRole('button', { name: new RegExp(`^${text('questionnaires.review')}`) }).first(),
  ).toBeVisible();
  await look(page, 'history');
  await page
    .getByRole('button', { name: new RegExp(`^${text('questionnaires.review')}`) })
    .first()
    .click();
  await expect(page.getByRole('button', { name: text('records.print') })).toBeVisible();
  await look(page, 'review');
  await page.getByRole('link', { name: text('questionnaires.titleScores') }).click();
  await page.waitForURL('**/questionnaire-scores?*');
  await page.getByText(text('questionnaires.scoresAsTable')).first().click();
  await expect(page.getByRole('row')).toHaveCount(7);
  await look(page, 'scores over time');
  await page.goBack();
  await expect(page.getByRole('button', { name: text('records.print') })).toBeVisible();
  await page.goBack();
  await page.getByText(text('questionnaires.current'), { exact: true }).click();
  await page
    .getByRole('button', { name: new RegExp(`^${text('questionnaires.decline')}`) })
    .first()
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look(page, 'decline');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: text('layout.menu') }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'menu');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: /Juniper/ }).click();
  await expect(page.getByText(text('layout.logOut'), { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
});

test('filling in, with and without a connection, and leaving break no rule', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await facility.assign(patient.patientId, 'How are you doing?');
  await signInAs(page, facility, patient.username);
  await page
    .getByRole('button', { name: /How are you doing\?/ })
    .first()
    .click();
  await expect(page.getByRole('radio', { name: 'So-so' })).toBeVisible();
  await look(page, 'fill');
  await page.getByRole('radio', { name: 'So-so' }).check();
  await page.getByRole('checkbox', { name: 'Something else' }).first().check();
  await page.getByRole('combobox', { name: /Who do you live with/ }).selectOption({ label: 'Something else' });
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(page.getByText(text('bar.questionnairevalidatefailed'))).toBeVisible();
  await look(page, 'fill, errors');
  await button(page, text('questionnaires.leave')).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look(page, 'leave');
  await button(page, text('questionnaires.leaveStay')).click();

  await facility.portal.set(network.refuse);
  await page.getByRole('textbox', { name: /Who helps you at home/ }).fill('My daughter');
  await expect(page.getByText(text('questionnaires.offlineTitle'), { exact: true }).first()).toBeVisible();
  await look(page, 'fill, offline');
});

test('filled in and sent: the result breaks no rule', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  const mood = await facility.assign(patient.patientId, 'Your mood this week');
  await signInAs(page, facility, patient.username, {
    path: `/login?redirect=${encodeURIComponent(`/complete-questionnaire?assignedQuestionnaireId=${mood}`)}`,
  });
  const groups = page.getByRole('radiogroup');
  await expect(groups).toHaveCount(6);
  // By keyboard, because presses as quick as a test's, each at the place of the one before, count as second taps.
  for (const group of await groups.all()) {
    await group.getByRole('radio').nth(2).press('Space');
    await expect(group.getByRole('radio').nth(2)).toBeChecked();
  }
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(page).toHaveURL(/questionnaire-scoring/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look(page, 'result');
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('without a server: the sign-in and what is on this device break no rule', async ({
    facility,
    page,
    context,
  }) => {
    const patient = await facility.newPatient();
    const assigned = await facility.assign(patient.patientId, 'Before your visit');
    const key = hasDeviceKey(page);
    await signInAs(page, facility, patient.username, {
      path: `/login?redirect=${encodeURIComponent(`/complete-questionnaire?assignedQuestionnaireId=${assigned}`)}`,
    });
    await page.getByRole('radio', { name: 'I feel better' }).check();
    await expect(page.getByText(text('questionnaires.saved'), { exact: true })).toBeVisible();
    await hasWorker(page);
    await key;
    await facility.portal.set(network.refuse);
    await page.getByRole('radio', { name: 'I feel worse' }).check();
    await expect(page.getByText(text('questionnaires.savedOnDevice'), { exact: true })).toBeVisible();
    await page.close();
    const start = await context.newPage();
    await start.goto(`${facility.portalUrl}/questionnaires`);
    await expect(button(start, text('session.unlock'))).toBeVisible();
    await look(start, 'unlock');
    await start.getByRole('textbox', { name: text('core.username') }).fill(patient.username);
    await start.getByRole('textbox', { name: text('core.password') }).fill(patient.password);
    await button(start, text('session.unlock')).click();
    await expect(heading(start, text('questionnaires.unsentTitle'))).toBeVisible();
    await look(start, 'what is on this device');
  });

  test('the question on logging out and the warning before locking break no rule', async ({ facility, page }) => {
    const patient = await facility.newPatient();
    const assigned = await facility.assign(patient.patientId, 'Before your visit');
    await page.clock.install();
    const key = hasDeviceKey(page);
    await signInAs(page, facility, patient.username, {
      path: `/login?redirect=${encodeURIComponent(`/complete-questionnaire?assignedQuestionnaireId=${assigned}`)}`,
    });
    await page.getByRole('radio', { name: 'I feel better' }).check();
    await expect(page.getByText(text('questionnaires.saved'), { exact: true })).toBeVisible();
    // Without a network only what the worker has stored can be shown.
    await hasWorker(page);
    await key;
    await page.clock.fastForward(13 * 60_000 + 1000);
    await expect(page.getByText(text('layout.stillThere'))).toBeVisible();
    await look(page, 'inactivity');
    await button(page, text('core.stayLoggedIn')).click();
    await facility.portal.set(network.refuse);
    await page.getByRole('radio', { name: 'I feel worse' }).check();
    await button(page, text('questionnaires.leave')).click();
    await button(page, text('questionnaires.leaveKeep')).click();
    await page.getByRole('button', { name: text('layout.menu') }).click();
    await page.getByRole('link', { name: text('layout.logOut') }).click();
    await expect(page.getByRole('heading', { name: text('session.logoutTitleAsk') })).toBeVisible();
    await expect(page.getByText(textPattern('session.logoutKeepHint'))).toBeVisible();
    await look(page, 'logging out');
  });
});

test('signing up breaks no rule', async ({ facility, page }) => {
  const who = await invitedPatient(facility);
  await page.goto(`${facility.portalUrl}/sign-up`);
  await expect(heading(page, text('signUp.identityTitle'))).toBeVisible();
  await button(page, text('signUp.next')).click();
  await expect(page.getByRole('textbox', { name: text('form.firstName') })).toBeFocused();
  await page.getByRole('textbox', { name: text('core.day') }).fill('45');
  await look(page, 'sign-up, errors');
  await button(page, text('core.cancel')).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look(page, 'sign-up, cancel');
  await button(page, text('form.cancelDismiss')).click();
  await page.getByRole('textbox', { name: text('form.firstName') }).fill(who.firstName);
  await page.getByRole('textbox', { name: text('form.lastName') }).fill(who.lastName);
  for (const part of ['day', 'month', 'year'] as const)
    await page.getByRole('textbox', { name: text(`core.${part}`) }).fill(born[part]);
  await page.getByRole('textbox', { name: text('signUp.pin') }).fill(who.pin);
  await button(page, text('signUp.next')).click();
  await expect(heading(page, text('signUp.emailTitle'))).toBeVisible();
  await look(page, 'sign-up, email');
  await page.getByRole('textbox', { name: text('form.emailAddress') }).fill('someone@example.org');
  await button(page, text('signUp.next')).click();
  await expect(heading(page, text('signUp.accountTitle'))).toBeVisible();
  await page.getByRole('textbox', { name: text('core.username') }).fill('.no');
  await page.getByRole('textbox', { name: text('core.password'), exact: true }).fill('Quiet');
  await button(page, text('signUp.create')).click();
  await expect(page.getByText(text('signUp.termsMustAccept'))).toBeVisible();
  await look(page, 'create account, errors');
  const { token } = await invitedRepresentative(facility, who.patientId, 'helper@example.org');
  await page.goto(`${facility.portalUrl}/auth-rep-sign-up?u=${token}`);
  await expect(heading(page, text('signUp.invitationTitle'))).toBeVisible();
  await look(page, 'representative');
  await page.goto(`${facility.portalUrl}/auth-rep-sign-up`);
  await expect(heading(page, text('signUp.noInvitationTitle'))).toBeVisible();
  await look(page, 'representative, no invitation');
});

test('appointments break no rule', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/appointments' });
  const row = page.getByRole('main').getByRole('link', { name: /Oncology follow-up/ });
  await expect(row.first()).toBeVisible();
  await button(page, text('records.filter')).click();
  await look(page, 'appointments, filter open');
  await lookOnPaper(page, 'appointments', /Juniper Applewhistle.*Mar 14, 1971/);
  const address = await row.first().getAttribute('href');
  await page.goto(`${facility.portalUrl}${address ?? ''}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Oncology follow-up' })).toBeVisible();
  await look(page, 'one appointment');
  await lookOnPaper(page, 'one appointment', /Juniper Applewhistle.*Mar 14, 1971/);
});

test('the follow-up plan and its details break no rule', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/followup-plan' });
  await expect(page.locator('tbody').getByRole('row').nth(5)).toBeVisible();
  await page
    .getByRole('button', { name: /^Show more about/ })
    .nth(2)
    .press('Enter');
  await button(page, text('table.details')).click();
  await look(page, 'follow-up plan, a row and the details open');
  await lookOnPaper(page, 'follow-up plan', /Juniper Applewhistle.*Mar 14, 1971/);
});

test('the account, its notices and the activity log break no rule', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/account-settings' });
  await expect(page.getByRole('button', { name: /Juniper Applewhistle/ })).toBeVisible();
  await look(page, 'account settings');
  await lookOnPaper(page, 'account settings', /Juniper Applewhistle.*Mar 14, 1971/);
  await page.getByRole('link', { name: new RegExp(`^${text('account.notifications')}`) }).click();
  await page.getByRole('link', { name: text('account.patient') }).click();
  await expect(page.getByText(text('account.fact_mrn'))).toBeVisible();
  for (const setting of ['account.places', 'account.changePassword', 'account.records'] as const)
    await openSetting(page, setting);
  await expect(page.getByText(text('account.thisPlace'), { exact: true }).first()).toBeVisible();
  await page
    .locator('#change-password')
    .getByRole('button', { name: text('form.save') })
    .click();
  await look(page, 'account settings, password with errors');
  await page.goto(`${facility.portalUrl}/notification-settings`);
  await expect(page.getByRole('group', { name: text('account.kind_followUp') })).toBeVisible();
  await look(page, 'notification settings');
  await page.goto(`${facility.portalUrl}/personal-data`);
  await expect(page.getByText(/^Showing \d+ entr/)).toBeVisible();
  await look(page, 'activity log');
  await lookOnPaper(page, 'activity log', /Juniper Applewhistle.*Mar 14, 1971/);
});

test('test results, one of them and one that asks break no rule', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/test-results' });
  const first = page.getByRole('main').locator('a[href*="/test-results?id="]').first();
  await expect(first).toBeVisible();
  await button(page, text('records.filter')).click();
  await look(page, 'test results, filter open');
  await lookOnPaper(page, 'test results', /Juniper Applewhistle.*Mar 14, 1971/);
  await first.click();
  await page
    .getByRole('button', { name: /values of Hemoglobin/ })
    .first()
    .press('Enter');
  await page.getByText(text('testResults.explanations')).click();
  await look(page, 'one test result, a history open');
  await lookOnPaper(page, 'one test result', /Juniper Applewhistle.*Mar 14, 1971/);
  await facility.db.query(
    "insert into user_preferences (user_id, name, value) select id, 'PatientPortal_LabResults_Opening', 'askFirst' from users where username = 'patient'",
  );
  await page.goto(`${facility.portalUrl}/test-results`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Tumor Marker/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: text('testResults.askTitle') })).toBeVisible();
  await look(page, 'a test result that asks');
});
