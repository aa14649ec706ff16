import {
  type LabResultId,
  listLabResults,
  listResultChanges,
  lookedAtResults,
  type PatientId,
  type RecordChange,
} from '@portal/api';
import { useMemo } from 'react';
import { useCall } from '../../data/query/query.ts';
import { isOffered } from '../../data/version.ts';
import { useListChanges } from '../../records/changes/useListChanges.ts';

export type ChangeOfResult = (id: LabResultId) => RecordChange | undefined;

/** What changed in the list since its reader last looked. */
export function useResultChanges(
  patientId: PatientId,
  isShown: boolean,
): { readonly changes: readonly RecordChange[]; readonly changeOf: ChangeOfResult } {
  const ofPatient = { params: { patientId } };
  const changes = useListChanges({
    changes: useCall(listResultChanges, ofPatient, { enabled: isOffered(listResultChanges) }),
    looked: lookedAtResults,
    listed: useCall(listLabResults, ofPatient),
    patientId,
    isShown,
  });
  const changeOf = useMemo(() => {
    const byId = new Map(changes.flatMap((one) => (one.row.kind === 'result' ? [[one.row.labResultId, one]] : [])));
    return (id: LabResultId) => byId.get(id);
  }, [changes]);
  return { changes, changeOf };
}
