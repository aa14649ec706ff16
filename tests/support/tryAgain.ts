import type { Locator, Page } from 'playwright';
import { expect } from 'playwright/test';
import { text } from './texts.ts';

/** What lacked a connection comes: it is asked for again by itself once there is one, or by the person who is quicker. */
export async function comesBack(within: Page | Locator, shown: Locator): Promise<void> {
  const again = within.getByRole('button', { name: text('core.tryAgain') });
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 500 });
    await expect(shown).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 30_000 });
}
