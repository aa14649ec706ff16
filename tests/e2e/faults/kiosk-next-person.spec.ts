import type { Page } from 'playwright';
import { type Profile, openProfile } from '../../support/browser.ts';
import type { Facility } from '../../support/facility.ts';
import {
  type WaitingPatient,
  answersOf,
  button,
  handTo,
  heading,
  managerPin,
  next,
  questionOf,
  savedWords,
  startFor,
  storageOf,
  tabletSize,
  waitingPatient,
  waitingRoomCheck,
} from '../../support/kiosk.ts';
import { findInFiles } from '../../support/scan.ts';
import { expect, network, test, text } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';

test.use({ serviceWorkers: 'allow' });

const typed = { cups: '7391', more: 'walrus-ointment-on-my-elbow' };
/** Every text that only the first patient's visit can have brought to the tablet. */
const secrets = (patient: WaitingPatient): string[] => [
  patient.firstName,
  patient.lastName,
  typed.more,
  `T-${patient.userId}`,
  waitingRoomCheck.title,
];

async function onlyPage({ context }: Profile): Promise<Page> {
  const [first, ...rest] = context.pages();
  if (first === undefined) throw new Error('The browser has no page.');
  await Promise.all(rest.map((page) => page.close()));
  return first;
}

/** Moves in the history as the browser's buttons do. Nothing waits for a load, because a page from the back-forward cache never loads. */
const go = (page: Page, by: number) =>
  page
    .evaluate((steps) => void setTimeout(() => history.go(steps)), by)
    // The page may end before it answers.
    .catch(() => undefined);
const goBack = (page: Page) => go(page, -1);

let made = 0;
/** The first patient, whose name nobody else has. */
function firstPatient(facility: Facility): Promise<WaitingPatient> {
  made += 1;
  return waitingPatient(facility, { firstName: `Zebulonia${made}`, lastName: `Quaxenbridge${made}` });
}

/** The first patient answers everything but does not send, leaves a number that is not valid yet, and walks away. */
async function fillHalf(page: Page, facility: Facility, patient: WaitingPatient): Promise<void> {
  await handTo(page, facility, patient);
  await page.getByRole('radio', { name: 'Badly', exact: true }).check();
  await next(page);
  await page.getByRole('radio', { name: text('questionnaires.yes'), exact: true }).check();
  await next(page);
  const cups = page.getByRole('textbox', { name: /Cups of water/ });
  await expect(cups).toHaveAttribute('autocomplete', 'off');
  await cups.fill(typed.cups);
  await next(page);
  const more = page.getByRole('textbox', { name: /Anything else/ });
  await expect(more).toHaveAttribute('autocomplete', 'off');
  await more.fill(typed.more);
  await expect(savedWords(page)).toBeVisible();
}

/** What can be read in the page's text, title, address and fields. */
const readable = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.title,
      location.href,
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll<HTMLInputElement>('input, textarea')].map((field) => field.value),
    ].join('\n'),
  );

async function expectNoTrace(page: Page, patient: WaitingPatient): Promise<void> {
  // A page before the kiosk's has another origin, or none, so its storage is not read.
  const [seen, stored] = [await readable(page), page.url().startsWith('http') ? await storageOf(page) : ''];
  for (const secret of secrets(patient)) {
    expect(seen).not.toContain(secret);
    expect(stored).not.toContain(secret);
  }
}

const returned = (page: Page) => heading(page, text('kiosk.returnTitle'));

/** The patient walks away: the warning appears and counts down, and the tablet wipes itself. */
async function walkAway(page: Page): Promise<void> {
  const warning = page.getByRole('alertdialog', { name: text('kiosk.idleTitle') });
  await page.clock.runFor(61_000);
  await expect(warning).toContainText(/closes in \d+ seconds/);
  await expect(warning).toContainText(text('kiosk.idleSaved'));
  await page.clock.runFor(31_000);
  await expect(returned(page)).toBeVisible();
}

