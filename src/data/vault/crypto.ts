import * as v from 'valibot';
import { toBase64Url } from '../randomId.ts';

/** Rounds of PBKDF2-SHA-256 for the password wrap (rulings, section 5). */
export const passwordRounds = 600_000;

/** Bytes with a buffer of their own, which is what the WebCrypto calls accept. */
export type Bytes = Uint8Array<ArrayBuffer>;
export interface Sealed {
  readonly iv: Bytes;
  readonly data: Bytes;
}

export const BytesSchema = v.custom<Bytes>(
  (value) => value instanceof Uint8Array && value.buffer instanceof ArrayBuffer,
  'bytes',
);
export const SealedSchema = v.object({ iv: BytesSchema, data: BytesSchema });

/** The keys of an open vault. None of them can be exported from the browser. */
export interface VaultKeys {
  readonly records: CryptoKey;
  readonly places: CryptoKey;
}

const utf8 = new TextEncoder();
export const bytesOf = (text: string): Bytes => new Uint8Array(utf8.encode(text));
export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));

function fromBase64Url(text: string): Bytes {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** Encrypts with AES-256-GCM and a fresh IV; `place` is authenticated with it. */
export async function seal(key: CryptoKey, place: string, plain: Bytes): Promise<Sealed> {
  const iv = randomBytes(12);
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(place) }, key, plain);
  return { iv, data: new Uint8Array(data) };
}

/** Decrypts what `seal` made; null when key, place or bytes differ from those it was made with. */
export async function unseal(key: CryptoKey, place: string, sealed: Sealed): Promise<Bytes | null> {
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv, additionalData: bytesOf(place) }, key, sealed.data),
    );
  } catch {
    return null;
  }
}

/** A proof with which a device that got this key may tell the server that it has ended. It reveals nothing of the key. */
export async function endProof(key: string): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const signing = await crypto.subtle.importKey('raw', fromBase64Url(key), hmac, false, ['sign']);
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', signing, bytesOf('vestibule end'))));
}

const wrapUses: KeyUsage[] = ['encrypt', 'decrypt'];

/** The wrapping key that the server hands out for this device. */
export const deviceWrapKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64Url(key), 'AES-GCM', false, wrapUses);

/** The wrapping key of a password or passphrase. `username` is part of it where given, as in wraps of earlier versions. */
export async function passwordWrapKey(
  username: string | null,
  password: string,
  salt: Bytes,
  rounds: number,
): Promise<CryptoKey> {
  const secret = bytesOf(username === null ? password : `${normalName(username)}\u0000${password}`);
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  secret.fill(0);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    wrapUses,
  );
}

/** The wrapping key of a passkey, from what its authenticator computes (the WebAuthn extension `prf`). */
export async function passkeyWrapKey(secret: Bytes, salt: Bytes): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: bytesOf('vestibule passkey') },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    wrapUses,
  );
}

/** A username in the form in which vaults compare it. */
export const normalName = (username: string): string => username.trim().normalize('NFKC').toLowerCase();

/** Derives the working keys from a data key. The caller clears the data key's bytes afterwards. */
export async function vaultKeys(dataKey: Bytes): Promise<VaultKeys> {
  const material = await crypto.subtle.importKey('raw', dataKey, 'HKDF', false, ['deriveKey']);
  const from = (info: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: bytesOf(info) });
  const [records, places] = await Promise.all([
    crypto.subtle.deriveKey(from('vestibule records'), material, { name: 'AES-GCM', length: 256 }, false, wrapUses),
    crypto.subtle.deriveKey(from('vestibule places'), material, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, [
      'sign',
    ]),
  ]);
  return { records, places };
}

/** The stored name of a place: always the same in one vault, and it reveals nothing. */
export async function hiddenPlace(keys: VaultKeys, place: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', keys.places, bytesOf(place));
  return toBase64Url(new Uint8Array(signature).subarray(0, 18));
}
