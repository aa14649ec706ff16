import { alertAddress, importLowMood, lowMood } from '../../support/alerts.ts';
import { look } from '../../support/pageRules.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';

test.describe.configure({ mode: 'parallel' });

test('who gives an answer that needs a look reads at once whom to call, above all else, and finds it again; the facility is told', async ({
  facility,
  page,
}) => {
  await importLowMood(facility);
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, lowMood.title);
  const address = `/complete-questionnaire?assignedQuestionnaireId=${String(assigned)}`;
  await signInAs(page, facility, patient.username, { path: `/login?redirect=${encodeURIComponent(address)}` });
  const alert = page.getByRole('alert').filter({ hasText: text('questionnaires.alertNow') });
  const often = page.getByRole('radio', { name: 'Often', exact: true });
  await often.check();
  await expect(alert.getByRole('link', { name: '988' })).toHaveAttribute('href', 'tel:988');
  expect((await alert.boundingBox())?.y).toBeGreaterThan((await often.boundingBox())?.y ?? Infinity);
  await look(page, 'what the facility says at once');
  await page.getByRole('radio', { name: 'Never', exact: true }).check();
  await expect(alert).toBeHidden();
  await often.check();
  await page.getByRole('button', { name: text('questionnaires.sendAnswers'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.sentTitle') })).toBeVisible();

  await expect(alert).toContainText('Somebody is there for you now, day and night: 988.');
  // As rendered: the number is within its sentence, not on a line of its own.
  expect(await alert.innerText()).toContain('Somebody is there for you now, day and night: 988.');
  await expect(alert.getByRole('link', { name: '988' })).toHaveAttribute('href', 'tel:988');
  const heading = page.getByRole('heading', { level: 1 });
  const [ofAlert, ofHeading] = [await alert.boundingBox(), await heading.boundingBox()];
  expect(ofAlert?.y).toBeLessThan(ofHeading?.y ?? 0);
  await look(page, 'what the facility says, sent');
  await page.reload();
  await expect(alert).toBeVisible();

  await page.getByRole('button', { name: text('questionnaires.seeAnswers'), exact: true }).click();
  await expect(page.getByText(text('questionnaires.alertBefore'))).toBeVisible();
  await expect(page.getByRole('link', { name: '988' })).toBeVisible();
  const [mail] = await facility.mails(alertAddress);
  expect(mail?.text).toMatch(/alerts show \d+\n/);
  expect(mail?.text).not.toContain(lowMood.title);
});

test('answers that went out by themselves say so wherever the person is, until they say that they have read it', async ({
  facility,
  page,
}) => {
  await importLowMood(facility);
  const patient = await facility.newPatient();
  await facility.assign(patient.patientId, lowMood.title);
  await signInAs(page, facility, patient.username, { path: '/login?redirect=%2Fquestionnaires' });
  // The only questionnaire opens by itself. What the facility says needs no network.
  const never = page.getByRole('radio', { name: 'Never', exact: true });
  await never.check();
  await facility.portal.set(network.refuse);
  await page.getByRole('radio', { name: 'Often', exact: true }).check();
  const atOnce = page.getByRole('alert').filter({ hasText: text('questionnaires.alertNow') });
  await expect(atOnce).toBeVisible();
  await page.getByRole('button', { name: text('questionnaires.sendAnswers'), exact: true }).click();
  await expect(page.getByRole('heading', { name: text('questionnaires.waitingTitle') })).toBeVisible();
  await expect(atOnce).toBeVisible();
  await page
    .getByRole('button', { name: text('questionnaires.backToQuestionnaires') })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.title') })).toBeVisible();

  await facility.portal.set(network.pass);
  const alert = page.getByRole('alert').filter({ hasText: text('layout.alertNewsTitle') });
  await expect(alert.getByRole('link', { name: '988' })).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: text('layout.alertNewsRead') }).click();
  await expect(alert).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.title') })).toBeVisible();
  await expect(alert).toBeHidden();
});
