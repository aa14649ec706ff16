import { openSetting } from '../../support/accountSettings.ts';
import { portalPages } from '../../support/pages.ts';
import { expectWholeWords } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

for (const language of ['en', 'es', 'fr', 'pt'])
  test(`titles and navigation break no word in ${language}`, async ({ facility, page }) => {
    const patient = await facility.newPatient({ language });
    await signInAs(page, facility, patient.username, { path: '/login' });
    for (const path of ['/questionnaires', '/appointments', '/education-articles', '/contact-us']) {
      await page.goto(facility.portalUrl + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectWholeWords(page);
    }
  });

test('running text of plan, contacts and questions breaks no word', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient', { path: '/login' });
  for (const [path, seen] of [
    ['/followup-plan', 'Survivorship'],
    ['/contact-us', 'Front desk and appointments'],
    ['/faqs', 'How soon will I see my test results?'],
  ] as const) {
    await page.goto(facility.portalUrl + path);
    await expect(page.getByText(seen).filter({ visible: true }).first()).toBeVisible();
    await expectWholeWords(page, 'main');
  }
});

test('names of entries and what stands beside them break no word', async ({ facility, page }) => {
  await signInAs(page, facility, 'patient', { path: '/login' });
  await page.goto(`${facility.portalUrl}/health-summary?view=lists`);
  await expect(page.getByRole('heading', { level: 3, name: 'Lymphedema' })).toBeVisible();
  await expectWholeWords(page, 'main section:first-of-type :is(h3, h3 + *), main button');
});

test('names and addresses of great length widen no page of a phone', async ({ facility, page }) => {
  const [firstName, lastName] = ['Maximiliana-Wilhelmine', 'Vonderheydenbrinkhausenschmidtberg'];
  const email = `${'a'.repeat(50)}@${'b'.repeat(25)}.example`;
  expect(email).toHaveLength(84);
  const line = 'Donaudampfschifffahrtsgesellschaftskapitaenswitwengasse-1234';
  const patient = await facility.newPatient({ firstName, lastName });
  await facility.db.query('update users set email = $2 where id = $1', [patient.userId, email]);
  await facility.db.query(
    'update patients set email_address = $2, address1 = $3, address2 = $3, city = $4 where id = $1',
    [patient.patientId, email, line, lastName],
  );
  const contactId = await facility.db.value(
    `insert into contacts (patient_id, first_name, last_name, relationship_id, is_primary, address1, city, email, language)
     select $1, $2, $3, (select id from relationships limit 1), true, $4, $3, $5, 'en' returning id::int`,
    [patient.patientId, firstName, lastName, line, email],
  );
  await facility.db.query(
    `insert into appointments (patient_id, facility_id, kind, day, provider_first_name, provider_last_name, type, location, place, status)
     select p.id, p.home_facility_id, 'ExternalAppointment', current_date + 3, $2, $3, $4, $4, $4, 'Scheduled' from patients p where p.id = $1`,
    [patient.patientId, firstName, lastName, line],
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, facility, patient.username, { path: '/login' });
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const paths = portalPages.filter(({ who, layout }) => who === 'signedIn' && layout !== 'gate').map((one) => one.path);
  for (const path of [...paths, `/edit-contact?contactId=${String(contactId)}`]) {
    await page.goto(facility.portalUrl + path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect.soft(await wider(), path).toBeLessThanOrEqual(0);
  }
  await page.goto(`${facility.portalUrl}/account-settings`);
  await openSetting(page, 'account.changeEmail');
  await expect(page.getByText(email).first()).toBeVisible();
  expect.soft(await wider(), 'the email address of the account').toBeLessThanOrEqual(0);
  await page.goto(`${facility.portalUrl}/dashboard`);
  await page.getByRole('button', { name: new RegExp(`^${firstName}`) }).click();
  await expect(page.getByText(text('records.edit')).first()).toBeVisible();
  expect.soft(await wider(), 'the sheet of a contact').toBeLessThanOrEqual(0);
});

test('a date in a box is not cut on a phone in Portuguese', async ({ facility, page }) => {
  const patient = await facility.newPatient({ language: 'pt' });
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/personal-data' });
  await expect(page.locator('#activity-start')).toBeVisible();
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
  for (const box of ['#activity-start', '#activity-end'])
    expect(await page.locator(box).evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
});

test('the title of a new message breaks no word beside the place of its draft', async ({ facility, page }) => {
  await facility.db.query("update users set language = 'es' where username = 'patient'");
  await signInAs(page, facility, 'patient', { path: '/login?redirect=/secure-message' });
  await page.getByRole('textbox', { name: text('secureMessages.subject', {}, 'es') }).fill('Una pregunta');
  await expect(
    page.getByText(new RegExp(text('secureMessages.draft_server', {}, 'es'))).filter({ visible: true }),
  ).toBeVisible();
  await expectWholeWords(page, 'h1', [
    [320, 16],
    [390, 16],
    [390, 32],
  ]);
});

test('at doubled text a phone shows a date in its box whole, and breaks no name of a contact', async ({
  facility,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await facility.db.query("update users set language = 'fr' where username = 'patient'");
  await signInAs(page, facility, 'patient', { path: '/login' });
  await page.goto(`${facility.portalUrl}/personal-data`);
  const date = page.getByRole('textbox', { name: text('records.startDate', {}, 'fr') });
  await expect(date).not.toHaveValue('');
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 13 } });
  expect(await date.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0);
  await page.goto(`${facility.portalUrl}/dashboard`);
  await expect(page.getByRole('button', { name: /^Linnea Applewhistle/ })).toBeVisible();
  await expectWholeWords(page, '#dashboard-contacts button', [[390, 32]]);
});
