import * as v from 'valibot';
import type { Act, ActivityPart } from './acts.ts';
import type { Capability } from './capabilities.ts';
import type { WireErrorCode } from './errors.ts';
import type { Right, Section, anySection } from './sections.ts';

/**
 * Who may make a call. `patient` and `representative` have signed in with a password; `kioskManager` is staff on a tablet, `kioskPatient`
 * the patient to whom the tablet was handed, `linkUser` came by an emailed link.
 */
export const roles = ['patient', 'representative', 'kioskManager', 'kioskPatient', 'linkUser'] as const;
export type Role = (typeof roles)[number];

/** `everyone` needs no session. A list names the roles that may call, each only for its own data. */
export type Access = 'everyone' | readonly Role[];

/**
 * What the device may do with a call without a network. `never`: the page says that it needs a connection. `keep`: the last answer may be
 * stored in the vault and read offline. `draft`: the outbox sends it later.
 */
export type OfflineLane = 'never' | 'keep' | 'draft';

/**
 * The request header of a read whose answer a device only stores, because nobody has looked at it yet. Every call with `offline: 'keep'`
 * accepts it. Such a read marks nothing as seen and is audited as a read ahead of time.
 */
export const purposeHeader = 'x-vestibule-purpose';
export const keepPurpose = 'keep';
export const aheadHeaders = { [purposeHeader]: keepPurpose } as const;

/**
 * The request header with the page's language, for calls that declare it: texts that the facility has in several languages are answered in
 * it. It is not part of the address, so that a device stores one answer, in the language that was read last.
 */
export const languageHeader = 'x-vestibule-language';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Schema = v.GenericSchema;
type Schemas = Readonly<Record<string, Schema>>;

/** Largest request body in bytes unless a call declares more. Everything that a form sends fits, even when escaped. */
export const usualBody = 32_000;

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** A query parameter whose value decides which section a call is about. */
export interface SectionByQuery {
  readonly query: string;
  readonly sections: Readonly<Record<string, Section>>;
}

export interface CallShape {
  readonly name: string;
  readonly method: Method;
  /** The path as in the specification, with `{name}` for each typed parameter. */
  readonly path: string;
  readonly params: Schemas;
  readonly query: Schemas;
  /** Request headers beyond Authorization; the server checks them like a body. */
  readonly headers: Schemas;
  readonly access: Access;
  /** `null`: the call has no body. */
  readonly body: Schema | null;
  /** Left out: JSON. */
  readonly bodyType?: 'form' | 'jsonPatch' | 'bytes';
  /** Largest body in bytes; a longer one is `payload_too_large`. Left out: `usualBody`. */
  readonly largestBody?: number;
  /** `null`: answers 204 without a body. */
  readonly answer: Schema | null;
  /**
   * Left out: JSON. `file`: bytes for the browser itself, not for a page (see `FileAnswer`). Its address is opened in a new window, which
   * sends no header, so the query declares `token` for a one-time download ticket in place of the session's token.
   */
  readonly answerType?: 'css' | 'file';
  /** True when a facility's own back end may answer with HTML text instead of JSON: a string, not safe to show as it is. */
  readonly alsoHtml?: true;
  /** True for a call beyond specification and rulings: a facility's own back end is never asked for it, and pages work without it. */
  readonly isOurs?: true;
  /** True for a call that only the rulings define. A facility's own back end may lack it, and pages then work without it. */
  readonly isOptional?: true;
  /** Error codes (`error` of the body) with which this call can answer, besides those that every call shares. */
  readonly errors: readonly WireErrorCode[];
  /** Milliseconds for which an answer counts as fresh. */
  readonly staleTime: number;
  /** Names of the calls whose answers become stale by this one; `calls.ts` checks that they exist. */
  readonly invalidates: readonly string[];
  readonly offline: OfflineLane;
  /** The module of the facility, or one of its fields, that must be on for the user; otherwise the call answers 404. */
  readonly capability?: Capability;
  /**
   * The section of the record that the call belongs to: a representative needs `right` there. Without a section, acting for the patient is
   * enough; with `any`, one right in any section is enough. The server's mount checks it when the address names the patient; else the
   * handler does.
   */
  readonly section?: Section | SectionByQuery | typeof anySection;
  /** Left out: `read`. */
  readonly right?: Right;
  /** True for a call without health data that may be made before accepting the terms; others are refused with `terms_required`. */
  readonly beforeTerms?: true;
  /** True when representatives may not make the call: only the patient's own session may. */
  readonly ownOnly?: true;
  /** True when an unattended session is not enough: without a proof within `proofSeconds`, the mount refuses with `password_needed`. */
  readonly needsProof?: true;
  /**
   * True for a call that pages make by themselves, before anybody has chosen to look at its data. A refusal for a missing right is audited,
   * but the patient's log does not show it as an attempt of the person.
   */
  readonly isBackground?: true;
  /** True for a number on a tab: `readCounts` answers all of those at once. */
  readonly isBadge?: true;
  /** True when the server renders a document: calls queue for that, so they must not hold a database connection while they wait. */
  readonly isRendered?: true;
  /** What the activity log says about an audited read, when that is more than looking at the section. */
  readonly activity?: Act | ActivityPart;
  /**
   * True for a call of another system. Before the mount reads the body, it compares the header `system-key` with the key of the system
   * `ifSystemId` of the address, and refuses with `unauthorized`.
   */
  readonly systemKey?: true;
  /** True for a call of any website's pages, which may read the answer. It never has to do with who is signed in here. */
  readonly isForAnyOrigin?: true;
  /** True when the answer contains health data. The server writes an audit row for every such read. */
  readonly audited: boolean;
  /**
   * True when the answer belongs to the facility, is the same for every person, and neither it nor its address says anything about a
   * patient or an account: with `offline: 'keep'` a device may store it in clear. Left out: the answer counts as personal.
   */
  readonly isPublic?: true;
}

