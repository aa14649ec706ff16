import { useSyncExternalStore } from 'react';
import { twoPanes } from './panes.css.ts';

const query = () => matchMedia(twoPanes);

function subscribe(listener: () => void): () => void {
  const panes = query();
  panes.addEventListener('change', listener);
  return () => panes.removeEventListener('change', listener);
}

/** True where a list has its detail beside it; below that width one of the two shows at a time. */
export const useTwoPanes = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
