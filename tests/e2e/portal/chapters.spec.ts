import type { AssignedQuestionnaireId } from '@portal/api';
import type { Page } from 'playwright';
import type { Facility } from '../../support/facility.ts';
import { look } from '../../support/pageRules.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';

test.describe.configure({ mode: 'parallel' });
test.use({ viewport: { width: 390, height: 844 } });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const addressOf = (id: AssignedQuestionnaireId) => `/complete-questionnaire?assignedQuestionnaireId=${id}`;
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

async function openNew(page: Page, facility: Facility, title: string) {
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, title);
  await signInAs(page, facility, patient.username, {
    path: `/login?redirect=${encodeURIComponent(addressOf(assigned))}`,
  });
  await expect(heading(page, title)).toBeVisible();
  return { patient, assigned };
}

const group = (linkId: string, name: string, item: readonly object[]) => ({ linkId, type: 'group', text: name, item });
const lines = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    linkId: `${prefix}${String(at)}`,
    type: 'string',
    text: `${prefix} ${String(at + 1)}?`,
  }));

test('where one stopped is said on another device too, with a line above the question', async ({ facility, page }) => {
  const title = 'Two long chapters';
  await facility.importQuestionnaire({
    resourceType: 'Questionnaire',
    url: 'https://example.org/two-long-chapters',
    title,
    status: 'active',
    item: [group('a', 'Mornings', lines('Morning', 12)), group('b', 'Evenings', lines('Evening', 12))],
  });
  const { assigned } = await openNew(page, facility, title);
  await page.getByRole('button', { name: /^2\. Evenings/ }).click();
  await page.getByRole('textbox', { name: 'Evening 1?' }).fill('Tea');
  await page.getByRole('textbox', { name: 'Evening 2?' }).fill('Rest');
  await button(page, text('questionnaires.saveDraft')).click();
  await expect(page.getByText(text('questionnaires.draftSaved'))).toBeVisible();

  await page.goto(`${facility.portalUrl}${addressOf(assigned)}`);
  const stopped = page.getByRole('region', { name: 'Evening 3?' });
  await expect(
    stopped.getByText(text('questionnaires.chapters.stoppedIn', { number: 2, name: 'Evenings' })),
  ).toBeVisible();
  await stopped.getByRole('button', { name: text('core.continue') }).click();
  const third = page.getByRole('textbox', { name: 'Evening 3?' });
  await expect(third).toBeFocused();
  const line = page.getByText(text('questionnaires.chapters.stoppedHere'), { exact: true });
  await expect(line).toBeVisible();
  // After a new rendering everything is in the same place, and only once.
  await third.fill('Walk');
  await button(page, text('questionnaires.saveDraft')).click();
  await expect(page.getByText(text('questionnaires.draftSaved'))).toBeVisible();
  await expect(page.getByRole('navigation', { name: text('questionnaires.chapters.label') })).toHaveCount(1);
  await expect(page.locator('main form input')).toHaveCount(12);
  const [above, below] = [await line.boundingBox(), await third.boundingBox()];
  expect((above?.y ?? 0) < (below?.y ?? 0)).toBe(true);
});

