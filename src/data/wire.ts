import {
  type AnswerOf,
  type BodyOf,
  type CallShape,
  callUrl,
  type HeadersOf,
  languageHeader,
  type ParamsOf,
  type QueryOf,
  type UrlValue,
  versionHeader,
} from '@portal/api';
import * as v from 'valibot';
import { words } from '../words/store.ts';
import { CallError } from './errors.ts';
import { noteServerTime } from './serverClock.ts';
import { isOurServer, noteServer } from './version.ts';
import { type RawAnswer, readAnswer } from './wireAnswer.ts';

type OptionalWhereUndefined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
};
type Part<Name extends string, T> =
  Record<never, never> extends T ? { readonly [K in Name]?: T } : { readonly [K in Name]: T };

/** What a call takes: its parameters, query, headers and body, each required only where the declaration requires it. */
export type InputOf<C extends CallShape> = Part<'params', ParamsOf<C>> &
  Part<'query', OptionalWhereUndefined<QueryOf<C>>> &
  Part<'headers', OptionalWhereUndefined<HeadersOf<C>>> &
  (C['body'] extends v.GenericSchema ? { readonly body: BodyOf<C> } : { readonly body?: null }) & {
    readonly signal?: AbortSignal;
    /** Lets the request outlive the page; for small bodies only. */
    readonly keepalive?: boolean;
  } & Carrier;
/** How an unusual request is sent: a large upload that reports its progress and may take longer. */
interface Carrier {
  readonly fetch?: typeof globalThis.fetch;
  readonly timeout?: number;
}

/** The input may be left out where nothing in it is required. */
export type InputArguments<C extends CallShape> =
  Record<never, never> extends InputOf<C> ? [input?: InputOf<C>] : [input: InputOf<C>];

export type UrlValues = Readonly<Record<string, UrlValue>>;

