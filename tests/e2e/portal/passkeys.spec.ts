import { openSetting } from '../../support/accountSettings.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { look } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test('a passkey is added, renamed, signs in, proves who is there, is removed, and then signs in no more', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const portal = facility.portalUrl;
  const { answer } = await addAuthenticator(page);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const settings = page.locator('#passkeys');
  /** The authenticator answers by itself what a browser only suggests: it does so at the login page alone, and not where a log-out ends. */
  const logOutAndOpenLogin = async () => {
    await answer(false);
    await page.goto(`${portal}/logout`);
    await expect(page.getByRole('button', { name: text('core.logIn'), exact: true })).toBeVisible();
    await page.goto(`${portal}/login?redirect=/account-settings`, { waitUntil: 'commit' });
    await answer(true);
  };
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/account-settings' });

  await openSetting(page, 'account.passkeys');
  await press(text('account.passkeyAdd'));
  await expect(settings.getByText(text('account.passkeyAdded'))).toBeVisible();
  await expect(settings.getByRole('listitem')).toHaveCount(1);
  await press(text('account.passkeyAdd'));
  await expect(settings.getByText(text('account.passkeyExists'))).toBeVisible();
  await settings.getByRole('button', { name: new RegExp(`^${text('account.passkeyRename')}`) }).click();
  await openSetting(page, 'account.places');
  await look(page, 'passkeys, another name, and places');
  await settings.getByRole('textbox', { name: text('account.passkeyName') }).fill('My phone');
  await settings.getByRole('button', { name: text('form.save'), exact: true }).click();
  await expect(settings.getByText('My phone', { exact: true })).toBeVisible();
  await look(page, 'passkeys');

  await logOutAndOpenLogin();
  await expect(page.getByRole('heading', { level: 1, name: text('account.title') })).toBeVisible();
  await openSetting(page, 'account.passkeys');
  await expect(settings.getByText(/^Last used/)).toBeVisible();

  await facility.db.query("update sessions set proved_at = now() - interval '10 minutes' where user_id = $1", [
    patient.userId,
  ]);
  await settings.getByRole('button', { name: new RegExp(`^${text('account.remove')}`) }).click();
  const remove = page.getByRole('alertdialog').getByRole('button', { name: text('account.remove'), exact: true });
  await expect(remove).toBeVisible();
  await look(page, 'passkeys, remove');
  await remove.click();
  const proof = page.getByRole('alertdialog', { name: text('layout.proofTitle') });
  await expect(proof).toBeVisible();
  await look(page, 'proof by passkey');
  await press(text('layout.proofPasskey'));
  await expect(settings.getByText(text('account.passkeyRemoved'))).toBeVisible();
  await logOutAndOpenLogin();
  await expect(page.getByText(text('bar.passkeyUnknown'))).toBeVisible();
});

test('an email address is confirmed with a passkey, by who has switched the password off too', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const { answer } = await addAuthenticator(page);
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/account-settings' });
  await openSetting(page, 'account.passkeys');
  await page.getByRole('button', { name: text('account.passkeyAdd'), exact: true }).click();
  await expect(page.locator('#passkeys').getByText(text('account.passkeyAdded'))).toBeVisible();
  await facility.db.query('update users set is_email_confirmed = false, password_off_at = now() where id = $1', [
    patient.userId,
  ]);
  await page.goto(`${facility.portalUrl}/dashboard`);
  await page.getByRole('button', { name: /^Send it again/ }).click();
  // The first one says that a passkey was added.
  const [link] = (await facility.mails(`${patient.username}@example.org`, 2)).flatMap(
    (mail) => /https?:\/\/\S+\/confirm-email\S+/.exec(mail.text ?? '') ?? [],
  );
  await answer(false);
  await page.goto(`${facility.portalUrl}/logout`);
  await expect(page.getByRole('button', { name: text('core.logIn'), exact: true })).toBeVisible();
  await answer(true);
  await page.goto(link ?? '', { waitUntil: 'commit' });
  await expect(page.getByText(text('bar.confirmEmailSuccess'), { exact: true })).toBeVisible();
  expect(await facility.db.value('select is_email_confirmed from users where id = $1', [patient.userId])).toBe(true);
});

