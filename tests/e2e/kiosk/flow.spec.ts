import type { Page } from 'playwright';
import {
  type WaitingRoomAnswers,
  answerAll,
  answersOf,
  button,
  facilityDay,
  follow,
  handTo,
  heading,
  managerPin,
  next,
  questionOf,
  rowOf,
  savedWords,
  staffSignIn,
  startFor,
  stopHere,
  storageOf,
  tabletSize,
  waitingPatient,
  waitingRoomCheck,
} from '../../support/kiosk.ts';
import { storedSheet } from '../../support/sheets.ts';
import { demoPassword, expect, network, test, text } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';

test.use({ serviceWorkers: 'allow', viewport: tabletSize });

const given: WaitingRoomAnswers = { sleep: 'Not so well', pain: 'yes', cups: '3', more: 'My left knee, since Monday' };
const stored = { sleep: 'Not so well', pain: 'true', cups: '3', more: 'My left knee, since Monday' };

const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
const dueBox = (page: Page) => page.getByRole('textbox', { name: text('kiosk.dueDate') });
const returned = (page: Page) => heading(page, text('kiosk.returnTitle'));
const sentPage = (page: Page) => heading(page, text('kiosk.yoursSent'));
const finished = (page: Page) => heading(page, text('kiosk.thankYou'));
const usernameBox = (page: Page) => page.getByRole('textbox', { name: text('core.username') });
const pinBox = (page: Page) => page.getByRole('textbox', { name: text('kiosk.pinLabel') });

/** Signs in on the current page, without opening an address first. */
async function fillIn(page: Page): Promise<void> {
  await usernameBox(page).fill('kiosk');
  await page.getByRole('textbox', { name: text('core.password') }).fill(demoPassword);
  await button(page, 'core.logIn').click();
}

/** Seconds that the idle warning says are left. */
async function secondsLeft(page: Page): Promise<number> {
  const said = /closes in (\d+) seconds?/.exec(await page.getByRole('alertdialog').innerText());
  return Number(said?.[1]);
}

async function enterPin(page: Page, pin: string): Promise<void> {
  await pinBox(page).fill(pin);
  await button(page, 'core.continue').click();
}

