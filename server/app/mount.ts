import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type CallName, type CallShape, FacilityId, FileAnswer, LoginType, PatientId, type Role, UserId, calls, contractVersion, fileTypes, roles, sharedErrors, versionHeader } from '@portal/api';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { type Access, type Pool, isUnavailable, statement } from '../db/pool.ts';
import { type SqlNeed, actsFor, keepActingFor, needOf } from './actsFor.ts';
import { answerWriter } from './answerText.ts';
import { ticketPath } from './downloadTickets.ts';
import { fileGonePage } from './fileGone.ts';
import { type Actor, type CallContext, type CookieName, type CookieOptions, type Cookies, type Handlers, Refusal, type RequestFacts, type Surface } from './handler.ts';
import { hashOf } from './secrets.ts';
import { dataHeaders, fileHeaders } from './securityHeaders.ts';

/** What Hono hands on from Node. */
export type Bindings = { Bindings: { incoming: IncomingMessage; outgoing: ServerResponse } };

/** Two hundred answers of 2,000 three-byte characters fit. */
const largestBody = 2_000_000;
const compressFrom = 2048;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** What is known of who calls: the holder of a living session of this surface, and whether they may do this for `$3`. */
const session = `select s.id as "sessionId", s.user_id as "userId", s.role, s.login_type as "loginType", s.patient_id as "patientId",
     s.facility_id as "facilityId", u.first_name || ' ' || u.last_name as name,
     $3::bigint is null or ${actsFor({ patient: '$3', section: '$4', right: '$5' })} as "actsFor",
     array(select lower(jsonb_object_keys(f.capabilities)) from facilities f where f.id =
       case when $3::bigint is null or s.patient_id = $3 then s.facility_id else (select p.home_facility_id from patients p where p.id = $3) end) as modules`;
const isAlive = 's.surface = $2 and t.expires_at > now() and s.ended_at is null and s.expires_at > now() and u.disabled_at is null';
const Caller = v.object({
  sessionId: v.number(),
  userId: UserId,
  role: v.picklist(roles),
  loginType: LoginType,
  patientId: v.nullable(PatientId),
  facilityId: FacilityId,
  name: v.string(),
  actsFor: v.nullable(v.boolean()),
  /** Modules that the facility (of the patient, where there is one) has switched on, in lower case. */
  modules: v.array(v.string()),
});
const authenticate = statement(
  'mount.authenticate',
  `${session} from access_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id where t.token_hash = $1 and ${isAlive}`,
  Caller,
);
/** The same with a download ticket for `$6`, which is used up by it. */
const authenticateByTicket = statement(
  'mount.authenticateByTicket',
  `with t as (delete from download_tickets where token_hash = $1 and path = $6 returning session_id, expires_at)
   ${session} from t join sessions s on s.id = t.session_id join users u on u.id = s.user_id where ${isAlive}`,
  Caller,
);

export interface MountOptions {
  readonly surface: Surface;
  readonly pool: Pool;
  readonly handlers: Handlers;
  readonly log: Logger;
  readonly trustProxy: boolean;
  readonly allowedOrigin: string | null;
  /** Where each surface is reached, given the host that this caller used. */
  origins(host: string, secure: boolean): Readonly<Record<Surface, string>>;
}

/** One header of a request, by its name in lower case; null where it was not sent. */
function headerOf(incoming: IncomingMessage, name: string): string | null {
  const value = incoming.headers[name];
  return value === undefined ? null : typeof value === 'string' ? value : value.join(', ');
}

/** What is known of a request before anything of it is parsed. */
export function factsOf(incoming: IncomingMessage, options: Pick<MountOptions, 'surface' | 'trustProxy' | 'origins'>): RequestFacts {
  const forwarded = (name: string): string | null => (options.trustProxy ? (headerOf(incoming, name)?.split(',').at(-1)?.trim() ?? null) : null);
  const named = (forwarded('x-forwarded-host') ?? incoming.headers.host ?? '').toLowerCase();
  const host = /^[a-z0-9.:[\]_-]{1,255}$/.test(named) ? named : 'localhost';
  const secure = forwarded('x-forwarded-proto') === 'https';
  return {
    surface: options.surface,
    ip: forwarded('x-forwarded-for') ?? incoming.socket.remoteAddress ?? '',
    host,
    secure,
    origins: options.origins(host, secure),
  };
}

