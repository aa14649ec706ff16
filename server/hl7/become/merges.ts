import { type Registered, changeRecordNumber, isSomebodyElse, registeredPair } from '../../account/registration.ts';
import { audit } from '../../audit/audit.ts';
import type { Db } from '../../db/pool.ts';
import { CannotMerge, mergePatients, standingMerges, unmergePatients } from '../../patientMerges/merge.ts';
import type { Segment } from '../message/er7.ts';
import { unknownPatient } from '../queue.ts';
import { MessageWaits } from '../waits.ts';
import { detailsOf, personFacts } from './person.ts';
import { register } from './registration.ts';
import type { InboundMessage } from './inboundMessage.ts';

/** The events that name a number of before (MRG-1) beside that of PID-3. */
const merging: readonly string[] = ['ADT^A40', 'ADT^A47', 'ADT^A49'];
export const isMerging = (type: string): boolean => merging.includes(type);

const contradicts = (known: Registered, pid: Segment): boolean =>
  isSomebodyElse(known, detailsOf(personFacts(pid, {})));
const anotherPerson = 'name and date of birth are others than those of the record number';

/** What cannot be joined or parted waits for the engineer, with the reason. */
async function orWait(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw error instanceof CannotMerge ? new MessageWaits(error.message) : error;
  }
}

/**
 * Parts two records that were joined. Its PIDs say who is meant and change nothing. Which of the two numbers was given up is known here, whatever their order.
 */
export async function registerUnmerge(tx: Db, told: InboundMessage): Promise<void> {
  const { facilityId, recordNumber, otherNumber, pid, second, actor } = told;
  if (second === null || otherNumber === null || otherNumber === recordNumber)
    throw new MessageWaits('it does not name two record numbers of the facility');
  const numbers = [recordNumber, otherNumber] as const;
  const [one, other] = await registeredPair(tx, facilityId, numbers);
  if (one === null || other === null) throw new MessageWaits(unknownPatient);
  // They were never joined, or have been parted already.
  if (one.patientId !== other.patientId) return;
  const [given, another] = await standingMerges(tx, facilityId, numbers);
  if (given === undefined) throw new MessageWaits('both numbers are of one patient, and no merge has joined them');
  if (another !== undefined) throw new MessageWaits('both records were joined with a third: see patient unmerge');
  await orWait(unmergePatients(tx, given, facilityId, actor));
  const [first, last] = await registeredPair(tx, facilityId, numbers);
  if (first === null || last === null || first.patientId === last.patientId)
    throw new MessageWaits('both numbers are of one patient, also without the merge');
  if (contradicts(first, pid) || contradicts(last, second)) throw new MessageWaits(anotherPerson);
}

/** Joins two records, or gives one another number. Nothing is guessed: who is not known, or could be somebody else, waits. */
export async function registerMerge(tx: Db, told: InboundMessage): Promise<void> {
  const { type, facilityId, recordNumber, otherNumber, actor, pid } = told;
  // A49 changes the number of an account at the hospital, which nobody here knows, unless it brings another record number along.
  if (otherNumber === null && type !== 'ADT^A49')
    throw new MessageWaits('MRG-1 has no record number of the facility, or more than one');
  if (otherNumber === null || otherNumber === recordNumber) return register(tx, told);
  const [given, kept] = await registeredPair(tx, facilityId, [otherNumber, recordNumber]);
  if (given === null) throw new MessageWaits(unknownPatient);
  // It has been done, by an earlier message or by hand.
  if (kept?.patientId === given.patientId) return register(tx, told);
  if (contradicts(kept ?? given, pid)) throw new MessageWaits(anotherPerson);
  if (type !== 'ADT^A40') {
    if (kept !== null)
      throw new MessageWaits('the new record number is that of another patient: a merge (A40) joins two');
    await changeRecordNumber(tx, given.patientId, recordNumber);
    await register(tx, told);
    return audit(tx, { type: 'patient.numberChanged', actor, patientId: given.patientId, facilityId });
  }
  if (kept === null) throw new MessageWaits(unknownPatient);
  await orWait(mergePatients(tx, given, kept, actor));
  return register(tx, told);
}
