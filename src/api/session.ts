import * as v from 'valibot';
import { declareCall } from './call.ts';
import type { Section } from './dailyCare.ts';
import { DeviceId, FacilityId, PatientId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { CalendarDate, LanguageCode, TermsVersion } from './values.ts';

/** Login types as the specification names them (1, section 3). */
export const loginTypes = ['userNamePassword', 'patientKioskManagement', 'patientKioskUser', 'patientLinkUser', 'singleSignOn'] as const;
export const LoginType = v.picklist(loginTypes);
export type LoginType = v.InferOutput<typeof LoginType>;

export const Token = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  /** Seconds from the answer until the access token ends. */
  expires_in: v.pipe(v.number(), v.minValue(1)),
  token_type: v.literal('Bearer'),
});
export type Token = v.InferOutput<typeof Token>;

const PasswordGrant = v.object({ grant_type: v.literal('password'), username: v.string(), password: v.string() });
const RefreshGrant = v.object({ grant_type: v.literal('refresh_token'), refresh_token: v.string() });

/**
 * Specification 1, section 7; headers by the rulings, section 2. Username and password are empty for hand-over, link and
 * single sign-on. The answer also sets the refresh cookie (rulings, section 4).
 */
export const requestToken = declareCall({
  ...changing,
  name: 'requestToken',
  method: 'POST',
  path: '/token',
  headers: {
    'portal-type': v.optional(v.picklist(['patientPortal', 'kioskManagement'])),
    'logon-process': v.optional(v.picklist(['singleSignOn', 'patientKioskUser', 'patientLinkUser'])),
    'patient-id': v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))),
    'link-data': v.optional(v.pipe(v.string(), v.maxLength(512))),
    'last-name': v.optional(v.pipe(v.string(), v.maxLength(200))),
    'birth-date': v.optional(CalendarDate),
    'sso-id': v.optional(v.pipe(v.string(), v.maxLength(512))),
  },
  access: 'everyone',
  body: v.variant('grant_type', [PasswordGrant, RefreshGrant]),
  bodyType: 'form',
  answer: Token,
  answerType: 'json',
  errors: ['invalid_grant', 'locked_out', 'password_change_required', 'invalid_subscription', 'username_password_incorrect', 'link_expired'],
});

