import { AssignedQuestionnaireId } from '@portal/api';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import * as v from 'valibot';
import type { Facility } from '../../support/facility.ts';
import { asksMore } from '../../support/fhir/asksMore.ts';
import { kioskRules, look } from '../../support/pageRules.ts';
import { storedSheet } from '../../support/sheets.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';
import { handOver, signInStaff, staffDay } from '../../support/waitingRoom.ts';

const folder = mkdtempSync(join(tmpdir(), 'asked-'));
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const onPills = [{ question: 'pills', operator: '=', answerBoolean: true }];
/** A condition on a later question: the answer in the middle adds a question above it and one below. */
const looksAhead = {
  resourceType: 'Questionnaire',
  url: 'https://instruments.example/Questionnaire/looks-ahead',
  title: 'Falls and pills',
  status: 'active',
  language: 'en',
  item: [
    { linkId: 'falls', type: 'text', text: 'When did you fall?', enableWhen: onPills },
    { linkId: 'bed', type: 'string', text: 'When do you go to bed?' },
    { linkId: 'hours', type: 'integer', text: 'How many hours do you sleep?' },
    { linkId: 'pills', type: 'boolean', text: 'Do you take sleeping pills?' },
    { linkId: 'which', type: 'string', text: 'Which ones?', enableWhen: onPills },
    { linkId: 'up', type: 'text', text: 'When do you get up?' },
    { linkId: 'else', type: 'text', text: 'Is there anything else?' },
  ],
};

async function assign(
  facility: Facility,
  username: string,
  questionnaire: { readonly title: string } = asksMore,
): Promise<AssignedQuestionnaireId> {
  const file = join(folder, 'questionnaire.json');
  writeFileSync(file, JSON.stringify(questionnaire));
  await facility.admin('questionnaire', 'import', file);
  const due = await staffDay(facility);
  await facility.admin(
    'questionnaire',
    'assign',
    '--questionnaire',
    questionnaire.title,
    '--patient',
    username,
    '--due',
    due,
  );
  const id = await facility.db.value(
    'select max(a.id) from assigned_questionnaires a join patients p on p.id = a.patient_id join users u on u.id = p.user_id where u.username = $1',
    [username],
  );
  return v.parse(AssignedQuestionnaireId, Number(id));
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const medicine = (page: Page) => page.getByRole('textbox', { name: 'Name of the medicine' });
const often = (page: Page) => page.getByRole('radiogroup', { name: /How often in one night/ });
const news = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true });

test('a question that hangs on an answer comes and goes, and rows are added and removed, by keyboard', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const assigned = await assign(facility, patient.username);
  await signInAs(page, facility, patient.username);
  await page
    .getByRole('button', { name: new RegExp(asksMore.title) })
    .first()
    .click();
  const yes = page.getByRole('radio', { name: text('questionnaires.yes') });
  await yes.focus();
  await page.keyboard.press('Space');
  await expect(often(page)).toBeVisible();
  await expect(news(page, 'One more question follows.')).toHaveCount(1);
  await expect(yes).toBeFocused();
  await expect(
    page.getByRole('group', { name: text('questionnaires.becauseAnswered', { answer: 'Yes' }) }),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'Once' }).check();

  // The question is removed with its condition, and comes back with its answer.
  await yes.focus();
  await page.keyboard.press('ArrowRight');
  await expect(often(page)).toHaveCount(0);
  await expect(news(page, 'The question that followed is gone.')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Once' })).toBeChecked();

  await medicine(page).fill('Ibuprofen');
  await button(page, /^Add another/).press('Enter');
  await expect(medicine(page).nth(1)).toBeFocused();
  await page.keyboard.type('Vitamin D');
  await look(page, 'asked');
  await button(page, /^Remove.*1 of 2$/).press('Enter');
  await expect(medicine(page)).toHaveValue('Vitamin D');
  const undo = button(page, /^Undo/);
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(medicine(page).first()).toHaveValue('Ibuprofen');
  await expect(medicine(page).first()).toBeFocused();

  await page.reload();
  await expect(medicine(page).nth(1)).toHaveValue('Vitamin D');
  await page.getByRole('radio', { name: text('questionnaires.no') }).check();
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.sentTitle') })).toBeVisible();
  const { answers, status } = await storedSheet(facility, assigned);
  expect(status).toBe('Completed');
  expect(answers).toContain('Ibuprofen');
  expect(answers).toContain('Vitamin D');
  // The answer of a question that is no longer asked is not sent.
  expect(answers).not.toContain('listAnswerId');
});

