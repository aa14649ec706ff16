import type { Logger } from 'pino';
import { startQueue } from '../../db/leasedQueue.ts';
import type { Access } from '../../db/pool.ts';
import { isPublicEndpoint } from '../../process/publicAddress.ts';
import { type Delivery, deliver } from './deliver.ts';
import { encryptFor } from './encrypt.ts';
import { loadPushKeys, signedFor } from './keys.ts';
import { type ClaimedNotice, claimNotice, pushes, settleGone } from './queue.ts';
import { faultOf } from '../../process/errorCode.ts';

export interface PushSettings {
  readonly serverKey: string;
  /** Whom the maker of a push service may write to: `mailto:` or `https:`. */
  readonly contact: string;
  /** True in tests alone: endpoints may be of this machine, and without TLS. */
  readonly anywhere: boolean;
}

export interface PushSender {
  /** With which a browser subscribes, base64url. */
  readonly publicKey: string;
  /** Whether it may send to an endpoint that a browser gives. */
  mayCall(endpoint: string): Promise<boolean>;
  /** Looks for notices now; call it after the commit that put one into the queue. */
  wake(): void;
  /** Takes no new notice and waits for what is being handed over, at most so many seconds. */
  stop(seconds: number): Promise<void>;
}

/** What handlers that send to devices need besides their context; null where the facility sends nothing to devices. */
export interface PushServices {
  readonly push: PushSender | null;
}

const everyMs = 3000;
const workers = 3;
/** Longer than any message: all of them look alike from outside. */
const messageBytes = 128;

/** What a device gets. The app's worker knows the words and the page; nothing here says what is new, or for whom. */
const messageOf = ({ kind, language }: ClaimedNotice): string => JSON.stringify({ kind, language });

/** Starts sending. Any number of processes may do so on one database. */
export async function startPush(access: Access, log: Logger, settings: PushSettings): Promise<PushSender> {
  const { db } = access;
  const keys = await loadPushKeys(access, settings.serverKey);
  const stopping = new AbortController();

  const handOver = (notice: ClaimedNotice): Promise<Delivery> => {
    try {
      return deliver(
        {
          endpoint: notice.endpoint,
          authorization: signedFor(keys, notice.endpoint, settings.contact),
          body: encryptFor(notice, messageOf(notice), messageBytes),
          ttl: notice.seconds,
        },
        settings.anywhere,
        stopping.signal,
      );
    } catch (error) {
      log.error({ err: faultOf(error), kind: notice.kind }, 'notice not written');
      return Promise.resolve('refused');
    }
  };

  const attempt = async (notice: ClaimedNotice): Promise<Delivery> => {
    const outcome = await handOver(notice);
    log.info({ kind: notice.kind, tries: notice.tries, outcome }, 'notice to a device');
    switch (outcome) {
      case 'taken':
      case 'refused':
        await pushes.end(db, notice, outcome);
        return outcome;
      case 'gone':
        await settleGone(db, notice);
        return outcome;
      case 'failed':
        await pushes.settleFailure(db, notice, outcome, false);
        return outcome;
    }
  };

  const queue = startQueue({
    job: 'push',
    everyMs,
    log,
    what: 'notices to devices are not looked for',
    workers,
    claim: async () => {
      await pushes.expire(db);
      return db.maybe(claimNotice);
    },
    attempt,
  });

  return {
    publicKey: keys.publicKey,
    mayCall: (endpoint) => (settings.anywhere ? Promise.resolve(true) : isPublicEndpoint(endpoint)),
    wake: () => queue.wake(),
    async stop(seconds) {
      AbortSignal.timeout(seconds * 1000).addEventListener('abort', () => stopping.abort());
      await queue.stop();
    },
  };
}
