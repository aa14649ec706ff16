import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright';
import { look } from '../../support/pageRules.ts';
import { expectAllIn } from '../../support/seenWords.ts';
import { demoPassword, expect, signInAs, test, text } from '../../support/test.ts';

// Animations must end before a colour is measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const button = (page: Page, key: Parameters<typeof text>[0]) =>
  page.getByRole('button', { name: text(key), exact: true });
const code = (page: Page) => page.getByRole('textbox');
/** The key that the page shows, and the code of now in two groups, as some apps show it. */
async function codeShown(page: Page): Promise<{ key: string; now: string }> {
  const key = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()).replaceAll(' ', '');
  return { key, now: codeOf(key).replace(/^(...)/, '$1 ') };
}
const codeOf = (key: string): string => new TOTP({ secret: Secret.fromBase32(key) }).generate();

async function logIn(page: Page, portalUrl: string, username: string): Promise<void> {
  await page.goto(`${portalUrl}/login?redirect=/appointments`);
  await page.getByRole('textbox', { name: text('core.username') }).fill(username);
  await page.getByRole('textbox', { name: text('core.password') }).fill(demoPassword);
  await button(page, 'core.logIn').click();
}

test('a patient sets a second step up, logs in with it and with a recovery code, and turns it off', async ({
  facility,
  page,
}) => {
  // Each look is a dozen windows.
  test.setTimeout(300_000);
  const { username, userId } = await facility.newPatient();
  // A code works once; the next one would take half a minute.
  const later = () => facility.db.query('update second_factors set last_step = 0 where user_id = $1', [userId]);
  await signInAs(page, facility, username, { path: '/login?redirect=/account-settings' });
  await page.getByRole('link', { name: new RegExp(`^${text('secondFactor.title')}`) }).click();
  await expect(button(page, 'secondFactor.turnOn')).toBeVisible();
  await look(page, 'second step, off');
  await button(page, 'secondFactor.turnOn').click();
  const { key, now } = await codeShown(page);
  await code(page).fill('123 456');
  await button(page, 'secondFactor.turnOn').click();
  await expect(page.getByText(text('secondFactor.codeWrong'))).toBeVisible();
  await expect(code(page)).toBeFocused();
  await look(page, 'second step, set up');
  await code(page).fill(now);
  await button(page, 'secondFactor.turnOn').click();
  await expect(page.getByRole('heading', { name: text('secondFactor.codesTitle') })).toBeFocused();
  await look(page, 'second step, recovery codes');
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[2-9A-Z]{4}-[2-9A-Z]{4}$/ })
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  // By keyboard: while the page takes back the size that it was looked at in, a pointer may come down beside what it went for.
  await button(page, 'secondFactor.codesDone').press('Enter');
  await expect(page.getByText(text('secondFactor.isOn'))).toBeVisible();

  await page.goto(`${facility.portalUrl}/logout`);
  await expect(button(page, 'core.logIn')).toBeVisible();
  await logIn(page, facility.portalUrl, username);
  await expect(page.getByRole('heading', { level: 1, name: text('secondFactor.stepTitle') })).toBeVisible();
  await expect(code(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code(page)).toHaveAttribute('inputmode', 'numeric');
  await look(page, 'second step, code');
  // What a reload forgets, and what nothing of the record can be read with.
  await page.goto(`${facility.portalUrl}/appointments`);
  await expect(button(page, 'core.logIn')).toBeVisible();

  await later();
  await logIn(page, facility.portalUrl, username);
  await page.getByRole('checkbox', { name: text('secondFactor.remember') }).check();
  await code(page).fill(codeOf(key));
  await button(page, 'core.continue').click();
  await expect(page.getByRole('heading', { level: 1, name: text('appointments.title') })).toBeVisible();
  await page.goto(`${facility.portalUrl}/second-step-settings`);
  await expect(page.getByText(text('secondFactor.thisBrowser'))).toBeVisible();
  await look(page, 'second step, on');
  await page.goto(`${facility.portalUrl}/logout`);
  await expect(button(page, 'core.logIn')).toBeVisible();
  await logIn(page, facility.portalUrl, username);
  await expect(page.getByRole('heading', { level: 1, name: text('appointments.title') })).toBeVisible();
  await page.goto(`${facility.portalUrl}/second-step-settings`);
  await page.getByRole('button', { name: new RegExp(`^${text('secondFactor.askAgain')}`) }).click();
  await expect(page.getByText(text('secondFactor.noBrowsers'))).toBeVisible();

  await page.goto(`${facility.portalUrl}/logout`);
  await expect(button(page, 'core.logIn')).toBeVisible();
  await logIn(page, facility.portalUrl, username);
  await button(page, 'secondFactor.useRecovery').click();
  await code(page).fill('AAAA AAAA');
  await button(page, 'core.continue').click();
  await expect(page.getByText(text('secondFactor.recoveryWrong'))).toBeVisible();
  await look(page, 'second step, recovery code');
  await code(page).fill(codes[0] ?? '');
  await button(page, 'core.continue').click();
  await expect(page.getByRole('heading', { level: 1, name: text('appointments.title') })).toBeVisible();
  await page.goto(`${facility.portalUrl}/second-step-settings`);
  await expect(page.getByText('9 recovery codes are left.')).toBeVisible();
  await button(page, 'secondFactor.turnOff').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('secondFactor.turnOff'), exact: true })
    .click();
  await expect(page.getByText(text('secondFactor.isOff'))).toBeVisible();
});

