import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contractVersion, versionHeader } from '@portal/api';
import type { Page } from 'playwright';
import { storedSheet } from '../../support/sheets.ts';
import { expect, network, test, text } from '../../support/test.ts';
import { chip, openSheet, patientWithSheet, sendButton, sentPage } from './portalSheets.ts';
import { deviceClock } from '../../support/deviceClock.ts';
import { hasWorker } from '../../support/worker.ts';
import { SheetPage } from './sheetPage.ts';

test.use({ serviceWorkers: 'allow' });

const choice = (linkId: string, words: string, options: readonly string[]) => ({
  linkId,
  text: words,
  type: 'choice',
  answerOption: options.map((display) => ({ valueCoding: { code: display.toLowerCase(), display } })),
});
type Day = readonly [year: string, month: string, day: string];
/** A device with a wrong clock that shows a questionnaire with dates. */
interface Device {
  /** Sets the clock this many hours off the right time, at once. */
  readonly jumpTo: (to: number) => Promise<void>;
  readonly pick: (words: string, day: Day) => Promise<void>;
  readonly picked: (words: string) => Promise<readonly string[]>;
}
/**
 * The questionnaire that is revised while somebody fills it in: one question stays, one loses an option, one is removed, one is added; one
 * is conditional on the option that is removed, and one is removed from the rows of a group.
 */
const revisable = (item: readonly object[]) => ({
  resourceType: 'Questionnaire',
  url: 'https://example.org/tests/revisable',
  title: 'Revisable',
  status: 'active',
  item,
});
/** A question that is conditional on one option; the revision changes that option. */
const reason = (code: string) => ({
  linkId: 'why',
  text: 'Why that',
  type: 'string',
  enableWhen: [{ question: 'narrowed', operator: '=', answerCoding: { code } }],
});
const rows = (...more: readonly object[]) => ({
  linkId: 'rows',
  text: 'Each of them',
  type: 'group',
  repeats: true,
  item: [{ linkId: 'rowStays', text: 'Kept in each row', type: 'string' }, ...more],
});
const before = revisable([
  { linkId: 'stays', text: 'What stays', type: 'string' },
  choice('narrowed', 'What is narrowed', ['Much', 'Little']),
  reason('much'),
  { linkId: 'goes', text: 'What goes', type: 'string' },
  rows({ linkId: 'rowGoes', text: 'Gone from each row', type: 'string' }),
]);
const after = revisable([
  { linkId: 'stays', text: 'What stays', type: 'string' },
  choice('narrowed', 'What is narrowed', ['Little', 'Nothing']),
  reason('nothing'),
  { linkId: 'comes', text: 'What comes', type: 'string', required: true },
  rows(),
]);

