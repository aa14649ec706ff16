import type { Page } from 'playwright';
import { look, lookOnPaper } from '../../support/pageRules.ts';
import { expect, network, signInAs, test, text, textPattern } from '../../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const path = '/treatment-summary';
type Facility = Parameters<typeof signInAs>[1];
const open = (page: Page, facility: Facility, username: string) =>
  signInAs(page, facility, username, { path: `/login?redirect=${path}` });
const group = (page: Page, title: string) =>
  page.getByRole('region').filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
const home = (page: Page) => page.getByRole('link', { name: /^(Home|Dashboard)/ }).first();
const dots = (page: Page) => page.getByRole('img', { name: text('treatmentSummary.notSeenYet') });
const unseenOf = (facility: Facility, patientId: number) =>
  facility.db.value('select count(*)::int from treatment_summary_items where patient_id = $1 and seen_at is null', [
    patientId,
  ]);

/** A patient with this treatment summary: [group, fields, null message]; nothing of it has been seen. */
async function withSummary(facility: Facility, items: readonly (readonly [string, object, string?])[]) {
  const patient = await facility.newPatient();
  for (const [index, [key, fields, nullMessage = null]] of items.entries())
    await facility.db.query(
      `with made as (
         insert into record_resources (source, type, resource_id, patient_id, is_hidden, content_hash)
         values ('test', 'Basic', $2, $1, false, $2) returning id)
       insert into treatment_summary_items (resource_id, patient_id, position, group_key, kind, fields, null_message)
       select id, $1, 0, $3, 'own', $4::jsonb, $5 from made`,
      [patient.patientId, `${patient.username}-${String(index)}`, key, JSON.stringify(fields), nullMessage],
    );
  return patient;
}

test('/treatment-summary: title, a badge with the count of unseen items, and groups in the order of the server', async ({
  facility,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, facility, 'patient');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 2 })).toHaveCount(17);
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Diagnosis');
  await expect(page.getByRole('link', { name: /^Treatment summary.*3 not seen yet/ })).toBeVisible();

  await test.step('each item: a primary label and secondary labelled fields, a dot while it was not reviewed', async () => {
    const cancer = group(page, 'Diagnosis');
    await expect(cancer.getByRole('heading', { level: 3 }).filter({ hasText: 'upper-outer' })).toBeVisible();
    await expect(cancer.getByRole('definition').filter({ hasText: 'IIA (T2, N0, M0)' })).toBeVisible();
    await expect(cancer.getByRole('link', { name: '(555) 010-0142' })).toHaveAttribute('href', 'tel:+15550100142');
    await expect(dots(page)).toHaveCount(6);
  });
  await test.step('a placeholder shows its nullMessage; the year 1900 is no date; 1998-05 is a month', async () => {
    await expect(group(page, 'Transplant history')).toContainText('No transplant is recorded.');
    await expect(group(page, 'Surgery')).not.toContainText('1900');
    await expect(group(page, 'Allergies')).toContainText('May 1998');
    await expect(group(page, 'Social history')).toContainText('0.50');
  });
  await test.step('what is on the page leads to a group, and the address does not tell which', async () => {
    await page
      .getByRole('navigation', { name: text('records.contentsName') })
      .getByRole('button', { name: /^Social history/ })
      .click();
    await expect(page.getByRole('heading', { level: 2, name: 'Social history' })).toBeFocused();
    await expect(page.getByRole('heading', { level: 2, name: 'Social history' })).toBeInViewport();
    expect(new URL(page.url()).hash).toBe('');
  });
  await look(page, 'treatment summary');
  await lookOnPaper(page, 'treatment summary', /Juniper Applewhistle.*Mar 14, 1971/);
});

