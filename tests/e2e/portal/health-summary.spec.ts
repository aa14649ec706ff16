import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import { summaryTrigger } from '@portal/api';
import type { FrameLocator, Page } from 'playwright';
import { allergies, importSummaries, medications, nothing, results } from '../../support/clinicalDocument.ts';
import type { Facility } from '../../support/facility.ts';
import { look, lookInFrame, lookOnPaper } from '../../support/pageRules.ts';
import { demoPassword, expect, network, signInAs, test, text, textPattern } from '../../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const path = '/health-summary';
const wide = { width: 1280, height: 900 };
const sections = [allergies, medications, results, nothing];
const button = (page: Page, name: Parameters<typeof text>[0]) =>
  page.getByRole('button', { name: text(name), exact: true });
const frameOf = (page: Page): FrameLocator => page.frameLocator('main iframe');
const heading = (frame: FrameLocator, name: string) => frame.getByRole('heading', { level: 2, name });
const titles = (page: Page) => frameOf(page).getByRole('heading', { level: 2 });
const frameTitle = (page: Page) => page.locator('main iframe');

/** Sets whether the facility itself is a source of summaries, as the command does. */
const ownSource = (facility: Facility, isOn: boolean) =>
  facility.db.query(
    `update external_systems set active_trigger_event_types = case when $1::boolean then array[$2::text] else '{}' end
     where is_own and facility_id = (select id from facilities where is_default)`,
    [isOn, summaryTrigger],
  );

/** A patient with one document of one source, which is open. */
async function reading(facility: Facility, page: Page, language = 'en') {
  await ownSource(facility, false);
  const patient = await facility.newPatient({ language });
  await importSummaries(facility, patient.username, { id: `one-${patient.username}`, date: '20261112', sections });
  await page.setViewportSize(wide);
  await signInAs(page, facility, patient.username, { path: `/login?redirect=${path}` });
  await expect(heading(frameOf(page), 'Allergies')).toBeVisible();
  return patient;
}

