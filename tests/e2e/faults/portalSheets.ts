import type { AssignedQuestionnaireId } from '@portal/api';
import type { Locator, Page } from 'playwright';
import type { Facility, TestPatient } from '../../support/facility.ts';
import { hasDeviceKey } from '../../support/deviceKey.ts';
import { importOnce } from '../../support/questionnaires.ts';
import { expect, text } from '../../support/test.ts';
import { SheetPage, scheduleSheet } from './sheetPage.ts';

/** The submit of a whole questionnaire, as the network sees it begin. Draft saves have another path. */
export const submitRequest = /^PUT \S*\/assignedquestionnaires\/\d+ /;

/** A patient with one questionnaire assigned, each kind of control in it. */
export async function patientWithSheet(
  facility: Facility,
): Promise<{ patient: TestPatient; assigned: AssignedQuestionnaireId }> {
  await importOnce(facility, scheduleSheet);
  const patient = await facility.newPatient();
  return { patient, assigned: await facility.assign(patient.patientId, scheduleSheet.title) };
}

/** Opens the questionnaire as its person would, with a sign-in where needed, and waits until one can type and the device has its key. */
export async function openSheet(
  page: Page,
  facility: Facility,
  patient: TestPatient,
  assigned: AssignedQuestionnaireId,
): Promise<SheetPage> {
  const sheet = new SheetPage(page, facility.portalUrl, assigned, patient);
  const keyed = hasDeviceKey(page);
  expect(await sheet.open()).toBe('filling');
  await keyed;
  return sheet;
}

/** The chip that says where the current answers are stored. */
export const chip = (
  page: Page,
  words: 'saved' | 'savedOnDevice' | 'notSavedOnDevice' | 'waitingToSend' | 'draft',
): Locator => page.getByText(text(`questionnaires.${words}`), { exact: true });

/** The heading that says that the facility has the answers. */
export const sentPage = (page: Page): Locator =>
  page.getByRole('heading', { level: 1, name: text('questionnaires.sentTitle'), exact: true });

export const sendButton = (page: Page): Locator =>
  page.getByRole('button', { name: text('questionnaires.sendAnswers'), exact: true });
