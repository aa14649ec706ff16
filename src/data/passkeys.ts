import { WebAuthnAbortService, sendSignal, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import {
  addPasskey as addPasskeyCall,
  beginPasskey,
  beginPasskeyProof,
  beginPasskeySignIn,
  confirmByPasskey,
  type PasskeyAssertion,
  type PasskeyRequestOptions,
  PasskeyTransport,
  signInByPasskey,
  type UserId,
} from '@portal/api';
import * as v from 'valibot';
import { failureOf, someMessageFor, refusalOf } from './errors.ts';
import { send } from './http.ts';
import { invalidateAfter } from './query/query.ts';
import { randomId } from './randomId.ts';
import { adoptTokens } from './session.ts';
import type { SignInOutcome } from './signInOutcome.ts';
import type { Bytes } from './vault/crypto.ts';
import type { PasskeySecret } from './vault/keyring.ts';

/*
 * Passkeys in both apps; the portal imports `portalPasskeys.ts`. Loaded when somebody uses a passkey, and with the login page after its form has been shown. So everybody imports it lazily: a static import
 * would put the library into the first download.
 */

/** `exists`: this device has a passkey of this person. `failed`: the device or the browser could not. */
export type PasskeyProblem = 'cancelled' | 'exists' | 'failed';

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

function problemOf(error: unknown): PasskeyProblem {
  switch (nameOf(error)) {
    // A person who cancels and one who takes too long look the same.
    case 'NotAllowedError':
    case 'AbortError':
      return 'cancelled';
    case 'InvalidStateError':
      return 'exists';
    default:
      return 'failed';
  }
}

/** What the portal alone does with passkeys; a tablet keeps nothing, and is nobody's own. */
interface PasskeysOfPortal {
  /** Asks an authenticator for the secret that opens the vault. */
  readonly extensions: Parameters<typeof startAuthentication>[0]['optionsJSON']['extensions'];
  readonly noteUsed: () => void;
  /** Lets a passkey open this device's vault of who is signed in, without a network too. Nothing waits for it. */
  readonly openVault: (passkey: PasskeySecret) => void;
}
let portal: PasskeysOfPortal | null = null;
export const setPasskeysOfPortal = (part: PasskeysOfPortal): void => void (portal = part);

type Outputs = Awaited<ReturnType<typeof startAuthentication>>['clientExtensionResults'];

/** The secret that a passkey has computed; null where its authenticator computes none. */
function secretIn({ prf: computed }: Pick<Outputs, 'prf'>): Bytes | null {
  const first = computed?.results?.first;
  if (first === undefined) return null;
  const bytes = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first);
  return bytes.slice();
}

function openVaultWith(id: string, secret: Bytes | null): void {
  if (secret !== null) portal?.openVault({ id, secret });
}

/** Makes a passkey on this device, or on one that the browser offers; at the kiosk never on the tablet. Rejects with `CallError`. */
export async function addPasskey(userId: UserId, name: string): Promise<'added' | PasskeyProblem> {
  const optionsJSON = await send(beginPasskey, { params: { userId } });
  const made = await startRegistration({ optionsJSON: { ...optionsJSON, extensions: portal?.extensions } }).catch(
    problemOf,
  );
  if (typeof made === 'string') return made;
  const { clientDataJSON, attestationObject, transports = [] } = made.response;
  await send(addPasskeyCall, {
    params: { userId },
    body: {
      name,
      id: made.id,
      clientDataJSON,
      attestationObject,
      // Kinds that come later are left out.
      transports: transports.flatMap((one) => (v.is(PasskeyTransport, one) ? [one] : [])),
      attachment: made.authenticatorAttachment,
    },
  }).catch((error: unknown) => {
    // After a lost answer the account may have it.
    void invalidateAfter(addPasskeyCall);
    throw error;
  });
  portal?.noteUsed();
  openVaultWith(made.id, secretIn(made.clientExtensionResults));
  await invalidateAfter(addPasskeyCall);
  return 'added';
}

interface Signed {
  readonly assertion: PasskeyAssertion;
  readonly secret: Bytes | null;
}

