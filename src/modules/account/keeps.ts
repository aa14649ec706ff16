import { getNotificationSettings, getRegistrationDetails, getSystemReminderSettings } from '@portal/api';
import { currentIdentity } from '../../data/profile.ts';
import type { KeepsAhead } from '../../data/keptRecords/keeps.ts';
import { maySeeRegistration } from './registration.ts';

export const keepsAhead: KeepsAhead = {
  *wanted({ patientId }) {
    const ofPatient = { params: { patientId } };
    if (maySeeRegistration(currentIdentity())) yield { call: getRegistrationDetails, input: ofPatient, day: null };
    yield { call: getSystemReminderSettings, input: {}, day: null };
    yield { call: getNotificationSettings, input: { ...ofPatient, query: {} }, day: null };
  },
};
