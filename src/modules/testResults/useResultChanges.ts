import {
  type ChangedRow,
  type LabResultId,
  listLabResults,
  listResultChanges,
  lookedAtResults,
  type PatientId,
} from '@portal/api';
import { useCall } from '../../data/query/query.ts';
import { isOffered } from '../../data/version.ts';
import { useListChanges } from '../../records/changes/useListChanges.ts';

const idOf = (row: ChangedRow): LabResultId | null => (row.kind === 'result' ? row.labResultId : null);

/** What changed in the list since its reader last looked. */
export const useResultChanges = (patientId: PatientId, isShown: boolean) => {
  const ofPatient = { params: { patientId } };
  return useListChanges({
    changes: useCall(listResultChanges, ofPatient, { enabled: isOffered(listResultChanges) }),
    looked: lookedAtResults,
    listed: useCall(listLabResults, ofPatient),
    idOf,
    patientId,
    isShown,
  });
};
