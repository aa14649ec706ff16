/** What this device remembers of the offer to install. It says nothing about a patient. */
export interface InstallMemory {
  /** Number of separate visits, including this one. */
  readonly visits: number;
  /** Milliseconds since 1970, or null where it was never offered. */
  readonly lastOffered: number | null;
}

const thirtyDays = 30 * 24 * 60 * 60 * 1000;

/**
 * Whether to offer installing by ourselves now (visual language, section 5): at most once per 30 days, never before the second
 * visit, never over a form, never where it is installed or cannot be.
 */
export function shouldOfferInstall(
  memory: InstallMemory,
  now: number,
  situation: { installed: boolean; possible: boolean; formOpen: boolean },
): boolean {
  if (situation.installed || !situation.possible || situation.formOpen) return false;
  if (memory.visits < 2) return false;
  // A clock that was set back must neither suppress the offer for ever nor repeat it every day.
  return memory.lastOffered === null || Math.abs(now - memory.lastOffered) >= thirtyDays;
}

/** Reads what was remembered; anything unreadable counts as a first visit. */
export function parseInstallMemory(text: string | null): InstallMemory {
  const parts = /^(\d{1,6})\.(\d{1,15})?$/.exec(text ?? '');
  return parts
    ? { visits: Number(parts[1]), lastOffered: parts[2] === undefined ? null : Number(parts[2]) }
    : { visits: 0, lastOffered: null };
}

export const stringifyInstallMemory = ({ visits, lastOffered }: InstallMemory): string =>
  `${Math.min(visits, 999_999)}.${lastOffered ?? ''}`;
