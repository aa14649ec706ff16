import * as v from 'valibot';

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
