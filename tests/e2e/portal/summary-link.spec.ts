import { summaryTrigger } from '@portal/api';
import * as v from 'valibot';
import { look } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test('a summary is shared by a link and a code, opened by a clinic without an account, and ended with a press', async ({
  facility,
  page,
}) => {
  await facility.db.query(
    `update external_systems set active_trigger_event_types = array[$1::text]
     where is_own and facility_id = (select id from facilities where is_default)`,
    [summaryTrigger],
  );
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/health-summary' });
  await page.getByRole('link', { name: text('healthSummary.asDocument'), exact: true }).click();
  await page.getByRole('link', { name: /Northlight Cancer Centre/ }).click();
  const share = page.getByRole('button', { name: text('healthSummary.share'), exact: true });
  const dialog = page.getByRole('dialog', { name: text('healthSummary.shareTitle') });
  const press = (name: Parameters<typeof text>[0]) =>
    dialog.getByRole('button', { name: text(name), exact: true }).press('Enter');

  await share.press('Enter');
  await press('healthSummary.shareMake');
  await expect(dialog.getByText(text('core.required'))).toBeVisible();
  await look(page, 'summary link, form');
  await dialog.getByRole('textbox', { name: text('healthSummary.shareFor') }).fill('Dr. Lee');
  await dialog.getByRole('radio', { name: 'Once', exact: true }).check();
  await press('healthSummary.shareMake');
  await expect(
    dialog.getByRole('heading', { name: text('healthSummary.shareMade', { recipient: 'Dr. Lee' }) }),
  ).toBeFocused();
  await look(page, 'summary link, made');
  const passcode = await dialog.getByText(/^\d{6}$/).innerText();
  await press('healthSummary.shareCopy');
  await expect(dialog.getByRole('button', { name: text('healthSummary.shareCopied') })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).origin).toBe(facility.portalUrl);

  const elsewhere = await page
    .context()
    .browser()
    ?.newContext({ viewport: { width: 390, height: 844 } });
  const clinic = await elsewhere?.newPage();
  if (!clinic) throw new Error('no second browser');
  // Behind the # stands the key, which no server may see.
  const asked: string[] = [];
  clinic.on('request', (request) => asked.push(`${request.url()} ${request.postData() ?? ''}`));
  await clinic.goto(link);
  const openIt = clinic.getByRole('button', { name: text('healthSummary.openButton') });
  await clinic.getByRole('textbox', { name: text('healthSummary.openWho') }).fill('Otter Bay practice');
  await clinic.getByRole('textbox', { name: text('healthSummary.shareCode') }).fill('000 000');
  await openIt.click();
  await expect(clinic.getByText(text('healthSummary.openWrong'))).toBeVisible();
  await look(clinic, 'shared summary, wrong code');
  await clinic.getByRole('textbox', { name: text('healthSummary.shareCode') }).fill(passcode);
  await openIt.click();
  await expect(clinic.getByText(text('healthSummary.openNote'))).toBeVisible();
  await expect(clinic.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(clinic.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await look(clinic, 'shared summary, open');
  const { key } = v.parse(
    v.object({ key: v.string() }),
    JSON.parse(Buffer.from(link.split('shlink:/')[1] ?? '', 'base64url').toString()),
  );
  expect(asked.filter((one) => one.includes(key))).toEqual([]);
  await clinic.reload();
  await clinic.getByRole('textbox', { name: text('healthSummary.openWho') }).fill('Otter Bay practice');
  await clinic.getByRole('textbox', { name: text('healthSummary.shareCode') }).fill(passcode);
  await openIt.click();
  await expect(clinic.getByText(text('healthSummary.openGone'))).toBeVisible();
  await elsewhere?.close();

  await press('healthSummary.shareDone');
  await share.press('Enter');
  await expect(dialog.getByText('Opened 1 of 1 times', { exact: false })).toBeVisible();
  await dialog.getByRole('textbox', { name: text('healthSummary.shareFor') }).fill('My daughter');
  await press('healthSummary.shareMake');
  const end = dialog.getByRole('button', { name: `${text('healthSummary.shareEnd')} My daughter` });
  await end.press('Enter');
  await expect(dialog.getByText(text('healthSummary.shareEnded', { recipient: 'My daughter' }))).toBeVisible();
  await expect(end).toHaveCount(0);
});
