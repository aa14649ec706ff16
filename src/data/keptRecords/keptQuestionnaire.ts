import {
  type AssignedQuestionnaire,
  type AssignedQuestionnaireId,
  getQuestionnaire,
  type PatientId,
} from '@portal/api';
import * as v from 'valibot';
import { readOfflineAnswer } from './keeping.ts';

/** A questionnaire from the offline copy; null when it is not there. Never rejects. */
export async function findKeptQuestionnaire(
  patientId: PatientId,
  assignedQuestionnaireId: AssignedQuestionnaireId,
): Promise<AssignedQuestionnaire | null> {
  const found = await readOfflineAnswer(getQuestionnaire, { params: { patientId, assignedQuestionnaireId } });
  const parsed = v.safeParse(getQuestionnaire.answer, found?.answer);
  return parsed.success ? parsed.output : null;
}
