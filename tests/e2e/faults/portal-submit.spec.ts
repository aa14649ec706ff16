import type { AssignedQuestionnaireId } from '@portal/api';
import type { Page } from 'playwright';
import type { Facility } from '../../support/facility.ts';
import { importOnce } from '../../support/questionnaires.ts';
import { storedSheet } from '../../support/sheets.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';
import { chip, openSheet, patientWithSheet, sendButton, sentPage, submitRequest } from './portalSheets.ts';
import { SheetPage } from './sheetPage.ts';

test.use({ serviceWorkers: 'allow' });

/** Returns a function that counts the page's API requests that match. */
function countCalls(page: Page, matching: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (matching.test(`${request.method()} ${new URL(request.url()).pathname} `)) count += 1;
  });
  return () => count;
}

/** Expects one valid completion, and nothing stored twice. */
async function expectOneCompletion(facility: Facility, assigned: AssignedQuestionnaireId): Promise<void> {
  expect(await storedSheet(facility, assigned)).toMatchObject({ status: 'Completed', submits: 1, draft: '' });
  expect(await facility.admin('audit', 'verify')).toContain('nothing found');
}

/** A total over two questions, one of them conditional, and a group that repeats. */
const scoredSheet = {
  resourceType: 'Questionnaire',
  url: 'https://example.org/tests/scored-sheet',
  title: 'Scored sheet',
  status: 'active',
  item: [
    choice('mood', 'Mood this week', { Good: 0, Low: 2 }),
    {
      ...choice('sleep', 'Sleep this week', { Well: 0, Badly: 3 }),
      enableWhen: [{ question: 'mood', operator: '=', answerCoding: { code: 'Low' } }],
    },
    {
      linkId: 'drinks',
      text: 'Drinks',
      type: 'group',
      repeats: true,
      item: [{ linkId: 'cups', text: 'Cups of water', type: 'integer' }],
    },
    {
      linkId: 'total',
      text: 'Strain',
      type: 'integer',
      readOnly: true,
      extension: [
        {
          url: 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression',
          valueExpression: {
            language: 'text/fhirpath',
            expression: "%resource.item.where(linkId = 'mood' or linkId = 'sleep').answer.value.ordinal().sum()",
          },
        },
      ],
    },
  ],
};
function choice(linkId: string, words: string, worth: Readonly<Record<string, number>>): object {
  return {
    linkId,
    text: words,
    type: 'choice',
    answerOption: Object.entries(worth).map(([code, valueDecimal]) => ({
      valueCoding: { code, display: code },
      extension: [{ url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal }],
    })),
  };
}

test('fault 2: the server is killed after the commit, before the reply: the retry gives one completion, one audit event, the same score', async ({
  facility,
  page,
}) => {
  await importOnce(facility, scoredSheet);
  const patient = await facility.newPatient();
  const assigned = await facility.assign(patient.patientId, scoredSheet.title);
  await signInAs(page, facility, patient.username, {
    path: `/login?redirect=${encodeURIComponent(`/complete-questionnaire?assignedQuestionnaireId=${assigned}`)}`,
  });
  await page.getByRole('radio', { name: 'Low', exact: true }).check();
  await page.getByRole('radio', { name: 'Badly', exact: true }).check();
  await page.getByRole('textbox', { name: 'Cups of water' }).fill('4');
  await expect(chip(page, 'saved')).toBeVisible();

  await facility.portal.set({
    kind: 'cut',
    direction: 'toClient',
    after: 0,
    how: 'stall',
    afterwards: 'pass',
    from: submitRequest,
  });
  await sendButton(page).click();
  await expect.poll(async () => (await storedSheet(facility, assigned)).status).toBe('Completed');
  await expect(sentPage(page)).toBeHidden();
  const { scores, answers } = await storedSheet(facility, assigned);
  await facility.killServer();
  await facility.startServer();

  await expect(sentPage(page)).toBeVisible({ timeout: 30_000 });
  await expectOneCompletion(facility, assigned);
  expect(await storedSheet(facility, assigned)).toMatchObject({ scores, answers });
  // The total 2 + 3, as the person sees it.
  await expect(page.getByRole('main').getByText('5', { exact: true })).toBeVisible();
});

