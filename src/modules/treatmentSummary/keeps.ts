import {
  countTreatmentChanges,
  countUnseenTreatmentSummary,
  listTreatmentChanges,
  listTreatmentSummary,
} from '@portal/api';
import type { KeepsAhead } from '../../data/keptRecords/keeps.ts';
import { hasCapability } from '../../data/profile.ts';
import { isOffered } from '../../data/version.ts';

/** All groups, which come in one answer. */
export const keepsAhead: KeepsAhead = {
  *wanted({ patientId }) {
    if (!hasCapability('TreatmentSummary')) return;
    const ofPatient = { params: { patientId } };
    yield { call: listTreatmentSummary, input: ofPatient, day: null };
    yield { call: countUnseenTreatmentSummary, input: ofPatient, day: null };
    if (isOffered(listTreatmentChanges)) {
      yield { call: countTreatmentChanges, input: ofPatient, day: null };
      yield { call: listTreatmentChanges, input: ofPatient, day: null };
    }
  },
};
