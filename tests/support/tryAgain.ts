import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { text } from './texts.ts';

/**
 * Expects that what could not load without a connection is shown. The page requests it again by itself; the button is pressed if it is
 * still there.
 */
export async function comesBack(within: Page | Locator, shown: Locator): Promise<void> {
  const again = within.getByRole('button', { name: text('core.tryAgain') });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 500 });
    await expect(shown).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
}
