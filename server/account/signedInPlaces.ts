import { type Device, SignedInPlace } from '@portal/api';
import * as v from 'valibot';
import type { Actor, Handlers } from '../http/handler.ts';
import { notFound } from '../http/handler.ts';
import { deviceIn } from '../http/deviceOf.ts';
import { auditActor } from '../http/auditActor.ts';
import { type Db, statement } from '../db/pool.ts';
import { endPushAt, endPushElsewhere } from '../credentials/pushSubscriptions.ts';
import { browserHash } from '../credentials/knownBrowsers.ts';
import { mailOwner } from '../credentials/mailOwner.ts';
import { findAccount } from '../credentials/passwords.ts';
import { type AccountServices, presenceSlack } from '../credentials/tokens.ts';
import { endPending } from '../secondFactor/pendingSignIns.ts';
import { forgetOtherRemembered } from '../secondFactor/rememberedBrowsers.ts';

export const isAlive = 's.ended_at is null and s.expires_at > now() and s.idle_until > now()';

/** One row for each browser, because its tabs share a cookie. The last use follows from the time when it would become idle. */
const places = statement(
  'places.all',
  `select min(s.id) as "sessionId", min(s.created_at) as "startedAt",
     greatest(min(s.created_at), max(s.idle_until - make_interval(secs => f.inactivity_seconds + $presenceSlack))) as "lastUsedAt",
     bool_or(s.cookie_hash = mine.cookie_hash and s.surface = mine.surface) as "isThis", bool_and(s.role = 'linkUser') as "isLink", max(o.provider) as provider, max(k.name) as passkey,
     bool_or(s.login_type = 'userNamePassword' and s.passkey_id is null) as "isByPassword", max(s.device) as device, max(s.browser) as browser
   from sessions mine join sessions s on s.user_id = mine.user_id join facilities f on f.id = s.facility_id
     left join openid_sign_ins o on o.id = s.openid_sign_in_id left join passkeys k on k.id = s.passkey_id
   where mine.id = $sessionId and ${isAlive}
   group by s.cookie_hash, s.surface order by 4 desc, 3 desc`,
  v.object({ ...SignedInPlace.entries, device: v.string(), browser: v.nullable(v.string()) }),
);
/** `$chosen` is one of the sessions of the place to end; null ends all places but this one. */
const endPlaces = statement(
  'places.end',
  `update sessions s set ended_at = now(), ended_because = 'ended_elsewhere'
   from sessions mine
   where mine.id = $sessionId and s.user_id = mine.user_id and ${isAlive}
     and not (s.cookie_hash = mine.cookie_hash and s.surface = mine.surface)
     and ($chosen::bigint is null or (s.cookie_hash, s.surface) in (select one.cookie_hash, one.surface from sessions one where one.id in ($chosen::bigint) and one.user_id = mine.user_id))`,
);

const noteEnded = (tx: Db, actor: Actor, detail: Readonly<Record<string, number>>): Promise<void> =>
  auditActor(tx, actor, 'session.ended_elsewhere', { detail });

/** Lists where an account is signed in, and ends such places. Tokens stop at the commit; the other page learns it at its next call. */
export const signedInPlaceHandlers = (
  services: AccountServices,
): Pick<Handlers, 'listSignedInPlaces' | 'endSignedInPlace' | 'endOtherPlaces'> => ({
  async listSignedInPlaces({ db, actor }) {
    const rows = await db.many(places, { sessionId: actor.sessionId, presenceSlack });
    return rows.map(({ device, browser, ...place }): typeof place & { device: Device } => ({
      ...place,
      device: deviceIn({ device, browser }),
    }));
  },

  async endSignedInPlace({ actor, params, tx }) {
    await tx(async (within) => {
      const chosen = params.sessionId;
      await endPushAt(within, actor.userId, chosen);
      const sessions = await within.run(endPlaces, { sessionId: actor.sessionId, chosen });
      if (sessions === 0) throw notFound();
      await noteEnded(within, actor, { sessions });
    });
    return null;
  },

  async endOtherPlaces({ actor, tx, cookies, surface, origins }) {
    const { userId, sessionId } = actor;
    await tx(async (within) => {
      await endPushElsewhere(within, userId, sessionId);
      const sessions = await within.run(endPlaces, { sessionId, chosen: null });
      // Whoever is to be kept out must not get in again with the password alone, nor with one that was typed a moment ago.
      const browsers = await forgetOtherRemembered(within, userId, browserHash({ cookies, surface }));
      await endPending(within, userId);
      if (sessions + browsers === 0) return;
      await noteEnded(within, actor, { sessions, browsers });
      const account = await within.maybe(findAccount, { userId });
      // Without a password of ours, the identity system is where it goes on.
      if (account === null || account.userName === null) return;
      await mailOwner(within, services, origins, account, '/reset-password', (values) => ({
        kind: 'otherPlacesEnded',
        values,
      }));
    });
    services.mailer.wake();
    return null;
  },
});
