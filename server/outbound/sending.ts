import type { Logger } from 'pino';
import { audit } from '../audit/audit.ts';
import { startQueue } from '../db/leasedQueue.ts';
import type { Access, Db } from '../db/pool.ts';
import { type Handed, postSigned } from '../process/signedPost.ts';
import { type Worker, surely } from '../process/worker.ts';
import { NotYet, factOf, readPerson } from './facts.ts';
import { bundleOf } from './fhir.ts';
import { messageOf } from './hl7.ts';
import { secretOf } from './interfaces.ts';
import { sendMllp } from './mllp.ts';
import {
  type ClaimedOutbound,
  claimOutbound,
  eventName,
  outbound,
  putOffBehindOthers,
  putOffBehindThis,
} from './queue.ts';
import { faultOf } from '../process/errorCode.ts';

const everyMs = 2000;
/** More than the messages of one interface that are sent at once (`atOnce` of the queue), so that a silent receiver leaves some to others. */
const workers = 6;
/** How often what came behind a message that waits is put off. */
const putOffEveryMs = 60_000;

/** A message as it goes out: FHIR as text, HL7 v2 as bytes. Null: there is nothing to send any more. */
export async function bodyOf(db: Db, one: ClaimedOutbound): Promise<string | Buffer | null> {
  const fact = await factOf(db, one);
  if (fact === null) return null;
  const person = await readPerson(db, one);
  return one.url === null ? messageOf(one, fact, person) : bundleOf(one.id, one.happenedAt, fact, person);
}

async function handOver(db: Db, serverKey: string, one: ClaimedOutbound): Promise<Handed | 'withdrawn'> {
  const body = await bodyOf(db, one);
  if (body === null) return 'withdrawn';
  const secret = await secretOf(db, serverKey, one);
  // Sealed under another SERVER_KEY: a fault of the settings.
  if (one.sealedSecret !== null && secret === null) return { outcome: 'later', code: 'SECRET' };
  const key = eventName(one.id);
  if (typeof body === 'string') {
    if (one.url === null || secret === null) return { outcome: 'later', code: 'ADDRESS' };
    return postSigned({ url: one.url, secret, contentType: 'application/fhir+json', key, body });
  }
  if (one.host === null || one.port === null) return { outcome: 'later', code: 'ADDRESS' };
  const tls = one.isTls ? { ca: one.tlsCa, certificate: one.tlsCertificate, key: secret } : null;
  return sendMllp({ host: one.host, port: one.port, tls }, body, key);
}

/**
 * Hands facts to the facility's systems, in the order of each patient, each exactly once for a system that knows a message by its key. Any number of
 * processes may do so on one database.
 */
export function startSendingOut({ db, tx }: Access, log: Logger, serverKey: string): Worker {
  /** The patient's log says that answers were given out, as it does where somebody exports them. */
  const deliver = (one: ClaimedOutbound): Promise<void> =>
    tx(async (within) => {
      const isOurs = (await outbound.end(within, one, 'delivered')) > 0;
      if (!isOurs || (one.kind !== 'response' && one.kind !== 'document')) return;
      const { patientId, facilityId, name } = one;
      const actor = { userId: null, role: null, name: `interface ${name}`, sessionId: null };
      await audit(within, { type: 'responses.exported', actor, patientId, facilityId, detail: { responses: 1 } });
    });
  let putOffAt = Number.NEGATIVE_INFINITY;
  return startQueue({
    job: 'outbound',
    workers,
    everyMs,
    log,
    what: 'facts are not handed over',
    claim: async () => {
      if (performance.now() - putOffAt > putOffEveryMs) {
        putOffAt = performance.now();
        await putOffBehindOthers(db);
      }
      return db.maybe(claimOutbound);
    },
    attempt: async (one) => {
      const handed = await handOver(db, serverKey, one).catch((error: unknown): Handed => {
        if (error instanceof NotYet) return { outcome: 'later', code: 'FILES' };
        log.error({ err: faultOf(error) }, 'a fact cannot be written');
        return { outcome: 'later', code: 'FAULT' };
      });
      if (handed === 'withdrawn') {
        await outbound.end(db, one, 'withdrawn');
        return handed;
      }
      const { outcome, code } = handed;
      if (outcome === 'delivered') await surely(() => deliver(one));
      else {
        await outbound.settleFailure(db, one, code, outcome === 'refused');
        await putOffBehindThis(db, one.id);
      }
      const entry = { interface: one.interfaceId, kind: one.kind, tries: one.tries, code };
      if (outcome === 'delivered') log.info(entry, 'fact handed over');
      else log.warn(entry, 'fact not handed over');
      return outcome;
    },
  });
}
