import * as v from 'valibot';
import { declareCall } from './call.ts';
import { UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { Instant, LanguageCode } from './values.ts';

const Credential = v.pipe(v.string(), v.maxLength(1000));

export const PasswordRules = v.object({
  minimumLength: v.number(),
  numOfCapitalLetters: v.number(),
  numOfNumbers: v.number(),
  numOfSpecialCharacters: v.number(),
  /** The specification's second names for the same four rules, for clients that read them (rulings, section 2). */
  minLength: v.optional(v.number()),
  capitalLetters: v.optional(v.number()),
  numbers: v.optional(v.number()),
  specialCharacters: v.optional(v.number()),
});
export type PasswordRules = v.InferOutput<typeof PasswordRules>;

/** Rules with only the second names, as a facility's own back end may send them. */
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
  staleTime: 3_600_000,
  audited: false,
  isPublic: true,
});

const refusedChanges = [
  'invalid_old_password',
  'password_must_be_different',
  'confirm_mismatch',
  'password_rules',
  'password_guessable',
  'locked_out',
] as const;

/** The change that a login requires (specification 1, section 7): the old password replaces a session. */
export const changePasswordAtLogin = declareCall({
  ...changing,
  name: 'changePasswordAtLogin',
  method: 'PUT',
  path: '/api/users/changePassword',
  access: 'everyone',
  body: v.object({
    userName: Credential,
    oldPassword: Credential,
    newPassword: Credential,
    confirmPassword: Credential,
  }),
  errors: refusedChanges,
});

/** Changes the password in the account settings; every other session of the account ends. */
export const changePassword = declareCall({
  ...changing,
  name: 'changePassword',
  beforeTerms: true,
  method: 'PUT',
  path: '/api/users/{userId}/changePassword',
  params: { userId: UserId },
  access: ['patient', 'representative'],
  body: v.object({ oldPassword: Credential, newPassword: Credential, confirmPassword: Credential }),
  errors: refusedChanges,
});

const ownPassword = {
  path: '/api/users/{userId}/password',
  params: { userId: UserId },
  access: ['patient', 'representative'],
  isOurs: true,
} as const;

export const PasswordStanding = v.object({
  /** Null: the account has a password. */
  switchedOffAt: v.nullable(Instant),
  /** True: it has a password, and passkeys enough to do without. */
  canSwitchOff: v.boolean(),
});

export const getPasswordStanding = declareCall({
  ...reading,
  ...ownPassword,
  name: 'getPasswordStanding',
  answer: PasswordStanding,
  audited: false,
});

/** From now on only passkeys sign in. `too_few_passkeys`: it needs two, or one and recovery codes of the second step. */
export const switchPasswordOff = declareCall({
  ...changing,
  ...ownPassword,
  name: 'switchPasswordOff',
  method: 'DELETE',
  needsProof: true,
  errors: ['too_few_passkeys'],
  invalidates: ['getPasswordStanding'],
});

/** Gives an account without a password one again; every other session ends. 404 where there is one. */
export const switchPasswordOn = declareCall({
  ...changing,
  ...ownPassword,
  name: 'switchPasswordOn',
  method: 'PUT',
  needsProof: true,
  body: v.object({ newPassword: Credential, confirmPassword: Credential }),
  errors: ['confirm_mismatch', 'password_rules', 'password_guessable'],
  invalidates: ['getPasswordStanding', 'listSignedInPlaces'],
});

/** Always 204, whoever asks for whom; only the mail says what applies (rulings, section 3). */
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
  isOurs: true,
  method: 'PUT',
  path: '/api/users/resetPassword',
  access: 'everyone',
  body: v.object({
    token: v.pipe(v.string(), v.maxLength(256)),
    newPassword: Credential,
    confirmPassword: Credential,
  }),
  errors: ['link_expired', 'confirm_mismatch', 'password_rules', 'password_guessable', 'password_must_be_different'],
});
