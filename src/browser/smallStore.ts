import { createAtom } from '@tanstack/store';
import { useSyncExternalStore } from 'react';
import type { SmallStore } from '../words/smallStore.ts';

export type { SmallStore } from '../words/smallStore.ts';

/** State outside React, over the router's TanStack Store. What loads before the login form uses `src/words/smallStore.ts`. */
export function smallStore<Value>(initial: Value): SmallStore<Value> {
  const atom = createAtom<Value>(initial);
  return {
    get: () => atom.get(),
    set: (next) => atom.set(() => next),
    subscribe: (listener) => {
      const subscription = atom.subscribe(listener);
      return () => subscription.unsubscribe();
    },
  };
}

export const useSmallStore = <Value>(store: SmallStore<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get, store.get);
