import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import {
  type Http2ServerRequest,
  type Http2ServerResponse,
  type IncomingHttpHeaders,
  createSecureServer,
} from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Certificate, makeCertificate } from '../support/certificate.ts';
import { freePort } from '../support/freePort.ts';

/** A key and a certificate for localhost, made for one run. */
async function ownCertificate(): Promise<Pick<Certificate, 'key' | 'cert'>> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  try {
    const { key, cert } = await makeCertificate(folder, 'front');
    return { key, cert };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Headers of a connection, which HTTP/2 does not have. */
const ofConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'proxy-connection']);

const forwarded = (headers: IncomingHttpHeaders): Record<string, string | string[]> => {
  const host = headers[':authority'] ?? headers.host ?? '';
  return Object.fromEntries([
    ...Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(':') || ofConnection.has(name) || value === undefined ? [] : [[name, value] as const],
    ),
    ['host', host],
    ['x-forwarded-host', host],
    ['x-forwarded-proto', 'https'],
  ]);
};

function passOn(target: string, incoming: Http2ServerRequest, outgoing: Http2ServerResponse): void {
  const passed = request(
    new URL(incoming.url, target),
    { method: incoming.method, headers: forwarded(incoming.headers) },
    (answer) => {
      outgoing.writeHead(
        answer.statusCode ?? 502,
        Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !ofConnection.has(name))),
      );
      answer.pipe(outgoing);
    },
  );
  passed.on('error', () => outgoing.stream.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}

/** An address that answers by HTTP/2 with TLS, as a hospital's proxy does, for a server that is started later. */
export interface Http2Front {
  /** `https://localhost:<port>`, without a closing slash. */
  readonly url: string;
  /** Listens, and passes every request on to a server. */
  start(target: string): Promise<void>;
  stop(): void;
}

export async function makeHttp2Front(): Promise<Http2Front> {
  const port = await freePort();
  const certificate = await ownCertificate();
  let server: ReturnType<typeof createSecureServer> | null = null;
  return {
    url: `https://localhost:${port}`,
    start: (target) =>
      new Promise((resolve) => {
        server = createSecureServer(certificate, (incoming, outgoing) => passOn(target, incoming, outgoing));
        server.listen(port, resolve);
      }),
    stop() {
      server?.close();
    },
  };
}
