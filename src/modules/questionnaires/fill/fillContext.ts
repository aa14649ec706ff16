import type { AnswerAttachment, AssignedQuestionnaireId, PatientId } from '@portal/api';
import { createContext, useContext } from 'react';
import type { AnswerFiles } from '../../../data/drafts/fileParts.ts';

/** The open questionnaire, for fields that ask the server for more than the questionnaire says, or store something there by themselves. */
interface FillContext {
  readonly patientId: PatientId;
  readonly assignedQuestionnaireId: AssignedQuestionnaireId;
  /** On a tablet, where nobody may choose from files of others. */
  readonly isByCamera: boolean;
  /** Takes chosen files; null where answers are only read. */
  readonly files: AnswerFiles | null;
  /** Opens a sent file; null where files cannot be opened. */
  readonly openFile: ((file: AnswerAttachment) => void) | null;
}

const Place = createContext<FillContext | null>(null);

export const FillContextProvider = Place.Provider;
/** Null where the answers belong to no assigned questionnaire, as in a test or a gallery. */
export const useFillContext = (): FillContext | null => useContext(Place);
