import sharp from 'sharp';
import { hasDeviceKey } from '../../support/deviceKey.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';

test.use({ serviceWorkers: 'allow' });

const title = 'Photo of the wound';
const questionnaire = {
  resourceType: 'Questionnaire',
  url: 'https://example.org/tests/photo-of-the-wound',
  title,
  status: 'active',
  item: [
    {
      linkId: 'photo',
      text: 'A photo of it',
      type: 'attachment',
      required: true,
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/mimeType', valueCode: 'image/jpeg' }],
    },
    { linkId: 'words', text: 'How does it feel?', type: 'string' },
  ],
};

test('a photo that was chosen and sent without a network outlasts a reload, goes up once, and opens from the review', async ({
  facility,
  page,
}) => {
  await facility.importQuestionnaire(questionnaire);
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, title);
  const path = `/complete-questionnaire?assignedQuestionnaireId=${assigned}`;
  const keyed = hasDeviceKey(page);
  await signInAs(page, facility, patient.username, { path: `/login?redirect=${encodeURIComponent(path)}` });
  const photo = page.getByRole('group', { name: 'A photo of it' });
  await expect(photo.getByRole('button', { name: text('questionnaires.addFile') })).toBeVisible();
  await keyed;
  await hasWorker(page);

  await facility.portal.set(network.refuse);
  const buffer = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#a05030' } })
    .jpeg()
    .toBuffer();
  await photo.locator('input').setInputFiles({ name: 'left hand.jpg', mimeType: 'image/jpeg', buffer });
  await expect(photo.getByText('left hand.jpg')).toBeVisible();
  await expect(photo.getByText(text('questionnaires.fileWaitingKept'))).toBeVisible();
  await expect(page.getByText(text('questionnaires.savedOnDevice'), { exact: true })).toBeVisible();

  await page.reload();
  await page.getByRole('textbox', { name: text('core.username') }).fill(patient.username);
  await page.getByRole('textbox', { name: text('core.password') }).fill(patient.password);
  await page.getByRole('button', { name: text('session.unlock'), exact: true }).click();
  await expect(photo.getByText('left hand.jpg')).toBeVisible();
  await page.getByRole('button', { name: text('questionnaires.sendAnswers'), exact: true }).click();
  await expect(page.getByRole('heading', { name: text('questionnaires.waitingTitle') })).toBeVisible();

  await facility.portal.set(network.pass);
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.sentTitle') })).toBeVisible();
  const stored = facility.db.query(
    `select a.status, f.file_name, f.sent_at is not null as sent, a.answers->0->'attachment'->>'fileName' as named
       from assigned_questionnaires a left join answer_attachments f on f.assigned_questionnaire_id = a.id where a.id = $1`,
    [assigned],
  );
  expect(await stored).toEqual([
    { status: 'Completed', file_name: 'left hand.jpg', sent: true, named: 'left hand.jpg' },
  ]);

  await page.getByRole('button', { name: text('questionnaires.seeAnswers') }).click();
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: `${text('records.openFile')} left hand.jpg` }).click(),
  ]);
  await expect(opened.locator('img')).toHaveJSProperty('naturalWidth', 800);
});
