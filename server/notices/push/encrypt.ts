import { type ECDH, createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

const curve = 'prime256v1';
const recordSize = 4096;

/** What a browser gave for encrypting to it, base64url. */
export interface TargetKeys {
  readonly p256dh: string;
  readonly auth: string;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
const derived = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Whether it is a point on the curve; for anything else nothing can be encrypted. */
export function isPublicKey(p256dh: string): boolean {
  try {
    const probe = createECDH(curve);
    probe.generateKeys();
    probe.computeSecret(bytesOf(p256dh));
    return true;
  } catch {
    return false;
  }
}

function freshPair(): ECDH {
  const pair = createECDH(curve);
  pair.generateKeys();
  return pair;
}

/** One record of `aes128gcm` (RFC 8291, RFC 8188) for one browser, filled up to `paddedTo` bytes, so that its length tells nothing. */
export function encryptFor(
  target: TargetKeys,
  message: string,
  paddedTo: number,
  { pair, salt }: { readonly pair: ECDH; readonly salt: Buffer } = { pair: freshPair(), salt: randomBytes(16) },
): Buffer {
  const [theirs, ours] = [bytesOf(target.p256dh), pair.getPublicKey()];
  const secret = derived(
    pair.computeSecret(theirs),
    bytesOf(target.auth),
    Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]),
    32,
  );
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const text = Buffer.from(message);
  // 2 marks the end of the last record; zeros after it are padding.
  const padding = Buffer.alloc(Math.max(0, paddedTo - text.length));
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(Buffer.concat([text, Buffer.from([2]), padding])), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(recordSize);
  return Buffer.concat([salt, size, Buffer.from([ours.length]), ours, sealed, cipher.getAuthTag()]);
}
