// Takes the pictures that the two manifests show in the install dialog and those of the README, from a running demo facility that nobody
// has used yet: node sw/make-screenshots.mjs [portal address] [kiosk address] [path of a Chromium]. Run by hand when the look changes.
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright';

const [portal = 'http://localhost:8080', kiosk = 'http://localhost:8081', executablePath] = process.argv.slice(2);
const out = new URL('../public/screenshots/', import.meta.url);
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

const phone = { width: 390, height: 844 };
const tablet = { width: 800, height: 1280 };
const desk = { width: 1280, height: 800 };
const kioskWide = { width: 1024, height: 768 };

/** Opens an address, navigates to the view, and takes a picture in each size and scheme: `[name, size, scheme, scale]`. */
async function pictures(address, walk, views) {
  const [[, viewport, colorScheme, deviceScaleFactor = 1]] = views;
  const look = { viewport, colorScheme, deviceScaleFactor, locale: 'en-US', reducedMotion: 'reduce' };
  const context = await browser.newContext({ ...look, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector('input');
  await walk?.(page);
  await page.mouse.move(0, 0);
  for (const [name, size, scheme] of views) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: scheme });
    // The kiosk's facility decides its scheme, so it is set here.
    await page.evaluate((chosen) => {
      const { dataset } = document.documentElement;
      if (dataset.scheme !== undefined) dataset.scheme = chosen;
    }, scheme);
    await page.waitForLoadState('networkidle');
    await page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });
    await page.screenshot({ path: new URL(`${name}.png`, out).pathname });
  }
  await context.close();
}

const everyView = (name, sizes) =>
  sizes.flatMap((size) => ['light', 'dark'].map((scheme) => [`${name}-${size.width}-${scheme}`, size, scheme]));

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();
async function signIn(page, username) {
  await page.fill('input[autocomplete="username"]', username);
  await page.fill('input[type="password"]', 'Demo+Pass1');
  await page.click('button[type=submit]');
}
const at = (path) => async (page) => {
  await signIn(page, 'patient');
  await page.getByRole('navigation').first().waitFor();
  await page.goto(portal + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
async function longQuestionnaire(page) {
  await at('/questionnaires')(page);
  await page
    .getByRole('button', { name: /Yearly health review/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^1\. / }).click();
  for (const answer of ['Content', 'No']) await page.getByRole('radio', { name: answer, exact: true }).first().check();
  await page.goBack();
  await page.getByRole('button', { name: /^2\. / }).waitFor();
}
async function kioskList(page) {
  await signIn(page, 'kiosk');
  await page.getByRole('listitem').first().waitFor();
}
async function kioskEnd(page) {
  await kioskList(page);
  await page.getByRole('listitem').filter({ hasText: 'Before your visit' }).first().getByRole('button').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start', exact: true }).click();
  await press(page, 'Yes, that is me');
  await page.getByRole('radio', { name: 'No, nothing' }).check();
  await press(page, 'Next');
  await page.getByRole('radio', { name: 'Yes' }).check();
  await press(page, 'Next');
  await press(page, 'Next');
  await press(page, 'Send answers');
  await press(page, 'Finish and exit');
  await page.getByText(/clears itself/).waitFor();
}

// The pictures of the manifests, whose sizes are in the manifests too.
await pictures(`${portal}/login`, null, [['portal-narrow-1', phone, 'light', 2]]);
await pictures(`${portal}/login`, at('/questionnaires'), [['portal-narrow-2', phone, 'light', 2]]);
await pictures(`${portal}/login`, at('/questionnaires'), [['portal-wide-1', desk, 'light']]);
await pictures(`${kiosk}/kioskLogin`, null, [['kiosk-narrow-1', { width: 900, height: 1600 }, 'light']]);
await pictures(`${kiosk}/kioskLogin`, null, [['kiosk-wide-1', desk, 'light']]);
// The pictures of the README and for comparison: every width in both schemes.
const portalSizes = [phone, tablet, desk];
const kioskSizes = [kioskWide, tablet];
await pictures(`${portal}/login`, at('/'), everyView('home', portalSizes));
await pictures(`${portal}/login`, at('/appointments'), everyView('appointments', portalSizes));
await pictures(`${portal}/login`, longQuestionnaire, everyView('chapters', portalSizes));
await pictures(`${kiosk}/kioskLogin`, kioskList, everyView('kiosk-list', kioskSizes));
await pictures(`${kiosk}/kioskLogin`, kioskEnd, everyView('kiosk-end', kioskSizes));
await browser.close();
