import { changeRecordNumber, isSomebodyElse, registeredPair } from '../../account/registration.ts';
import { audit } from '../../audit/audit.ts';
import type { Db } from '../../db/pool.ts';
import { CannotMerge, mergePatients } from '../../patientMerges/merge.ts';
import { unknownPatient } from '../queue.ts';
import { MessageWaits } from '../waits.ts';
import { detailsOf, saidOfPerson } from './person.ts';
import { register } from './registration.ts';
import type { Told } from './told.ts';

/** The events that name a number of before (MRG-1) beside that of PID-3. */
const merging: readonly string[] = ['ADT^A40', 'ADT^A47', 'ADT^A49'];
export const isMerging = (type: string): boolean => merging.includes(type);

/** Joins two records, or gives one another number. Nothing is guessed: who is not known, or could be somebody else, waits. */
export async function registerMerge(tx: Db, told: Told): Promise<void> {
  const { type, facilityId, recordNumber, formerNumber, actor, pid } = told;
  // A49 changes the number of an account at the hospital, which nobody here knows, unless it brings another record number along.
  if (formerNumber === null && type !== 'ADT^A49')
    throw new MessageWaits('MRG-1 has no record number of the facility, or more than one');
  if (formerNumber === null || formerNumber === recordNumber) return register(tx, told);
  const [given, kept] = await registeredPair(tx, facilityId, [formerNumber, recordNumber]);
  if (given === null) throw new MessageWaits(unknownPatient);
  // It has been done, by an earlier message or by hand.
  if (kept?.patientId === given.patientId) return register(tx, told);
  if (isSomebodyElse(kept ?? given, detailsOf(saidOfPerson(pid, {}))))
    throw new MessageWaits('name and date of birth are others than those of the record number');
  if (type !== 'ADT^A40') {
    if (kept !== null)
      throw new MessageWaits('the new record number is that of another patient: a merge (A40) joins two');
    await changeRecordNumber(tx, given.patientId, recordNumber);
    await register(tx, told);
    return audit(tx, { type: 'patient.numberChanged', actor, patientId: given.patientId, facilityId });
  }
  if (kept === null) throw new MessageWaits(unknownPatient);
  try {
    await mergePatients(tx, given, kept, actor);
  } catch (error) {
    if (error instanceof CannotMerge) throw new MessageWaits(error.message);
    throw error;
  }
  return register(tx, told);
}
