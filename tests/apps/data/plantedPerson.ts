import { PatientId, UserProfile } from '@portal/api';
import * as v from 'valibot';
import type { Identity } from '../../../src/data/profile.ts';
import { claim } from './schedules.ts';

/** Whose device the schedules play with; every word of it can be searched for. */
export const credentials = { username: 'Amelia.Okafor@example.org', password: 'Planted+Pass1' };
/** The same person under any user name. */
export const identityOf = (userName: string): Identity => ({
  profile: v.parse(UserProfile, {
    userId: 7,
    userName,
    email: null,
    firstName: 'Amelia',
    lastName: 'Okafor',
    loginType: 'userNamePassword',
    facilityId: 1,
    isEmailConfirmed: true,
    isEulaAccepted: true,
    isPasswordUpdateRequired: false,
    isAuthorizedRepresentative: false,
    languageCode: 'en',
    preferences: [],
    ids: [{ idType: 'Patient', value: 11 }],
    termsOfUse: null,
  }),
  capabilities: { modules: [] },
  patientId: v.parse(PatientId, 11),
  representations: [],
});
export const identity = identityOf(credentials.username);
/** Every text that is kept begins so, and may stand nowhere as it is. */
export const planted = 'planted shoulder ';

/** Nothing of the person, of what they keep or of where it stands can be read in all that a device holds. */
export function claimNothingPlain(everything: string): void {
  for (const text of [planted, 'Amelia', 'Okafor', credentials.password, 'draft/', 'message', 'getLabResult', '"v":'])
    claim(!everything.includes(text), `"${text}" lies on the device in clear`);
}
