import { type Actor, type Handlers, notFound } from '../../http/handler.ts';
import type { PushServices } from './sender.ts';
import { auditActor } from '../../http/auditActor.ts';
import type { Db } from '../../db/pool.ts';
import { isPublicKey } from './encrypt.ts';
import {
  renewSubscription,
  subscribe,
  subscriptionAt,
  subscriptionOf,
  unsubscribe,
} from '../../credentials/pushSubscriptions.ts';

const auditChange = (tx: Db, actor: Actor) => auditActor(tx, actor, 'notifications.changed');

type PushCalls = 'getPushKey' | 'getDevicePush' | 'putDevicePush' | 'deleteDevicePush' | 'renewPush';

/** Which devices a patient is told on. */
export const pushHandlers = ({ push }: PushServices): Pick<Handlers, PushCalls> => ({
  async getPushKey() {
    return { key: push?.publicKey ?? null };
  },

  async getDevicePush({ db, params }) {
    const standing = await subscriptionOf(db, params);
    return standing ?? { endpoint: null, kinds: [] };
  },

  async putDevicePush({ actor, body, params, refuse, tx }) {
    if (push === null) throw notFound();
    if (!isPublicKey(body.keys.p256dh) || !(await push.mayCall(body.endpoint))) throw refuse('endpoint_refused');
    await tx(async (within) => {
      const outcome = await subscribe(within, params, body, actor.sessionId);
      if (outcome === 'noDevice') throw notFound();
      if (outcome === 'changed') await auditChange(within, actor);
    });
    return null;
  },

  async deleteDevicePush({ actor, params, tx }) {
    await tx(async (within) => {
      if (await unsubscribe(within, params)) await auditChange(within, actor);
    });
    return null;
  },

  async renewPush({ body, db, refuse, tx }) {
    const { before, now } = body;
    const subscriptionId = await subscriptionAt(db, before.endpoint, before.auth);
    // Nothing is looked up for a stranger, and nothing told.
    if (push === null || subscriptionId === null) return null;
    if (!isPublicKey(now.keys.p256dh) || !(await push.mayCall(now.endpoint))) throw refuse('endpoint_refused');
    await tx((within) => renewSubscription(within, subscriptionId, now));
    return null;
  },
});
