import { getValueSet, type PatientId, ValueSet } from '@portal/api';
import * as v from 'valibot';
import { keptAnswer } from './keeping.ts';
import { bytesOf } from '../vault/crypto.ts';
import { vaultWhenReady } from '../vault/keeper.ts';

/** Milliseconds that a question waits for the vault before the server is asked. */
const openBound = 3_000;
/** Large ones have megabytes: the one that was used longest ago makes way. */
const mostKept = 5;
const listPlace = 'valuesets';
const placeOf = (valueSetKey: string) => `valueset/${valueSetKey}`;

const decoder = new TextDecoder();
const List = v.pipe(v.string(), v.parseJson(), v.array(v.string()));
const Kept = v.pipe(v.string(), v.parseJson(), ValueSet);

/** A value set that stands beside the drafts of this device, or among its kept records. Never rejects. */
export async function findKeptValueSet(patientId: PatientId, valueSetKey: string): Promise<ValueSet | null> {
  try {
    const vault = await vaultWhenReady(openBound);
    const bytes = (await vault?.bytesAt(placeOf(valueSetKey))) ?? null;
    const beside = v.safeParse(Kept, bytes === null ? '' : decoder.decode(bytes));
    if (beside.success) return beside.output;
    const kept = await keptAnswer(getValueSet, { params: { patientId, valueSetKey } });
    const parsed = v.safeParse(ValueSet, kept?.answer);
    return parsed.success ? parsed.output : null;
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
  // The list first: what it names and is not there costs nothing, what it does not name would stay for ever.
  await vault.keepBytes(listPlace, bytesOf(JSON.stringify([valueSetKey, ...before].slice(0, mostKept))));
  await vault.keepBytes(placeOf(valueSetKey), bytesOf(JSON.stringify(set)));
  for (const key of before.slice(mostKept - 1)) await vault.remove(placeOf(key), null);
}

/** Keeps a value set beside the drafts, sealed as they are. A device that refuses asks the server again. */
export const keepValueSet = (valueSetKey: string, set: ValueSet): Promise<void> =>
  (writing = writing.then(() => write(valueSetKey, set)).catch(() => undefined));
