import * as v from 'valibot';
import { declareCall } from './call.ts';
import { IdentityId, UserId } from './ids.ts';
import { changing, reading } from './presets.ts';
import { SignUpIdentity } from './signUp.ts';
import { Instant } from './values.ts';

/**
 * Why a sign-in with the facility's own identity system (OpenID Connect) came to nothing; `because` of `/singleSignOnFailed`.
 * `startAgain`: it took too long, was used before, or began in another browser. `unreachable`: the identity system does not answer.
 * `refused`: its answer is wrong. `declined`: the person has stopped there. `tooWeak`, `tooOld`: they must sign in there in a stronger
 * way, or once more. `notAllowed`: this sign-in is not for them. `otherPerson`: it names another person than before. `ended`: their access
 * has ended.
 */
export const openIdFailures = [
  'startAgain',
  'unreachable',
  'refused',
  'declined',
  'tooWeak',
  'tooOld',
  'notAllowed',
  'otherPerson',
  'ended',
] as const;
export const OpenIdFailure = v.picklist(openIdFailures);
export type OpenIdFailure = v.InferOutput<typeof OpenIdFailure>;

/**
 * Back-channel logout (OpenID Connect): an identity system tells that somebody has signed out there, and the sessions that began with it end.
 * Every fault is the same 400, also a token that was used before.
 */
export const endIdentitySession = declareCall({
  ...changing,
  name: 'endIdentitySession',
  isOurs: true,
  method: 'POST',
  path: '/openid/{provider}/logout',
  params: { provider: v.pipe(v.string(), v.maxLength(40)) },
  access: 'everyone',
  body: v.object({ logout_token: v.pipe(v.string(), v.maxLength(8000)) }),
  bodyType: 'form',
});

/**
 * Links the subject that has just signed in at an identity system with the record of an invitation, and signs its person in. `pending` is from
 * the address of `/link-sign-in`; it works once, for 15 minutes (`link_expired`). The answer is used as that of `createSsoTicket`.
 */
export const linkIdentity = declareCall({
  ...changing,
  name: 'linkIdentity',
  isOurs: true,
  method: 'POST',
  path: '/api/patients/signup/identities',
  access: 'everyone',
  body: v.object({ pending: v.pipe(v.string(), v.maxLength(64)), ...SignUpIdentity.entries }),
  answer: v.object({ ssoId: v.string() }),
  errors: ['link_expired', 'invitation_expired', 'attempts_exceeded', 'other_person'],
});

/** A sign-in at an identity system (`SignInProvider`) that opens the account. */
export const LinkedIdentity = v.object({
  identityId: IdentityId,
  /** The key of the identity system. */
  provider: v.string(),
  createdAt: Instant,
  lastUsedAt: v.nullable(Instant),
});
export type LinkedIdentity = v.InferOutput<typeof LinkedIdentity>;

const ofUser = { isOurs: true, params: { userId: UserId }, access: ['patient', 'representative'] } as const;

export const listIdentities = declareCall({
  ...reading,
  ...ofUser,
  name: 'listIdentities',
  path: '/api/users/{userId}/identities',
  answer: v.array(LinkedIdentity),
  audited: false,
});

/** Begins to link a sign-in with the account that is signed in. The browser then goes to `address`, and comes back to the account settings. */
export const beginIdentity = declareCall({
  ...changing,
  ...ofUser,
  name: 'beginIdentity',
  method: 'POST',
  path: '/api/users/{userId}/identities',
  needsProof: true,
  body: v.object({ provider: v.pipe(v.string(), v.maxLength(40)) }),
  answer: v.object({ address: v.string() }),
});

/** Also ends the sessions that it began, except the one that makes the call. `last_way_in`: nothing else opens the account. */
export const removeIdentity = declareCall({
  ...changing,
  ...ofUser,
  name: 'removeIdentity',
  method: 'DELETE',
  path: '/api/users/{userId}/identities/{identityId}',
  params: { userId: UserId, identityId: IdentityId },
  needsProof: true,
  errors: ['last_way_in'],
  invalidates: ['listIdentities', 'listSignedInPlaces', 'listDevices'],
});
