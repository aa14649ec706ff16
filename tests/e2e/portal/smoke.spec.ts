import { shortCheckIn } from '../../support/questionnaires.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('a patient signs in on a phone, answers a questionnaire, and the answers are a row', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.importQuestionnaire(shortCheckIn);
  const assigned = await facility.assign(patient.patientId, 'Short check-in');
  await signInAs(page, facility, patient.username);
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.title') })).toBeVisible();
  await page
    .getByRole('link', { name: text('questionnaires.toDoStart') })
    .or(page.getByRole('button', { name: text('questionnaires.toDoStart') }))
    .click();

  await page.getByRole('radio', { name: 'Not so well' }).check();
  await page
    .getByRole('radiogroup', { name: /Do you have pain/ })
    .getByRole('radio', { name: text('questionnaires.yes') })
    .check();
  await page.getByRole('textbox', { name: /Anything else/ }).fill('My knee, since Monday');
  await page.getByRole('button', { name: text('questionnaires.sendAnswers') }).click();
  await expect(page.getByText(text('questionnaires.sentTitle'))).toBeVisible();

  const [row] = await facility.db.query('select status, answers from assigned_questionnaires where id = $1', [
    assigned,
  ]);
  expect(row).toMatchObject({ status: 'Completed' });
  expect(JSON.stringify(row?.['answers'])).toContain('My knee, since Monday');
  expect(
    await facility.db.value(
      "select count(*)::int from audit_events where type = 'questionnaire.submitted' and patient_id = $1",
      [patient.patientId],
    ),
  ).toBe(1);
});
