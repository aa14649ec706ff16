import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright';
import { look } from '../../support/pageRules.ts';
import { greeting } from '../../support/signIn.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name: new RegExp(`^${name}`) });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('the global shell from Medium: Resources, Contact us, user menu, footer with three modals, titles, focus, and page views where they are wanted', async ({
  facility,
  page,
}) => {
  await facility.db.query(
    "update facilities set page_views = true where id = (select facility_id from users where username = 'patient')",
  );
  await page.setViewportSize({ width: 1280, height: 900 });
  await signInAs(page, facility, 'patient');
  await expect(heading(page, text('questionnaires.title'))).toBeVisible();

  await test.step('Resources lists FAQs, useful links and download forms; Contact us has its own link', async () => {
    await button(page, text('layout.resources')).press('Enter');
    for (const name of [text('facility.faqs'), text('facility.usefulLinks'), text('facility.downloadForms')])
      await expect(link(page, name)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(button(page, text('layout.resources'))).toBeFocused();
    await expect(link(page, text('facility.faqs'))).toHaveCount(0);
    await button(page, text('layout.resources')).click();
    await link(page, text('facility.faqs')).click();
    await expect(heading(page, text('facility.faqs'))).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${text('facility.faqs')}`));
    await expect(page.locator('main')).toBeFocused();
    await link(page, text('facility.contactUs')).click();
    await expect(heading(page, text('facility.contactUs'))).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${text('facility.contactUs')}`));
    await expect(page.locator('main')).toBeFocused();
    await look(page, 'contact us with the bar');
  });
  await test.step('the brand leads to the start', async () => {
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(greeting(page)).toBeVisible();
    // Waits for content that loads later, because it would move the footer away from a mouse that is pressing it.
    await expect(page.getByRole('main').getByText(text('core.loading'))).toHaveCount(0);
  });
  await test.step('the user menu has the full name and Log Out', async () => {
    await button(page, /Juniper Applewhistle/).click();
    await expect(button(page, text('layout.logOut'))).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('each link of the footer opens a modal with the server’s text and a Close button', async () => {
    for (const name of [text('core.termsOfUse'), text('core.privacyStatement'), text('core.accessibilityHelp')]) {
      await button(page, name).click();
      const dialog = page.getByRole('dialog', { name });
      await expect(dialog.locator('p').filter({ hasText: /\S{3}/ }).first()).toBeVisible();
      await dialog.getByRole('button', { name: text('core.close'), exact: true }).click();
      await expect(dialog).toHaveCount(0);
      await expect(button(page, name)).toBeFocused();
    }
  });
  await test.step('the facility counts the pages by their declared paths', async () => {
    await expect
      .poll(async () =>
        (await facility.db.query('select distinct route from page_views order by route')).map(({ route }) => route),
      )
      .toEqual(['/contact-us', '/dashboard', '/faqs', '/login', '/questionnaires']);
  });
});

