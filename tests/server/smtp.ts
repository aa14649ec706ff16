import { once } from 'node:events';
import type { Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface Received {
  /** The sender in the envelope. */
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
  readonly mail: Email;
  /** True if the mail came over TLS. */
  readonly isSecure: boolean;
}

/** A real mail server for tests, on a free port of this machine. */
export interface TestSmtp {
  readonly url: string;
  /** The mails that were accepted, in order. */
  readonly received: Received[];
  /** Sets how it answers from now on. Each function may throw `smtpRefusal`; `onMessage` is called once a whole message has arrived. */
  behave(behaviour: Partial<Behaviour>): void;
  /** Ends every connection without an answer. */
  drop(): void;
  close(): Promise<void>;
}

interface Behaviour {
  readonly onConnect: () => void;
  readonly onRecipient: (to: string) => void;
  readonly onMessage: (to: string) => void | Promise<void>;
}

/** A refusal by the mail server: 4xx is temporary, 5xx permanent. */
export const smtpRefusal = (code: number): Error =>
  Object.assign(new Error('refused by the test'), { responseCode: code });

const polite: Behaviour = { onConnect: () => undefined, onRecipient: () => undefined, onMessage: () => undefined };
const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * Starts the server. With `login` it accepts mail from that user only; with `tls` it uses that certificate, either from the beginning or
 * after STARTTLS.
 */
export async function startTestSmtp(
  login?: { readonly user: string; readonly pass: string },
  tls?: { readonly key: string; readonly cert: string },
  how: 'secure' | 'startTls' = 'secure',
): Promise<TestSmtp> {
  const received: Received[] = [];
  let behaviour = polite;
  const attempt = (work: () => void, done: (error?: Error) => void): void => {
    try {
      work();
    } catch (error) {
      return done(asError(error));
    }
    done();
  };
  const server = new SMTPServer({
    ...(tls === undefined ? {} : { secure: how === 'secure', ...tls }),
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: [
      ...(tls !== undefined && how === 'startTls' ? [] : ['STARTTLS']),
      ...(login === undefined ? ['AUTH'] : []),
    ],
    closeTimeout: 100,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass ? done(null, { user: username }) : done(smtpRefusal(535)),
    onConnect: (_session, done) => attempt(() => behaviour.onConnect(), done),
    onRcptTo: ({ address }, _session, done) => attempt(() => behaviour.onRecipient(address), done),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      const take = async (): Promise<void> => {
        const raw = Buffer.concat(chunks);
        const to = session.envelope.rcptTo[0]?.address ?? '';
        await behaviour.onMessage(to);
        const { mailFrom } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        received.push({ from, to, raw, mail: await PostalMime.parse(raw), isSecure: session.secure });
      };
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        take().then(
          () => done(),
          (error: unknown) => done(asError(error)),
        );
      });
    },
  });
  // Tests break connections off on purpose, so errors are ignored.
  server.on('error', () => undefined);
  const listener = server.listen(0, '127.0.0.1');
  const sockets = new Set<Socket>();
  listener.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(listener, 'listening');
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const user = login === undefined ? '' : `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}@`;
  return {
    url: `${tls === undefined || how === 'startTls' ? 'smtp' : 'smtps'}://${user}127.0.0.1:${port}`,
    received,
    behave: (changed) => {
      behaviour = { ...polite, ...changed };
    },
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
      }),
  };
}
