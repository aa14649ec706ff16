import type { Page } from 'playwright';
import { pageOf } from '../../../src/routes.ts';
import { greeting } from '../../support/signIn.ts';
import { expect, signInAs, test, text, textPattern } from '../../support/test.ts';

// Answers are faked below, and what passes the service worker cannot be.
test.use({ serviceWorkers: 'block' });

test.describe.configure({ mode: 'parallel', timeout: 60_000 });

const northlight = "where id = (select facility_id from users where username = 'patient')";
const widget = (page: Page, name: Parameters<typeof text>[0]) => page.getByRole('region', { name: text(name), exact: true });
const appointments = (page: Page) => widget(page, 'dashboard.appointments');
const careTeam = (page: Page) => widget(page, 'dashboard.careTeam');
const contacts = (page: Page) => widget(page, 'dashboard.contacts');
/** The links to pages that are built; a link to another would lead nowhere. */
const ifBuilt = (path: string, count: number) => (pageOf(path) === null ? 0 : count);

test('/ and /dashboard: greeting by first name, upcoming appointments, care team, personal contacts, and what is new', async ({ facility, page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAs(page, facility, 'patient', { path: '/login' });
  await expect(page).toHaveURL(`${facility.portalUrl}/dashboard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good (morning|afternoon|evening), Juniper$/);
  await expect(page.getByRole('link', { name: text('shell.dashboard') })).toHaveAttribute('aria-current', 'page');
  await page.goto(facility.portalUrl);
  await expect(page).toHaveURL(`${facility.portalUrl}/dashboard`);

  await test.step('up to four upcoming appointments, the first on its own card', async () => {
    await expect(appointments(page).getByRole('article').getByRole('heading', { level: 3 })).toHaveText('Blood draw');
    await expect(appointments(page).getByRole('listitem').filter({ hasText: /Oncology|Survivorship|Follow-up/ })).toHaveCount(3);
  });
  await test.step('a relative label shows for items 0 to 7 days ahead: (today), (tomorrow), (in N days)', async () => {
    await expect(appointments(page).getByText('(today)', { exact: true })).toBeVisible();
    for (const label of ['Oncology follow-up (tomorrow)', 'Survivorship visit (in 4 days)', '9 months Follow-up (in 6 days)']) await expect(appointments(page).getByText(label)).toBeVisible();
  });
  await test.step('a time zone note shows when any item has a time part', async () => {
    await expect(appointments(page).getByText(/^Times are shown in Eastern (Standard|Daylight) Time \(E[SD]T\)\.$/)).toBeVisible();
    await expect(appointments(page).getByText(/^9:30.AM E[SD]T · Willow Wing, level 2$/)).toBeVisible();
  });
  await test.step('status text is cut to 30 characters plus an ellipsis, and whole for screen readers', async () => {
    await expect(appointments(page).getByText('Confirmed: please arrive 20 mi…', { exact: true })).toHaveAttribute('aria-hidden', 'true');
    await expect(appointments(page).getByText('Confirmed: please arrive 20 minutes early with your lab form', { exact: true })).toHaveCount(1);
  });
  await test.step('follow-up items show Recommended and a label of months plus Follow-up', async () => {
    const followUp = appointments(page).getByRole('listitem').filter({ hasText: '9 months Follow-up' });
    await expect(followUp.getByText(text('dashboard.recommended'), { exact: true })).toBeVisible();
  });
  await test.step('View More goes to /followup-plan for follow-up items or items with linkedToOtherTypeCount, otherwise to /appointments', async () => {
    const more = (title: string) => appointments(page).getByRole('link', { name: `View More about ${title}` });
    for (const [title, path] of [['Blood draw', '/appointments'], ['Oncology follow-up', '/appointments'], ['Survivorship visit', '/followup-plan'], ['9 months Follow-up', '/followup-plan']] as const) {
      await expect(more(title)).toHaveCount(ifBuilt(path, 1));
      if (pageOf(path) !== null) await expect(more(title)).toHaveAttribute('href', path);
    }
  });
  await test.step('the health summary panel and Send Secure Message are there only with their pages', async () => {
    await expect(page.getByRole('link', { name: text('dashboard.viewHealthInfo') })).toHaveCount(ifBuilt('/health-summary', 1));
    await expect(careTeam(page).getByRole('link', { name: new RegExp(`^${text('dashboard.sendMessage')}`) })).toHaveCount(ifBuilt('/secure-message', 2));
  });
  await test.step('care team cards, sorted by last then first name, with photo or initials, title and suffix, phone with its extension', async () => {
    await expect(careTeam(page).getByRole('heading', { level: 3 })).toHaveText(['Basil Cloudberry, PT', 'Dr. Ottoline Fernbrook, MD', 'Philippa Nettlewood, RN', 'Dr. Bram Thistledown, DO']);
    const ottoline = careTeam(page).getByRole('listitem').filter({ has: page.getByRole('heading', { name: /Ottoline/ }) });
    await ottoline.scrollIntoViewIfNeeded();
    await expect.poll(() => ottoline.locator('img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)).toBe(true);
    await expect(ottoline.getByRole('link', { name: '(555) 010-0151 ext. 204' })).toHaveAttribute('href', 'tel:5550100151');
    await expect(ottoline.getByRole('link', { name: /ottoline\.fernbrook@northlight\.example/ })).toHaveAttribute('href', 'mailto:ottoline.fernbrook@northlight.example');
    await expect(careTeam(page).getByText('BT', { exact: true })).toBeVisible();
  });
  await test.step('personal contacts, sorted by first then last name, with the star of the primary one and the authorization texts', async () => {
    await expect(contacts(page).getByRole('heading', { level: 3 })).toHaveText([/^Ambrose/, /^Étienne/, /^Joaquim/, /^Linnea/, /^Lucía/, /^Rowan/, /^Wilhelmina/, /^美/]);
    const card = (name: string) => contacts(page).getByRole('listitem').filter({ has: page.getByRole('heading', { name: new RegExp(name) }) });
    await expect(contacts(page).getByText(text('dashboard.primaryContact'))).toHaveCount(1);
    await expect(card('Linnea').getByText(text('dashboard.primaryContact'))).toBeVisible();
    await expect(card('Linnea').getByText(/^Authorized to access my record/)).toBeVisible();
    await expect(card('Wilhelmina').getByText(/^Not authorized to access my record/)).toBeVisible();
    await expect(card('Étienne').getByText(/^Access to my record is pending/)).toBeVisible();
    const add = contacts(page).getByRole('link', { name: text('dashboard.addContact') });
    await expect(add).toHaveCount(ifBuilt('/add-contact', 1));
    await expect(contacts(page).getByRole('link', { name: /^(Edit|Change) / })).toHaveCount(ifBuilt('/edit-contact', 16));
  });
  await test.step('a More popover if content is long: by keyboard, with everything', async () => {
    const more = contacts(page).getByRole('button', { name: /^More about Wilhelmina/ });
    await expect(contacts(page).getByText(/The Old Coach House/)).toHaveCount(0);
    await more.press('Enter');
    await expect(contacts(page).getByText(/The Old Coach House/)).toBeVisible();
    await expect(contacts(page).getByRole('link', { name: /wilhelmina\.philippa/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(contacts(page).getByText(/The Old Coach House/)).toHaveCount(0);
    await expect(more).toBeFocused();
    await page.setViewportSize({ width: 1000, height: 900 });
    await expect(contacts(page).getByRole('button', { name: /^More about Wilhelmina/ })).toBeVisible();
  });
  await test.step('New for you has what the tabs count, and leads there', async () => {
    const news = widget(page, 'dashboard.newForYou');
    await expect(news.getByRole('link')).toHaveCount(await page.getByRole('navigation', { name: text('shell.mainNavigation'), exact: true }).getByText(/^\s*\d+ new$/).count());
    await news.getByRole('link', { name: /questionnaires/ }).click();
    await expect(page).toHaveURL(`${facility.portalUrl}/questionnaires`);
  });
});

test('empty texts, and nothing new is not listed', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username, { path: '/login' });
  await expect(appointments(page).getByRole('heading', { level: 3 })).toHaveText('No appointments to display.');
  await expect(careTeam(page).getByRole('heading', { level: 3 })).toHaveText('No Care Team members are currently assigned to you.');
  await expect(contacts(page).getByRole('heading', { level: 3 })).toHaveText('You have no personal contacts.');
  await expect(page.getByText(/^Times are shown/)).toHaveCount(0);
  await expect(widget(page, 'dashboard.newForYou')).toHaveCount(0);
});

test('a widget that fails or has no connection says so with Try again, and takes no other down', async ({ facility, page }) => {
  await page.route('**/careTeamMembers', (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"error":"unexpected"}' }), { times: 1 });
  await page.route('**/contacts', (route) => route.abort());
  await signInAs(page, facility, 'patient', { path: '/login' });
  await expect(careTeam(page).getByRole('heading', { name: text('dashboard.failed') })).toBeVisible();
  await expect(contacts(page).getByRole('heading', { name: text('dashboard.offline') })).toBeVisible({ timeout: 15_000 });
  await expect(appointments(page).getByRole('article')).toBeVisible();
  await page.unroute('**/contacts');
  for (const part of [careTeam(page), contacts(page)]) {
    await part.getByRole('button', { name: text('core.tryAgain') }).click();
    await expect(part.getByRole('heading', { level: 3 }).nth(2)).toBeVisible();
  }
});

test('widgets appear per dashboard capability details; Request a New Appointment with its two conditions; without the module the first page there is', async ({ facility, page }) => {
  const set = (sql: string) => facility.db.query(`update facilities set capabilities = ${sql} ${northlight}`);
  const request = page.getByRole('link', { name: 'Request a New Appointment' });
  await signInAs(page, facility, 'patient', { path: '/login' });
  await expect(request).toHaveAttribute('href', '/contact-us');
  await set("capabilities - 'ContactUs'");
  await page.reload();
  await expect(appointments(page).getByRole('article')).toBeVisible();
  await expect(request).toHaveCount(0);
  await set(`capabilities || '{"ContactUs":[],"Dashboard":["Appointments","PersonalContacts"]}'`);
  await page.reload();
  await expect(contacts(page).getByRole('heading', { name: /^Linnea/ })).toBeVisible();
  await expect(request).toHaveCount(0);
  await expect(careTeam(page)).toHaveCount(0);
  // Without AddContact there is neither Add Contact nor a word about who may see the record.
  await expect(contacts(page).getByText(textPattern('dashboard.authorized'))).toHaveCount(0);
  await set(`capabilities || '{"Dashboard":["CareTeam"]}'`);
  await page.reload();
  await expect(careTeam(page).getByRole('heading', { level: 3 }).first()).toBeVisible();
  for (const gone of [appointments(page), contacts(page)]) await expect(gone).toHaveCount(0);
  await set("capabilities - 'Dashboard'");
  await page.reload();
  await expect(page).not.toHaveURL(/\/dashboard$/);
  await expect(greeting(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