test('staff see who is due today, another day, at one facility; who cannot start yet says so', async ({
  facility,
  page,
}) => {
  const today = await facilityDay(facility);
  const here = await waitingPatient(facility, { firstName: 'Ines', lastName: 'Aabergstroem' });
  const notYet = await waitingPatient(facility, { firstName: 'Otto', lastName: 'Aabenraa' });
  await facility.db.query('update assigned_questionnaires set can_start_by_patient = false where patient_id = $1', [
    notYet.patientId,
  ]);
  const elsewhere = await waitingPatient(facility, { firstName: 'Lupe', lastName: 'Aaltonen' });
  await facility.db.query(
    'update patients set home_facility_id = (select id from facilities where not is_default limit 1) where id = $1',
    [elsewhere.patientId],
  );
  const tomorrow = await waitingPatient(facility, {
    firstName: 'Per',
    lastName: 'Aasgaard',
    due: await facilityDay(facility, 1),
  });
  await staffSignIn(page, facility);

  await expect(heading(page, text('kiosk.listHeading'))).toBeVisible();
  await expect(dueBox(page)).toHaveValue(inWords(today));
  await expect(rowOf(page, here)).toContainText(waitingRoomCheck.title);
  await expect(rowOf(page, here).getByRole('button', { name: `Start for ${here.listed}`, exact: true })).toBeVisible();
  await expect(rowOf(page, notYet)).toContainText(text('kiosk.notYetActive'));
  await expect(rowOf(page, notYet).getByRole('button')).toHaveCount(0);
  await expect(rowOf(page, elsewhere)).toBeVisible();
  await expect(rowOf(page, tomorrow)).toHaveCount(0);

  await button(page, 'core.nextDay').click();
  await expect(rowOf(page, tomorrow)).toBeVisible();
  await expect(rowOf(page, here)).toHaveCount(0);
  await button(page, 'core.previousDay').click();
  await expect(dueBox(page)).toHaveValue(inWords(today));
  await expect(rowOf(page, here)).toBeVisible();

  await dueBox(page).fill('next sunday perhaps');
  await dueBox(page).press('Enter');
  const problem = page.getByText(text('kiosk.dueDateInvalid', { example: inWords(today) }));
  await expect(problem).toBeVisible();
  await expect(dueBox(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(rowOf(page, here)).toBeVisible();
  const [year, month, day] = (await facilityDay(facility, 1)).split('-');
  await dueBox(page).fill(`${Number(month)}/${Number(day)}/${year}`);
  await dueBox(page).press('Enter');
  await expect(problem).toHaveCount(0);
  await expect(rowOf(page, tomorrow)).toBeVisible();

  await button(page, 'core.previousDay').click();
  await page
    .getByLabel(text('kiosk.facility'), { exact: true })
    .selectOption({ label: String(await facility.db.value('select short_name from facilities where is_default')) });
  await expect(rowOf(page, here)).toBeVisible();
  await expect(rowOf(page, elsewhere)).toHaveCount(0);
  await page.getByLabel(text('kiosk.facility'), { exact: true }).selectOption({ label: text('kiosk.allFacilities') });
  await expect(rowOf(page, elsewhere)).toBeVisible();
});

test('from the start to the list again: one questionnaire, the answers are a row, the PIN brings staff back', async ({
  facility,
  page,
  context,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Maren', lastName: 'Quistgaarden' });
  const [assigned] = patient.assigned;
  if (assigned === undefined) throw new Error('nothing assigned');
  const trail = follow(context);
  await page.clock.install();
  await staffSignIn(page, facility);

  // The confirmation names the person and what will be asked, and can be cancelled.
  await rowOf(page, patient).getByRole('button').click();
  const dialog = page.getByRole('alertdialog', { name: text('kiosk.startTitle', { name: 'Maren Quistgaarden' }) });
  await expect(dialog.getByRole('list', { name: text('kiosk.whatIsAsked') })).toContainText(waitingRoomCheck.title);
  await dialog.getByRole('button', { name: text('core.cancel'), exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await startFor(page, patient);

  // The waiting room may read only a first name and one letter; nothing of the staff's list is left.
  await expect(page.getByText('Quistgaarden')).toHaveCount(0);
  expect(await page.title()).not.toContain('Maren');
  expect(await storageOf(page)).not.toMatch(/Maren|Quist|patientKioskManagement/);
  await button(page, 'kiosk.yesMe').click();

  await expect(questionOf(page, 1)).toBeVisible();
  await expect(page.getByRole('radiogroup')).toHaveCount(1);
  await next(page);
  await expect(questionOf(page, 1)).toBeVisible();
  await expect(page.getByRole('radiogroup', { name: /How did you sleep/ })).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('radio', { name: 'Badly', exact: true }).check();
  await next(page);
  await expect(questionOf(page, 2)).toBeVisible();
  await page.getByRole('radio', { name: text('questionnaires.yes'), exact: true }).check();
  await button(page, 'kiosk.back').click();
  await expect(page.getByRole('radio', { name: 'Badly', exact: true })).toBeChecked();
  await page.getByRole('radio', { name: given.sleep, exact: true }).check();
  await next(page);
  await expect(page.getByRole('radio', { name: text('questionnaires.yes'), exact: true })).toBeChecked();
  await next(page);
  const cups = page.getByRole('textbox', { name: /Cups of water/ });
  await cups.fill('a few');
  await next(page);
  await expect(questionOf(page, 3)).toBeVisible();
  await expect(cups).toHaveAttribute('aria-invalid', 'true');
  await cups.fill(given.cups);
  await next(page);
  await page.getByRole('textbox', { name: /Anything else/ }).fill(given.more);
  await next(page);
  await expect(
    page.getByText('4 of 4 answered, nothing required is missing. Nothing has been sent yet.'),
  ).toBeVisible();
  await button(page, 'questionnaires.sendAnswers').click();

  await expect(sentPage(page)).toBeVisible();
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1, draft: '' });
  expect(await answersOf(facility, assigned)).toEqual(stored);
  await expect(button(page, 'kiosk.backToList')).toHaveCount(0);
  await button(page, 'kiosk.finishAndExit').click();

  await expect(finished(page)).toBeVisible();
  await expect(page.getByText(/This screen clears itself in \d+ second/)).toBeVisible();
  await page.clock.runFor(16_000);
  await expect(returned(page)).toBeVisible();
  await expect(page.getByText(text('kiosk.returnFinished'))).toBeVisible();

  await button(page, 'kiosk.staffEntry').click();
  await enterPin(page, '13579');
  await expect(page.getByText(text('kiosk.pinIncomplete'))).toBeVisible();
  await enterPin(page, '135790');
  await expect(page.getByText('That PIN is not right. 4 tries left.')).toBeVisible();
  await expect(pinBox(page)).toHaveValue('');
  await enterPin(page, managerPin);
  await expect(heading(page, text('kiosk.listHeading'))).toBeVisible();
  await expect(rowOf(page, patient)).toHaveCount(0);

  // No address tells who was there or what was filled in. The hand-over's own address is replaced before anything but its document is
  // requested.
  const shown = trail.pages.filter((address) => !address.includes('data='));
  expect(
    shown.filter((address) => /\d{2,}|Maren|Quist|check/i.test(new URL(address).pathname + new URL(address).search)),
  ).toEqual([]);
  expect(new Set(trail.requests.map(({ url }) => new URL(url).origin))).toEqual(new Set([facility.kioskUrl]));
});

test('"No, not me" opens nothing and gives the tablet back', async ({ facility, page }) => {
  const patient = await waitingPatient(facility, { firstName: 'Runa', lastName: 'Notmeyer' });
  await staffSignIn(page, facility);
  await startFor(page, patient);
  await button(page, 'kiosk.notMe').click();
  await expect(returned(page)).toBeVisible();
  await expect(page.getByText('Runa')).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expect(
    await facility.db.value(
      "select count(*)::int from sessions where role = 'kioskPatient' and patient_id = $1 and ended_at is null",
      [patient.patientId],
    ),
  ).toBe(0);
  expect(
    await facility.db.value('select status from assigned_questionnaires where patient_id = $1', [patient.patientId]),
  ).toBe('Assigned');
});

test('two questionnaires: each from the list, the remaining one offered, then finish and exit', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, {
    firstName: 'Tilda',
    lastName: 'Twofold',
    titles: [waitingRoomCheck.title, waitingRoomCheck.title],
  });
  await handTo(page, facility, patient);
  await expect(heading(page, text('kiosk.yourQuestionnaires'))).toBeVisible();
  const begin = page.getByRole('button', { name: new RegExp(`^${text('kiosk.begin')}`) });
  await expect(begin).toHaveCount(2);
  await expect(button(page, 'kiosk.finishAndExit')).toHaveCount(0);
  // A server that answers 503 must not be reported as a missing network.
  await page.route(
    /\/assignedquestionnaires\/\d+$/i,
    (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }),
    { times: 1 },
  );
  await begin.first().click();
  await expect(page.getByText(text('bar.serverBusy'))).toBeVisible();
  // A questionnaire that was only opened has not begun; with one answer it has.
  await begin.first().click();
  await button(page, 'kiosk.back').click();
  await expect(begin).toHaveCount(2);
  await begin.first().click();
  await page.getByRole('radio', { name: given.sleep, exact: true }).check();
  await expect(savedWords(page)).toBeVisible();
  await button(page, 'kiosk.back').click();
  await expect(begin).toHaveCount(1);
  await page.getByRole('button', { name: new RegExp(`^${text('core.continue')}`) }).click();
  await button(page, 'kiosk.back').click();
  await answerAll(page, given);
  await button(page, 'questionnaires.sendAnswers').click();
  await expect(sentPage(page)).toBeVisible();
  await button(page, 'kiosk.backToList').click();
  await expect(page.getByText(text('kiosk.sent'), { exact: true })).toHaveCount(1);
  await expect(begin).toHaveCount(1);
  await begin.click();
  await answerAll(page, { ...given, sleep: 'Well', pain: 'no', more: 'The second one' });
  await button(page, 'questionnaires.sendAnswers').click();
  await expect(sentPage(page)).toBeVisible();
  await button(page, 'kiosk.finishAndExit').click();
  await expect(finished(page)).toBeVisible();
  // A single press has ended the visit, so staff may go on at once.
  await button(page, 'kiosk.staffEntry').click();
  await expect(page.getByRole('textbox', { name: text('kiosk.pinLabel') })).toBeVisible();
  const sheets = await Promise.all(patient.assigned.map((id) => answersOf(facility, id)));
  expect(sheets).toEqual(
    expect.arrayContaining([stored, { ...stored, sleep: 'Well', pain: 'false', more: 'The second one' }]),
  );
});

