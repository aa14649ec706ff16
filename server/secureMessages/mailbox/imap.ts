import type { ImapFlow, ImapFlowOptions } from 'imapflow';
import type { Logger } from 'pino';
import * as v from 'valibot';
import { type Worker, startWorker } from '../../process/worker.ts';
import { type Access, statement } from '../../db/pool.ts';
import type { Scanner } from '../../files/scanner.ts';
import { largestMail } from './answerOf.ts';
import type { MailboxSettings } from './settings.ts';
import { type ReceivingSettings, type Taken, refuseTooLarge, takeMail } from './takeMail.ts';

const everyMs = 60_000;
/** How many mails one round reads. The rest is read in the next round. */
const mailsAtOnce = 100;

/** The lock ends with its transaction, so also when this process dies. */
const hold = statement(
  'mailbox.holdReading',
  "select pg_try_advisory_xact_lock(hashtext('vestibule mailbox')) as held",
  v.object({ held: v.boolean() }),
);

interface Place {
  readonly connection: ImapFlowOptions;
  readonly folder: string;
}

/** Reads `imaps://user:password@host/INBOX`. The connection uses TLS from the first byte and requires a valid certificate for the host. */
function placeOf(imap: string, authorities: string | undefined): Place {
  const url = new URL(imap);
  return {
    connection: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? 993 : Number(url.port),
      secure: true,
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      tls: { rejectUnauthorized: true, ...(authorities === undefined ? {} : { ca: authorities }) },
      logger: false,
      disableAutoIdle: true,
      connectionTimeout: 20_000,
      socketTimeout: 60_000,
      maxLiteralSize: largestMail + 1_000_000,
    },
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  };
}

type Take = (fetched: Buffer | 'mail_too_large') => Promise<Taken>;

async function takeOne(client: ImapFlow, uid: number, take: Take): Promise<Taken | null> {
  const told = await client.fetchOne(String(uid), { size: true }, { uid: true });
  if (told === false) return null;
  if ((told.size ?? 0) > largestMail) return take('mail_too_large');
  const fetched = await client.fetchOne(String(uid), { source: true }, { uid: true });
  if (fetched === false || fetched.source === undefined) return null;
  return take(fetched.source);
}

/** A mail is moved after its answer is stored. If that is interrupted in between, its Message-ID is recognized at the next round. */
async function readFolder(
  client: ImapFlow,
  folder: string,
  take: Take,
  mayGoOn: () => Promise<boolean>,
): Promise<void> {
  await client.connect();
  const { path: done } = await client.mailboxCreate('Done');
  const { path: refused } = await client.mailboxCreate('Refused');
  await client.mailboxOpen(folder);
  const found = await client.search({ deleted: false }, { uid: true });
  for (const uid of (found || []).slice(0, mailsAtOnce)) {
    if (!(await mayGoOn())) break;
    const taken = await takeOne(client, uid, take);
    if (taken === null || taken.outcome === 'later') continue;
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
    const moved = await client.messageMove(String(uid), taken.outcome === 'refused' ? refused : done, { uid: true });
    if (moved === false) throw new Error('a mail cannot be moved');
  }
  await client.logout();
}

/** Names the fault of a connection by a code. What the server said may contain names, so it is not logged. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'ERROR';
  if ('authenticationFailed' in error && error.authenticationFailed === true) return 'LOGIN';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
};

export interface ReadingOptions {
  /** Certificates of authorities to trust instead of Node's own. */
  readonly authorities?: string;
  readonly everyMs?: number;
}

/** Reads replies by IMAP once a minute, in one of all processes that share a database. */
export function startReadingMailbox(
  access: Access,
  log: Logger,
  scanner: Scanner,
  settings: ReceivingSettings & Pick<MailboxSettings, 'imap'>,
  options: ReadingOptions = {},
): Worker {
  let open: ImapFlow | null = null;
  let isStopping = false;
  let told = '';
  const take: Take = async (fetched) => {
    const taken =
      fetched === 'mail_too_large' ? await refuseTooLarge(access) : await takeMail(access, scanner, settings, fetched);
    log[taken.outcome === 'taken' || taken.outcome === 'known' ? 'info' : 'warn'](
      { outcome: taken.outcome, ...('why' in taken ? { why: taken.why } : {}) },
      'reply by mail',
    );
    return taken;
  };
  const round = async ({ connection, folder }: Place, mayGoOn: () => Promise<boolean>): Promise<void> => {
    const { ImapFlow: Client } = await import('imapflow');
    const client = new Client(connection);
    // An error that breaks the connection also rejects the call that waits for it.
    client.on('error', () => undefined);
    open = client;
    try {
      await readFolder(client, folder, take, mayGoOn);
    } finally {
      client.close();
      open = null;
    }
  };
  const worker = startWorker({
    job: 'mailbox',
    everyMs: options.everyMs ?? everyMs,
    log,
    what: 'replies by mail are not read',
    work: async () => {
      const { imap } = settings;
      if (imap === null || isStopping) return false;
      try {
        await access.tx(async (within) => {
          const isHeld = async (): Promise<boolean> => (await within.one(hold)).held;
          // Asked before each mail, because the database ends a transaction that is idle for too long.
          const mayGoOn = async (): Promise<boolean> => !isStopping && (await isHeld());
          if (await isHeld()) await round(placeOf(imap, options.authorities), mayGoOn);
        });
        told = '';
        return false;
      } catch (error) {
        const code = codeOf(error);
        // Logged once for each fault, however often it is tried.
        if (code !== told && !isStopping) log.warn({ code }, 'replies by mail cannot be read');
        told = code;
        return 'failed';
      }
    },
  });
  worker.wake();
  return {
    wake: () => worker.wake(),
    stop() {
      isStopping = true;
      open?.close();
      return worker.stop();
    },
  };
}
