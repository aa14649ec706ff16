import type { Page } from 'playwright';
import { askAtCheckIn } from '../../support/kiosk.ts';
import { kioskRules, look, lookAtParts } from '../../support/pageRules.ts';
import { expect, test, text, textPattern } from '../../support/test.ts';
import { handOver, signInStaff, someoneDue, startFor } from '../../support/waitingRoom.ts';

test.use({
  contextOptions: { reducedMotion: 'reduce' },
  viewport: { width: 1280, height: 900 },
});
test.describe.configure({ mode: 'parallel' });

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const next = (page: Page) => button(page, text('kiosk.next')).click();

test('the pages of staff break no rule', async ({ facility, page }) => {
  await someoneDue(facility, 'Before your visit', 'Liselotte');
  await page.goto(`${facility.kioskUrl}/kioskLogin`);
  await expect(button(page, text('core.logIn'))).toBeVisible();
  await look(page, 'kiosk login', kioskRules);
  await button(page, text('core.logIn')).click();
  await expect(page.getByRole('textbox', { name: text('core.username') })).toHaveAttribute('aria-invalid', 'true');
  await look(page, 'kiosk login, nothing entered', kioskRules);
  await page.getByRole('textbox', { name: text('core.username') }).fill('kiosk');
  await page.getByRole('textbox', { name: text('core.password') }).fill('not the password');
  await button(page, text('core.logIn')).click();
  await expect(page.getByText(text('bar.invalidgrant'))).toBeVisible();
  await look(page, 'kiosk login, wrong password', kioskRules);

  await signInStaff(page, facility);
  await expect(startFor(page, 'Liselotte')).toBeVisible();
  await lookAtParts(page, 'kiosk list', kioskRules);
  const search = page.getByRole('textbox', { name: text('kiosk.search') });
  await search.fill('liselotte');
  await expect(page.getByText('1 patient found', { exact: true })).toBeVisible();
  await look(page, 'kiosk list, found', kioskRules);
  await button(page, text('kiosk.clearSearch')).click();
  await button(page, text('core.openCalendar')).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await look(page, 'kiosk list, calendar', kioskRules);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Marlow/ }).click();
  await button(page, text('kiosk.thisTablet')).click();
  await expect(page.getByText(text('kiosk.noTabletName'))).toBeVisible();
  await look(page, 'kiosk this tablet', kioskRules);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await button(page, text('kiosk.copyDetails')).click();
  await expect(page.getByText(text('kiosk.detailsCopied'), { exact: true })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^Name: Not set up with a code\nBattery: .+\nNetwork: Connected to the server\n/);
  expect(copied).toMatch(/\nVersion: App [\w-]{8}, interface (\d+); server interface \1\n/);
  expect(copied).not.toContain('Liselotte');
  await button(page, text('kiosk.setUpTitle')).click();
  await button(page, text('kiosk.setUpUse')).click();
  await expect(page.getByText(text('kiosk.setUpCodeForm'))).toBeVisible();
  await look(page, 'kiosk set-up, nothing entered', kioskRules);
  await button(page, text('kiosk.cancelPin')).click();
  await startFor(page, 'Liselotte').click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look(page, 'kiosk start', kioskRules);
  await button(page, text('kiosk.start')).click();
  await expect(button(page, text('kiosk.yesMe'))).toBeVisible();
  await look(page, 'kiosk hand-over', kioskRules);
  await button(page, text('kiosk.notMe')).click();
  await expect(page.getByRole('heading', { level: 1, name: text('kiosk.returnTitle') })).toBeVisible();
  await look(page, 'kiosk return', kioskRules);
  await button(page, text('kiosk.staffEntry')).click();
  await expect(page.getByLabel(text('kiosk.pinLabel'))).toBeVisible();
  await look(page, 'kiosk pin', kioskRules);
  await page.getByRole('textbox', { name: text('kiosk.pinLabel') }).fill('111111');
  await button(page, text('core.continue')).click();
  await expect(page.getByText(/That PIN is not right/)).toBeVisible();
  await look(page, 'kiosk pin, wrong', kioskRules);
  await page.getByRole('textbox', { name: text('kiosk.pinLabel') }).fill('246810');
  await button(page, text('core.continue')).click();
  await expect(page.getByRole('heading', { level: 1, name: text('kiosk.listHeading') })).toBeVisible();
});

