import {
  countNewQuestionnaires,
  countOpenQuestionnaires,
  getQuestionnaire,
  getQuestionnaireHistory,
  getScoreHistory,
  getValueSet,
  listQuestionnaireHistory,
  listQuestionnaires,
} from '@portal/api';
import * as v from 'valibot';
import { dayOf, type KeepsAhead } from '../../data/keptRecords/keeps.ts';
import { hasCapability } from '../../data/profile.ts';

/** The keys of the value sets that a questionnaire uses. */
function valueSetsOf(answer: unknown): string[] {
  const parsed = v.safeParse(getQuestionnaire.answer, answer);
  const items = parsed.success ? parsed.output.questionnaireItems : [];
  return [
    ...new Set(items.flatMap((item) => (item.questionnaireItemType === 'LookupQuestion' ? [item.valueSetKey] : []))),
  ];
}

export const keepsAhead: KeepsAhead = {
  async *wanted({ patientId }, ask) {
    if (!hasCapability('Questionnaires')) return;
    const ofPatient = { params: { patientId } };
    const open = (await ask(listQuestionnaires, ofPatient)) ?? [];
    const sent = (await ask(listQuestionnaireHistory, ofPatient)) ?? [];
    yield { call: countOpenQuestionnaires, input: ofPatient, day: null };
    yield { call: countNewQuestionnaires, input: ofPatient, day: null };
    for (const { assignedQuestionnaireId, canStartByPatient } of open)
      // Its draft changes without its row, so it is loaded again when it is old.
      if (canStartByPatient)
        yield {
          call: getQuestionnaire,
          input: { params: { patientId, assignedQuestionnaireId } },
          day: null,
          names: {
            calls: [getValueSet],
            of: (answer) =>
              valueSetsOf(answer).map((valueSetKey) => ({
                call: getValueSet,
                input: { params: { patientId, valueSetKey } },
                day: null,
              })),
          },
        };
    const titles = new Set<string>();
    for (const row of sent) {
      yield {
        call: getQuestionnaireHistory,
        input: { params: { patientId, assignedQuestionnaireId: row.assignedQuestionnaireId } },
        day: dayOf(row.completedDate),
        row,
      };
      // The newest completion of each questionnaire has all scores.
      if (row.statusDescription !== 'Completed' || titles.has(row.templateTitle)) continue;
      titles.add(row.templateTitle);
      yield {
        call: getScoreHistory,
        input: { params: { patientId, assignedQuestionnaireId: row.assignedQuestionnaireId } },
        day: dayOf(row.completedDate),
        row,
      };
    }
  },
};