test('startIfOnlyOne: one patient with one questionnaire starts at once, with several staff are asked', async ({
  facility,
  page,
}) => {
  await facility.db.query(
    "update assigned_questionnaires set due_date = due_date - 400 where status in ('Assigned', 'Started')",
  );
  const alone = await waitingPatient(facility, { firstName: 'Sol', lastName: 'Einzelgaenger' });
  await page.goto(`${facility.kioskUrl}/kioskQuestionnaires?startIfOnlyOne=true`);
  await fillIn(page);
  await expect(heading(page, alone.shortName)).toBeVisible();
  await button(page, 'kiosk.notMe').click();
  await expect(returned(page)).toBeVisible();

  await facility.assign(alone.patientId, waitingRoomCheck.title, await facilityDay(facility));
  await page.goto(`${facility.kioskUrl}/kioskQuestionnaires?startIfOnlyOne=true`);
  await fillIn(page);
  const dialog = page.getByRole('alertdialog', { name: text('kiosk.startTitle', { name: 'Sol Einzelgaenger' }) });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: text('core.cancel'), exact: true }).click();
  await page.reload();
  await expect(rowOf(page, alone)).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('the network is cut in the middle: the questionnaire goes on, and what is sent goes out when it is back, once', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Vera', lastName: 'Cutler' });
  const [assigned] = patient.assigned;
  if (assigned === undefined) throw new Error('nothing assigned');
  await handTo(page, facility, patient);
  await page.getByRole('radio', { name: given.sleep, exact: true }).check();
  await expect(savedWords(page)).toBeVisible();
  await facility.kiosk.set(network.refuse);
  await answerAll(page, given);
  await expect(page.getByText(text('kiosk.noConnection'))).toBeVisible();
  await button(page, 'questionnaires.sendAnswers').click();
  await expect(page.getByText(text('kiosk.notSentYetText'))).toBeVisible();
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Started', submits: 0 });
  await facility.kiosk.set(network.pass);
  await expect(sentPage(page)).toBeVisible();
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
  expect(await answersOf(facility, assigned)).toEqual(stored);
});

