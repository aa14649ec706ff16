import type { AssignedQuestionnaireId } from '@portal/api';
import type { Page } from 'playwright';
import * as v from 'valibot';
import { hasDeviceKey } from '../../support/deviceKey.ts';
import type { Facility } from '../../support/facility.ts';
import { storedSheet } from '../../support/sheets.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';

test.describe.configure({ mode: 'parallel' });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const addressOf = (id: AssignedQuestionnaireId) => `/complete-questionnaire?assignedQuestionnaireId=${id}`;

/** Signs in and opens the questionnaire with this title, which has no answers yet. */
async function openNew(page: Page, facility: Facility, title: string, language = 'en') {
  const patient = await facility.newPatient({ language });
  const assigned = await facility.assign(patient.patientId, title);
  await signInAs(page, facility, patient.username, {
    path: `/login?redirect=${encodeURIComponent(addressOf(assigned))}`,
  });
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(
    page.getByRole('radiogroup').or(page.getByRole('textbox')).or(page.getByRole('checkbox')).first(),
  ).toBeVisible();
  return { patient, assigned };
}

const Items = v.array(
  v.object({ id: v.number(), words: v.string(), options: v.array(v.object({ id: v.number(), words: v.string() })) }),
);

/** The stored answers in the questionnaire's words: each question with what was chosen, ticked or typed. */
async function answersInWords(facility: Facility, assigned: AssignedQuestionnaireId): Promise<readonly string[]> {
  const items = v.parse(
    Items,
    await facility.db.value(
      `select (select jsonb_agg(jsonb_build_object('id', (i->>'questionnaireItemId')::int, 'words', i->>'formattedText',
         'options', coalesce((select jsonb_agg(jsonb_build_object('id', (o->>'listAnswerId')::int, 'words', o->>'answerText')) from jsonb_array_elements(i->'listAnswers') o), '[]'::jsonb))
         order by n) from jsonb_array_elements(r.content->'items') with ordinality as t(i, n))
       from assigned_questionnaires a join questionnaire_revisions r on r.template_id = a.template_id and r.revision = a.answered_revision where a.id = $1`,
      [assigned],
    ),
  );
  const answers = v.parse(
    v.array(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))),
    await facility.db.value('select answers from assigned_questionnaires where id = $1', [assigned]),
  );
  return answers
    .map((answer) => {
      const at = items.findIndex(({ id }) => id === answer['questionnaireItemId']);
      const option = items[at]?.options.find(({ id }) => id === answer['listAnswerId'])?.words;
      const values = [
        option,
        answer['otherOptionText'],
        answer['textAnswer'],
        answer['numberAnswer'],
        answer['dateAnswer'],
        option === undefined ? answer['isChecked'] : undefined,
      ];
      return { at, words: `${items[at]?.words ?? '?'} ${values.filter((value) => value !== undefined).join(': ')}` };
    })
    .sort((one, other) => one.at - other.at || one.words.localeCompare(other.words))
    .map(({ words }) => words);
}

async function typeDate(
  page: Page,
  question: string,
  date: { readonly day: string; readonly month: string; readonly year: string },
): Promise<void> {
  const group = page.getByRole('group', { name: question });
  for (const part of ['day', 'month', 'year'] as const)
    await group.getByRole('textbox', { name: text(`core.${part}`) }).fill(date[part]);
}

test('two boxes ticked, and one taken back, before the next picture are all kept', async ({ facility, page }) => {
  const title = 'Ticked in a hurry';
  await facility.importQuestionnaire({
    resourceType: 'Questionnaire',
    url: 'https://example.org/ticked-in-a-hurry',
    title,
    status: 'active',
    item: [
      {
        linkId: '1',
        text: 'What helps?',
        type: 'choice',
        repeats: true,
        answerOption: ['Tea', 'Rest', 'Walking'].map((display) => ({ valueCoding: { code: display, display } })),
      },
    ],
  });
  const { assigned } = await openNew(page, facility, title);
  const boxes = page.getByRole('checkbox');
  await expect(boxes).toHaveCount(3);
  await boxes.evaluateAll((all) => {
    for (const at of [0, 1, 2, 0]) all[at]?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  });
  for (const [at, isTicked] of [false, true, true].entries())
    await expect(boxes.nth(at)).toBeChecked({ checked: isTicked });
  await expect(page.getByText(text('questionnaires.progress', { answered: 1, total: 1 }))).toBeVisible();
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(button(page, text('questionnaires.sendAnswers'))).toBeHidden();
  expect(await answersInWords(facility, assigned)).toEqual(['What helps? Rest', 'What helps? Walking']);
});