/** Seconds for which a password, or a new single sign-on, proves who is at the page (`needsProof`). */
export const proofSeconds = 5 * 60;

/** True unless the call declares that its answer is public. A device may store such an answer only in the vault. */
export const isAboutPatient = (call: Pick<CallShape, 'isPublic'>): boolean => call.isPublic !== true;

/** File types that the server may send, by the extension of the file name; content is never sniffed. */
export const FileType = v.picklist([
  'pdf',
  'docx',
  'xlsx',
  'odt',
  'rtf',
  'txt',
  'csv',
  'xml',
  'json',
  'html',
  'png',
  'jpg',
  'jose',
]);
export type FileType = v.InferOutput<typeof FileType>;

/** The media type of each file type. */
export const fileTypes: Readonly<Record<FileType, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  rtf: 'application/rtf',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  json: 'application/fhir+json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jose: 'application/jose',
};

/** The result of a handler with `answerType: 'file'`. */
export const FileAnswer = v.object({
  bytes: v.custom<Uint8Array>((value) => value instanceof Uint8Array),
  fileType: FileType,
  /** Without its extension. It is neutral: the file stays on a device that others use, so the name contains no person and no illness. */
  fileName: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,100}$/)),
  /** `window`: shown if the browser can; `disk`: always saved. */
  goesTo: v.picklist(['window', 'disk']),
  /** True for a file that a page of ours may show in a frame. */
  inFrame: v.optional(v.boolean()),
});
export type FileAnswer = v.InferOutput<typeof FileAnswer>;

type Declaration<
  Path extends string,
  Params extends Schemas,
  Query extends Schemas,
  Headers extends Schemas,
  Body extends Schema | null,
  Answer extends Schema | null,
  Errors extends readonly WireErrorCode[],
  Name extends string,
  Invalidates extends readonly string[],
> = Omit<CallShape, 'name' | 'path' | 'params' | 'query' | 'headers' | 'body' | 'answer' | 'errors' | 'invalidates'> & {
  readonly name: Name;
  readonly path: Path;
  readonly params: Params &
    ([ParamNames<Path>] extends [keyof Params] ? unknown : { missing: Exclude<ParamNames<Path>, keyof Params> });
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Body;
  readonly answer: Answer;
  readonly errors: Errors;
  readonly invalidates: Invalidates;
};

/** Declares one call of the contract. Client, server and tests derive everything else from what it returns. */
export function declareCall<
  const Path extends string,
  const Params extends Schemas,
  const Query extends Schemas,
  const Headers extends Schemas,
  const Body extends Schema | null,
  const Answer extends Schema | null,
  const Errors extends readonly WireErrorCode[],
  const Name extends string,
  const Invalidates extends readonly string[],
>(declaration: Declaration<Path, Params, Query, Headers, Body, Answer, Errors, Name, Invalidates>) {
  return declaration;
}

type Outputs<S extends Schemas> = { [Name in keyof S]: v.InferOutput<S[Name]> };

/** The path parameters of a call, parsed and branded. */
export type ParamsOf<C extends CallShape> = Outputs<C['params']>;
export type QueryOf<C extends CallShape> = Outputs<C['query']>;
/** The declared request headers of a call, names in lower case. */
export type HeadersOf<C extends CallShape> = Outputs<C['headers']>;
/** The parsed body of a call; `null` when it has none. */
export type BodyOf<C extends CallShape> = C['body'] extends Schema ? v.InferOutput<C['body']> : null;
/** The parsed answer of a call; `null` when it has none. */
export type AnswerOf<C extends CallShape> = C['answer'] extends Schema ? v.InferOutput<C['answer']> : null;

/** The section that a call with this query belongs to. Undefined: it belongs to none; null: the query names an unknown section. */
export function sectionOf(
  { section }: Pick<CallShape, 'section'>,
  query: (name: string) => string | undefined,
): Section | typeof anySection | null | undefined {
  return typeof section === 'object' ? (section.sections[query(section.query) ?? ''] ?? null) : section;
}

/** A path parameter or a query value; absent query values are left out. */
export type UrlValue = string | number | boolean | null | undefined;

/** Path of a call with its parameters filled in and its query appended; absent query values are left out. */
export function callUrl(
  call: CallShape,
  params: Readonly<Record<string, UrlValue>>,
  query: Readonly<Record<string, UrlValue>> = {},
): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const name of Object.keys(call.query)) {
    const value = query[name];
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
