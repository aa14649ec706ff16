import {
  type CallName,
  type CallShape,
  FileAnswer,
  type WireErrorCode,
  anySection,
  calls,
  fileTypes,
  keepPurpose,
  purposeHeader,
  usualBody,
} from '@portal/api';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context, Hono } from 'hono';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { type Access, type Db, type Pool, isUnavailable } from '../db/pool.ts';
import { followed, observation } from '../process/observation.ts';
import { mountPreflights, routeOf } from './crossOrigin.ts';
import { codeOf, safeError } from './loggedError.ts';
import { type Reply, refusalReply, replySender } from './reply.ts';
import { aheadReads } from './aheadReads.ts';
import { answerWriter } from './answerText.ts';
import { type Caller, callerFinder, carriesToken, patientOf, txFor } from './caller.ts';
import {
  type Actor,
  type CallContext,
  type DeniedAccess,
  type Handlers,
  type RequestFacts,
  isRefusal,
  refusal,
  refuserOf,
} from './handler.ts';
import {
  type Bindings,
  type RequestSettings,
  cookiesOf,
  factsOf,
  headerOf,
  isFromOurPage,
  newRequestId,
  bodyReader,
  readerOf,
} from './request.ts';
import { spendQuota } from './quotas.ts';
import { type NoteRefused, refusedAccessNoter } from './refusedAccess.ts';
import { requireSystemKey } from './systemKey.ts';

export interface MountOptions extends RequestSettings {
  readonly pool: Pool;
  readonly handlers: Handlers;
  readonly log: Logger;
  readonly allowedOrigin: string | null;
}

/** Sorts static segments before parameters, so that `…/history` is never taken for an id. */
const bySpecificity = (a: CallShape, b: CallShape): number => {
  const key = (call: CallShape) => call.path.replace(/\{\w+\}/g, '~');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
};

/** A request was answered, of a call or of another route. `cause`: the code of a fault, or of what kept the database away. */
export const requestAnswered = observation<{
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly cause: string | null;
}>();

/** A call is answered, from its arrival to the end of its answer. */
export const callAnswer = followed<{ readonly method: string; readonly route: string }>();

/**
 * Mounts every call of the contract. A request is refused, in this order, if it is too large (413), if its sender may not make the call
 * (`callerFinder`), or if one of its parts has the wrong shape (400). What is not the caller's own is always the same 404.
 */
export function mountCalls(app: Hono<Bindings>, options: MountOptions): void {
  const noteRefused = refusedAccessNoter(options.pool, options.log);
  const ahead = aheadReads();
  for (const name of Object.keys(calls).sort((a, b) =>
    bySpecificity(calls[a as CallName], calls[b as CallName]),
  ) as CallName[]) {
    mountCall(app, options, noteRefused, ahead, name, handlerOf(options, name));
  }
  mountPreflights(app, options);
}

/** Writes the audit row of a read of health data. For somebody who acts for another patient, it names the section, as rights do. */
async function auditRead(
  db: Db,
  name: CallName,
  { actor, need }: Caller,
  params: Readonly<Record<string, unknown>>,
  patientId: Actor['patientId'],
  told: NonNullable<AuditEntry['detail']>,
): Promise<void> {
  const { patientId: _, userId: __, ...rest } = params;
  const numbers = Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
  const ids = { ...numbers, ...told };
  const { section } = need;
  const detail =
    section === null || section === anySection || patientId === null || patientId === actor.patientId
      ? ids
      : { ...ids, section };
  await audit(db, { type: `read.${name}`, actor, patientId, facilityId: actor.facilityId, detail });
}

/** A handler was typed against its own declaration in `Handlers`; here all calls have one type. */
const handlerOf = ({ handlers }: MountOptions, name: CallName) =>
  handlers[name] as (context: CallContext<CallShape>) => Promise<unknown>;