const cookieNames = { portal: 'vestibule-portal', kiosk: 'vestibule-kiosk', tablet: 'vestibule-tablet' } as const;

/** Whether a browser comes with the cookie of a session or of a tablet that was handed over; only that it is there, not that it is good. */
export const carriesSession = (header: string | undefined, surface: Surface): boolean =>
  (surface === 'kiosk' ? [cookieNames.kiosk, cookieNames.tablet] : [cookieNames.portal]).some((name) => new RegExp(`(^|; )(__Host-)?${name}=`).test(header ?? ''));

function cookiesOf(header: string | null, secure: boolean, out: string[]): Cookies {
  const nameOf = (name: CookieName): string => (secure ? `__Host-${cookieNames[name]}` : cookieNames[name]);
  const write = (name: CookieName, value: string, options: CookieOptions): void => {
    const age = options.maxAge === undefined ? '' : `; Max-Age=${options.maxAge}`;
    out.push(`${nameOf(name)}=${value}; Path=/; HttpOnly; SameSite=Strict${age}${secure ? '; Secure' : ''}`);
  };
  return {
    get(name) {
      const start = `${nameOf(name)}=`;
      const found = (header ?? '').split(/; ?/).find((part) => part.startsWith(start));
      return found === undefined ? null : found.slice(start.length);
    },
    set: (name, value, options = {}) => write(name, value, options),
    clear: (name) => write(name, '', { maxAge: 0 }),
  };
}

const refuse = (code: keyof typeof sharedErrors): Refusal => new Refusal(sharedErrors[code], code);

type Schemas = Readonly<Record<string, v.GenericSchema>>;

/** True where a schema, under its optional and nullable wrappers, begins with a number. */
function wantsNumber(schema: v.GenericSchema): boolean {
  if ('wrapped' in schema && typeof schema.wrapped === 'object' && schema.wrapped !== null && 'type' in schema.wrapped) {
    return schema.wrapped.type === 'number';
  }
  return schema.type === 'number';
}

/** Makes the reader of a call's params, query or headers: texts of the address become numbers where the schema wants them. */
function readerOf(schemas: Schemas): (read: (name: string) => string | undefined) => Record<string, unknown> {
  const fields = Object.entries(schemas).map(([name, schema]) => ({ name, schema, number: wantsNumber(schema) }));
  return (read) => {
    const values: Record<string, unknown> = {};
    for (const { name, schema, number } of fields) {
      const text = read(name);
      if (text?.includes('\0') === true) throw refuse('bad_request');
      const value = number && text !== undefined && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
      const parsed = v.safeParse(schema, value);
      if (!parsed.success) throw refuse('bad_request');
      values[name] = parsed.output;
    }
    return values;
  };
}

/** The whole body, straight from Node. One that is cut off by its sender is a bad request. */
function readBytes(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((settle, fail) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const take = (chunk: Buffer): void => {
      size += chunk.byteLength;
      if (size <= largestBody) {
        chunks.push(chunk);
        return;
      }
      incoming.off('data', take);
      incoming.pause();
      fail(refuse('payload_too_large'));
    };
    const cutOff = () => fail(refuse('bad_request'));
    incoming.on('data', take);
    incoming.on('error', cutOff);
    incoming.once('close', cutOff);
    incoming.once('end', () => settle(Buffer.concat(chunks)));
    if (incoming.destroyed) cutOff();
  });
}

/** A reply on its way out. */
interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string | null;
  readonly file?: FileAnswer;
}

const contentTypes = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  jsonPatch: ['application/json-patch+json', 'application/json'],
  none: [],
} as const;
/** How U+0000 and half of a surrogate pair can stand in a body of valid UTF-8. */
const mayBeUnstorable = /\\u0000|\\ud[89a-f]|%00/i;
const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/**
 * The same value with U+FFFD for what PostgreSQL cannot hold. Half an emoji, cut off by a length limit, must not keep a whole
 * answer sheet from being stored.
 */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(unstorable, '\uFFFD');
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, storable(inner)]));
  return value;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