// The contract tests cut the connection at every byte of request and reply. Here it is checked what the page does in each case.
for (const { what, direction, after, afterwards } of [
  { what: 'request', direction: 'toServer', after: 700, afterwards: 'refuse' },
  { what: 'reply', direction: 'toClient', after: 600, afterwards: 'pass' },
] as const)
  test(`fault 3: the connection is cut in the middle of the ${what} of a submit: never a duplicate, never "sent" without a stored row`, async ({
    facility,
    page,
  }) => {
    const { patient, assigned } = await patientWithSheet(facility);
    const sheet = await openSheet(page, facility, patient, assigned);
    await sheet.enter('line', `line of ${assigned}`);
    await sheet.enter('mood', 'Bright');
    await expect(chip(page, 'saved')).toBeVisible();

    await facility.portal.set({ kind: 'cut', direction, after, how: 'reset', afterwards, from: submitRequest });
    await sendButton(page).click();
    await expect(sentPage(page).or(chip(page, 'waitingToSend').first())).toBeVisible();
    if (await sentPage(page).isVisible()) expect((await storedSheet(facility, assigned)).status).toBe('Completed');

    await facility.portal.set(network.pass);
    await expect(sentPage(page)).toBeVisible();
    await expectOneCompletion(facility, assigned);
    expect((await storedSheet(facility, assigned)).answers).toContain(`line of ${assigned}`);
  });

