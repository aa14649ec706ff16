import { PatientId, UserProfile } from '@portal/api';
import * as v from 'valibot';
import type { Identity } from '../../../src/data/identity.ts';
import { claim } from './schedules.ts';

/** The person who owns the device in the schedules. No word of this may be readable in what the device stores. */
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
/** Every stored text begins with this. It must not be readable anywhere. */
export const planted = 'planted shoulder ';

/** Claims that neither the person nor what they store, nor where it is stored, can be read in the device's contents. */
export function claimNothingPlain(everything: string): void {
  for (const text of [planted, 'Amelia', 'Okafor', credentials.password, 'draft/', 'message', 'getLabResult', '"v":'])
    claim(!everything.includes(text), `"${text}" lies on the device in clear`);
}
