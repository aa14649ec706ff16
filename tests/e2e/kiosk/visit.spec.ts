import type { Page } from 'playwright';
import {
  answerAll,
  button,
  facilityDay,
  handTo,
  heading,
  managerPin,
  next,
  questionOf,
  savedWords,
  staffSignIn,
  startFor,
  tabletSize,
  waitingPatient,
  waitingRoomCheck,
} from '../../support/kiosk.ts';
import { expectWholeWords } from '../../support/pageRules.ts';
import { expect, test, text } from '../../support/test.ts';

test.use({ viewport: tabletSize });

const given = { sleep: 'Not so well', pain: 'yes', cups: '3', more: 'My left knee' } as const;
const finished = (page: Page, language: 'en' | 'es' = 'en') => heading(page, text('kiosk.thankYou', {}, language));

/** Everything in the page's memory, as the browser's tools write it down. */
async function memoryOf(page: Page): Promise<string> {
  const tools = await page.context().newCDPSession(page);
  const chunks: string[] = [];
  tools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await tools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await tools.detach();
  return chunks.join('');
}

test('the hand-over opens in the patient’s language, each language is a button, and the thanks speak it too', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Lucía', lastName: 'Idiomas' });
  await facility.db.query("update patients set language = 'es' where id = $1", [patient.patientId]);
  await staffSignIn(page, facility);
  await startFor(page, patient);
  await expect(page.getByText(text('kiosk.isThatYou', {}, 'es'))).toBeVisible();
  const languages = page.getByRole('list', { name: text('core.language', {}, 'es') }).getByRole('button');
  await expect(languages).toHaveText(['English', 'Español', 'Français', 'Português', '中文']);
  await expect(languages.filter({ hasText: 'Español' })).toHaveAttribute('aria-pressed', 'true');
  await languages.filter({ hasText: 'English' }).click();
  await expect(button(page, 'kiosk.yesMe')).toBeVisible();
  await page.getByRole('button', { name: 'Español' }).click();
  await page.getByRole('button', { name: text('kiosk.yesMe', {}, 'es'), exact: true }).click();
  await page.getByRole('radio', { name: 'Well', exact: true }).check();
  const onward = page.getByRole('button', { name: text('kiosk.next', {}, 'es'), exact: true });
  await onward.click();
  await page.getByRole('radio', { name: text('questionnaires.yes', {}, 'es'), exact: true }).check();
  for (let question = 2; question <= 4; question += 1) await onward.click();
  await page.getByRole('button', { name: text('questionnaires.sendAnswers', {}, 'es'), exact: true }).click();
  await page.getByRole('button', { name: text('kiosk.finishAndExit', {}, 'es'), exact: true }).click();
  await expect(finished(page, 'es')).toBeVisible();
  // The tablet then shows the staff's language again.
  await page.getByRole('button', { name: text('kiosk.staffEntry', {}, 'es'), exact: true }).click();
  await expect(page.getByRole('textbox', { name: text('kiosk.pinLabel') })).toBeVisible();

  // The patient's language is also used when they stop the visit.
  await page.getByRole('textbox', { name: text('kiosk.pinLabel') }).fill(managerPin);
  await button(page, 'core.continue').click();
  await facility.assign(patient.patientId, waitingRoomCheck.title, await facilityDay(facility));
  await startFor(page, patient);
  await page.getByRole('button', { name: text('kiosk.yesMe', {}, 'es'), exact: true }).click();
  await page.getByRole('button', { name: patient.shortName, exact: true }).click();
  await page.getByRole('button', { name: text('kiosk.stop', {}, 'es'), exact: true }).click();
  await page.getByRole('button', { name: text('kiosk.stopConfirm', {}, 'es'), exact: true }).click();
  await expect(heading(page, text('kiosk.returnTitle', {}, 'es'))).toBeVisible();
});

test('the check lists every question with its answer and a way to it; no answer is plain', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Ansgar', lastName: 'Pruefer' });
  await handTo(page, facility, patient);
  await answerAll(page, { ...given, more: '' });
  const answers = page.getByText(text('kiosk.noAnswer'), { exact: true });
  await expect(
    page.getByText('3 of 4 answered, nothing required is missing. Nothing has been sent yet.'),
  ).toBeVisible();
  await expect(page.locator('dl').getByRole('term')).toHaveText([
    /^1\. How did you sleep\?/,
    /^2\. Do you have pain\?/,
    /^3\. Cups of water today/,
    /^4\. Anything else/,
  ]);
  await expect(page.locator('dl')).toContainText(given.sleep);
  await expect(answers).toHaveCount(1);
  await page.getByRole('button', { name: 'Answer question 4', exact: true }).click();
  await expect(questionOf(page, 4)).toBeVisible();
  await page.getByRole('textbox', { name: /Anything else/ }).fill(given.more);
  await next(page);
  await expect(page.locator('dl')).toContainText(given.more);
  await page.getByRole('button', { name: 'Change question 1', exact: true }).click();
  await expect(page.getByRole('radio', { name: given.sleep, exact: true })).toBeChecked();
});

