import type { BodyOf, PasskeyAssertion, addPasskey } from '@portal/api';
import type { RelyingParty } from './relyingParty.ts';

/** EdDSA, ECDSA with P-256, RSA (Windows Hello on older machines): the names of COSE. */
export const algorithms = [-8, -7, -257];

export interface NewPasskey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly isBackedUp: boolean;
}

/** Loaded when somebody uses a passkey, because it takes longer to load than most of the server. */
const library = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
});

/** Checks a new passkey; null where it was made for another challenge or address, or by a device that has not checked who uses it. */
export async function checkCreated(
  { id, clientDataJSON, attestationObject, transports }: BodyOf<typeof addPasskey>,
  challenge: string,
  { origin, rpId }: RelyingParty,
): Promise<NewPasskey | null> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR, verifyRegistrationResponse } = await library();
  try {
    // We ask for no statement of the maker. One that comes all the same is not looked at, because its certificates could name addresses
    // that the library would fetch.
    const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData');
    const withoutStatement = isoCBOR.encode(
      new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ]),
    );
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject: isoBase64URL.fromBuffer(withoutStatement), transports },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo === undefined) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      isBackedUp: credentialBackedUp,
    };
  } catch {
    // The library throws for whatever does not fit.
    return null;
  }
}

/** Checks what a passkey signed; null as above. The count is the caller's to compare, under the lock of the passkey's row. */
export async function checkSigned(
  { id, ...signed }: PasskeyAssertion,
  challenge: string,
  { origin, rpId }: RelyingParty,
  publicKey: Buffer,
): Promise<Pick<NewPasskey, 'signCount' | 'isBackedUp'> | null> {
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: signed },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    });
    return verified
      ? { signCount: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
      : null;
  } catch {
    return null;
  }
}
