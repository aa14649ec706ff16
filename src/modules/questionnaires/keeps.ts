import {
  countNewQuestionnaires,
  countOpenQuestionnaires,
  getQuestionnaire,
  getQuestionnaireHistory,
  listQuestionnaireHistory,
  listQuestionnaires,
} from '@portal/api';
import { dayOf, type KeepsAhead } from '../../data/keptRecords/ahead.ts';
import { hasCapability } from '../../data/profile.ts';

/** Those that are to be filled in, and all that were sent. */
export const keepsAhead: KeepsAhead = {
  async *wanted({ patientId }, ask) {
    if (!hasCapability('Questionnaires')) return;
    const ofPatient = { params: { patientId } };
    const open = (await ask(listQuestionnaires, ofPatient)) ?? [];
    const sent = (await ask(listQuestionnaireHistory, ofPatient)) ?? [];
    yield { call: countOpenQuestionnaires, input: ofPatient, day: null };
    yield { call: countNewQuestionnaires, input: ofPatient, day: null };
    for (const { assignedQuestionnaireId, canStartByPatient } of open)
      // Its draft changes without its row, so it is asked for again when it is old.
      if (canStartByPatient)
        yield { call: getQuestionnaire, input: { params: { patientId, assignedQuestionnaireId } }, day: null };
    for (const row of sent)
      yield {
        call: getQuestionnaireHistory,
        input: { params: { patientId, assignedQuestionnaireId: row.assignedQuestionnaireId } },
        day: dayOf(row.completedDate),
        row,
      };
  },
};
