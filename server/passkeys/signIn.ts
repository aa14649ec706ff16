import type { Token } from '@portal/api';
import { noteSignInPlace } from '../credentials/signInPlace.ts';
import { type AccountServices, beginSession, browserCookie, closedWith } from '../credentials/tokens.ts';
import { type Handlers, notFound, refusal } from '../http/handler.ts';
import { withinLimit } from '../http/limits.ts';
import { challengeSeconds, makeChallenge } from './challenges.ts';
import { relyingPartyOf } from './relyingParty.ts';
import { takeAssertion } from './assertion.ts';

/** How many more login pages than failed logins one address may open: a page asks for a challenge before anybody has chosen a passkey. */
const pagesPerFailure = 10;
const quarterOfAnHour = 15 * 60;

/** Signing in with a passkey, at the portal. It proves by itself who is there: the device has checked a face, a finger or a PIN. */
export const passkeySignInHandlers = (
  services: AccountServices,
): Pick<Handlers, 'beginPasskeySignIn' | 'signInByPasskey'> => ({
  async beginPasskeySignIn(context) {
    const { db, ip, surface } = context;
    if (surface !== 'portal') throw notFound();
    const most = services.addressFailures * pagesPerFailure;
    if (!(await withinLimit(db, 'passkey-challenge', ip, most, quarterOfAnHour))) throw refusal('too_many_requests');
    const { facilityId, rpId } = await relyingPartyOf(context, services);
    return {
      rpId,
      challenge: await makeChallenge(db, { purpose: 'signIn', sessionId: null, facilityId, rpId }),
      timeout: challengeSeconds * 1000,
      allowCredentials: [],
      userVerification: 'required',
    };
  },

  async signInByPasskey(context): Promise<Token> {
    const { surface, cookies, refuse } = context;
    if (surface !== 'portal') throw notFound();
    return takeAssertion(
      context,
      services,
      { purpose: 'signIn', sessionId: null },
      ({ patientId, represents, closedBecause, subscriptionOver }) => {
        if (closedBecause !== null) throw refuse(closedWith[closedBecause]);
        if (patientId === null && !represents) throw refuse('access_ended');
        if (subscriptionOver) throw refuse('invalid_subscription');
        return true;
      },
      async (within, { userId, facilityId, patientId, name, passkeyId }) => {
        const cookie = await browserCookie(within, cookies, surface);
        await noteSignInPlace(within, context, services, userId);
        const role = patientId === null ? 'representative' : 'patient';
        return beginSession(
          within,
          services,
          { userId, role, loginType: 'userNamePassword', facilityId, patientId, name },
          context,
          cookie,
          { passkeyId },
        );
      },
    );
  },
});
