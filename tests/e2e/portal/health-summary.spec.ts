import { expect, signInAs, test, text } from '../../support/test.ts';

test('the health summary opens from its address', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient', { path: '/health-summary' });
  await expect(page.getByRole('heading', { level: 1, name: text('healthSummary.heading') })).toBeVisible();
});
