import { Secret, TOTP } from 'otpauth';
import { button, heading } from '../../support/kiosk.ts';
import { kioskRules, look } from '../../support/pageRules.ts';
import { expect, test, text } from '../../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 900 } });

test('staff replace the password that was made for them, set up the second step where it is required, and log in with it', async ({
  facility,
  page,
}) => {
  test.setTimeout(300_000);
  const who = ['--facility', 'Northlight', '--username', 'newdesk', '--first', 'Fay', '--last', 'Brook'];
  const made = await facility.admin('kiosk-manager', 'create', ...who);
  const first = /First password (\S+)/.exec(made)?.[1] ?? '';
  const own = 'Juniper+River7';
  const field = (key: Parameters<typeof text>[0]) => page.getByRole('textbox', { name: text(key), exact: true });
  const logIn = async (password: string) => {
    await page.goto(`${facility.kioskUrl}/kioskLogin`);
    // As in a new tab: who is logged in would be led to the list.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${facility.kioskUrl}/kioskLogin`);
    await field('core.username').fill('newdesk');
    await field('core.password').fill(password);
    await button(page, 'core.logIn').click();
  };
  const code = page.getByRole('textbox', { name: text('secondFactor.code') });
  const list = heading(page, text('kiosk.listHeading'));

  await logIn(first);
  await expect(heading(page, text('kiosk.newPasswordTitle'))).toBeVisible();
  await field('form.newPassword').fill('Password1!');
  await field('form.confirmPassword').fill('Password1!');
  await button(page, 'kiosk.newPasswordSave').click();
  await expect(page.getByText(text('bar.passwordGuessable'))).toBeVisible();
  await look(page, 'kiosk new password', kioskRules);
  await field('form.newPassword').fill(own);
  await field('form.confirmPassword').fill(own);
  await button(page, 'kiosk.newPasswordSave').click();
  await expect(list).toBeVisible();

  await facility.db.query(`update facilities set second_factor = '{"kioskStaff":"required"}'`);
  await logIn(own);
  await expect(heading(page, text('secondFactor.setUpTitle'))).toBeVisible();
  const shown = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText();
  const codeOf = () => new TOTP({ secret: Secret.fromBase32(shown.replaceAll(' ', '')) }).generate();
  // Nothing leads out of the kiosk.
  await expect(page.getByRole('link', { name: text('secondFactor.onPhone') })).toBeHidden();
  await look(page, 'kiosk second step, set up', kioskRules);
  await code.fill(codeOf());
  await button(page, 'secondFactor.turnOn').click();
  await expect(page.getByText(text('secondFactor.codesWrite'))).toBeVisible();
  await expect(button(page, 'secondFactor.print')).toBeHidden();
  await look(page, 'kiosk second step, recovery codes', kioskRules);
  const [recovery = ''] = await page
    .getByRole('listitem')
    .filter({ hasText: /^[2-9A-Z]{4}-[2-9A-Z]{4}$/ })
    .allInnerTexts();
  await button(page, 'secondFactor.codesDone').click();
  await expect(list).toBeVisible();

  await logIn(own);
  await expect(heading(page, text('secondFactor.stepTitle'))).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeHidden();
  await look(page, 'kiosk second step, code', kioskRules);
  await page.reload();
  await expect(button(page, 'core.logIn')).toBeVisible();

  await logIn(own);
  await button(page, 'secondFactor.useRecovery').click();
  const recoveryCode = page.getByRole('textbox', { name: text('secondFactor.recoveryCode') });
  await expect(recoveryCode).toBeVisible();
  await look(page, 'kiosk second step, recovery code', kioskRules);
  await recoveryCode.fill(recovery);
  await button(page, 'core.continue').click();
  await expect(list).toBeVisible();
});
