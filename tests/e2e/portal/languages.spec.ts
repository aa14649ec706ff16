import { treatmentGroupKeys, treatmentGroupOf } from '@portal/api';
import { born, invitedPatient, invitedRepresentative } from '../../support/invitations.ts';
import { expectAllIn, writtenWords } from '../../support/seenWords.ts';
import { expect, test, text } from '../../support/test.ts';

test.describe.configure({ mode: 'parallel' });

const locales = { es: 'es-MX', fr: 'fr-CA', pt: 'pt-BR', zh: 'zh-CN' } as const;

// A text that is in no catalogue is English in every language, and the catalogues have unit tests. Chinese alone checks every page as well
// as four languages would: no text of its catalogue reads like the English one, as some texts of the others do.
for (const language of ['zh'] as const) {
  test.describe(language, () => {
    test.use({ locale: locales[language] });
    test(`the portal speaks ${language} on every page`, async ({ facility, page }) => {
      const said = (key: Parameters<typeof text>[0]) => text(key, {}, language);
      const written = await writtenWords(facility);
      const button = (key: Parameters<typeof text>[0]) => page.getByRole('button', { name: said(key), exact: true });
      const patient = await facility.newPatient({ language });
      await facility.assign(patient.patientId, 'How are you doing?');
      await facility.assign(patient.patientId, 'Before your visit');

      await page.goto(`${facility.portalUrl}/login?redirect=/questionnaires`);
      await button('core.logIn').click();
      await expect(page.getByRole('textbox', { name: said('core.username') })).toHaveAttribute('aria-invalid', 'true');
      await expectAllIn(page, language, 'login', written);
      await page.getByRole('textbox', { name: said('core.username') }).fill(patient.username);
      await page.getByRole('textbox', { name: said('core.password') }).fill('not the password');
      await button('core.logIn').click();
      await expect(page.getByText(said('bar.invalidgrant'))).toBeVisible();
      await expectAllIn(page, language, 'login, wrong password', written);
      await page.getByRole('textbox', { name: said('core.password') }).fill(patient.password);
      await button('core.logIn').click();

      await expect(page.getByRole('heading', { level: 2, name: 'Before your visit' })).toBeVisible();
      await expectAllIn(page, language, 'list', written);
      await page
        .getByRole('button', { name: new RegExp(`^${said('questionnaires.decline')}`) })
        .first()
        .click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectAllIn(page, language, 'decline', written);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: said('layout.menu') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAllIn(page, language, 'menu', written);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 1280, height: 900 });
      await button('layout.resources').click();
      await expectAllIn(page, language, 'wide bar, resources', written);
      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 390, height: 844 });

      await page
        .getByRole('button', { name: /How are you doing\?/ })
        .first()
        .click();
      await expect(page.getByRole('radio', { name: 'So-so' })).toBeVisible();
      await page.getByRole('checkbox', { name: 'Something else' }).first().check();
      await button('questionnaires.sendAnswers').click();
      await expect(page.getByText(said('bar.questionnairevalidatefailed'))).toBeVisible();
      await expectAllIn(page, language, 'fill, errors', written);
      await button('questionnaires.leave').click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectAllIn(page, language, 'leave', written);
      await button('questionnaires.leaveKeep').click();

      await page
        .getByRole('button', { name: /Before your visit/ })
        .first()
        .click();
      await page.getByRole('radio', { name: 'I feel better' }).check();
      await page.getByRole('radio', { name: said('questionnaires.yes'), exact: true }).check();
      await expectAllIn(page, language, 'fill', written);
      await button('questionnaires.sendAnswers').click();
      await expect(page.getByRole('heading', { level: 1, name: said('questionnaires.sentTitle') })).toBeVisible();
      await expectAllIn(page, language, 'result', written);
      await button('questionnaires.backToQuestionnaires').click();
      await page.getByText(said('questionnaires.history'), { exact: true }).click();
      await expect(page.getByRole('heading', { level: 2, name: 'Before your visit' })).toBeVisible();
      await expectAllIn(page, language, 'history', written);
      await page
        .getByRole('button', { name: /Before your visit/ })
        .first()
        .click();
      await expect(button('records.print')).toBeVisible();
      await expectAllIn(page, language, 'review', written);
      await page.goto(`${facility.portalUrl}/dashboard`);
      await expect(page.getByRole('heading', { name: said('dashboard.noCareTeam') })).toBeVisible();
      await expect(page.getByRole('heading', { name: said('records.noContacts') })).toBeVisible();
      await expect(page.getByRole('heading', { name: said('dashboard.noAppointments') })).toBeVisible();
      await expectAllIn(page, language, 'dashboard, empty', written);
      await page.goto(`${facility.portalUrl}/no-such-page`);
      await expect(page.getByRole('heading', { level: 1, name: said('core.notFoundTitle') })).toBeVisible();
      await expectAllIn(page, language, 'unknown path', written);
    });

    test(`signing up speaks ${language}`, async ({ facility, page }) => {
      const said = (key: Parameters<typeof text>[0]) => text(key, {}, language);
      const button = (key: Parameters<typeof text>[0]) => page.getByRole('button', { name: said(key), exact: true });
      const box = (key: Parameters<typeof text>[0]) => page.getByRole('textbox', { name: said(key), exact: true });
      const who = await invitedPatient(facility);
      await page.goto(`${facility.portalUrl}/sign-up`);
      await button('signUp.next').click();
      await expect(box('form.firstName')).toBeFocused();
      await box('core.day').fill('45');
      await expectAllIn(page, language, 'sign-up, errors');
      await button('core.cancel').click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectAllIn(page, language, 'sign-up, cancel');
      await button('form.cancelDismiss').click();
      await box('form.firstName').fill(who.firstName);
      await box('form.lastName').fill(who.lastName);
      for (const part of ['day', 'month', 'year'] as const) await box(`core.${part}`).fill(born[part]);
      await box('signUp.pin').fill(who.pin);
      await button('signUp.next').click();
      await expect(page.getByRole('heading', { level: 1, name: said('signUp.emailTitle') })).toBeVisible();
      await box('form.emailAddress').fill('a@b');
      await button('signUp.next').click();
      await expectAllIn(page, language, 'sign-up, email');
      await box('form.emailAddress').fill('someone@example.org');
      await button('signUp.next').click();
      await box('core.username').fill('.no');
      await box('core.password').fill('Quiet');
      await button('signUp.create').click();
      await expect(page.getByText(said('signUp.termsMustAccept'))).toBeVisible();
      await expectAllIn(page, language, 'create account, errors');
      const { token } = await invitedRepresentative(facility, who.patientId, 'helper@example.org');
      await page.goto(`${facility.portalUrl}/auth-rep-sign-up?u=${token}`);
      await expect(page.getByRole('heading', { level: 1, name: said('signUp.invitationTitle') })).toBeVisible();
      await expectAllIn(page, language, 'representative');
    });

    test(`education and contacts speak ${language}`, async ({ facility, page }) => {
      const said = (key: Parameters<typeof text>[0], values = {}) => text(key, values, language);
      const patient = await facility.newPatient({ language });
      await page.goto(`${facility.portalUrl}/login?redirect=/add-contact`);
      await page.getByRole('textbox', { name: said('core.username') }).fill(patient.username);
      await page.getByRole('textbox', { name: said('core.password') }).fill(patient.password);
      await page.getByRole('button', { name: said('core.logIn'), exact: true }).click();
      await page.getByRole('button', { name: said('form.save'), exact: true }).click();
      await expect(page.getByRole('textbox', { name: said('form.firstName') }).first()).toBeFocused();
      await expectAllIn(page, language, 'add contact, errors');
      await page
        .getByRole('textbox', { name: said('form.firstName') })
        .first()
        .fill('Pascoe');
      await page.getByRole('button', { name: said('contacts.invite'), exact: true }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectAllIn(page, language, 'save first');
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: said('form.lastName') }).fill('Thimble');
      await page.getByRole('combobox', { name: said('contacts.relationship') }).selectOption({ index: 1 });
      await page.getByRole('textbox', { name: said('core.email') }).fill('pascoe@example.org');
      await page.getByRole('button', { name: said('contacts.invite'), exact: true }).click();
      await page.getByRole('button', { name: said('contacts.saveAndGoOn'), exact: true }).click();
      await expect(
        page.getByRole('heading', { level: 2, name: said('contacts.statement', { name: 'Pascoe Thimble' }) }),
      ).toBeVisible();
      await expectAllIn(page, language, 'invitation statement');
      await page.getByRole('button', { name: said('contacts.agree'), exact: true }).click();
      await expect(page.getByText(said('contacts.tickOne'))).toBeVisible();
      await expectAllIn(page, language, 'invitation statement, nothing ticked');
      await page.getByRole('checkbox').first().check();
      await page.getByRole('button', { name: said('contacts.agree'), exact: true }).click();
      await expect(page.getByText(said('bar.contactInviteSuccess'))).toBeVisible();
      await expectAllIn(page, language, 'contact pin');
      await page.getByRole('button', { name: said('form.done'), exact: true }).click();
      const card = page.getByRole('region', { name: said('records.section_PersonalContacts') });
      await card.getByRole('listitem').getByRole('button').click();
      const sheet = page.getByRole('dialog');
      await expect(sheet.getByText(said('dashboard.pending'))).toBeVisible();
      await expectAllIn(page, language, 'dashboard, a contact');
      await sheet.getByRole('link', { name: new RegExp(`^${said('records.edit')} `) }).click();
      await expect(page.getByText(said('contacts.means_Appointments'))).toBeVisible();
      await expectAllIn(page, language, 'edit contact, invited, with rights');
      await page.goto(`${facility.portalUrl}/education-articles`);
      await expect(page.getByText(said('records.empty'))).toBeVisible();
      await expectAllIn(page, language, 'education, empty');
      await facility.db.query(
        `with made as (
           insert into education_articles (facility_id, title, category_name, category_sort_order, language, file_type, content)
           select home_facility_id, 'X' || $2::text, 'Xc', 1, $2, 'html', 'Xx' from patients where id = $1 returning id)
         insert into assigned_articles (patient_id, article_id, assigned_on) select $1, id, current_date from made`,
        [patient.patientId, language],
      );
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.reload();
      await expect(page.getByText(`X${language}`)).toBeVisible();
      await expectAllIn(page, language, 'education');
    });

    test(`appointments and the follow-up plan speak ${language}`, async ({ facility, page }) => {
      const said = (key: Parameters<typeof text>[0]) => text(key, {}, language);
      const patient = await facility.newPatient({ language });
      const plan = await facility.db.value(
        'insert into follow_up_plans (patient_id, start_date, memo_to_patient) values ($1, current_date, $2) returning id',
        [patient.patientId, 'Xx'],
      );
      await facility.db.query(
        "insert into follow_up_categories (plan_id, category_key, name, sort_order) values ($1, 'x', 'Xy', 1)",
        [plan],
      );
      await facility.db.query(
        `insert into appointments (patient_id, facility_id, kind, plan_id, follow_up_label, target_date, status, day, starts_at, is_confirmed, place, type)
         select p.id, p.home_facility_id, kind, case when kind like 'F%' then $2::bigint end, case when kind like 'F%' then 'Xz' end, case when kind like 'F%' then current_date + days end, status, case when kind like 'E%' then current_date + days end,
           case when kind like 'E%' then now() + interval '40 days' end, kind like 'E%', '12 Xstr.', 'Xt'
         from patients p, (values ('FollowUpAppointment', 'Pending', 9), ('FollowUpAppointment', 'Pending', -9), ('FollowUpAppointment', 'Missed', -90), ('FollowUpAppointment', 'Completed', -99), ('ExternalAppointment', 'Xs', 9)) v(kind, status, days)
         where p.id = $1`,
        [patient.patientId, plan],
      );
      await page.goto(`${facility.portalUrl}/login?redirect=/appointments`);
      await page.getByRole('textbox', { name: said('core.username') }).fill(patient.username);
      await page.getByRole('textbox', { name: said('core.password') }).fill(patient.password);
      await page.getByRole('button', { name: said('core.logIn'), exact: true }).click();
      await expect(page.getByRole('main').getByRole('listitem').nth(4)).toBeVisible();
      await page.getByRole('button', { name: said('records.filter'), exact: true }).click();
      await expectAllIn(page, language, 'appointments');
      await page.getByText(said('appointments.past'), { exact: true }).click();
      await page.getByRole('combobox', { name: said('appointments.filterStatus') }).selectOption('Xs');
      await expect(page.getByRole('heading', { name: said('appointments.noMatch') })).toBeVisible();
      await expectAllIn(page, language, 'appointments, nothing matches');
      await page.goto(`${facility.portalUrl}/followup-plan`);
      await page.locator('tbody').getByRole('button').first().click();
      await page.getByRole('button', { name: said('table.details'), exact: true }).click();
      await expectAllIn(page, language, 'follow-up plan, details and a row open');
      for (const key of treatmentGroupKeys) {
        const fields = treatmentGroupOf(key).fields.map(({ name, kind }) => [name, kind === 'number' ? 2 : 'Xy']);
        await facility.db.query(
          `with made as (
             insert into record_resources (source, type, resource_id, patient_id, is_hidden, content_hash) values ('test', 'Basic', $2, $1, false, $2) returning id)
           insert into treatment_summary_items (resource_id, patient_id, position, group_key, kind, fields) select id, $1, 0, $2, 'own', $3::jsonb from made`,
          [patient.patientId, key, JSON.stringify(Object.fromEntries(fields))],
        );
      }
      // A wide window, so that no group is collapsed.
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${facility.portalUrl}/treatment-summary`);
      await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveCount(treatmentGroupKeys.length);
      await expectAllIn(page, language, 'treatment summary');
      await page.goto(`${facility.portalUrl}/bring-summary`);
      await page.getByRole('button', { name: said('records.openFile'), exact: true }).click();
      await expectAllIn(page, language, 'bring a summary, nothing entered');
    });

    test(`the ways in speak ${language}`, async ({ facility, page }) => {
      const said = (key: Parameters<typeof text>[0]) => text(key, {}, language);
      const open = async (path: string, title: Parameters<typeof text>[0]) => {
        await page.goto('about:blank');
        await page.goto(facility.portalUrl + path);
        await expect(page.getByRole('heading', { level: 1, name: said(title), exact: true })).toBeVisible();
      };
      const press = (key: Parameters<typeof text>[0]) =>
        page.getByRole('button', { name: said(key), exact: true }).click();
      await open('/linkLogin?patientid=1&data=invented', 'session.linkTitle');
      await press('core.logIn');
      await expectAllIn(page, language, 'emailed link, nothing entered');
      await open('/linkLogin?patientid=1', 'session.linkIncompleteTitle');
      await expectAllIn(page, language, 'emailed link, not whole');
      await open('/singleSignOn?sso-id=invented', 'session.ssoFailedTitle');
      await expectAllIn(page, language, 'single sign-on failed');
      await open('/ssoLogout', 'session.ssoLogoutTitle');
      await expectAllIn(page, language, 'single sign-on ended');
      await open('/reset-password#t=invented', 'session.resetTitle');
      await press('session.resetSave');
      await expectAllIn(page, language, 'new password, nothing entered');
      await open('/check-receipt', 'questionnaires.receiptTitle');
      await press('questionnaires.receiptCheck');
      await expectAllIn(page, language, 'receipt, nothing entered');
      await open('/shared-summary', 'healthSummary.openTitle');
      await expectAllIn(page, language, 'shared summary, link not whole');
      await open('/forgot-username', 'session.usernameTitle');
      await open('/reset-password', 'session.resetTitle');
      await page.getByRole('textbox', { name: said('core.username') }).fill('nobody');
      await press('session.resetSend');
      await expect(page.getByText(said('bar.resetPasswordSuccess'))).toBeVisible();
      await expectAllIn(page, language, 'forgotten password, sent');
      await open('/confirm-email?u=invented', 'session.confirmEmailTitle');
      await expectAllIn(page, language, 'confirm email');
      const patient = await facility.newPatient({ language });
      await facility.db.query('update users set email = null where id = $1', [patient.userId]);
      await page.getByRole('textbox', { name: said('core.username') }).fill(patient.username);
      await page.getByRole('textbox', { name: said('core.password') }).fill(patient.password);
      await press('core.logIn');
      await expect(
        page.getByRole('heading', { level: 1, name: said('session.provideEmailTitle'), exact: true }),
      ).toBeVisible();
      await press('session.emailSave');
      await expectAllIn(page, language, 'provide email, nothing entered');
    });
  });
}

for (const language of ['es', 'fr', 'pt'] as const) {
  test.describe(language, () => {
    test.use({ locale: locales[language] });
    test(`the portal speaks ${language} to a device and to a patient of that language`, async ({ facility, page }) => {
      const said = (key: Parameters<typeof text>[0]) => text(key, {}, language);
      const patient = await facility.newPatient({ language });
      await page.goto(`${facility.portalUrl}/login`);
      await expect(page.getByRole('button', { name: said('core.logIn'), exact: true })).toBeVisible();
      await expectAllIn(page, language, 'login');
      await page.getByRole('textbox', { name: said('core.username') }).fill(patient.username);
      await page.getByRole('textbox', { name: said('core.password') }).fill(patient.password);
      await page.getByRole('button', { name: said('core.logIn'), exact: true }).click();
      await expect(page.getByRole('heading', { name: said('dashboard.noAppointments') })).toBeVisible();
      await expectAllIn(page, language, 'dashboard, empty');
    });
  });
}

test('another language keeps what is typed, needs no reload, and is remembered', async ({ facility, page }) => {
  await page.goto(`${facility.portalUrl}/login`);
  await page.evaluate(() => document.documentElement.setAttribute('data-same-document', ''));
  await page.getByRole('textbox', { name: text('core.username') }).fill('patient');
  await page.getByRole('textbox', { name: text('core.password') }).fill('half a passw');
  await page.getByRole('button', { name: /English/ }).click();
  await page
    .getByRole('menuitem', { name: 'Português' })
    .or(page.getByRole('button', { name: 'Português' }))
    .click();
  await expect(page.getByRole('button', { name: text('core.logIn', {}, 'pt'), exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: text('core.username', {}, 'pt') })).toHaveValue('patient');
  await expect(page.getByRole('textbox', { name: text('core.password', {}, 'pt') })).toHaveValue('half a passw');
  await expect(page.locator('html[data-same-document]')).toHaveAttribute('lang', /^pt/);
  await expect(page).toHaveTitle(new RegExp(text('core.logIn', {}, 'pt')));
  await page.reload();
  await expect(page.getByRole('button', { name: text('core.logIn', {}, 'pt'), exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', /^pt/);
});

test.describe('what a facility offers', () => {
  test.use({ serviceWorkers: 'block' });
  test('is the languages that it names, also where another was chosen before; one alone leaves no choice', async ({
    facility,
    page,
  }) => {
    const offer = (languages: string) =>
      facility.db.query('update facilities set languages = $1::text[], default_language = ($1::text[])[1]', [
        languages,
      ]);
    const choice = page.getByRole('banner').getByRole('button');
    const logIn = (language: 'en' | 'es') =>
      page.getByRole('button', { name: text('core.logIn', {}, language), exact: true });
    await page.addInitScript(() => localStorage.setItem('vestibule.language', 'pt'));
    try {
      await offer('{en,zh}');
      await page.goto(`${facility.portalUrl}/login`);
      await expect(logIn('en')).toBeVisible();
      await choice.click();
      await expect(page.getByRole('banner').getByRole('listitem')).toHaveText(['English', '中文']);
      await offer('{es}');
      await page.reload();
      await expect(logIn('es')).toBeVisible();
      await expect(choice).toHaveCount(0);
    } finally {
      await offer('{en,es,fr,pt,zh}');
    }
  });
});
