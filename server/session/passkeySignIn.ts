import type { Token } from '@portal/api';
import { noteSignInPlace } from '../credentials/signInPlace.ts';
import { type AccountServices, beginSession, browserCookie, closedWith } from '../credentials/tokens.ts';
import { facilityIdOfHost } from '../facilities/facility.ts';
import { type Handlers, refusal } from '../http/handler.ts';
import { withinLimit } from '../http/limits.ts';
import { takeAssertion } from '../passkeys/assertion.ts';
import { challengeSeconds, makeChallenge } from '../passkeys/challenges.ts';
import { outsideHints } from '../passkeys/outside.ts';
import { relyingPartyOf } from '../passkeys/relyingParty.ts';
import { holdTablet, requireTablet, roleOf } from './passwordLogin.ts';
import { identityAtLogin } from './profileHandlers.ts';

/** How many more login pages than failed logins one address may open: a page asks for a challenge before anybody has chosen a passkey. */
const pagesPerFailure = 10;
const quarterOfAnHour = 15 * 60;

/**
 * Signing in with a passkey: staff at the kiosk's address, everybody else at the portal's. It proves by itself who is there: the device has
 * checked a face, a finger or a PIN.
 */
export const passkeySignInHandlers = (
  services: AccountServices,
): Pick<Handlers, 'beginPasskeySignIn' | 'signInByPasskey'> => ({
  async beginPasskeySignIn(context) {
    const { db, ip } = context;
    const most = services.addressFailures * pagesPerFailure;
    if (!(await withinLimit(db, 'passkey-challenge', ip, most, quarterOfAnHour))) throw refusal('too_many_requests');
    const { facilityId, rpId, isForKiosk } = await relyingPartyOf(context, services);
    return {
      rpId,
      challenge: await makeChallenge(db, { purpose: 'signIn', sessionId: null, facilityId, rpId }),
      timeout: challengeSeconds * 1000,
      allowCredentials: [],
      userVerification: 'required',
      ...(isForKiosk ? { hints: outsideHints } : {}),
    };
  },

  async signInByPasskey(context): Promise<Token> {
    const { db, surface, cookies, refuse } = context;
    const isKiosk = surface === 'kiosk';
    // As with passwords: nobody may try on a tablet on which the kiosk does not open.
    if (isKiosk) await requireTablet(db, context, await facilityIdOfHost(db, context.host));
    return takeAssertion(
      context,
      services,
      { purpose: 'signIn', sessionId: null },
      ({ patientId, represents, isKioskManager, closedBecause, subscriptionOver }) => {
        if (isKiosk && (!isKioskManager || closedBecause !== null)) return false;
        if (closedBecause !== null) throw refuse(closedWith[closedBecause]);
        if (!isKiosk && patientId === null && !represents) throw refuse('access_ended');
        if (subscriptionOver) throw refuse('invalid_subscription');
        return true;
      },
      async (within, { userId, facilityId, name, passkeyId, ...found }) => {
        const tabletId = isKiosk ? await holdTablet(within, context, facilityId) : null;
        const patientId = isKiosk ? null : found.patientId;
        const cookie = await browserCookie(within, cookies, surface);
        await noteSignInPlace(within, context, services, userId);
        const role = roleOf({ patientId }, isKiosk);
        const loginType = isKiosk ? 'patientKioskManagement' : 'userNamePassword';
        const subject = { userId, role, loginType, facilityId, patientId, name } as const;
        const identity = await identityAtLogin(within, subject);
        const token = await beginSession(within, services, subject, context, cookie, { passkeyId, tabletId });
        return { ...token, ...identity };
      },
    );
  },
});
