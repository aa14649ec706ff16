import {
  type AssignedQuestionnaire,
  type AssignedQuestionnaireId,
  getQuestionnaire,
  type PatientId,
  readAs,
} from '@portal/api';
import { readOfflineAnswer } from './keeping.ts';

/** A questionnaire from the offline copy; null when it is not there. Never rejects. */
export async function findKeptQuestionnaire(
  patientId: PatientId,
  assignedQuestionnaireId: AssignedQuestionnaireId,
): Promise<AssignedQuestionnaire | null> {
  const found = await readOfflineAnswer(getQuestionnaire, { params: { patientId, assignedQuestionnaireId } });
  return readAs(getQuestionnaire.answer, found?.answer);
}
