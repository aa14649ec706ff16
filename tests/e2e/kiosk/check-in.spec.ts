import type { Page } from 'playwright';
import type { Facility } from '../../support/facility.ts';
import {
  answerAll,
  askAtCheckIn,
  button,
  handTo,
  heading,
  next,
  rowOf,
  searchBox,
  staffSignIn,
  storageOf,
  tabletSize,
  type WaitingPatient,
  waitingPatient,
} from '../../support/kiosk.ts';
import { expect, network, test, text, textPattern } from '../../support/test.ts';

test.use({ viewport: tabletSize });

/**
 * On the smallest screen, with text of twice the size. A full-screen window cannot be resized, so only the size that the page sees is
 * changed.
 */
async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const [shown, letters] = [
    ({ width, height }: { width: number; height: number }) =>
      devtools.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false }),
    (size: string) =>
      page.evaluate((chosen) => {
        document.documentElement.style.fontSize = chosen;
      }, size),
  ];
  await shown({ width: 390, height: 844 });
  await letters('200%');
  await expect.poll(() => page.evaluate(() => [innerWidth, document.documentElement.scrollWidth])).toEqual([390, 390]);
  await letters('');
  await shown(tabletSize);
  await devtools.detach();
}

/** What a patient asked to change. */
const askedOf = (facility: Facility, { patientId }: WaitingPatient) =>
  facility.db.query('select status, new_details as wanted from contact_changes where patient_id = $1', [patientId]);

test('a patient says that they are here and has a new telephone, answers, and leaves nothing on the tablet; staff decide', async ({
  facility,
  page,
}) => {
  const patient = await waitingPatient(facility, { firstName: 'Romilda', lastName: 'Quendel' });
  await askAtCheckIn(facility, patient.patientId, { arrival: true, contactDetails: true });
  await handTo(page, facility, patient);
  await expect(page.getByRole('checkbox', { name: /9:30.*Blood draw/ })).toBeChecked();
  await button(page, 'kiosk.iAmHere').click();
  await expect(page.getByText(text('bar.kioskArrived'))).toBeVisible();
  await expect(page.getByText('12 Willow Road', { exact: true })).toBeVisible();
  expect(page.url()).toBe(`${facility.kioskUrl}/patientKioskContact`);
  await expectNoSidewaysScroll(page);
  await button(page, 'kiosk.somethingChanged').click();
  await page.getByRole('checkbox', { name: text('kiosk.detailMobilePhone') }).check();
  await next(page);
  const phone = page.getByRole('textbox', { name: text('kiosk.askMobilePhone') });
  await phone.fill('2025550144');
  await next(page);
  await expect(page.getByText('(202) 555-0144', { exact: true })).toBeVisible();
  // The tablet's Back moves within the page.
  await page.goBack();
  await expect(phone).toHaveValue('(202) 555-0144');
  await phone.fill('202 555 0188');
  await next(page);

  // The patient's quota for the hour is used up, as if they had pressed that often before.
  const bucket = `askContactChange:${String(patient.userId)}`;
  await facility.db.query(
    "insert into limits (bucket, uses, window_ends_at) values (sha256(convert_to($1, 'UTF8')), 20, now() + interval '12 minutes')",
    [bucket],
  );
  await button(page, 'kiosk.sendChanges').click();
  await expect(page.getByRole('alert')).toContainText('Please wait 12 minutes');
  await expect(button(page, 'kiosk.checkInSkip')).toBeVisible();
  await facility.db.query("delete from limits where bucket = sha256(convert_to($1, 'UTF8'))", [bucket]);

  // The reply is lost and the button is pressed again: only one change may be stored.
  await facility.kiosk.set({
    kind: 'cut',
    direction: 'toClient',
    after: 0,
    how: 'stall',
    from: /contactChanges/,
    afterwards: 'pass',
  });
  await button(page, 'kiosk.sendChanges').click();
  await expect.poll(() => askedOf(facility, patient)).toHaveLength(1);
  await facility.kiosk.set(network.reset);
  await expect(page.getByText(text('kiosk.checkInNotSent'))).toBeVisible();
  await facility.kiosk.set(network.pass);
  await button(page, 'kiosk.sendChanges').click();
  await expect(page.getByText(text('bar.kioskChangesSent'))).toBeVisible();
  await answerAll(page, { sleep: 'Well', pain: 'no', cups: '4', more: 'Nothing' });
  await button(page, 'questionnaires.sendAnswers').click();
  await button(page, 'kiosk.finishAndExit').click();
  await expect(heading(page, text('kiosk.thankYou'))).toBeVisible();
  expect(`${await storageOf(page)} ${await page.content()}`).not.toMatch(/Romilda|Quendel|0188|0144|Willow/);

  expect(await askedOf(facility, patient)).toEqual([{ status: 'open', wanted: { mobilePhone: '+12025550188' } }]);
  expect(await facility.admin('contact-changes', 'list')).toMatch(/Quendel, Romilda[^]*\(202\) 555-0188/);
  await staffSignIn(page, facility);
  await searchBox(page).fill('Quendel');
  await expect(rowOf(page, patient).getByText(textPattern('kiosk.arrivedAt'))).toBeVisible();
});

test('what was typed and not sent is spoken of before it is gone', async ({ facility, page }) => {
  const patient = await waitingPatient(facility, { firstName: 'Sieglinde', lastName: 'Quitte' });
  await askAtCheckIn(facility, patient.patientId, { contactDetails: true });
  await page.clock.install();
  await handTo(page, facility, patient);
  await button(page, 'kiosk.somethingChanged').click();
  await page.getByRole('checkbox', { name: text('core.email') }).check();
  await next(page);
  await page.getByRole('textbox', { name: text('kiosk.askEmail') }).fill('sieglinde@example.org');
  await page.clock.fastForward(61_000);
  const warning = page.getByRole('alertdialog');
  await expect(warning).toContainText(text('kiosk.changesWillBeLost'));
  expect(await page.content()).not.toContain('sieglinde@');
  await button(page, 'kiosk.stillHere').click();
  await expect(page.getByRole('textbox', { name: text('kiosk.askEmail') })).toHaveValue('sieglinde@example.org');
  await page.clock.fastForward(61_000);
  await button(page, 'kiosk.closeNow').click();
  await expect(heading(page, text('kiosk.returnTitle'))).toBeVisible();
  await expect(page.getByText(text('kiosk.changesUnsent'))).toBeVisible();
  expect(await storageOf(page)).not.toContain('sieglinde@');
  expect(await askedOf(facility, patient)).toEqual([]);
});
