import type { Page } from 'playwright';
import { openProfile } from '../../support/browser.ts';
import { storedSheet } from '../../support/sheets.ts';
import { expect, network, test, text } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';
import { chip, openSheet, patientWithSheet, sentPage, sendButton } from './portalSheets.ts';
import { type Shown, SheetPage, fields } from './sheetPage.ts';

test.use({ serviceWorkers: 'allow' });

const given: Shown = {
  mood: 'Mixed',
  sleep: 'No',
  line: 'Since Monday',
  note: 'Worse in the evening,\nbetter after tea',
  count: '7',
};

/** Expects the page to say that the device has stored what was typed last. */
async function expectSavedOnDevice(page: Page, sheet: SheetPage): Promise<void> {
  await expect.poll(() => sheet.saysSaved()).toBe(true);
  await expect(chip(page, 'savedOnDevice')).toBeVisible();
}

/** The first page of a browser that was just opened; other pages that the browser restored are closed. */
async function onlyPage(pages: readonly Page[]): Promise<Page> {
  const [first, ...rest] = pages;
  if (first === undefined) throw new Error('The browser has no page.');
  await Promise.all(rest.map((page) => page.close()));
  return first;
}

test('fault 1: the browser is killed right after "Saved on this device": every answer marked saved is back when it reopens', async ({
  facility,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const profile = await openProfile({ likeInHand: true });
  try {
    let page = await onlyPage(profile.context.pages());
    let sheet = await openSheet(page, facility, patient, assigned);
    let expected: Shown = { mood: '', sleep: '', line: '', note: '', count: '' };
    for (const names of [['line', 'mood'], ['note'], ['sleep', 'count']] as const) {
      // Only the device can store what is typed now.
      await facility.portal.set(network.refuse);
      for (const name of names) {
        await sheet.enter(name, given[name]);
        expected = { ...expected, [name]: given[name] };
      }
      await expectSavedOnDevice(page, sheet);
      await profile.kill();
      for (const name of names)
        expect((await storedSheet(facility, assigned)).draft).not.toContain(JSON.stringify(given[name]));
      await facility.portal.set(network.pass);
      page = await onlyPage((await profile.reopen()).pages());
      sheet = await openSheet(page, facility, patient, assigned);
      expect(await sheet.shown()).toEqual(expected);
    }
    expect(expected).toEqual(given);
    await sendButton(page).click();
    await expect(sentPage(page)).toBeVisible();
    expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
  } finally {
    await profile.remove();
  }
});

test('fault 1: killed and opened again without a network: the password on /login opens every answer marked saved, and a wrong one none', async ({
  facility,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const profile = await openProfile({ likeInHand: true });
  try {
    let page = await onlyPage(profile.context.pages());
    let sheet = await openSheet(page, facility, patient, assigned);
    // The worker has stored the pages on the device; without that there is nothing to open offline.
    await hasWorker(page);
    await facility.portal.set(network.refuse);
    for (const name of fields) await sheet.enter(name, given[name]);
    await expectSavedOnDevice(page, sheet);
    await profile.kill();

    page = await onlyPage((await profile.reopen()).pages());
    await page.goto(`${facility.portalUrl}/login?redirect=/questionnaires`);
    const unlock = page.getByRole('button', { name: text('session.unlock'), exact: true });
    await expect(unlock).toBeVisible();
    await page.getByRole('textbox', { name: text('core.username'), exact: true }).fill(patient.username);
    await page.getByRole('textbox', { name: text('core.password'), exact: true }).fill('Wrong+Pass1');
    await unlock.click();
    await expect(page.getByText(text('bar.unlockFailed'))).toBeVisible();
    await page.getByRole('textbox', { name: text('core.password'), exact: true }).fill(patient.password);
    await unlock.click();
    await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.unsentTitle') })).toBeVisible();
    await page.getByRole('button', { name: text('core.continue'), exact: true }).click();
    sheet = new SheetPage(page, facility.portalUrl, assigned, patient);
    await expect.poll(() => sheet.place()).toBe('filling');
    expect(await sheet.shown()).toEqual(given);

    // What is added offline lasts as well as the rest.
    const changed = { ...given, line: 'Since Tuesday' };
    await sheet.enter('line', changed.line);
    await expectSavedOnDevice(page, sheet);
    await profile.kill();
    await facility.portal.set(network.pass);
    page = await onlyPage((await profile.reopen()).pages());
    sheet = await openSheet(page, facility, patient, assigned);
    expect(await sheet.shown()).toEqual(changed);
    await expect(chip(page, 'saved')).toBeVisible();
    expect((await storedSheet(facility, assigned)).draft).toContain('Since Tuesday');
  } finally {
    await profile.remove();
  }
});

/** Uses up the storage that the page is still allowed, down to a few bytes. */
const fillUp = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const opening = indexedDB.open('filler');
    await new Promise<void>((resolve, reject) => {
      opening.onupgradeneeded = () => void opening.result.createObjectStore('rows', { autoIncrement: true });
      opening.onsuccess = () => resolve();
      opening.onerror = () => reject(opening.error);
    });
    const fits = (bytes: number) =>
      new Promise<boolean>((resolve) => {
        const change = opening.result.transaction('rows', 'readwrite');
        // Random bytes, because the browser would store zeros in almost no space.
        const filling = new Uint8Array(bytes);
        for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(filling.subarray(at, at + 65_536));
        change.objectStore('rows').add(filling);
        change.oncomplete = () => resolve(true);
        change.onabort = () => resolve(false);
      });
    for (let bytes = 262_144; bytes >= 64; bytes /= 4) while (await fits(bytes));
    opening.result.close();
  });

