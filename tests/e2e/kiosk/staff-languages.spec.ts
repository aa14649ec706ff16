import { Secret, TOTP } from 'otpauth';
import { addAuthenticator } from '../../support/authenticator.ts';
import { kioskRules, lookAtWords } from '../../support/pageRules.ts';
import { expectAllIn } from '../../support/seenWords.ts';
import { expect, test, text } from '../../support/test.ts';
import { speak } from '../../support/waitingRoom.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });
test.describe.configure({ mode: 'parallel' });

// What staff see before and beside their list, at every width. Their own tests look at it in English.
for (const language of ['es', 'fr', 'pt', 'zh'] as const) {
  test(`the log-in of staff, with second step and passkeys, speaks ${language} and fits from 320 to 1280 px`, async ({
    facility,
    page,
  }) => {
    test.setTimeout(300_000);
    const said = (key: Parameters<typeof text>[0], values = {}) => text(key, values, language);
    const press = (key: Parameters<typeof text>[0]) =>
      page.getByRole('button', { name: said(key), exact: true }).click();
    const field = (key: Parameters<typeof text>[0]) => page.getByRole('textbox', { name: said(key), exact: true });
    const see = async (name: string) => {
      await expectAllIn(page, language, name);
      await lookAtWords(page, `${name} (${language})`, kioskRules);
    };
    const username = `desk${language}`;
    const who = ['--facility', 'Northlight', '--username', username, '--first', 'Fay', '--last', 'Brook'];
    const first = /First password (\S+)/.exec(await facility.admin('kiosk-manager', 'create', ...who))?.[1] ?? '';
    await facility.db.query(`update facilities set second_factor = '{"kioskStaff":"required"}'`);
    await addAuthenticator(page, { transport: 'usb' });
    await speak(page, facility, language);
    await expect(page.getByRole('button', { name: said('kiosk.passkeyLogIn'), exact: true })).toBeVisible();
    await see('kiosk login');
    await field('core.username').fill(username);
    await field('core.password').fill(first);
    await press('core.logIn');
    await field('form.newPassword').fill('short');
    await press('kiosk.newPasswordSave');
    await expect(field('form.newPassword')).toHaveAttribute('aria-invalid', 'true');
    await see('kiosk new password');
    await field('form.newPassword').fill('Juniper+River7');
    await field('form.confirmPassword').fill('Juniper+River7');
    await press('kiosk.newPasswordSave');
    await expect(page.getByRole('heading', { level: 1, name: said('secondFactor.setUpTitle') })).toBeVisible();
    const shown = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
    const code = page.getByRole('textbox', { name: said('secondFactor.code') });
    await code.fill('000000');
    await press('secondFactor.turnOn');
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await see('kiosk second step, set up');
    await code.fill(new TOTP({ secret: Secret.fromBase32(shown.replaceAll(' ', '')) }).generate());
    await press('secondFactor.turnOn');
    await expect(page.getByText(said('secondFactor.codesWrite'))).toBeVisible();
    await see('kiosk second step, recovery codes');
    await press('secondFactor.codesDone');
    await expect(page.getByText(said('kiosk.passkeysOffer'))).toBeVisible();
    await press('kiosk.passkeysOfferOpen');
    await press('kiosk.passkeyAdd');
    await expect(field('kiosk.passkeyName')).toHaveAttribute('aria-invalid', 'true');
    await see('kiosk passkeys, none');
    await field('kiosk.passkeyName').fill('Key 1');
    await press('kiosk.passkeyAdd');
    await expect(page.getByText(said('kiosk.passkeyAdded'))).toBeVisible();
    await see('kiosk passkeys');
    await facility.db.query("update sessions set proved_at = now() - interval '10 minutes'");
    await page.getByRole('listitem').getByRole('button').click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await see('kiosk passkeys, remove');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: said('kiosk.passkeyRemove'), exact: true })
      .click();
    await expect(page.getByRole('alertdialog', { name: said('kiosk.proofTitle') })).toBeVisible();
    await see('kiosk passkeys, proof');

    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${facility.kioskUrl}/kioskLogin`);
    await field('core.username').fill(username);
    await field('core.password').fill('Juniper+River7');
    await press('core.logIn');
    await expect(page.getByRole('heading', { level: 1, name: said('secondFactor.stepTitle') })).toBeVisible();
    await see('kiosk second step, code');
    await press('secondFactor.useRecovery');
    await see('kiosk second step, recovery code');
  });
}
