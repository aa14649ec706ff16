import {
  answerAll,
  answersOf,
  button,
  heading,
  managerPin,
  next,
  rowOf,
  savedWords,
  searchBox,
  staffSignIn,
  startFor,
  tabletSize,
  waitingPatient,
} from '../../support/kiosk.ts';
import { ownDeployment } from '../../support/deploy.ts';
import { startFacility } from '../../support/facility.ts';
import { storedSheet } from '../../support/sheets.ts';
import { expect, test, text } from '../../support/test.ts';

test.use({ viewport: tabletSize });

const given = { sleep: 'Well', pain: 'no', cups: '4', more: 'The stairs' } as const;
const stored = { sleep: 'Well', pain: 'false', cups: '4', more: 'The stairs' };

test.describe('with its worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('fault 9: a new version and a new server come in the middle of a visit: the patient hears nothing of it and sends once, staff take it afterwards', async ({
    page,
  }) => {
    // A build of more than a hundred files is loaded by the tablet twice.
    test.slow();
    const deployment = await ownDeployment();
    const facility = await startFacility({ dist: deployment.dist });
    try {
      const patient = await waitingPatient(facility, { firstName: 'Dora', lastName: 'Deployed' });
      const [assigned] = patient.assigned;
      if (assigned === undefined) throw new Error('nothing assigned');
      await staffSignIn(page, facility);
      await expect
        .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? ''), { timeout: 60_000 })
        .toBe(`${facility.kioskUrl}/kiosk.js`);
      await startFor(page, patient);
      await button(page, 'kiosk.yesMe').click();
      await page.getByRole('radio', { name: 'Not so well', exact: true }).check();
      await next(page);
      await expect(savedWords(page)).toBeVisible();
      let loads = 0;
      page.on('domcontentloaded', () => {
        loads += 1;
      });

      const before = await deployment.assets('kiosk');
      await deployment.redeploy();
      expect(await facility.stopServer()).toBe(0);
      await facility.startServer();
      for (const name of before.filter((one) => /^(Scoring|CheckScreen|Finished)-/.test(one)))
        expect((await fetch(`${facility.directKioskUrl}/assets/${name}`)).status).toBe(404);
      await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
      await expect
        .poll(
          () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state ?? 'none'),
          { timeout: 60_000 },
        )
        .toBe('installed');

      await button(page, 'kiosk.back').click();
      await answerAll(page, given);
      await expect(page.getByText(text('core.kioskUpdateReady'))).toHaveCount(0);
      await button(page, 'questionnaires.sendAnswers').click();
      await expect(button(page, 'kiosk.finishAndExit')).toBeVisible();
      expect(loads).toBe(0);
      expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
      expect(await answersOf(facility, assigned)).toEqual(stored);

      await button(page, 'kiosk.finishAndExit').click();
      await expect(heading(page, text('kiosk.thankYou'))).toBeVisible();
      await button(page, 'kiosk.staffEntry').click();
      await page.getByRole('textbox', { name: text('kiosk.pinLabel') }).fill(managerPin);
      await button(page, 'core.continue').click();
      await expect(heading(page, text('kiosk.listHeading'))).toBeVisible();
      const replaced = page.waitForEvent('load');
      await button(page, 'core.kioskUpdateNow').click();
      await replaced;
      await expect(heading(page, text('kiosk.listHeading')).or(button(page, 'core.logIn'))).toBeVisible();
      await expect(page.getByText(text('core.kioskUpdateReady'))).toHaveCount(0);
      const now = await deployment.assets('kiosk');
      const loaded = () =>
        page
          .evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name.split('/').pop() ?? ''))
          .catch((): string[] => []);
      await expect
        .poll(async () => (await loaded()).some((name) => now.includes(name) && !before.includes(name)))
        .toBe(true);
    } finally {
      await facility.stop();
      await deployment.remove();
    }
  });
});

test('a page whose style sheet did not come is not shown without it, and has it after "try again"', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Stella', lastName: 'Styled' });
  const styles = /\/assets\/HandOver-[^/]+\.css$/;
  await page.route(styles, (route) => route.abort());
  await staffSignIn(page, facility);
  await searchBox(page).fill(`${patient.lastName} ${patient.firstName}`);
  await rowOf(page, patient).getByRole('button').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('kiosk.start'), exact: true })
    .click();
  await expect(heading(page, text('core.errorTitle'))).toBeVisible();
  // The missing file is requested again. If that fails too, the page still must not be shown without it.
  await button(page, 'core.tryAgain').click();
  await expect(heading(page, text('core.errorTitle'))).toBeVisible();
  await page.unroute(styles);
  await button(page, 'core.tryAgain').click();
  await expect(heading(page, patient.shortName)).toBeVisible();
  const rules = await page.evaluate(
    () =>
      [...document.styleSheets].flatMap((sheet) =>
        sheet.href?.includes('/HandOver-') === true ? [...sheet.cssRules] : [],
      ).length,
  );
  expect(rules).toBeGreaterThan(0);
});
