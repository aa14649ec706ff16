import { getValueSet, type PatientId, type ValueSet } from '@portal/api';
import { send } from './http.ts';
import { onSessionEnd } from './session.ts';

/** Where a device stores value sets; only the portal has such a store. Neither function rejects. */
interface ValueSetStore {
  find(patientId: PatientId, valueSetKey: string): Promise<ValueSet | null>;
  keep(valueSetKey: string, set: ValueSet): void;
}
let store: ValueSetStore | null = null;
export const setValueSetStore = (next: ValueSetStore): void => {
  store = next;
};

/** Value sets that this page has loaded. A set never changes under its key, so each is requested once. */
const known = new Map<string, Promise<ValueSet>>();
onSessionEnd(() => known.clear());

async function found(patientId: PatientId, valueSetKey: string): Promise<ValueSet> {
  const kept = await store?.find(patientId, valueSetKey);
  if (kept) return kept;
  const set = await send(getValueSet, { params: { patientId, valueSetKey } });
  store?.keep(valueSetKey, set);
  return set;
}

/** The concepts of a value set, from this device if it has them. Rejects as `send` does; a later call then tries again. */
export function loadValueSet(patientId: PatientId, valueSetKey: string): Promise<ValueSet> {
  const before = known.get(valueSetKey);
  if (before) return before;
  const asked = found(patientId, valueSetKey);
  known.set(valueSetKey, asked);
  asked.catch(() => {
    if (known.get(valueSetKey) === asked) known.delete(valueSetKey);
  });
  return asked;
}
