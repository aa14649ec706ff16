import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import type { SealedContent } from '../http/sealedContent.ts';

/** Loaded when a key is needed, because most servers never do. */
const library = () => import('jose');

export const Algorithm = v.picklist(['ES384', 'RS384']);
export type Algorithm = v.InferOutput<typeof Algorithm>;

const published = statement(
  'fhirKeys.published',
  `select key_id as "keyId", algorithm, public_key as "publicKey" from fhir_client_keys where retired_at is null order by created_at desc`,
  v.object({ keyId: v.string(), algorithm: Algorithm, publicKey: v.record(v.string(), v.unknown()) }),
);
const add = statement(
  'fhirKeys.add',
  'insert into fhir_client_keys (key_id, algorithm, public_key, private_key) values ($keyId, $algorithm, $publicKey::jsonb, $privateKey)',
);
const newest = statement(
  'fhirKeys.newest',
  `select key_id as "keyId", algorithm, private_key as "privateKey" from fhir_client_keys where retired_at is null
   order by created_at desc, key_id limit 1`,
  v.object({ keyId: v.string(), algorithm: Algorithm, privateKey: v.instance(Buffer) }),
);
const all = statement(
  'fhirKeys.all',
  `select key_id as "keyId", algorithm, created_at as "createdAt" from fhir_client_keys where retired_at is null order by created_at desc, key_id`,
  v.object({ keyId: v.string(), algorithm: Algorithm, createdAt: v.string() }),
);
const retire = statement(
  'fhirKeys.retire',
  'update fhir_client_keys set retired_at = now() where key_id = $keyId and retired_at is null',
);

/** The public keys as a JWK Set has them (RFC 7517). */
export const publishedKeys = async (db: Db): Promise<readonly object[]> =>
  (await db.many(published)).map(({ keyId, algorithm, publicKey }) => ({
    ...publicKey,
    kid: keyId,
    alg: algorithm,
    use: 'sig',
    key_ops: ['verify'],
  }));

/** The keys that are published, the one that signs first. */
export const listKeys = (db: Db) => db.many(all);
export const retireKey = async (tx: Db, keyId: string): Promise<boolean> => (await tx.run(retire, { keyId })) > 0;

const placeOf = (keyId: string): string => `fhir client key ${keyId}`;

/** Makes a key, which signs from now on. Gives its id. */
export async function addKey(tx: Db, keys: SealedContent, algorithm: Algorithm): Promise<string> {
  const { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } = await library();
  const pair = await generateKeyPair(algorithm, { extractable: true, modulusLength: 3072 });
  const publicKey = await exportJWK(pair.publicKey);
  const keyId = await calculateJwkThumbprint(publicKey);
  const privateKey = await keys.seal(placeOf(keyId), Buffer.from(await exportPKCS8(pair.privateKey)));
  await tx.run(add, { keyId, algorithm, publicKey: JSON.stringify(publicKey), privateKey });
  return keyId;
}

/** No key can sign. Its message is for the engineer. */
export class NoKey extends Error {}

/** Who signs in, for five minutes, as SMART Backend Services want it (RFC 7523): signed with the newest key. */
export async function clientAssertion(
  db: Db,
  keys: SealedContent,
  clientId: string,
  tokenUrl: string,
): Promise<string> {
  const { SignJWT, importPKCS8 } = await library();
  const key = await db.maybe(newest);
  if (key === null) throw new NoKey('there is no key to sign in with: see source keys --new');
  const pem = await keys.unseal(placeOf(key.keyId), key.privateKey);
  if (pem === null)
    throw new NoKey('its key was sealed under a SERVER_KEY that is neither SERVER_KEY nor in SERVER_KEY_BEFORE');
  return new SignJWT({})
    .setProtectedHeader({ alg: key.algorithm, kid: key.keyId, typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(tokenUrl)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(await importPKCS8(pem.toString('utf8'), key.algorithm));
}
