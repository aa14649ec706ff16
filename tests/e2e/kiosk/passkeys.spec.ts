import type { Page } from 'playwright';
import { addAuthenticator } from '../../support/authenticator.ts';
import { button, heading, staffSignIn, startFor, storageOf, tabletSize, waitingPatient } from '../../support/kiosk.ts';
import { kioskRules, look } from '../../support/pageRules.ts';
import { expect, test, text } from '../../support/test.ts';
import { speak } from '../../support/waitingRoom.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

test.beforeEach(({ facility }) => facility.db.query('delete from passkeys').then(() => undefined));

const list = (page: Page) => heading(page, text('kiosk.listHeading'));
/** As in a new tab: who is logged in would be led to the list. */
async function openLogin(page: Page, kioskUrl: string): Promise<void> {
  await page.goto(`${kioskUrl}/kioskLogin`);
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${kioskUrl}/kioskLogin`);
}
async function openPasskeys(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button').click();
  await button(page, 'kiosk.passkeys').click();
  await expect(heading(page, text('kiosk.passkeys'))).toBeVisible();
}
const rows = (page: Page) => page.getByRole('list', { name: text('kiosk.passkeys') }).getByRole('listitem');

test('staff add a security key, log in with it in place of password and second step, and remove it', async ({
  facility,
  page,
}) => {
  test.setTimeout(300_000);
  await addAuthenticator(page, { transport: 'usb' });
  await page.goto(`${facility.kioskUrl}/kioskLogin`);
  await expect(button(page, 'kiosk.passkeyLogIn')).toBeVisible();
  await look(page, 'kiosk login, with passkeys', kioskRules);
  // A key that nobody has added opens nothing: the browser has none for this address.
  await button(page, 'kiosk.passkeyLogIn').click();
  await expect(button(page, 'kiosk.passkeyLogIn')).toBeEnabled();
  await expect(list(page)).toBeHidden();

  await staffSignIn(page, facility);
  await expect(list(page)).toBeVisible();
  await expect(page.getByText(text('kiosk.passkeysOffer'))).toBeVisible();
  await look(page, 'kiosk list, passkeys offered', kioskRules);
  await button(page, 'kiosk.passkeysOfferOpen').click();
  await expect(page.getByText(text('kiosk.passkeysNone'))).toBeVisible();
  await button(page, 'kiosk.passkeyAdd').click();
  const name = page.getByRole('textbox', { name: text('kiosk.passkeyName') });
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await look(page, 'kiosk passkeys, none', kioskRules);
  await name.fill('Blue key');
  await page.keyboard.press('Enter');
  await expect(page.getByText(text('kiosk.passkeyAdded'))).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByText('Blue key', { exact: true })).toBeVisible();
  await look(page, 'kiosk passkeys, one', kioskRules);
  await name.fill('The same');
  await button(page, 'kiosk.passkeyAdd').click();
  await expect(page.getByText(text('kiosk.passkeyExists'))).toBeVisible();

  // In place of the second step too, and without anything typed.
  await facility.db.query(`update facilities set second_factor = '{"kioskStaff":"required"}'`);
  await openLogin(page, facility.kioskUrl);
  await button(page, 'kiosk.passkeyLogIn').focus();
  await page.keyboard.press('Enter');
  await expect(list(page)).toBeVisible();
  // It is offered after a log-in by password alone.
  await expect(page.getByText(text('kiosk.passkeysOffer'))).toBeHidden();

  // Some minutes later the tablet asks who is there before it changes a passkey.
  await facility.db.query("update sessions set proved_at = now() - interval '10 minutes'");
  await openPasskeys(page);
  await expect(
    page.getByText(new RegExp(`^${text('kiosk.passkeyUsed', { used: '', created: '' }).split(' ')[0]}`)),
  ).toBeVisible();
  const remove = rows(page).getByRole('button', { name: new RegExp(`^${text('kiosk.passkeyRemove')}`) });
  await remove.click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look(page, 'kiosk passkeys, remove', kioskRules);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('kiosk.passkeyRemove'), exact: true })
    .click();
  const proof = page.getByRole('alertdialog', { name: text('kiosk.proofTitle') });
  await expect(proof).toBeVisible();
  await look(page, 'kiosk passkeys, proof', kioskRules);
  await proof.getByRole('textbox', { name: text('core.password') }).fill('wrong');
  await proof.getByRole('button', { name: text('core.continue'), exact: true }).click();
  await expect(proof.getByText(text('bar.invalidOldPassword'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(proof).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
  await remove.click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('kiosk.passkeyRemove'), exact: true })
    .click();
  await proof.getByRole('button', { name: text('kiosk.proofPasskey') }).click();
  await expect(page.getByText(text('kiosk.passkeyRemoved'))).toBeVisible();
  await expect(page.getByText(text('kiosk.passkeysNone'))).toBeVisible();

  await openLogin(page, facility.kioskUrl);
  await button(page, 'kiosk.passkeyLogIn').click();
  await expect(page.getByText(text('bar.kioskPasskeyUnknown'))).toBeVisible();
  await look(page, 'kiosk login, unknown passkey', kioskRules);
  await facility.db.query(`update facilities set second_factor = '{}'`);
});

test('a copy of a security key is noticed by its own count', async ({ facility, page }) => {
  const { copyPasskeys } = await addAuthenticator(page, { transport: 'usb' });
  await staffSignIn(page, facility);
  await button(page, 'kiosk.passkeysOfferOpen').click();
  await page.getByRole('textbox', { name: text('kiosk.passkeyName') }).fill('Blue key');
  await button(page, 'kiosk.passkeyAdd').click();
  await expect(page.getByText(text('kiosk.passkeyAdded'))).toBeVisible();
  const useCopies = await copyPasskeys();
  await openLogin(page, facility.kioskUrl);
  await button(page, 'kiosk.passkeyLogIn').click();
  await expect(list(page)).toBeVisible();
  await useCopies();
  await openLogin(page, facility.kioskUrl);
  await button(page, 'kiosk.passkeyLogIn').click();
  await expect(page.getByText(text('bar.passkeyRefused'))).toBeVisible();
});

test('who cannot be shown their passkeys is told so and can try again', async ({ facility, page }) => {
  await staffSignIn(page, facility);
  await expect(list(page)).toBeVisible();
  await openPasskeys(page);
  await page.route('**/loginprofile', (route) => route.fulfill({ status: 503, body: '' }));
  await page.reload();
  await expect(page.getByText(text('kiosk.passkeysFailed'))).toBeVisible();
  await look(page, 'kiosk passkeys, failed', kioskRules);
  await page.unroute('**/loginprofile');
  await button(page, 'core.tryAgain').click();
  await expect(page.getByText(text('kiosk.passkeysNone'))).toBeVisible();
});

test('the tablet itself keeps no passkey of staff', async ({ facility, page }) => {
  // As in a tablet with a fingerprint sensor: the browser finds nothing outside of it, so nothing is made.
  await addAuthenticator(page);
  await staffSignIn(page, facility);
  await expect(list(page)).toBeVisible();
  await openPasskeys(page);
  await page.getByRole('textbox', { name: text('kiosk.passkeyName') }).fill('This tablet');
  await button(page, 'kiosk.passkeyAdd').click();
  // A time-out of the browser would come after five minutes; leaving the page ends the question.
  await button(page, 'kiosk.toTheList').click();
  await expect(list(page)).toBeVisible();
  expect(await facility.db.value('select count(*)::int from passkeys')).toBe(0);
});

test.describe('a tablet that is handed over', () => {
  test.use({ viewport: tabletSize });
  test('has nothing of a key that staff used: neither a session nor an offer, and staff come back with it', async ({
    facility,
    page,
  }) => {
    test.setTimeout(120_000);
    await addAuthenticator(page, { transport: 'usb' });
    await staffSignIn(page, facility);
    await expect(list(page)).toBeVisible();
    await openPasskeys(page);
    await page.getByRole('textbox', { name: text('kiosk.passkeyName') }).fill('Blue key');
    await button(page, 'kiosk.passkeyAdd').click();
    await expect(page.getByText(text('kiosk.passkeyAdded'))).toBeVisible();
    const patient = await waitingPatient(facility, { firstName: 'Ottoline', lastName: 'Passkey' });
    await button(page, 'kiosk.toTheList').click();
    await startFor(page, patient);
    await button(page, 'kiosk.yesMe').click();
    // A patient who types the address is led back to their own page.
    await page.goto(`${facility.kioskUrl}/kioskPasskeys`);
    await expect(heading(page, text('kiosk.passkeys'))).toBeHidden();
    await expect(button(page, 'kiosk.passkeyLogIn')).toBeHidden();
    const stored = await storageOf(page);
    expect(stored).not.toContain('Blue key');
    expect(stored).not.toContain('passkey');
    await page.goto(`${facility.kioskUrl}/kioskLogin?return=left`);
    await button(page, 'kiosk.staffEntry').click();
    await button(page, 'kiosk.signInInstead').click();
    await button(page, 'kiosk.passkeyLogIn').click();
    await expect(list(page)).toBeVisible();
  });
});

test.describe('in Spanish', () => {
  test.use({ locale: 'es-ES' });
  test('a passkey is added and logs in', async ({ facility, page }) => {
    const said = (key: Parameters<typeof text>[0]) => text(key, {}, 'es');
    const press = (key: Parameters<typeof text>[0]) =>
      page.getByRole('button', { name: said(key), exact: true }).click();
    await addAuthenticator(page, { transport: 'usb' });
    await speak(page, facility, 'es');
    await page.getByRole('textbox', { name: said('core.username') }).fill('kiosk');
    await page.getByRole('textbox', { name: said('core.password') }).fill('Demo+Pass1');
    await press('core.logIn');
    await press('kiosk.passkeysOfferOpen');
    await page.getByRole('textbox', { name: said('kiosk.passkeyName') }).fill('Llave azul');
    await press('kiosk.passkeyAdd');
    await expect(page.getByText(said('kiosk.passkeyAdded'))).toBeVisible();
    await openLogin(page, facility.kioskUrl);
    await press('kiosk.passkeyLogIn');
    await expect(page.getByRole('heading', { level: 1, name: said('kiosk.listHeading') })).toBeVisible();
  });
});
