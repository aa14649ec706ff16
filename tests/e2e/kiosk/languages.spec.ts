import { expectAllIn, writtenWords } from '../../support/seenWords.ts';
import { expect, test, text } from '../../support/test.ts';
import { signInStaff, someoneDue, speak, startFor } from '../../support/waitingRoom.ts';

test.use({ viewport: { width: 1280, height: 900 } });
test.describe.configure({ mode: 'parallel' });

// As on the portal, Chinese checks every page. French follows below; the catalogues' unit tests cover the others.
for (const language of ['zh'] as const) {
  test.describe(language, () => {
    test.use({ locale: 'zh-CN' });
    test(`the kiosk speaks ${language} on every screen`, async ({ facility, page }) => {
      const said = (key: Parameters<typeof text>[0], values = {}) => text(key, values, language);
      const written = await writtenWords(facility);
      const button = (key: Parameters<typeof text>[0]) => page.getByRole('button', { name: said(key), exact: true });
      const name = `Ingeborg ${language}`;
      await someoneDue(facility, 'Before your visit', name);
      await speak(page, facility, language);
      await button('core.logIn').click();
      await expect(page.getByRole('textbox', { name: said('core.username') })).toHaveAttribute('aria-invalid', 'true');
      await expectAllIn(page, language, 'kiosk login', written);
      await signInStaff(page, facility, language);
      await expect(startFor(page, name, language)).toBeVisible();
      await expectAllIn(page, language, 'kiosk list', written);
      await page.getByRole('button', { name: /Marlow/ }).click();
      await button('kiosk.thisTablet').click();
      await button('kiosk.setUpTitle').click();
      await button('kiosk.setUpUse').click();
      await expectAllIn(page, language, 'kiosk set-up', written);
      await button('kiosk.cancelPin').click();
      await expect(startFor(page, name, language)).toBeVisible();
      const search = page.getByRole('textbox', { name: said('kiosk.search') });
      await search.fill('nobody of this name');
      await expect(page.getByRole('heading', { name: said('kiosk.nobodyFound') })).toBeVisible();
      await expectAllIn(page, language, 'kiosk list, nobody found', written);
      await button('kiosk.clearSearch').click();
      await page.getByRole('radio', { name: new RegExp(`^${said('kiosk.stateFinished')}`) }).check();
      await expectAllIn(page, language, 'kiosk list, finished', written);
      await page.getByRole('radio', { name: new RegExp(`^${said('kiosk.waiting')}`) }).check();
      await startFor(page, name, language).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await expectAllIn(page, language, 'kiosk start', written);
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: said('kiosk.start'), exact: true })
        .click();
      await expect(button('kiosk.yesMe')).toBeVisible();
      await expectAllIn(page, language, 'kiosk hand-over', written);
      await button('kiosk.yesMe').click();
      await expect(page.getByRole('radio', { name: 'I feel better' })).toBeVisible();
      await button('kiosk.next').click();
      await expect(page.getByRole('radiogroup')).toHaveAttribute('aria-invalid', 'true');
      await expectAllIn(page, language, 'kiosk question, error', written);
      await page.getByRole('radio', { name: 'I feel better' }).check();
      await button('kiosk.next').click();
      await page.getByRole('radio', { name: said('questionnaires.no'), exact: true }).check();
      await button('kiosk.next').click();
      await button('kiosk.next').click();
      await expect(page.getByRole('heading', { level: 2, name: said('kiosk.checkTitle') })).toBeVisible();
      await expectAllIn(page, language, 'kiosk check', written);
      await button('questionnaires.sendAnswers').click();
      await expect(button('kiosk.finishAndExit')).toBeVisible();
      await expectAllIn(page, language, 'kiosk result', written);
      await button('kiosk.finishAndExit').click();
      await expect(page.getByRole('heading', { level: 1, name: said('kiosk.thankYou') })).toBeVisible();
      await expectAllIn(page, language, 'kiosk finished', written);
      await button('kiosk.staffEntry').click();
      await expect(page.getByRole('textbox', { name: said('kiosk.pinLabel') })).toBeVisible();
      await expectAllIn(page, language, 'kiosk pin', written);
      await button('kiosk.cancelPin').click();
      await expect(page.getByRole('heading', { level: 1, name: said('kiosk.returnTitle') })).toBeVisible();
      await expectAllIn(page, language, 'kiosk return', written);
    });
  });
}

test('another language in the middle of a questionnaire keeps the answers, for this visit only', async ({
  facility,
  page,
}) => {
  await someoneDue(facility, 'Before your visit', 'Ottokar');
  await signInStaff(page, facility);
  await startFor(page, 'Ottokar').click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: text('kiosk.start'), exact: true })
    .click();
  await page.getByRole('button', { name: text('kiosk.yesMe'), exact: true }).click();
  await page.getByRole('radio', { name: 'I feel worse' }).check();
  await page.getByRole('combobox', { name: text('core.language') }).selectOption('fr');
  await expect(page.getByRole('button', { name: text('kiosk.next', {}, 'fr'), exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'I feel worse' })).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('lang', /^fr/);
  await page.reload();
  await expect(page.getByRole('button', { name: text('kiosk.yesMe', {}, 'fr'), exact: true })).toBeVisible();
});
