import { importLowMood, lowMood } from '../../support/alerts.ts';
import { button, handTo, next, tabletSize, waitingPatient } from '../../support/kiosk.ts';
import { expect, test, text } from '../../support/test.ts';

test.use({ viewport: tabletSize });

test('who gives an answer that needs a look reads it at once, and first on the screen after sending, until they tap', async ({
  facility,
  page,
}) => {
  await importLowMood(facility);
  const patient = await waitingPatient(facility, { firstName: 'Ada', lastName: 'Tief', titles: [lowMood.title] });
  await handTo(page, facility, patient);
  await page.getByRole('radio', { name: 'Often', exact: true }).check();
  const alert = page.getByRole('alert').filter({ hasText: text('questionnaires.alertNow') });
  await expect(alert).toBeVisible();
  await next(page);
  await expect(alert).toBeVisible();
  await button(page, 'questionnaires.sendAnswers').click();
  await expect(button(page, 'kiosk.finishAndExit')).toBeVisible();
  await expect(alert).toContainText('Somebody is there for you now, day and night: 988.');
  // The kiosk has no links that lead out of it, so the number is only text.
  await expect(alert.getByRole('link')).toHaveCount(0);
  await button(page, 'kiosk.finishAndExit').click();
  await expect(page.getByRole('heading', { name: text('kiosk.thankYou') })).toBeVisible();
  await expect(page.getByText('988')).toHaveCount(0);
});
