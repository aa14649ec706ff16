import * as v from 'valibot';
import { declareCall } from './call.ts';
import { refusalBody } from './errors.ts';
import { FacilityId, IdempotencyKey, PatientId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { CalendarDate, Instant, LanguageCode, orNull, TermsVersion } from './values.ts';

/** Login types with the specification's names (1, section 3). */
export const loginTypes = [
  'userNamePassword',
  'patientKioskManagement',
  'patientKioskUser',
  'patientLinkUser',
  'singleSignOn',
] as const;
export const LoginType = v.picklist(loginTypes);
export type LoginType = v.InferOutput<typeof LoginType>;

export const UserProfile = v.object({
  userId: UserId,
  userName: v.string(),
  email: orNull(v.string()),
  firstName: v.string(),
  lastName: v.string(),
  loginType: LoginType,
  /** Not in the specification. Left out: the facility of the address. */
  facilityId: v.optional(FacilityId),
  isEmailConfirmed: v.boolean(),
  isEulaAccepted: v.boolean(),
  isPasswordUpdateRequired: v.boolean(),
  isAuthorizedRepresentative: v.boolean(),
  languageCode: orNull(LanguageCode),
  preferences: v.optional(v.array(v.object({ name: v.string(), value: v.string() })), []),
  /** The patients whose records the user may open: `Patient` is the user's own record, `PatientContact` one whom they represent. */
  ids: v.array(v.object({ idType: v.picklist(['Patient', 'PatientContact']), value: PatientId })),
  termsOfUse: orNull(v.string()),
  /** The version of that text; see `acceptTerms`. */
  termsOfUseVersion: v.optional(v.nullable(v.string())),
  /** From when on the facility lets this person log in only with a second step, which they do not have yet. */
  secondStepDueAt: v.optional(v.nullable(Instant)),
  /** Only at a kiosk, if the facility wants the patient to confirm it with their name. */
  dateOfBirth: v.optional(CalendarDate),
});
export type UserProfile = v.InferOutput<typeof UserProfile>;

/** The profile in an answer. Fields that are our additions are known from the sign-in when a facility's own back end does not send them. */
export const LoginProfile = v.object({
  ...UserProfile.entries,
  userName: v.optional(v.string()),
  loginType: v.optional(LoginType),
});
export type LoginProfile = v.InferOutput<typeof LoginProfile>;

const detail = { fieldName: v.string() };
const Detail = v.object({
  ...detail,
  details: v.optional(v.array(v.object({ ...detail, details: v.optional(v.array(v.object(detail))) }))),
});
/** Modules with their fields. A field switched in parts has them as details: the treatment summary's groups, and their fields. */
export const Capabilities = v.object({
  modules: v.array(v.object({ moduleName: v.string(), details: v.optional(v.array(Detail), []) })),
});
export type Capabilities = v.InferOutput<typeof Capabilities>;

export const Token = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  /** Seconds from the answer until the access token expires. */
  expires_in: v.pipe(v.number(), v.minValue(1)),
  /** Not in the specification; as in RFC 6749. */
  token_type: v.optional(v.string(), 'Bearer'),
  /**
   * Not in the specification: what the first page needs to know, so that its calls do not wait for two more answers. Only after a log-in to
   * the portal; `capabilities` are those for the own record. Anything else by this name is ignored.
   */
  identity: v.fallback(
    v.optional(v.object({ profile: LoginProfile, capabilities: v.optional(Capabilities) })),
    undefined,
  ),
});
export type Token = v.InferOutput<typeof Token>;

/** What a sign-in with the right password still needs: a code, or that the second step, which the facility requires, is set up. */
export const SecondStepNeed = v.picklist(['code', 'setUp']);
export type SecondStepNeed = v.InferOutput<typeof SecondStepNeed>;

/** The refusal of a right password where a second step follows. `pending` is the secret of this one sign-in, for five minutes. */
export const SecondStepRequired = refusalBody('second_step_required', {
  pending: v.string(),
  needs: SecondStepNeed,
  /** The last two digits of the number to which a code can be sent by text message; left out: to none. */
  textsTo: v.optional(v.string()),
});

const Credential = v.pipe(v.string(), v.maxLength(1000));
const PasswordGrant = v.object({ grant_type: v.literal('password'), username: Credential, password: Credential });
const RefreshGrant = v.object({ grant_type: v.literal('refresh_token'), refresh_token: Credential });

