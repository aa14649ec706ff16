import { PasskeyId, type Token, type WireErrorCode } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { failureSource, rememberBrowser } from '../credentials/knownBrowsers.ts';
import { checkAddress, countAddressFailure } from '../credentials/loginFailures.ts';
import { Account, accountColumns, accountTables } from '../credentials/passwords.ts';
import { type AccountServices, beginSession, browserCookie } from '../credentials/tokens.ts';
import { statement } from '../db/pool.ts';
import { type Handlers, notFound, refusal } from '../http/handler.ts';
import { withinLimit } from '../http/limits.ts';
import { challengeSeconds, makeChallenge, takeChallenge } from './challenges.ts';
import { relyingPartyOf } from './relyingParty.ts';
import { tellOwner } from './tellOwner.ts';
import { checkSigned } from './verify.ts';

/** How many more login pages than failed logins one address may open: a page asks for a challenge before anybody has chosen a passkey. */
const pagesPerFailure = 10;
const quarterOfAnHour = 15 * 60;
const aDay = 86_400;

const Found = v.object({
  ...Account.entries,
  passkeyId: PasskeyId,
  passkeyName: v.string(),
  passkeyHandle: v.nullable(v.instance(Buffer)),
  publicKey: v.instance(Buffer),
  isHere: v.boolean(),
  represents: v.boolean(),
  subscriptionOver: v.boolean(),
});
type Found = v.InferOutput<typeof Found>;
const find = statement(
  'passkeys.find',
  `select ${accountColumns}, k.id as "passkeyId", k.name as "passkeyName", u.passkey_handle as "passkeyHandle", k.public_key as "publicKey",
     k.facility_id = $facilityId and k.rp_id = $rpId and u.disabled_at is null as "isHere",
     exists (select from current_representatives l where l.user_id = u.id) as represents,
     coalesce(f.subscription_ends_on < today_in(f.time_zone), false) as "subscriptionOver"
   from ${accountTables} join passkeys k on k.user_id = u.id where k.credential_id = $credentialId`,
  Found,
);
const hold = statement(
  'passkeys.hold',
  'select sign_count as "signCount" from passkeys where id = $passkeyId for update',
  v.object({ signCount: v.number() }),
);
const noteUse = statement(
  'passkeys.noteUse',
  'update passkeys set sign_count = $signCount, is_backed_up = $isBackedUp, last_used_at = now() where id = $passkeyId',
);

type Context = Parameters<Handlers['signInByPasskey']>[0];

/** Counts a failure against the address, writes it into the audit, and throws. */
async function refuseFailure(
  { tx, addressMark, refuse }: Context,
  source: string,
  code: Extract<WireErrorCode, 'passkey_unknown' | 'passkey_refused'>,
): Promise<never> {
  await tx(async (within) => {
    await countAddressFailure(within, source);
    await audit(within, {
      type: 'login.failed',
      actor: null,
      patientId: null,
      detail: { because: code, from: addressMark() },
    });
  });
  throw refuse(code);
}

/** A count that does not grow says that there may be two of a passkey; one that does not count always says 0. */
const goesBack = (before: number, now: number): boolean => (before > 0 || now > 0) && now <= before;

/** Tells the owner, at most once a day, and the log. Whoever signs in now may have the copy, or the original. */
async function noteCopied(context: Context, services: AccountServices, found: Found): Promise<void> {
  const { db, tx, origins, log, addressMark } = context;
  const { passkeyId, passkeyName } = found;
  const mayTell = await withinLimit(db, 'passkey-copied', String(passkeyId), 1, aDay);
  await tx(async (within) => {
    if (mayTell) await tellOwner(within, services, origins, found, { kind: 'passkeyCopied', passkey: passkeyName });
    await audit(within, {
      type: 'passkey.copied',
      actor: null,
      patientId: found.patientId,
      facilityId: found.facilityId,
      detail: { passkeyId, from: addressMark() },
    });
  });
  services.mailer.wake();
  log.warn('refused a passkey whose own count went back: there may be a copy of it');
}

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
    const { body, db, surface, cookies, refuse } = context;
    if (surface !== 'portal') throw notFound();
    const source = await failureSource(context);
    await checkAddress(db, source, services.addressFailures);
    const relyingParty = await relyingPartyOf(context, services);
    const { facilityId, rpId } = relyingParty;
    const use = { purpose: 'signIn', sessionId: null, facilityId, rpId } as const;
    const challenge = await takeChallenge(db, body.clientDataJSON, use);
    // Not counted: the page may have been open for longer than a challenge lives.
    if (challenge === null) throw refuse('passkey_refused');
    const credentialId = Buffer.from(body.id, 'base64url');
    const found = await db.maybe(find, { credentialId, facilityId, rpId });
    if (found === null) return refuseFailure(context, source, 'passkey_unknown');
    const isTheirs = found.isHere && found.passkeyHandle?.toString('base64url') === body.userHandle;
    const signed = isTheirs ? await checkSigned(body, challenge, relyingParty, found.publicKey) : null;
    if (signed === null) return refuseFailure(context, source, 'passkey_refused');
    if (found.patientId === null && !found.represents) throw refuse('access_ended');
    if (found.subscriptionOver) throw refuse('invalid_subscription');
    const { userId, passkeyId, patientId, name } = found;
    const begun = await context.tx(async (within) => {
      const held = await within.maybe(hold, { passkeyId });
      if (held === null) return 'removed';
      if (goesBack(held.signCount, signed.signCount)) return 'copied';
      await within.run(noteUse, { passkeyId, ...signed });
      const cookie = await browserCookie(within, cookies, surface);
      await rememberBrowser(within, context, userId);
      return beginSession(
        within,
        services,
        {
          userId,
          role: patientId === null ? 'representative' : 'patient',
          loginType: 'userNamePassword',
          facilityId: found.facilityId,
          patientId,
          name,
        },
        context,
        cookie,
        { passkeyId },
      );
    });
    if (begun === 'copied') await noteCopied(context, services, found);
    if (typeof begun === 'string') return refuseFailure(context, source, 'passkey_refused');
    return begun;
  },
});
