import type { CallShape } from '@portal/api';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { connection, subscribeToConnection } from '../connection.ts';
import { useActingFor } from '../profile.ts';
import { keyOf, queryClient } from '../query/query.ts';
import type { AnyInput } from '../wire.ts';
import type { KeptEntry } from './ledger.ts';
import { placeOf } from './recordPlace.ts';
import { keeping, subscribeToKeeping } from './state.ts';

const nothing: readonly KeptEntry[] = [];

/** The ledger while there is no connection, else null: with a connection the ledger changes all the time, and no row needs it. */
function offlineEntries(): readonly KeptEntry[] | null {
  if (connection() === 'online') return null;
  const kept = keeping();
  return kept.kind === 'on' ? kept.entries : nothing;
}
function subscribe(listener: () => void): () => void {
  const stops = [subscribeToConnection(listener), subscribeToKeeping(listener)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Why something cannot be read now; null: it can. `never`: it was not opened on this device. */
export type Missing = KeptEntry['missing'] | 'never';

/**
 * Why the answer or file of a call cannot be read now. Null when it can: there is a connection, this device has it, or it was opened since
 * the page was loaded. A row says so before it is pressed.
 */
export function useMissing(): (call: CallShape, input: AnyInput) => Missing {
  const entries = useSyncExternalStore(subscribe, offlineEntries);
  const open = useActingFor();
  const byPlace = useMemo(() => entries && new Map(entries.map((entry) => [entry.place, entry.missing])), [entries]);
  return useCallback(
    (call, input) => {
      if (byPlace === null || queryClient.getQueryData(keyOf(call, input)) !== undefined) return null;
      const missing = byPlace.get(placeOf(call, input, open).place);
      return missing === undefined ? 'never' : missing;
    },
    [byPlace, open],
  );
}