test('every kind of item is answered on a phone, and the stored row is what was chosen', async ({ facility, page }) => {
  const { assigned } = await openNew(page, facility, 'How are you doing?');
  await page.getByRole('radio', { name: 'Not well', exact: true }).check();
  await page
    .getByRole('radiogroup', { name: /temperature above/ })
    .getByRole('radio', { name: text('questionnaires.yes') })
    .check();
  await page
    .getByRole('radiogroup', { name: /How much energy/ })
    .getByRole('radio', { name: '7', exact: true })
    .check();
  await page.getByRole('textbox', { name: /What do you weigh/ }).fill('64.5');
  await page.getByRole('textbox', { name: /glasses of water/ }).fill('4');
  const where = page.getByRole('group', { name: /Where does it hurt/ });
  await where.getByRole('checkbox', { name: 'Head' }).check();
  await where.getByRole('checkbox', { name: 'Back' }).check();
  await where.getByRole('checkbox', { name: 'Head' }).uncheck();
  await where.getByRole('checkbox', { name: 'Something else' }).check();
  await where.getByRole('textbox', { name: text('questionnaires.pleaseSayWhich') }).fill('My left thumb');
  await typeDate(page, 'When did it start', { day: '29', month: '2', year: '2024' });
  const bothers = page.getByRole('group', { name: /how much were you bothered/ });
  await bothers
    .getByRole('radiogroup', { name: /Feeling sick/ })
    .getByRole('radio', { name: 'Not at all' })
    .check();
  await bothers
    .getByRole('radiogroup', { name: /Tiredness/ })
    .getByRole('radio', { name: 'Very much' })
    .check();
  const times = page.getByRole('group', { name: /At what time of day/ });
  const pain = times.getByRole('group', { name: /^Pain/ });
  await pain.getByRole('checkbox').nth(0).check();
  await pain.getByRole('checkbox').nth(2).check();
  const columns = await pain
    .getByRole('checkbox')
    .evaluateAll((boxes) => boxes.map((box) => box.closest('label')?.textContent ?? ''));
  await page.getByRole('combobox', { name: /Who do you live with/ }).selectOption({ label: 'Something else' });
  await page
    .getByRole('textbox', { name: text('questionnaires.pleaseSayWhich') })
    .last()
    .fill('Two cats');
  await page.getByRole('textbox', { name: /Who helps you/ }).fill('Nobody & <b>no one</b>');
  await typeDate(page, 'When did you last see', { day: '9', month: '11', year: '2026' });
  await page.getByRole('textbox', { name: /What would you most like/ }).fill('Line one\nLine two');
  await button(page, text('questionnaires.sendAnswers')).click();

  await expect(page.getByText('Thank you. Your care team will look at your answers before your visit.')).toBeVisible();
  const expected = [
    'How do you feel overall today? Not well',
    'Have you had a temperature above 38 °C (100.4 °F) in the last week? true',
    'How much energy do you have today? 7',
    'What do you weigh? 64.5',
    'How many glasses of water did you drink yesterday? 4',
    'Where does it hurt? Choose all that apply. Back',
    'Where does it hurt? Choose all that apply. Something else: My left thumb',
    'When did it start? 2024-02-29',
    'Feeling sick Not at all',
    'Tiredness Very much',
    `Pain ${columns[0] ?? ''}`,
    `Pain ${columns[2] ?? ''}`,
    'Who do you live with? Something else: Two cats',
    'Who helps you at home? Nobody & <b>no one</b>',
    'When did you last see your family doctor? 2026-11-09',
    'What would you most like to talk about at your next visit? Line one\nLine two',
  ];
  expect([...(await answersInWords(facility, assigned))].sort()).toEqual([...expected].sort());
  expect((await storedSheet(facility, assigned)).submits).toBe(1);

  await button(page, text('questionnaires.backToQuestionnaires')).click();
  await page.getByText(text('questionnaires.history'), { exact: true }).click();
  await page.getByRole('button', { name: new RegExp(`^${text('questionnaires.review')}`) }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How are you doing?' })).toBeVisible();
  for (const shown of [
    'Not well',
    /^7/,
    /^64.5/,
    'Feb 29, 2024',
    /Something else: My left thumb/,
    'Very much',
    /Something else: Two cats/,
    'Nobody & <b>no one</b>',
    'Nov 9, 2026',
    /Line one\s+Line two/,
  ]) {
    await expect(page.getByText(shown, { exact: typeof shown === 'string' }).first()).toBeVisible();
  }
  await expect(page.getByText(text('questionnaires.notAnswered')).first()).toBeVisible();
});

test('a scale that nobody touched is no answer: optional it is left out, required it is asked for', async ({
  facility,
  page,
}) => {
  const optional = await openNew(page, facility, 'Ten questions about your week');
  await page
    .getByRole('radiogroup', { name: /appetite/ })
    .getByRole('radio')
    .first()
    .check();
  await page
    .getByRole('radiogroup', { name: /lost weight/ })
    .getByRole('radio')
    .last()
    .check();
  await page
    .getByRole('radiogroup', { name: /coming week/ })
    .getByRole('radio')
    .first()
    .check();
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(page).toHaveURL(/questionnaire-scoring/);
  expect(await answersInWords(facility, optional.assigned)).toEqual([
    'How was your appetite? As usual',
    'Have you lost weight without meaning to? false',
    'How do you look at the coming week? With joy',
  ]);

  const required = await facility.assign(optional.patient.patientId, 'Pain and medicines');
  await page.goto(`${facility.portalUrl}${addressOf(required)}`);
  await page.getByRole('radio', { name: 'Well', exact: true }).check();
  await button(page, text('questionnaires.sendAnswers')).click();
  const summary = page.getByRole('alert').filter({ hasText: text('bar.questionnairevalidatefailed') });
  await expect(summary.getByRole('link')).toHaveText([/How strong is your pain right now/]);
  await expect(page).toHaveTitle(/^Error:/);
  await summary.getByRole('link').click();
  const scale = page.getByRole('radiogroup', { name: /How strong is your pain/ });
  await expect(scale.getByRole('radio', { name: '0', exact: true })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(summary).toBeHidden();
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(page).toHaveURL(/questionnaire-scoring/);
  expect(await answersInWords(facility, required)).toEqual([
    'How strong is your pain right now? 0',
    'How much do your medicines help? Well',
  ]);
});

test('an optional choice, yes or no, scale and slider are taken back, in the draft too; required ones offer no such thing', async ({
  facility,
  page,
}) => {
  const title = 'Taken back';
  const number = (linkId: string, most: number) => ({
    linkId,
    text: `How much ${linkId}?`,
    type: 'integer',
    extension: [
      {
        url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl',
        valueCodeableConcept: { coding: [{ code: 'slider' }] },
      },
      { url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueInteger: 0 },
      { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: most },
    ],
  });
  await facility.importQuestionnaire({
    resourceType: 'Questionnaire',
    url: 'https://example.org/taken-back',
    title,
    status: 'active',
    item: [
      {
        linkId: 'choice',
        text: 'Which one?',
        type: 'choice',
        answerOption: ['Tea', 'Water'].map((display) => ({ valueCoding: { code: display, display } })),
      },
      { linkId: 'flag', text: 'Yes or no?', type: 'boolean' },
      number('pain', 10),
      number('health', 100),
      { linkId: 'must', text: 'Needed?', type: 'boolean', required: true },
    ],
  });
  const { assigned } = await openNew(page, facility, title);
  const clear = page.getByRole('button', { name: new RegExp(`^${text('questionnaires.clearAnswer')}`) });
  await expect(clear).toHaveCount(0);
  await page.getByRole('radio', { name: 'Water' }).check();
  await page
    .getByRole('radiogroup', { name: 'Yes or no?' })
    .getByRole('radio', { name: text('questionnaires.no') })
    .check();
  await page
    .getByRole('radiogroup', { name: 'How much pain?' })
    .getByRole('radio', { name: '10', exact: true })
    .check();
  await page.getByRole('slider', { name: 'How much health?' }).fill('70');
  await page
    .getByRole('radiogroup', { name: /Needed/ })
    .getByRole('radio', { name: text('questionnaires.yes') })
    .check();
  await expect(clear).toHaveCount(4);
  for (const question of ['Which one?', 'Yes or no?', 'How much pain?', 'How much health?']) {
    await button(page, `${text('questionnaires.clearAnswer')}: ${question}`).click();
    const part = page.getByRole('radiogroup', { name: question }).getByRole('radio').first();
    await expect(part.or(page.getByRole('slider', { name: question })).first()).toBeFocused();
  }
  await expect(clear).toHaveCount(0);
  await expect(page.getByText(text('questionnaires.progress', { answered: 1, total: 5 }))).toBeVisible();
  await button(page, text('questionnaires.saveDraft')).click();
  await expect(page.getByText(text('questionnaires.draftSaved'))).toBeVisible();
  expect(
    await facility.db.value('select answers from questionnaire_drafts where assigned_questionnaire_id = $1', [
      assigned,
    ]),
  ).toEqual([expect.objectContaining({ isChecked: true })]);
  await button(page, text('questionnaires.sendAnswers')).click();
  await expect(page).toHaveURL(/questionnaire-scoring/);
  expect(await answersInWords(facility, assigned)).toEqual(['Needed? true']);
});

for (const width of [320, 390, 800]) {
  test(`each end of a scale is named beside its own number at ${width} px`, async ({ facility, page }) => {
    await page.setViewportSize({ width, height: 800 });
    await openNew(page, facility, 'Pain and medicines');
    const scale = page.getByRole('radiogroup', { name: /How strong is your pain/ });
    const boxOf = async (part: ReturnType<Page['locator']>) =>
      (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const numbers = scale.locator('label');
    await expect(numbers).toHaveCount(11);
    const group = await boxOf(scale);
    const first = await boxOf(numbers.first());
    const last = await boxOf(numbers.last());
    for (const number of await numbers.all()) {
      const box = await boxOf(number);
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(43.9);
    }
    expect(Math.abs(first.x - group.x)).toBeLessThan(1);
    expect(Math.abs(last.x + last.width - group.x - group.width)).toBeLessThan(1);
    expect(Math.abs(last.y + last.height - group.y - group.height)).toBeLessThan(1);
    const named = async (at: 'first' | 'last') =>
      boxOf(page.locator(`#${(await scale.getByRole('radio')[at]().getAttribute('aria-describedby')) ?? 'none'}`));
    const [low, high] = [await named('first'), await named('last')];
    expect(Math.abs(low.x - first.x)).toBeLessThan(1);
    expect(Math.abs(high.x + high.width - last.x - last.width)).toBeLessThan(1);
    expect(high.y).toBeGreaterThanOrEqual(last.y + last.height);
    if (last.y > first.y) expect(low.y + low.height).toBeLessThanOrEqual(first.y);
    else expect(low.y).toBeGreaterThanOrEqual(first.y + first.height);
  });
}

for (const timezoneId of ['Etc/GMT+12', 'Pacific/Kiritimati']) {
  test.describe(`in ${timezoneId}`, () => {
    test.use({ timezoneId });
    test('the stored date is the date that was typed', async ({ facility, page }) => {
      const { assigned } = await openNew(page, facility, 'Ten questions about your week');
      await page
        .getByRole('radiogroup', { name: /appetite/ })
        .getByRole('radio')
        .first()
        .check();
      await page
        .getByRole('radiogroup', { name: /lost weight/ })
        .getByRole('radio')
        .last()
        .check();
      await page
        .getByRole('radiogroup', { name: /coming week/ })
        .getByRole('radio')
        .first()
        .check();
      await typeDate(page, 'On which day did you feel best', { day: '1', month: '1', year: '2026' });
      await button(page, text('questionnaires.sendAnswers')).click();
      await expect(page).toHaveURL(/questionnaire-scoring/);
      expect(await answersInWords(facility, assigned)).toContain('On which day did you feel best? 2026-01-01');
    });
  });
}

test('a comma is a decimal sign in Spanish, and 2,000 characters are the end of a text', async ({ facility, page }) => {
  const { assigned } = await openNew(page, facility, 'How are you doing?', 'es');
  await expect(page.locator('html')).toHaveAttribute('lang', /^es/);
  await page.getByRole('radio', { name: 'Well', exact: true }).check();
  await page
    .getByRole('radiogroup', { name: /temperature above/ })
    .getByRole('radio', { name: text('questionnaires.no', {}, 'es') })
    .check();
  await page
    .getByRole('radiogroup', { name: /How much energy/ })
    .getByRole('radio', { name: '3', exact: true })
    .check();
  await page.getByRole('textbox', { name: /What do you weigh/ }).fill('70,5');
  await page.getByRole('textbox', { name: /glasses of water/ }).fill('2,5');
  for (const row of [/Feeling sick/, /Tiredness/])
    await page.getByRole('radiogroup', { name: row }).getByRole('radio').first().check();
  await page.getByRole('combobox', { name: /Who do you live with/ }).selectOption({ label: 'On my own' });
  const visit = page.getByRole('group', { name: /When did you last see/ });
  for (const [part, value] of [
    ['day', '31'],
    ['month', '1'],
    ['year', '2026'],
  ] as const)
    await visit.getByRole('textbox', { name: text(`core.${part}`, {}, 'es') }).fill(value);
  const worries = page.getByRole('textbox', { name: /What would you most like/ });
  await worries.fill('a'.repeat(1999));
  await worries.press('End');
  await page.keyboard.type('bcd');
  await button(page, text('questionnaires.sendAnswers', {}, 'es')).click();

  const summary = page.getByRole('alert').filter({ hasText: text('bar.questionnairevalidatefailed', {}, 'es') });
  await expect(summary.getByRole('link').first()).toBeVisible();
  await page.getByRole('textbox', { name: /glasses of water/ }).fill('2');
  // Text beyond the limit is not cut off: the page reports it, and the person can shorten it.
  await expect(worries).toHaveValue(`${'a'.repeat(1999)}bcd`);
  await expect(page.getByText(text('questionnaires.fault.tooLong', { maximum: '2,000' }, 'es'))).toBeVisible();
  await worries.fill(`${'a'.repeat(1999)}b`);
  await button(page, text('questionnaires.sendAnswers', {}, 'es')).click();
  await expect(page).toHaveURL(/questionnaire-scoring/);
  const stored = await answersInWords(facility, assigned);
  expect(stored).toContain('What do you weigh? 70.5');
  expect(stored).toContain('When did you last see your family doctor? 2026-01-31');
  expect(stored).toContain(`What would you most like to talk about at your next visit? ${'a'.repeat(1999)}b`);
});

test('scores come with the message of their range, in the words of the reader', async ({ facility, page }) => {
  const { assigned } = await openNew(page, facility, 'Your mood this week', 'fr');
  await expect(page.getByRole('radiogroup')).toHaveCount(6);
  // By the keyboard: clicks so soon after each other at one place count as second taps.
  for (const group of await page.getByRole('radiogroup').all()) await group.getByRole('radio').last().press('Space');
  await button(page, text('questionnaires.sendAnswers', {}, 'fr')).click();
  await expect(page.getByText(/Vous traversez une période éprouvante/)).toBeVisible();
  expect(await facility.db.value('select scores from assigned_questionnaires where id = $1', [assigned])).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ scoreName: 'Mood', scoreValue: 18 }),
      expect.objectContaining({ scoreName: 'Sleep and energy', scoreValue: 6 }),
    ]),
  );
});

