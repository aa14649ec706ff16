import type { Page } from 'playwright';
import { pageOf } from '../../support/pages.ts';
import { greeting } from '../../support/signIn.ts';
import { comesBack } from '../../support/tryAgain.ts';
import { expect, signInAs, test, text, textPattern } from '../../support/test.ts';
import { shortCheckIn } from '../../support/questionnaires.ts';

// Some answers are faked below, which is impossible for requests that pass through the service worker.
test.use({ serviceWorkers: 'block' });

test.describe.configure({ mode: 'parallel' });

const northlight = "where id = (select facility_id from users where username = 'patient')";
const widget = (page: Page, name: Parameters<typeof text>[0]) =>
  page.getByRole('region', { name: text(name), exact: true });
const appointments = (page: Page) => widget(page, 'records.section_Appointments');
const careTeam = (page: Page) => widget(page, 'records.section_CareTeam');
const contacts = (page: Page) => widget(page, 'records.section_PersonalContacts');
/** The count, or 0 for a page that is not built; a link to it would lead nowhere. */
const ifBuilt = (path: string, count: number) => (pageOf(path) === null ? 0 : count);

test('/ and /dashboard: greeting by first name, upcoming appointments, care team, personal contacts, and what is new', async ({
  facility,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAs(page, facility, 'patient', { path: '/login' });
  await expect(page).toHaveURL(`${facility.portalUrl}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Juniper$/);
  await expect(page.getByRole('link', { name: new RegExp(`^${text('dashboard.title')}`) })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await page.goto(facility.portalUrl);
  await expect(page).toHaveURL(`${facility.portalUrl}/dashboard`);

  await test.step('the next appointment on its own card and two more, as the list calls them, with what to do before', async () => {
    await expect(appointments(page).getByRole('article').getByRole('heading', { level: 3 })).toHaveText('Blood draw');
    const others = appointments(page).getByRole('listitem').getByRole('link');
    await expect(others).toHaveCount(2);
    await expect(others.nth(0)).toContainText(/Oncology follow-up\D*\w{3}, 9:30.AM E[SD]T \(tomorrow\) · Confirmed/);
    await expect(others.nth(0)).toContainText('Please arrive 20 minutes early with your lab form');
    await expect(others.nth(1)).toContainText(/Nine month visit.*\(in 4 days\).*Survivorship visit/);
    await expect(appointments(page).getByText('(today)', { exact: true })).toBeVisible();
  });
  await test.step('a time zone note shows when any item has a time part', async () => {
    await expect(
      appointments(page).getByText(
        /^Times are shown in Eastern ((Standard|Daylight) Time \(E[SD]T\)|Time \(EDT or EST\))\.$/,
      ),
    ).toBeVisible();
  });
  await test.step('a row opens that very visit', async () => {
    const row = appointments(page).getByRole('link', { name: /Oncology follow-up/ });
    await expect(row).toHaveAttribute('href', /^\/appointments\?id=\d+$/);
    await row.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Oncology follow-up' })).toBeVisible();
    await page.goBack();
  });
  await test.step('the health summary and Send Secure Message are there only with their pages', async () => {
    await expect(page.getByRole('link', { name: text('dashboard.viewHealthInfo') })).toHaveCount(
      ifBuilt('/health-summary', 1),
    );
    await expect(
      careTeam(page).getByRole('link', { name: new RegExp(`^${text('dashboard.sendMessage')}`) }),
    ).toHaveCount(ifBuilt('/secure-message', 2));
  });
  await test.step('three of the care team, by last then first name; the row opens a sheet, call is a button of its own', async () => {
    const rows = careTeam(page).getByRole('button', { name: /,/ });
    await expect(rows).toHaveText([
      /^Basil Cloudberry\s*PT, /,
      /^Dr. Ottoline Fernbrook\s*MD, /,
      /^Philippa Nettlewood\s*RN, /,
    ]);
    await expect(
      careTeam(page).getByRole('link', { name: text('records.callPerson', { name: 'Dr. Ottoline Fernbrook, MD' }) }),
    ).toHaveAttribute('href', 'tel:5550100151');
    await expect
      .poll(() =>
        rows
          .nth(1)
          .locator('img')
          .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0),
      )
      .toBe(true);
    await rows.nth(1).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Dr. Ottoline Fernbrook, MD' });
    await expect(sheet.getByText('Oncologist')).toBeVisible();
    await expect(sheet.getByRole('link', { name: '(555) 010-0151 ext. 204' })).toHaveAttribute(
      'href',
      'tel:5550100151',
    );
    await expect(sheet.getByRole('link', { name: /ottoline\.fernbrook@northlight\.example/ })).toHaveAttribute(
      'href',
      'mailto:ottoline.fernbrook@northlight.example',
    );
    await page.keyboard.press('Escape');
    await expect(rows.nth(1)).toBeFocused();
    await careTeam(page)
      .getByRole('button', { name: text('dashboard.allCareTeam') })
      .press('Enter');
    await expect(rows).toHaveCount(4);
    await expect(careTeam(page).getByText('BT', { exact: true })).toBeVisible();
  });
  await test.step('three contacts, the primary one first; all of them on demand, and who may see the record in the sheet', async () => {
    const rows = contacts(page).getByRole('listitem').getByRole('button');
    await expect(rows).toHaveText([/^\W*LA\W*Linnea/, /Ambrose/, /Étienne/]);
    await expect(rows.first()).toContainText(text('records.primaryContact'));
    const all = contacts(page).getByRole('button', { name: text('dashboard.allContacts') });
    await all.press('Enter');
    await expect(all).toHaveAttribute('aria-expanded', 'true');
    await expect(rows).toHaveText([/Linnea/, /Ambrose/, /Étienne/, /Joaquim/, /Lucía/, /Rowan/, /Wilhelmina/, /美/]);
    for (const [name, access] of [
      ['Linnea', /^Authorized to access my record/],
      ['Wilhelmina', /^Not authorized to access my record/],
      ['Étienne', /^Access to my record is pending/],
    ] as const) {
      await rows.filter({ hasText: name }).press('Enter');
      const sheet = page.getByRole('dialog', { name: new RegExp(name) });
      await expect(sheet.getByText(access)).toBeVisible();
      await expect(sheet.getByRole('link', { name: /^(Edit|Change) / })).toHaveCount(ifBuilt('/edit-contact', 2));
      if (name === 'Wilhelmina') await expect(sheet.getByText(/The Old Coach House/)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(sheet).toHaveCount(0);
    }
    await expect(contacts(page).getByRole('link', { name: text('dashboard.addContact') })).toHaveCount(
      ifBuilt('/add-contact', 1),
    );
  });
  await test.step('New for you has what is new and not what is to be done, and leads there', async () => {
    const news = widget(page, 'dashboard.newForYou');
    await expect(news.getByRole('link', { name: /questionnaire/ })).toHaveCount(0);
    // Each entry has a name, a sender and a date, and never a value.
    await expect(news.getByRole('link', { name: /^Message from Ottoline Fernbrook/ })).toBeVisible();
    await expect(news.getByRole('link', { name: /^New test result: / }).first()).toHaveAttribute(
      'href',
      /^\/test-results\?id=\d+$/,
    );
    await news.getByRole('link', { name: /article/ }).click();
    await expect(page).toHaveURL(`${facility.portalUrl}/education-articles`);
  });
});

test('to do: what is open until it is sent, what is overdue, as many as the navigation and the app’s icon say', async ({
  facility,
  page,
}) => {
  await page.addInitScript(() => {
    const badges: number[] = [];
    Object.assign(window, { badges });
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void badges.push(count),
      clearAppBadge: async () => void badges.push(0),
    });
  });
  const lastBadge = () =>
    page.evaluate(() => ('badges' in window && Array.isArray(window.badges) ? Number(window.badges.at(-1)) : null));
  const patient = await facility.newPatient();
  await facility.importQuestionnaire(shortCheckIn);
  await facility.assign(patient.patientId, 'Short check-in');
  await facility.db.query(
    "with plan as (insert into follow_up_plans (patient_id) values ($1) returning id) insert into appointments (patient_id, facility_id, kind, plan_id, follow_up_label, target_date, status) select p.id, p.home_facility_id, 'FollowUpAppointment', plan.id, 'Six month visit', current_date - 40, 'Pending' from patients p, plan where p.id = $1",
    [patient.patientId],
  );
  await signInAs(page, facility, patient.username, { path: '/login' });
  const toDo = widget(page, 'dashboard.toDo');
  const titles = toDo.getByRole('heading', { level: 3 });
  await expect(titles).toHaveText(['Short check-in', 'Six month visit']);
  const counted = page.getByRole('navigation').getByRole('link', { name: /2 to do/ });
  await expect(counted).toBeVisible();
  await expect.poll(lastBadge).toBe(2);
  await expect(toDo.getByText(text('records.visitOverdue'))).toBeVisible();
  await expect(toDo.getByRole('link', { name: 'Ask for an appointment Six month visit' })).toHaveAttribute(
    'href',
    '/contact-us',
  );
  await test.step('opening it is not doing it', async () => {
    await toDo.getByRole('link', { name: 'Start Short check-in' }).click();
    await expect(page.getByRole('radio', { name: 'Not so well' })).toBeVisible();
    await page.goto(`${facility.portalUrl}/dashboard`);
    await expect(titles).toHaveText(['Short check-in', 'Six month visit']);
    await expect(counted).toBeVisible();
  });
  await test.step('signed out, the icon says nothing', async () => {
    await page.evaluate(() => void window.dispatchEvent(new Event('focus')));
    await page.goto(`${facility.portalUrl}/logout`);
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(lastBadge).toBe(0);
  });
});

test('on a phone Home is at most 1,950 px high', async ({ facility, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, facility, 'patient', { path: '/login' });
  await expect(widget(page, 'dashboard.toDo').getByRole('heading', { level: 3 })).toHaveCount(4);
  await expect(appointments(page).getByRole('article')).toBeVisible();
  await expect(contacts(page).getByRole('listitem')).toHaveCount(3);
  await expect(careTeam(page).getByRole('listitem')).toHaveCount(3);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await expect.poll(height).toBeLessThanOrEqual(1950);
  await widget(page, 'dashboard.toDo')
    .getByRole('button', { name: /^Show all/ })
    .click();
  await expect.poll(() => widget(page, 'dashboard.toDo').getByRole('heading', { level: 3 }).count()).toBeGreaterThan(4);
});

test('empty texts, and nothing new is not listed', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username, { path: '/login' });
  await expect(appointments(page).getByRole('heading', { level: 3 })).toHaveText('No appointments to display.');
  await expect(careTeam(page).getByRole('heading', { level: 3 })).toHaveText(
    'No Care Team members are currently assigned to you.',
  );
  await expect(contacts(page).getByRole('heading', { level: 3 })).toHaveText('You have no personal contacts.');
  await expect(widget(page, 'dashboard.toDo').getByRole('heading', { level: 3 })).toHaveText('Nothing to do right now');
  await expect(page.getByText(/^Times are shown/)).toHaveCount(0);
  await expect(widget(page, 'dashboard.newForYou')).toHaveCount(0);
});

test('Get set up: each step goes when it is done or declined, and stays away', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  const setUp = widget(page, 'dashboard.setUp');
  const steps = setUp.getByRole('heading', { level: 3 });
  await signInAs(page, facility, patient.username, { path: '/login' });
  await expect(steps).toHaveText([text('account.setUpNotices'), text('contacts.setUp'), text('account.setUpKeep')]);
  const notNow = (title: Parameters<typeof text>[0]) =>
    setUp.getByRole('button', { name: `${text('core.notNow')} ${text(title)}`, exact: true });

  await test.step('declined by keyboard, the focus goes to the next', async () => {
    await notNow('contacts.setUp').focus();
    await page.keyboard.press('Enter');
    await expect(steps).toHaveCount(2);
    await expect(setUp.getByRole('link', { name: new RegExp(text('account.setUpKeep')) })).toBeFocused();
    await notNow('account.setUpKeep').click();
    await expect(steps).toHaveText([text('account.setUpNotices')]);
  });
  await test.step('choosing is done once settings are saved', async () => {
    await setUp.getByRole('link', { name: new RegExp(text('account.setUpNotices')) }).click();
    await page.getByRole('button', { name: text('form.save'), exact: true }).click();
    await expect(page.getByText(text('bar.patientReminderSettingsSaveSuccess'))).toBeVisible();
    await page.goto(`${facility.portalUrl}/dashboard`);
    await expect(widget(page, 'dashboard.toDo').getByRole('heading', { level: 3 })).toBeVisible();
    await expect(contacts(page).getByRole('heading', { level: 3 })).toBeVisible();
    await expect(setUp).toHaveCount(0);
  });
});

test('Get set up is one closed row beside something to do, and a helper does not see it', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.assign(patient.patientId, 'Pain and medicines');
  await signInAs(page, facility, patient.username, { path: '/login' });
  const setUp = widget(page, 'dashboard.setUp');
  const opener = setUp.getByRole('button', { name: new RegExp(text('dashboard.setUp')) });
  await expect(opener).toHaveAttribute('aria-expanded', 'false');
  await expect(setUp.getByRole('listitem')).toHaveCount(0);
  await opener.press('Enter');
  await expect(setUp.getByRole('listitem').first()).toBeVisible();

  await signInAs(page, facility, 'representative', { path: '/login' });
  await expect(contacts(page).getByRole('listitem').first()).toBeVisible();
  await expect(setUp).toHaveCount(0);
});

test('a widget that fails or has no connection says so with Try again, and takes no other down', async ({
  facility,
  page,
}) => {
  await page.route(
    '**/careTeamMembers',
    (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"unexpected"}' }),
    { times: 1 },
  );
  await page.route('**/contacts', (route) => route.abort());
  await signInAs(page, facility, 'patient', { path: '/login' });
  await expect(careTeam(page).getByRole('heading', { name: text('records.failed') })).toBeVisible();
  await expect(contacts(page).getByRole('heading', { name: text('layout.offlineTitle') })).toBeVisible();
  await expect(appointments(page).getByRole('article')).toBeVisible();
  await page.unroute('**/contacts');
  await careTeam(page)
    .getByRole('button', { name: text('core.tryAgain') })
    .click();
  await expect(careTeam(page).getByRole('listitem').nth(2)).toBeVisible();
  await comesBack(contacts(page), contacts(page).getByRole('listitem').nth(2));
});

test('widgets appear per dashboard capability details; Request a New Appointment with its two conditions; without the module the first page there is', async ({
  facility,
  page,
}) => {
  const set = (sql: string) => facility.db.query(`update facilities set capabilities = ${sql} ${northlight}`);
  const before = await facility.db.value(`select capabilities::text from facilities ${northlight}`);
  const request = page.getByRole('link', { name: 'Request a New Appointment' });
  await signInAs(page, facility, 'patient', { path: '/login' });
  await expect(request).toHaveAttribute('href', '/contact-us');
  await set("capabilities - 'ContactUs'");
  await page.reload();
  await expect(appointments(page).getByRole('article')).toBeVisible();
  await expect(request).toHaveCount(0);
  await set(`capabilities || '{"ContactUs":[],"Dashboard":["Appointments","PersonalContacts"]}'`);
  await page.reload();
  await expect(contacts(page).getByRole('button', { name: /^Linnea/ })).toBeVisible();
  await expect(request).toHaveCount(0);
  await expect(careTeam(page)).toHaveCount(0);
  // Without AddContact there is neither Add Contact nor a text about who may see the record.
  await contacts(page)
    .getByRole('button', { name: /^Linnea/ })
    .click();
  await expect(page.getByRole('dialog', { name: /Linnea/ })).toBeVisible();
  await expect(page.getByText(textPattern('dashboard.authorized'))).toHaveCount(0);
  await page.keyboard.press('Escape');
  await set(`capabilities || '{"Dashboard":["CareTeam"]}'`);
  await page.reload();
  await expect(careTeam(page).getByRole('listitem').first()).toBeVisible();
  for (const gone of [appointments(page), contacts(page)]) await expect(gone).toHaveCount(0);
  await set("capabilities - 'Dashboard'");
  await page.reload();
  await expect(page).not.toHaveURL(/\/dashboard$/);
  await expect(greeting(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await facility.db.query(`update facilities set capabilities = $1::jsonb ${northlight}`, [before]);
});

test('without a system that sends health summaries, neither Home nor the menu opens them, and the bar says why', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient({ firstName: 'Wren', lastName: 'Tolliver' });
  await facility.db.query('delete from patient_external_systems where patient_id = $1', [patient.patientId]);
  const ownSource = (state: '--on' | '--off') =>
    facility.admin('health-summary', 'source', '--facility', 'Northlight Cancer Centre', state);
  await ownSource('--off');
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAs(page, facility, patient.username, { path: '/login' });
  const bar = page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .filter({ hasText: text('bar.ccdaNotConfiguredError') });
  await page.getByRole('link', { name: /^Health summary/ }).click();
  await expect(bar).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard/);
  await page.getByRole('button', { name: /Wren Tolliver/ }).click();
  await page.getByRole('link', { name: text('healthSummary.title'), exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(bar).toBeVisible();
  await ownSource('--on');
});
