import type { Page } from 'playwright';
import { expect, test } from '../../support/test.ts';

const token = (page: Page, name: string) =>
  page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one), name);

test('a colour is worked out once for the page, follows the device into the dark and onto paper, and is the system’s own where the device forces its palette', async ({
  facility,
  page,
}) => {
  const workedOut = /^(oklch|rgb)\([\d. ,]+\)$/;
  await page.goto(`${facility.portalUrl}/login`);
  const light = await token(page, '--ink');
  expect(light).toMatch(workedOut);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await token(page, '--ink');
  expect(dark).toMatch(workedOut);
  expect(dark).not.toBe(light);
  await page.emulateMedia({ media: 'print' });
  expect(await token(page, '--ink'), 'black on paper').toBe('rgb(0, 0, 0)');
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  expect(await token(page, '--ink')).toBe('CanvasText');
  expect(await token(page, '--brand-mark')).toBe('Highlight');
});
