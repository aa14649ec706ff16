import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Facility, TestPatient } from './facility.ts';
import { demoPassword } from './facility.ts';
import { signIn } from './signIn.ts';
import { text } from './texts.ts';
import type { LanguageCode } from '@portal/api';

/** The date that the staff's list shows first. */
export const staffDay = async (facility: Facility): Promise<string> =>
  String(await facility.db.value('select max(today_in(time_zone))::text from facilities'));

/** A patient in the waiting room with this questionnaire due. */
export async function someoneDue(
  facility: Facility,
  title: string,
  firstName: string,
): Promise<TestPatient & { readonly assigned: Awaited<ReturnType<Facility['assign']>> }> {
  const patient = await facility.newPatient({ firstName, lastName: 'Waiting' });
  return { ...patient, assigned: await facility.assign(patient.patientId, title, await staffDay(facility)) };
}

/** Chooses the tablet's language, which the tablet remembers. */
export async function speak(page: Page, facility: Facility, language: LanguageCode): Promise<void> {
  await page.goto(`${facility.kioskUrl}/kioskLogin`);
  await page.getByRole('combobox').selectOption(language);
  await expect(page.getByRole('button', { name: text('core.logIn', {}, language), exact: true })).toBeVisible();
}

/** Signs staff in and waits for their list. */
export async function signInStaff(page: Page, facility: Facility, language: LanguageCode = 'en'): Promise<void> {
  await signIn(page, facility.kioskUrl, { username: 'kiosk', password: demoPassword }, '/kioskLogin', language);
  await expect(page.getByRole('heading', { level: 1, name: text('kiosk.listHeading', {}, language) })).toBeVisible();
}

/** The button in a patient's row. */
export const startFor = (page: Page, firstName: string, language: LanguageCode = 'en') =>
  page
    .getByRole('listitem')
    .filter({ hasText: firstName })
    .getByRole('button', { name: text('kiosk.start', {}, language) });

/** Goes from the list to the question whether this is the patient. */
export async function handOver(page: Page, firstName: string): Promise<void> {
  await startFor(page, firstName).click();
  await page.getByRole('button', { name: text('kiosk.start'), exact: true }).click();
  await expect(page.getByRole('button', { name: text('kiosk.yesMe'), exact: true })).toBeVisible();
}
