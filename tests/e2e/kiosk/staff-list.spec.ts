import type { Page } from 'playwright';
import * as v from 'valibot';
import {
  button,
  facilityDay,
  heading,
  questionOf,
  rowOf,
  savedWords,
  searchBox,
  staffSignIn,
  startFor,
  tabletSize,
  waitingPatient,
} from '../../support/kiosk.ts';
import { expect, test, text } from '../../support/test.ts';
import { signInStaff, speak } from '../../support/waitingRoom.ts';

test.use({ viewport: tabletSize });

const state = (page: Page, key: 'kiosk.waiting' | 'kiosk.inProgress' | 'kiosk.stateFinished') =>
  page.getByRole('radio', { name: new RegExp(`^${text(key)}`) });
const stateGroup = (page: Page, key: 'kiosk.waiting' | 'kiosk.inProgress') =>
  page.getByRole('region', { name: text(key), exact: true });

test('staff find somebody by name, birth date or number, in every state, and see on which tablet they are', async ({
  facility,
  page,
  browser,
}) => {
  const lucia = await waitingPatient(facility, { firstName: 'Lucía', lastName: 'Zabaleta Peña' });
  const other = await waitingPatient(facility, { firstName: 'Lucía', lastName: 'Zabaleta Peña' });
  await facility.db.query("update patients set date_of_birth = '1972-10-21' where id = $1", [lucia.patientId]);
  await facility.db.query("update patients set date_of_birth = '1990-02-14', mrn = 'ZZ-77-1' where id = $1", [
    other.patientId,
  ]);
  await staffSignIn(page, facility);
  await searchBox(page).fill('pena LUCIA zabaleta');
  await expect(rowOf(page, lucia)).toHaveCount(2);
  await expect(page.getByText('2 patients found', { exact: true })).toBeVisible();
  // The two patients have the same name, so the accessible name of each Start adds the birth date.
  await expect(page.getByRole('button', { name: /Start for Zabaleta Peña, Lucía, Born Oct 21, 1972$/ })).toBeVisible();
  await searchBox(page).fill('Oct 21, 1972');
  await expect(rowOf(page, lucia)).toHaveCount(1);
  await searchBox(page).fill('zz-77');
  await expect(rowOf(page, lucia)).toContainText('Feb 14, 1990');
  await button(page, 'kiosk.clearSearch').click();
  await expect(searchBox(page)).toBeFocused();
  await expect(state(page, 'kiosk.waiting')).toBeChecked();

  // Another tablet takes one of the two patients.
  await facility.db.query("update patients set last_name = 'Zabaleta Roble' where id = $1", [other.patientId]);
  const second = await browser.newContext({ viewport: tabletSize });
  const tablet = await second.newPage();
  await staffSignIn(tablet, facility);
  await startFor(tablet, lucia);
  await button(tablet, 'kiosk.yesMe').click();
  await expect(questionOf(tablet, 1)).toBeVisible();
  await searchBox(page).fill('zabaleta');
  const inProgress = stateGroup(page, 'kiosk.inProgress');
  await expect(inProgress).toContainText('On another tablet since');
  await expect(inProgress.getByRole('button')).toHaveCount(0);
  await expect(stateGroup(page, 'kiosk.waiting').getByRole('listitem').filter({ hasText: 'Roble' })).toHaveCount(1);

  await tablet.getByRole('radio', { name: 'Well', exact: true }).check();
  await expect(savedWords(tablet)).toBeVisible();
  await tablet.getByRole('button', { name: lucia.shortName, exact: true }).click();
  await tablet.getByRole('button', { name: text('kiosk.stop'), exact: true }).click();
  await tablet.getByRole('button', { name: text('kiosk.stopConfirm'), exact: true }).click();
  await expect(heading(tablet, text('kiosk.returnTitle'))).toBeVisible();
  await second.close();
  await searchBox(page).fill('zabaleta peña');
  await expect(inProgress).toContainText('Stopped at');
  await expect(inProgress).toContainText('1 of 4 answered');
  await button(page, 'kiosk.clearSearch').click();
  await state(page, 'kiosk.inProgress').check();
  await expect(rowOf(page, lucia).getByRole('button', { name: /^Continue/ })).toBeVisible();
  await state(page, 'kiosk.stateFinished').check();
  await expect(rowOf(page, lucia)).toHaveCount(0);
  // The search text must not be in the address.
  expect(page.url()).not.toContain('zabaleta');
});

