import * as v from 'valibot';
import {
  type AnswerOf,
  type BodyOf,
  type CallShape,
  type ParamsOf,
  Token,
  UserProfile,
  calls,
  callUrl,
} from '@portal/api';

/** One answer as it came. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

type TypedInput<C extends CallShape> = Omit<Input, 'params' | 'body'> & {
  readonly params: ParamsOf<C>;
  readonly body?: BodyOf<C>;
};

/** A client without a browser: it makes calls of the contract, keeps the cookies and tokens of one session, and repeats nothing. */
export interface Client {
  /** Sends a call with any input, even an invalid one. */
  send(call: CallShape, input?: Input): Promise<Reply>;
  /** Sends a call as the contract requires and returns the parsed answer; throws when it is refused. */
  ask<C extends CallShape>(call: C, input: TypedInput<C>): Promise<AnswerOf<C>>;
  signIn(username: string, password: string, portalType?: 'patientPortal' | 'kioskManagement'): Promise<UserProfile>;
  readonly token: Token | null;
  readonly cookies: ReadonlyMap<string, string>;
}

/** A client of the server at this origin (without a closing slash). */
export function clientOf(origin: string): Client {
  const cookies = new Map<string, string>();
  let token: Token | null = null;

  async function send(
    call: CallShape,
    { params = {}, query = {}, headers = {}, body, signal }: Input = {},
  ): Promise<Reply> {
    const sent = new Headers({ origin, ...headers });
    if (token !== null && !sent.has('authorization')) sent.set('authorization', `Bearer ${token.access_token}`);
    if (cookies.size > 0) sent.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    let content: string | Uint8Array<ArrayBuffer> | undefined;
    if (body !== undefined && body !== null) {
      const types = {
        json: 'application/json',
        form: 'application/x-www-form-urlencoded',
        jsonPatch: 'application/json-patch+json',
        bytes: 'application/octet-stream',
      } as const;
      sent.set('content-type', types[call.bodyType ?? 'json']);
      content =
        call.bodyType === 'form'
          ? new URLSearchParams(v.parse(v.record(v.string(), v.string()), body)).toString()
          : call.bodyType === 'bytes'
            ? v.parse(v.instance(Uint8Array<ArrayBuffer>), body)
            : JSON.stringify(body);
    }
    const response = await fetch(`${origin}${callUrl(call, params, query)}`, {
      method: call.method,
      headers: sent,
      body: content ?? null,
      redirect: 'manual',
      signal,
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (/max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = await response.text();
    return {
      status: response.status,
      body: response.headers.get('content-type')?.includes('json') ? (JSON.parse(text) as unknown) : text,
      headers: response.headers,
    };
  }

  return {
    send,
    async ask(call, { params, ...input }) {
      const reply = await send(call, {
        ...input,
        params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
      });
      if (reply.status >= 400)
        throw new Error(`${call.name} was refused: ${reply.status} ${JSON.stringify(reply.body)}`);
      // TypeScript does not infer the answer's type from `call.answer === null`.
      return v.parse(call.answer ?? v.any(), call.answer === null ? null : reply.body) as AnswerOf<typeof call>;
    },
    async signIn(username, password, portalType = 'patientPortal') {
      token = null;
      const reply = await send(calls.requestToken, {
        headers: { 'portal-type': portalType },
        body: { grant_type: 'password', username, password },
      });
      if (reply.status !== 200)
        throw new Error(`${username} could not sign in: ${reply.status} ${JSON.stringify(reply.body)}`);
      token = v.parse(Token, reply.body);
      return v.parse(UserProfile, (await send(calls.getLoginProfile)).body);
    },
    get token() {
      return token;
    },
    cookies,
  };
}
