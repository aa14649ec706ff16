import type { Page } from 'playwright';
import type { Facility } from '../../support/facility.ts';
import { look, lookOnPaper } from '../../support/pageRules.ts';
import { demoPassword, expect, network, signInAs, test, text } from '../../support/test.ts';

const open = (page: Page, facility: Facility) =>
  signInAs(page, facility, 'patient', { path: '/login?redirect=/test-results' });
const rows = (page: Page) => page.getByRole('main').locator('a[href*="/test-results?id="]');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name }).first();
const title = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const metabolic = 'Metabolic Panel, Complete Blood Count, Blood film';

test('list and details: selecting an item loads its details, and the badge clears with the count', async ({
  facility,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, facility);
  await expect(title(page, text('records.select'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText(text('testResults.critical_head'));
  await expect(rows(page).first()).toContainText('1 critical, 2 more outside the range');
  await expect(rows(page).first()).toContainText(text('records.change_new'));
  await rows(page).first().click();
  await expect(title(page, metabolic)).toBeVisible();
  await expect(rows(page).first()).toBeFocused();
  await expect(page).toHaveURL(/\/test-results\?id=\d+$/);
  await expect(rows(page).first()).not.toContainText(text('records.change_new'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 not reviewed');

  const of = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(of('Potassium')).toContainText(text('records.flag_criticalHigh'));
  await expect(of('Bilirubin')).toContainText(text('testResults.notGiven'));
  await expect(of('Magnesium')).toContainText(text('testResults.cancelled'));
  await expect(of('Reticulocytes')).toContainText('“A*”');
  await test.step('a single result whose text is longer than 20 characters is text and no table', async () => {
    await expect(page.getByRole('region', { name: 'Blood film' }).getByRole('table')).toHaveCount(0);
  });

  await test.step('the history of a value: words, a table, a file', async () => {
    await of('Hemoglobin').getByRole('button').press('Enter');
    const trend = page.getByRole('figure');
    await expect(trend).toContainText('Newest: 11.2 on');
    await expect(trend).toContainText('2 older values in other units are not mixed in.');
    await trend.getByText(text('testResults.asTable')).click();
    await expect(trend.getByRole('row')).toHaveCount(10);
    const href = await trend.getByRole('link', { name: text('testResults.csv') }).getAttribute('href');
    expect(decodeURIComponent(href ?? '')).toContain('Hemoglobin,"Nov');
  });

  await test.step('on paper an open history is words and a table, without what cannot be pressed there', async () => {
    await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    const trend = page.getByRole('figure');
    await expect(trend).toContainText('Newest: 11.2 on');
    await expect(trend.getByRole('row')).toHaveCount(10);
    await expect(trend.getByRole('row').nth(1)).toBeVisible();
    await expect(trend.getByText(text('testResults.asTable'))).toBeHidden();
    await expect(page.getByText(text('testResults.explanations'))).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
    await lookOnPaper(page, 'a test result with a history', /Northlight.*Juniper Applewhistle/);
  });
});

test('the date filter persists across visits; an empty one says how many older ones there are', async ({
  facility,
  page,
}) => {
  await open(page, facility);
  await page.getByRole('button', { name: text('records.filter'), exact: true }).click();
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: text('records.date_Last3Months') }) })
    .click();
  await page.getByRole('combobox', { name: text('testResults.procedure') }).selectOption('Urinalysis');
  await expect(page.getByText('Nothing from this time. There is 1 older result.')).toBeVisible();
  await expect
    .poll(() =>
      facility.db.query("select value from user_preferences where name = 'PatientPortal_LabResultFilter_Date'"),
    )
    .toEqual([{ value: 'Last3Months' }]);
  await page.reload();
  await expect(page.getByText(text('records.date_Last3Months'))).toBeVisible();
  await page.getByRole('button', { name: /^Show \d+ older results$/ }).click();
  await expect(row(page, 'Urinalysis')).toBeVisible();
});

test('by test: one row for each with its newest value, which opens to its history and leads to each result', async ({
  facility,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, facility);
  await page.getByRole('radio', { name: text('testResults.byTest') }).check({ force: true });
  const tests = page.getByRole('main').getByRole('heading', { level: 3 }).getByRole('button');
  const hemoglobin = tests.filter({ hasText: 'Hemoglobin' });
  await expect(hemoglobin).toContainText('11.2 g/dL');
  await expect(hemoglobin).toContainText(text('records.flag_low'));
  await expect(hemoglobin).toContainText(/Down from 11\.8 on /);
  await expect(tests.filter({ hasText: 'Magnesium' })).toHaveCount(0);

  await hemoglobin.press('Enter');
  const trend = page.getByRole('figure');
  await expect(trend).toContainText('Newest: 11.2 on');
  await expect(trend).toContainText('2 older values in other units are not mixed in.');
  const values = page.getByRole('table', { name: 'Hemoglobin' });
  await expect(values.getByRole('row')).toHaveCount(10);
  await look(page, 'test results, by test');

  await test.step('a value leads to its result, and back to the value on a small screen', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await values.getByRole('link').nth(1).click();
    await expect(page).toHaveURL(/\/test-results\?id=\d+$/);
    await expect(page.getByRole('row').filter({ hasText: 'Hemoglobin' }).first()).toContainText('11.8');
    await page.getByRole('link', { name: text('testResults.back') }).click();
    await expect(values.getByRole('link').nth(1)).toBeFocused();
  });

  await test.step('a test is found by its name; what was chosen stays with the account', async () => {
    await page.getByRole('searchbox', { name: text('testResults.findTest') }).fill('potas');
    await expect(tests).toHaveCount(1);
    await expect(tests).toContainText(text('records.flag_criticalHigh'));
    await expect
      .poll(() => facility.db.query("select value from user_preferences where name = 'PatientPortal_LabResults_View'"))
      .toEqual([{ value: 'test' }]);
    await page.reload();
    await expect(hemoglobin).toBeVisible();
    await page.getByRole('radio', { name: text('testResults.byDate') }).check({ force: true });
    await expect(rows(page).first()).toBeVisible();
  });
});

