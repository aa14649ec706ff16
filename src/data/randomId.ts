/** Base64url without padding. */
export function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** A random base64url name from `bytes` random bytes. */
export const randomId = (bytes = 18): string => toBase64Url(crypto.getRandomValues(new Uint8Array(bytes)));
