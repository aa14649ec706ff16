import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import { type Pool, isUnavailable } from '../db/pool.ts';
import { isRefusal } from '../http/handler.ts';
import { safeError } from '../http/loggedError.ts';
import { type Bindings, type RequestSettings, factsOf, headerOf, newRequestId, readBytes } from '../http/request.ts';
import { dataHeaders } from '../http/securityHeaders.ts';
import { publishedKeys } from './clientKeys.ts';
import { type BundleReceiver, type FhirAnswer, notNow, refusedWith } from './receive.ts';
import { sourceOfKey } from './sources.ts';

/** The largest Bundle that is posted, in bytes. What is larger is read from the source's own server. */
const largestBundle = 10_000_000;
const contentTypes = ['application/fhir+json', 'application/json'];

export interface FhirRoutes extends RequestSettings {
  readonly pool: Pool;
  readonly log: Logger;
  readonly receiveBundle: BundleReceiver;
}

/** What may be said without reading the body: first who sends, then whether it can be one that is taken. */
async function answerTo({ env: { incoming } }: Context<Bindings>, { pool, receiveBundle }: FhirRoutes) {
  const key = headerOf(incoming, 'system-key') ?? '';
  const source = key.length < 20 || key.length > 100 ? null : await sourceOfKey(pool.db, key);
  if (source === null) return refusedWith(401, { code: 'login', text: 'the header system-key has no key of a source' });
  const type = (headerOf(incoming, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!contentTypes.includes(type) || (headerOf(incoming, 'content-encoding') ?? 'identity') !== 'identity')
    return refusedWith(415, { code: 'not-supported', text: `send ${contentTypes.join(' or ')}, not compressed` });
  return receiveBundle(source, await readBytes(incoming, largestBundle));
}

const tooLarge = refusedWith(413, {
  code: 'too-costly',
  text: `a Bundle has at most ${String(largestBundle / 1_000_000)} MB: send several`,
});
const cutOff = refusedWith(400, { code: 'structure', text: 'the body was cut off' });

function answerOfFault(error: unknown): FhirAnswer {
  if (!isRefusal(error))
    return isUnavailable(error) ? notNow : refusedWith(500, { code: 'exception', text: 'a fault of the portal' });
  if (error.code === 'payload_too_large') return tooLarge;
  return error.code === 'unavailable' ? notNow : cutOff;
}

/** `POST /fhir` for sources with a key, and the public half of the keys with which this portal signs in at FHIR servers. */
export function mountFhir(app: Hono<Bindings>, options: FhirRoutes): void {
  const send = (outgoing: ServerResponse, secure: boolean, { status, body }: FhirAnswer, isRead: boolean): void => {
    outgoing.writeHead(status, {
      ...dataHeaders(secure),
      'content-type': 'application/fhir+json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
      // The rest of the body is not read, so the connection cannot serve another request.
      ...(isRead ? {} : { connection: 'close' }),
      ...(status === 503 ? { 'retry-after': '5' } : {}),
    });
    outgoing.end(body);
  };
  // FHIR clients write the base with a slash at its end and without one.
  app.on('POST', ['/fhir', '/fhir/'], async (c) => {
    const begun = performance.now();
    const { incoming, outgoing } = c.env;
    const { secure, addressMark } = factsOf(incoming, options);
    let answer: FhirAnswer;
    try {
      answer = Number(incoming.headers['content-length'] ?? 0) > largestBundle ? tooLarge : await answerTo(c, options);
    } catch (error) {
      answer = answerOfFault(error);
      if (answer.status === 500) options.log.error({ route: '/fhir', err: safeError(error) }, 'request failed');
    }
    send(outgoing, secure, answer, incoming.complete);
    const { status } = answer;
    options.log.info(
      {
        request: newRequestId(),
        method: 'POST',
        route: '/fhir',
        status,
        ms: Math.round(performance.now() - begun),
        ...(status >= 400 && status < 500 ? { from: addressMark() } : {}),
      },
      'request',
    );
    return RESPONSE_ALREADY_SENT;
  });
  app.get('/.well-known/jwks.json', async (c) => {
    const { secure } = factsOf(c.env.incoming, options);
    try {
      return new Response(JSON.stringify({ keys: await publishedKeys(options.pool.db) }), {
        headers: { ...dataHeaders(secure), 'content-type': 'application/jwk-set+json', 'cache-control': 'max-age=300' },
      });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return new Response('{"error":"unavailable"}', {
        status: 503,
        headers: { ...dataHeaders(secure), 'content-type': 'application/json', 'cache-control': 'no-store' },
      });
    }
  });
}
