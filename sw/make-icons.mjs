// Draws the icons of both apps from the mark: node sw/make-icons.mjs [path of a Chromium]. Run by hand when the mark changes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright';

const leaf =
  'M18.6 33.4V22.2c-4.9-.3-8.9-3.3-10.2-8 5-.6 8.6 1.3 10.4 4.9.5-5.2 4.3-9.7 10.9-11.3.8 7.4-2.4 13.2-8.3 14.3v11.3Z';
const deep = '#143f36';
const paper = '#fbfaf6';
const out = new URL('../public/icons/', import.meta.url);
mkdirSync(out, { recursive: true });

/** The mark on a square of 100 x 100; `scale` is its width, `round` the corner radius of the square. */
const mark = ({ field, ink, scale, round }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${round}" fill="${field}"/><g fill="none" stroke="${ink}" stroke-opacity=".22" stroke-width=".8"><circle cx="100" cy="0" r="34"/><circle cx="100" cy="0" r="50"/><circle cx="100" cy="0" r="66"/></g><g transform="translate(${50 - scale / 2} ${50 - scale / 2}) scale(${scale / 40})"><circle cx="20" cy="20" r="20" fill="${ink}"/><path fill="${field}" d="${leaf}"/></g></svg>`;
const list = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="22" fill="${deep}"/><g transform="translate(23 23) scale(2.25)" fill="none" stroke="${paper}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><rect width="8" height="4" x="8" y="2" rx="1"/><path d="M16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2M12 11h4M12 16h4M8 11h.01M8 16h.01"/></g></svg>`;

const any = mark({ field: deep, ink: paper, scale: 64, round: 22 });
const maskable = mark({ field: deep, ink: paper, scale: 52, round: 0 });
const kioskAny = mark({ field: paper, ink: deep, scale: 64, round: 22 });
const kioskMaskable = mark({ field: paper, ink: deep, scale: 52, round: 0 });

writeFileSync(new URL('icon.svg', out), any);
const browser = await chromium.launch({ executablePath: process.argv[2], args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
for (const [name, size, svg] of [
  ['icon-192.png', 192, any],
  ['icon-512.png', 512, any],
  ['maskable-192.png', 192, maskable],
  ['maskable-512.png', 512, maskable],
  ['apple-touch-icon.png', 180, maskable],
  ['kiosk-192.png', 192, kioskAny],
  ['kiosk-512.png', 512, kioskAny],
  ['kiosk-maskable-192.png', 192, kioskMaskable],
  ['kiosk-maskable-512.png', 512, kioskMaskable],
  ['shortcut-questionnaires.png', 192, list],
]) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  );
  await page.screenshot({ path: new URL(name, out).pathname, omitBackground: true });
}
await browser.close();
