import type { Page } from 'playwright';
import { shortCheckIn } from '../../support/questionnaires.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

/** Removes built-ins that Chrome 109, Safari 16.4 or Firefox 115 lack, each at least one, before any script of the page runs. */
function lackBuiltIns(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const gone: readonly (readonly [object, readonly string[]])[] = [
      [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
      [Array, ['fromAsync']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Promise, ['withResolvers', 'try']],
      [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf']],
      [URL, ['canParse', 'parse']],
      [AbortSignal, ['any']],
      [Intl, ['Segmenter', 'DurationFormat']],
      [Element.prototype, ['checkVisibility', 'setHTML', 'moveBefore']],
      [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
      [Document.prototype, ['startViewTransition', 'caretPositionFromPoint']],
      [window, ['Iterator', 'navigation', 'scheduler', 'cookieStore', 'requestIdleCallback']],
    ];
    for (const [holder, names] of gone) for (const name of names) Reflect.deleteProperty(holder, name);
  });
}

const polyfillsAskedFor = (page: Page): string[] => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.includes('/polyfills-')) asked.push(request.url());
  });
  return asked;
};

test('a browser without the newer built-ins signs in, looks around, fills in and sends', async ({ facility, page }) => {
  const patient = await facility.newPatient();
  await facility.importQuestionnaire(shortCheckIn);
  const assigned = await facility.assign(patient.patientId, 'Short check-in');
  const asked = polyfillsAskedFor(page);
  await lackBuiltIns(page);
  await signInAs(page, facility, patient.username);
  expect(asked.length).toBeGreaterThan(0);
  for (const path of ['/appointments', '/education-articles', '/contact-us', '/followup-plan', '/questionnaires']) {
    await page.goto(facility.portalUrl + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.getByRole('button', { name: text('questionnaires.toDoStart') }).click();
  await page.getByRole('radio', { name: 'Not so well' }).check();
  await page
    .getByRole('radiogroup', { name: /Do you have pain/ })
    .getByRole('radio', { name: text('questionnaires.yes') })
    .check();
  await page.getByRole('button', { name: text('questionnaires.sendAnswers') }).click();
  await expect
    .poll(() => facility.db.value('select status from assigned_questionnaires where id = $1', [assigned]))
    .toBe('Completed');
});

test('the kiosk of such a browser signs staff in and lists patients', async ({ facility, page }) => {
  const asked = polyfillsAskedFor(page);
  await lackBuiltIns(page);
  await signInAs(page, facility, 'kiosk', { at: facility.kioskUrl, path: '/kioskLogin' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
});

test('a browser of today loads none of it', async ({ facility, page }) => {
  const asked = polyfillsAskedFor(page);
  const patient = await facility.newPatient();
  await signInAs(page, facility, patient.username);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked).toEqual([]);
});
