import { proofSeconds } from '@portal/api';
import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import type { IdentityProvider } from '../facilities/identityProviders.ts';
import { codeOf } from '../http/loggedError.ts';

/** Seconds by which the clocks of the server and an identity system may differ. */
export const clockSeconds = 30;
const withinSeconds = 10;
const largestAnswer = 256_000;

/** Loaded when somebody signs in so, because most servers never need it. */
const library = () => import('openid-client');

/** The identity system does not answer, or not as one. Nobody but its operators can do anything about it. */
export class ProviderUnreachable extends Error {}

/** One request without redirects, within bounds of time and size. It may be without TLS only if the issuer itself is on this machine. */
export const boundedFetch =
  (issuer: string): CustomFetch =>
  async (address, { method, headers, body }) => {
    const { protocol, hostname } = new URL(address);
    const isHere = issuer.startsWith('http:') && hostname === new URL(issuer).hostname;
    if (protocol !== 'https:' && !isHere) throw new ProviderUnreachable('not https');
    try {
      const answer = await fetch(address, {
        method,
        headers,
        body: body instanceof URLSearchParams ? body : null,
        redirect: 'manual',
        signal: AbortSignal.timeout(withinSeconds * 1000),
      });
      const parts: Uint8Array[] = [];
      let left = largestAnswer;
      for await (const part of answer.body ?? []) {
        left -= part.byteLength;
        // Leaving the loop closes the connection.
        if (left < 0) throw new ProviderUnreachable('too long');
        parts.push(part);
      }
      return new Response(parts.length === 0 ? null : Buffer.concat(parts), {
        status: answer.status,
        headers: answer.headers,
      });
    } catch (error) {
      throw error instanceof ProviderUnreachable ? error : new ProviderUnreachable('no answer', { cause: error });
    }
  };

/** Reads what an identity system says of itself. It is asked each time, so that new addresses and keys hold at once on every server. */
export async function discover(
  { issuer, clientId }: Pick<IdentityProvider, 'issuer' | 'clientId'>,
  secret: string,
): Promise<Configuration> {
  const openid = await library();
  const authenticate: ClientAuth = (server, client, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    const way = methods.includes('client_secret_basic') ? openid.ClientSecretBasic : openid.ClientSecretPost;
    way(secret)(server, client, body, headers);
  };
  try {
    return await openid.discovery(new URL(issuer), clientId, { [openid.clockTolerance]: clockSeconds }, authenticate, {
      [openid.customFetch]: boundedFetch(issuer),
      timeout: withinSeconds,
      execute: [
        openid.enableNonRepudiationChecks,
        // `boundedFetch` decides what may be without TLS.
        ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
      ],
    });
  } catch (error) {
    throw new ProviderUnreachable('no discovery', { cause: error });
  }
}

/** Staff at a tablet sign in anew each time: whoever holds it next must not get in with what a browser remembers. */
const staffSeconds = 300;

/** How long ago somebody may have signed in at the identity system; null: it does not matter. The shortest limit holds. */
export function mostAgeOf(
  { for: whom, maxAgeSeconds }: Pick<IdentityProvider, 'for' | 'maxAgeSeconds'>,
  isProof: boolean,
): number | null {
  const limits = [maxAgeSeconds, whom === 'kioskStaff' ? staffSeconds : undefined, isProof ? proofSeconds : undefined];
  const set = limits.filter((limit) => limit !== undefined);
  return set.length === 0 ? null : Math.min(...set);
}

/** What binds a request to its answer. */
export interface Checks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Where to send somebody who wants to sign in. `isProof`: anew, whatever their browser remembers. */
export async function authorizationUrl(
  provider: IdentityProvider,
  configuration: Configuration,
  redirectUri: string,
  { state, nonce, verifier }: Checks,
  isProof: boolean,
): Promise<string> {
  const openid = await library();
  const { scopes, acrValues } = provider;
  const mostAge = isProof ? 0 : mostAgeOf(provider, false);
  return openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: [...new Set(['openid', ...scopes])].join(' '),
    state,
    nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(acrValues.length === 0 ? {} : { acr_values: acrValues.join(' ') }),
    ...(mostAge === null ? {} : { max_age: String(mostAge) }),
    ...(provider.for === 'kioskStaff' || isProof ? { prompt: 'login' } : {}),
  }).href;
}

export type Claims = Readonly<Record<string, unknown>>;

/** `claims`: those of the ID token, and those that only the userinfo endpoint has. */
export interface SignedIn {
  readonly subject: string;
  readonly sid: string | null;
  /** Seconds since 1970, by the ID token's word; null: it has none. */
  readonly signedInAt: number | null;
  readonly claims: Claims;
}

/** The claim of this name; a name with dots leads into objects, as in `realm_access.roles`. */
export function claimOf(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (inner, part) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
          ? Reflect.get(inner, part)
          : undefined,
      claims,
    );
}

/** Why somebody was sent back without signing in; `cause` is for the log. */
export interface NotSignedIn {
  readonly failure: 'declined' | 'refused';
  readonly cause: string;
}

/**
 * Takes the answer with which an identity system sends somebody back: checks it, trades its code for an ID token, and checks that: its
 * signature, issuer, audience, times and nonce. `declined`: the person did not sign in there; `refused`: something in it is wrong.
 */
export async function takeAnswer(
  provider: IdentityProvider,
  configuration: Configuration,
  answered: URL,
  { state, nonce, verifier }: Checks,
): Promise<SignedIn | NotSignedIn> {
  const openid = await library();
  try {
    const tokens = await openid.authorizationCodeGrant(configuration, answered, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const told = tokens.claims();
    if (told === undefined) return { failure: 'refused', cause: 'no ID token' };
    const wanted = [provider.person?.claim, provider.groups?.claim].filter((name) => name !== undefined);
    const lacks = wanted.some((name) => claimOf(told, name) === undefined);
    const more =
      lacks && configuration.serverMetadata().userinfo_endpoint !== undefined
        ? await openid.fetchUserInfo(configuration, tokens.access_token, told.sub)
        : {};
    return {
      subject: told.sub,
      sid: typeof told['sid'] === 'string' ? told['sid'] : null,
      signedInAt: typeof told.auth_time === 'number' ? told.auth_time : null,
      claims: { ...more, ...told },
    };
  } catch (error) {
    if (isUnreachable(error)) throw new ProviderUnreachable('no answer', { cause: error });
    if (!(error instanceof openid.AuthorizationResponseError)) return { failure: 'refused', cause: codeOf(error) };
    switch (error.error) {
      case 'access_denied':
      case 'login_required':
      case 'interaction_required':
      case 'consent_required':
        return { failure: 'declined', cause: error.error };
      case 'server_error':
      case 'temporarily_unavailable':
        throw new ProviderUnreachable('says so itself', { cause: error });
      default:
        return { failure: 'refused', cause: codeOf(error) };
    }
  }
}

/** Whether an error, or what caused it, is that the identity system was not reached. */
function isUnreachable(error: unknown): boolean {
  if (error instanceof ProviderUnreachable) return true;
  return error instanceof Error && error.cause !== undefined && isUnreachable(error.cause);
}

/** Where somebody signs out at the identity system; null: it has no such address. */
export async function endSessionUrl(configuration: Configuration, back: string): Promise<string | null> {
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
  const openid = await library();
  return openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back }).href;
}
