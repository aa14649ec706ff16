import type { Page } from 'playwright';
import { openProfile } from '../../support/browser.ts';
import type { Facility } from '../../support/facility.ts';
import {
  answersOf,
  button,
  heading,
  next,
  savedWords,
  staffSignIn,
  startFor,
  tabletSize,
  waitingPatient,
} from '../../support/kiosk.ts';
import { expect, test, text } from '../../support/test.ts';

const name = 'Front desk 2';
const setUpPage = (page: Page) => heading(page, text('kiosk.setUpTitle'));

async function setUp(page: Page, facility: Facility): Promise<void> {
  const code = /Code (\S+)/.exec(await facility.admin('tablet', 'code', '--name', name))?.[1] ?? '';
  await page.getByRole('textbox', { name: text('kiosk.setUpCode') }).fill(code.toLowerCase());
  await button(page, 'kiosk.setUpUse').click();
  await expect(page.getByText(text('kiosk.setUpDone', { name }))).toBeVisible();
  await button(page, 'kiosk.setUpToSignIn').click();
  await expect(button(page, 'core.logIn')).toBeVisible();
}

test('a tablet that is not set up takes a code, staff work on it, and revoked in a visit it wipes itself and asks for a code again', async ({
  facility,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Odalys', lastName: 'Quillfeather' });
  await facility.admin('tablet', 'require', '--on', '--without-tablet');
  const profile = await openProfile({ likeInHand: true, viewport: tabletSize });
  try {
    const page = await profile.context.newPage();
    await page.goto(`${facility.portalUrl}/login`);
    await page.goto(`${facility.kioskUrl}/kioskLogin`);
    await expect(setUpPage(page)).toBeVisible();
    await expect(page.getByText(text('kiosk.setUpNeeded'))).toBeVisible();
    await page.getByRole('textbox', { name: text('kiosk.setUpCode') }).fill('ABCD-EFGH');
    await button(page, 'kiosk.setUpUse').click();
    await expect(page.getByText(text('kiosk.setUpCodeWrong'))).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveValue('ABCD-EFGH');
    await setUp(page, facility);

    await staffSignIn(page, facility);
    await startFor(page, patient);
    await button(page, 'kiosk.yesMe').click();
    await page.getByRole('radio', { name: 'Badly', exact: true }).check();
    await expect(savedWords(page)).toBeVisible();
    await page.evaluate(() => Object.assign(window, { firstVisit: true }));
    expect(await facility.admin('tablet', 'revoke', name)).toContain('2 sessions ended');
    await next(page);
    await page.getByRole('radio', { name: text('questionnaires.yes'), exact: true }).check();

    // The patient reads that their visit has ended. Staff are led to the code without a PIN.
    await expect(heading(page, text('kiosk.returnTitle'))).toBeVisible();
    await button(page, 'kiosk.staffEntry').click();
    await expect(setUpPage(page)).toBeVisible();
    const [assigned] = patient.assigned;
    expect(assigned && (await answersOf(facility, assigned, 'draft'))).toEqual({ sleep: 'Badly' });
    // The cookie that stays on the tablet keeps every page of the visit out of the back-forward cache.
    for (const by of [-1, 1]) {
      await page.evaluate((steps) => void setTimeout(() => history.go(steps)), by).catch(() => undefined);
      await expect(async () => {
        expect(await page.evaluate(() => 'firstVisit' in window)).toBe(false);
        expect(await page.content()).not.toMatch(/Odalys|Quillfeather/);
      }).toPass({ timeout: 20_000 });
    }
    await page.goto(`${facility.kioskUrl}/kioskLogin`);
    await expect(setUpPage(page)).toBeVisible();
    await setUp(page, facility);
  } finally {
    await profile.remove();
    await facility.admin('tablet', 'require', '--off');
  }
});
