import type { OpenIdFailure } from '@portal/api';
import type { IdentityProvider } from '../facilities/identityProviders.ts';
import { type Claims, claimOf, clockSeconds, mostAgeOf } from './client.ts';

const textsIn = (claim: unknown): readonly unknown[] => (Array.isArray(claim) ? claim : [claim]);

/** Why somebody who has signed in at an identity system does not get in all the same; null: they may. */
export function failureOf(
  provider: Pick<IdentityProvider, 'acrValues' | 'for' | 'maxAgeSeconds' | 'groups'>,
  claims: Claims,
  nowSeconds: number,
  isProof: boolean,
): OpenIdFailure | null {
  const { acrValues, groups } = provider;
  const mostAge = mostAgeOf(provider, isProof);
  const { acr, auth_time: signedInAt } = claims;
  if (acrValues.length > 0 && !(typeof acr === 'string' && acrValues.includes(acr))) return 'tooWeak';
  if (mostAge !== null && !(typeof signedInAt === 'number' && signedInAt + mostAge + clockSeconds >= nowSeconds))
    return 'tooOld';
  const isIn =
    groups === undefined ||
    textsIn(claimOf(claims, groups.claim)).some((group) => typeof group === 'string' && groups.anyOf.includes(group));
  return isIn ? null : 'notAllowed';
}

/** The record number or name of a person, as the identity system has it; null: it says none. */
export function namedBy({ person }: Pick<IdentityProvider, 'person'>, claims: Claims): string | null {
  const claim = person === undefined ? undefined : claimOf(claims, person.claim);
  const text = typeof claim === 'number' ? String(claim) : claim;
  return typeof text === 'string' && text.trim() !== '' && text.length <= 200 ? text.trim() : null;
}
