import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { dataHeaders } from '../http/securityHeaders.ts';
import { portRefused } from '../process/startRefused.ts';
import type { TlsPair } from './tlsFiles.ts';

export interface Listening {
  readonly port: number;
  /** From now on requests go to `listener`; before that, all are answered with 503. */
  serve(listener: RequestListener): void;
  /** New connections get this certificate. Only for a port with TLS. */
  renewTls(pair: TlsPair): void;
  /** Goes on answering, but closes each connection after its answer, so that clients open a new one. */
  drain(): void;
  /** Accepts no new connections, lets running requests end within `seconds`, then closes what is left. */
  close(seconds: number): Promise<void>;
}

const notReady = (secure: boolean): RequestListener => {
  const headers = { ...dataHeaders(secure), 'content-type': 'application/json', 'cache-control': 'no-store' };
  return ({ url }: IncomingMessage, response: ServerResponse): void => {
    // The process is alive, however long its migrations wait, so nothing should restart it.
    if (url === '/healthz') {
      response.writeHead(200, headers);
      response.end('{"status":"ok"}');
      return;
    }
    response.writeHead(503, { ...headers, 'retry-after': '1' });
    response.end('{"error":"unavailable"}');
  };
};

const tlsLimits = { minVersion: 'TLSv1.2', handshakeTimeout: 20_000 } as const;

/** The most connections on one port; further ones are closed at once. Behind a proxy many people share few connections. */
const mostConnections = 4000;

/**
 * Listens before anything slow is done, so that a port in use is reported first. `setting` is named in the refusal; `secure` says that the public address
 * begins with https. `tls` null: the port is in clear, for a proxy on this machine or in a protected network.
 */
export async function listen(
  port: number,
  host: string | undefined,
  setting: string,
  secure = false,
  tls: TlsPair | null = null,
): Promise<Listening> {
  let current: RequestListener = notReady(secure);
  let draining = false;
  // A request that stalls is cut off a minute after its first byte.
  const limits = {
    keepAliveTimeout: 65_000,
    requestTimeout: 60_000,
    headersTimeout: 20_000,
    connectionsCheckingInterval: 5000,
  };
  const answer: RequestListener = (request, response) => {
    if (draining) response.shouldKeepAlive = false;
    current(request, response);
  };
  const tlsServer = tls === null ? null : createTlsServer({ ...limits, ...tlsLimits, ...tls }, answer);
  const server = tlsServer ?? createServer(limits, answer);
  server.maxConnections = mostConnections;
  await new Promise<void>((settle, fail) => {
    server.once('error', (error) => fail(portRefused(error, port, host, setting)));
    server.listen({ port, host }, settle);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    serve(listener) {
      current = listener;
    },
    renewTls(pair) {
      tlsServer?.setSecureContext({ ...tlsLimits, ...pair });
    },
    drain() {
      draining = true;
    },
    async close(seconds) {
      draining = true;
      const closed = new Promise<void>((settle) => {
        server.close(() => settle());
      });
      // A connection whose last answer has just been sent stays open for another request unless it is closed too.
      const idle = setInterval(() => server.closeIdleConnections(), 25);
      const cut = setTimeout(() => server.closeAllConnections(), seconds * 1000);
      await closed;
      clearInterval(idle);
      clearTimeout(cut);
    },
  };
}
