import * as v from 'valibot';
import { SmsPhoneNumber } from './reminderSettings.ts';
import { declareCall } from './call.ts';
import { Device } from './device.ts';
import { UserId, brandedId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { Token } from './session.ts';
import { Instant } from './values.ts';

export const RememberedBrowserId = brandedId('RememberedBrowserId');
export type RememberedBrowserId = v.InferOutput<typeof RememberedBrowserId>;

const Pending = v.pipe(v.string(), v.maxLength(256));
/** Six digits of the authenticator app or of a text message, or a recovery code, with or without spaces. */
export const SecondStepCode = v.pipe(v.string(), v.maxLength(40));

/** The key for an authenticator app: as text, and as the address in the QR code. */
export const AuthenticatorKey = v.object({ key: v.string(), uri: v.string() });
export type AuthenticatorKey = v.InferOutput<typeof AuthenticatorKey>;

/** Shown once; each is good for one sign-in without the authenticator app. */
const RecoveryCodes = v.array(v.string());

const atSignIn = { ...changing, isOurs: true, method: 'POST', access: 'everyone' } as const;

/** The key for a second step that must be set up before this sign-in can be finished. */
export const setUpAtSignIn = declareCall({
  ...atSignIn,
  name: 'setUpAtSignIn',
  path: '/api/signIn/secondStep/setUp',
  body: v.object({ pending: Pending }),
  answer: AuthenticatorKey,
  errors: ['second_step_over'],
});

/**
 * Finishes a sign-in with a code, and gives what `requestToken` gives. `second_step_over`: it began too long ago, was finished, or had too
 * many wrong codes; it must begin with the password again. Recovery codes come with the code that confirms a set-up; for ten minutes more,
 * the same sign-in gets new ones for a code of the app, because the answer may have been lost.
 */
export const finishSignIn = declareCall({
  ...atSignIn,
  name: 'finishSignIn',
  path: '/api/signIn/secondStep',
  body: v.object({ pending: Pending, code: SecondStepCode, remembersBrowser: v.boolean() }),
  answer: v.object({ ...Token.entries, recoveryCodes: v.optional(RecoveryCodes) }),
  errors: ['second_step_over', 'code_wrong', 'locked_out', 'tablet_not_set_up'],
});

/** Sends a code by text message, for this sign-in alone and for ten minutes. `feature_inactive`: there is no number, or the facility sends none. */
export const textSignInCode = declareCall({
  ...atSignIn,
  name: 'textSignInCode',
  path: '/api/signIn/secondStep/text',
  body: v.object({ pending: Pending }),
  errors: ['second_step_over', 'feature_inactive'],
});

const own = { params: { userId: UserId }, access: ['patient', 'representative'], isOurs: true } as const;
const path = '/api/users/{userId}/secondFactor';

export const SecondFactor = v.object({
  /** Null: not switched on. */
  switchedOnAt: v.nullable(Instant),
  /** False: the facility does not offer it. Whoever has it keeps it. */
  isOffered: v.boolean(),
  /** True: the facility requires it, so it cannot be switched off. */
  isRequired: v.boolean(),
  /** From when on nobody signs in without; null: the person has it, or may do without. */
  dueAt: v.nullable(Instant),
  /** How many recovery codes are not used yet. */
  codesLeft: v.number(),
  /** Codes by text message. `phoneEnd`: the last two digits of the number; null: none is set. */
  texts: v.optional(v.object({ isOffered: v.boolean(), phoneEnd: v.nullable(v.string()) })),
  browsers: v.array(
    v.object({ rememberedBrowserId: RememberedBrowserId, device: Device, until: Instant, isThis: v.boolean() }),
  ),
});
export type SecondFactor = v.InferOutput<typeof SecondFactor>;

export const getSecondFactor = declareCall({
  ...reading,
  ...own,
  name: 'getSecondFactor',
  path,
  answer: SecondFactor,
  audited: false,
});

const changes = { ...changing, ...own, invalidates: ['getSecondFactor'] } as const;

/** Makes a key for an authenticator app. It counts only once a code has confirmed it; until then an earlier one goes on working. */
export const startSecondFactor = declareCall({
  ...changing,
  ...own,
  name: 'startSecondFactor',
  method: 'POST',
  path: `${path}/setUp`,
  needsProof: true,
  answer: AuthenticatorKey,
  errors: ['feature_inactive'],
});

/**
 * Switches the second step on with a code of the new key. For ten minutes more, another code of it gives new recovery codes, because the answer
 * may have been lost. `second_step_over`: the key is too old; start again.
 */
export const confirmSecondFactor = declareCall({
  ...changes,
  name: 'confirmSecondFactor',
  method: 'PUT',
  path,
  body: v.object({ code: SecondStepCode }),
  answer: v.object({ recoveryCodes: RecoveryCodes }),
  errors: ['code_wrong', 'second_step_over'],
});

/** Makes new recovery codes; those before work no more. 404 where the second step is off. */
export const renewRecoveryCodes = declareCall({
  ...changes,
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: `${path}/recoveryCodes`,
  needsProof: true,
  answer: v.object({ recoveryCodes: RecoveryCodes }),
});

/** Switches the second step off. `second_factor_required`: the facility requires it. */
export const endSecondFactor = declareCall({
  ...changes,
  name: 'endSecondFactor',
  method: 'DELETE',
  path,
  needsProof: true,
  errors: ['second_factor_required'],
});

/** From now on a remembered browser is asked for a code again. */
export const forgetBrowser = declareCall({
  ...changes,
  name: 'forgetBrowser',
  method: 'DELETE',
  path: `${path}/browsers/{rememberedBrowserId}`,
  params: { userId: UserId, rememberedBrowserId: RememberedBrowserId },
});

const texts = `${path}/texts` as const;

/** Sends a code by text message to a number. Codes go there once it was typed. 404 where the second step is off. */
export const startTextCodes = declareCall({
  ...changing,
  ...own,
  name: 'startTextCodes',
  method: 'POST',
  path: texts,
  needsProof: true,
  body: v.object({ phoneNumber: SmsPhoneNumber }),
  errors: ['feature_inactive'],
});

/** From now on a code can be sent to the number at a sign-in. `second_step_over`: the code is too old, or was tried too often. */
export const confirmTextCodes = declareCall({
  ...changes,
  name: 'confirmTextCodes',
  method: 'PUT',
  path: texts,
  body: v.object({ code: SecondStepCode }),
  errors: ['code_wrong', 'second_step_over'],
});

/** No code goes there any more. */
export const endTextCodes = declareCall({
  ...changes,
  name: 'endTextCodes',
  method: 'DELETE',
  path: texts,
  needsProof: true,
});
