import { countOverdueFollowUps, getFollowUpPlan, getNotificationSettings, getPreferences } from '@portal/api';
import type { KeepsAhead } from '../../data/keptRecords/keeps.ts';
import { hasCapability } from '../../data/profile.ts';
import { preferenceInput } from '../../records/usePreference.ts';
import { followUpFilterPreference } from './preferences.ts';

/** The plan, which comes in one answer. */
export const keepsAhead: KeepsAhead = {
  *wanted({ patientId, userId }) {
    if (!hasCapability('FollowUpPlan')) return;
    const ofPatient = { params: { patientId } };
    yield { call: getFollowUpPlan, input: { ...ofPatient, query: {} }, day: null };
    yield { call: countOverdueFollowUps, input: ofPatient, day: null };
    yield { call: getPreferences, input: preferenceInput(userId, followUpFilterPreference), day: null };
    yield { call: getNotificationSettings, input: { ...ofPatient, query: { type: 'Followups' } }, day: null };
  },
};
