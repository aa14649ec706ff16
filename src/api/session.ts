import * as v from 'valibot';
import { declareCall } from './call.ts';
import type { Section } from './dailyCare.ts';
import { DeviceId, FacilityId, PatientId, UserId } from './ids.ts';
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
  name: 'requestToken',
  method: 'POST',
  path: '/token',
  params: {},
  query: {},
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
  freshFor: 0,
  makesStale: [],
  offline: 'never',
  audited: false,
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
  name: 'getLoginProfile',
  method: 'GET',
  path: '/api/patientportaluser/loginprofile',
  params: {},
  query: {},
  headers: {},
  access: signedIn,
  body: null,
  bodyType: 'none',
  answer: UserProfile,
  answerType: 'json',
  errors: [],
  freshFor: 60_000,
  makesStale: [],
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
  name: 'getCapabilities',
  method: 'GET',
  path: '/api/users/{userId}/capabilities/patientPortal',
  params: { userId: UserId },
  query: { patientId: v.optional(PatientId) },
  headers: {},
  access: ['patient', 'representative', 'linkUser'],
  body: null,
  bodyType: 'none',
  answer: Capabilities,
  answerType: 'json',
  errors: [],
  freshFor: 60_000,
  makesStale: [],
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
  name: 'getPatient',
  method: 'GET',
  path: '/api/patients/{patientId}',
  params: { patientId: PatientId },
  query: {},
  headers: {},
  access: ['patient', 'representative'],
  body: null,
  bodyType: 'none',
  answer: Patient,
  answerType: 'json',
  errors: [],
  freshFor: 60_000,
  makesStale: [],
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
  name: 'acceptTerms',
  method: 'PATCH',
  path: '/api/users/{userId}/replace',
  params: { userId: UserId },
  query: {},
  headers: {},
  access: ['patient', 'representative'],
  body: v.union([v.strictTuple([hasRead, accepted]), v.strictTuple([accepted])]),
  bodyType: 'jsonPatch',
  answer: null,
  answerType: 'none',
  errors: ['terms_changed'],
  freshFor: 0,
  makesStale: ['getLoginProfile'],
  offline: 'never',
  audited: false,
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
  name: 'getPasswordRules',
  method: 'GET',
  path: '/api/patients/signup/passwordRules',
  params: {},
  query: {},
  headers: {},
  access: 'everyone',
  body: null,
  bodyType: 'none',
  answer: v.union([PasswordRules, RulesInSecondNaming]),
  answerType: 'json',
  errors: [],
  freshFor: 3_600_000,
  makesStale: [],
  offline: 'never',
  audited: false,
});

/** The change that a login asks for (specification 1, section 7): the old password stands in for a session. */
export const changePasswordAtLogin = declareCall({
  name: 'changePasswordAtLogin',
  method: 'PUT',
  path: '/api/users/changePassword',
  params: {},
  query: {},
  headers: {},
  access: 'everyone',
  body: v.object({ userName: v.string(), oldPassword: v.string(), newPassword: v.string(), confirmPassword: v.string() }),
  bodyType: 'json',
  answer: null,
  answerType: 'none',
  errors: ['invalid_old_password', 'password_must_be_different', 'confirm_mismatch', 'password_rules', 'locked_out'],
  freshFor: 0,
  makesStale: [],
  offline: 'never',
  audited: false,
});

export const setUserLanguage = declareCall({
  name: 'setUserLanguage',
  method: 'PUT',
  path: '/api/users/{userId}/preferredLanguage',
  params: { userId: UserId },
  query: { ietfCode: LanguageCode },
  headers: {},
  access: ['patient', 'representative', 'kioskManager'],
  body: null,
  bodyType: 'none',
  answer: null,
  answerType: 'none',
  errors: [],
  freshFor: 0,
  makesStale: ['getLoginProfile'],
  offline: 'never',
  audited: false,
});

export const getPatientLanguage = declareCall({
  name: 'getPatientLanguage',
  method: 'GET',
  path: '/api/patients/{patientId}/preferredLanguage',
  params: { patientId: PatientId },
  query: {},
  headers: {},
  access: ['patient', 'representative', 'kioskPatient', 'linkUser'],
  body: null,
  bodyType: 'none',
  answer: v.nullable(LanguageCode),
  answerType: 'json',
  errors: [],
  freshFor: 60_000,
  makesStale: [],
  offline: 'never',
  audited: false,
});

