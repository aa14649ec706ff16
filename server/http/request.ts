import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { type CallShape, usualBody } from '@portal/api';
import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import * as v from 'valibot';
import { BodyBudget } from './bodyBudget.ts';
import { clientAddress } from './clientAddress.ts';
import { deviceOf } from './deviceOf.ts';
import {
  type CookieName,
  type CookieOptions,
  type Cookies,
  type RequestFacts,
  type Surface,
  refusal,
} from './handler.ts';
import { fitsJsonBounds, lengthCheck } from './jsonBounds.ts';
import { keyedHash } from './serverKey.ts';
import { turns } from '../process/threads.ts';

/** The Node objects that Hono passes on. */
export type Bindings = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } };

export interface RequestSettings {
  readonly surface: Surface;
  readonly trustProxy: boolean;
  /** The public address begins with https:, whatever the proxy's headers say. */
  readonly isHttps: boolean;
  /** The key under which addresses are hashed for the audit and the logs. */
  readonly addressKey: Buffer;
  /** The address of each surface, for the host name that this caller used. */
  origins(host: string, secure: boolean): Readonly<Record<Surface, string>>;
}

/** One header of a request, by its name in lower case; null if it was not sent. */
export function headerOf(incoming: IncomingMessage, name: string): string | null {
  const value = incoming.headers[name];
  return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
}

/** A host name or address with a port or none. A mail could not link to what only looks like one, such as 1.2.3.999. */
const isHost = (text: string): boolean =>
  text.length <= 255 && /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(text) && URL.canParse(`http://${text}`);

export function factsOf(incoming: IncomingMessage, options: RequestSettings): RequestFacts {
  const forwarded = (name: string): string | null =>
    options.trustProxy ? (headerOf(incoming, name)?.split(',').at(-1)?.trim() ?? null) : null;
  const named = (forwarded('x-forwarded-host') ?? incoming.headers.host ?? '').toLowerCase();
  const host = isHost(named) ? named : 'localhost';
  const ip = clientAddress(forwarded('x-forwarded-for') ?? incoming.socket.remoteAddress ?? '');
  const secure = options.isHttps || forwarded('x-forwarded-proto') === 'https';
  return {
    surface: options.surface,
    ip,
    addressMark: () => keyedHash(options.addressKey, ip).toString('hex').slice(0, 12),
    device: () =>
      options.surface === 'kiosk' ? { kind: 'kiosk', browser: null } : deviceOf(headerOf(incoming, 'user-agent') ?? ''),
    host,
    secure,
    origins: options.origins(host, secure),
  };
}

/**
 * Whether a request to `/token` comes from our own page or from no page at all. It carries a form, which any page may send with the cookies
 * of a neighbouring host name. A page that sends no referrer may send no origin either; then the browser's own header says where it is
 * from.
 */
export function isFromOurPage(
  incoming: IncomingMessage,
  { origins, surface, host, secure }: RequestFacts,
  allowedOrigin: string | null,
): boolean {
  const origin = headerOf(incoming, 'origin');
  const site = headerOf(incoming, 'sec-fetch-site');
  if (origin === null || origin === 'null')
    return site === null ? origin === null : site === 'same-origin' || site === 'none';
  const ours = [origins[surface], allowedOrigin, `https://${host}`, ...(secure ? [] : [`http://${host}`])];
  return ours.includes(origin);
}

const cookieNames: Readonly<Record<CookieName, string>> = {
  portal: 'vestibule-portal',
  kiosk: 'vestibule-kiosk',
  tablet: 'vestibule-tablet',
  ownTablet: 'vestibule-own-tablet',
  // Portal and kiosk may share a host name, and with it their cookies.
  portalBrowser: 'vestibule-portal-browser',
  kioskBrowser: 'vestibule-kiosk-browser',
  portalKept: 'vestibule-kept',
  portalOpenId: 'vestibule-portal-openid',
  kioskOpenId: 'vestibule-kiosk-openid',
  openIdSignOut: 'vestibule-openid-sign-out',
};

/** Whether a browser sends the cookie of a session or of a handed-over tablet. The cookie is not checked. */
export const carriesSession = (header: string | undefined, surface: Surface): boolean =>
  (surface === 'kiosk' ? [cookieNames.kiosk, cookieNames.tablet] : [cookieNames.portal]).some((name) =>
    new RegExp(`(^|; )(__Host-)?${name}=`).test(header ?? ''),
  );

/** Whether the tablet was handed to a patient and staff have not taken it back with the PIN. */
export const isHandedOver = (header: string | undefined): boolean =>
  new RegExp(`(^|; )(__Host-)?${cookieNames.tablet}=`).test(header ?? '');

/** Reads the cookies of a request. Cookies that are set are added to `out` as header lines. */
export function cookiesOf(c: Context, secure: boolean, out: string[]): Cookies {
  const prefix = secure ? 'host' : undefined;
  const write = (
    name: CookieName,
    value: string,
    { maxAge, isForScripts = false, isForReturn = false }: CookieOptions,
  ): void => {
    const life = maxAge === undefined ? {} : { maxAge };
    out.push(
      generateCookie(cookieNames[name], value, {
        ...life,
        httpOnly: !isForScripts,
        sameSite: isForReturn ? 'Lax' : 'Strict',
        prefix,
      }),
    );
  };
  return {
    get: (name) => getCookie(c, cookieNames[name], prefix) ?? null,
    set: (name, value, options = {}) => write(name, value, options),
    clear: (name) => write(name, '', { maxAge: 0 }),
  };
}

