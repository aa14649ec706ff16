import type { Page } from 'playwright';
import { expect, network, signInAs, test, text, textPattern } from '../../support/test.ts';
import { hasWorker } from '../../support/worker.ts';

test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'reduce' } });

/** The contents of local storage as text. */
const kept = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(localStorage)));

test('without a network, questions, contact and help are there with their age, and nothing of a person lies in clear', async ({
  facility,
  page,
}) => {
  const patient = await facility.newPatient({ firstName: 'Wilhelmina' });
  const link = (name: 'faqs' | 'contactUs' | 'help') =>
    page.getByRole('link', { name: text(`facility.${name}`) }).first();
  const open = async (name: 'faqs' | 'contactUs' | 'help') => {
    if (!(await link(name).isVisible())) await page.getByRole('button', { name: text('layout.menu') }).click();
    await link(name).click();
    await expect(page.getByRole('heading', { level: 1, name: text(`facility.${name}`), exact: true })).toBeVisible();
  };
  const pages = [
    ['faqs', 'How soon will I see my test results?'],
    ['contactUs', 'Nurse line'],
    ['help', 'For help with your account'],
  ] as const;

  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs(page, facility, patient.username, { path: '/login?redirect=/faqs' });
  await hasWorker(page);
  for (const [name, seen] of pages) {
    await open(name);
    await expect(page.getByText(seen).first()).toBeVisible();
    await expect(page.getByText(textPattern('records.savedCopy'))).toBeHidden();
  }
  await expect.poll(() => kept(page)).toContain('For help with your account');

  await facility.portal.set(network.refuse);
  await page.reload();
  await page.getByRole('textbox', { name: text('core.username') }).fill(patient.username);
  await page.getByRole('textbox', { name: text('core.password') }).fill(patient.password);
  await page.getByRole('button', { name: text('session.unlock'), exact: true }).click();
  await expect(page.getByRole('button', { name: text('session.unlock'), exact: true })).toBeHidden();
  for (const [name, seen] of pages) {
    await open(name);
    await expect(page.getByText(seen).first()).toBeVisible();
    await expect(page.getByText(textPattern('records.savedCopy')).first()).toBeVisible();
  }
  const stored = await kept(page);
  for (const personal of [patient.username, 'Wilhelmina', 'patientId', 'userId', 'token'])
    expect(stored).not.toContain(personal);
});
