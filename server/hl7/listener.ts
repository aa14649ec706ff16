import { type Server, type Socket, createServer } from 'node:net';
import { type TlsOptions, TLSSocket, createServer as createTlsServer } from 'node:tls';
import type { Logger } from 'pino';
import { portRefused } from '../process/startRefused.ts';
import type { Peer } from './interfaces.ts';
import { limits } from './message/er7.ts';
import { FrameReader, framed } from './message/frames.ts';
import type { Receiver } from './receive.ts';

/**
 * A message must be complete so long after its first byte, and a connection may say nothing for so long. What has no answer after `answerMs`, as
 * where the database does not say anything, gets none: the connection ends, and its sender tries another one.
 */
const times = { messageMs: 60_000, answerMs: 45_000, idleMs: 30 * 60_000 } as const;
const mostConnections = 100;
const minVersion = 'TLSv1.2';

export interface ListenerOptions {
  readonly port: number;
  readonly host: string;
  /** Key and certificate in PEM; null: without TLS. */
  readonly tls: Pick<TlsOptions, 'key' | 'cert'> | null;
  readonly messageMs?: number;
  readonly answerMs?: number;
}

export interface Listener {
  readonly port: number;
  /** New connections get this certificate. Only for a port with TLS. */
  renewTls(pair: NonNullable<ListenerOptions['tls']>): void;
  /** Takes no new connections and no further messages; what has come is answered first. */
  stop(): Promise<void>;
}

const peerOf = (socket: Socket): Peer => ({
  address: socket.remoteAddress ?? '',
  certificate:
    socket instanceof TLSSocket
      ? (socket.getPeerCertificate().fingerprint256 ?? '').replaceAll(':', '').toUpperCase() || null
      : null,
});

/** What comes of a promise; null where that takes longer. */
async function within<Value>(ms: number, promise: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((settle) => {
    timer = setTimeout(() => settle(null), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

interface Connection {
  /** Whether a message of it is being stored. */
  isBusy: boolean;
}

/** Answers the messages of one connection, one after another: the next one is read when the last one is answered. */
async function serve(
  socket: Socket,
  connection: Connection,
  receiver: Receiver,
  limitsMs: { readonly messageMs: number; readonly answerMs: number },
  isStopping: () => boolean,
): Promise<void> {
  const { messageMs, answerMs } = limitsMs;
  const peer = peerOf(socket);
  // Nobody else's bytes are read at all.
  if ((await within(answerMs, receiver.isKnown(peer))) !== true) return;
  const reader = new FrameReader(limits.bytes);
  let late: NodeJS.Timeout | undefined;
  const endWait = (): void => {
    clearTimeout(late);
    late = undefined;
  };
  const send = (answer: Buffer | null): Promise<void> =>
    new Promise((settle) => (answer === null ? settle() : socket.write(framed(answer), () => settle())));
  try {
    for await (const chunk of socket) {
      if (!Buffer.isBuffer(chunk)) continue;
      for (const frame of reader.push(chunk)) {
        endWait();
        if (frame.kind === 'broken') {
          await send(receiver.unreadable(frame.why === 'too_large' ? 'it is larger than 10 MB' : 'it is no MLLP'));
          return;
        }
        connection.isBusy = true;
        const answered = await within(answerMs, receiver.answer(frame.bytes, peer));
        if (answered === null) return;
        await send(answered.answer);
        connection.isBusy = false;
        if (answered.isOver || isStopping()) return;
      }
      if (reader.isInside) late ??= setTimeout(() => socket.destroy(), messageMs);
    }
  } finally {
    endWait();
  }
}

/** Listens for MLLP. Who may send is decided by the interfaces: by certificate or by address. */
export async function listenForHl7(
  { port, host, tls, messageMs = times.messageMs, answerMs = times.answerMs }: ListenerOptions,
  receiver: Receiver,
  log: Logger,
): Promise<Listener> {
  let stopping = false;
  const open = new Map<Socket, { readonly connection: Connection; readonly served: Promise<void> }>();
  const accept = (socket: Socket): void => {
    socket.setTimeout(times.idleMs, () => socket.destroy());
    socket.setKeepAlive(true, 60_000);
    const connection: Connection = { isBusy: false };
    const served = serve(socket, connection, receiver, { messageMs, answerMs }, () => stopping)
      .catch((error: unknown) => {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
        if (!['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code))
          log.warn({ code }, 'HL7 connection ended');
      })
      .finally(() => {
        open.delete(socket);
        socket.destroySoon();
      });
    open.set(socket, { connection, served });
  };
  const tlsServer =
    tls === null
      ? null
      : // Certificates are compared with those of the interfaces, whoever has issued them.
        createTlsServer({ ...tls, requestCert: true, rejectUnauthorized: false, minVersion }, accept);
  const server: Server = tlsServer ?? createServer(accept);
  server.maxConnections = mostConnections;
  await new Promise<void>((settle, fail) => {
    server.once('error', (error) => fail(portRefused(error, port, host, 'HL7_PORT')));
    server.listen({ port, host }, settle);
  });
  server.on('error', (error) => log.warn({ type: error.name }, 'HL7 port'));
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    renewTls(pair) {
      tlsServer?.setSecureContext({ minVersion, ...pair });
    },
    async stop() {
      stopping = true;
      const closed = new Promise<void>((settle) => server.close(() => settle()));
      // Whoever is between two messages ends at once; who waits for an answer gets it.
      for (const [socket, { connection }] of open) if (!connection.isBusy) socket.destroySoon();
      await Promise.all([...open.values()].map(({ served }) => served));
      await closed;
    },
  };
}
