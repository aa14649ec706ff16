import * as v from 'valibot';
import { toBase64Url } from '../randomId.ts';

/** Rounds of PBKDF2-SHA-256 for the password wrap (rulings, section 5). */
export const passwordRounds = 600_000;

/** Bytes that stand in memory of their own; what the WebCrypto calls take. */
export type Bytes = Uint8Array<ArrayBuffer>;
export interface Sealed {
  readonly iv: Bytes;
  readonly data: Bytes;
}

export const BytesSchema = v.custom<Bytes>(
  (value) => value instanceof Uint8Array && value.buffer instanceof ArrayBuffer,
  'bytes',
);
/** `Sealed` as it is read from storage. */
export const SealedSchema = v.object({ iv: BytesSchema, data: BytesSchema });

/** The keys of an open vault, none of which can be read out of the browser's key store. */
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

/** AES-256-GCM with a fresh IV; `place` is authenticated with it. */
export async function seal(key: CryptoKey, place: string, plain: Bytes): Promise<Sealed> {
  const iv = randomBytes(12);
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(place) }, key, plain);
  return { iv, data: new Uint8Array(data) };
}

/** Opens what `seal` made; null when key, place or bytes are not the ones it was made with. */
export async function unseal(key: CryptoKey, place: string, sealed: Sealed): Promise<Bytes | null> {
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv: sealed.iv, additionalData: bytesOf(place) }, key, sealed.data),
    );
  } catch {
    return null;
  }
}

/** Shows the server that a device of which it gave this key may say of itself that it has ended; tells nothing of the key. */
export async function endProof(key: string): Promise<string> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' };
  const signing = await crypto.subtle.importKey('raw', fromBase64Url(key), hmac, false, ['sign']);
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', signing, bytesOf('vestibule end'))));
}

const wrapUses: KeyUsage[] = ['encrypt', 'decrypt'];

/** The wrapping key that the server hands out for this device. */
export const deviceWrapKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64Url(key), 'AES-GCM', false, wrapUses);

/** The wrapping key of a password or passphrase. `username` goes into it where there is one, as in wraps of earlier versions. */
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

/** A username as the vault compares it. */
export const normalName = (username: string): string => username.trim().normalize('NFKC').toLowerCase();

/** The working keys of a data key; the caller clears the data key's bytes afterwards. */
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

/** The name under which a place is stored: the same for the same vault, and telling nothing. */
export async function hiddenPlace(keys: VaultKeys, place: string): Promise<string> {
  const signature = await crypto.subtle.sign('HMAC', keys.places, bytesOf(place));
  return toBase64Url(new Uint8Array(signature).subarray(0, 18));
}
