import { countUnseenTreatmentSummary, listTreatmentSummary } from '@portal/api';
import type { KeepsAhead } from '../../data/keptRecords/ahead.ts';
import { hasCapability } from '../../data/profile.ts';

/** All groups, which come in one answer. */
export const keepsAhead: KeepsAhead = {
  *wanted({ patientId }) {
    if (!hasCapability('TreatmentSummary')) return;
    const ofPatient = { params: { patientId } };
    yield { call: listTreatmentSummary, input: ofPatient, day: null };
    yield { call: countUnseenTreatmentSummary, input: ofPatient, day: null };
  },
};