test('where the facility requires it, it is set up between the password and the record, in Spanish too', async ({
  facility,
  page,
}) => {
  const said = (key: Parameters<typeof text>[0]) => text(key, {}, 'es');
  const { username } = await facility.newPatient({ language: 'es' });
  await facility.db.query(`update facilities set second_factor = '{"patients":"required","graceDays":0}'`);
  await page.goto(`${facility.portalUrl}/login?redirect=/appointments`);
  await page.getByRole('button', { name: 'English' }).click();
  await page
    .getByRole('menuitem', { name: 'Español' })
    .or(page.getByRole('button', { name: 'Español' }))
    .click();
  await page.getByRole('textbox', { name: said('core.username') }).fill(username);
  await page.getByRole('textbox', { name: said('core.password') }).fill(demoPassword);
  const busy = { status: 503, json: { error: 'unavailable' } };
  await page.route('**/api/signIn/secondStep/setUp', (route) => route.fulfill(busy), { times: 1 });
  await page.getByRole('button', { name: said('core.logIn'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: said('secondFactor.setUpTitle') })).toBeVisible();
  // The server was busy: there is a way on and a way back.
  const again = page.getByRole('button', { name: said('core.tryAgain'), exact: true });
  await expect(again).toBeVisible();
  await expect(page.getByText(said('bar.serverBusy'))).toBeVisible();
  await expect(page.getByRole('link', { name: said('secondFactor.startOver') })).toBeVisible();
  await again.press('Enter');
  const { now } = await codeShown(page);
  await expect(page.getByText(said('bar.serverBusy'))).toBeHidden();
  await expect(page.getByRole('link', { name: said('secondFactor.startOver') })).toBeVisible();
  await expectAllIn(page, 'es', 'second step, required');
  await look(page, 'second step, required');
  await code(page).fill(now);
  await page.getByRole('button', { name: said('secondFactor.turnOn'), exact: true }).click();
  await page.getByRole('button', { name: said('secondFactor.codesDone'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: said('appointments.title') })).toBeVisible();
});

test('where the facility allows it, a code comes by text message too', async ({ facility, page }) => {
  test.setTimeout(300_000);
  await facility.db.query(`update facilities set second_factor = '{"textMessages":true}'`);
  const { username } = await facility.newPatient();
  await signInAs(page, facility, username, { path: '/login?redirect=/second-step-settings' });
  await button(page, 'secondFactor.turnOn').click();
  const { now } = await codeShown(page);
  await code(page).fill(now);
  await button(page, 'secondFactor.turnOn').click();
  await button(page, 'secondFactor.codesDone').click();
  await button(page, 'secondFactor.textsAdd').click();
  const phone = page.getByRole('textbox', { name: text('secondFactor.phone') });
  await phone.fill('12');
  await button(page, 'secondFactor.textsSend').click();
  await expect(page.getByText(text('secondFactor.phoneWrong'))).toBeVisible();
  await look(page, 'second step, a number');
  await phone.fill('+1 (303) 555-0147');
  await button(page, 'secondFactor.textsSend').click();
  const codeTo = async (count: number) =>
    /: (\d{6}) is your code/.exec((await facility.textMessages('+13035550147', count)).at(-1) ?? '')?.[1] ?? '';
  await expect(page.getByText(text('secondFactor.textSent', { end: '47' }))).toBeVisible();
  await look(page, 'second step, the code of a number');
  await code(page).fill(await codeTo(1));
  await button(page, 'secondFactor.textsConfirm').click();
  await expect(page.getByText(text('secondFactor.textsAreOn'))).toBeVisible();
  await look(page, 'second step, codes by text message');

  await page.goto(`${facility.portalUrl}/logout`);
  await expect(button(page, 'core.logIn')).toBeVisible();
  await logIn(page, facility.portalUrl, username);
  await button(page, 'secondFactor.useText').click();
  await expect(page.getByText(text('secondFactor.textSent', { end: '47' }))).toBeVisible();
  await look(page, 'second step, code by text message');
  await code(page).fill('000000');
  await button(page, 'core.continue').click();
  await expect(page.getByText(text('secondFactor.textCodeWrong'))).toBeVisible();
  await code(page).fill(await codeTo(2));
  await button(page, 'core.continue').click();
  await expect(page.getByRole('heading', { level: 1, name: text('appointments.title') })).toBeVisible();
  await page.goto(`${facility.portalUrl}/second-step-settings`);
  await button(page, 'secondFactor.textsStop').click();
  await expect(page.getByText(text('secondFactor.textsAreOff'))).toBeVisible();
});
