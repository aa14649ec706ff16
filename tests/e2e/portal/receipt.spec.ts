import { importLowMood, lowMood } from '../../support/alerts.ts';
import { look, lookOnPaper } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test('who has sent answers has a receipt, which anybody who gets its number can check', async ({ facility, page }) => {
  await importLowMood(facility);
  const patient = await facility.newPatient();
  await facility.assign(patient.patientId, lowMood.title);
  await signInAs(page, facility, patient.username, { path: '/login?redirect=%2Fquestionnaires' });
  // The only questionnaire opens by itself.
  await page.getByRole('radio', { name: 'Never', exact: true }).check();
  await page.getByRole('button', { name: text('questionnaires.sendAnswers'), exact: true }).click();
  const receipt = page.getByText(/([0-9A-Z]{4}-){2}[0-9A-Z]{4}/);
  const [number = ''] = /([0-9A-Z]{4}-){2}[0-9A-Z]{4}/.exec(await receipt.innerText()) ?? [];
  await expect(page.getByText(`${new URL(facility.portalUrl).host}/check-receipt`)).toBeVisible();
  await look(page, 'receipt, just sent');
  await page.getByRole('button', { name: text('questionnaires.seeAnswers'), exact: true }).click();
  await expect(receipt).toContainText(number);
  await lookOnPaper(page, 'receipt', 'Mira Olsen');

  const stranger = await page.context().browser()?.newContext();
  const other = await stranger?.newPage();
  if (!other) throw new Error('no second browser');
  await other.goto(`${facility.portalUrl}/check-receipt`);
  await other.getByRole('textbox', { name: text('questionnaires.receiptNumber') }).fill(number.toLowerCase());
  await other.keyboard.press('Enter');
  await expect(other.getByRole('status').filter({ hasText: text('questionnaires.receiptReal') })).toBeVisible();
  await expect(other.getByText(lowMood.title)).toHaveCount(0);
  await look(other, 'receipt, checked');
  await stranger?.close();
});
