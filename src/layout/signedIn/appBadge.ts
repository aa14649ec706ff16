import { useEffect } from 'react';
import { onSessionEnd } from '../../data/session.ts';

/** The methods of a browser that can put a number on the icon of an installed app. */
interface BadgeHolder {
  readonly setAppBadge?: (count: number) => Promise<void>;
  readonly clearAppBadge?: () => Promise<void>;
}

/** Puts a number on the app's icon, none for 0; does nothing on a device without such an icon. */
export async function showAppBadge(count: number, holder: BadgeHolder = navigator): Promise<void> {
  try {
    await (count > 0 ? holder.setAppBadge?.(count) : holder.clearAppBadge?.());
  } catch {
    // The app is not installed or may not show a badge. The navigation has the same number.
  }
}

// Without a session, or locked, the device must not show how much waits for a patient.
onSessionEnd(() => void showAppBadge(0));

/** Keeps the number on the app's icon the same as that in the navigation. */
export function useAppBadge(count: number): void {
  useEffect(() => void showAppBadge(count), [count]);
}