async function readBody(call: CallShape, incoming: IncomingMessage): Promise<unknown> {
  if (call.body === null) return null;
  const type = (incoming.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const allowed: readonly string[] = contentTypes[call.bodyType];
  const bytes = await readBytes(incoming);
  if (!allowed.includes(type)) throw refuse('bad_request');
  let value: unknown;
  try {
    const text = strictUtf8.decode(bytes);
    value = call.bodyType === 'form' ? Object.fromEntries(new URLSearchParams(text)) : JSON.parse(text);
    if (mayBeUnstorable.test(text)) value = storable(value);
  } catch {
    throw refuse('bad_request');
  }
  const parsed = v.safeParse(call.body, value);
  if (!parsed.success) throw refuse('bad_request');
  return parsed.output;
}

async function compressed(text: string, accepts: string | null): Promise<{ body: string | Buffer; encoding: string | null }> {
  if (accepts === null || text.length < compressFrom) return { body: text, encoding: null };
  if (/\bbr\b/.test(accepts)) return { body: await brotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }), encoding: 'br' };
  if (/\bgzip\b/.test(accepts)) return { body: await gzipped(text, { level: 4 }), encoding: 'gzip' };
  return { body: text, encoding: null };
}

const bearer = /^Bearer ([A-Za-z0-9_-]{43})$/;

/** Static segments before parameters, so that `…/history` is never taken for an id. */
const bySpecificity = (a: CallShape, b: CallShape): number => {
  const key = (call: CallShape) => call.path.replace(/\{\w+\}/g, '~');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
};

let requestCount = 0;
const processMark = Math.random().toString(36).slice(2, 8);
/** Short, unique enough to find a request in the logs; names nothing. */
export const newRequestId = (): string => `${processMark}-${(requestCount += 1).toString(36)}`;

