import { getNotificationSettings, getPreferences, listAppointments } from '@portal/api';
import type { KeepsAhead } from '../../data/keptRecords/ahead.ts';
import { hasCapability } from '../../data/profile.ts';
import { preferenceInput } from '../../records/usePreference.ts';
import { dateFilterPreference } from './preferences.ts';

/** All visits, which come in one answer. */
export const keepsAhead: KeepsAhead = {
  *wanted({ patientId, userId }) {
    if (!hasCapability('Appointments')) return;
    const ofPatient = { params: { patientId } };
    yield { call: listAppointments, input: ofPatient, day: null };
    yield { call: getPreferences, input: preferenceInput(userId, dateFilterPreference), day: null };
    yield { call: getNotificationSettings, input: { ...ofPatient, query: { type: 'Appointments' } }, day: null };
  },
};
