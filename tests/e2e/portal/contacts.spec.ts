import { PatientId, UserId } from '@portal/api';
import type { Page } from 'playwright';
import * as v from 'valibot';
import { audit } from '../../../server/audit/audit.ts';
import { openSetting } from '../../support/accountSettings.ts';
import { onDatabase } from '../../support/invitations.ts';
import { expectWholeWords, look, lookOnPaper } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

// A test cannot fake answers to requests that pass through a service worker.
test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } });

type Key = Parameters<typeof text>[0];
type OneFacility = Parameters<typeof signInAs>[1];
const button = (page: Page, key: Key) => page.getByRole('button', { name: text(key), exact: true });
const field = (page: Page, key: Key) => page.getByRole('textbox', { name: text(key) });
const choice = (page: Page, key: Key) => page.getByRole('combobox', { name: text(key) });
const box = (page: Page, key: Key) => page.getByRole('checkbox', { name: text(key) });
const heading = (page: Page, key: Key) => page.getByRole('heading', { level: 1, name: text(key), exact: true });
const dialog = (page: Page) => page.getByRole('alertdialog');
const open = (page: Page, facility: OneFacility, username: string, path: string) =>
  signInAs(page, facility, username, { path: `/login?redirect=${encodeURIComponent(path)}` });
const contactNamed = async (facility: OneFacility, patientId: number, first: string) =>
  Number(
    await facility.db.value('select id from contacts where patient_id = $1 and first_name = $2', [patientId, first]),
  );