/** The same without the types of one call. */
export interface AnyInput extends Carrier {
  readonly params?: UrlValues;
  readonly query?: UrlValues;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

export interface Wire {
  readonly fetch: typeof globalThis.fetch;
  readonly origin: string;
  /** Milliseconds after which a request without a complete answer counts as offline. */
  readonly timeout: number;
}

const FormBody = v.record(v.string(), v.string());

const BytesBody = v.instance(Uint8Array<ArrayBuffer>);

function bodyOf(call: CallShape, body: unknown): { content: string | Uint8Array<ArrayBuffer>; type: string } | null {
  // The declaration allows a missing body.
  if (body === undefined || call.body === null) return null;
  switch (call.bodyType) {
    case undefined:
      return { content: JSON.stringify(body), type: 'application/json' };
    case 'jsonPatch':
      return { content: JSON.stringify(body), type: 'application/json-patch+json' };
    case 'form':
      return {
        content: new URLSearchParams(v.parse(FormBody, body)).toString(),
        type: 'application/x-www-form-urlencoded',
      };
    case 'bytes':
      return { content: v.parse(BytesBody, body), type: 'application/octet-stream' };
  }
}

function requestOf(
  call: CallShape,
  input: AnyInput,
  accessToken: string | null,
  crossOrigin: boolean,
  signal: AbortSignal,
): RequestInit {
  const accept = call.alsoHtml ? 'application/json, text/html;q=0.9' : 'application/json';
  const headers = new Headers({ accept: call.answerType === 'file' ? '*/*' : accept });
  for (const [name, value] of Object.entries(input.headers ?? {})) if (value !== undefined) headers.set(name, value);
  if (languageHeader in call.headers) headers.set(languageHeader, words().language);
  if (accessToken !== null) headers.set('authorization', `Bearer ${accessToken}`);
  const body = bodyOf(call, input.body);
  if (body) headers.set('content-type', body.type);
  return {
    method: call.method,
    headers,
    body: body?.content ?? null,
    signal,
    cache: 'no-store',
    // The refresh cookie is sent along. Our server never redirects, so a redirect is the sign-in page of somebody's network.
    credentials: crossOrigin ? 'include' : 'same-origin',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
    ...(input.keepalive ? { keepalive: true } : {}),
  };
}

/** Sends one request and reads its answer with `read`, within the time limit. Any interruption is `offline`. */
async function requested<T>(
  wire: Wire,
  call: CallShape,
  input: AnyInput,
  accessToken: string | null,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const given = input.signal;
  const late = AbortSignal.timeout(input.timeout ?? wire.timeout);
  const giveUp = () => stop.abort();
  given?.throwIfAborted();
  // AbortSignal.any would join them, but Chrome has it from 116 on and Safari from 17.4.
  given?.addEventListener('abort', giveUp);
  late.addEventListener('abort', giveUp);
  try {
    const url = wire.origin + callUrl(call, input.params ?? {}, input.query);
    const response = await (input.fetch ?? wire.fetch)(
      url,
      requestOf(call, input, accessToken, wire.origin !== '', stop.signal),
    );
    const version = response.headers.get(versionHeader);
    noteServer(version);
    // Only our server's clock counts, because a captive portal's may be wrong.
    if (version !== null) noteServerTime(response.headers.get('date'));
    return await read(response);
  } catch {
    // The caller's own abort is rethrown; everything else means that the connection failed.
    given?.throwIfAborted();
    throw new CallError(call.name, { kind: 'offline', ...(late.aborted ? { timedOut: true } : {}) });
  } finally {
    given?.removeEventListener('abort', giveUp);
    late.removeEventListener('abort', giveUp);
  }
}

const typeOf = (response: Response): string => response.headers.get('content-type') ?? '';

const readText = async (response: Response): Promise<RawAnswer> => ({
  isOurs: isOurServer(),
  status: response.status,
  type: typeOf(response),
  text: await response.text(),
});

const raw = (wire: Wire, call: CallShape, input: AnyInput, accessToken: string | null): Promise<RawAnswer> =>
  requested(wire, call, input, accessToken, readText);

/** The same without the types of one call, for code that carries any call. */
export const exchangeAny = async (
  wire: Wire,
  call: CallShape,
  input: AnyInput,
  accessToken: string | null,
): Promise<unknown> => readAnswer(call, await raw(wire, call, input, accessToken));

/** One exchange without any session logic. Rejects with `CallError`, or with the caller's own `AbortError`. */
export function exchange<C extends CallShape>(
  wire: Wire,
  call: C,
  input: InputOf<C>,
  accessToken?: string | null,
): Promise<AnswerOf<C>>;
export function exchange(
  wire: Wire,
  call: CallShape,
  input: AnyInput,
  accessToken: string | null = null,
): Promise<unknown> {
  return exchangeAny(wire, call, input, accessToken);
}

/** The bytes of a file and their media type. */
export interface FileOnWire {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/**
 * One exchange of a call with `answerType: 'file'`, for the app itself and not for a window. A file of more than `largest` bytes is not
 * read. Rejects with `CallError`, or with the caller's own `AbortError`.
 */
export async function exchangeFile(
  wire: Wire,
  call: CallShape,
  input: AnyInput,
  accessToken: string | null,
  largest: number,
): Promise<FileOnWire | 'tooLarge'> {
  const answer = await requested(wire, call, input, accessToken, async (response) => {
    // Our server sends every file with a name; a captive portal's page has none.
    if (!response.ok || (isOurServer() && !response.headers.has('content-disposition'))) return readText(response);
    if (Number(response.headers.get('content-length') ?? 0) > largest) {
      await response.body?.cancel();
      return 'tooLarge';
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes.length > largest ? 'tooLarge' : { bytes, type: typeOf(response) };
  });
  if (answer === 'tooLarge' || 'bytes' in answer) return answer;
  if (answer.status >= 400) readAnswer(call, answer);
  throw new CallError(call.name, { kind: 'offline' });
}