test('/health-summary: the document of the one source, whole, in a frame without scripts that nothing of it leaves', async ({
  facility,
  page,
}) => {
  const patient = await reading(facility, page);
  const frame = frameOf(page);

  await test.step('the head of the document, and its name on the frame', async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Summary of Nov 12, 2026' })).toBeVisible();
    await expect(page.getByText('Summary of care (CCDA)')).toBeVisible();
    await expect(page.getByText('Juniper Applewhistle, born Mar 14, 1971')).toBeVisible();
    await expect(frameTitle(page)).toHaveAttribute('title', 'Summary of care, Nov 12, 2026');
    await expect(frameTitle(page)).toHaveAttribute(
      'sandbox',
      'allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    );
  });
  await test.step('its words, in its own language', async () => {
    await expect(titles(page)).toHaveText(['Allergies', 'Medications', 'Results', 'Social history']);
    await expect(frame.getByRole('cell', { name: '7.0' })).toBeVisible();
    await expect(frame.locator('html')).toHaveAttribute('lang', 'en-US');
  });
  await test.step('the frame is as high as what is in it, also when a section closes', async () => {
    const rest = () =>
      frameTitle(page).evaluate((element) => {
        if (!(element instanceof HTMLIFrameElement) || element.contentDocument === null) return null;
        return element.offsetHeight - Math.ceil(element.contentDocument.body.getBoundingClientRect().height);
      });
    await expect.poll(rest).toBe(0);
    await heading(frame, 'Allergies').click();
    await expect(frame.getByText('Penicillin')).toBeHidden();
    await expect.poll(rest).toBe(0);
    await button(page, 'healthSummary.closeAll').click();
    await expect(frame.getByText('7.25')).toBeHidden();
    await expect.poll(rest).toBe(0);
    await button(page, 'healthSummary.openAll').click();
    await expect(frame.getByText('7.25')).toBeVisible();
  });
  await test.step('the contents lead the focus into the frame', async () => {
    await heading(frame, 'Results').click();
    await page
      .getByRole('navigation', { name: text('records.contentsName') })
      .getByText('Results')
      .press('Enter');
    await expect(frame.locator('summary', { hasText: 'Results' })).toBeFocused();
    await expect(frame.getByText('7.25')).toBeVisible();
  });
  await test.step('a footnote is reached within the document, a link opens a tab of its own', async () => {
    await frame.getByRole('link', { name: '1' }).first().click();
    await expect(frame.getByText('Seen in May 1998.')).toBeInViewport();
    await expect(frame.getByRole('link', { name: 'the leaflet' })).toHaveAttribute('target', '_blank');
    await expect(page).toHaveURL(new RegExp(`${path}(\\?|$)`));
  });
  await test.step('it was told to the audit', async () => {
    await expect
      .poll(async () =>
        facility.db.value(
          `select count(*)::int from audit_events where patient_id = $1 and type = 'client.ccdaviewauditevent'`,
          [patient.patientId],
        ),
      )
      .toBe(1);
  });
  await test.step('the page and the frame break no rule', async () => {
    await look(page, 'health summary');
    await lookInFrame(page, 'health summary');
  });
  await test.step('on paper all of it, whether it was open or not, and nothing of the frame', async () => {
    await button(page, 'healthSummary.closeAll').click();
    await lookOnPaper(page, 'health summary', /Mar 14, 1971|Northlight/);
    await page.evaluate(() => void window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    const paper = page.getByRole('main');
    for (const words of ['Penicillin', '7.25', 'Seen in May 1998.', 'Letrozole'])
      await expect(paper.getByText(words)).toBeVisible();
    await expect(frameTitle(page)).toBeHidden();
    await page.emulateMedia({ media: null });
    await page.evaluate(() => void window.dispatchEvent(new Event('afterprint')));
    await expect(paper.getByText('Penicillin')).toHaveCount(0);
  });
});

test('/health-summary: on a phone the sections of a document come folded, each with its count, and open one by one', async ({
  facility,
  page,
}) => {
  await reading(facility, page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(heading(frameOf(page), 'Allergies')).toBeVisible();
  const open = frameOf(page).locator('details.fold[open]');
  await expect(open).toHaveCount(0);
  await heading(frameOf(page), 'Allergies').click();
  await expect(open).toHaveCount(1);
  await button(page, 'healthSummary.closeAll').click();
  await expect(open).toHaveCount(0);
  await expect(button(page, 'healthSummary.openAll')).toBeVisible();
});

test('/health-summary: sections in an order of one’s own, by keyboard, for every document', async ({
  facility,
  page,
}) => {
  const patient = await reading(facility, page);
  await page.getByRole('button', { name: text('healthSummary.arrange') }).press('Enter');
  await expect(page.getByRole('heading', { name: text('healthSummary.arrange') })).toBeFocused();
  await look(page, 'health summary, arranged');
  const up = page.getByRole('button', { name: text('healthSummary.moveUp', { section: 'Results' }) });
  await up.press('Enter');
  await expect(up).toBeFocused();
  await up.press('Enter');
  // The first section cannot be moved up.
  await expect(
    page.getByRole('button', { name: text('healthSummary.moveDown', { section: 'Results' }) }),
  ).toBeFocused();
  await expect(page.getByText(text('healthSummary.moved', { section: 'Results', place: 1, count: 4 }))).toBeAttached();
  await button(page, 'form.done').click();
  await expect(titles(page)).toHaveText(['Results', 'Allergies', 'Medications', 'Social history']);

  await importSummaries(facility, patient.username, {
    id: `two-${patient.username}`,
    date: '20261113',
    sections: [medications, results],
  });
  await page.goto(facility.portalUrl + path);
  await expect(titles(page)).toHaveText(['Results', 'Medications']);
  await page.getByRole('button', { name: text('healthSummary.arrange') }).click();
  await button(page, 'healthSummary.arrangeReset').click();
  await button(page, 'form.done').click();
  await expect(titles(page)).toHaveText(['Medications', 'Results']);
});

test('/health-summary: options by range and by visit; several documents, none, more than one system', async ({
  facility,
  page,
}) => {
  const patient = await reading(facility, page);
  await importSummaries(facility, patient.username, { id: `old-${patient.username}`, date: '20260530', sections });
  const dialog = page.getByRole('dialog', { name: text('healthSummary.optionsTitle') });
  const day = (name: 'startDate' | 'endDate') => dialog.getByRole('textbox', { name: text(`records.${name}`) });
  const between = async (start: string, end: string) => {
    await button(page, 'healthSummary.options').click();
    await day('startDate').fill(start);
    await day('endDate').fill(end);
    await day('endDate').press('Tab');
    await dialog.getByRole('button', { name: text('healthSummary.update') }).click();
  };

  await test.step('a date that is none is said at its field', async () => {
    await between('Feb 31, 2026', 'Dec 31, 2026');
    await expect(dialog.getByText(text('healthSummary.datesMissing'))).toBeVisible();
    await expect(day('startDate')).toBeFocused();
    await look(page, 'health summary, options with an error');
    // By the keyboard: a click so soon beside the last one counts as its second tap.
    await dialog.getByRole('button', { name: text('core.cancel') }).press('Enter');
  });
  await test.step('several are listed by date; dates are put in order', async () => {
    await between('Dec 31, 2026', 'Jan 1, 2026');
    await expect(page.getByRole('heading', { name: text('healthSummary.several') })).toBeFocused();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/^Nov 12, 2026/, /^May 30, 2026/]);
    await expect(page).toHaveURL(/from=2026-01-01&to=2026-12-31/);
    await look(page, 'health summary, several');
    await page.getByRole('link', { name: /^May 30, 2026/ }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Summary of May 30, 2026' })).toBeFocused();
  });
  await test.step('Back and a reload lead to the same', async () => {
    await page.reload();
    await expect(page.getByRole('heading', { level: 2, name: 'Summary of May 30, 2026' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: text('healthSummary.several') })).toBeVisible();
  });
  await test.step('Back closes the dialog alone, and what was chosen is there again', async () => {
    await page.goForward();
    await expect(page.getByRole('heading', { level: 2, name: 'Summary of May 30, 2026' })).toBeVisible();
    await button(page, 'healthSummary.options').click();
    await day('startDate').fill('Mar 4, 2025');
    await day('startDate').press('Tab');
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 2, name: 'Summary of May 30, 2026' })).toBeVisible();
    await button(page, 'healthSummary.options').click();
    await expect(day('startDate')).toHaveValue(/Mar 4, 2025/);
    await dialog.getByRole('button', { name: text('core.cancel') }).click();
  });
  await test.step('exactly one is shown at once, none is said', async () => {
    await between('May 1, 2026', 'Jun 1, 2026');
    await expect(page.getByRole('heading', { level: 2, name: 'Summary of May 30, 2026' })).toBeFocused();
    await between('Jan 1, 1990', 'Jan 2, 1990');
    await expect(page.getByRole('heading', { name: text('healthSummary.none') })).toBeVisible();
  });
  await test.step('what cannot be read is said, and can be asked for again', async () => {
    await facility.db.query('alter view shown_health_documents rename to health_documents_away');
    await between('May 1, 2026', 'Jun 2, 2026');
    await expect(page.getByRole('heading', { name: text('records.failed') })).toBeVisible();
    await expect(page.getByText(text('bar.unspecified'))).toHaveCount(0);
    await facility.db.query('alter view health_documents_away rename to shown_health_documents');
    await page.getByRole('button', { name: text('core.tryAgain') }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Summary of May 30, 2026' })).toBeVisible();
  });
  await test.step('without past visits that choice is off and says why', async () => {
    await button(page, 'healthSummary.options').click();
    await expect(dialog.getByRole('radio', { name: text('healthSummary.byVisit') })).toBeDisabled();
    await expect(dialog.getByText(text('healthSummary.noVisits'))).toBeVisible();
    await expect(dialog.getByRole('combobox')).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
  await test.step('with a second system the page opens as lists, and the document asks which', async () => {
    await ownSource(facility, true);
    await page.goto(facility.portalUrl + path);
    await expect(page.getByRole('link', { name: text('healthSummary.asLists') })).toHaveAttribute(
      'aria-current',
      'page',
    );
    await expect(page.getByRole('region', { name: text('healthSummary.list_allergies') })).toBeVisible();
    await page.getByRole('link', { name: text('healthSummary.asDocument'), exact: true }).click();
    const newest = page.getByRole('list', { name: text('healthSummary.manySystems') });
    await expect(newest.getByRole('link', { name: /^Nov 12, 2026/ })).toBeVisible();
    await look(page, 'health summary, several clinics');
    await button(page, 'healthSummary.options').click();
    await dialog.getByRole('button', { name: text('healthSummary.update') }).click();
    const system = dialog.getByRole('combobox', { name: text('healthSummary.system') });
    await expect(system).toBeFocused();
    await system.selectOption('Otter Bay Hospital');
    await day('startDate').fill('May 1, 2026');
    await day('startDate').press('Tab');
    await dialog.getByRole('button', { name: text('healthSummary.update') }).click();
    await expect(page.getByRole('heading', { name: text('healthSummary.several') })).toBeVisible();
  });
});

test('/health-summary: a past visit opens its own summary, which the facility makes', async ({ facility, page }) => {
  await ownSource(facility, true);
  await page.setViewportSize(wide);
  await signInAs(page, facility, 'patient', { path: `/login?redirect=${path}` });
  await page.getByRole('link', { name: text('healthSummary.asDocument'), exact: true }).click();
  await button(page, 'healthSummary.options').click();
  const dialog = page.getByRole('dialog', { name: text('healthSummary.optionsTitle') });
  await dialog.getByRole('radio', { name: text('healthSummary.byVisit') }).check();
  await dialog.getByRole('button', { name: text('healthSummary.update') }).click();
  await expect(dialog.getByText(text('healthSummary.visitMissing'))).toBeVisible();
  await dialog.getByRole('radio', { name: /Annual check-up/ }).check();
  await dialog.getByRole('button', { name: text('healthSummary.update') }).click();
  await expect(page.getByRole('heading', { level: 2, name: textPattern('healthSummary.summaryOf') })).toBeFocused();
  await expect(titles(page).first()).toBeVisible();
  await lookInFrame(page, 'health summary of ours');
  // The system selector is the first field. It must not have taken the focus and reset the choice of visit.
  await button(page, 'healthSummary.options').click();
  await expect(dialog.getByRole('radio', { name: text('healthSummary.byVisit') })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: /Annual check-up/ })).toBeChecked();
});

