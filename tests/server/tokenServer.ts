import { type RequestListener, createServer } from 'node:http';
import { Provider } from 'oidc-provider';

/** Starts a real authorization server for SMART Backend Services: a client `portal` that signs in with the keys at an address. */
export async function startTokenServer(keysAt: () => string) {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const at = server.address();
  const issuer = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'portal',
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'ES384',
        jwks_uri: keysAt(),
        grant_types: ['client_credentials'],
        response_types: [],
        redirect_uris: [],
        scope: 'system/*.read',
      },
    ],
    scopes: ['system/*.read'],
    clientAuthMethods: ['private_key_jwt'],
    enabledJWA: { clientAuthSigningAlgValues: ['ES384', 'RS384'] },
    cookies: { keys: ['a key of these tests'] },
    features: { devInteractions: { enabled: false }, clientCredentials: { enabled: true } },
    ttl: { ClientCredentials: 600 },
    // Only the keys are fetched. Its own options would refuse addresses of this machine.
    fetch: (url) => fetch(url),
  });
  const answerAll = provider.callback();
  answer = (request, response) => void answerAll(request, response);
  const given: string[] = [];
  provider.on('client_credentials.saved', ({ jti }) => given.push(jti));
  return {
    tokenUrl: `${issuer}/token`,
    /** What was given so far. */
    given,
    isToken: async (authorization: string): Promise<boolean> =>
      (await provider.ClientCredentials.find(authorization.replace(/^Bearer /, ''))) !== undefined,
    async stop() {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}
