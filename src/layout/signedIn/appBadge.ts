import { useEffect } from 'react';
import { onSessionEnd } from '../../data/session.ts';

/** What a browser has that can put a number on the icon of an installed app. */
export interface BadgeHolder {
  readonly setAppBadge?: (count: number) => Promise<void>;
  readonly clearAppBadge?: () => Promise<void>;
}

/** Puts a number on the app's icon, none for 0. A device that has no such icon is left alone. */
export async function showAppBadge(count: number, holder: BadgeHolder = navigator): Promise<void> {
  try {
    await (count > 0 ? holder.setAppBadge?.(count) : holder.clearAppBadge?.());
  } catch {
    // Not installed, or not allowed: the number stands in the navigation as well.
  }
}

// Signed out or locked, a device says nothing of what waits for a patient.
onSessionEnd(() => void showAppBadge(0));

/** Keeps the number on the app's icon the same as that in the navigation. */
export function useAppBadge(count: number): void {
  useEffect(() => void showAppBadge(count), [count]);
}