test('fault 10: the template is revised while a draft is offline: the submit is refused, answers are matched again, what no longer fits is shown, nothing is dropped', async ({
  facility,
  page,
}) => {
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
  await page.getByRole('textbox', { name: 'Why that' }).fill('a long story');
  await page.getByRole('textbox', { name: 'What goes' }).fill('an answer without a question');
  await page.getByRole('textbox', { name: 'Kept in each row' }).fill('kept in a row');
  await page.getByRole('textbox', { name: 'Gone from each row' }).fill('gone from a row');
  await sendButton(page).click();
  await expect(chip(page, 'waitingToSend').first()).toBeVisible();
  await facility.importQuestionnaire(after);
  await facility.portal.set(network.pass);

  await expect(page.getByText(text('questionnaires.revisedTitle'), { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'What stays' })).toHaveValue('kept answer');
  await expect(page.getByRole('heading', { name: text('questionnaires.lostTitle') })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Kept in each row' })).toHaveValue('kept in a row');
  const lost = page.getByRole('definition');
  for (const words of ['an answer without a question', 'gone from a row'])
    await expect(lost.filter({ hasText: words })).toBeVisible();
  await expect(lost.filter({ hasText: 'Much' })).toBeVisible();
  await expect(page.getByRole('term').filter({ hasText: 'What goes' })).toBeVisible();
  expect((await storedSheet(facility, assigned)).status).toBe('Started');

  // It is not sent again automatically, and the answers that do not fit are still there after a reload.
  await page.reload();
  await expect(lost.filter({ hasText: 'an answer without a question' })).toBeVisible();
  await page.getByRole('textbox', { name: 'What comes' }).fill('a new answer');
  await page.getByRole('radio', { name: 'Little', exact: true }).check();
  await expect(page.getByRole('textbox', { name: 'Why that' })).toBeHidden();
  await page.getByRole('radio', { name: 'Nothing', exact: true }).check();
  await expect(page.getByRole('textbox', { name: 'Why that' })).toHaveValue('a long story');
  await sendButton(page).click();
  await expect(sentPage(page)).toBeVisible();
  const stored = await storedSheet(facility, assigned);
  expect(stored).toMatchObject({ status: 'Completed', submits: 1 });
  for (const words of ['kept answer', 'a new answer', 'a long story', 'kept in a row'])
    expect(stored.answers).toContain(words);
  for (const words of ['an answer without a question', 'gone from a row']) expect(stored.answers).not.toContain(words);
});

test('fault 13: a proxy answers 403, 502 or 503 with its own page for minutes: the facility does not answer, nobody is logged out, nothing is lost', async ({
  facility,
  page,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const sheet = await openSheet(page, facility, patient, assigned);
  await sheet.enter('line', 'before the proxy');
  await expect(chip(page, 'saved')).toBeVisible();
  await hasWorker(page);
  let status = 502;
  const proxy = createServer((request, response) => {
    request.resume();
    response
      .writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
      .end('<!doctype html><title>Error</title><h1>Bad gateway</h1>');
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  try {
    facility.portal.retarget((proxy.address() as AddressInfo).port);
    await facility.portal.set(network.reset);
    await facility.portal.set(network.pass);
    for (status of [502, 403, 503]) {
      await sheet.enter('note', `typed at ${status}`);
      await expect(chip(page, 'savedOnDevice')).toBeVisible();
      await expect(page.getByText(text('core.facilityDown'))).toBeVisible();
      await expect(page.getByText(text('questionnaires.downText'))).toBeVisible();
      await expect(page.getByText(text('questionnaires.offlineTitle'))).toHaveCount(0);
    }
    await sendButton(page).click();
    await expect(chip(page, 'waitingToSend').first()).toBeVisible();
    // The login page shows the same, and does not blame the person's network.
    const other = await page.context().newPage();
    await other.goto(`${facility.portalUrl}/login`);
    await expect(other.getByText(text('session.downText'))).toBeVisible();
    await other.close();
    // A reload requests everything anew, including a token: the proxy's answers must not end the session.
    await page.reload();
  } finally {
    facility.portal.retarget(Number(new URL(facility.directPortalUrl).port));
    await facility.portal.set(network.reset);
    await facility.portal.set(network.pass);
    proxy.closeAllConnections();
    proxy.close();
  }
  await expect.poll(async () => (await storedSheet(facility, assigned)).status, { timeout: 60_000 }).toBe('Completed');
  expect(await facility.db.value('select count(*)::int from sessions where user_id = $1', [patient.userId])).toBe(1);
});

test('fault 13: a captive portal answers calls with 200 and HTML: treated as offline, no poisoned cache, no logout, no lost draft', async ({
  facility,
  page,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const sheet = await openSheet(page, facility, patient, assigned);
  await sheet.enter('line', 'before the hotel');
  await expect(chip(page, 'saved')).toBeVisible();
  await hasWorker(page);

  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
  let asked = 0;
  const hotel = createServer((request, response) => {
    asked += 1;
    request.resume();
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=3600' })
      .end('<!doctype html><title>Hotel</title><h1>Welcome to our wireless network</h1>');
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

    // After a reload the page is the portal's and not the hotel's, and the pending answers are still pending.
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
  // The session continued by itself: at most this device asked for the password, never the server.
  expect(await facility.db.value('select count(*)::int from sessions where user_id = $1', [patient.userId])).toBe(1);
  const stored = await storedSheet(facility, assigned);
  expect(stored.submits).toBe(1);
  for (const words of ['before the hotel', 'typed in the hotel']) expect(stored.answers).toContain(words);
});

test('fault 7: the database connection dies under the app, and stays away for a while: the next write opens it again, without a reload', async ({
  facility,
  page,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const sheet = await openSheet(page, facility, patient, assigned);
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await facility.cutDatabase();
  await sheet.enter('line', 'after the first cut');
  await expect(chip(page, 'saved')).toBeVisible();

  // The database is away for longer than one write: the page keeps the answers, the server answers 503, and nobody is logged out.
  const bringBack = await facility.loseDatabase();
  const refused = page.waitForResponse((response) => response.status() === 503 && response.url().includes('/draft'));
  await sheet.enter('note', 'while it was away');
  await refused;
  await expect(chip(page, 'savedOnDevice')).toBeVisible();
  await bringBack();
  await expect(chip(page, 'saved')).toBeVisible();
  expect((await storedSheet(facility, assigned)).draft).toContain('while it was away');

  await facility.cutDatabase();
  await sendButton(page).click();
  await expect(sentPage(page)).toBeVisible();
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
  expect(loads).toBe(0);
});

test('fault 11: a page of before meets a server of after: it goes on with what it knows, offers the new version, and an answer it cannot read is no answer', async ({
  facility,
  browser,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  let isStrange = false;
  // Imitates a later version of the facility's server: another contract, more in each answer, or something else in it.
  const later = createServer((request, response) => {
    const onward = forward(
      {
        port: new URL(facility.directPortalUrl).port,
        host: '127.0.0.1',
        method: request.method,
        path: request.url,
        headers: request.headers,
      },
      (answer) => {
        const isCall = (request.url ?? '').startsWith('/api/');
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
          const said = Buffer.concat(chunks);
          const isObject =
            isCall &&
            (answer.headers['content-type'] ?? '').includes('json') &&
            answer.headers['content-encoding'] === undefined &&
            said[0] === 0x7b;
          const body = !isObject
            ? said
            : Buffer.from(
                isStrange
                  ? '{"later":true}'
                  : JSON.stringify({ ...(JSON.parse(said.toString()) as object), addedLater: { v: 2 } }),
              );
          response
            .writeHead(answer.statusCode ?? 500, {
              ...headers,
              ...(isCall ? { [versionHeader]: String(contractVersion + 1) } : {}),
              'content-length': body.length,
            })
            .end(body);
        });
      },
    );
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    later.listen(0, '127.0.0.1', resolve);
  });
  const context = await browser.newContext({
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
    locale: 'en-US',
  });
  try {
    const page = await context.newPage();
    await page.setExtraHTTPHeaders({ 'accept-encoding': 'identity' });
    const sheet = await openSheet(page, facility, patient, assigned);
    await sheet.enter('line', 'begun before');
    await expect(chip(page, 'saved')).toBeVisible();
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    facility.portal.retarget((later.address() as AddressInfo).port);
    await facility.portal.set(network.reset);
    await facility.portal.set(network.pass);
    await sheet.enter('note', 'typed after');
    await expect(chip(page, 'saved')).toBeVisible();
    await expect(page.getByText(text('layout.updateReady'))).toBeVisible();
    expect((await storedSheet(facility, assigned)).draft).toContain('typed after');

    // This page cannot read the server's answers now. It must neither claim that anything was sent nor lose it.
    isStrange = true;
    await sendButton(page).click();
    await expect.poll(async () => (await storedSheet(facility, assigned)).status).toBe('Completed');
    await expect(sentPage(page)).toBeHidden();
    expect(loads).toBe(0);
    isStrange = false;
    await sheet.reload();
    await expect.poll(async () => ['sent', 'already', 'emptyList'].includes((await sheet.place()) ?? '')).toBe(true);
    expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1 });
    expect((await storedSheet(facility, assigned)).answers).toContain('typed after');
  } finally {
    facility.portal.retarget(Number(new URL(facility.directPortalUrl).port));
    await facility.portal.set(network.reset);
    await facility.portal.set(network.pass);
    await context.close();
    later.closeAllConnections();
    later.close();
  }
});

test('fault 12: a clock a day off that jumps, from UTC+14 to UTC-12 and over the change to summer time: one refresh per token at most, and the date picked is the date stored', async ({
  facility,
  browser,
}) => {
  const [first, second] = ['Day of the change', 'Day without a midnight'].map((words, at) => ({
    linkId: `day${String(at)}`,
    type: 'date',
    text: words,
  }));
  const item = [
    first,
    {
      linkId: 'more',
      type: 'group',
      text: 'More of them',
      repeats: true,
      enableWhen: [{ question: 'day0', operator: 'exists', answerBoolean: true }],
      item: [second],
    },
  ];
  await facility.importQuestionnaire({
    resourceType: 'Questionnaire',
    url: 'https://example.org/tests/days',
    title: 'Days',
    status: 'active',
    item,
  });
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, 'Days');

  /** Opens the questionnaire, signed in, on a device in this time zone whose clock is this many hours off. */
  async function inZone(timezoneId: string, hours: number, work: (page: Page, device: Device) => Promise<void>) {
    const context = await browser.newContext({ timezoneId, viewport: { width: 390, height: 844 }, locale: 'en-US' });
    try {
      const page = await context.newPage();
      await page.addInitScript({ content: deviceClock(hours) });
      const refreshed: string[] = [];
      page.on('request', (request) => {
        const token = new URLSearchParams(request.postData() ?? '').get('refresh_token');
        if (new URL(request.url()).pathname === '/token' && token !== null) refreshed.push(token);
      });
      const box = (words: string, part: 'core.year' | 'core.month' | 'core.day') =>
        page.getByRole('group', { name: words }).getByRole('textbox', { name: text(part), exact: true });
      await page.goto(`${facility.portalUrl}/complete-questionnaire?assignedQuestionnaireId=${assigned}`);
      await page.getByRole('textbox', { name: text('core.username'), exact: true }).fill(patient.username);
      await page.getByRole('textbox', { name: text('core.password'), exact: true }).fill(patient.password);
      await page.getByRole('button', { name: text('core.logIn'), exact: true }).click();
      await expect(box('Day of the change', 'core.year')).toBeVisible();
      await work(page, {
        jumpTo: async (to) => {
          await page.evaluate(`shiftClock(${to * 3_600_000})`);
        },
        pick: async (words, [year, month, day]) => {
          for (const [part, value] of [
            ['core.month', month],
            ['core.day', day],
            ['core.year', year],
          ] as const)
            await box(words, part).fill(value);
        },
        picked: (words) =>
          Promise.all((['core.year', 'core.month', 'core.day'] as const).map((part) => box(words, part).inputValue())),
      });
      // After a reload a wrong clock may cost one refresh of a token that was still valid, and no more.
      expect(refreshed.length).toBe(new Set(refreshed).size);
      expect(refreshed.length).toBeLessThanOrEqual(1);
    } finally {
      await context.close();
    }
  }

  await inZone('Pacific/Kiritimati', 24, async (page, { jumpTo, pick, picked }) => {
    await pick('Day of the change', ['2026', '3', '29']);
    await jumpTo(-24);
    await pick('Day without a midnight', ['2026', '1', '1']);
    await expect(chip(page, 'saved')).toBeVisible();
    await page.reload();
    await expect.poll(() => picked('Day of the change')).toEqual(['2026', '3', '29']);
  });
  await inZone('Etc/GMT+12', -24, async (page, { jumpTo, picked }) => {
    expect(await picked('Day of the change')).toEqual(['2026', '3', '29']);
    await jumpTo(26);
    await page.reload();
    await expect.poll(() => picked('Day without a midnight')).toEqual(['2026', '1', '1']);
  });
  // In Chile that day begins at one in the morning, because the clocks change at midnight.
  await inZone('America/Santiago', 26, async (page, { pick, picked }) => {
    await pick('Day without a midnight', ['2026', '9', '6']);
    expect(await picked('Day of the change')).toEqual(['2026', '3', '29']);
    await sendButton(page).click();
    await expect(sentPage(page)).toBeVisible();
  });
  const { answers, submits } = await storedSheet(facility, assigned);
  expect([submits, ...(answers.match(/\d{4}-\d\d-\d\d/g) ?? [])]).toEqual([1, '2026-03-29', '2026-09-06']);
});