/** Headers that let the configured foreign origin read an answer; none for anybody else. */
function crossOriginHeaders(origin: string | null, allowed: string | null): Record<string, string> {
  if (origin === null || origin !== allowed) return {};
  return { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', 'access-control-expose-headers': versionHeader, vary: 'origin', 'cross-origin-resource-policy': 'cross-origin' };
}

const portalRoles: ReadonlySet<Role> = new Set(['patient', 'representative', 'linkUser']);

/** Transactions of a write: for another patient's record each holds what the actor may do there, as the body may have come long after the check. */
function txFor(tx: Access['tx'], actor: Actor | null, patientId: PatientId | null, need: SqlNeed): Access['tx'] {
  if (actor === null || patientId === null || patientId === actor.patientId || !portalRoles.has(actor.role)) return tx;
  return (work) =>
    tx(async (within) => {
      await keepActingFor(within, actor, patientId, need);
      return work(within);
    });
}

/** Headers of every answer to a call, name and value in turn, as Node takes them. */
const listed = (headers: Readonly<Record<string, string>>): readonly string[] => Object.entries({ ...headers, [versionHeader]: String(contractVersion), 'cache-control': 'no-store' }).flat();

/**
 * Mounts every call of the contract. In this order each request is refused that: is too large (413), has no living session
 * (401), has the wrong role or is of a module that the facility has not switched on (404), has a part of the wrong shape (400), is about another user or a patient that the actor
 * does not act for (404). What is not the caller's own is always the same 404.
 */
export function mountCalls(app: Hono<Bindings>, options: MountOptions): void {
  for (const name of Object.keys(calls).sort((a, b) => bySpecificity(calls[a as CallName], calls[b as CallName])) as CallName[]) {
    mountCall(app, options, calls[name], options.handlers[name] as (context: CallContext<CallShape>) => Promise<unknown>);
  }
  if (options.allowedOrigin !== null) {
    for (const path of ['/api/*', '/token']) {
      app.options(path, (c) =>
        new Response(null, {
          status: 204,
          headers: {
            ...dataHeaders(false),
            ...crossOriginHeaders(c.req.header('origin') ?? null, options.allowedOrigin),
            'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
            'access-control-allow-headers': ['authorization', 'content-type', ...new Set(Object.values(calls).flatMap((call) => Object.keys(call.headers)))].join(', '),
            'access-control-max-age': '600',
          },
        }),
      );
    }
  }
}

function mountCall(app: Hono<Bindings>, options: MountOptions, call: CallShape, handler: (context: CallContext<CallShape>) => Promise<unknown>): void {
  const { pool, surface } = options;
  const access: readonly Role[] | 'everyone' = call.access;
  const readParams = readerOf(call.params);
  const readQuery = readerOf(call.query);
  const readHeaders = readerOf(call.headers);
  const route = call.path.replace(/\{(\w+)\}/g, ':$1');
  const givesFile = call.answerType === 'file';
  const writeAnswer = call.answer === null || givesFile ? null : answerWriter(call.name, call.answer);
  const auditsRead = call.audited && call.method === 'GET';
  const needFor = needOf(call);

  const sameOrigin = { plain: listed(dataHeaders(false)), secure: listed(dataHeaders(true)) };
  const commonHeaders = (secure: boolean, origin: string | null): readonly string[] =>
    origin !== null && origin === options.allowedOrigin ? listed({ ...dataHeaders(secure), ...crossOriginHeaders(origin, options.allowedOrigin) }) : secure ? sameOrigin.secure : sameOrigin.plain;

  app.on(call.method, route, async (c) => {
    const begun = performance.now();
    const { incoming, outgoing } = c.env;
    const requestId = newRequestId();
    let ownLog: Logger | null = null;
    const facts = factsOf(incoming, options);
    const setCookies: string[] = [];

    const answer = async ({ db, tx }: Access): Promise<Reply> => {
      if (Number(incoming.headers['content-length'] ?? 0) > largestBody) throw refuse('payload_too_large');
      if (call.path === '/token' && headerOf(incoming, 'sec-fetch-site') === 'cross-site' && headerOf(incoming, 'origin') !== options.allowedOrigin) throw refuse('bad_request');
      let params: Record<string, unknown> | null = null;
      try {
        params = readParams((name) => c.req.param(name));
      } catch (error) {
        if (!(error instanceof Refusal) || access === 'everyone') throw error;
      }
      const aboutPatient = v.safeParse(PatientId, params?.['patientId']);
      let actor: Actor | null = null;
      let need: SqlNeed = [null, null];
      if (access !== 'everyone') {
        const patientId = aboutPatient.success ? aboutPatient.output : null;
        need = needFor((name) => c.req.query(name));
        const token = bearer.exec(incoming.headers.authorization ?? '')?.[1];
        const ticket = givesFile && incoming.headers.authorization === undefined ? c.req.query('token') : undefined;
        const found =
          ticket !== undefined
            ? await db.maybe(authenticateByTicket, [hashOf(ticket), surface, patientId, ...need, ticketPath(incoming.url ?? '')])
            : token === undefined
              ? null
              : await db.maybe(authenticate, [hashOf(token), surface, patientId, ...need]);
        // A ticket is for one thing alone: one that was used, is too old or somebody else's opens nothing that exists.
        if (found === null) throw refuse(ticket === undefined ? 'unauthorized' : 'not_found');
        if (!access.includes(found.role)) throw refuse('not_found');
        // What the facility has switched off is gone at once, for whoever uses the portal; a tablet is staff's to hand out.
        if (call.capability !== undefined && portalRoles.has(found.role) && !found.modules.includes(call.capability.toLowerCase())) throw refuse('not_found');
        if (params === null) throw refuse('bad_request');
        if (found.actsFor !== true || ('userId' in params && params['userId'] !== found.userId)) throw refuse('not_found');
        actor = found;
      }
      const query = readQuery((name) => c.req.query(name));
      const ownHeaders = readHeaders((name) => headerOf(incoming, name) ?? undefined);
      const body = await readBody(call, incoming);
      let subject = aboutPatient.success ? aboutPatient.output : null;
      // The handler was typed against this very declaration in `Handlers`; here every call is one shape.
      const context = {
        ...facts,
        params: params ?? {},
        query,
        headers: ownHeaders,
        body,
        actor,
        db,
        tx: call.method === 'GET' ? tx : txFor(tx, actor, subject, need),
        isAbout(patientId) {
          subject = patientId;
        },
        get log() {
          return (ownLog ??= options.log.child({ request: requestId }));
        },
        cookies: cookiesOf(incoming.headers.cookie ?? null, facts.secure, setCookies),
      } as CallContext<CallShape>;
      const given = await handler(context);
      if (auditsRead && actor !== null) {
        const { patientId: _, userId: __, ...rest } = params ?? {};
        const numbers = Object.fromEntries(Object.entries(rest).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
        // Whoever acts for another is told of with the section, as the rights are.
        const [section] = need;
        const detail = section === null || subject === null || subject === actor.patientId ? numbers : { ...numbers, section };
        await audit(db, { type: `read.${call.name}`, actor, patientId: subject, facilityId: actor.facilityId, detail });
      }
      if (givesFile) {
        const file = v.parse(FileAnswer, given);
        return { status: 200, type: fileTypes[file.fileType], text: null, file };
      }
      if (writeAnswer === null) return { status: 204, type: '', text: null };
      const text = writeAnswer(given);
      return call.answerType === 'css' ? { status: 200, type: 'text/css; charset=utf-8', text: String(JSON.parse(text)) } : { status: 200, type: 'application/json', text };
    };

    let result: Reply;
    let cause: unknown = null;
    try {
      // Who asks, what is read and its audit row are at least three statements, and nothing is waited for between them.
      const isRead = auditsRead && (givesFile || bearer.test(incoming.headers.authorization ?? ''));
      result = await (isRead ? pool.onOne(answer) : answer(pool));
    } catch (error) {
      const refusal = error instanceof Refusal ? error : refuse(isUnavailable(error) ? 'unavailable' : 'unexpected');
      if (refusal !== error) cause = error;
      // A person looks at this window, not a program.
      const isSeen = givesFile && headerOf(incoming, 'sec-fetch-dest') === 'document' && (refusal.status === 404 || refusal.status === 401);
      result = isSeen
        ? { status: refusal.status, type: 'text/html; charset=utf-8', text: fileGonePage(headerOf(incoming, 'accept-language')) }
        : { status: refusal.status, type: 'application/json', text: JSON.stringify({ error: refusal.code, ...refusal.extra }) };
    }
    const { file } = result;
    const { body, encoding } = result.text === null ? { body: file?.bytes ?? null, encoding: null } : await compressed(result.text, headerOf(incoming, 'accept-encoding'));
    const out = [...(file === undefined ? commonHeaders(facts.secure, incoming.headers.origin ?? null) : listed(fileHeaders(facts.secure, file)))];
    if (result.type !== '') out.push('content-type', result.type);
    if (encoding !== null) out.push('content-encoding', encoding);
    if (result.status === 503 || result.status === 429) out.push('retry-after', '1');
    // The rest of its body is not read, so the connection cannot serve another request.
    if (result.status === 413) out.push('connection', 'close');
    for (const cookie of setCookies) out.push('set-cookie', cookie);
    if (body !== null) out.push('content-length', String(Buffer.byteLength(body)));
    const facts2 = { request: requestId, method: call.method, route: call.path, status: result.status, ms: Math.round(performance.now() - begun) };
    if (cause === null) options.log.info(facts2, 'request');
    else if (result.status === 503) options.log.warn({ ...facts2, cause: codeOf(cause) }, 'request');
    else options.log.error({ ...facts2, err: safeError(cause) }, 'request');
    outgoing.writeHead(result.status, out);
    outgoing.end(body);
    return RESPONSE_ALREADY_SENT;
  });
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : error instanceof Error ? error.name : 'unknown');

/** What of a fault may be logged: where it happened and its SQL state, never values (PostgreSQL puts them into detail and message). */
function safeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const fromDatabase = 'severity' in error;
  const isShape = error instanceof v.ValiError;
  return {
    type: error.name,
    code: codeOf(error),
    message: fromDatabase ? `database error at ${'constraint' in error ? String(error.constraint) : ''} ${'table' in error ? String(error.table) : ''}` : isShape ? `shape at ${v.getDotPath(error.issues[0]) ?? ''}` : error.message,
    stack: frames.slice(0, 8).join('\n'),
  };
}
