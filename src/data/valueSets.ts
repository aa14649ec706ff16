import { getValueSet, type PatientId, type ValueSet } from '@portal/api';
import { send } from './http.ts';
import { onSessionEnd } from './session.ts';

/** Where a device keeps value sets; only the portal has any. Neither function rejects. */
interface ValueSetStore {
  find(patientId: PatientId, valueSetKey: string): Promise<ValueSet | null>;
  keep(valueSetKey: string, set: ValueSet): void;
}
let store: ValueSetStore | null = null;
export const setValueSetStore = (next: ValueSetStore): void => {
  store = next;
};

/** What this page has read. A set never changes under its key, so that none is asked for twice. */
const known = new Map<string, Promise<ValueSet>>();
onSessionEnd(() => known.clear());

async function found(patientId: PatientId, valueSetKey: string): Promise<ValueSet> {
  const kept = await store?.find(patientId, valueSetKey);
  if (kept) return kept;
  const set = await send(getValueSet, { params: { patientId, valueSetKey } });
  store?.keep(valueSetKey, set);
  return set;
}

/** The concepts of a value set, from this device where it has them. Rejects as `send` does; a later call then tries again. */
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
