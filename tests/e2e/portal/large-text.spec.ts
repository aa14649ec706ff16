import { expectWholeWords } from '../../support/pageRules.ts';
import { expect, signInAs, test } from '../../support/test.ts';

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
