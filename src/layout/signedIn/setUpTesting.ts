import { UserProfile } from '@portal/api';
import * as v from 'valibot';
import type { SetUpFacts } from '../module.ts';

/** Somebody who has confirmed their address, on a device where nothing is on offer; texts are their keys with their values. */
export const setUpFacts: SetUpFacts = {
  t: (key, values = {}) => [key, ...Object.values(values)].join(' '),
  locale: 'en-US',
  profile: v.parse(UserProfile, {
    userId: 3,
    userName: 'juniper',
    email: 'juniper@example.org',
    firstName: 'Juniper',
    lastName: 'Applewhistle',
    loginType: 'userNamePassword',
    facilityId: 1,
    isEmailConfirmed: true,
    isEulaAccepted: true,
    isPasswordUpdateRequired: false,
    isAuthorizedRepresentative: false,
    languageCode: 'en',
    preferences: [],
    ids: [{ idType: 'Patient', value: 7 }],
    termsOfUse: null,
  }),
  has: () => true,
  keeping: { kind: 'closed' },
  canInstall: false,
  standing: null,
};