test('whoever starts somebody whom another tablet has meanwhile is told so and asked, and the visit there ends', async ({
  facility,
  page,
  browser,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Twyla', lastName: 'Zweimal' });
  await staffSignIn(page, facility);
  await searchBox(page).fill('zweimal');
  await expect(rowOf(page, patient)).toBeVisible();
  const second = await browser.newContext({ viewport: tabletSize });
  const tablet = await second.newPage();
  await staffSignIn(tablet, facility);
  await startFor(tablet, patient);
  await button(tablet, 'kiosk.yesMe').click();
  await tablet.getByRole('radio', { name: 'Well', exact: true }).check();
  await expect(savedWords(tablet)).toBeVisible();

  // This list was loaded before the other tablet started the visit.
  await rowOf(page, patient).getByRole('button').click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: text('kiosk.start'), exact: true }).click();
  await expect(question).toContainText('On another tablet since');
  await expect(question).toContainText(text('kiosk.startElsewhere'));
  // The list behind the question is still that of the search.
  await expect(page.getByRole('textbox', { name: text('kiosk.search'), includeHidden: true })).toHaveValue('zweimal');
  await question.getByRole('button', { name: text('kiosk.startHere'), exact: true }).click();
  await button(page, 'kiosk.yesMe').click();
  await expect(questionOf(page, 2)).toBeVisible();
  await tablet.getByRole('radio', { name: 'Badly', exact: true }).check();
  await expect(heading(tablet, text('kiosk.returnTitle'))).toBeVisible();
  await second.close();
});

test('a long list comes in pages, and a search that finds nobody says what to try', async ({ facility, page }) => {
  const due = await facilityDay(facility, 9);
  for (let number = 10; number < 40; number += 1)
    await waitingPatient(facility, { firstName: `Page${number}`, lastName: 'Yonder', due });
  await staffSignIn(page, facility);
  const box = page.getByRole('textbox', { name: text('kiosk.dueDate') });
  await box.fill(due);
  await box.press('Enter');
  const rows = page.getByRole('heading', { level: 2, name: /^Yonder/ });
  await expect(rows).toHaveCount(25);
  await button(page, 'kiosk.showMore').click();
  await expect(rows).toHaveCount(30);
  await expect(button(page, 'kiosk.showMore')).toHaveCount(0);
  await searchBox(page).fill('nobody of this name');
  await expect(page.getByRole('heading', { name: text('kiosk.nobodyFound') })).toBeVisible();
});

test('a list that is open at midnight goes on to the new day', async ({ facility, page }) => {
  await page.clock.install();
  // The kiosk would correct the clock of this test by the server's.
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const { date: _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await staffSignIn(page, facility);
  const day = page.getByRole('textbox', { name: text('kiosk.dueDate') });
  const shown = async (days: number) =>
    new Date(await facilityDay(facility, days)).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  await expect(day).toHaveValue(await shown(0));
  const midnight = await facility.db.value(
    'select extract(epoch from (today_in(time_zone) + 1)::timestamp at time zone time_zone)::int from facilities where is_default',
    [],
  );
  await page.clock.setSystemTime(v.parse(v.number(), midnight) * 1000 + 1000);
  await page.clock.runFor(31_000);
  await expect(day).toHaveValue(await shown(1));
  // A call of the new day may still be on its way through the test.
  await page.unrouteAll({ behavior: 'wait' });
});

test('the longest due date is whole in its field, lying and standing', async ({ facility, page }) => {
  // A full-screen window cannot be resized, so full screen is refused.
  await page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new Error('The test gives the window its size.'));
  });
  await speak(page, facility, 'pt');
  await signInStaff(page, facility, 'pt');
  const date = page.getByRole('textbox', { name: text('kiosk.dueDate', {}, 'pt') });
  await date.fill('30/11/2026');
  await date.press('Enter');
  await expect(date).toHaveValue('30 de nov. de 2026');
  for (const size of [tabletSize, { width: 1280, height: 800 }, { width: 800, height: 1280 }]) {
    await page.setViewportSize(size);
    const hidden = () => date.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    await expect.poll(hidden, `${size.width} px`).toBe(0);
  }
});
