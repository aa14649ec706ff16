import { useSyncExternalStore } from 'react';
import { untilStopped } from '../../browser/untilStopped.ts';
import { smallStore } from '../../browser/smallStore.ts';

type Follow = (listener: () => void) => () => void;

/**
 * Makes a hook that returns a list of unsent work; null until the device has been read. The code that reads it (`load`) needs the vault, so
 * it is loaded only once a component shows the list.
 */
export function listedUnsent<Item>(load: () => Promise<() => Promise<readonly Item[]>>): () => readonly Item[] | null {
  const unsent = smallStore<readonly Item[] | null>(null);
  let following: Promise<Follow> | null = null;
  const loadFollow = () =>
    (following ??= Promise.all([import('./following.ts'), load()]).then(
      ([{ followUnsent }, list]) => followUnsent(unsent, list),
      (error: unknown) => {
        following = null;
        throw error;
      },
    ));
  const follow: Follow = (listener) => {
    let stop = unsent.subscribe(listener);
    const stopLoading = untilStopped(loadFollow(), (followWhole) => {
      stop();
      stop = followWhole(listener);
    });
    return () => {
      stopLoading();
      stop();
    };
  };
  return () => useSyncExternalStore(follow, unsent.get, unsent.get);
}
