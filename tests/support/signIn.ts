import type { LanguageCode } from '@portal/api';
import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { text, textPattern } from './texts.ts';

/** The heading of the dashboard, with the greeting of any time of day. */
export const greeting = (page: Page, language: LanguageCode = 'en'): Locator =>
  page.getByRole('heading', {
    level: 1,
    name: new RegExp(
      (['dashboard.morning', 'dashboard.afternoon', 'dashboard.evening'] as const)
        .map((key) => textPattern(key, language).source)
        .join('|'),
    ),
  });

/**
 * Signs in through the page's own form at an address (`…/login` or `…/kioskLogin`), signing out first whoever is signed in, and waits until
 * the form is gone. Without a path it opens the list of questionnaires, where most tests begin; the dashboard, to which a sign-in normally
 * leads, has tests of its own.
 */
export async function signIn(
  page: Page,
  origin: string,
  who: { readonly username: string; readonly password: string },
  path?: string,
  language: LanguageCode = 'en',
): Promise<void> {
  await page.goto(`${origin}${path ?? '/login'}`);
  const username = page.locator('input[autocomplete^=username]');
  const isSignedIn = page.getByRole('heading', { level: 1, name: text('session.signedInTitle', {}, language) });
  await expect(username.or(isSignedIn)).toBeVisible();
  if (await isSignedIn.isVisible()) {
    await page.getByRole('button', { name: text('session.signOut', {}, language), exact: true }).click();
    await expect(username).toBeVisible();
    await page.goto(`${origin}${path ?? '/login'}`);
  }
  await username.fill(who.username);
  await page.locator('input[autocomplete=current-password]').fill(who.password);
  await page.getByRole('button', { name: text('core.logIn', {}, language), exact: true }).click();
  await page.waitForURL((url) => !/\/(login|kioskLogin)$/i.test(url.pathname));
  if (path !== undefined || new URL(page.url()).pathname !== '/dashboard') return;
  await expect(greeting(page, language)).toBeVisible();
  await page.evaluate(() => history.pushState(null, '', '/questionnaires'));
}
