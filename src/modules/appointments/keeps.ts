import {
  getNotificationSettings,
  getPreferences,
  listAppointments,
  listPhoneCheckIns,
  listVisitGuides,
} from '@portal/api';
import type { KeepsAhead } from '../../data/keptRecords/keeps.ts';
import { hasCapability } from '../../data/profile.ts';
import { isOffered } from '../../data/version.ts';
import { preferenceInput } from '../../records/usePreference.ts';
import { words } from '../../words/index.ts';
import { dateFilterPreference } from './preferences.ts';

/** All visits, which come in one answer, what the facility says of those to come, and when to check in for them. */
export const keepsAhead: KeepsAhead = {
  *wanted({ patientId, userId }) {
    if (!hasCapability('Appointments')) return;
    const ofPatient = { params: { patientId } };
    yield { call: listAppointments, input: ofPatient, day: null };
    if (isOffered(listVisitGuides))
      yield {
        call: listVisitGuides,
        input: { ...ofPatient, query: { language: words().language } },
        day: null,
      };
    if (isOffered(listPhoneCheckIns)) yield { call: listPhoneCheckIns, input: ofPatient, day: null };
    yield { call: getPreferences, input: preferenceInput(userId, dateFilterPreference), day: null };
    yield { call: getNotificationSettings, input: { ...ofPatient, query: { type: 'Appointments' } }, day: null };
  },
};
