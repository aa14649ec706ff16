import type { Page } from 'playwright';
import * as v from 'valibot';
import { button, handTo, next, tabletSize, waitingPatient } from '../../support/kiosk.ts';
import type { Facility } from '../../support/facility.ts';
import { kioskRules, look } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

const title = 'Consent to photos of your treatment';
const field = (page: Page) => page.getByRole('group', { name: 'Your signature' });
const mayWe = (page: Page, answer: 'yes' | 'no') =>
  page
    .getByRole('radiogroup', { name: 'May we take photos?' })
    .getByText(text(`questionnaires.${answer}`), { exact: true });

async function draw(page: Page): Promise<void> {
  const pad = field(page).getByRole('img', { name: text('questionnaires.signPad') });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('no pad');
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height * 0.7);
  await page.mouse.down();
  for (const step of [0.2, 0.3, 0.4, 0.5, 0.6])
    await page.mouse.move(box.x + box.width * step, box.y + box.height * (step === 0.3 || step === 0.5 ? 0.2 : 0.7));
  await page.mouse.up();
}

const Stored = v.object({
  signer: v.object({ role: v.string() }),
  mark: v.variant('kind', [
    v.object({ kind: v.literal('drawn'), strokes: v.array(v.array(v.number())) }),
    v.object({ kind: v.literal('typed'), name: v.string() }),
  ]),
  hash: v.string(),
});
const storedOf = async (facility: Facility, assigned: number) =>
  v.parse(
    Stored,
    await facility.db.value(
      "select one -> 'signature' from assigned_questionnaires a, jsonb_array_elements(a.answers) one where a.id = $1 and one ? 'signature'",
      [assigned],
    ),
  );

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a drawn signature is void once an answer changes, is asked for again, and stands under the answers that were sent', async ({
    facility,
    page,
  }) => {
    const patient = await facility.newPatient();
    const assigned = await facility.assign(patient.patientId, title);
    const path = `/complete-questionnaire?assignedQuestionnaireId=${assigned}`;
    await signInAs(page, facility, patient.username, { path: `/login?redirect=${encodeURIComponent(path)}` });
    await mayWe(page, 'no').click();
    await page.getByRole('button', { name: text('questionnaires.sendAnswers'), exact: true }).click();
    await expect(field(page).getByText(text('questionnaires.fault.notSigned'))).toBeVisible();

    await draw(page);
    await look(page, 'signature-pad');
    await field(page)
      .getByRole('button', { name: text('questionnaires.signNow') })
      .click();
    await expect(field(page).getByRole('img', { name: text('questionnaires.signatureDrawn') })).toBeVisible();
    await mayWe(page, 'yes').click();
    await expect(field(page).getByText(text('questionnaires.fault.signatureVoid')).last()).toBeVisible();
    await mayWe(page, 'no').click();
    await expect(field(page).getByRole('img', { name: text('questionnaires.signatureDrawn') })).toBeVisible();

    await page.getByRole('button', { name: text('questionnaires.sendAnswers'), exact: true }).click();
    await page.getByRole('button', { name: text('questionnaires.seeAnswers') }).click();
    await expect(page.getByRole('img', { name: text('questionnaires.signatureDrawn') })).toBeVisible();
    const { hash, mark, signer } = await storedOf(facility, assigned);
    await expect(page.getByText(text('questionnaires.signatureCode', { hash }))).toBeVisible();
    expect([mark.kind, signer.role]).toEqual(['drawn', 'patient']);
    await page.getByText(text('questionnaires.signatureText')).click();
    await look(page, 'signature-sent');
  });

  test('a typed name and a press by the keyboard count the same', async ({ facility, page }) => {
    const patient = await facility.newPatient();
    const assigned = await facility.assign(patient.patientId, title);
    const path = `/complete-questionnaire?assignedQuestionnaireId=${assigned}`;
    await signInAs(page, facility, patient.username, { path: `/login?redirect=${encodeURIComponent(path)}` });
    await mayWe(page, 'no').click();
    await field(page)
      .getByRole('textbox', { name: text('questionnaires.signName') })
      .focus();
    await page.keyboard.type('Juniper Applewhistle');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(field(page).getByText('Juniper Applewhistle')).toBeVisible();
    await page.getByRole('button', { name: text('questionnaires.sendAnswers'), exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.sentTitle') })).toBeVisible();
    expect((await storedOf(facility, assigned)).mark).toEqual({ kind: 'typed', name: 'Juniper Applewhistle' });
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: tabletSize });

  test('the signature is that of the patient to whom it was handed', async ({ facility, page }) => {
    const patient = await waitingPatient(facility, { firstName: 'Ada', lastName: 'Federkiel', titles: [title] });
    await handTo(page, facility, patient);
    await mayWe(page, 'no').click();
    await next(page);
    await draw(page);
    await look(page, 'signature-kiosk', kioskRules);
    await field(page)
      .getByRole('button', { name: text('questionnaires.signNow') })
      .click();
    await expect(field(page).getByRole('img', { name: text('questionnaires.signatureDrawn') })).toBeVisible();
    await next(page);
    await button(page, 'questionnaires.sendAnswers').click();
    await expect(button(page, 'kiosk.finishAndExit')).toBeVisible();
    const [assigned] = patient.assigned;
    expect((await storedOf(facility, assigned ?? 0)).signer.role).toBe('kioskPatient');
  });
});
