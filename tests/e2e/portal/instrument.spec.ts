import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AssignedQuestionnaireId } from '@portal/api';
import * as v from 'valibot';
import type { Page } from 'playwright';
import { hasDeviceKey } from '../../support/deviceKey.ts';
import type { Facility } from '../../support/facility.ts';
import { responseFaults } from '../../support/fhir/check.ts';
import { instruments } from '../../support/fhir/instruments.ts';
import { storedSheet } from '../../support/sheets.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';
import { handOver, signInStaff, staffDay } from '../../support/waitingRoom.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * A public instrument that is not copied into the project. Where the file is missing, one of the project's own in the same form is used.
 */
const file = fileURLToPath(new URL('../../../../shared/data/phq-9.fhir.json', import.meta.url));
const ofLibrary = instruments.find(({ name }) => name === 'a scored panel of a library');
const panel = existsSync(file)
  ? {
      source: v.parse(v.looseObject({}), JSON.parse(readFileSync(file, 'utf8'))),
      title: 'PHQ-9 quick depression assessment panel',
      questions: 10,
      // Nine questions are scored: 0 1 2 3 0 1 2 3 0 at the portal, and 2 each at the kiosk.
      scores: { portal: 12, kiosk: 18 },
    }
  : {
      source: v.parse(v.looseObject({}), ofLibrary?.file),
      title: 'Restless week 3 item panel',
      questions: 4,
      scores: { portal: 3, kiosk: 6 },
    };
const { title } = panel;

const Bundle = v.object({
  entry: v.array(
    v.object({
      resource: v.looseObject({ resourceType: v.literal('QuestionnaireResponse'), subject: v.looseObject({}) }),
    }),
  ),
});
const Scores = v.array(v.object({ scoreName: v.string(), scoreValue: v.number() }));

/** Imports and assigns it with the command line, as the facility does. */
async function importAndAssign(facility: Facility, username: string, due: string): Promise<AssignedQuestionnaireId> {
  await facility.importQuestionnaire(panel.source);
  await facility.admin('questionnaire', 'assign', '--questionnaire', title, '--patient', username, '--due', due);
  const id = await facility.db.value(
    'select max(a.id) from assigned_questionnaires a join patients p on p.id = a.patient_id join users u on u.id = p.user_id where u.username = $1',
    [username],
  );
  return v.parse(AssignedQuestionnaireId, Number(id));
}

/** Expects one completion with this score, and an export that validators accept. */
async function expectDelivered(facility: Facility, assigned: AssignedQuestionnaireId, score: number): Promise<void> {
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
  const scores = v.parse(
    Scores,
    await facility.db.value('select scores from assigned_questionnaires where id = $1', [assigned]),
  );
  expect(scores.map(({ scoreValue }) => scoreValue)).toContain(score);
  const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { entry } = v.parse(
    Bundle,
    JSON.parse(await facility.admin('responses', '--since', today, '--questionnaire', title)),
  );
  expect(entry.length).toBeGreaterThan(0);
  for (const { resource } of entry) expect(responseFaults(resource, panel.source)).toEqual([]);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an instrument is imported, assigned, answered offline on a phone, sent when back, scored and exported', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const assigned = await importAndAssign(facility, patient.username, await staffDay(facility));
  const key = hasDeviceKey(page);
  await signInAs(page, facility, patient.username);
  await page
    .getByRole('button', { name: new RegExp(title) })
    .first()
    .click();
  await expect(page.getByRole('main').getByRole('combobox').first()).toBeVisible();
  await key;
  await facility.portal.set(network.refuse);
  const choices = await page.getByRole('main').getByRole('combobox').all();
  expect(choices).toHaveLength(panel.questions);
  for (const [index, choice] of choices.entries())
    await choice.selectOption({ index: 1 + (index % ((await choice.locator('option').count()) - 1)) });
  await expect(page.getByText(text('questionnaires.savedOnDevice'), { exact: true })).toBeVisible();
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(page.getByText(text('questionnaires.waitingToSend'), { exact: true })).toBeVisible();
  await facility.portal.set(network.pass);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.sentTitle') })).toBeVisible();
  await expect(page.getByText(String(panel.scores.portal), { exact: true })).toBeVisible();
  await expectDelivered(facility, assigned, panel.scores.portal);
});

test('an instrument on the kiosk', async ({ facility, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const patient = await facility.newPatient({ firstName: 'Philomena' });
  const assigned = await importAndAssign(facility, patient.username, await staffDay(facility));
  await signInStaff(page, facility);
  await handOver(page, 'Philomena');
  await button(page, text('kiosk.yesMe')).click();
  for (let question = 0; question < panel.questions; question += 1) {
    await expect(
      page.getByText(text('kiosk.questionOf', { number: question + 1, total: panel.questions })),
    ).toBeVisible();
    const choice = page.getByRole('main').getByRole('combobox');
    await choice.selectOption({ index: Math.min(3, (await choice.locator('option').count()) - 1) });
    await button(page, text('kiosk.next')).click();
  }
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(page.getByText(String(panel.scores.kiosk), { exact: true })).toBeVisible();
  await expectDelivered(facility, assigned, panel.scores.kiosk);
  await button(page, text('kiosk.finishAndExit')).click();
  await expect(page.getByRole('heading', { level: 1, name: text('kiosk.thankYou') })).toBeVisible();
});
