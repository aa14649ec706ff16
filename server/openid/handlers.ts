import { IdentityId, LinkedIdentity } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { holdAccount } from '../credentials/passwords.ts';
import { endPushAt } from '../credentials/pushSubscriptions.ts';
import { spendInvitation } from '../contacts/identityClaims.ts';
import { statement } from '../db/pool.ts';
import { facilityIdOfHost } from '../facilities/facility.ts';
import { type Handlers, notFound, orNotFound } from '../http/handler.ts';
import { issueTicket } from '../session/singleSignOn.ts';
import { invitationFor, patientClaim } from '../signUp/handlers.ts';
import { identitySystem } from './enter.ts';
import { findPerson, linkSubject, pendingSignIn, settlePending } from './links.ts';
import { type OpenIdServices, providerOf } from './providers.ts';
import { addressAt } from './start.ts';
import { tellOwner } from './tellOwner.ts';

const list = statement(
  'identities.list',
  `select id as "identityId", provider, created_at as "createdAt", last_used_at as "lastUsedAt" from identity_links
   where user_id = $userId and surface = 'portal' order by created_at, id`,
  LinkedIdentity,
);
const endBegun = statement(
  'identities.endSessions',
  `update sessions s set ended_at = now(), ended_because = 'identity_removed' from openid_sign_ins o
   where o.link_id = $identityId and s.openid_sign_in_id = o.id and s.user_id = $userId and s.ended_at is null and s.id <> $sessionId returning s.id`,
  v.object({ id: v.number() }),
);
/** Passkeys are for those alone who have a username. */
const isLastWayIn = statement(
  'identities.isLastWayIn',
  `select u.username is null and u.sso_subject is null
     and not exists (select from identity_links k where k.user_id = u.id and k.surface = 'portal' and k.id <> $identityId) as "isLast"
   from users u where u.id = $userId`,
  v.object({ isLast: v.boolean() }),
);
const remove = statement(
  'identities.remove',
  'delete from identity_links where id = $identityId and user_id = $userId returning id, provider',
  v.object({ id: IdentityId, provider: v.string() }),
);

type IdentityCalls = 'linkIdentity' | 'listIdentities' | 'beginIdentity' | 'removeIdentity';

/** The sign-ins at identity systems that open an account: the first one, by an invitation, others from the account settings, and their end. */
export const identityHandlers = (services: OpenIdServices): Pick<Handlers, IdentityCalls> => ({
  async linkIdentity(context) {
    const { body, db, tx, host, origins, surface, refuse } = context;
    if (surface !== 'portal') throw notFound();
    const facilityId = await facilityIdOfHost(db, host);
    const signIn = await pendingSignIn(db, facilityId, body.pending);
    const provider = signIn === null ? null : await providerOf(db, facilityId, surface, signIn.provider);
    if (signIn === null || provider === null) throw refuse('link_expired');
    const invitation = await invitationFor(context, services, await patientClaim(context, body));
    const ticket = await tx(async (within) => {
      if (!(await spendInvitation(within, invitation.invitationId))) throw notFound();
      const person = await findPerson(within, invitation.userId);
      const { issuer, subjectHash } = signIn;
      const subject = { facilityId, issuer, subjectHash, surface };
      const linkId = await linkSubject(within, services, origins, subject, person, provider.key);
      if (linkId === null) throw refuse('other_person');
      if (!(await settlePending(within, signIn.id, linkId))) throw refuse('link_expired');
      return issueTicket(within, identitySystem(provider.key), person, signIn.id);
    });
    services.mailer.wake();
    return { ssoId: ticket };
  },

  async listIdentities({ actor, db }) {
    return db.many(list, { userId: actor.userId });
  },

  async beginIdentity(context) {
    const { actor, body, db, surface } = context;
    const provider = orNotFound(await providerOf(db, actor.facilityId, surface, body.provider));
    const at = { ...context, facilityId: actor.facilityId, provider };
    return { address: await addressAt(at, services, { target: null, userId: actor.userId, isProof: false }) };
  },

  async removeIdentity({ actor, params, tx, origins, refuse }) {
    const { identityId, userId } = params;
    await tx(async (within) => {
      const account = orNotFound(await within.maybe(holdAccount, { userId }));
      if ((await within.one(isLastWayIn, { identityId, userId })).isLast) throw refuse('last_way_in');
      const ended = await within.many(endBegun, { identityId, userId, sessionId: actor.sessionId });
      for (const { id } of ended) await endPushAt(within, userId, id);
      const removed = orNotFound(await within.maybe(remove, { identityId, userId }));
      await tellOwner(within, services, origins, account, 'identityRemoved');
      await audit(within, {
        type: 'identity.unlinked',
        actor,
        patientId: account.patientId,
        facilityId: account.facilityId,
        detail: { identityId, provider: removed.provider, sessions: ended.length },
      });
    });
    services.mailer.wake();
    return null;
  },
});
