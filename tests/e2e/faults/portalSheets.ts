import type { AssignedQuestionnaireId } from '@portal/api';
import type { Locator, Page } from 'playwright';
import type { Facility, TestPatient } from '../../support/facility.ts';
import { hasDeviceKey } from '../../support/deviceKey.ts';
import { importOnce } from '../../support/questionnaires.ts';
import { expect, text } from '../../support/test.ts';
import { SheetPage, scheduleSheet } from './sheetPage.ts';

/** The submit of a whole sheet, as the network sees it begin; the draft's saves have another path. */
export const submitRequest = /^PUT \S*\/assignedquestionnaires\/\d+ /;

/** A patient with one questionnaire assigned, each kind of control in it. */
export async function patientWithSheet(
  facility: Facility,
): Promise<{ patient: TestPatient; assigned: AssignedQuestionnaireId }> {
  await importOnce(facility, scheduleSheet);
  const patient = await facility.newPatient();
  return { patient, assigned: await facility.assign(patient.patientId, scheduleSheet.title) };
}

/**
 * Opens the questionnaire as its person would, signing in where it takes that, until one can type and the device has its key.
 */
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

/** The chip that says where the answers of the moment are. */
export const chip = (
  page: Page,
  words: 'saved' | 'savedOnDevice' | 'notSavedOnDevice' | 'waitingToSend' | 'draft',
): Locator => page.getByText(text(`questionnaires.${words}`), { exact: true });

/** The page says that the answers are with the facility. */
export const sentPage = (page: Page): Locator =>
  page.getByRole('heading', { level: 1, name: text('questionnaires.sentTitle'), exact: true });

export const sendButton = (page: Page): Locator =>
  page.getByRole('button', { name: text('questionnaires.sendAnswers'), exact: true });
