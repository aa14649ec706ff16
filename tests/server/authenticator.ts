import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { BodyOf, PasskeyAssertion, PasskeyCreationOptions, PasskeyRequestOptions, addPasskey } from '@portal/api';

type PasskeyTransports = BodyOf<typeof addPasskey>['transports'];

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function head(major: number, count: number): Buffer {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  return count < 256
    ? Buffer.from([(major << 5) | 24, count])
    : Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
}

/** CBOR with short lengths, which is all that an authenticator writes. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])]);
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (bytes: Buffer): string => bytes.toString('base64url');
const flagsOf = (isVerified: boolean, isNew: boolean): number => 0x01 | (isVerified ? 0x04 : 0) | (isNew ? 0x40 : 0);

/** What an honest browser and authenticator would not do. */
export interface Dishonesty {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly signCount?: number;
  readonly userHandle?: string;
}

/** How a browser reports a passkey: in the device on which the page is, or outside of it. */
const reports = {
  platform: { attachment: 'platform' as const, transports: ['internal' as const, 'hybrid' as const] },
  'cross-platform': { attachment: 'cross-platform' as const, transports: ['usb' as const, 'nfc' as const] },
};

/** A browser's page and an authenticator with one passkey, in software: ES256. */
export class Authenticator {
  readonly id = randomBytes(32);
  signCount: number;
  /** May be changed, as by a dishonest browser. */
  reported: { readonly attachment?: 'platform' | 'cross-platform'; readonly transports: PasskeyTransports };
  private readonly page: string;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private userHandle = '';

  /** `page`: the origin of the page that uses it. `signCount` 0: it does not count. */
  constructor(page: string, signCount = 1, attachment: keyof typeof reports = 'platform') {
    this.page = page;
    this.reported = reports[attachment];
    this.signCount = signCount;
  }

  private clientData(type: string, challenge: string, { origin, ...other }: Dishonesty): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: other.type ?? type,
        challenge: other.challenge ?? challenge,
        origin: origin ?? this.page,
        crossOrigin: false,
      }),
    );
  }

  private data(rpId: string, flags: number, more: Buffer): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.signCount);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
  }

  private coseKey(): Buffer {
    const { x = '', y = '' } = (this.keys.publicKey satisfies KeyObject).export({ format: 'jwk' });
    return cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }

  /** Makes the passkey that a page was asked for. */
  create(options: PasskeyCreationOptions, name = 'Phone', wrong: Dishonesty = {}) {
    this.userHandle = options.user.id;
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255]);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.coseKey()]);
    const authData = this.data(wrong.rpId ?? options.rp.id, flagsOf(wrong.isVerified ?? true, true), attested);
    return {
      name,
      id: text(this.id),
      clientDataJSON: text(this.clientData('webauthn.create', options.challenge, wrong)),
      attestationObject: text(
        cbor(
          new Map<string, Cbor>([
            ['fmt', 'none'],
            ['attStmt', new Map()],
            ['authData', authData],
          ]),
        ),
      ),
      ...this.reported,
    };
  }

  /** Signs what a page was asked for. */
  sign(options: PasskeyRequestOptions, wrong: Dishonesty = {}): PasskeyAssertion {
    this.signCount = wrong.signCount ?? (this.signCount === 0 ? 0 : this.signCount + 1);
    const clientData = this.clientData('webauthn.get', options.challenge, wrong);
    const data = this.data(wrong.rpId ?? options.rpId, flagsOf(wrong.isVerified ?? true, false), Buffer.alloc(0));
    return {
      id: text(this.id),
      authenticatorData: text(data),
      clientDataJSON: text(clientData),
      signature: text(sign('sha256', Buffer.concat([data, sha256(clientData)]), this.keys.privateKey)),
      userHandle: wrong.userHandle ?? this.userHandle,
      ...(this.reported.attachment === undefined ? {} : { attachment: this.reported.attachment }),
    };
  }
}
