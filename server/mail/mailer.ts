import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type NoticeChannel, noticeChannels } from '@portal/api';
import type { Logger } from 'pino';
import { counted, startQueue } from '../db/leasedQueue.ts';
import type { Db } from '../db/pool.ts';
import { limitedTo } from '../process/timeLimit.ts';
import { attemptMs, surely } from '../process/worker.ts';
import type { Bounces } from './bounces.ts';
import {
  type ClaimedMail,
  type MailId,
  backlogOf,
  claimMail,
  claimNext,
  mailState,
  mails,
  noteArrived,
  noteBounced,
  settleSent,
} from './queue.ts';
import type { Sender } from './sender.ts';
import { type SmsSettings, smsCourier, textFileCourier } from './sms.ts';
import { type Courier, NotSent, type Transport, composeLetter, fileTransport, smtpTransport } from './transport.ts';
import { faultOf } from '../process/errorCode.ts';

export interface MailSettings {
  /** Null: mails are written as files into `data/outbox`. */
  readonly smtpUrl: string | null;
  readonly sender: Sender | null;
  readonly bounces: Bounces | null;
  /** How many mails go out at once, so that one that hangs does not stop the others. */
  readonly workers: number;
  /** Null: text messages are written as files as well. */
  readonly sms: SmsSettings | null;
  readonly dataDir: string;
  /** The portal's public address, if it is set. */
  readonly portalUrl: string | null;
}

export interface Mailer {
  /** Looks for mails now. Call it after the commit that queued one. */
  wake(): void;
  /**
   * Tries to send one mail at once and gives the result. `queued`: not sent yet, or no result within `within` milliseconds; sending
   * continues in the background. `refused`: it will never be sent.
   */
  sendNow(id: MailId, options: { readonly within: number }): Promise<'sent' | 'queued' | 'refused'>;
  /** Takes no new mail and waits at most `seconds` for those being sent; then they are aborted and tried again later. */
  stop(seconds: number): Promise<void>;
}

export interface MailServices {
  readonly mailer: Mailer;
  /** The portal's public address if it is set; `portalOrigin` builds links on it. */
  readonly portalUrl: string | null;
}

const everyMs = 2000;

/** Starts sending. Any number of processes may do so on one database. Mails of a channel without a courier stay queued. */
export function startMailer(db: Db, log: Logger, settings: MailSettings): Mailer {
  const outbox = join(settings.dataDir, 'outbox');
  const stopping = new AbortController();
  const ended = new AbortController();
  const transport: Transport =
    settings.smtpUrl === null ? fileTransport(outbox) : smtpTransport(settings.smtpUrl, ended.signal);
  const running = new Set<Promise<unknown>>();

  const hostOf = (mail: ClaimedMail): string => {
    const url = mail.portalUrl ?? settings.portalUrl;
    const named = url === null ? (mail.alias ?? 'localhost') : new URL(url).host;
    return named.replace(/:\d+$/, '');
  };

  const couriers: Readonly<Partial<Record<NoticeChannel, Courier>>> = {
    async Email(mail, signal) {
      const letter = await composeLetter(mail, settings.sender, hostOf(mail), settings.bounces);
      await transport(mail, letter, signal);
      return letter.raw;
    },
    Sms: settings.sms === null ? textFileCourier(outbox) : smsCourier(settings.sms),
  };

  // The mail has been sent and must not be sent again, so this is retried.
  const settle = (mail: ClaimedMail, hash: Buffer): Promise<void> =>
    surely(async () => {
      await settleSent(db, mail, hash);
      if (mail.channel === 'Email') await noteArrived(db, mail.recipient);
    });

  /** Gives the SHA-256 of what was sent, or why it was not sent. */
  const handOver = async (mail: ClaimedMail): Promise<Buffer | NotSent> => {
    try {
      const courier = couriers[mail.channel];
      if (courier === undefined) return new NotSent('CHANNEL', false);
      const handed = await courier(mail, limitedTo(attemptMs, stopping.signal));
      return createHash('sha256').update(handed).digest();
    } catch (error) {
      if (error instanceof NotSent) return error;
      log.error({ err: faultOf(error), kind: mail.kind }, 'mail cannot be written');
      return new NotSent('ERROR', false);
    }
  };

  const attempt = async (mail: ClaimedMail): Promise<'sent' | 'queued' | 'refused'> => {
    const result = await handOver(mail);
    if (!(result instanceof NotSent)) {
      await settle(mail, result);
      log.info({ kind: mail.kind, channel: mail.channel, tries: mail.tries }, 'mail sent');
      return 'sent';
    }
    if (result.isOfAddress) await noteBounced(db, mail.recipient);
    const settled = await mails.settleFailure(db, mail, result.code, result.isPermanent);
    const outcome = settled === 'queued' ? 'queued' : 'refused';
    log.warn(
      { kind: mail.kind, channel: mail.channel, tries: mail.tries, code: result.code, outcome },
      'mail not sent',
    );
    return outcome;
  };
  const tracked = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    return work.finally(() => running.delete(work));
  };

  const queues = noticeChannels
    .filter((channel) => couriers[channel] !== undefined)
    .map((channel) =>
      startQueue({
        job: backlogOf[channel],
        everyMs,
        log,
        what: 'mails are not looked for',
        workers: channel === 'Email' ? settings.workers : 1,
        claim: () => claimNext(db, channel),
        attempt: (mail) => tracked(attempt(mail)),
      }),
    );

  /** The result that another process, or this process's own worker, has written. */
  const outcomeOf = async (id: MailId, until: number): Promise<'sent' | 'queued' | 'refused'> => {
    for (;;) {
      const found = await mailState(db, id);
      if (found === null || found.state === 'expired' || found.state === 'failed' || found.state === 'refused')
        return 'refused';
      if (found.state === 'sent') return 'sent';
      if (found.leased !== true || Date.now() >= until) return 'queued';
      await wait(Math.min(50, Math.max(1, until - Date.now())));
    }
  };

  return {
    wake() {
      for (const queue of queues) queue.wake();
    },
    async sendNow(id, { within }) {
      const until = Date.now() + within;
      const mail = await db.maybe(claimMail, { mailId: id });
      if (mail === null) return outcomeOf(id, until);
      const tried = tracked(counted(backlogOf[mail.channel], () => attempt(mail)));
      // It may fail after the caller has stopped waiting.
      tried.catch((error: unknown) =>
        log.warn({ type: error instanceof Error ? error.name : 'unknown' }, 'mail not settled'),
      );
      return Promise.race([tried, wait(within, 'queued' as const, { ref: false })]);
    },
    async stop(seconds) {
      const loops = queues.map((queue) => queue.stop());
      AbortSignal.timeout(seconds * 1000).addEventListener('abort', () => stopping.abort());
      await Promise.allSettled([...loops, ...running]);
      ended.abort();
    },
  };
}