test('loaded anew without a network: it says so, and asks who is there once the network is back', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Rhea', lastName: 'Loader' });
  await handTo(page, facility, patient);
  await hasWorker(page);
  await facility.kiosk.set(network.refuse);
  await page.reload();
  await expect(heading(page, text('kiosk.openFailed'))).toBeVisible();
  await facility.kiosk.set(network.pass);
  await button(page, 'core.tryAgain').click();
  await expect(heading(page, patient.shortName)).toBeVisible();
});

test('nobody touches it: a warning that counts, "I am still here", then the wipe, with the answers as the draft', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Ida', lastName: 'Idlewild' });
  const [assigned] = patient.assigned;
  if (assigned === undefined) throw new Error('nothing assigned');
  await page.clock.install();
  await handTo(page, facility, patient);
  await page.getByRole('radio', { name: given.sleep, exact: true }).check();
  await next(page);
  await page.getByRole('radio', { name: text('questionnaires.yes'), exact: true }).check();
  await expect(savedWords(page)).toBeVisible();

  const warning = page.getByRole('alertdialog', { name: text('kiosk.idleTitle') });
  await page.clock.runFor(61_000);
  await expect(warning).toBeVisible();
  const atFirst = await secondsLeft(page);
  expect(atFirst).toBeLessThanOrEqual(30);
  await expect(warning).toContainText(text('kiosk.idleSaved'));
  // What the patient answered must not be in the document behind the warning either.
  await expect(page.getByRole('radio', { includeHidden: true })).toHaveCount(0);
  await page.clock.runFor(5_000);
  await expect.poll(() => secondsLeft(page)).toBeLessThanOrEqual(atFirst - 4);
  await page.mouse.click(5, 5);
  await expect(warning).toBeVisible();
  await button(page, 'kiosk.stillHere').click();
  await expect(warning).toHaveCount(0);
  await expect(questionOf(page, 2)).toBeVisible();
  await expect(page.getByRole('radio', { name: text('questionnaires.yes'), exact: true })).toBeChecked();

  await page.clock.runFor(61_000);
  await expect(warning).toBeVisible();
  await page.clock.runFor(31_000);
  await expect(returned(page)).toBeVisible();
  await expect(page.getByText(text('kiosk.returnIdle'))).toBeVisible();
  expect(await answersOf(facility, assigned, 'draft')).toEqual({ sleep: stored.sleep, pain: 'true' });
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Started', submits: 0 });

  // The next time the patient continues where they stopped.
  await button(page, 'kiosk.staffEntry').click();
  await enterPin(page, managerPin);
  await startFor(page, patient);
  await button(page, 'kiosk.yesMe').click();
  await expect(questionOf(page, 3)).toBeVisible();
  await button(page, 'kiosk.back').click();
  await expect(page.getByRole('radio', { name: text('questionnaires.yes'), exact: true })).toBeChecked();
});

