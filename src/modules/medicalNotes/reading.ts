import {
  countNewMedicalNotes,
  listMedicalNotes,
  type MedicalNote,
  type PatientId,
  reviewMedicalNote,
} from '@portal/api';
import { failureOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { invalidateAfter, keyOf, queryClient } from '../../data/query/query.ts';
import { showFailure } from '../../data/showFailure.ts';
import { withReviewed } from './notes.ts';

/**
 * Marks a note reviewed here and on the server (specification 3, section 4): at once in the list and in the count. Both are loaded again,
 * also if the server could not be told; the message bar shows a failure (section 8).
 */
export function markReviewed(
  patientId: PatientId,
  { ptMedicalNoteId: noteId, isReviewedByPatient }: MedicalNote,
): void {
  if (isReviewedByPatient) return;
  const ofPatient = { params: { patientId } };
  queryClient.setQueryData<readonly MedicalNote[]>(keyOf(listMedicalNotes, ofPatient), (list) =>
    list === undefined ? list : withReviewed(list, noteId),
  );
  queryClient.setQueryData<number>(keyOf(countNewMedicalNotes, ofPatient), (count) =>
    count === undefined ? count : Math.max(0, count - 1),
  );
  send(reviewMedicalNote, { params: { patientId, noteId } })
    .catch((error: unknown) => {
      const failure = failureOf(error);
      // Without a connection the page says so itself.
      if (failure?.kind !== 'offline') showFailure(failure);
    })
    .finally(() => void invalidateAfter(reviewMedicalNote));
}
