import type { Page } from 'playwright';
import { holdBack } from '../../support/holdBack.ts';
import { look } from '../../support/pageRules.ts';
import { greeting } from '../../support/signIn.ts';
import { demoPassword, expect, test, text } from '../../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const appFiles = /\/assets\/[^/]+\.js$/;
const username = (page: Page) => page.getByRole('textbox', { name: text('core.username') });
const password = (page: Page) => page.getByRole('textbox', { name: text('core.password'), exact: true });
const logIn = (page: Page, language: 'en' | 'es' = 'en') =>
  page.getByRole('button', { name: text('core.logIn', {}, language), exact: true });

test('on a slow line the sign-in is filled in and sent before the app has arrived, and nothing of it is lost', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const release = await holdBack(page, appFiles);
  await page.goto(`${facility.portalUrl}/login`, { waitUntil: 'commit' });
  await expect(logIn(page), 'the form has arrived').toBeVisible();
  await look(page, 'sign-in before the app');
  await username(page).fill(patient.username);
  await password(page).fill(demoPassword);
  await password(page).press('Enter');
  await expect(logIn(page), 'it says that it is on its way').toHaveAttribute('aria-busy', 'true');
  await expect(password(page), 'the cursor stays').toBeFocused();
  expect(new URL(page.url()).search, 'the address bears nothing of it').toBe('');
  release();
  await expect(greeting(page)).toBeVisible();
});

test('what was typed stays, in its place, when the app takes over; a language chosen on the device is there from the start', async ({
  facility,
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('vestibule.language', 'es'));
  const release = await holdBack(page, appFiles);
  await page.goto(`${facility.portalUrl}/login`, { waitUntil: 'commit' });
  await expect(
    page.getByRole('heading', {
      level: 1,
      name: text('core.greeting', { facility: 'Northlight Patient Portal' }, 'es'),
    }),
  ).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-MX');
  const name = page.getByRole('textbox', { name: text('core.username', {}, 'es') });
  await name.pressSequentially('mar');
  const menu = page.getByRole('button', { name: new RegExp(text('core.language', {}, 'es')) });
  await menu.click();
  await name.focus();
  release();
  await expect(page.getByRole('button', { name: 'Português' }), 'the menu that was asked for opens').toBeVisible();
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/manifest.webmanifest?language=es');
  await expect(name).toHaveValue('mar');
  await name.pressSequentially('ia');
  await logIn(page, 'es').click();
  await expect(name, 'a field left empty changes nothing in the other').toHaveValue('maria');
});

test('when the app does not come, pressing asks for it again', async ({ facility, page }) => {
  await page.route(appFiles, (route) => route.abort());
  await page.goto(`${facility.portalUrl}/login`);
  await expect(logIn(page)).toBeVisible();
  await page.unroute(appFiles);
  const again = page.waitForEvent('load');
  await logIn(page).click();
  await again;
  await logIn(page).click();
  await expect(page.getByText(text('core.required')).first()).toBeVisible();
});

test.describe('the kiosk', () => {
  // The tablet's page registers its worker as soon as it starts.
  test.use({ serviceWorkers: 'allow' });

  test('the tablet’s sign-in can be filled in before the app has arrived', async ({ facility, page }) => {
    const release = await holdBack(page, appFiles);
    await page.goto(`${facility.kioskUrl}/`, { waitUntil: 'commit' });
    await username(page).fill('someone');
    await page.getByRole('combobox', { name: text('core.language') }).selectOption('es');
    await logIn(page).click();
    release();
    await expect(
      page.getByText(text('core.required', {}, 'es')),
      'the language that was chosen holds, and the password is missing',
    ).toBeVisible();
    await expect(page.getByRole('textbox', { name: text('core.username', {}, 'es') })).toHaveValue('someone');
  });
});
