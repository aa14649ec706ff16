import { randomBytes } from 'node:crypto';
import { Passkey, PasskeyId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { holdAccount } from '../credentials/passwords.ts';
import { endPushAt } from '../credentials/pushSubscriptions.ts';
import type { AccountServices } from '../credentials/tokens.ts';
import { statement } from '../db/pool.ts';
import { type Handlers, notFound, orNotFound } from '../http/handler.ts';
import { challengeSeconds, makeChallenge, takeChallenge } from './challenges.ts';
import { findDescriptors } from './descriptors.ts';
import { isOutside, outsideHints } from './outside.ts';
import { relyingPartyOf } from './relyingParty.ts';
import { requireAccountOfOurs } from './requireAccountOfOurs.ts';
import { tellOwner } from './tellOwner.ts';
import { algorithms, checkCreated } from './verify.ts';

type PasskeyCalls = 'listPasskeys' | 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey';

/** How many passkeys one person may have. */
const mostPasskeys = 20;

const list = statement(
  'passkeys.list',
  'select id as "passkeyId", credential_id as "credentialId", name, created_at as "createdAt", last_used_at as "lastUsedAt" from passkeys where user_id = $userId and is_for_kiosk = $isForKiosk order by created_at, id',
  v.object({ ...Passkey.entries, credentialId: v.instance(Buffer) }),
);
const giveHandle = statement(
  'passkeys.giveHandle',
  `update users u set passkey_handle = coalesce(u.passkey_handle, $passkeyHandle) from facilities f
   where u.id = $userId and u.username is not null and f.id = $facilityId
   returning u.passkey_handle as "passkeyHandle", u.username as "userName", f.portal_name as "portalName"`,
  v.object({ passkeyHandle: v.instance(Buffer), userName: v.string(), portalName: v.string() }),
);
const insert = statement(
  'passkeys.insert',
  `insert into passkeys (user_id, credential_id, public_key, sign_count, transports, is_backed_up, facility_id, rp_id, is_for_kiosk, name)
   values ($userId, $credentialId, $publicKey, $signCount, $transports, $isBackedUp, $facilityId, $rpId, $isForKiosk, $name)
   on conflict (credential_id) do nothing returning id as "passkeyId"`,
  v.object({ passkeyId: PasskeyId }),
);
const rename = statement(
  'passkeys.rename',
  'update passkeys set name = $name where id = $passkeyId and user_id = $userId and is_for_kiosk = $isForKiosk',
);
const isLastHere = statement(
  'passkeys.isLastHere',
  `select coalesce(bool_and(id = $passkeyId), false) as "isLast" from passkeys
   where user_id = $userId and not is_for_kiosk and facility_id = $facilityId and rp_id = $rpId`,
  v.object({ isLast: v.boolean() }),
);
const endBegun = statement(
  'passkeys.endSessions',
  `update sessions set ended_at = now(), ended_because = 'passkey_removed'
   where passkey_id = $passkeyId and user_id = $userId and ended_at is null and id <> $sessionId returning id`,
  v.object({ id: v.number() }),
);
const remove = statement(
  'passkeys.remove',
  'delete from passkeys where id = $passkeyId and user_id = $userId and is_for_kiosk = $isForKiosk',
);

/** The passkeys of an account: which there are, a new one, its name, its end. */
export const passkeyHandlers = (services: AccountServices): Pick<Handlers, PasskeyCalls> => ({
  async listPasskeys({ actor, db, surface }) {
    await requireAccountOfOurs(actor, db);
    const rows = await db.many(list, { userId: actor.userId, isForKiosk: surface === 'kiosk' });
    return rows.map(({ credentialId, ...row }) => ({ ...row, credentialId: credentialId.toString('base64url') }));
  },

  async beginPasskey(context) {
    const { actor, db, refuse } = context;
    await requireAccountOfOurs(actor, db);
    const { userId, sessionId } = actor;
    const { facilityId, rpId, isForKiosk } = await relyingPartyOf(context, services);
    const standing = await findDescriptors(db, userId, isForKiosk);
    if (standing.length >= mostPasskeys) throw refuse('too_many_passkeys');
    const person = orNotFound(await db.maybe(giveHandle, { userId, facilityId, passkeyHandle: randomBytes(32) }));
    const { passkeyHandle, userName, portalName } = person;
    return {
      // The portal's name, as in mails: the facility's own name may tell what it treats. Devices show both names to whoever holds them.
      rp: { id: rpId, name: portalName },
      user: { id: passkeyHandle.toString('base64url'), name: userName, displayName: userName },
      challenge: await makeChallenge(db, { purpose: 'add', sessionId, facilityId, rpId }),
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: challengeSeconds * 1000,
      excludeCredentials: standing,
      authenticatorSelection: {
        ...(isForKiosk ? { authenticatorAttachment: 'cross-platform' as const } : {}),
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
      ...(isForKiosk ? { hints: outsideHints } : {}),
    };
  },

  async addPasskey(context) {
    const { actor, body, db, tx, origins, refuse } = context;
    await requireAccountOfOurs(actor, db);
    const { userId, sessionId } = actor;
    const relyingParty = await relyingPartyOf(context, services);
    const { facilityId, rpId, isForKiosk } = relyingParty;
    const use = { purpose: 'add', sessionId, facilityId, rpId } as const;
    const challenge = await takeChallenge(db, body.clientDataJSON, use);
    const mayBe = challenge !== null && (!isForKiosk || isOutside(body));
    const made = mayBe ? await checkCreated(body, challenge, relyingParty) : null;
    if (made === null) throw refuse('passkey_refused');
    const added = await tx(async (within) => {
      // Held, so that two that are added at once are counted one after the other.
      const account = orNotFound(await within.maybe(holdAccount, { userId }));
      if ((await findDescriptors(within, userId, isForKiosk)).length >= mostPasskeys) throw refuse('too_many_passkeys');
      const { transports, name } = body;
      const row = await within.maybe(insert, { ...made, userId, transports, facilityId, rpId, isForKiosk, name });
      if (row === null) throw refuse('passkey_exists');
      await tellOwner(within, services, origins, account, { kind: isForKiosk ? 'staffPasskeyAdded' : 'passkeyAdded' });
      await audit(within, {
        type: 'passkey.added',
        actor,
        patientId: account.patientId,
        facilityId: account.facilityId,
        detail: { passkeyId: row.passkeyId, isBackedUp: made.isBackedUp },
      });
      return row;
    });
    services.mailer.wake();
    return added;
  },

  async renamePasskey({ actor, body, db, params, surface }) {
    const { passkeyId, userId } = params;
    await requireAccountOfOurs(actor, db);
    const isForKiosk = surface === 'kiosk';
    if ((await db.run(rename, { passkeyId, userId, isForKiosk, name: body.name })) === 0) throw notFound();
    return null;
  },

  async removePasskey(context) {
    const { actor, params, db, tx, origins, refuse } = context;
    const { passkeyId, userId } = params;
    await requireAccountOfOurs(actor, db);
    const { facilityId, rpId, isForKiosk } = await relyingPartyOf(context, services);
    await tx(async (within) => {
      const account = orNotFound(await within.maybe(holdAccount, { userId }));
      // One that was added at an earlier address of the portal lets nobody in.
      const last = { passkeyId, userId, facilityId, rpId };
      if (!isForKiosk && account.passwordOffAt !== null && (await within.one(isLastHere, last)).isLast)
        throw refuse('too_few_passkeys');
      const ended = await within.many(endBegun, { passkeyId, userId, sessionId: actor.sessionId });
      for (const { id } of ended) await endPushAt(within, userId, id);
      if ((await within.run(remove, { passkeyId, userId, isForKiosk })) === 0) throw notFound();
      await tellOwner(within, services, origins, account, { kind: 'passkeyRemoved' });
      await audit(within, {
        type: 'passkey.removed',
        actor,
        patientId: account.patientId,
        facilityId: account.facilityId,
        detail: { passkeyId, sessions: ended.length },
      });
    });
    services.mailer.wake();
    return null;
  },
});
