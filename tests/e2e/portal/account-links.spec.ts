import { replaceEmail } from '@portal/api';
import type { Page } from 'playwright';
import { clientOf } from '../../support/client.ts';
import { type Facility, type TestPatient, demoPassword } from '../../support/facility.ts';
import { greeting } from '../../support/signIn.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';

test.describe.configure({ mode: 'parallel' });

const newPassword = 'Quiet+River7';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const field = (page: Page, key: Parameters<typeof text>[0]) =>
  page.getByRole('textbox', { name: text(key), exact: true });
const list = (page: Page) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${text('questionnaires.title')}`) });
const says = (page: Page, key: Parameters<typeof text>[0]) =>
  expect(page.getByText(text(key), { exact: true })).toBeVisible();
const addressOf = (patient: TestPatient) => `${patient.username}@example.org`;

async function fillIn(page: Page, username: string, password = demoPassword): Promise<void> {
  await field(page, 'core.username').fill(username);
  await field(page, 'core.password').fill(password);
  await button(page, text('core.logIn')).click();
}

/** The portal's address in the newest mail to somebody. */
async function linkOf(facility: Facility, to: string, path: string, atLeast = 1): Promise<string> {
  const mails = await facility.mails(to, atLeast);
  const links = mails
    .flatMap((mail) => [...(mail.text ?? '').matchAll(/https?:\/\/\S+/g)].map(([link]) => link))
    .filter((link) => new URL(link).pathname === path);
  const newest = links.at(-1);
  if (newest === undefined) throw new Error(`No mail to ${to} leads to ${path}.`);
  return newest;
}

test('/reset-password: the username is required, the answer is the same for everybody, and the link of the mail sets a new password, once', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await page.goto(`${facility.portalUrl}/reset-password`);
  await button(page, text('session.resetSend')).click();
  await expect(page.getByText(text('core.required'))).toBeVisible();
  for (const name of ['nobody-of-that-name', patient.username]) {
    await field(page, 'core.username').fill(name);
    const answered = page.waitForResponse((response) => response.url().includes('forgotPassword'));
    await button(page, text('session.resetSend')).click();
    expect((await answered).status()).toBe(204);
    await says(page, 'bar.resetPasswordSuccess');
  }

  const link = await linkOf(facility, addressOf(patient), '/reset-password');
  const secret = new URL(link).hash.slice('#t='.length);
  const urls: string[] = [];
  page.on('request', (request) => urls.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  await page.goto('about:blank');
  await page.goto(link);
  await expect(field(page, 'form.newPassword')).toBeVisible();
  expect(page.url()).toBe(`${facility.portalUrl}/reset-password`);
  const change = async (next: string, confirm: string) => {
    await field(page, 'form.newPassword').fill(next);
    await field(page, 'form.confirmPassword').fill(confirm);
    await button(page, text('session.resetSave')).click();
  };
  await change('short', 'shirt');
  await expect(page.getByText(text('form.passwordRulesFailed'))).toBeVisible();
  await expect(page.getByText(text('form.passwordsDiffer'))).toBeVisible();
  await change(demoPassword, demoPassword);
  await says(page, 'bar.passwordMustBeDifferent');
  await change(newPassword, newPassword);
  await says(page, 'bar.updatePasswordSuccess');
  await expect(page).toHaveURL(`${facility.portalUrl}/login`);
  await fillIn(page, patient.username, newPassword);
  await expect(greeting(page)).toBeVisible();
  expect(urls.filter((url) => url.includes(secret) && !url.startsWith(link))).toEqual([]);

  // The link was used: the page says so and offers a new one.
  await page.goto('about:blank');
  await page.goto(link);
  await change('Other+Brook8', 'Other+Brook8');
  await says(page, 'bar.resetPasswordLinkExpired');
  await expect(field(page, 'core.username')).toBeVisible();
  await expect(page).toHaveTitle(/^Error:/);
});

test('/reset-password: after a lost answer a link that is used up may have set the password, and the page says so', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await page.goto(`${facility.portalUrl}/reset-password`);
  await field(page, 'core.username').fill(patient.username);
  await button(page, text('session.resetSend')).click();
  await says(page, 'bar.resetPasswordSuccess');
  await page.goto(await linkOf(facility, addressOf(patient), '/reset-password'));
  await page.route(
    /resetPassword/,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await field(page, 'form.newPassword').fill(newPassword);
  await field(page, 'form.confirmPassword').fill(newPassword);
  await button(page, text('session.resetSave')).click();
  await says(page, 'bar.noConnection');
  await button(page, text('session.resetSave')).click();
  await says(page, 'bar.passwordPerhapsSaved');
  await expect(page).toHaveURL(`${facility.portalUrl}/login`);
  await fillIn(page, patient.username, newPassword);
  await expect(greeting(page)).toBeVisible();
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('/reset-password says that it needs a connection where there is none', async ({ facility, page }) => {
    await page.goto(`${facility.portalUrl}/reset-password`);
    await expect(field(page, 'core.username')).toBeVisible();
    await hasWorker(page);
    await facility.portal.set(network.refuse);
    await field(page, 'core.username').fill('patient');
    await button(page, text('session.resetSend')).click();
    await says(page, 'bar.noConnection');
    await says(page, 'core.needsConnection');
    await expect(button(page, text('session.resetSend'))).toHaveAttribute('aria-disabled', 'true');
  });
});

test('confirmEmailRequired with its resend link after a sign-in, confirmationEmailSent, and /confirm-email: confirmEmailSuccess, confirmEmailError', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.db.query('update users set is_email_confirmed = false where id = $1', [patient.userId]);
  await signInAs(page, facility, patient.username);
  await expect(list(page)).toBeVisible();
  // The message is shown on Home only, and not above the page that somebody came for.
  await expect(page.getByText(text('bar.confirmEmailRequired'))).toBeHidden();
  await page.goto(`${facility.portalUrl}/dashboard`);
  await says(page, 'bar.confirmEmailRequired');
  // The message and its button are still there after a reload, and a failure is reported.
  await page.reload();
  await says(page, 'bar.confirmEmailRequired');
  await page.route('**/sendConfirmEmail*', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 });
  await button(page, 'Send me a link').click();
  await says(page, 'bar.confirmationEmailSendError');
  await button(page, 'Send the link again').click();
  await says(page, 'bar.confirmationEmailSent');

  const link = await linkOf(facility, addressOf(patient), '/confirm-email');
  const stranger = await facility.newPatient();
  // A message that persists must not be shown to the next person who opens the portal.
  await page.evaluate(() => {
    localStorage.setItem('vestibule.message', 'confirmEmailRequired');
    sessionStorage.clear();
  });
  await page.goto(link);
  await expect(page.getByText(text('bar.confirmEmailRequired'))).toBeHidden();
  await expect(heading(page, text('session.confirmEmailTitle'))).toBeVisible();
  await fillIn(page, stranger.username);
  await expect(greeting(page)).toBeVisible();
  await says(page, 'bar.confirmEmailError');
  // While the server cannot check the link, the page must not call the link wrong, and the link still works afterwards.
  await page.route('**/validateuser/**', (route) => route.fulfill({ status: 503, json: { error: 'unavailable' } }), {
    times: 1,
  });
  await page.goto(link);
  await fillIn(page, patient.username);
  await says(page, 'bar.confirmEmailLater');
  await page.goto(link);
  // By key: a pointer's press right after the message has moved the button would be taken for a second tap.
  await button(page, text('core.logIn')).press('Enter');
  await expect(page.getByText(text('core.required'))).toHaveCount(2);
  await fillIn(page, patient.username);
  await expect(greeting(page)).toBeVisible();
  await says(page, 'bar.confirmEmailSuccess');
  expect(await facility.db.value('select is_email_confirmed from users where id = $1', [patient.userId])).toBe(true);
  await page.goto(`${facility.portalUrl}/confirm-email`);
  await fillIn(page, patient.username);
  await expect(greeting(page)).toBeVisible();
  await says(page, 'bar.confirmEmailError');
});

test('/confirm-email leads past a password that must be changed and terms that must be accepted, and confirms all the same', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.db.query('update users set is_email_confirmed = false where id = $1', [patient.userId]);
  await signInAs(page, facility, patient.username, { path: '/login' });
  await button(page, 'Send me a link').click();
  const link = await linkOf(facility, addressOf(patient), '/confirm-email');
  await facility.db.query(
    'update users set is_password_update_required = true, is_eula_accepted = false where id = $1',
    [patient.userId],
  );
  await page.goto(link);
  await fillIn(page, patient.username);
  await expect(heading(page, text('session.passwordTitle'))).toBeVisible();
  await field(page, 'form.newPassword').fill(newPassword);
  await field(page, 'form.confirmPassword').fill(newPassword);
  await button(page, text('session.changePassword')).click();
  await page.getByRole('checkbox', { name: text('form.termsAccept') }).check();
  await button(page, text('core.continue')).click();
  await expect(greeting(page)).toBeVisible();
  expect(await facility.db.value('select is_email_confirmed from users where id = $1', [patient.userId])).toBe(true);
});

test('/provide-email: on success leaves to /dashboard, and the address is to be confirmed; emailNotUpdatedMessage for the one there is', async ({
  facility,
  page,
  context,
}) => {
  const patient = await facility.newPatient();
  await facility.db.query('update users set email = null, is_email_confirmed = false where id = $1', [patient.userId]);
  await signInAs(page, facility, patient.username);
  await expect(heading(page, text('session.provideEmailTitle'))).toBeVisible();
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open('/provide-email')),
  ]);
  await expect(field(tab, 'form.emailAddress')).toBeVisible();
  await field(page, 'form.emailAddress').fill('mira.olsen@example.org');
  await button(page, text('session.emailSave')).click();
  await expect(greeting(page)).toBeVisible();
  await says(page, 'bar.emailAdded');
  await linkOf(facility, 'mira.olsen@example.org', '/confirm-email');
  expect(await facility.db.value('select email from users where id = $1', [patient.userId])).toBe(
    'mira.olsen@example.org',
  );
  // The other tab does not know yet that the address was saved.
  await field(tab, 'form.emailAddress').fill('Mira.Olsen@Example.org');
  await button(tab, text('session.emailSave')).click();
  await says(tab, 'bar.emailNotUpdatedMessage');
});

test('/termsOfUse (also /termsofuse): the box must be ticked, Cancel signs out, Continue leads to the stored target, and a new version asks again', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.db.query('update users set is_eula_accepted = false where id = $1', [patient.userId]);
  const arrive = async () => {
    await page.goto(`${facility.portalUrl}/login?redirect=${encodeURIComponent('/questionnaires?view=history')}`);
    await fillIn(page, patient.username);
    await expect(heading(page, text('core.termsOfUse'))).toBeVisible();
  };
  const accept = async (shown = list(page)) => {
    await page.getByRole('checkbox', { name: text('form.termsAccept') }).check();
    await button(page, text('core.continue')).click();
    await expect(shown).toBeVisible();
  };
  await arrive();
  await button(page, text('core.continue')).click();
  await expect(page.getByText('You must accept the terms of use to continue.')).toBeVisible();
  // No page gets around accepting the terms.
  await page.goto(`${facility.portalUrl}/questionnaires`);
  await expect(heading(page, text('core.termsOfUse'))).toBeVisible();
  await button(page, text('core.cancel')).click();
  await expect(button(page, text('core.logIn'))).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('vestibule.portal'))).toBeNull();
  await arrive();
  await accept();
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ view: 'history', isAutoRedirect: 'true' });
  await page.goto(`${facility.portalUrl}/termsofuse`);
  await expect(greeting(page)).toBeVisible();

  const addToTerms = (paragraph: string) =>
    facility.db.query(
      "update facility_texts set content = content || $2 where content_key = 'TermsOfUse' and language = 'en' and facility_id = (select facility_id from users where id = $1)",
      [patient.userId, paragraph],
    );
  await addToTerms('<p>One more rule.</p>');
  await page.goto(`${facility.portalUrl}/login`);
  await button(page, text('core.continue')).click();
  await expect(page.getByText('One more rule.')).toBeVisible();
  // The terms change again while they are being read: nobody may accept a text that they have not seen.
  await addToTerms('<p>And another.</p>');
  await accept(page.getByText(text('bar.termsChanged')));
  await expect(page.getByText('And another.')).toBeAttached();
  await expect(page.getByRole('checkbox', { name: text('form.termsAccept') })).not.toBeChecked();
  const terms = page.getByRole('region', { name: text('core.termsOfUse') });
  await expect(terms).toBeFocused();
  // The terms scroll with the page, because a scrolling box hides how much there is to read.
  expect(await terms.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await accept(greeting(page));
});

test('/undo-email: the old address takes a change back with one press, once, and leads to a new password', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const old = addressOf(patient);
  const client = clientOf(facility.portalUrl);
  await client.signIn(patient.username, patient.password);
  await client.ask(replaceEmail, {
    params: { userId: patient.userId },
    body: [{ op: 'replace', path: '/email', value: `new-${old}` }],
  });
  const link = await linkOf(facility, old, '/undo-email');
  await page.goto(link);
  await page.getByRole('button', { name: text('session.undoEmail'), exact: true }).click();
  await expect(page.getByText(text('session.undoEmailDone'))).toBeVisible();
  expect(page.url()).not.toContain('t=');
  expect(await facility.db.value('select email from users where id = $1', [patient.userId])).toBe(old);
  await expect(page.getByRole('link', { name: text('session.chooseNewPassword') })).toHaveAttribute(
    'href',
    '/reset-password',
  );
  await facility.db.query("update email_undos set used_at = now() - interval '11 minutes' where user_id = $1", [
    patient.userId,
  ]);
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: text('session.undoEmail'), exact: true }).click();
  await expect(page.getByText(text('session.undoEmailOver'))).toBeVisible();
});

test('/stop-notices: the link of a notice stops one kind with a press and not by being opened, and says how to turn it on again', async ({
  facility,
  page,
}) => {
  const { patientId } = await facility.newPatient();
  const token = `stop-${patientId}`;
  await facility.db.query(
    'insert into patient_reminder_settings (patient_id, appointment_email, secure_message_email) values ($1, true, true)',
    [patientId],
  );
  await facility.db.query(
    `insert into notice_stops (token_hash, patient_id, channel, kinds, created_at)
     values (sha256(convert_to($2, 'UTF8')), $1, 'Email', '{appointment,secureMessage}', now())`,
    [patientId, token],
  );
  const chosen = () =>
    facility.db.query(
      'select appointment_email as visits, secure_message_email as messages from patient_reminder_settings where patient_id = $1',
      [patientId],
    );
  const stop = (kind: 'account.kind_appointment' | 'account.kind_secureMessage') =>
    button(page, text('account.stopNow', { kind: text(kind) }));

  await page.goto(`${facility.portalUrl}/stop-notices?token=${token}`);
  await says(page, 'account.stopBy_Email');
  await expect(stop('account.kind_secureMessage')).toBeVisible();
  expect(page.url()).not.toContain(token);
  expect(await chosen()).toEqual([{ visits: true, messages: true }]);
  await stop('account.kind_appointment').click();
  await expect(page.getByRole('status').filter({ hasText: text('account.stopBack') })).toContainText(
    text('account.stopDone', { kind: text('account.kind_appointment') }),
  );
  expect(await chosen()).toEqual([{ visits: false, messages: true }]);
  await expect(stop('account.kind_secureMessage')).toBeEnabled();
  await expect(page.getByRole('link', { name: text('account.stopSettings') })).toHaveAttribute(
    'href',
    '/notification-settings',
  );
  // Reminders were turned on again since: the old link says that it was used and turns nothing off.
  await facility.db.query('update patient_reminder_settings set appointment_email = true where patient_id = $1', [
    patientId,
  ]);
  await page.goto(`${facility.portalUrl}/stop-notices?token=${token}`);
  await expect(page.getByText(text('account.stopUsed', { kind: text('account.kind_appointment') }))).toBeVisible();
  await expect(stop('account.kind_appointment')).toHaveCount(0);
  await page.goto(`${facility.portalUrl}/stop-notices?token=nobody-made-it`);
  await says(page, 'account.stopOver');
});