test('full screen with the first touch and again when it was lost; the screen is kept awake, and again when the page is seen again', async ({
  facility,
  page,
}) => {
  await page.addInitScript(() => {
    const asked = { fullScreen: 0, wakeLock: 0 };
    Object.assign(window, { asked });
    // oxlint-disable-next-line typescript/unbound-method -- called below on the element that it was called on
    const request = Element.prototype.requestFullscreen;
    Element.prototype.requestFullscreen = function (...options) {
      asked.fullScreen += 1;
      return request.apply(this, options);
    };
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: () => {
          asked.wakeLock += 1;
          return Promise.resolve({ released: false, release: () => Promise.resolve() });
        },
      },
    });
  });
  const asked = () =>
    page.evaluate(() => (window as unknown as { asked: { fullScreen: number; wakeLock: number } }).asked);
  await page.goto(`${facility.kioskUrl}/kioskLogin`);
  await expect(button(page, 'core.logIn')).toBeVisible();
  expect(await asked()).toEqual({ fullScreen: 0, wakeLock: 1 });
  await usernameBox(page).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  expect((await asked()).fullScreen).toBe(1);
  await usernameBox(page).click();
  expect((await asked()).fullScreen).toBe(1);

  await page.evaluate(() => document.exitFullscreen());
  const sheet = page.getByRole('alertdialog', { name: text('kiosk.fullScreenTitle') });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: text('kiosk.fullScreenReturn'), exact: true }).click();
  await expect(sheet).toHaveCount(0);
  expect((await asked()).fullScreen).toBe(2);

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect((await asked()).wakeLock).toBe(1);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  expect((await asked()).wakeLock).toBe(2);
});

