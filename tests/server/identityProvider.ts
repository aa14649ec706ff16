import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http';
import { type JWK, SignJWT, decodeJwt, exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import * as v from 'valibot';

/** The client that a facility is at the identity system. */
export interface TestClient {
  readonly clientId: string;
  readonly secret: string;
  /** `http://host:port` of the portal or kiosk, with the path of the provider. */
  readonly address: string;
}

type ClaimChange = (claims: Record<string, unknown>) => Record<string, unknown>;

/** A browser at the identity system, with its cookies there. */
export interface ProviderBrowser {
  /** Follows an address of the identity system as somebody, and gives the address that it sends back to. */
  follow(address: string): Promise<string>;
  /** Opens the address of a logout, says there whether its session there is to end as well, and gives the address that it sends back to. */
  logOut(address: string, isWhole: boolean): Promise<string>;
}

export interface TestIdentityProvider {
  readonly issuer: string;
  /** What the identity system says of a person, by their subject. */
  readonly people: Map<string, Record<string, unknown>>;
  browserOf(subject: string): ProviderBrowser;
  /** Who was asked to sign in so far; whom a session there remembers is not asked. */
  readonly asked: string[];
  /** Who signs in next in a real browser; there, too, without a password. */
  become(subject: string): void;
  /** Changes the claims of the next ID tokens, signed with its own key; null: they stay as they are. */
  bend(change: ClaimChange | null): void;
  /** From now on it signs with another key and knows the old one no more. */
  changeKey(): Promise<void>;
  /** A logout token as it would send one. */
  logoutToken(claims: Record<string, unknown>): Promise<string>;
  stop(): Promise<void>;
}

const TokenAnswer = v.looseObject({ id_token: v.string() });

/** Starts a real identity system on this machine, in which everybody signs in without a password. */
export async function startIdentityProvider(clients: readonly TestClient[]): Promise<TestIdentityProvider> {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const at = server.address();
  const issuer = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`;
  const people: TestIdentityProvider['people'] = new Map();
  const asked: string[] = [];
  let bend: ClaimChange | null = null;
  let nextSubject = '';
  let signingKey: { key: CryptoKey; jwk: JWK } | null = null;
  const sign = async (claims: Record<string, unknown>, typ: string): Promise<string> => {
    if (signingKey === null) throw new Error('no key');
    const { key, jwk } = signingKey;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: jwk.kid ?? '', typ }).sign(key);
  };

  const begin = async (): Promise<void> => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const jwk = {
      ...(await exportJWK(privateKey)),
      kid: `key-${Date.now()}-${Math.random()}`,
      alg: 'RS256',
      use: 'sig',
    };
    signingKey = { key: privateKey, jwk };
    const provider = new Provider(issuer, {
      clients: clients.map(({ clientId, secret, address }) => ({
        client_id: clientId,
        client_secret: secret,
        redirect_uris: [`${address}/callback`],
        post_logout_redirect_uris: [new URL('/ssoLogout', address).href],
        backchannel_logout_uri: `${address}/logout`,
        backchannel_logout_session_required: true,
        grant_types: ['authorization_code'],
        response_types: ['code'],
      })),
      jwks: { keys: [jwk] },
      cookies: { keys: ['a key of these tests'] },
      claims: { openid: ['sub', 'mrn', 'groups', 'staff_name'] },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      acrValues: ['high', 'low'],
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: true },
        backchannelLogout: { enabled: true },
      },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => Promise.resolve({ sub, ...people.get(sub) }) }),
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      async loadExistingGrant(ctx) {
        const grant = new ctx.oidc.provider.Grant({
          clientId: ctx.oidc.client?.clientId ?? '',
          accountId: ctx.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid');
        await grant.save();
        return grant;
      },
      // Without the dispatcher in its options, which refuses addresses of this machine.
      fetch: (url, { method = 'GET', headers = {}, body = null } = {}) =>
        fetch(url, { method, headers, body, redirect: 'manual' }),
    });
    provider.use(async (ctx, next) => {
      await next();
      const token = v.safeParse(TokenAnswer, ctx.body);
      if (ctx.path !== '/token' || bend === null || !token.success) return;
      ctx.body = { ...token.output, id_token: await sign(bend(decodeJwt(token.output.id_token)), 'JWT') };
    });
    const answerAll = provider.callback();
    const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      await provider.interactionDetails(request, response);
      asked.push(nextSubject);
      await provider.interactionFinished(request, response, { login: { accountId: nextSubject, acr: 'high' } });
    };
    answer = (request, response) =>
      void (request.url?.startsWith('/interaction/') === true
        ? interact(request, response)
        : answerAll(request, response));
  };
  await begin();

  return {
    issuer,
    people,
    asked,
    browserOf(subject) {
      const cookies = new Map<string, string>();
      const open = async (address: string, form?: URLSearchParams) => {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(address, {
          redirect: 'manual',
          headers: { cookie },
          ...(form === undefined ? {} : { method: 'POST', body: form }),
        });
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          if (value === '') cookies.delete(name);
          else cookies.set(name, value);
        }
        return { status: response.status, location: response.headers.get('location'), text: await response.text() };
      };
      return {
        async logOut(address, isWhole) {
          const { text } = await open(address);
          const [, action = ''] = /action="([^"]+)"/.exec(text) ?? [];
          const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
          const { location } = await open(action, new URLSearchParams({ xsrf, ...(isWhole ? { logout: 'yes' } : {}) }));
          return location ?? '';
        },
        async follow(address) {
          nextSubject = subject;
          for (let next = address; ;) {
            if (!next.startsWith(issuer)) return next;
            const { status, location, text } = await open(next);
            if (location === null) throw new Error(`${String(status)} at ${next}: ${text.slice(0, 500)}`);
            next = new URL(location, next).href;
          }
        },
      };
    },
    become(subject) {
      nextSubject = subject;
    },
    bend(change) {
      bend = change;
    },
    changeKey: begin,
    logoutToken: (claims) => sign(claims, 'logout+jwt'),
    async stop() {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}
