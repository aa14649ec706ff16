import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

export type KeyPurpose =
  | 'address'
  | 'direct-gateway'
  | 'fhir-bundle'
  | 'fhir-client-key'
  | 'file'
  | 'front-desk-code'
  | 'hl7-message'
  | 'invitation'
  | 'invitation-pin'
  | 'mail-bounce'
  | 'openid'
  | 'outbound'
  | 'message-system'
  | 'push-key'
  | 'second-factor'
  | 'sso-secret'
  | 'tablet-code';

const find = statement('serverKey.find', 'select key from server_key', v.object({ key: v.instance(Buffer) }));

const keyOf = (half: Buffer, serverKey: string, purpose: KeyPurpose): Buffer =>
  Buffer.from(hkdfSync('sha256', half, serverKey, `vestibule ${purpose}`, 32));

/** The key for one purpose, from the half in the database and `SERVER_KEY`. Without that, a copy of the database has the key as well. */
export async function keyFor(db: Db, serverKey: string, purpose: KeyPurpose): Promise<Buffer> {
  return keyOf((await db.one(find)).key, serverKey, purpose);
}

/** `SERVER_KEY` and what it was before. */
export interface ServerKeys {
  readonly serverKey: string;
  readonly serverKeysBefore: readonly string[];
}

/** The keys under which a value may stand that was made before `SERVER_KEY` changed, or was set: the one in use comes first. */
export async function keysFor(
  db: Db,
  { serverKey, serverKeysBefore }: ServerKeys,
  purpose: KeyPurpose,
): Promise<readonly Buffer[]> {
  const { key } = await db.one(find);
  return [serverKey, ...serverKeysBefore, ''].map((each) => keyOf(key, each, purpose));
}

/** A hash for values that are too short for a plain hash (a PIN, a person's number): without the key nobody can try all values. */
export const keyedHash = (key: Buffer, ...parts: readonly string[]): Buffer =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest();

const [ivBytes, tagBytes] = [12, 16];

/** By how many bytes a sealed value is longer. */
export const sealBytes = ivBytes + tagBytes;

/** AES-256-GCM, bound to the place where the value is stored. */
export function seal(key: Buffer, place: string, value: string | Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(Buffer.from(value)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Decrypts sealed bytes; null if the key or the place is another, or if they were altered. */
export function unsealBytes(key: Buffer, place: string, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, ivBytes)).setAAD(Buffer.from(place));
    decipher.setAuthTag(sealed.subarray(ivBytes, sealBytes));
    return Buffer.concat([decipher.update(sealed.subarray(sealBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

/** The same for a text. */
export const unseal = (key: Buffer, place: string, sealed: Buffer): string | null =>
  unsealBytes(key, place, sealed)?.toString('utf8') ?? null;