test('fault 4: one draft sent at the same moment from two browsers with differing answers: one completion; the loser is told, and its differing answers are shown', async ({
  facility,
  page,
  browser,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const other = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US' });
  try {
    const pages = [page, await other.newPage()] as const;
    const sheets = await Promise.all(pages.map((one) => openSheet(one, facility, patient, assigned)));
    const lines = ['from the phone', 'from the tablet'] as const;
    await Promise.all(sheets.map((sheet, index) => sheet.enter('line', lines[index] ?? '')));
    await Promise.all(pages.map((one) => sendButton(one).click()));

    const told = (one: Page) => one.getByText(text('questionnaires.alreadyTitle'), { exact: true });
    for (const one of pages) await expect(sentPage(one).or(told(one))).toBeVisible();
    const winner = (await sentPage(pages[0]).isVisible()) ? 0 : 1;
    const loser = winner === 0 ? 1 : 0;
    await expect(sentPage(pages[winner])).toBeVisible();
    await expect(told(pages[loser])).toBeVisible();
    await expect(pages[loser].getByRole('heading', { name: text('questionnaires.differing') })).toBeVisible();
    await expect(pages[loser].getByText(`${text('questionnaires.sentAnswer')}: ${lines[winner]}`)).toBeVisible();
    await expect(pages[loser].getByText(`${text('questionnaires.yourAnswerHere')}: ${lines[loser]}`)).toBeVisible();
    await expectOneCompletion(facility, assigned);
    const { answers } = await storedSheet(facility, assigned);
    expect(answers).toContain(lines[winner]);
    expect(answers).not.toContain(lines[loser]);
  } finally {
    await other.close();
  }
});

test('fault 4: sent from one tab, its reply lost, then changed and sent from a second tab: one completion; the second is told, and its differing answer is shown', async ({
  facility,
  page,
  context,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const first = await openSheet(page, facility, patient, assigned);
  await first.enter('line', 'the first answer');
  await first.enter('mood', 'Bright');
  await expect(chip(page, 'saved')).toBeVisible();
  const tab = await context.newPage();
  const second = new SheetPage(tab, facility.portalUrl, assigned, patient);
  expect(await second.open()).toBe('elsewhere');

  // The submit arrives; its reply and everything after it do not.
  await facility.portal.set({
    kind: 'cut',
    direction: 'toClient',
    after: 0,
    how: 'reset',
    afterwards: 'refuse',
    from: submitRequest,
  });
  await sendButton(page).click();
  await expect(chip(page, 'waitingToSend').first()).toBeVisible();
  await expect.poll(async () => (await storedSheet(facility, assigned)).status).toBe('Completed');

  await second.takeOver();
  await expect(page.getByText(text('questionnaires.elsewhereTitle'), { exact: true })).toBeVisible();
  await tab.getByRole('button', { name: text('questionnaires.changeAnswers') }).press('Enter');
  await expect(sendButton(tab)).toBeVisible();
  expect(await second.shown()).toMatchObject({ line: 'the first answer', mood: 'Bright' });
  await second.enter('line', 'the second answer');
  await expect(chip(tab, 'savedOnDevice')).toBeVisible();
  await facility.portal.set(network.pass);
  await sendButton(tab).click();
  await expect(tab.getByText(text('questionnaires.alreadyTitle'), { exact: true })).toBeVisible();
  await expect(tab.getByText(`${text('questionnaires.sentAnswer')}: the first answer`)).toBeVisible();
  await expect(tab.getByText(`${text('questionnaires.yourAnswerHere')}: the second answer`)).toBeVisible();
  await expectOneCompletion(facility, assigned);
  expect((await storedSheet(facility, assigned)).answers).toContain('the first answer');
});

test('fault 14: the link flaps every 2 s through saves and a submit: bounded requests, exactly one submission at the end', async ({
  facility,
  page,
}) => {
  const { patient, assigned } = await patientWithSheet(facility);
  const sheet = await openSheet(page, facility, patient, assigned);
  const calls = countCalls(page, / \/(api|token)/);
  const submits = countCalls(page, submitRequest);
  const drafts = countCalls(page, /^PUT \S*\/draft /);
  const linkIs = (kind: 'pass' | 'reset') =>
    expect.poll(() => facility.portal.network.kind, { intervals: [25] }).toBe(kind);
  const began = performance.now();
  const stop = facility.portal.flap({ up: 2000, down: 2000 });
  try {
    // A unit test of the draft covers five minutes of this.
    const rounds = 2;
    for (let round = 1; round <= rounds; round += 1) {
      await linkIs('reset');
      await sheet.enter('line', `down ${round}`);
      await expect.poll(() => sheet.saysSaved()).toBe(true);
      await linkIs('pass');
      await sheet.enter('note', `up ${round}`);
      await expect.poll(() => sheet.saysSaved()).toBe(true);
    }
    await linkIs('reset');
    await sendButton(page).click();
    for (const kind of ['pass', 'reset', 'pass', 'reset'] as const) await linkIs(kind);
  } finally {
    await stop();
  }
  // On a busy machine two seconds are too short for a submit; it is then sent once the link stays up.
  await expect(sentPage(page)).toBeVisible({ timeout: 30_000 });
  await expectOneCompletion(facility, assigned);
  const { answers } = await storedSheet(facility, assigned);
  expect(answers).toContain('down 2');
  expect(answers).toContain('up 2');
  test.info().annotations.push({
    type: 'requests',
    description: `${calls()} calls, ${drafts()} draft saves, ${submits()} submits`,
  });
  // Each round makes two changes. A failed save waits at least 2 s; a submit has two quick tries and then growing pauses. On a busy machine
  // all this takes longer than twenty seconds, during which the link keeps flapping.
  const more = Math.max(0, (performance.now() - began) / 1000 - 20);
  expect(drafts()).toBeLessThanOrEqual(12 + more / 2);
  expect(submits()).toBeLessThanOrEqual(8);
  expect(submits()).toBeGreaterThanOrEqual(1);
  expect(calls()).toBeLessThanOrEqual(40 + more);
});
