import { AssignedQuestionnaire } from '@portal/api';
import * as v from 'valibot';

/** For tests: a question that is answered in words. */
export const textQuestion = {
  questionnaireItemId: 1,
  questionnaireItemType: 'TextQuestion',
  sortOrder: 1,
  questionMatrixGuid: null,
  formattedText: 'How are you?',
  isRequired: false,
  isMultiline: false,
  maxLength: 100,
};

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
