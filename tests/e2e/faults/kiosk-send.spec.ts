import type { Page } from 'playwright';
import {
  type WaitingPatient,
  answerAll,
  answersOf,
  button,
  handTo,
  heading,
  next,
  savedWords,
  tabletSize,
  waitingPatient,
} from '../../support/kiosk.ts';
import { storedSheet } from '../../support/sheets.ts';
import { expect, network, test, text } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';

test.use({ serviceWorkers: 'allow', viewport: tabletSize });

const given = { sleep: 'Well', pain: 'no', cups: '4', more: 'The stairs' } as const;
const stored = { sleep: 'Well', pain: 'false', cups: '4', more: 'The stairs' };
const warning = (page: Page) => page.getByRole('alertdialog', { name: text('kiosk.idleTitle') });
const waits = (page: Page) => page.getByText(text('kiosk.notSentYetText'));

/** Hands the tablet to the patient and waits until it has everything that it needs to go on without a network. */
async function handOverTo(page: Page, facility: Parameters<typeof handTo>[1], patient: WaitingPatient) {
  await page.clock.install();
  await handTo(page, facility, patient);
  await hasWorker(page);
  const [assigned] = patient.assigned;
  if (assigned === undefined) throw new Error('nothing assigned');
  return assigned;
}

test('what was sent without a network goes out when it is back, although nobody touched the tablet and the warning came', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Wim', lastName: 'Wartenberg' });
  const assigned = await handOverTo(page, facility, patient);
  await answerAll(page, given);
  await expect(savedWords(page)).toBeVisible();
  await facility.kiosk.set(network.refuse);
  await button(page, 'questionnaires.sendAnswers').click();
  await expect(waits(page)).toContainText(text('kiosk.untilSentSaved'));

  // The patient was asked to wait here, so some minutes without a touch are not counted as idle.
  await page.clock.runFor(200_000);
  await expect(waits(page)).toBeVisible();
  await expect(warning(page)).toHaveCount(0);
  await page.clock.runFor(102_000);
  await expect(warning(page)).toContainText(text('kiosk.idleWaiting'));
  await facility.kiosk.set(network.pass);
  await expect(warning(page)).toContainText(text('kiosk.answersSent'), { timeout: 25_000 });
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
  expect(await answersOf(facility, assigned)).toEqual(stored);
  await button(page, 'kiosk.stillHere').click();
  await expect(heading(page, text('kiosk.yoursSent'))).toBeVisible();
});

test('the wait has an end, which says that the facility has the answers as a draft', async ({ facility, page }) => {
  const patient = await waitingPatient(facility, { firstName: 'Kai', lastName: 'Keptwell' });
  const assigned = await handOverTo(page, facility, patient);
  await answerAll(page, given);
  await expect(savedWords(page)).toBeVisible();
  await facility.kiosk.set(network.refuse);
  await button(page, 'questionnaires.sendAnswers').click();
  await expect(waits(page)).toBeVisible();
  await page.clock.runFor(302_000);
  await expect(warning(page)).toBeVisible();
  // If the patient is still there, both the waiting and the pending send go on.
  await button(page, 'kiosk.stillHere').click();
  await expect(waits(page)).toBeVisible();
  await page.clock.runFor(335_000);
  await expect(heading(page, text('kiosk.returnTitle'))).toBeVisible();
  await expect(page.getByText(text('kiosk.answersKept'))).toBeVisible();
  await facility.kiosk.set(network.pass);
  expect(await answersOf(facility, assigned, 'draft')).toEqual(stored);
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Started', submits: 0 });
});

test('or that the last ones could not be saved', async ({ facility, page }) => {
  const patient = await waitingPatient(facility, { firstName: 'Lia', lastName: 'Lostrup' });
  const assigned = await handOverTo(page, facility, patient);
  await page.getByRole('radio', { name: given.sleep, exact: true }).check();
  await expect(savedWords(page)).toBeVisible();
  await facility.kiosk.set(network.refuse);
  await next(page);
  await page.getByRole('radio', { name: text('questionnaires.no'), exact: true }).check();
  for (let question = 2; question <= 4; question += 1) await next(page);
  await button(page, 'questionnaires.sendAnswers').click();
  await expect(waits(page)).toContainText(text('kiosk.untilSentHere'));
  await page.clock.runFor(335_000);
  await expect(heading(page, text('kiosk.returnTitle'))).toBeVisible();
  await expect(page.getByText(text('kiosk.answersLost'))).toBeVisible();
  await facility.kiosk.set(network.pass);
  expect(await answersOf(facility, assigned, 'draft')).toEqual({ sleep: 'Well' });
});
