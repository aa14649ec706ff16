import * as v from 'valibot';
import { EmailAddress, Username } from './accountRules.ts';
import { declareCall } from './call.ts';
import { FacilityId, PatientId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { LanguageCode, orNull, TermsVersion } from './values.ts';

const anonymous = { ...reading, access: 'everyone', offline: 'never', audited: false, staleTime: 0 } as const;
const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
const required = (longest: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longest));

/** Which of PIN, MRN and SSN the facility asks for, comma-separated, in any case (specification 1, section 3). */
export const getVerificationFields = declareCall({
  ...anonymous,
  name: 'getVerificationFields',
  path: '/api/patients/signup/verificationFields',
  answer: v.string(),
  staleTime: 300_000,
  isPublic: true,
});

/** The identity that a person states. `birthDate` is sent as year/month/day (specification 1, section 5). */
export const SignUpIdentity = v.object({
  firstName: required(200),
  lastName: required(200),
  birthDate: v.pipe(v.string(), v.regex(/^\d{4}\/\d{1,2}\/\d{1,2}$/)),
  pin: v.optional(text(40), ''),
  mrn: v.optional(text(60), ''),
  ssn: v.optional(text(20), ''),
});
export type SignUpIdentity = v.InferOutput<typeof SignUpIdentity>;

/** The identity check of an invited patient: 404 for whatever does not match, 400 with a code when the invitation has ended. */
export const validateInvitedPatient = declareCall({
  ...anonymous,
  name: 'validateInvitedPatient',
  method: 'POST',
  path: '/api/patients/signup/invitedPatientValidation',
  body: SignUpIdentity,
  answer: v.object({
    patientId: PatientId,
    firstName: v.string(),
    lastName: v.string(),
    emailAddress: orNull(v.string()),
    homeFacilityId: FacilityId,
  }),
  errors: ['invitation_expired', 'attempts_exceeded', 'locked_out'],
});

/** The fields of every new account. */
export const NewAccount = v.object({
  emailAddress: EmailAddress,
  username: Username,
  password: text(1000),
  isTermsOfUseAccepted: v.literal(true),
  termsOfUseVersion: v.optional(TermsVersion),
});

/**
 * Patients repeat the verified identity; representatives send `-1` and their invitation with its PIN. `termsOfUseVersion` is the version of
 * the terms that were read; without it the current ones are accepted.
 */
export const AccountInformation = v.union([
  v.object({ ...NewAccount.entries, patientId: PatientId, ...SignUpIdentity.entries }),
  v.object({ ...NewAccount.entries, patientId: v.literal(-1), encryptedInvitationId: text(256), pin: text(40) }),
]);
export type AccountInformation = v.InferInput<typeof AccountInformation>;

export const emailNotSent = 'Failed to send email';

/** Makes the account. The answer says when the welcome mail could not be sent. */
export const postAccountInformation = declareCall({
  ...anonymous,
  name: 'postAccountInformation',
  method: 'POST',
  path: '/api/patients/signup/postAccountInformation',
  query: { language: LanguageCode },
  body: AccountInformation,
  answer: v.picklist(['', emailNotSent]),
  errors: [
    'username_exists',
    'password_rules',
    'password_guessable',
    'terms_changed',
    'invitation_expired',
    'attempts_exceeded',
    'locked_out',
  ],
});

/** The PIN check of an invited representative. */
export const verifyInvitationToken = declareCall({
  ...anonymous,
  name: 'verifyInvitationToken',
  path: '/api/authRep/signup/verifyInvitationToken/{token}/{pin}',
  params: { token: text(256), pin: text(40) },
  answer: v.object({ arEmail: v.string(), facilityHomeId: FacilityId }),
  errors: ['invitation_expired', 'attempts_exceeded'],
});

const Acceptance = { encryptedInvitationId: text(256), pin: text(40) };
const ofAcceptance = {
  answer: v.object({ patientId: PatientId }),
} as const;
const acceptanceErrors = [
  'invitation_expired',
  'attempts_exceeded',
  'locked_out',
  'already_represents',
  'own_record',
] as const;

/**
 * Accepts a representative's invitation with an existing account, whose password it needs, so that one sign-in works for several patients.
 * `already_represents`: the account already acts for this patient; `own_record`: it is the patient's own account.
 */
export const acceptInvitation = declareCall({
  ...anonymous,
  ...ofAcceptance,
  name: 'acceptInvitation',
  isOurs: true,
  method: 'POST',
  path: '/api/authRep/signup/acceptInvitation',
  body: v.object({ ...Acceptance, username: required(200), password: text(1000) }),
  errors: [...acceptanceErrors, 'invalid_grant'],
});
/** The same with the account that is signed in. */
export const acceptInvitationSignedIn = declareCall({
  ...changing,
  ...ofAcceptance,
  name: 'acceptInvitationSignedIn',
  isOurs: true,
  method: 'POST',
  path: '/api/users/{userId}/representations',
  params: { userId: UserId },
  access: ['patient', 'representative'],
  beforeTerms: true,
  body: v.object(Acceptance),
  errors: acceptanceErrors,
  invalidates: ['getLoginProfile', 'listRepresentations'],
});
