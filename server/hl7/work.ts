import type { Logger } from 'pino';
import { audit } from '../audit/audit.ts';
import { saveScheduledVisit } from '../care/scheduledVisits.ts';
import { startQueue } from '../db/leasedQueue.ts';
import { type Access, type Db, isValueFault } from '../db/pool.ts';
import type { Worker } from '../process/worker.ts';
import type { JsonObject } from '../questionnaires/fhir/json.ts';
import { importResources } from '../record/importResources.ts';
import { documentResources } from './become/documents.ts';
import { isMerging, registerMerge, registerUnmerge } from './become/merges.ts';
import { knownPatient, register } from './become/registration.ts';
import { resultResources } from './become/results.ts';
import { type Known, type Told, patientKey, toldBy } from './become/told.ts';
import { visitOf } from './become/visits.ts';
import type { Contents } from './content.ts';
import { CharsetRefused, decodeMessage } from './message/charset.ts';
import { type Message, NotHl7, parseMessage } from './message/er7.ts';
import { type Claimed, claimMessage, messages } from './queue.ts';
import { MessageWaits } from './waits.ts';

const everyMs = 5000;
const workers = 2;

/** Another process has taken the message, because this one was too slow: its work is undone. */
class LeaseLost extends Error {}

async function readContent(contents: Contents, one: Claimed): Promise<Message> {
  const bytes = one.content === null ? null : await contents.unsealed(one, one.content);
  if (bytes === null)
    throw new MessageWaits('it was sealed under a SERVER_KEY that is neither SERVER_KEY nor in SERVER_KEY_BEFORE');
  try {
    return parseMessage(decodeMessage(bytes, one.charset));
  } catch (error) {
    if (error instanceof NotHl7 || error instanceof CharsetRefused) throw new MessageWaits(error.message);
    throw error;
  }
}

async function takeResources(
  tx: Db,
  { source, patientId, actor }: Known,
  resources: readonly JsonObject[],
): Promise<void> {
  const reasons = await importResources(tx, resources, { source, key: patientKey(patientId), patientId, actor });
  if (reasons.length > 0) throw new MessageWaits(reasons.join('; ').slice(0, 500));
}

async function takeVisit(tx: Db, known: Known): Promise<void> {
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

async function workOn(tx: Db, told: Told): Promise<void> {
  const kind = told.type.slice(0, 3);
  if (told.type === 'ADT^A37') return registerUnmerge(tx, told);
  if (kind === 'ADT') return isMerging(told.type) ? registerMerge(tx, told) : register(tx, told);
  const known: Known = { ...told, patientId: await knownPatient(tx, told) };
  switch (kind) {
    case 'ORU':
      return takeResources(tx, known, resultResources(known));
    case 'MDM':
      return takeResources(tx, known, documentResources(known));
    case 'SIU':
      return takeVisit(tx, known);
    default:
      throw new MessageWaits('its type is not taken');
  }
}

/** Works on one message: all that it says is stored with the mark that it is done, or nothing is. */
async function attempt({ db, tx }: Access, log: Logger, contents: Contents, one: Claimed): Promise<string> {
  try {
    const told = toldBy(await readContent(contents, one), one);
    await tx(async (within) => {
      await workOn(within, told);
      if ((await messages.end(within, one, 'done')) === 0) throw new LeaseLost();
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
    if (reason === null)
      log.error({ type: error instanceof Error ? error.name : 'unknown' }, 'HL7 message not worked on');
    else log.warn('HL7 message waits for the engineer');
    return messages.settleFailure(db, one, reason ?? 'a fault of the server: see its log', reason !== null);
  }
}

/** Works on the messages that have come, each patient's in order. Any number of processes may do so on one database. */
export function startWorkingOnHl7(access: Access, log: Logger, contents: Contents): Worker {
  return startQueue({
    job: 'hl7',
    workers,
    everyMs,
    log,
    what: 'HL7 messages are not worked on',
    claim: () => access.db.maybe(claimMessage),
    attempt: (one) => attempt(access, log, contents, one),
  });
}
