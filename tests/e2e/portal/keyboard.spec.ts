import type { Page } from 'playwright';
import { storedSheet } from '../../support/sheets.ts';
import { greeting } from '../../support/signIn.ts';
import { expect, test, text } from '../../support/test.ts';

/** The focused element: the words of its role and name, its position, and whether its focus ring is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return { name: '', tag: '', id: '', ring: false, inView: false };
    const isField =
      element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement;
    const labels = isField ? [...(element.labels ?? [])] : [];
    const named = labels[0]?.textContent ?? element.getAttribute('aria-label') ?? element.textContent ?? '';
    const ringed = [element, element.closest('label'), ...labels].some((one) => {
      if (!(one instanceof HTMLElement)) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || boxShadow !== 'none';
    });
    const { top, bottom, left, width } = element.getBoundingClientRect();
    const covering = document.elementFromPoint(
      left + Math.min(width / 2, 20),
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    );
    return {
      name: named.replace(/\s+/g, ' ').trim(),
      tag: element.tagName.toLowerCase(),
      id: element.id,
      ring: ringed,
      inView:
        bottom > 0 &&
        top < innerHeight &&
        covering !== null &&
        (element.contains(covering) || covering.contains(element)),
    };
  });

/** Presses Tab until the focused element has these words. Every stop on the way must be visible. */
async function tabTo(page: Page, words: RegExp | string, { back = false, most = 40 } = {}): Promise<void> {
  const stops: string[] = [];
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
    const stop = await focused(page);
    stops.push(stop.name || stop.id || stop.tag);
    if (stop.tag !== 'body')
      expect
        .soft({ stop: stop.name || stop.id, ring: stop.ring, inView: stop.inView })
        .toEqual({ stop: stop.name || stop.id, ring: true, inView: true });
    if (typeof words === 'string' ? stop.name === words : words.test(stop.name)) return;
  }
  throw new Error(`Tab does not lead to ${String(words)}: ${stops.join(' > ')}`);
}

test('everything is done with the keyboard alone, and the focus is where the rules want it', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, 'How are you doing?');
  const { keyboard } = page;
  await page.goto(`${facility.portalUrl}/login`);
  await expect(page.getByRole('button', { name: text('core.logIn'), exact: true })).toBeVisible();

  await tabTo(page, text('core.skipToContent'), { most: 1 });
  await tabTo(page, new RegExp(`^${text('core.username')}`));
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: text('core.username') })).toBeFocused();
  await expect(page.getByRole('textbox', { name: text('core.username') })).toHaveAttribute('aria-invalid', 'true');
  await keyboard.type(patient.username);
  await tabTo(page, new RegExp(`^${text('core.password')}`), { most: 2 });
  await keyboard.type(patient.password);
  await keyboard.press('Enter');

  await expect(greeting(page)).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
  // Wait for everything to load, because later content would move the focused element.
  await expect(page.getByRole('link', { name: 'Start How are you doing?' })).toBeVisible();
  for (const empty of ['dashboard.noAppointments', 'dashboard.noCareTeam', 'records.noContacts'] as const)
    await expect(page.getByText(text(empty))).toBeVisible();
  await tabTo(page, text('questionnaires.toDoStart'), { most: 4 });
  await keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'So-so' })).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();

  await tabTo(page, 'Very well');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'So-so' })).toBeChecked();
  await tabTo(page, text('questionnaires.yes'), { most: 1 });
  await keyboard.press('ArrowRight');
  await expect(
    page.getByRole('radiogroup', { name: /temperature/ }).getByRole('radio', { name: text('questionnaires.no') }),
  ).toBeChecked();

  // Sent too early: the summary gets the focus, and its link leads to the question.
  await tabTo(page, text('questionnaires.sendAnswers'), { most: 60 });
  await keyboard.press('Enter');
  const summary = page.getByRole('alert').filter({ hasText: text('bar.questionnairevalidatefailed') });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error:/);
  await tabTo(page, /How much energy/, { most: 2 });
  await keyboard.press('Enter');
  const energy = page.getByRole('radiogroup', { name: /How much energy/ });
  await expect(energy.getByRole('radio').first()).toBeFocused();
  expect((await focused(page)).inView).toBe(true);
  await keyboard.press('ArrowLeft');
  await expect(energy.getByRole('radio', { name: '10', exact: true })).toBeChecked();

  await tabTo(page, /^What do you weigh/, { most: 2 });
  await keyboard.type('70.5');
  await tabTo(page, /glasses of water/, { most: 2 });
  await keyboard.type('6');
  await tabTo(page, 'Head', { most: 3 });
  await keyboard.press('Space');
  await tabTo(page, 'Something else', { most: 6 });
  await keyboard.press('Space');
  await tabTo(page, new RegExp(`^${text('questionnaires.pleaseSayWhich')}`), { most: 1 });
  await keyboard.type('My jaw');
  await tabTo(page, text('core.month'), { most: 1 });
  for (const part of ['3', '14', '2026']) {
    await keyboard.type(part);
    await keyboard.press('Tab');
  }
  await keyboard.press('Space');
  await expect(
    page
      .getByRole('radiogroup', { name: /^Feeling sick/ })
      .getByRole('radio')
      .first(),
  ).toBeChecked();
  await keyboard.press('Tab');
  await keyboard.press('ArrowRight');
  await expect(
    page
      .getByRole('radiogroup', { name: /^Tiredness/ })
      .getByRole('radio')
      .nth(1),
  ).toBeChecked();
  await tabTo(page, /^Who do you live with/, { most: 30 });
  await keyboard.type('With friends');
  await expect(page.getByRole('combobox')).toHaveValue(
    await page
      .getByRole('option', { name: 'With friends' })
      .evaluate((option) => (option instanceof HTMLOptionElement ? option.value : '')),
  );
  await tabTo(page, /^Who helps you/, { most: 2 });
  await keyboard.type('My son');
  await tabTo(page, text('core.month'), { most: 1 });
  for (const part of ['1', '2', '2026']) {
    await keyboard.type(part);
    await keyboard.press('Tab');
  }
  await keyboard.type('My medicines');
  await tabTo(page, text('questionnaires.sendAnswers'), { most: 5 });
  await keyboard.press('Enter');

  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.sentTitle') })).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
  await tabTo(page, text('questionnaires.backToQuestionnaires'), { most: 5 });
  await keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.title') })).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();

  // The menu keeps the focus inside, gives it back when it closes, and its links work.
  await tabTo(page, text('layout.menu'), { back: true });
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('button', { name: text('layout.menu') })).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, text('layout.logOut'));
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: text('core.logIn'), exact: true })).toBeVisible();
});