type Schemas = Readonly<Record<string, v.GenericSchema>>;

/** True if a schema, without its optional and nullable wrappers, begins with a number. */
function wantsNumber(schema: v.GenericSchema): boolean {
  if (
    'wrapped' in schema &&
    typeof schema.wrapped === 'object' &&
    schema.wrapped !== null &&
    'type' in schema.wrapped
  ) {
    return schema.wrapped.type === 'number';
  }
  return schema.type === 'number';
}

/** Makes the reader of a call's params, query or headers. It turns text into a number where the schema wants one. */
export function readerOf(schemas: Schemas): (read: (name: string) => string | undefined) => Record<string, unknown> {
  const fields = Object.entries(schemas).map(([name, schema]) => ({ name, schema, number: wantsNumber(schema) }));
  return (read) => {
    const values: Record<string, unknown> = {};
    for (const { name, schema, number } of fields) {
      const text = read(name);
      if (text?.includes('\0') === true) throw refusal('bad_request');
      const value = number && text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
      const parsed = v.safeParse(schema, value);
      if (!parsed.success) throw refusal('bad_request');
      values[name] = parsed.output;
    }
    return values;
  };
}

/** The unfinished bodies of all requests of this process. */
const onTheirWay = new BodyBudget(16_000_000);

/** Reads the whole body from Node's stream. A body that its sender cuts off is a bad request. */
export function readBytes(incoming: IncomingMessage, largest: number): Promise<Buffer> {
  return new Promise((settle, fail) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const refuse = (code: 'payload_too_large' | 'unavailable' | 'bad_request'): void => {
      held.done();
      chunks = [];
      incoming.off('data', take);
      incoming.pause();
      fail(refusal(code));
    };
    const held = onTheirWay.begin(() => refuse('unavailable'));
    const take = (chunk: Buffer): void => {
      size += chunk.byteLength;
      if (size > largest) {
        refuse('payload_too_large');
        return;
      }
      chunks.push(chunk);
      held.grown(size);
    };
    const cutOff = () => refuse('bad_request');
    incoming.on('data', take);
    incoming.on('error', cutOff);
    incoming.once('close', cutOff);
    incoming.once('end', () => {
      held.done();
      settle(Buffer.concat(chunks));
    });
    if (incoming.destroyed) cutOff();
  });
}

const contentTypes = {
  json: ['application/json', 'application/fhir+json'],
  form: ['application/x-www-form-urlencoded'],
  jsonPatch: ['application/json-patch+json', 'application/json'],
  bytes: ['application/octet-stream'],
} as const;
/** The escapes of U+0000 and of half a surrogate pair in a body of valid UTF-8. */
const mayBeUnstorable = /\\u0000|\\ud[89a-f]|%00/i;
const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Puts U+FFFD for what PostgreSQL cannot store: half an emoji, cut off by a limit, must not keep a whole answer from being stored. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(unstorable, '\uFFFD');
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storable(inner)]));
  return value;
}

/** Bodies of at least this many bytes are parsed one at a time, so that other requests are served between two of them. */
const large = 500_000;
const inTurn = turns(1, 8);

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/** Makes the reader of a call's body, which checks it against the declaration. The cheapest checks come first. */
export function bodyReader(call: CallShape): (incoming: IncomingMessage) => Promise<unknown> {
  const { body: schema, bodyType = 'json' } = call;
  if (schema === null) return () => Promise.resolve(null);
  const allowed: readonly string[] = contentTypes[bodyType];
  const hasLengths = lengthCheck(schema) ?? (() => true);
  const read = (bytes: Buffer): unknown => {
    let value: unknown;
    try {
      const text = strictUtf8.decode(bytes);
      value = bodyType === 'form' ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
      if (!hasLengths(value)) throw refusal('bad_request');
      if (mayBeUnstorable.test(text)) value = storable(value);
    } catch {
      throw refusal('bad_request');
    }
    const parsed = v.safeParse(schema, value, { abortEarly: true });
    if (!parsed.success) throw refusal('bad_request');
    return parsed.output;
  };
  return async (incoming) => {
    const type = (incoming.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    const bytes = await readBytes(incoming, call.largestBody ?? usualBody);
    if (!allowed.includes(type)) throw refusal('bad_request');
    if (bodyType === 'bytes') return bytes;
    if (bodyType !== 'form' && !fitsJsonBounds(bytes)) throw refusal('bad_request');
    if (bytes.length < large) return read(bytes);
    const turn = await inTurn(async () => {
      await setImmediate();
      return { value: read(bytes) };
    });
    if (turn === 'busy') throw refusal('unavailable');
    return turn.value;
  };
}

let requestCount = 0;
const processMark = Math.random().toString(36).slice(2, 8);
/** A short id, unique enough to find a request in the logs. It contains nothing about the request. */
export const newRequestId = (): string => `${processMark}-${(requestCount += 1).toString(36)}`;
