import {
  type CallName,
  type CallShape,
  type CodeOf,
  type Device,
  type FacilityId,
  type HeadersOf,
  type BodyOf,
  type LoginType,
  type ParamsOf,
  type PatientId,
  type QueryOf,
  type Role,
  type SharedError,
  type UserId,
  type WireErrorCode,
  type calls,
  sharedErrors,
  wireErrors,
} from '@portal/api';
import type { Logger } from 'pino';
import type * as v from 'valibot';
import type { AuditEntry } from '../audit/audit.ts';
import type { Db } from '../db/pool.ts';
import type { RawJson } from './answerText.ts';

/** The two addresses of one process. Each serves its own build, and a session of one is not valid at the other. */
export type Surface = 'portal' | 'kiosk';

/** Who makes a call, according to the access token. */
export interface Actor {
  readonly sessionId: number;
  readonly userId: UserId;
  readonly role: Role;
  readonly loginType: LoginType;
  /** The actor's own patient, or that of a kiosk or link session; null for staff and for representatives who are not patients. */
  readonly patientId: PatientId | null;
  readonly facilityId: FacilityId;
  /** First and last name, for the audit. */
  readonly name: string;
}

export interface CookieOptions {
  /** Lifetime in seconds; left out: until the browser is closed. */
  readonly maxAge?: number;
  /** Not HttpOnly, so that the page's scripts can read it. Only for values that say nothing about a person. */
  readonly isForScripts?: boolean;
  /** SameSite=Lax: also sent when another site sends the browser back here. */
  readonly isForReturn?: boolean;
}

/** HttpOnly cookies, SameSite=Strict unless they say otherwise, under our names; on https each gets the `__Host-` prefix. */
export interface Cookies {
  get(name: CookieName): string | null;
  set(name: CookieName, value: string, options?: CookieOptions): void;
  clear(name: CookieName): void;
}
/** `tablet` exists while a patient has the tablet and changes with each hand-over; `ownTablet` is its id in its facility and stays. */
export type CookieName =
  | 'portal'
  | 'kiosk'
  | 'tablet'
  | 'ownTablet'
  | 'portalBrowser'
  | 'kioskBrowser'
  | 'portalKept'
  | 'portalOpenId'
  | 'kioskOpenId'
  | 'openIdSignOut';

export interface RequestFacts {
  readonly surface: Surface;
  /** The caller's address in the form that rate limits count (`clientAddress`). It is never logged with an identity. */
  readonly ip: string;
  /** The same address as a keyed hash, for the audit and the logs, so that the requests of one address can be connected. */
  readonly addressMark: () => string;
  readonly device: () => Device;
  /** The Host header in lower case, with its port. */
  readonly host: string;
  /** `http://host:port` of each surface, as this caller can reach it. */
  readonly origins: Readonly<Record<Surface, string>>;
  readonly secure: boolean;
}

export interface CallContext<C extends CallShape> extends RequestFacts {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly headers: HeadersOf<C>;
  readonly body: BodyOf<C>;
  readonly actor: C['access'] extends 'everyone' ? null : Actor;
  readonly db: Db;
  /** Runs one transaction. It runs again after a deadlock, so the work must have no effect outside the database. */
  readonly tx: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
  /** Sets the patient whom the audit of the read is about, if the address does not name them. */
  readonly isAbout: (patientId: PatientId) => void;
  /** The device prefetches it for offline use and nobody has looked at it yet, so the read must not mark anything as seen. */
  readonly isAhead: boolean;
  /** Answers another call, which reads nothing audited, for the same caller and parameters; null where they may not make it. */
  readonly alsoRead: (name: CallName) => Promise<unknown>;
  /** Adds to the audit row of the read what the ids in the address do not say, such as a thing that the query names. */
  readonly tell: (detail: NonNullable<AuditEntry['detail']>) => void;
  readonly log: Logger;
  readonly cookies: Cookies;
  /** `throw refuse('code')`, with a code that the call declares or one that every call shares. */
  readonly refuse: Refuse<CodeOf<C>>;
}

/** What a handler returns. It is parsed against the declared answer before it is sent, so brands may be left out. */
export type AnswerInput<C extends CallShape> = C['answer'] extends v.GenericSchema ? v.InferInput<C['answer']> : null;

/** Answers one call. Access, own user, own patient and the shape of every part are checked before it runs. */
export type Handler<C extends CallShape> = (context: CallContext<C>) => Promise<AnswerInput<C> | RawJson>;

/** A handler for every call of the contract; a missing one does not compile. Rooms export `Pick<Handlers, ...>`. */
export type Handlers = { readonly [Name in CallName]: Handler<(typeof calls)[Name]> };

export interface DeniedAccess {
  readonly actor: Actor;
  /** The patient whom the request names. There may be no such patient. */
  readonly patientId: PatientId | null;
  /** The wrong role, somebody else's account, or somebody else's record (or a section of it). */
  readonly why: 'role' | 'user' | 'record';
}

/** Thrown to refuse a call: the body is `{error: code, ...extra}`, the status is the code's own. */
class Refusal extends Error {
  readonly code: WireErrorCode;
  readonly status: number;
  readonly extra: Readonly<Record<string, unknown>>;
  /** For the audit only. The answer does not contain it. */
  readonly denied: DeniedAccess | null;

  constructor(code: WireErrorCode, extra: Readonly<Record<string, unknown>> = {}, denied: DeniedAccess | null = null) {
    super(code);
    this.code = code;
    this.status = wireErrors[code];
    this.extra = extra;
    this.denied = denied;
  }
}
// Only the type is exported: whoever could construct one could refuse with a code that the call does not declare.
export type { Refusal };
export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;

/** Makes the error to throw for a code. A helper of several calls names its codes, and each of its callers must declare them. */
export type Refuse<Code extends WireErrorCode> = (
  code: Code | SharedError,
  extra?: Readonly<Record<string, unknown>>,
) => Error;

/** Makes `refuse` for a call's handler. A code that the call does not declare becomes a server fault. */
export function refuserOf<const C extends Pick<CallShape, 'name' | 'errors'>>(call: C): Refuse<CodeOf<C>> {
  const declared = new Set<string>([...Object.keys(sharedErrors), ...call.errors]);
  return (code, extra) =>
    declared.has(code) ? new Refusal(code, extra) : new Error(`${call.name} does not declare the error ${code}`);
}

export const refusal = (code: SharedError, extra?: Readonly<Record<string, unknown>>): Refusal =>
  new Refusal(code, extra);
/** The one answer for everything that is not the caller's own, so that nobody learns what exists. */
export const notFound = (): Refusal => refusal('not_found');
/** What was found, or that answer. */
export function orNotFound<Found>(found: Found | null): Found {
  if (found === null) throw notFound();
  return found;
}
/** The same answer for what belongs to somebody else; this one is also written to the audit. */
export const accessDenied = (denied: DeniedAccess): Refusal => new Refusal('not_found', {}, denied);
