import type { Page } from 'playwright';
import { expect, signInAs, test, text } from '../../support/test.ts';
import type { Facility } from '../../support/facility.ts';

const open = (page: Page, facility: Facility, username = 'patient') =>
  signInAs(page, facility, username, { path: '/login?redirect=/followup-plan' });
const bodyRows = (page: Page) => page.locator('tbody').getByRole('row');
const row = (page: Page, label: string) => bodyRows(page).filter({ hasText: label });

test('table: label, date with status, provider name, one check column per task category', async ({
  facility,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, facility);
  const heads = ['followUpPlan.label', 'records.date', 'records.provider'] as const;
  for (const key of heads) await expect(page.getByRole('columnheader', { name: text(key), exact: true })).toBeVisible();
  for (const category of ['Physical exam', 'Imaging', 'Blood tests', 'Well-being'])
    await expect(page.getByRole('columnheader', { name: category, exact: true })).toBeVisible();

  await test.step('completed, missed, overdue and flagged, scheduled, recommended', async () => {
    for (const [label, status] of [
      ['First survivorship visit', 'Completed'],
      ['Three month visit', 'Missed'],
      ['Six month visit', 'Overdue'],
      ['Nine month visit', 'Scheduled'],
      ['Bone density test', 'Recommended'],
      ['Nutrition counselling', 'Cancelled'],
    ] as const) {
      await expect(row(page, label).getByRole('cell').nth(0), label).toContainText(text(`records.visit${status}`));
      await expect(row(page, label).getByText(/^Was due in (early|the middle of|late) \w+/), label).toHaveCount(
        status === 'Overdue' ? 1 : 0,
      );
    }
  });
  await test.step('the provider’s name is split at the comma', async () => {
    await expect(row(page, 'Six month visit').getByRole('rowheader')).toContainText('Six month visit');
    await expect(row(page, 'Six month visit').getByRole('cell').nth(1)).toHaveText(/Ottoline Fernbrook$/);
    await expect(row(page, 'Bone density test').getByRole('cell').nth(1)).toHaveText(/Northlight Imaging$/);
  });
  await test.step('done shows a check, not done yet a clock and no box to tick, N/A', async () => {
    const cells = row(page, 'Six month visit').getByRole('cell');
    await expect(cells.nth(2)).toContainText(text('followUpPlan.unaddressed'));
    await expect(cells.nth(3)).toContainText(text('followUpPlan.addressed'));
    await expect(cells.nth(3).locator('svg')).toHaveCount(1);
    await expect(cells.nth(2).locator('svg')).toHaveCount(1);
    await expect(cells.nth(5)).toContainText(text('followUpPlan.notApplicable'));
    await expect(cells.nth(3)).toContainText('Mammogram of both sides');
  });
  await test.step('a notification settings line and a time zone line', async () => {
    await expect(page.getByText('You get follow-up reminders by email and text message.')).toBeVisible();
    await expect(page.getByText(/^Times are shown in Eastern Time \((E[SD]T|EDT or EST)\)\.$/)).toBeVisible();
  });
});

test('Details: start date, instructions, guidelines with effective date', async ({ facility, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, facility);
  const button = page.getByRole('button', { name: text('table.details'), exact: true });
  await button.press('Enter');
  const details = page.getByRole('region', { name: text('followUpPlan.detailsOf') });
  await expect(details.getByText(text('followUpPlan.startDate'))).toBeVisible();
  await expect(details.getByText(/You have finished your treatment/)).toBeVisible();
  await expect(details.getByText('Breast survivorship, stage I to II')).toBeVisible();
  await expect(details.getByText(text('followUpPlan.effective', { date: 'Jan 15, 2025' }))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(button).toBeFocused();
});

test('filter All/Upcoming (default All), kept as a preference', async ({ facility, page }) => {
  await open(page, facility);
  await expect(page.getByRole('radio', { name: text('followUpPlan.all') })).toBeChecked();
  await expect(bodyRows(page)).toHaveCount(8);
  await page
    .locator('label')
    .filter({ hasText: text('followUpPlan.upcoming') })
    .click();
  await expect(bodyRows(page)).toHaveCount(4);
  await expect(row(page, 'Six month visit')).toHaveCount(0);
  await expect
    .poll(() =>
      facility.db.query("select value from user_preferences where name = 'PatientPortal_FollowupPlanFilter_Date'"),
    )
    .toEqual([{ value: 'Upcoming' }]);
  await page.reload();
  await expect(page.getByRole('radio', { name: text('followUpPlan.upcoming') })).toBeChecked();
  await expect(bodyRows(page)).toHaveCount(4);
  await page
    .locator('label')
    .filter({ hasText: text('followUpPlan.all') })
    .click();
  await expect(bodyRows(page)).toHaveCount(8);

  await test.step('on small screens a row lists the task notes under Recommended for your follow-up care', async () => {
    const more = page.getByRole('button', { name: /Six month visit/ });
    await more.press('Enter');
    await expect(page.getByRole('heading', { name: text('followUpPlan.recommendedTitle') })).toBeVisible();
    await expect(page.getByText('Breast and lymph node exam').last()).toBeVisible();
  });
  await test.step('what was opened stays open while time passes, until it is closed', async () => {
    // When the page becomes visible again it reads the clock, as it does every half minute.
    await page.evaluate(async () => {
      document.dispatchEvent(new Event('visibilitychange'));
      for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    });
    await expect(page.getByRole('heading', { name: text('followUpPlan.recommendedTitle') })).toBeVisible();
    const more = page.getByRole('button', { name: /Six month visit/ });
    await more.press('Enter');
    await expect(page.getByRole('heading', { name: text('followUpPlan.recommendedTitle') })).toBeHidden();
  });
});

test('empty: no plan; and opening the page is an audit event', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await open(page, facility, patient.username);
  await expect(page.getByRole('heading', { name: text('records.empty') })).toBeVisible();
  await expect(page.getByText(text('followUpPlan.noReminders'))).toBeVisible();
  await expect
    .poll(() =>
      facility.db.value(
        "select count(*)::int from audit_events where patient_id = $1 and type = 'client.followupplanviewauditevent'",
        [patient.patientId],
      ),
    )
    .toBe(1);
});