/**
 * Specification 1, section 7; headers by the rulings, section 2. Username and password are empty for hand-over, link and single sign-on.
 * The answer also sets the refresh cookie (rulings, section 4).
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
    /** Not in the specification: of the page that uses an emailed link, so that it can try again where the answer was lost. */
    'idempotency-key': v.optional(IdempotencyKey),
  },
  access: 'everyone',
  body: v.variant('grant_type', [PasswordGrant, RefreshGrant]),
  bodyType: 'form',
  answer: Token,
  errors: [
    'invalid_grant',
    'locked_out',
    /** Password or session was valid, but the patient has ended the account's access, and it has no record of its own. */
    'access_ended',
    /** The facility has joined two records of a person, or parted them: the session is over, and a new log-in shows what is now theirs. */
    'records_joined',
    /** The same, and the record is now with the person's other account. */
    'account_joined',
    /** The facility has noted that the person of this account has died. */
    'patient_died',
    'password_change_required',
    /** With what the second step needs (`SecondStepRequired`); nobody is signed in yet. */
    'second_step_required',
    'invalid_subscription',
    'username_password_incorrect',
    'link_expired',
    /** For staff at the kiosk: it does not open on this tablet. */
    'tablet_not_set_up',
  ],
});

const signedIn = ['patient', 'representative', 'kioskManager', 'kioskPatient', 'linkUser'] as const;

export const getLoginProfile = declareCall({
  ...reading,
  name: 'getLoginProfile',
  beforeTerms: true,
  path: '/api/patientportaluser/loginprofile',
  access: signedIn,
  answer: LoginProfile,
  staleTime: 60_000,
  offline: 'keep',
  audited: false,
});

/**
 * The modules of the facility. With `patientId`: those that the user may use for that patient, which for a representative are limited by
 * their rights; 404 for a patient for whom they do not act. Without it, a representative gets everything that they may use for any patient.
 */
export const getCapabilities = declareCall({
  ...reading,
  name: 'getCapabilities',
  beforeTerms: true,
  path: '/api/users/{userId}/capabilities/patientPortal',
  params: { userId: UserId },
  /** Not in the specification. */
  query: { patientId: v.optional(PatientId) },
  access: ['patient', 'representative', 'linkUser'],
  answer: Capabilities,
  staleTime: 60_000,
  offline: 'keep',
  audited: false,
});

const accepted = v.strictObject({
  op: v.literal('replace'),
  path: v.literal('/isEulaAccepted'),
  value: v.literal(true),
});
const hasRead = v.strictObject({ op: v.literal('test'), path: v.literal('/termsOfUseVersion'), value: TermsVersion });

/**
 * Accepts the terms whose version is tested first; without the test, the current ones (specification 1, section 7). 409 `terms_changed`:
 * other terms apply by now, and nobody can accept what they have not seen.
 */
export const acceptTerms = declareCall({
  ...changing,
  name: 'acceptTerms',
  beforeTerms: true,
  method: 'PATCH',
  path: '/api/users/{userId}/replace',
  params: { userId: UserId },
  access: ['patient', 'representative'],
  body: v.union([v.strictTuple([hasRead, accepted]), v.strictTuple([accepted])]),
  bodyType: 'jsonPatch',
  errors: ['terms_changed'],
  invalidates: ['getLoginProfile'],
});

/**
 * Reports that somebody is at the page; sent only after activity of the person. A session without such a report for the facility's
 * `inactivitySeconds` is over: its refresh is refused.
 */
export const reportPresence = declareCall({
  ...changing,
  name: 'reportPresence',
  isOurs: true,
  beforeTerms: true,
  method: 'POST',
  path: '/api/users/{userId}/presence',
  params: { userId: UserId },
  access: signedIn,
});

const logoffEventTypes = [
  'logoffauditevent',
  'ssologoffauditevent',
  'kiosklogoffauditevent',
  'urllinklogoffauditevent',
] as const;

/** Also ends the session's whole token family: after the answer neither token works. */
export const logOff = declareCall({
  ...changing,
  name: 'logOff',
  beforeTerms: true,
  method: 'POST',
  path: '/api/users/{userId}/audit/logoff',
  params: { userId: UserId },
  access: signedIn,
  body: v.object({ auditEventType: v.picklist(logoffEventTypes), patientId: v.optional(PatientId) }),
});
