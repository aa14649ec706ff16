import type { Logger } from 'pino';
import { audit } from '../audit/audit.ts';
import { saveScheduledVisit } from '../care/scheduledVisits.ts';
import { attemptMade, counted, startWorkers } from '../db/leasedQueue.ts';
import { type Access, type Db, isUnavailable, isValueFault } from '../db/pool.ts';
import { type Worker, surely } from '../process/worker.ts';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import { importResources } from '../record/importResources.ts';
import { documentResources } from './become/documents.ts';
import { isMerging, registerMerge, registerUnmerge } from './become/merges.ts';
import { knownPatient, register } from './become/registration.ts';
import { resultResources } from './become/results.ts';
import { type PatientMessage, type InboundMessage, patientReference, readInbound } from './become/inboundMessage.ts';
import { visitOf } from './become/visits.ts';
import type { MessageContents } from './messageContents.ts';
import { CharsetRefused, decodeMessage } from './message/charset.ts';
import { type Message, NotHl7, parseMessage } from './message/er7.ts';
import { type ClaimedMessage, claimMessages, messageQueue, putOffBehindFailed, readSealedText } from './queue.ts';
import { MessageWaits } from './waits.ts';
import { faultOf } from '../process/errorCode.ts';

const job = 'hl7';
const everyMs = 5000;
const workers = 2;
/** How often what came behind a message that had failed before is put off. */
const putOffEveryMs = 60_000;

/** Another process has taken the message, because this one was too slow: its work is undone. */
class LeaseLost extends Error {}

async function readContent(db: Db, contents: MessageContents, one: ClaimedMessage): Promise<Message> {
  const sealed = one.content ?? (await readSealedText(db, one.id));
  const bytes = sealed === null ? null : await contents.unsealed(one, sealed);
  if (bytes === null)
    throw new MessageWaits('it was sealed under a SERVER_KEY that is neither SERVER_KEY nor in SERVER_KEY_BEFORE');
  try {
    return parseMessage(decodeMessage(bytes, one.charset));
  } catch (error) {
    if (error instanceof NotHl7 || error instanceof CharsetRefused) throw new MessageWaits(error.message);
    throw error;
  }
}

async function takeResources(tx: Db, resources: readonly JsonObject[], told: readonly PatientMessage[]): Promise<void> {
  const [first] = told;
  if (first === undefined) return;
  const subjects = told.map(({ patientId }) => ({ key: patientReference(patientId), patientId }));
  const reasons = await importResources(tx, resources, subjects, first);
  if (reasons.length > 0) throw new MessageWaits(reasons.join('; ').slice(0, 500));
}

async function takeVisit(tx: Db, known: PatientMessage): Promise<void> {
  const { source, patientId, facilityId, actor } = known;
  const { visitKey, visit } = visitOf(known);
  const saved = await saveScheduledVisit(tx, { source, visitKey }, { patientId, facilityId }, visit);
  if (saved === 'anothers') throw new MessageWaits("the visit's number is that of another patient's visit");
  if (saved === 'untimed') {
    // What was never here needs no cancelling.
    if (visit.isCancelled) return;
    throw new MessageWaits('the visit is not known here and has no time');
  }
  if (saved === 'begun') return;
  const { appointmentId, isNew } = saved;
  const type = visit.isCancelled ? 'appointment.cancelled' : isNew ? 'appointment.added' : 'appointment.changed';
  await audit(tx, { type, actor, patientId, facilityId, detail: { appointmentId } });
}

async function workOn(tx: Db, told: InboundMessage): Promise<void> {
  const kind = told.type.slice(0, 3);
  if (told.type === 'ADT^A37') return registerUnmerge(tx, told);
  if (kind === 'ADT') return isMerging(told.type) ? registerMerge(tx, told) : register(tx, told);
  const known: PatientMessage = { ...told, patientId: await knownPatient(tx, told) };
  if (kind === 'SIU') return takeVisit(tx, known);
  return takeResources(tx, resourcesOf(known), [known]);
}

/** What a message becomes that tells of results or a document. */
function resourcesOf(known: PatientMessage): JsonObject[] {
  switch (known.type.slice(0, 3)) {
    case 'ORU':
      return resultResources(known);
    case 'MDM':
      return documentResources(known);
    default:
      throw new MessageWaits('its type is not taken');
  }
}

