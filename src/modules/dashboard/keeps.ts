import {
  getPatient,
  getPatientAddress,
  listCareTeam,
  listContacts,
  listRepresentations,
  listUpcomingAppointments,
} from '@portal/api';
import type { KeepsAhead } from '../../data/keptRecords/keeps.ts';
import { currentIdentity, hasCapability } from '../../data/profile.ts';
import { represented } from '../../data/identity.ts';
import { upcomingCount } from './upcomingCount.ts';

export const keepsAhead: KeepsAhead = {
  *wanted({ patientId, userId }) {
    const ofPatient = { params: { patientId } };
    yield { call: getPatient, input: ofPatient, day: null };
    yield { call: listRepresentations, input: { params: { userId } }, day: null };
    if (hasCapability('Dashboard.CareTeam')) yield { call: listCareTeam, input: ofPatient, day: null };
    if (hasCapability('Dashboard.PersonalContacts')) {
      yield { call: listContacts, input: ofPatient, day: null };
      // For the form of a new contact, which is for the patient alone.
      if (represented(currentIdentity()) === null) yield { call: getPatientAddress, input: ofPatient, day: null };
    }
    if (hasCapability('Dashboard.Appointments'))
      yield {
        call: listUpcomingAppointments,
        input: { params: { patientId, count: upcomingCount } },
        day: null,
      };
  },
};