test('fault 21: the next person finds nothing with Back, Forward, reload, addresses or an own visit; the first one was warned, and their answers are the draft', async ({
  facility,
}) => {
  test.slow();
  const patient = await firstPatient(facility);
  const profile = await openProfile({ likeInHand: true, viewport: tabletSize });
  try {
    const page = await onlyPage(profile);
    await page.clock.install();
    // Opens a page before the kiosk, so that there is somewhere to go back to.
    await page.goto(`${facility.portalUrl}/login`);
    await page.goto(`${facility.kioskUrl}/kioskLogin`);
    await fillHalf(page, facility, patient);
    // Marks the document that holds the answers; the back-forward cache would bring the mark back.
    await page.evaluate(() => Object.assign(window, { firstVisit: true }));
    await walkAway(page);
    await expectNoTrace(page, patient);

    const isFirstDocument = () => page.evaluate(() => 'firstVisit' in window);
    for (const step of [
      'back',
      'back',
      'forward',
      'forward',
      'back',
      'reload',
      'back',
      'back',
      'back',
      'forward',
      'forward',
      'forward',
    ] as const) {
      if (step === 'reload') await page.reload();
      else await go(page, step === 'back' ? -1 : 1);
      await expect(async () => {
        expect(await isFirstDocument()).toBe(false);
        await expectNoTrace(page, patient);
      }).toPass({ timeout: 20_000 });
    }
    for (const path of [
      '/',
      '/patientKioskUserLogin',
      '/patientKioskQuestionnaires',
      '/complete-kiosk-questionnaire',
      '/kiosk-questionnaire-scoring',
      '/kioskQuestionnaires',
    ]) {
      await page.goto(facility.kioskUrl + path);
      await expect(returned(page).or(button(page, 'core.logIn'))).toBeVisible();
      await expectNoTrace(page, patient);
    }
    // All cookies belong to the tablet: no script can read them and none contains a name.
    const cookies = await profile.context.cookies();
    expect(cookies.every(({ httpOnly, value }) => httpOnly && /^[\w-]{43}$/.test(value))).toBe(true);

    // The next patient, who has the same questionnaire, is offered nothing of the first.
    const another = await waitingPatient(facility, { firstName: 'Bo', lastName: 'Nextman' });
    await page.goto(`${facility.kioskUrl}/kioskLogin?return=staff`);
    await page.getByRole('textbox', { name: text('kiosk.pinLabel') }).fill(managerPin);
    await button(page, 'core.continue').click();
    await startFor(page, another);
    await expectNoTrace(page, patient);
    await button(page, 'kiosk.yesMe').click();
    await expect(questionOf(page, 1)).toBeVisible();
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
    await page.getByRole('radio', { name: 'Well', exact: true }).check();
    await next(page);
    await page.getByRole('radio', { name: text('questionnaires.no'), exact: true }).check();
    await next(page);
    await expect(page.getByRole('textbox', { name: /Cups of water/ })).toHaveValue('');
    await next(page);
    await expect(page.getByRole('textbox', { name: /Anything else/ })).toHaveValue('');

    const [assigned] = patient.assigned;
    expect(assigned && (await answersOf(facility, assigned, 'draft'))).toEqual({
      sleep: 'Badly',
      pain: 'true',
      ...typed,
    });
  } finally {
    await profile.remove();
  }
});

test('fault 21: the real back-forward cache brings no answers back, neither in the middle of a visit nor after it', async ({
  facility,
}) => {
  const patient = await firstPatient(facility);
  const profile = await openProfile({ likeInHand: true, viewport: tabletSize });
  try {
    const page = await onlyPage(profile);
    // This browser's back-forward cache is on: another page of the product comes back from it alive.
    await page.goto(`${facility.portalUrl}/reset-password`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => Object.assign(window, { alive: true }));
    await page.goto(`${facility.kioskUrl}/kioskLogin`);
    await goBack(page);
    // The question is lost if it is asked while the browser changes pages, so it is repeated.
    await expect(async () =>
      expect(await page.evaluate(() => 'alive' in window && location.pathname)).toBe('/reset-password'),
    ).toPass({ timeout: 20_000 });

    await fillHalf(page, facility, patient);
    // The next person types another address and comes back.
    await page.goto(`${facility.portalUrl}/login`);
    await goBack(page);
    // While the visit lasts the tablet asks again who is there, and only the short name can be read.
    await expect(heading(page, patient.shortName)).toBeVisible();
    for (const secret of [patient.lastName, typed.more, waitingRoomCheck.title])
      expect(await readable(page)).not.toContain(secret);
    await button(page, 'kiosk.notMe').click();
    await expect(returned(page)).toBeVisible();
    for (const by of [-1, -1, 1, -2, 2]) {
      await go(page, by);
      await expect(() => expectNoTrace(page, patient)).toPass({ timeout: 20_000 });
    }

    // The same after a finished visit.
    await page.goto(`${facility.kioskUrl}/kioskLogin?return=staff`);
    await page.getByRole('textbox', { name: text('kiosk.pinLabel') }).fill(managerPin);
    await button(page, 'core.continue').click();
    await startFor(page, patient);
    await button(page, 'kiosk.yesMe').click();
    await expect(page.getByText(typed.more)).toBeVisible();
    await button(page, 'questionnaires.sendAnswers').click();
    await button(page, 'kiosk.finishAndExit').click();
    await expect(heading(page, text('kiosk.thankYou'))).toBeVisible();
    for (const by of [-1, 1]) {
      await go(page, by);
      await expect(() => expectNoTrace(page, patient)).toPass({ timeout: 20_000 });
    }
  } finally {
    await profile.remove();
  }
});