test('a password that was switched on with a lost answer is on, and a second press says so', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/account-settings' });
  await facility.db.query('update users set password_off_at = now() where id = $1', [patient.userId]);
  await page.reload();
  await openSetting(page, 'core.password');
  const form = page.locator('#change-password');
  await form.locator('#new-password').fill('Meadow$Path7');
  await form.locator('#confirm-password').fill('Meadow$Path7');
  await facility.portal.set({
    kind: 'cut',
    direction: 'toClient',
    after: 0,
    how: 'reset',
    from: /^PUT \S+\/password/,
    afterwards: 'refuse',
  });
  const turnOn = form.getByRole('button', { name: text('account.passwordOn') });
  await turnOn.click();
  await expect(page.getByText(text('bar.noConnection'))).toBeVisible();
  await facility.portal.set({ kind: 'pass' });
  await turnOn.click();
  await expect(page.getByText(text('bar.passwordChanged'))).toBeVisible();
});

test('a copy of a passkey is noticed by its own count, and lets nobody in', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  const { answer, copyPasskeys } = await addAuthenticator(page);
  const openLogin = async () => {
    await answer(false);
    await page.goto(`${facility.portalUrl}/logout`);
    await expect(page.getByRole('button', { name: text('core.logIn'), exact: true })).toBeVisible();
    await page.goto(`${facility.portalUrl}/login?redirect=/account-settings`, { waitUntil: 'commit' });
    await answer(true);
  };
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/account-settings' });
  await openSetting(page, 'account.passkeys');
  await page.getByRole('button', { name: text('account.passkeyAdd'), exact: true }).click();
  await expect(page.getByText(text('account.passkeyAdded'))).toBeVisible();
  const useCopies = await copyPasskeys();
  await openLogin();
  await expect(page.getByRole('heading', { level: 1, name: text('account.title') })).toBeVisible();
  await openSetting(page, 'account.places');
  await expect(page.locator('#places')).toContainText(text('account.byPasskey', { name: 'Linux' }));
  await useCopies();
  await openLogin();
  await expect(page.getByText(text('bar.passkeyRefused'))).toBeVisible();
  expect(
    await facility.db.value(
      "select count(*)::int from audit_events where type = 'passkey.copied' and patient_id = $1",
      [patient.patientId],
    ),
  ).toBe(1);
});

test('a passkey is offered after the first log-in: taken with one press, declined once for all', async ({
  facility,
  page,
}) => {
  const setUp = page.getByRole('region', { name: text('dashboard.setUp'), exact: true });
  const offer = setUp.getByRole('heading', { level: 3, name: text('account.setUpPasskey') });
  const others = setUp.getByRole('heading', { level: 3, name: text('account.setUpNotices') });
  const { answer } = await addAuthenticator(page);
  const [one, other] = [await facility.newPatient(), await facility.newPatient()];

  await signInAs(page, facility, one.username, { path: '/login' });
  await expect(offer).toBeVisible();
  await look(page, 'passkey offered');
  const take = setUp.getByRole('button', { name: new RegExp(text('account.setUpPasskeyStart')) });
  // Home says what went wrong, too.
  await page.route(/\/passkeys\/challenge/, (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }));
  await take.click();
  await expect(page.getByText(text('bar.serverBusy'))).toBeVisible();
  await page.unrouteAll();
  await take.click();
  await expect(offer).toBeHidden();
  expect(await facility.db.value('select count(*)::int from passkeys where user_id = $1', [one.userId])).toBe(1);

  await answer(false);
  await page.goto(`${facility.portalUrl}/logout`);
  await expect(page.getByRole('button', { name: text('core.logIn'), exact: true })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await signInAs(page, facility, other.username, { path: '/login' });
  await setUp
    .getByRole('button', { name: `${text('core.notNow')} ${text('account.setUpPasskey')}`, exact: true })
    .click();
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(others).toBeVisible();
  await expect(offer).toBeHidden();
});
