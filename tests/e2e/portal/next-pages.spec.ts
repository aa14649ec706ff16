import { contractVersion, versionHeader } from '@portal/api';
import type { Page } from 'playwright';
import { holdBack } from '../../support/holdBack.ts';
import { look } from '../../support/pageRules.ts';
import { greeting } from '../../support/signIn.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';
import { comesBack } from '../../support/tryAgain.ts';
import { hasWorker } from '../../support/worker.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const switchedOn = 'capabilities = capabilities || \'{"Questionnaires": []}\'';
const switchedOff = "capabilities = capabilities - 'Questionnaires'";
const northlight = "where id = (select facility_id from users where username = 'patient')";

test('any other path opens the tabbed home shell for whoever is signed in, and stands alone for others', async ({
  facility,
  page,
}) => {
  await page.goto(`${facility.portalUrl}/no/such/page`);
  await expect(heading(page, text('core.notFoundTitle'))).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(text('core.notFoundTitle')));
  await expect(button(page, text('layout.menu'))).toHaveCount(0);

  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username);
  await page.goto(`${facility.portalUrl}/no/such/page`);
  await expect(heading(page, text('core.notFoundTitle'))).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(text('core.notFoundTitle')));
  await look(page, 'unknown path, signed in');
  await page.getByRole('link', { name: text('core.toStart') }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(greeting(page)).toBeVisible();
});

test('a capability that the facility switches takes effect without a new login: by a refusal, by coming back, by the route', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.assign(patient.patientId, 'Before your visit');
  await page.clock.install();
  await signInAs(page, facility, patient.username);
  const row = page.getByRole('button', { name: /Before your visit/ }).first();
  await expect(row).toBeVisible();
  const gone = page.getByText(text('layout.notForYouTitle'));
  const comeBack = () => page.evaluate(() => void window.dispatchEvent(new Event('focus')));

  await test.step('a call of the module answers 404', async () => {
    await page.clock.fastForward(5_000);
    const pressed = await row.elementHandle();
    await facility.db.query(`update facilities set ${switchedOff} ${northlight}`);
    // Dispatched at once on the element found before: any other request is refused now too, and the row disappears.
    await pressed?.dispatchEvent('click');
    await expect(gone).toBeVisible();
    await expect(page.getByRole('link', { name: text('questionnaires.tab') })).toHaveCount(0);
  });
  await test.step('coming back to the window', async () => {
    await page.goto(`${facility.portalUrl}/questionnaires`);
    await expect(gone).toBeVisible();
    await facility.db.query(`update facilities set ${switchedOn} ${northlight}`);
    // A request on its way may have been sent before the switch, so coming back is repeated until the page has asked anew.
    await expect(async () => {
      await page.clock.fastForward(5_000);
      await comeBack();
      await expect(page.getByRole('heading', { level: 2, name: 'Before your visit' })).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 30_000 });
    await expect(page.getByRole('link', { name: text('questionnaires.tab') })).toBeVisible();
  });
  await test.step('going on after more than a minute', async () => {
    await facility.db.query(`update facilities set ${switchedOff} ${northlight}`);
    await page.clock.fastForward(61_000);
    await page.evaluate(() => history.pushState(null, '', '/dashboard'));
    await page.goBack();
    await expect(gone.or(page.getByText(text('dashboard.nothingYetTitle')))).toBeVisible();
  });
  await facility.db.query(`update facilities set ${switchedOn} ${northlight}`);
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a server that is down: a page says so and tries again; a first load comes from this device and leads to what is kept', async ({
    facility,
    page,
    context,
  }) => {
    const patient = await facility.newPatient();
    await signInAs(page, facility, patient.username);
    await expect(heading(page, text('questionnaires.title'))).toBeVisible();
    await hasWorker(page);
    await test.step('the database is away: the page says so, and Try again helps once it is back', async () => {
      await page.route('**/loginprofile', (route) =>
        route.fulfill({ status: 503, contentType: 'application/json', body: '{"error":"unavailable"}' }),
      );
      await page.reload();
      await expect(heading(page, text('core.errorTitle'))).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(text('core.errorTitle')));
      await look(page, 'server down');
      await page.unroute('**/loginprofile');
      await comesBack(page, heading(page, text('questionnaires.title')));
    });
    await test.step('nothing answers at all: the first load comes through the worker, with a way on', async () => {
      await facility.portal.set(network.refuse);
      const later = await context.newPage();
      await later.goto(`${facility.portalUrl}/questionnaires`);
      await expect(button(later, text('session.unlock'))).toBeVisible();
      await expect(later.getByText(text('layout.offline'), { exact: true }).first()).toBeVisible();
      await later.close();
    });
  });
});

test('an old version is told that a new one is ready and loses nothing that is being filled in', async ({
  facility,
  browser,
}) => {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    locale: 'es-MX',
    viewport: { width: 390, height: 844 },
  });
  try {
    const page = await context.newPage();
    const patient = await facility.newPatient({ language: 'es' });
    const assigned = await facility.assign(patient.patientId, 'Before your visit');
    await page.goto(
      `${facility.portalUrl}/login?redirect=${encodeURIComponent(`/complete-questionnaire?assignedQuestionnaireId=${assigned}`)}`,
    );
    await page.locator('input[autocomplete^=username]').fill(patient.username);
    await page.locator('input[autocomplete=current-password]').fill(patient.password);
    await button(page, text('core.logIn', {}, 'es')).click();
    const answer = page.getByRole('radio', { name: 'I feel better' });
    await expect(answer).toBeVisible();
    // The server is updated while the page is open.
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        headers: { ...response.headers(), [versionHeader]: String(contractVersion + 1) },
      });
    });
    await answer.check();
    await expect(page.getByText(text('layout.updateReady', {}, 'es'))).toBeVisible();
    await expect(page.getByText(text('layout.updateSheet', {}, 'es'))).toBeVisible();
    await expect(answer).toBeChecked();
    // Requests on their way are answered first.
    await page.unrouteAll({ behavior: 'wait' });
    await button(page, text('layout.update', {}, 'es')).click();
    await expect(page.getByText(text('layout.updateReady', {}, 'es'))).toBeHidden();
    await expect(answer).toBeChecked();
  } finally {
    await context.close();
  }
});

test('a pressed link is marked until its page is there, and not where that is the open one', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const bring = await holdBack(page, '**/AppointmentsPage-*.js');
  await signInAs(page, facility, patient.username);
  const tab = page
    .getByRole('navigation', { name: text('layout.shortNavigation'), exact: true })
    .getByRole('link', { name: text('appointments.tab') });
  await tab.click();
  await expect(tab).toHaveAttribute('data-going');
  await expect(heading(page, text('appointments.title'))).toHaveCount(0);
  bring();
  await expect(heading(page, text('appointments.title'))).toBeVisible();
  await expect(tab).not.toHaveAttribute('data-going');

  await tab.click();
  await expect(tab).not.toHaveAttribute('data-going');
  await expect(heading(page, text('appointments.title'))).toBeVisible();
});
