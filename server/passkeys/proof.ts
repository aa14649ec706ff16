import { type AccountServices, noteProof } from '../credentials/tokens.ts';
import { type Handlers, notFound } from '../http/handler.ts';
import { challengeSeconds, makeChallenge } from './challenges.ts';
import { findDescriptors } from './descriptors.ts';
import { relyingPartyOf } from './relyingParty.ts';
import { takeAssertion } from './assertion.ts';

/** A proof of who is at the page, by a passkey of the account in place of its password. */
export const passkeyProofHandlers = (
  services: AccountServices,
): Pick<Handlers, 'beginPasskeyProof' | 'confirmByPasskey'> => ({
  async beginPasskeyProof(context) {
    const { actor, db } = context;
    const { userId, sessionId } = actor;
    const { facilityId, rpId } = await relyingPartyOf(context, services);
    const allowCredentials = await findDescriptors(db, userId);
    if (allowCredentials.length === 0 || actor.loginType !== 'userNamePassword') throw notFound();
    return {
      rpId,
      challenge: await makeChallenge(db, { purpose: 'confirm', sessionId, facilityId, rpId }),
      timeout: challengeSeconds * 1000,
      allowCredentials,
      userVerification: 'required',
    };
  },

  async confirmByPasskey(context) {
    const { userId, sessionId } = context.actor;
    await takeAssertion(
      context,
      services,
      { purpose: 'confirm', sessionId },
      (found) => found.userId === userId,
      (within) => noteProof(within, sessionId),
    );
    return null;
  },
});
