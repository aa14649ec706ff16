import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { openSetting } from '../../support/accountSettings.ts';
import { demoPassword, expect, signInAs, test, text } from '../../support/test.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('the activity log shows at once what was done, asks for both dates, and the whole record is saved after the password', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/personal-data' });
  const log = page.getByRole('region', { name: text('personalData.log') });
  await expect(log.getByText(text('personalData.act_signedIn'), { exact: true })).toBeVisible();
  await expect(log.getByText(/^Computer/).first()).toBeVisible();

  const report = page.waitForEvent('download');
  await button(page, text('personalData.saveCsv')).click();
  expect((await report).suggestedFilename()).toBe('activity.csv');

  // The file contains what the page would show. A range that ends before it begins is reported, and no empty file is saved.
  await page.getByRole('combobox', { name: text('personalData.what'), exact: true }).selectOption('refused');
  const narrowed = page.waitForEvent('download');
  await button(page, text('personalData.saveCsv')).click();
  const rows = (await readFile(await (await narrowed).path(), 'utf8')).trim().split('\r\n');
  expect(rows).toHaveLength(1);
  const endDate = page.locator('#activity-end');
  const today = await endDate.inputValue();
  await endDate.fill('2001-01-01');
  await button(page, text('personalData.saveCsv')).click();
  await expect(page.getByText(text('personalData.endBeforeStart'))).toBeVisible();
  await endDate.fill(today);
  await endDate.blur();
  await expect(page.getByText(text('personalData.endBeforeStart'))).toBeHidden();

  await page.locator('#activity-start').fill('not a date');
  await button(page, text('personalData.view')).click();
  await expect(page.getByText(text('form.dateNotThere'))).toBeVisible();
  await page.locator('#activity-start').fill('2024-01-01');
  await page.locator('#activity-end').fill('2024-12-31');
  await button(page, text('personalData.view')).click();
  await expect(page.getByText(text('personalData.noneText'))).toBeVisible();

  await facility.db.query("update sessions set proved_at = now() - interval '10 minutes' where user_id = $1", [
    patient.userId,
  ]);
  const save = page.getByRole('button', { name: new RegExp(`^${text('records.download')}`) }).first();
  await save.click();
  await page
    .getByRole('alertdialog')
    .getByRole('textbox', { name: text('core.password') })
    .fill(patient.password);
  const coming = page.waitForEvent('download');
  await button(page, text('layout.proofConfirm')).click();
  expect((await coming).suggestedFilename()).toMatch(/^PersonalData_\d{8}\.xml$/);
  await expect(page.getByText(text('personalData.saved'))).toBeVisible();

  await page.route(/\/export\?/, (route) => route.fulfill({ status: 500, json: { error: 'unexpected' } }));
  await save.click();
  await expect(page.getByText(text('bar.personaldatadownloadfailed'))).toBeVisible();
});

test('email and password change by their rules, and another browser that is signed out hears it at its next call', async ({
  facility,
  page,
  browser,
}) => {
  const patient = await facility.newPatient();
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signInAs(other, facility, patient.username, { path: '/login?redirect=/appointments' });
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/account-settings' });

  await test.step('the email address must be another one; saved, the row has it and the focus', async () => {
    await openSetting(page, 'account.changeEmail');
    const email = field(page, text('account.email'));
    await expect(email).toHaveValue(`${patient.username}@example.org`);
    const save = page.locator('#change-email').getByRole('button', { name: text('form.save') });
    await email.fill(`${patient.username.toUpperCase()}@example.org`);
    await save.click();
    await expect(page.getByText(text('bar.emailNotUpdatedMessage'))).toBeVisible();
    await email.fill('nobody@');
    await save.click();
    await expect(page.getByText(text('form.email'))).toBeVisible();
    await email.fill(`${patient.username}@mail.example.org`);
    await save.click();
    await expect(page.getByText(text('bar.changeEmailSuccess'))).toBeVisible();
    const row = page.getByRole('button', {
      name: `${text('account.changeEmail')} ${patient.username}@mail.example.org · ${text('account.notConfirmed')}`,
      expanded: false,
    });
    await expect(row).toBeFocused();
  });

  await test.step('a password keeps the rules and is typed twice alike', async () => {
    await openSetting(page, 'account.changePassword');
    const form = page.locator('#change-password');
    const save = form.getByRole('button', { name: text('form.save') });
    await form.getByLabel(text('form.currentPassword')).first().fill(demoPassword);
    await form.locator('#new-password').fill('willow');
    await form.locator('#confirm-password').fill('pillow');
    await save.click();
    await expect(page.getByText(text('form.passwordRulesFailed'))).toBeVisible();
    await expect(page.getByText(text('form.passwordsDiffer'))).toBeVisible();
  });

  await test.step('everywhere else is signed out at once', async () => {
    await openSetting(page, 'account.places');
    await button(page, text('account.signOutOthers')).click();
    await expect(page.getByText(text('account.onlyHere'))).toBeVisible();
    await other.reload();
    await expect(other.getByRole('textbox', { name: text('core.username') })).toBeVisible();
    await elsewhere.close();
  });

  await test.step('a new password works from now on', async () => {
    const form = page.locator('#change-password');
    await form.locator('#new-password').fill('Meadow$Path7');
    await form.locator('#confirm-password').fill('Meadow$Path7');
    await form.getByRole('button', { name: text('form.save') }).click();
    await expect(page.getByText(text('bar.passwordChanged'))).toBeVisible();
    await expect(form.locator('#new-password')).toBeHidden();
    await expect(form.locator('#new-password')).toHaveValue('');
  });
});

