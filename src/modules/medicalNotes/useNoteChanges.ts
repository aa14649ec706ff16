import {
  listMedicalNotes,
  listNoteChanges,
  lookedAtNotes,
  type MedicalNoteId,
  type PatientId,
  type RecordChange,
} from '@portal/api';
import { useMemo } from 'react';
import { useCall } from '../../data/query/query.ts';
import { isOffered } from '../../data/version.ts';
import { useListChanges } from '../../records/changes/useListChanges.ts';

export type ChangeOfNote = (id: MedicalNoteId) => RecordChange | undefined;

/** What changed in the list since its reader last looked. */
export function useNoteChanges(
  patientId: PatientId,
  isShown: boolean,
): { readonly changes: readonly RecordChange[]; readonly changeOf: ChangeOfNote } {
  const ofPatient = { params: { patientId } };
  const changes = useListChanges({
    changes: useCall(listNoteChanges, ofPatient, { enabled: isOffered(listNoteChanges) }),
    looked: lookedAtNotes,
    listed: useCall(listMedicalNotes, ofPatient),
    patientId,
    isShown,
  });
  const changeOf = useMemo(() => {
    const byId = new Map(changes.flatMap((one) => (one.row.kind === 'note' ? [[one.row.noteId, one]] : [])));
    return (id: MedicalNoteId) => byId.get(id);
  }, [changes]);
  return { changes, changeOf };
}
