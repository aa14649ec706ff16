import { type AccountServices, noteProof } from '../credentials/tokens.ts';
import { type Handlers, notFound } from '../http/handler.ts';
import { challengeSeconds, makeChallenge } from './challenges.ts';
import { findDescriptors } from './descriptors.ts';
import { outsideHints } from './outside.ts';
import { relyingPartyOf } from './relyingParty.ts';
import { requireAccountOfOurs } from './requireAccountOfOurs.ts';
import { takeAssertion } from './assertion.ts';

/** A proof of who is at the page, by a passkey of the account in place of its password. */
export const passkeyProofHandlers = (
  services: AccountServices,
): Pick<Handlers, 'beginPasskeyProof' | 'confirmByPasskey'> => ({
  async beginPasskeyProof(context) {
    const { actor, db } = context;
    const { userId, sessionId } = actor;
    await requireAccountOfOurs(actor, db);
    const { facilityId, rpId, isForKiosk } = await relyingPartyOf(context, services);
    const allowCredentials = await findDescriptors(db, userId, isForKiosk);
    if (allowCredentials.length === 0) throw notFound();
    return {
      rpId,
      challenge: await makeChallenge(db, { purpose: 'confirm', sessionId, facilityId, rpId }),
      timeout: challengeSeconds * 1000,
      allowCredentials,
      userVerification: 'required',
      ...(isForKiosk ? { hints: outsideHints } : {}),
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