test('/health-summary: by email with a warning, kept when it fails, sent once; saved after the password', async ({
  facility,
  page,
}) => {
  const patient = await reading(facility, page);
  const from = String(await facility.db.value('select email from users where id = $1', [patient.userId]));
  const to = `reader-${patient.username}@mail.example`;
  await button(page, 'healthSummary.sendEmail').press('Enter');
  const dialog = page.getByRole('dialog', { name: text('healthSummary.sendEmail') });
  const recipient = dialog.getByRole('textbox', { name: text('form.to') });
  const message = dialog.getByRole('textbox', { name: text('healthSummary.message') });
  const send = dialog.getByRole('button', { name: text('form.send') });

  await test.step('what is missing or wrong is said at its field, on sending', async () => {
    await expect(dialog.getByText(text('healthSummary.emailWarning'))).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: text('healthSummary.from') })).toHaveValue(from);
    await send.click();
    await expect(recipient).toBeFocused();
    await expect(dialog.getByText(text('core.required'))).toBeVisible();
    await look(page, 'health summary, send by email');
    await recipient.fill('nobody@');
    await send.click();
    await expect(dialog.getByText(text('form.email'))).toBeVisible();
  });
  await test.step('a failure loses nothing', async () => {
    await recipient.fill(to);
    await message.fill('For Thursday.');
    await facility.portal.set(network.reset);
    await send.click();
    await expect(dialog.getByText(text('bar.healthsummarysendfailed'))).toBeVisible();
    await expect(recipient).toHaveValue(to);
    await expect(message).toHaveValue('For Thursday.');
    await facility.portal.set(network.pass);
  });
  await test.step('it goes out once, with the document', async () => {
    await send.click();
    await expect(page.getByText(text('bar.healthsummarysent'))).toBeVisible();
    await expect(dialog).toBeHidden();
    const mails = await facility.mails(to);
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails[0])).toContain('For Thursday.');
  });
  await test.step('saved as a page to read, after the password', async () => {
    await facility.db.query("update sessions set proved_at = now() - interval '10 minutes'");
    await button(page, 'records.download').click();
    const saving = page.getByRole('dialog', { name: text('healthSummary.downloadTitle') });
    await expect(saving.getByRole('radio')).toHaveCount(2);
    await saving.getByRole('button', { name: text('records.download') }).click();
    const proof = page.getByRole('alertdialog');
    await proof.getByRole('textbox', { name: text('core.password') }).fill(demoPassword);
    const coming = page.waitForEvent('download');
    await proof.getByRole('button', { name: text('layout.proofConfirm') }).click();
    expect((await coming).suggestedFilename()).toMatch(/^[A-Za-z]+(_\d+)?\.html$/);
    await expect(page.getByText(text('bar.healthsummarysaved'))).toBeVisible();
  });
});

