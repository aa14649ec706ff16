import { useEffect, useId, useSyncExternalStore } from 'react';
import { firstStore } from '../../words/smallStore.ts';

interface Shown {
  readonly id: string;
  readonly updatedAt: number;
}

const lines = firstStore<readonly Shown[]>([]);
const none: readonly Shown[] = [];
const useLines = (): readonly Shown[] => useSyncExternalStore(lines.subscribe, lines.get, () => none);

/**
 * Whether this part of the page shows the age of its data while there is no connection: only the part with the oldest data does.
 * `updatedAt` is in milliseconds; null: this part has no age to show.
 */
export function useIsOfflineLine(updatedAt: number | null): boolean {
  const id = useId();
  useEffect(() => {
    if (updatedAt === null) return;
    lines.set([...lines.get(), { id, updatedAt }]);
    return () => lines.set(lines.get().filter((one) => one.id !== id));
  }, [id, updatedAt]);
  const oldest = useLines().reduce<Shown | null>(
    (first, one) => (first === null || one.updatedAt < first.updatedAt ? one : first),
    null,
  );
  return updatedAt !== null && oldest?.id === id;
}

/** Whether some part of the page already shows the age. */
export const useHasOfflineLine = (): boolean => useLines().length > 0;
