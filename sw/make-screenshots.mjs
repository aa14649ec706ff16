// Takes the pictures that the two manifests show in the install dialog, from a running demo facility:
// node sw/make-screenshots.mjs [portal address] [kiosk address] [path of a Chromium]. Run by hand when the look changes.
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright';

const [portal = 'http://localhost:8080', kiosk = 'http://localhost:8081', executablePath] = process.argv.slice(2);
const out = new URL('../public/screenshots/', import.meta.url);
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

async function picture(name, { width, height, scale }, address, act) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: scale, colorScheme: 'light', locale: 'en-US', reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForSelector('input');
  await act?.(page);
  await page.waitForTimeout(800);
  await page.screenshot({ path: new URL(name, out).pathname });
  await context.close();
}
const signIn = async (page) => {
  await page.fill('#username', 'patient');
  await page.fill('#password', 'Demo+Pass1');
  await page.click('button[type=submit]');
  await page.waitForURL('**/questionnaires');
};
const phone = { width: 390, height: 844, scale: 2 };
const desk = { width: 1280, height: 800, scale: 1 };
await picture('portal-narrow-1.png', phone, `${portal}/login`);
await picture('portal-narrow-2.png', phone, `${portal}/login`, signIn);
await picture('portal-wide-1.png', desk, `${portal}/login`, signIn);
await picture('kiosk-narrow-1.png', { width: 900, height: 1600, scale: 1 }, `${kiosk}/kioskLogin`);
await picture('kiosk-wide-1.png', desk, `${kiosk}/kioskLogin`);
await browser.close();
