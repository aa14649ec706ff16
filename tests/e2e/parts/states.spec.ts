import { expect, test } from 'playwright/test';
import { type ViewName, viewNames } from '../../gallery/views.ts';
import { type Gallery, startGallery } from '../../support/gallery.ts';
import { lookAtParts } from '../../support/pageRules.ts';

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await startGallery('states');
});
test.afterAll(() => gallery.close());
test.use({ contextOptions: { reducedMotion: 'reduce' } });

// Tables and the navigation have tests of their own, which open what is closed; the kiosk's views are checked on its pages.
const lookedAt: readonly ViewName[] = ['tables', 'navigation'];

for (const view of viewNames.filter((name) => !lookedAt.includes(name) && !name.startsWith('kiosk'))) {
  test(`the parts of ${view} break no rule in any width and scheme`, async ({ page }) => {
    await page.goto(`${gallery.url}?view=${view}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await lookAtParts(page, `gallery, ${view}`);
  });
}
