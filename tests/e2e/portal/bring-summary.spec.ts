import { createServer } from 'node:http';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { renderSVG } from 'uqr';
import { browserArguments, headlessChromium } from '../../support/browser.ts';
import { type Facility, startFacility } from '../../support/facility.ts';
import { cardIssuer, holder, inCodes, inDigits, vaccination } from '../../support/healthCard.ts';
import { look } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

/** This portal is the other clinic as well, on this machine and without TLS. */
let facility: Facility;
test.beforeAll(async () => {
  facility = await startFacility({ env: { CALL_ANYWHERE: '1' } });
});
test.afterAll(async () => {
  await facility.stop();
});

// The browser of the tests has no reader of codes: it is given one that reads the text of the clipboard in whatever the camera shows.
test.use({
  launchOptions: {
    ...(await headlessChromium()),
    args: [...browserArguments, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
  },
});

const button = (page: Page, name: Parameters<typeof text>[0]) =>
  page.getByRole('button', { name: text(name), exact: true });

test('a summary of another clinic is opened with its link and code, looked at, and kept as a note', async ({
  page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write', 'camera']);
  await page.addInitScript(() => {
    class BarcodeDetector {
      async detect(): Promise<readonly { readonly rawValue: string }[]> {
        return [{ rawValue: await navigator.clipboard.readText() }];
      }
    }
    Object.assign(globalThis, { BarcodeDetector });
  });
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/health-summary' });
  await page.getByRole('link', { name: text('healthSummary.asDocument'), exact: true }).click();
  await page.getByRole('link', { name: /Northlight Cancer Centre/ }).click();
  await button(page, 'healthSummary.share').click();
  const dialog = page.getByRole('dialog', { name: text('healthSummary.shareTitle') });
  await dialog.getByRole('textbox', { name: text('healthSummary.shareFor') }).fill('Me');
  await dialog.getByRole('button', { name: text('healthSummary.shareMake'), exact: true }).click();
  const passcode = await dialog.getByText(/^\d{6}$/).innerText();
  await dialog.getByRole('button', { name: text('healthSummary.shareCopy') }).click();
  await expect(dialog.getByRole('button', { name: text('healthSummary.shareCopied') })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole('button', { name: text('healthSummary.shareDone'), exact: true }).click();

  await page.getByRole('link', { name: text('healthSummary.bringTitle') }).click();
  await expect(page).toHaveURL(/\/bring-summary$/);
  await look(page, 'bring summary, form');
  const field = page.getByRole('textbox', { name: text('healthSummary.bringLink') });
  const code = page.getByRole('textbox', { name: text('healthSummary.shareCode') });
  await field.fill(link.slice(0, -30));
  await button(page, 'records.openFile').press('Enter');
  await expect(page.getByText(text('healthSummary.bringNoLink'))).toBeVisible();
  // The key of the link may go to no server, not even to ours.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await button(page, 'healthSummary.bringScan').press('Enter');
  await expect(field).toHaveValue(link);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await code.fill('000000');
  await button(page, 'records.openFile').press('Enter');
  await expect(page.getByText(text('healthSummary.bringWrong'))).toBeVisible();
  await look(page, 'bring summary, wrong code');
  await code.fill(passcode);
  await button(page, 'records.openFile').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await look(page, 'bring summary, open');
  const { key } = JSON.parse(Buffer.from(link.split('shlink:/')[1] ?? '', 'base64url').toString()) as { key: string };
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((one) => one.includes(key))).toEqual([]);

  await button(page, 'healthSummary.bringKeep').press('Enter');
  await expect(page.getByText(text('healthSummary.bringKept'))).toBeVisible();
  await look(page, 'bring summary, kept');
  await page.getByRole('link', { name: text('healthSummary.bringSee') }).click();
  await expect(
    page
      .getByText(/added by the patient/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
});

test('a health card is read from a picture of its code, and kept as a note', async ({ page }) => {
  let keys: object = {};
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(keys));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const issuer = await cardIssuer(`http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`);
  keys = issuer.keys;
  const signed = await issuer.card([holder('1971-03-14'), vaccination('208', '2025-10-01')]);
  const card = inDigits(signed);
  const pictureOf = (code: string) =>
    sharp(Buffer.from(renderSVG(code, { pixelSize: 6 })))
      .png()
      .toBuffer();
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/bring-summary' });
  const field = page.getByRole('textbox', { name: text('healthSummary.bringLink') });
  const pick = async (buffer: Buffer) => {
    const chosen = page.waitForEvent('filechooser');
    await button(page, 'healthSummary.bringPicture').click();
    await (await chosen).setFiles({ name: 'card.png', mimeType: 'image/png', buffer });
  };
  await pick(
    await sharp({ create: { width: 200, height: 200, channels: 3, background: 'white' } })
      .png()
      .toBuffer(),
  );
  await expect(page.getByText(text('healthSummary.bringNoCode'))).toBeVisible({ timeout: 15_000 });
  await pick(await pictureOf(card));
  await expect(field).toHaveValue(card);
  await button(page, 'records.openFile').press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText('COVID-19 (Pfizer-BioNTech)')).toBeVisible();
  await look(page, 'bring summary, health card');
  await button(page, 'healthSummary.bringKeep').press('Enter');
  await expect(page.getByText(text('healthSummary.bringKept'))).toBeVisible();
  await field.waitFor({ state: 'detached' });
  await button(page, 'healthSummary.bringAnother').press('Enter');
  // Cards of several codes are read one code after the other, in any order.
  const [first = '', second = '', third = ''] = inCodes(signed, 3);
  await pick(await pictureOf(third));
  await expect(page.getByText(text('healthSummary.bringPartOfCard', { read: 1, of: 3 }))).toBeVisible();
  await pick(await pictureOf(inCodes(signed, 2)[0] ?? ''));
  await expect(page.getByText(text('healthSummary.bringOtherCard'))).toBeVisible();
  await pick(await pictureOf(first));
  await expect(page.getByText(text('healthSummary.bringPartOfCard', { read: 2, of: 3 }))).toBeVisible();
  await look(page, 'bring summary, two of three codes');
  const another = inCodes(await issuer.card([holder('1971-03-14'), vaccination('207', '2024-10-01')]), 3);
  await field.fill([first, another[1], third].join(' '));
  await button(page, 'records.openFile').press('Enter');
  await expect(page.getByText(text('healthSummary.bringCardMixed'))).toBeVisible();
  await field.fill(`${third} ${first}`);
  await pick(await pictureOf(second));
  await button(page, 'records.openFile').press('Enter');
  await expect(page.getByText('COVID-19 (Pfizer-BioNTech)')).toBeVisible();
  server.close();
});