/** Works on one message: all that it says is stored with the mark that it is done, or nothing is. */
async function attempt(
  { db, tx }: Access,
  log: Logger,
  contents: MessageContents,
  one: ClaimedMessage,
): Promise<string> {
  try {
    const told = readInbound(await readContent(db, contents, one), one);
    await tx(async (within) => {
      await workOn(within, told);
      if ((await messageQueue.end(within, one, 'done')) === 0) throw new LeaseLost();
    });
    return 'done';
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost';
    const reason =
      error instanceof MessageWaits
        ? error.message
        : isValueFault(error)
          ? 'it has a value that cannot be stored'
          : null;
    if (reason === null) log.error({ err: faultOf(error) }, 'HL7 message not worked on');
    else log.warn('HL7 message waits for the engineer');
    let outcome = 'lost';
    // Where the database has failed, it is tried again when that is back, and not only after the lease.
    await surely(async () => {
      outcome = await messageQueue.settleFailure(
        db,
        one,
        reason ?? 'a fault of the server: see its log',
        reason !== null,
        isUnavailable(error),
      );
    });
    if (outcome === 'ended') await putOffBehindFailed(db, one.id);
    return outcome;
  }
}

/** Whether a message may share a transaction: it is small, and becomes resources alone. */
const isShareable = ({ content, messageType }: ClaimedMessage): boolean =>
  content !== null && /^(?:ORU|MDM)/.test(messageType);

/**
 * Works on messages of one interface in one transaction, because most of the cost of a result is that of its statements. Gives the messages that
 * are done; each of the others is to be tried by itself.
 */
async function attemptTogether(
  { db, tx }: Access,
  contents: MessageContents,
  all: readonly ClaimedMessage[],
): Promise<ReadonlySet<ClaimedMessage>> {
  try {
    const read: { readonly one: ClaimedMessage; readonly told: InboundMessage }[] = [];
    for (const one of all)
      await unlessItWaits(async () => read.push({ one, told: readInbound(await readContent(db, contents, one), one) }));
    return await tx(async (within) => {
      const taken: {
        readonly one: ClaimedMessage;
        readonly known: PatientMessage;
        readonly resources: readonly JsonObject[];
      }[] = [];
      for (const { one, told } of read)
        await unlessItWaits(async () => {
          const known = { ...told, patientId: await knownPatient(within, told) };
          taken.push({ one, known, resources: resourcesOf(known) });
        });
      const done = taken.map(({ one }) => one);
      await takeResources(
        within,
        taken.flatMap(({ resources }) => resources),
        taken.map(({ known }) => known),
      );
      if ((await messageQueue.endAll(within, done, 'done')) < done.length) throw new LeaseLost();
      return new Set(done);
    });
  } catch {
    // Whoever is at fault is found where each is tried by itself.
    return new Set();
  }
}

async function unlessItWaits(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof MessageWaits)) throw error;
  }
}

/** Works on messages of different patients, as many as can be together. */
async function attemptAll(
  access: Access,
  log: Logger,
  contents: MessageContents,
  claimed: readonly ClaimedMessage[],
): Promise<void> {
  const done = new Set<ClaimedMessage>();
  const shareable = claimed.filter(isShareable);
  for (const sender of new Set(shareable.map(({ interfaceId }) => interfaceId))) {
    const shared = shareable.filter(({ interfaceId }) => interfaceId === sender);
    if (shared.length === 1) continue;
    const began = performance.now();
    for (const one of await attemptTogether(access, contents, shared)) {
      done.add(one);
      attemptMade.tell({ queue: job, outcome: 'done', ms: performance.now() - began });
    }
  }
  for (const one of claimed) if (!done.has(one)) await counted(job, () => attempt(access, log, contents, one));
}

/** Works on the messages that have come, each patient's in order. Any number of processes may do so on one database. */
export function startWorkingOnHl7(access: Access, log: Logger, contents: MessageContents): Worker {
  let putOffAt = Number.NEGATIVE_INFINITY;
  return startWorkers(workers, {
    job,
    everyMs,
    log,
    what: 'HL7 messages are not worked on',
    async work() {
      if (performance.now() - putOffAt > putOffEveryMs) {
        putOffAt = performance.now();
        await putOffBehindFailed(access.db, null);
      }
      const claimed = await claimMessages(access.db);
      await attemptAll(access, log, contents, claimed);
      return claimed.length > 0;
    },
  });
}