test('/add-contact: every field and rule, the leave-page confirmation, and what is kept', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.db.query(
    "update patients set address1 = '7 Mossy Lane', city = 'Puddleford', zip_code = '10042', state = 'New York', country = 'US' where id = $1",
    [patient.patientId],
  );
  await open(page, facility, patient.username, '/add-contact');
  await expect(heading(page, 'contacts.addTitle')).toBeVisible();

  await test.step('a new contact defaults to the facility default language', async () => {
    await expect(choice(page, 'core.language').locator('option:checked')).toHaveText('English');
  });
  await test.step('required: first name, last name, relationship, language; the first is focused', async () => {
    await button(page, 'form.save').click();
    await expect(field(page, 'form.firstName')).toBeFocused();
    await expect(page.getByText(text('core.required'))).toHaveCount(3);
    await look(page, 'add contact, errors');
  });
  await test.step('leave-page confirmation', async () => {
    await field(page, 'form.firstName').fill('  Pascoe ');
    await button(page, 'contacts.leave').click();
    await expect(dialog(page)).toContainText(text('form.cancelMessage'));
    await button(page, 'form.cancelDismiss').click();
    // A reload also leaves the form; there the browser asks.
    const asked = page.waitForEvent('dialog');
    void page.evaluate(() => location.reload());
    const own = await asked;
    expect(own.type()).toBe('beforeunload');
    await own.dismiss();
    await expect(field(page, 'form.firstName')).toHaveValue('  Pascoe ');
  });
  await test.step('the email’s format is checked on submit', async () => {
    await field(page, 'form.lastName').fill('Thimble');
    await choice(page, 'contacts.relationship').selectOption({ index: 1 });
    await field(page, 'core.email').fill('pascoe@');
    await field(page, 'form.city').focus();
    await expect(page.getByText(text('form.email'))).toBeHidden();
    await button(page, 'form.save').click();
    await expect(page.getByText(text('form.email'))).toBeVisible();
    await field(page, 'core.email').fill('pascoe@example.org');
  });
  await test.step('fax is excluded from the preferred contact options', async () => {
    const offered = await choice(page, 'contacts.preferred').locator('option').allTextContents();
    expect(offered.length).toBeGreaterThan(2);
    expect(offered.filter((name) => /fax/i.test(name))).toEqual([]);
  });
  await test.step('state options are filtered by the chosen country, the patient’s country stands first', async () => {
    await expect(choice(page, 'form.country').locator('option').nth(1)).toHaveText('United States');
    await choice(page, 'form.country').selectOption('CA');
    await expect(choice(page, 'form.state').locator('option', { hasText: 'Ontario' })).toHaveCount(1);
    await expect(choice(page, 'form.state').locator('option', { hasText: 'New York' })).toHaveCount(0);
  });
  await test.step('using the patient address copies the address fields and disables them', async () => {
    await box(page, 'contacts.usePatientAddress').check();
    await expect(field(page, 'form.city')).toHaveValue('Puddleford');
    await expect(field(page, 'form.city')).toBeDisabled();
    await expect(choice(page, 'form.state')).toHaveValue('New York');
    await expect(choice(page, 'form.country')).toBeDisabled();
  });
  await test.step('phone numbers are formatted and normalized by country', async () => {
    await field(page, 'contacts.homePhone').fill('ask my son');
    await field(page, 'contacts.mobilePhone').fill('555.010.0190');
    await field(page, 'contacts.workPhone').focus();
    await expect(field(page, 'contacts.mobilePhone')).toHaveValue('(555) 010-0190');
    await expect(page.getByText(text('contacts.phoneWrong'))).toBeVisible();
    await field(page, 'contacts.homePhone').fill('');
  });
  await test.step('ticking the primary contact asks for confirmation', async () => {
    await box(page, 'records.primaryContact').click();
    await button(page, 'contacts.keepAsItIs').click();
    await expect(box(page, 'records.primaryContact')).not.toBeChecked();
    await box(page, 'records.primaryContact').click();
    await button(page, 'contacts.primaryYes').click();
    await expect(box(page, 'records.primaryContact')).toBeChecked();
  });
  await test.step('an answer that is lost after the contact was stored: it is not added twice, and what was typed since is kept', async () => {
    await facility.portal.set({
      kind: 'cut',
      direction: 'toClient',
      after: 0,
      how: 'reset',
      from: /^PUT \S+\/contacts /,
      afterwards: 'refuse',
    });
    await field(page, 'form.lastName').fill('Thimbel');
    await button(page, 'form.save').click();
    await expect(page.getByText(text('bar.noConnection'))).toBeVisible();
    expect(
      await facility.db.query('select last_name from contacts where patient_id = $1', [patient.patientId]),
    ).toEqual([{ last_name: 'Thimbel' }]);
    await facility.portal.set({ kind: 'pass' });
    await field(page, 'form.lastName').fill('Thimble');
    await expect(button(page, 'form.save')).toBeEnabled();
  });
  await test.step('contactAddedSuccess', async () => {
    await button(page, 'form.save').click();
    await expect(page.getByText(text('bar.contactAddedSuccess'))).toBeVisible();
    const rows = await facility.db.query(
      'select first_name, last_name, mobile_phone, home_phone, is_primary, uses_patient_address, email from contacts where patient_id = $1',
      [patient.patientId],
    );
    expect(rows).toEqual([
      {
        first_name: 'Pascoe',
        last_name: 'Thimble',
        mobile_phone: '+15550100190',
        home_phone: null,
        is_primary: true,
        uses_patient_address: true,
        email: 'pascoe@example.org',
      },
    ]);
  });
  await test.step('the checkbox is disabled while editing the current primary contact; contactEditSuccess', async () => {
    await page.goto(
      `${facility.portalUrl}/edit-contact?contactId=${await contactNamed(facility, patient.patientId, 'Pascoe')}`,
    );
    await expect(box(page, 'records.primaryContact')).toBeDisabled();
    await expect(box(page, 'records.primaryContact')).toBeChecked();
    await field(page, 'form.lastName').fill('Thimblethorpe');
    await button(page, 'form.save').click();
    await expect(page.getByText(text('bar.contactEditSuccess'))).toBeVisible();
    await expect(page).not.toHaveURL(/edit-contact/);
  });
  await test.step('opened from account settings, the contact stays open after a save', async () => {
    await page.goto(`${facility.portalUrl}/account-settings`);
    await openSetting(page, 'records.section_PersonalContacts');
    await page.getByRole('link', { name: /^Pascoe Thimblethorpe/ }).click();
    await field(page, 'form.lastName').fill('Thimble');
    await button(page, 'form.save').click();
    await expect(page.getByText(text('bar.contactEditSuccess'))).toBeInViewport();
    await expect(field(page, 'form.lastName')).toHaveValue('Thimble');
    await button(page, 'core.cancel').click();
    await expect(page).toHaveURL(/\/account-settings/);
  });
});

