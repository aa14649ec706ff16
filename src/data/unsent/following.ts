import type { SmallStore } from '../../words/smallStore.ts';
import { currentProfile } from '../profile.ts';
import { onVaultChange, vaultWhenReady } from '../vault/keeper.ts';
import { announceToSiblings, changedInSibling, unsentChanged } from './siblingTabs.ts';

/**
 * Keeps a list of unsent work current over every tab and the vault, from the first component that shows it to the last. Returns the
 * subscribe function for `useSyncExternalStore`.
 */
export function followUnsent<Item>(
  store: SmallStore<readonly Item[] | null>,
  list: () => Promise<readonly Item[]>,
): (listener: () => void) => () => void {
  let looking = false;
  let lookAgain = false;
  let followers = 0;
  let stopFollowing = () => undefined as void;

  async function look(): Promise<void> {
    if (looking) {
      lookAgain = true;
      return;
    }
    looking = true;
    do {
      lookAgain = false;
      const next = await list().catch(() => store.get() ?? []);
      if (JSON.stringify(next) !== JSON.stringify(store.get())) store.set(next);
    } while (lookAgain);
    looking = false;
  }
  const lookNow = () => {
    void look();
  };

  function follow(): () => void {
    const stops = [unsentChanged.on(lookNow), changedInSibling.on(lookNow), onVaultChange(lookNow)];
    if (currentProfile()) announceToSiblings();
    // After a reload the vault is opened only when something asks for it, so the list does.
    void vaultWhenReady(30_000).then(lookNow);
    return () => {
      for (const stop of stops) stop();
    };
  }

  return (listener) => {
    const stop = store.subscribe(listener);
    followers += 1;
    if (followers === 1) stopFollowing = follow();
    lookNow();
    return () => {
      stop();
      followers -= 1;
      if (followers === 0) stopFollowing();
    };
  };
}
