import { getValueSet, type PatientId, readAs, ValueSet } from '@portal/api';
import * as v from 'valibot';
import { readOfflineAnswer } from './keeping.ts';
import { bytesOf } from '../vault/crypto.ts';
import { vaultWhenReady } from '../vault/keeper.ts';

/** Milliseconds that a question waits for the vault before it asks the server. */
const openBound = 3_000;
/** A large value set has megabytes, so only the most recently used ones stay. */
const mostKept = 5;
const listPlace = 'valuesets';
const placeOf = (valueSetKey: string) => `valueset/${valueSetKey}`;

const decoder = new TextDecoder();
const List = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
const Kept = v.pipe(v.string(), v.parseJson(), ValueSet);

/** A value set that is stored beside the drafts of this device, or in the offline copy. Never rejects. */
export async function findKeptValueSet(patientId: PatientId, valueSetKey: string): Promise<ValueSet | null> {
  try {
    const vault = await vaultWhenReady(openBound);
    const bytes = (await vault?.bytesAt(placeOf(valueSetKey))) ?? null;
    const beside = v.safeParse(Kept, bytes === null ? '' : decoder.decode(bytes));
    if (beside.success) return beside.output;
    const kept = await readOfflineAnswer(getValueSet, { params: { patientId, valueSetKey } });
    return readAs(ValueSet, kept?.answer);
  } catch {
    return null;
  }
}

let writing: Promise<void> = Promise.resolve();

async function write(valueSetKey: string, set: ValueSet): Promise<void> {
  const vault = await vaultWhenReady(openBound);
  if (!vault) return;
  const bytes = await vault.bytesAt(listPlace);
  const list = v.safeParse(List, bytes === null ? '' : decoder.decode(bytes));
  const before = list.success ? list.output.filter((key) => key !== valueSetKey) : [];
  // The list is written first: a listed set that is missing does no harm, but an unlisted one would never be deleted.
  await vault.keepBytes(listPlace, bytesOf(JSON.stringify([valueSetKey, ...before].slice(0, mostKept))));
  await vault.keepBytes(placeOf(valueSetKey), bytesOf(JSON.stringify(set)));
  for (const key of before.slice(mostKept - 1)) await vault.remove(placeOf(key), null);
}

/** Stores a value set beside the drafts, encrypted like them. If the device refuses, the server is asked again next time. */
export const keepValueSet = (valueSetKey: string, set: ValueSet): Promise<void> =>
  (writing = writing.then(() => write(valueSetKey, set)).catch(() => undefined));
