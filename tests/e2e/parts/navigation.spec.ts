import type { Page } from 'playwright';
import { expect, test } from 'playwright/test';
import { type Gallery, startGallery } from '../../support/gallery.ts';
import { lookAtParts } from '../../support/pageRules.ts';

let gallery: Gallery;
test.beforeAll(async () => {
  gallery = await startGallery('navigation');
});
test.afterAll(() => gallery.close());
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Elements that are wider than the window, and tabs that are cut off or covered by a neighbour. */
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const boxes = [...document.querySelectorAll('nav a, nav button, header a, header button')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({
        words: element.textContent,
        ...(element.getBoundingClientRect().toJSON() as { left: number; right: number; top: number; bottom: number }),
      }));
    const outside = boxes.filter(({ left, right }) => left < -1 || right > clientWidth + 1).map(({ words }) => words);
    const covered = boxes.flatMap((one, at) =>
      boxes
        .slice(at + 1)
        .filter(
          (other) =>
            one.left < other.right - 1 &&
            other.left < one.right - 1 &&
            one.top < other.bottom - 1 &&
            other.top < one.bottom - 1,
        )
        .map((other) => `${one.words} / ${other.words}`),
    );
    return { sideways: scrollWidth - clientWidth, outside, covered };
  });
const nothing = { sideways: 0, outside: [], covered: [] };
const shownTabs = (page: Page) =>
  page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('listitem').locator('> a');
const visible = async (page: Page) => (await shownTabs(page).all()).length;

for (const language of ['en', 'pt']) {
  test(`nine modules with counts fit in every window size (${language})`, async ({ page }) => {
    await page.goto(`${gallery.url}?view=navigation&language=${language}`);
    const session = await page.context().newCDPSession(page);
    for (const width of [320, 390, 800, 1000, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      // The reader's font size setting, largest first. The widths at which the layout changes follow it.
      for (const standard of [32, 16]) {
        await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: 13 } });
        await expect.poll(() => overflow(page), { message: `${width} px, text of ${standard} px` }).toEqual(nothing);
      }
      if (width >= 992) {
        await expect(page.getByRole('navigation', { name: 'Main, short' })).toBeHidden();
        await expect.poll(() => visible(page)).toBeGreaterThan(3);
      } else {
        await expect(page.getByRole('navigation', { name: 'Main', exact: true })).toBeHidden();
        await expect(page.getByRole('navigation', { name: 'Main, short' }).getByRole('link')).toHaveCount(4);
      }
    }
  });
}

test('what does not fit goes into More, last first, with the sum of the hidden counts, by keyboard too', async ({
  page,
}) => {
  await page.goto(`${gallery.url}?view=navigation`);
  await page.setViewportSize({ width: 1400, height: 900 });
  await expect(shownTabs(page)).toHaveCount(8);
  await page.setViewportSize({ width: 1000, height: 900 });
  const more = page.getByRole('button', { name: /^More/ });
  await expect(more).toBeVisible();
  await expect(async () => {
    const shown = await visible(page);
    const counts = [0, 0, 4, 0, 1, 2, 112, 3].slice(shown).reduce((sum, count) => sum + count, 0);
    await expect(more).toHaveAccessibleName(`More ${counts} new`, { timeout: 500 });
  }).toPass();
  await expect(more).toHaveAttribute('aria-current', 'true');
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: /Medical notes 3 new/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Test results/ })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await expect(page.getByRole('link', { name: /Medical notes/ })).toBeHidden();
  await more.click();
  await lookAtParts(page, 'gallery, navigation, More open');
});

test('a browser that does not know :has() shows what is chosen, where the focus is, which page is open, and the whole list of the sign-in', async ({
  page,
}) => {
  // A browser without `:has` ignores every rule that contains it, and answers no when a style sheet asks for support.
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(':has(', ':not-known(') });
  });
  const blur = () =>
    page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());

  await page.goto(`${gallery.url}?view=parts`);
  for (const [what, input] of [
    ['a number of a scale', page.locator('#scale-numbers').getByRole('radio', { name: '7', exact: true })],
    ['one of a few', page.getByRole('radio', { name: 'Light', exact: true })],
    ['a choice', page.locator('label').getByRole('checkbox').first()],
  ] as const) {
    const label = input.locator('xpath=ancestor::label');
    const plain = await label.screenshot();
    await page.keyboard.press('Tab');
    await input.focus();
    expect((await label.screenshot()).equals(plain), `${what}: the focus`).toBe(false);
    await blur();
    await input.evaluate((element: HTMLInputElement) => element.click());
    await expect(input).toBeChecked();
    await blur();
    expect((await label.screenshot()).equals(plain), `${what}: chosen`).toBe(false);
  }

  await page.goto(`${gallery.url}?view=navigation`);
  const colours = (selector: string) =>
    page
      .locator(selector)
      .filter({ visible: true })
      .evaluateAll((links) => links.map((link) => getComputedStyle(link).color));
  const [open] = await colours('nav a[aria-current="page"]');
  expect(await colours('nav a:not([aria-current])')).not.toContain(open);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${gallery.url}?view=gate`);
  await page.getByRole('button', { name: /^Language/ }).click();
  for (const entry of await page.getByRole('button', { name: /Español|中文/ }).all()) {
    const isOnTop = await entry.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(isOnTop, await entry.innerText()).toBe(true);
  }
});
