import { Secret, TOTP } from 'otpauth';
import { openSetting } from '../../support/accountSettings.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { lookAtWords } from '../../support/pageRules.ts';
import { expectAllIn } from '../../support/seenWords.ts';
import { signIn } from '../../support/signIn.ts';
import { demoPassword, expect, test, text } from '../../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'parallel' });

const locales = { es: 'es-MX', fr: 'fr-CA', pt: 'pt-BR', zh: 'zh-CN' } as const;

// Passkeys, the second step and what brings a lost password back, at every width. Their own tests look at them in English.
for (const language of ['es', 'fr', 'pt', 'zh'] as const) {
  test.describe(language, () => {
    test.use({ locale: locales[language] });
    test(`passkeys, second step and lost passwords speak ${language} and fit from 320 to 1280 px`, async ({
      facility,
      page,
    }) => {
      test.setTimeout(600_000);
      const said = (key: Parameters<typeof text>[0], values = {}) => text(key, values, language);
      const press = (key: Parameters<typeof text>[0]) =>
        page.getByRole('button', { name: said(key), exact: true }).click();
      const see = async (name: string) => {
        await expectAllIn(page, language, name);
        await lookAtWords(page, `${name} (${language})`);
      };
      const patient = await facility.newPatient({ language });
      const { answer } = await addAuthenticator(page);
      await answer(false);
      await signIn(
        page,
        facility.portalUrl,
        { username: patient.username, password: demoPassword },
        '/login?redirect=/account-settings',
        language,
      );
      await answer(true);

      await openSetting(page, 'account.passkeys', language);
      await press('account.passkeyAdd');
      await expect(page.getByText(said('account.passkeyAdded'))).toBeVisible();
      await openSetting(page, 'account.places', language);
      await expect(page.locator('#places')).toContainText(said('account.byPassword'));
      const passkeys = page.locator('#passkeys');
      // By keyboard: the settings above it may still be opening, and a pointer would come down beside it.
      await passkeys.getByRole('button', { name: new RegExp(`^${said('account.passkeyRename')}`) }).press('Enter');
      await expect(page.getByRole('button', { name: said('core.cancel'), exact: true })).toBeVisible();
      await see('passkeys and places');
      await press('core.cancel');
      await passkeys.getByRole('button', { name: new RegExp(`^${said('account.remove')}`) }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await see('passkeys, remove');
      await facility.db.query("update sessions set proved_at = now() - interval '10 minutes' where user_id = $1", [
        patient.userId,
      ]);
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: said('account.remove'), exact: true })
        .click();
      await expect(page.getByRole('alertdialog', { name: said('layout.proofTitle') })).toBeVisible();
      await see('proof by passkey');
      await press('layout.proofPasskey');
      await expect(page.getByText(said('account.passkeyRemoved'))).toBeVisible();

      await page.getByRole('link', { name: new RegExp(`^${said('secondFactor.title')}`) }).click();
      await expect(page.getByRole('button', { name: said('secondFactor.turnOn'), exact: true })).toBeVisible();
      await see('second step, off');
      await press('secondFactor.turnOn');
      const shown = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
      const code = page.getByRole('textbox');
      await code.fill('000000');
      await press('secondFactor.turnOn');
      await expect(code).toHaveAttribute('aria-invalid', 'true');
      await see('second step, set up');
      await code.fill(new TOTP({ secret: Secret.fromBase32(shown.replaceAll(' ', '')) }).generate());
      await press('secondFactor.turnOn');
      await expect(page.getByRole('heading', { name: said('secondFactor.codesTitle') })).toBeFocused();
      await see('second step, recovery codes');
      await press('secondFactor.codesDone');
      await expect(page.getByText(said('secondFactor.isOn'))).toBeVisible();
      await see('second step, on');

      await answer(false);
      await page.goto(`${facility.portalUrl}/logout`);
      await expect(page.getByRole('button', { name: said('core.logIn'), exact: true })).toBeVisible();
      await page.goto(`${facility.portalUrl}/login`);
      await page.getByRole('textbox', { name: said('core.username') }).fill(patient.username);
      await page.getByRole('textbox', { name: said('core.password') }).fill(demoPassword);
      await press('core.logIn');
      await expect(page.getByRole('heading', { level: 1, name: said('secondFactor.stepTitle') })).toBeVisible();
      await see('second step, code');
      await press('secondFactor.useRecovery');
      await see('second step, recovery code');
      await page.goto(`${facility.portalUrl}/reset-password`);
      await press('session.deskHaveCode');
      await press('session.resetSave');
      await expect(page.getByText(said('core.required')).first()).toBeVisible();
      await see('front desk code, nothing entered');
    });
  });
}
