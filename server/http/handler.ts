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

/** The two addresses of one process: each serves its own build and gives sessions that hold nowhere else. */
export type Surface = 'portal' | 'kiosk';

/** Who makes a call, known from the access token. */
export interface Actor {
  readonly sessionId: number;
  readonly userId: UserId;
  readonly role: Role;
  readonly loginType: LoginType;
  /** The actor's own record, or the patient a kiosk or link session is for; null for staff and pure representatives. */
  readonly patientId: PatientId | null;
  readonly facilityId: FacilityId;
  /** First and last name, for the audit. */
  readonly name: string;
}

export interface CookieOptions {
  /** Seconds; left out: until the browser is closed. */
  readonly maxAge?: number;
  /** The page's scripts read it, so it is not HttpOnly: only for what says nothing of anybody. */
  readonly isForScripts?: boolean;
}

/** HttpOnly SameSite=Strict cookies under our names; on https each gets the `__Host-` prefix. */
export interface Cookies {
  get(name: CookieName): string | null;
  set(name: CookieName, value: string, options?: CookieOptions): void;
  clear(name: CookieName): void;
}
/**
 * `tablet` is there while a patient has it, and changes with each hand-over; `ownTablet` says which of the facility's tablets it is, and
 * stays.
 */
export type CookieName = 'portal' | 'kiosk' | 'tablet' | 'ownTablet' | 'portalBrowser' | 'kioskBrowser' | 'portalKept';

/** What a request is about besides its parsed parts. */
export interface RequestFacts {
  readonly surface: Surface;
  /** The caller's address as limits count it (`clientAddress`); never logged with an identity. */
  readonly ip: string;
  /** The same as the audit and the logs may name it: a keyed hash, so that what one address did can be told together. */
  readonly addressMark: () => string;
  /** The kind of device and the family of browser that it came from. */
  readonly device: () => Device;
  /** Host header in lower case, with its port. */
  readonly host: string;
  /** `http://host:port` of either surface, as this caller can reach it. */
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
  /** One transaction; runs again on deadlock, so its work must have no effect outside the database. */
  readonly tx: <T>(work: (tx: Db) => Promise<T>) => Promise<T>;
  /** Whose record the answer is from, where the address does not say so: the audit of the read is then about that patient. */
  readonly isAbout: (patientId: PatientId) => void;
  /** The device reads it to keep it, and nobody has looked at it yet: it is marked as seen by no such read. */
  readonly isAhead: boolean;
  /**
   * Answers another call of the contract, which reads what is not audited, for the same caller and parameters; null where they may not make it.
   */
  readonly alsoRead: (name: CallName) => Promise<unknown>;
  /** What the audit of the read says besides the ids of the address: of a thing that the query names. */
  readonly tell: (detail: NonNullable<AuditEntry['detail']>) => void;
  readonly log: Logger;
  readonly cookies: Cookies;
  /** `throw refuse('code')`: with the codes that the call declares, and those that every call shares. */
  readonly refuse: Refuse<CodeOf<C>>;
}

/** What a handler gives back: parsed against the declared answer before it leaves, so brands may be left off. */
export type AnswerInput<C extends CallShape> = C['answer'] extends v.GenericSchema ? v.InferInput<C['answer']> : null;

/** Answers one call. Access, own user, own patient, and the shape of every part are checked before it runs. */
export type Handler<C extends CallShape> = (context: CallContext<C>) => Promise<AnswerInput<C> | RawJson>;

/** A handler for every call of the contract: a missing one does not compile. Areas export `Pick<Handlers, ...>`. */
export type Handlers = { readonly [Name in CallName]: Handler<(typeof calls)[Name]> };

/** Somebody who asked for what is not theirs. */
export interface DeniedAccess {
  readonly actor: Actor;
  /** Whose record it was about, as far as the request says; there may be no such patient. */
  readonly patientId: PatientId | null;
  /** Their role, the account of another, or the record (or a part of it) of another. */
  readonly why: 'role' | 'user' | 'record';
}

/** Thrown to refuse a call: the body is `{error: code, ...extra}`, the status is the code's own. */
class Refusal extends Error {
  readonly code: WireErrorCode;
  readonly status: number;
  readonly extra: Readonly<Record<string, unknown>>;
  /** For the audit alone: the answer says nothing of it. */
  readonly denied: DeniedAccess | null;

  constructor(code: WireErrorCode, extra: Readonly<Record<string, unknown>> = {}, denied: DeniedAccess | null = null) {
    super(code);
    this.code = code;
    this.status = wireErrors[code];
    this.extra = extra;
    this.denied = denied;
  }
}
// The type alone: whoever could make one could refuse with a code that the call does not declare.
export type { Refusal };
export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal;

/** Makes the error to throw for a code. A helper of several calls names those that it needs, and each of its callers must declare them. */
export type Refuse<Code extends WireErrorCode> = (
  code: Code | SharedError,
  extra?: Readonly<Record<string, unknown>>,
) => Error;

/** What the handler of a call refuses with: for a code that the call does not declare it gives a fault of the server. */
export function refuserOf<const C extends Pick<CallShape, 'name' | 'errors'>>(call: C): Refuse<CodeOf<C>> {
  const declared = new Set<string>([...Object.keys(sharedErrors), ...call.errors]);
  return (code, extra) =>
    declared.has(code) ? new Refusal(code, extra) : new Error(`${call.name} does not declare the error ${code}`);
}

/** A refusal with which any call may answer. */
export const refusal = (code: SharedError, extra?: Readonly<Record<string, unknown>>): Refusal =>
  new Refusal(code, extra);
/** The one answer to everything that is not the caller's own, so that nobody learns what exists. */
export const notFound = (): Refusal => refusal('not_found');
/** The same, for what is somebody else's: the audit tells of it. */
export const accessDenied = (denied: DeniedAccess): Refusal => new Refusal('not_found', {}, denied);
