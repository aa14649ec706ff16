import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { storedSheet } from '../../support/sheets.ts';
import { expect, network, test, text } from '../../support/test.ts';
import { chip, openSheet, patientWithSheet, sendButton, sentPage } from './portalSheets.ts';
import { SheetPage } from './sheetPage.ts';

const choice = (linkId: string, words: string, options: readonly string[]) => ({ linkId, text: words, type: 'choice', answerOption: options.map((display) => ({ valueCoding: { code: display.toLowerCase(), display } })) });
/** The questionnaire that is revised while somebody fills it in: one question stays, one loses an option, one goes, one is new. */
const revisable = (item: readonly object[]) => ({ resourceType: 'Questionnaire', url: 'https://example.org/tests/revisable', title: 'Revisable', status: 'active', item });
const before = revisable([{ linkId: 'stays', text: 'What stays', type: 'string' }, choice('narrowed', 'What is narrowed', ['Much', 'Little']), { linkId: 'goes', text: 'What goes', type: 'string' }]);
const after = revisable([{ linkId: 'stays', text: 'What stays', type: 'string' }, choice('narrowed', 'What is narrowed', ['Little', 'Nothing']), { linkId: 'comes', text: 'What comes', type: 'string', required: true }]);

test('fault 10: the template is revised while a draft is offline: the submit is refused, answers are matched again, what no longer fits is shown, nothing is dropped', async ({ facility, page }) => {
  await facility.importQuestionnaire(before);
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, 'Revisable');
  await page.goto(`${facility.portalUrl}/complete-questionnaire?assignedQuestionnaireId=${assigned}`);
  await page.getByRole('textbox', { name: text('core.username'), exact: true }).fill(patient.username);
  await page.getByRole('textbox', { name: text('core.password'), exact: true }).fill(patient.password);
  await page.getByRole('button', { name: text('core.logIn'), exact: true }).click();
  await page.getByRole('textbox', { name: 'What stays' }).fill('kept answer');
  await expect(chip(page, 'saved')).toBeVisible();

  await facility.portal.set(network.refuse);
  await page.getByRole('radio', { name: 'Much', exact: true }).check();
  await page.getByRole('textbox', { name: 'What goes' }).fill('an answer without a question');
  await sendButton(page).click();
  await expect(chip(page, 'waitingToSend').first()).toBeVisible();
  await facility.importQuestionnaire(after);
  await facility.portal.set(network.pass);

  await expect(page.getByText(text('questionnaires.revisedTitle'), { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('textbox', { name: 'What stays' })).toHaveValue('kept answer');
  await expect(page.getByRole('heading', { name: text('questionnaires.lostTitle') })).toBeVisible();
  const lost = page.getByRole('definition');
  await expect(lost.filter({ hasText: 'an answer without a question' })).toBeVisible();
  await expect(lost.filter({ hasText: 'Much' })).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'What goes' })).toBeVisible();
  expect((await storedSheet(facility, assigned)).status).toBe('Started');

  // It is not sent again by itself, and what does not fit is there after a reload, too.
  await page.reload();
  await expect(lost.filter({ hasText: 'an answer without a question' })).toBeVisible();
  await page.getByRole('textbox', { name: 'What comes' }).fill('a new answer');
  await page.getByRole('radio', { name: 'Little', exact: true }).check();
  await sendButton(page).click();
  await expect(sentPage(page)).toBeVisible();
  const stored = await storedSheet(facility, assigned);
  expect(stored).toMatchObject({ status: 'Completed', submits: 1 });
  for (const words of ['kept answer', 'a new answer']) expect(stored.answers).toContain(words);
  expect(stored.answers).not.toContain('an answer without a question');
});

test('fault 13: a captive portal answers calls with 200 and HTML: treated as offline, no poisoned cache, no logout, no lost draft', async ({ facility, page }) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const sheet = await openSheet(page, facility, patient, assigned);
  await sheet.enter('line', 'before the hotel');
  await expect(chip(page, 'saved')).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
  let asked = 0;
  const hotel = createServer((request, response) => {
    asked += 1;
    request.resume();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=3600' }).end('<!doctype html><title>Hotel</title><h1>Welcome to our wireless network</h1>');
  });
  await new Promise<void>((resolve) => {
    hotel.listen(0, '127.0.0.1', resolve);
  });
  try {
    facility.portal.retarget((hotel.address() as AddressInfo).port);
    await facility.portal.set(network.reset);
    await facility.portal.set(network.pass);
    await sheet.enter('note', 'typed in the hotel');
    await expect(chip(page, 'savedOnDevice')).toBeVisible();
    await expect(page.getByText(text('questionnaires.offlineTitle'))).toBeVisible();
    await expect.poll(() => asked).toBeGreaterThan(0);
    await sendButton(page).click();
    await expect(chip(page, 'waitingToSend').first()).toBeVisible();

    expect(addresses).toEqual([]);

    // Loaded anew, the page is ours and not the hotel's, and what waits still waits.
    const again = new SheetPage(page, facility.portalUrl, assigned, patient);
    expect(['waiting', 'filling']).toContain(await again.reload());
    await expect(page.getByText('Welcome to our wireless network')).toBeHidden();
    expect((await storedSheet(facility, assigned)).status).toBe('Started');
  } finally {
    facility.portal.retarget(Number(new URL(facility.directPortalUrl).port));
    await facility.portal.set(network.reset);
    await facility.portal.set(network.pass);
    hotel.closeAllConnections();
    hotel.close();
  }
  await expect.poll(async () => (await storedSheet(facility, assigned)).status, { timeout: 30_000 }).toBe('Completed');
  // The session went on by itself: the password was asked for by this device at most, never by the server.
  expect(await facility.db.value('select count(*)::int from sessions where user_id = $1', [patient.userId])).toBe(1);
  const stored = await storedSheet(facility, assigned);
  expect(stored.submits).toBe(1);
  for (const words of ['before the hotel', 'typed in the hotel']) expect(stored.answers).toContain(words);
});