export const UserProfile = v.object({
  userId: UserId,
  userName: v.string(),
  email: v.nullable(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  loginType: LoginType,
  facilityId: FacilityId,
  isEmailConfirmed: v.boolean(),
  isEulaAccepted: v.boolean(),
  isPasswordUpdateRequired: v.boolean(),
  isAuthorizedRepresentative: v.boolean(),
  languageCode: v.nullable(LanguageCode),
  preferences: v.array(v.object({ name: v.string(), value: v.string() })),
  /** Whom the user may act for: `Patient` is the user's own record, `PatientContact` one they represent. */
  ids: v.array(v.object({ idType: v.picklist(['Patient', 'PatientContact']), value: PatientId })),
  termsOfUse: v.nullable(v.string()),
  /** Of that text; see `acceptTerms`. */
  termsOfUseVersion: v.optional(v.nullable(v.string())),
});
export type UserProfile = v.InferOutput<typeof UserProfile>;

const signedIn = ['patient', 'representative', 'kioskManager', 'kioskPatient', 'linkUser'] as const;

export const getLoginProfile = declareCall({
  ...reading,
  name: 'getLoginProfile',
  path: '/api/patientportaluser/loginprofile',
  access: signedIn,
  answer: UserProfile,
  freshFor: 60_000,
  offline: 'keep',
  audited: false,
});

export const Capabilities = v.object({
  modules: v.array(v.object({ moduleName: v.string(), details: v.array(v.object({ fieldName: v.string() })) })),
});
export type Capabilities = v.InferOutput<typeof Capabilities>;

/**
 * The modules of the facility. With `patientId`: those that the user may use for that patient, which for a representative are fewer by
 * what their rights leave out; 404 for a patient whom they do not act for. Without it, a representative gets all that they may use
 * for any patient.
 */
export const getCapabilities = declareCall({
  ...reading,
  name: 'getCapabilities',
  path: '/api/users/{userId}/capabilities/patientPortal',
  params: { userId: UserId },
  query: { patientId: v.optional(PatientId) },
  access: ['patient', 'representative', 'linkUser'],
  answer: Capabilities,
  freshFor: 60_000,
  offline: 'keep',
  audited: false,
});

export const Patient = v.object({
  patientId: PatientId,
  userId: v.nullable(UserId),
  firstName: v.string(),
  lastName: v.string(),
  dateOfBirth: CalendarDate,
  hasLogin: v.boolean(),
  homeFacilityId: FacilityId,
  emailAddress: v.nullable(v.string()),
  address: v.object({
    address1: v.nullable(v.string()),
    address2: v.nullable(v.string()),
    city: v.nullable(v.string()),
    zipCode: v.nullable(v.string()),
    state: v.nullable(v.string()),
    country: v.nullable(v.string()),
  }),
});
export type Patient = v.InferOutput<typeof Patient>;

export const getPatient = declareCall({
  ...reading,
  name: 'getPatient',
  path: '/api/patients/{patientId}',
  params: { patientId: PatientId },
  access: ['patient', 'representative'],
  answer: Patient,
  freshFor: 60_000,
  offline: 'keep',
  audited: true,
});

const accepted = v.strictObject({ op: v.literal('replace'), path: v.literal('/isEulaAccepted'), value: v.literal(true) });
const hasRead = v.strictObject({ op: v.literal('test'), path: v.literal('/termsOfUseVersion'), value: TermsVersion });

/**
 * Accepts the terms whose version is tested first; without the test, those of the moment (specification 1, section 7). 409
 * `terms_changed`: others hold by now, and nobody has accepted what they have not seen.
 */
export const acceptTerms = declareCall({
  ...changing,
  name: 'acceptTerms',
  method: 'PATCH',
  path: '/api/users/{userId}/replace',
  params: { userId: UserId },
  access: ['patient', 'representative'],
  body: v.union([v.strictTuple([hasRead, accepted]), v.strictTuple([accepted])]),
  bodyType: 'jsonPatch',
  errors: ['terms_changed'],
  makesStale: ['getLoginProfile'],
});

export const PasswordRules = v.object({
  minimumLength: v.number(),
  numOfCapitalLetters: v.number(),
  numOfNumbers: v.number(),
  numOfSpecialCharacters: v.number(),
  /** The specification's second naming of the same four, for clients that read it (rulings, section 2). */
  minLength: v.optional(v.number()),
  capitalLetters: v.optional(v.number()),
  numbers: v.optional(v.number()),
  specialCharacters: v.optional(v.number()),
});
export type PasswordRules = v.InferOutput<typeof PasswordRules>;

/** Rules in the second naming alone, as a facility's own back end may give them. */
const RulesInSecondNaming = v.pipe(
  v.object({ minLength: v.number(), capitalLetters: v.number(), numbers: v.number(), specialCharacters: v.number() }),
  v.transform(({ minLength, capitalLetters, numbers, specialCharacters }): PasswordRules => ({
    minimumLength: minLength,
    numOfCapitalLetters: capitalLetters,
    numOfNumbers: numbers,
    numOfSpecialCharacters: specialCharacters,
  })),
);

export const getPasswordRules = declareCall({
  ...reading,
  name: 'getPasswordRules',
  path: '/api/patients/signup/passwordRules',
  access: 'everyone',
  answer: v.union([PasswordRules, RulesInSecondNaming]),
  freshFor: 3_600_000,
  offline: 'never',
  audited: false,
});

/** The change that a login asks for (specification 1, section 7): the old password stands in for a session. */
export const changePasswordAtLogin = declareCall({
  ...changing,
  name: 'changePasswordAtLogin',
  method: 'PUT',
  path: '/api/users/changePassword',
  access: 'everyone',
  body: v.object({ userName: v.string(), oldPassword: v.string(), newPassword: v.string(), confirmPassword: v.string() }),
  bodyType: 'json',
  errors: ['invalid_old_password', 'password_must_be_different', 'confirm_mismatch', 'password_rules', 'locked_out'],
});

export const setUserLanguage = declareCall({
  ...changing,
  name: 'setUserLanguage',
  method: 'PUT',
  path: '/api/users/{userId}/preferredLanguage',
  params: { userId: UserId },
  query: { ietfCode: LanguageCode },
  access: ['patient', 'representative', 'kioskManager'],
  makesStale: ['getLoginProfile'],
});

export const getPatientLanguage = declareCall({
  ...reading,
  name: 'getPatientLanguage',
  path: '/api/patients/{patientId}/preferredLanguage',
  params: { patientId: PatientId },
  access: ['patient', 'representative', 'kioskPatient', 'linkUser'],
  answer: v.nullable(LanguageCode),
  freshFor: 60_000,
  offline: 'never',
  audited: false,
});

/** The patient's own choice: whoever acts for them has a language of their own (`setUserLanguage`). */
export const setPatientLanguage = declareCall({
  ...changing,
  name: 'setPatientLanguage',
  method: 'PUT',
  path: '/api/patients/{patientId}/preferredLanguage',
  params: { patientId: PatientId },
  query: { language: LanguageCode },
  access: ['patient', 'kioskPatient', 'linkUser'],
  ownOnly: true,
  makesStale: ['getPatientLanguage'],
});

/** What a patient opened, for the activity log; the server audits reads on its own as well. */
export const auditEventTypes = [
  'questionnairelistauditevent',
  'questionnaireviewauditevent',
  'questionnairereviewauditevent',
  'appointmentsviewauditevent',
  'followupplanviewauditevent',
  'educationviewauditevent',
] as const;
/** What of the record each of them is about: who acts for another tells of what they have the right to read, and of nothing else. */
export const sectionOfAuditEvent = {
  questionnairelistauditevent: 'Questionnaires',
  questionnaireviewauditevent: 'Questionnaires',
  questionnairereviewauditevent: 'Questionnaires',
  appointmentsviewauditevent: 'Appointments',
  followupplanviewauditevent: 'FollowUpPlan',
  educationviewauditevent: 'Education',
} as const satisfies Readonly<Record<(typeof auditEventTypes)[number], Section>>;
const logoffEventTypes = ['logoffauditevent', 'ssologoffauditevent', 'kiosklogoffauditevent', 'urllinklogoffauditevent'] as const;

export const sendAuditEvent = declareCall({
  ...changing,
  name: 'sendAuditEvent',
  method: 'POST',
  path: '/api/users/{userId}/audit',
  params: { userId: UserId },
  access: ['patient', 'representative', 'linkUser'],
  body: v.object({ auditEventType: v.picklist(auditEventTypes), patientId: PatientId }),
  bodyType: 'json',
});

/** Ends the session's whole token family as well: after the answer neither token works. */
export const logOff = declareCall({
  ...changing,
  name: 'logOff',
  method: 'POST',
  path: '/api/users/{userId}/audit/logoff',
  params: { userId: UserId },
  access: signedIn,
  body: v.object({ auditEventType: v.picklist(logoffEventTypes), patientId: v.optional(PatientId) }),
  bodyType: 'json',
});

const DeviceKey = v.object({
  /** 256 random bits, base64url; wraps the vault's data key on this device (rulings, section 5). */
  key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
});

export const getDeviceKey = declareCall({
  ...reading,
  name: 'getDeviceKey',
  path: '/api/users/{userId}/devices/{deviceId}/key',
  params: { userId: UserId, deviceId: DeviceId },
  access: ['patient', 'representative'],
  answer: DeviceKey,
  /** `not_found`: never made on this device. `device_revoked` (410): the device must wipe itself. */
  errors: ['device_revoked'],
  freshFor: 0,
  offline: 'never',
  audited: false,
});

/** Makes the key where there is none and gives the one that stands; never replaces a key. */
export const putDeviceKey = declareCall({
  ...changing,
  name: 'putDeviceKey',
  method: 'PUT',
  path: '/api/users/{userId}/devices/{deviceId}/key',
  params: { userId: UserId, deviceId: DeviceId },
  access: ['patient', 'representative'],
  body: v.object({ name: v.pipe(v.string(), v.maxLength(100)) }),
  bodyType: 'json',
  answer: DeviceKey,
  answerType: 'json',
  errors: ['device_revoked'],
  makesStale: ['listDevices'],
});

/** Revokes: the key is destroyed and the device is told so at its next contact. */
export const deleteDeviceKey = declareCall({
  ...changing,
  name: 'deleteDeviceKey',
  method: 'DELETE',
  path: '/api/users/{userId}/devices/{deviceId}/key',
  params: { userId: UserId, deviceId: DeviceId },
  access: ['patient', 'representative'],
  makesStale: ['listDevices'],
});

export const listDevices = declareCall({
  ...reading,
  name: 'listDevices',
  path: '/api/users/{userId}/devices',
  params: { userId: UserId },
  access: ['patient', 'representative'],
  answer: v.array(v.object({ deviceId: DeviceId, name: v.string(), createdAt: v.string(), lastSeenAt: v.string() })),
  freshFor: 0,
  offline: 'never',
  audited: false,
});