test('a question that comes above moves nothing under the finger, and one that goes gives its focus to the one before', async ({
  facility,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const patient = await facility.newPatient();
  await assign(facility, patient.username, looksAhead);
  await signInAs(page, facility, patient.username);
  await page
    .getByRole('button', { name: new RegExp(looksAhead.title) })
    .first()
    .click();
  const [yes, no] = [text('questionnaires.yes'), text('questionnaires.no')].map((name) =>
    page.getByRole('radio', { name, exact: true }),
  );
  const [above, below] = ['When did you fall?', 'Which ones?'].map((name) => page.getByRole('textbox', { name }));
  if (!yes || !no || !above || !below) throw new Error('There are two answers and two questions.');
  const topOf = async () => (await yes.boundingBox())?.y ?? Number.NaN;
  await expect(yes).toBeVisible();
  // When the field is left, an invalid number is reported above the control that is being pressed, which must not move.
  const hours = page.getByRole('textbox', { name: 'How many hours do you sleep?' });
  await hours.fill('about six');
  const before = await topOf();
  await page.getByText(text('questionnaires.yes'), { exact: true }).click();
  await expect(hours).toHaveAttribute('aria-invalid', 'true');
  await expect(yes).toBeChecked();
  await expect(above).toBeAttached();
  await expect(below).toBeVisible();
  expect(Math.abs((await topOf()) - before)).toBeLessThan(2);
  await expect(news(page, 'One more question was added above. One more question follows.')).toHaveCount(1);

  // In Safari a press does not move the focus: it stays in the question that the press removes.
  await below.fill('The small white ones');
  await no.evaluate((button: HTMLElement) => button.click());
  await expect(below).toHaveCount(0);
  await expect(no).toBeFocused();
  await expect(news(page, 'A question above is gone. The question that followed is gone.')).toHaveCount(1);
  await expect(above).toHaveCount(0);
});

test('the kiosk asks what hangs on an answer, and row after row', async ({ facility, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const patient = await facility.newPatient({ firstName: 'Bartholomew' });
  const assigned = await assign(facility, patient.username);
  await signInStaff(page, facility);
  await handOver(page, 'Bartholomew');
  await button(page, text('kiosk.yesMe')).click();
  const at = (number: number, total: number) =>
    expect(page.getByText(text('kiosk.questionOf', { number, total }), { exact: true })).toBeVisible();
  const next = () => button(page, text('kiosk.next')).click();
  await at(1, 4);
  await page.getByRole('radio', { name: text('questionnaires.yes') }).check();
  await at(1, 5);
  await next();
  await page.getByRole('radio', { name: 'Once' }).check();
  await next();
  await at(3, 5);
  await medicine(page).fill('Ibuprofen');
  await next();
  await next();
  await expect(page.getByRole('heading', { name: text('kiosk.anotherRow') })).toBeVisible();
  await button(page, text('questionnaires.rows.add')).click();
  await at(5, 7);
  await medicine(page).fill('Vitamin D');
  await next();
  await next();
  await next();
  // Any row can be removed, and the removal undone.
  await button(page, text('kiosk.back')).click();
  await expect(page.getByRole('list', { name: 'Your medicines' }).getByRole('listitem')).toHaveText([
    /^1 of 2 \(Ibuprofen\)/,
    /^2 of 2 \(Vitamin D\)/,
  ]);
  await button(page, /^Remove.*Ibuprofen/).click();
  await expect(page.getByText('(1 so far)')).toBeVisible();
  await button(page, /^Undo/).click();
  await expect(button(page, /^Change.*1 of 2 \(Ibuprofen\)/)).toBeFocused();
  await look(page, 'kiosk-rows', kioskRules);
  await next();
  await at(7, 7);
  await next();
  const answers = page.getByRole('main');
  await expect(answers.getByText('Vitamin D', { exact: true })).toBeVisible();
  await expect(answers.getByText('Once', { exact: true })).toBeVisible();
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(button(page, text('kiosk.finishAndExit'))).toBeVisible();
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
});