test('fault 21: a print of any page of a visit is empty', async ({ facility, page }) => {
  await page.setViewportSize(tabletSize);
  const patient = await firstPatient(facility);
  await fillHalf(page, facility, patient);
  const printed = async () => {
    await page.emulateMedia({ media: 'print' });
    const shown = await page.evaluate(
      () =>
        [...document.querySelectorAll('body *')].filter((element) =>
          element.checkVisibility({ visibilityProperty: true }),
        ).length,
    );
    const pdf = await page.pdf();
    await page.emulateMedia({ media: null });
    return { shown, hasLetters: /\/BaseFont/.test(pdf.toString('latin1')) };
  };
  // A page without a font has no letters on it.
  expect(await printed()).toEqual({ shown: 0, hasLetters: false });
  await next(page);
  await button(page, 'questionnaires.sendAnswers').click();
  await expect(heading(page, text('kiosk.yoursSent'))).toBeVisible();
  expect(await printed()).toEqual({ shown: 0, hasLetters: false });
});

test('fault 21: without a network the warning says what is lost, and the wipe is as thorough', async ({
  facility,
  page,
}) => {
  await page.setViewportSize(tabletSize);
  const patient = await firstPatient(facility);
  await page.clock.install();
  await fillHalf(page, facility, patient);
  // The worker has stored the app on the tablet; without that there is nothing to show offline.
  await hasWorker(page);
  await facility.kiosk.set(network.refuse);
  await page.getByRole('textbox', { name: /Anything else/ }).fill(`${typed.more} and-both-knees`);
  await expect(page.getByText(text('kiosk.noConnection'))).toBeVisible();
  await page.clock.runFor(61_000);
  const warning = page.getByRole('alertdialog', { name: text('kiosk.idleTitle') });
  await expect(warning).toContainText(text('kiosk.idleUnsaved'));
  await page.clock.runFor(31_000);
  await expect(returned(page)).toBeVisible();
  await expectNoTrace(page, patient);
  await page.reload();
  await expect(returned(page)).toBeVisible();
  await expectNoTrace(page, patient);
  await facility.kiosk.set(network.pass);
  const [assigned] = patient.assigned;
  expect(assigned && (await answersOf(facility, assigned, 'draft'))).toEqual({
    sleep: 'Badly',
    pain: 'true',
    ...typed,
  });
});

test('fault 21: the profile folder has no trace: after the wipe, after the battery died, and when it died in the middle of a form', async ({
  facility,
}) => {
  test.slow();
  const patient = await firstPatient(facility);
  const profile = await openProfile({ likeInHand: true, viewport: tabletSize });
  try {
    let page = await onlyPage(profile);
    await page.clock.install();
    await fillHalf(page, facility, patient);
    await walkAway(page);
    expect(await findInFiles(profile.folder, secrets(patient))).toEqual([]);
    await profile.kill();
    expect(await findInFiles(profile.folder, secrets(patient))).toEqual([]);
    // The scan can find text in the profile, which proves that it works.
    expect(await findInFiles(profile.folder, [`localhost:${facility.kiosk.port}`])).not.toEqual([]);

    await profile.reopen();
    page = await onlyPage(profile);
    const second = await firstPatient(facility);
    await fillHalf(page, facility, second);
    await profile.kill();
    expect(await findInFiles(profile.folder, [...secrets(patient), ...secrets(second)])).toEqual([]);

    // The browser may restore pages, but without a session; and the tablet has none either.
    await profile.reopen();
    page = await onlyPage(profile);
    await page.goto(facility.kioskUrl);
    await expect(button(page, 'core.logIn')).toBeVisible();
    await expectNoTrace(page, second);
  } finally {
    await profile.remove();
  }
});