test('/health-summary: to a Direct address by the gateway of the facility; without one it is not offered', async ({
  facility,
  page,
}) => {
  await reading(facility, page);
  await expect(button(page, 'healthSummary.sendEmail')).toBeVisible();
  await expect(button(page, 'healthSummary.sendSecurely')).toHaveCount(0);

  const taken: IncomingMessage[] = [];
  const gateway = createServer((request, response) => {
    taken.push(request);
    request.resume().once('end', () => response.writeHead(200).end());
  });
  await once(gateway.listen(0, '127.0.0.1'), 'listening');
  try {
    const address = gateway.address();
    if (address === null || typeof address === 'string') throw new Error('The gateway has no port.');
    const set = ['health-summary', 'gateway', '--facility', 'Northlight Cancer Centre'];
    const webhook = `http://127.0.0.1:${address.port}/direct`;
    await facility.admin(...set, '--webhook', webhook, '--sender', 'portal@direct.northlight.example');
    await page.reload();
    await expect(heading(frameOf(page), 'Allergies')).toBeVisible();
    await button(page, 'healthSummary.sendSecurely').click();
    const dialog = page.getByRole('dialog', { name: text('healthSummary.sendSecurely') });
    const recipient = dialog.getByRole('textbox', { name: text('form.to') });
    await recipient.fill('records@otterbay');
    await dialog.getByRole('button', { name: text('form.send') }).click();
    await expect(dialog.getByText(text('healthSummary.directInvalid'))).toBeVisible();
    await recipient.fill('records@direct.otterbay.org');
    await dialog.getByRole('button', { name: text('form.send') }).click();
    await expect(page.getByText(text('bar.healthsummarysent'))).toBeVisible();
    await expect.poll(() => taken.length, { timeout: 15_000 }).toBe(1);
    await facility.admin(...set, '--off');
  } finally {
    gateway.closeAllConnections();
    gateway.close();
  }
});

