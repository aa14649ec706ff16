import { Readable } from 'node:stream';
import type { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

/** For how long a connection waits for the next letter, and how many it takes: mail servers end what is idle for long or never ends. */
const idleMs = 5000;
const mostLetters = 100;

type Options = ReturnType<typeof parseConnectionUrl>;

const coded = (code: string): Error => Object.assign(new Error(code), { code });

/** One step on a connection. It fails with the connection, and closes it when it fails or `signal` aborts it. */
function step(
  connection: SMTPConnection,
  signal: AbortSignal,
  begin: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  return new Promise((settle, fail) => {
    const done = (error?: Error | null): void => {
      signal.removeEventListener('abort', abort);
      connection.off('error', done);
      connection.off('end', end);
      if (!error) return settle();
      connection.close();
      fail(error);
    };
    const abort = (): void => done(coded('ABORTED'));
    const end = (): void => done(coded('ECONNECTION'));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    connection.on('error', done);
    connection.on('end', end);
    begin(done);
  });
}

/** Connects to a mail server and logs in. */
export async function openConnection({ auth, ...options }: Options, signal: AbortSignal): Promise<SMTPConnection> {
  const connection = new SMTPConnection({
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
    ...options,
  });
  // An error of a connection that nobody waits for must not end the process.
  connection.on('error', () => undefined);
  await step(connection, signal, (done) => connection.connect(done));
  if (auth !== undefined) await step(connection, signal, (done) => connection.login(auth, done));
  return connection;
}

const hasEnded = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && (error.code === 'ECONNECTION' || error.code === 'ESOCKET')) ||
    ('responseCode' in error && error.responseCode === 421));

/**
 * Sends a letter. False: the mail server had ended the connection, and got nothing of the letter. Any other failure is thrown, and the server may have taken
 * the letter.
 */
export async function sendOn(
  connection: SMTPConnection,
  { from, to, raw }: { readonly from: string; readonly to: string; readonly raw: Buffer },
  signal: AbortSignal,
): Promise<boolean> {
  let hasBegun = false;
  const bytes = new Readable({
    read() {
      hasBegun = true;
      this.push(raw);
      this.push(null);
    },
  });
  try {
    await step(connection, signal, (done) => connection.send({ from, to, size: raw.byteLength }, bytes, done));
    return true;
  } catch (error) {
    if (!hasBegun && hasEnded(error)) return false;
    throw error;
  }
}

/** Connections that are open and wait for the next letter. From `ended` on none is. */
export function waitingConnections(ended: AbortSignal) {
  const waiting = new Map<SMTPConnection, NodeJS.Timeout>();
  const letters = new WeakMap<SMTPConnection, number>();
  const drop = (connection: SMTPConnection): void => {
    clearTimeout(waiting.get(connection));
    waiting.delete(connection);
  };
  const quit = (connection: SMTPConnection): void => {
    drop(connection);
    connection.quit();
  };
  ended.addEventListener('abort', () => [...waiting.keys()].forEach(quit), { once: true });
  return {
    take(): SMTPConnection | undefined {
      const connection = [...waiting.keys()].at(-1);
      if (connection !== undefined) drop(connection);
      return connection;
    },
    /** After a letter: the connection waits for the next one, unless it has taken enough. */
    put(connection: SMTPConnection): void {
      const sent = (letters.get(connection) ?? 0) + 1;
      if (sent === 1) connection.once('end', () => drop(connection));
      letters.set(connection, sent);
      if (ended.aborted || sent >= mostLetters) return connection.quit();
      waiting.set(connection, setTimeout(quit, idleMs, connection).unref());
    },
  };
}
