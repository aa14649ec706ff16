import * as v from 'valibot';
import { declareCall } from './call.ts';
import { PasskeyId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { Token } from './session.ts';
import { Instant, PersonName } from './values.ts';

/*
 * Passkeys (beyond the specification), with the names of WebAuthn. Bytes are base64url. Only accounts with a password of ours have them: who
 * comes by single sign-on is let in by the facility's identity system alone. Those of staff work at the kiosk alone, and are never in the tablet.
 */

const access = ['patient', 'representative', 'kioskManager'] as const;
const ofUser = { ...changing, isOurs: true, params: { userId: UserId }, access } as const;

const bytes = (longest: number) =>
  v.pipe(v.string(), v.minLength(1), v.maxLength(longest), v.regex(/^[A-Za-z0-9_-]+$/));
const CredentialId = bytes(1400);

export const PasskeyTransport = v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** `platform`: in the device on which the page is. `cross-platform`: outside of it, as a security key or another person's phone is. */
const PasskeyAttachment = v.picklist(['platform', 'cross-platform']);
/** Where a new passkey may be, best first, so that the browser offers nothing else. */
const Hints = v.array(v.picklist(['security-key', 'hybrid']));

const Descriptor = v.object({ id: v.string(), type: v.literal('public-key'), transports: v.array(PasskeyTransport) });

/** What the browser is asked to make a passkey with. */
export const PasskeyCreationOptions = v.object({
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  timeout: v.number(),
  excludeCredentials: v.array(Descriptor),
  authenticatorSelection: v.object({
    /** At the kiosk alone: the next person holds the same tablet. */
    authenticatorAttachment: v.optional(v.literal('cross-platform')),
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
  attestation: v.literal('none'),
  hints: v.optional(Hints),
});
export type PasskeyCreationOptions = v.InferOutput<typeof PasskeyCreationOptions>;

/** What the browser is asked to sign with a passkey. `allowCredentials` is empty where nobody is signed in: the person chooses. */
export const PasskeyRequestOptions = v.object({
  rpId: v.string(),
  challenge: v.string(),
  timeout: v.number(),
  allowCredentials: v.array(Descriptor),
  userVerification: v.literal('required'),
  hints: v.optional(Hints),
});
export type PasskeyRequestOptions = v.InferOutput<typeof PasskeyRequestOptions>;

/** What a passkey signed. */
export const PasskeyAssertion = v.object({
  id: CredentialId,
  authenticatorData: bytes(4000),
  clientDataJSON: bytes(4000),
  signature: bytes(1400),
  userHandle: bytes(100),
  /** Required at the kiosk. */
  attachment: v.optional(PasskeyAttachment),
});
export type PasskeyAssertion = v.InferOutput<typeof PasskeyAssertion>;

export const Passkey = v.object({
  passkeyId: PasskeyId,
  /** Its name among all passkeys of the world, by which a device knows it. */
  credentialId: v.string(),
  name: v.string(),
  createdAt: Instant,
  lastUsedAt: v.nullable(Instant),
});
export type Passkey = v.InferOutput<typeof Passkey>;

export const PasskeyName = v.pipe(PersonName, v.maxLength(60));

export const listPasskeys = declareCall({
  ...reading,
  name: 'listPasskeys',
  isOurs: true,
  path: '/api/users/{userId}/passkeys',
  params: { userId: UserId },
  access,
  answer: v.array(Passkey),
  audited: false,
});

/** Begins a new passkey; `addPasskey` must follow in this session within five minutes. */
export const beginPasskey = declareCall({
  ...ofUser,
  name: 'beginPasskey',
  method: 'POST',
  path: '/api/users/{userId}/passkeys/challenge',
  needsProof: true,
  answer: PasskeyCreationOptions,
  errors: ['too_many_passkeys'],
});

/** `passkey_refused`: it was not made here, just now, by a device that has checked who uses it; or, at the kiosk, it is in the tablet. */
export const addPasskey = declareCall({
  ...ofUser,
  name: 'addPasskey',
  method: 'POST',
  path: '/api/users/{userId}/passkeys',
  body: v.object({
    name: PasskeyName,
    id: CredentialId,
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: v.pipe(v.array(PasskeyTransport), v.maxLength(16)),
    /** Required at the kiosk. */
    attachment: v.optional(PasskeyAttachment),
  }),
  answer: v.object({ passkeyId: PasskeyId }),
  errors: ['passkey_refused', 'passkey_exists', 'too_many_passkeys'],
  invalidates: ['listPasskeys', 'getPasswordStanding'],
});

export const renamePasskey = declareCall({
  ...ofUser,
  name: 'renamePasskey',
  method: 'PUT',
  path: '/api/users/{userId}/passkeys/{passkeyId}',
  params: { userId: UserId, passkeyId: PasskeyId },
  body: v.object({ name: PasskeyName }),
  invalidates: ['listPasskeys'],
});

/** Also ends the sessions that it began, except the one that makes the call. `too_few_passkeys`: the last that works at this address, of an account without a password. */
export const removePasskey = declareCall({
  ...ofUser,
  name: 'removePasskey',
  method: 'DELETE',
  path: '/api/users/{userId}/passkeys/{passkeyId}',
  params: { userId: UserId, passkeyId: PasskeyId },
  needsProof: true,
  errors: ['too_few_passkeys'],
  invalidates: ['listPasskeys', 'listSignedInPlaces', 'listDevices', 'getPasswordStanding'],
});

const byAnybody = { ...changing, isOurs: true, method: 'POST', access: 'everyone' } as const;

export const beginPasskeySignIn = declareCall({
  ...byAnybody,
  name: 'beginPasskeySignIn',
  path: '/api/passkeys/challenge',
  answer: PasskeyRequestOptions,
});

/**
 * Signs in with a passkey; sets the refresh cookie as `/token` does. `passkey_unknown`: there is no such passkey (any more), so the device can
 * forget it. `passkey_refused`: what it signed is not right, or is older than five minutes.
 */
export const signInByPasskey = declareCall({
  ...byAnybody,
  name: 'signInByPasskey',
  path: '/api/passkeys/signIn',
  body: PasskeyAssertion,
  answer: Token,
  errors: [
    'passkey_unknown',
    'passkey_refused',
    'access_ended',
    'account_joined',
    'patient_died',
    'invalid_subscription',
    'tablet_not_set_up',
  ],
});

/** Begins a proof of who is at the page, with one of the account's passkeys; 404 where it has none. */
export const beginPasskeyProof = declareCall({
  ...ofUser,
  name: 'beginPasskeyProof',
  beforeTerms: true,
  method: 'POST',
  path: '/api/users/{userId}/passkeys/proof/challenge',
  answer: PasskeyRequestOptions,
});

/** Proves with a passkey that the account's owner is at the page, as `confirmPassword` does with the password. */
export const confirmByPasskey = declareCall({
  ...ofUser,
  name: 'confirmByPasskey',
  beforeTerms: true,
  method: 'POST',
  path: '/api/users/{userId}/passkeys/proof',
  body: PasskeyAssertion,
  errors: ['passkey_unknown', 'passkey_refused'],
});