test('invite flow: save first, invitation, statement, PIN, print, resend, and an email that is missing or refused', async ({
  facility,
  page,
  context,
}) => {
  const patient = await facility.newPatient();
  await open(page, facility, patient.username, '/add-contact');
  await field(page, 'form.firstName').fill('Isolde');
  await field(page, 'form.lastName').fill('Marsh');
  await choice(page, 'contacts.relationship').selectOption({ index: 1 });

  await test.step('with unsaved changes the user is first asked whether to save; contactEmailRequiredForInvite', async () => {
    await button(page, 'contacts.invite').click();
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(page, 'contacts.invite')).toBeFocused();
    await field(page, 'form.lastName').fill('');
    await button(page, 'contacts.invite').click();
    await button(page, 'contacts.saveAndGoOn').click();
    await expect(field(page, 'form.lastName')).toBeFocused();
    await field(page, 'form.lastName').fill('Marsh');
    await button(page, 'contacts.invite').click();
    await button(page, 'contacts.saveAndGoOn').click();
    await expect(page.getByText(text('bar.contactEmailRequiredForInvite'))).toBeVisible();
    await expect(page).toHaveURL(/\/edit-contact\?contactId=\d+$/);
  });
  const sent = () => facility.db.query('select id from invitations where patient_id = $1', [patient.patientId]);
  const lostInvitation = {
    kind: 'cut',
    direction: 'toClient',
    after: 0,
    how: 'reset',
    from: /^POST \S+\/invite /,
    afterwards: 'refuse',
  } as const;
  const see = (section: 'Appointments' | 'Questionnaires') =>
    page.getByRole('checkbox', {
      name: text('contacts.rightIn', {
        right: text('records.right_read'),
        section: text(`records.section_${section}`),
      }),
    });
  await test.step('/invite-auth-statement: rights and consent come first, nothing is ticked and nothing was sent', async () => {
    await field(page, 'core.email').fill('isolde@example.org');
    await button(page, 'contacts.invite').click();
    await button(page, 'contacts.saveAndGoOn').click();
    await expect(page).toHaveURL(/\/invite-auth-statement$/);
    await expect(heading(page, 'contacts.invite')).toBeVisible();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(button(page, 'contacts.agree')).not.toHaveAttribute('aria-disabled', 'true');
    await button(page, 'contacts.agree').click();
    await expect(page.getByText(text('contacts.tickOne'))).toBeInViewport();
    await expect(see('Appointments')).toBeFocused();
    await expectWholeWords(page, 'main fieldset');
    await look(page, 'invitation statement');
    expect(await sent()).toHaveLength(0);
  });
  await test.step('Cancel returns to the previous route, and nobody is invited', async () => {
    await button(page, 'core.cancel').click();
    await expect(page).toHaveURL(/\/edit-contact\?contactId=\d+$/);
    await expect(page.getByText(text('contacts.accessNone', { name: 'Isolde Marsh' }))).toBeVisible();
    expect(await sent()).toHaveLength(0);
  });
  await test.step('what is ticked is what is given; an answer that was lost invites nobody twice; then /contact-pin', async () => {
    await button(page, 'contacts.invite').click();
    await see('Appointments').check();
    const visits = page.getByRole('group', { name: text('records.section_Appointments'), exact: true });
    await visits.getByRole('button').click();
    await visits.getByRole('button', { name: text('contacts.reasonAway'), exact: true }).click();
    await visits.getByRole('button', { name: text('form.save'), exact: true }).click();
    await expect(visits).toContainText(text('records.youMayReason', { reason: text('contacts.reasonAway') }));
    await facility.portal.set(lostInvitation);
    await button(page, 'contacts.agree').click();
    await expect(page.getByText(text('bar.noConnection'))).toBeVisible();
    await facility.portal.set({ kind: 'pass' });
    await button(page, 'contacts.agree').click();
    await expect(page).toHaveURL(/\/contact-pin$/);
    expect(await sent()).toHaveLength(1);
    expect(
      await facility.db.value("select array_to_string(chosen_rights, ' ') from contacts where patient_id = $1", [
        patient.patientId,
      ]),
    ).toBe('Appointments:read');
    expect(await facility.db.query('select section, last_day, reason from section_ends')).toEqual([
      { section: 'Appointments', last_day: null, reason: text('contacts.reasonAway') },
    ]);
    await button(page, 'form.done').click();
  });
  await test.step('Withdraw invitation; inviting anew asks with what was ticked before', async () => {
    await page.goto(
      `${facility.portalUrl}/edit-contact?contactId=${await contactNamed(facility, patient.patientId, 'Isolde')}`,
    );
    await expect(page.getByText(text('contacts.accessPending', { name: 'Isolde Marsh' }))).toBeVisible();
    await button(page, 'contacts.withdraw').click();
    await dialog(page)
      .getByRole('button', { name: text('contacts.withdraw') })
      .click();
    await expect(page.getByText(text('bar.contactInvitationWithdrawn'))).toBeVisible();
    await button(page, 'contacts.invite').click();
    await expect(see('Appointments')).toBeChecked();
    await facility.portal.set(lostInvitation);
    await button(page, 'contacts.agree').click();
    await expect(page.getByText(text('bar.noConnection'))).toBeVisible();
    await facility.portal.set({ kind: 'pass' });
  });
  await test.step('what is ticked after a lost answer is given as it is ticked then', async () => {
    await see('Questionnaires').check();
    await see('Appointments').uncheck();
    await button(page, 'contacts.agree').click();
    await expect(page).toHaveURL(/\/contact-pin$/);
    expect(
      await facility.db.value("select array_to_string(chosen_rights, ' ') from contacts where patient_id = $1", [
        patient.patientId,
      ]),
    ).toBe('Questionnaires:read');
    await expect(heading(page, 'contacts.invite')).toBeVisible();
    await expect(page.getByText(text('bar.contactInviteSuccess'))).toBeVisible();
  });
  await test.step('the PIN and the invitation email message; the PIN is nowhere else', async () => {
    const pin =
      (await page
        .locator('[aria-hidden=true]')
        .filter({ hasText: /^\d{6}$/ })
        .textContent()) ?? '';
    expect(pin).toMatch(/^\d{6}$/);
    await expect(
      page.getByText(text('contacts.mailText', { email: 'isolde@example.org', name: 'Isolde Marsh' })),
    ).toBeVisible();
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, history.state, Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(kept).not.toContain(pin);
    const [mail] = (await facility.mails('isolde@example.org', 2)).slice(-1);
    expect(`${mail?.subject ?? ''} ${mail?.text ?? ''} ${mail?.html ?? ''}`).not.toContain(pin);
    await look(page, 'contact pin');
    await lookOnPaper(page, 'contact pin', /Northlight.*Mira Olsen/);
    await expect(page.getByText(pin, { exact: true })).toBeVisible();
  });
  await test.step('Print opens the PIN document by a ticket', async () => {
    const made = page.waitForResponse((response) => response.url().includes('/downloadTokens'));
    const opening = context.waitForEvent('page');
    await button(page, 'records.print').click();
    expect((await made).status()).toBeLessThan(300);
    await (await opening).close();
    await expect
      .poll(() =>
        facility.db.value(
          "select count(*)::int from audit_events where type = 'invitation.pin_printed' and patient_id = $1",
          [patient.patientId],
        ),
      )
      .toBe(1);
  });
  await test.step('Back, X and a closed page ask before the PIN is gone', async () => {
    const question = page.getByRole('alertdialog', { name: text('contacts.pinLeaveTitle') });
    await page.goBack();
    await question.getByRole('button', { name: text('contacts.pinStay') }).click();
    await expect(page).toHaveURL(/\/contact-pin$/);
    await button(page, 'contacts.leave').click();
    await question.getByRole('button', { name: text('contacts.pinStay') }).click();
    await expect(page.locator('[aria-hidden=true]').filter({ hasText: /^\d{6}$/ })).toBeVisible();
  });
  await test.step('Done goes to /, and Back shows no PIN', async () => {
    await button(page, 'form.done').click();
    await expect(page).not.toHaveURL(/contact-pin/);
    await page.goto(`${facility.portalUrl}/contact-pin`);
    await expect(page).not.toHaveURL(/contact-pin/);
  });
  await test.step('failedSendingEmail: the user is on /edit-contact', async () => {
    await page.goto(
      `${facility.portalUrl}/edit-contact?contactId=${await contactNamed(facility, patient.patientId, 'Isolde')}`,
    );
    await page.route(/\/invite$/, (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"failed_sending_email"}' }),
    );
    await button(page, 'contacts.resend').click();
    await button(page, 'contacts.resendYes').click();
    await button(page, 'contacts.agree').click();
    await expect(page.getByText(text('bar.failedSendingEmail'))).toBeVisible();
    await expect(page).toHaveURL(/edit-contact/);
  });
  await test.step('Remove contact', async () => {
    await button(page, 'contacts.remove').click();
    await dialog(page)
      .getByRole('button', { name: text('contacts.remove') })
      .click();
    await expect(page.getByText(text('bar.contactRemoved'))).toBeVisible();
    expect(await facility.db.query('select id from contacts where patient_id = $1', [patient.patientId])).toEqual([]);
  });
});

