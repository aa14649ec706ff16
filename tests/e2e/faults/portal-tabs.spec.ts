import type { Page } from 'playwright';
import { storedSheet } from '../../support/sheets.ts';
import { expect, network, test, text } from '../../support/test.ts';
import { chip, openSheet, patientWithSheet, sendButton, sentPage } from './portalSheets.ts';
import { SheetPage, nothingShown } from './sheetPage.ts';

test.use({ serviceWorkers: 'allow' });

/** Returns a function that lists every write about a questionnaire that the page sends. */
function writesOf(page: Page): () => readonly string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /assignedquestionnaires/.test(request.url()))
      writes.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`);
  });
  return () => writes;
}

const elsewhere = (page: Page) => page.getByText(text('questionnaires.elsewhereTitle'), { exact: true });

async function discard(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('questionnaires.leave'), exact: true }).click();
  await page.getByRole('button', { name: text('questionnaires.leaveDiscard'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.title') })).toBeVisible();
}

test('fault 5: two tabs edit one draft: the second says it is open elsewhere, a take-over loses nothing, the tab whose lease was taken over writes nothing more', async ({
  facility,
  page,
  context,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const first = await openSheet(page, facility, patient, assigned);
  await first.enter('mood', 'Bright');
  await first.enter('line', 'typed in the first tab');
  await expect(chip(page, 'saved')).toBeVisible();
  const tab = await context.newPage();
  const second = new SheetPage(tab, facility.portalUrl, assigned, patient);
  expect(await second.open()).toBe('elsewhere');
  await expect(sendButton(tab)).toBeHidden();
  // It can be read, but neither clicked nor reached by keyboard.
  const dimmed = tab.getByRole('textbox', { name: /^One line/ });
  await expect(dimmed).toHaveValue('typed in the first tab');
  expect(await dimmed.evaluate((field) => field.closest('[inert]') !== null)).toBe(true);

  // The last keystroke is handed over too, although there was only time to save it on the device.
  await facility.portal.set(network.refuse);
  await first.enter('note', 'the last words of the first tab');
  await second.takeOver();
  const all = {
    ...nothingShown,
    mood: 'Bright',
    line: 'typed in the first tab',
    note: 'the last words of the first tab',
  };
  expect(await second.shown()).toEqual(all);
  await expect(elsewhere(page)).toBeVisible();
  await expect(sendButton(page)).toBeHidden();

  const writes = writesOf(page);
  await facility.portal.set(network.pass);
  await second.enter('line', 'typed in the second tab');
  await expect(chip(tab, 'saved')).toBeVisible();
  // A tab that has lost its lease must send nothing, even when it is shown again or thinks that the network is back.
  await page.bringToFront();
  await page.evaluate(() => {
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await tab.bringToFront();
  await second.enter('count', '3');
  await expect(chip(tab, 'saved')).toBeVisible();
  expect(writes()).toEqual([]);
  const stored = await storedSheet(facility, assigned);
  for (const words of ['typed in the second tab', 'the last words of the first tab'])
    expect(stored.draft).toContain(words);
  expect(stored.draft).not.toContain('typed in the first tab');

  // The first tab takes the lease back.
  await first.takeOver();
  expect(await first.shown()).toEqual({ ...all, line: 'typed in the second tab', count: '3' });
  await expect(elsewhere(tab)).toBeVisible();
  await sendButton(page).click();
  await expect(sentPage(page)).toBeVisible();
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
});

test('fault 5: the lease of a tab that does not answer is taken over: nothing that it saved is lost, and when it wakes it writes nothing more', async ({
  facility,
  page,
  context,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const first = await openSheet(page, facility, patient, assigned);
  await first.enter('line', 'saved before it slept');
  await expect(chip(page, 'saved')).toBeVisible();
  const tab = await context.newPage();
  const second = new SheetPage(tab, facility.portalUrl, assigned, patient);
  expect(await second.open()).toBe('elsewhere');

  await facility.portal.set(network.refuse);
  const writes = writesOf(page);
  // The tab is put to sleep while it waits for its next try, because a request that has begun cannot know that the lease was taken over.
  const tried = page.waitForEvent(
    'requestfailed',
    (request) => request.method() === 'PUT' && (request.postData() ?? '').includes('only on this device'),
  );
  await first.enter('note', 'only on this device');
  await tried;
  await expect(chip(page, 'savedOnDevice')).toBeVisible();
  const debuggerOf = await context.newCDPSession(page);
  await debuggerOf.send('Debugger.enable');
  const paused = new Promise((resolve) => {
    debuggerOf.once('Debugger.paused', resolve);
  });
  await debuggerOf.send('Debugger.pause');
  const woken = page.evaluate(() => 0);
  await paused;
  await facility.portal.set(network.pass);
  await second.takeOver();
  expect(await second.shown()).toMatchObject({ line: 'saved before it slept', note: 'only on this device' });
  await second.enter('line', 'written by the second tab');
  await expect(chip(tab, 'saved')).toBeVisible();

  const before = writes().length;
  await debuggerOf.send('Debugger.resume');
  await woken;
  await expect(elsewhere(page)).toBeVisible();
  await second.enter('count', '5');
  await expect(chip(tab, 'saved')).toBeVisible();
  expect(writes().slice(before)).toEqual([]);
  expect((await storedSheet(facility, assigned)).draft).toContain('written by the second tab');
});

test('fault 5: a draft that waits to be sent still waits in the tab that takes it over, and is sent from there', async ({
  facility,
  page,
  context,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const first = await openSheet(page, facility, patient, assigned);
  await first.enter('line', 'sent off without a network');
  await expect(chip(page, 'saved')).toBeVisible();
  const tab = await context.newPage();
  const second = new SheetPage(tab, facility.portalUrl, assigned, patient);
  expect(await second.open()).toBe('elsewhere');
  await facility.portal.set(network.refuse);
  expect(await first.send()).toBe('waiting');
  await second.takeOver();
  await expect(tab.getByRole('heading', { name: text('questionnaires.waitingTitle') })).toBeVisible();
  await expect(sendButton(tab)).toBeHidden();
  await page.close();
  await facility.portal.set(network.pass);
  await expect(sentPage(tab)).toBeVisible();
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
});

test('fault 5: a discarded draft never comes back, neither in the other tab nor after a reload nor from a device without a network', async ({
  facility,
  page,
  context,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const first = await openSheet(page, facility, patient, assigned);
  await first.enter('line', 'to be thrown away');
  await expect(chip(page, 'saved')).toBeVisible();
  const tab = await context.newPage();
  const second = new SheetPage(tab, facility.portalUrl, assigned, patient);
  expect(await second.open()).toBe('elsewhere');

  await discard(page);
  expect(await storedSheet(facility, assigned)).toMatchObject({ draft: '', status: 'Started' });
  await second.takeOver();
  expect(await second.shown()).toEqual(nothingShown);
  expect(await second.reload()).toBe('filling');
  expect(await second.shown()).toEqual(nothingShown);

  // Discarded without a network: the server is told when the network is back, and until then the draft must not come back.
  await second.enter('line', 'to be thrown away, too');
  await expect(chip(tab, 'saved')).toBeVisible();
  await facility.portal.set(network.refuse);
  await discard(tab);
  expect((await storedSheet(facility, assigned)).draft).toContain('to be thrown away, too');
  await facility.portal.set(network.pass);
  const again = await openSheet(page, facility, patient, assigned);
  expect(await again.shown()).toEqual(nothingShown);
  await expect.poll(async () => (await storedSheet(facility, assigned)).draft).toBe('');
  expect(await again.reload()).toBe('filling');
  expect(await again.shown()).toEqual(nothingShown);
});