test('declining asks first, keeps when told so, and moves the questionnaire to the history', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  const past = String(await facility.db.value('select (current_date - 4)::text'));
  const overdue = await facility.assign(patient.patientId, 'Getting here and parking', past);
  await facility.assign(patient.patientId, 'Sleep diary', '2036-01-02');
  await signInAs(page, facility, patient.username);
  const rowOf = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(rowOf('Getting here and parking').getByText(text('questionnaires.toDoLate'))).toBeVisible();
  await expect(rowOf('Sleep diary')).toContainText(text('questionnaires.toDoDue', { date: 'Jan 2, 2036' }));
  await expect(rowOf('Sleep diary')).not.toContainText(text('questionnaires.toDoLate'));
  const decline = page.getByRole('button', { name: /^Decline.*Getting here and parking/ });
  await decline.click();
  const dialog = page.getByRole('alertdialog', { name: text('questionnaires.declineTitle') });
  await expect(
    dialog.getByText(text('questionnaires.declineText', { title: 'Getting here and parking' })),
  ).toBeVisible();
  await dialog.getByRole('button', { name: text('questionnaires.declineKeep') }).click();
  await expect(decline).toBeFocused();
  expect((await storedSheet(facility, overdue)).status).not.toBe('Declined');
  await decline.click();
  await dialog.getByRole('button', { name: text('questionnaires.decline'), exact: true }).click();
  await expect(
    page.getByText(text('questionnaires.declined.done', { title: 'Getting here and parking' })),
  ).toBeVisible();
  expect((await storedSheet(facility, overdue)).status).toBe('Declined');
  await page.getByText(text('questionnaires.history'), { exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Getting here and parking' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Review/ })).toHaveCount(0);
});

test('isAutoRedirect opens the only questionnaire, and shows the list where there are two', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient();
  await facility.assign(patient.patientId, 'Sleep diary');
  await signInAs(page, facility, patient.username, {
    path: `/login?redirect=${encodeURIComponent('/questionnaires?isAutoRedirect=true')}`,
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Sleep diary' })).toBeVisible();
  await facility.assign(patient.patientId, 'Getting here and parking');
  await page.goto(`${facility.portalUrl}/questionnaires?isAutoRedirect=true`);
  await expect(page.getByRole('heading', { level: 2, name: 'Getting here and parking' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.title') })).toBeVisible();
});

test('the question before leaving goes once the answers wait to be sent, because its button would delete them', async ({
  facility,
  page,
}) => {
  await openNew(page, facility, 'Before your visit');
  await page.getByRole('radio', { name: 'I feel better' }).check();
  await page
    .getByRole('radiogroup', { name: /medicine/ })
    .getByRole('radio', { name: text('questionnaires.no') })
    .check();
  await page.getByRole('textbox', { name: /ask today/ }).fill('Nothing, thank you');
  await facility.portal.set(network.stall);
  await button(page, text('questionnaires.sendAnswers')).click();
  await button(page, text('questionnaires.leave')).click();
  await expect(button(page, text('questionnaires.leaveDiscard'))).toBeVisible();
  await facility.portal.set(network.refuse);
  await expect(page.getByText(text('questionnaires.waitingToSend'), { exact: true })).toBeVisible();
  await expect(button(page, text('questionnaires.leaveDiscard'))).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: text('questionnaires.waitingTitle') })).toBeVisible();
});

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('answered without a connection on a phone, it is sent once when the phone is back online', async ({
    facility,
    page,
  }) => {
    const key = hasDeviceKey(page);
    const { assigned } = await openNew(page, facility, 'Before your visit');
    await key;
    await facility.portal.set(network.refuse);
    await page.getByRole('radio', { name: 'I feel better' }).check();
    await page
      .getByRole('radiogroup', { name: /medicine/ })
      .getByRole('radio', { name: text('questionnaires.no') })
      .check();
    await page.getByRole('textbox', { name: /ask today/ }).fill('Nothing, thank you');
    await expect(page.getByText(text('questionnaires.savedOnDevice'), { exact: true })).toBeVisible();
    await button(page, text('questionnaires.sendAnswers')).click();
    await expect(page.getByText(text('questionnaires.waitingToSend'), { exact: true })).toBeVisible();
    expect((await storedSheet(facility, assigned)).status).not.toBe('Completed');
    await facility.portal.set(network.pass);
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(
      page.getByText('Thank you. Please return the tablet to the desk, or just close this page at home.'),
    ).toBeVisible();
    expect(await answersInWords(facility, assigned)).toEqual([
      'Has anything changed since your last visit? I feel better',
      'Have you started or stopped a medicine? false',
      'What would you like to ask today? Nothing, thank you',
    ]);
    expect((await storedSheet(facility, assigned)).submits).toBe(1);
  });
});