test('the five states of access, with their buttons, confirmations and messages', async ({ facility, page }) => {
  const patientId = Number(
    await facility.db.value(
      "select p.id from patients p join users u on u.id = p.user_id where u.username = 'patient'",
    ),
  );
  const edit = async (first: string) => {
    await page.goto(`${facility.portalUrl}/edit-contact?contactId=${await contactNamed(facility, patientId, first)}`);
    await expect(field(page, 'form.firstName')).toHaveValue(first);
  };
  await open(page, facility, 'patient', `/edit-contact?contactId=${await contactNamed(facility, patientId, 'Linnea')}`);

  await test.step('account, access enabled, not locked: Reset Password and Disable Access', async () => {
    await expect(button(page, 'contacts.resetPassword')).toBeVisible();
    await expect(button(page, 'contacts.unlock')).toBeHidden();
    await look(page, 'edit contact');
    await lookOnPaper(page, 'edit contact', /Northlight.*Juniper Applewhistle/);
    await button(page, 'contacts.resetPassword').click();
    await expect(page.getByText(text('bar.contactPasswordReset'))).toBeVisible();
    await button(page, 'contacts.disable').click();
    await expect(dialog(page)).toContainText('Linnea Applewhistle');
    await dialog(page)
      .getByRole('button', { name: text('contacts.disable') })
      .click();
    await expect(page.getByText(text('bar.contactAccessDisabled'))).toBeVisible();
  });
  await test.step('account, access disabled: Enable Access', async () => {
    await expect(button(page, 'contacts.disable')).toBeHidden();
    await button(page, 'contacts.enable').click();
    await dialog(page)
      .getByRole('button', { name: text('contacts.enable') })
      .click();
    await expect(page.getByText(text('bar.contactAccessEnabled'))).toBeVisible();
    await expect(button(page, 'contacts.disable')).toBeVisible();
  });
  await test.step('with unsaved changes the user is first asked whether to save', async () => {
    await field(page, 'contacts.suffix').fill('II');
    await button(page, 'contacts.disable').click();
    await expect(dialog(page)).toContainText(text('contacts.saveFirst'));
    await button(page, 'contacts.backToForm').click();
    await expect(field(page, 'contacts.suffix')).toHaveValue('II');
    await button(page, 'contacts.disable').click();
    await button(page, 'contacts.saveAndGoOn').click();
    await expect(dialog(page)).toContainText(text('contacts.disableAskText'));
    await button(page, 'contacts.keepAsItIs').click();
    expect(
      await facility.db.value("select suffix from contacts where patient_id = $1 and first_name = 'Linnea'", [
        patientId,
      ]),
    ).toBe('II');
  });
  await test.step('locked: also Unlock', async () => {
    await edit('Ambrose');
    await button(page, 'contacts.unlock').click();
    await expect(page.getByText(text('bar.contactUnlockAccount'))).toBeVisible();
    await expect(button(page, 'contacts.unlock')).toBeHidden();
  });
  await test.step('resetContactPasswordEmailNotConfirmed, contactPasswordResetFailed and failedChangeContactAccess', async () => {
    await page.route(/\/ResetPassword$/, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"unexpected"}' }),
    );
    await button(page, 'contacts.resetPassword').click();
    await expect(page.getByText(text('bar.contactPasswordResetFailed'))).toBeVisible();
    await page.route(/\?authorized=/, (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"unexpected"}' }),
    );
    await button(page, 'contacts.disable').click();
    await dialog(page)
      .getByRole('button', { name: text('contacts.disable') })
      .click();
    await expect(page.getByText(text('bar.failedChangeContactAccess'))).toBeVisible();
    await page.unrouteAll();
    await facility.db.query("update users set is_email_confirmed = false where username = 'ambrose'");
    await edit('Ambrose');
    await button(page, 'contacts.resetPassword').click();
    await expect(page.getByText(text('bar.resetContactPasswordEmailNotConfirmed'))).toBeVisible();
  });
  await test.step('rights: one press takes one away at once, and the representative’s next call is refused', async () => {
    await edit('Linnea');
    const see = page.getByRole('checkbox', {
      name: text('contacts.rightIn', {
        right: text('records.right_read'),
        section: text('records.section_Questionnaires'),
      }),
    });
    const answer = page.getByRole('checkbox', {
      name: text('contacts.rightIn', {
        right: text('records.right_answer'),
        section: text('records.section_Questionnaires'),
      }),
    });
    await expect(answer).toBeChecked();
    await see.uncheck();
    await expect(page.getByText(text('contacts.rightsSaved'))).toBeVisible();
    await expect(answer).not.toBeChecked();
    const left = () =>
      facility.db.value(
        `select count(*)::int from representative_rights r join users u on u.id = r.user_id where u.username = 'representative' and r.patient_id = $1 and r.section = 'Questionnaires'`,
        [patientId],
      );
    expect(await left()).toBe(0);
    await answer.check();
    await expect(see).toBeChecked();
    await expect.poll(left).toBe(2);
  });
  await test.step('what another tab took stays taken, and shows with the next press', async () => {
    await facility.db.query(
      `delete from representative_rights where patient_id = $1 and section = 'CareTeam'
         and user_id = (select id from users where username = 'representative')`,
      [patientId],
    );
    const of = (section: 'CareTeam' | 'Education') =>
      page.getByRole('checkbox', {
        name: text('contacts.rightIn', {
          right: text('records.right_read'),
          section: text(`records.section_${section}`),
        }),
      });
    await expect(of('CareTeam')).toBeChecked();
    await of('Education').uncheck();
    await expect(of('CareTeam')).not.toBeChecked();
    expect(
      await facility.db.value(
        `select string_agg(distinct r.section, ' ' order by r.section) from representative_rights r join users u on u.id = r.user_id where u.username = 'representative' and r.patient_id = $1`,
        [patientId],
      ),
    ).toBe(
      'Appointments FollowUpPlan HealthSummary MedicalNotes PersonalContacts Questionnaires SecureMessages TestResults TreatmentSummary',
    );
  });
  await test.step('who looked and when', async () => {
    const representativeId = v.parse(
      UserId,
      await facility.db.value("select id::int from users where username = 'representative'"),
    );
    await onDatabase(facility, async ({ db }) =>
      audit(db, {
        type: 'read.listAppointments',
        actor: { userId: representativeId, role: 'representative', name: 'Linnea Applewhistle', sessionId: null },
        patientId: v.parse(PatientId, patientId),
        detail: { section: 'Appointments' },
      }),
    );
    await edit('Linnea');
    await expect(
      page
        .getByRole('region', { name: text('contacts.activity', { name: 'Linnea Applewhistle' }) })
        .getByText(text('contacts.activity_looked', { section: text('records.section_Appointments') })),
    ).toBeVisible();
  });
  await test.step('a facility that lets nobody add contacts: access can be ended all the same', async () => {
    const allowed = JSON.stringify(
      await facility.db.value("select capabilities -> 'Dashboard' from facilities where is_default"),
    );
    const allow = (details: string) =>
      facility.db.query(
        `update facilities set capabilities = jsonb_set(capabilities, '{Dashboard}', $1) where is_default`,
        [details],
      );
    await allow('["PersonalContacts"]');
    await page.goto(`${facility.portalUrl}/dashboard`);
    await page.getByRole('button', { name: /^Linnea Applewhistle/ }).click();
    await page
      .getByRole('dialog', { name: /^Linnea Applewhistle/ })
      .getByRole('link', { name: new RegExp(text('dashboard.change')) })
      .click();
    await button(page, 'contacts.disable').click();
    await dialog(page)
      .getByRole('button', { name: text('contacts.disable') })
      .click();
    await expect(page.getByText(text('bar.contactAccessDisabled'))).toBeVisible();
    await expect(field(page, 'form.firstName')).toHaveCount(0);
    await expect(button(page, 'contacts.remove')).toHaveCount(0);
    await allow(allowed);
    await edit('Linnea');
    await button(page, 'contacts.enable').click();
    await dialog(page)
      .getByRole('button', { name: text('contacts.enable') })
      .click();
    await expect(page.getByText(text('bar.contactAccessEnabled'))).toBeVisible();
  });
  await test.step('a contact that is not there', async () => {
    await page.goto(`${facility.portalUrl}/edit-contact?contactId=999999`);
    await expect(page.getByText(text('contacts.gone'))).toBeVisible();
  });
});

test('whoever may see the contacts of another does not change them', async ({ facility, page }) => {
  await open(page, facility, 'representative', '/edit-contact?contactId=1');
  await expect(
    page.getByText(text('layout.actingFor', { name: 'Juniper Applewhistle' }), { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a representative sees for whom they act, and what they may do', async ({ facility, page }) => {
  await facility.db.query('delete from login_failures');
  await open(page, facility, 'ambrose', '/appointments');
  await button(page, 'layout.whatYouMayDo').click();
  const shown = page.getByRole('dialog');
  await expect(
    shown.getByRole('heading', { name: text('records.youMay', { name: 'Juniper Applewhistle' }) }),
  ).toBeVisible();
  await expect(shown.locator('dl > div', { hasText: text('records.section_Questionnaires') })).toContainText(
    /See and Answer/,
  );
  await expect(shown.locator('dl > div', { hasText: text('records.section_CareTeam') })).toContainText(
    text('records.youMayNot'),
  );
  await look(page, 'what a representative may do');
  await page.keyboard.press('Escape');
  await expect(button(page, 'layout.whatYouMayDo')).toBeFocused();
});
