import { join } from 'node:path';
import type { Page } from 'playwright';
import { signIn as person, summaryWords } from '../../ownBackEnd/answers.ts';
import { type OwnBackEnd, startOwnBackEnd } from '../../ownBackEnd/server.ts';
import { signIn } from '../../support/signIn.ts';
import { expect, test, text } from '../../support/test.ts';

test.use({ viewport: { width: 1280, height: 900 } });

let backEnd: OwnBackEnd;
test.beforeAll(async () => {
  backEnd = await startOwnBackEnd(join(import.meta.dirname, '../../../dist/portal'));
});
test.afterAll(() => backEnd.stop());

/** Texts that no page may show while the server answers everything in the specification. */
const faults = [
  'records.offline',
  'records.failed',
  'core.facilityDown',
  'records.fileFailed',
  'bar.noConnection',
  'bar.unspecified',
  'bar.serverBusy',
] as const;
async function expectNoFault(page: Page): Promise<void> {
  for (const key of faults) await expect(page.getByText(text(key), { exact: true }), key).toHaveCount(0);
}

/** Collects the console's errors, except those about calls that the server does not have. */
function watchConsole(page: Page): readonly string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 404/.test(message.text())) said.push(message.text());
  });
  return said;
}

test('every page works with a server that answers the documents’ calls and fields alone', async ({ page }) => {
  const said = watchConsole(page);
  await signIn(page, backEnd.origin, person, '/login');
  const main = page.getByRole('main');
  const pages: readonly (readonly [path: string, words: string])[] = [
    ['/dashboard', 'Office visit'],
    ['/appointments', 'Office visit'],
    ['/treatment-summary', 'Latex'],
    ['/followup-plan', 'Six months'],
    ['/education-articles', 'Eating well'],
    ['/questionnaires', 'Sleep'],
    ['/test-results', 'Blood count'],
    ['/medical-notes', 'Progress note'],
    ['/secure-messages', 'Your visit'],
    ['/account-settings', 'rosalind@example.com'],
    ['/notification-settings', text('account.notifications')],
    ['/personal-data', text('personalData.log')],
    ['/contact-us', 'Front desk'],
    ['/faqs', 'When are you open?'],
    ['/useful-links', 'In our own words.'],
    ['/download-forms', 'Before your visit'],
    ['/help', 'In our own words.'],
  ];
  for (const [path, words] of pages) {
    await page.goto(`${backEnd.origin}${path}`);
    await expect(main.getByText(words).filter({ visible: true }).first(), path).toBeVisible();
    await expectNoFault(page);
  }

  await page.goto(`${backEnd.origin}/test-results`);
  await main.getByRole('link', { name: /Blood count/ }).click();
  await expect(main.getByText('10.1')).toBeVisible();
  await expect(main.getByText(text('testResults.byTest'))).toHaveCount(0);
  await expect(main.getByRole('cell', { name: '250' })).toBeVisible();
  const pdf = page.waitForEvent('popup');
  await main.getByRole('button', { name: text('testResults.pdf'), exact: true }).click();
  await pdf;
  await expectNoFault(page);
  await page.goto(`${backEnd.origin}/medical-notes`);
  await main.getByRole('link', { name: /Progress note/ }).click();
  await expect(main.getByText('As we discussed.')).toBeVisible();
  await expectNoFault(page);

  await page.goto(`${backEnd.origin}/health-summary`);
  await expect(page.frameLocator('main iframe').getByText(summaryWords)).toBeVisible();
  await expect(page.frameLocator('main iframe').getByRole('cell', { name: 'Letrozole' })).toBeVisible();
  await expectNoFault(page);
  expect(said).toEqual([]);
});

test('a message and answers are sent to such a server', async ({ page }) => {
  const said = watchConsole(page);
  await signIn(page, backEnd.origin, person, '/login');
  await page.goto(`${backEnd.origin}/secure-messages`);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /Your visit/ }).click();
  await expect(main.getByText('Yes, a light breakfast.')).toBeVisible();
  await page.getByRole('button', { name: text('secureMessages.new'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /Marchbank/ }).check();
  await dialog.getByRole('textbox', { name: text('secureMessages.subject') }).fill('A question');
  await dialog.getByRole('textbox', { name: text('secureMessages.message') }).fill('May I swim?');
  await dialog.getByRole('button', { name: text('form.send'), exact: true }).click();
  await expect(page.getByText(text('bar.securemessagesent'))).toBeVisible();
  expect(backEnd.received.filter(({ call }) => call.includes('/new/')).map(({ body }) => body)).toEqual([
    JSON.stringify({ subject: 'A question', content: 'May I swim?' }),
  ]);

  await page.goto(`${backEnd.origin}/questionnaires`);
  await page
    .getByRole('link', { name: text('questionnaires.toDoStart') })
    .or(page.getByRole('button', { name: text('questionnaires.toDoStart') }))
    .click();
  await page.getByRole('radio', { name: 'Well', exact: true }).check();
  await page.getByRole('button', { name: text('questionnaires.sendAnswers') }).click();
  await expect(page.getByText('Your appetite is good.')).toBeVisible();
  const [sent] = backEnd.received.filter(
    ({ call }) => call === 'PUT /api/patients/{patientId}/assignedquestionnaires/{id}',
  );
  expect(sent?.body).toContain('"listAnswerId":311');
  expect(said).toEqual([]);
});

test('nothing is offered that such a server cannot do, and an invitation goes out without rights', async ({ page }) => {
  const said = watchConsole(page);
  const main = page.getByRole('main');
  const press = (key: Parameters<typeof text>[0]) => page.getByRole('button', { name: text(key), exact: true });
  await signIn(page, backEnd.origin, person, '/login?redirect=%2Fpersonal-data');
  await expect(main.getByText(text('personalData.forYou'), { exact: true })).toBeVisible();
  await expect(main.getByText(text('personalData.forOthers'), { exact: true })).toHaveCount(0);

  await page.goto(`${backEnd.origin}/edit-contact?contactId=101`);
  await expect(press('contacts.invite')).toBeVisible();
  await expect(press('contacts.remove')).toHaveCount(0);
  await press('contacts.invite').click();
  await expect(press('contacts.agree')).not.toHaveAttribute('aria-disabled', 'true');
  await expect(main.getByRole('checkbox')).toHaveCount(0);
  const consent = text('contacts.consentWhole', { name: 'Barnaby Quillfeather' });
  await expect(main.getByText(consent, { exact: true })).toBeVisible();
  await press('contacts.agree').click();
  await expect(main.getByText('418205', { exact: true })).toBeVisible();
  expect(backEnd.received.filter(({ call }) => call.includes('/invite')).map(({ body }) => body)).toEqual(['']);
  await expectNoFault(page);
  expect(said).toEqual([]);
});
