import type { Configuration } from 'openid-client';
import * as v from 'valibot';
import type { IdentityProvider } from '../facilities/identityProviders.ts';
import { ProviderUnreachable, boundedFetch, clockSeconds } from './client.ts';

/** A logout token is for now: one that is older was kept by somebody. Used ones are remembered for longer. */
const oldestMinutes = 10;
/** Only keys that the identity system publishes: a secret that both know would let us, or whoever has it, sign too. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const Keys = v.looseObject({ keys: v.array(v.looseObject({ kty: v.string() })) });
const name = v.pipe(v.string(), v.minLength(1), v.maxLength(500));
const Claims = v.pipe(
  v.object({
    jti: name,
    iat: v.number(),
    events: v.looseObject({ 'http://schemas.openid.net/event/backchannel-logout': v.looseObject({}) }),
    sub: v.optional(name),
    sid: v.optional(name),
    /** An ID token has one, and must not pass for a logout token. */
    nonce: v.optional(v.never()),
  }),
  v.check(({ sub, sid }) => sub !== undefined || sid !== undefined),
);
export type LogoutClaims = v.InferOutput<typeof Claims>;

/** Checks a logout token (OpenID Connect Back-Channel Logout, 2.6); null: it is none of this identity system for us, now. */
export async function readLogoutToken(
  { issuer, clientId }: Pick<IdentityProvider, 'issuer' | 'clientId'>,
  configuration: Configuration,
  token: string,
): Promise<LogoutClaims | null> {
  const { jwks_uri: address } = configuration.serverMetadata();
  if (address === undefined) throw new ProviderUnreachable('has no keys');
  const answer = await boundedFetch(issuer)(address, { method: 'GET', headers: {}, body: null, redirect: 'manual' });
  const keys = v.safeParse(Keys, await answer.json().catch(() => null));
  if (!keys.success) throw new ProviderUnreachable('has no keys');
  // Loaded when an identity system ends a session.
  const { createLocalJWKSet, jwtVerify } = await import('jose');
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys.output), {
      issuer,
      audience: clientId,
      algorithms,
      clockTolerance: clockSeconds,
      maxTokenAge: `${String(oldestMinutes)} minutes`,
    });
    const claims = v.safeParse(Claims, payload);
    return claims.success ? claims.output : null;
  } catch {
    return null;
  }
}
