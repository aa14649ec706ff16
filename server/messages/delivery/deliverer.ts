import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { IfSystemId } from '@portal/api';
import type { Logger } from 'pino';
import { keyFor, unseal } from '../../app/serverKey.ts';
import { type Worker, startWorker } from '../../app/worker.ts';
import type { Access } from '../../db/pool.ts';
import { type CareTeamMail, handToMailbox } from '../mailbox/careTeamMail.ts';
import { communicationOf, messageName } from './communication.ts';
import { type Claimed, claimDelivery, leaseSeconds, settleDelivered, settleNotDelivered } from './queue.ts';

/** Where the signing secret of a system is kept: sealed for this place alone. */
export const placeOfSecret = (systemId: IfSystemId): string => `message system ${String(systemId)}`;

/** Value of `Vestibule-Signature`: HMAC-SHA-256 of the second (Unix time), a dot and the body. */
export const signatureOf = (secret: string, seconds: number, body: string): string =>
  `t=${String(seconds)},v1=${createHmac('sha256', secret)
    .update(`${String(seconds)}.${body}`)
    .digest('hex')}`;

/** A try ends well before its lease, so that no other process may begin one while it runs. */
const attemptMs = (leaseSeconds - 60) * 1000;
const everyMs = 2000;

/** The system takes it, has it already (409), will never take it, or may take it later. */
const outcomeOf = (status: number): 'delivered' | 'refused' | 'later' =>
  (status >= 200 && status < 300) || status === 409
    ? 'delivered'
    : status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status)
      ? 'refused'
      : 'later';

const codeOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause ? String(error.cause.code) : 'ERROR';

/** What came of a try; `code` names it in the log. */
interface Handed {
  readonly outcome: 'delivered' | 'refused' | 'later';
  readonly code: string;
}

export interface DeliverySettings {
  readonly serverKey: string;
  readonly careTeamMail: CareTeamMail;
}

/**
 * Hands messages to the systems that want them, each exactly once for a system that knows a message by its `Idempotency-Key`. A refused login or
 * address is a fault of the settings and is tried again. Any number of processes may do so on one database.
 */
export function startDelivering(
  { db, tx }: Pick<Access, 'db' | 'tx'>,
  log: Logger,
  { serverKey, careTeamMail }: DeliverySettings,
): Worker {
  const post = async (claimed: Claimed): Promise<Handed> => {
    if (claimed.url === null || claimed.sealedSecret === null) return { outcome: 'later', code: 'ADDRESS' };
    const secret = unseal(
      await keyFor(db, serverKey, 'message-system'),
      placeOfSecret(claimed.systemId),
      claimed.sealedSecret,
    );
    if (secret === null) return { outcome: 'later', code: 'SECRET' };
    const body = await communicationOf(db, claimed.messageId);
    if (body === null) return { outcome: 'refused', code: 'GONE' };
    try {
      const answer = await fetch(claimed.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/fhir+json',
          'idempotency-key': messageName(claimed.messageId),
          'vestibule-signature': signatureOf(secret, Math.floor(Date.now() / 1000), body),
        },
        body,
        // An address that leads elsewhere is a fault of the settings: nothing of a patient follows it.
        redirect: 'manual',
        signal: AbortSignal.timeout(attemptMs),
      });
      await answer.body?.cancel();
      return { outcome: outcomeOf(answer.status), code: String(answer.status) };
    } catch (error) {
      return { outcome: 'later', code: codeOf(error) };
    }
  };

  // What it says ends with the mail's own row, so nothing is left to settle.
  const byMail = async (claimed: Claimed): Promise<Handed> => {
    const code = await handToMailbox(tx, claimed, careTeamMail);
    return code === null ? { outcome: 'delivered', code: 'MAIL' } : { outcome: 'later', code };
  };

  // The system has it: whatever happens to the database now, it must be written down.
  const settleSurely = async (claimed: Claimed): Promise<void> => {
    for (const until = Date.now() + 30_000; ; await wait(1000)) {
      try {
        await settleDelivered(db, claimed);
        return;
      } catch (error) {
        if (Date.now() > until) throw error;
      }
    }
  };

  return startWorker({
    everyMs,
    log,
    what: 'messages are not handed over',
    work: async () => {
      const claimed = await claimDelivery(db);
      if (claimed === null) return false;
      const { outcome, code } = await (claimed.mailbox === null ? post(claimed) : byMail(claimed));
      if (outcome === 'delivered') await settleSurely(claimed);
      else await settleNotDelivered(db, claimed, code, outcome === 'refused');
      const told = { system: claimed.systemId, tries: claimed.tries, code };
      if (outcome === 'delivered') log.info(told, 'message handed over');
      else log.warn(told, 'message not handed over');
      return true;
    },
  });
}