test('the screens of a patient break no rule', async ({ facility, page }) => {
  await someoneDue(facility, 'How are you doing?', 'Hildegund');
  await signInStaff(page, facility);
  await handOver(page, 'Hildegund');
  await button(page, text('kiosk.yesMe')).click();
  await expect(page.getByRole('heading', { level: 2, name: text('kiosk.beforeYouStart') })).toBeVisible();
  await look(page, 'kiosk intro', kioskRules);
  await button(page, text('kiosk.begin')).click();

  await next(page);
  await expect(page.getByText(text('questionnaires.fault.required'), { exact: false }).first()).toBeVisible();
  await lookAtParts(page, 'kiosk question, error', kioskRules);
  await page.getByRole('radio', { name: 'So-so' }).check();
  await look(page, 'kiosk radio', kioskRules);
  await next(page);
  await page.getByRole('radio', { name: text('questionnaires.no'), exact: true }).check();
  await look(page, 'kiosk yes and no', kioskRules);
  await next(page);
  await page.getByRole('radio', { name: '7', exact: true }).check();
  await look(page, 'kiosk scale', kioskRules);
  await next(page);
  await page.getByRole('textbox').fill('64.5');
  await look(page, 'kiosk number', kioskRules);
  await next(page);
  await page.getByRole('textbox').fill('5');
  await next(page);
  await page.getByRole('checkbox', { name: 'Something else' }).check();
  await look(page, 'kiosk several', kioskRules);
  await page.getByRole('textbox', { name: text('questionnaires.pleaseSayWhich') }).fill('My neck');
  await next(page);
  await expect(page.getByRole('textbox', { name: text('core.year') })).toBeVisible();
  await look(page, 'kiosk date', kioskRules);
  await next(page);
  for (const row of ['Feeling sick', 'Tiredness'])
    await page.getByRole('radiogroup', { name: row }).getByRole('radio').first().check();
  await look(page, 'kiosk matrix', kioskRules);
  await next(page);
  await page.getByRole('checkbox').first().check();
  await look(page, 'kiosk matrix of several', kioskRules);
  await next(page);
  await page.getByRole('combobox', { name: /Who do you live with/ }).selectOption({ label: 'With friends' });
  await look(page, 'kiosk drop-down', kioskRules);
  await next(page);
  await look(page, 'kiosk line', kioskRules);
  await next(page);
  for (const [part, value] of [
    ['month', '2'],
    ['day', '9'],
    ['year', '2026'],
  ] as const)
    await page.getByRole('textbox', { name: text(`core.${part}`) }).fill(value);
  await next(page);
  await page.getByRole('textbox').fill('The next weeks');
  await look(page, 'kiosk text', kioskRules);
  await next(page);
  await next(page);
  await expect(page.getByRole('heading', { level: 2, name: text('kiosk.checkTitle') })).toBeVisible();
  await look(page, 'kiosk check', kioskRules);
  await page.getByRole('button', { name: /Hildegund/ }).click();
  await page.getByText(text('kiosk.stop'), { exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look(page, 'kiosk stop', kioskRules);
  await button(page, text('kiosk.keepGoing')).click();
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(page).toHaveURL(/kiosk-questionnaire-scoring/);
  await expect(button(page, text('kiosk.finishAndExit'))).toBeVisible();
  await look(page, 'kiosk result', kioskRules);
});

test('thanks, a warning to someone who went away, and unknown paths break no rule', async ({ facility, page }) => {
  await someoneDue(facility, 'Before your visit', 'Wendelin');
  await page.clock.install();
  await signInStaff(page, facility);
  await handOver(page, 'Wendelin');
  await button(page, text('kiosk.yesMe')).click();
  await page.getByRole('radio', { name: 'No, nothing' }).check();
  await page.clock.fastForward(61_000);
  await expect(page.getByRole('heading', { name: text('kiosk.idleTitle') })).toBeVisible();
  await expect(page.getByRole('radio')).toHaveCount(0);
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 4000)));
  await look(page, 'kiosk idle', kioskRules);
  await page.clock.resume();
  await button(page, text('kiosk.stillHere')).click();
  await next(page);
  await page.getByRole('radio', { name: text('questionnaires.yes') }).check();
  await next(page);
  await next(page);
  await button(page, text('questionnaires.sendAnswers')).click();
  await button(page, text('kiosk.finishAndExit')).click();
  await expect(page.getByRole('heading', { level: 1, name: text('kiosk.thankYou') })).toBeVisible();
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 4000)));
  await expect(page.getByText(textPattern('kiosk.finishedText'))).toBeVisible();
  await look(page, 'kiosk finished', kioskRules);
});

test('the screens before the questionnaires break no rule', async ({ facility, page }) => {
  const { patientId } = await someoneDue(facility, 'Before your visit', 'Adelgunde');
  await askAtCheckIn(facility, patientId, { arrival: true, contactDetails: true });
  await signInStaff(page, facility);
  await handOver(page, 'Adelgunde');
  await button(page, text('kiosk.yesMe')).click();
  await expect(page.getByRole('checkbox', { name: /Blood draw/ })).toBeChecked();
  await look(page, 'kiosk check-in', kioskRules);
  await button(page, text('kiosk.iAmHere')).click();
  await expect(page.getByRole('heading', { level: 2, name: text('kiosk.detailsAsk') })).toBeVisible();
  await look(page, 'kiosk details', kioskRules);
  await button(page, text('kiosk.somethingChanged')).click();
  await next(page);
  await expect(page.getByText(text('kiosk.whatRequired'))).toBeVisible();
  await look(page, 'kiosk what has changed', kioskRules);
  for (const name of ['core.address', 'kiosk.detailHomePhone'] as const)
    await page.getByRole('checkbox', { name: text(name), exact: true }).check();
  await next(page);
  await expect(page.getByRole('combobox', { name: text('form.state') })).toHaveValue('New York');
  await look(page, 'kiosk address', kioskRules);
  await page.getByRole('textbox', { name: text('form.city') }).fill('Saltmere');
  await next(page);
  await page.getByRole('textbox', { name: text('kiosk.askHomePhone') }).fill('call me');
  await next(page);
  await expect(page.getByText(text('kiosk.phoneWrong'))).toBeVisible();
  await look(page, 'kiosk telephone, error', kioskRules);
  await page.getByRole('textbox', { name: text('kiosk.askHomePhone') }).fill('202 555 0123');
  await next(page);
  await expect(page.getByRole('heading', { level: 2, name: text('kiosk.checkChanges') })).toBeVisible();
  await look(page, 'kiosk changes', kioskRules);
});
