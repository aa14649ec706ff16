import type { Page } from 'playwright';
import type { Facility } from '../../support/facility.ts';
import { look, lookOnPaper } from '../../support/pageRules.ts';
import { pdfLetter } from '../../support/pdfLetter.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const path = '/medical-notes';
const signIn = (page: Page, facility: Facility, username: string) =>
  signInAs(page, facility, username, { path: `/login?redirect=${path}` });
const row = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${title}`) });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link');
const wide = { width: 1280, height: 900 };

interface Note {
  readonly type: string;
  readonly author: string;
  readonly daysAgo: number;
  readonly isNew?: true;
  readonly content: string | Buffer;
  readonly contentType?: 'text/plain' | 'application/pdf';
  readonly pages?: number;
}

/** A patient with these notes. */
async function withNotes(facility: Facility, notes: readonly Note[]) {
  const patient = await facility.newPatient();
  for (const [
    index,
    { type, author, daysAgo, isNew, content, contentType = 'text/plain', pages = 1 },
  ] of notes.entries())
    await facility.db.query(
      `with made as (
         insert into record_resources (source, type, resource_id, patient_id, status, is_hidden, content_hash, reviewed_at)
         values ('test', 'DocumentReference', $1::text || '-' || $2::text, $1::bigint, 'final', false, '', case when $3 then null else now() end) returning id),
       noted as (
         insert into clinical_notes (resource_id, patient_id, document_type, codings, service_date, service_at, service_precision, authored_by)
         select id, $1::bigint, $4, '[]', to_char(current_date - $6::int, 'YYYY-MM-DD'), current_date - $6::int, 'day', $5 from made)
       insert into record_documents (resource_id, position, content_type, pages, content) select id, 0, $7, $8, $9 from made`,
      [patient.patientId, index, isNew === true, type, author, daysAgo, contentType, pages, Buffer.from(content)],
    );
  return patient;
}

const letter = (title: string) =>
  pdfLetter({
    title,
    facility: 'Otter Bay Hospital',
    language: 'en',
    pages: [1, 2, 3].map((page) => ({ heading: `Part ${page}`, lines: ['Words'] })),
  });

test('/medical-notes: badge, newest first, filters of which the date is kept; a selected note is reviewed, larger and searched', async ({
  facility,
  page,
}) => {
  const patient = await withNotes(facility, [
    { type: 'Check-up', author: 'Dr. Thistledown', daysAgo: 400, content: 'All well.' },
    {
      type: 'Progress note',
      author: 'Dr. Fernbrook',
      daysAgo: 3,
      isNew: true,
      content: 'A café on the way.\nCafe again, and a CAFÉ.',
    },
    { type: 'Progress note', author: 'Dr. Thistledown', daysAgo: 150, content: 'Better.' },
  ]);
  await page.setViewportSize(wide);
  await signIn(page, facility, patient.username);

  await test.step('sorted by service date, newest first; sub-text is the author plus service date; an unread badge', async () => {
    await expect(rows(page)).toHaveText([
      /^Progress noteDr\. Fernbrook · .*New/,
      /^Progress noteDr\. Thistledown/,
      /^Check-upDr\. Thistledown · \w+ \d+, \d{4}/,
    ]);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('1 not reviewed');
    await expect(page.getByText(text('records.select'))).toBeVisible();
  });
  await test.step('document type and authored by', async () => {
    await page.getByRole('button', { name: text('records.filter'), exact: true }).click();
    await page.getByRole('combobox', { name: text('medicalNotes.authoredBy') }).selectOption('Dr. Thistledown');
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole('combobox', { name: text('medicalNotes.documentType') }).selectOption('Check-up');
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: text('medicalNotes.showAll') }).click();
    await expect(rows(page)).toHaveCount(3);
  });
  await test.step('the date is kept as a preference', async () => {
    // Wait for the request with this value, because "Show all" has just saved one too.
    const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('Last6Months') === true);
    await page.getByText(text('records.date_Last6Months'), { exact: true }).click();
    await expect(rows(page)).toHaveCount(2);
    await saved;
    await page.reload();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByText('2 of 3 notes, newest first.')).toBeVisible();
  });
  await test.step('selecting tells the server, drops the count and records a view-detail event', async () => {
    await row(page, 'Progress note').first().click();
    await expect(page.getByText('A café on the way.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('1');
    await expect(page.getByRole('main').getByText(text('medicalNotes.new'), { exact: true })).toHaveCount(0);
    await expect
      .poll(() =>
        facility.db.value(
          `select count(*)::int from audit_events where patient_id = $1 and type = 'client.medicalnotesviewdetailauditevent' and detail ->> 'documentType' = 'Progress note'`,
          [patient.patientId],
        ),
      )
      .toBe(1);
    await expect
      .poll(() =>
        facility.db.value('select count(*)::int from record_resources where patient_id = $1 and reviewed_at is null', [
          patient.patientId,
        ]),
      )
      .toBe(0);
  });
  await test.step('find: accents make no difference; count, next and previous, the current one marked', async () => {
    await page.getByRole('searchbox', { name: text('medicalNotes.find') }).fill('cafe');
    await expect(page.getByText('1 of 3 places with “cafe”')).toBeVisible();
    await page.getByRole('button', { name: text('medicalNotes.previousHit') }).click();
    await expect(page.locator('mark[aria-current]')).toHaveText('CAFÉ');
    await page.getByRole('button', { name: text('medicalNotes.nextHit') }).click();
    await expect(page.locator('mark[aria-current]')).toHaveText('café');
    await page.getByRole('searchbox', { name: text('medicalNotes.find') }).fill('nowhere');
    await expect(page.getByText(text('medicalNotes.noHits', { words: 'nowhere' }))).toBeVisible();
  });
  await test.step('larger print is kept for the next note', async () => {
    const sizeOf = (words: string) =>
      page.getByText(words).evaluate((words) => parseFloat(getComputedStyle(words).fontSize));
    const before = await sizeOf('A café on the way.');
    await page.getByText(text('medicalNotes.size_Largest'), { exact: true }).click();
    await expect.poll(() => sizeOf('A café on the way.')).toBeCloseTo(before * 1.6, 0);
    await row(page, 'Progress note').nth(1).click();
    await expect.poll(() => sizeOf('Better.')).toBeCloseTo(before * 1.6, 0);
  });
});

test('/medical-notes: pages of a PDF in the page, each with a ticket of its own; the page field; a page by itself', async ({
  facility,
  page,
  context,
}) => {
  const patient = await withNotes(facility, [
    {
      type: 'Discharge letter',
      author: 'Otter Bay',
      daysAgo: 2,
      isNew: true,
      content: letter('Letter'),
      contentType: 'application/pdf',
      pages: 3,
    },
  ]);
  // A browser without a screen may have no PDF viewer. The test checks what the page requests.
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }));
  const content = (number: number) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(`/page/${number}/content`));
  await page.setViewportSize(wide);
  await signIn(page, facility, patient.username);
  const first = content(1);
  await page.route(/setasreviewed/, (route) => route.fulfill({ status: 500, json: { error: 'unexpected' } }));
  await row(page, 'Discharge letter').click();
  // Marking as reviewed fails: the page shows the generic error, and the note is marked new again.
  await expect(page.getByText(text('bar.unspecified'))).toBeVisible();
  await expect(row(page, 'Discharge letter')).toContainText(text('medicalNotes.new'));
  expect((await first).status()).toBe(200);
  const frame = (number: number) =>
    page.getByTitle(text('medicalNotes.frame', { page: number, count: 3, title: 'Discharge letter' }));
  await expect(frame(1)).toHaveCount(1);
  const second = content(2);
  await page.getByRole('button', { name: text('medicalNotes.nextPage') }).click();
  expect((await second).status()).toBe(200);
  await expect(frame(2)).toHaveCount(1);
  const field = page.getByRole('textbox', { name: text('medicalNotes.page') });
  await expect(field).toHaveValue('2');
  await field.fill('9');
  await field.press('Enter');
  await expect(field).toHaveValue('2');
  const again = content(1);
  await field.fill('1');
  await field.press('Enter');
  expect((await again).status()).toBe(200);
  await expect(frame(1)).toHaveCount(1);
  await expect(page.getByRole('button', { name: text('medicalNotes.previousPage') })).toBeDisabled();
  // The address names the note, so a reload opens it again; an unknown note is reported.
  await page.reload();
  await expect(frame(1)).toHaveCount(1);
  const opening = context.waitForEvent('page');
  await page.getByRole('button', { name: text('medicalNotes.openPage', { page: 1 }) }).click();
  await (await opening).close();
  // A corrected version that comes in while the note is open is loaded: the page says that it was corrected.
  await facility.db.query('update record_resources set changed_at = now() where patient_id = $1', [patient.patientId]);
  const corrected = content(1);
  await page.evaluate(() => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
  });
  expect((await corrected).status()).toBe(200);
  // The link that stands for a window which the browser kept closed goes with its ticket.
  await page.clock.install();
  await page.evaluate(() => {
    window.open = () => null;
  });
  await page.getByRole('button', { name: text('medicalNotes.openPage', { page: 1 }) }).click();
  const link = page.getByRole('status').getByRole('link', { name: 'Discharge letter' });
  await expect(link).toBeVisible();
  await page.clock.fastForward(61_000);
  await expect(link).toBeHidden();
  await page.goto(`${facility.portalUrl}${path}?id=987654321`);
  await expect(page.getByText(text('medicalNotes.gone'))).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36',
    viewport: { width: 390, height: 844 },
  });

  test('/medical-notes: list or detail one at a time, Back with the focus on the row; a PDF opens directly', async ({
    facility,
    page,
    context,
  }) => {
    const patient = await withNotes(facility, [
      {
        type: 'Discharge letter',
        author: 'Otter Bay',
        daysAgo: 2,
        content: letter('Letter'),
        contentType: 'application/pdf',
        pages: 3,
      },
      { type: 'Progress note', author: 'Dr. Fernbrook', daysAgo: 3, content: 'Words of the note' },
    ]);
    await signIn(page, facility, patient.username);
    await row(page, 'Progress note').click();
    await expect(page.getByText('Words of the note')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Progress note' })).toBeFocused();
    await expect(row(page, 'Discharge letter')).toBeHidden();
    await page.getByRole('link', { name: text('medicalNotes.back') }).click();
    await expect(row(page, 'Progress note')).toBeFocused();
    const opening = context.waitForEvent('page');
    await row(page, 'Discharge letter').click();
    const opened = await opening;
    await expect(page.getByText(text('medicalNotes.opensByItself'))).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await opened.close();
    // The reader turns the pages in the opened note, so the page here offers one link only.
    await expect(page.getByRole('navigation', { name: text('medicalNotes.pages') })).toHaveCount(0);
    const ticket = page.waitForRequest((request) => (request.postData() ?? '').includes('whole=true'));
    const again = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Open the whole note (3 pages)' }).click();
    await ticket;
    await (await again).close();
  });
});

test('/medical-notes: none, failed, offline; whoever acts for the patient without the right; 2,000 notes', async ({
  facility,
  page,
}) => {
  const { username, patientId } = await facility.newPatient();
  await page.setViewportSize(wide);
  await signIn(page, facility, username);
  await expect(page.getByText(text('medicalNotes.none'))).toBeVisible();
  await facility.db.query(
    `with made as (
       insert into record_resources (source, type, resource_id, patient_id, status, is_hidden, content_hash, reviewed_at)
       select 'many', 'DocumentReference', 'n' || n, $1::bigint, 'final', false, '', now() from generate_series(1, 2000) n returning id, resource_id),
     noted as (
       insert into clinical_notes (resource_id, patient_id, document_type, codings, service_date, service_at, service_precision, authored_by)
       select id, $1::bigint, 'Note ' || resource_id, '[]', to_char(current_date - substr(resource_id, 2)::int, 'YYYY-MM-DD'),
         current_date - substr(resource_id, 2)::int, 'day', 'Author ' || substr(resource_id, 2)::int % 7 from made)
     insert into record_documents (resource_id, position, content_type, pages, content) select id, 0, 'text/plain', 1, 'Words' from made`,
    [patientId],
  );
  await page.reload();
  await expect(row(page, 'Note n1 ').first()).toBeVisible();
  await expect(page.getByText('2,000 notes, newest first.')).toBeVisible();
  await page.getByRole('button', { name: text('records.filter'), exact: true }).click();
  await page.getByRole('combobox', { name: text('medicalNotes.authoredBy') }).selectOption('Author 3');
  await expect(page.getByText('286 of 2,000 notes, newest first.')).toBeVisible();
  await row(page, 'Note n3 ').first().click();
  await expect(page.getByText('Words', { exact: true })).toBeVisible();

  await facility.portal.set(network.refuse);
  await row(page, 'Note n10 ').first().click();
  await expect(page.getByText(text('records.offline')).first()).toBeVisible();
  await facility.portal.set(network.pass);
  await expect(page.getByText('Words', { exact: true })).toBeVisible();
  await page.route(/medicalnotes\/published$/, (route) =>
    route.fulfill({ status: 500, json: { error: 'unexpected' } }),
  );
  await page.reload();
  await expect(page.getByText(text('records.failed'))).toBeVisible();
  await page.unroute(/medicalnotes\/published$/);

  await facility.db.query(
    `delete from representative_rights where section = 'MedicalNotes' and user_id = (select id from users where username = 'representative')`,
  );
  await page.goto(`${facility.portalUrl}/logout`);
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await signIn(page, facility, 'representative');
  await expect(page.getByText(text('layout.notGivenTitle', { name: 'Juniper Applewhistle' }))).toBeVisible();
});

test('medical notes break no rule', async ({ facility, page }) => {
  await signIn(page, facility, 'patient');
  await page.getByRole('button', { name: text('records.filter'), exact: true }).click();
  await expect(page.getByRole('combobox', { name: text('medicalNotes.authoredBy') })).toBeVisible();
  await look(page, 'medical notes');
  await lookOnPaper(page, 'medical notes', /Northlight.*Juniper Applewhistle/);
  await row(page, 'Progress note').first().click();
  await page.getByRole('searchbox', { name: text('medicalNotes.find') }).fill('walk');
  await expect(page.locator('mark')).toHaveCount(3);
  await look(page, 'one medical note');
  await lookOnPaper(page, 'one medical note', /Northlight.*Juniper Applewhistle/);
  await page.goto(`${facility.portalUrl}${path}`);
  await row(page, 'Drawing').click();
  await expect(page.getByRole('img', { name: text('medicalNotes.picture', { title: 'Drawing' }) })).toBeVisible();
  await look(page, 'a medical note that is a picture');
});
