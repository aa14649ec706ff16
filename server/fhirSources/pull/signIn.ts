import * as v from 'valibot';
import type { Db } from '../../db/pool.ts';
import type { SealedContent } from '../../http/sealedContent.ts';
import { NoKey, clientAssertion } from '../clientKeys.ts';
import { type Answered, PullFails, type Reach, ask, isSameOrigin, refuse, textOf } from './request.ts';

const largestAnswer = 1_000_000;
const Configuration = v.object({ token_endpoint: v.pipe(v.string(), v.url()) });
const Granted = v.object({
  access_token: v.pipe(v.string(), v.minLength(1), v.regex(/^[\x21-\x7e]+$/)),
  expires_in: v.optional(v.pipe(v.number(), v.minValue(0))),
});
/** A token is used no longer than so many seconds before its end. */
const beforeEnd = 30;
const usualSeconds = 300;

/** Parses what a server answers; throws if it is something else. */
export function parsedAs<Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
  what: string,
): v.InferOutput<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new PullFails(`${what} is no JSON`);
  }
  const parsed = v.safeParse(schema, json);
  if (!parsed.success) throw new PullFails(`${what} is not what it should be: ${v.getDotPath(parsed.issues[0]) ?? ''}`);
  return parsed.output;
}

export interface SignInSettings {
  readonly db: Db;
  readonly keys: SealedContent;
}
export interface Client {
  readonly clientId: string | null;
  readonly tokenUrl: string | null;
  readonly scope: string | null;
}

/** Asks a source's server, signed in as SMART Backend Services have it where the portal is registered there. */
export class SignedIn {
  readonly #settings: SignInSettings;
  readonly #client: Client;
  readonly #reach: Reach;
  #token: { readonly text: string; readonly until: number } | null = null;

  constructor(settings: SignInSettings, client: Client, reach: Reach) {
    this.#settings = settings;
    this.#client = client;
    this.#reach = reach;
  }

  async #tokenUrl(): Promise<string> {
    if (this.#client.tokenUrl !== null) return this.#client.tokenUrl;
    const answer = await ask(`${this.#reach.baseUrl}.well-known/smart-configuration`, this.#reach, {
      headers: { accept: 'application/json' },
    });
    if (answer.status !== 200) refuse(answer, '.well-known/smart-configuration');
    return parsedAs(Configuration, await textOf(answer, largestAnswer), '.well-known/smart-configuration')
      .token_endpoint;
  }

  async #authorization(): Promise<Readonly<Record<string, string>>> {
    const { clientId, scope, tokenUrl: named } = this.#client;
    if (clientId === null) return {};
    if (this.#token === null || this.#token.until < Date.now()) {
      const tokenUrl = await this.#tokenUrl();
      const { db, keys } = this.#settings;
      const assertion = await clientAssertion(db, keys, clientId, tokenUrl).catch((error: unknown) => {
        throw error instanceof NoKey ? new PullFails(error.message) : error;
      });
      // Where the engineer named the address it counts as the source's own.
      const reach = named === null ? this.#reach : { ...this.#reach, baseUrl: named };
      const answer = await ask(tokenUrl, reach, {
        headers: { accept: 'application/json' },
        form: new URLSearchParams({
          grant_type: 'client_credentials',
          scope: scope ?? 'system/*.read',
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: assertion,
        }),
      });
      if (answer.status !== 200) refuse(answer, 'signing in');
      const granted = parsedAs(Granted, await textOf(answer, largestAnswer), 'the answer to signing in');
      const seconds = (granted.expires_in ?? usualSeconds) - beforeEnd;
      this.#token = { text: granted.access_token, until: Date.now() + seconds * 1000 };
    }
    return { authorization: `Bearer ${this.#token.text}` };
  }

  /** Asks for an address. Only the source's own server gets the token. */
  async get(
    url: string,
    { headers = {}, isLong = false }: { headers?: Readonly<Record<string, string>>; isLong?: boolean } = {},
  ): Promise<Answered> {
    const isOwn = isSameOrigin(url, this.#reach.baseUrl);
    const send = async () =>
      ask(url, this.#reach, { headers: { ...headers, ...(isOwn ? await this.#authorization() : {}) }, isLong });
    const answer = await send();
    if (answer.status !== 401 || !isOwn || this.#token === null) return answer;
    // The token may have been taken back before its end.
    answer.body.destroy();
    this.#token = null;
    return send();
  }
}
