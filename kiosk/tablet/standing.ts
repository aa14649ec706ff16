import type { TabletStanding } from '@portal/api';
import { useEffect, useSyncExternalStore } from 'react';
import { firstStore } from '../../src/words/smallStore.ts';
import { runtime } from '../runtime.ts';
import { setUpPath } from '../target.ts';

const standing = firstStore<TabletStanding | null>(null);

/** The server's answer when this document reported the tablet; null until then, and without a network. */
export const tabletStanding = standing.get;
export const noteStanding = standing.set;

/** Redirects to the set-up page if the kiosk does not open on this tablet. `isWanted`: false while somebody is doing something else. */
export function useSetUpWhereNeeded(isWanted: boolean): void {
  const now = useSyncExternalStore(standing.subscribe, standing.get, () => null);
  const leads = isWanted && now === 'notSetUp';
  useEffect(() => {
    if (!leads) return;
    runtime().then(
      ({ enter }) => enter(setUpPath),
      () => undefined,
    );
  }, [leads]);
}
