import { type KeyObject, createECDH, createPrivateKey, sign } from 'node:crypto';
import * as v from 'valibot';
import { keyFor, seal, unseal } from '../../http/serverKey.ts';
import { type Access, type Db, statement } from '../../db/pool.ts';

/** The pair by which push services know this server. */
export interface PushKeys {
  /** The point, base64url: what a browser is asked to subscribe with. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

const find = statement(
  'push.findKeys',
  'select public_key as "publicKey", sealed_private_key as "sealedPrivateKey" from push_keys',
  v.object({ publicKey: v.string(), sealedPrivateKey: v.instance(Buffer) }),
);
const keep = statement(
  'push.keepKeys',
  'insert into push_keys (public_key, sealed_private_key) values ($publicKey, $sealedPrivateKey)',
);
const hold = statement('push.holdKeys', 'select pg_advisory_xact_lock(hashtext($purpose))');
const dropKeys = statement('push.dropKeys', 'delete from push_keys');
const dropSubscriptions = statement('push.dropSubscriptions', 'delete from push_subscriptions');

const purpose = 'push-key';
const place = 'push_keys.sealed_private_key';

function keysOf(publicKey: string, secret: string): PushKeys {
  const point = Buffer.from(publicKey, 'base64url');
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33), d: secret };
  return { publicKey, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

async function make(tx: Db, sealing: Buffer): Promise<PushKeys> {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // A secret that begins with zeros comes shorter than its field.
  const bytes = pair.getPrivateKey();
  const secret = Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]).toString('base64url');
  await tx.run(keep, { publicKey, sealedPrivateKey: seal(sealing, place, secret) });
  return keysOf(publicKey, secret);
}

/**
 * The server's pair; made by the first start. Under another `SERVER_KEY` it cannot be read: then a new one is made, and every device has
 * to be subscribed again, because a push service takes only what the pair of the subscription has signed.
 */
export function loadPushKeys({ tx }: Access, serverKey: string): Promise<PushKeys> {
  return tx(async (within) => {
    await within.run(hold, { purpose });
    const sealing = await keyFor(within, serverKey, purpose);
    const found = await within.maybe(find);
    if (found === null) return make(within, sealing);
    const secret = unseal(sealing, place, found.sealedPrivateKey);
    if (secret !== null) return keysOf(found.publicKey, secret);
    await within.run(dropKeys);
    await within.run(dropSubscriptions);
    return make(within, sealing);
  });
}

const lifeSeconds = 12 * 3600;
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The header by which a push service knows who sends (RFC 8292). `contact`: whom its maker may write to. */
export function signedFor(keys: PushKeys, endpoint: string, contact: string): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(Date.now() / 1000) + lifeSeconds, sub: contact };
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: keys.privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${keys.publicKey}`;
}
