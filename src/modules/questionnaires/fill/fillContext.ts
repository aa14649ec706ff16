import type { AnswerAttachment, AssignedQuestionnaireId, PatientId } from '@portal/api';
import { createContext, useContext } from 'react';
import type { AnswerFiles } from '../../../data/drafts/fileParts.ts';

/** Whose answers to what: for fields that ask the server for more than the questionnaire says, or keep something there by themselves. */
export interface FillContext {
  readonly patientId: PatientId;
  readonly assignedQuestionnaireId: AssignedQuestionnaireId;
  /** On a tablet, where nothing is to be chosen from what others left. */
  readonly isByCamera: boolean;
  /** Takes what is chosen; null where answers are only read. */
  readonly files: AnswerFiles | null;
  /** Opens a file that was sent; null where that is no place for it. */
  readonly openFile: ((file: AnswerAttachment) => void) | null;
}

const Place = createContext<FillContext | null>(null);

export const FillContextProvider = Place.Provider;
/** Null where answers are shown that belong to nobody's questionnaire, as in a test or a gallery. */
export const useFillContext = (): FillContext | null => useContext(Place);