test('a questionnaire with matrices has as many questions as in the portal', async ({ facility, page }) => {
  const patient = await waitingPatient(facility, {
    firstName: 'Mara',
    lastName: 'Zaehler',
    titles: ['How are you doing?'],
  });
  await handTo(page, facility, patient);
  await expect(page.getByRole('heading', { name: text('kiosk.beforeYouStart') })).toBeVisible();
  await expect(page.getByRole('main').getByText('19 questions', { exact: true })).toBeVisible();
});

/** A tablet in landscape and in portrait. */
const held = [tabletSize, { width: 800, height: 1280 }] as const;
/** A full-screen window cannot be resized, so full screen is refused. */
const stayInWindow = (page: Page) =>
  page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new Error('The test gives the window its size.'));
  });

test('with text of twice the size whom the tablet is for is in sight, and pages on deep green have their logo', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Ottla', lastName: 'Grossdruck' });
  await stayInWindow(page);
  await staffSignIn(page, facility);
  await startFor(page, patient);
  await expect(button(page, 'kiosk.yesMe')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 13 } });
  await page.setViewportSize({ width: 800, height: 1280 });
  await expect(heading(page, patient.shortName)).toBeInViewport({ ratio: 1 });
  await button(page, 'kiosk.notMe').click();
  await expect(heading(page, text('kiosk.returnTitle'))).toBeVisible();
  const pictures = await page
    .getByRole('banner')
    .locator('span')
    .evaluateAll((parts) => parts.map((part) => getComputedStyle(part).backgroundImage).join());
  expect(pictures).toContain('/logo-on-dark-');
});

test('a result with several scores has the way out on the screen, lying and standing', async ({ facility, page }) => {
  const patient = await waitingPatient(facility, {
    firstName: 'Ottmar',
    lastName: 'Punkte',
    titles: ['Your mood this week'],
  });
  await stayInWindow(page);
  await handTo(page, facility, patient);
  await button(page, 'kiosk.begin').click();
  for (let question = 1; question <= 6; question += 1) {
    await page.getByRole('radio').last().check();
    await next(page);
  }
  await button(page, 'questionnaires.sendAnswers').click();
  for (const score of ['Mood', 'Sleep and energy'])
    await expect(page.getByRole('main').getByText(score, { exact: true })).toBeVisible();
  for (const size of held) {
    await page.setViewportSize(size);
    await expect(button(page, 'kiosk.finishAndExit')).toBeInViewport({ ratio: 1 });
  }
});

test('a scale stands in even lines, and a long title breaks at no letter, lying and standing', async ({
  facility,
  page,
}) => {
  const title = 'Ten questions about your week';
  const patient = await waitingPatient(facility, { firstName: 'Ottilie', lastName: 'Hochkant', titles: [title] });
  await stayInWindow(page);
  await handTo(page, facility, patient);
  await expect(heading(page, title)).toBeVisible();
  await expectWholeWords(page, 'h1', [
    [800, 32],
    [1024, 32],
  ]);
  await page.getByRole('radio').first().check();
  await next(page);
  await next(page);
  await page.getByRole('radio').last().check();
  await next(page);
  await next(page);
  await expect(page.getByRole('radio')).toHaveCount(11);
  for (const size of held) {
    await page.setViewportSize(size);
    const numbers = await page.getByRole('radio').evaluateAll((boxes) =>
      boxes.map((box) => {
        const { top, left, right } = (box.closest('label') ?? box).getBoundingClientRect();
        return { top: Math.round(top), left: Math.round(left), right: Math.round(right) };
      }),
    );
    const lines = [...new Set(numbers.map(({ top }) => top))].map((top) => numbers.filter((one) => one.top === top));
    expect(lines.length).toBeLessThanOrEqual(2);
    const edges = lines.map((line) => [line[0]?.left, line.at(-1)?.right]);
    expect(new Set(edges.map(String)).size, `${size.width} px: ${edges.join(' and ')}`).toBe(1);
    for (const number of ['0', '10'])
      await expect(page.getByRole('radio', { name: new RegExp(`^${number}\\b`) })).toBeInViewport();
    await expect(button(page, 'kiosk.next')).toBeInViewport({ ratio: 1 });
  }
});

test('while the thanks show, no name and no answer is in the memory of the page', async ({ facility, page }) => {
  const patient = await waitingPatient(facility, { firstName: 'Thorvaldine', lastName: 'Heapmeyer' });
  await handTo(page, facility, patient);
  await answerAll(page, { ...given, more: 'Zwirbelwort' });
  await expect(savedWords(page)).toBeVisible();
  expect(await memoryOf(page)).toContain('Zwirbelwort');
  await button(page, 'questionnaires.sendAnswers').click();
  await button(page, 'kiosk.finishAndExit').click();
  await expect(finished(page)).toBeVisible();
  await expect(page.getByText(text('kiosk.nothingKept'))).toBeVisible();
  const memory = await memoryOf(page);
  for (const said of ['Thorvaldine', 'Heapmeyer', 'Zwirbelwort', patient.shortName]) expect(memory).not.toContain(said);
});