test('small screens show the list first, then the details with "Back to Test Results"', async ({ facility, page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, facility);
  await row(page, 'Vitamin D').click();
  await expect(title(page, 'Vitamin D')).toBeVisible();
  await expect(row(page, 'Vitamin D')).toBeHidden();
  await page.getByRole('link', { name: text('testResults.back') }).click();
  await expect(row(page, 'Vitamin D')).toBeVisible();
  await expect(title(page, 'Vitamin D')).toBeHidden();
});

test('who chose to be asked decides for each new result: it waits without a word of what is in it, or opens', async ({
  facility,
  page,
}) => {
  await facility.db.query(
    "insert into user_preferences (user_id, name, value) select id, 'PatientPortal_LabResults_Opening', 'askFirst' from users where username = 'patient' on conflict do nothing",
  );
  await facility.db.query(
    "update record_resources set reviewed_at = null where resource_id like 'marker-new%' or resource_id like 'vitamin%'",
  );
  await open(page, facility);
  await row(page, 'Tumor Marker CA 15-3').click();
  await expect(page.getByRole('heading', { name: text('testResults.askTitle') })).toBeVisible();
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: text('testResults.wait') }).click();
  await expect(page.getByRole('heading', { name: text('testResults.waitingTitle') })).toBeVisible();
  await page.getByRole('button', { name: text('testResults.openNow') }).click();
  await expect(page.getByRole('table').first()).toContainText('Cancer antigen 15-3');
});

test('several results are saved after the password; offline, failed and not allowed say so', async ({
  facility,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, facility);
  await expect(rows(page).first()).toBeVisible();

  await test.step('several results as one PDF ask for the password first', async () => {
    await facility.db.query("update sessions set proved_at = now() - interval '10 minutes'");
    await page.getByRole('button', { name: text('records.filter'), exact: true }).click();
    await page.getByRole('button', { name: /^Save these \d+ as one PDF$/ }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('textbox', { name: text('core.password') })
      .fill(demoPassword);
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: text('layout.proofConfirm'), exact: true }).click();
    expect((await coming).suggestedFilename()).toBe('TestResults.pdf');
  });

  await test.step('offline', async () => {
    await facility.portal.set(network.refuse);
    await row(page, 'Vitamin D').click();
    await expect(page.getByText(text('records.offline')).first()).toBeVisible();
    await facility.portal.set(network.pass);
    await expect(title(page, 'Vitamin D')).toBeVisible();
  });

  await test.step('failed: the page says so and tries again', async () => {
    await page.route(/labresults\/published$/, (route) =>
      route.fulfill({ status: 500, json: { error: 'unexpected' } }),
    );
    await page.reload();
    await expect(page.getByText(text('testResults.failed'))).toBeVisible();
    await page.unroute(/labresults\/published$/);
    await page
      .getByRole('main')
      .getByRole('button', { name: text('core.tryAgain') })
      .first()
      .click();
    await expect(rows(page).first()).toBeVisible();
  });

  await test.step('not allowed: whoever acts for the patient without the right', async () => {
    await facility.db.query(
      `delete from representative_rights where section = 'TestResults' and user_id = (select id from users where username = 'representative')`,
    );
    await page.goto(`${facility.portalUrl}/logout`);
    await page.context().clearCookies();
    await page.evaluate(() => sessionStorage.clear());
    await signInAs(page, facility, 'representative', { path: '/login?redirect=/test-results' });
    await expect(page.getByText(text('layout.notGivenTitle', { name: 'Juniper Applewhistle' }))).toBeVisible();
  });
});

test('rows below the fold of the list that are not read make the page no longer', async ({ facility, page }) => {
  await facility.db.query('update record_resources set reviewed_at = null');
  await page.setViewportSize({ width: 1280, height: 520 });
  await open(page, facility);
  await expect(rows(page).last()).toContainText(text('records.change_new'));
  await expect(rows(page).last()).not.toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const below = await page
    .getByRole('contentinfo')
    .evaluate((footer) => innerHeight - footer.getBoundingClientRect().bottom);
  expect(below).toBeLessThan(40);
});