test.describe('a small device', () => {
  // The files that a worker stores would count towards the quota too.
  test.use({ serviceWorkers: 'block' });

  test('fault 6: the quota is used up in the middle of a form: "not saved on this device", typing goes on, the server still has the draft, no false tick', async ({
    facility,
    page,
  }) => {
    const { patient, assigned } = await patientWithSheet(facility);
    // Set before the first write, because Chromium lets a page write for up to half a minute on what it was last granted.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: facility.portalUrl, quotaSize: 2_097_152 });
    const sheet = await openSheet(page, facility, patient, assigned);
    await sheet.enter('line', 'Before it was full');
    await expect(chip(page, 'saved')).toBeVisible();

    await fillUp(page);
    const note = 'x'.repeat(1900);
    await sheet.enter('note', note);
    await expect(page.getByText(text('questionnaires.refusedTitle'))).toBeVisible();
    await expect(chip(page, 'notSavedOnDevice')).toBeVisible();
    await sheet.enter('mood', 'Low');
    await sheet.enter('count', '12');
    expect(await sheet.shown()).toEqual({ mood: 'Low', sleep: '', line: 'Before it was full', note, count: '12' });
    await expect.poll(async () => (await storedSheet(facility, assigned)).draft).toMatch(/"numberAnswer": 12\b/);
    expect((await storedSheet(facility, assigned)).draft).toContain(note);
    expect(await sheet.saysSaved()).toBe(false);

    // Without a network nothing stores what is typed now, and the page says so.
    await facility.portal.set(network.refuse);
    await sheet.enter('sleep', 'Yes');
    await expect(page.getByText(text('questionnaires.refusedOffline'))).toBeVisible();
    expect(await sheet.saysSaved()).toBe(false);
    await sendButton(page).click();
    await expect(page.getByText(text('bar.questionnairesendfailed'))).toBeVisible();
    await expect.poll(() => sheet.place()).toBe('filling');

    await facility.portal.set(network.pass);
    await sendButton(page).click();
    await expect(sentPage(page)).toBeVisible();
    expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
  });
});

/** Every row of every database of the page's origin, as text. */
const rowsOf = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const all: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined || name === 'vestibule') continue;
      const database = await done(indexedDB.open(name));
      const rows = database.transaction('rows').objectStore('rows');
      const [keys, values] = [await done(rows.getAllKeys()), await done(rows.getAll())];
      all.push(
        JSON.stringify([name, keys, values], (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value)),
      );
      database.close();
    }
    return all.join('\n');
  });

/** Marks each row as written by the app version `version`. */
const markRows = (page: Page, version: number): Promise<void> =>
  page.evaluate(async (to) => {
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined || name === 'vestibule') continue;
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const change = opening.result.transaction('rows', 'readwrite');
          const walk = change.objectStore('rows').openCursor();
          walk.onsuccess = () => {
            if (walk.result === null) return;
            walk.result.update({ ...walk.result.value, v: to });
            walk.result.continue();
          };
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      });
    }
  }, version);

test('faults 8 and 11: a newer schema is left untouched and said; when all storage is evicted a synced draft is back after login, and what is gone had said that it was only on this device', async ({
  facility,
  page,
  context,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const sheet = await openSheet(page, facility, patient, assigned);
  await sheet.enter('line', 'with the facility');
  await expect(chip(page, 'saved')).toBeVisible();

  // An older app meets what a newer one wrote. It says so and overwrites nothing.
  await page.goto(`${facility.portalUrl}/questionnaires`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await markRows(page, 2);
  const written = await rowsOf(page);
  expect(written).toContain('"v":2');
  await page.goto(`${facility.portalUrl}/complete-questionnaire?assignedQuestionnaireId=${assigned}`);
  await expect(page.getByRole('heading', { name: text('questionnaires.newerTitle') })).toBeVisible();
  await expect(page.getByRole('button', { name: text('layout.reload'), exact: true })).toBeVisible();
  expect(await rowsOf(page)).toBe(written);
  expect((await storedSheet(facility, assigned)).draft).toContain('with the facility');
  // The newer app comes back, here as a load with the version that can read it.
  await markRows(page, 1);
  await page.getByRole('button', { name: text('layout.reload'), exact: true }).click();
  expect(await sheet.comeBack()).toBe('filling');
  expect(await sheet.shown()).toMatchObject({ line: 'with the facility' });

  await facility.portal.set(network.refuse);
  await sheet.enter('note', 'nowhere else');
  await expectSavedOnDevice(page, sheet);
  await expect(chip(page, 'saved')).toBeHidden();
  await page.close();
  const tab = await context.newPage();
  await (
    await context.newCDPSession(tab)
  ).send('Storage.clearDataForOrigin', { origin: facility.portalUrl, storageTypes: 'all' });
  await facility.portal.set(network.pass);
  const again = await openSheet(tab, facility, patient, assigned);
  expect(await again.shown()).toEqual({ mood: '', sleep: '', line: 'with the facility', note: '', count: '' });
  await again.enter('note', 'typed once more');
  await expect(chip(tab, 'saved')).toBeVisible();
  await sendButton(tab).click();
  await expect(sentPage(tab)).toBeVisible();
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
});
