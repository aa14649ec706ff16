import { AssignedQuestionnaire } from '@portal/api';
import * as v from 'valibot';

/** For tests: a questionnaire with these items that somebody has begun to fill in; `more` overrides its other fields. */
export const questionnaireOf = (questionnaireItems: readonly unknown[], more: object = {}): AssignedQuestionnaire =>
  v.parse(AssignedQuestionnaire, {
    assignedQuestionnaireId: 1,
    templateTitle: 'How are you doing?',
    templateDescription: null,
    statusDescription: 'Started',
    dueDate: null,
    completedDate: null,
    isNew: false,
    canStartByPatient: true,
    patientInstructions: null,
    templateRevision: 1,
    questionnaireItems,
    patientQuestionAnswerList: [],
    patientScoreList: [],
    defaultMsgOnCompletion: null,
    isValid: true,
    draft: null,
    ...more,
  });