test('/health-summary: what was read stays without a connection, and what needs one says so, in Spanish', async ({
  facility,
  page,
}) => {
  await reading(facility, page, 'es');
  await expect(page.getByRole('heading', { level: 2, name: 'Resumen del 12 nov 2026' })).toBeVisible();
  await facility.portal.set(network.refuse);
  await page.evaluate(() => void window.dispatchEvent(new Event('offline')));
  await expect(page.getByText(text('healthSummary.offlineSend', {}, 'es')).first()).toBeVisible();
  await expect(page.getByText(text('healthSummary.offlineOptions', {}, 'es'))).toBeVisible();
  await expect(heading(frameOf(page), 'Allergies')).toBeVisible();
});

test('/health-summary: as lists, what several clinics tell, each with its source, and what they contradict', async ({
  facility,
  page,
}) => {
  await ownSource(facility, true);
  await page.setViewportSize(wide);
  await signInAs(page, facility, 'patient', { path: '/login' });
  await page.goto(`${facility.portalUrl}${path}?view=lists`);
  const group = (key: Parameters<typeof text>[0]) => page.getByRole('region', { name: text(key) });
  const allergiesGroup = group('healthSummary.list_allergies');
  await expect(allergiesGroup.getByRole('heading', { level: 3, name: 'Penicillin' })).toBeVisible();
  await expect(allergiesGroup.getByText('Your clinics recorded different things.', { exact: false })).toBeVisible();
  await expect(
    group('healthSummary.list_medications').getByText(text('timing.onceADay'), { exact: true }),
  ).toBeVisible();
  await test.step('narrowed to one clinic, it says what that one wrote alone', async () => {
    await page.getByRole('radio', { name: 'Otter Bay Hospital' }).check();
    await expect(
      page
        .getByRole('main')
        .getByText(/Tidewillow|Northlight/)
        .filter({ visible: true }),
    ).toHaveCount(1);
    await expect(page.getByText('Your clinics recorded different things.', { exact: false })).toHaveCount(0);
    await look(page, 'health summary, lists of one clinic');
    await page.getByRole('radio', { name: text('healthSummary.allClinics') }).check();
    await expect(allergiesGroup.getByRole('heading', { level: 3, name: 'Penicillin' })).toBeVisible();
  });
  const vitals = group('healthSummary.list_vitals');
  await expect(vitals.getByRole('heading', { level: 3, name: 'Blood pressure' })).toBeVisible();
  await look(page, 'health summary, lists');
  await allergiesGroup.getByRole('link', { name: /^Otter Bay Hospital/ }).click();
  await expect(page.getByText('Continuity of Care Document (CCDA)')).toBeVisible();
  await page.goBack();
  await expect(allergiesGroup).toBeVisible();
});

