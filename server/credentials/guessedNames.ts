import type { Db } from '../db/pool.ts';
import { countUse, usesNow } from '../http/limits.ts';

/*
 * Somebody who tries out stolen passwords has a new name for each try and hundreds of addresses, so neither the count of a name nor that of
 * an address notices. What is noticed is at how many names browsers fail that are new to them.
 */

/** At so many names within ten minutes the signal begins, and stands for half an hour. */
const namesToSignal = 200;
const countSeconds = 600;
const signalSeconds = 1800;

const signal = 'guessing';

/** Counts a name at which a browser has failed that is new to it. True: with this one, the signal begins. */
export async function countGuessedName(tx: Db): Promise<boolean> {
  if ((await countUse(tx, 'guessed-names', 'all', countSeconds)) !== namesToSignal) return false;
  return (await countUse(tx, signal, 'all', signalSeconds)) === 1;
}

/** Whether the signal stands: somebody is trying out many names. */
export const isGuessing = async (db: Db): Promise<boolean> => (await usesNow(db, signal, 'all')) > 0;
