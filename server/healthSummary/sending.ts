import type { Logger } from 'pino';
import type { Handed } from '../process/signedPost.ts';
import { type Worker, surely } from '../process/worker.ts';
import { audit } from '../audit/audit.ts';
import { startQueue } from '../db/leasedQueue.ts';
import type { Access, Db } from '../db/pool.ts';
import { portalOrigin } from '../mail/links.ts';
import type { Mailer } from '../mail/mailer.ts';
import { enqueueMail } from '../mail/queue.ts';
import { gatewayOf, handToGateway } from './gateway.ts';
import {
  type ClaimedTransmission,
  claimTransmission,
  senderOf,
  settleMailed,
  transmissions,
  unpackedWords,
} from './queue.ts';
import { faultOf } from '../process/errorCode.ts';

const everyMs = 2000;

export interface SendingSettings {
  readonly serverKey: string;
  readonly portalUrl: string | null;
  readonly mailer: Pick<Mailer, 'wake'>;
}

/**
 * Hands secure sends to the gateways of facilities, each under one name for all its tries, and tells whoever sent something that could not be delivered. Any
 * number of processes may do so on one database.
 */
export function startSendingSummaries(
  { db, tx }: Pick<Access, 'db' | 'tx'>,
  log: Logger,
  { serverKey, portalUrl, mailer }: SendingSettings,
): Worker {
  /** Log and mail, in the transaction that ends the send. The mail says nothing of the record and names no address. */
  const tell = async (within: Db, transmissionId: number): Promise<void> => {
    const { patientId, kind, recipient, email, firstName, language, facilityId } = await senderOf(
      within,
      transmissionId,
    );
    if (email !== null)
      await enqueueMail(within, {
        kind: 'summaryNotDelivered',
        facilityId,
        to: email,
        language,
        values: { firstName, link: `${await portalOrigin(within, facilityId, null, portalUrl)}/health-summary` },
      });
    await audit(within, {
      type: 'healthSummary.sendFailed',
      actor: null,
      patientId,
      facilityId,
      detail: { transmissionId, kind, to: recipient },
    });
  };

  const post = async (claimed: ClaimedTransmission): Promise<Handed> => {
    const words = await unpackedWords(claimed.content);
    const gateway = await gatewayOf(db, claimed.facilityId);
    return handToGateway(db, serverKey, gateway, { ...claimed, words });
  };

  const handOver = async (claimed: ClaimedTransmission): Promise<Handed['outcome']> => {
    const { outcome, code } = await post(claimed).catch((error: unknown): Handed => {
      // It is tried like any other, so that whoever sent it hears in the end that it was not delivered.
      log.error({ err: faultOf(error) }, 'a health summary cannot be written');
      return { outcome: 'later', code: 'FAULT' };
    });
    if (outcome === 'delivered') await surely(() => transmissions.end(db, claimed, 'delivered'));
    else
      await tx(async (within) => {
        const settled = await transmissions.settleFailure(within, claimed, code, outcome === 'refused');
        if (settled === 'ended') await tell(within, claimed.id);
      });
    const entry = { facility: claimed.facilityId, tries: claimed.tries, code };
    if (outcome === 'delivered') log.info(entry, 'health summary handed over');
    else log.warn(entry, 'health summary not handed over');
    return outcome;
  };

  return startQueue({
    job: 'summary',
    everyMs,
    log,
    what: 'health summaries are not handed over',
    claim: async () => {
      const failed = await tx(async (within) => {
        const ended = await settleMailed(within);
        for (const transmissionId of ended) await tell(within, transmissionId);
        return ended.length;
      });
      if (failed > 0) mailer.wake();
      return db.maybe(claimTransmission);
    },
    attempt: async (claimed) => {
      const outcome = await handOver(claimed);
      mailer.wake();
      return outcome;
    },
  });
}
