import type { Page } from 'playwright';
import { expect, test } from 'playwright/test';
import { type Gallery, startGallery } from '../../support/gallery.ts';
import { lookAtParts } from '../../support/pageRules.ts';

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await startGallery('tables');
});
test.afterAll(() => gallery.close());
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const table = (page: Page, name: string) => page.getByRole('table', { name });
const firstCells = (page: Page, name: string) =>
  table(page, name).locator('tbody tr > td:first-child > div').allTextContents();

test('a table is one where there is room, sorts from DESC on, and opens its rows where there is none', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${gallery.url}?view=tables`);
  const appointments = table(page, 'Appointments');
  await expect(appointments.getByRole('columnheader')).toHaveCount(5);
  await expect(table(page, 'Results').getByText('Id', { exact: true })).toHaveCount(0);

  const byDate = appointments.getByRole('columnheader', { name: 'Date' });
  await expect(byDate).toHaveAttribute('aria-sort', 'none');
  await byDate.getByRole('button').press('Enter');
  await expect(byDate).toHaveAttribute('aria-sort', 'descending');
  expect((await firstCells(page, 'Appointments'))[0]).toContain('Dec 9, 2026');
  await byDate.getByRole('button').press('Enter');
  await expect(byDate).toHaveAttribute('aria-sort', 'ascending');
  expect((await firstCells(page, 'Appointments'))[0]).toContain('Jun 2, 2026');

  await page.setViewportSize({ width: 390, height: 900 });
  const row = table(page, 'Results').getByRole('row').filter({ hasText: 'Hemoglobin' });
  await expect(row.getByText('Expected after treatment')).toBeHidden();
  await expect(row.getByText('11.2')).toBeVisible();
  const toggle = page.getByRole('button', { name: 'Show more about Hemoglobin' });
  await toggle.press('Enter');
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(row.getByText('Comment')).toBeVisible();
  await expect(row.getByText('Expected after treatment')).toBeVisible();
  // A press anywhere on the row has the same effect.
  await row.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await lookAtParts(page, 'gallery, tables');
});

test('an expansion of its own closes with new data; previous stops on the first page, next on the last', async ({
  page,
}) => {
  await page.goto(`${gallery.url}?view=tables`);
  const activity = table(page, 'Activity');
  await activity
    .getByRole('button', { name: /Show more about/ })
    .first()
    .click();
  await expect(activity.getByRole('link', { name: 'View More' })).toBeVisible();
  const [previous, next] = [page.getByRole('button', { name: 'Previous' }), page.getByRole('button', { name: 'Next' })];
  await expect(previous).toBeDisabled();
  await next.press('Enter');
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(next).toBeFocused();
  await expect(activity.getByRole('link', { name: 'View More' })).toHaveCount(0);
  await expect(page.getByText('No items to display')).toBeVisible();
});
