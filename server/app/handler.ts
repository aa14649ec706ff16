import type { CallName, CallShape, FacilityId, HeadersOf, BodyOf, LoginType, ParamsOf, PatientId, QueryOf, Role, UserId, calls } from '@portal/api';
import type { Logger } from 'pino';
import type * as v from 'valibot';
import type { Db } from '../db/pool.ts';
import type { WrittenAnswer } from './answerText.ts';

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
}

/** HttpOnly SameSite=Strict cookies under our names; on https each gets the `__Host-` prefix. */
export interface Cookies {
  get(name: CookieName): string | null;
  set(name: CookieName, value: string, options?: CookieOptions): void;
  clear(name: CookieName): void;
}
export type CookieName = 'portal' | 'kiosk' | 'tablet';

/** What a request is about besides its parsed parts. */
export interface RequestFacts {
  readonly surface: Surface;
  /** The caller's address, for limits; never logged with an identity. */
  readonly ip: string;
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
  readonly log: Logger;
  readonly cookies: Cookies;
}

/** What a handler gives back: parsed against the declared answer before it leaves, so brands may be left off. */
export type AnswerInput<C extends CallShape> = C['answer'] extends v.GenericSchema ? v.InferInput<C['answer']> : null;

/** Answers one call. Access, own user, own patient, and the shape of every part are checked before it runs. */
export type Handler<C extends CallShape> = (context: CallContext<C>) => Promise<AnswerInput<C> | WrittenAnswer>;

/** A handler for every call of the contract: a missing one does not compile. Areas export `Pick<Handlers, ...>`. */
export type Handlers = { readonly [Name in CallName]: Handler<(typeof calls)[Name]> };

/** Thrown by a handler to refuse: the body is `{error: code, ...extra}`. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, extra: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

/** The one answer to everything that is not the caller's own, so that nobody learns what exists. */
export const notFound = (): Refusal => new Refusal(404, 'not_found');
