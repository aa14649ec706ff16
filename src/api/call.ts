import * as v from 'valibot';
import type { Act, ActivityPart } from './acts.ts';
import type { Capability } from './capabilities.ts';
import type { WireErrorCode } from './errors.ts';
import type { Right, Section, anySection } from './sections.ts';

/**
 * Who may make a call. `patient` and `representative` signed in with a password; `kioskManager` is staff on a tablet,
 * `kioskPatient` the patient the tablet was handed to, `linkUser` came by an emailed link.
 */
export const roles = ['patient', 'representative', 'kioskManager', 'kioskPatient', 'linkUser'] as const;
export type Role = (typeof roles)[number];

/** `everyone` needs no session; a list names the roles that may call, each only for what is its own. */
export type Access = 'everyone' | readonly Role[];

/**
 * What the device may do with a call when there is no network. `never`: the page says that it needs a connection.
 * `keep`: the last answer may be kept in the vault and read offline. `draft`: the unsent-answers outbox sends it later.
 */
export type OfflineLane = 'never' | 'keep' | 'draft';

/**
 * The request header by which a device says that it reads something to keep it: nobody has looked at it yet. Every call with
 * `offline: 'keep'` takes it; such a read marks nothing as seen and is audited as what it is.
 */
export const purposeHeader = 'x-vestibule-purpose';
export const keepPurpose = 'keep';
/** The headers of a read ahead of time. */
export const aheadHeaders = { [purposeHeader]: keepPurpose } as const;

/**
 * The request header that says in which language the page is, of calls that declare it: texts that the facility has in several languages
 * come in it. It is no part of the address, so that a device keeps one answer, in the language that was read last.
 */
export const languageHeader = 'x-vestibule-language';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Schema = v.GenericSchema;
type Schemas = Readonly<Record<string, Schema>>;

/** Bytes that the body of a call may have unless it declares more: everything that a form sends fits, however it is escaped. */
export const usualBody = 32_000;

type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamNames<Rest>
  : never;

/** Where a value of the query says which section a call is about. */
export interface SectionByQuery {
  readonly query: string;
  readonly sections: Readonly<Record<string, Section>>;
}