test('an email address and a password whose answers were lost are saved, and a second press says so', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/account-settings' });
  /** Saves a form twice; the answer to the first press is lost. */
  const saveTwice = async (form: string, from: RegExp) => {
    const save = page.locator(form).getByRole('button', { name: text('form.save') });
    await facility.portal.set({
      kind: 'cut',
      direction: 'toClient',
      after: 0,
      how: 'reset',
      from,
      afterwards: 'refuse',
    });
    await save.click();
    await expect(page.getByText(text('bar.noConnection'))).toBeVisible();
    await facility.portal.set({ kind: 'pass' });
    await save.click();
  };
  await openSetting(page, 'account.changeEmail');
  await field(page, text('account.email')).fill(`${patient.username}@mail.example.org`);
  await saveTwice('#change-email', /^PUT \S+\/changeemail/);
  await expect(page.getByText(text('bar.changeEmailSuccess'))).toBeVisible();

  await openSetting(page, 'account.changePassword');
  const form = page.locator('#change-password');
  await form.getByLabel(text('form.currentPassword')).first().fill(demoPassword);
  await form.locator('#new-password').fill('Meadow$Path7');
  await form.locator('#confirm-password').fill('Meadow$Path7');
  await saveTwice('#change-password', /^PUT \S+\/changePassword/);
  await expect(page.getByText(text('bar.passwordChanged'))).toBeVisible();
});

test('notices are chosen where the facility sends them, need somewhere to go to, and say what will happen', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/account-settings' });
  await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(text('account.notificationsRow')) })
    .click();
  const questionnaires = page.getByRole('group', { name: text('account.kind_questionnaire') });
  await expect(questionnaires.getByText(text('account.says_none'))).toBeVisible();
  await expect(page.getByRole('group', { name: text('account.kind_secureMessage') })).toBeVisible();
  await questionnaires.getByRole('checkbox', { name: text('account.channel_Sms') }).check();
  await button(page, text('form.save')).click();
  const phone = field(page, text('account.phone'));
  await expect(phone).toBeFocused();
  await phone.fill('(202) 555-0110');
  const record = page.getByRole('group', { name: text('account.kind_record') });
  await record.getByRole('checkbox', { name: text('account.channel_Sms') }).check();
  await record.getByRole('combobox').selectOption({ label: text('account.offset_Daily') });
  await button(page, text('form.save')).click();
  await expect(page.getByText(text('bar.patientReminderSettingsSaveSuccess'))).toBeVisible();
  await expect(button(page, text('form.save'))).toBeFocused();
  await page.reload();
  await expect(questionnaires.getByRole('checkbox', { name: text('account.channel_Sms') })).toBeChecked();
  await expect(phone).toHaveValue('(202) 555-0110');
  await expect(record.getByText(text('account.says_record_day', { ways: text('account.way_Sms') }))).toBeVisible();
  // A browser without a service worker offers no notifications on this device.
  await expect(page.getByRole('checkbox', { name: text('account.channel_Push') })).toHaveCount(0);
  const sends = button(page, text('account.test'));
  await sends.click();
  await expect(page.getByText(text('account.testSent', { ways: text('account.way_Sms') }))).toBeVisible();
  await questionnaires.getByRole('checkbox', { name: text('account.channel_Email') }).check();
  await expect(sends).toHaveAccessibleDescription(text('account.testSaveFirst'));
});