test('the Menu of phones has the complete list, Resources, You, the language and the footer’s links; a facility without resources has none', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username);
  await button(page, text('layout.menu')).click();
  const menu = page.getByRole('dialog');
  const allPages = menu.getByRole('navigation', { name: text('layout.allPages') }).getByRole('link');
  await expect(allPages.first()).toHaveText(new RegExp(`^${text('dashboard.title')}`));
  await expect(allPages.first()).toBeFocused();
  await expect(allPages.last()).toHaveText(new RegExp(`^${text('secureMessages.title')}`));
  await expect(menu.getByRole('navigation', { name: text('layout.resources') }).getByRole('link')).toHaveText([
    text('facility.contactUs'),
    text('facility.faqs'),
    text('facility.usefulLinks'),
    text('facility.downloadForms'),
    text('facility.help'),
  ]);
  for (const name of ['core.termsOfUse', 'core.privacyStatement', 'core.accessibilityHelp'] as const)
    await expect(menu.getByRole('button', { name: text(name) })).toBeVisible();
  await menu.getByRole('button', { name: `${text('core.language')}: English` }).click();
  await look(page, 'menu with languages');
  await menu.getByRole('button', { name: 'Español' }).click();
  await expect(menu.getByRole('link', { name: text('layout.logOut', {}, 'es') })).toBeVisible();
  await menu.getByRole('link', { name: text('facility.faqs', {}, 'es') }).click();
  await expect(heading(page, text('facility.faqs', {}, 'es'))).toBeVisible();
  await expect(menu).toHaveCount(0);

  await test.step('the language is remembered with the user', async () => {
    await expect
      .poll(() => facility.db.value('select language from users where username = $1', [patient.username]))
      .toBe('es');
  });
  await test.step('what the facility has not switched on is not listed, and its page says so', async () => {
    await facility.db.query('update facilities set has_faqs = false');
    await page.goto(`${facility.portalUrl}/faqs`);
    await expect(page.getByText(text('layout.notForYouTitle', {}, 'es'))).toBeVisible();
    await button(page, text('layout.menu', {}, 'es')).click();
    await expect(menu.getByRole('link', { name: text('facility.usefulLinks', {}, 'es') })).toBeVisible();
    await expect(menu.getByRole('link', { name: text('facility.faqs', {}, 'es') })).toHaveCount(0);
  });
});

test('the reduced shell of whoever came by an emailed link: name and Log Out, no navigation, the brand leads to the list, nothing else is theirs', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient({ firstName: 'Wilhelmina', lastName: 'Thistledown' });
  const assigned = await facility.assign(patient.patientId, 'Before your visit');
  const data = randomBytes(32).toString('base64url');
  await facility.db.query(
    "insert into emailed_links (data_hash, patient_id, expires_at) values (sha256(convert_to($1, 'UTF8')), $2, now() + interval '1 day')",
    [data, patient.patientId],
  );
  await page.goto(`${facility.portalUrl}/linkLogin?patientid=${patient.patientId}&data=${data}`);
  await page.getByRole('textbox', { name: text('session.lastName') }).fill('Thistledown');
  for (const [name, value] of [
    ['core.day', '5'],
    ['core.month', '4'],
    ['core.year', '1961'],
  ] as const)
    await page.getByRole('textbox', { name: text(name), exact: true }).fill(value);
  await button(page, text('core.logIn')).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Before your visit' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(button(page, text('layout.menu'))).toHaveCount(0);
  await look(page, 'reduced shell');

  await test.step('the language is chosen here and remembered with the patient', async () => {
    const choose = async (name: string) => {
      await button(page, /Wilhelmina Thistledown/).click();
      await button(page, name).click();
    };
    await choose('Français');
    await expect(heading(page, text('questionnaires.title', {}, 'fr'))).toBeVisible();
    await expect
      .poll(() => facility.db.value('select language from patients where id = $1', [patient.patientId]))
      .toBe('fr');
    await choose('English');
    await expect
      .poll(() => facility.db.value('select language from patients where id = $1', [patient.patientId]))
      .toBe('en');
  });
  await test.step('full-screen work has neither navigation nor a logo that leads away', async () => {
    await page
      .getByRole('button', { name: /Before your visit/ })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`assignedQuestionnaireId=${assigned}`));
    await expect(page.getByRole('radio', { name: 'I feel better' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('link')).toHaveCount(0);
    await page.goBack();
  });
  await test.step('other pages are not theirs, and the brand leads to the list', async () => {
    await page.goto(`${facility.portalUrl}/faqs`);
    await expect(page.getByText(text('layout.notForYouTitle'))).toBeVisible();
    await page.getByRole('banner').getByRole('link').click();
    await expect(page).toHaveURL(/\/questionnaires$/);
    await expect(page.getByRole('heading', { level: 2, name: 'Before your visit' })).toBeVisible();
  });
  await test.step('name and Log Out', async () => {
    await button(page, /Wilhelmina Thistledown/).click();
    await button(page, text('layout.logOut')).click();
    await expect(page).toHaveURL(/\/linkLogin\?ended=true$/);
  });
});