export interface CallShape {
  readonly name: string;
  readonly method: Method;
  /** As the specification writes it, with `{name}` for each typed parameter. */
  readonly path: string;
  readonly params: Schemas;
  readonly query: Schemas;
  /** Request headers beyond Authorization; the server checks them like a body. */
  readonly headers: Schemas;
  readonly access: Access;
  /** `null`: takes no body. */
  readonly body: Schema | null;
  readonly bodyType: 'json' | 'form' | 'jsonPatch' | 'bytes' | 'none';
  /** Bytes of the largest body that is read; a longer one is `payload_too_large`. Left out: `usualBody`. */
  readonly largestBody?: number;
  /** `null`: answers 204 without a body. */
  readonly answer: Schema | null;
  /**
   * `file`: bytes for the browser itself, not for a page (see `FileAnswer`). Its address is opened in a window of its own, which
   * carries no header, so the query declares `token` and takes a one-time download ticket there in place of the session's token.
   */
  readonly answerType: 'json' | 'css' | 'image' | 'file' | 'none';
  /** True where a facility's own back end may answer with a text of HTML in place of JSON; it is read as a string, and is not safe to show as it is. */
  readonly alsoHtml?: true;
  /** True for what neither the specification's documents nor its rulings have: a facility's own back end is never asked for it, and the page does without. */
  readonly isOurs?: true;
  /** True for what the documents leave open and the rulings say: a facility's own back end may lack it, and the page then does without. */
  readonly isOptional?: true;
  /** Wire codes (`error` of the body) that this call can answer with, beyond those every call shares. */
  readonly errors: readonly WireErrorCode[];
  /** Milliseconds for which an answer is taken as fresh. */
  readonly staleTime: number;
  /** Names of the calls whose answers this one makes stale; `calls.ts` checks that there are such calls. */
  readonly invalidates: readonly string[];
  readonly offline: OfflineLane;
  /** The module of the facility, or the field of one, that must be on for whoever uses the portal; without it the call answers 404. */
  readonly capability?: Capability;
  /**
   * The section of a record that it belongs to: whoever acts for another patient needs `right` there. Without one, acting for the
   * patient is enough; with `any`, so is one right in whichever section. The server's mount looks at it where the address names the
   * patient; else the handler does.
   */
  readonly section?: Section | SectionByQuery | typeof anySection;
  /** Left out: `read`. */
  readonly right?: Right;
  /**
   * True for what a patient or representative may call before they have accepted the terms of the moment: nothing about anybody's
   * health. The mount refuses every other call of theirs with `terms_required`.
   */
  readonly beforeTerms?: true;
  /** True where nobody can act for another: it is for the patient's own session alone. */
  readonly ownOnly?: true;
  /**
   * True where a session that was left open must not be enough: the person has proved within `proofSeconds` that it is them, or the
   * mount refuses with `password_needed`.
   */
  readonly needsProof?: true;
  /**
   * True for what pages ask for by themselves, before anybody has chosen to look at it. Where somebody lacks the right to it the refusal is in the audit, and
   * the patient's log does not say of them that they tried.
   */
  readonly isBackground?: true;
  /** True for a number on a tab: `readCounts` answers all of those at once. */
  readonly isBadge?: true;
  /**
   * True where the server renders a document between its statements, for which others wait in a queue: a connection that it kept meanwhile
   * would be kept from everybody else.
   */
  readonly isRendered?: true;
  /** What the activity log says of a read that it audits, where that is more than looking at the section. */
  readonly activity?: Act | ActivityPart;
  /**
   * True for what another system sends: the mount compares the header `system-key` with the key of the system `ifSystemId` of the address before it reads the
   * body, and refuses with `unauthorized`.
   */
  readonly systemKey?: true;
  /** True where the answer holds health data: the server writes an audit row for every such read. */
  readonly audited: boolean;
  /**
   * True where the answer is the facility's, the same for every person, and neither it nor its address says anything of a patient or
   * an account: with `offline: 'keep'` a device may keep it in clear. Left out, it is taken to be about a person.
   */
  readonly isPublic?: true;
}

/** Seconds for which a password, or a fresh single sign-on, proves who sits at the page (`needsProof`). */
export const proofSeconds = 5 * 60;

/** True unless the call declares that its answer is nobody's: what must not be kept on a device except in the vault. */
export const isAboutPatient = (call: Pick<CallShape, 'isPublic'>): boolean => call.isPublic !== true;

/** Types of file that may leave the server, by the ending of their names; nothing is sniffed. */
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
]);
export type FileType = v.InferOutput<typeof FileType>;

/** The media type of each. */
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
};

/** What a handler of a call with `answerType: 'file'` gives. */
export const FileAnswer = v.object({
  bytes: v.custom<Uint8Array>((value) => value instanceof Uint8Array),
  fileType: FileType,
  /** Without its ending. Neutral: it stays on a device that others use, so it names no person and no illness. */
  fileName: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,100}$/)),
  /** `window`: shown where the browser can; `disk`: always saved. */
  goesTo: v.picklist(['window', 'disk']),
  /** True for what a page of ours may show in a frame. */
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
/** The query parameters of a call. */
export type QueryOf<C extends CallShape> = Outputs<C['query']>;
/** The declared request headers of a call, names in lower case. */
export type HeadersOf<C extends CallShape> = Outputs<C['headers']>;
/** The parsed body of a call; `null` where it takes none. */
export type BodyOf<C extends CallShape> = C['body'] extends Schema ? v.InferOutput<C['body']> : null;
/** The parsed answer of a call; `null` where it gives none. */
export type AnswerOf<C extends CallShape> = C['answer'] extends Schema ? v.InferOutput<C['answer']> : null;

/** The section that a call with this query belongs to; undefined: none, null: one that there is not. */
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