test('unknown paths go to the start of whoever has the tablet, and nothing on a page leads out of the flow', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Nils', lastName: 'Unbekannt' });
  const foreignLinks = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href], area[href], iframe, form[action]')]
        .map((one) => one.getAttribute('href') ?? one.outerHTML)
        .filter((href) => !href.startsWith('#')),
    );
  for (const path of [
    '/',
    '/nowhere',
    '/admin/../x',
    '/patientKioskQuestionnaires/1',
    '/complete-kiosk-questionnaire?assignedQuestionnaireId=1',
  ]) {
    await page.goto(`${facility.kioskUrl}${path}`);
    await expect(button(page, 'core.logIn').or(returned(page))).toBeVisible();
    // The prerendered sign-in shows before the app corrects the address.
    await expect.poll(() => new URL(page.url()).pathname).toBe('/kioskLogin');
    expect(await foreignLinks()).toEqual([]);
  }
  await staffSignIn(page, facility);
  for (const path of ['/', '/nowhere', '/patientKioskQuestionnaires', '/kiosk-questionnaire-scoring']) {
    await page.goto(`${facility.kioskUrl}${path}`);
    await expect(heading(page, text('kiosk.listHeading'))).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/kioskQuestionnaires');
    expect(await foreignLinks()).toEqual([]);
  }
  await startFor(page, patient);
  expect(await foreignLinks()).toEqual([]);
  for (const path of [
    '/',
    '/nowhere',
    '/kioskQuestionnaires',
    '/kioskLogin',
    '/complete-kiosk-questionnaire',
    '/kiosk-questionnaire-scoring',
    '/patientKioskUserLogin',
  ]) {
    await page.goto(`${facility.kioskUrl}${path}`);
    await expect(heading(page, patient.shortName)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe('/patientKioskUserLogin');
  }
  await button(page, 'kiosk.yesMe').click();
  await expect(questionOf(page, 1)).toBeVisible();
  expect(await foreignLinks()).toEqual([]);
  // Back stays within the questionnaire.
  await page.getByRole('radio', { name: 'Well', exact: true }).check();
  await next(page);
  await expect(questionOf(page, 2)).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(questionOf(page, 1)).toBeVisible();
  await page.evaluate(() => history.back());
  await page.evaluate(() => history.back());
  await expect(questionOf(page, 1)).toBeVisible();
  expect(new URL(page.url()).origin).toBe(facility.kioskUrl);
  await stopHere(page, patient);
  expect(await foreignLinks()).toEqual([]);
});

test("a kiosk route at the portal's address leads to the kiosk with its query, and the other way round", async ({
  facility,
  page,
}) => {
  const locationOf = async (address: string) => {
    const response = await fetch(address, { redirect: 'manual' });
    return [response.status, response.headers.get('location')];
  };
  for (const path of [
    '/kioskLogin',
    '/kioskQuestionnaires',
    '/patientKioskUserLogin',
    '/patientKioskQuestionnaires',
    '/complete-kiosk-questionnaire',
    '/kiosk-questionnaire-scoring',
  ]) {
    const query = '?startIfOnlyOne=true&x=%C3%A9%26';
    expect(await locationOf(facility.portalUrl + path + query)).toEqual([302, facility.kioskUrl + path + query]);
    expect((await locationOf(facility.kioskUrl + path + query))[0]).toBe(200);
  }
  for (const path of ['/login', '/questionnaires', '/complete-questionnaire', '/help']) {
    const query = '?assignedQuestionnaireId=7&a=b%20c';
    expect(await locationOf(facility.kioskUrl + path + query)).toEqual([302, facility.portalUrl + path + query]);
    expect((await locationOf(facility.portalUrl + path + query))[0]).toBe(200);
  }
  // The same must hold once the service workers answer with their builds' pages.
  const underWorker = async (origin: string) => {
    await page.goto(`${origin}/`);
    await hasWorker(page);
  };
  await underWorker(facility.kioskUrl);
  for (const path of ['/help', '/account-settings', '/questionnaires', '/linkLogin']) {
    await page.goto(`${facility.kioskUrl}${path}?a=b`);
    await expect(page).toHaveURL((url) => url.origin === facility.portalUrl);
  }
  await underWorker(facility.portalUrl);
  await page.goto(`${facility.portalUrl}/kioskQuestionnaires?startIfOnlyOne=true`);
  await expect(page).toHaveURL(
    (url) =>
      url.origin === facility.kioskUrl &&
      url.searchParams.get('redirect') === '/kioskQuestionnaires?startIfOnlyOne=true',
  );
});
