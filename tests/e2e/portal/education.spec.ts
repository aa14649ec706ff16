import type { Page } from 'playwright';
import { look, lookOnPaper } from '../../support/pageRules.ts';
import { expect, network, signInAs, test, text } from '../../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const path = '/education-articles';
const signIn = (page: Page, facility: Parameters<typeof signInAs>[1], username: string) =>
  signInAs(page, facility, username, { path: `/login?redirect=${path}` });
const article = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });
const wide = { width: 1280, height: 900 };
const writtenDay = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);

/** A patient with these articles: [title, days ago, category, its place, state]. */
async function withArticles(
  facility: Parameters<typeof signInAs>[1],
  rows: readonly (readonly [string, number, string, number, 'new' | 'read' | 'archived'])[],
) {
  const patient = await facility.newPatient();
  for (const [title, daysAgo, category, place, state] of rows) {
    await facility.db.query(
      `with made as (
         insert into education_articles (facility_id, title, category_name, category_sort_order, language, file_type, content)
         select home_facility_id, $2, $3, $4, 'en', 'html', convert_to('<p>Words of ' || $2::text || '</p>', 'UTF8') from patients where id = $1 returning id)
       insert into assigned_articles (patient_id, article_id, assigned_on, read_at, archived_at)
       select $1, id, current_date - $5::int, case when $6 = 'new' then null else now() end, case when $6 = 'archived' then now() end from made`,
      [patient.patientId, title, category, place, daysAgo, state],
    );
  }
  return patient;
}

test('/education-articles: grouped by assigned date, by category order and name; new, archived, the count, and a new window that marks as read', async ({
  facility,
  page,
  context,
}) => {
  const patient = await withArticles(facility, [
    ['Second by name', 1, 'Walking', 20, 'new'],
    ['First by place', 1, 'Zest', 10, 'new'],
    ['Third by name', 1, 'walks', 20, 'read'],
    ['Older', 400, 'Walking', 20, 'new'],
    ['Put away', 30, 'Walking', 20, 'archived'],
  ]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setViewportSize(wide);
  await signIn(page, facility, patient.username);

  await test.step('heading Assigned: {date}', async () => {
    const headings = page.getByRole('heading', { level: 2, name: /^Assigned: / });
    await expect(headings).toHaveCount(2);
    const day = await facility.db.value(
      "select to_char(max(assigned_on), 'YYYY-MM-DD') from assigned_articles where patient_id = $1",
      [patient.patientId],
    );
    await expect(headings.first()).toHaveText(
      text('education.assigned', { date: writtenDay(new Date(`${String(day)}T00:00:00Z`)) }),
    );
  });
  await test.step('sorted by assigned date descending, then category sort order and category name ascending', async () => {
    await expect(page.getByRole('button', { name: /(First|Second|Third|Older)/ })).toHaveText([
      /^First by place/,
      /^Second by name/,
      /^Third by name/,
      /^Older/,
    ]);
  });
  await test.step('New means not read and not archived', async () => {
    await expect(page.getByText(text('records.change_new'), { exact: true })).toHaveCount(3);
    await expect(page.getByRole('link', { name: /^Education.*3 new/ })).toBeVisible();
  });
  await test.step('Show archived (N): archived articles are fetched only when the checkbox is on', async () => {
    expect(asked.filter((url) => url.includes('includeArchived'))).toEqual([]);
    await page.getByRole('checkbox', { name: text('education.showArchived', { count: 1 }) }).check();
    await expect(article(page, 'Put away')).toContainText(text('education.archived'));
    expect(asked.filter((url) => url.includes('includeArchived=true')).length).toBe(1);
    await expect(page.getByText(text('records.change_new'), { exact: true })).toHaveCount(3);
  });
  await test.step('Select an item from the list on the left', async () => {
    await expect(page.getByText(text('records.select'))).toBeVisible();
  });
  await test.step('opening in a new window marks as read, here and on the server, and takes one from the count', async () => {
    const opening = context.waitForEvent('page');
    await article(page, 'Older').click();
    const opened = await opening;
    await expect(opened.getByText('Words of Older')).toBeVisible();
    await expect(page.getByText(text('records.change_new'), { exact: true })).toHaveCount(2);
    await expect(page.getByRole('link', { name: /^Education.*2 new/ })).toBeVisible();
    await expect(article(page, 'Older')).toHaveAttribute('aria-current', 'true');
    await expect
      .poll(() =>
        facility.db.value(
          "select read_at is not null from assigned_articles g join education_articles a on a.id = g.article_id where patient_id = $1 and title = 'Older'",
          [patient.patientId],
        ),
      )
      .toBe(true);
    await opened.close();
  });
  await test.step('an audit event is sent on viewing', async () => {
    await expect
      .poll(() =>
        facility.db.value(
          "select count(*)::int from audit_events where type = 'client.educationviewauditevent' and patient_id = $1",
          [patient.patientId],
        ),
      )
      .toBe(1);
  });
});

test('/education-articles: the view preference is kept, shows the article in the page, and is not offered on narrow screens', async ({
  facility,
  page,
  context,
}) => {
  const patient = await withArticles(facility, [
    ['Here to read', 1, 'Walking', 20, 'new'],
    ['Another', 1, 'Walking', 20, 'new'],
  ]);
  await page.setViewportSize(wide);
  await signIn(page, facility, patient.username);
  const view = page.getByRole('combobox', { name: text('education.view') });
  await expect(view).toHaveValue('NewTab');
  await view.selectOption({ label: text('education.viewInPage') });
  await article(page, 'Here to read').click();
  await expect(page.frameLocator('iframe').getByText('Words of Here to read')).toBeVisible();
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  expect(context.pages()).toHaveLength(1);
  await expect(page.getByText(text('records.change_new'), { exact: true })).toHaveCount(1);
  await look(page, 'education, in the page');
  await page.setViewportSize(wide);
  await page.reload();
  await expect(view).toHaveValue('InPage');

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(view).toBeHidden();
  const opening = context.waitForEvent('page');
  await article(page, 'Another').click();
  await expect((await opening).getByText('Words of Another')).toBeVisible();
});

test('/education-articles: No items to display; a window that was kept closed; no connection', async ({
  facility,
  page,
}) => {
  const { username } = await facility.newPatient();
  await signIn(page, facility, username);
  await expect(page.getByText(text('records.empty'))).toBeVisible();
  await page.context().clearCookies();

  const patient = await withArticles(facility, [['Kept closed', 1, 'Walking', 20, 'new']]);
  await page.goto('about:blank');
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await page.goto(`${facility.portalUrl}/logout`);
  await signIn(page, facility, patient.username);
  await article(page, 'Kept closed').click();
  await expect(page.getByText(text('education.blocked'))).toBeVisible();
  await expect(page.getByText(text('records.change_new'), { exact: true })).toHaveCount(1);
  await page.getByRole('link', { name: 'Kept closed' }).click();
  await expect(page.getByText(text('records.change_new'), { exact: true })).toHaveCount(0);

  await facility.portal.set(network.refuse);
  await article(page, 'Kept closed').click();
  await expect(page.getByText(text('education.offline'))).toBeInViewport();
});

test('the education articles break no rule', async ({ facility, page }) => {
  await signIn(page, facility, 'patient');
  await expect(article(page, 'Getting ready for your visit')).toBeVisible();
  await page.getByRole('checkbox').check();
  await expect(article(page, 'Mouth care')).toBeVisible();
  await look(page, 'education');
  await lookOnPaper(page, 'education', /Northlight.*Juniper Applewhistle/);
});
