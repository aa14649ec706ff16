import { useSyncExternalStore } from 'react';
import { smallStore } from '../../browser/smallStore.ts';

type Follow = (listener: () => void) => () => void;

/**
 * Makes a hook that gives a list of what is unsent, null until the device was looked through. What looks through it (`load`) comes with the
 * vault, and is loaded once a component shows the list: most pages show something else first.
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
    let isGone = false;
    let stop = unsent.subscribe(listener);
    loadFollow().then(
      (followWhole) => {
        if (isGone) return;
        stop();
        stop = followWhole(listener);
      },
      () => undefined,
    );
    return () => {
      isGone = true;
      stop();
    };
  };
  return () => useSyncExternalStore(follow, unsent.get, unsent.get);
}