async function sign(optionsJSON: PasskeyRequestOptions, isSuggested: boolean): Promise<Signed> {
  const { id, response, clientExtensionResults, authenticatorAttachment } = await startAuthentication({
    optionsJSON: { ...optionsJSON, extensions: portal?.extensions },
    useBrowserAutofill: isSuggested,
    verifyBrowserAutofillInput: false,
  });
  const { authenticatorData, clientDataJSON, signature, userHandle = '' } = response;
  return {
    assertion: { id, authenticatorData, clientDataJSON, signature, userHandle, attachment: authenticatorAttachment },
    secret: secretIn(clientExtensionResults),
  };
}

function failedBy(error: unknown): Extract<SignInOutcome, { kind: 'failed' }> {
  return { kind: 'failed', message: someMessageFor(failureOf(error)) };
}

export type PasskeySignIn = SignInOutcome | { readonly kind: 'cancelled' };

/**
 * Signs in with a passkey that the person chooses: in a dialog of the browser or, `isSuggested`, among what the browser offers in the field
 * for the username; then it waits for that. A later call cancels an earlier one. Never rejects.
 */
export async function signInWithPasskey(isSuggested: boolean): Promise<PasskeySignIn> {
  const options = await send(beginPasskeySignIn).catch(failedBy);
  // Nobody has asked for anything yet, so a page that only suggests says nothing.
  if ('kind' in options) return isSuggested ? { kind: 'cancelled' } : options;
  const signed = await sign(options, isSuggested).catch(problemOf);
  if (typeof signed === 'string')
    return signed === 'failed' && !isSuggested
      ? { kind: 'failed', message: { code: 'passkeyRefused', values: {} } }
      : { kind: 'cancelled' };
  try {
    const token = await send(signInByPasskey, { body: signed.assertion });
    portal?.noteUsed();
    const outcome = await adoptTokens(token, portal === null ? 'patientKioskManagement' : 'userNamePassword');
    if (outcome.kind === 'signedIn') openVaultWith(signed.assertion.id, signed.secret);
    return outcome;
  } catch (error) {
    const code = refusalOf(signInByPasskey, failureOf(error));
    if (code === 'tablet_not_set_up') return { kind: 'tabletNotSetUp' };
    if (code !== 'passkey_unknown') return failedBy(error);
    // The device then no longer offers it.
    sendSignal({ signalName: 'unknownCredential', rpID: options.rpId, credentialID: signed.assertion.id }).catch(
      () => undefined,
    );
    return portal !== null ? failedBy(error) : { kind: 'failed', message: { code: 'kioskPasskeyUnknown', values: {} } };
  }
}

/** Proves with a passkey who is at the page. Rejects with `CallError`. */
export async function confirmWithPasskey(userId: UserId): Promise<'confirmed' | 'cancelled' | 'failed'> {
  const options = await send(beginPasskeyProof, { params: { userId } });
  const signed = await sign(options, false).catch(problemOf);
  if (typeof signed === 'string') return signed === 'cancelled' ? 'cancelled' : 'failed';
  await send(confirmByPasskey, { params: { userId }, body: signed.assertion });
  openVaultWith(signed.assertion.id, signed.secret);
  return 'confirmed';
}

/** Asks for one of these passkeys without the server, for the secret that it computes. Null: it computes none, or the device could not. */
export async function askForSecret(ids: readonly string[]): Promise<PasskeySecret | 'cancelled' | null> {
  const signed = await sign(
    {
      rpId: location.hostname,
      // Nobody checks what is signed: only the right authenticator computes the secret.
      challenge: randomId(32),
      timeout: 5 * 60_000,
      allowCredentials: ids.map((id) => ({ id, type: 'public-key', transports: [] })),
      userVerification: 'required',
    },
    false,
  ).catch(problemOf);
  if (typeof signed === 'string') return signed === 'cancelled' ? 'cancelled' : null;
  return signed.secret && { id: signed.assertion.id, secret: signed.secret };
}

/** Ends what the browser offers or asks at the moment. */
export const cancelPasskeys = (): void => WebAuthnAbortService.cancelCeremony();