/** Makes the function that answers one call, or throws its refusal. */
function answererOf(
  options: MountOptions,
  ahead: ReturnType<typeof aheadReads>,
  name: CallName,
  handler: (context: CallContext<CallShape>) => Promise<unknown>,
) {
  const call: CallShape = calls[name];
  const largestBody = call.largestBody ?? usualBody;
  const findCaller = callerFinder(call, options.surface);
  const refuse = refuserOf(call);
  const readParams = readerOf(call.params);
  const readQuery = readerOf(call.query);
  const readHeaders = readerOf(call.headers);
  const readBody = bodyReader(call);
  const writeAnswer = call.answer === null || call.answerType === 'file' ? null : answerWriter(name, call.answer);
  const paramsOf = (c: Context<Bindings>): Record<string, unknown> | null => {
    try {
      return readParams((name) => c.req.param(name));
    } catch (error) {
      if (!isRefusal(error) || call.access === 'everyone') throw error;
      return null;
    }
  };

  return async (
    { db, tx }: Access,
    c: Context<Bindings>,
    request: { readonly id: string; readonly facts: RequestFacts; readonly setCookies: string[] },
  ): Promise<Reply> => {
    const { incoming } = c.env;
    if (Number(incoming.headers['content-length'] ?? 0) > largestBody) throw refusal('payload_too_large');
    if (call.path === '/token' && !isFromOurPage(incoming, request.facts, options.allowedOrigin)) {
      options.log.warn(
        { request: request.id, route: call.path },
        "refused a sign-in from a page of another address; if it is this portal's own, set PORTAL_URL and KIOSK_URL",
      );
      throw refusal('bad_request');
    }
    const asked = paramsOf(c);
    const caller = await findCaller({ db, incoming, query: (name) => c.req.query(name), params: asked });
    const params = asked ?? {};
    const query = readQuery((name) => c.req.query(name));
    const headers = readHeaders((name) => headerOf(incoming, name) ?? undefined);
    if (call.systemKey === true) await requireSystemKey(db, params, headers);
    const body = await readBody(incoming);
    // A file that is opened with a ticket was counted when the ticket was made, where a page can show the refusal.
    if (caller !== null && (call.answerType !== 'file' || carriesToken(incoming)))
      await spendQuota(db, call, caller.actor);
    let subject = patientOf(params);
    const isAhead = call.offline === 'keep' && headerOf(incoming, purposeHeader) === keepPurpose;
    let told: NonNullable<AuditEntry['detail']> = {};
    let ownLog: Logger | null = null;
    const context = {
      ...request.facts,
      params,
      query,
      headers,
      body,
      actor: caller?.actor ?? null,
      db,
      tx: call.method === 'GET' ? tx : txFor(tx, caller, subject),
      isAhead,
      async alsoRead(other) {
        const { method, audited }: CallShape = calls[other];
        if (method !== 'GET' || audited) throw new Error(`${other} cannot be read along with another call`);
        try {
          await callerFinder(calls[other], options.surface)({ db, incoming, query: () => undefined, params: asked });
        } catch (error) {
          if (isRefusal(error)) return null;
          throw error;
        }
        return handlerOf(options, other)(context);
      },
      isAbout(patientId) {
        subject = patientId;
      },
      tell(detail) {
        told = detail;
      },
      get log() {
        return (ownLog ??= options.log.child({ request: request.id }));
      },
      cookies: cookiesOf(c, request.facts.secure, request.setCookies),
      refuse,
    } as CallContext<CallShape>;
    const given = await (isAhead ? ahead(() => handler(context)) : handler(context));
    if (call.audited && call.method === 'GET' && caller !== null)
      await auditRead(db, name, caller, params, subject, isAhead ? { ...told, ahead: true } : told);
    if (call.answerType === 'file') {
      const file = v.parse(FileAnswer, given);
      return { status: 200, type: fileTypes[file.fileType], text: null, file };
    }
    if (writeAnswer === null) return { status: 204, type: '', text: null };
    const text = writeAnswer(given);
    return call.answerType === 'css'
      ? { status: 200, type: 'text/css; charset=utf-8', text: String(JSON.parse(text)) }
      : { status: 200, type: 'application/json', text };
  };
}

function mountCall(
  app: Hono<Bindings>,
  options: MountOptions,
  noteRefused: NoteRefused,
  ahead: ReturnType<typeof aheadReads>,
  name: CallName,
  handler: (context: CallContext<CallShape>) => Promise<unknown>,
): void {
  const call: CallShape = calls[name];
  const { pool } = options;
  const answer = answererOf(options, ahead, name, handler);
  const givesFile = call.answerType === 'file';
  const auditsRead = call.audited && call.method === 'GET';
  const send = replySender(call, options.allowedOrigin);

  const respond = async (c: Context<Bindings>): Promise<Response> => {
    const begun = performance.now();
    const { incoming, outgoing } = c.env;
    const setCookies: string[] = [];
    const request = { id: newRequestId(), facts: factsOf(incoming, options), setCookies };
    let reply: Reply;
    let cause: unknown = null;
    let denied: DeniedAccess | null = null;
    let refusedWith: WireErrorCode | null = null;
    try {
      // Finding the caller, the read and its audit row are at least three quick statements in a row, so they share one connection.
      const isRead = auditsRead && call.isRendered !== true && (givesFile || carriesToken(incoming));
      reply = await (isRead ? pool.onOne((access) => answer(access, c, request)) : answer(pool, c, request));
    } catch (error) {
      const refused = isRefusal(error) ? error : refusal(isUnavailable(error) ? 'unavailable' : 'unexpected');
      if (refused !== error) cause = error;
      ({ denied, code: refusedWith } = refused);
      reply = refusalReply(refused, incoming, givesFile);
    }
    await send(reply, request.facts.secure, incoming, outgoing, setCookies);
    if (denied !== null) noteRefused(name, denied, request.facts.addressMark());
    const logged = {
      request: request.id,
      method: call.method,
      route: call.path,
      status: reply.status,
      ms: Math.round(performance.now() - begun),
      ...(refusedWith === null ? {} : { error: refusedWith }),
      // Shows that one address is refused again and again, but not who it is.
      ...(reply.status >= 400 && reply.status < 500 ? { from: request.facts.addressMark() } : {}),
    };
    requestAnswered.tell({
      method: call.method,
      route: call.path,
      status: reply.status,
      ms: performance.now() - begun,
      cause: cause === null ? null : codeOf(cause),
    });
    if (cause === null) options.log.info(logged, 'request');
    else if (reply.status === 503) options.log.warn({ ...logged, cause: codeOf(cause) }, 'request');
    else options.log.error({ ...logged, err: safeError(cause) }, 'request');
    return RESPONSE_ALREADY_SENT;
  };
  const about = { method: call.method, route: call.path };
  app.on(call.method, routeOf(call.path), (c) => callAnswer.run(about, () => respond(c)));
}