test('leaving the page marks the items as seen: by a step, by closing the tab, and never by somebody who acts for the patient', async ({
  facility,
  page,
}) => {
  const patient = await withSummary(facility, [
    ['Allergy', { allergen: 'Penicillin' }],
    ['Surgery', {}, 'No surgery is recorded.'],
  ]);
  // On a phone a group that is not opened stays new; that has a test of its own.
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, facility, patient.username);
  await expect(dots(page).first()).toBeVisible();
  expect(await unseenOf(facility, patient.patientId)).toBe(2);
  await home(page).click();
  await expect.poll(() => unseenOf(facility, patient.patientId)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Penicillin' })).toBeVisible();
  await expect(dots(page)).toHaveCount(0);

  await test.step('the tab is closed', async () => {
    const address = page.url();
    // An open page would learn of the change, and would report it as seen when it is left.
    await page.goto('about:blank');
    await facility.db.query('update treatment_summary_items set seen_at = null where patient_id = $1', [
      patient.patientId,
    ]);
    await page.goto(address);
    await expect(dots(page).first()).toBeVisible();
    await page.goto('about:blank');
    await expect.poll(() => unseenOf(facility, patient.patientId)).toBe(0);
  });

  await test.step('somebody else', async () => {
    const other = await page.context().newPage();
    const before = await facility.db.value(
      "select count(*)::int from treatment_summary_items i join patients p on p.id = i.patient_id join users u on u.id = p.user_id where u.username = 'patient' and seen_at is null",
    );
    await facility.db.query(
      "update treatment_summary_items i set seen_at = null from patients p join users u on u.id = p.user_id where p.id = i.patient_id and u.username = 'patient'",
    );
    const all = await facility.db.value('select count(*)::int from treatment_summary_items where seen_at is null');
    expect(before).not.toBe(all);
    await open(other, facility, 'representative');
    await expect(dots(other).first()).toBeVisible();
    await other.goto('about:blank');
    await signInAs(other, facility, 'patient', { path: '/login' });
    expect(await facility.db.value('select count(*)::int from treatment_summary_items where seen_at is null')).toBe(
      all,
    );
  });
});

test('on a phone the groups are folded with their counts; what was not opened stays new when the page is left', async ({
  facility,
  page,
}) => {
  const patient = await withSummary(facility, [
    ['Allergy', { allergen: 'Penicillin' }],
    ['Surgery', { procedureName: 'Lumpectomy' }],
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, facility, patient.username);
  const heads = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(heads).toHaveCount(2);
  await expect(heads.nth(0).getByRole('button')).toHaveAttribute('aria-expanded', 'true');
  await expect(heads.nth(1).getByRole('button')).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(1);
  await page.goto('about:blank');
  await expect.poll(() => unseenOf(facility, patient.patientId)).toBe(1);
  await page.goto(facility.portalUrl + path);
  await heads.nth(1).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2);
  await look(page, 'treatment summary, phone');
  await page.goto('about:blank');
  await expect.poll(() => unseenOf(facility, patient.patientId)).toBe(0);
});

test('No items to display, not loaded, and without a connection', async ({ facility, page }) => {
  const patient = await withSummary(facility, [['Allergy', { allergen: 'Penicillin' }]]);
  const empty = await facility.newPatient();
  await open(page, facility, empty.username);
  await expect(page.getByRole('heading', { name: text('records.empty') })).toBeVisible();
  await look(page, 'treatment summary, none');
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());

  await page.route(/\/treatmentSummary$/, (route) => route.fulfill({ status: 500, json: { error: 'unexpected' } }));
  await open(page, facility, patient.username);
  await expect(page.getByRole('heading', { name: text('records.failed') })).toBeVisible();
  await expect(page.getByText(text('records.failedText'))).toBeVisible();
  await expect(page.getByText(text('bar.unspecified'))).toHaveCount(0);
  await page.unroute(/\/treatmentSummary$/);
  await page.getByRole('button', { name: text('core.tryAgain') }).click();
  await expect(page.getByRole('heading', { name: 'Penicillin' })).toBeVisible();

  await test.step('what was loaded stays readable, with its age', async () => {
    await home(page).click();
    await expect.poll(() => unseenOf(facility, patient.patientId)).toBe(0);
    await expect(page.getByRole('heading', { name: text('records.noContacts') })).toBeVisible();
    await facility.portal.set(network.refuse);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Penicillin' })).toBeVisible();
    await expect(page.getByText(textPattern('records.savedCopy'))).toBeVisible();
    await facility.portal.set(network.pass);
  });
});
