import { changing, reading } from './presets.ts';

/** Who fills in questionnaires. */
export const questionnaireFillers = ['patient', 'representative', 'kioskPatient', 'linkUser'] as const;
export const assignedPath = '/api/patients/{patientId}/assignedquestionnaires';

/** What the calls of questionnaires share. */
const ofQuestionnaires = { capability: 'Questionnaires', section: 'Questionnaires' } as const;
export const readingQuestionnaires = {
  ...reading,
  ...ofQuestionnaires,
  access: ['patient', 'representative'],
  staleTime: 30_000,
  offline: 'keep',
} as const;
export const answering = { ...changing, ...ofQuestionnaires, right: 'answer', access: questionnaireFillers } as const;