/** The patient's own choice: whoever acts for them has a language of their own (`setUserLanguage`). */
export const setPatientLanguage = declareCall({
  name: 'setPatientLanguage',
  method: 'PUT',
  path: '/api/patients/{patientId}/preferredLanguage',
  params: { patientId: PatientId },
  query: { language: LanguageCode },
  headers: {},
  access: ['patient', 'kioskPatient', 'linkUser'],
  ownOnly: true,
  body: null,
  bodyType: 'none',
  answer: null,
  answerType: 'none',
  errors: [],
  freshFor: 0,
  makesStale: ['getPatientLanguage'],
  offline: 'never',
  audited: false,
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
export const logoffEventTypes = ['logoffauditevent', 'ssologoffauditevent', 'kiosklogoffauditevent', 'urllinklogoffauditevent'] as const;

export const sendAuditEvent = declareCall({
  name: 'sendAuditEvent',
  method: 'POST',
  path: '/api/users/{userId}/audit',
  params: { userId: UserId },
  query: {},
  headers: {},
  access: ['patient', 'representative', 'linkUser'],
  body: v.object({ auditEventType: v.picklist(auditEventTypes), patientId: PatientId }),
  bodyType: 'json',
  answer: null,
  answerType: 'none',
  errors: [],
  freshFor: 0,
  makesStale: [],
  offline: 'never',
  audited: false,
});

/** Ends the session's whole token family as well: after the answer neither token works. */
export const logOff = declareCall({
  name: 'logOff',
  method: 'POST',
  path: '/api/users/{userId}/audit/logoff',
  params: { userId: UserId },
  query: {},
  headers: {},
  access: signedIn,
  body: v.object({ auditEventType: v.picklist(logoffEventTypes), patientId: v.optional(PatientId) }),
  bodyType: 'json',
  answer: null,
  answerType: 'none',
  errors: [],
  freshFor: 0,
  makesStale: [],
  offline: 'never',
  audited: false,
});

const DeviceKey = v.object({
  /** 256 random bits, base64url; wraps the vault's data key on this device (rulings, section 5). */
  key: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
});

export const getDeviceKey = declareCall({
  name: 'getDeviceKey',
  method: 'GET',
  path: '/api/users/{userId}/devices/{deviceId}/key',
  params: { userId: UserId, deviceId: DeviceId },
  query: {},
  headers: {},
  access: ['patient', 'representative'],
  body: null,
  bodyType: 'none',
  answer: DeviceKey,
  answerType: 'json',
  /** `not_found`: never made on this device. `device_revoked` (410): the device must wipe itself. */
  errors: ['device_revoked'],
  freshFor: 0,
  makesStale: [],
  offline: 'never',
  audited: false,
});

/** Makes the key where there is none and gives the one that stands; never replaces a key. */
export const putDeviceKey = declareCall({
  name: 'putDeviceKey',
  method: 'PUT',
  path: '/api/users/{userId}/devices/{deviceId}/key',
  params: { userId: UserId, deviceId: DeviceId },
  query: {},
  headers: {},
  access: ['patient', 'representative'],
  body: v.object({ name: v.pipe(v.string(), v.maxLength(100)) }),
  bodyType: 'json',
  answer: DeviceKey,
  answerType: 'json',
  errors: ['device_revoked'],
  freshFor: 0,
  makesStale: ['listDevices'],
  offline: 'never',
  audited: false,
});

/** Revokes: the key is destroyed and the device is told so at its next contact. */
export const deleteDeviceKey = declareCall({
  name: 'deleteDeviceKey',
  method: 'DELETE',
  path: '/api/users/{userId}/devices/{deviceId}/key',
  params: { userId: UserId, deviceId: DeviceId },
  query: {},
  headers: {},
  access: ['patient', 'representative'],
  body: null,
  bodyType: 'none',
  answer: null,
  answerType: 'none',
  errors: [],
  freshFor: 0,
  makesStale: ['listDevices'],
  offline: 'never',
  audited: false,
});

export const listDevices = declareCall({
  name: 'listDevices',
  method: 'GET',
  path: '/api/users/{userId}/devices',
  params: { userId: UserId },
  query: {},
  headers: {},
  access: ['patient', 'representative'],
  body: null,
  bodyType: 'none',
  answer: v.array(v.object({ deviceId: DeviceId, name: v.string(), createdAt: v.string(), lastSeenAt: v.string() })),
  answerType: 'json',
  errors: [],
  freshFor: 0,
  makesStale: [],
  offline: 'never',
  audited: false,
});
