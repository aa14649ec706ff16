import type { IfSystemId } from '@portal/api';
import type { Logger } from 'pino';
import { keyFor, unseal } from '../../http/serverKey.ts';
import { type Handed, postSigned } from '../../process/signedPost.ts';
import { type Worker, surely } from '../../process/worker.ts';
import { startQueue } from '../../db/leasedQueue.ts';
import type { Access } from '../../db/pool.ts';
import { type CareTeamMail, handToMailbox } from '../mailbox/careTeamMail.ts';
import { communicationOf } from './communication.ts';
import { messageName } from './names.ts';
import { type ClaimedDelivery, claimDelivery, deliveries } from './queue.ts';
import { faultOf } from '../../process/errorCode.ts';

/** Where the signing secret of a system is kept: sealed for this place alone. */
export const placeOfSecret = (systemId: IfSystemId): string => `message system ${String(systemId)}`;

const everyMs = 2000;

export interface DeliverySettings {
  readonly serverKey: string;
  readonly careTeamMail: CareTeamMail;
}

/**
 * Hands messages to the systems that want them, each exactly once for a system that knows a message by its `Idempotency-Key`. A refused login or
 * address is a fault of the settings and is tried again. Any number of processes may do so on one database.
 */
export function startDelivering(
  { db, tx }: Access,
  log: Logger,
  { serverKey, careTeamMail }: DeliverySettings,
): Worker {
  const post = async (claimed: ClaimedDelivery): Promise<Handed> => {
    if (claimed.url === null || claimed.sealedSecret === null) return { outcome: 'later', code: 'ADDRESS' };
    const secret = unseal(
      await keyFor(db, serverKey, 'message-system'),
      placeOfSecret(claimed.systemId),
      claimed.sealedSecret,
    );
    if (secret === null) return { outcome: 'later', code: 'SECRET' };
    const body = await communicationOf(db, claimed.id);
    if (body === null) return { outcome: 'refused', code: 'GONE' };
    return postSigned({
      url: claimed.url,
      secret,
      contentType: 'application/fhir+json',
      key: messageName(claimed.id),
      body,
    });
  };

  // What it says ends with the mail's own row, so nothing is left to settle.
  const byMail = async (claimed: ClaimedDelivery): Promise<Handed> => {
    const code = await handToMailbox(tx, claimed, careTeamMail);
    return code === null ? { outcome: 'delivered', code: 'MAIL' } : { outcome: 'later', code };
  };

  return startQueue({
    job: 'message_delivery',
    everyMs,
    log,
    what: 'messages are not handed over',
    claim: () => db.maybe(claimDelivery),
    attempt: async (claimed) => {
      const { outcome, code } = await (claimed.mailbox === null ? post(claimed) : byMail(claimed)).catch(
        (error: unknown): Handed => {
          // Such as a file that its store does not give: the next messages go on, and this one waits for ours to be mended.
          log.error({ err: faultOf(error) }, 'a message cannot be written');
          return { outcome: 'later', code: 'FAULT' };
        },
      );
      if (outcome === 'delivered') await surely(() => deliveries.end(db, claimed, 'delivered'));
      else await deliveries.settleFailure(db, claimed, code, outcome === 'refused', code === 'FAULT');
      const entry = { system: claimed.systemId, tries: claimed.tries, code };
      if (outcome === 'delivered') log.info(entry, 'message handed over');
      else log.warn(entry, 'message not handed over');
      return outcome;
    },
  });
}
