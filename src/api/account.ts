import * as v from 'valibot';
import { EmailAddress } from './accountRules.ts';
import { declareCall } from './call.ts';
import { PatientId, UserId } from './ids.ts';
import { changing, own, reading } from './presets.ts';
import { CalendarDate, LanguageCode } from './values.ts';

const changingAccount = { ...changing, access: own, params: { userId: UserId } } as const;
/** Sends the mail that confirms the address of the account (specification 1, section 7). Also 204 when it is already confirmed. */
export const sendConfirmEmail = declareCall({
  ...changingAccount,
  name: 'sendConfirmEmail',
  beforeTerms: true,
  method: 'POST',
  path: '/api/users/{userId}/sendConfirmEmail',
  query: { language: LanguageCode },
  /** `mail_refused`: no mail server accepts mail for the address. */
  errors: ['no_email', 'mail_refused'],
});

/**
 * Whether the link of a confirmation mail belongs to this account and its current address. After a true answer the session remembers it,
 * and `confirmEmail` works only then.
 */
export const validateUser = declareCall({
  ...reading,
  name: 'validateUser',
  beforeTerms: true,
  path: '/api/users/{userId}/validateuser/{encryptedUserId}/{username}',
  params: {
    userId: UserId,
    encryptedUserId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,256}$/)),
    username: v.pipe(v.string(), v.maxLength(200)),
  },
  access: own,
  answer: v.object({ userValidation: v.boolean() }),
  audited: false,
});

/** Confirms the address whose link `validateUser` has just accepted; else 404. */
export const confirmEmail = declareCall({
  ...changingAccount,
  name: 'confirmEmail',
  beforeTerms: true,
  method: 'PUT',
  path: '/api/users/{userId}/confirmEmail/',
  invalidates: ['getLoginProfile'],
});

/** Changes the email address in the account settings (specification 1, section 7). The new address must be confirmed again. */
export const changeEmail = declareCall({
  ...changingAccount,
  name: 'changeEmail',
  method: 'PUT',
  path: '/api/users/{userId}/changeemail',
  query: { language: LanguageCode },
  needsProof: true,
  body: v.object({
    isPatient: v.boolean(),
    usePrimaryEmail: v.boolean(),
    userId: UserId,
    patientId: v.nullable(PatientId),
    email: EmailAddress,
  }),
  errors: ['email_not_different'],
  invalidates: ['getLoginProfile', 'getPatient', 'getRegistrationDetails', 'getNotificationSettings', 'listContacts'],
});

/**
 * Restores the previous address of an account, with the link that was sent there when it was changed: once, within three days;
 * the same link answers again for ten minutes, because the answer may have been lost. Every
 * session of the account ends, because the person who changed the address may be in one.
 */
export const undoEmailChange = declareCall({
  ...changing,
  name: 'undoEmailChange',
  isOurs: true,
  method: 'POST',
  path: '/api/users/undoEmailChange',
  access: 'everyone',
  body: v.object({ token: v.pipe(v.string(), v.maxLength(256)) }),
  errors: ['link_expired'],
});

/** Sets the address of an account that has none (the page `/provide-email`). */
export const replaceEmail = declareCall({
  ...changingAccount,
  name: 'replaceEmail',
  method: 'PATCH',
  path: '/api/users/{userId}',
  needsProof: true,
  body: v.strictTuple([v.strictObject({ op: v.literal('replace'), path: v.literal('/email'), value: EmailAddress })]),
  bodyType: 'jsonPatch',
  answer: v.object({ userId: UserId, email: EmailAddress }),
  errors: ['email_not_different'],
  invalidates: ['getLoginProfile', 'getPatient'],
});

const personName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));

/**
 * Always 204, whoever asks for whom: the usernames of the matching accounts are only mailed to their confirmed address. Not in the
 * specification: a facility whose server has this call says so (`sendsUsernames`).
 */
export const forgotUsername = declareCall({
  ...changing,
  name: 'forgotUsername',
  isOurs: true,
  method: 'POST',
  path: '/api/users/forgotUsername',
  query: { language: LanguageCode },
  access: 'everyone',
  body: v.object({
    firstName: personName,
    lastName: personName,
    dateOfBirth: CalendarDate,
    email: EmailAddress,
  }),
});

/**
 * Proves with the account's password that its owner is at the page. Calls that declare `needsProof` then work for a while, in every tab of
 * this browser. Wrong tries are counted and lock the account as at the sign-in.
 */
export const confirmPassword = declareCall({
  ...changingAccount,
  name: 'confirmPassword',
  isOurs: true,
  beforeTerms: true,
  method: 'POST',
  path: '/api/users/{userId}/confirmPassword',
  access: [...own, 'kioskManager'],
  body: v.object({ password: v.pipe(v.string(), v.maxLength(1000)) }),
  errors: ['wrong_password', 'locked_out'],
});

export const setUserLanguage = declareCall({
  ...changing,
  name: 'setUserLanguage',
  beforeTerms: true,
  method: 'PUT',
  path: '/api/users/{userId}/preferredLanguage',
  params: { userId: UserId },
  query: { ietfCode: LanguageCode },
  access: ['patient', 'representative', 'kioskManager'],
  invalidates: ['getLoginProfile'],
});

const PreferenceName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,100}$/));

/** Preferences by name, without those never set. `name`: one; `names`: comma-separated, because specification 2, section 7 has both. */
export const getPreferences = declareCall({
  ...reading,
  name: 'getPreferences',
  path: '/api/users/{userId}/Preferences',
  params: { userId: UserId },
  query: {
    name: v.optional(PreferenceName),
    names: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.,-]{1,2000}$/))),
  },
  access: own,
  answer: v.array(v.object({ userId: UserId, name: v.string(), value: v.string() })),
  staleTime: 60_000,
  offline: 'keep',
  audited: false,
});

export const setPreference = declareCall({
  ...changingAccount,
  name: 'setPreference',
  method: 'PUT',
  path: '/api/users/{userId}/Preferences',
  body: v.object({ userId: UserId, name: PreferenceName, value: v.pipe(v.string(), v.maxLength(2000)) }),
  invalidates: ['getPreferences', 'getLoginProfile'],
});

/** The preference that says how a new test result opens: at once, or after a question (`askFirst`). Without a value: at once. */
export const resultOpening = { name: 'PatientPortal_LabResults_Opening', values: ['atOnce', 'askFirst'] } as const;