const overview = (page: Page) => page.getByRole('list').filter({ has: page.getByRole('button', { name: /^1\. / }) });
const chapterRow = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^\\d+\\. ${name}`) });
const back = (page: Page): Promise<void> => page.evaluate(() => history.back());
const scrolledTo = (page: Page): Promise<number> => page.evaluate(() => scrollY);
const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight);

test('the yearly health review is an overview of twenty chapters, and one of them at a time, in every scheme', async ({
  facility,
  page,
}) => {
  test.setTimeout(120_000);
  await openNew(page, facility, 'Yearly health review');
  await expect(overview(page).getByRole('listitem')).toHaveCount(20);
  // On one page it was 50,413 px high.
  expect(await heightOf(page)).toBeLessThan(2_600);
  await look(page, 'chapters, overview');
  await chapterRow(page, 'Your heart').click();
  await expect(heading(page, 'Your heart')).toBeVisible();
  await expect(page.getByRole('radio')).not.toHaveCount(0);
  expect(await heightOf(page)).toBeLessThan(4_000);
  await look(page, 'chapters, one of them');
});

test('ticks, the next question without an answer, errors that lead to their chapter, and Back from chapter to overview to list', async ({
  facility,
  page,
}) => {
  test.setTimeout(90_000);
  const title = 'Three chapters';
  await facility.importQuestionnaire({
    resourceType: 'Questionnaire',
    url: 'https://example.org/three-chapters',
    title,
    status: 'active',
    item: [
      group('a', 'Mornings', lines('Morning', 3)),
      group('b', 'Days', lines('Day', 12)),
      group('c', 'Evenings', [
        {
          linkId: 'cups',
          type: 'integer',
          text: 'Cups of tea?',
          extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 10 }],
        },
        ...lines('Evening', 8),
      ]),
    ],
  });
  const { assigned } = await openNew(page, facility, title);
  const box = (name: string) => page.getByRole('textbox', { name });
  const next = button(page, text('questionnaires.nextUnanswered'));
  await next.click();
  await expect(box('Morning 1?')).toBeFocused();
  for (const at of [1, 2, 3]) await box(`Morning ${String(at)}?`).fill('Tea');
  await next.click();
  await expect(box('Day 1?')).toBeFocused();
  await expect(page).toHaveTitle(/2.*3/);
  await box('Day 1?').fill('A walk');

  await page.evaluate(() => scrollTo(0, 600));
  await back(page);
  await expect(heading(page, title)).toBeVisible();
  await expect.poll(() => scrolledTo(page)).toBe(0);
  await expect(chapterRow(page, 'Mornings')).toContainText(text('questionnaires.chapters.done'));
  await expect(chapterRow(page, 'Days')).toContainText(text('questionnaires.progress', { answered: 1, total: 12 }));
  await chapterRow(page, 'Evenings').click();
  await box('Cups of tea?').fill('99');
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(chapterRow(page, 'Evenings')).toContainText(/^3\. Evenings1 /);
  await page.getByRole('link', { name: 'Cups of tea?' }).click();
  await expect(heading(page, 'Evenings')).toBeVisible();
  await expect(box('Cups of tea?')).toBeFocused();
  await expect(box('Cups of tea?')).toHaveAttribute('aria-invalid', 'true');
  await box('Cups of tea?').fill('3');

  // This address was the first of the tab. Without an entry before it Back would leave the portal.
  await back(page);
  await expect(heading(page, title)).toBeVisible();
  await back(page);
  await button(page, text('questionnaires.leaveKeep')).click();
  await expect(page).toHaveURL(`${facility.portalUrl}/questionnaires`);
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.title') })).toBeVisible();

  // On a reload and by a link from elsewhere, the questionnaire is shown before the router has loaded.
  await page.goto('about:blank');
  await page.goto(`${facility.portalUrl}${addressOf(assigned)}`);
  await chapterRow(page, 'Days').click();
  await expect(box('Day 1?')).toHaveValue('A walk');
  await back(page);
  await expect(chapterRow(page, 'Days')).toBeVisible();
  await back(page);
  await button(page, text('questionnaires.leaveKeep')).click();
  await expect(page).toHaveURL(`${facility.portalUrl}/questionnaires`);
});

test('from a list that was scrolled, Back ends at the top of the overview, and whoever stays is where they were', async ({
  facility,
  page,
}) => {
  const title = 'Two chapters from a list';
  await facility.importQuestionnaire({
    resourceType: 'Questionnaire',
    url: 'https://example.org/two-chapters-from-a-list',
    title,
    status: 'active',
    item: [group('a', 'Mornings', lines('Morning', 12)), group('b', 'Evenings', lines('Evening', 12))],
  });
  const patient = await facility.newPatient();
  await facility.assign(patient.patientId, 'Sleep diary');
  await facility.assign(patient.patientId, title);
  await page.setViewportSize({ width: 390, height: 420 });
  await signInAs(page, facility, patient.username, { path: '/login?redirect=%2Fquestionnaires' });
  const start = page.getByRole('button', { name: `${text('questionnaires.toDoStart')} ${title}` });
  await start.evaluate((link) => link.scrollIntoView({ block: 'center' }));
  const listAt = await scrolledTo(page);
  expect(listAt).toBeGreaterThan(100);
  await start.click();
  await chapterRow(page, 'Evenings').click();
  await page.getByRole('textbox', { name: 'Evening 2?' }).fill('Tea');
  await page.evaluate(() => scrollTo(0, 900));
  await back(page);
  await expect(chapterRow(page, 'Mornings')).toBeVisible();
  await expect.poll(() => scrolledTo(page)).toBe(0);

  await page.evaluate(() => scrollTo(0, 40));
  await back(page);
  await button(page, text('questionnaires.leaveStay')).click();
  await expect.poll(() => scrolledTo(page)).toBe(40);
  await back(page);
  await button(page, text('questionnaires.leaveKeep')).click();
  await expect(page).toHaveURL(/\/questionnaires(\?|$)/);
});

test('what was sent without a connection has a page of its own that never says it was sent, and leads on', async ({
  facility,
  page,
}) => {
  const { patient, assigned } = await openNew(page, facility, 'Getting here and parking');
  await facility.assign(patient.patientId, 'Sleep diary');
  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const visit = ['--on', inAWeek, '--time', '09:30', '--type', 'Knee check'];
  await facility.admin('appointment', 'add', '--patient', patient.username, ...visit);
  await page.getByRole('radio', { name: 'On foot' }).check();
  await button(page, text('questionnaires.saveDraft')).click();
  await expect(page.getByText(text('questionnaires.draftSaved'))).toBeVisible();
  await facility.portal.set(network.refuse);
  try {
    await button(page, text('questionnaires.sendAnswers')).click();
    await expect(heading(page, text('questionnaires.waitingTitle'))).toBeVisible();
    await expect(page.getByText(text('questionnaires.waitingOffline'))).toBeVisible();
    await expect(page.getByText(text('questionnaires.waitingToSend'), { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${text('questionnaires.titleWaiting')} \\|`));
    await expect(page.getByText(text('questionnaires.sent'), { exact: true })).toHaveCount(0);
    await expect(page.getByText(text('questionnaires.sentTitle'))).toHaveCount(0);
  } finally {
    await facility.portal.set(network.pass);
  }
  await expect(heading(page, text('questionnaires.sentTitle'))).toBeVisible({ timeout: 40_000 });

  const after = page.getByRole('region', { name: text('questionnaires.whatNext') });
  await expect(after).toContainText(/Your next visit.*9:30 AM/s);
  await expect(after.getByRole('link', { name: 'Knee check' })).toHaveAttribute('href', /^\/appointments\?id=/);
  await expect(after.getByRole('link', { name: /\d{3}/ })).toHaveAttribute('href', /^tel:/);
  await expect(button(page, `${text('questionnaires.startNext')} Sleep diary`)).toBeVisible();
  await page.goto(`${facility.portalUrl}${addressOf(assigned)}`);
  await expect(page.getByText(text('questionnaires.sentBeforeText'))).toBeVisible();
});
