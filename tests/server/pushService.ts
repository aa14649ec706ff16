import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  type JsonWebKey,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, createServer } from 'node:http';
import type { PushTarget } from '@portal/api';
import * as v from 'valibot';

/** What a push service received, decrypted with the browser's own keys. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly message: unknown;
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  /** The key with which it was signed; null if the signature is wrong. */
  readonly signedBy: string | null;
}

export interface TestPushService {
  readonly url: string;
  readonly received: Received[];
  /** The status with which it answers from now on. */
  answer: number;
  /** A new browser that has subscribed here. */
  browser(): PushTarget;
  stop(): Promise<void>;
}

const Claims = v.object({ aud: v.string(), exp: v.number(), sub: v.string() });
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
const derive = (secret: Buffer, salt: Buffer, info: string | Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** Decrypts `aes128gcm` as a browser does, written from the standard and without the server's code. */
function opened(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): unknown {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const theirs = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs]);
  const secret = derive(pair.computeSecret(theirs), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}

function signatureOf(authorization: string): Pick<Received, 'claims' | 'signedBy'> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = bytesOf(key);
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url');
  const jwk: JsonWebKey = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) };
  const isRight =
    JSON.parse(bytesOf(head).toString()).alg === 'ES256' &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      bytesOf(signature),
    );
  return { claims: v.parse(Claims, JSON.parse(bytesOf(claims).toString())), signedBy: isRight ? key : null };
}

/** A push service on this machine that decrypts what it receives. */
export async function startTestPushService(): Promise<TestPushService> {
  const browsers = new Map<string, { pair: ReturnType<typeof createECDH>; auth: Buffer }>();
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const browser = browsers.get(path);
      const body = Buffer.concat(chunks);
      if (browser)
        received.push({
          path,
          headers: request.headers,
          bytes: body.length,
          message: opened(body, browser.pair, browser.auth),
          ...signatureOf(request.headers.authorization ?? ''),
        });
      response.writeHead(service.answer).end('said by nobody');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  const service: TestPushService = {
    url,
    received,
    answer: 201,
    browser() {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      browsers.set(path, { pair, auth });
      return {
        endpoint: url + path,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
      };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}