test('/health-summary: by keyboard, another view and Back leave the focus in the page', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient', { path: `/login?redirect=${path}` });
  const main = page.locator('#main');
  await page.getByRole('link', { name: text('healthSummary.asDocument'), exact: true }).press('Enter');
  await expect(page.getByText('Continuity of Care Document').first()).toBeVisible();
  await expect(main).toBeFocused();
  await page.getByRole('link', { name: text('healthSummary.asLists'), exact: true }).focus();
  await page.goBack();
  await expect(page.getByRole('heading', { name: text('healthSummary.list_allergies') }).first()).toBeVisible();
  await expect(main).toBeFocused();
});

test('/health-summary: who acts for a patient reads and sends it with the right, and without it has no such page', async ({
  facility,
  page,
}) => {
  await ownSource(facility, true);
  const own = await facility.db.value(
    'select x.id from external_systems x join facilities f on f.id = x.facility_id where x.is_own and f.is_default',
  );
  await facility.db.query(
    `delete from representative_rights where section = 'HealthSummary' and patient_id = (select id from patients where first_name = 'Lavinia')`,
  );
  await page.setViewportSize(wide);
  await signInAs(page, facility, 'representative', { path: '/login' });
  await page.goto(`${facility.portalUrl}${path}?system=${String(own)}&start=2026-01-01&end=2026-12-31`);
  await expect(titles(page).first()).toBeVisible();
  await button(page, 'healthSummary.sendEmail').click();
  await expect(page.getByRole('dialog').getByText(text('healthSummary.emailWarningOf'))).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: text('layout.choosePatient') }).click();
  await page.getByRole('button', { name: text('layout.actFor', { name: 'Lavinia Crabtree' }), exact: true }).click();
  await expect(page.getByText(text('layout.actingFor', { name: 'Lavinia Crabtree' }), { exact: true })).toBeVisible();
  await page.goto(facility.portalUrl + path);
  await expect(page.getByText(text('layout.notGivenTitle', { name: 'Lavinia Crabtree' }))).toBeVisible();
});
