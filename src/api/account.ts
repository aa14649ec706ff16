import * as v from 'valibot';
import { EmailAddress } from './accountRules.ts';
import { declareCall } from './call.ts';
import { PatientId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { LanguageCode } from './values.ts';

const own = ['patient', 'representative'] as const;

/** Sends the mail that confirms the address of the account (specification 1, section 7); 204 also when it is confirmed already. */
export const sendConfirmEmail = declareCall({
  ...changing,
  name: 'sendConfirmEmail',
  method: 'POST',
  path: '/api/users/{userId}/sendConfirmEmail',
  params: { userId: UserId },
  query: { language: LanguageCode },
  access: own,
  /** `mail_refused`: no mail server takes mail for the address. */
  errors: ['no_email', 'mail_refused'],
});

/**
 * Whether the link of a confirmation mail belongs to this account and its address of the moment. A true answer is remembered
 * with the session, and `confirmEmail` works for it alone.
 */
export const validateUser = declareCall({
  ...reading,
  name: 'validateUser',
  path: '/api/users/{userId}/validateuser/{encryptedUserId}/{username}',
  params: { userId: UserId, encryptedUserId: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,256}$/)), username: v.pipe(v.string(), v.maxLength(200)) },
  access: own,
  answer: v.object({ userValidation: v.boolean() }),
  freshFor: 0,
  offline: 'never',
  audited: false,
});

/** Confirms the address that `validateUser` has just been told the link of; 404 otherwise. */
export const confirmEmail = declareCall({
  ...changing,
  name: 'confirmEmail',
  method: 'PUT',
  path: '/api/users/{userId}/confirmEmail/',
  params: { userId: UserId },
  access: own,
  makesStale: ['getLoginProfile'],
});

const NewPassword = v.pipe(v.string(), v.maxLength(1000));

/** The change of the account settings: every other session of the account ends. */
export const changePassword = declareCall({
  ...changing,
  name: 'changePassword',
  method: 'PUT',
  path: '/api/users/{userId}/changePassword',
  params: { userId: UserId },
  access: own,
  body: v.object({ oldPassword: v.string(), newPassword: NewPassword, confirmPassword: NewPassword }),
  bodyType: 'json',
  errors: ['invalid_old_password', 'password_must_be_different', 'confirm_mismatch', 'password_rules', 'locked_out'],
});

/** Always 204, whoever asks for whom; what is so is said in the mail alone (rulings, section 3). */
export const forgotPassword = declareCall({
  ...changing,
  name: 'forgotPassword',
  method: 'POST',
  path: '/api/users/forgotPassword',
  query: { userName: v.pipe(v.string(), v.minLength(1), v.maxLength(200)), language: LanguageCode },
  access: 'everyone',
});

/** Sets a new password with the one-time link of the mail; every session of the account ends. */
export const resetPassword = declareCall({
  ...changing,
  name: 'resetPassword',
  method: 'PUT',
  path: '/api/users/resetPassword',
  access: 'everyone',
  body: v.object({ token: v.pipe(v.string(), v.maxLength(256)), newPassword: NewPassword, confirmPassword: NewPassword }),
  bodyType: 'json',
  errors: ['link_expired', 'confirm_mismatch', 'password_rules', 'password_must_be_different'],
});

/** The change of the account settings (specification 1, section 7): the new address must be confirmed again. */
export const changeEmail = declareCall({
  ...changing,
  name: 'changeEmail',
  method: 'PUT',
  path: '/api/users/{userId}/changeemail',
  params: { userId: UserId },
  query: { language: LanguageCode },
  access: own,
  body: v.object({ isPatient: v.boolean(), usePrimaryEmail: v.boolean(), userId: UserId, patientId: v.nullable(PatientId), email: EmailAddress }),
  bodyType: 'json',
  errors: ['email_not_different'],
  makesStale: ['getLoginProfile', 'getPatient'],
});

/** Gives an account its address (the page `/provide-email`). */
export const replaceEmail = declareCall({
  ...changing,
  name: 'replaceEmail',
  method: 'PATCH',
  path: '/api/users/{userId}',
  params: { userId: UserId },
  access: own,
  body: v.strictTuple([v.strictObject({ op: v.literal('replace'), path: v.literal('/email'), value: EmailAddress })]),
  bodyType: 'jsonPatch',
  answer: v.object({ userId: UserId, email: EmailAddress }),
  answerType: 'json',
  errors: ['email_not_different'],
  makesStale: ['getLoginProfile', 'getPatient'],
});

const PreferenceName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,100}$/));

/** Preferences of the account by name; those that were never set are left out. `name` is one, `names` a comma-separated list: specification 2, section 7 has both. */
export const getPreferences = declareCall({
  ...reading,
  name: 'getPreferences',
  path: '/api/users/{userId}/Preferences',
  params: { userId: UserId },
  query: { name: v.optional(PreferenceName), names: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.,-]{1,2000}$/))) },
  access: own,
  answer: v.array(v.object({ userId: UserId, name: v.string(), value: v.string() })),
  freshFor: 60_000,
  offline: 'keep',
  audited: false,
});

export const setPreference = declareCall({
  ...changing,
  name: 'setPreference',
  method: 'PUT',
  path: '/api/users/{userId}/Preferences',
  params: { userId: UserId },
  access: own,
  body: v.object({ userId: UserId, name: PreferenceName, value: v.pipe(v.string(), v.maxLength(2000)) }),
  bodyType: 'json',
  makesStale: ['getPreferences', 'getLoginProfile'],
});
